"""The real registry on loopback, with TLS: open to all, or behind passwords or tokens.

with running(folder, authority) as registry:
    name = registry.push(layout, "team/app")
"""

from __future__ import annotations

import base64
import datetime
import os
import re
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import jwt
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key

from sandbox import components, processes
from sandbox.images.push import Registry
from sandbox.progress import Reporter
from tests.integration.release.scripted import Answer, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sandbox.apiserver.authority import Authority
    from tests.integration.release.scripted import Asked

USER, PASSWORD = "puller", "a password"
BASIC = f"Basic {base64.b64encode(f'{USER}:{PASSWORD}'.encode()).decode()}"
# Of that password. The registry takes bcrypt alone, which is not in Python's library.
_HTPASSWD = f"{USER}:$2b$04$QKNnH82tW9DlI855fN8GMuN0LnorMc1jZ4C5ivGMkn8lgu.jUWJwC\n"
_SERVICE, _ISSUER = "the registry", "the issuer"
_CONFIG = """\
version: 0.1
log: {{level: info, accesslog: {{disabled: true}}}}
storage: {{filesystem: {{rootdirectory: {folder}/images}}}}
http:
  addr: localhost:0
  relativeurls: true
  tls: {{certificate: {pair.certificate}, key: {pair.key}}}
{auth}
"""
_LISTENS = re.compile(r"listening on 127\.0\.0\.1:(\d+), tls|listening on \[::1\]:(\d+), tls")
PATIENCE = 30.0
TICK = 0.02


@dataclass(frozen=True)
class Running:
    """A registry that runs."""

    name: str
    trust: Path

    @property
    def bundle(self) -> str:
        """The authority that vouches for it."""
        return self.trust.read_text()

    def client(self, authorization: str = "", reporter: Reporter | None = None) -> Registry:
        """Somebody who pushes to it."""
        return Registry(self.name, trust=self.trust, authorization=authorization, reporter=reporter)


@contextmanager
def running(folder: Path, authority: Authority, auth: str = "") -> Iterator[Running]:
    """Run a registry until the block ends."""
    folder.mkdir()
    pair = authority.issue(folder.name, "registry", addresses=["127.0.0.1", "::1"])
    config, log = folder / "config.yml", folder / "registry.log"
    config.write_text(_CONFIG.format(folder=folder, pair=pair, auth=auth))
    [built] = components.ensure(["registry"], Reporter())
    with log.open("wb") as output:
        process = processes.start(
            [built.programs / "registry", "serve", config],
            # Left alone, it sends to collectors what it measures.
            environment={**os.environ, "OTEL_TRACES_EXPORTER": "none"},
            directory=folder,
            output=output,
        )
    try:
        end = time.monotonic() + PATIENCE
        while not (found := _LISTENS.search(log.read_text())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(TICK)
        yield Running(f"localhost:{found[1] or found[2]}", authority.certificate)
    finally:
        processes.stop(process)


@contextmanager
def behind_a_password(folder: Path, authority: Authority) -> Iterator[Running]:
    """Run a registry that wants a password with every request."""
    file = folder.with_name(f"{folder.name}.htpasswd")
    file.write_text(_HTPASSWD)
    with running(folder, authority, f"auth: {{htpasswd: {{realm: r, path: {file}}}}}") as registry:
        yield registry


@dataclass(frozen=True)
class Tokens:
    """A token service, and the registry that believes it."""

    registry: Running
    asked: list[Asked]
    authorization: str
    """That of a user who may do anything."""


@contextmanager
def behind_tokens(folder: Path, authority: Authority) -> Iterator[Tokens]:
    """Run a registry that wants tokens, and the service that gives them for a password."""
    signer = authority.issue(f"{folder.name}-signer", "signer")
    pair = authority.issue(f"{folder.name}-tokens", "tokens", addresses=["127.0.0.1"])
    with serving(pair) as service:

        def answer(asked: Asked) -> Answer:
            if asked.headers.get("Authorization") not in (None, BASIC):
                return Answer(401, b"{}", {"WWW-Authenticate": "Basic realm=tokens"})
            query = parse_qs(urlsplit(asked.path).query)
            assert query["service"] == [_SERVICE]
            kind, name, actions = query["scope"][0].split(":")
            # Whoever has no password may have what is public.
            known = "Authorization" in asked.headers or name.startswith("public/")
            allowed = actions.split(",") if known else []
            token = _token(signer, [{"type": kind, "name": name, "actions": allowed}])
            return Answer.json({"token": token, "expires_in": 300})

        service.answers["/token"] = answer
        bundle = authority.certificate
        settings = (
            f"auth: {{token: {{realm: 'https://{service.name}/token', service: {_SERVICE},"
            f" issuer: {_ISSUER}, rootcertbundle: {bundle}}}}}"
        )
        everything = [
            {"type": "repository", "name": name, "actions": ["pull", "push"]}
            for name in ("team/app", "public/app")
        ]
        with running(folder, authority, settings) as registry:
            yield Tokens(registry, service.asked, f"Bearer {_token(signer, everything)}")


def _token(signer: Any, access: list[dict[str, Any]]) -> str:
    now = datetime.datetime.now(datetime.UTC)
    certificate = x509.load_pem_x509_certificate(signer.certificate.read_bytes())
    claims = {
        "iss": _ISSUER,
        "sub": USER,
        "aud": _SERVICE,
        "exp": now + datetime.timedelta(minutes=5),
        "nbf": now - datetime.timedelta(minutes=1),
        "iat": now,
        "jti": os.urandom(8).hex(),
        "access": access,
    }
    chain = [base64.b64encode(certificate.public_bytes(Encoding.DER)).decode()]
    key: Any = load_pem_private_key(signer.key.read_bytes(), None)
    return jwt.encode(claims, key, "ES256", {"x5c": chain})
