"""`hypershift doctor azure`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypershift.cli import checks, plans
from hypershift.cli.command import Command
from hypershift.cli.doctor.flags import DoctorAzureFlags
from hypershift.cli.errors import CommandError

if TYPE_CHECKING:
    from hypershift.azure.access import Access
    from hypershift.azure.doctor.examination import Result
    from hypershift.azure.doctor.given import Given


def run(flags: DoctorAzureFlags) -> None:
    """Make all checks, and tell what is wrong."""
    import asyncio

    from hypershift.azure.doctor.findings import Status
    from hypershift.cli.doctor.inputs import given
    from hypershift.cli.doctor.report import print_report

    _check_flags(flags)
    facts = given(flags)
    if facts.credentials.content is None:
        results = asyncio.run(_examine(facts, None))
    else:
        results = plans.with_azure(
            facts.credentials.content, flags.cloud, lambda azure: _examine(facts, azure)
        )
    print_report(results, flags.output, everything=flags.all)
    bad = sum(one.status is Status.WRONG for one in results)
    if bad:
        what = "one check has" if bad == 1 else f"{bad} checks have"
        raise CommandError(f"{what} found something wrong; each line says what mends it")


def _check_flags(flags: DoctorAzureFlags) -> None:
    from hypershift.azure.keys import parse_key_id
    from hypershift.cli.errors import UsageError

    if flags.node_pool_replicas < 0:
        raise UsageError("--node-pool-replicas must not be negative")
    for flag, value in (
        ("--base-domain", flags.base_domain),
        ("--external-dns-domain", flags.external_dns_domain),
    ):
        if value:
            checks.domain(flag, value.rstrip("."))
    if flags.encryption_key_id:
        try:
            parse_key_id(flags.encryption_key_id)
        except ValueError as error:
            raise UsageError(f"--encryption-key-id: {error}") from None


async def _examine(facts: Given, azure: Access | None) -> list[Result]:
    from hypershift.azure.doctor.case import Case
    from hypershift.azure.doctor.examination import examine
    from hypershift.azure.doctor.registry import CHECKS, GATES
    from hypershift.cli.doctor.waiting import shown

    async with shown(len(CHECKS)) as watcher:
        return await examine(Case(facts, azure), CHECKS, GATES, watcher)


COMMAND = Command(
    DoctorAzureFlags,
    run,
    help="""
Check a cluster's half in Azure: credentials, permissions, room, the issuer, identities, roles,
network and DNS. Whatever is given by a flag is checked; nothing is changed.

What is wrong is printed with the command that mends it, and the exit code is 1 then. If all is
right, there is one line.
""",
    example="""
hypershift doctor azure --azure-creds azure-credentials.json --name my-cluster \\
    --infra-json infra.json --workload-identities-file workload-identities.json \\
    --resource-group-name my-identities --dns-zone-rg-name my-dns-zones \\
    --oidc-issuer-url https://myissuer.blob.core.windows.net/myissuer \\
    --sa-token-issuer-private-key-path serviceaccount-signer.private
""",
)
