"""All state, in one SQLite file. What is acknowledged is in it; a kill leaves nothing half-made.

Everything that one request changes is one transaction. Nothing in here waits, so that requests,
which one event loop serves, never see each other's work half done.

Four tables are the whole of it. `resources` holds what ARM knows. `links` holds which resource
refers to which; both ends are answered from it, so that no back reference can be out of date.
`documents` holds everything else: directory objects, blobs, keys, operations. `pieces` holds what
is too large for a document, the bytes of blobs, so that it comes and goes in the same transactions.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import msgspec

from azurelocal import ids
from azurelocal.errors import AzureLocalError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator
    from pathlib import Path

_SCHEMA = """
CREATE TABLE IF NOT EXISTS resources (
    key TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    subscription TEXT NOT NULL,
    resource_group TEXT NOT NULL,
    parent TEXT NOT NULL,
    etag TEXT NOT NULL,
    created REAL NOT NULL,
    changed REAL NOT NULL,
    body BLOB NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS resources_by_type ON resources (type, subscription, resource_group);
CREATE INDEX IF NOT EXISTS resources_by_group ON resources (resource_group);
CREATE INDEX IF NOT EXISTS resources_by_parent ON resources (parent);
CREATE TABLE IF NOT EXISTS links (
    owner TEXT NOT NULL,
    source TEXT NOT NULL,
    kind TEXT NOT NULL,
    target TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS links_by_owner ON links (owner);
CREATE INDEX IF NOT EXISTS links_by_target ON links (target, kind);
CREATE TABLE IF NOT EXISTS documents (
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (collection, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pieces (
    content TEXT NOT NULL,
    number INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (content, number)
);
"""
_PIECE = 1024 * 1024  # bytes; all pieces of a content but the last have this size

_COLUMNS = "id, etag, created, changed, body"


@dataclass
class Resource:
    """One resource as it is kept: `body` is what a client wrote and what we filled in.

    The identity and the etag stand beside the body, and what refers to the resource is in no body.
    """

    id: ids.ArmId
    body: dict[str, Any]
    etag: str = ""
    created: float = 0.0
    changed: float = 0.0

    @property
    def key(self) -> str:
        """What the resource is known by, whatever its case."""
        return self.id.key

    @property
    def name(self) -> str:
        """The last part of the ID."""
        return self.id.name

    @property
    def properties(self) -> dict[str, Any]:
        """The part of the body that is peculiar to the type."""
        return self.body.setdefault("properties", {})

    @property
    def location(self) -> str:
        """The region, or nothing."""
        return self.body.get("location") or ""

    @property
    def state(self) -> str:
        """How far it is made: Succeeded, Creating, Deleting and so on."""
        return self.properties.get("provisioningState", "Succeeded")

    def copy(self) -> Resource:
        """One that can be changed without changing this one."""
        return replace(self, body=msgspec.json.decode(msgspec.json.encode(self.body)))


@dataclass(frozen=True)
class Link:
    """One resource, or a part of it, refers to another.

    `source` is the ID of the part that refers; `action` is what the writer must be allowed to do
    with the target. A link that may dangle is not checked when it is written. `detail` is what the
    target has to know about the link, such as the address that an interface has in a subnet. `type`
    is what the target must be, if that is checked; `near` says that it must be in the same region.
    """

    source: str
    kind: str
    target: str
    detail: str = ""
    action: str = field(default="", compare=False)
    may_dangle: bool = field(default=False, compare=False)
    type: str = field(default="", compare=False)
    near: bool = field(default=False, compare=False)

    @property
    def target_key(self) -> str:
        """What the target is known by, whatever its case."""
        return self.target.lower()

    @property
    def fact(self) -> tuple[str, str, str, str]:
        """What the link says, whatever the case of its target."""
        return self.source, self.kind, self.target_key, self.detail


class Store:
    """The state of one azurelocal."""

    def __init__(self, path: Path | str) -> None:
        """Open the file, which is made if there is none."""
        self._depth = 0
        self._watchers: list[Callable[[], None]] = []
        try:
            self._database = sqlite3.connect(path, isolation_level=None)
            # Write-ahead: a killed process loses nothing that was committed.
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")
            self._database.executescript(_SCHEMA)
        except sqlite3.DatabaseError as error:
            raise AzureLocalError(
                f"{path} cannot be used as state ({error}): move it away to begin anew, or name"
                " another folder with --state"
            ) from error

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    @property
    def version(self) -> int:
        """A number that is another one as soon as anything has changed."""
        return self._database.total_changes

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call this whenever a transaction has changed something; it must be quick."""
        self._watchers.append(watcher)

    @contextmanager
    def transaction(self) -> Generator[None]:
        """Make everything inside happen together or not at all. Inside another one it joins it."""
        if self._depth:
            yield
            return
        before = self.version
        self._database.execute("BEGIN IMMEDIATE")
        self._depth = 1
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            # A full disk has ended it already. One that stayed open would fail all that follow.
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise
        finally:
            self._depth = 0
        if self.version != before:
            for watcher in self._watchers:
                watcher()

    # Resources

    def get(self, key: str) -> Resource | None:
        """Read one resource by its key."""
        query = f"SELECT {_COLUMNS} FROM resources WHERE key = ?"
        row = self._database.execute(query, (key,)).fetchone()
        return _resource(row) if row else None

    def exists(self, key: str) -> bool:
        """Tell whether there is a resource, without reading it."""
        query = "SELECT 1 FROM resources WHERE key = ?"
        return self._database.execute(query, (key,)).fetchone() is not None

    def put(self, resource: Resource, links: Iterable[Link] = ()) -> None:
        """Write one resource and what it refers to."""
        parent = resource.id.parent
        self._database.execute(
            "REPLACE INTO resources VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                resource.key,
                str(resource.id),
                resource.id.type.lower(),
                resource.id.subscription.lower(),
                resource.id.group_key if resource.id.group and resource.id.namespace else "",
                parent.key if parent else "",
                resource.etag,
                resource.created,
                resource.changed,
                msgspec.json.encode(resource.body),
            ),
        )
        self._database.execute("DELETE FROM links WHERE owner = ?", (resource.key,))
        self._database.executemany(
            "INSERT INTO links VALUES (?, ?, ?, ?, ?)",
            [
                (resource.key, link.source, link.kind, link.target_key, link.detail)
                for link in links
            ],
        )

    def delete(self, key: str) -> None:
        """Remove one resource and what it referred to."""
        self._database.execute("DELETE FROM resources WHERE key = ?", (key,))
        self._database.execute("DELETE FROM links WHERE owner = ?", (key,))

    def touch(self, key: str, etag: str) -> None:
        """Give a resource a new etag, because something that it shows has changed."""
        self._database.execute("UPDATE resources SET etag = ? WHERE key = ?", (etag, key))

    def resources(
        self, *, type: str = "", subscription: str = "", group: str = "", parent: str = ""
    ) -> list[Resource]:
        """Read resources that have all the given properties, in the order of their names.

        `group` and `parent` are keys.
        """
        wanted = {
            "type": type.lower(),
            "subscription": subscription.lower(),
            "resource_group": group,
            "parent": parent,
        }
        given = {column: value for column, value in wanted.items() if value}
        where = " AND ".join(f"{column} = ?" for column in given) or "1"
        query = f"SELECT {_COLUMNS} FROM resources WHERE {where} ORDER BY key"
        return [_resource(row) for row in self._database.execute(query, tuple(given.values()))]

    def all_ids(self) -> Iterator[ids.ArmId]:
        """The IDs of all resources, in order, without reading what they are."""
        for (id,) in self._database.execute("SELECT id FROM resources ORDER BY key").fetchall():
            yield ids.parse(id)

    def count(self, type: str) -> int:
        """How many resources of a type there are."""
        query = "SELECT count(*) FROM resources WHERE type = ?"
        return self._database.execute(query, (type.lower(),)).fetchone()[0]

    def resources_under(self, prefix: str) -> list[Resource]:
        """Read the resources whose keys begin with a prefix: all that lies below a scope."""
        query = f"SELECT {_COLUMNS} FROM resources WHERE key >= ? AND key < ? ORDER BY key"
        rows = self._database.execute(query, (prefix.lower(), prefix.lower() + "\U0010ffff"))
        return [_resource(row) for row in rows]

    # Links

    def links_to(self, target: str, kind: str = "") -> list[Link]:
        """Who refers to a resource, or to a part of one; `target` in any case."""
        where, values = "target = ?", [target.lower()]
        if kind:
            where, values = where + " AND kind = ?", [*values, kind]
        query = f"SELECT source, kind, target, detail FROM links WHERE {where} ORDER BY source"
        return [Link(*row) for row in self._database.execute(query, values)]

    def links_below(self, prefix: str) -> list[tuple[str, Link]]:
        """Links to anything whose key begins with a prefix, each with the key of its owner."""
        low = prefix.lower()
        query = (
            "SELECT owner, source, kind, target, detail FROM links"
            " WHERE target >= ? AND target < ? ORDER BY source"
        )
        rows = self._database.execute(query, (low, low + "\U0010ffff"))
        return [(owner, Link(*rest)) for owner, *rest in rows]

    def links_of(self, owner: str) -> list[Link]:
        """What a resource and its parts refer to."""
        query = "SELECT source, kind, target, detail FROM links WHERE owner = ?"
        return [Link(*row) for row in self._database.execute(query, (owner,))]

    # Documents

    def read(self, collection: str, key: str) -> Any:
        """Read one document, or None."""
        query = "SELECT body FROM documents WHERE collection = ? AND key = ?"
        row = self._database.execute(query, (collection, key)).fetchone()
        return msgspec.msgpack.decode(row[0]) if row else None

    def write(self, collection: str, key: str, document: Any) -> None:
        """Write one document."""
        body = msgspec.msgpack.encode(document)
        self._database.execute("REPLACE INTO documents VALUES (?, ?, ?)", (collection, key, body))

    def remove(self, collection: str, key: str) -> None:
        """Remove one document."""
        self._database.execute(
            "DELETE FROM documents WHERE collection = ? AND key = ?", (collection, key)
        )

    def documents(self, collection: str, prefix: str = "") -> Iterator[tuple[str, Any]]:
        """Read the documents of a collection whose keys begin with a prefix, in order."""
        query = (
            "SELECT key, body FROM documents"
            " WHERE collection = ? AND key >= ? AND key < ? ORDER BY key"
        )
        rows = self._database.execute(query, (collection, prefix, prefix + "\U0010ffff"))
        for key, body in rows.fetchall():
            yield key, msgspec.msgpack.decode(body)

    def keys(self, collection: str, prefix: str = "") -> list[str]:
        """The keys of a collection that begin with a prefix, in order."""
        query = (
            "SELECT key FROM documents WHERE collection = ? AND key >= ? AND key < ? ORDER BY key"
        )
        rows = self._database.execute(query, (collection, prefix, prefix + "\U0010ffff"))
        return [key for (key,) in rows]

    def next_document(self, collection: str, prefix: str, start: str) -> tuple[str, Any] | None:
        """Read the first document at or behind `start` whose key begins with a prefix."""
        query = (
            "SELECT key, body FROM documents"
            " WHERE collection = ? AND key >= ? AND key < ? ORDER BY key LIMIT 1"
        )
        low, high = max(prefix, start), prefix + "\U0010ffff"
        row = self._database.execute(query, (collection, low, high)).fetchone()
        return (row[0], msgspec.msgpack.decode(row[1])) if row else None

    def remove_below(self, collection: str, prefix: str) -> None:
        """Remove the documents whose keys begin with a prefix."""
        self._database.execute(
            "DELETE FROM documents WHERE collection = ? AND key >= ? AND key < ?",
            (collection, prefix, prefix + "\U0010ffff"),
        )

    # Contents

    def write_content(self, content: str, data: bytes, start: int = 0) -> None:
        """Write something large, under a name that nothing has yet, or the next part of it.

        Parts but the last must be whole megabytes, and `start` is where a part begins.
        """
        self._database.executemany(
            "INSERT INTO pieces VALUES (?, ?, ?)",
            (
                (content, (start + offset) // _PIECE, data[offset : offset + _PIECE])
                for offset in range(0, len(data), _PIECE)
            ),
        )

    def copy_content(self, content: str, copy: str) -> None:
        """Write something large once more, under another name."""
        self._database.execute(
            "INSERT INTO pieces SELECT ?, number, body FROM pieces WHERE content = ?",
            (copy, content),
        )

    def read_content(self, content: str, start: int, end: int) -> Iterator[bytes]:
        """Read a part of something large, piece by piece."""
        query = "SELECT body FROM pieces WHERE content = ? AND number = ?"
        while start < end:
            number, skipped = divmod(start, _PIECE)
            row = self._database.execute(query, (content, number)).fetchone()
            if row is None:
                raise LookupError(f"content {content} has been removed while it was read")
            piece = row[0][skipped : skipped + end - start]
            yield piece
            start += len(piece)

    def remove_content(self, content: str) -> None:
        """Remove something large."""
        self._database.execute("DELETE FROM pieces WHERE content = ?", (content,))

    def remove_contents_below(self, prefix: str) -> None:
        """Remove everything large whose name begins with a prefix."""
        self._database.execute(
            "DELETE FROM pieces WHERE content >= ? AND content < ?", (prefix, prefix + "\U0010ffff")
        )


def _resource(row: tuple[str, str, float, float, bytes]) -> Resource:
    id, etag, created, changed, body = row
    return Resource(ids.parse(id), msgspec.json.decode(body), etag, created, changed)
