"""What roles allow."""

from __future__ import annotations

import pytest

from hypershift.azure.doctor.actions import (
    Permission,
    allows_everything,
    allows_roles,
    is_within,
    missing,
)

CONTRIBUTOR = Permission(("*",), ("Microsoft.Authorization/*/Write",))
OWNER = Permission(("*",))
READS = Permission(("Microsoft.Network/virtualNetworks/read",))
SUBSCRIPTION = "/subscriptions/s"


@pytest.mark.parametrize(
    ("wanted", "held"),
    [
        (READS, READS),
        (READS, OWNER),
        (READS, Permission(("*/read",))),
        (READS, Permission(("microsoft.network/VIRTUALnetworks/*",))),
        (CONTRIBUTOR, CONTRIBUTOR),
        (CONTRIBUTOR, OWNER),
        (Permission(("Microsoft.Network/*",)), OWNER),
        (Permission((), (), ("Vaults/keys/read",)), Permission((), (), ("Vaults/*",))),
    ],
)
def test_what_is_held_covers_what_is_wanted(wanted: Permission, held: Permission) -> None:
    assert missing([wanted], [held]) == []


@pytest.mark.parametrize(
    ("wanted", "held"),
    [
        (OWNER, CONTRIBUTOR),
        (READS, Permission(("*/write",))),
        (READS, Permission(("*",), ("*/read",))),
        (Permission(("Microsoft.Network/*",)), READS),
        (Permission((), (), ("Vaults/keys/read",)), OWNER),
        (Permission(("a.b/read",)), Permission(("aXb/read",))),
    ],
)
def test_what_is_held_does_not_cover_what_is_wanted(wanted: Permission, held: Permission) -> None:
    assert missing([wanted], [held]) == [*wanted.actions, *wanted.data_actions]


def test_several_roles_together_may_be_enough() -> None:
    wanted = Permission(("a/read", "a/write"))

    assert missing([wanted], [Permission(("a/read",)), Permission(("a/write",))]) == []
    assert missing([wanted], [Permission(("a/read",))]) == ["a/write"]


def test_wide_roles_are_known_by_what_they_allow() -> None:
    assert allows_everything([CONTRIBUTOR])
    assert not allows_everything([READS])
    assert allows_roles([OWNER])
    assert not allows_roles([CONTRIBUTOR])


@pytest.mark.parametrize(
    ("scope", "outer", "within"),
    [
        (f"{SUBSCRIPTION}/resourceGroups/rg", SUBSCRIPTION, True),
        (f"{SUBSCRIPTION}/resourceGroups/rg", f"{SUBSCRIPTION}/RESOURCEGROUPS/RG", True),
        (f"{SUBSCRIPTION}/resourceGroups/rg2", f"{SUBSCRIPTION}/resourceGroups/rg", False),
        (SUBSCRIPTION, f"{SUBSCRIPTION}/resourceGroups/rg", False),
        (SUBSCRIPTION, "/", True),
        (SUBSCRIPTION, "/providers/Microsoft.Management/managementGroups/all", True),
    ],
)
def test_a_role_counts_at_its_scope_and_below(scope: str, outer: str, within: bool) -> None:
    assert is_within(scope, outer) is within
