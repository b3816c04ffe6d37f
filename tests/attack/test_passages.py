"""A role learns nothing of a passage that it may not read: not its words, not a term, not how many there are."""

from __future__ import annotations

import json

import psycopg
import pytest

SECRET = "zyxolite"
UNKNOWN = "vyxolite"
INDEX = ("passage", "passage_posting", "passage_segment", "passage_embedding")


@pytest.fixture(scope="module")
def archive(admin, analyst_name):
    """Sources that the analyst may read in part, and one that it may not read at all."""
    admin.execute(f"""
        CREATE TABLE public.dossier (dossier_id integer PRIMARY KEY, body text);
        INSERT INTO public.dossier VALUES (1, 'The mine sells {SECRET} to the harbour. It was never told.');
        CREATE TABLE public.folder (folder_id integer PRIMARY KEY, title text, body text);
        INSERT INTO public.folder VALUES (1, 'open', 'The mine sells {SECRET} to the harbour.');
        GRANT SELECT (folder_id, title) ON public.folder TO {analyst_name};
        CREATE TABLE public.letter (letter_id integer PRIMARY KEY, is_secret boolean, body text);
        INSERT INTO public.letter
        SELECT g, g % 2 = 0, CASE WHEN g % 2 = 0 THEN 'The mine sells {SECRET} to the harbour.'
                                  ELSE 'The mine sells sand to the harbour.' END FROM generate_series(1, 20) AS g;
        GRANT SELECT ON public.letter TO {analyst_name};
        SELECT factcheck.add_source('dossiers', 'public.dossier', 'dossier_id', 'body');
        SELECT factcheck.add_source('folders', 'public.folder', 'folder_id', 'body');
        SELECT factcheck.add_source('letters', 'public.letter', 'letter_id', 'body');
        INSERT INTO factcheck.passage_embedding
        SELECT DISTINCT visibility_id, 1, 2, decode(repeat('00', 2 * 768), 'hex'), decode(repeat('00', 2 * 48), 'hex')
        FROM factcheck.passage;
        ALTER TABLE public.letter ENABLE ROW LEVEL SECURITY;
        CREATE POLICY open ON public.letter USING (NOT is_secret);
    """)


def stored(session):
    """All that a role sees of the index."""
    return [session.execute(f"SELECT * FROM factcheck.{name}").fetchall() for name in INDEX]


def test_the_index_is_empty_for_who_may_read_no_source(analyst, archive):
    assert stored(analyst) == [[], [], [], []]


def test_sources_that_one_may_not_read_are_not_listed(analyst, archive):
    assert analyst.execute("SELECT name, is_indexed, passages FROM factcheck.passage_sources").fetchall() == [
        ("letters", False, None)
    ]


@pytest.mark.parametrize("source", ["dossiers", "folders"])
@pytest.mark.parametrize(
    "call",
    [
        "SELECT * FROM factcheck.search(%(claim)s, %(source)s)",
        "SELECT * FROM factcheck.check_evidence(%(claim)s, %(source)s)",
        "SELECT * FROM fact_check(%(claim)s, sources => ARRAY[%(source)s])",
        "SELECT * FROM factcheck.verify(%(claim)s, sources => ARRAY[%(source)s])",
        "SELECT factcheck.check_html(%(claim)s, sources => ARRAY[%(source)s])",
        "SELECT factcheck.passage_context(%(source)s, '1', 1, length(%(claim)s))",
    ],
)
def test_a_source_that_one_may_not_read_is_refused_alike_whatever_it_says(analyst, archive, source, call):
    told = []
    for word in (SECRET, UNKNOWN):
        with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
            analyst.execute(call, {"claim": f"The mine sells {word}.", "source": source})
        told.append((caught.value.diag.message_primary, caught.value.diag.message_detail))
    assert told[0] == told[1]
    assert told[0][0] == f'permission denied for source "{source}"'


def everything(session, word):
    """All that a search and a check tell, but for the word that the caller wrote."""
    found = session.execute(
        "SELECT to_jsonb(s) FROM factcheck.search(%s, 'letters', 50) AS s", [f"The mine sells {word} and sand."]
    ).fetchall()
    judged = session.execute(
        "SELECT to_jsonb(c) FROM factcheck.check_evidence(%s, 'letters') AS c", [f"The mine sells {word} and sand."]
    ).fetchall()
    return json.dumps([found, judged]).replace(word, "WORD")


def test_rows_that_a_policy_hides_change_no_passage_score_or_probability(analyst, archive):
    shown = everything(analyst, SECRET)
    assert "sand" in shown
    assert shown == everything(analyst, UNKNOWN)


def test_rows_that_a_policy_hides_change_nothing_when_there_are_more_of_them(admin, analyst, archive):
    before = everything(analyst, SECRET)
    admin.execute(
        f"INSERT INTO public.letter SELECT g, true, 'Much more {SECRET} and sand.' FROM generate_series(100, 300) AS g"
    )
    admin.execute("SELECT factcheck.refresh_source('letters')")
    assert everything(analyst, SECRET) == before


def test_a_right_that_is_taken_back_takes_the_index_along(admin, analyst, analyst_name, archive):
    admin.execute(f"GRANT SELECT ON public.dossier TO {analyst_name}")
    try:
        assert analyst.execute("SELECT count(*) FROM factcheck.passage_posting").fetchone()[0] > 0
        assert analyst.execute("SELECT count(*) FROM factcheck.passage_embedding").fetchone() == (1,)
        assert analyst.execute("SELECT count(*) FROM factcheck.search(%s, 'dossiers')", [SECRET]).fetchone() == (1,)
    finally:
        admin.execute(f"REVOKE SELECT ON public.dossier FROM {analyst_name}")
    assert stored(analyst) == [[], [], [], []]


def test_another_column_that_takes_over_the_name_is_not_the_source(admin, analyst, analyst_name, archive):
    admin.execute(f"""
        CREATE TABLE public.swap (swap_id integer PRIMARY KEY, body text);
        INSERT INTO public.swap VALUES (1, 'The mine sells {SECRET}.');
        SELECT factcheck.add_source('swaps', 'public.swap', 'swap_id', 'body');
        ALTER TABLE public.swap RENAME body TO hidden;
        ALTER TABLE public.swap ADD body text DEFAULT 'nothing';
        GRANT SELECT (swap_id, body) ON public.swap TO {analyst_name};
    """)
    assert analyst.execute("SELECT count(*) FROM factcheck.passage_posting").fetchone() == (0,)
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        analyst.execute("SELECT factcheck.search(%s, 'swaps')", [SECRET])


def test_a_row_that_was_deleted_or_changed_is_not_shown_from_the_index(admin, analyst, analyst_name, archive):
    admin.execute(f"""
        CREATE TABLE public.erased (erased_id integer PRIMARY KEY, body text);
        INSERT INTO public.erased VALUES (1, 'Her name is {SECRET}.'), (2, 'His name is {SECRET}.');
        SELECT factcheck.add_source('erased', 'public.erased', 'erased_id', 'body');
        GRANT SELECT ON public.erased TO {analyst_name};
        DELETE FROM public.erased WHERE erased_id = 1;
        UPDATE public.erased SET body = 'His name is not known.' WHERE erased_id = 2;
    """)
    assert analyst.execute("SELECT count(*) FROM factcheck.search(%s, 'erased')", [SECRET]).fetchone() == (0,)


def test_code_of_others_does_not_run_when_a_source_is_read(admin, analyst, analyst_name, role, archive):
    attacker = role()
    admin.execute(f"""
        CREATE SCHEMA den AUTHORIZATION {attacker};
        GRANT USAGE ON SCHEMA den TO PUBLIC;
        SET ROLE {attacker};
        CREATE TABLE den.ran (who name);
        GRANT INSERT ON den.ran TO PUBLIC;
        CREATE FUNCTION den.spy(body text) RETURNS text LANGUAGE sql VOLATILE AS
            'INSERT INTO den.ran VALUES (current_user); SELECT body';
        GRANT EXECUTE ON FUNCTION den.spy(text) TO PUBLIC;
        CREATE VIEW den.bait AS SELECT 1 AS bait_id, den.spy('The mine sells sand.') AS body;
        GRANT SELECT ON den.bait TO PUBLIC;
        RESET ROLE;
        INSERT INTO factcheck.passage_source
            (name, relation, key_column, key_number, text_column, text_number, language)
        VALUES ('bait', 'den.bait', 'bait_id', 1, 'body', 2, 'pg_catalog.english');
    """)
    for session in (analyst, admin):
        with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
            session.execute("SELECT factcheck.search('sand', 'bait')")
        assert attacker in caught.value.diag.message_primary
    assert admin.execute("SELECT * FROM den.ran").fetchall() == []


def test_an_analyst_adds_no_source_and_writes_nothing_to_the_index(analyst, archive):
    for statement in (
        "SELECT factcheck.add_source('mine', 'public.letter', 'letter_id', 'body')",
        "SELECT factcheck.refresh_source('letters')",
        "SELECT factcheck.remove_source('letters')",
        "SELECT factcheck.embed_source('letters', 10)",
        "SELECT factcheck.tune_bm25('letters', '[]')",
        "INSERT INTO factcheck.passage VALUES (1, 1, 'a', 1, 1, 1)",
        "INSERT INTO factcheck.passage_posting VALUES ('a', 1, 1, '', '', '')",
        "INSERT INTO factcheck.passage_embedding VALUES (1, 1, 1, '', '')",
        "UPDATE factcheck.passage_source SET relation = 'public.letter'",
        "DELETE FROM factcheck.passage_source",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            analyst.execute(statement)


@pytest.mark.parametrize("name", ["it's", 'say "hi"', "a\\b", "'; DROP TABLE public.letter; --"])
def test_odd_names_and_claims_are_quoted(admin, analyst, archive, name):
    admin.execute('CREATE TABLE IF NOT EXISTS public."od\'d" ("k""ey" text PRIMARY KEY, "bo\'dy" text)')
    admin.execute("INSERT INTO public.\"od'd\" VALUES (%s, 'The mine sells sand.')", [name])
    admin.execute('GRANT SELECT ON public."od\'d" TO PUBLIC')
    admin.execute("SELECT factcheck.add_source(%s, 'public.\"od''d\"', 'k\"ey', 'bo''dy')", [name])
    [(key,)] = analyst.execute(
        "SELECT source_key FROM factcheck.search(%s, %s) LIMIT 1", [f"sand {name} $$ \\", name]
    ).fetchall()
    query = analyst.execute(
        "SELECT evidence->0->>'query' FROM factcheck.check_evidence('The mine sells sand.', %s, 1)", [name]
    ).fetchone()[0]
    assert analyst.execute(query).fetchone() == ("The mine sells sand.",)
    assert key
    admin.execute("SELECT factcheck.remove_source(%s)", [name])


def test_a_page_shows_nothing_of_a_source_that_one_may_not_read(analyst, archive):
    """Rows that a caller makes up name a passage, of a row or an address that may be there."""
    pages = []
    for key, word in (("1", SECRET), ("999", UNKNOWN)):
        passage = {"source": "dossiers", "key": key, "start": 1, "length": 10, "description": "The mine s", "words": ""}
        row = {"claim_no": 1, "verdict": "refuted", "message": "", "claim_start": 1, "claim_length": 4}
        rows = json.dumps([row | {"alternatives": [passage]}])
        [(page,)] = analyst.execute("SELECT factcheck._mark_up('Rain fell.', %s, 'page')", [rows]).fetchall()
        pages.append(page.replace(f"dossiers, {key}", "dossiers, KEY"))
        assert word not in page
    assert pages[0] == pages[1]
