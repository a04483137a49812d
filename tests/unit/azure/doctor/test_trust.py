"""Which federated credential is meant for which service account."""

from __future__ import annotations

from hypershift.azure.components import DISK, NETWORK
from hypershift.azure.doctor.reading import Credential
from hypershift.azure.doctor.trust import pair

ISSUER = "https://issuer"
NODE, OPERATOR, CONTROLLER = DISK.accounts


def credential(name: str, subject: str, issuer: str = ISSUER, audience: str = "openshift"):
    return Credential(name, issuer, subject, (audience,))


def test_each_account_gets_the_credential_with_its_subject_by_whatever_name() -> None:
    good = [credential(f"c{number}", one.subject) for number, one in enumerate(DISK.accounts)]

    pairing = pair(DISK.accounts, [*reversed(good)], ISSUER)

    assert pairing.pairs == dict(zip(DISK.accounts, good, strict=True))
    assert (pairing.missing, pairing.extra) == ([], [])


def test_a_wrong_subject_is_known_by_the_name_of_its_credential() -> None:
    wrong = credential("demo-disk-fed-id-operator", "system:serviceaccount:a:b")

    pairing = pair(DISK.accounts, [wrong], ISSUER)

    assert pairing.pairs == {OPERATOR: wrong}
    assert pairing.missing == [NODE, CONTROLLER]


def test_the_one_that_is_left_is_meant_for_the_one_account_that_has_none() -> None:
    wrong = credential("by-hand", "system:serviceaccount:a:b")

    assert pair(NETWORK.accounts, [wrong], ISSUER).pairs == {NETWORK.accounts[0]: wrong}


def test_of_several_for_one_account_the_one_of_the_issuer_counts() -> None:
    subject = NETWORK.accounts[0].subject
    other, mine = credential("a", subject, "https://other"), credential("b", subject)

    pairing = pair(NETWORK.accounts, [other, mine], ISSUER)

    assert pairing.pairs == {NETWORK.accounts[0]: mine}
    assert pairing.extra == []


def test_what_no_account_needs_is_extra() -> None:
    good = credential("a", NETWORK.accounts[0].subject)
    further = credential("b", "system:serviceaccount:default:default")

    assert pair(NETWORK.accounts, [good, further], ISSUER).extra == [further]
