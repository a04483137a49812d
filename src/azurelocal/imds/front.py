"""Requests and answers of the metadata service, as one virtual network sees it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.entra.refusals import Refusal
from azurelocal.http import Response
from azurelocal.imds import machine, tokens
from azurelocal.imds.errors import MetadataError
from azurelocal.imds.tree import NothingThereError, as_text, branch
from azurelocal.principal import Principal

if TYPE_CHECKING:
    from azurelocal.answering import Trace
    from azurelocal.cloud import Cloud
    from azurelocal.http import Request
    from azurelocal.imds.machine import Asker

_VERSIONS = ("2021-12-13", "2021-10-01", "2021-02-01")
_ALL_VERSIONS = (
    "2017-03-01",
    "2017-04-02",
    "2017-08-01",
    "2017-10-01",
    "2017-12-01",
    "2018-02-01",
    "2018-04-02",
    "2018-10-01",
    "2019-02-01",
    "2019-03-11",
    "2019-04-30",
    "2019-06-01",
    "2019-06-04",
    "2019-08-01",
    "2019-08-15",
    "2019-11-01",
    "2020-06-01",
    "2020-07-15",
    "2020-09-01",
    "2020-10-01",
    "2020-12-01",
    "2021-01-01",
    *_VERSIONS,
)
_VERSION = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}")
_TEXT = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class Metadata:
    """Answers the machines of one virtual network, whose key it is given."""

    cloud: Cloud
    network: str

    async def __call__(self, request: Request, trace: Trace) -> Response:
        """Answer one request."""
        try:
            return self._answer(request, trace)
        except MetadataError as error:
            trace.code = str(error.body["error"])
            return Response(error.status, error.body)
        except Refusal as refusal:
            trace.code = refusal.code
            return Response(400, {"error": "invalid_resource", "error_description": str(refusal)})

    def _answer(self, request: Request, trace: Trace) -> Response:
        asker = machine.find(self.cloud.store, self.network, request.client)
        if asker is None:
            raise MetadataError(404, "Not found")
        if request.headers.get("metadata", "").lower() != "true":
            raise MetadataError(400, "Bad request. Required metadata header not specified")
        if "x-forwarded-for" in request.headers:
            raise MetadataError(400, "Bad request. X-Forwarded-For is not allowed")
        if request.method not in ("GET", "HEAD"):
            raise MetadataError(405, "Method not allowed")
        words = [segment.lower() for segment in request.segments]
        if words[:2] == ["metadata", "versions"]:
            return Response(200, {"apiVersions": list(_ALL_VERSIONS)})
        _check_version(request.query.get("api-version", ""))
        return self._named(request, words, asker, trace)

    def _named(self, request: Request, words: list[str], asker: Asker, trace: Trace) -> Response:
        match words:
            case ["metadata", "instance", "compute", "userdata"]:
                # Without user data there is an empty answer: Ignition asks again for anything else.
                data = machine.user_data(self.cloud.store, asker)
                return Response(200, data.encode(), {"content-type": _TEXT})
            case ["metadata", "instance", *path]:
                return self._instance(request, path, asker)
            case ["metadata", "identity", "oauth2", "token"]:
                principal, answer = tokens.issue(self.cloud, asker, request.query)
                trace.principal = Principal(principal.id, principal.app_id, principal.display_name)
                return Response(200, answer, {"cache-control": "no-store"})
            case ["metadata", "identity", "info"]:
                return Response(200, {"tenantId": self.cloud.tenancy.tenant.id})
            case ["metadata", "scheduledevents"]:
                return Response(200, {"DocumentIncarnation": 1, "Events": []})
            case ["metadata", "loadbalancer"]:
                raise MetadataError(404, "No load balancer metadata is found.")
            case _:
                raise MetadataError(404, "Not found")

    def _instance(self, request: Request, path: list[str], asker: Asker) -> Response:
        try:
            found: Any = branch(machine.document(self.cloud.store, asker), path)
        except NothingThereError:
            raise MetadataError(404, "Not found") from None
        wanted = request.query.get("format", "json").lower()
        if wanted == "text":
            return Response(200, as_text(found).encode(), {"content-type": _TEXT})
        if not isinstance(found, dict | list):
            raise MetadataError(
                400,
                "Bad request. The requested resource is a leaf: ask for it with format=text",
            )
        return Response(200, found)


def _check_version(version: str) -> None:
    """Later versions than those that are known are not: Azure says which ones are."""
    if not _VERSION.fullmatch(version) or version > _VERSIONS[0]:
        raise MetadataError(
            400,
            "Bad request. api-version is invalid or was not specified in the request. For more"
            " information refer to aka.ms/azureimds",
            more={"newest-versions": list(_VERSIONS)},
        )
