#!/usr/bin/env bash
# Writes requirements/*.txt from pyproject.toml and requirements/*.in: pinned, hashed, no addresses.
# Versions already locked stay, unless called with --upgrade or --upgrade-package NAME.
set -euo pipefail
cd "$(dirname "$0")/.."

uv=.venv/bin/uv
if [[ ! -x $uv ]]; then
    python3 -m venv .build/lock
    .build/lock/bin/python -m pip install --quiet uv
    uv=.build/lock/bin/uv
fi

compile() { # OUTPUT ARGUMENTS...
    local output=$1
    shift
    if ! "$uv" pip compile --quiet --generate-hashes --no-config \
        --python-version 3.11 --python-platform x86_64-manylinux_2_28 \
        --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
        --output-file "$output" "$@" >/dev/null; then
        echo "lock: $output was not written; correct the requirement named above, or check the network." >&2
        exit 1
    fi
    echo "lock: $output: $(grep -c '==' "$output") packages"
}

compile requirements/runtime.txt pyproject.toml "$@"
compile requirements/dev.txt pyproject.toml --group dev --constraints requirements/runtime.txt "$@"
compile requirements/go.txt requirements/go.in "$@"
compile requirements/az.txt requirements/az.in "$@"
