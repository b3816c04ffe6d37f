"""A table whose reading fails is left out: claims about other tables are decided, claims about it are left open."""

from __future__ import annotations

import psycopg
import pytest
from support.databases_in_turn import session_of

from factcheck.catalogue.failing_tables import may_be_of_tables

DOCUMENT = (
    "We sold 1,204 units in May and 1,308 in April. There were 250 visitors in Oslo. The office in Oslo has a staff"
    " of 10."
)
SALES = """
CREATE TABLE public.sales (month text, region text, units integer);
INSERT INTO public.sales VALUES ('April', 'North', 512), ('April', 'South', 526), ('May', 'North', 618), ('May', 'South', 586);
CREATE TABLE public.staff (name text, office text, salary integer);
INSERT INTO public.staff
SELECT 'p' || n, CASE WHEN n % 3 = 0 THEN 'Oslo' ELSE 'Bergen' END, 40000 + 100 * n FROM generate_series(1, 30) AS n;
"""  # noqa: E501
FUNCTION = """
CREATE FUNCTION public.seen(secret text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN RAISE EXCEPTION {error}; END $$
"""
OF_POLICY = [
    "CREATE TABLE public.visits (office text, visitors integer)",
    "INSERT INTO public.visits VALUES ('Oslo', 250), ('Bergen', 90)",
    "SELECT factcheck.add_table('public.visits')",
    "ALTER TABLE public.visits ENABLE ROW LEVEL SECURITY",
    "CREATE POLICY seen ON public.visits USING (public.seen(office))",
]
FAILURES = {
    "a view that divides by zero": (
        [
            "CREATE VIEW public.visits AS"
            " SELECT office, 2500 / (count(*) - 10) AS visitors FROM public.staff GROUP BY 1",
            "SELECT factcheck.add_table('public.visits')",
        ],
        "division by zero",
    ),
    "a policy that raises an error": (
        [FUNCTION.format(error="'not open today' USING DETAIL = format('Row of %s.', secret)"), *OF_POLICY],
        "not open today",
    ),
    "policies that lead in a circle": (
        [
            *OF_POLICY[:4],
            "CREATE POLICY seen ON public.visits USING (office IN (SELECT v.office FROM public.visits AS v))",
        ],
        'infinite recursion detected in policy for relation "visits"',
    ),
    "a foreign table whose file is away": (
        [
            "CREATE EXTENSION IF NOT EXISTS file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw",
            "CREATE FOREIGN TABLE public.visits (office text, visitors integer) SERVER files"
            " OPTIONS (filename '/no/such/file', format 'csv')",
            "SELECT factcheck.add_table('public.visits')",
        ],
        'could not open file "/no/such/file" for reading: No such file or directory',
    ),
    "a view that calls a function which is gone": (
        [
            "CREATE FUNCTION public.inner_one(integer) RETURNS integer LANGUAGE sql AS 'SELECT $1'",
            "CREATE FUNCTION public.seen(integer) RETURNS integer LANGUAGE plpgsql"
            " AS 'BEGIN RETURN public.inner_one($1); END'",
            "CREATE VIEW public.visits AS SELECT office, public.seen(salary) AS visitors FROM public.staff",
            "SELECT factcheck.add_table('public.visits')",
            "DROP FUNCTION public.inner_one",
        ],
        "function public.inner_one(integer) does not exist",
    ),
    "an index whose expression fails": (
        [
            "CREATE FUNCTION public.seen(integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT $1'",
            "CREATE TABLE public.visits (office text, visitors integer)",
            "INSERT INTO public.visits VALUES ('Oslo', 250), ('Bergen', 90)",
            "CREATE INDEX ON public.visits (office) WHERE public.seen(5) > visitors",
            "SELECT factcheck.add_table('public.visits')",
            "CREATE OR REPLACE FUNCTION public.seen(integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT $1 / 0'",
        ],
        "division by zero",
    ),
}


@pytest.fixture(scope="module")
def database(fresh_database):
    return fresh_database


@pytest.fixture(scope="module")
def data(admin, analyst_name):
    admin.execute(SALES)
    admin.execute("SELECT factcheck.add_table('public.sales'), factcheck.add_table('public.staff')")
    admin.execute(f"GRANT SELECT ON public.sales, public.staff TO {analyst_name}")


@pytest.fixture
def analyst(database, analyst_name, data):
    with session_of(database, analyst_name) as session:
        yield session


@pytest.fixture
def told(analyst):
    """What the session is told beside rows: severity, message, DETAIL and HINT."""
    messages = []

    def keep(diagnostic):
        parts = (diagnostic.severity_nonlocalized, diagnostic.message_primary)
        messages.append((*parts, diagnostic.message_detail or "", diagnostic.message_hint or ""))

    analyst.add_notice_handler(keep)
    yield messages
    analyst.remove_notice_handler(keep)


@pytest.fixture
def visits(admin, analyst_name, data):
    """Makes the table visits, readable by the analyst."""

    def make(statements):
        for statement in statements:
            admin.execute(statement)
        admin.execute(f"GRANT SELECT ON public.visits TO {analyst_name}")

    yield make
    admin.execute("""DO $$BEGIN
        IF EXISTS (SELECT FROM factcheck.data_table dt WHERE dt.relation = to_regclass('public.visits')) THEN
            PERFORM factcheck.remove_table('public.visits');
        END IF; END$$""")
    admin.execute("DROP SERVER IF EXISTS files CASCADE; DROP VIEW IF EXISTS public.monthly")
    for kind in ("VIEW", "TABLE"):
        admin.execute(
            f"DO $$BEGIN DROP {kind} IF EXISTS public.visits; EXCEPTION WHEN wrong_object_type THEN NULL; END$$"
        )
    admin.execute("DROP FUNCTION IF EXISTS public.seen(text), public.seen(integer), public.inner_one(integer)")


def check(session, document=DOCUMENT, tables=None):
    return session.execute(
        "SELECT claim_text, verdict::text, message FROM public.fact_check(%s, %s::text[]::regclass[])",
        [document, tables],
    ).fetchall()


@pytest.mark.parametrize(("statements", "said"), FAILURES.values(), ids=FAILURES.keys())
def test_a_failing_table_is_left_out_with_a_warning(analyst, told, visits, statements, said):
    visits(statements)
    rows = check(analyst)
    assert [row[:2] for row in rows] == [
        ("1,204", "supported"),
        ("1,308", "refuted"),
        ("250", "not_enough_info"),
        ("10", "supported"),
    ]
    assert rows[2][2].startswith("Table visits, which this may be about, could not be read; what comes nearest: ")
    assert told == [
        (
            "WARNING",
            "table public.visits was left out: reading it fails",
            f"The server said: {said}. Claims that may be about it are left open.",
            "Ask an administrator to mend it, or take it out: SELECT factcheck.remove_table('public.visits').",
        )
    ]


@pytest.mark.parametrize(("statements", "said"), FAILURES.values(), ids=FAILURES.keys())
def test_where_no_other_table_is_left_the_error_names_it(analyst, visits, statements, said):
    visits(statements)
    with pytest.raises(psycopg.Error) as raised:
        check(analyst, tables=["public.visits"])
    assert raised.value.diag.message_primary == "table public.visits cannot be read"
    assert raised.value.diag.message_detail == f"The server said: {said}."
    assert raised.value.diag.message_hint.startswith("Mend what reading it runs, or name other tables")


def test_an_administrator_is_told_what_to_run(admin, visits):
    messages = []

    def keep(diagnostic):
        messages.append(diagnostic.message_hint)

    visits(FAILURES["a view that divides by zero"][0])
    admin.add_notice_handler(keep)
    check(admin)
    admin.remove_notice_handler(keep)
    assert messages == ["Mend it, or take it out: SELECT factcheck.remove_table('public.visits')."]


@pytest.mark.parametrize(
    "sqlstate", ["57014", "40001", "40P01", "55P03", "53200", "53100", "57P01"], ids=lambda sqlstate: sqlstate
)
def test_what_says_nothing_about_the_table_ends_the_check(analyst, visits, sqlstate):
    visits([FUNCTION.format(error=f"'over' USING ERRCODE = '{sqlstate}'"), *OF_POLICY])
    with pytest.raises(psycopg.Error) as raised:
        check(analyst)
    assert (raised.value.diag.sqlstate, raised.value.diag.message_primary) == (sqlstate, "over")


def test_of_joined_tables_only_the_failing_one_is_left_out(admin, analyst, told, visits):
    visits(FAILURES["a view that divides by zero"][0])
    admin.execute("SELECT factcheck.add_join('public.staff', '{office}', 'public.visits', '{office}')")
    rows = check(analyst, "The average salary is 41,550. The average visitors of staff are 77.")
    assert rows[0][1] == "supported"
    assert [message[1] for message in told] == ["table public.visits was left out: reading it fails"]


def test_several_failing_tables_are_left_out(admin, analyst, analyst_name, told, visits):
    visits(FAILURES["a view that divides by zero"][0])
    admin.execute("CREATE VIEW public.monthly AS SELECT month, sum(units) / 0 AS parcels FROM public.sales GROUP BY 1")
    admin.execute(f"SELECT factcheck.add_table('public.monthly'); GRANT SELECT ON public.monthly TO {analyst_name}")
    assert [row[:2] for row in check(analyst)][:2] == [("1,204", "supported"), ("1,308", "refuted")]
    assert sorted(message[1] for message in told) == [
        "table public.monthly was left out: reading it fails",
        "table public.visits was left out: reading it fails",
    ]
    admin.execute("SELECT factcheck.remove_table('public.monthly')")


def test_a_number_that_agrees_to_many_digits_stays_supported(analyst, visits):
    visits(FAILURES["a view that divides by zero"][0])
    assert check(analyst, "The visitors paid 41,550 as an average salary.")[0][1] == "supported"


def test_statements_without_a_number_are_left_open_too(analyst, visits):
    visits(FAILURES["a view that divides by zero"][0])
    document = "The average salary is 41,550. Oslo had more visitors than Bergen."
    [_, (_, verdict, message)] = check(analyst, document)
    assert (verdict, message) == ("not_enough_info", "Table visits, which this may be about, could not be read.")


def test_what_is_stored_says_which_table_it_was_and_not_what_the_server_said(admin, analyst, visits):
    visits([FUNCTION.format(error="'row of %', secret"), *OF_POLICY])
    analyst.execute("SELECT FROM factcheck.verify(%s, 'weekly')", [DOCUMENT])
    stored = admin.execute("SELECT v.claim_no, v.message FROM factcheck.claim_value v ORDER BY 1").fetchall()
    assert stored[2][1].startswith("Table visits, which this may be about, could not be read")
    assert "row of" not in str(stored)
    admin.execute("DELETE FROM factcheck.document")


def test_a_claim_is_explained_without_the_failing_table(analyst, visits):
    visits(FAILURES["a view that divides by zero"][0])
    items = [item for (item,) in analyst.execute("SELECT item FROM factcheck.explain(%s, 1)", [DOCUMENT])]
    assert any("public.sales" in item for item in items)
    assert not any("visit" in item for item in items)


def test_with_a_time_budget_the_others_are_checked_as_well(analyst, told, visits):
    visits(FAILURES["a view that divides by zero"][0])
    rows = analyst.execute(
        "SELECT claim_text, verdict::text FROM public.fact_check(%s, time_budget => '30 seconds')", [DOCUMENT]
    ).fetchall()
    assert rows[:2] == [("1,204", "supported"), ("1,308", "refuted")]
    assert [message[1] for message in told] == ["table public.visits was left out: reading it fails"]


@pytest.mark.parametrize(
    "call",
    [
        "factcheck.facts('How many visitors were in Oslo?')",
        "factcheck.find_fragments('visitors Oslo')",
        "factcheck.explain_plan('There were 250 visitors in Oslo.')",
        "factcheck.suggest_questions('public.visits')",
        "factcheck.check_compound('Oslo had 250 visitors and Bergen had 125.')",
    ],
)
@pytest.mark.parametrize("failure", ["a view that divides by zero", "a foreign table whose file is away"])
def test_other_calls_end_with_an_error_that_names_the_table(analyst, visits, call, failure):
    statements, said = FAILURES[failure]
    visits(statements)
    with pytest.raises(psycopg.Error) as raised:
        analyst.execute(f"SELECT FROM {call}")
    assert raised.value.diag.message_primary == "table public.visits cannot be read"
    assert raised.value.diag.message_detail == f"The server said: {said}."


def test_a_recheck_goes_on_with_the_claims_about_other_tables(admin, analyst, visits):
    visits(
        [
            "CREATE FUNCTION public.seen(office text) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT true'",
            *OF_POLICY[:3],
            "CREATE VIEW public.monthly AS"
            " SELECT v.office, v.visitors FROM public.visits AS v WHERE public.seen(office)",
            "SELECT factcheck.add_table('public.monthly')",
            "SELECT factcheck.remove_table('public.visits')",
        ]
    )
    admin.execute(f"GRANT SELECT ON public.monthly TO {analyst.info.user}")
    document = "The average number of visitors was 170. We sold 1,204 units in May."
    analyst.execute("SELECT FROM factcheck.verify(%s, 'yearly')", [document])
    admin.execute(FUNCTION.replace("CREATE", "CREATE OR REPLACE").replace("secret", "office").format(error="'closed'"))
    admin.execute("INSERT INTO public.sales VALUES ('May', 'West', 100)")
    try:
        flips = analyst.execute(
            "SELECT claim_text, old_verdict::text, new_verdict::text FROM factcheck.recheck('yearly')"
        ).fetchall()
        assert flips == [("170", "supported", "not_enough_info"), ("1,204", "supported", "refuted")]
    finally:
        admin.execute("DELETE FROM public.sales WHERE region = 'West'; DELETE FROM factcheck.document")
        admin.execute("SELECT factcheck.remove_table('public.monthly')")


# sessions keep what they have evaluated of an index until it is altered
INDEX_THAT_FAILS = [
    *FAILURES["an index whose expression fails"][0],
    "ALTER INDEX public.visits_office_idx SET (fillfactor = 90)",
]


def heard(session):
    """Note what a session is told from now on; return the messages, and what ends that."""
    messages = []

    def keep(diagnostic):
        messages.append((diagnostic.message_primary, diagnostic.message_detail, diagnostic.message_hint))

    session.add_notice_handler(keep)
    return messages, lambda: session.remove_notice_handler(keep)


def indexed_rows(admin):
    return dict(admin.execute("SELECT relation::text, indexed_rows FROM factcheck.data_table").fetchall())


def test_a_refresh_of_all_goes_on_without_the_failing_table(admin, visits):
    visits(INDEX_THAT_FAILS)
    admin.execute("INSERT INTO public.sales VALUES ('June', 'West', 1)")
    messages, stop = heard(admin)
    try:
        assert admin.execute("SELECT factcheck.refresh()").fetchone() == (2,)
        assert messages[-1] == (
            "table public.visits was not refreshed",
            "The server said: division by zero.",
            "Mend it, or take it out: SELECT factcheck.remove_table('public.visits').",
        )
        assert indexed_rows(admin)["sales"] == 5
    finally:
        stop()
        admin.execute("DELETE FROM public.sales WHERE month = 'June'; SELECT factcheck.refresh('public.sales')")
    with pytest.raises(psycopg.errors.DivisionByZero):
        admin.execute("SELECT factcheck.refresh('public.visits')")


def test_a_refresh_of_all_ends_with_a_lock_that_it_cannot_have(admin, analyst, database, visits):
    visits(INDEX_THAT_FAILS)
    with session_of(database) as other, other.transaction():
        other.execute("LOCK TABLE public.sales IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            admin.execute("SET lock_timeout = '100ms'; SELECT factcheck.refresh()")
        admin.execute("RESET lock_timeout")


def test_a_failing_table_keeps_no_other_from_being_added(admin, visits):
    visits(INDEX_THAT_FAILS)
    messages, stop = heard(admin)
    rows = admin.execute(
        'SELECT "table"::text, is_added, reason FROM factcheck.add_schema(%s) ORDER BY 1', ["public"]
    ).fetchall()
    stop()
    assert [row for row in rows if row[0].endswith("visits")] == [(rows[-1][0], False, "division by zero")]
    assert {row[:2] for row in rows[:-1]} >= {("sales", True), ("staff", True)}
    told = [message for message, *_ in messages if "not compared" in message]
    assert told == [
        "columns of table public.staff were not compared with those of tables that cannot be read: public.visits",
    ]


def test_where_nothing_fails_no_table_is_left_out(analyst, told, visits):
    visits(
        [
            "CREATE VIEW public.visits AS SELECT office, 2500 / count(*) AS visitors FROM public.staff GROUP BY 1",
            "SELECT factcheck.add_table('public.visits')",
        ]
    )
    assert [row[:2] for row in check(analyst)][2] == ("250", "supported")
    assert [message for message in told if message[0] != "NOTICE"] == []


@pytest.mark.parametrize(
    "sqlstate", ["22012", "42883", "25006", "40001", "40P01", "53200", "55000", "55P03", "57014", "XX000"]
)
def test_sql_and_python_lay_the_same_errors_to_tables(admin, sqlstate):
    error = psycopg.errors.lookup(sqlstate)("no")
    assert may_be_of_tables(error) is admin.execute("SELECT factcheck._may_be_of_a_table(%s)", [sqlstate]).fetchone()[0]
