"""Small things that checks go by."""

from __future__ import annotations

import pytest

from hypershift.azure.doctor.credentials import login_cure, refusal
from hypershift.azure.doctor.issuer import difference
from hypershift.azure.doctor.names import too_long


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ("https://host/issuer/", "slash at the end"),
        ("http://host/issuer", "http and https"),
        ("https://host/Issuer", "upper and lower case"),
        ("https://other/issuer", ""),
    ],
)
def test_what_is_easily_overlooked_in_an_address_is_said(found: str, words: str) -> None:
    assert words in difference(found, "https://host/issuer")
    assert bool(words) == bool(difference(found, "https://host/issuer"))


def test_entras_reason_is_kept_without_what_nobody_can_use() -> None:
    said = (
        "Authentication failed: AADSTS7000215: Invalid client secret provided. Trace ID: 1 Correl"
        "ation ID: 2\r\nmore"
    )

    assert refusal(said) == "AADSTS7000215: Invalid client secret provided"
    assert login_cure(said, "client") == "az ad app credential reset --append --id client"


def test_a_login_that_is_refused_in_another_way_has_a_cure_as_well() -> None:
    assert "az login" in login_cure("no credential in environment", "")


def test_names_that_fit_and_names_that_do_not() -> None:
    assert too_long("demo", "demo-x7k2p") == []
    assert ["virtual network" in one for one in too_long("demo", "x" * 60)] == [True]
    assert len(too_long("a" * 63, "b" * 64)) == 12
