#!/usr/bin/env bash
# Resolves python/requirements-*.in, and tests/clients/requirements.in, into lock files with hashes, for all Python
# versions from 3.11 on. Uses uv (from the Python package index) in an environment of its own.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "$root/build"
[ -x "$root/build/uv/bin/uv" ] || { /usr/bin/python3 -m venv "$root/build/uv" && "$root/build/uv/bin/pip" install --quiet uv; }
cd "$root/python"

compile() { # FILE-WITHOUT-ENDING [OPTION...]
    local file=$1
    shift
    "$root/build/uv/bin/uv" pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-header --upgrade "$file.in" --output-file "$file.lock" "$@"
}

compile requirements-server
compile requirements-charts
compile requirements-dev
compile requirements-semantic --no-deps
compile ../tests/clients/requirements
compile requirements-data --excludes requirements-data.excludes
