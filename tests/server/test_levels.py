"""What each level of grant_usage may do: every object of the extension, and the work of an administrator."""

from __future__ import annotations

import psycopg
import pytest

LEVELS = ("reader", "analyst", "admin")

# what a level may do beyond the one before; functions by name, tables with their privileges
EXPECTED = {
    "reader": {
        "version()",
        "SELECT _named_run",
        "SELECT alternative",
        "SELECT change_log",
        "SELECT claim",
        "SELECT claim_history",
        "SELECT claim_value",
        "SELECT claim_verdict",
        "SELECT claims",
        "SELECT correction",
        "SELECT correction_reading",
        "SELECT correction_word",
        "SELECT corrections",
        "SELECT decided_claim",
        "candidates(bigint,integer,integer)",
        "candidates(text,integer,integer)",
        "SELECT daily_summary",
        "SELECT dead_letters",
        "SELECT document",
        "SELECT document_text",
        "kept_text(bigint)",
        "SELECT documents",
        "SELECT flipped_verdict",
        "SELECT flips",
        "SELECT metrics",
        "SELECT origin",
        "SELECT publication",
        "SELECT published",
        "SELECT queued_document",
        "SELECT readings",
        "SELECT report_change",
        "SELECT review_queue",
        "SELECT run",
        "SELECT run_error",
        "SELECT run_stages",
        "SELECT sentences",
        "SELECT run_work",
        "report_text(bigint)",
        "SELECT runs",
        "SELECT sources",
        "SELECT synonyms",
        "SELECT table_state",
        "SELECT used_column",
        "SELECT verdict_count",
        "SELECT watch_error",
        "SELECT watched_relation",
        "SELECT watched_table",
        "SELECT worker",
        "SELECT workers",
    },
    "analyst": {
        "categories_of(text,integer,text)",
        "category_evidence(text,text,integer,boolean)",
        "category_patterns()",
        "chart(jsonb,text,text,text)",
        "chart_for_verdict(bigint,integer)",
        "chart_for_verdict(factcheck.checked_claim)",
        "chart_png(jsonb,double precision)",
        "chart_svg(jsonb)",
        "check_compound(text,regclass[])",
        "check_sentences(text,regclass[])",
        "column_category(regclass,name,integer)",
        "dashboard(text,regclass[],integer)",
        "decompose(text,regclass[],text)",
        "evaluate_category(regclass,text)",
        "fact_type(text,regclass[])",
        "facts(text,regclass[],integer,double precision,text[])",
        "is_a(text,text,text)",
        "is_a_many(text[],text,text)",
        "match_attributes(regclass,regclass)",
        "match_column(text,regclass[],integer)",
        "question_category(text)",
        "question_kind(text,regclass[])",
        "rerank_answers(text,text[],double precision[],text)",
        "set_caption(jsonb,text)",
        "suggest_questions(regclass,text,integer)",
        "SELECT category_model",
        "SELECT column_profile",
        "SELECT column_value",
        "SELECT corpus_source",
        "SELECT corpus_text",
        "SELECT fact_caption",
        "SELECT isa",
        "SELECT isa_phrase",
        "SELECT word_kind",
        "SELECT measure",
        "SELECT measures",
        "check_evidence(text,text,integer,interval)",
        "check_html(text,regclass[],text,text,text[])",
        "passage_context(text,text,integer,integer,integer)",
        "search(text,text,integer,text,interval)",
        "data_set(text)",
        "doctor()",
        "explain(text,integer,regclass[],text)",
        "explain_plan(text,regclass[])",
        "fact_check(text,regclass[],double precision,integer,interval,text[])",
        "fact_check(text,text,double precision,integer,interval,text[])",
        "find_fragments(text,text,integer,regclass[])",
        "joins(regclass[])",
        "add_synonym(text,text)",
        "confirm(bigint,integer)",
        "confirm(text,integer)",
        "correct(bigint,integer,integer)",
        "correct(text,integer,integer)",
        "correct(bigint,integer,text)",
        "correct(text,integer,text)",
        "correct(bigint,integer,text,text,text[],text[])",
        "correct(text,integer,text,text,text[],text[])",
        "dismiss(bigint,integer)",
        "dismiss(text,integer)",
        "forget_correction(bigint)",
        "forget_text(bigint)",
        "keep_text(bigint,text)",
        "fragments(bigint,integer)",
        "fragments(text,integer)",
        "recheck(bigint,interval)",
        "recheck(text,interval)",
        "remove_synonym(text,text)",
        "reopen(bigint,integer)",
        "reopen(text,integer)",
        "undo_correction(bigint,integer)",
        "undo_correction(text,integer)",
        "verdicts(text,regclass[],double precision,integer,interval,text[])",
        "verdicts(text,text,double precision,integer,interval,text[])",
        "verify(text,text,regclass[],double precision,integer,interval,text[],text)",
        "warm_up()",
        "SELECT column_keyword",
        "SELECT cube_cache",
        "SELECT cube_cache_entries",
        "SELECT column_fact",
        "SELECT data_column",
        "SELECT data_join",
        "SELECT data_table",
        "SELECT fitted_weights",
        "SELECT fragment",
        "SELECT index_coverage",
        "SELECT lexicon",
        "SELECT parse_cache",
        "SELECT passage",
        "SELECT passage_embedding",
        "SELECT passage_posting",
        "SELECT passage_segment",
        "SELECT passage_source",
        "SELECT passage_sources",
        "SELECT posting",
        "SELECT setting",
        "SELECT setting_definition",
        "SELECT setting_value",
        "SELECT spelling",
        "SELECT table_keyword",
        "SELECT text_index",
        "SELECT visibility",
        "SELECT weights",
    },
    "admin": {
        "load_corpus(text,text,name,name,boolean)",
        "smooth_categories()",
        "forget_corpus(text,boolean)",
        "fit_category_model(regclass,text,text)",
        "DELETE corpus_source",
        "INSERT isa",
        "INSERT column_profile",
        "INSERT column_value",
        "INSERT isa_phrase",
        "DELETE isa_phrase",
        "INSERT word_kind",
        "DELETE word_kind",
        "use_shipped_weights(text)",
        "use_weights(integer)",
        "use_weights(text,text,text)",
        "add_description(regclass,text,name)",
        "add_join(regclass,text[],regclass,text[])",
        "add_schema(regnamespace,text)",
        "add_source(text,regclass,name,name,regconfig)",
        "embed_source(text,integer)",
        "refresh_source(text)",
        "remove_source(text)",
        "tune_bm25(text,jsonb,double precision[],double precision[],boolean)",
        "DELETE passage",
        "INSERT passage",
        "INSERT passage_embedding",
        "INSERT passage_posting",
        "INSERT passage_segment",
        "DELETE passage_source",  # and some columns: not what it stands for
        "DELETE visibility",
        "add_table(regclass,text[],text,boolean,boolean,boolean)",
        "add_table(regclass,text)",
        "forget(regclass)",
        "grant_usage(regrole,text)",
        "load_dictionary(text,text,regclass,text)",
        "load_lexicon()",
        "publish(regclass,regrole,text)",
        "purge(interval,interval)",
        "refresh(regclass)",
        "remove_join(regclass,text[],regclass,text[])",
        "remove_table(regclass)",
        "retry_failed(regclass)",
        "run_pending(integer,interval)",
        "schedule(text,text,integer,interval)",
        "track(regclass)",
        "unpublish(regclass,regrole)",
        "unschedule(text)",
        "untrack(regclass)",
        "unwatch(regclass,text)",
        "watch(regclass,name,name,name,regclass[],text,text,text,interval,boolean,text[])",
        "DELETE measure",
        "add_measure(text,regclass,text,text)",
        "remove_measure(text)",
        "DELETE _erasable_document",
        "DELETE _unused_table_state",
        "SELECT _erasable_document",
        "SELECT _unused_table_state",
        "DELETE column_keyword",
        "INSERT column_keyword",
        "DELETE data_column",  # and some columns: not the number
        "DELETE data_join",
        "INSERT data_join",
        "DELETE data_table",  # and some columns: not those that say whose code may run
        "DELETE description",
        "INSERT description",
        "SELECT description",
        "INSERT column_fact",
        "INSERT fragment",
        "DELETE lexicon",
        "INSERT index_state",
        "SELECT index_state",
        "UPDATE index_state",
        "INSERT lexicon",
        "INSERT posting",
        "DELETE publication",
        "DELETE queued_document",
        "DELETE report_change",
        "DELETE report_scan",
        "INSERT report_scan",
        "SELECT report_scan",
        "DELETE run",
        "UPDATE setting",
        "DELETE setting_value",
        "INSERT setting_value",
        "INSERT spelling",
        "DELETE table_keyword",
        "INSERT table_keyword",
        "INSERT text_index",
        "DELETE watch_error",
        "DELETE watch_pattern",
        "SELECT watch_pattern",
        "DELETE watched_relation",
        "INSERT watched_relation",
        "DELETE watched_table",
        "DELETE worker",
    },
}


@pytest.fixture(scope="module")
def names(admin, role):
    """A role of each level."""
    made = {level: role() for level in LEVELS}
    for level, name in made.items():
        admin.execute("SELECT factcheck.grant_usage(%s::regrole, %s)", [name, level])
    return made


@pytest.fixture(scope="module")
def sessions(database, names):
    opened = {level: psycopg.connect(database, user=name, autocommit=True) for level, name in names.items()}
    yield opened
    for connection in opened.values():
        connection.close()


@pytest.fixture(scope="module")
def stock(admin, names):
    """A table of somebody else that administrator and analyst may read."""
    admin.execute(f"""
        CREATE TABLE public.stock (item_id integer, kind text, hidden text);
        INSERT INTO public.stock SELECT g, (ARRAY['Tea', 'Cocoa'])[1 + g % 2], 'x' FROM generate_series(1, 60) AS g;
        GRANT SELECT ON public.stock TO {names["admin"]}, {names["analyst"]};
    """)


def rights(admin, name):
    """Public functions and tables a role may use; helpers, whose names begin with an underscore, go with them."""
    functions = admin.execute(
        "SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'"
        " JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'factcheck'"
        " WHERE has_function_privilege(%s, p.oid, 'EXECUTE') AND p.proname NOT LIKE '\\_%%'",
        [name],
    ).fetchall()
    tables = admin.execute(
        "SELECT privilege || ' ' || c.relname FROM pg_class c,"
        " unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) AS privilege"
        " WHERE c.relnamespace = 'factcheck'::regnamespace AND c.relkind IN ('r', 'v')"
        " AND has_table_privilege(%s, c.oid, privilege)",
        [name],
    ).fetchall()
    return {text.removeprefix("factcheck.") for (text,) in functions + tables}


def test_each_level_has_its_rights_and_no_others(admin, names):
    allowed: set[str] = set()
    for level in LEVELS:
        allowed |= EXPECTED[level]
        assert rights(admin, names[level]) == allowed


def test_an_administrator_without_superuser_looks_after_tables(admin, sessions, stock):
    admin.execute("TRUNCATE factcheck.lexicon")
    notices = []
    sessions["admin"].add_notice_handler(lambda diagnostic: notices.append(diagnostic.message_primary))

    def value(statement):
        return sessions["admin"].execute(statement).fetchone()[0]

    assert value("SELECT factcheck.load_lexicon()") > 100_000
    value("SELECT factcheck.add_table('public.stock', data_set => 'shop')")
    assert value("SELECT factcheck.data_set('shop')") == ["stock"]
    assert value("SELECT factcheck.refresh()") == 1
    assert value("SELECT \"table\" FROM factcheck.add_schema('public') WHERE is_added") == "stock"
    rows = sessions["analyst"].execute("SELECT verdict FROM fact_check('There were 30 items of tea.')").fetchall()
    assert rows == [("supported",)]
    value("SELECT factcheck.remove_table('public.stock')")
    assert notices == []


def test_who_may_not_read_all_columns_leaves_the_index_alone(admin, sessions, names, stock):
    admin.execute("SELECT factcheck.add_table('public.stock')")
    admin.execute(f"REVOKE SELECT ON public.stock FROM {names['admin']}")
    admin.execute(f"GRANT SELECT (item_id, kind) ON public.stock TO {names['admin']}")
    with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
        sessions["admin"].execute("SELECT factcheck.refresh('public.stock')")
    assert caught.value.diag.message_primary == "permission denied for columns of table public.stock"
    assert caught.value.diag.message_detail == "You may not read: hidden."
    sessions["admin"].execute("SELECT factcheck.add_table('public.stock', columns => '{kind}')")
    admin.execute(f"GRANT SELECT ON public.stock TO {names['admin']}")


@pytest.mark.parametrize("level", ["reader", "analyst"])
@pytest.mark.parametrize(
    "statement",
    [
        "SELECT factcheck.add_table('public.stock')",
        "SELECT factcheck.refresh()",
        "SELECT factcheck.load_lexicon()",
        "UPDATE factcheck.setting SET value = 0.9 WHERE name = 'p_true'",
        "DELETE FROM factcheck.data_table",
        "INSERT INTO factcheck.fragment (visibility_id, fragment_no, literal, frequency) VALUES (1, 0, 'x', 1)",
        "SELECT factcheck.grant_usage(current_user::regrole, 'admin')",
    ],
)
def test_others_may_not(sessions, stock, level, statement):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        sessions[level].execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE factcheck.visibility SET column_id = 1",
        "UPDATE factcheck.visibility SET visibility_id = DEFAULT",
        "INSERT INTO factcheck.visibility (visibility_id, column_id) OVERRIDING SYSTEM VALUE VALUES (1, 1)",
        "UPDATE factcheck.fragment SET visibility_id = 1",
    ],
)
def test_nobody_lets_a_number_of_the_index_stand_for_another_column(sessions, stock, statement):
    """What is indexed under the number would be shown to those who may read that column."""
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        sessions["admin"].execute(statement)


def test_a_setting_is_kept_and_goes_back_to_its_default(sessions):
    session = sessions["admin"]
    session.execute("UPDATE factcheck.setting SET value = 0.9 WHERE name = 'p_true'")
    assert session.execute("SELECT value FROM factcheck.setting WHERE name = 'p_true'").fetchone() == (0.9,)
    session.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'p_true'")
    assert session.execute("SELECT value FROM factcheck.setting WHERE name = 'p_true'").fetchone() == (0.999,)
    assert session.execute("SELECT count(*) FROM factcheck.setting_value").fetchone() == (0,)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("value = 2 WHERE name = 'p_true'", 'setting "p_true" cannot be 2'),
        ("value = 'NaN' WHERE name = 'p_true'", 'setting "p_true" cannot be NaN'),
        ("value = '-Infinity' WHERE name = 'em_rounds'", 'setting "em_rounds" cannot be -Infinity'),
        ("value = 1.5 WHERE name = 'max_predicates'", 'setting "max_predicates" cannot be 1.5'),
        ("lowest = 0 WHERE name = 'p_true'", "only the value of a setting can be changed"),
    ],
)
def test_a_setting_out_of_range_is_refused(sessions, change, message):
    with pytest.raises(psycopg.Error) as caught:
        sessions["admin"].execute(f"UPDATE factcheck.setting SET {change}")
    assert caught.value.diag.message_primary == message
    assert caught.value.diag.message_hint.endswith(".")
    assert caught.value.diag.message_hint.isascii()


def test_a_check_works_at_both_ends_of_every_setting(sessions, admin, stock):
    admin.execute("SELECT factcheck.add_table('public.stock')")
    definitions = admin.execute("SELECT name, lowest, highest FROM factcheck.setting_definition").fetchall()
    assert len(definitions) > 10
    for name, *ends in definitions:
        for end in ends:
            admin.execute("UPDATE factcheck.setting SET value = %s WHERE name = %s", [end, name])
            rows = sessions["analyst"].execute("SELECT * FROM fact_check('There were 30 items of tea.')").fetchall()
            assert len(rows) == 1, (name, end)
        admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = %s", [name])


@pytest.mark.parametrize(
    ("role_name", "level", "message"),
    [
        ("current_user", "'owner'", 'level "owner" is not known'),
        ("current_user", "NULL", 'level "NULL" is not known'),
        ("NULL", "'admin'", "no role given"),
    ],
)
def test_levels_that_do_not_exist(admin, role_name, level, message):
    with pytest.raises(psycopg.errors.InvalidParameterValue) as caught:
        admin.execute(f"SELECT factcheck.grant_usage({role_name}::regrole, {level})")
    assert "reader, analyst and admin" in caught.value.diag.message_hint
    assert caught.value.diag.message_primary == message
