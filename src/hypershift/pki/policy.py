"""For how long certificates are valid, and when they are made anew."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

from hypershift.api.durations import parse_duration

if TYPE_CHECKING:
    from collections.abc import Mapping

KeyKind = Literal["ECDSA", "RSA"]

VALIDITY_VARIABLE = "CERTIFICATE_VALIDITY"
RENEWAL_VARIABLE = "CERTIFICATE_RENEWAL_PERCENTAGE"

VALIDITY = timedelta(days=365)
SHORTEST = timedelta(seconds=10)  # X.509 counts in seconds
AHEAD = timedelta(days=30)
SIGNER_VALIDITY = timedelta(days=3650)
SIGNER_SHARE = 0.2  # of its validity is left to a signer when it is renewed
CLOCK_SKEW = timedelta(minutes=5)


@dataclass(frozen=True)
class Policy:
    """How certificates are made and renewed."""

    validity: timedelta = VALIDITY
    share: float | None = None
    """The share of the validity that is left when a certificate is renewed."""
    keys: KeyKind = "ECDSA"
    """The kind of new keys. RSA is for clusters whose TLS profile allows no other."""
    settling: timedelta = timedelta(hours=1)
    """How long everybody has to learn of a new signer before certificates are signed by it that an
    older one, still trusted, has signed.
    """

    def __post_init__(self) -> None:
        """Refuse what could never come to rest."""
        if self.validity < SHORTEST:
            raise ValueError(f"certificates must be valid for at least {SHORTEST.seconds} s")
        if self.share is not None and not 0 < self.share < 1:
            raise ValueError("certificates are renewed at a share between 0 and 1")

    @property
    def ahead(self) -> timedelta:
        """How long before its end a certificate is renewed.

        Thirty days, but no more than a third: short ones would else be renewed all the time.
        """
        if self.share is not None:
            return self.validity * self.share
        return min(AHEAD, self.validity / 3)

    @property
    def skew(self) -> timedelta:
        """How long before it is made a certificate is valid, for clocks that are late."""
        return min(CLOCK_SKEW, self.validity / 10)


def from_environment(environment: Mapping[str, str]) -> Policy:
    """Read the policy from variables; a ValueError says which of them is wrong."""
    return Policy(
        validity=_validity(environment.get(VALIDITY_VARIABLE, "")),
        share=_share(environment.get(RENEWAL_VARIABLE, "")),
    )


def _validity(text: str) -> timedelta:
    if not text:
        return VALIDITY
    try:
        validity = parse_duration(text)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{VALIDITY_VARIABLE}: {error}") from error
    if not SHORTEST <= validity <= SIGNER_VALIDITY:
        raise ValueError(
            f"{VALIDITY_VARIABLE}: {text} is not between {SHORTEST.seconds} s and ten years"
        )
    return validity


def _share(text: str) -> float | None:
    """Read a share, such as 0.3, or percents, such as 30."""
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 100:
        raise ValueError(
            f"{RENEWAL_VARIABLE}: {text!r} is neither a share such as 0.3 nor percents such as 30"
        )
    return number if number < 1 else number / 100
