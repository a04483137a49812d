"""The words of a command line lead to a command, or to a sentence that helps to find it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hypershift.cli.command import Branch, Leaf
from hypershift.cli.flags import flags_of
from hypershift.cli.tree import nodes
from hypershift.release.revision import revision

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.conftest import Result

    Run = Callable[..., Result]

BRANCHES = {" ".join(words): node for words, node in nodes() if isinstance(node, Branch)}
LEAVES = {" ".join(words): node for words, node in nodes() if isinstance(node, Leaf)}
LEAVES |= {words: node.trunk for words, node in BRANCHES.items() if node.trunk}


@pytest.mark.parametrize("words", LEAVES)
def test_a_command_prints_help_that_names_each_of_its_flags(hypershift: Run, words: str) -> None:
    visible = [flag for flag in flags_of(LEAVES[words].load().flags).values() if not flag.hidden]

    result = hypershift(*words.split(), "--help")

    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"Usage: hypershift {words} ")
    listed = {word.strip(",") for line in result.out.splitlines() for word in line.split()[:2]}
    assert {flag.spelling for flag in visible} | {"--help"} <= listed


@pytest.mark.parametrize("words", LEAVES)
def test_a_command_shows_an_example_of_itself(words: str) -> None:
    example = LEAVES[words].load().example

    assert f"hypershift {words}" in example


@pytest.mark.parametrize("words", BRANCHES)
def test_a_branch_lists_its_commands_with_a_line_about_each(hypershift: Run, words: str) -> None:
    result = hypershift(*words.split(), "--help")

    listed = result.out.partition("\nCommands:\n")[2].splitlines()
    assert result.code == 0
    assert [line.split(None, 1) for line in listed] == [
        [name, child.summary] for name, child in BRANCHES[words].children.items()
    ]


@pytest.mark.parametrize("words", [words for words in BRANCHES if words not in LEAVES])
def test_a_branch_without_a_command_prints_its_help_and_fails(hypershift: Run, words: str) -> None:
    help = hypershift(*words.split(), "--help").out

    result = hypershift(*words.split())

    assert (result.code, result.out, result.err) == (2, "", help)


@pytest.mark.parametrize("words", ["", "create", "create cluster", "create iam azure", "version"])
def test_help_is_a_command_as_well(hypershift: Run, words: str) -> None:
    help = hypershift(*words.split(), "--help")

    result = hypershift("help", *words.split())

    assert result == help


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("crate", "'hypershift' has no command 'crate'; did you mean create?"),
        ("create clutser", "'hypershift create' has no command 'clutser'; did you mean cluster?"),
        ("dump xyz", "'hypershift dump' has no command 'xyz'; it has: cluster"),
        (
            "create cluster aws --name demo",
            "this program has no 'hypershift create cluster aws': it serves Azure only",
        ),
        (
            "create bastion aws",
            "this program has no 'hypershift create bastion': bastions are part of AWS, and it"
            " serves Azure only",
        ),
        (
            "fix dr-oidc-iam",
            "this program has no 'hypershift fix': what it repairs is part of AWS, and it serves"
            " Azure only",
        ),
    ],
)
def test_an_unknown_command_is_refused_with_the_way_out(
    hypershift: Run, words: str, sentence: str
) -> None:
    result = hypershift(*words.split())

    assert (result.code, result.out, result.err) == (2, "", f"Error: {sentence}\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("destroy nodepool --nmae x", "there is no flag --nmae; did you mean --name?"),
        ("destroy nodepool --xyz", "there is no flag --xyz; see --help"),
        ("destroy nodepool -n x", "there is no flag -n; see --help"),
        ("dump cluster --artifact .", "there is no flag --artifact; did you mean --artifact-dir?"),
        ("destroy nodepool --name", "--name requires an argument"),
        ("destroy nodepool --name x y", "'y' belongs to no flag; see --help"),
        ("create kubeconfig --port-forward=on", "--port-forward: 'on' is neither true nor false"),
        (
            "create oadp-backup --ttl soon",
            "--ttl: 'soon' is not a duration such as 90s, 10m or 1h30m",
        ),
    ],
)
def test_an_impossible_flag_is_refused_with_the_way_out(
    hypershift: Run, words: str, sentence: str
) -> None:
    result = hypershift(*words.split())

    assert (result.code, result.out, result.err) == (2, "", f"Error: {sentence}\n")


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (
            "create iam azure",
            "--azure-creds, --infra-id, --name, --oidc-issuer-url, --output-file,"
            " --resource-group-name are",
        ),
        ("create infra azure", "--azure-creds, --base-domain, --infra-id, --name are"),
        ("create oadp-backup", "--hc-name, --hc-namespace are"),
        ("create oadp-restore", "--hc-name, --hc-namespace are"),
        ("console-logs azure", "--azure-creds, --name, --output-dir are"),
        ("destroy cluster azure", "--azure-creds, --name are"),
        (
            "destroy iam azure",
            "--azure-creds, --dns-zone-rg-name, --infra-id, --name, --resource-group-name,"
            " --workload-identities-file are",
        ),
        ("destroy infra azure", "--azure-creds, --infra-id, --name are"),
        ("destroy nodepool", "--name is"),
        ("destroy nodepool --name=", "--name is"),
        ("dump cluster", "--artifact-dir is"),
    ],
)
def test_what_a_command_needs_is_named_at_once(hypershift: Run, words: str, missing: str) -> None:
    result = hypershift(*words.split())

    assert (result.code, result.out, result.err) == (2, "", f"Error: {missing} required\n")


@pytest.mark.parametrize(
    "words",
    [
        "destroy nodepool --name workers --namespace prod",
        "destroy nodepool --name=workers --namespace=prod",
        "destroy nodepool --namespace prod --name=workers",
    ],
)
def test_a_value_stands_behind_its_flag_or_behind_an_equals_sign(
    hypershift: Run, words: str
) -> None:
    result = hypershift(*words.split())

    assert result.code == 1
    assert result.err == (
        "Error: 'destroy nodepool' is not available in this version yet; nothing was changed: use"
        " kubectl delete nodepool workers -n prod\n"
    )


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ("--dump-guest-cluster", "--dump-guest-cluster-through-kube-service", 2),
        ("--dump-guest-cluster=true", "--dump-guest-cluster-through-kube-service=true", 2),
        ("--dump-guest-cluster true", "--dump-guest-cluster-through-kube-service", 2),
        ("--dump-guest-cluster=false", "--dump-guest-cluster-through-kube-service", 1),
        ("--dump-guest-cluster false", "--dump-guest-cluster-through-kube-service", 1),
        ("--dump-guest-cluster", "--dump-guest-cluster-through-kube-service=F", 1),
    ],
)
def test_a_switch_is_on_alone_and_takes_true_or_false(
    hypershift: Run, first: str, second: str, code: int
) -> None:
    result = hypershift(
        "dump", "cluster", "--artifact-dir", "dump", *first.split(), *second.split()
    )

    assert result.code == code


@pytest.mark.parametrize("words", ["--version", "-v", "version --client-only"])
def test_the_version_of_the_program_is_told_without_a_cluster(hypershift: Run, words: str) -> None:
    result = hypershift(*words.split())

    client = f"Client Version: openshift/hypershift: {revision()}. Latest supported OCP: 5.1.0\n"
    assert (result.code, result.out, result.err) == (0, client, "")


def test_the_revision_can_be_printed_alone(hypershift: Run) -> None:
    result = hypershift("version", "--commit-only")

    assert (result.code, result.out, result.err) == (0, f"{revision()}\n", "")


def test_the_version_says_that_it_does_not_ask_the_operator(hypershift: Run) -> None:
    client = hypershift("version", "--client-only").out

    result = hypershift("version")

    assert (result.code, result.out) == (0, client)
    assert result.err == (
        "Server Version: not read, since this version of the program does not ask the operator"
        " yet; use --client-only to leave this line out\n"
    )
