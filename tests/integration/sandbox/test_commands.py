"""The `sandbox` command as it is typed."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from hypershift import __version__
from hypershift.release.revision import revision
from sandbox.components import load
from sandbox.images.catalog import IMAGES as CATALOG
from sandbox.images.releases import RELEASES
from tests.integration.sandbox.workshop import SANDBOX

COMMANDS = [
    *("apiserver", "build", "completion", "components", "demo", "down", "images", "logs", "path"),
    *("shell", "status", "up", "version"),
]
COMPONENTS = list(load())
IMAGES = ["build", "list"]
NO_COMPONENT = f"there is no component nothing; there are: {', '.join(COMPONENTS)}"
NO_RELEASE = f"there is no community release 4.19.1; there are: {', '.join(RELEASES)}"
TOO_MUCH = "images are named, and a release as well: leave one of them out"
NO_IMAGE = f"there is no image nothing; there are: {', '.join(CATALOG)}"


def sandbox(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run([SANDBOX, *arguments], capture_output=True, text=True, check=False)


def completed(line: str) -> list[str]:
    """What a real bash offers when the key is pressed at the end of a line."""
    words = line.split(" ")
    script = f"""
        source <({SANDBOX} completion bash)
        COMP_WORDS=({" ".join(repr(word) for word in words)})
        COMP_CWORD={len(words) - 1}
        _sandbox_completion sandbox
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    environment = {**os.environ, "PATH": f"{SANDBOX.parent}:{os.environ['PATH']}"}
    result = subprocess.run(
        ["bash", "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert result.stderr == ""
    return result.stdout.split()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        *([name, "--help"] for name in COMMANDS),
        *(["images", name, "--help"] for name in IMAGES),
    ],
)
def test_every_command_explains_itself(arguments: list[str]) -> None:
    result = sandbox(*arguments)

    usage = " ".join(["Usage: sandbox", *arguments[:-1]])
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{usage} ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["biuld"], f"there is no command 'biuld'; there are: {', '.join(COMMANDS)}"),
        (["build", "nothing"], NO_COMPONENT),
        (["build", "--fast"], "there is no flag --fast; see --help"),
        (["components", "-o", "xml"], "--output: 'xml' is not one of 'text', 'json', 'yaml'"),
        (["path"], "NAME is missing; see --help"),
        (["path", "nothing"], NO_COMPONENT),
        (["path", "--files", "etcd"], "etcd has no files besides its programs"),
        (["completion", "tcsh"], "SHELL: 'tcsh' is not one of 'bash', 'zsh', 'fish'"),
        (["images", "biuld"], "there is no command 'biuld'; there are: build, list"),
        (["images", "build", "nothing"], NO_IMAGE),
        (["images", "build", "--release", "4.19.1"], NO_RELEASE),
        (["images", "build", "--release", "4.20.6", "etcd"], TOO_MUCH),
        (["demo", "now"], "Got unexpected extra argument (now)"),
    ],
)
def test_what_is_typed_wrong_is_refused_with_one_sentence(
    arguments: list[str], sentence: str
) -> None:
    result = sandbox(*arguments)

    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"Error: {sentence}\n")


def test_without_a_command_the_commands_are_listed() -> None:
    result = sandbox()

    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("Usage: sandbox ")


def test_the_version_names_the_revision() -> None:
    revision.cache_clear()  # the checkout may have gone on since this process looked

    result = sandbox("version")

    assert (result.returncode, result.stdout, result.stderr) == (
        0,
        f"sandbox {__version__}, revision {revision()}\n",
        "",
    )


@pytest.mark.parametrize(
    ("line", "candidates"),
    [
        ("sandbox ", COMMANDS),
        ("sandbox comp", ["completion", "components"]),
        ("sandbox build ", COMPONENTS),
        ("sandbox build etcd ", [name for name in COMPONENTS if name != "etcd"]),
        ("sandbox build --o", ["--output"]),
        ("sandbox path kuberne", ["kubernetes", "kubernetes-1.33"]),
        ("sandbox components -o ", ["text", "json", "yaml"]),
        ("sandbox completion z", ["zsh"]),
        ("sandbox images ", IMAGES),
        (
            "sandbox images build kube ku",
            ["kube-proxy", "kube-router", "kube-1.33", "kube-proxy-1.33"],
        ),
    ],
)
def test_bash_completes_a_line(line: str, candidates: list[str]) -> None:
    assert completed(line) == candidates


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_a_script(shell: str) -> None:
    result = sandbox("completion", shell)

    assert (result.returncode, result.stderr) == (0, "")
    assert f"_SANDBOX_COMPLETE={shell}_complete" in result.stdout


def test_a_reader_that_goes_away_is_no_accident() -> None:
    result = subprocess.run(
        ["bash", "-c", f"{SANDBOX} components | true; echo ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert result.stderr == ""
    assert result.stdout in ("0\n", "1\n")


def test_images_are_listed_whether_they_are_built_or_not() -> None:
    result = sandbox("images", "list", "-o", "json")

    rows = json.loads(result.stdout)
    assert [row["name"] for row in rows] == list(CATALOG)
    assert {row["state"] for row in rows} <= {"cached", "missing"}
    for row in rows:
        built = row["state"] == "cached"
        assert [bool(row[name]) for name in ("size", "digest", "path")] == [built] * 3
