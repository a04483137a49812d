"""The catalog of components is what the file of versions says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sandbox.components import load, store
from sandbox.errors import SandboxError

if TYPE_CHECKING:
    from pathlib import Path

TINY = """
[tiny]
version = "v1.22.3"
modules = ["example.com/tiny"]

[tiny.binaries.tiny]
package = "./cmd/tiny"
links = ["little", "a-tiny"]

[tiny.binaries.other]

[tiny.variables]
"example.com/version" = { whole = "{version}", parts = "{major}.{minor}", plain = "clean" }
"""


def payload(folder: Path, versions: str, *modules: str) -> Path:
    """A payload with modules of these names."""
    (folder / "versions.toml").write_text(versions)
    for name in modules:
        (folder / name).mkdir()
        (folder / name / "go.mod").write_text(f"module {name}\n")
    return folder


def test_a_component_has_its_programs_and_the_variables_that_are_linked(tmp_path: Path) -> None:
    catalog = load(payload(tmp_path, TINY, "tiny"))

    [tiny] = catalog.values()
    assert (tiny.name, tiny.version, tiny.folder) == ("tiny", "v1.22.3", tmp_path / "tiny")
    assert tiny.programs == ["a-tiny", "little", "other", "tiny"]
    assert tiny.variables == {
        "example.com/version.whole": "v1.22.3",
        "example.com/version.parts": "1.22",
        "example.com/version.plain": "clean",
    }


def test_components_are_in_the_order_of_their_names(tmp_path: Path) -> None:
    table = '[{0}]\nversion = "v1"\nmodules = []\nbinaries = {{}}\n'

    catalog = load(payload(tmp_path, table.format("b") + table.format("a"), "a", "b"))

    assert list(catalog) == ["a", "b"]


def test_a_further_release_is_a_component_that_is_built_on_demand(tmp_path: Path) -> None:
    also = '[tiny.also]\n"tiny-1.21" = "v1.21.9"\n'

    catalog = load(payload(tmp_path, TINY + also, "tiny", "tiny-1.21"))

    usual, further = catalog.values()
    assert (usual.name, usual.version, usual.on_demand) == ("tiny", "v1.22.3", False)
    assert (further.name, further.version, further.on_demand) == ("tiny-1.21", "v1.21.9", True)
    assert further.folder == tmp_path / "tiny-1.21"
    assert further.programs == usual.programs
    assert further.variables["example.com/version.parts"] == "1.21"


def test_a_further_release_changes_nothing_of_the_usual_one(tmp_path: Path) -> None:
    """Otherwise everything would be built anew."""
    folder = payload(tmp_path, TINY, "tiny", "tiny-1.21")
    [alone] = load(folder).values()
    (folder / "versions.toml").write_text(f'{TINY}[tiny.also]\n"tiny-1.21" = "v1.21.9"\n')
    usual, further = load(folder).values()

    assert store.entry(usual, ()) == store.entry(alone, ())
    assert store.entry(further, ()).name.startswith("tiny-1.21-v1.21.9-")


@pytest.mark.parametrize(
    ("versions", "sentence"),
    [
        (
            "[tiny",
            "{payload}/versions.toml is not as its first lines say: Expected ']' at the end of a"
            " table declaration (at end of document); correct it",
        ),
        (
            '[tiny]\nversion = "v1"\nmodules = []',
            "{payload}/versions.toml is not as its first lines say: Object missing required field"
            " `binaries` - at `$[...]`; correct it",
        ),
        (
            '[tiny]\nversion = "v1"\nmodules = []\nbinaries = {}\ncolour = "red"',
            "{payload}/versions.toml is not as its first lines say: Object contains unknown field"
            " `colour` - at `$[...]`; correct it",
        ),
        (
            '[tiny]\nversion = "v1"\nmodules = []\nbinaries = {}',
            "{payload}/versions.toml names tiny, but {payload}/tiny has no go.mod: add the module,"
            " or remove the table",
        ),
        (
            '[tiny]\nversion = "v1"\nmodules = []\nbinaries = {}\nalso = { tiny = "v2" }',
            "{payload}/versions.toml is not as its first lines say: tiny is there twice; correct"
            " it",
        ),
    ],
)
def test_a_file_of_versions_that_is_wrong_is_refused(
    tmp_path: Path, versions: str, sentence: str
) -> None:
    with pytest.raises(SandboxError) as refused:
        load(payload(tmp_path, versions))

    assert str(refused.value) == sentence.format(payload=tmp_path)


def test_a_payload_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SandboxError) as refused:
        load(tmp_path)

    assert str(refused.value) == (
        f"cannot read {tmp_path}/versions.toml (No such file or directory): run this from a"
        " checkout, after 'make setup'"
    )
