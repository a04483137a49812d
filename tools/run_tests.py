"""Runs Makefile targets one after another and ends with one summary line for each.

A failure does not stop the ones that follow: one run shows everything that is wrong.
"""

import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

RESULTS = Path(".build/results")


def main(targets: list[str]) -> int:
    RESULTS.mkdir(parents=True, exist_ok=True)
    failed = False
    lines: list[str] = []
    for target in targets:
        results = RESULTS / f"{target}.xml"
        results.unlink(missing_ok=True)
        print(f"\n=== {target}", flush=True)
        start = time.monotonic()
        code = subprocess.run(["make", "--no-print-directory", target], check=False).returncode
        seconds = time.monotonic() - start
        failed |= code != 0
        verdict = "FAILED" if code else "ok"
        print(f"=== {target}: {verdict} in {seconds:.1f} s", flush=True)
        lines.append(f"{target:<18}{verdict:<8}{seconds:>7.1f} s  {summary(results)}".rstrip())
    print("\n=== summary", *lines, sep="\n", flush=True)
    return int(failed)


def summary(results: Path) -> str:
    """What pytest counted, in its own words."""
    if not results.exists():
        return ""
    suite = ElementTree.parse(results).getroot().find("testsuite")
    if suite is None:
        return ""
    count = {name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")}
    passed = count["tests"] - count["failures"] - count["errors"] - count["skipped"]
    words = {
        "failed": count["failures"],
        "passed": passed,
        "skipped": count["skipped"],
        "errors": count["errors"],
    }
    parts = [f"{number} {word}" for word, number in words.items() if number or word == "passed"]
    return f"{', '.join(parts)} in {float(suite.get('time', 0)):.2f}s"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
