"""Writes the CustomResourceDefinitions of every kind: `python -m hypershift.api.generate`.

With `--check` nothing is written, and a stale definition is an error.
"""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

from hypershift.api.crd import definition
from hypershift.api.kinds import KINDS

CRDS = Path(__file__).with_name("crds")
HEADER = "# Generated from hypershift.api by `make generate`. Do not edit.\n"


class _Dumper(yaml.SafeDumper):
    """Writes a value out wherever it stands: anchors and aliases are a burden on the reader."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def documents() -> dict[Path, str]:
    """The text of each definition, by the file that it belongs in."""
    return {
        CRDS / f"{kind.info.group}_{kind.info.plural}.yaml": HEADER
        + yaml.dump(definition(kind), Dumper=_Dumper, allow_unicode=True, width=100)
        for kind in KINDS
    }


def stale(wanted: dict[Path, str]) -> list[Path]:
    """The files that are missing, out of date, or left over."""
    present = {path: path.read_text("utf-8") for path in CRDS.glob("*.yaml")}
    return sorted(
        path for path in wanted.keys() | present.keys() if wanted.get(path) != present.get(path)
    )


def main(arguments: list[str]) -> int:
    """Writes what is out of date, or only names it."""
    wanted = documents()
    changed = stale(wanted)
    if "--check" in arguments:
        for path in changed:
            sys.stderr.write(f"{path.name} is out of date: run `make generate`\n")
        return 1 if changed else 0
    CRDS.mkdir(exist_ok=True)
    for path in changed:
        if path in wanted:
            path.write_text(wanted[path], "utf-8")
        else:
            path.unlink()
        sys.stdout.write(f"{path.name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
