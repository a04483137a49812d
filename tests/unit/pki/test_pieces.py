"""Policies, kubeconfigs, keys of tokens, passwords and objects."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from datetime import timedelta

import jwt
import pytest
import yaml
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from hypershift.pki import keys, kubeconfigs, passwords
from hypershift.pki.objects import Holdings, Secret, read_config_map, read_secret
from hypershift.pki.policy import Policy, from_environment
from tests.unit.pki.plane import FACTS, after, reasons, run, spoil, without

TOKENS = "sa-signing-key"


def test_without_variables_certificates_are_valid_for_a_year() -> None:
    policy = from_environment({})

    assert (policy.validity, policy.ahead) == (timedelta(days=365), timedelta(days=30))


def test_variables_say_how_long_certificates_are_valid_and_when_they_are_renewed() -> None:
    policy = from_environment(
        {"CERTIFICATE_VALIDITY": "1h30m", "CERTIFICATE_RENEWAL_PERCENTAGE": "0.5"}
    )

    assert (policy.validity, policy.ahead) == (timedelta(minutes=90), timedelta(minutes=45))
    assert from_environment({"CERTIFICATE_RENEWAL_PERCENTAGE": "30"}).share == 0.3


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("CERTIFICATE_VALIDITY", "one year"),
        ("CERTIFICATE_VALIDITY", "1s"),
        ("CERTIFICATE_VALIDITY", "-1h"),
        ("CERTIFICATE_VALIDITY", "999999h"),
        ("CERTIFICATE_VALIDITY", "99999999999999999999h"),
        ("CERTIFICATE_RENEWAL_PERCENTAGE", "half"),
        ("CERTIFICATE_RENEWAL_PERCENTAGE", "0"),
        ("CERTIFICATE_RENEWAL_PERCENTAGE", "100"),
        ("CERTIFICATE_RENEWAL_PERCENTAGE", "nan"),
    ],
)
def test_a_variable_that_makes_no_sense_is_named(variable: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"^{variable}: "):
        from_environment({variable: text})


def test_a_policy_that_never_comes_to_rest_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        Policy(share=1.0)
    with pytest.raises(ValueError, match="at least 10 s"):
        Policy(validity=timedelta(0))


def test_a_kubeconfig_is_what_kubectl_reads() -> None:
    access = kubeconfigs.Access("https://a:1", b"trust", b"certificate", b"key")
    content = kubeconfigs.write(access)

    assert kubeconfigs.read(content) == access
    config = yaml.safe_load(content)
    assert config["current-context"] == config["contexts"][0]["name"] == "admin"
    assert config["contexts"][0]["context"]["namespace"] == "default"
    assert config["clusters"][0]["name"] == "cluster"
    assert base64.b64decode(config["users"][0]["user"]["client-key-data"]) == b"key"


GOOD = kubeconfigs.write(kubeconfigs.Access("https://a:1", b"trust", b"certificate", b"secret"))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff", "no YAML"),
        (b"a: [", "no YAML"),
        (b"[]", "no mapping"),
        (b"{}", "no current-context"),
        (GOOD.replace(b"current-context: admin", b"current-context: x"), "no context 'x'"),
        (GOOD.replace(b"    server:", b"    other:"), "no server"),
        (GOOD.replace(b"client-key-data: ", b"client-key-data: '*'#"), "key-data is no base64"),
        (GOOD.replace(b"users:", b"people:"), "no user 'admin'"),
    ],
)
def test_a_kubeconfig_that_is_none_is_refused_without_its_secrets(
    content: bytes, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason) as caught:
        kubeconfigs.read(content)

    assert base64.b64encode(b"secret").decode() not in str(caught.value)


def test_the_key_of_tokens_is_rsa_and_its_halves_belong_together(complete: Holdings) -> None:
    data = complete.secrets[TOKENS].data
    private, public = data["service-account.key"], data["service-account.pub"]

    assert private.startswith(b"-----BEGIN RSA PRIVATE KEY-----")
    assert public.startswith(b"-----BEGIN RSA PUBLIC KEY-----")
    plain = load_pem_public_key(public.replace(b"RSA PUBLIC", b"PUBLIC"))
    token = jwt.encode({"sub": "a"}, private.decode(), "RS256")
    assert jwt.decode(token, plain, ["RS256"]) == {"sub": "a"}  # pyright: ignore[reportArgumentType] it is RSA


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"service-account.key": b"x"}, "service-account.key cannot be read"),
        ({"service-account.key": b""}, "service-account.key is missing"),
        (
            {"service-account.key": keys.write(keys.make("ECDSA", 1)[0])},
            "service-account.key is not RSA",
        ),
    ],
)
def test_tokens_of_a_lost_key_stay_good(
    complete: Holdings, data: dict[str, bytes], reason: str
) -> None:
    spoiled = spoil(complete, TOKENS, **data)
    result = run(spoiled)
    public = after(result, spoiled).secrets[TOKENS].data["service-account.pub"]

    assert reasons(result) == {TOKENS: reason}
    assert public.count(b"-----BEGIN RSA PUBLIC KEY-----") == 2
    assert public.endswith(complete.secrets[TOKENS].data["service-account.pub"])
    assert run(after(result, spoiled)).changes == ()


@pytest.mark.parametrize(
    "public",
    [b"", b"x", b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"],
)
def test_the_public_half_is_made_out_of_the_private_one(complete: Holdings, public: bytes) -> None:
    spoiled = spoil(complete, TOKENS, **{"service-account.pub": public})

    assert after(run(spoiled), spoiled) == complete


def test_rubbish_beside_the_public_key_goes(complete: Holdings) -> None:
    public = complete.secrets[TOKENS].data["service-account.pub"]
    rubbish = b"-----BEGIN RSA PUBLIC KEY-----\nAAAA\n-----END RSA PUBLIC KEY-----\n"
    spoiled = spoil(complete, TOKENS, **{"service-account.pub": public + rubbish})
    result = run(spoiled)

    assert reasons(result) == {TOKENS: "service-account.pub has a key that cannot be read"}
    assert after(result, spoiled) == complete


def test_a_supplied_key_is_left_alone(complete: Holdings) -> None:
    spoiled = spoil(complete, TOKENS, **{"service-account.key": b"x"})

    assert run(spoiled, replace(FACTS, signing_key_supplied=True)).changes == ()


def test_a_password_has_its_form_and_is_made_once(complete: Holdings) -> None:
    password = complete.secrets["kubeadmin-password"].data["password"]
    lost = without(complete, "kubeadmin-password")
    other = after(run(lost), lost)

    assert re.fullmatch(rb"[a-zA-Z2-9]{5}(-[a-zA-Z2-9]{5}){3}", password)
    assert not set("0O1l") & set(passwords.ALPHABET)
    assert other.secrets["kubeadmin-password"].data["password"] != password


def test_nothing_secret_is_shown() -> None:
    result = run()
    secret = result.objects[0]
    assert isinstance(secret, Secret)
    shown = repr((result, result.changes, Holdings.of(*result.objects)))

    assert "PRIVATE KEY" not in shown
    assert "BEGIN" not in shown
    assert repr(secret).startswith("Secret(name='root-ca', type=")
    access = kubeconfigs.Access("https://a", b"t", b"c", b"hidden")
    assert "hidden" not in repr(access)


def test_objects_are_read_as_they_are_written(complete: Holdings) -> None:
    for secret in complete.secrets.values():
        manifest = secret.manifest("here")
        assert manifest["metadata"]["namespace"] == "here"
        assert read_secret(manifest) == secret
    for held in complete.config_maps.values():
        assert read_config_map(held.manifest("here")) == held


def test_what_is_no_base64_counts_as_missing() -> None:
    secret = read_secret({"metadata": {"name": "a"}, "data": {"x": "*", "y": "YQ=="}})

    assert secret.data == {"y": b"a"}
    assert read_secret({"metadata": {"name": "a"}}).data == {}
