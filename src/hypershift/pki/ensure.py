"""Compares what a control plane has to have with what it has."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from hypershift.api.annotations import CA_HASH
from hypershift.api.labels import KUBECONFIG
from hypershift.api.names import KUBEADMIN_PASSWORD, SERVICE_ACCOUNT_SIGNING_KEY
from hypershift.pki import certificates, examination, keys, kubeconfigs, passwords, signing_key
from hypershift.pki.certificates import Pair, UnusableError, read_pair
from hypershift.pki.entries import CA_CERTIFICATE, PREVIOUS
from hypershift.pki.kubeconfigs import Access
from hypershift.pki.objects import OPAQUE, ConfigMap, Secret
from hypershift.pki.policy import CLOCK_SKEW, Policy
from hypershift.pki.table import ROOT
from hypershift.pki.trust import Authority, find, unite

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import Future
    from datetime import datetime

    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    from hypershift.pki.entries import Bundle, Kubeconfig, Leaf, Table
    from hypershift.pki.keys import MakeKeys
    from hypershift.pki.objects import Holdings
    from hypershift.pki.trust import Found

_PASSWORD = "password"


@dataclass(frozen=True)
class Change:
    """An object that has to be applied, whole, and why."""

    object: Secret | ConfigMap
    reason: str


@dataclass(frozen=True)
class Result:
    """What has to be done now, and when to look again if nothing changes."""

    changes: tuple[Change, ...]
    due: datetime
    objects: tuple[Secret | ConfigMap, ...] = field(repr=False)
    """All that there has to be, changed or not."""


def ensure(
    table: Table,
    existing: Holdings,
    now: datetime,
    policy: Policy | None = None,
    make_keys: MakeKeys = keys.make,
) -> Result:
    """Say what has to be applied so that all of a table is there and good."""
    with ThreadPoolExecutor(1) as aside:
        work = _Work(table, existing, now, policy or Policy(), make_keys)
        token_key = work.begin_signing_key(aside) if table.signing_key else None
        work.signers()
        work.leaves()
        for bundle in table.bundles:
            work.bundle(bundle)
        for kubeconfig in table.kubeconfigs:
            work.kubeconfig(kubeconfig)
        if table.kubeadmin:
            work.kubeadmin()
        if table.signing_key:
            work.signing_key(token_key)
    return work.result()


class _Work:
    """One comparison. Each step puts what it wants beside what there is."""

    def __init__(
        self, table: Table, existing: Holdings, now: datetime, policy: Policy, make_keys: MakeKeys
    ) -> None:
        self._table = table
        self._existing = existing
        self._now = now
        self._policy = policy
        self._make_keys = make_keys
        self._authorities: dict[str, Authority] = {}
        self._pairs: dict[str, Pair] = {}
        self._wanted: dict[tuple[type, str], Secret | ConfigMap] = {}
        self._reasons: dict[tuple[type, str], str] = {}
        self._dues: list[datetime] = []

    def signers(self) -> None:
        found = [find(each, self._table, self._existing, self._now) for each in self._table.signers]
        lost = [each for each in found if each.pair is None]
        made = iter(self._make_keys(self._policy.keys, len(lost)))
        for each in found:
            authority = each.now(next(made) if each.pair is None else None, self._now)
            self._signer(each, authority)

    def _signer(self, found: Found, authority: Authority) -> None:
        entry, pair = found.entry, authority.pair
        self._authorities[entry.secret] = authority
        data: dict[str, bytes] = {}
        for where in entry.keys:
            data |= {where.certificate: pair.pem, where.private: pair.key_pem}
        if authority.previous:
            data[PREVIOUS] = authority.previous_pem
        self._dues.append(examination.signer_due(pair.certificate))
        self._dues += [each.not_valid_after_utc for each in authority.previous]
        self._want_secret(entry.secret, data, found.reason, kind=entry.type)

    def leaves(self) -> None:
        found = [self._find(each) for each in self._table.leaves]
        bad = [reason for _, reason in found if reason]
        made = iter(self._make_keys(self._policy.keys, len(bad)))
        for leaf, (held, reason) in zip(self._table.leaves, found, strict=True):
            signer = self._authorities[leaf.signer]
            if reason or not held:
                held = certificates.sign(leaf, next(made), signer.pair, self._now, self._policy)
            self._pairs[leaf.secret] = held
            self._dues.append(examination.leaf_due(held.certificate, self._policy))
            data = {
                leaf.keys.certificate: held.pem,
                leaf.keys.private: held.key_pem,
                CA_CERTIFICATE: signer.trusted,
            }
            annotations = {CA_HASH: _hash(signer.pair)}
            self._want_secret(leaf.secret, data, reason, annotations=annotations, kind=leaf.type)

    def _find(self, leaf: Leaf) -> tuple[Pair | None, str | None]:
        secret = self._existing.secrets.get(leaf.secret)
        if not secret:
            return None, "it is missing"
        try:
            held = read_pair(secret.data, leaf.keys)
        except UnusableError as error:
            return None, str(error)
        reason = self._signer_reason(held, leaf) or examination.leaf_reason(
            held.certificate, leaf, self._policy, self._now
        )
        return held, reason

    def _signer_reason(self, held: Pair, leaf: Leaf) -> str | None:
        signer = self._authorities[leaf.signer]
        if examination.signed_by(held.certificate, signer.pair.certificate):
            return None
        if any(examination.signed_by(held.certificate, each) for each in signer.previous):
            begin = signer.pair.certificate.not_valid_before_utc
            settled = begin + CLOCK_SKEW + self._policy.settling
            if self._now < settled:
                self._dues.append(settled)
                return None
            return f"an older key of {leaf.signer} has signed it"
        return f"{leaf.signer} has not signed it"

    def bundle(self, bundle: Bundle) -> None:
        signers = [self._authorities[each].trusted for each in bundle.signers]
        held = [self._existing.config_maps.get(each) for each in bundle.others]
        others = [text for each in held if each for _, text in sorted(each.data.items())]
        texts = [each.encode() for each in (*others, *bundle.texts)]
        data = {bundle.key: unite([*signers, *texts]).decode()}
        self._want(ConfigMap(bundle.config_map, data), None)

    def kubeconfig(self, kubeconfig: Kubeconfig) -> None:
        client = self._pairs[kubeconfig.leaf]
        root = self._authorities[ROOT].trusted
        if kubeconfig.trusted:
            root = unite([root, kubeconfig.trusted.encode()])
        access = Access(kubeconfig.server, root, client.pem, client.key_pem)
        beside = self._wanted.get((Secret, kubeconfig.secret))
        data: dict[str, bytes] = {}
        if isinstance(beside, Secret):
            data |= beside.data
        data[kubeconfig.key] = kubeconfigs.write(access)
        labels = {KUBECONFIG: kubeconfig.label, **kubeconfig.labels}
        self._want_secret(
            kubeconfig.secret,
            data,
            None,
            labels=labels,
            annotations=beside.annotations if beside else None,
        )

    def kubeadmin(self) -> None:
        held = self._existing.secrets.get(KUBEADMIN_PASSWORD)
        password = held.data.get(_PASSWORD) if held else None
        reason = None if password else "it has no password"
        data = {_PASSWORD: password or passwords.make().encode()}
        self._want_secret(KUBEADMIN_PASSWORD, data, reason)

    def begin_signing_key(self, aside: ThreadPoolExecutor) -> Future[RSAPrivateKey] | None:
        key, _ = signing_key.examine(self._data(SERVICE_ACCOUNT_SIGNING_KEY))
        return None if key else aside.submit(keys.make_rsa)

    def signing_key(self, made: Future[RSAPrivateKey] | None) -> None:
        held = self._data(SERVICE_ACCOUNT_SIGNING_KEY)
        key, reason = signing_key.examine(held)
        data = {key: held[key] for key in (signing_key.PRIVATE, signing_key.PUBLIC) if key in held}
        if made or reason:
            new = made.result() if made else key
            assert new
            data = signing_key.write(new, held, kept=made is None)
        self._want_secret(SERVICE_ACCOUNT_SIGNING_KEY, data, reason)

    def result(self) -> Result:
        changes = tuple(
            Change(self._wanted[each], reason) for each, reason in self._reasons.items()
        )
        due = min(self._dues, default=self._now + timedelta(days=1))
        return Result(changes, due, tuple(self._wanted.values()))

    def _data(self, name: str) -> Mapping[str, bytes]:
        secret = self._existing.secrets.get(name)
        return secret.data if secret else {}

    def _want_secret(
        self,
        name: str,
        data: dict[str, bytes],
        reason: str | None,
        *,
        labels: Mapping[str, str] | None = None,
        annotations: Mapping[str, str] | None = None,
        kind: str = OPAQUE,
    ) -> None:
        held = self._existing.secrets.get(name)
        # The type of a Secret cannot be changed, and whoever mounts it does not see it.
        kind = held.type if held else kind
        self._want(Secret(name, data, kind, labels or {}, annotations or {}), reason)

    def _want(self, wanted: Secret | ConfigMap, reason: str | None) -> None:
        of = Secret if isinstance(wanted, Secret) else ConfigMap
        held_of = self._existing.secrets if of is Secret else self._existing.config_maps
        key = (of, wanted.name)
        self._wanted[key] = wanted
        reason = reason or _difference(wanted, held_of.get(wanted.name))
        if reason:
            self._reasons.setdefault(key, reason)


def _difference(wanted: Secret | ConfigMap, held: Secret | ConfigMap | None) -> str | None:
    """Say where an object differs from the one that is there. What it has besides is not ours."""
    if held is None:
        return "it is missing"
    for what in ("data", "labels", "annotations"):
        here: Mapping[str, object] = getattr(wanted, what)
        there: Mapping[str, object] = getattr(held, what)
        for key, value in here.items():
            if key not in there:
                return f"{key} is missing"
            if there[key] != value:
                return f"{key} is not as it should be"
    return None


def _hash(pair: Pair) -> str:
    # What adopted clusters carry. It protects nothing.
    return hashlib.md5(pair.pem + pair.key_pem, usedforsecurity=False).hexdigest()
