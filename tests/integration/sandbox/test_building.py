"""Components are built once, whole or not at all."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.integration.sandbox.ends import watched
from tests.integration.sandbox.workshop import GO_MOD, SANDBOX, VERSIONS

if TYPE_CHECKING:
    from tests.integration.sandbox.workshop import Workshop


def listed(output: str) -> dict[str, str]:
    """The state of each component, by name."""
    return {row["name"]: row["state"] for row in json.loads(output)}


def test_a_program_answers_to_all_its_names_and_knows_its_release(workshop: Workshop) -> None:
    workshop.run("build", "tiny")

    programs = Path(workshop.run("path", "tiny").stdout.strip())

    said = [subprocess.check_output([path], text=True) for path in sorted(programs.iterdir())]
    assert said == ["little v1.2.3 2\n", "tiny v1.2.3 2\n"]


def test_a_build_tells_its_steps_and_what_there_is(workshop: Workshop) -> None:
    result = workshop.run("build", "-o", "json")

    steps = [line.partition(" (")[0] for line in result.stderr.splitlines()]
    assert (steps[0], steps[-2]) == ("tiny: reading the sources", "tiny: linking")
    assert re.fullmatch(r"tiny: built in \d+ s", steps[-1])
    [entry] = workshop.entries()
    assert json.loads(result.stdout) == [
        {
            "name": "tiny",
            "version": "v1.2.3",
            "state": "built",
            "path": f"{workshop.cache}/components/{entry}/bin",
            "programs": ["little", "tiny"],
        }
    ]


def test_on_a_terminal_one_line_stays_for_each_component(workshop: Workshop) -> None:
    terminal, side = os.openpty()

    build = subprocess.run(
        [SANDBOX, "build", f"--payload={workshop.payload}"],
        env={**workshop.environment, "TERM": "xterm", "NO_COLOR": "1"},
        stdout=subprocess.DEVNULL,
        stderr=side,
        check=False,
    )
    os.close(side)
    drawn = os.read(terminal, 1 << 16).decode()
    os.close(terminal)

    assert build.returncode == 0
    assert "tiny" in drawn.split("\n")[0]
    lines = [
        line for line in re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", drawn).splitlines() if "✓" in line
    ]
    assert [re.sub(r"\d+", "N", line).strip() for line in lines] == ["✓ tiny built in N s"]


def test_what_is_built_is_not_built_again(workshop: Workshop) -> None:
    workshop.run("build")
    workshop.close_gate()  # a build would now wait for ever

    result = workshop.run("build", "tiny", "-o", "json")

    assert (listed(result.stdout), result.stderr) == ({"tiny": "cached"}, "")


def test_a_component_is_missing_until_it_is_built(workshop: Workshop) -> None:
    before = workshop.run("components", "-o", "json")
    refused = workshop.run("path", "tiny")
    workshop.run("build")
    after = workshop.run("components", "-o", "json")

    assert (listed(before.stdout), listed(after.stdout)) == (
        {"tiny": "missing"},
        {"tiny": "cached"},
    )
    assert (refused.returncode, refused.stdout, refused.stderr) == (
        1,
        "",
        "Error: tiny is not built: run 'sandbox build tiny'\n",
    )


def test_a_further_release_is_built_only_when_it_is_named(workshop: Workshop) -> None:
    workshop.write("../versions.toml", f'{VERSIONS}[tiny.also]\n"tiny-1.1" = "v1.1.9"\n')
    shutil.copytree(workshop.module, workshop.payload / "tiny-1.1")
    main = workshop.payload / "tiny-1.1" / "main.go"
    main.unlink()
    main.symlink_to("../tiny/main.go")

    all_of_them = workshop.run("build", "-o", "json")
    between = workshop.run("components", "-o", "json")
    named = workshop.run("build", "tiny-1.1", "-o", "json")

    assert listed(all_of_them.stdout) == {"tiny": "built"}
    assert listed(between.stdout) == {"tiny": "cached", "tiny-1.1": "missing"}
    assert listed(named.stdout) == {"tiny-1.1": "built"}
    programs = Path(workshop.run("path", "tiny-1.1").stdout.strip())
    assert subprocess.check_output([programs / "little"], text=True) == "little v1.1.9 1\n"


FILES = """
[tiny.files]
crds = { module = "tiny", path = "config/crd" }
"notes/role.yaml" = { module = "tiny", path = "config/role.yaml" }
"""


def test_files_of_a_module_are_kept_beside_the_programs(workshop: Workshop) -> None:
    (workshop.module / "config" / "crd").mkdir(parents=True)
    for file in ("crd/machines.yaml", "role.yaml", "none-of-ours.yaml"):
        workshop.write(f"config/{file}", f"# {file}\n")
    (workshop.module / "config" / "role.yaml").chmod(0o444)  # as in Go's cache
    workshop.write("../versions.toml", VERSIONS + FILES)
    workshop.run("build")

    files = Path(workshop.run("path", "--files", "tiny").stdout.strip())

    kept = {
        str(path.relative_to(files)): path.read_text()
        for path in files.rglob("*")
        if path.is_file()
    }
    assert kept == {
        "crds/machines.yaml": "# crd/machines.yaml\n",
        "notes/role.yaml": "# role.yaml\n",
    }
    assert (files / "notes" / "role.yaml").stat().st_mode & 0o200


def test_files_that_a_release_does_not_have_are_named(workshop: Workshop) -> None:
    workshop.write("../versions.toml", VERSIONS + FILES)

    result = workshop.run("build")

    assert (result.returncode, workshop.entries()) == (1, [])
    assert result.stderr.splitlines()[-1] == (
        "Error: tiny has no config/crd at this release: correct the files of tiny in versions.toml"
    )


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("main.go", "release, minor)", "minor, release)"),
        ("go.mod", "go 1.24\n", "go 1.24\n\ngodebug default=go1.24\n"),
        ("../versions.toml", "v1.2.3", "v1.2.4"),
        ("../versions.toml", '"little"', '"small"'),
        ("../versions.toml", '"{minor}"', '"{major}"'),
    ],
)
def test_a_change_of_what_it_is_made_of_gives_another_entry(
    workshop: Workshop, file: str, old: str, new: str
) -> None:
    workshop.run("build")
    before = workshop.entries()
    path = workshop.module / file
    path.write_text(path.read_text().replace(old, new))

    result = workshop.run("build", "-o", "json")

    assert listed(result.stdout) == {"tiny": "built"}
    assert len(workshop.entries()) == 2
    assert set(before) < set(workshop.entries())


def test_a_file_of_an_editor_changes_nothing(workshop: Workshop) -> None:
    workshop.run("build")
    workshop.write(".main.go.swp", "half a thought")

    result = workshop.run("build", "-o", "json")

    assert listed(result.stdout) == {"tiny": "cached"}


def test_a_second_build_waits_for_the_first_and_takes_its_result(workshop: Workshop) -> None:
    workshop.close_gate()
    first = workshop.start("build", "-o", "json")
    workshop.await_build()
    second = workshop.start("build", "-o", "json")
    assert second.stderr
    waiting = second.stderr.readline()

    workshop.open_gate()

    states = [listed(process.communicate()[0]) for process in (first, second)]
    assert (states, waiting) == (
        [{"tiny": "built"}, {"tiny": "cached"}],
        "tiny: waiting for another build\n",
    )
    assert len(workshop.entries()) == 1


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 130, "Error: interrupted\n"),
        (signal.SIGTERM, 143, ""),
    ],
)
def test_an_interrupted_build_ends_go_and_leaves_nothing(
    workshop: Workshop, number: signal.Signals, code: int, said: str
) -> None:
    workshop.close_gate()
    build = workshop.start("build")
    with watched([workshop.await_build()]) as await_end:
        build.send_signal(number)
        _, errors = build.communicate()

        await_end()

    assert (build.returncode, workshop.entries()) == (code, [])
    assert errors.endswith(said)
    assert "Traceback" not in errors


def test_a_killed_build_leaves_nothing_that_counts_and_the_next_one_cleans_up(
    workshop: Workshop,
) -> None:
    workshop.close_gate()
    build = workshop.start("build")
    with watched([workshop.await_build()]) as await_end:
        build.kill()
        await_end()
    leftovers = workshop.entries()
    state = workshop.run("components", "-o", "json")
    following = workshop.start("build", "-o", "json")
    workshop.await_build()
    workshop.open_gate()

    output, _ = following.communicate()

    assert [name.startswith(".tiny.building-") for name in leftovers] == [True]
    assert (listed(state.stdout), listed(output)) == ({"tiny": "missing"}, {"tiny": "built"})
    assert [name.startswith("tiny-v1.2.3-") for name in workshop.entries()] == [True]


def test_sources_that_change_during_the_build_are_not_kept(workshop: Workshop) -> None:
    workshop.close_gate()
    build = workshop.start("build")
    workshop.await_build()
    workshop.write("more.go", "package main\n")
    workshop.open_gate()

    _, errors = build.communicate()

    assert (build.returncode, workshop.entries()) == (1, [])
    assert errors.endswith(
        f"Error: {workshop.module} was changed while it was built: build tiny again\n"
    )


REQUIRING = {
    "go.mod": f"{GO_MOD}\nrequire example.com/absent v1.0.0\n",
    "main.go": 'package main\n\nimport _ "example.com/absent"\n\nfunc main() {}\n',
}
HASH = "h1:" + 43 * "A" + "="
SUMMED = {
    **REQUIRING,
    "go.sum": f"example.com/absent v1.0.0 {HASH}\nexample.com/absent v1.0.0/go.mod {HASH}\n",
}


@pytest.mark.parametrize(
    ("files", "detail", "next_step"),
    [
        (
            {"main.go": "package main\n\nfunc main() { nothing() }\n"},
            "./main.go:3:15: undefined: nothing",
            "correct what it says about {module}",
        ),
        (
            {"main.go": "package main\n\nfunc main() {\n"},
            "./main.go:4:1: syntax error: unexpected EOF, expected }",
            "correct what it says about {module}",
        ),
        (
            {"main.go": REQUIRING["main.go"]},
            "main.go:3:8: cannot find module providing package example.com/absent: "
            "import lookup disabled by -mod=readonly",
            "go.mod is not complete: see payload/README.md",
        ),
        (
            REQUIRING,
            "main.go:3:8: missing go.sum entry for module providing package example.com/absent "
            "(imported by tiny); to add:",
            "go.sum is not complete: see payload/README.md",
        ),
        (
            SUMMED,
            "main.go:3:8: module lookup disabled by GOPROXY=off",
            "modules are missing, and GOPROXY forbids to download them",
        ),
    ],
)
def test_what_cannot_be_built_says_why_and_leaves_nothing(
    workshop: Workshop, files: dict[str, str], detail: str, next_step: str
) -> None:
    workshop.environment["GOPROXY"] = "off"
    for file, content in files.items():
        workshop.write(file, content)

    result = workshop.run("build")

    assert (result.returncode, result.stdout, workshop.entries()) == (1, "", [])
    lines = result.stderr.splitlines()
    assert detail in lines
    assert lines[-1].partition(" could not build ")[2] == (
        f"tiny; {next_step.format(module=workshop.module)}, then build again"
    )


def test_a_module_proxy_that_does_not_answer_is_named_as_the_cause(workshop: Workshop) -> None:
    for file, content in SUMMED.items():
        workshop.write(file, content)
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))  # and does not listen
        workshop.environment["GOPROXY"] = f"https://127.0.0.1:{deaf.getsockname()[1]}"

        result = workshop.run("build")

    assert (result.returncode, workshop.entries()) == (1, [])
    assert result.stderr.splitlines()[-1].partition(" could not build ")[2] == (
        "tiny; the network does not lead to Go's module proxy: mend it, or set GOPROXY, then build"
        " again"
    )


def test_a_cache_that_cannot_be_written_is_named(workshop: Workshop) -> None:
    workshop.environment["HYPERSHIFT_CACHE"] = str(workshop.module / "go.mod")

    result = workshop.run("build")

    assert (result.returncode, result.stderr) == (
        1,
        f"Error: cannot keep tiny in {workshop.module}/go.mod/components (Not a directory): mend"
        " that, or name another directory with HYPERSHIFT_CACHE\n",
    )


def test_an_unknown_component_is_refused_before_anything_is_built(workshop: Workshop) -> None:
    result = workshop.run("build", "tiny", "huge")

    assert (result.returncode, result.stderr, workshop.entries()) == (
        2,
        "Error: there is no component huge; there are: tiny\n",
        [],
    )
