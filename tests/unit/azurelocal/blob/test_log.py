"""What the access log is told of requests to the Blob service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azurelocal.accesslog import AccessLog, parse
from azurelocal.services import Services
from tests.unit.azurelocal.blob.conftest import NOBODY

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.azurelocal.blob.conftest import Account


def test_the_log_says_who_did_what_with_which_role(account: Account, tmp_path: Path) -> None:
    role = "Storage Blob Data Contributor"
    writer = account.azure.client((role, account.container))
    key = account.key
    log = AccessLog(tmp_path / "access.jsonl")
    account.azure.services = Services(account.azure.cloud, log)

    account.put("things/x", by=writer)
    account.put("things/x")
    account.get("things/x", by=NOBODY, query=account.signed("x", "r"))
    account.get("things/x", by=NOBODY)

    log.close()
    content = (tmp_path / "access.jsonl").read_bytes()
    entries = [one for one in map(parse, content.splitlines()) if one.service == "blob"]
    assert [(one.name, one.status) for one in entries[1:]] == [
        ("key1 of acct1", 201),
        ("service SAS", 200),
        ("anonymous", 404),
    ]
    assert entries[0].object_id == writer.principal.id
    (grant,) = entries[0].grants
    assert (grant.role, grant.scope, grant.data) == (role, account.container, True)
    assert grant.action.endswith("/containers/blobs/write")
    assert key.encode() not in content
    assert b"sig=" not in content
