"""What an issuer publishes: word for word what Azure reads, and old keys beside new ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hypershift.azure import issuer_documents
from hypershift.azure.issuer_documents import Rotation, read_keys, same

URL = "https://myissuer.blob.core.windows.net/myissuer"


def key(id: str, **more: Any) -> dict[str, Any]:
    return {
        "use": "sig",
        "kty": "RSA",
        "kid": id,
        "alg": "RS256",
        "n": f"n{id}",
        "e": "AQAB",
    } | more


def ids(keys: list[dict[str, Any]]) -> list[str]:
    return [one["kid"] for one in keys]


def test_the_configuration_says_where_the_keys_are() -> None:
    assert issuer_documents.configuration(URL) == (
        """{
    "issuer": "https://myissuer.blob.core.windows.net/myissuer",
    "jwks_uri": "https://myissuer.blob.core.windows.net/myissuer/openid/v1/jwks",
    "response_types_supported": [
        "id_token"
    ],
    "subject_types_supported": [
        "public"
    ],
    "id_token_signing_alg_values_supported": [
        "RS256"
    ]
}"""
    )


def test_the_keys_are_written_and_read() -> None:
    text = issuer_documents.keys([key("new"), key("old")])

    assert json.loads(text) == {"keys": [key("new"), key("old")]}
    assert read_keys(text) == [key("new"), key("old")]


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "{}", '{"keys": {}}', '{"keys": [1]}'])
def test_what_is_no_list_of_keys_is_not_read_as_one(text: str) -> None:
    with pytest.raises(ValueError, match="it is no list of keys"):
        read_keys(text)


@pytest.mark.parametrize(
    ("there", "retired", "then", "differences"),
    [
        ([], (), ["new"], ["key new was missing"]),
        (["new"], (), ["new"], []),
        (["old"], (), ["new", "old"], ["key new was missing"]),
        (["new", "old"], (), ["new", "old"], []),
        (["old", "new"], (), ["new", "old"], ["key new was not the first"]),
        (["b", "a"], (), ["new", "b", "a"], ["key new was missing"]),
        (["new", "b", "a"], ("a",), ["new", "b"], ["key a is retired"]),
        (["new", "b"], ("a",), ["new", "b"], []),
        (["b", "a"], ("a", "b"), ["new"], ["key new was missing", "key b is retired"]),
        (["new", "a", "new"], (), ["new", "a"], ["key new was there twice"]),
    ],
)
def test_the_new_key_comes_first_and_the_others_stay_until_they_are_retired(
    there: list[str], retired: tuple[str, ...], then: list[str], differences: list[str]
) -> None:
    rotation = Rotation(key("new"), retired)
    keys = [key(one) for one in there]

    assert ids(rotation.applied(keys)) == then
    assert rotation.differences(keys)[: len(differences)] == differences
    assert bool(rotation.differences(keys)) == (ids(rotation.applied(keys)) != there)
    assert rotation.differences(rotation.applied(keys)) == []


def test_a_key_that_is_published_wrongly_is_published_anew() -> None:
    rotation = Rotation(key("new"))
    wrong = key("new", n="something else")

    assert rotation.differences([wrong]) == ["key new was published wrongly"]
    assert rotation.applied([wrong]) == [key("new")]


def test_keys_of_other_programs_stay_as_they_are() -> None:
    other = {"kty": "EC", "crv": "P-256", "x": "x", "y": "y"}

    assert Rotation(key("new")).applied([other]) == [key("new"), other]


def test_documents_are_compared_by_what_they_say() -> None:
    assert same('{"a": 1,\n "b": 2}', '{"b":2,"a":1}')
    assert not same('{"a": 1}', '{"a": 2}')
    assert not same("no JSON", "no JSON")
