"""Signers: whom they are trusted by, and that nobody is cut off when they change."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.verification import (
    ExtensionPolicy,
    PolicyBuilder,
    Store,
    VerificationError,
)

from hypershift.pki import certificates
from hypershift.pki.ensure import ensure
from hypershift.pki.entries import Keys, Table
from hypershift.pki.objects import Holdings
from hypershift.pki.policy import Policy
from hypershift.pki.table import control_plane
from tests.unit.pki.plane import (
    FACTS,
    NOW,
    after,
    bundle,
    certificate,
    copied,
    reasons,
    run,
    spoil,
    without,
)

HOST = "kube-apiserver.clusters-demo.svc"
SERVER = "kas-server-private-crt"
LATER = timedelta(days=3650) * 0.8


def check_server(leaf: x509.Certificate, trusted: list[x509.Certificate], now: datetime) -> None:
    policy = PolicyBuilder().store(Store(trusted)).time(now)
    policy.build_server_verifier(x509.DNSName(HOST)).verify(leaf, [])


def check_client(leaf: x509.Certificate, trusted: list[x509.Certificate], now: datetime) -> None:
    ours = ExtensionPolicy.webpki_defaults_ca(), ExtensionPolicy.permit_all()
    policy = PolicyBuilder().store(Store(trusted)).time(now)
    builder = policy.extension_policies(ca_policy=ours[0], ee_policy=ours[1])
    builder.build_client_verifier().verify(leaf, [])


def test_what_is_signed_is_trusted_by_its_bundle_and_by_no_other(complete: Holdings) -> None:
    server, client = (certificate(complete, name) for name in (SERVER, "system-admin-client"))

    check_server(server, bundle(complete, "root-ca"), NOW)
    check_client(client, bundle(complete, "client-ca"), NOW)
    with pytest.raises(VerificationError):
        check_server(server, bundle(complete, "konnectivity-ca-bundle"), NOW)
    with pytest.raises(VerificationError):
        check_client(client, bundle(complete, "kubelet-client-ca"), NOW)


def test_etcd_trusts_its_own_clients_alone(complete: Holdings) -> None:
    client = certificate(complete, "etcd-client-tls", "etcd-client.crt")

    check_client(client, bundle(complete, "etcd-ca"), NOW)
    with pytest.raises(VerificationError):
        check_client(certificate(complete, "system-admin-client"), bundle(complete, "etcd-ca"), NOW)


def test_a_signer_whose_time_runs_out_keeps_everybody_s_trust(complete: Holdings) -> None:
    now = NOW + LATER
    result = run(complete, now=now)
    changed = after(result, complete)
    old, new = certificate(complete, "root-ca"), certificate(changed, "root-ca")

    assert reasons(result)["root-ca"].startswith("it expires at 2036-")
    assert new.not_valid_after_utc > old.not_valid_after_utc + timedelta(days=2000)
    assert bundle(changed, "root-ca") == [new, old]
    # A node that knows the old certificate alone still trusts what is signed now.
    check_server(certificate(changed, SERVER), [old], now)
    check_server(certificate(changed, SERVER), [new], now)
    assert run(changed, now=now).changes == ()


def test_certificates_stay_when_their_signer_is_renewed(complete: Holdings) -> None:
    shortly_before = NOW + LATER - timedelta(days=100)
    recent = after(run(complete, now=shortly_before), complete)
    renewed = after(run(recent, now=NOW + LATER), recent)

    assert certificate(renewed, "root-ca") != certificate(recent, "root-ca")
    assert certificate(renewed, SERVER) == certificate(recent, SERVER)
    assert renewed.secrets[SERVER].annotations != recent.secrets[SERVER].annotations
    check_server(certificate(renewed, SERVER), bundle(renewed, "root-ca"), NOW + LATER)


def test_an_old_certificate_of_a_signer_goes_when_it_expires(complete: Holdings) -> None:
    renewed = after(run(complete, now=NOW + LATER), complete)
    end = certificate(complete, "root-ca").not_valid_after_utc
    changed = after(run(renewed, now=end), renewed)

    assert len(bundle(renewed, "root-ca")) == 2
    assert bundle(changed, "root-ca") == [certificate(changed, "root-ca")]


def test_a_signer_that_is_lost_is_replaced_and_the_old_one_stays_trusted(
    complete: Holdings,
) -> None:
    lost = without(complete, "root-ca")
    lost = lost.with_changes(complete.config_maps["root-ca"])
    result = run(lost)
    changed = after(result, lost)
    old, new = certificate(complete, "root-ca"), certificate(changed, "root-ca")

    assert reasons(result)["root-ca"] == "it is missing"
    assert new.public_key() != old.public_key()
    assert bundle(changed, "root-ca") == [new, old]
    assert certificate(changed, SERVER) == certificate(complete, SERVER)
    assert result.due == NOW + timedelta(hours=1)
    assert run(changed).changes == ()

    settled = run(changed, now=result.due)
    final = after(settled, changed)
    assert reasons(settled)[SERVER] == "an older key of root-ca has signed it"
    check_server(certificate(final, SERVER), [new], result.due)
    assert bundle(final, "root-ca") == [new, old]
    assert run(final, now=result.due).changes == ()


def test_a_signer_that_is_deleted_with_its_bundles_is_trusted_no_more(complete: Holdings) -> None:
    lost = without(complete, "system-admin-signer", "client-ca")
    changed = after(run(lost), lost)

    assert certificate(complete, "system-admin-signer") not in bundle(changed, "client-ca")
    with pytest.raises(VerificationError):
        check_client(
            certificate(complete, "system-admin-client"), bundle(changed, "client-ca"), NOW
        )
    check_client(certificate(changed, "system-admin-client"), bundle(changed, "client-ca"), NOW)


def test_a_certificate_of_another_cluster_is_never_trusted(complete: Holdings) -> None:
    other = after(run())
    foreign = certificate(other, "system-admin-signer")
    mistaken = complete.with_changes(other.secrets["system-admin-client"])
    held = complete.config_maps["client-ca"]
    planted = held.data["ca.crt"] + other.config_maps["client-ca"].data["ca.crt"]
    tampered = complete.with_changes(replace(held, data={"ca.crt": planted}))

    for existing in (mistaken, tampered, without(mistaken, "system-admin-signer")):
        changed = after(run(existing), existing)
        assert foreign not in bundle(changed, "client-ca")
        check_client(certificate(changed, "system-admin-client"), bundle(changed, "client-ca"), NOW)


def test_a_signer_does_not_take_the_place_of_another_of_the_same_bundle(
    complete: Holdings,
) -> None:
    hosted = certificate(complete, "hcco-signer")
    mistaken = copied(complete, "hcco-client", "kas-kubelet-client-crt")
    changed = after(run(mistaken), mistaken)

    assert hosted in bundle(changed, "client-ca")
    assert hosted not in bundle(changed, "kubelet-client-ca")


def test_an_authority_that_has_signed_nothing_is_not_taken_over(complete: Holdings) -> None:
    other = after(run())
    foreign = other.config_maps["root-ca"].data["ca.crt"]
    held = complete.config_maps["root-ca"]
    both = replace(held, data={"ca.crt": held.data["ca.crt"] + foreign})
    planted = spoil(complete, SERVER, ca_crt=foreign.encode()).with_changes(both)

    assert after(run(planted), planted) == complete


def test_a_signer_that_another_has_signed_stands_for_itself_once_renewed(
    complete: Holdings,
) -> None:
    root = certificates.read_pair(complete.secrets["root-ca"].data, Keys())
    held = certificates.read_pair(complete.secrets["hcco-signer"].data, Keys())
    identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(root.key.public_key())
    builder = (
        x509.CertificateBuilder()
        .subject_name(held.certificate.subject)
        .issuer_name(root.certificate.subject)
        .public_key(held.key.public_key())
        .serial_number(1)
        .not_valid_before(NOW)
        .not_valid_after(NOW + timedelta(days=10))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(identifier, critical=False)
    )
    between = certificates.Pair.of(builder.sign(root.key, hashes.SHA256()), held.key)
    renewed = certificates.renew_signer(between, NOW + timedelta(days=9)).certificate

    renewed.verify_directly_issued_by(renewed)
    kinds = {type(each.value) for each in renewed.extensions}
    assert kinds == {x509.BasicConstraints}


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"ca_crt": b"x"}, "ca.crt cannot be read"),
        ({"ca_key": b"x"}, "ca.key cannot be read"),
        ({"ca_crt": b"", "ca_key": b""}, "ca.crt is missing"),
        ({"tls_key": b"x"}, "tls.key is not as it should be"),
    ],
)
def test_half_of_a_signer_is_restored_from_the_other_half(
    complete: Holdings, data: dict[str, bytes], reason: str
) -> None:
    spoiled = spoil(complete, "root-ca", **data)
    result = run(spoiled)

    assert reasons(result) == {"root-ca": reason}
    assert after(result, spoiled) == complete


def test_a_signer_that_has_been_altered_is_restored_from_its_copy(complete: Holdings) -> None:
    root = certificate(complete, "root-ca")
    der = bytearray(root.public_bytes(Encoding.DER))
    der[der.index(root.serial_number.to_bytes(20)[-8:]) + 5] ^= 1
    altered = x509.load_der_x509_certificate(bytes(der)).public_bytes(Encoding.PEM)
    spoiled = spoil(complete, "root-ca", ca_crt=altered)
    result = run(spoiled)

    assert reasons(result) == {"root-ca": "ca.crt is not as it was signed"}
    assert after(result, spoiled) == complete


def test_a_signer_whose_name_cannot_be_read_is_replaced(complete: Holdings) -> None:
    der = certificate(complete, "root-ca").public_bytes(Encoding.DER)
    unreadable = x509.load_der_x509_certificate(der.replace(b"openshift", b"opensh\xff\xfft"))
    pem = unreadable.public_bytes(Encoding.PEM)
    spoiled = spoil(complete, "root-ca", ca_crt=pem, tls_crt=pem)
    result = run(spoiled)

    assert reasons(result)["root-ca"] == "ca.crt cannot be read"
    assert run(after(result, spoiled)).changes == ()


def test_a_certificate_that_may_not_sign_is_no_signer(complete: Holdings) -> None:
    leaf = complete.secrets["kcm-server"].data
    wrong = spoil(
        complete,
        "konnectivity-signer",
        **{"ca_crt": leaf["tls.crt"], "ca_key": leaf["tls.key"]},
        **{"tls_crt": leaf["tls.crt"], "tls_key": leaf["tls.key"]},
    )
    result = run(wrong)

    assert reasons(result)["konnectivity-signer"] == "ca.crt may not sign others"
    assert run(after(result, wrong)).changes == ()


def test_a_signer_of_the_user_s_is_kept_and_certificates_follow(complete: Holdings) -> None:
    chosen = copied(after(run()), "root-ca", "root-ca")
    existing = complete.with_changes(chosen.secrets["root-ca"])
    first = after(run(existing), existing)
    settled = NOW + timedelta(hours=1)
    final = after(run(first, now=settled), first)

    assert certificate(final, "root-ca") == certificate(chosen, "root-ca")
    check_server(certificate(final, SERVER), [certificate(chosen, "root-ca")], settled)


def test_bundles_of_others_are_part_of_ours(complete: Holdings) -> None:
    other = after(run())
    ingress = replace(
        other.config_maps["root-ca"],
        name="observed-default-ingress-cert",
        data={"ca.crt": "rubbish\n" + other.config_maps["root-ca"].data["ca.crt"]},
    )
    existing = complete.with_changes(ingress)
    result = run(existing)
    changed = after(result, existing)

    assert set(reasons(result)) == {"root-ca"}
    assert bundle(changed, "root-ca") == [
        certificate(complete, "root-ca"),
        certificate(other, "root-ca"),
    ]


def test_a_signer_with_an_rsa_key_as_adopted_clusters_have_it_signs_ours(
    complete: Holdings,
) -> None:
    root = Table(tuple(each for each in control_plane(FACTS).signers if each.secret == "root-ca"))
    (adopted,) = ensure(root, Holdings.of(), NOW, Policy(keys="RSA")).changes
    existing = Holdings.of(adopted.object)
    changed = after(run(existing), existing)

    assert isinstance(certificate(changed, "root-ca").public_key(), rsa.RSAPublicKey)
    assert certificate(changed, "root-ca") != certificate(complete, "root-ca")
    check_server(certificate(changed, SERVER), bundle(changed, "root-ca"), NOW)
    assert run(changed).changes == ()
