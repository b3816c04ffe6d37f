#!/usr/bin/env bash
# The project's own PostgreSQL server, for trying and testing: a Unix socket and no TCP port unless asked for, data that
# may be thrown away, an ordinary account (when root calls, the server runs as postgres). The system's clusters are not
# touched.
#
#   scripts/private_server.sh start     starts it, makes the database factcheck with the extension, prints the DSN
#   scripts/private_server.sh start --listen 127.0.0.1:PORT
#                                       the same with a TCP port of this machine alone, for clients that know no socket
#                                       (JDBC, most BI tools); it asks for the password that is part of the DSN
#   scripts/private_server.sh start --listen
#                                       the same without a port, where an earlier start opened one
#   scripts/private_server.sh stop      stops it
#   scripts/private_server.sh status    says whether it runs
#   scripts/private_server.sh dsn       prints the DSN
#   scripts/private_server.sh remove    stops it and deletes its data
#
# Environment: PG_CONFIG                 pg_config of the server to run (default: as extension/install.sh finds it)
#              FACTCHECK_SERVER_ACCOUNT  account of the server when root calls (default: postgres, else nobody)

set -euo pipefail
umask 022
# Settings of the caller's own connections and Python must not reach this server.
unset PGHOST PGHOSTADDR PGPORT PGUSER PGPASSWORD PGDATABASE PGDATA PGOPTIONS PGSERVICE PGSERVICEFILE PGTZ PGCLIENTENCODING \
    PGAPPNAME PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONPYCACHEPREFIX

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
state=$root/.server
database=factcheck
usual_port=5432
longest_socket_path=103 # the shortest limit among the systems PostgreSQL runs on

fail() { # MESSAGE [HINT]
    printf 'private_server.sh: %s\n' "$1" >&2
    [ $# -lt 2 ] || printf 'hint: %s\n' "$2" >&2
    exit 1
}

say() { printf '%s\n' "$*" >&2; }

# --- where it lives and who runs it ----------------------------------------------------------------------

if [ "$(id -u)" -eq 0 ]; then
    account=${FACTCHECK_SERVER_ACCOUNT:-$(id -un postgres 2>/dev/null || id -un nobody)}
    as_account() { (cd / && exec runuser -u "$account" -- "$@"); }
else
    account=$(id -un)
    as_account() { (cd / && exec "$@"); }
fi

# The folder .server of the project, or one under /var/tmp that .server/elsewhere names: where the server's
# account cannot reach the project, or its path is too long for a socket.
locate() {
    base=$state
    if [ -e "$state/elsewhere" ]; then base=$(cat "$state/elsewhere"); fi
    data=$base/data
    socket=$base/socket
    server_log=$base/server.log
    password_file=$state/password
}

make_place() {
    mkdir -p "$state"
    if [ ! -e "$state/elsewhere" ] && { ! as_account test -x "$state" || [ "$(printf '%s' "$state/socket/.s.PGSQL.65535" | wc -c)" -gt "$longest_socket_path" ]; }; then
        mktemp -d /var/tmp/factcheck-XXXXXX >"$state/elsewhere"
        chmod 755 "$(cat "$state/elsewhere")"
    fi
    locate
    mkdir -p "$base" # /var/tmp may have been emptied
    for folder in "$data" "$socket"; do
        [ -d "$folder" ] || install -d -m 700 "$folder"
        [ "$(id -u)" -ne 0 ] || chown "$account:" "$folder"
    done
    [ "$(id -u)" -ne 0 ] || { touch "$server_log" && chown "$account:" "$server_log"; }
}

dsn() { # DATABASE
    local host port
    host=$(printf '%s' "$socket" | sed -e 's/%/%25/g' -e 's/ /%20/g' -e 's/&/%26/g' -e 's/#/%23/g' -e 's/+/%2B/g')
    port=$(sed -n 4p "$data/postmaster.pid" 2>/dev/null) || true
    [ "${port:-$usual_port}" = "$usual_port" ] && port="" || port="&port=$port"
    printf 'postgresql:///%s?host=%s%s&user=postgres\n' "$1" "$host" "$port"
}

tcp_dsn() { # DATABASE
    printf 'postgresql://postgres:%s@%s/%s\n' "$(cat "$password_file")" "$(listens_on)" "$1"
}

need_binaries() {
    local pg_config
    pg_config=$("$root/extension/install.sh" pg-config)
    bin=$("$pg_config" --bindir)
    script_folder=$("$pg_config" --sharedir)/extension
    major=$("$pg_config" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
}

# --- the server ------------------------------------------------------------------------------------------

# Process number of our postmaster. The file may be left from a crash and its number belong to another process
# by now: ours is the one whose working directory is our data folder.
postmaster() {
    local pid
    pid=$(head -n 1 "$data/postmaster.pid" 2>/dev/null) || return 1
    [ -n "$pid" ] && [ "/proc/$pid/cwd" -ef "$data" ] && printf '%s\n' "$pid"
}

# Address and port of the running server's TCP socket; nothing where it has none.
listens_on() {
    local address
    address=$(sed -n 6p "$data/postmaster.pid" 2>/dev/null) || return 0
    [ -z "$address" ] || printf '%s:%s\n' "$address" "$(sed -n 4p "$data/postmaster.pid")"
}

create_cluster() {
    if [ -e "$data/PG_VERSION" ] && [ "$(cat "$data/PG_VERSION")" != "$major" ]; then
        say "the private server's data are of PostgreSQL $(cat "$data/PG_VERSION"), not $major: starting anew"
        find "$data" -mindepth 1 -delete
    fi
    [ ! -e "$data/PG_VERSION" ] || return 0
    say "creating a private PostgreSQL $major in $base ..."
    find "$data" -mindepth 1 -delete # what an interrupted first start left
    as_account "$bin/initdb" --pgdata="$data" --username=postgres --auth-local=trust \
        --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 --no-sync >"$state/initdb.log" 2>&1 || { cat "$state/initdb.log" >&2 && fail "initdb failed"; }
}

# Who connects by the socket is the account that may enter its folder; who connects by TCP may be any account.
require_passwords_by_tcp() {
    printf '%s\n' 'local all all trust' 'local replication all trust' 'host all all 127.0.0.1/32 scram-sha-256' >"$data/pg_hba.conf"
}

# Speed before durability: a crash of the machine may cost the data, which can be made again.
start_server() { # [ADDRESS:PORT]
    local options address=${1%:*} port=${1##*:}
    if postmaster >/dev/null; then
        [ "$(listens_on)" != "$1" ] || return 0
        say "restarting the private server, ${1:+to listen on }${1:-to listen on its socket alone} ..."
        stop
    fi
    rm -f "$data/postmaster.pid" "$socket"/.s.PGSQL.*
    require_passwords_by_tcp
    options="-c listen_addresses='$address' -c port=${port:-$usual_port} -c unix_socket_directories='\"$socket\"' -c unix_socket_permissions=0700"
    options+=" -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c shared_buffers=256MB"
    options+=" -c max_wal_size=2GB -c max_prepared_transactions=4 -c log_line_prefix='%m [%p] %d '"
    say "starting the private PostgreSQL $major ..."
    as_account "$bin/pg_ctl" start --silent --wait --timeout=60 --pgdata="$data" --log="$server_log" --options="$options" \
        || { tail -n 20 "$server_log" >&2 && fail "the private server did not start" "its log is $server_log"; }
}

sql() { # DATABASE STATEMENT
    "$bin/psql" --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --dbname="$(dsn "$1")" --command="$2"
}

# Within one version there is no upgrade script, so a changed install script means a new extension; the tables
# that people put into the database stay.
create_database() {
    local installed version wanted
    version=$(sed -n "s/^default_version = '\(.*\)'$/\1/p" "$script_folder/factcheck.control")
    wanted=$(cat "$script_folder/factcheck--$version.sql" "$script_folder/factcheck.control" | sha256sum)
    if [ -z "$(sql postgres "SELECT 1 FROM pg_database WHERE datname = '$database'")" ]; then
        sql postgres "CREATE DATABASE $database"
    fi
    installed=$(sql "$database" "SELECT 1 FROM pg_extension WHERE extname = 'factcheck'")
    if [ -n "$installed" ] && [ "$(cat "$state/script" 2>/dev/null)" = "$wanted" ]; then return; fi
    if [ -n "$installed" ]; then
        say "the install script has changed: creating the extension anew in the database $database (added tables must be added again)"
        sql "$database" "SET client_min_messages = warning; DROP EXTENSION factcheck CASCADE"
    fi
    sql "$database" "SET client_min_messages = warning; CREATE EXTENSION factcheck SCHEMA public CASCADE" \
        || fail "CREATE EXTENSION factcheck failed in the private server" "reach it with: psql '$(dsn "$database")'"
    printf '%s\n' "$wanted" >"$state/script"
}

# One password for as long as the server's data live.
set_password() {
    [ -s "$password_file" ] || (umask 077 && head -c 24 /dev/urandom | base64 | tr '+/' '-_' >"$password_file")
    printf "ALTER ROLE postgres PASSWORD '%s'\n" "$(cat "$password_file")" \
        | "$bin/psql" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname="$(dsn "$database")"
}

# The command, in a folder with nothing else, where the project's tools are installed.
link_command() {
    [ -x "$root/.venv/bin/factcheck" ] || return 0
    mkdir -p "$state/bin"
    ln -sfn "$root/.venv/bin/factcheck" "$state/bin/factcheck"
    say "the command factcheck, about this database, for your shell:"
    say "  export PATH='$state/bin':\"\$PATH\" FACTCHECK_DSN='$(dsn "$database")'"
}

start() { # [--listen [127.0.0.1:PORT]]
    local listen
    if [ $# -eq 0 ]; then
        locate
        listen=$(! postmaster >/dev/null || listens_on) # as it is; a server that does not run yet gets no port
    else
        [ "$1" = --listen ] && [ $# -le 2 ] || fail "start takes nothing but --listen 127.0.0.1:PORT"
        listen=${2:-}
        [[ $listen =~ ^(127\.0\.0\.1:[0-9]{4,5})?$ ]] || fail "cannot listen on $listen" \
            "the private server listens on this machine alone, on a port that is no system service's: 127.0.0.1:5433"
    fi
    need_binaries
    [ -e "$script_folder/factcheck.control" ] || fail "the extension is not installed" "run make install"
    make_place
    create_cluster
    start_server "$listen"
    create_database
    link_command
    if [ -z "$listen" ] || [ $# -eq 0 ]; then
        dsn "$database"
    else
        set_password
        say "it listens on $listen; by its socket: $(dsn "$database")"
        tcp_dsn "$database"
    fi
}

stop() {
    locate
    if ! postmaster >/dev/null; then
        say "the private server is not running"
        return
    fi
    need_binaries
    as_account "$bin/pg_ctl" stop --silent --wait --mode=fast --pgdata="$data"
    say "the private server is stopped"
}

remove() {
    stop
    rm -rf "$base" "$state"
}

status() {
    locate
    if postmaster >/dev/null; then
        say "running as $account, process $(postmaster), log $server_log"
        dsn "$database"
        [ -z "$(listens_on)" ] || tcp_dsn "$database"
    else
        say "not running"
        exit 3
    fi
}

case ${1:-} in
    start) "$@" ;;
    stop | status | remove) "$1" ;;
    dsn) locate && dsn "${2:-$database}" ;;
    -h | --help | help) sed -n '2,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" ;;
    *) fail "say start, stop, status, dsn or remove" ;;
esac
