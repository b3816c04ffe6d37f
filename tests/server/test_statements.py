"""Statements without a number: superlatives, ranks, comparisons, majorities and directions, right and wrong."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.nation (name text, continent text, year integer, gdp_per_cap numeric, life_exp numeric);
        INSERT INTO public.nation VALUES
            ('Kuwait', 'Asia', 2007, 47307, 77.6), ('Norway', 'Europe', 2007, 49357, 80.2),
            ('Rwanda', 'Africa', 2007, 863, 46.2), ('Swaziland', 'Africa', 2007, 4513, 39.6),
            ('Japan', 'Asia', 2007, 31656, 82.6),
            ('Kuwait', 'Asia', 1952, 108382, 55.6), ('Norway', 'Europe', 1952, 10095, 72.7),
            ('Rwanda', 'Africa', 1952, 493, 40.0), ('Swaziland', 'Africa', 1952, 1148, 41.4),
            ('Japan', 'Asia', 1952, 3216, 63.0);
        CREATE TABLE public.bird (species text, island text, sex text, body_mass_g numeric);
        INSERT INTO public.bird
        SELECT 'Adelie', CASE WHEN i % 3 = 0 THEN 'Dream' ELSE 'Torgersen' END,
               CASE WHEN i % 2 = 0 THEN 'male' ELSE 'female' END, 3500 + i FROM generate_series(1, 30) AS i;
        INSERT INTO public.bird
        SELECT 'Gentoo', 'Biscoe', CASE WHEN i % 4 = 0 THEN 'female' ELSE 'male' END, 5000 + i
        FROM generate_series(1, 50) AS i;
        GRANT SELECT ON public.nation, public.bird TO {analyst_name};
        SELECT factcheck.add_table('public.nation'), factcheck.add_table('public.bird');
    """)


def check(analyst, document):
    rows = analyst.execute(
        "SELECT verdict::text, claim_text, claimed_value, found_value, comparison, query, message, claim_no,"
        " claim_start, claim_length FROM fact_check(%s)",
        [document],
    ).fetchall()
    names = ("verdict", "claim_text", "claimed_value", "found_value", "comparison", "query", "message", "claim_no",
             "claim_start", "claim_length")  # fmt: skip
    return [dict(zip(names, row, strict=True)) for row in rows]


@pytest.mark.parametrize(
    ("document", "verdict"),
    [
        ("Kuwait had the highest GDP per head in 2007.", "refuted"),
        ("Norway had the highest GDP per head in 2007.", "supported"),
        ("Kuwait had the highest GDP per head in 1952.", "supported"),
        ("In 2007 life expectancy was lowest in Rwanda.", "refuted"),
        ("In 2007 life expectancy was lowest in Swaziland.", "supported"),
        ("Kuwait had the second highest GDP per head in 2007.", "supported"),
        ("Adelies were heavier than Gentoos.", "refuted"),
        ("Gentoos were heavier than Adelies.", "supported"),
        ("Most birds lived on Dream island.", "refuted"),
        ("Most birds lived on Biscoe island.", "supported"),
        ("The majority of birds are male.", "supported"),
        ("The majority of birds are female.", "refuted"),
        ("The majority of birds are not female.", "supported"),
        ("The majority of birds are not male.", "refuted"),
        ("Most birds did not live on Dream island.", "supported"),
        ("Most birds did not live on Biscoe island.", "refuted"),
        ("In 2007 Norway had a higher GDP per head than anyone else.", "supported"),
        ("In 2007 Rwanda had a higher GDP per head than anyone else.", "refuted"),
        ("There were more Gentoos than Adelies.", "supported"),
        ("There were more Adelies than Gentoos.", "refuted"),
    ],
)
def test_a_statement_is_judged_as_a_reader_would(analyst, tables, document, verdict):
    [row] = check(analyst, document)
    assert (row["verdict"], row["claimed_value"], row["comparison"]) == (verdict, None, None)


@pytest.mark.parametrize(
    ("document", "verdict"),
    [
        ("The kingdom joined in 2007. Kuwait had the highest GDP per head.", "not_enough_info"),
        ("The kingdom joined in 2007. Rwanda had the lowest GDP per head.", "supported"),
        ("The kingdom joined in 1815. Rwanda had the lowest GDP per head.", "supported"),
    ],
)
def test_rows_of_a_year_named_before_may_be_meant(analyst, tables, document, verdict):
    """Kuwait is first of all years, and of 2007 it is not; Rwanda is last of both."""
    assert check(analyst, document)[-1]["verdict"] == verdict


@pytest.mark.parametrize(("sex", "verdict"), [("female", "supported"), ("male", "refuted")])
def test_fewer_than_half_are_no_majority(analyst, tables, sex, verdict):
    [row] = [row for row in check(analyst, f"Fewer than half of the birds are {sex}.") if row["claimed_value"] is None]
    assert row["verdict"] == verdict


def test_a_statement_that_does_not_say_what_is_measured_is_left_open(analyst, tables):
    [row] = check(analyst, "Norway had the most.")
    assert row["verdict"] == "not_enough_info"


@pytest.mark.parametrize(
    ("followers", "verdicts"),
    [
        ("Kuwait and Japan", ["supported", "supported", "supported"]),
        ("Kuwait and Rwanda", ["supported", "supported", "refuted"]),
        ("Japan and Rwanda", ["supported", "refuted", "refuted"]),
    ],
)
def test_each_that_follows_is_judged_by_its_own_place(analyst, tables, followers, verdicts):
    rows = check(analyst, f"Norway had the highest GDP per head in 2007, followed by {followers}.")
    assert [row["verdict"] for row in rows] == verdicts


def test_the_message_names_the_true_owner_and_both_values(analyst, tables):
    [row] = check(analyst, "Kuwait had the highest GDP per head in 2007.")
    assert "Norway" in row["message"]
    assert "49,357" in row["message"]
    assert "Kuwait 47,307" in row["message"]


def test_the_number_and_the_statement_beside_it_are_judged_apart(analyst, tables):
    document = "Kuwait had the highest GDP per head in 2007, at $47,307."
    statement, number = check(analyst, document)
    assert [statement["verdict"], number["verdict"]] == ["refuted", "supported"]
    assert [statement["claim_no"], number["claim_no"]] == [1, 2]
    for row in (statement, number):
        assert document[row["claim_start"] - 1 :][: row["claim_length"]] == row["claim_text"]


@pytest.mark.parametrize(
    "document",
    [
        "Kuwait had the highest GDP per head in 2007.",
        "Gentoos were heavier than Adelies.",
        "Most birds lived on Biscoe island.",
    ],
)
def test_the_query_gives_the_value_found(analyst, tables, document):
    [row] = check(analyst, document)
    [(value,)] = analyst.execute(row["query"]).fetchall()
    assert float(value) == pytest.approx(float(row["found_value"]))


def test_the_alternatives_are_queries_that_give_their_values(analyst, tables):
    rows = analyst.execute(
        "SELECT a->>'query', (a->>'value')::float FROM fact_check('Gentoo is the heaviest species.'),"
        " jsonb_array_elements(alternatives) AS a"
    ).fetchall()
    assert rows
    for query, value in rows:
        assert float(analyst.execute(query).fetchone()[0]) == pytest.approx(value)


@pytest.mark.parametrize(
    "document",
    ["The mayor had the most votes.", "Spain is the most beautiful country.", "Lorries were heavier than vans."],
)
def test_what_the_data_do_not_speak_of_is_not_decided(analyst, tables, document):
    assert all(row["verdict"] == "not_enough_info" for row in check(analyst, document))


def test_a_setting_turns_statements_off(admin, analyst, tables):
    admin.execute("UPDATE factcheck.setting SET value = 0 WHERE name = 'check_statements'")
    try:
        assert check(analyst, "Adelies were heavier than Gentoos.") == []
        assert len(check(analyst, "Adelies were heavier than Gentoos. There were 30 Adelies.")) == 1
    finally:
        admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'check_statements'")


def test_explain_tells_how_a_statement_was_read(analyst, tables):
    document = "There were 30 Adelies. Adelies were heavier than Gentoos."
    rows = analyst.execute("SELECT part, claim_no, item, reason FROM factcheck.explain(%s)", [document]).fetchall()
    assert ("statement", 2, "Adelies were heavier than Gentoos") in {row[:3] for row in rows}
    rows = analyst.execute("SELECT part, value, reason FROM factcheck.explain(%s, 2)", [document]).fetchall()
    parts = [part for part, *_ in rows]
    assert parts[0] == "statement"
    assert "reading" in parts
    assert parts[-1] == "verdict"
    rows = analyst.execute("SELECT part FROM factcheck.explain(%s, 1)", [document]).fetchall()
    assert rows[0] == ("number",)


def test_the_page_marks_both_a_statement_and_the_number_within_it(analyst, tables):
    document = "The 30 Adelies were heavier than the 50 Gentoos."
    [(page,)] = analyst.execute("SELECT factcheck.check_html(%s)", [document]).fetchall()
    claims = analyst.execute("SELECT claim_no FROM fact_check(%s)", [document]).fetchall()
    assert len(claims) == 3
    for (claim_no,) in claims:
        assert f'id="claim-{claim_no}"' in page


def test_the_note_of_a_statement_draws_what_it_compares(analyst, tables):
    document = "Adelies were heavier than Gentoos."
    [(page,)] = analyst.execute("SELECT factcheck.check_html(%s)", [document]).fetchall()
    [(compared,)] = analyst.execute("SELECT alternatives->0->'compared' FROM fact_check(%s)", [document]).fetchall()
    assert [(each["is_claimed"], each["value"] > 0) for each in compared] == [(True, True), (False, True)]
    chart = page[page.index("<svg") : page.index("</svg>")]
    assert all(each["name"] in chart for each in compared)
    assert chart.count("<rect") == 2


def test_a_stored_run_keeps_statements(analyst, tables):
    rows = analyst.execute(
        "SELECT verdict::text, claimed_value, claim_text FROM factcheck.verify(%s, title => 'birds')",
        ["Adelies were heavier than Gentoos."],
    ).fetchall()
    assert rows == [("refuted", None, "Adelies were heavier than Gentoos")]
