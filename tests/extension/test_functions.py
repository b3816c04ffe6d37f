"""Every function of the extension states its attributes, and they are the ones meant."""

from __future__ import annotations

import pytest

# name: volatility, strict, parallel; all have a pinned search_path
EXPECTED = {
    "public.fact_check": ("volatile", False, "unsafe"),
    "factcheck._abandon_change_triggers": ("volatile", False, "unsafe"),
    "factcheck._add_join": ("volatile", False, "unsafe"),
    "factcheck._base_type": ("stable", False, "safe"),
    "factcheck._begin_storing": ("volatile", False, "unsafe"),
    "factcheck._change_sources": ("stable", False, "safe"),
    "factcheck._check": ("volatile", False, "unsafe"),
    "factcheck._check_and_store": ("volatile", False, "unsafe"),
    "factcheck._claims_to_rejudge": ("stable", False, "unsafe"),
    "factcheck._create_change_triggers": ("volatile", False, "unsafe"),
    "factcheck._data_states": ("stable", False, "safe"),
    "factcheck._doctor": ("volatile", False, "unsafe"),
    "factcheck._document": ("volatile", False, "unsafe"),
    "factcheck._drop_change_triggers": ("volatile", False, "unsafe"),
    "factcheck._equalities": ("stable", False, "safe"),
    "factcheck._estimate_table": ("volatile", False, "unsafe"),
    "factcheck._evaluate": ("stable", False, "unsafe"),
    "factcheck._evaluate_read_only": ("volatile", False, "unsafe"),
    "factcheck._explain": ("stable", False, "unsafe"),
    "factcheck._explain_plan": ("stable", False, "unsafe"),
    "factcheck._find_fragments": ("stable", False, "unsafe"),
    "factcheck._find_joins": ("volatile", False, "unsafe"),
    "factcheck._granted_levels": ("stable", False, "safe"),
    "factcheck._index_table": ("volatile", False, "unsafe"),
    "factcheck._is_administrator": ("stable", False, "safe"),
    "factcheck._is_key": ("stable", False, "safe"),
    "factcheck._let_in": ("volatile", False, "unsafe"),
    "factcheck._load": ("volatile", False, "unsafe"),
    "factcheck._load_dictionary": ("volatile", False, "unsafe"),
    "factcheck._load_lexicon": ("volatile", False, "unsafe"),
    "factcheck._log_change": ("volatile", False, "unsafe"),
    "factcheck._may_know_join": ("stable", False, "safe"),
    "factcheck._note_columns": ("volatile", False, "unsafe"),
    "factcheck._note_states": ("volatile", False, "unsafe"),
    "factcheck._own_origins": ("stable", False, "safe"),
    "factcheck._prepare": ("volatile", False, "unsafe"),
    "factcheck._present_states": ("stable", False, "safe"),
    "factcheck._raise": ("volatile", False, "unsafe"),
    "factcheck._read_stage_times": ("volatile", False, "unsafe"),
    "factcheck._readable_columns": ("stable", False, "safe"),
    "factcheck._readable_origins": ("stable", False, "safe"),
    "factcheck._readable_visibilities": ("stable", False, "safe"),
    "factcheck._register_table": ("volatile", False, "unsafe"),
    "factcheck._rejudge": ("stable", False, "unsafe"),
    "factcheck._rejudge_read_only": ("volatile", False, "unsafe"),
    "factcheck._released": ("stable", False, "safe"),
    "factcheck._remember": ("volatile", False, "unsafe"),
    "factcheck._remember_if_possible": ("volatile", False, "unsafe"),
    "factcheck._remove_join": ("volatile", False, "unsafe"),
    "factcheck._render_html": ("volatile", False, "unsafe"),
    "factcheck._repair_change_triggers": ("volatile", False, "unsafe"),
    "factcheck._require_trackable": ("stable", False, "unsafe"),
    "factcheck._require_writable": ("stable", False, "unsafe"),
    "factcheck._runnable_columns": ("stable", False, "unsafe"),
    "factcheck._shown_columns": ("stable", False, "safe"),
    "factcheck._stage_times": ("volatile", False, "unsafe"),
    "factcheck._store_check": ("volatile", False, "unsafe"),
    "factcheck._store_claims": ("volatile", False, "unsafe"),
    "factcheck._store_failure": ("volatile", False, "unsafe"),
    "factcheck._store_recheck": ("volatile", False, "unsafe"),
    "factcheck._store_verdicts": ("volatile", False, "unsafe"),
    "factcheck._sync_table": ("volatile", False, "unsafe"),
    "factcheck._table_columns": ("stable", False, "safe"),
    "factcheck._table_states": ("stable", False, "safe"),
    "factcheck._tables_running_owner_code": ("stable", False, "safe"),
    "factcheck._tidy_caches": ("volatile", False, "unsafe"),
    "factcheck._tidy_caches_if_free": ("volatile", False, "unsafe"),
    "factcheck._unaltered_columns": ("stable", False, "safe"),
    "factcheck._update_setting": ("volatile", False, "unsafe"),
    "factcheck._usable_columns": ("stable", False, "safe"),
    "factcheck._valid_cube_entries": ("stable", False, "unsafe"),
    "factcheck._warm_up": ("volatile", False, "unsafe"),
    "factcheck._writable_origins": ("stable", False, "safe"),
    "factcheck.add_description": ("volatile", False, "unsafe"),
    "factcheck.add_join": ("volatile", False, "unsafe"),
    "factcheck.add_schema": ("volatile", False, "unsafe"),
    "factcheck.add_table": ("volatile", False, "unsafe"),
    "factcheck.check_html": ("volatile", False, "unsafe"),
    "factcheck.data_set": ("stable", False, "safe"),
    "factcheck.doctor": ("volatile", False, "unsafe"),
    "factcheck.explain": ("volatile", False, "unsafe"),
    "factcheck.explain_plan": ("volatile", False, "unsafe"),
    "factcheck.find_fragments": ("volatile", False, "unsafe"),
    "factcheck.forget": ("volatile", False, "unsafe"),
    "factcheck.grant_usage": ("volatile", False, "unsafe"),
    "factcheck.joins": ("stable", False, "safe"),
    "factcheck.load_dictionary": ("volatile", False, "unsafe"),
    "factcheck.load_lexicon": ("volatile", False, "unsafe"),
    "factcheck.publish": ("volatile", False, "unsafe"),
    "factcheck.purge": ("volatile", False, "unsafe"),
    "factcheck.recheck": ("volatile", False, "unsafe"),
    "factcheck.refresh": ("volatile", False, "unsafe"),
    "factcheck.remove_join": ("volatile", False, "unsafe"),
    "factcheck.remove_table": ("volatile", False, "unsafe"),
    "factcheck.renew_grants": ("volatile", False, "unsafe"),
    "factcheck.track": ("volatile", False, "unsafe"),
    "factcheck.unpublish": ("volatile", False, "unsafe"),
    "factcheck.untrack": ("volatile", False, "unsafe"),
    "factcheck.verify": ("volatile", False, "unsafe"),
    "factcheck.version": ("immutable", False, "safe"),
    "factcheck.warm_up": ("volatile", False, "unsafe"),
}

MEMBERS = """
SELECT d.objid AS oid FROM pg_depend d JOIN pg_extension e ON e.oid = d.refobjid
WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_extension'::regclass
  AND d.deptype = 'e' AND e.extname = 'factcheck'
"""


@pytest.fixture(scope="module")
def functions(admin):
    rows = admin.execute(f"""
        SELECT format('%I.%I', n.nspname, p.proname),
               CASE p.provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END,
               p.proisstrict,
               CASE p.proparallel WHEN 's' THEN 'safe' WHEN 'r' THEN 'restricted' ELSE 'unsafe' END,
               p.prosecdef, p.proconfig, obj_description(p.oid, 'pg_proc'), p.proacl::text, l.lanname
        FROM pg_proc p JOIN ({MEMBERS}) m ON m.oid = p.oid
        JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
    """).fetchall()
    return {row[0]: row[1:] for row in rows}


def test_attributes_are_the_ones_meant(functions):
    assert {name: row[:3] for name, row in functions.items()} == EXPECTED


def test_no_function_but_the_trigger_of_tracked_tables_runs_with_its_owners_rights(functions):
    # who changes a table has no rights in the schema; the trigger's rows must not be anybody's to write or to delete
    assert [name for name, row in functions.items() if row[3]] == ["factcheck._log_change"]


def test_search_path_is_pinned(functions):
    loose = [name for name, row in functions.items() if "search_path=pg_catalog, pg_temp" not in (row[4] or [])]
    assert loose == []


def test_every_function_has_a_comment(functions):
    assert [name for name, row in functions.items() if not row[5]] == []


def test_nothing_is_granted_to_public(functions):
    # an empty grantee ("=X/owner") is PUBLIC; no list at all means the default, which includes PUBLIC
    public = [name for name, row in functions.items() if row[6] is None or "{=" in row[6] or ",=" in row[6]]
    assert public == []


def test_relations_and_columns_have_comments(admin):
    rows = admin.execute("""
        SELECT c.oid::regclass::text, NULL FROM pg_class c WHERE c.relnamespace = 'factcheck'::regnamespace
          AND c.relkind IN ('r', 'v') AND obj_description(c.oid, 'pg_class') IS NULL
        UNION ALL
        SELECT c.oid::regclass::text, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = 'factcheck'::regnamespace AND c.relkind IN ('r', 'v') AND a.attnum > 0
          AND col_description(c.oid, a.attnum) IS NULL
    """).fetchall()
    assert rows == []


def test_tables_are_closed_to_public(admin):
    rows = admin.execute("""
        SELECT c.oid::regclass::text FROM pg_class c, aclexplode(c.relacl) g
        WHERE c.relnamespace = 'factcheck'::regnamespace AND g.grantee = 0
    """).fetchall()
    assert rows == []


def test_tables_that_hold_what_people_wrote_are_under_row_security(admin):
    rows = admin.execute("""
        SELECT relname FROM pg_class WHERE relnamespace = 'factcheck'::regnamespace AND relrowsecurity ORDER BY 1
    """).fetchall()
    under = [
        *("alternative", "claim", "claim_value", "claim_verdict", "cube_cache", "data_join", "document", "fragment"),
        *("origin", "parse_cache", "posting", "run", "run_error", "spelling", "text_index", "verdict_count"),
    ]
    assert [row[0] for row in rows] == under
