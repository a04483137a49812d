"""Virtual machines that one asks ARM for are machines."""

from __future__ import annotations

import json
import subprocess
import uuid
from typing import TYPE_CHECKING, Any

import pytest

from azurelocal.fabric import names
from azurelocal.machines import cgroups
from azurelocal.machines.errors import MachineError
from azurelocal.world.region import DISKS, MACHINES
from tests.integration.azurelocal.world.ignition import broken, web_server
from tests.integration.azurelocal.world.raised import until
from tests.integration.azurelocal.world.shapes import Vm, rule

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.azurelocal.names import Az
    from tests.integration.azurelocal.world.raised import Done, Raised
    from tests.integration.azurelocal.world.shapes import Group

LUN = "/dev/disk/azure/scsi1/lun"
TOKEN = (
    "http://169.254.169.254/metadata/identity/oauth2/token"
    "?api-version=2018-02-01&resource=https%3A%2F%2Fmanagement.azure.com%2F"
)


@pytest.fixture(scope="module")
def subnet(shared_group: Group) -> str:
    """The subnet of the two machines, which a security group watches over."""
    watch = shared_group.security_group("watch")
    return shared_group.network(networkSecurityGroup={"id": watch})


@pytest.fixture(scope="module")
def pair(shared_group: Group, subnet: str) -> tuple[Vm, Vm]:
    """Two machines of one subnet, each with a web server; the second one has an identity."""
    one = shared_group.machine("one", subnet, ignition=web_server("one"))
    two = shared_group.machine(
        "two", subnet, ignition=web_server("two"), identity={"type": "SystemAssigned"}
    )
    return one, two


def page(of: Vm, seen_from: Vm) -> str:
    """What a web server shows within a second; nothing if it cannot be reached."""
    return seen_from.run("curl", "-sSf", "-m", "1", f"http://{of.address}").stdout


def test_two_machines_run_what_ignition_says_and_see_each_other(pair: tuple[Vm, Vm]) -> None:
    one, two = pair

    assert (one.says("hostname"), two.says("hostname")) == ("one", "two")
    one.says("ping", "-c", "2", "-W", "5", two.address)
    until(lambda: page(two, seen_from=one) == "two", "the second one's page")
    assert page(one, seen_from=two) == "one"


def test_a_machine_is_usable_soon_after_it_was_asked_for(
    shared_group: Group, pair: tuple[Vm, Vm]
) -> None:
    # The aim is 8 s on a machine that has nothing else to do, which nobody promises here.
    assert max(shared_group.took.values()) < 60


def test_what_a_security_group_denies_is_denied_from_that_moment_on(
    shared_group: Group, pair: tuple[Vm, Vm]
) -> None:
    one, two = pair
    watch = shared_group.path("Network/networkSecurityGroups", "watch")
    until(lambda: page(two, seen_from=one) == "two", "the second one's page")

    deny = rule("web", 200, "Deny", protocol="Tcp", destinationPortRange="80")
    shared_group.arm.put(f"{watch}/securityRules/web", deny["properties"])
    until(lambda: page(two, seen_from=one) == "", "the rule is in force", patience=10)
    assert page(one, seen_from=two) == ""
    one.says("ping", "-c", "1", "-W", "5", two.address)  # something else than what is denied

    allow = rule("me", 100, "Allow", sourceAddressPrefix=one.address)
    shared_group.arm.put(f"{watch}/securityRules/me", allow["properties"])
    until(lambda: page(two, seen_from=one) == "two", "what comes first counts", patience=10)
    assert page(one, seen_from=two) == ""

    for name in ("web", "me"):
        shared_group.arm.delete(f"{watch}/securityRules/{name}")
    until(lambda: page(one, seen_from=two) == "one", "without rules it is allowed", patience=10)


def test_an_interface_has_a_security_group_of_its_own(
    shared_group: Group, pair: tuple[Vm, Vm]
) -> None:
    one, two = pair
    own = shared_group.security_group("own", rule("none", 100, "Deny", direction="Outbound"))
    nic = shared_group.path("Network/networkInterfaces", "one-nic")

    def watched(body: dict[str, Any]) -> None:
        body["properties"]["networkSecurityGroup"] = {"id": own}

    shared_group.arm.change(nic, watched)
    until(lambda: page(two, seen_from=one) == "", "nothing gets out", patience=10)
    assert page(one, seen_from=two) == "one"  # answers belong to what was let in

    shared_group.arm.change(nic, lambda body: body["properties"].pop("networkSecurityGroup"))
    until(lambda: page(two, seen_from=one) == "two", "everything gets out again", patience=10)


def test_a_disk_carries_data_from_one_machine_to_the_other(
    shared_group: Group, pair: tuple[Vm, Vm]
) -> None:
    one, two = pair
    disk = shared_group.make(
        "Compute/disks", "data", {"creationData": {"createOption": "Empty"}, "diskSizeGB": 1}
    )

    def attach(vm: Vm, lun: int) -> None:
        entry = {"lun": lun, "createOption": "Attach", "managedDisk": {"id": disk}}
        shared_group.arm.change(
            vm.id, lambda body: body["properties"]["storageProfile"].update(dataDisks=[entry])
        )

    def detach(vm: Vm) -> None:
        shared_group.arm.change(
            vm.id, lambda body: body["properties"]["storageProfile"].update(dataDisks=[])
        )

    attach(one, 3)
    one.sh(f"mkfs.ext4 -q {LUN}3; mount {LUN}3 /mnt; echo data >/mnt/file; umount /mnt")
    detach(one)
    assert one.run("test", "-e", f"{LUN}3").returncode == 1
    attach(two, 0)
    assert two.sh(f"mount {LUN}0 /mnt; cat /mnt/file; umount /mnt") == "data"
    detach(two)


def test_only_machines_are_told_about_themselves(pair: tuple[Vm, Vm], world: Raised) -> None:
    instance = "http://169.254.169.254/metadata/instance?api-version=2021-02-01"

    told = json.loads(pair[0].says("curl", "-sSf", "-H", "Metadata: true", instance))
    at_the_workstation = world.shell("curl", "-sS", "-m", "3", "-H", "Metadata: true", instance)

    assert (told["compute"]["name"], told["compute"]["resourceId"]) == ("one", pair[0].id)
    address = told["network"]["interface"][0]["ipv4"]["ipAddress"][0]["privateIpAddress"]
    assert address == pair[0].address
    assert at_the_workstation.returncode != 0
    assert at_the_workstation.stdout == ""


def test_the_token_of_a_machine_may_do_what_its_identity_may(
    shared_group: Group, pair: tuple[Vm, Vm]
) -> None:
    arm, two = shared_group.arm, pair[1]
    identity = arm.get(two.id)["identity"]["principalId"]

    def token() -> str:
        return json.loads(two.says("curl", "-sSf", "-H", "Metadata: true", TOKEN))["access_token"]

    none = pair[0].run("curl", "-sS", "-H", "Metadata: true", TOKEN)  # it has no identity
    assert json.loads(none.stdout)["error"] == "invalid_request"
    refused = arm.ask("GET", shared_group.id, token=token())
    assert (refused.status, refused.code) == (403, "AuthorizationFailed")

    reader = "acdd72a7-3385-48ef-bd42-f606fba81ae7"
    definition = f"{arm.subscription}/providers/Microsoft.Authorization/roleDefinitions/{reader}"
    arm.put(
        f"{shared_group.id}/providers/Microsoft.Authorization/roleAssignments/{uuid.uuid4()}",
        {"roleDefinitionId": definition, "principalId": identity},
    )
    assert arm.ask("GET", shared_group.id, token=token()).ok


def test_power_is_what_one_asks_for(shared_group: Group, pair: tuple[Vm, Vm]) -> None:
    arm, (one, two) = shared_group.arm, pair

    arm.act(one.id, "powerOff")
    with pytest.raises(MachineError, match="is off"):
        one.run("true")
    assert two.run("ping", "-c", "1", "-W", "1", one.address).returncode == 1
    arm.act(one.id, "start")

    until(lambda: page(one, seen_from=two) == "one", "it is back with what it had")
    assert [each["code"] for each in arm.get(f"{one.id}/instanceView")["statuses"]][-1] == (
        "PowerState/running"
    )


@pytest.mark.parametrize("action", ["restart", "redeploy"])
def test_it_boots_anew_and_has_its_disk(
    shared_group: Group, pair: tuple[Vm, Vm], action: str
) -> None:
    one = pair[0]
    boot, mark = "/proc/sys/kernel/random/boot_id", f"/root/{action}"
    one.sh(f"echo kept >{mark}")
    before = one.says("cat", boot)

    shared_group.arm.act(one.id, action)

    assert one.says("cat", boot) != before
    assert one.says("cat", mark) == "kept"
    until(lambda: page(one, seen_from=pair[1]) == "one", "it is back with what it had")


def test_a_machine_that_is_deleted_is_gone_and_its_disk_when_that_is(group: Group) -> None:
    vm = group.machine("vm", group.network())
    body, folder = names.short(vm.id), group.world.folder
    storage = group.arm.get(vm.id)["properties"]["storageProfile"]
    disk = storage["osDisk"]["managedDisk"]["id"]
    assert body in cgroups.machines(group.world.prefix)

    group.arm.delete(vm.id)

    assert body not in cgroups.machines(group.world.prefix)
    assert not (folder / MACHINES / body).exists()
    assert group.arm.ask("GET", vm.id).status == 404
    assert (folder / DISKS / names.short(disk)).exists()
    group.arm.delete(disk)
    until(lambda: not (folder / DISKS / names.short(disk)).exists(), "its files are gone", 20)


def test_whoever_has_the_key_gets_in_by_ssh(group: Group, tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key), check=True)
    watch = group.security_group("watch", rule("ssh", 100, "Allow", destinationPortRange="22"))
    ip, address = group.public_ip("ip")
    group.machine(
        "vm",
        group.network(networkSecurityGroup={"id": watch}),
        key=key.with_suffix(".pub").read_text(),
        nic={"publicIPAddress": {"id": ip}},
    )

    def ssh(with_key: Path) -> Done:
        known = f"UserKnownHostsFile={tmp_path / 'hosts'}"
        options = ("BatchMode=yes", "StrictHostKeyChecking=no", "IdentitiesOnly=yes", known)
        flags = (word for one in options for word in ("-o", one))
        return group.world.shell("ssh", "-i", str(with_key), *flags, f"core@{address}", "hostname")

    # Its network is as it has to be in a moment; sshd may take another one.
    until(lambda: ssh(key).stdout.strip() == "vm", "somebody with the key is let in", patience=30)
    subprocess.run(
        ("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "other"), check=True
    )
    assert "Permission denied" in ssh(tmp_path / "other").stderr


def test_a_machine_that_does_not_boot_has_failed_and_says_why(group: Group) -> None:
    vm, answer, _ = group.begin_machine("bad", group.network(), ignition=broken())

    ended = group.arm.ended(answer)

    assert ended["status"] == "Failed"
    assert ended["error"]["code"] == "OSProvisioningClientError"
    assert "ignition" in ended["error"]["message"].lower()
    assert group.arm.get(vm.id)["properties"]["provisioningState"] == "Failed"


def test_az_makes_a_machine_and_reads_its_console(group: Group, az: Az, tmp_path: Path) -> None:
    network, name = group.network(), group.id.rpartition("/")[2]
    data = tmp_path / "config.ign"
    data.write_bytes(web_server("made by az"))

    made = az(
        f"vm create -g {name} -n vm --image Debian:debian-12:12-gen2:latest --size Standard_D2s_v5"
        f" --admin-username core --generate-ssh-keys --custom-data {data} --subnet {network}"
        " --public-ip-address",
        "",
    )
    az(f"vm boot-diagnostics enable -g {name} -n vm")
    console = az.run("vm", "boot-diagnostics", "get-boot-log", "-g", name, "-n", "vm")

    vm = Vm(group.world, made["id"], made["privateIpAddress"])
    assert vm.says("cat", "/srv/index.html") == "made by az"
    assert console.returncode == 0, console.stderr
    assert "Reached target" in console.stdout or "systemd" in console.stdout
