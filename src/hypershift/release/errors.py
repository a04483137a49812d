"""What can go wrong when a release is read. Each message is one sentence: the cause, the next step.

    ReleaseError
    ├── BadReferenceError     a text is no image reference
    ├── PullSecretError       the pull secret is not as docker and podman write it
    ├── RegistryError         a registry did not give what was asked for
    │   ├── UnreachableError      nothing answers, or it does not prove who it is
    │   ├── UnauthorizedError     401 or 403
    │   ├── NotFoundError         404
    │   ├── ThrottledError        429, for longer than we wait
    │   ├── NotARegistryError     something answers, but not as a registry
    │   └── ContentError          what came is not what was announced
    │       ├── WrongDigestError
    │       ├── TruncatedError
    │       └── TooLargeError
    └── PayloadError          the image is there, but it is not a release, or a broken one

No message has a credential, a token or the query of an address in it.
"""

from __future__ import annotations


class ReleaseError(Exception):
    """A release could not be read."""


class BadReferenceError(ReleaseError):
    """A text is no image reference."""


class PullSecretError(ReleaseError):
    """The pull secret cannot be used."""


class RegistryError(ReleaseError):
    """A registry did not give what was asked for."""


class UnreachableError(RegistryError):
    """Nothing answers, what answers is not who it should be, or it has a fault of its own."""


class UnauthorizedError(RegistryError):
    """The registry wants other credentials."""


class NotFoundError(RegistryError):
    """The registry has no such image, or a part of it is missing."""


class ThrottledError(RegistryError):
    """The registry wants us to wait for longer than makes sense."""


class NotARegistryError(RegistryError):
    """What answers does not speak the language of registries."""


class ContentError(RegistryError):
    """What came is not what was announced."""


class WrongDigestError(ContentError):
    """It has another digest."""


class TruncatedError(ContentError):
    """A part is missing."""


class TooLargeError(ContentError):
    """It is larger than announced, or than makes sense."""


class PayloadError(ReleaseError):
    """The image is not a release, or what it says cannot be understood."""
