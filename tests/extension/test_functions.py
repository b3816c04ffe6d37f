"""Every function of the extension states its attributes, and they are the ones meant."""

from __future__ import annotations

import re

import pytest

# name: volatility, strict, parallel
EXPECTED = {
    "public.fact_check": ("volatile", False, "unsafe"),
    "factcheck._abandon_change_triggers": ("volatile", False, "unsafe"),
    "factcheck._add_evidence": ("stable", False, "unsafe"),
    "factcheck._add_join": ("volatile", False, "unsafe"),
    "factcheck._add_measure": ("volatile", False, "unsafe"),
    "factcheck._answer_question": ("stable", False, "unsafe"),
    "factcheck._as_query_of_program": ("volatile", False, "unsafe"),
    "factcheck._assemble": ("volatile", False, "unsafe"),
    "factcheck._base_type": ("stable", False, "safe"),
    "factcheck._beat": ("volatile", False, "unsafe"),
    "factcheck._begin_later_run": ("volatile", False, "unsafe"),
    "factcheck._begin_run": ("volatile", False, "unsafe"),
    "factcheck._begin_storing": ("volatile", False, "unsafe"),
    "factcheck._begin_watch": ("volatile", False, "unsafe"),
    "factcheck._call_as": ("volatile", False, "unsafe"),
    "factcheck._change_sources": ("stable", False, "safe"),
    "factcheck._changed_reports": ("volatile", False, "unsafe"),
    "factcheck._check": ("volatile", False, "unsafe"),
    "factcheck._check_and_store": ("volatile", False, "unsafe"),
    "factcheck._check_document": ("volatile", False, "unsafe"),
    "factcheck._check_parts": ("stable", False, "unsafe"),
    "factcheck._check_evidence": ("stable", False, "unsafe"),
    "factcheck._check_report": ("volatile", False, "unsafe"),
    "factcheck._check_weights": ("stable", False, "unsafe"),
    "factcheck._chosen_reading": ("stable", False, "unsafe"),
    "factcheck._citus_relations": ("stable", False, "safe"),
    "factcheck._claims_to_infer": ("stable", False, "unsafe"),
    "factcheck._require_commits": ("volatile", False, "unsafe"),
    "factcheck._commit_if_possible": ("volatile", False, "unsafe"),
    "factcheck._code_owners": ("stable", False, "safe"),
    "factcheck._collect_changes": ("volatile", False, "unsafe"),
    "factcheck._forget_other_changes": ("volatile", False, "unsafe"),
    "factcheck._columns_for_everybody": ("stable", False, "safe"),
    "factcheck._columns_of_own_query": ("volatile", False, "unsafe"),
    "factcheck._columns_used": ("volatile", False, "unsafe"),
    "factcheck._compound_sentences": ("volatile", False, "unsafe"),
    "factcheck._create_change_triggers": ("volatile", False, "unsafe"),
    "factcheck._create_queue_triggers": ("volatile", False, "unsafe"),
    "factcheck._cron_values": ("immutable", False, "safe"),
    "factcheck._data_states": ("stable", False, "safe"),
    "factcheck._decide": ("volatile", False, "unsafe"),
    "factcheck._decisions": ("stable", False, "unsafe"),
    "factcheck._doctor": ("volatile", False, "unsafe"),
    "factcheck._document": ("volatile", False, "unsafe"),
    "factcheck._draw_fact": ("volatile", False, "unsafe"),
    "factcheck._draw_verdict": ("volatile", False, "unsafe"),
    "factcheck._drop_change_triggers": ("volatile", False, "unsafe"),
    "factcheck._drop_queue_triggers": ("volatile", False, "unsafe"),
    "factcheck._embed_source": ("volatile", False, "unsafe"),
    "factcheck._end_run_if": ("volatile", False, "unsafe"),
    "factcheck._enter_correction": ("volatile", False, "unsafe"),
    "factcheck._enter_later_run": ("volatile", False, "unsafe"),
    "factcheck._enter_words": ("volatile", False, "unsafe"),
    "factcheck._equalities": ("stable", False, "safe"),
    "factcheck._error_text": ("immutable", False, "safe"),
    "factcheck._estimate_table": ("volatile", False, "unsafe"),
    "factcheck._evaluate": ("stable", False, "unsafe"),
    "factcheck._evaluate_read_only": ("volatile", False, "unsafe"),
    "factcheck._explain": ("stable", False, "unsafe"),
    "factcheck._explain_plan": ("stable", False, "unsafe"),
    "factcheck._find_fragments": ("stable", False, "unsafe"),
    "factcheck._find_joins": ("volatile", False, "unsafe"),
    "factcheck._foreign_parts": ("stable", False, "safe"),
    "factcheck._forget_dropped_reports": ("volatile", False, "unsafe"),
    "factcheck._give_up_report": ("volatile", False, "unsafe"),
    "factcheck._granted_levels": ("stable", False, "safe"),
    "factcheck._has_waiting": ("volatile", False, "unsafe"),
    "factcheck._index_table": ("volatile", False, "unsafe"),
    "factcheck._is_administrator": ("stable", False, "safe"),
    "factcheck._is_key": ("stable", False, "safe"),
    "factcheck._is_as_indexed": ("stable", False, "unsafe"),
    "factcheck._keep_names": ("volatile", False, "unsafe"),
    "factcheck._key_type": ("stable", False, "safe"),
    "factcheck._keys_not_in_report": ("volatile", False, "unsafe"),
    "factcheck._latest_run": ("stable", False, "unsafe"),
    "factcheck._lay_out": ("volatile", False, "unsafe"),
    "factcheck._let_in": ("volatile", False, "unsafe"),
    "factcheck._living_watches": ("stable", False, "safe"),
    "factcheck._living_workers": ("volatile", False, "unsafe"),
    "factcheck._load": ("volatile", False, "unsafe"),
    "factcheck._load_dictionary": ("volatile", False, "unsafe"),
    "factcheck._load_lexicon": ("volatile", False, "unsafe"),
    "factcheck._lock_report": ("volatile", False, "unsafe"),
    "factcheck._log_change": ("volatile", False, "unsafe"),
    "factcheck._look_at_report": ("volatile", False, "unsafe"),
    "factcheck._look_through": ("volatile", False, "unsafe"),
    "factcheck._mark_gone": ("volatile", False, "unsafe"),
    "factcheck._mark_up": ("volatile", False, "unsafe"),
    "factcheck._may_act_as": ("stable", False, "safe"),
    "factcheck._may_know_join": ("stable", False, "safe"),
    "factcheck._may_run_for": ("stable", False, "safe"),
    "factcheck._monotonic_seconds": ("volatile", False, "unsafe"),
    "factcheck._next_document": ("volatile", False, "unsafe"),
    "factcheck._next_time": ("immutable", False, "safe"),
    "factcheck._note_columns": ("volatile", False, "unsafe"),
    "factcheck._note_states": ("volatile", False, "unsafe"),
    "factcheck._notify_of_verdicts": ("volatile", False, "unsafe"),
    "factcheck._offered_readings": ("stable", False, "unsafe"),
    "factcheck._old_verdicts": ("stable", False, "unsafe"),
    "factcheck._own_document": ("stable", False, "unsafe"),
    "factcheck._own_origins": ("stable", False, "safe"),
    "factcheck._own_watches": ("stable", False, "safe"),
    "factcheck._passage_of": ("immutable", False, "safe"),
    "factcheck._placements": ("stable", False, "safe"),
    "factcheck._prepare": ("volatile", False, "unsafe"),
    "factcheck._prepare_correction": ("volatile", False, "unsafe"),
    "factcheck._prepare_recheck": ("volatile", False, "unsafe"),
    "factcheck._present_states": ("stable", False, "safe"),
    "factcheck._price_own_query": ("volatile", False, "unsafe"),
    "factcheck._primary_key": ("stable", False, "safe"),
    "factcheck._question": ("volatile", False, "unsafe"),
    "factcheck._queue_changes": ("volatile", False, "unsafe"),
    "factcheck._queue_documents": ("volatile", False, "unsafe"),
    "factcheck._raise": ("volatile", False, "unsafe"),
    "factcheck._raise_tried_to_write": ("volatile", False, "unsafe"),
    "factcheck._readings_to_rejudge": ("stable", False, "unsafe"),
    "factcheck._read_own_query": ("volatile", False, "unsafe"),
    "factcheck._named_sources": ("stable", False, "unsafe"),
    "factcheck._readable_passages": ("stable", False, "safe"),
    "factcheck._relations_with_code": ("stable", False, "safe"),
    "factcheck._definition_heads": ("stable", False, "safe"),
    "factcheck._contexts_of": ("volatile", False, "unsafe"),
    "factcheck._passage_context": ("stable", False, "unsafe"),
    "factcheck._passage_contexts": ("stable", False, "unsafe"),
    "factcheck._sentence_parts": ("volatile", False, "unsafe"),
    "factcheck.check_sentences": ("volatile", False, "unsafe"),
    "factcheck.passage_context": ("volatile", False, "unsafe"),
    "factcheck._read_question": ("volatile", False, "unsafe"),
    "factcheck._read_stage_times": ("volatile", False, "unsafe"),
    "factcheck._readable_columns": ("stable", False, "safe"),
    "factcheck._readable_origins": ("stable", False, "safe"),
    "factcheck._readable_sources": ("stable", False, "safe"),
    "factcheck._readable_visibilities": ("stable", False, "safe"),
    "factcheck._readable_watches": ("stable", False, "safe"),
    "factcheck._reason_against_triggers": ("stable", False, "safe"),
    "factcheck._refresh_source": ("volatile", False, "unsafe"),
    "factcheck._refuse_own_query": ("immutable", False, "safe"),
    "factcheck._register_table": ("volatile", False, "unsafe"),
    "factcheck._register_worker": ("volatile", False, "unsafe"),
    "factcheck._reinfer": ("stable", False, "unsafe"),
    "factcheck._reinfer_read_only": ("volatile", False, "unsafe"),
    "factcheck._rejudge": ("stable", False, "unsafe"),
    "factcheck._rejudge_claims": ("volatile", False, "unsafe"),
    "factcheck._rejudge_read_only": ("volatile", False, "unsafe"),
    "factcheck._released": ("stable", False, "safe"),
    "factcheck._remember": ("volatile", False, "unsafe"),
    "factcheck._remember_if_possible": ("volatile", False, "unsafe"),
    "factcheck._remove_join": ("volatile", False, "unsafe"),
    "factcheck._render_chart": ("volatile", False, "unsafe"),
    "factcheck._render_html": ("volatile", False, "unsafe"),
    "factcheck._repair_change_triggers": ("volatile", False, "unsafe"),
    "factcheck._repair_queue_triggers": ("volatile", False, "unsafe"),
    "factcheck._report_files": ("stable", False, "safe"),
    "factcheck._require_own_code": ("volatile", False, "unsafe"),
    "factcheck._require_pg_cron": ("stable", False, "unsafe"),
    "factcheck._require_readable_sources": ("stable", False, "unsafe"),
    "factcheck._require_source": ("stable", False, "unsafe"),
    "factcheck._require_source_columns": ("stable", False, "unsafe"),
    "factcheck._require_trackable": ("stable", False, "unsafe"),
    "factcheck._require_triggers": ("stable", False, "unsafe"),
    "factcheck._require_watchable": ("stable", False, "unsafe"),
    "factcheck._require_writable": ("stable", False, "unsafe"),
    "factcheck._retry_seconds": ("stable", False, "safe"),
    "factcheck._role_exists": ("stable", False, "safe"),
    "factcheck._run_own_query": ("volatile", False, "unsafe"),
    "factcheck._say_synonym": ("volatile", False, "unsafe"),
    "factcheck._scheduled_runs": ("stable", False, "unsafe"),
    "factcheck._search": ("stable", False, "unsafe"),
    "factcheck._shown_columns": ("stable", False, "safe"),
    "factcheck._sources_of_run": ("stable", False, "unsafe"),
    "factcheck._stage_times": ("volatile", False, "unsafe"),
    "factcheck._stale_reports": ("stable", False, "unsafe"),
    "factcheck._states_of_columns": ("volatile", False, "unsafe"),
    "factcheck._store_check": ("volatile", False, "unsafe"),
    "factcheck._store_claims": ("volatile", False, "unsafe"),
    "factcheck._store_correction": ("volatile", False, "unsafe"),
    "factcheck._store_failure": ("volatile", False, "unsafe"),
    "factcheck._store_recheck": ("volatile", False, "unsafe"),
    "factcheck._store_verdicts": ("volatile", False, "unsafe"),
    "factcheck._stored_claims": ("stable", False, "unsafe"),
    "factcheck._stored_fragments": ("volatile", False, "unsafe"),
    "factcheck._stored_readings": ("stable", False, "unsafe"),
    "factcheck._suggest_questions": ("stable", False, "unsafe"),
    "factcheck._sync_table": ("volatile", False, "unsafe"),
    "factcheck._systemd_calendar": ("immutable", False, "safe"),
    "factcheck._table_columns": ("stable", False, "safe"),
    "factcheck._table_states": ("stable", False, "safe"),
    "factcheck._tables_running_owner_code": ("stable", False, "safe"),
    "factcheck._tables_to_check": ("stable", False, "safe"),
    "factcheck._take_document": ("volatile", False, "unsafe"),
    "factcheck._take_in_all": ("volatile", False, "unsafe"),
    "factcheck._take_in_tables": ("volatile", False, "unsafe"),
    "factcheck._tidy_caches": ("volatile", False, "unsafe"),
    "factcheck._tidy_caches_if_free": ("volatile", False, "unsafe"),
    "factcheck._tune_bm25": ("stable", False, "unsafe"),
    "factcheck._titled_document": ("stable", False, "unsafe"),
    "factcheck._unaltered_columns": ("stable", False, "safe"),
    "factcheck._undone_decision": ("stable", False, "unsafe"),
    "factcheck._update_setting": ("volatile", False, "unsafe"),
    "factcheck._usable_columns": ("stable", False, "safe"),
    "factcheck._valid_cube_entries": ("stable", False, "unsafe"),
    "factcheck._verdict_of_all": ("immutable", False, "safe"),
    "factcheck._warm_up": ("volatile", False, "unsafe"),
    "factcheck._watch_members": ("stable", False, "safe"),
    "factcheck._watch_origin": ("stable", False, "safe"),
    "factcheck._watches_to_run": ("stable", False, "safe"),
    "factcheck._with_evidence": ("volatile", False, "unsafe"),
    "factcheck._writable_origins": ("stable", False, "safe"),
    "factcheck.add_description": ("volatile", False, "unsafe"),
    "factcheck.add_join": ("volatile", False, "unsafe"),
    "factcheck.add_measure": ("volatile", False, "unsafe"),
    "factcheck.add_schema": ("volatile", False, "unsafe"),
    "factcheck.add_source": ("volatile", False, "unsafe"),
    "factcheck.add_synonym": ("volatile", False, "unsafe"),
    "factcheck.add_table": ("volatile", False, "unsafe"),
    "factcheck.adopt_history": ("volatile", False, "unsafe"),
    "factcheck.candidates": ("stable", False, "unsafe"),
    "factcheck.chart": ("volatile", False, "unsafe"),
    "factcheck.chart_for_verdict": ("volatile", False, "unsafe"),
    "factcheck.chart_png": ("volatile", False, "unsafe"),
    "factcheck.chart_svg": ("volatile", False, "unsafe"),
    "factcheck.check_compound": ("volatile", False, "unsafe"),
    "factcheck.check_evidence": ("volatile", False, "unsafe"),
    "factcheck.check_html": ("volatile", False, "unsafe"),
    "factcheck.confirm": ("volatile", False, "unsafe"),
    "factcheck.correct": ("volatile", False, "unsafe"),
    "factcheck.dashboard": ("volatile", False, "unsafe"),
    "factcheck.data_set": ("stable", False, "safe"),
    "factcheck.decompose": ("volatile", False, "unsafe"),
    "factcheck.dismiss": ("volatile", False, "unsafe"),
    "factcheck.doctor": ("volatile", False, "unsafe"),
    "factcheck.embed_source": ("volatile", False, "unsafe"),
    "factcheck.explain": ("volatile", False, "unsafe"),
    "factcheck.explain_plan": ("volatile", False, "unsafe"),
    "factcheck.fact_type": ("volatile", False, "unsafe"),
    "factcheck.facts": ("volatile", False, "unsafe"),
    "factcheck.find_fragments": ("volatile", False, "unsafe"),
    "factcheck.forget": ("volatile", False, "unsafe"),
    "factcheck.forget_correction": ("volatile", False, "unsafe"),
    "factcheck.forget_text": ("volatile", False, "unsafe"),
    "factcheck.fragments": ("volatile", False, "unsafe"),
    "factcheck.grant_usage": ("volatile", False, "unsafe"),
    "factcheck.joins": ("stable", False, "safe"),
    "factcheck.keep_text": ("volatile", False, "unsafe"),
    "factcheck.kept_text": ("stable", False, "unsafe"),
    "factcheck.report_text": ("volatile", False, "unsafe"),
    "factcheck.load_dictionary": ("volatile", False, "unsafe"),
    "factcheck.load_lexicon": ("volatile", False, "unsafe"),
    "factcheck.publish": ("volatile", False, "unsafe"),
    "factcheck.purge": ("volatile", False, "unsafe"),
    "factcheck.question_kind": ("volatile", False, "unsafe"),
    "factcheck.recheck": ("volatile", False, "unsafe"),
    "factcheck.refresh": ("volatile", False, "unsafe"),
    "factcheck.refresh_source": ("volatile", False, "unsafe"),
    "factcheck.remove_join": ("volatile", False, "unsafe"),
    "factcheck.remove_measure": ("volatile", False, "unsafe"),
    "factcheck.remove_source": ("volatile", False, "unsafe"),
    "factcheck.remove_synonym": ("volatile", False, "unsafe"),
    "factcheck.remove_table": ("volatile", False, "unsafe"),
    "factcheck.renew_grants": ("volatile", False, "unsafe"),
    "factcheck.reopen": ("volatile", False, "unsafe"),
    "factcheck.retry_failed": ("volatile", False, "unsafe"),
    "factcheck.run_pending": ("volatile", False, "unsafe"),
    "factcheck.schedule": ("volatile", False, "unsafe"),
    "factcheck.set_caption": ("volatile", False, "unsafe"),
    "factcheck.suggest_questions": ("volatile", False, "unsafe"),
    "factcheck.search": ("volatile", False, "unsafe"),
    "factcheck.track": ("volatile", False, "unsafe"),
    "factcheck.tune_bm25": ("volatile", False, "unsafe"),
    "factcheck.undo_correction": ("volatile", False, "unsafe"),
    "factcheck.unpublish": ("volatile", False, "unsafe"),
    "factcheck.unschedule": ("volatile", False, "unsafe"),
    "factcheck.untrack": ("volatile", False, "unsafe"),
    "factcheck.unwatch": ("volatile", False, "unsafe"),
    "factcheck.use_shipped_weights": ("volatile", False, "unsafe"),
    "factcheck.use_weights": ("volatile", False, "unsafe"),
    "factcheck.verdicts": ("volatile", False, "unsafe"),
    "factcheck.verify": ("volatile", False, "unsafe"),
    "factcheck.version": ("immutable", False, "safe"),
    "factcheck.warm_up": ("volatile", False, "unsafe"),
    "factcheck.watch": ("volatile", False, "unsafe"),
    "factcheck._category": ("volatile", False, "unsafe"),
    "factcheck._category_rows": ("volatile", False, "unsafe"),
    "factcheck._load_corpus": ("volatile", False, "unsafe"),
    "factcheck._smooth_categories": ("volatile", False, "unsafe"),
    "factcheck.categories_of": ("volatile", False, "unsafe"),
    "factcheck.category_evidence": ("volatile", False, "unsafe"),
    "factcheck.category_patterns": ("volatile", False, "unsafe"),
    "factcheck.column_category": ("volatile", False, "unsafe"),
    "factcheck.evaluate_category": ("volatile", False, "unsafe"),
    "factcheck.fit_category_model": ("volatile", False, "unsafe"),
    "factcheck.forget_corpus": ("volatile", False, "unsafe"),
    "factcheck.is_a": ("volatile", False, "unsafe"),
    "factcheck.is_a_many": ("volatile", False, "unsafe"),
    "factcheck.load_corpus": ("volatile", False, "unsafe"),
    "factcheck.match_attributes": ("volatile", False, "unsafe"),
    "factcheck.match_column": ("volatile", False, "unsafe"),
    "factcheck.question_category": ("volatile", False, "unsafe"),
    "factcheck.rerank_answers": ("volatile", False, "unsafe"),
    "factcheck.smooth_categories": ("volatile", False, "unsafe"),
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


def test_no_function_but_two_triggers_runs_with_its_owners_rights(functions):
    # who changes a table has no rights in the schema; the triggers' rows must not be anybody's to write or to delete
    assert sorted(name for name, row in functions.items() if row[3]) == [
        "factcheck._log_change",
        "factcheck._queue_changes",
    ]


def test_search_path_is_pinned(admin):
    loose = admin.execute(f"""
        SELECT p.oid::regprocedure::text FROM pg_proc p JOIN ({MEMBERS}) m ON m.oid = p.oid
        WHERE NOT 'search_path=pg_catalog, pg_temp' = ANY (coalesce(p.proconfig, '{{}}'))
    """).fetchall()
    assert {name for (name,) in loose} == {
        # a procedure that commits can have no path: it names all with its schema
        "factcheck._commit_if_possible(boolean)",
        "factcheck.run_pending(integer,interval)",
        # who names a data set may write an array of tables, whose names are the caller's
        "fact_check(text,text,double precision,integer,interval,text[])",
        "factcheck.verdicts(text,text,double precision,integer,interval,text[])",
    }


def test_the_trigger_of_watched_tables_writes_one_named_table_and_no_more(admin):
    [[body]] = admin.execute("SELECT prosrc FROM pg_proc WHERE proname = '_queue_changes'").fetchall()
    assert body.split() == (
        "BEGIN INSERT INTO factcheck.report_change (relation) VALUES (TG_RELID); RETURN NULL; END;".split()
    )


def test_the_body_of_the_procedure_needs_no_path(admin):
    [[body]] = admin.execute("SELECT prosrc FROM pg_proc WHERE proname = 'run_pending'").fetchall()
    for text in ("<", ">", " = ", "||", " + ", "IN ("):
        assert text not in body, "an operator of the caller's path"
    assert set(re.findall(r"(\w+)\(", body)) == set(re.findall(r"(?:factcheck|pg_catalog)\.(\w+)\(", body))


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
        *(
            "alternative",
            "claim",
            "claim_value",
            "claim_verdict",
            "column_profile",
            "column_value",
            "correction",
            "correction_reading",
            "correction_word",
            "cube_cache",
        ),
        *(
            "data_join",
            "decided_claim",
            "document",
            "document_text",
            "fact_caption",
            "flipped_verdict",
            "fragment",
            "origin",
            "parse_cache",
            "passage",
            "passage_embedding",
            "passage_posting",
            "passage_segment",
            "posting",
            "queued_document",
        ),
        *("report_change", "report_scan", "run", "run_error", "run_work"),
        *("spelling", "table_state", "text_index"),
        *(
            "used_column",
            "verdict_count",
            "watch_error",
            "watch_pattern",
            "watched_relation",
            "watched_table",
            "worker",
        ),
    ]
    assert [row[0] for row in rows] == under
