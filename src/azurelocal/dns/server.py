"""Questions and answers on the wire, over UDP and TCP."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import dns.exception
import dns.flags
import dns.message
import dns.opcode
import dns.rcode
import dns.rdataclass
import dns.rdatatype
import dns.rrset

from azurelocal.dns.resolver import Answer, Outcome

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterable

    from azurelocal.arm.providers.network.dns.reading import Record

    Search = Callable[[str, str], Answer]

_CODES = {
    Outcome.FOUND: dns.rcode.NOERROR,
    Outcome.NO_SUCH_NAME: dns.rcode.NXDOMAIN,
    Outcome.FAILED: dns.rcode.SERVFAIL,
    Outcome.NOT_OURS: dns.rcode.REFUSED,
}
_PLAIN_UDP = 512
_LARGEST_UDP = 1232
_IDLE = 10.0
_HOSTS = ("NS", "CNAME", "PTR", "MX", "SRV")
"""Types whose last value is the name of a host."""

logger = logging.getLogger("azurelocal.dns")


def answer(question: bytes, search: Search, *, recursive: bool, udp: bool) -> bytes | None:
    """Answer one question; nothing if it is none that can be answered."""
    try:
        asked = dns.message.from_wire(question)
    except dns.exception.DNSException:
        return None
    if asked.flags & dns.flags.QR:
        return None
    reply = dns.message.make_response(asked, recursion_available=recursive)
    largest = _largest(asked) if udp else 65535
    if asked.opcode() != dns.opcode.QUERY or len(asked.question) != 1:
        reply.set_rcode(dns.rcode.NOTIMP)
        return reply.to_wire()
    wanted = asked.question[0]
    if wanted.rdclass != dns.rdataclass.IN:
        reply.set_rcode(dns.rcode.REFUSED)
        return reply.to_wire()
    name = wanted.name.to_text(omit_final_dot=True).lower()
    found = search(name, dns.rdatatype.to_text(wanted.rdtype))
    reply.set_rcode(_CODES[found.outcome])
    if not recursive and found.outcome is not Outcome.NOT_OURS and not _refers(found):
        reply.flags |= dns.flags.AA
    reply.answer.extend(_sets(found.records))
    reply.authority.extend(_sets(found.authority))
    try:
        return reply.to_wire(max_size=largest)
    except dns.exception.TooBig:
        reply.answer.clear()
        reply.authority.clear()
        reply.flags |= dns.flags.TC
        return reply.to_wire()


def _largest(asked: dns.message.Message) -> int:
    return min(_LARGEST_UDP, max(_PLAIN_UDP, asked.payload)) if asked.edns >= 0 else _PLAIN_UDP


def _refers(found: Answer) -> bool:
    return not found.records and any(record.type == "NS" for record in found.authority)


def _sets(records: Iterable[Record]) -> list[dns.rrset.RRset]:
    """Records of one name and type travel together."""
    grouped: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        grouped.setdefault((record.name, record.type), []).append(record)
    return [
        dns.rrset.from_text(f"{name}.", group[0].ttl, "IN", type, *map(_text, group))
        for (name, type), group in grouped.items()
    ]


def _text(record: Record) -> str:
    """Write what a record says in the form of zone files."""
    values = list(record.data)
    match record.type:
        case "TXT":
            return " ".join(_quoted(str(value)) for value in values)
        case "CAA":
            return f"{values[0]} {values[1]} {_quoted(str(values[2]))}"
        case "SOA":
            host, mail, *numbers = values
            return f"{_dotted(host)} {_dotted(mail)} {' '.join(map(str, numbers))}"
        case type if type in _HOSTS:
            return " ".join([*map(str, values[:-1]), _dotted(values[-1])])
        case _:
            return str(values[0])


def _dotted(name: object) -> str:
    return f"{str(name).rstrip('.')}."


def _quoted(text: str) -> str:
    escaped = "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\' else f"\\{byte:03d}"
        for byte in text.encode()
    )
    return f'"{escaped}"'


class NameServer:
    """Answers on sockets that somebody else has bound."""

    def __init__(self, search: Search, *, recursive: bool) -> None:
        """Answer with what `search` says; a recursive one has an answer to everything."""
        self._search, self._recursive = search, recursive
        self._transports: list[asyncio.DatagramTransport] = []
        self._servers: list[asyncio.Server] = []

    async def start(self, udp: socket.socket, tcp: socket.socket) -> None:
        """Begin to answer."""
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_datagram_endpoint(lambda: _Datagrams(self._udp), sock=udp)
        self._transports.append(transport)
        self._servers.append(await asyncio.start_server(self._connection, sock=tcp))

    async def stop(self) -> None:
        """Answer no more."""
        for transport in self._transports:
            transport.close()
        for server in self._servers:
            server.close()

    def _udp(self, question: bytes) -> bytes | None:
        return self._answer(question, udp=True)

    def _answer(self, question: bytes, *, udp: bool) -> bytes | None:
        try:
            return answer(question, self._search, recursive=self._recursive, udp=udp)
        except Exception:
            # A fault of ours in one answer must not end all others.
            logger.exception("a question could not be answered")
            return None

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                async with asyncio.timeout(_IDLE):
                    size = int.from_bytes(await reader.readexactly(2))
                    question = await reader.readexactly(size)
                reply = self._answer(question, udp=False)
                if reply is None:
                    return
                writer.write(len(reply).to_bytes(2) + reply)
                await writer.drain()
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            writer.close()


class _Datagrams(asyncio.DatagramProtocol):
    """One socket of datagrams."""

    def __init__(self, reply: Callable[[bytes], bytes | None]) -> None:
        self._reply = reply

    def connection_made(self, transport: Any) -> None:
        """Keep what answers are sent with."""
        self._transport: asyncio.DatagramTransport = transport

    def datagram_received(self, data: bytes, addr: tuple[str | Any, int]) -> None:
        """Answer one question."""
        reply = self._reply(data)
        if reply is not None:
            self._transport.sendto(reply, addr)
