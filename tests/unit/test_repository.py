"""The repository keeps its own rules."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Split, so that this file keeps the rule as well.
REGISTRY_HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("files", "pythonhosted", "org"),
        ("proxy", "golang", "org"),
        ("sum", "golang", "org"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("registry", "npmjs", "org"),
    )
]
REQUIREMENT = re.compile(r"[a-z0-9-]+==\S+( ; .+)?( --hash=sha256:[0-9a-f]{64})+")
LINK = re.compile(r"\]\(<?([^)#\s>]+)")


def repository_files(pattern: str = ".") -> list[Path]:
    """Files under version control, and those about to be."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"]
    listing = subprocess.run(
        [*command, pattern],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = (ROOT / name for name in listing.stdout.split("\0") if name)
    return sorted(path for path in paths if path.is_file())


def test_no_file_names_a_package_registry() -> None:
    named = [
        f"{path.relative_to(ROOT)}: {host}"
        for path in repository_files()
        for host in REGISTRY_HOSTS
        if host.encode() in path.read_bytes()
    ]

    assert named == []


@pytest.mark.parametrize("name", ["runtime.txt", "dev.txt", "go.txt", "az.txt"])
def test_every_requirement_is_pinned_and_hashed(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text()
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    requirements = "\n".join(lines).replace(" \\\n    ", " ").splitlines()

    assert requirements
    assert [line for line in requirements if not REQUIREMENT.fullmatch(line)] == []


def test_what_runs_and_what_is_developed_with_are_locked_alike() -> None:
    runtime, dev = (
        set(re.findall(r"^\S+==\S+", (ROOT / "requirements" / name).read_text(), re.MULTILINE))
        for name in ("runtime.txt", "dev.txt")
    )

    assert runtime - dev == set()


def test_every_make_target_has_a_line_of_help() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = re.findall(r"^([a-z][\w-]*):(?!=)(.*)$", makefile, re.MULTILINE)

    assert targets
    assert [target for target, rest in targets if " ## " not in rest] == []


def test_every_relative_link_in_a_page_leads_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in repository_files("*.md")
        for link in LINK.findall(page.read_text())
        if "://" not in link and not link.startswith("mailto:")
        if not (page.parent / link).exists()
    ]

    assert broken == []
