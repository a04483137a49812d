"""Certificates that azurelocal's authority issues are taken by whoever trusts it."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from azurelocal import certificates

if TYPE_CHECKING:
    from pathlib import Path

HOST = "somebody.azurecr.io"


def test_a_further_server_is_taken_for_whom_it_was_named_and_for_nobody_else(
    tmp_path: Path,
) -> None:
    first = certificates.ensure(tmp_path)
    own = first.certificate.read_bytes()
    further = dataclasses.replace(first, certificate=tmp_path / "a.crt", key=tmp_path / "a.key")

    certificates.issue(tmp_path, further, (HOST,))

    authority, issued = (
        x509.load_pem_x509_certificate(path.read_bytes())
        for path in (further.authority, further.certificate)
    )
    policy = PolicyBuilder().store(Store([authority]))
    policy.build_server_verifier(x509.DNSName(HOST)).verify(issued, [])
    with pytest.raises(VerificationError):
        policy.build_server_verifier(x509.DNSName("management.azure.com")).verify(issued, [])
    assert further.key.stat().st_mode & 0o777 == 0o600
    assert first.certificate.read_bytes() == own
