"""The account and the data that a machine is given at its first boot, and what it must look like.

What is secret goes into the machine's own state, and is in no answer.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import TYPE_CHECKING

from azurelocal.arm.providers.compute.common import (
    a_switch,
    a_text,
    bad_parameter,
    cannot_change,
    missing,
    section,
)
from azurelocal.arm.types import Body, objects

if TYPE_CHECKING:
    from azurelocal.arm.providers.compute.machinestate import Machine
    from azurelocal.store import Resource

_LARGEST_DATA = 65535  # bytes, decoded
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}[A-Za-z0-9])?")
_KEY = re.compile(r"(ssh-rsa|ssh-ed25519) [A-Za-z0-9+/]+={0,3}(\s.*)?\s*", re.DOTALL)
_REFUSED_USERS = frozenset(
    {"administrator", "admin", "admin1", "admin2", "user", "user1", "user2", "user3", "user4"}
    | {"user5", "test", "test1", "test2", "test3", "1", "123", "a", "actuser", "adm", "aspnet"}
    | {"backup", "console", "david", "guest", "john", "owner", "root", "server", "sql", "support"}
    | {"support_388945a0", "sys"}
)
_SECRET = ("customData", "adminPassword")
_PATH = "osProfile"


def check_new(new: Resource, machine: Machine) -> None:
    """Check what a new machine is given, and hand what is secret to its state."""
    profile = section(new.properties, "osProfile")
    name = a_text(profile, "computerName", f"{_PATH}.computerName") or new.name
    if not _HOST.fullmatch(name):
        raise bad_parameter(
            f"{_PATH}.computerName",
            "Linux host name cannot exceed 64 characters in length or contain the following"
            " characters: ` ~ ! @ # $ % ^ & * ( ) = + _ [ ] { } \\ | ; : ' \" , < > / ?.",
        )
    profile["computerName"] = name
    user = a_text(profile, "adminUsername", f"{_PATH}.adminUsername")
    if not user:
        raise missing("osProfile.adminUsername")
    if user.lower() in _REFUSED_USERS or len(user) > 64:
        raise bad_parameter(
            f"{_PATH}.adminUsername", "The Admin Username specified is not allowed."
        )
    machine.custom_data = a_text(profile, "customData", f"{_PATH}.customData")
    check_data(machine.custom_data, "Custom data in OSProfile")
    machine.admin_password = a_text(profile, "adminPassword", f"{_PATH}.adminPassword")
    _check_linux(profile, user, machine.admin_password)
    for secret in _SECRET:
        profile.pop(secret, None)
    profile.setdefault("secrets", [])
    profile.setdefault("allowExtensionOperations", True)
    profile.setdefault("requireGuestProvisionSignal", True)


def check_data(text: str, what: str) -> None:
    """Refuse data for the machine that is not base64, or too large."""
    try:
        size = len(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError):
        size = _LARGEST_DATA + 1
    if size > _LARGEST_DATA:
        raise bad_parameter(
            "customData",
            f"{what} must be in Base64 encoding and with a maximum length of"
            f" {_LARGEST_DATA} bytes.",
        )


def _check_linux(profile: Body, user: str, password: str) -> None:
    if profile.get("windowsConfiguration") is not None:
        raise bad_parameter(
            f"{_PATH}.windowsConfiguration",
            "Parameter 'windowsConfiguration' is not allowed: the image is one of Linux.",
        )
    linux = section(profile, "linuxConfiguration", f"{_PATH}.linuxConfiguration")
    closed = a_switch(linux, "disablePasswordAuthentication", "disablePasswordAuthentication")
    linux["disablePasswordAuthentication"] = bool(closed)
    linux.setdefault("provisionVMAgent", True)
    linux.setdefault("patchSettings", {"patchMode": "ImageDefault"})
    keys = _keys(linux, user)
    if closed and not keys:
        raise bad_parameter(
            "linuxConfiguration",
            "Authentication using either SSH or by user name and password must be enabled in Linux"
            " profile. For more information, please visit aka.ms/UseSSHAuthentication.",
        )
    if not closed and not password:
        raise missing("adminPassword")
    if password:
        _check_password(password)


def _keys(linux: Body, user: str) -> list[Body]:
    if linux.get("ssh") is None:
        return []
    ssh = section(linux, "ssh", "linuxConfiguration.ssh")
    keys = objects(ssh.get("publicKeys"), "linuxConfiguration.ssh.publicKeys")
    wanted = f"/home/{user}/.ssh/authorized_keys"
    for key in keys:
        if a_text(key, "path", "linuxConfiguration.ssh.publicKeys.path") not in ("", wanted):
            raise bad_parameter(
                "linuxConfiguration.ssh.publicKeys.path",
                "Destination path for SSH public keys is currently limited to its default value"
                f" {wanted} due to a known issue in Linux provisioning agent.",
            )
        key["path"] = wanted
        if not _KEY.fullmatch(a_text(key, "keyData", "linuxConfiguration.ssh.publicKeys.keyData")):
            raise bad_parameter(
                "linuxConfiguration.ssh.publicKeys.keyData",
                "The value of parameter linuxConfiguration.ssh.publicKeys.keyData is invalid.",
            )
    return keys


def _check_password(password: str) -> None:
    kinds = (r"[a-z]", r"[A-Z]", r"[0-9]", r"[\W_]")
    if sum(bool(re.search(kind, password)) for kind in kinds) < 3:
        raise bad_parameter(
            "adminPassword",
            "The supplied password must satisfy at least 3 of password complexity requirements from"
            " the following: contains an uppercase character, a lowercase character, a numeric"
            " digit, a special character.",
        )
    if not 6 <= len(password) <= 72:
        raise bad_parameter(
            "adminPassword",
            "The supplied password must be between 6-72 characters long.",
        )


def check_kept(new: Resource, old: Resource, machine: Machine) -> None:
    """Refuse to change what a machine was given at its first boot."""
    before: Body | None = old.properties.get("osProfile")
    if before is None:
        if new.properties.get("osProfile") is not None:
            raise cannot_change("osProfile")
        return
    profile = section(new.properties, "osProfile")
    given = a_text(profile, "customData", f"{_PATH}.customData")
    if given and given != machine.custom_data:
        raise cannot_change("osProfile.customData")
    for secret in _SECRET:
        profile.pop(secret, None)
    for name in ("computerName", "adminUsername", "linuxConfiguration"):
        if profile.get(name) != before.get(name):
            raise cannot_change(f"osProfile.{name}")
