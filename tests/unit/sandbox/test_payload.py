"""The file of versions and the modules beside it tell the same story."""

from __future__ import annotations

import re
import tomllib

import pytest

from sandbox.components import Component, load
from sandbox.components.catalog import PAYLOAD, VERSIONS

REQUIREMENT = re.compile(r"^\s*(?:require )?(\S+) (v\S+)", re.MULTILINE)
REPLACEMENT = re.compile(r"^\s*(?:replace )?(\S+) => (\S+) (v\S+)", re.MULTILINE)
PROGRAM = re.compile(r'^\t"([a-z-]+)": ', re.MULTILINE)
TOOL = re.compile(r"^\s*(?:tool )?([^\s()]+/[^\s()]+)$", re.MULTILINE)

# Staging modules that not every proxy has at the release, and which one is taken in its place. The
# README of the payload says what is known of the differences.
SUBSTITUTES = {
    "kubernetes-1.33": {
        "cri-client": "v0.33.5",
        "csi-translation-lib": "v0.33.9",
        "dynamic-resource-allocation": "v0.33.9",
        "endpointslice": "v0.33.10",
        "externaljwt": "v0.33.4",
        "kube-controller-manager": "v0.33.4",
        "kube-proxy": "v0.33.7",
        "kube-scheduler": "v0.33.7",
        "mount-utils": "v0.33.7",
        "pod-security-admission": "v0.33.7",
    }
}

components = pytest.mark.parametrize("component", load().values(), ids=str)
# Some components have a main.go of ours; the others are upstream's main packages as they are.
OURS = [each for each in load().values() if (each.folder / "main.go").exists()]
UPSTREAMS = [each for each in load().values() if each not in OURS]


def module(component: Component) -> str:
    """The text of go.mod."""
    return (component.folder / "go.mod").read_text()


def test_every_module_has_a_table_or_is_a_further_release_in_one() -> None:
    folders = {path.parent.name for path in PAYLOAD.glob("*/go.mod")}
    tables = tomllib.loads((PAYLOAD / VERSIONS).read_text())

    assert folders == {
        *tables,
        *(name for table in tables.values() for name in table.get("also", ())),
    }


@components
def test_a_module_requires_the_release_that_the_table_names(component: Component) -> None:
    required = dict(REQUIREMENT.findall(module(component)))

    found = {name: required.get(name) for name in component.entry.modules}

    assert found == dict.fromkeys(component.entry.modules, component.version)


@pytest.mark.parametrize("name", ["kubernetes", *SUBSTITUTES])
def test_kubernetes_takes_every_staging_module_from_its_own_release(name: str) -> None:
    kubernetes = load()[name]
    staging = kubernetes.version.replace("v1.", "v0.")
    required = dict(REQUIREMENT.findall(module(kubernetes)))
    replaced = {
        old: (new, version) for old, new, version in REPLACEMENT.findall(module(kubernetes))
    }
    # What is taken from a later release requires later ones of others: what is replaced decides.
    minor = staging.rpartition(".")[0]
    released = {name for name, version in required.items() if version.startswith(f"{minor}.")}

    assert {"k8s.io/api", "k8s.io/apiserver", "k8s.io/kubectl"} <= released
    others = {f"k8s.io/{module}": version for module, version in SUBSTITUTES.get(name, {}).items()}
    assert others.keys() <= released
    assert {name: replaced.get(name) for name in released} == {
        name: (name, others.get(name, staging)) for name in released
    }


def test_all_releases_of_kubernetes_have_one_main_package() -> None:
    kubernetes = load()["kubernetes"]

    for name, version in kubernetes.entry.also.items():
        other = load()[name]
        assert (other.version, other.programs) == (version, kubernetes.programs)
        assert (other.folder / "main.go").resolve() == kubernetes.folder / "main.go"
        assert version.startswith(f"v{name.removeprefix('kubernetes-')}.")


@components
def test_what_a_module_needs_is_pinned_by_hash(component: Component) -> None:
    file = component.folder / "go.sum"
    lines = file.read_text().splitlines() if component.entry.modules else []
    sums = {tuple(line.split()[:2]) for line in lines}

    missing = [name for name in component.entry.modules if (name, component.version) not in sums]

    assert missing == []


@pytest.mark.parametrize("component", OURS, ids=str)
def test_the_names_of_a_program_are_those_that_it_dispatches_on(component: Component) -> None:
    dispatched = set(PROGRAM.findall((component.folder / "main.go").read_text()))

    [(file, binary)] = component.entry.binaries.items()

    assert dispatched | {file} == {file, *binary.links}


@pytest.mark.parametrize("component", UPSTREAMS, ids=str)
def test_the_programs_of_upstream_are_tools_of_the_module(component: Component) -> None:
    """Otherwise Go could drop what they need from go.mod."""
    tools = set(TOOL.findall(module(component)))

    assert tools == {binary.package for binary in component.entry.binaries.values()}
    assert not any(binary.links for binary in component.entry.binaries.values())


@components
def test_files_are_those_of_modules_that_are_pinned(component: Component) -> None:
    modules = {source.module for source in component.entry.files.values()}

    assert modules <= set(component.entry.modules)
