"""The `azurelocal` command as it is typed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from tests.integration.azurelocal.running import AZURELOCAL, WITH_US, Server, serving
from tests.integration.azurelocal.wire import GoneError, Wire, owners_token

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMANDS = [
    *("completion", "down", "exec", "faults", "log"),
    *("resources", "serve", "shell", "status", "up"),
]
READY = 1.0  # seconds of processor time; on an idle machine that is the time until it is ready


def azurelocal(*arguments: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command, which must end with a code and never with a traceback."""
    done = subprocess.run(
        [AZURELOCAL, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done
    return done


def test_every_command_explains_itself() -> None:
    for words in ([], *([name] for name in COMMANDS), ["faults", "set"]):
        done = azurelocal(*words, "--help")

        assert done.stderr == ""
        assert done.stdout.startswith(" ".join(["Usage: azurelocal", *words]) + " ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("srve", f"there is no command 'srve'; there are: {', '.join(COMMANDS)}"),
        ("faults sett", "there is no command 'sett'; there are: clear, set, show"),
        ("serve --prot 1", "there is no flag --prot; see --help"),
        ("serve --port x", "--port: 'x' is not a valid integer range; see --help"),
        ("serve --port 70000", "--port: 70000 is not in the range 0<=x<=65535; see --help"),
        ("serve --latency fast", "--latency: 'fast' is not one of 'none', 'azure'; see --help"),
        ("serve --scale 2", "--scale does nothing by itself: give --latency azure with it"),
        (
            "serve --latency azure --scale nan",
            "--scale nan is out of range: give a factor above 0 and up to 1000, or leave out"
            " --latency",
        ),
        (
            "serve --address nowhere",
            "--address 'nowhere' is no IP address: give one of this machine, such as 127.0.0.1",
        ),
        (
            "serve --address 192.0.2.1",
            "--address 192.0.2.1 is none of this machine's: give another one",
        ),
        (
            "serve --faults absent.json",
            "--faults: absent.json cannot be read (No such file or directory): name a file with a"
            " plan of faults",
        ),
        ("faults set", "PLAN is missing; see --help"),
        ("log -n -1", "--lines: -1 is not in the range x>=0; see --help"),
        ("status -o xml", "--output: 'xml' is not one of 'text', 'json', 'yaml'; see --help"),
        ("completion tcsh", "SHELL: 'tcsh' is not one of 'bash', 'zsh', 'fish'; see --help"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(tmp_path: Path, words: str, sentence: str) -> None:
    state = [] if words.split()[0] in ("srve", "faults", "completion") else ["--state", tmp_path]

    done = azurelocal(*words.split(), *state, code=2)

    assert (done.stdout, done.stderr) == ("", f"Error: {sentence}\n")


@pytest.mark.parametrize("words", ["status", "resources", "log", "faults show", "faults clear"])
def test_a_folder_without_a_server_is_named(tmp_path: Path, words: str) -> None:
    folder = tmp_path / "empty"

    done = azurelocal(*words.split(), "--state", folder, code=1)

    assert str(folder) in done.stderr
    assert "--state" in done.stderr
    assert not folder.exists()


def test_a_state_that_is_in_use_is_left_alone(server: Server) -> None:
    done = azurelocal("serve", "--state", server.folder, code=2)

    assert f"is in use by process {_pid(server)}:" in done.stderr
    assert _status(server)["pid"] == _pid(server)


def test_a_port_that_is_taken_is_named(server: Server, tmp_path: Path) -> None:
    done = azurelocal("serve", "--state", tmp_path, "--port", server.port, code=2)

    assert done.stderr == (
        f"Error: --port {server.port} of 127.0.0.1 cannot be used (Address already in use): give"
        " another one, or none for any that is free\n"
    )


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "state.sqlite").write_bytes(b"no database" * 1000)

    below_a_file = azurelocal("serve", "--state", tmp_path / "file" / "state", code=2)
    broken = azurelocal("serve", "--state", tmp_path / "broken", code=1)

    assert "cannot be used (Not a directory)" in below_a_file.stderr
    assert "cannot be used as state (file is not a database)" in broken.stderr


def test_a_state_in_a_very_long_path_is_served(tmp_path: Path) -> None:
    with serving(tmp_path.joinpath(*["a" * 50] * 4)) as server:
        assert _status(server)["arm"] == server.url


def test_it_is_ready_in_under_a_second(tmp_path: Path) -> None:
    with serving(tmp_path):
        pass  # certificates and keys are made but once
    took: list[float] = []
    for _ in range(3):
        with serving(tmp_path) as server:
            took.append(_processor_time(server))

    assert min(took) < READY, took


def test_ctrl_c_ends_the_server_although_a_client_waits(tmp_path: Path) -> None:
    with serving(tmp_path / "state") as server:
        _plan(server, tmp_path, [{"delay": 600}])
        wire = Wire(server, "nothing")
        waiting = subprocess.Popen(
            ["curl", "-sk", f"{server.url}/subscriptions"], stdout=subprocess.DEVNULL
        )
        while not _faults(server)[0]["done"]:
            time.sleep(0.02)

        server.process.send_signal(signal.SIGINT)
        code = server.process.wait(15)

    waiting.wait(10)
    wire.close()
    assert code == 0
    assert not (tmp_path / "state" / "control.sock").exists()


def test_status_tells_what_runs_in_each_form(server: Server) -> None:
    text = azurelocal("status", "--state", server.folder).stdout
    as_json = json.loads(azurelocal("status", "--state", server.folder, "-o", "json").stdout)
    as_yaml = yaml.safe_load(azurelocal("status", "--state", server.folder, "-o", "yaml").stdout)

    assert f"arm           {server.url}\n" in text
    assert as_json["subscriptions"] == [server.subscription]
    assert as_json["tenant"] == as_yaml["tenant"] == server.tenant


def test_resources_are_shown_by_group(server: Server, group: str) -> None:
    wire = Wire(server, owners_token(server))
    id = f"/subscriptions/{server.subscription}/resourceGroups/{group}"
    network = "providers/Microsoft.Network"
    wire.ask("PUT", f"{id}/{network}/networkSecurityGroups/nsg", {"location": "eastus"})
    wire.ask("PUT", f"{id}/{network}/publicIPAddresses/ip", {"location": "eastus"})
    wire.close()

    text = azurelocal("resources", "--state", server.folder, "-g", group.upper()).stdout
    shown = json.loads(azurelocal("resources", "--state", server.folder, "-o", "json").stdout)
    absent = azurelocal("resources", "--state", server.folder, "-g", "nothing", code=1).stderr

    assert text == (
        f"subscription {server.subscription}\n"
        f"  {group} (eastus)\n"
        "    ├─ Microsoft.Network/networkSecurityGroups  nsg\n"
        "    └─ Microsoft.Network/publicIPAddresses      ip\n"
    )
    [found] = [one for one in shown if one["resourceGroup"] == group]
    assert [one["name"] for one in found["resources"]] == ["nsg", "ip"]
    assert "there is no resource group 'nothing'" in absent


def test_the_log_is_followed_as_it_grows(server: Server) -> None:
    wire = Wire(server, owners_token(server))
    path = f"/subscriptions/{server.subscription}/resourceGroups/no-such-group"
    follower = subprocess.Popen(
        [
            *WITH_US,
            AZURELOCAL,
            "log",
            "--state",
            server.folder,
            "--follow",
            "-n",
            "0",
            "-o",
            "json",
        ],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert follower.stdout is not None

    time.sleep(0.5)  # until it has opened the file
    wire.ask("GET", path)
    entry = json.loads(follower.stdout.readline())

    follower.send_signal(signal.SIGINT)
    assert follower.wait(10) == 130
    follower.stdout.close()
    wire.close()
    assert (entry["path"], entry["status"], entry["name"]) == (path, 404, "azurelocal-owner")
    assert entry["grants"][0]["role"] == "Owner"
    assert entry["grants"][0]["action"] == "Microsoft.Resources/subscriptions/resourceGroups/read"


def test_a_plan_of_faults_is_set_met_shown_and_cleared(own: Server, tmp_path: Path) -> None:
    wire = Wire(own, owners_token(own))
    path = f"/subscriptions/{own.subscription}/resourceGroups/rg"
    wire.ask("PUT", path, {"location": "eastus"})
    answer = {"status": 503, "code": "ServerBusy", "retry_after": 7}
    _plan(
        own,
        tmp_path,
        [
            {"path": "*/rg", "nth": 2, "answer": answer},
            {"path": "*/rg", "nth": 3, "drop": "before"},
            {"path": "*/rg", "nth": 4, "delay": 0.3},
        ],
    )

    first, second = wire.ask("GET", path), wire.ask("GET", path)
    with pytest.raises(GoneError):
        wire.ask("GET", path)
    began = time.monotonic()
    late = wire.ask("GET", path)

    assert (first.status, late.status, time.monotonic() - began > 0.3) == (200, 200, True)
    assert (second.status, second.headers["retry-after"]) == (503, "7")
    assert second.json["error"]["code"] == "ServerBusy"
    assert [(one["met"], one["done"]) for one in _faults(own)] == [(4, 1)] * 3
    assert azurelocal("faults", "clear", "--state", own.folder).stdout == "rules in force: 0\n"
    assert azurelocal("faults", "show", "--state", own.folder).stdout == "no faults are planned\n"
    wire.close()


def test_a_plan_that_is_wrong_changes_nothing(own: Server, tmp_path: Path) -> None:
    _plan(own, tmp_path, [{"delay": 0.001}])
    (tmp_path / "wrong").write_text('[{"delay": 1}, {"dealy": 2}]')

    done = azurelocal("faults", "set", tmp_path / "wrong", "--state", own.folder, code=2)

    assert "contains unknown field `dealy`" in done.stderr
    assert "$[1]" in done.stderr
    assert len(_faults(own)) == 1


def test_whoever_asks_too_much_is_told_when_to_come_again(tmp_path: Path) -> None:
    with serving(tmp_path, "--throttle", "azure") as server:
        wire = Wire(server, owners_token(server))
        path = f"/subscriptions/{server.subscription}/resourceGroups"
        replies = [wire.ask("GET", path) for _ in range(400)]
        wire.close()

        throttled = [one for one in replies if one.status == 429]
        shown = _status(server)

    assert {one.status for one in replies} == {200, 429}
    assert throttled[0].json["error"]["code"] == "SubscriptionRequestsThrottled"
    assert int(throttled[0].headers["retry-after"]) >= 1
    assert shown["throttled"] is True


def test_with_latency_operations_go_on_after_the_answer(tmp_path: Path) -> None:
    with serving(tmp_path, "--latency", "azure", "--scale", "0.5") as server:
        wire = Wire(server, owners_token(server))
        group = f"/subscriptions/{server.subscription}/resourceGroups/rg"
        wire.ask("PUT", group, {"location": "eastus"})
        made = wire.ask(
            "PUT",
            f"{group}/providers/Microsoft.Network/networkSecurityGroups/nsg",
            {"location": "eastus"},
        )
        status = wire.ask("GET", made.headers["azure-asyncoperation"])
        running = _status(server)["operations"]
        wire.close()

    assert made.json["properties"]["provisioningState"] == "Creating"
    assert (status.json["status"], status.headers["retry-after"]) == ("InProgress", "1")
    assert running == 1


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("azurelocal st", ["status"]),
        ("azurelocal faults s", ["set", "show"]),
        ("azurelocal serve --lat", ["--latency"]),
        ("azurelocal serve --latency a", ["azure"]),
    ],
)
def test_bash_completes_commands_and_flags(line: str, offered: list[str]) -> None:
    words = line.split(" ")
    script = f"""
        source <({AZURELOCAL} completion bash)
        COMP_WORDS=({" ".join(repr(word) for word in words)})
        COMP_CWORD={len(words) - 1}
        _azurelocal_completion azurelocal
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    environment = {**os.environ, "PATH": f"{AZURELOCAL.parent}:{os.environ['PATH']}"}

    done = subprocess.run(
        ["bash", "-c", script], env=environment, capture_output=True, text=True, check=True
    )

    assert (done.stdout.split(), done.stderr) == (offered, "")


def test_who_has_seen_enough_is_no_error(server: Server) -> None:
    script = f"{AZURELOCAL} status --state {server.folder} | head -n 1"

    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)

    assert done.stderr == ""


def test_nobody_else_may_speak_to_the_server_or_read_its_state(own: Server) -> None:
    modes = {
        path.name: path.stat().st_mode & 0o077
        for path in own.folder.iterdir()
        if path.name != "stderr.log"  # the test's own
    }

    assert {name for name, others in modes.items() if others} == set()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.connect(f"/proc/self/fd/{os.open(own.folder, os.O_PATH)}/control.sock")
        connection.sendall(b"rubbish\n")
        assert b'"error"' in connection.recv(4096)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own."""
    with serving(tmp_path / "state") as server:
        yield server


def _plan(server: Server, folder: Path, rules: list[dict[str, Any]]) -> None:
    path = folder / "plan.json"
    path.write_text(json.dumps(rules))
    done = azurelocal("faults", "set", path, "--state", server.folder)
    assert done.stdout == f"rules in force: {len(rules)}\n"


def _faults(server: Server) -> list[dict[str, Any]]:
    return json.loads(azurelocal("faults", "show", "--state", server.folder, "-o", "json").stdout)


def _status(server: Server) -> dict[str, Any]:
    return json.loads(azurelocal("status", "--state", server.folder, "-o", "json").stdout)


def _pid(server: Server) -> int:
    return int((server.folder / "lock").read_text())


def _processor_time(server: Server) -> float:
    """What the server has needed so far, in seconds: on a busy machine it waits as well."""
    fields = Path(f"/proc/{_pid(server)}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
