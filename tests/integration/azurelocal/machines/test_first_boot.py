"""What a machine is after its first boot, and what is said when that fails."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from azurelocal.machines.driver import Phase
from azurelocal.machines.errors import MachineError
from tests.integration.azurelocal.machines.ignition import config, service
from tests.integration.azurelocal.machines.world import HUB, World

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

USABLE = 8.0  # seconds from the request until a machine must be usable

WEB = config(
    files={"/srv/index.html": "hello"},
    units={"web.service": service("/usr/bin/busybox httpd -f -p 80 -h /srv")},
)


def test_a_machine_is_usable_in_time(world: World, key: Path) -> None:
    public = key.with_suffix(".pub").read_text()
    spec = world.machine("a", custom_data=WEB, admin_user="azureuser", ssh_keys=(public,))
    started = time.monotonic()

    world.run(world.driver.create(spec))

    page = world.from_hub("curl", "-sS", "--max-time", "5", f"http://{world.address('a')}/")
    elapsed = time.monotonic() - started
    login = world.from_hub(
        *("ssh", "-i", str(key), "-o", "StrictHostKeyChecking=no", "-o", "BatchMode=yes"),
        *("-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR"),
        *(f"azureuser@{world.address('a')}", "sudo id -un && hostname"),
    )
    assert (page.stdout, login.stdout.split(), login.stderr) == ("hello", ["root", "a"], "")
    assert elapsed < USABLE


def test_names_and_resolver_are_those_of_azure(world: World) -> None:
    spec = world.machine("a", hostname="web-1", search="x.internal.cloudapp.net")

    world.run(world.driver.create(spec))

    assert world.says("a", "hostname") == "web-1"
    resolver = world.says("a", "cat", "/etc/resolv.conf").splitlines()
    assert resolver == ["search x.internal.cloudapp.net", "nameserver 168.63.129.16"]
    assert "127.0.0.1" in world.says("a", "getent", "ahostsv4", "localhost")
    assert world.address("a") in world.says("a", "getent", "ahosts", "web-1")


def test_nothing_fails_in_a_fresh_machine(world: World) -> None:
    world.run(world.driver.create(world.machine("a")))

    assert world.says("a", "systemctl", "--failed", "--no-legend", "--plain") == ""
    assert world.says("a", "systemctl", "is-active", "containerd", "ssh").split() == ["active"] * 2


def test_two_machines_share_no_identity(world: World) -> None:
    for id in ("a", "b"):
        world.run(world.driver.create(world.machine(id)))

    for file in ("/etc/machine-id", "/etc/ssh/ssh_host_ed25519_key.pub"):
        assert world.says("a", "cat", file) != world.says("b", "cat", file)
    ping = ("ping", "-c1", "-W2", world.address("b"))
    assert "1 received" in world.says("a", *ping)


def test_a_merged_configuration_is_fetched_with_its_headers(world: World) -> None:
    merged = config(files={"/etc/merged": "it was"})
    source = {
        "source": f"http://{HUB}:8080/config",
        "httpHeaders": [{"name": "Authorization", "value": "Bearer token-1"}],
    }
    spec = world.machine("a", custom_data=config(merge=[source]))

    with _serving(world, merged, "Bearer token-1"):
        world.run(world.driver.create(spec))

    assert world.says("a", "cat", "/etc/merged") == "it was"


def test_a_configuration_that_is_not_one_fails_with_what_ignition_says(world: World) -> None:
    secret = "secret-in-the-configuration"
    bad = config(files={"relative/path": secret})

    with pytest.raises(MachineError, match="machine a failed: Ignition failed") as raised:
        world.run(world.driver.create(world.machine("a", custom_data=bad)))

    state = world.run(world.driver.state("a"))
    console = world.run(world.driver.console("a")).decode()
    assert "path not absolute" in raised.value.log
    assert (state.phase, state.provisioned) == (Phase.FAILED, False)
    assert secret not in raised.value.log + console


def test_a_failure_while_files_are_written_does_not_show_the_configuration(world: World) -> None:
    secret = "secret-in-a-unit"
    bad = config(
        files={"/etc/hosts/below-a-file": "x"}, units={"a.service": f"[Unit]\nDescription={secret}"}
    )

    with pytest.raises(MachineError) as raised:
        world.run(world.driver.create(world.machine("a", custom_data=bad)))

    console = world.run(world.driver.console("a")).decode()
    assert "/etc/hosts/below-a-file" in raised.value.log
    assert secret not in raised.value.log + console


def test_storage_that_is_not_emulated_is_refused(world: World) -> None:
    disks = config(storage={"disks": [{"device": "/dev/sdc", "wipeTable": True}]})

    with pytest.raises(MachineError) as raised:
        world.run(world.driver.create(world.machine("a", custom_data=disks)))

    assert "storage are not emulated: disks" in raised.value.log


def test_a_first_boot_that_failed_is_tried_again_from_the_start(world: World) -> None:
    world.patience = 6.0
    driver = world.driver = world.another_driver()
    source = {"source": f"http://{HUB}:8080/config"}
    files = {"/etc/first": "1"}
    spec = world.machine("a", custom_data=config(merge=[source], files=files))
    with pytest.raises(MachineError, match="Ignition was not through after 6 s"):
        world.run(driver.create(spec))

    with _serving(world, config(), None):
        world.run(driver.create(spec))

    assert world.says("a", "cat", "/etc/first") == "1"


def test_a_machine_in_emergency_mode_says_so(world: World) -> None:
    broken = service("/bin/false", OnFailure="emergency.target", Before="azure-checkin.service")
    units = {"broken.service": broken.replace("[Service]", "[Service]\nType=oneshot")}

    with pytest.raises(MachineError, match="systemd is in its emergency mode") as raised:
        world.run(world.driver.create(world.machine("a", custom_data=config(units=units))))

    assert "broken.service" in raised.value.log
    assert world.run(world.driver.state("a")).phase is Phase.FAILED


def test_a_machine_that_does_not_check_in_can_be_looked_into_and_may_be_late(world: World) -> None:
    world.patience = 5.0
    driver = world.driver = world.another_driver()
    slow = service("/bin/sleep 600", Before="azure-checkin.service")
    units = {"slow.service": slow.replace("[Service]", "[Service]\nType=oneshot")}

    with pytest.raises(MachineError, match="did not check in within 5 s"):
        world.run(driver.create(world.machine("a", custom_data=config(units=units))))

    assert "slow.service" in world.says("a", "systemctl", "list-jobs", "--no-legend")
    world.says("a", "systemctl", "kill", "slow.service")
    end = time.monotonic() + 10
    while world.run(driver.state("a")).phase is not Phase.RUNNING:
        assert time.monotonic() < end
        time.sleep(0.05)


@contextmanager
def _serving(world: World, content: bytes, authorization: str | None) -> Iterator[None]:
    """Serve a configuration in the network of the machines."""
    program = textwrap.dedent(f"""
        import http.server
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                allowed = self.headers.get("Authorization") == {authorization!r}
                self.send_response(200 if allowed else 403)
                self.end_headers()
                self.wfile.write({content!r} if allowed else b"")
        http.server.HTTPServer(({HUB!r}, 8080), Handler).serve_forever()
    """)
    process = subprocess.Popen(
        ("ip", "netns", "exec", world.hub, sys.executable, "-c", program),
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()
