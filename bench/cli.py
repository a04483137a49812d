"""Measures what a command costs its user beside a bare Python: `make bench`.

Both run in turns, so that whatever else the machine does meets both alike. The ratio of the two
says more than the seconds, which differ from machine to machine. Nothing fails here for being slow:
this is a measurement, and no test.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sandbox.demo import inputs

RUNS = 31
TARGET_SECONDS, TARGET_MEGABYTES = 0.15, 60.0
MEASURE = [sys.executable, "-I", "-S", str(Path(__file__).with_name("measure.py").resolve())]
BARE = [sys.executable, "-c", "pass"]
# PYTHONDONTWRITEBYTECODE, for one, would have every run compile what is compiled once.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}
RENDER = [
    str(Path(sys.executable).with_name("hypershift")),
    *("create", "cluster", "azure", "--render", "--name=plain", "--node-pool-replicas=2"),
    *("--infra-json=infra-plain.json", "--azure-creds=azure-credentials.json"),
    *("--pull-secret=pull-secret.json", "--release-image=quay.io/example/release:4.21.0"),
]


@dataclass(frozen=True)
class Cost:
    """What a program takes."""

    seconds: float
    megabytes: float


def main() -> None:
    """Run both programs, and print a table."""
    with tempfile.TemporaryDirectory(prefix="hypershift-bench-") as directory:
        inputs.write(Path(directory))
        for program in (BARE, RENDER):
            run(program, directory)  # The first run reads files from the disk; it does not count.
        turns = [(run(BARE, directory), run(RENDER, directory)) for _ in range(RUNS)]
    bare, render = (list(costs) for costs in zip(*turns, strict=True))
    report(bare, render)


def run(program: list[str], directory: str) -> Cost:
    """Run a program once."""
    result = subprocess.run(
        [*MEASURE, *program],
        cwd=directory,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if result.returncode:
        raise SystemExit(
            f"bench: {' '.join(program)} ended with exit code {result.returncode}: `make demo` runs"
            " such a command and shows what it says"
        )
    seconds, kilobytes = result.stdout.split()
    return Cost(float(seconds), int(kilobytes) / 1024)


def report(bare: list[Cost], render: list[Cost]) -> None:
    """Print the middle of all times, and the most memory."""
    one, other = usual(bare), usual(render)
    ratio = other.seconds / one.seconds, other.megabytes / one.megabytes
    tenths = statistics.quantiles((cost.seconds for cost in render), n=10)
    lines = [
        ("", "median wall time", "peak memory"),
        ("python -c pass", f"{one.seconds:.3f} s", f"{one.megabytes:.1f} MB"),
        ("create cluster azure --render", f"{other.seconds:.3f} s", f"{other.megabytes:.1f} MB"),
        ("ratio", f"{ratio[0]:.1f}", f"{ratio[1]:.1f}"),
        ("target", f"{TARGET_SECONDS:.3f} s", f"{TARGET_MEGABYTES:.1f} MB"),
    ]
    print(
        f"{RUNS} runs each, in turns; Python {platform.python_version()}, {os.cpu_count()} CPUs\n"
    )
    for name, time, memory in lines:
        print(f"{name:<32}{time:>18}{memory:>14}")
    print(f"\nEight of ten runs of the command took {tenths[0]:.3f} to {tenths[-1]:.3f} s.")


def usual(costs: list[Cost]) -> Cost:
    """The cost that a user reckons with."""
    return Cost(
        statistics.median(cost.seconds for cost in costs), max(cost.megabytes for cost in costs)
    )


if __name__ == "__main__":
    main()
