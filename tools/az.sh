#!/usr/bin/env bash
# Installs the Azure CLI as locked into a virtual environment of its own, and prints the path of `az`. Quick when done.
# It stands in the cache and not in .venv: it is ten times as large, and pins other versions of what both need.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly lock=requirements/az.txt
python=$(readlink -f .venv/bin/python)
key=$({ cat "$lock" tools/az.sh && echo "$python"; } | sha256sum)
readonly home=${HYPERSHIFT_CACHE:-$HOME/.cache/hypershift-py}/az
readonly venv=$home/${key:0:16}
readonly stamp=$venv/.complete log=$home/install.log

fail() { # WHAT HAPPENED, AND THE NEXT STEP
    [[ ! -s $log ]] || tail -n 15 "$log" >&2
    echo "az: $*" >&2
    exit 1
}

# A virtual environment cannot be renamed: it is built where it stays, and is there once its stamp is.
install() {
    echo "az: installing $(grep -c '==' "$lock") Python packages, as locked (a minute or two the first time)" >&2
    "$python" -m venv --clear "$venv" >"$log" 2>&1 ||
        fail "python could not make $venv; see $log."
    PIP_CACHE_DIR=${home%/az}/pip "$venv/bin/python" -m pip --disable-pip-version-check install \
        --no-warn-script-location --root-user-action ignore --no-compile --require-hashes -r "$lock" >>"$log" 2>&1 ||
        fail "pip could not install $lock; see $log, check the network, then try again."
    # Some packages carry templates for other Pythons, which do not compile: that is no fault.
    "$venv/bin/python" -m compileall -q -j 0 "$venv/lib" >>"$log" 2>&1 || true
    # `az --version` would do, but asks the internet for a newer one.
    "$venv/bin/python" -c 'import azure.cli.core' >>"$log" 2>&1 ||
        fail "the az that was installed does not start; see $log."
    touch "$stamp"
    echo "az: done in $SECONDS s" >&2
}

if [[ ! -f $stamp ]]; then
    mkdir -p "$home"
    exec 9>"$home/lock"
    flock 9 # two installations at once
    [[ -f $stamp ]] || install
fi
echo "$venv/bin/az"
