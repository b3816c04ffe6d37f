#!/usr/bin/env bash
# Checks an install script for unsafe SQL with pgspot; neither an error nor a warning is accepted.  A procedure that
# commits can have no SET clause, so run_pending names everything with its schema instead.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
report=$("$root/.venv/bin/pgspot" --ignore-lang=plpython3u \
    --proc-without-search-path "factcheck.run_pending(max_documents integer,time_limit interval)" "$1") || true
printf '%s\n' "$report"
grep -q 'Errors: 0 Warnings: 0 ' <<<"$report"
