"""Certificates and keys: all of them or none, for their owner alone, and for the right names."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.exceptions import InvalidSignature

from sandbox.management import pki, shape
from sandbox.management.status import certificates

if TYPE_CHECKING:
    from pathlib import Path

    from sandbox.management.place import Place


def certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def is_of(authority: x509.Certificate, issued: x509.Certificate) -> bool:
    try:
        issued.verify_directly_issued_by(authority)
    except (ValueError, InvalidSignature):
        return False
    return True


def test_they_are_made_once(folder: Path) -> None:
    pki.ensure(folder)
    made = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    pki.ensure(folder)

    assert {path: path.read_bytes() for path in made} == made
    assert len(made) == len([path for path in folder.rglob("*") if path.is_file()])


def test_what_an_interrupted_run_has_left_is_not_used(folder: Path) -> None:
    left = folder.with_name("pki.new")
    left.mkdir(parents=True)
    (left / "ca.crt").write_text("half of a certificate")

    pki.ensure(folder)

    assert not left.exists()
    certificate(folder / "ca.crt")


def test_keys_are_for_their_owner_alone(place: Place) -> None:
    keys = [*place.keys.rglob("*.key")]

    assert keys
    assert {oct(key.stat().st_mode & 0o777) for key in keys} == {"0o600"}
    assert oct(place.keys.stat().st_mode & 0o777) == "0o700"


def test_the_api_server_is_known_by_all_its_names(place: Place) -> None:
    server = certificate(place.keys / "kube-apiserver.crt")
    names = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value

    assert shape.host(pki.label(place.keys)) in names.get_values_for_type(x509.DNSName)
    assert "kubernetes.default.svc" in names.get_values_for_type(x509.DNSName)
    addresses = {str(one) for one in names.get_values_for_type(x509.IPAddress)}
    assert addresses == {"127.0.0.1", shape.CONTROL.address, shape.SERVICE}


def test_status_warns_before_certificates_end(place: Place) -> None:
    end = pki.end(place.keys)

    ends = [certificate(path).not_valid_after_utc for path in place.keys.rglob("*.crt")]
    assert all(end <= each for each in ends)
    assert certificates(end, end - timedelta(days=15)).well
    assert not certificates(end, end - timedelta(days=13)).well


def test_clusters_have_names_of_their_own(tmp_path: Path) -> None:
    for name in ("one", "two"):
        pki.ensure(tmp_path / name)

    assert pki.label(tmp_path / "one") != pki.label(tmp_path / "two")


def test_no_certificate_of_the_cluster_is_good_for_etcd(place: Place) -> None:
    cluster, etcd = (certificate(place.keys / path) for path in ("ca.crt", "etcd/ca.crt"))

    assert is_of(etcd, certificate(place.keys / "etcd/client.crt"))
    for path in place.keys.glob("*.crt"):
        assert not is_of(etcd, certificate(path)), path
        assert path.name == "ca.crt" or is_of(cluster, certificate(path)), path
