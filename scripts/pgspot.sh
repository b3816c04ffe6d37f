#!/usr/bin/env bash
# Checks an install script for unsafe SQL with pgspot; neither an error nor a warning is accepted.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
report=$("$root/.venv/bin/pgspot" --ignore-lang=plpython3u "$1") || true
printf '%s\n' "$report"
grep -q 'Errors: 0 Warnings: 0 ' <<<"$report"
