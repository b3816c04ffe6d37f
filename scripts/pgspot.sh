#!/usr/bin/env bash
# Checks an install script for unsafe SQL with pgspot; neither an error nor a warning is accepted, nor a statement that it
# cannot read, after which it looks at nothing.  Two functions have to look up names in the caller's search path, and
# a procedure that commits can have no SET clause: pgspot holds these to naming all else with its schema.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/.venv/bin/pgspot" --ignore-lang=plpython3u \
    --proc-without-search-path='extschema.fact_check(document text,data_set text,p_true double precision,top_k integer,time_budget interval,sources text[])' \
    --proc-without-search-path='factcheck.verdicts(document text,data_set text,p_true double precision,top_k integer,time_budget interval,sources text[],verdict factcheck.verdict,claim_text text,message text)' \
    --proc-without-search-path='factcheck.run_pending(max_documents integer,time_limit interval)' "$1"
