"""What factcheck.explain says of the numbers of a document, and of one claim."""

from __future__ import annotations

import json

import psycopg
import pytest
from psycopg.rows import dict_row
from support.databases_in_turn import session_of

SECRET = "Zyxolite"
NUMBER_COLUMNS = ("value", "value_high", "comparison", "unit", "item_start", "item_length", "sentence")


@pytest.fixture(scope="module")
def stranger(database, admin, role):
    """An analyst who may read no data table."""
    name = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'analyst')", [name])
    with psycopg.connect(database, user=name, autocommit=True) as connection:
        yield connection


@pytest.fixture(scope="module")
def reader(database, analyst_name, sales):
    """The analyst who may read the table sales."""
    with session_of(database, analyst_name) as connection:
        yield connection


@pytest.fixture
def told(request):
    """Messages that a connection brings, as (message, detail, hint)."""

    def listen(connection):
        notices = []

        def handler(diagnostic):
            notices.append((diagnostic.message_primary, diagnostic.message_detail, diagnostic.message_hint))

        connection.add_notice_handler(handler)
        request.addfinalizer(lambda: connection.remove_notice_handler(handler))
        return notices

    return listen


def explain(connection, document, claim_no=None, tables=None):
    with connection.cursor(row_factory=dict_row) as cursor:
        cursor.execute(
            "SELECT * FROM factcheck.explain(%s, %s, %s::regclass[])",
            [document, claim_no, tables],
        )
        return cursor.fetchall()


def part(rows, name):
    return [row for row in rows if row["part"] == name]


@pytest.mark.parametrize(
    ("document", "decisions"),
    [
        ("The quay opened on 12 May 2020.", [("12 May 2020", False, "a date")]),
        ("It came in 2003, at 9:30.", [("2003", False, "a year"), ("9:30", False, "a time of day")]),
        (
            "The records run from 1998 to 2016.",
            [("1998", True, "a year that is a result"), ("2016", True, "a year that is a result")],
        ),
        ("Of those aged 65, 40% came.", [("65", False, "an age"), ("40%", True, "a percentage")]),
        ("It costs $5, as Table 3 shows.", [("$5", True, "an amount of money"), ("Table 3", False, "a label")]),
        ("1. Boats came.\n2. There were 20 boats.", [
            ("1.", False, "a list number"), ("2.", False, "a list number"), ("20", True, "a stated number"),
        ]),
        ("# Boats\n\nSet `n = 41`. There were **12** boats.\n", [
            ("41", False, "part of code"), ("12", True, "a stated number"),
        ]),
        ("Ring 555-123-4567. Twice as many left.", [
            ("555-123-4567", False, "a telephone number"), ("Twice", True, "how many times as much"),
        ]),
        ("<h1>All 12 boats</h1><p>There were 12 boats.</p>", [
            ("12", False, "in a headline"), ("12", True, "a stated number"),
        ]),
        ("1\ufe0f\u20e3 There were 12 boats.", [
            ("1\ufe0f\u20e3", False, "an emoji"), ("12", True, "a stated number"),
        ]),
    ],
)  # fmt: skip
def test_every_number_has_a_reason_in_reading_order(stranger, document, decisions):
    rows = explain(stranger, document)
    assert [(row["item"], row["is_claim"], row["reason"]) for row in rows] == decisions
    assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))
    assert {row["part"] for row in rows} == {"number"}


def test_no_table_is_needed_and_none_is_missed(stranger, told):
    notices = told(stranger)
    assert len(explain(stranger, "There were 12 boats.")) == 1
    assert notices == []


def test_how_a_number_is_read(stranger):
    rows = explain(stranger, "Between 3 and 5 boats came, over 1.2 million people, about 63%, on 3 May 2021.")
    read = [(r["item"], r["value"], r["value_high"], r["comparison"], r["unit"]) for r in rows]
    assert read == [
        ("3 and 5", 3, 5, "between", "plain"),
        ("1.2 million", 1_200_000, None, ">", "plain"),
        ("63%", 63, None, "about", "percent"),
        ("3 May 2021", None, None, None, None),
    ]
    assert {row["score"] for row in rows} == {None}


@pytest.mark.parametrize(
    ("document", "items"),
    [
        ("<p>\n We had 1&nbsp;204 boats,<!-- 7 --> 10<sup>6</sup> trips, <b>5</b>% more.", [
            "1&nbsp;204", "10<sup>6", "5</b>%",
        ]),
        ("# Boats\n\n\u00a0We had **1,204** boats \U0001f6a2, 5\\% more.\n", ["1,204", "5\\%"]),
        ("\ufeffBOATS\n\nWe had e\u0301 12\n\u200bboats.\r\n\r\n  Two of 5 left.", ["12", "Two", "5"]),
    ],
)  # fmt: skip
def test_a_number_stands_where_it_says(stranger, document, items):
    rows = stranger.execute(
        "SELECT item, substr(%(document)s, item_start, item_length) FROM factcheck.explain(%(document)s) ORDER BY rank",
        {"document": document},
    ).fetchall()
    assert rows == [(item, item) for item in items]


def test_claims_have_the_numbers_and_places_they_have_in_a_check(reader):
    document = "<h1>2020</h1><p>On 3 May we sold 1,204 units. In the north, 12% of 240 sales were of tea.</p>"
    checked = reader.execute(
        "SELECT claim_no, claim_text, claimed_value, comparison, claim_start, claim_length, sentence"
        " FROM fact_check(%s)", [document]
    ).fetchall()  # fmt: skip
    explained = reader.execute(
        "SELECT claim_no, item, value, comparison, item_start, item_length, sentence"
        " FROM factcheck.explain(%s) WHERE is_claim ORDER BY rank", [document]
    ).fetchall()  # fmt: skip
    assert len(checked) == 3
    assert explained == checked


def test_a_decimal_comma_is_told(stranger, told):
    notices = told(stranger)
    [row] = explain(stranger, "The boats are 1.204,5 metres long.")
    assert row["value"] == 1204.5
    assert notices == [
        (
            "numbers of this document are read with a decimal comma",
            "Its first number that cannot be read otherwise is 1.204,5.",
            None,
        )
    ]


def test_documents_without_numbers(stranger, told):
    notices = told(stranger)
    assert explain(stranger, None) == []
    assert notices == []
    for document in ("", "Boats came."):
        assert explain(stranger, document) == []
    assert [message for message, *_ in notices] == ["no number found"] * 2


def test_a_document_that_is_too_long_is_refused(stranger, admin):
    admin.execute("UPDATE factcheck.setting SET value = 1000 WHERE name = 'document_characters'")
    try:
        with pytest.raises(psycopg.errors.ProgramLimitExceeded) as caught:
            explain(stranger, "x" * 1001)
        assert caught.value.diag.message_primary == "document is too long: 1001 characters"
    finally:
        admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'document_characters'")


DOCUMENT = (
    "<h1>Coffee report</h1><p>Our business in the North grew.</p>"
    "<p>All went well. We were busy. In May we sold 1,204 units in total.</p>"
)


def test_one_claims_keywords_with_their_sources(reader):
    rows = explain(reader, DOCUMENT, 1)
    [number] = part(rows, "number")
    assert (number["item"], number["value"], number["claim_no"]) == ("1,204", 1204, 1)
    keywords = part(rows, "keyword")
    sources = {row["item"]: row["reason"] for row in keywords}
    assert sources["units"] == "claim sentence"
    assert sources["coffee"] == "headlines"
    assert sources["busy"] == "previous sentence"
    assert sources["well"] == "paragraph start"
    assert sources["we"] == "claim sentence, previous sentence"
    assert not {"north", "1,204"} & sources.keys()
    weights = {row["item"]: row["score"] for row in keywords}
    assert weights["units"] == 1
    assert weights["coffee"] < min(w for word, w in weights.items() if sources[word].startswith("claim sentence"))


def test_one_claims_fragments_with_their_keywords(reader):
    rows = explain(reader, DOCUMENT, 1)
    functions = {row["item"]: row for row in part(rows, "function")}
    assert functions["sum"]["reason"] == "total"
    assert (functions["median"]["score"], functions["median"]["reason"]) == (0, "no keyword in common")
    columns = part(rows, "column")
    assert (columns[0]["item"], columns[0]["reason"].split(", ")[0]) == ("public.sales.units", "units")
    assert "public.sales.*" in {row["item"] for row in columns}
    predicates = {row["item"]: row for row in part(rows, "predicate")}
    assert predicates["public.sales.month = 'May'"]["rank"] == 1
    assert predicates["public.sales.month = 'May'"]["reason"].split(", ")[0] == "may"
    assert predicates["public.sales.product = 'Coffee'"]["reason"].split(", ")[0] == "coffee"
    assert "may" not in predicates["public.sales.product = 'Coffee'"]["reason"].split(", ")


def test_parts_are_ranked_by_score_and_belong_to_the_claim(reader):
    rows = explain(reader, DOCUMENT, 1)
    parts = ["number", "keyword", "function", "column", "predicate"]
    parts += ["reading", "factor", "feature", "ranking", "candidates", "meant", "verdict"]
    assert list(dict.fromkeys(row["part"] for row in rows)) == parts
    for name in parts[1:5]:
        scores = [row["score"] for row in part(rows, name)]
        assert scores == sorted(scores, reverse=True)
        assert [row["rank"] for row in part(rows, name)] == list(range(1, len(scores) + 1))
    assert {(row["claim_no"], row["is_claim"]) for row in rows} == {(1, True)}
    others = [row for row in rows if row["part"] not in {"number", "reading"}]
    assert {row[name] for row in others for name in NUMBER_COLUMNS} == {None}
    assert all(row["reason"] for row in rows)


@pytest.mark.parametrize("claim_no", [0, -1, 2, 2**31 - 1])
def test_a_claim_that_does_not_exist(reader, claim_no):
    with pytest.raises(psycopg.errors.InvalidParameterValue) as caught:
        explain(reader, DOCUMENT, claim_no)
    assert caught.value.diag.message_primary == f"the document has no claim {claim_no}"
    assert caught.value.diag.message_detail == "It has 1 claim."
    assert caught.value.diag.message_hint.endswith("leave the argument claim_no out.")


def test_tables_are_those_named(reader, admin, analyst_name):
    admin.execute("CREATE TABLE public.depot (units integer); INSERT INTO public.depot VALUES (1), (2)")
    admin.execute(f"GRANT SELECT ON public.depot TO {analyst_name}; SELECT factcheck.add_table('public.depot')")
    try:
        shown = {row["item"] for row in explain(reader, DOCUMENT, 1, ["public.depot"])}
        assert "public.depot.units" in shown
        assert not any(item.startswith("public.sales") for item in shown)
        with pytest.raises(psycopg.errors.UndefinedObject):
            explain(reader, DOCUMENT, 1, ["pg_catalog.pg_class"])
    finally:
        admin.execute("SELECT factcheck.remove_table('public.depot'); DROP TABLE public.depot")


def test_without_a_table_keywords_and_functions_are_left(stranger, told, sales):
    notices = told(stranger)
    rows = explain(stranger, DOCUMENT, 1)
    assert {row["part"] for row in rows} == {"number", "keyword", "function"}
    assert notices == [
        (
            "no added table can be used",
            None,
            "Ask for SELECT on one, and USAGE on its schema: TABLE factcheck.data_table.",
        )
    ]


def test_the_parsed_document_is_kept_for_the_check(stranger):
    document = "There were 12 boats of which nobody has spoken before."
    explain(stranger, document)
    [count] = stranger.execute(
        "SELECT count(*) FROM factcheck.parse_cache WHERE document_hash = sha256(%s::bytea)", [document.encode()]
    ).fetchone()
    assert count == 1


def test_in_a_read_only_transaction(reader):
    with reader.transaction():
        reader.execute("SET TRANSACTION READ ONLY")
        assert len(explain(reader, DOCUMENT + "<p>New.</p>")) == 1
        assert part(explain(reader, DOCUMENT + "<p>New.</p>", 1), "predicate")


@pytest.fixture(scope="module")
def staff(admin, analyst_name, sales):
    """A table of which the analyst may read all but the salary and the project."""
    admin.execute(f"""
        CREATE TABLE public.staff (
            staff_id integer PRIMARY KEY, department text, project_codename text, salary integer);
        INSERT INTO public.staff
        SELECT g, (ARRAY['Sailing', 'Research'])[1 + g % 2],
               CASE WHEN g % 4 = 0 THEN '{SECRET}' ELSE 'Open' END, 1000 + g
        FROM generate_series(1, 100) AS g;
        GRANT SELECT (staff_id, department) ON public.staff TO {analyst_name};
        SELECT factcheck.add_table('public.staff');
    """)


def fragments(connection, document):
    """Everything about fragments and readings that an explanation of the first claim shows."""
    rows = explain(connection, document, 1)
    return json.dumps([(row["item"], row["reason"]) for row in rows if row["part"] not in {"number", "keyword"}])


def test_columns_one_may_not_read_are_not_shown(reader, admin, staff):
    document = f"The project {SECRET} has 25 staff in research of a high salary."
    admin_shown = fragments(admin, document)
    assert f"project_codename = '{SECRET}'" in admin_shown
    assert "public.staff.salary" in admin_shown
    shown = fragments(reader, document)
    assert "public.staff.department = 'Research'" in shown
    for hidden in ("staff.salary", "codename"):  # "salary" itself is a word of the document
        assert hidden.lower() not in shown.lower()
    # So is the secret, which messages may repeat; a word that no table has at all is treated alike.
    unknown = f"{SECRET[:-3]}ane"
    alike = fragments(reader, document.replace(SECRET, unknown))
    assert alike.lower().replace(unknown.lower(), SECRET.lower()) == shown.lower()


def test_under_row_security_only_rows_the_role_sees_give_literals(reader, admin, berths):
    document = "Kilrush and Dingle had 7 boats."
    assert "harbour = 'Dingle'" in fragments(admin, document)
    shown = fragments(reader, document)
    assert "harbour = 'Kilrush'" in shown
    assert "harbour = 'Dingle'" not in shown


def test_a_view_that_writes_is_stopped_and_the_caller_may_write_afterwards(reader, admin, quays):
    for statement in (
        "SELECT * FROM factcheck.explain('The quay of the North had 7 boats.', 1)",
        "SELECT * FROM factcheck.find_fragments('North quay')",
    ):
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction) as caught:
            reader.execute(statement)
        assert caught.value.diag.message_primary == "a relation tried to write while it was being read"
        assert caught.value.diag.message_hint.endswith("in the argument tables.")
    admin.execute("SELECT factcheck.remove_table('public.quays')")
    with reader.transaction():
        reader.execute("SELECT * FROM factcheck.explain('The North had 7 boats.', 1)")
        reader.execute("SELECT * FROM factcheck.find_fragments('North')")
        reader.execute("INSERT INTO public.log VALUES ('mine')")
    assert admin.execute("SELECT entry FROM public.log").fetchall() == [("mine",)]
