"""Attack: objects planted in front of the server's own ones.

The attacker creates functions, operators, types, casts and relations with the names of those that the extension uses,
and gets their schema to the front of a victim's ``search_path``, or uses the temporary schema.  Whatever runs then runs
as the victim, an administrator at best.

Protection: every function of the extension pins ``search_path = pg_catalog, pg_temp``, but for the two that take the
name of a data set: they look up names of tables in the caller's path, and name all else with its schema.  The last test
takes the pin away from a copy of one function, and the trap springs.
"""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

TEXT = "There were 40 orders. Of these 20 went to Leeds."

LATEST = "(SELECT pg_catalog.max(document_id) FROM factcheck.document)"

# Calls of every public function; what is written is taken back by what follows, so that they can be made again.
OF_ANALYSTS = {
    "fact_check": "SELECT verdict, found_value, query FROM public.fact_check(%(text)s)",
    "fact_check of a data set": "SELECT verdict, query FROM public.fact_check(%(text)s, 'shop')",
    "fact_check of an array": "SELECT verdict, query FROM public.fact_check(%(text)s, '{shop.orders}')",
    "verdicts": "SELECT * FROM factcheck.verdicts(%(text)s)",
    "verdicts of a data set": "SELECT * FROM factcheck.verdicts(%(text)s, 'shop')",
    "verdicts of an array": "SELECT * FROM factcheck.verdicts(%(text)s, '{shop.orders}')",
    "check_html": "SELECT factcheck.check_html(%(text)s)",
    "explain": "SELECT part, item, score FROM factcheck.explain(%(text)s, 1)",
    "explain_plan": "SELECT part, item FROM factcheck.explain_plan(%(text)s)",
    "find_fragments": "SELECT fragment, score FROM factcheck.find_fragments('orders in Leeds')",
    "question_kind": "SELECT kind, method FROM factcheck.question_kind('How about Leeds?')",
    "decompose": "SELECT part, part_text FROM factcheck.decompose('How do Leeds and York compare in orders?')",
    "fact_type": "SELECT fact_type FROM factcheck.fact_type('How many orders are there per city?')",
    "facts": "SELECT caption, query FROM factcheck.facts('How many orders are there per city?')",
    "check_compound": "SELECT verdict FROM factcheck.check_compound('Leeds leads in orders and there are 40 orders.')",
    "check_sentences": "SELECT verdict FROM factcheck.check_sentences('Leeds leads and there are 40 orders.')",
    "suggest_questions": "SELECT question FROM factcheck.suggest_questions('shop.orders')",
    "joins": "SELECT * FROM factcheck.joins()",
    "data_set": "SELECT factcheck.data_set('shop')",
    "verify": "SELECT verdict, found_value, query FROM factcheck.verify(%(text)s, 'orders')",
    "keep_text": f"SELECT factcheck.keep_text({LATEST}, %(text)s)",
    "kept_text": f"SELECT content FROM factcheck.kept_text({LATEST})",
    "report_text": f"SELECT factcheck.report_text({LATEST})",
    "forget_text": f"SELECT factcheck.forget_text({LATEST})",
    "recheck": "SELECT claim_no FROM factcheck.recheck((SELECT pg_catalog.max(document_id) FROM factcheck.document))",
    "candidates": f"SELECT rank, query FROM factcheck.candidates({LATEST}, 1)",
    "fragments": f"SELECT kind, fragment FROM factcheck.fragments({LATEST}, 1)",
    "confirm": f"SELECT claim_no FROM factcheck.confirm({LATEST}, 1)",
    "correct": f"SELECT claim_no FROM factcheck.correct({LATEST}, 1, rank => 2)",
    "correct by fragments": f"SELECT claim_no FROM factcheck.correct({LATEST}, 1, 'count', 'shop.orders.*')",
    "correct by a query": f"SELECT claim_no FROM factcheck.correct({LATEST}, 1, 'SELECT count(*) FROM shop.orders')",
    "add_synonym": "SELECT factcheck.add_synonym(word, fragment) FROM factcheck.synonyms",
    "remove_synonym": "SELECT factcheck.remove_synonym(word, fragment) FROM factcheck.synonyms",
    "dismiss": f"SELECT claim_no FROM factcheck.dismiss({LATEST}, 1)",
    "undo_correction": f"SELECT claim_no FROM factcheck.undo_correction({LATEST}, 1)",
    "reopen": f"SELECT claim_no FROM factcheck.reopen({LATEST}, 1)",
    "forget_correction": "SELECT pg_catalog.sum(factcheck.forget_correction(correction_id)) FROM factcheck.corrections",
    "search": "SELECT rank, passage FROM factcheck.search('orders from Leeds', 'towns')",
    "passage_context": "SELECT passage FROM factcheck.passage_context('towns', '1', 1, 5)",
    "check_evidence": "SELECT verdict FROM factcheck.check_evidence('Leeds has orders.', 'towns')",
    "chart": "SELECT factcheck.chart(NULL)",
    "chart_for_verdict": f"SELECT factcheck.chart_for_verdict({LATEST}, 1)",
    "chart_png": "SELECT factcheck.chart_png(NULL)",
    "chart_svg": "SELECT factcheck.chart_svg(NULL)",
    "dashboard": "SELECT factcheck.dashboard('How many orders are there per city?') IS NOT NULL",
    "set_caption": """SELECT factcheck.set_caption('{"key": "orders", "caption": "Leeds leads."}', 'Leeds.')""",
    "categories_of": "SELECT category FROM factcheck.categories_of('leeds')",
    "category_evidence": "SELECT matches FROM factcheck.category_evidence('leeds', 'town')",
    "category_patterns": "SELECT * FROM factcheck.category_patterns()",
    "column_category": "SELECT category FROM factcheck.column_category('shop.orders', 'city')",
    "evaluate_category": "SELECT * FROM factcheck.evaluate_category('shop.labelled', 'text')",
    "is_a": "SELECT factcheck.is_a('leeds', 'town')",
    "is_a_many": "SELECT * FROM factcheck.is_a_many(ARRAY['leeds'], 'town')",
    "match_attributes": "SELECT column_a, column_b FROM factcheck.match_attributes('shop.orders', 'shop.customers')",
    "match_column": "SELECT column_name FROM factcheck.match_column('Leeds')",
    "question_category": "SELECT * FROM factcheck.question_category('What town is cold?')",
    "rerank_answers": "SELECT * FROM factcheck.rerank_answers('town', ARRAY['leeds'], ARRAY[0.5])",
    "version": "SELECT factcheck.version()",
    "warm_up": "SELECT factcheck.warm_up()",
    "doctor": "SELECT item, status FROM factcheck.doctor()",
}
OF_ADMINISTRATORS = {
    "add_table": "SELECT literals FROM factcheck.add_table('shop.orders', data_set => 'shop', track => true)",
    "add_schema": "SELECT factcheck.add_schema('shop', 'shop')",
    "forget": "SELECT factcheck.forget('shop.orders')",
    "refresh": "SELECT factcheck.refresh()",
    "track": "SELECT factcheck.track('shop.orders')",
    "untrack": "SELECT factcheck.untrack('shop.orders')",
    "add_description": "SELECT factcheck.add_description('shop.orders', 'purchases')",
    "load_dictionary": "SELECT factcheck.load_dictionary(E'column,description\\ncity,town\\n', 'csv', 'shop.orders')",
    "add_join": "SELECT factcheck.add_join('shop.orders', '{customer_id}', 'shop.customers')",
    "remove_join": "SELECT factcheck.remove_join('shop.orders', '{customer_id}', 'shop.customers')",
    "add_measure": "SELECT factcheck.add_measure('worth', 'shop.orders', 'order_id + customer_id', 'what it is worth')",
    "remove_measure": "SELECT factcheck.remove_measure('worth')",
    "watch": "SELECT factcheck.watch('shop.customers', text_column => 'kind')",
    "retry_failed": "SELECT factcheck.retry_failed('shop.customers')",
    "publish": "SELECT factcheck.publish('shop.customers', 'pg_monitor', 'verdicts')",
    "unpublish": "SELECT factcheck.unpublish('shop.customers', 'pg_monitor')",
    "unwatch": "SELECT factcheck.unwatch('shop.customers')",
    "purge": "SELECT factcheck.purge('1 year')",
    "add_source": "SELECT added FROM factcheck.add_source('kinds', 'shop.customers', 'customer_id', 'kind')",
    "refresh_source": "SELECT added FROM factcheck.refresh_source('kinds')",
    "tune_bm25": """SELECT factcheck.tune_bm25('kinds', '[{"claim": "private", "keys": ["1"]}]') IS NOT NULL""",
    "remove_source": "SELECT factcheck.remove_source('kinds')",
    "load_corpus": "SELECT factcheck.load_corpus('shop.customers', 'table', 'kind')",
    "smooth_categories": "SELECT factcheck.smooth_categories()",
    "fit_category_model": "SELECT factcheck.fit_category_model('shop.labelled', 'text') IS NOT NULL",
    "forget_corpus": "SELECT factcheck.forget_corpus('shop.customers')",
    "remove_table": "SELECT factcheck.remove_table('shop.customers')",
    "use_weights": "SELECT factcheck.use_weights('readings', %(weights)s) IS NOT NULL",
    "use_weights by number": "SELECT factcheck.use_weights(pg_catalog.max(weights_no)) FROM factcheck.weights",
    "use_shipped_weights": "SELECT factcheck.use_shipped_weights()",
    "setting": "UPDATE factcheck.setting SET value = 0.99 WHERE name OPERATOR(pg_catalog.=) 'p_true' RETURNING value",
}
OF_OWNERS = {
    "adopt_history": "SELECT * FROM factcheck.adopt_history()",
    "load_lexicon": "SELECT factcheck.load_lexicon()",
    "renew_grants": "SELECT factcheck.renew_grants()",
    "grant_usage": "SELECT factcheck.grant_usage(CURRENT_USER::pg_catalog.regrole, 'reader')",
}


ELSEWHERE = {"run_pending", "schedule", "unschedule", "embed_source"}
"""What commits, or needs pg_cron or other packages: test_watch.py, tests/server/test_schedule.py, test_evidence.py."""


@pytest.fixture(scope="module")
def steward(admin, make_role, connect, victim):
    """A session of an administrator without superuser, who owns the schema shop with two tables."""
    name = make_role("admin")
    admin.execute(f"CREATE SCHEMA shop AUTHORIZATION {name}; GRANT USAGE ON SCHEMA shop TO PUBLIC")
    session = connect(name)
    session.execute("""
        CREATE TABLE shop.customers (customer_id integer PRIMARY KEY, kind text);
        INSERT INTO shop.customers SELECT g, 'private' FROM generate_series(1, 10) AS g;
        CREATE TABLE shop.orders (order_id integer PRIMARY KEY, customer_id integer, city text);
        INSERT INTO shop.orders SELECT g, 1 + g % 10, (ARRAY['Leeds', 'York'])[1 + g % 2]
        FROM generate_series(1, 40) AS g;
        CREATE TABLE shop.labelled (instance text, category text, label boolean);
        INSERT INTO shop.labelled VALUES ('leeds', 'town', true), ('york', 'town', true), ('tea', 'town', false);
        GRANT SELECT ON shop.customers, shop.orders, shop.labelled TO PUBLIC;
        SELECT factcheck.add_table(t, data_set => 'shop') FROM unnest('{shop.customers, shop.orders}'::regclass[]) AS t;
        SELECT factcheck.add_source('towns', 'shop.orders', 'order_id', 'city');
    """)
    return session


@pytest.fixture(scope="module")
def planted(attacker, plant):
    """Whatever the attacker can plant in a schema of its own; returns how many functions that is."""
    plant(attacker, "attic")
    return attacker.value("SELECT count(*) FROM pg_proc WHERE pronamespace = 'attic'::regnamespace")


def results(session, calls):
    values = {"text": TEXT, "weights": (ROOT / "python/src/factcheck/weights/learned.toml").read_text()}
    return {name: session.rows(statement, values if "%(" in statement else None) for name, statement in calls.items()}


def test_every_public_function_is_called(admin):
    public = admin.execute(
        "SELECT DISTINCT p.proname FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'"
        " JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'factcheck' WHERE p.proname NOT LIKE '\\_%'"
    ).fetchall()
    called = OF_ANALYSTS.keys() | OF_ADMINISTRATORS.keys() | OF_OWNERS.keys() | ELSEWHERE
    assert {name for (name,) in public} <= called
    assert len(public) > 15


@pytest.mark.parametrize("path", ["attic, public, pg_catalog", "pg_temp, attic, public, pg_catalog"])
def test_an_analyst_with_a_hostile_path(victim, steward, planted, plant, path):
    assert planted > 150
    expected = results(victim, OF_ANALYSTS)
    assert expected["fact_check"][0][:2] == ("supported", 40)
    victim.execute("BEGIN")
    if path.startswith("pg_temp"):
        plant(victim, "pg_temp")
    victim.execute(f"SET LOCAL search_path = {path}")
    victim.told.clear()
    found = results(victim, OF_ANALYSTS)
    sprung = victim.sprung()
    victim.execute("ROLLBACK")
    assert sprung == []
    assert found == expected


def test_an_administrator_with_a_hostile_path(steward, planted):
    steward.execute("BEGIN; SET LOCAL search_path = attic, public, pg_catalog")
    steward.told.clear()
    found = results(steward, OF_ADMINISTRATORS)
    sprung = steward.sprung()
    steward.execute("ROLLBACK")
    assert sprung == []
    assert found["refresh"] == [(3,)]
    assert found["add_table"] == [(52,)]
    assert found["setting"] == [(0.99,)]


def test_a_superuser_with_a_hostile_path(root, planted):
    root.execute("BEGIN; SET LOCAL search_path = attic, public, pg_catalog")
    found = results(root, OF_OWNERS)
    sprung = root.sprung()
    root.execute("ROLLBACK")
    assert sprung == []
    assert found["load_lexicon"][0][0] > 100_000


def test_a_closer_function_beside_fact_check_is_not_called_by_the_extension(attacker, victim, steward):
    """In the extension's own schema no path protects: a function that needs no default argument would fit better."""
    expected = victim.value("SELECT factcheck.check_html(%s)", [TEXT])
    attacker.execute(
        "CREATE FUNCTION public.fact_check(document text, tables regclass[]) RETURNS TABLE (claim_no integer)"
        " LANGUAGE plpgsql AS $$BEGIN PERFORM attic.trap('fact_check'); END$$"
    )
    victim.told.clear()
    found = victim.value("SELECT factcheck.check_html(%s)", [TEXT])
    sprung = victim.sprung()
    attacker.execute("DROP FUNCTION public.fact_check(text, regclass[])")
    assert sprung == []
    assert found == expected


def test_without_the_pinned_path_the_trap_springs(root, victim, steward, planted):
    definition = root.value("SELECT pg_get_functiondef('factcheck._remember_if_possible(text)'::regprocedure)")
    assert "SET search_path TO 'pg_catalog', 'pg_temp'" in definition
    copied = definition.replace("factcheck._remember_if_possible", "public.unpinned")
    root.execute(copied.replace("SET search_path TO 'pg_catalog', 'pg_temp'", ""))
    victim.execute("BEGIN; SET LOCAL search_path = attic, public, pg_catalog")
    victim.told.clear()
    victim.execute("SELECT public.unpinned('anything')")
    sprung = victim.sprung()
    victim.execute("ROLLBACK")
    root.execute("DROP FUNCTION public.unpinned(text)")
    assert sprung != []
