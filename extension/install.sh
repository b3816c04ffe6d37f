#!/usr/bin/env bash
# Installs factcheck for the PostgreSQL server of this machine, step by step; each step does only what is
# missing or out of date.
#
#   extension/install.sh [STEP...]           without a step: packages library extension
#
#   packages    PostgreSQL, PL/Python, venv and WordNet, through apt-get; no cluster is created or started
#   runtime     of these only what a server needs that gets library and extension from elsewhere
#   library     the server's Python packages, factcheck itself and the lexicon, in pkglibdir/factcheck/VERSION
#   semantic    the optional packages for embeddings, into the library that is there; again after each update of it
#   extension   control file and install script
#   charts      an optional part, once library is there: vl-convert, which renders charts in the server (35 MB)
#   lexicon     only builds build/lexicon.tsv.xz from WordNet
#   wheels DIR  gathers in a folder all that library downloads or builds, for a host of the same kind without network
#   pg-config   prints the path of the server's pg_config
#   uninstall   removes what library and extension installed
#
# Called by an ordinary account it takes sudo for the folders that account cannot write.
#
# Environment: PG_CONFIG       pg_config of the server to install for (default: the newest server found)
#              PG_MAJOR        PostgreSQL version that packages installs (default: the distribution's)
#              SERVER_PYTHON   interpreter of the server's Python version (default: found from PL/Python)
#              WORDNET         folder of WordNet's data files (default: /usr/share/wordnet)
#              WHEELS          folder that the step wheels made: library takes everything from it

set -euo pipefail
umask 022
unset PYTHONPYCACHEPREFIX # the server looks for byte code beside the modules

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build
log=$build/install.log
wordnet=${WORDNET:-/usr/share/wordnet}
wheels=${WHEELS:+$(cd "$WHEELS" && pwd)} || exit 1
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$root/python/src/factcheck/__init__.py")

fail() { # MESSAGE [HINT]
    printf 'install.sh: %s\n' "$1" >&2
    [ $# -lt 2 ] || printf 'hint: %s\n' "$2" >&2
    exit 1
}

say() { printf '%s\n' "$*" >&2; }

# Runs a long step with its output in the log; shows the end of the log when the step fails.
quietly() { # TEXT COMMAND...
    local text=$1 status
    shift
    say "$text ..."
    mkdir -p "$build"
    printf '\n== %s: %s\n' "$text" "$*" >>"$log"
    set +e # not "if !": within a condition a function would go on after a command that failed
    (
        set -e
        "$@"
    ) >>"$log" 2>&1
    status=$?
    set -e
    if [ "$status" -ne 0 ]; then
        tail -n 30 "$log" >&2
        fail "failed: $text" "the whole output is in $log"
    fi
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "this step needs root, and there is no sudo: $*" "run it as root: $root/extension/install.sh"
    fi
}

# Runs a command as whoever may write the folder: this account or root.
as_writer_of() { # FOLDER COMMAND...
    local folder=$1
    shift
    while [ ! -e "$folder" ]; do folder=$(dirname "$folder"); done
    if [ -w "$folder" ]; then "$@"; else as_root "$@"; fi
}

# --- what is there ---------------------------------------------------------------------------------------

major_of() { "$1" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/'; }

# pg_config of a server, not merely of client libraries: the one on the path, else the newest Debian knows.
find_pg_config() {
    local candidate
    if [ -n "${PG_CONFIG:-}" ]; then
        "$PG_CONFIG" --version >/dev/null 2>&1 || fail "cannot run PG_CONFIG=$PG_CONFIG"
        command -v "$PG_CONFIG"
        return
    fi
    for candidate in "$(command -v pg_config || true)" $(printf '%s\n' /usr/lib/postgresql/*/bin/pg_config | sort -rV); do
        if [ -x "$candidate" ] && [ -x "$("$candidate" --bindir 2>/dev/null)/postgres" ] \
            && [ "$(major_of "$candidate")" -ge 15 ]; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    return 1
}

need_pg_config() {
    pg_config=$(find_pg_config) || fail "no PostgreSQL server of version 15 or later found" \
        "install one ($root/extension/install.sh packages) or name its pg_config in PG_CONFIG"
    [ "$(major_of "$pg_config")" -ge 15 ] || fail "factcheck needs PostgreSQL 15 or later; $pg_config is $("$pg_config" --version)"
    library_parent=$("$pg_config" --pkglibdir)/factcheck
    library=$library_parent/$version
}

# PL/Python is bound to one Python version: the one whose library it links.
find_server_python() {
    local plpython python_version candidate
    plpython=$("$pg_config" --pkglibdir)/plpython3.so
    [ -e "$plpython" ] || fail "PL/Python is missing: no $plpython" "install the package postgresql-plpython3-$(major_of "$pg_config")"
    python_version=$(ldd "$plpython" | sed -n 's/.*libpython\(3\.[0-9]*\).*/\1/p' | head -n 1)
    for candidate in ${SERVER_PYTHON:-} "/usr/bin/python$python_version" "$(command -v "python$python_version" || true)"; do
        if [ -x "$candidate" ] && [ "$("$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])')" = "${python_version:-}" ]; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    fail "no interpreter of the server's Python version ${python_version:-(unknown)} found" "name it in SERVER_PYTHON"
}

# --- packages --------------------------------------------------------------------------------------------

# The names of missing packages: those to build and install with, or those to run with.
missing_packages() { # packages|runtime
    local major=${PG_MAJOR:-} found="" folder
    found=$(find_pg_config) || true
    if [ -n "$found" ]; then
        major=$(major_of "$found")
        folder=$("$found" --pkglibdir)
        [ "$1" = runtime ] || [ -e "$("$found" --pgxs)" ] || echo "postgresql-server-dev-$major"
        [ -e "$("$found" --sharedir)/extension/pg_trgm.control" ] || echo "postgresql-$major"
    else
        major=${major:-$(apt-cache policy postgresql | sed -n 's/^ *Candidate: *\([0-9]*\).*/\1/p')}
        echo "postgresql-${major:-unknown}"
    fi
    [ -n "$found" ] && [ -e "$folder/plpython3.so" ] || echo "postgresql-plpython3-${major:-unknown}"
    [ "$1" != runtime ] || return 0
    /usr/bin/python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    [ -e "$wordnet/data.noun" ] || echo wordnet-base
    command -v make >/dev/null || echo make
}

# Debian's packages create and start a cluster "main" on a first installation; this project brings its own.
install_packages() { # PACKAGE...
    local no_cluster=/etc/postgresql-common/createcluster.d/factcheck-install.conf no_start=/usr/sbin/policy-rc.d
    if [ -e "$no_start" ]; then no_start=""; fi
    # shellcheck disable=SC2016 # expanded by the inner shell
    as_root bash -euc '
        no_cluster=$1 no_start=$2
        shift 2
        trap '\''rm -f "$no_cluster" ${no_start:+"$no_start"}'\'' EXIT
        mkdir -p "$(dirname "$no_cluster")"
        echo "create_main_cluster = false" >"$no_cluster"
        if [ -n "$no_start" ]; then
            printf "#!/bin/sh\nexit 101\n" >"$no_start"
            chmod 755 "$no_start"
        fi
        export DEBIAN_FRONTEND=noninteractive
        apt-get install --yes --no-install-recommends "$@"
    ' install_packages "$no_cluster" "$no_start" "$@"
}

packages() { install_missing packages; }
runtime() { install_missing runtime; }

install_missing() { # packages|runtime
    local missing
    if ! command -v apt-get >/dev/null && ! find_pg_config >/dev/null; then
        fail "no apt-get here to install PostgreSQL with" \
            "install PostgreSQL 15 or later with PL/Python, Python's venv module and WordNet 3.0, then name PG_CONFIG and WORDNET"
    fi
    missing=$(missing_packages "$1" | sort -u | tr '\n' ' ')
    [ -n "$missing" ] || return 0
    command -v apt-get >/dev/null || fail "missing: $missing(by Debian's package names)" "install them with your system's package manager"
    quietly "reading package lists" as_root apt-get update
    missing=$(missing_packages "$1" | sort -u | tr '\n' ' ')
    [[ $missing != *-unknown* ]] || fail "apt knows no package postgresql" "install PostgreSQL 15 or later and name its pg_config in PG_CONFIG"
    # shellcheck disable=SC2086 # one word for each package
    quietly "installing system packages: ${missing% }" install_packages $missing
}

# --- lexicon ---------------------------------------------------------------------------------------------

# Checksum over files, by content and by name below the project.
checksum() { (cd "$root" && sha256sum -- "$@" | sha256sum | cut -d ' ' -f 1); }

lexicon_inputs() {
    local file
    if [ -n "$wheels" ]; then
        cat "$wheels/lexicon.inputs" 2>/dev/null || fail "no lexicon in $wheels" "make the folder anew: extension/install.sh wheels $wheels"
        return
    fi
    for file in "$wordnet"/data.{adj,adv,noun,verb} "$wordnet/cntlist.rev"; do
        [ -e "$file" ] || fail "WordNet is missing: no $file" "install the package wordnet-base, or name the folder in WORDNET"
    done
    checksum "$wordnet"/data.{adj,adv,noun,verb} "$wordnet/cntlist.rev" python/src/factcheck/lexicon/{build,entries,wordnet}.py
}

lexicon() {
    local python inputs
    inputs=$(lexicon_inputs)
    if [ -e "$build/lexicon.tsv.xz" ] && [ "$(cat "$build/lexicon.inputs" 2>/dev/null)" = "$inputs" ]; then return; fi
    if [ -n "$wheels" ]; then
        mkdir -p "$build"
        cp "$wheels"/{lexicon.tsv.xz,LICENSE.wordnet,lexicon.inputs} "$build/"
        return
    fi
    python=$(find_server_python)
    quietly "building the lexicon from WordNet (about 10 seconds)" env PYTHONPATH="$root/python/src" PYTHONDONTWRITEBYTECODE=1 \
        "$python" -m factcheck.lexicon.build "$build/lexicon.tsv.xz" --wordnet "$wordnet"
    printf '%s\n' "$inputs" >"$build/lexicon.inputs"
}

# --- library ---------------------------------------------------------------------------------------------

# What the server runs of the package: all but the command line, the review page and the measuring of quality.
source_files() {
    (cd "$root" && find python/src/factcheck \( -name __pycache__ -o -path python/src/factcheck/commands \
        -o -path python/src/factcheck/quality -o -path python/src/factcheck/review \) -prune -o -type f -print | LC_ALL=C sort)
}

# A server's account cannot write byte code, so it is compiled here; paths in it name the final folder.
compile() { # PYTHON FOLDER FINAL_FOLDER [OPTION...]
    "$1" -m compileall -q -s "$2" -p "$3" "${@:4}" "$2"
}

# The pip of a throw-away environment, for the locked packages and nothing else.
locked() { # LOCK-FILE VENV COMMAND OPTION...
    "$2/bin/python" -m pip "$3" "${@:4}" --no-deps --require-hashes --only-binary=:all: --disable-pip-version-check \
        -r "$root/python/$1"
}

stage_packages() { # PYTHON FOLDER LOCK-FILE
    local python=$1 folder=$2
    "$python" -m venv "$folder.venv"
    locked "$3" "$folder.venv" install --target "$folder" --no-compile --no-warn-script-location \
        ${wheels:+--no-index --find-links "$wheels"}
    rm -rf "${folder:?}.venv" "${folder:?}/bin"
    # Packages carry templates that look like modules and do not compile; what is imported does. Once with all
    # processors, and again alone for what that left, since it fails where there is no shared memory.
    compile "$python" "$folder" "$library" -j 0 || true
    compile "$python" "$folder" "$library" || true
}

stage_source() { # PYTHON FOLDER
    local python=$1 folder=$2 file
    mkdir -p "$folder"
    source_files | tar -C "$root" -c -T - | tar -C "$folder" -x --strip-components=2
    compile "$python" "$folder/factcheck" "$library/factcheck"
}

# Regular expressions and dataclasses are no part of the byte code: each session would make them anew.
make_ready() { # PYTHON FOLDER
    [ -d "$2/spacy" ] || [ -d "$library/spacy" ] || return 0 # nothing can be loaded without the packages
    env -C / PYTHONPATH="$2:$library" PYTHONDONTWRITEBYTECODE=1 "$1" -m factcheck.server.make_ready "$2/factcheck_data/ready_made"
}

stage_lexicon() { # FOLDER
    mkdir -p "$1/factcheck_data"
    cp "$build/lexicon.tsv.xz" "$build/LICENSE.wordnet" "$1/factcheck_data/"
}

# Copies a folder next to its destination and renames it, so that no session ever meets half a library.
# Runs on its own under sudo, hence no other function of this file inside.
publish() { # FOLDER DESTINATION
    local new=$2.new.$$ old=$2.old.$$
    mkdir -p "$(dirname "$2")"
    cp -R --preserve=timestamps "$1" "$new"
    chmod -R u=rwX,go=rX "$new"
    if [ -e "$2" ]; then mv -T "$2" "$old"; fi
    mv -T "$new" "$2"
    rm -rf "$old"
}

gather_wheels() { # PYTHON FOLDER
    "$1" -m venv "$build/wheels.venv"
    locked requirements-server.lock "$build/wheels.venv" download --dest "$2"
    locked requirements-charts.lock "$build/wheels.venv" download --dest "$2"
    rm -rf "$build/wheels.venv"
}

wheels() { # FOLDER
    local python
    [ -n "${1:-}" ] || fail "wheels needs the name of a folder" "for example: extension/install.sh wheels factcheck-wheels"
    [ -z "$wheels" ] || fail "WHEELS names a folder to install from, which is not needed to make one" "unset WHEELS"
    need_pg_config
    python=$(find_server_python)
    lexicon
    mkdir -p "$1"
    quietly "gathering the server's Python packages in $1" gather_wheels "$python" "$1"
    cp "$build"/{lexicon.tsv.xz,LICENSE.wordnet,lexicon.inputs} "$1/"
    say "to install there: WHEELS=FOLDER extension/install.sh library extension"
}

published() { as_writer_of "$library_parent" bash -euc "$(declare -f publish); umask 022; publish \"\$@\"" publish "$@"; }

library() {
    local python staged part stamp had_charts=""
    need_pg_config
    stamp=$library/factcheck_data/installed
    if [ -d "$library/vl_convert" ]; then had_charts=yes; fi
    python=$(find_server_python)
    # Checkouts share the server's folder: one at a time. The lock sits on a folder anyone may open.
    exec 9<"$("$pg_config" --pkglibdir)"
    flock 9
    declare -A wanted=(
        [packages]="$(checksum python/requirements-server.lock) $("$python" -c 'import sys; print(sys.version.split()[0])')"
        [source]=$(source_files | tr '\n' '\0' | (cd "$root" && xargs -0 sha256sum) | sha256sum | cut -d ' ' -f 1)
        [lexicon]=$(lexicon_inputs)
    )
    current() { [ "$(sed -n "s/^$1 //p" "$stamp" 2>/dev/null)" = "${wanted[$1]}" ]; }

    if current packages && current source && current lexicon; then
        exec 9<&-
        return
    fi
    mkdir -p "$build"
    staged=$(mktemp -d "$build/library.XXXXXX")
    # shellcheck disable=SC2064 # the folder's name now, not at exit
    trap "rm -rf '$staged' '$staged.venv'" EXIT
    stage_source "$python" "$staged"
    current lexicon || lexicon
    if ! current packages; then
        lexicon
        quietly "installing the server's Python packages (330 MB, about a minute)" stage_packages "$python" "$staged" requirements-server.lock
    fi
    if ! current packages || ! current lexicon; then stage_lexicon "$staged"; else cp -R "$library/factcheck_data" "$staged/"; fi
    quietly "making patterns ready for new sessions" make_ready "$python" "$staged"
    for part in packages source lexicon; do printf '%s %s\n' "$part" "${wanted[$part]}"; done >"$staged/factcheck_data/installed"
    if ! current packages; then
        published "$staged" "$library"
    else
        say "installing the package factcheck"
        published "$staged/factcheck" "$library/factcheck"
        published "$staged/factcheck_data" "$library/factcheck_data"
    fi
    rm -rf "$staged"
    exec 9<&-
    if [ -n "$had_charts" ] && [ ! -d "$library/vl_convert" ]; then charts; fi
}

# Beside the packages of library, in the same folder: what the server may load is fixed there.
charts() {
    local python staged part
    need_pg_config
    [ -d "$library/factcheck" ] || fail "the server's Python packages are missing: no $library" "install them first: extension/install.sh library"
    python=$(find_server_python)
    exec 9<"$("$pg_config" --pkglibdir)"
    flock 9
    if [ "$(cat "$library/vl_convert/installed" 2>/dev/null)" != "$(checksum python/requirements-charts.lock)" ]; then
        mkdir -p "$build"
        staged=$(mktemp -d "$build/charts.XXXXXX")
        # shellcheck disable=SC2064 # the folder's name now, not at exit
        trap "rm -rf '$staged' '$staged.venv'" EXIT
        quietly "installing vl-convert (35 MB)" stage_packages "$python" "$staged" requirements-charts.lock
        checksum python/requirements-charts.lock >"$staged/vl_convert/installed"
        for part in "$staged"/*; do published "$part" "$library/$(basename "$part")"; done
        rm -rf "$staged"
    fi
    exec 9<&-
}

# --- semantic --------------------------------------------------------------------------------------------

# Without what they depend on: the model is read by factcheck itself, and needs no framework.
stage_semantic() { # PYTHON FOLDER
    "$1" -m venv "$2.venv"
    "$2.venv/bin/python" -m pip install --target "$2" --no-deps --require-hashes --only-binary=:all: --no-compile \
        --disable-pip-version-check ${wheels:+--no-index --find-links "$wheels"} -r "$root/python/requirements-semantic.lock"
    rm -rf "${2:?}.venv" "${2:?}/bin"
    compile "$1" "$2" "$library"
}

semantic() {
    local python staged folder
    need_pg_config
    [ -d "$library" ] || fail "the library is not installed" "run the step library first"
    python=$(find_server_python)
    mkdir -p "$build"
    staged=$(mktemp -d "$build/semantic.XXXXXX")
    # shellcheck disable=SC2064 # the folder's name now, not at exit
    trap "rm -rf '$staged' '$staged.venv'" EXIT
    quietly "installing the packages for embeddings (100 MB)" stage_semantic "$python" "$staged"
    for folder in "$staged"/*; do published "$folder" "$library/$(basename "$folder")"; done
    rm -rf "$staged"
}

# --- extension -------------------------------------------------------------------------------------------

extension() {
    local target script changed=""
    local -a makes=(make --silent --no-print-directory -C "$root/extension")
    need_pg_config
    makes+=(PG_CONFIG="$pg_config")
    target=$("$pg_config" --sharedir)/extension
    "${makes[@]}" all
    cmp -s "$root/extension/factcheck.control" "$target/factcheck.control" || changed=yes
    for script in $("${makes[@]}" scripts); do
        cmp -s "$build/$script" "$target/$script" || changed=yes
    done
    [ -n "$changed" ] || return 0
    say "installing the extension's scripts and control file"
    as_writer_of "$target" "${makes[@]}" install
}

uninstall() {
    need_pg_config
    make --silent --no-print-directory -C "$root/extension" PG_CONFIG="$pg_config" all
    as_writer_of "$("$pg_config" --sharedir)/extension" \
        make --silent --no-print-directory -C "$root/extension" PG_CONFIG="$pg_config" uninstall
    as_writer_of "$library_parent" rm -rf "$library"
    as_writer_of "$library_parent" rmdir --ignore-fail-on-non-empty "$library_parent" 2>/dev/null || true
    say "removed the extension's files and $library; databases that created the extension keep its tables"
}

[ $# -gt 0 ] || set -- packages library extension
while [ $# -gt 0 ]; do
    step=$1
    shift
    case $step in
        packages | runtime | library | extension | charts | semantic | uninstall) "$step" ;;
        lexicon) need_pg_config && lexicon ;;
        wheels)
            wheels "${1:-}"
            shift
            ;;
        pg-config) need_pg_config && printf '%s\n' "$pg_config" ;;
        -h | --help | help) sed -n '2,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" ;;
        *) fail "no step '$step'" "the steps are packages, runtime, library, extension, charts, semantic, lexicon, wheels, pg-config and uninstall" ;;
    esac
done
