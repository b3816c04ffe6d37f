"""What factcheck.explain_plan says of claims, scope, blocks and queries, and that it reads no row for them."""

from __future__ import annotations

import re
import struct

import psycopg
import pytest

DOCUMENT = "In the North 60 sales were made. The average sale of coffee had 24 units. Ada had a median of 25 units."


@pytest.fixture
def cost(admin):
    """Changes the setting scope_cost for a test."""

    def change(value):
        admin.execute("UPDATE factcheck.setting SET value = %s WHERE name = 'scope_cost'", [value])

    yield change
    change(None)


def plan(connection, document=DOCUMENT):
    """The steps of a plan by part, as (item, detail, hint)."""
    steps = {}
    for part, *step in connection.execute("SELECT * FROM factcheck.explain_plan(%s)", [document]).fetchall():
        steps.setdefault(part, []).append(tuple(step))
    return steps


def evaluated(connection, document):
    """How many candidates of each claim an explanation has evaluated, and of how many."""
    found = []
    for claim_no in range(1, 4):
        [(every, reason)] = connection.execute(
            "SELECT item, reason FROM factcheck.explain(%s, %s) WHERE part = 'candidates'", [document, claim_no]
        ).fetchall()
        found.append((every.split()[0], re.match(r"evaluated: ([\d,]+), ", reason)[1]))
    return found


def test_the_candidates_are_those_that_a_check_evaluates(analyst, offices):
    claims = plan(analyst)["claim"]
    assert [item for item, *_ in claims] == ["60", "24", "25"]
    pattern = r"claim \d: ([\d,]+) candidates(?:, [\d,]+ of them listed)?, all in the scope"
    numbers = [re.fullmatch(pattern, detail)[1] for _, detail, _ in claims]
    assert evaluated(analyst, DOCUMENT) == [(number, number) for number in numbers]


def test_the_scope_says_what_is_asked_of_each_column(analyst, offices):
    scope = plan(analyst)["scope"]
    total, *parts = scope
    assert total[0] == "cost"
    details = {(item, detail.split(",")[0].split(" with ")[0]): detail for item, detail, _ in parts}
    assert details["public.sales.units", "sums"] == "sums, averages, extremes, for 3 claims: 120 rows read"
    assert details["public.sales.units", "medians"] == "medians, for 1 claim: 1,440 rows read"
    assert details["public.sales.month", "predicates"] == "predicates with 3 literals, for 3 claims: 120 rows read"
    # rows of two anchors reach the offices
    assert details["public.office.head", "predicates"] == "predicates with 4 literals, for 3 claims: 122 rows read"
    assert {hint for *_, hint in scope} == {None}


def test_what_is_too_dear_is_left_out_and_the_hint_takes_it_in(admin, analyst, offices, cost):
    cost(1600)
    steps = plan(analyst)
    [(_, total, hint), *parts] = steps["scope"]
    spent = int(re.fullmatch(r"([\d,]+) of 1,600 rows read", total)[1].replace(",", ""))
    assert 968 <= spent <= 1600  # each table is read, and partners of sales found
    left_out = {item for item, detail, _ in parts if detail.startswith("left out: medians")}
    assert "public.sales.units" in left_out
    assert "percentile" not in str(steps["block"])
    assert "median" not in str(steps["block"])
    assert not any(detail.endswith("all in the scope") for _, detail, _ in steps["claim"][2:])
    admin.execute(hint)
    wider = plan(analyst)
    assert not any(detail.startswith("left out") for _, detail, _ in wider["scope"])
    assert all(detail.endswith("all in the scope") for _, detail, _ in wider["claim"])


def test_blocks_and_queries_of_each_table_whose_rows_are_counted(analyst, offices):
    steps = plan(analyst)
    blocks = {item: detail.split("; ") for item, detail, _ in steps["block"]}
    assert list(blocks) == ["public.office", "public.sales"]
    sales = blocks["public.sales"]
    assert sales[:2] == ["240 rows", "joined with public.office"]
    assert "public.office.head (4 literals)" in sales[2]
    assert "public.sales.product (3 literals)" in sales[2]
    assert sales[2].startswith("grouped by ")
    assert "public.sales.units" in next(text for text in sales if text.startswith("medians of "))
    listed, every = 0, 0
    for _, detail, _ in steps["claim"]:
        counts = re.search(r": ([\d,]+) candidates(?:, ([\d,]+) of them listed)?", detail)
        every += int(counts[1].replace(",", ""))
        listed += int((counts[2] or "0").replace(",", ""))
    in_blocks = sum(int(block[-1].removesuffix(" candidates").replace(",", "")) for block in blocks.values())
    assert in_blocks + listed == every


def test_the_queries_can_be_run_as_they_stand(analyst, offices):
    """Each gives one row, whose counts are those of the table."""
    queries = plan(analyst)["query"]
    assert {item for item, *_ in queries} == {"public.office", "public.sales"}
    for item, text, _ in queries:
        with analyst.cursor() as cursor:
            [row] = cursor.execute(text).fetchall()
            place = next(at for at, column in enumerate(cursor.description) if column.name in {"n", "p0_n"})
        counts = struct.unpack(f">{len(row[place]) // 8}d", row[place])
        assert sum(counts) == {"public.office": 4, "public.sales": 240}[item]


def test_a_large_table_takes_a_query_for_each_kind_of_measure(admin, analyst, offices):
    [(rows,)] = admin.execute(
        "SELECT indexed_rows FROM factcheck.data_table WHERE relation = 'public.sales'::regclass"
    ).fetchall()
    admin.execute("UPDATE factcheck.data_table SET indexed_rows = 2000000 WHERE relation = 'public.sales'::regclass")
    try:
        queries = [text for item, text, _ in plan(analyst)["query"] if item == "public.sales"]
    finally:
        admin.execute(
            "UPDATE factcheck.data_table SET indexed_rows = %s WHERE relation = 'public.sales'::regclass", [rows]
        )
    assert len(queries) > 1
    assert all(text.startswith("WITH coded AS NOT MATERIALIZED") for text in queries)


def test_no_candidate_is_evaluated(admin, analyst, offices):
    def scans():
        """Return how often the table was read: once for the levels of its decimals, once for the ends of its values."""
        admin.execute("SELECT pg_stat_force_next_flush()")
        [(scans,)] = admin.execute("SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'sales'").fetchall()
        return scans

    with psycopg.connect(analyst.info.dsn, user=analyst.info.user, autocommit=True) as session:
        before = scans()
        assert len(plan(session)["query"]) == 2
        session.execute("SELECT pg_stat_force_next_flush()")
        assert scans() == before + 2


def test_without_a_claim_or_a_table_there_is_nothing_to_evaluate(admin, analyst, offices, role, database):
    assert plan(analyst, "Nothing was sold.").keys() == {"document", "table", "join"}
    stranger = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [stranger])
    with psycopg.connect(database, user=stranger, autocommit=True) as session:
        steps = plan(session)
        assert steps.keys() == {"document", "table"}
        assert steps["table"] == [
            ("2 more", "not used: this role may not read them", "Ask for SELECT on what you need.")
        ]


def test_a_join_that_does_not_hold_is_told_and_not_taken(admin, analyst, offices):
    admin.execute("ALTER TABLE public.office DROP CONSTRAINT office_pkey")
    admin.execute("INSERT INTO public.office VALUES ('North', 'Euler')")
    try:
        steps = plan(analyst)
        [(item, detail, hint)] = steps["join"]
        assert item == "public.sales (region) to public.office (region)"
        assert detail == "not used: a row would have several partners"
        assert hint.startswith("SELECT factcheck.remove_join('public.sales', ")
        assert "joined with" not in str(steps["block"])
    finally:
        admin.execute(
            "DELETE FROM public.office WHERE head = 'Euler'; ALTER TABLE public.office ADD PRIMARY KEY (region)"
        )


def test_a_view_that_writes_is_stopped(admin, analyst, quays):
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction) as caught:
        plan(analyst, "The quay of the North had 7 boats.")
    assert caught.value.diag.message_primary == "a relation tried to write while it was being read"
    assert admin.execute("SELECT count(*) FROM public.log").fetchone() == (0,)


def test_the_parsed_document_is_kept_for_the_check(analyst, sales):
    document = "There were 17 sales of which nobody has spoken before."
    plan(analyst, document)
    kept = analyst.execute(
        "SELECT count(*) FROM factcheck.parse_cache WHERE document_hash = sha256(%s::bytea)", [document.encode()]
    ).fetchone()
    assert kept == (1,)
