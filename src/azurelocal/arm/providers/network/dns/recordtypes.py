"""The types of DNS records: how a record set of each holds its values, and what they must be.

Public and private zones spell the same lists in their own way: ARecords and aRecords.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from azurelocal.arm.types import objects
from azurelocal.errors import AzureError

if TYPE_CHECKING:
    from collections.abc import Callable

    from azurelocal.arm.types import Body

Data = tuple[str | int, ...]
"""What a record says, in the order of its wire form; a text record is all its strings."""

_LABEL = re.compile(r"[A-Za-z0-9_*/-]{1,63}")


@dataclass(frozen=True)
class Field:
    """One value of a record, and how it is read."""

    name: str
    read: Callable[[Any, str], str | int]


@dataclass(frozen=True)
class RecordType:
    """One type of records. `public` and `private` are the properties that hold the values."""

    name: str
    public: str
    private: str
    fields: tuple[Field, ...]

    @property
    def alone(self) -> bool:
        """Tell whether a record set has one record at most."""
        return self.public.endswith("Record")

    def property(self, *, private: bool) -> str:
        """The property of a record set that holds its records."""
        return self.private if private else self.public

    def records(self, value: Any) -> list[Body]:
        """Read the records of a set, whether it is a list or one record."""
        entries: Any = [value] if self.alone and value else value or []
        return [self._spelled(one) for one in objects(entries, self.public)]

    def data(self, record: Body) -> Data:
        """Read what one record says; raise what Azure says of one that says nothing."""
        if self.name == "TXT":
            return _texts(record.get("value"))
        return tuple(field.read(record.get(field.name), field.name) for field in self.fields)

    def written(self, record: Body, *, private: bool) -> Body:
        """Write a record as the API of private or public zones spells it."""
        if private and "minimumTTL" in record:
            record = {**record, "minimumTtl": record["minimumTTL"]}
            del record["minimumTTL"]
        return record

    def _spelled(self, record: Body) -> Body:
        """Azure takes the names of the values in any case."""
        names = {field.name.lower(): field.name for field in self.fields}
        return {names.get(name.lower(), name): value for name, value in record.items()}


def bad_request(message: str) -> AzureError:
    """What Azure DNS says of a body that is not as it must be."""
    return AzureError(400, "BadRequest", message)


def host(value: Any, what: str) -> str:
    """Read the name of a host."""
    name = value.removesuffix(".") if isinstance(value, str) else ""
    labels = name.split(".")
    if value == ".":
        return "."
    if not name or len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise bad_request(f"The domain name '{value}' of '{what}' is invalid.")
    return name


def _address(version: int) -> Callable[[Any, str], str]:
    def read(value: Any, what: str) -> str:
        try:
            address = ipaddress.ip_address(value if isinstance(value, str) else "")
        except ValueError:
            address = None
        if address is None or address.version != version:
            raise bad_request(f"The IP address '{value}' of '{what}' is invalid.")
        return str(address)

    return read


def _number(bits: int) -> Callable[[Any, str], int]:
    def read(value: Any, what: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << bits:
            raise bad_request(
                f"The value '{value}' of '{what}' must be a whole number from 0 to"
                f" {(1 << bits) - 1}."
            )
        return value

    return read


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str) or not value or len(value) > 1024:
        raise bad_request(f"The value of '{what}' must be a text of 1 to 1024 characters.")
    return value


def _texts(value: Any) -> tuple[str, ...]:
    strings: Any = value
    if not isinstance(strings, list) or not strings:
        raise bad_request("A TXT record must have a list of strings as its value.")
    texts: list[str] = []
    for text in strings:  # pyright: ignore[reportUnknownVariableType]
        if not isinstance(text, str) or len(text.encode()) > 255:
            raise bad_request("A string of a TXT record must not be longer than 255 bytes.")
        texts.append(text)
    if sum(len(text) for text in texts) > 4096:
        raise bad_request("A TXT record must not be longer than 4096 characters.")
    return tuple(texts)


_SHORT, _LONG = _number(16), _number(32)
A = RecordType("A", "ARecords", "aRecords", (Field("ipv4Address", _address(4)),))
AAAA = RecordType("AAAA", "AAAARecords", "aaaaRecords", (Field("ipv6Address", _address(6)),))
CNAME = RecordType("CNAME", "CNAMERecord", "cnameRecord", (Field("cname", host),))
MX = RecordType(
    "MX", "MXRecords", "mxRecords", (Field("preference", _SHORT), Field("exchange", host))
)
NS = RecordType("NS", "NSRecords", "nsRecords", (Field("nsdname", host),))
PTR = RecordType("PTR", "PTRRecords", "ptrRecords", (Field("ptrdname", host),))
SRV = RecordType(
    "SRV",
    "SRVRecords",
    "srvRecords",
    (
        Field("priority", _SHORT),
        Field("weight", _SHORT),
        Field("port", _SHORT),
        Field("target", host),
    ),
)
TXT = RecordType("TXT", "TXTRecords", "txtRecords", (Field("value", _text),))
CAA = RecordType(
    "CAA",
    "caaRecords",
    "caaRecords",
    (Field("flags", _number(8)), Field("tag", _text), Field("value", _text)),
)
SOA = RecordType(
    "SOA",
    "SOARecord",
    "soaRecord",
    (
        Field("host", host),
        Field("email", host),
        Field("serialNumber", _LONG),
        Field("refreshTime", _LONG),
        Field("retryTime", _LONG),
        Field("expireTime", _LONG),
        Field("minimumTTL", _LONG),
    ),
)

PUBLIC = (A, AAAA, CAA, CNAME, MX, NS, PTR, SOA, SRV, TXT)
PRIVATE = (A, AAAA, CNAME, MX, PTR, SOA, SRV, TXT)
