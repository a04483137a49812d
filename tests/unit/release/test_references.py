"""Image references are read as docker reads them, and overrides and mirrors lead elsewhere."""

from __future__ import annotations

import pytest

from hypershift.release.errors import BadReferenceError
from hypershift.release.mirrors import candidates, override
from hypershift.release.references import ImageReference, parse

DIGEST = f"sha256:{'a1' * 32}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("busybox", ImageReference("docker.io", "library/busybox", "latest")),
        ("team/app:1", ImageReference("docker.io", "team/app", "1")),
        ("index.docker.io/busybox", ImageReference("docker.io", "library/busybox", "latest")),
        ("localhost/app", ImageReference("localhost", "app", "latest")),
        ("localhost:5000/app:1.2", ImageReference("localhost:5000", "app", "1.2")),
        ("[::1]:5000/app:1", ImageReference("[::1]:5000", "app", "1")),
        ("quay.io/a/b/c-d__e.f:4.21-x_6", ImageReference("quay.io", "a/b/c-d__e.f", "4.21-x_6")),
        (f"quay.io/a/b@{DIGEST}", ImageReference("quay.io", "a/b", digest=DIGEST)),
        (f"quay.io/a/b:1@{DIGEST}", ImageReference("quay.io", "a/b", "1", DIGEST)),
        (f"busybox@{DIGEST}", ImageReference("docker.io", "library/busybox", digest=DIGEST)),
    ],
)  # fmt: skip
def test_a_reference_has_dockers_defaults(text: str, expected: ImageReference) -> None:
    assert parse(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "quay.io/",
        "quay.io/UPPER/case",
        "quay.io/a:",
        "quay.io/a:-b",
        "quay.io/a b",
        "quay.io/../etc",
        "quay.io/a//b",
        "https://quay.io/a",
        "quay.io/a@sha256:short",
        "quay.io/a@",
        f"quay.io/a@md5:{'a' * 32}",
        f"quay.io/{'a' * 256}",
        "quay.io/a\n",
    ],
)
def test_what_is_no_reference_is_refused(text: str) -> None:
    with pytest.raises(BadReferenceError, match=r"is no image: write REGISTRY/REPOSITORY:TAG"):
        parse(text)


def test_a_password_in_a_reference_is_not_shown() -> None:
    with pytest.raises(BadReferenceError) as error:
        parse("user:hunter2@quay.io/a/b:1")

    assert "hunter2" not in str(error.value)
    assert "quay.io/a/b:1" in str(error.value)


def test_the_digest_of_a_reference_decides() -> None:
    reference = parse(f"quay.io/a/b:1@{DIGEST}")

    assert reference.selector == DIGEST
    assert str(reference) == f"quay.io/a/b:1@{DIGEST}"
    assert str(reference.at(DIGEST)) == f"quay.io/a/b@{DIGEST}"
    assert parse("quay.io/a/b:1").selector == "1"


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("quay.io/a/b:1", "mirror.example/b:1"),
        (f"quay.io/a/b@{DIGEST}", f"elsewhere.example/x@{DIGEST}"),
        ("quay.io/a/bc:1", "mirror.example/bc:1"),
        ("quay.io/z:1", "quay.io/z:1"),
        ("registry.example/z:1", "other.example/z:1"),
        ("registry.example:5000/z:1", "registry.example:5000/z:1"),
        ("quay.io/whole:1", "mine.example/w:2"),
    ],
)
def test_the_longest_override_that_ends_at_a_part_applies(image: str, expected: str) -> None:
    overrides = {
        "quay.io/a": "mirror.example",
        f"quay.io/a/b@{DIGEST}": f"elsewhere.example/x@{DIGEST}",
        "registry.example": "other.example",
        "quay.io/whole:1": "mine.example/w:2",
    }

    assert override(image, overrides) == expected


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        ("quay.io/a/b:1", ["one.example/b:1", "two.example/b:1", "three.example/a/b:1"]),
        (f"quay.io/a/b@{DIGEST}", [f"{place}@{DIGEST}" for place in
            ("one.example/b", "two.example/b", "three.example/a/b")]),
        ("quay.io/a/bc:1", ["three.example/a/bc:1"]),
        ("quay.io:443/a/b:1", []),
        ("docker.io/a/b:1", []),
    ],
)  # fmt: skip
def test_mirrors_come_before_the_source_and_the_nearest_first(
    image: str, expected: list[str]
) -> None:
    mirrors = {
        "quay.io": ["three.example"],
        "quay.io/a/b": ["one.example/b", "two.example/b"],
        "uay.io": ["never.example"],
    }

    assert candidates(image, mirrors) == [*expected, image]
