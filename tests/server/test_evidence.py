"""Sources of passages: what is indexed, found and said, as an unprivileged role sees it."""

from __future__ import annotations

import json
import time

import psycopg
import pytest

POLICIES = [
    (1, "Customer data is kept for six years. The retention policy was changed in 2021 by the board."),
    (2, "Employees may not work from home on Fridays. Remote work needs a permit from the manager."),
    (3, "Sales of tea have increased since the new shop opened. Prices did not rise."),
]
DOCUMENT = (
    "There were 240 sales. The retention policy was changed in 2021. Employees may work from home on Fridays."
    " Was that known? The moon is made of green cheese."
)


@pytest.fixture(scope="module")
def policies(admin, analyst_name, sales):
    admin.execute("CREATE TABLE public.policy (policy_id integer PRIMARY KEY, body text)")
    with admin.cursor() as cursor:
        cursor.executemany("INSERT INTO public.policy VALUES (%s, %s)", POLICIES)
    admin.execute(f"GRANT SELECT ON public.policy TO {analyst_name}")
    admin.execute("SELECT factcheck.add_source('policies', 'public.policy', 'policy_id', 'body')")
    return "policies"


def found(session, claim, source="policies", **options):
    named = "".join(f", {name} => {value!r}" for name, value in options.items())
    return session.execute(
        f"SELECT rank, source_key, passage, matched_terms FROM factcheck.search(%s, %s{named})", [claim, source]
    ).fetchall()


def test_the_passage_with_the_claims_words_is_found_first(analyst, policies):
    rank, key, passage, terms = found(analyst, "Remote work needs a permit")[0]
    assert (rank, key, passage) == (1, "2", "Remote work needs a permit from the manager.")
    assert set(terms) == {"remot", "work", "need", "permit"}


@pytest.mark.parametrize("is_indexed", [True, False])
def test_a_passage_with_the_very_form_of_a_word_comes_before_others(admin, analyst, analyst_name, is_indexed):
    name = f"form_text_{is_indexed}".lower()
    admin.execute(f"CREATE TABLE public.{name} (id int PRIMARY KEY, body text)")
    admin.execute(
        f"INSERT INTO public.{name} VALUES (1, 'The warmed sea is calm today.'), (2, 'The warming sea is calm today.'),"
        " (3, 'The warms of sea are calm today.')"
    )
    admin.execute(f"GRANT SELECT ON public.{name} TO {analyst_name}")
    if not is_indexed:
        admin.execute(f"ALTER TABLE public.{name} ENABLE ROW LEVEL SECURITY")
        admin.execute(f"CREATE POLICY all_rows ON public.{name} USING (true)")
    admin.execute(f"SELECT factcheck.add_source('{name}', 'public.{name}', 'id', 'body')")
    rows = found(analyst, "A warming sea", source=name)
    assert rows[0][1] == "2"
    assert all(set(terms) == {"warm", "sea"} for *_, terms in rows)


@pytest.mark.parametrize("mode", ["bm25", "tfidf"])
def test_no_more_passages_come_than_asked_for(analyst, policies, mode):
    assert len(found(analyst, "Prices and the retention policy and work", k=2, mode=mode)) == 2


def test_a_claim_without_a_common_word_finds_nothing(analyst, policies):
    assert found(analyst, "Zebras graze") == []


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The retention policy was changed in 2021.", "supported"),
        ("Employees may work from home on Fridays.", "refuted"),
        ("The moon is made of green cheese.", "not_enough_info"),
        ("Customer data is kept for seven years.", "refuted"),
        ("The retention policy was changed in 2019.", "not_enough_info"),
        ("Employees may not work from home on Mondays.", "not_enough_info"),
    ],
)
def test_a_claim_is_judged_by_its_passages(analyst, policies, claim, verdict):
    row = analyst.execute(
        "SELECT verdict, p_supported + p_refuted + p_not_enough_info + p_disputed, message"
        " FROM factcheck.check_evidence(%s, 'policies')",
        [claim],
    ).fetchone()
    assert row[0] == verdict
    assert row[1] == pytest.approx(1.0)
    assert row[2].endswith(".")


def test_a_document_is_checked_by_numbers_and_by_passages(analyst, policies):
    rows = analyst.execute(
        "SELECT claim_no, verdict, claim_text, alternatives, claim_start, claim_length"
        " FROM fact_check(%s, sources => '{policies}')",
        [DOCUMENT],
    ).fetchall()
    assert [(row[1], row[2]) for row in rows] == [
        ("supported", "240"),
        ("supported", "The retention policy was changed in 2021."),
        ("refuted", "Employees may work from home on Fridays."),
        ("not_enough_info", "The moon is made of green cheese."),
    ]
    assert [row[0] for row in rows] == [1, 2, 3, 4]
    for _, _, text, _, start, length in rows:
        assert DOCUMENT[start - 1 : start - 1 + length] == text
    first = rows[1][3][0]
    assert (first["source"], first["key"], first["label"]) == ("policies", "1", "supported")
    assert analyst.execute(first["query"]).fetchone()[0] == POLICIES[0][1]


def test_without_sources_a_check_says_what_it_said(analyst, policies):
    assert [row[0] for row in analyst.execute("SELECT claim_text FROM fact_check(%s)", [DOCUMENT])] == ["240"]


def test_a_number_that_the_tables_leave_open_is_shown_with_passages(analyst, policies):
    [row] = analyst.execute(
        "SELECT verdict, alternatives FROM fact_check(%s, sources => '{policies}')",
        ["Customer data is kept for 600 parsecs."],
    ).fetchall()
    assert row[0] == "not_enough_info"
    passages = [each for each in row[1] if "source" in each]
    assert passages[0]["description"] == "Customer data is kept for six years."
    assert [each["rank"] for each in row[1]] == list(range(1, len(row[1]) + 1))


def test_stored_claims_are_hidden_from_who_may_not_read_the_source(admin, analyst, analyst_name, policies):
    stored = (
        "SELECT claim_text, verdict, is_withheld FROM factcheck.claims WHERE title = 'with passages' ORDER BY claim_no"
    )
    analyst.execute("SELECT factcheck.verify(%s, 'with passages', sources => '{policies}')", [DOCUMENT])
    shown = analyst.execute(stored).fetchall()
    assert [row[1] for row in shown] == ["supported", "supported", "refuted", "not_enough_info"]
    admin.execute(f"REVOKE SELECT ON public.policy FROM {analyst_name}")
    try:
        hidden = analyst.execute(stored).fetchall()
    finally:
        admin.execute(f"GRANT SELECT ON public.policy TO {analyst_name}")
    # even that nothing was found for a claim tells something of the source
    assert [row[2] for row in hidden] == [False, True, True, True]
    analyst.execute("SELECT factcheck.recheck(max(document_id)) FROM factcheck.documents")
    assert [row[1] for row in analyst.execute(stored)] == [row[1] for row in shown]


def test_a_refresh_takes_in_what_came_changed_and_went(admin, analyst):
    admin.execute("""
        CREATE TABLE public.minute (minute_no text PRIMARY KEY, said text);
        INSERT INTO public.minute
        SELECT 'm' || g, 'The committee met in room ' || g || '.' FROM generate_series(1, 9) AS g;
        GRANT SELECT ON public.minute TO PUBLIC;
        SELECT factcheck.add_source('minutes', 'public.minute', 'minute_no', 'said');
        INSERT INTO public.minute VALUES
            ('m10', 'Penguins were discussed at length. Nobody objected to them.'), ('m11', '');
        UPDATE public.minute SET said = 'The committee never met at all.' WHERE minute_no = 'm2';
        DELETE FROM public.minute WHERE minute_no = 'm3';
    """)
    # what has changed is not shown as it was, even before the refresh
    assert "m2" not in {key for _, key, _, _ in found(analyst, "committee met in room 2", "minutes")}
    assert admin.execute("SELECT * FROM factcheck.refresh_source('minutes')").fetchone() == (2, 1, 1, 10)
    assert admin.execute("SELECT * FROM factcheck.refresh_source('minutes')").fetchone() == (0, 0, 0, 10)
    assert found(analyst, "penguins", "minutes")[0][1] == "m10"
    assert found(analyst, "never met", "minutes")[0][1] == "m2"


def test_an_index_after_many_refreshes_finds_what_a_new_one_finds(admin, analyst):
    admin.execute("""
        CREATE TABLE public.note (note_id bigint PRIMARY KEY, body text);
        GRANT SELECT ON public.note TO PUBLIC;
        INSERT INTO public.note SELECT g, 'Note ' || g || ' is about ' || repeat('rain ', g % 5) || 'and wind.'
        FROM generate_series(1, 40) AS g;
        SELECT factcheck.add_source('notes', 'public.note', 'note_id', 'body');
    """)
    for step in range(20):
        admin.execute("DELETE FROM public.note WHERE note_id = %s", [step + 1])
        admin.execute("INSERT INTO public.note VALUES (%s, 'Rain again, with wind and hail.')", [100 + step])
        admin.execute("SELECT factcheck.refresh_source('notes')")
    before = found(analyst, "rain and hail", "notes", k=30)
    admin.execute("SELECT factcheck.remove_source('notes')")
    admin.execute("SELECT factcheck.add_source('notes', 'public.note', 'note_id', 'body')")
    after = found(analyst, "rain and hail", "notes", k=30)
    assert {row[1] for row in before[:20]} == {row[1] for row in after[:20]} == {str(100 + step) for step in range(20)}


def test_a_view_and_a_table_under_row_security_are_read_by_each_search(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.memo (memo_id integer PRIMARY KEY, owner name, body text);
        INSERT INTO public.memo VALUES (1, '{analyst_name}', 'The harbour will close in winter.'),
            (2, 'somebody', 'The harbour chief is a zyxolite smuggler.');
        ALTER TABLE public.memo ENABLE ROW LEVEL SECURITY;
        CREATE POLICY own ON public.memo USING (owner = current_user);
        GRANT SELECT ON public.memo TO {analyst_name};
        SELECT factcheck.add_source('memos', 'public.memo', 'memo_id', 'body');
    """)
    assert [row[1] for row in found(analyst, "harbour zyxolite", "memos")] == ["1"]
    assert analyst.execute(
        "SELECT is_indexed, passages FROM factcheck.passage_sources WHERE name = 'memos'"
    ).fetchone() == (False, None)


def test_parameters_are_tuned_and_kept(admin, policies):
    labelled = json.dumps([{"claim": "Data is kept", "keys": ["1"]}, {"claim": "prices rise", "keys": ["3"]}])
    rows = admin.execute(
        "SELECT * FROM factcheck.tune_bm25('policies', %s, '{0.4, 1.2}', '{0.5, 0.85}', keep => true)", [labelled]
    ).fetchall()
    assert len(rows) == 4
    assert rows[0][2:] == (1.0, 1.0, 1.0)
    assert (
        admin.execute("SELECT k1, b FROM factcheck.passage_sources WHERE name = 'policies'").fetchone() == rows[0][:2]
    )


@pytest.mark.parametrize(
    ("statement", "sqlstate", "message"),
    [
        ("SELECT factcheck.search('a', 'nowhere')", "42704", 'source "nowhere" was not added'),
        ("SELECT factcheck.search('a', 'policies', 0)", "22023", "k cannot be 0"),
        ("SELECT factcheck.search('a', 'policies', mode => 'magic')", "22023", 'search mode "magic" is not known'),
        ("SELECT fact_check('Rain fell.', sources => '{}')", "22004", "argument sources names no source"),
        ("SELECT fact_check('Rain fell.', sources => '{nowhere}')", "42704", 'source "nowhere" was not added'),
    ],
)
def test_mistakes_are_told(analyst, policies, statement, sqlstate, message):
    with pytest.raises(psycopg.Error) as caught:
        analyst.execute(statement)
    assert (caught.value.sqlstate, caught.value.diag.message_primary) == (sqlstate, message)
    assert caught.value.diag.message_hint


@pytest.mark.parametrize(
    ("arguments", "sqlstate"),
    [
        ("'policies', 'public.policy', 'policy_id', 'body'", "42710"),
        ("'p2', 'public.policy', 'policy_id', 'title'", "42703"),
        ("'p2', 'public.policy', 'policy_id', 'policy_id'", "42804"),
        ("'p2', 'public.sales', 'region', 'product'", "23505"),
        ("NULL, 'public.policy', 'policy_id', 'body'", "22004"),
    ],
)
def test_what_cannot_be_a_source_is_refused(admin, policies, arguments, sqlstate):
    with pytest.raises(psycopg.Error) as caught:
        admin.execute(f"SELECT factcheck.add_source({arguments})")
    assert caught.value.sqlstate == sqlstate
    assert caught.value.diag.message_hint


@pytest.fixture(scope="module")
def slow(admin, analyst_name):
    """A source whose every row takes 20 ms to read, four seconds in all."""
    admin.execute(f"""
        CREATE VIEW public.slow AS
        SELECT g AS slow_id, CASE WHEN pg_sleep(0.02) IS NOT NULL THEN 'Rain fell in town ' || g || '.' END AS body
        FROM generate_series(1, 200) AS g;
        GRANT SELECT ON public.slow TO {analyst_name};
        INSERT INTO factcheck.passage_source
            (name, relation, key_column, key_number, text_column, text_number, language)
        VALUES ('slow', 'public.slow', 'slow_id', 1, 'body', 2, 'pg_catalog.english');
    """)


@pytest.mark.parametrize(
    "call",
    [
        "SELECT * FROM factcheck.search(%s, 'slow', time_budget => '0.4 s')",
        "SELECT * FROM factcheck.check_evidence(%s, 'slow', time_budget => '0.4 s')",
    ],
)
def test_a_time_budget_ends_the_reading_of_texts(analyst, slow, call):
    notices = []
    analyst.add_notice_handler(lambda notice: notices.append(notice.message_primary))
    began = time.monotonic()
    rows = analyst.execute(call, ["Rain fell."]).fetchall()
    assert time.monotonic() - began < 3
    assert rows
    assert any("time budget reached" in notice for notice in notices)


@pytest.mark.parametrize("function", ["search", "check_evidence"])
def test_a_time_budget_has_to_be_positive(analyst, policies, function):
    with pytest.raises(psycopg.Error) as caught:
        analyst.execute(f"SELECT factcheck.{function}('Rain fell.', 'policies', time_budget => '0 s')")
    assert (caught.value.sqlstate, bool(caught.value.diag.message_hint)) == ("22023", True)


def test_claims_without_time_for_passages_are_undecided(analyst, policies):
    rows = analyst.execute(
        "SELECT claim_text, verdict, message FROM fact_check(%s, sources => '{policies}', time_budget => '10 ms')",
        [DOCUMENT],
    ).fetchall()
    assert [row[0] for row in rows][1:] == [
        "The retention policy was changed in 2021.",
        "Employees may work from home on Fridays.",
        "The moon is made of green cheese.",
    ]
    assert {row[1] for row in rows[1:]} == {"not_enough_info"}
    assert {row[2] for row in rows[1:]} == {"The time budget was used up before passages were looked for."}


def test_words_are_stemmed_anew_once_a_language_is_another(admin, analyst):
    admin.execute("""
        CREATE TEXT SEARCH CONFIGURATION public.own (COPY = pg_catalog.english);
        CREATE TABLE public.walk (walk_id integer PRIMARY KEY, body text);
        INSERT INTO public.walk VALUES (1, 'Somebody walked to the mill.');
        GRANT SELECT ON public.walk TO PUBLIC;
        SELECT factcheck.add_source('walks', 'public.walk', 'walk_id', 'body', 'public.own');
    """)
    assert found(analyst, "walking", "walks")[0][3] == ["walk"]
    admin.execute("""
        ALTER TEXT SEARCH CONFIGURATION public.own ALTER MAPPING FOR asciiword WITH simple;
        SELECT factcheck.remove_source('walks');
        SELECT factcheck.add_source('walks', 'public.walk', 'walk_id', 'body', 'public.own');
    """)
    assert found(analyst, "walking", "walks") == []
    assert found(analyst, "walked", "walks")[0][3] == ["walked"]


@pytest.fixture(scope="module")
def embedded(admin, policies):
    """The policies with embeddings, where the optional packages are installed."""
    try:
        admin.execute("SELECT factcheck.embed_source('policies')")
    except psycopg.errors.FeatureNotSupported as error:
        pytest.skip(error.diag.message_primary)


def test_embeddings_find_what_says_the_same_in_other_words(analyst, embedded):
    claim = "The price of goods stayed stable"
    assert "Prices did not rise." in [row[2] for row in found(analyst, claim, mode="fused")]
    assert found(analyst, "Costs stayed stable", mode="bm25") == []
    assert found(analyst, "Costs stayed stable")[0][2] == "Prices did not rise."


def test_embeddings_are_computed_in_portions(admin, analyst, embedded):
    admin.execute(
        "CREATE TABLE public.rumour AS SELECT g AS rumour_id, 'Costs rose.' AS body FROM generate_series(1, 5) g"
    )
    admin.execute("GRANT SELECT ON public.rumour TO PUBLIC")
    admin.execute("SELECT factcheck.add_source('rumours', 'public.rumour', 'rumour_id', 'body')")
    portions = [admin.execute("SELECT factcheck.embed_source('rumours', 2)").fetchone()[0] for _ in range(4)]
    assert portions == [2, 2, 1, 0]
    # what has no embedding yet is found by its words all the same
    admin.execute("INSERT INTO public.rumour VALUES (6, 'Zebras graze in the harbour.')")
    admin.execute("SELECT factcheck.refresh_source('rumours')")
    assert found(analyst, "Zebras graze", "rumours", mode="fused")[0][1] == "6"


def test_claims_are_judged_with_embeddings(analyst, embedded):
    verdict = "SELECT verdict FROM factcheck.check_evidence(%s, 'policies')"
    assert analyst.execute(verdict, ["The retention policy was changed in 2021."]).fetchone() == ("supported",)
    assert analyst.execute(verdict, ["Employees may work from home on Fridays."]).fetchone() == ("refuted",)
    assert analyst.execute(verdict, ["The moon is made of green cheese."]).fetchone() == ("not_enough_info",)
