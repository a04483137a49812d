"""What Azure answers when it refuses: a status, a code that programs act on, and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


class AzureError(Exception):
    """A refusal. Each service writes it in its own form: ARM as JSON, Blob as XML, and so on."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        details: Sequence[AzureError] = (),
        inner: str = "",
        headers: dict[str, str] | None = None,
    ) -> None:
        """Give `inner`, the finer code that Key Vault adds, where there is one."""
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
        self.details, self.inner, self.headers = tuple(details), inner, headers or {}

    def envelope(self) -> dict[str, Any]:
        """The error as ARM, Key Vault and Graph write it."""
        return {"error": self._body()}

    def _body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.details:
            body["details"] = [detail._body() for detail in self.details]
        if self.inner:
            body["innererror"] = {"code": self.inner}
        return body


class AzureLocalError(Exception):
    """A command failed: one sentence with its cause and the next step. Exit code 1."""

    exit_code = 1


class UsageError(AzureLocalError):
    """What was typed is wrong. Exit code 2."""

    exit_code = 2
