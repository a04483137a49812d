"""Where the API server is and who we are: out of a kubeconfig, or of the pod that we run in."""

from __future__ import annotations

import base64
import binascii
import os
import ssl
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from hypershift.kube.credentials import Credentials, Program, Token, TokenFile
from hypershift.kube.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

POD = Path("/var/run/secrets/kubernetes.io/serviceaccount")
V1 = "client.authentication.k8s.io/v1"


@dataclass(frozen=True)
class Access:
    """What it takes to talk to one API server as one user. The server has to prove itself."""

    server: str
    tls: ssl.SSLContext
    credentials: Credentials
    namespace: str = "default"
    server_name: str | None = None
    """The name in the server's certificate, where it is not that of the address."""
    proxy: str | None = None


class _Cluster(msgspec.Struct, rename="kebab"):
    server: str = ""
    certificate_authority: str = ""
    certificate_authority_data: str = ""
    insecure_skip_tls_verify: bool = False
    tls_server_name: str | None = None
    proxy_url: str | None = None


class _Variable(msgspec.Struct):
    name: str
    value: str


class _Exec(msgspec.Struct):
    command: str
    apiVersion: str = V1
    args: list[str] | None = None
    env: list[_Variable] | None = None


class _User(msgspec.Struct, rename="kebab"):
    client_certificate: str = ""
    client_certificate_data: str = ""
    client_key: str = ""
    client_key_data: str = ""
    token: str = ""
    token_file: str = msgspec.field(default="", name="tokenFile")
    username: str = ""
    auth_provider: dict[str, Any] | None = None
    exec: _Exec | None = None


class _Context(msgspec.Struct):
    cluster: str
    user: str = ""
    namespace: str = "default"


class _NamedCluster(msgspec.Struct):
    name: str
    cluster: _Cluster


class _NamedUser(msgspec.Struct):
    name: str
    user: _User


class _NamedContext(msgspec.Struct):
    name: str
    context: _Context


class _Config(msgspec.Struct):
    clusters: list[_NamedCluster] | None = None
    users: list[_NamedUser] | None = None
    contexts: list[_NamedContext] | None = None
    current_context: str = msgspec.field(default="", name="current-context")


def load(
    kubeconfig: Path | None = None,
    context: str = "",
    environment: Mapping[str, str] = os.environ,
) -> Access:
    """Find the access: the file that is named, KUBECONFIG, the pod's own, ~/.kube/config."""
    if kubeconfig:
        return from_kubeconfig(kubeconfig, context)
    if named := environment.get("KUBECONFIG"):
        # As kubectl does it, but whole files: the first that is there is the one.
        paths = [Path(part) for part in named.split(os.pathsep) if part]
        found = next((path for path in paths if path.exists()), paths[0])
        return from_kubeconfig(found, context)
    if "KUBERNETES_SERVICE_HOST" in environment and (POD / "token").exists():
        return from_pod(environment)
    return from_kubeconfig(Path.home() / ".kube" / "config", context)


def from_pod(environment: Mapping[str, str] = os.environ, folder: Path = POD) -> Access:
    """Be the service account of the pod that we run in."""
    host = environment["KUBERNETES_SERVICE_HOST"]
    host = f"[{host}]" if ":" in host else host
    port = environment.get("KUBERNETES_SERVICE_PORT", "443")
    namespace = folder / "namespace"
    return Access(
        server=f"https://{host}:{port}",
        tls=_trusting(_read(folder / "ca.crt")),
        credentials=TokenFile(folder / "token"),
        namespace=namespace.read_text().strip() if namespace.exists() else "default",
    )


def from_kubeconfig(path: Path, context: str = "") -> Access:
    """Be the user of a context of a kubeconfig, of its current one unless told otherwise."""
    import yaml

    try:
        config = msgspec.convert(yaml.safe_load(_read(path)) or {}, _Config)
    except (yaml.YAMLError, msgspec.ValidationError):
        # Without the cause, which could quote what is secret.
        raise ConfigError(f"{path} is no kubeconfig: name another file") from None
    name = context or config.current_context
    chosen = next((one.context for one in config.contexts or () if one.name == name), None)
    if chosen is None:
        raise ConfigError(f"{path} has no context {name!r}: name one that it has")
    clusters = {one.name: one.cluster for one in config.clusters or ()}
    users = {one.name: one.user for one in config.users or ()}
    if chosen.cluster not in clusters or (chosen.user and chosen.user not in users):
        raise ConfigError(f"the context {name!r} in {path} names what is not there: correct it")
    return _access(path, chosen, clusters[chosen.cluster], users.get(chosen.user) or _User())


def _access(path: Path, context: _Context, cluster: _Cluster, user: _User) -> Access:
    if cluster.insecure_skip_tls_verify or not cluster.server.startswith("https://"):
        raise ConfigError(
            f"{path} does not want to know who {cluster.server} is: give an https address and its"
            " certificate-authority-data"
        )
    authority = _content(path, cluster.certificate_authority, cluster.certificate_authority_data)
    tls = _trusting(authority)
    certificate = _content(path, user.client_certificate, user.client_certificate_data)
    if certificate:
        key = _content(path, user.client_key, user.client_key_data)
        _present(tls, certificate + b"\n" + key, path)
    return Access(
        server=cluster.server.rstrip("/"),
        tls=tls,
        credentials=_credentials(path, user),
        namespace=context.namespace,
        server_name=cluster.tls_server_name,
        proxy=cluster.proxy_url,
    )


def _credentials(path: Path, user: _User) -> Credentials:
    if user.auth_provider or user.username:
        raise ConfigError(
            f"{path} names the user in a way that Kubernetes has given up: use a token, a"
            " certificate or exec"
        )
    if user.token_file:
        return TokenFile(path.parent / user.token_file)
    if user.exec:
        # A name with a slash is relative to the file; any other is looked for in PATH.
        command = user.exec.command
        program = str(path.parent / command) if "/" in command else command
        return Program(
            [program, *(user.exec.args or ())],
            {one.name: one.value for one in user.exec.env or ()},
            user.exec.apiVersion,
        )
    return Token(user.token)


def _content(path: Path, file: str, data: str) -> bytes:
    if file and not data:
        return _read(path.parent / file)
    try:
        return base64.b64decode(data, validate=True)
    except binascii.Error:
        raise ConfigError(f"{path} has data that is not base64: write it anew") from None


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigError(
            f"{path} cannot be read ({error.strerror}): name a kubeconfig that is there"
        ) from error


def _trusting(authority: bytes) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cadata=authority.decode("ascii") or None)
    except (ssl.SSLError, UnicodeDecodeError) as error:
        raise ConfigError("the API server's authority is no certificate in PEM form") from error


def _present(tls: ssl.SSLContext, chain: bytes, path: Path) -> None:
    # The library reads certificates from files only; this one is its owner's, and gone at once.
    with tempfile.NamedTemporaryFile() as file:
        file.write(chain)
        file.flush()
        try:
            tls.load_cert_chain(file.name)
        except ssl.SSLError as error:
            raise ConfigError(
                f"the client's certificate and key in {path} do not fit: write them anew"
            ) from error
