"""The pull secret gives the credentials of the nearest place, and shows none of them."""

from __future__ import annotations

import base64
import json

import pytest

from hypershift.release.auth import Challenge, PullSecret, Token
from hypershift.release.errors import PullSecretError


def secret(**auths: object) -> PullSecret:
    """A pull secret of these entries."""
    return PullSecret.parse(json.dumps({"auths": auths}).encode())


def auth(user: str, password: str = "secret") -> dict[str, str]:
    """An entry as docker writes it."""
    return {"auth": base64.b64encode(f"{user}:{password}".encode()).decode()}


@pytest.mark.parametrize(
    ("repository", "user"),
    [
        ("team/app", "app"),
        ("team/app/part", "app"),
        ("team/apple", "team"),
        ("team/other", "team"),
        ("else/thing", "all"),
    ],
)
def test_the_longest_entry_that_ends_at_a_part_counts(repository: str, user: str) -> None:
    pull_secret = secret(
        **{"quay.io": auth("all"), "quay.io/team": auth("team"), "quay.io/team/app": auth("app")}
    )

    found = pull_secret.find("quay.io", repository)

    assert found is not None
    assert found.user == user


def test_a_registry_without_an_entry_has_no_credentials() -> None:
    pull_secret = secret(**{"quay.io": auth("all"), "quay.io:5000": {}})

    assert pull_secret.find("quay.io:5000", "a") is None
    assert pull_secret.find("other.example", "a") is None


@pytest.mark.parametrize(
    "key", ["docker.io", "index.docker.io", "https://index.docker.io/v1/", "registry-1.docker.io"]
)
def test_every_name_of_docker_io_is_read(key: str) -> None:
    assert secret(**{key: auth("me")}).find("docker.io", "library/busybox") is not None


def test_a_password_may_have_colons_and_an_entry_may_be_in_parts() -> None:
    pull_secret = secret(
        **{
            "a.example": auth("me", "pass:word"),
            "b.example": {"username": "you", "password": "pw"},
            "c.example": {**auth("00000000-0000-0000-0000-000000000000", ""), "identitytoken": "t"},
        }
    )

    a, b, c = (pull_secret.find(f"{name}.example", "x") for name in "abc")
    assert a is not None
    assert b is not None
    assert c is not None
    assert base64.b64decode(a.basic.removeprefix("Basic ")) == b"me:pass:word"
    assert (b.user, b.password) == ("you", "pw")
    assert c.identity_token == "t"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"hunter2",
        b'{"auths": {"quay.io": "hunter2"}}',
        b'{"auths": {"quay.io": {"auth": "hunter2!"}}}',
        b'{"auths": {"quay.io": {"auth": "aHVudGVyMg=="}}}',
    ],
)
def test_a_wrong_pull_secret_is_refused_without_its_content(content: bytes) -> None:
    with pytest.raises(PullSecretError, match="is not a dockerconfigjson") as error:
        PullSecret.parse(content)

    assert "hunter2" not in str(error.value)
    assert error.value.__cause__ is None


def test_no_credential_is_in_a_text_about_it() -> None:
    pull_secret = secret(**{"quay.io": auth("somebody", "hunter2")})
    shown = repr((pull_secret, pull_secret.find("quay.io", "a"), Token(token="hunter2")))

    assert "quay.io" in shown
    assert "hunter2" not in shown
    assert "somebody" not in shown


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        (
            ['Bearer realm="https://auth.example/token",service="reg,1",scope="repository:a:pull"'],
            Challenge(
                "bearer",
                {
                    "realm": "https://auth.example/token",
                    "service": "reg,1",
                    "scope": "repository:a:pull",
                },
            ),
        ),
        (['Basic realm="say \\"who\\""'], Challenge("basic", {"realm": 'say "who"'})),
        (["Basic realm=x", 'Bearer realm="y"'], Challenge("bearer", {"realm": "y"})),
        (["Negotiate"], None),
        ([], None),
    ],
)
def test_a_challenge_is_read(headers: list[str], expected: Challenge | None) -> None:
    assert Challenge.parse(headers) == expected
