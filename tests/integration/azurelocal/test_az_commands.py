"""The Azure CLI's commands print what they print of Azure; the stories are in `stories`."""

from __future__ import annotations

import shlex
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from tests.integration.azurelocal.stories import STORIES, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.integration.azurelocal.names import Az, SecludedAzure


@pytest.fixture(scope="module")
def names(secluded_azure: SecludedAzure, az: Az) -> dict[str, str]:
    """What stories call by short names; the resource group is there."""
    secluded_azure.lead_here("storyaccount.blob.core.windows.net", "storyvault.vault.azure.net")
    server = secluded_azure.server
    return {
        "s": server.subscription,
        "t": server.tenant,
        "client": server.credentials["clientId"],
        "G": az("group create -n rg -l eastus")["id"],
    }


@pytest.fixture(scope="module")
def telling(
    request: pytest.FixtureRequest, az: Az, names: dict[str, str]
) -> Iterator[dict[str, Future[list[Any]]]]:
    """Begin to tell the stories that were chosen, two at a time: most of it is `az` starting."""
    chosen = [
        str(item.callspec.params["story"])
        for item in request.session.items
        if isinstance(item, pytest.Function)
        and item.module is request.module
        and hasattr(item, "callspec")
    ]
    with ThreadPoolExecutor(max_workers=2) as pool:
        yield {
            story: pool.submit(
                lambda steps: [_told(az, one, names) for one in steps], STORIES[story]
            )
            for story in chosen
        }
        pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("story", STORIES)
def test_az_tells_the_story_of(
    story: str, telling: dict[str, Future[list[Any]]], names: dict[str, str]
) -> None:
    told = telling[story].result()

    assert told == [(step.command, _wanted(step, names)) for step in STORIES[story]]


def _told(az: Az, step: Step, names: dict[str, str]) -> tuple[str, Any]:
    """Run a step; give what its query finds, or the part of a refusal that is looked for."""
    words = [_filled(word, names) for word in shlex.split(step.command)]
    if step.refused:
        said = az.refused(*words)
        return step.command, step.refused if step.refused in said else said
    if not step.query:
        az(*words)
        return step.command, None
    return step.command, az(*words, "--query", step.query)


def _wanted(step: Step, names: dict[str, str]) -> Any:
    return step.refused or _filled(step.found, names)


def _filled(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_filled(one, names) for one in value]
    if isinstance(value, dict):
        return {key: _filled(one, names) for key, one in value.items()}
    if isinstance(value, str):
        for name, content in names.items():
            value = value.replace(f"{{{name}}}", content)
    return value
