"""fact_check as an analyst calls it: verdicts, values, offsets, arguments and their limits."""

from __future__ import annotations

import psycopg
import pytest
from psycopg.rows import dict_row

pytestmark = pytest.mark.usefixtures("sales")


def check(connection, document, **arguments):
    names = "".join(f", {name} => %({name})s" for name in arguments)
    with connection.cursor(row_factory=dict_row) as cursor:
        cursor.execute(f"SELECT * FROM fact_check(%(document)s{names})", {"document": document, **arguments})
        return cursor.fetchall()


def number(connection, query):
    return connection.execute(query).fetchone()[0]


def notices_of(connection):
    found = []
    connection.add_notice_handler(lambda told: found.append((told.message_primary, told.message_hint)))
    return found


def test_a_true_claim_is_supported_and_a_wrong_one_refuted(analyst):
    may = number(analyst, "SELECT sum(units) FROM sales WHERE month = 'May'")
    [right] = check(analyst, f"We sold {may:,} units in May.")
    assert right["verdict"] == "supported"
    assert right["found_value"] == may
    [wrong] = check(analyst, f"We sold {may + 137:,} units in May.")
    assert wrong["verdict"] == "refuted"
    assert wrong["p_correct"] < 0.5


def test_rows_come_in_reading_order_with_exact_offsets(analyst):
    document = "<h1>Tea &amp; coffee</h1><p>There were 240 sales.</p><p>Of these, <b>80</b> were made in&nbsp;May.</p>"
    rows = check(analyst, document)
    assert [row["claim_text"] for row in rows] == ["240", "80"]
    assert [row["claim_no"] for row in rows] == [1, 2]
    for row in rows:
        start = row["claim_start"] - 1
        assert document[start : start + row["claim_length"]] == row["claim_text"]
        server = analyst.execute(
            "SELECT substr(%s, %s, %s)", [document, row["claim_start"], row["claim_length"]]
        ).fetchone()
        assert server[0] == row["claim_text"]


def test_the_query_gives_the_value_found(analyst):
    rows = check(
        analyst,
        "There were 240 sales. The average revenue was 50.02, the largest 99.6. In May, 33% of sales were of tea.",
    )
    assert len(rows) == 4
    for row in rows:
        for reading in row["alternatives"]:
            found = number(analyst, reading["query"])
            if reading["value"] is None:
                assert found is None
            else:
                assert float(found) == pytest.approx(reading["value"], rel=1e-11)


def test_alternatives_are_ranked_distinct_and_begin_with_the_query(analyst):
    [row] = check(analyst, "We sold 1,204 units in May.", top_k=7)
    alternatives = row["alternatives"]
    assert len(alternatives) == 7
    assert [a["rank"] for a in alternatives] == list(range(1, 8))
    assert alternatives[0]["query"] == row["query"]
    assert alternatives[0]["probability"] == row["p_query"]
    assert len({a["query"] for a in alternatives}) == 7
    probabilities = [a["probability"] for a in alternatives]
    assert probabilities == sorted(probabilities, reverse=True)


def test_the_same_check_gives_the_same_rows(analyst, database, analyst_name):
    document = "We sold 1,204 units in May, 16% more than in April. The average revenue was 50.1."
    first = check(analyst, document)
    assert first == check(analyst, document)
    with psycopg.connect(database, user=analyst_name) as another:
        assert first == check(another, document)


def test_null_gives_no_rows_and_no_notice(analyst):
    notices = notices_of(analyst)
    assert check(analyst, None) == []
    assert notices == []


@pytest.mark.parametrize("document", ["", "   \n\t ", "Nothing to count here.", "<p></p>", "Report of 12 May 2021."])
def test_nothing_to_check_gives_a_notice(analyst, document):
    notices = notices_of(analyst)
    assert check(analyst, document) == []
    assert [message for message, _ in notices] == ["no checkable claim found"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"p_true": 1.5}, "p_true cannot be 1.5"),
        ({"p_true": float("nan")}, "p_true cannot be nan"),
        ({"top_k": 0}, "top_k cannot be 0"),
        ({"top_k": 101}, "top_k cannot be 101"),
        ({"time_budget": "-1 s"}, "time_budget must be positive"),
    ],
)
def test_arguments_out_of_range(analyst, arguments, message):
    with pytest.raises(psycopg.errors.InvalidParameterValue) as caught:
        check(analyst, "There were 240 sales.", **arguments)
    assert caught.value.diag.message_primary == message
    assert caught.value.diag.message_hint


def test_a_table_that_was_not_added_is_named_with_the_remedy(admin, analyst, analyst_name):
    admin.execute(f"CREATE TABLE other (n integer); GRANT SELECT ON other TO {analyst_name}")
    with pytest.raises(psycopg.errors.UndefinedObject) as caught:
        check(analyst, "There were 240 sales.", tables=["other"])
    assert caught.value.diag.message_primary == "table public.other was not added"
    assert "factcheck.add_table('public.other')" in caught.value.diag.message_hint


def test_works_in_a_read_only_transaction(analyst):
    document = "In this report there were 240 sales in all."
    with analyst.transaction():
        analyst.execute("SET TRANSACTION READ ONLY")
        assert [row["verdict"] for row in check(analyst, document)] == ["supported"]


def test_the_callers_transaction_stays_writable(analyst, admin):
    with analyst.transaction():
        check(analyst, "There were 240 sales.")
        assert analyst.execute("SHOW transaction_read_only").fetchone() == ("off",)
        analyst.execute("CREATE TEMPORARY TABLE scratch AS SELECT 1")


def test_a_new_session_needs_no_parser_for_a_known_document(analyst, database, analyst_name):
    document = "Known text: there were 240 sales of which 80 in May."
    rows = check(analyst, document)
    with psycopg.connect(database, user=analyst_name) as fresh:
        assert check(fresh, document) == rows
        parsed = fresh.execute("SELECT count(*) FROM factcheck.parse_cache").fetchone()
        assert parsed[0] >= 1


def test_a_parse_of_an_earlier_version_is_not_recalled(admin, analyst):
    document = "Once parsed otherwise: there were 240 sales of which 80 in May."
    rows = check(analyst, document)
    was_kept = admin.execute(
        "UPDATE factcheck.parse_cache SET parser = split_part(parser, ',', 1), parsed = 'cut by other rules'"
        " WHERE document_hash = sha256(%s::bytea) RETURNING parser",
        [document.encode()],
    ).fetchall()
    assert len(was_kept) == 1
    assert check(analyst, document) == rows


def test_a_timeout_ends_the_check_and_the_session_goes_on(database, analyst):
    with psycopg.connect(database) as other:
        other.execute("LOCK TABLE public.sales IN ACCESS EXCLUSIVE MODE")  # no check ends before this does
        analyst.execute("SET statement_timeout = '300ms'")
        with pytest.raises(psycopg.errors.QueryCanceled) as caught:
            check(analyst, "There were 240 sales.")
    assert caught.value.diag.message_primary == "canceling statement due to statement timeout"
    analyst.execute("SET statement_timeout = 0")
    assert len(check(analyst, "There were 240 sales.")) == 1


def test_a_time_budget_that_is_used_up_is_told(analyst):
    notices = notices_of(analyst)
    rows = check(analyst, "There were 240 sales.", time_budget="1 microsecond")
    assert [row["verdict"] for row in rows] != ["supported"]
    assert [row["is_certified"] for row in rows] == [False]
    assert notices[0][0].startswith("time budget reached")


def test_check_html_marks_claims_and_disarms_the_document(analyst):
    document = (
        '<h1 onclick="steal()">Sales</h1><script>steal()</script>'
        '<p>There were 240 sales. <mark class="factcheck-claim factcheck-forged">7</mark></p>'
    )
    page = analyst.execute("SELECT factcheck.check_html(%s)", [document]).fetchone()[0]
    assert '<mark class="factcheck-claim factcheck-supported" id="claim-1"' in page
    assert "factcheck-forged" not in page
    assert "steal" not in page
    assert "<h1>Sales</h1>" in page


def test_check_html_of_plain_text_shows_it_as_it_is(analyst):
    page = analyst.execute("SELECT factcheck.check_html(%s)", ["There were 240 sales & more,\nx < y."]).fetchone()[0]
    assert "sales &amp; more,\nx &lt; y." in page
    assert 'id="claim-1-note"' in page


def test_what_was_left_out_is_not_certified(admin, analyst):
    document = "We sold 1,204 units of tea and coffee in May in the North."
    assert [row["is_certified"] for row in check(analyst, document)] == [True]
    admin.execute("UPDATE factcheck.setting SET value = 1000 WHERE name IN ('candidates_per_claim', 'scope_cost')")
    try:
        assert [row["is_certified"] for row in check(analyst, document)] == [False]
    finally:
        admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name IN ('candidates_per_claim', 'scope_cost')")
