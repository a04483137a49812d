"""What makes a certificate anew, and what does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from hypershift.pki import certificates, keys
from hypershift.pki.entries import Leaf, Names
from hypershift.pki.facts import Endpoint
from hypershift.pki.policy import Policy
from hypershift.pki.table import control_plane
from tests.unit.pki.plane import (
    EVERYTHING,
    FACTS,
    NOW,
    after,
    certificate,
    copied,
    held,
    reasons,
    run,
    spoil,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypershift.pki.objects import Holdings

YEAR = timedelta(days=365)
SERVER = "kas-server-private-crt"


def resigned(holdings: Holdings, **changes: object) -> Holdings:
    """Let the right signer sign a certificate that differs from the wanted one."""
    (wanted,) = (each for each in control_plane(FACTS).leaves if each.secret == SERVER)
    leaf: Leaf = replace(wanted, **changes)  # pyright: ignore[reportArgumentType] fields of it
    (root,) = (each for each in control_plane(FACTS).signers if each.secret == "root-ca")
    signer = certificates.read_pair(holdings.secrets["root-ca"].data, root.keys[0])
    pair = certificates.sign(leaf, keys.make("ECDSA", 1)[0], signer, NOW, Policy())
    return spoil(holdings, SERVER, tls_crt=pair.pem, tls_key=pair.key_pem)


BAD: dict[str, tuple[Callable[[Holdings], Holdings], str]] = {
    "gone": (lambda held: without(held, SERVER), "it is missing"),
    "no certificate": (lambda held: spoil(held, SERVER, tls_crt=b""), "tls.crt is missing"),
    "rubbish": (lambda held: spoil(held, SERVER, tls_crt=b"\xff\0x"), "tls.crt cannot be read"),
    "rubbish in PEM": (
        lambda held: spoil(
            held,
            SERVER,
            tls_crt=b"-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n",
        ),
        "tls.crt cannot be read",
    ),
    "rubbish for a key": (lambda held: spoil(held, SERVER, tls_key=b"x"), "tls.key cannot be read"),
    "key of another": (
        lambda held: spoil(held, SERVER, tls_key=held.secrets["kcm-server"].data["tls.key"]),
        "tls.key does not belong to tls.crt",
    ),
    "another signer": (
        lambda held: copied(held, "konnectivity-server", SERVER),
        "root-ca has not signed it",
    ),
    "another certificate": (
        lambda held: copied(held, "kas-server-crt", SERVER),
        "its common name is 'kubernetes', not 'kubernetes-private'",
    ),
    "organizations": (
        lambda held: resigned(held, organizations=("a", "system:masters")),
        "its organizations are a, system:masters, not kubernetes",
    ),
    "names": (
        lambda held: resigned(held, names=Names(("a",))),
        "its names are a, not kube-apiserver, kube-apiserver.clusters-demo.svc,"
        " kube-apiserver.clusters-demo.svc.cluster.local",
    ),
    "usages": (
        lambda held: resigned(held, usage="both"),
        "its usages are not those of a server",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_wrong_is_said_and_made_good(complete: Holdings, case: str) -> None:
    change, reason = BAD[case]
    spoiled = change(complete)
    result = run(spoiled)

    assert reasons(result) == {SERVER: reason}
    assert run(after(result, spoiled)).changes == ()


def test_a_new_address_of_the_api_server_makes_its_certificate_anew(complete: Holdings) -> None:
    result = run(complete, replace(FACTS, api=Endpoint("20.9.9.9", 7443)))

    assert set(reasons(result)) == {"kas-server-crt", "admin-kubeconfig", "bootstrap-kubeconfig"}
    assert reasons(result)["kas-server-crt"].startswith("its names are api.demo.example.com,")


def test_certificates_are_renewed_thirty_days_before_their_end(complete: Holdings) -> None:
    end = certificate(complete, SERVER).not_valid_after_utc

    early = run(complete, now=end - timedelta(days=30, seconds=1))
    late = run(complete, now=end - timedelta(days=30))

    assert early.changes == ()
    assert early.due == end - timedelta(days=30)
    assert reasons(late)[SERVER] == f"it expires at {end:%Y-%m-%dT%H:%M:%SZ}"
    assert run(after(late, complete), now=end - timedelta(days=30)).changes == ()


def test_what_has_expired_or_is_not_valid_yet_is_renewed(complete: Holdings) -> None:
    assert reasons(run(complete, now=NOW + YEAR))[SERVER].startswith("it has expired at 2027-03-01")
    assert reasons(run(complete, now=NOW - YEAR))[SERVER].startswith("it is not valid before 2026-")


def test_another_validity_makes_all_certificates_anew_and_no_signer(complete: Holdings) -> None:
    policy = Policy(validity=timedelta(hours=2))
    result = run(complete, policy=policy)
    changed = after(result, complete)

    assert reasons(result)[SERVER] == "it is valid for 365 days, 0:00:00, not for 2:00:00"
    assert not set(reasons(result)) & {each.secret for each in control_plane(FACTS).signers}
    assert run(changed, policy=policy).changes == ()
    assert run(changed, policy=policy, now=NOW + timedelta(minutes=65)).changes == ()
    assert run(changed, policy=policy, now=NOW + timedelta(minutes=90)).changes != ()


def test_the_share_says_when_certificates_are_renewed(complete: Holdings) -> None:
    policy, end = Policy(share=0.5), certificate(complete, SERVER).not_valid_after_utc

    assert run(complete, policy=policy, now=end - YEAR / 2 - timedelta(seconds=1)).changes == ()
    assert SERVER in reasons(run(complete, policy=policy, now=end - YEAR / 2))


def test_a_kubeconfig_follows_its_certificate(complete: Holdings) -> None:
    result = run(without(complete, "system-admin-client"))

    assert reasons(result) == {
        "system-admin-client": "it is missing",
        "localhost-kubeconfig": "kubeconfig is not as it should be",
        "service-network-admin-kubeconfig": "kubeconfig is not as it should be",
        "demo-abc12-kubeconfig": "value is not as it should be",
        "admin-kubeconfig": "kubeconfig is not as it should be",
    }


def test_edits_by_hand_are_undone(complete: Holdings) -> None:
    bundle = complete.config_maps["client-ca"]
    kubeconfig = complete.secrets["hcco-kubeconfig"]
    edited = complete.with_changes(
        replace(bundle, data={"ca.crt": "x"}),
        replace(kubeconfig, labels={}, data={"kubeconfig": b"x"}),
    )
    result = run(edited)

    assert set(reasons(result)) == {"client-ca", "hcco-kubeconfig"}
    assert after(result, edited) == complete


@pytest.mark.parametrize(
    ("name", "part", "key"),
    [
        ("hcco-kubeconfig", "labels", "hypershift.openshift.io/kubeconfig"),
        (SERVER, "annotations", "hypershiftlite.openshift.io/ca-hash"),
    ],
)
def test_labels_and_annotations_are_restored(
    complete: Holdings, name: str, part: str, key: str
) -> None:
    secret = complete.secrets[name]
    for value, reason in (({}, f"{key} is missing"), ({key: "x"}, f"{key} is not as it should be")):
        edited = complete.with_changes(replace(secret, **{part: value}))

        assert reasons(run(edited)) == {name: reason}
        assert after(run(edited), edited) == complete


def test_the_type_of_a_secret_stays_as_it_cannot_be_changed(complete: Holdings) -> None:
    typed = replace(spoil(complete, SERVER, tls_crt=b"x").secrets[SERVER], type="kubernetes.io/tls")
    (change,) = run(complete.with_changes(typed)).changes

    assert change.object == replace(held(change.object), type="kubernetes.io/tls")


def test_what_others_add_is_left_alone(complete: Holdings) -> None:
    secret = complete.secrets[SERVER]
    added = replace(
        secret,
        data={**secret.data, "more": b"x"},
        labels={"a": "b"},
        annotations={**secret.annotations, "c": "d"},
        type="kubernetes.io/tls",
    )

    assert run(complete.with_changes(added)).changes == ()


def test_the_second_look_changes_nothing(openshift: Holdings) -> None:
    assert run(openshift, EVERYTHING).changes == ()


def test_the_same_input_gives_the_same_answer(complete: Holdings) -> None:
    spoiled = spoil(without(complete, "hcco-client", "root-ca"), SERVER, tls_key=b"x")

    assert reasons(run(spoiled)) == reasons(run(spoiled))


def test_keys_are_as_the_policy_says_and_old_ones_stay(complete: Holdings) -> None:
    policy = Policy(keys="RSA")
    result = run(without(complete, SERVER), policy=policy)
    made = result.changes[0].object.data["tls.key"]

    assert set(reasons(result)) == {SERVER}
    assert isinstance(made, bytes)
    assert made.startswith(b"-----BEGIN RSA PRIVATE KEY-----")
    assert isinstance(keys.read(made), rsa.RSAPrivateKey)
    other = complete.secrets["kcm-server"].data["tls.key"]
    assert other.startswith(b"-----BEGIN PRIVATE KEY-----")
    assert isinstance(keys.read(other), ec.EllipticCurvePrivateKey)


def test_a_broken_rsa_key_is_found_out() -> None:
    good = keys.make_rsa()
    numbers = good.private_numbers()
    broken = rsa.RSAPrivateNumbers(
        **{
            part: getattr(numbers, part) ^ (4 if part in ("d", "dmp1") else 0)
            for part in ("p", "q", "d", "dmp1", "dmq1", "iqmp")
        },
        public_numbers=numbers.public_numbers,
    ).private_key(unsafe_skip_rsa_key_validation=True)

    assert keys.read(keys.write(good)).public_key() == good.public_key()
    with pytest.raises(ValueError, match="cannot be read"):
        keys.read(keys.write(broken))
