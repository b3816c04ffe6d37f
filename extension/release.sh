#!/usr/bin/env bash
# Freezes the extension's scripts as a version is released, and guards those released before.
#
#   extension/release.sh freeze    copies the install script of this version into extension/released, moves the update
#                                scripts to it there from sql/updates, and writes their checksums
#   extension/release.sh verify    fails when a released script has changed, or sql/ of a released version
#   extension/release.sh print     prints the install script of the tree, versions and folders not yet filled in

set -euo pipefail
shopt -s nullglob

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
released=$root/extension/released
sums=$released/SHA256SUMS
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$root/python/src/factcheck/__init__.py")

fail() { # MESSAGE [HINT]
    printf 'release.sh: %s\n' "$1" >&2
    [ $# -lt 2 ] || printf 'hint: %s\n' "$2" >&2
    exit 1
}

print() {
    local source
    echo '-- factcheck @VERSION@: generated from sql/, do not edit'
    for source in "$root"/sql/*.sql; do
        printf '\n'
        cat "$source"
    done
}

is_released() { [ -e "$released/factcheck--$version.sql" ]; }

verify() {
    local changed
    if [ -e "$sums" ] && ! changed=$(cd "$released" && sha256sum --check --quiet --strict SHA256SUMS 2>&1); then
        fail "a released script has changed: $changed" "take the change back, and write it into an update script in sql/updates"
    fi
    if is_released && ! print | cmp -s - "$released/factcheck--$version.sql"; then
        fail "version $version is released, but sql/ is no longer what it was" \
            "raise the version in python/src/factcheck/__init__.py and extension/factcheck.control, and write sql/updates/factcheck--$version--NEXT.sql"
    fi
}

freeze() {
    local latest update
    verify
    ! is_released || fail "version $version is released already" "raise the version first"
    grep -qxE "## ${version//./\\.} \([0-9]{4}-[0-9]{2}-[0-9]{2}\)" "$root/CHANGELOG.md" \
        || fail "CHANGELOG.md does not say when version $version was released" "write the heading \"## $version ($(date +%F))\""
    latest=$(latest_release)
    if [ -n "$latest" ] && [ ! -e "$root/sql/updates/factcheck--$latest--$version.sql" ]; then
        fail "nothing leads from version $latest to $version" "write sql/updates/factcheck--$latest--$version.sql"
    fi
    mkdir -p "$released"
    print >"$released/factcheck--$version.sql"
    for update in "$root"/sql/updates/factcheck--*--"$version".sql; do mv "$update" "$released/"; done
    (cd "$released" && LC_ALL=C sha256sum factcheck--*.sql >SHA256SUMS)
    printf 'frozen in extension/released: version %s; commit it, and tag the commit v%s\n' "$version" "$version" >&2
}

# The highest version whose install script is frozen.
latest_release() {
    local script
    for script in "$released"/factcheck--*.sql; do
        script=$(basename "$script" .sql)
        script=${script#factcheck--}
        case $script in *--*) ;; *) printf '%s\n' "$script" ;; esac
    done | sort -V | tail -n 1
}

case ${1:-} in
    print | verify | freeze) "$1" ;;
    *) sed -n '2,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" && exit 2 ;;
esac
