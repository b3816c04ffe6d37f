#!/usr/bin/env bash
# Installs what tests need and the tools do not have: the clients that docs/clients.md shows, Python packages and node's
# driver into build/clients, R, Java and pg_cron from Debian's packages; and for pages Chromium, its driver and axe. What
# cannot be had is told of and left out: its test is skipped.

set -uo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
clients=$root/build/clients
log=$root/build/clients.log
python=$root/tests/clients/requirements.lock
node=$root/tests/clients/package-lock.json
mkdir -p "$clients"
: >"$log"

# shellcheck disable=SC2329 # try calls it
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo --non-interactive "$@"; fi; }

try() { # TEXT COMMAND...
    local text=$1
    shift
    printf '== %s\n' "$*" >>"$log"
    "$@" >>"$log" 2>&1 || echo "not installed: $text; the whole output is in $log" >&2
}

missing=()
command -v Rscript >/dev/null && [ -d /usr/lib/R/site-library/RPostgreSQL ] || missing+=(r-base-core r-cran-rpostgresql)
command -v javac >/dev/null || missing+=(default-jdk-headless)
[ -e /usr/share/java/postgresql.jar ] || missing+=(libpostgresql-jdbc-java)
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
command -v chromium >/dev/null || missing+=(chromium)
command -v chromium-headless-shell >/dev/null || missing+=(chromium-headless-shell)
# pg_cron, through which schedules run, comes for the server of the tests.
pg_config=${PG_CONFIG:-$(command -v pg_config || true)}
if [ -n "$pg_config" ] && [ ! -e "$("$pg_config" --sharedir)/extension/pg_cron.control" ]; then
    version=$("$pg_config" --version)
    version=${version#PostgreSQL }
    missing+=("postgresql-${version%%.*}-cron")
fi
if [ ${#missing[@]} -gt 0 ] && command -v apt-get >/dev/null; then
    echo "installing clients for the tests: ${missing[*]} ..." >&2
    try "package lists" as_root apt-get update
    for package in "${missing[@]}"; do
        try "$package" as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$package"
    done
fi

# Both anew when a lock file changes only.
wanted=$(sha256sum "$python" "$node" | sha256sum)
if [ "$(cat "$clients/installed" 2>/dev/null)" != "$wanted" ]; then
    echo "installing clients for the tests into build/clients ..." >&2
    rm -rf "$clients/python" "$clients/node"
    mkdir -p "$clients/node"
    try "environment of Python clients" /usr/bin/python3 -m venv "$clients/python"
    try "Python clients" "$clients/python/bin/python" -m pip install --disable-pip-version-check --no-deps --no-compile \
        --require-hashes --only-binary=:all: -r "$python"
    cp "$root/tests/clients/package.json" "$node" "$clients/node"
    try "node's driver" npm ci --prefix "$clients/node" --ignore-scripts --no-audit --no-fund
    [ -d "$clients/node/node_modules/pg" ] && [ -x "$clients/python/bin/python" ] && printf '%s\n' "$wanted" >"$clients/installed"
fi
exit 0
