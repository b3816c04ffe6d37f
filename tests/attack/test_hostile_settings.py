"""Attack: settings of the session that change how SQL is read, values are written, or rows are seen.

Every setting that anybody may change is changed, to each other value it knows, before a check; and connections come
with hostile options.  The rows must be those of a plain session: neither another reading of a literal, nor rows that
row security hides, nor code.  Settings that only superusers may change must stay closed to analysts.

Protection: functions pin what matters (``standard_conforming_strings``, ``DateStyle``, ``row_security`` …); literals
are written so that they read the same under every setting.  ``test_without_the_pin_the_setting_tells`` shows a function
without it.  Settings that change what PostgreSQL itself shows are in tests/server/test_bad_input_sessions.py.
"""

from __future__ import annotations

import psycopg
import pytest

TEXT = "There were 40 orders. Of these 20 went to O'Leeds\\\\North.\n\n7 came on 4 March 2021."
QUESTION = "SELECT claim_no, verdict, found_value, description, query, alternatives FROM public.fact_check(%s)"

AT_ONCE = 12

# What ends or stops the session or its statements, or says so on purpose, is no attack on others.
OWN_HARM = {
    "exit_on_error",
    "default_transaction_deferrable",
    "transaction_deferrable",
    "transaction_read_only",
    "transaction_isolation",
    "client_min_messages",
    "ssl_renegotiation_limit",
    "seed",
    "role",
    "session_authorization",
    "client_encoding",
}
STRINGS = {
    "search_path": ["attic, pg_catalog", "", '"$user"'],
    "DateStyle": ["German, DMY", "SQL, MDY", "Postgres, YMD"],
    "IntervalStyle": ["sql_standard"],
    "TimeZone": ["Pacific/Apia"],
    "lc_monetary": ["POSIX"],
    "lc_numeric": ["POSIX"],
    "lc_time": ["POSIX"],
    "default_text_search_config": ["pg_catalog.german"],
    "default_table_access_method": ["heap"],
    "temp_tablespaces": ["pg_default"],
    "timezone_abbreviations": ["Australia"],
    "plpgsql.extra_errors": ["all"],
    "plpgsql.extra_warnings": ["all"],
}
INTEGERS = {
    "extra_float_digits": [-15, 3],
    "gin_fuzzy_search_limit": [1],
    "work_mem": [64],
    "join_collapse_limit": [1],
    "from_collapse_limit": [1],
    "geqo_threshold": [2],
    "statement_timeout": [0],
    "max_parallel_workers_per_gather": [0, 8],
    "cursor_tuple_fraction": [1],
    "hash_mem_multiplier": [1],
    "min_parallel_table_scan_size": [0],
}


@pytest.fixture(scope="module")
def orders(root, attacker, victim):
    """Rows with values that are written in many ways, and one table under row security."""
    name = victim.connection.info.user
    root.execute(rf"""
        CREATE TABLE public.orders (order_id integer PRIMARY KEY, city text, day date, price double precision);
        INSERT INTO public.orders
        SELECT g, (ARRAY[E'O''Leeds\\North', 'York'])[1 + g % 2], date '2021-03-04' + g % 6, g / 3.0
        FROM generate_series(1, 40) AS g;
        CREATE TABLE public.hidden (visit_id integer, town text);
        INSERT INTO public.hidden SELECT g, CASE WHEN g > 5 THEN 'Zyxolite' ELSE 'Hull' END
        FROM generate_series(1, 40) AS g;
        ALTER TABLE public.hidden ENABLE ROW LEVEL SECURITY;
        CREATE POLICY few ON public.hidden USING (visit_id <= 5);
        GRANT SELECT ON public.orders, public.hidden TO {name};
        SELECT factcheck.add_table('public.orders'), factcheck.add_table('public.hidden');
    """)


@pytest.fixture(scope="module")
def expected(orders, victim):
    rows = victim.rows(QUESTION, [TEXT])
    assert [row[1] for row in rows][:2] == ["supported", "supported"]
    assert "Zyxolite" not in str(rows)
    return rows


def variants(root):
    """Each setting that anybody may change, with the values to try."""
    rows = root.rows(
        "SELECT name, vartype, enumvals, setting FROM pg_settings WHERE context = 'user' AND NOT (name = ANY (%s))"
        " ORDER BY name",
        [sorted(OWN_HARM)],
    )
    for name, kind, labels, now in rows:
        if kind == "bool":
            yield name, "off" if now == "on" else "on"
        elif kind == "enum":
            yield from ((name, label) for label in labels if label != now)
        yield from ((name, value) for value in [*STRINGS.get(name, []), *INTEGERS.get(name, [])])


def found_under(session, changes):
    """The rows of a check under some settings, or the error."""
    session.execute("BEGIN")
    try:
        for name, value in changes:
            session.execute("SELECT pg_catalog.set_config(%s, %s, true)", [name, str(value)])
        return session.rows(QUESTION, [TEXT])
    except psycopg.Error as error:
        return str(error)
    finally:
        session.execute("ROLLBACK")


def is_known(session, name, value):
    """Whether a server has a value: not every one is built with all."""
    try:
        session.execute("SELECT pg_catalog.set_config(%s, %s, true)", [name, str(value)])
    except psycopg.Error:
        return False
    return True


def test_no_setting_changes_what_a_check_finds(root, victim, expected):
    """Some at a time; where rows differ, one by one, to name the culprit."""
    tried = [change for change in variants(root) if is_known(victim, *change)]
    differing = []
    while tried:
        batch = {}
        for name, value in tried:
            if len(batch) < AT_ONCE and name not in batch:
                batch[name] = value
        tried = [change for change in tried if change not in batch.items()]
        if found_under(victim, batch.items()) != expected:
            differing += [(one, found) for one in batch.items() if (found := found_under(victim, [one])) != expected]
            assert differing, batch
    assert differing == []


def test_most_settings_are_tried(root):
    assert len(list(variants(root))) > 80


@pytest.mark.parametrize(
    "options",
    [
        "-c row_security=off -c search_path=attic -c standard_conforming_strings=off",
        "-c DateStyle=German -c default_transaction_isolation=serializable -c default_transaction_read_only=on",
        "-c debug_print_plan=on -c client_min_messages=error -c bytea_output=escape",
    ],
)
def test_connections_with_hostile_options(victim, connect, expected, options):
    session = connect(victim.connection.info.user, options=options)
    assert session.rows(QUESTION, [TEXT]) == expected


@pytest.mark.parametrize(
    "name",
    [
        "session_preload_libraries",
        "dynamic_library_path",
        "session_replication_role",
        "lo_compat_privileges",
        "log_statement",
        "plpgsql.variable_conflict",
        "zero_damaged_pages",
    ],
)
def test_settings_for_superusers_stay_theirs(attacker, name):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        attacker.execute("SELECT set_config(%s, current_setting(%s), false)", [name, name])


def test_row_security_off_shows_no_more(victim, expected):
    victim.execute("SET row_security = off")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        victim.execute("SELECT FROM public.hidden")
    found = str(victim.rows("SELECT f FROM factcheck.find_fragments('Zyxolite town Hull') AS f"))
    victim.execute("RESET row_security")
    assert "Hull" in found
    assert "yxolit" not in found.replace("Zyxolite town Hull", "")


def test_without_the_pin_the_setting_tells(root, victim, expected):
    """A copy of the step that reads, without its own row_security, runs into the session's."""
    definition = root.value("SELECT pg_get_functiondef('factcheck._evaluate(text, boolean)'::regprocedure)")
    pin = " SET row_security TO 'on'\n"
    assert pin in definition
    root.execute(definition.replace("factcheck._evaluate", "public.unpinned").replace(pin, ""))
    answers = {}
    for step in ("factcheck._evaluate", "public.unpinned"):
        victim.execute("BEGIN; SET LOCAL row_security = off; SELECT factcheck._load()")
        token = victim.value(
            "SELECT factcheck._prepare('There were 5 visits.', '{public.hidden}', NULL, NULL, NULL)->>'token'"
        )
        answers[step] = victim.value(f"SELECT {step}(%s)", [token])
        victim.execute("ROLLBACK")
    root.execute("DROP FUNCTION public.unpinned(text, boolean)")
    assert answers["factcheck._evaluate"]["rows"][0]["verdict"] == "supported"
    assert "row-level security" in answers["public.unpinned"]["error"]["detail"]
