"""Which revision of the source this program is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

UNKNOWN = "<unknown>"
_RECORDED = Path(__file__).with_name("REVISION")
_CHECKOUT = Path(__file__).parents[3] / ".git"


@cache
def revision() -> str:
    """Read the revision that was recorded at build time, or that of the checkout we run from."""
    for read in (_recorded, _checked_out):
        if found := read():
            return found
    return UNKNOWN


def _recorded() -> str:
    return _RECORDED.read_text("utf-8").strip() if _RECORDED.is_file() else ""


def _checked_out() -> str:
    """Follow HEAD by hand: a program must not start git to tell its version."""
    try:
        git = _git_directory()
        head = (git / "HEAD").read_text("utf-8").strip()
        if not head.startswith("ref: "):
            return head
        reference = head.removeprefix("ref: ")
        common = git / "commondir"
        if common.is_file():
            git = (git / common.read_text("utf-8").strip()).resolve()
        loose = git / reference
        if loose.is_file():
            return loose.read_text("utf-8").strip()
        packed = (git / "packed-refs").read_text("utf-8").splitlines()
    except OSError:
        return ""
    return next((line.split()[0] for line in packed if line.endswith(f" {reference}")), "")


def _git_directory() -> Path:
    """In a worktree, .git is a file that names the directory."""
    if _CHECKOUT.is_file():
        return Path(_CHECKOUT.read_text("utf-8").strip().removeprefix("gitdir: "))
    return _CHECKOUT
