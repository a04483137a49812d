"""What is counted, under the names that operators' dashboards know from other controllers."""

from __future__ import annotations

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

CONTENT_TYPE = CONTENT_TYPE_LATEST
SECONDS = (0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)


class Metrics:
    """The metrics of one process."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.registry = registry = CollectorRegistry()
        self.reconciles = Counter(
            "controller_runtime_reconcile",
            "Reconciles that have ended, by how",
            ["controller", "result"],
            registry=registry,
        )
        self.reconcile_errors = Counter(
            "controller_runtime_reconcile_errors",
            "Reconciles that have failed",
            ["controller"],
            registry=registry,
        )
        self.reconcile_seconds = Histogram(
            "controller_runtime_reconcile_time_seconds",
            "How long reconciles take",
            ["controller"],
            buckets=SECONDS,
            registry=registry,
        )
        self.workers = Gauge(
            "controller_runtime_active_workers",
            "Reconciles at work",
            ["controller"],
            registry=registry,
        )
        self.queue_depth = Gauge(
            "workqueue_depth", "Objects that wait to be reconciled", ["name"], registry=registry
        )
        self.queue_seconds = Histogram(
            "workqueue_queue_duration_seconds",
            "How long objects wait until they are reconciled",
            ["name"],
            buckets=SECONDS,
            registry=registry,
        )
        self.requests = Counter(
            "rest_client_requests",
            "Requests to the API server, by method and outcome",
            ["method", "code"],
            registry=registry,
        )
        self.leader = Gauge(
            "leader_election_master_status", "1 for the leader", ["name"], registry=registry
        )
        self.cached = Gauge(
            "hypershift_cache_objects", "Objects in caches", ["cache"], registry=registry
        )
        self.lists = Counter(
            "hypershift_cache_lists", "Times a cache was read anew", ["cache"], registry=registry
        )
        self.watches = Counter(
            "hypershift_cache_watches", "Watches that were begun", ["cache"], registry=registry
        )
        self.broken = Counter(
            "hypershift_cache_broken_objects",
            "Objects that could not be read",
            ["cache"],
            registry=registry,
        )

    def request(self, method: str, outcome: str) -> None:
        """Count a request to the API server: the client's observer."""
        self.requests.labels(method, outcome).inc()

    def text(self) -> bytes:
        """Give all metrics as Prometheus reads them."""
        return generate_latest(self.registry)
