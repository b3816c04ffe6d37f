"""Questions about tables: their kinds, their parts, the facts that answer them, claims that say several things."""

from __future__ import annotations

import psycopg
import pytest
from support.databases_in_turn import session_of
from support.function_rows import rows

BOATS = """
CREATE TABLE public.boats (
    name text, harbour text, rig text, year integer, length_m numeric, price integer, crew integer, launched date);
INSERT INTO public.boats
SELECT 'Boat ' || g, (ARRAY['Bergen', 'Kiel', 'Oban'])[1 + g % 3],
       (ARRAY['sloop', 'ketch', 'yawl', 'cutter'])[1 + g % 4],
       2000 + g % 10, 8 + (g % 13) * 0.5 + (g % 3) * 4, 10000 + (g % 3) * 5000 + (g % 10) * 900 + g, 2 + g % 5,
       date '2000-01-15' + (g % 10) * 365
FROM generate_series(1, 300) AS g;
INSERT INTO public.boats SELECT 'Wreck ' || g, 'Kiel', 'raft', 2005, 3, 900000, 1, NULL FROM generate_series(1, 4) AS g;
"""


@pytest.fixture(scope="module")
def boats(admin, analyst_name):
    admin.execute(BOATS)
    admin.execute(f"GRANT SELECT ON public.boats TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.boats')")


@pytest.fixture(scope="module")
def analyst(database, analyst_name, boats):
    with session_of(database, analyst_name) as connection:
        yield connection


def parts(connection, question):
    return rows(connection, "decompose(%s, '{boats}')", question)


@pytest.mark.parametrize(
    ("question", "kind", "method"),
    [
        ("What is the average price of ketches?", "low", None),
        ("How do Kiel and Oban compare in price?", "compound", "comparison"),
        ("Which harbours are expensive and have a low crew?", "compound", "intersection"),
        ("In the year with the highest average price, how is length distributed over rig?", "compound", "bridging"),
        ("Tell me about Oban", "fuzzy", "no fact type"),
        ("Prices rose over the years and Oban has the highest price.", "compound_claim", "conjunction"),
    ],
)
def test_a_question_has_a_kind_and_a_method(analyst, question, kind, method):
    [row] = rows(analyst, "question_kind(%s, '{boats}')", question)
    assert (row["kind"], row["method"]) == (kind, method)
    assert 0.5 <= row["probability"] <= 1


def test_a_comparison_asks_the_same_of_each_value_and_for_their_difference(analyst):
    found = parts(analyst, "How do Kiel and Oban compare in price?")
    assert [(part["fact_type"], part["measure"], part["subspace"], part["focus"]) for part in found] == [
        ("value", "price", ["harbour is Kiel"], []),
        ("value", "price", ["harbour is Oban"], []),
        ("difference", "price", [], ["Kiel", "Oban"]),
    ]


def test_a_part_goes_on_from_what_another_finds(analyst):
    first, second = parts(analyst, "In the year with the highest average price, how is length distributed over rig?")
    assert (first["fact_type"], first["breakdown"], first["measure"]) == ("extreme", "year", "price")
    assert (second["fact_type"], second["breakdown"], second["depends_on"]) == ("distribution", "rig", 1)
    answer = rows(
        analyst,
        "facts(%s, '{boats}')",
        "In the year with the highest average price, how is length distributed over rig?",
    )
    [found] = [row for row in answer if row["part"] == 2 and row["relevance"] == 1]
    assert "year = 2005" in found["query"]


def test_an_adjective_names_the_column_that_it_measures(analyst):
    [part] = parts(analyst, "Which harbour is the most expensive?")
    assert (part["fact_type"], part["measure"], part["breakdown"]) == ("extreme", "price", "harbour")


def test_numbers_restrict_the_column_beside_them(analyst):
    [part] = parts(analyst, "How many boats have a price over 20000 and a crew of at most 3?")
    assert part["subspace"] == ["price is above 20000", "crew is at most 3"]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is the average price?", "value"),
        ("What percentage of boats is from Oban?", "proportion"),
        ("How did the average price change over the years?", "trend"),
        ("How many boats are there in each harbour?", "categorization"),
        ("What is the distribution of price over rig?", "distribution"),
        ("Rank the rigs by average price", "rank"),
        ("Is price related to length?", "association"),
        ("Which rig has the lowest average price?", "extreme"),
        ("Which rig is an outlier in price?", "outlier"),
    ],
)
def test_the_type_of_fact_that_is_asked_for_comes_first(analyst, question, kind):
    types = rows(analyst, "fact_type(%s, '{boats}')", question)
    assert len(types) == 10
    assert types[0]["fact_type"] == kind
    first = rows(analyst, "facts(%s, '{boats}')", question)[0]
    assert first["fact_type"] == kind
    assert first["relevance"] == 1


def plain(value):
    return value if value is None or isinstance(value, str | bool) else pytest.approx(float(value), rel=1e-9)


@pytest.mark.parametrize(
    "question",
    [
        "How do Kiel and Oban compare in price?",
        "What is the total price of each rig?",
        "Which boat has the highest price?",
        "How has the number of boats developed?",
        "How has the price developed by launched date?",
        "Rank the rigs by median price",
        "Which rig is an outlier in price?",
        "What share of the price comes from Kiel?",
        "Is price related to length?",
        "Tell me about Oban",
    ],
)
def test_the_query_of_a_fact_gives_its_rows_to_the_role_that_asks(analyst, question):
    facts = rows(analyst, "facts(%s, '{boats}', 12, 0.1)", question)
    assert facts
    for fact in facts:
        held = fact["fact"]["rows"]
        if held["columns"] == ["low", "high", "value"]:
            continue  # its query counts the bins, whose bounds are told apart from it
        given = analyst.execute(fact["query"]).fetchall()
        drawn = [tuple(row) for row in held["tuples"]]
        if fact["fact_type"] == "difference" and "overall" in [row[0] for row in drawn]:
            continue
        assert (
            sorted(map(str, ([each[0] for each in given]))) == sorted(map(str, ([each[0] for each in drawn])))
            or len(held["columns"]) != 2
        )
        by_name = {str(row[0]): row for row in drawn}
        for row in given:
            if held["columns"] == ["x", "y"]:
                assert tuple(map(float, row)) in {tuple(map(float, each)) for each in drawn}
            elif len(row) > 1:
                assert [plain(value) for value in row[1:]] == list(by_name[str(row[0])][1:])
            else:
                assert plain(row[0]) == drawn[0][0]


def test_facts_have_captions_that_say_their_value(analyst):
    [fact, *_] = rows(analyst, "facts('How many boats are from Oban?', '{boats}')")
    assert (fact["value"], fact["caption"]) == (100, "The number of boats where harbour is Oban is 100.")


def test_an_outlier_is_named(analyst):
    [fact, *_] = rows(analyst, "facts('Which rig is an outlier in average price?', '{boats}')")
    assert fact["fact"]["focus"] == ["raft"]
    assert "raft (900,000)" in fact["caption"]


def test_a_trend_says_where_its_last_year_is_not_complete(analyst):
    [fact, *_] = rows(analyst, "facts('How has the number of boats developed by launched?', '{boats}')")
    assert fact["fact"]["breakdown"] == {"column": "launched", "kind": "time", "unit": "year"}
    assert fact["caption"].endswith("; the data end on 2009-01-12.")


def test_at_most_k_facts_come_as_relevant_as_is_asked_for(analyst):
    all_facts = rows(analyst, "facts('Tell me about Oban', '{boats}', 50, 0)")
    assert len(all_facts) > 6
    assert len(rows(analyst, "facts('Tell me about Oban', '{boats}', 3, 0)")) == 3
    few = rows(analyst, "facts('Tell me about Oban', '{boats}', 50, 0.9)")
    assert all(fact["relevance"] >= 0.9 for fact in few)
    assert len(few) < len(all_facts)


@pytest.mark.parametrize(
    ("claim", "verdicts"),
    [
        ("Oban has the highest crew and Kiel has the highest price.", ["refuted", "supported", "refuted"]),
        ("Prices rose over the years and Kiel has the highest price.", None),
        ("Kiel has the highest price but Oban has the most boats.", ["supported", "refuted", "refuted"]),
        (
            "Is it true that Kiel has the highest price and Oban does not have the most boats?",
            ["supported", "supported", "supported"],
        ),
    ],
)
def test_a_claim_that_says_several_things_holds_only_if_all_do(admin, analyst, claim, verdicts):
    checked = rows(analyst, "check_compound(%s, '{boats}')", claim)
    assert [row["part"] for row in checked] == [1, 2, None]
    told = [row["verdict"] for row in checked]
    if verdicts is not None and claim.startswith(("Kiel", "Is it")):
        assert told == verdicts
    assert (told[-1] == "supported") == (told[:-1] == ["supported", "supported"])
    assert checked[-1]["claim_text"] == claim


def test_a_part_with_a_number_is_checked_as_it_stands(analyst):
    right = rows(analyst, "check_compound('There are 100 boats in Oban, but Oban has the most boats.', '{boats}')")
    assert [(row["part"], row["verdict"], row["found_value"]) for row in right[:1]] == [(1, "supported", 100)]
    assert [row["verdict"] for row in right[1:]] == ["refuted", "refuted"]
    wrong = rows(analyst, "check_compound('There are 250 boats in Oban and Kiel has the most boats.', '{boats}')")
    assert [row["verdict"] == "supported" for row in wrong] == [False, True, False]


def test_suggested_questions_can_be_asked(analyst):
    suggested = rows(analyst, "suggest_questions('boats')")
    assert len(suggested) == 8
    assert len({row["fact_type"] for row in suggested}) >= 6
    for row in suggested:
        assert rows(analyst, "facts(%s, '{boats}')", row["question"])[0]["fact_type"] == row["fact_type"], row


def test_suggested_questions_are_about_the_column(analyst):
    suggested = rows(analyst, "suggest_questions('boats', 'crew', 5)")
    assert len(suggested) == 5
    assert all("crew" in row["question"] for row in suggested)


def test_nothing_asked_gives_no_rows(analyst):
    for call in ("question_kind", "decompose", "fact_type", "facts", "check_compound"):
        assert rows(analyst, f"{call}(NULL)") == []
        assert rows(analyst, f"{call}('  ', '{{boats}}')") == []
    assert rows(analyst, "suggest_questions(NULL)") == []


def test_arguments_out_of_range_are_refused(analyst):
    for call, message in (
        ("facts('How are prices?', '{boats}', 0)", "cannot return 0 rows"),
        ("suggest_questions('boats', 'sails')", 'column "sails" of table public.boats cannot be used'),
        (f"question_kind('{'why ' * 600}')", "question too long"),
    ):
        with pytest.raises(psycopg.Error, match=message) as refused:
            rows(analyst, call)
        assert refused.value.diag.message_hint


def test_facts_show_only_what_the_role_may_read(admin, analyst, analyst_name):
    admin.execute("CREATE TABLE public.secrets AS SELECT 1 AS amount, 'a' AS kind")
    admin.execute("SELECT factcheck.add_table('public.secrets')")
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        rows(analyst, "facts('What is the total amount?', '{secrets}')")
    admin.execute("ALTER TABLE public.boats ENABLE ROW LEVEL SECURITY")
    admin.execute(f"CREATE POLICY own ON public.boats TO {analyst_name} USING (harbour = 'Oban')")
    try:
        [fact, *_] = rows(analyst, "facts('How many boats are there in each harbour?', '{boats}')")
        assert fact["fact"]["rows"]["tuples"] == [["Oban", 100]]
    finally:
        admin.execute("DROP POLICY own ON public.boats; ALTER TABLE public.boats DISABLE ROW LEVEL SECURITY")


def test_questions_are_answered_in_a_transaction_that_cannot_write(analyst):
    with analyst.transaction():
        analyst.execute("SET TRANSACTION READ ONLY")
        assert rows(analyst, "facts('What is the average price?', '{boats}')")
        assert rows(analyst, "check_compound('Kiel has the highest price and Oban has the most boats.', '{boats}')")


def test_a_relation_that_writes_when_it_is_read_is_refused(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.noted (at timestamptz);
        GRANT INSERT ON public.noted TO {analyst_name};
        CREATE FUNCTION public.note() RETURNS boolean LANGUAGE plpgsql VOLATILE AS
            'BEGIN INSERT INTO public.noted VALUES (now()); RETURN true; END';
        CREATE VIEW public.noting AS SELECT rig, price FROM public.boats WHERE public.note();
        GRANT SELECT ON public.noting TO {analyst_name};
    """)
    admin.execute("SELECT factcheck.add_table('public.noting')")
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction, match="tried to write"):
        rows(analyst, "facts('What is the average price per rig?', '{noting}')")
    assert admin.execute("SELECT count(*) FROM public.noted").fetchone() == (0,)


@pytest.mark.parametrize(
    ("before", "question", "fact_type", "measure", "breakdown"),
    [
        (["Show the average price per rig"], "Can you show it over the years?", "trend", "price", "year"),
        (["Show the average price per rig"], "Replace rig with harbour", "distribution", "price", "harbour"),
        (["Which rig has the highest average price?"], "And how about crew?", "extreme", "crew", "rig"),
        (
            ["How many boats are there in each harbour?", "Only those with a crew below 4"],
            "Group by rig",
            None,
            None,
            "rig",
        ),
    ],
)
def test_a_question_goes_on_from_those_before_it(analyst, before, question, fact_type, measure, breakdown):
    [fact, *_] = rows(analyst, "facts(%s, '{boats}', before => %s)", question, before)
    told = fact["fact"]
    assert fact_type in {None, fact["fact_type"]}
    assert (told["measure"], told["breakdown"]["column"]) == (measure, breakdown)
    if len(before) > 1:
        assert [restriction["words"] for restriction in told["subspace"]] == ["crew is below 4"]


ODD = """
CREATE TYPE public.mood AS ENUM ('calm', 'it''s "rough"');
CREATE TABLE public."odd ""things" (
    "Kind's name" text, "mood?" public.mood, is_open boolean, "speed; DROP" double precision, "weight (kg)" numeric,
    empty integer, seen timestamptz, "end" date, year smallint);
INSERT INTO public."odd ""things"
SELECT (ARRAY['O''Neil', 'back\\slash', 'quo"te', NULL])[1 + g % 4],
       (ARRAY['calm', 'it''s "rough"'])[1 + g % 2]::public.mood,
       g % 3 = 0, CASE g WHEN 7 THEN 'NaN'::double precision WHEN 8 THEN 'Infinity' ELSE g END, -g, NULL,
       CASE g WHEN 9 THEN 'infinity'::timestamptz ELSE now() + g * interval '1 day' END,
       date '2020-01-01' + g, 1990 + g % 5
FROM generate_series(1, 40) AS g;
CREATE TABLE public.vacant (name text, price integer, year integer, kind text);
CREATE TABLE public.lone AS SELECT 'x'::text AS kind, 5 AS price, 2001 AS year;
"""
ASKED = [
    "How is the speed?",
    "What is the trend of weight?",
    "What is the trend of speed over end?",
    "How did the number of things develop by seen?",
    "Which kind has the highest weight?",
    "Rank the kinds by median weight",
    "Compare the weight of O'Neil and back\\slash",
    "What share of things is from O'Neil?",
    "How many things are there per mood?",
    "What is the distribution of speed?",
    "What is the distribution of empty?",
    "Is speed related to weight?",
    "Which kind is an outlier in weight?",
    'Tell me about quo"te',
    "Which year has the lowest price, and how is it spread over kind?",
    "O'Neil has the highest weight and calm has the most things.",
    "?",
    "the the the",
    "Prices rose; DROP TABLE lone; -- and 'x' led",
]


@pytest.fixture(scope="module")
def odd(admin, analyst_name, boats):
    admin.execute(ODD)
    for table in ('"odd ""things"', "vacant", "lone"):
        admin.execute(f"GRANT SELECT ON public.{table} TO {analyst_name}")
        admin.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{table}"])


@pytest.mark.parametrize("table", ['public."odd ""things"', "public.vacant", "public.lone"])
@pytest.mark.parametrize("question", ASKED)
def test_odd_names_values_and_tables_give_facts_or_none(odd, analyst, table, question):
    for fact in rows(analyst, "facts(%s, ARRAY[%s::regclass], 30, 0)", question, table):
        analyst.execute(fact["query"])
        assert fact["caption"]
    rows(analyst, "check_compound(%s, ARRAY[%s::regclass])", question, table)
    rows(analyst, "suggest_questions(%s::regclass)", table)


def test_the_neural_model_splits_a_question_for_comparison(analyst):
    question = "How do Kiel and Oban differ in price over the years?"
    found = rows(analyst, "decompose(%s, '{boats}', 'neural')", question)
    assert [part["part"] for part in found] == [1, 2]
    assert ["kiel" in part["part_text"] for part in found] == [True, False]
    assert "oban" in found[1]["part_text"]
    assert [(part["fact_type"], part["measure"], part["breakdown"]) for part in found] == [
        ("trend", "price", "year")
    ] * 2


def test_a_method_that_there_is_not_is_refused(analyst):
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="does not exist") as raised:
        rows(analyst, "decompose('How about Kiel?', '{boats}', 'magic')")
    assert "rules or neural" in raised.value.diag.message_hint


@pytest.mark.parametrize(("column", "value"), [("insured", "yes"), ("checked", "true")])
def test_a_participle_that_names_a_column_of_yes_and_no_means_its_yes(admin, analyst, analyst_name, column, value):
    admin.execute("DROP TABLE IF EXISTS public.kayak")
    admin.execute(
        "CREATE TABLE public.kayak AS SELECT CASE WHEN g % 4 > 0 THEN 'yes' ELSE 'no' END AS insured,"
        " g % 5 > 0 AS checked, 10 + g AS hire FROM generate_series(1, 60) AS g"
    )
    admin.execute(f"GRANT SELECT ON public.kayak TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.kayak')")
    [part] = rows(analyst, "decompose(%s, '{kayak}')", f"What share of the kayaks are {column}?")
    assert (part["fact_type"], part["breakdown"], part["focus"]) == ("proportion", column, [value])
    for claim, verdict in ((f"Most kayaks are {column}.", "supported"), (f"Most kayaks are not {column}.", "refuted")):
        verdicts = [row["verdict"] for row in rows(analyst, "check_compound(%s, '{kayak}')", claim)]
        assert verdicts == [verdict, verdict], claim
