"""A command starts with what it needs, and with no more."""

import subprocess
import sys

import pytest

from hypershift.cli.command import Leaf
from hypershift.cli.tree import nodes

PROGRAM = """
import sys
from hypershift.cli.main import run
run(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""
LEAVES = {" ".join(words): node.module for words, node in nodes() if isinstance(node, Leaf)}
COMMANDS = {module.partition(":")[0] for module in LEAVES.values()}
SLOW = {"asyncio", "azure", "azurelocal", "cryptography", "jwt", "rich", "sandbox", "uvicorn"}
# Other spellings, which share the module of the command that they spell.
SPELLS = {
    "ccoctl azure create-key-pair": "create key-pair",
    "ccoctl azure create-oidc-issuer": "create oidc-issuer azure",
}


def loaded(*arguments: str, **environment: str) -> set[str]:
    """Run the command in a Python of its own, and tell which modules it has loaded."""
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(result.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("words", LEAVES)
def test_help_loads_the_module_of_its_command_alone(words: str) -> None:
    modules = loaded(*words.split(), "--help")

    own = {LEAVES[one].partition(":")[0] for one in (words, SPELLS.get(words, words))}
    assert modules & COMMANDS == own
    assert {module.partition(".")[0] for module in modules} & SLOW == set()


def test_an_unknown_command_loads_no_command() -> None:
    modules = loaded("create", "clutser")

    assert modules & COMMANDS == set()


def test_completing_a_flag_loads_the_module_of_its_command_alone() -> None:
    modules = loaded(
        COMP_WORDS="hypershift\ncreate\nnodepool\nazure\n--re",
        COMP_CWORD="4",
        _HYPERSHIFT_COMPLETE="bash_complete",
    )

    # The command that prints the scripts answers them, too.
    assert modules & COMMANDS == {
        "hypershift.cli.completion",
        "hypershift.cli.create.nodepool.azure",
    }
    assert {module.partition(".")[0] for module in modules} & SLOW == set()
