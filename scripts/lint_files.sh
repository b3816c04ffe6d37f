#!/usr/bin/env bash
# Checks the shell scripts, the image's build file and the compose file.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=$root/.venv/bin
cd "$root"

# published for some processors only
if [ -x "$tools/shellcheck" ]; then
    "$tools/shellcheck" .ci/run extension/*.sh scripts/*.sh
fi
"$tools/hadolint" Dockerfile
"$tools/compose-lint" check --quiet --fail-on low compose.yaml
