"""Every public function, really called by each level: who may gets an answer, who may not is refused."""

from __future__ import annotations

import psycopg
import pytest
from support import inventory

LEVELS = ("public", "reader", "analyst", "admin")
DICTIONARY = "table,column,description\nstock,kind,sort of goods\n"

LABELLED = "'public.labelled'"

# a call of each function; those of an administrator's are about a table of the administrator's own
CALLS = {
    "check_compound": "SELECT * FROM factcheck.check_compound('Tea leads and cocoa is rare.')",
    "check_sentences": "SELECT * FROM factcheck.check_sentences('Tea leads and cocoa is rare.')",
    "decompose": "SELECT * FROM factcheck.decompose('How about tea?')",
    "fact_check": "SELECT * FROM public.fact_check('There were 60 items.')",
    "add_description": "SELECT factcheck.add_description('public.stock', 'what is in store')",
    "add_join": "SELECT factcheck.add_join('public.stock', '{kind}', 'public.kind', '{name}')",
    "add_measure": "SELECT factcheck.add_measure('dozens', 'public.stock', 'item_id / 12')",
    "add_source": "SELECT factcheck.add_source('goods', 'public.kind', 'name', 'name')",
    "check_evidence": "SELECT * FROM factcheck.check_evidence('Tea is sold.', 'kinds')",
    "embed_source": "SELECT factcheck.embed_source('kinds')",
    "refresh_source": "SELECT factcheck.refresh_source('kinds')",
    "remove_source": "SELECT factcheck.remove_source('kinds')",
    "passage_context": "SELECT * FROM factcheck.passage_context('kinds', '1', 1, 3)",
    "search": "SELECT * FROM factcheck.search('Tea is sold.', 'kinds')",
    "tune_bm25": """SELECT factcheck.tune_bm25('kinds', '[{"claim": "Tea", "keys": ["Tea"]}]')""",
    "add_schema": "SELECT * FROM factcheck.add_schema('shop')",
    "add_synonym": "SELECT factcheck.add_synonym(word, fragment) FROM factcheck.synonyms",
    "add_table": "SELECT factcheck.add_table('shop.till')",
    "adopt_history": "SELECT factcheck.adopt_history()",
    "fact_type": "SELECT * FROM factcheck.fact_type('How many kinds are there?')",
    "facts": "SELECT * FROM factcheck.facts('How many kinds are there?')",
    "question_kind": "SELECT * FROM factcheck.question_kind('How about tea?')",
    "suggest_questions": "SELECT * FROM factcheck.suggest_questions('public.kind')",
    "verdicts": "SELECT * FROM factcheck.verdicts('There were 60 items.')",
    "categories_of": "SELECT * FROM factcheck.categories_of('tea')",
    "category_evidence": "SELECT * FROM factcheck.category_evidence('tea', 'drink')",
    "category_patterns": "SELECT * FROM factcheck.category_patterns()",
    "column_category": "SELECT * FROM factcheck.column_category('public.stock', 'kind')",
    "evaluate_category": f"SELECT * FROM factcheck.evaluate_category({LABELLED}, 'text')",
    "fit_category_model": f"SELECT factcheck.fit_category_model({LABELLED}, 'text')",
    "forget_corpus": "SELECT factcheck.forget_corpus('public.kind')",
    "is_a": "SELECT factcheck.is_a('tea', 'drink')",
    "is_a_many": "SELECT * FROM factcheck.is_a_many(ARRAY['tea'], 'drink')",
    "load_corpus": "SELECT factcheck.load_corpus('public.kind', 'table', 'name')",
    "match_attributes": "SELECT * FROM factcheck.match_attributes('public.stock', 'public.kind')",
    "match_column": "SELECT * FROM factcheck.match_column('tea')",
    "question_category": "SELECT * FROM factcheck.question_category('What drink is cold?')",
    "rerank_answers": "SELECT * FROM factcheck.rerank_answers('drink', ARRAY['tea'], ARRAY[0.5])",
    "smooth_categories": "SELECT factcheck.smooth_categories()",
    "check_html": "SELECT factcheck.check_html('There were 60 items.')",
    "chart": "SELECT factcheck.chart(NULL)",
    "chart_for_verdict": "SELECT factcheck.chart_for_verdict((SELECT max(document_id) FROM factcheck.documents), 1)",
    "chart_png": "SELECT factcheck.chart_png(NULL)",
    "chart_svg": "SELECT factcheck.chart_svg(NULL)",
    "candidates": "SELECT * FROM factcheck.candidates((SELECT max(document_id) FROM factcheck.documents), 1)",
    "fragments": "SELECT * FROM factcheck.fragments((SELECT max(document_id) FROM factcheck.documents), 1)",
    "confirm": "SELECT * FROM factcheck.confirm((SELECT max(document_id) FROM factcheck.documents), 1)",
    "correct": "SELECT * FROM factcheck.correct((SELECT max(document_id) FROM factcheck.documents), 1, rank => 2)",
    "dismiss": "SELECT * FROM factcheck.dismiss((SELECT max(document_id) FROM factcheck.documents), 1)",
    "reopen": "SELECT * FROM factcheck.reopen((SELECT max(document_id) FROM factcheck.documents), 1)",
    "undo_correction": "SELECT * FROM factcheck.undo_correction((SELECT max(document_id) FROM factcheck.documents), 1)",
    "forget_correction": "SELECT factcheck.forget_correction((SELECT max(correction_id) FROM factcheck.corrections))",
    "dashboard": "SELECT factcheck.dashboard('How many items are there?')",
    "data_set": "SELECT factcheck.data_set('goods')",
    "doctor": "SELECT * FROM factcheck.doctor()",
    "explain": "SELECT * FROM factcheck.explain('There were 60 items.')",
    "explain_plan": "SELECT * FROM factcheck.explain_plan('There were 60 items.')",
    "forget": "SELECT factcheck.forget('public.stock')",
    "find_fragments": "SELECT * FROM factcheck.find_fragments('tea')",
    "forget_text": "SELECT factcheck.forget_text((SELECT max(document_id) FROM factcheck.documents))",
    "keep_text": "SELECT factcheck.keep_text(max(document_id), 'There were 60 items.') FROM factcheck.documents",
    "kept_text": "SELECT * FROM factcheck.kept_text((SELECT max(document_id) FROM factcheck.documents))",
    "report_text": "SELECT factcheck.report_text((SELECT max(document_id) FROM factcheck.documents))",
    "grant_usage": "SELECT factcheck.grant_usage(current_user::regrole, 'reader')",
    "joins": "SELECT * FROM factcheck.joins()",
    "load_dictionary": f"SELECT factcheck.load_dictionary('{DICTIONARY}')",
    "load_lexicon": "SELECT factcheck.load_lexicon()",
    "publish": "SELECT factcheck.publish('public.stock', current_user::regrole)",
    "purge": "SELECT factcheck.purge('1 day')",
    "recheck": "SELECT * FROM factcheck.recheck((SELECT max(document_id) FROM factcheck.documents))",
    "refresh": "SELECT factcheck.refresh('public.stock')",
    "remove_join": "SELECT factcheck.remove_join('public.stock', '{kind}', 'public.kind', '{name}')",
    "remove_measure": "SELECT factcheck.remove_measure('dozens')",
    "remove_synonym": "SELECT factcheck.remove_synonym(word, fragment) FROM factcheck.synonyms",
    "remove_table": "SELECT factcheck.remove_table('public.stock')",
    "renew_grants": "SELECT * FROM factcheck.renew_grants()",
    "retry_failed": "SELECT factcheck.retry_failed()",
    "set_caption": """SELECT factcheck.set_caption('{"key": "sales", "caption": "Tea leads."}', 'Tea.')""",
    "schedule": "SELECT factcheck.schedule('nightly', '0 2 * * *')",
    "track": "SELECT factcheck.track('public.stock')",
    "unpublish": "SELECT factcheck.unpublish('public.stock', current_user::regrole)",
    "unschedule": "SELECT factcheck.unschedule('nightly')",
    "untrack": "SELECT factcheck.untrack('public.stock')",
    "unwatch": "SELECT factcheck.unwatch('public.kind')",
    "use_shipped_weights": "SELECT factcheck.use_shipped_weights()",
    "use_weights": "SELECT factcheck.use_weights('readings', '')",
    "verify": "SELECT * FROM factcheck.verify('There were 60 items.')",
    "version": "SELECT factcheck.version()",
    "watch": "SELECT factcheck.watch('public.kind', text_column => 'name')",
    "warm_up": "SELECT factcheck.warm_up()",
}
BEFORE = {
    "add_synonym": "correct",
    "candidates": "verify",
    "chart_for_verdict": "verify",
    "confirm": "verify",
    "correct": "verify",
    "dismiss": "verify",
    "forget_corpus": "load_corpus",
    "fragments": "verify",
    "forget_text": "verify",
    "keep_text": "verify",
    "kept_text": "verify",
    "report_text": "verify",
    "reopen": "verify",
    "undo_correction": "dismiss",
    "forget_correction": "dismiss",
    "recheck": "verify",
    "remove_join": "add_join",
    "remove_measure": "add_measure",
    "remove_synonym": "correct",
    "unpublish": "publish",
    "untrack": "track",
    "unwatch": "watch",
}
"""What has to be called before."""


@pytest.fixture(scope="module")
def roles(admin, role):
    names = {level: role() for level in LEVELS}
    for level in LEVELS[1:]:
        admin.execute("SELECT factcheck.grant_usage(%s::regrole, %s)", [names[level], level])
    admin.execute(f"GRANT {names['reader']} TO {names['admin']} WITH ADMIN OPTION")  # an administrator lets readers in
    return names


@pytest.fixture(scope="module")
def sessions(admin, database, roles):
    """A session of each level; all read the administrator's two tables."""
    owner = roles["admin"]
    admin.execute(f"""
        CREATE SCHEMA shop AUTHORIZATION {owner};
        GRANT USAGE ON SCHEMA shop TO PUBLIC;
        CREATE TABLE shop.till AS SELECT g AS till_id FROM generate_series(1, 9) AS g;
        CREATE TABLE public.kind AS SELECT unnest(ARRAY['Tea', 'Cocoa']) AS name;
        GRANT SELECT ON public.kind TO PUBLIC;
        ALTER TABLE public.kind ADD PRIMARY KEY (name);
        CREATE TABLE public.stock AS
        SELECT g AS item_id, (ARRAY['Tea', 'Cocoa'])[1 + g % 2] AS kind FROM generate_series(1, 60) AS g;
        CREATE TABLE public.labelled (instance text, category text, label boolean);
        INSERT INTO public.labelled VALUES ('tea', 'drink', true), ('cocoa', 'drink', true), ('till', 'drink', false);
        GRANT SELECT ON public.labelled TO PUBLIC;
        ALTER TABLE shop.till OWNER TO {owner};
        ALTER TABLE public.kind OWNER TO {owner};
        ALTER TABLE public.stock OWNER TO {owner};
        GRANT SELECT ON public.kind, public.stock TO {roles["reader"]}, {roles["analyst"]};
        SELECT factcheck.add_table('public.stock', data_set => 'goods'), factcheck.add_table('public.kind');
        SELECT factcheck.add_source('kinds', 'public.kind', 'name', 'name');
    """)
    opened = {level: psycopg.connect(database, user=name) for level, name in roles.items()}
    yield opened
    for session in opened.values():
        session.close()


@pytest.fixture(scope="module")
def may(admin, roles):
    """What each level may execute, by the catalogue: names of public functions."""
    rights = inventory.rights(admin, roles)
    named = {
        name.partition("(")[0].rpartition(".")[2]: allowed
        for name, allowed in rights.items()
        if name.startswith("function ")
    }
    return {name: allowed for name, allowed in named.items() if not name.startswith("_")}


def test_every_public_function_is_called_here(may):
    assert may.keys() == CALLS.keys()


def call_before(name, level, session, may):
    """Call what has to be called before a function, and what before that, as far as the level may."""
    before = BEFORE.get(name)
    if before is not None and may[before][level]:
        call_before(before, level, session, may)
        session.execute(CALLS[before])


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_may_call_what_it_is_granted_and_nothing_else(sessions, may, level):
    session = sessions[level]
    for name, statement in CALLS.items():
        refused = lacking = None
        try:
            if may[name][level]:
                call_before(name, level, session, may)
            session.execute(statement).fetchall()
        except psycopg.errors.InsufficientPrivilege as error:
            refused = error.diag.message_primary
        except psycopg.errors.FeatureNotSupported as error:
            lacking = error.diag.message_primary
        except psycopg.errors.UndefinedObject as error:
            lacking = error.diag.message_primary
        finally:
            session.rollback()
        nothing_stored = {"there is no claim 1 of document NULL"} if level == "reader" else set()
        assert lacking in {None, "pg_cron is not in this database", "embeddings are not installed"} | nothing_stored
        if may[name][level]:
            assert refused is None, name
        else:
            assert refused in {"permission denied for schema factcheck", f"permission denied for function {name}"}, name
