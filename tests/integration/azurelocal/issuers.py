"""An issuer of service account tokens on loopback, with TLS by an authority of its own.

    with issuing(tmp_path) as issuer:
        token = issuer.token(subject="system:serviceaccount:ns:name", audience="openshift")

It publishes what `documents` holds, by path, and notes in `asked` what is read.
"""

from __future__ import annotations

import datetime
import ipaddress
import json
import ssl
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from jwt.algorithms import RSAAlgorithm

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONFIGURATION = "/.well-known/openid-configuration"
KEYS = "/openid/v1/jwks"


def new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(65537, 2048)


@dataclass
class Issuer:
    """Whoever signs tokens and publishes keys; `publish` is told where by who makes one."""

    url: str
    key: rsa.RSAPrivateKey = field(default_factory=new_key, repr=False)
    documents: dict[str, Any] = field(default_factory=dict[str, Any])
    """What is answered: JSON, or a status in place of it."""
    asked: list[str] = field(default_factory=list[str])
    hold: threading.Event = field(default_factory=threading.Event)
    """While it is clear, nothing is answered."""

    def __post_init__(self) -> None:
        self.hold.set()
        self.publish("first")

    def publish(self, *kids: str) -> None:
        """Say what there is to be read: the key, under these names."""
        jwk = json.loads(RSAAlgorithm.to_jwk(self.key.public_key()))
        keys = [{**jwk, "use": "sig", "alg": "RS256", "kid": kid} for kid in kids]
        self.documents[KEYS] = {"keys": keys}
        self.documents[CONFIGURATION] = {"issuer": self.url, "jwks_uri": f"{self.url}{KEYS}"}

    def token(
        self,
        *,
        subject: str,
        audience: str,
        signed_by: rsa.RSAPrivateKey | None = None,
        kid: str = "first",
        **changes: Any,
    ) -> str:
        """Sign a token that is good for ten minutes, unless the changes say something else."""
        now = int(time.time())
        claims = {
            "iss": self.url,
            "sub": subject,
            "aud": [audience],
            "iat": now,
            "nbf": now,
            "exp": now + 600,
            **changes,
        }
        return jwt.encode(claims, signed_by or self.key, "RS256", headers={"kid": kid})


@contextmanager
def issuing(folder: Path) -> Iterator[Issuer]:
    """Serve an issuer until the block ends; `ca.pem` in the folder is what is to be trusted."""
    folder.mkdir(parents=True, exist_ok=True)
    listener = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    listener.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(_certify(folder))
    listener.socket = context.wrap_socket(
        listener.socket, server_side=True, do_handshake_on_connect=False
    )
    issuer = Issuer(f"https://localhost:{listener.server_port}")
    listener.issuer = issuer  # pyright: ignore[reportAttributeAccessIssue]
    thread = threading.Thread(target=listener.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield issuer
    finally:
        issuer.hold.set()
        listener.shutdown()
        thread.join()
        listener.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        issuer: Issuer = self.server.issuer  # pyright: ignore[reportAttributeAccessIssue]
        issuer.asked.append(self.path)
        issuer.hold.wait()
        document = issuer.documents.get(self.path, 404)
        status = document if isinstance(document, int) else 200
        content = document if isinstance(document, bytes) else json.dumps(document).encode()
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("location", f"{issuer.url}/elsewhere")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def _certify(folder: Path) -> Path:
    """Write an authority, and a certificate with its key for localhost; give the latter's path."""
    authority_key, key = new_key(), new_key()
    authority = _certificate("authority of an issuer", authority_key, None, authority_key)
    own = _certificate("localhost", key, authority, authority_key)
    (folder / "ca.pem").write_bytes(authority.public_bytes(Encoding.PEM))
    path = folder / "server.pem"
    path.touch(mode=0o600)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + own.public_bytes(Encoding.PEM))
    return path


def _certificate(
    name: str,
    key: rsa.RSAPrivateKey,
    issuer: x509.Certificate | None,
    signer: rsa.RSAPrivateKey,
) -> x509.Certificate:
    now = datetime.datetime.now(datetime.UTC)
    hour = datetime.timedelta(hours=1)
    subject = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, name)])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - hour)
        .not_valid_after(now + 24 * hour)
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
    )
    if issuer is not None:
        names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return builder.sign(signer, hashes.SHA256())
