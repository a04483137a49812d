"""Which components there are: the tables of payload/versions.toml and the folders beside it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from sandbox.errors import SandboxError

PAYLOAD = Path(__file__).resolve().parents[3] / "payload"
VERSIONS = "versions.toml"


class Binary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One program file: the Go package it is built from, and further names that it answers to."""

    package: str = "."
    links: tuple[str, ...] = ()


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file or a folder in an upstream module."""

    module: str
    path: str


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A component's table in the file of versions."""

    version: str
    modules: tuple[str, ...]
    binaries: dict[str, Binary]
    variables: dict[str, dict[str, str]] = {}
    files: dict[str, Source] = {}
    also: dict[str, str] = {}


class Component(msgspec.Struct, frozen=True):
    """An upstream release, and the Go module of ours that builds its programs."""

    name: str
    folder: Path
    entry: Entry
    on_demand: bool = False
    """Whether it is built only when it is named."""

    @property
    def version(self) -> str:
        """The release of upstream."""
        return self.entry.version

    @property
    def programs(self) -> list[str]:
        """Every name in the component's bin directory."""
        binaries = self.entry.binaries.items()
        return sorted(name for file, binary in binaries for name in (file, *binary.links))

    @property
    def variables(self) -> dict[str, str]:
        """What the linker writes into Go variables, by full name."""
        major, minor, *_ = [*self.version.removeprefix("v").split("."), "", ""]
        parts = {"{version}": self.version, "{major}": major, "{minor}": minor}
        result: dict[str, str] = {}
        for package, values in self.entry.variables.items():
            for variable, value in values.items():
                for part, text in parts.items():
                    value = value.replace(part, text)
                result[f"{package}.{variable}"] = value
        return result


def load(payload: Path = PAYLOAD) -> dict[str, Component]:
    """Read the file of versions."""
    path = payload / VERSIONS
    try:
        tables = tomllib.loads(path.read_text())
        entries = msgspec.convert(tables, dict[str, Entry])
    except OSError as error:
        raise SandboxError(
            f"cannot read {path} ({error.strerror}): run this from a checkout, after 'make setup'"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise SandboxError(f"{path} is not as its first lines say: {error}; correct it") from error
    usual = dict(entries)
    for entry in usual.values():
        for name, version in entry.also.items():
            if name in entries:
                raise SandboxError(
                    f"{path} is not as its first lines say: {name} is there twice; correct it"
                )
            entries[name] = msgspec.structs.replace(entry, version=version, also={})
    for name in entries:
        if not (payload / name / "go.mod").is_file():
            raise SandboxError(
                f"{path} names {name}, but {payload / name} has no go.mod: add the module, or"
                " remove the table"
            )
    return {
        name: Component(name, payload / name, entries[name], on_demand=name not in usual)
        for name in sorted(entries)
    }
