CREATE FUNCTION factcheck.grant_usage(role regrole, level text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    levels CONSTANT text[] := ARRAY['reader', 'analyst', 'admin'];
    granted_level integer := array_position(levels, level);
    statement text;
BEGIN
    IF role IS NULL THEN
        RAISE EXCEPTION 'no role given' -- error: no_role_given
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = 'The levels are reader, analyst and admin: SELECT factcheck.grant_usage(''role'', ''analyst'').';
    ELSIF granted_level IS NULL THEN
        RAISE EXCEPTION 'level "%" is not known', coalesce(level, 'NULL') -- error: level_not_known
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = 'The levels are reader, analyst and admin: SELECT factcheck.grant_usage(''role'', ''analyst'').';
    END IF;
    IF NOT pg_has_role(current_user, (SELECT n.nspowner FROM pg_namespace n WHERE n.nspname = 'factcheck'), 'USAGE') THEN
        PERFORM factcheck._let_in(role, level);
        RETURN;
    END IF;
    -- two sessions that grant at once change the same rows of the catalogue, and the later one would fail
    LOCK TABLE factcheck.setting_definition IN SHARE UPDATE EXCLUSIVE MODE;
    FOR statement IN
        SELECT g.statement
        FROM (VALUES
            (1, 'GRANT USAGE ON SCHEMA factcheck TO %1$s'),
            (1, 'GRANT USAGE ON TYPE factcheck.verdict, factcheck.checked_claim, factcheck.explanation, factcheck.found_fragment, factcheck.moved_claim TO %1$s'),
            (1, 'GRANT EXECUTE ON FUNCTION factcheck.version() TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION @extschema@.fact_check(text, regclass[], double precision, integer, interval, text[]),'
                ' @extschema@.fact_check(text, text, double precision, integer, interval, text[]),'
                ' factcheck.verdicts(text, regclass[], double precision, integer, interval, text[]),'
                ' factcheck.verdicts(text, text, double precision, integer, interval, text[]) TO %1$s'),
            -- what row security shows of stored runs, and whether the data are still as they were
            (1, 'GRANT EXECUTE ON FUNCTION factcheck._own_origins(), factcheck._is_administrator(), factcheck._readable_origins(),'
                ' factcheck._usable_columns(oid), factcheck._shown_columns(boolean), factcheck._released(text),'
                ' factcheck._change_sources(oid[]), factcheck._citus_relations(), factcheck._data_states(oid[]), factcheck._present_states(boolean),'
                ' factcheck._unaltered_columns() TO %1$s'),
            (1, 'GRANT SELECT ON factcheck.origin, factcheck.document, factcheck.run, factcheck.run_error, factcheck.run_work, factcheck.claim,'
                ' factcheck.claim_verdict, factcheck.verdict_count, factcheck.claim_value, factcheck.alternative, factcheck.used_column,'
                ' factcheck.table_state, factcheck.publication, factcheck.change_log TO %1$s'),
            (1, 'GRANT SELECT ON factcheck._named_run, factcheck.claims, factcheck.claim_history, factcheck.readings, factcheck.documents,'
                ' factcheck.daily_summary, factcheck.review_queue, factcheck.runs, factcheck.run_stages, factcheck.metrics, factcheck.published,'
                ' factcheck.sentences TO %1$s'),
            (1, 'GRANT EXECUTE ON FUNCTION factcheck._verdict_of_all(text[]) TO %1$s'),
            (1, 'GRANT SELECT ON factcheck.flips, factcheck.flipped_verdict TO %1$s'),
            (2, 'GRANT INSERT (run_id, claim_no, origin_id, old_run_id, columns, reading_columns) ON factcheck.flipped_verdict TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._load(), factcheck._raise(jsonb),'
                ' factcheck._prepare(text, regclass[], double precision, integer, double precision),'
                ' factcheck._evaluate(text, boolean), factcheck._evaluate_read_only(text, boolean), factcheck._raise_tried_to_write(text),'
                ' factcheck._check(text, regclass[], double precision, integer, interval, boolean),'
                ' factcheck._remember(text), factcheck._remember_if_possible(text),'
                ' factcheck._read_stage_times(), factcheck._stage_times(),'
                ' factcheck.check_html(text, regclass[], text, text, text[]), factcheck._mark_up(text, jsonb, text),'
                ' factcheck._render_html(text, jsonb, text, jsonb), factcheck._passage_contexts(jsonb), factcheck._contexts_of(jsonb),'
                ' factcheck._passage_context(text, text, integer, integer, integer),'
                ' factcheck.passage_context(text, text, integer, integer, integer),'
                ' factcheck._readable_columns(), factcheck._readable_visibilities(), factcheck._tables_running_owner_code(), factcheck.data_set(text),'
                ' factcheck._tables_to_check(regclass[], text),'
                ' factcheck._warm_up(), factcheck.warm_up(), factcheck._doctor(), factcheck.doctor() TO %1$s'),
            (2, 'GRANT SELECT ON factcheck.setting, factcheck.setting_definition, factcheck.setting_value, factcheck.data_table,'
                ' factcheck.data_column, factcheck.column_fact, factcheck.column_keyword, factcheck.table_keyword, factcheck.visibility,'
                ' factcheck.fragment, factcheck.posting, factcheck.spelling, factcheck.text_index, factcheck.index_coverage, factcheck.lexicon TO %1$s'),
            (2, 'GRANT SELECT ON factcheck.passage_source, factcheck.passage_sources, factcheck.passage, factcheck.passage_segment,'
                ' factcheck.passage_posting, factcheck.passage_embedding TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._readable_sources(boolean), factcheck._readable_passages(), factcheck._relations_with_code(oid[]),'
                ' factcheck._named_sources(text[]), factcheck._require_source(text), factcheck._passage_of(jsonb), factcheck._key_type(regclass, name),'
                ' factcheck._search(text, text, integer, text, double precision), factcheck.search(text, text, integer, text, interval),'
                ' factcheck._check_evidence(text, text, integer, double precision), factcheck.check_evidence(text, text, integer, interval),'
                ' factcheck._add_evidence(text, text[], jsonb, integer, double precision),'
                ' factcheck._with_evidence(text, text[], jsonb, integer, interval) TO %1$s'),
            -- Whoever has UPDATE or DELETE on a whole table may lock it; rights on columns do not count for that.
            (2, 'GRANT SELECT, INSERT (document_hash, parser, parsed),'
                ' UPDATE (document_hash, parser, parsed, last_used) ON factcheck.parse_cache TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._equalities(), factcheck._base_type(oid), factcheck._table_columns(integer[]), factcheck._foreign_parts(integer[]), factcheck._placements(integer[]) TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck.joins(regclass[]), factcheck._may_know_join(integer, name[], text), factcheck._is_key(regclass, smallint[]),'
                ' factcheck._explain_plan(text, regclass[]), factcheck.explain_plan(text, regclass[]) TO %1$s'),
            (2, 'GRANT SELECT ON factcheck.fitted_weights, factcheck.weights TO %1$s'),
            (2, 'GRANT SELECT ON factcheck.data_join, factcheck.measure, factcheck.measures TO %1$s'),
            (2, 'GRANT SELECT ON factcheck.cube_cache_entries TO %1$s'),
            (2, 'GRANT SELECT, INSERT (anchor, tables, columns, contents, cube, relations, signatures, snapshot, writer, kept_at, hits),'
                ' UPDATE (anchor, tables, columns, contents, cube, relations, signatures, snapshot, writer, kept_at, hits, last_used)'
                ' ON factcheck.cube_cache TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._table_states(integer[]),'
                ' factcheck._valid_cube_entries(integer[]) TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._draw_verdict(jsonb), factcheck.chart_for_verdict(factcheck.checked_claim),'
                ' factcheck.chart_for_verdict(bigint, integer), factcheck._draw_fact(jsonb, text, text, text),'
                ' factcheck.chart(jsonb, text, text, text), factcheck._render_chart(jsonb, double precision),'
                ' factcheck.chart_svg(jsonb), factcheck.chart_png(jsonb, double precision),'
                ' factcheck.set_caption(jsonb, text), factcheck._lay_out(text, jsonb, jsonb),'
                ' factcheck.dashboard(text, regclass[], integer) TO %1$s'),
            (2, 'GRANT SELECT, INSERT (origin_id, fact_key, said_hash, caption), UPDATE (said_hash, caption, edited_at)'
                ' ON factcheck.fact_caption TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._explain(text, integer, regclass[]), factcheck.explain(text, integer, regclass[], text),'
                ' factcheck._find_fragments(text, text, integer, regclass[]),'
                ' factcheck.find_fragments(text, text, integer, regclass[]) TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._read_question(text, regclass[], text[], text), factcheck._question(text, regclass[], text[], text),'
                ' factcheck.question_kind(text, regclass[]), factcheck.decompose(text, regclass[], text), factcheck.fact_type(text, regclass[]),'
                ' factcheck._answer_question(text, integer, double precision), factcheck._check_parts(text),'
                ' factcheck._suggest_questions(regclass, text, integer), factcheck.facts(text, regclass[], integer, double precision, text[]),'
                ' factcheck.check_compound(text, regclass[]), factcheck.suggest_questions(regclass, text, integer),'
                ' factcheck._compound_sentences(text), factcheck._sentence_parts(text, boolean, integer[], regclass[], jsonb),'
                ' factcheck.check_sentences(text, regclass[]) TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._writable_origins(), factcheck._require_writable(), factcheck._note_columns(jsonb),'
                ' factcheck._note_states(oid[], jsonb, pg_snapshot), factcheck._document(text, text, regclass, text),'
                ' factcheck._store_claims(integer, bigint, bigint, jsonb, jsonb, pg_snapshot),'
                ' factcheck._store_verdicts(integer, bigint, bigint, factcheck._judged_claim[]), factcheck._old_verdicts(integer, bigint), factcheck._begin_storing(bigint, text, boolean),'
                ' factcheck._check_and_store(text, text, regclass, text, regclass[], double precision, integer, interval, text[]),'
                ' factcheck._store_check(text, text, regclass, text, regclass[], interval, text[]),'
                ' factcheck._store_failure(text, text, timestamptz, text, regclass, text),'
                ' factcheck.verify(text, text, regclass[], double precision, integer, interval, text[], text) TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._prepare_recheck(json, double precision), factcheck._rejudge(text),'
                ' factcheck._rejudge_read_only(json, interval), factcheck._stored_claims(bigint, bigint), factcheck._readings_to_rejudge(factcheck._stored_claim[], bigint, integer[]),'
                ' factcheck._rejudge_claims(factcheck._stored_claim[], bigint, interval),'
                ' factcheck._store_recheck(integer, bigint, bigint, bigint, factcheck._stored_claim[], jsonb, jsonb, pg_snapshot),'
                ' factcheck.recheck(bigint, interval), factcheck.recheck(text, interval) TO %1$s'),
            (1, 'GRANT SELECT ON factcheck.document_text TO %1$s'),
            (1, 'GRANT EXECUTE ON FUNCTION factcheck.kept_text(bigint), factcheck.report_text(bigint), factcheck._key_type(regclass, name), factcheck._base_type(oid),'
                ' factcheck._relations_with_code(oid[]), factcheck._code_owners(oid[]), factcheck._lock_report(regclass), factcheck._require_own_code(regclass) TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._own_document(bigint), factcheck.keep_text(bigint, text), factcheck.forget_text(bigint) TO %1$s'),
            (2, 'GRANT INSERT (document_id, origin_id, document_hash, content, unchecked), UPDATE (document_hash, content, unchecked)'
                ' ON factcheck.document_text TO %1$s'),
            (1, 'GRANT SELECT ON factcheck.correction, factcheck.correction_reading, factcheck.decided_claim, factcheck.corrections,'
                ' factcheck.correction_word, factcheck.synonyms TO %1$s'),
            (1, 'GRANT EXECUTE ON FUNCTION factcheck._stored_readings(bigint), factcheck._sources_of_run(bigint),'
                ' factcheck._offered_readings(bigint, bigint, integer),'
                ' factcheck._latest_run(bigint, integer), factcheck.candidates(bigint, integer, integer),'
                ' factcheck._titled_document(text, boolean), factcheck.candidates(text, integer, integer) TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._begin_later_run(bigint),'
                ' factcheck._enter_later_run(bigint, text, bigint, timestamptz), factcheck._states_of_columns(jsonb, pg_snapshot),'
                ' factcheck._prepare_correction(jsonb), factcheck._reinfer(text),'
                ' factcheck._reinfer_read_only(text), factcheck._stored_fragments(jsonb), factcheck.fragments(bigint, integer),'
                ' factcheck._decisions(bigint), factcheck._claims_to_infer(bigint, bigint, bigint, jsonb, integer),'
                ' factcheck._chosen_reading(bigint, bigint, integer, jsonb, jsonb), factcheck._undone_decision(integer, jsonb),'
                ' factcheck._enter_correction(integer, bigint, bigint, integer, text, jsonb),'
                ' factcheck._store_correction(integer, bigint, bigint, bigint, jsonb, jsonb, jsonb, pg_snapshot),'
                ' factcheck._decide(bigint, integer, jsonb), factcheck.confirm(bigint, integer), factcheck.correct(bigint, integer, integer),'
                ' factcheck.dismiss(bigint, integer), factcheck.reopen(bigint, integer), factcheck.undo_correction(bigint, integer),'
                ' factcheck._assemble(jsonb, jsonb), factcheck._columns_used(jsonb), factcheck._price_own_query(text), factcheck._run_own_query(text),'
                ' factcheck._refuse_own_query(text), factcheck._read_own_query(text, jsonb), factcheck._as_query_of_program(text, jsonb, numeric),'
                ' factcheck._columns_of_own_query(text), factcheck.correct(bigint, integer, text),'
                ' factcheck.correct(bigint, integer, text, text, text[], text[]), factcheck.forget_correction(bigint),'
                ' factcheck.fragments(text, integer), factcheck.confirm(text, integer), factcheck.dismiss(text, integer),'
                ' factcheck.reopen(text, integer), factcheck.undo_correction(text, integer), factcheck.correct(text, integer, integer),'
                ' factcheck.correct(text, integer, text), factcheck.correct(text, integer, text, text, text[], text[]) TO %1$s'),
            (2, 'GRANT INSERT (origin_id, document_id, previous_id, undone_id, decision, claim_no, claim_text, sentence, sentence_key),'
                ' UPDATE (decision, claim_text, sentence, sentence_key) ON factcheck.correction TO %1$s'),
            (2, 'GRANT INSERT (correction_id, origin_id, columns, query, description, kept_query), UPDATE (columns, query, description, kept_query)'
                ' ON factcheck.correction_reading TO %1$s'),
            (2, 'GRANT INSERT (run_id, claim_no, origin_id, correction_id) ON factcheck.decided_claim TO %1$s'),
            (2, 'GRANT INSERT (correction_id, origin_id, columns, word, term, table_name, column_id, literal, fragment, is_named),'
                ' UPDATE (columns, word, term, table_name, column_id, literal, fragment, is_synonym) ON factcheck.correction_word TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._enter_words(bigint, integer, jsonb, jsonb), factcheck._say_synonym(text, text, boolean),'
                ' factcheck.add_synonym(text, text), factcheck.remove_synonym(text, text) TO %1$s'),
            -- A row is written once, but for the title of a document and which of its runs is the latest.  Nobody writes whose row
            -- it is.
            (2, 'GRANT INSERT (source_table) ON factcheck.origin TO %1$s'),
            (2, 'GRANT INSERT (origin_id, identity, source_key, title), UPDATE (title, gone_at) ON factcheck.document TO %1$s'),
            (2, 'GRANT UPDATE (is_latest), INSERT (origin_id, document_id, is_latest, kind, checked_run_id, status, started_at, n_claims, parsing_ms, retrieval_ms,'
                ' candidates_ms, evaluation_ms, inference_ms, rows_ms, queries_ms, statements_ms, document_hash, sqlstate) ON factcheck.run TO %1$s'),
            (2, 'GRANT INSERT (run_id, origin_id, error) ON factcheck.run_error TO %1$s'),
            (2, 'GRANT INSERT (run_id, origin_id, n_scans, n_groups, n_reused_cubes, n_candidates, n_certified) ON factcheck.run_work TO %1$s'),
            (2, 'GRANT INSERT (run_id, claim_no, origin_id, claim_text, claimed_value, claimed_high, comparison, claimed_unit, sentence,'
                ' claim_start, claim_length) ON factcheck.claim TO %1$s'),
            (2, 'GRANT INSERT (run_id, claim_no, origin_id, columns, reading_columns, states, verdict, p_correct, is_certified)'
                ' ON factcheck.claim_verdict TO %1$s'),
            (2, 'GRANT INSERT (run_id, origin_id, columns, reading_columns, states, n_supported, n_refuted, n_not_enough_info,'
                ' n_disputed) ON factcheck.verdict_count TO %1$s'),
            (2, 'GRANT INSERT (run_id, claim_no, origin_id, columns, reading_columns, found_value, description, query, p_query, matches,'
                ' kept_query, compared, passage, message) ON factcheck.claim_value TO %1$s'),
            (2, 'GRANT INSERT (run_id, claim_no, rank, origin_id, columns, reading_columns, query, description, value, probability, matches,'
                ' kept_query, passage) ON factcheck.alternative TO %1$s'),
            (2, 'GRANT INSERT (relation, column_number, column_name, column_type) ON factcheck.used_column TO %1$s'),
            (2, 'GRANT INSERT (relation, storage, counters, tracking, snapshot) ON factcheck.table_state TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck.publish(regclass, regrole, text), factcheck.unpublish(regclass, regrole),'
                ' factcheck.purge(interval, interval) TO %1$s'),
            (3, 'GRANT SELECT, DELETE ON factcheck._erasable_document, factcheck._unused_table_state TO %1$s'),
            (3, 'GRANT DELETE ON factcheck.run TO %1$s'),
            (3, 'GRANT INSERT (source_table, role_name, role_id, what), DELETE ON factcheck.publication TO %1$s'),
            -- Of the queue a reader sees how much waits; keys and errors are shown by row security to those who may.
            (1, 'GRANT EXECUTE ON FUNCTION factcheck._may_act_as(name, oid), factcheck._role_exists(name, oid), factcheck._own_watches(), factcheck._living_watches(),'
                ' factcheck._readable_watches(), factcheck._scheduled_runs(), factcheck._next_time(text, timestamp),'
                ' factcheck._cron_values(text, integer, integer, text[]), factcheck._living_workers() TO %1$s'),
            (1, 'GRANT SELECT ON factcheck.watched_table, factcheck.queued_document, factcheck.watch_error, factcheck.report_change,'
                ' factcheck.watched_relation, factcheck.worker, factcheck.sources, factcheck.workers, factcheck.dead_letters TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._code_owners(oid[]), factcheck._keep_names() TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._queue_changes(), factcheck._watch_members(oid),'
                ' factcheck._reason_against_triggers(regclass), factcheck._require_triggers(regclass),'
                ' factcheck._create_queue_triggers(integer), factcheck._drop_queue_triggers(regclass),'
                ' factcheck._key_type(regclass, name), factcheck._primary_key(regclass),'
                ' factcheck._require_watchable(regclass, name, name, name),'
                ' factcheck._begin_watch(regclass, integer, name, name, name, regclass[], text, text, interval, boolean, text[]),'
                ' factcheck._take_in_tables(integer, boolean), factcheck._forget_dropped_reports(),'
                ' factcheck.watch(regclass, name, name, name, regclass[], text, text, text, interval, boolean, text[]),'
                ' factcheck.unwatch(regclass, text) TO %1$s'),
            (3, 'GRANT SELECT, INSERT (name_pattern, text_column, key_column, title_column, tables, data_set, sources, mode, time_budget, recheck),'
                ' DELETE ON factcheck.watch_pattern TO %1$s'),
            (3, 'GRANT INSERT (relation, pattern_id, text_column, key_column, title_column, tables, data_set, sources, mode, time_budget,'
                ' recheck, earlier_run_id), UPDATE (last_run_at, is_readable), DELETE ON factcheck.watched_table TO %1$s'),
            (3, 'GRANT INSERT, DELETE ON factcheck.watched_relation TO %1$s'),
            (3, 'GRANT SELECT, INSERT, DELETE ON factcheck.report_scan TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._monotonic_seconds(), factcheck._may_run_for(name, oid), factcheck._watches_to_run(),'
                ' factcheck._call_as(name, oid, text), factcheck._look_at_report(integer),'
                ' factcheck._queue_documents(integer, text[], text), factcheck._collect_changes(), factcheck._forget_other_changes(), factcheck._report_files(regclass),'
                ' factcheck._lock_report(regclass), factcheck._require_own_code(regclass), factcheck._changed_reports(integer),'
                ' factcheck._keys_not_in_report(factcheck.watched_table, text[]), factcheck._mark_gone(factcheck.watched_table, text[]),'
                ' factcheck._repair_queue_triggers(integer), factcheck._stale_reports(factcheck.watched_table), factcheck._watch_origin(factcheck.watched_table),'
                ' factcheck._error_text(text, text, text), factcheck._look_through(integer), factcheck._take_in_all(),'
                ' factcheck._retry_seconds(), factcheck._take_document(), factcheck._columns_for_everybody(), factcheck._notify_of_verdicts(bigint, bigint, bigint),'
                ' factcheck._may_be_of_a_table(text), factcheck._is_shown_whole(bigint), factcheck._check_report(integer, text, text),'
                ' factcheck._give_up_report(factcheck.watched_table, text, text, text), factcheck._check_document(bigint),'
                ' factcheck._begin_run(integer, interval), factcheck._next_document(double precision),'
                ' factcheck._end_run_if(text), factcheck._require_commits(boolean), factcheck.retry_failed(regclass) TO %1$s'),
            (3, 'GRANT EXECUTE ON PROCEDURE factcheck.run_pending(integer, interval), factcheck._commit_if_possible(boolean) TO %1$s'),
            (3, 'GRANT DELETE ON factcheck.report_change TO %1$s'),
            (3, 'GRANT INSERT (watch_id, source_key, task), DELETE,'
                ' UPDATE (attempts, visible_at, taken_by, is_dead) ON factcheck.queued_document TO %1$s'),
            (3, 'GRANT INSERT (watch_id, source_key, attempt, sqlstate, error), DELETE ON factcheck.watch_error TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._systemd_calendar(text), factcheck._require_pg_cron(text),'
                ' factcheck.schedule(text, text, integer, interval), factcheck.unschedule(text) TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._register_worker(text, integer), factcheck._beat(integer),'
                ' factcheck._has_waiting() TO %1$s'),
            (3, 'GRANT INSERT (name, backend_pid), UPDATE (last_heartbeat), DELETE ON factcheck.worker TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._index_table(regclass), factcheck._follow_columns(regclass), factcheck._sync_table(regclass), factcheck._estimate_table(regclass), factcheck._register_table(regclass, text[], text, boolean),'
                ' factcheck.add_table(regclass, text[], text, boolean, boolean, boolean), factcheck.add_table(regclass, text),'
                ' factcheck.add_schema(regnamespace, text), factcheck.remove_table(regclass), factcheck.refresh(regclass),'
                ' factcheck.forget(regclass), factcheck._tidy_caches(), factcheck._tidy_caches_if_free(),'
                ' factcheck._load_lexicon(), factcheck.load_lexicon() TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._find_joins(regclass), factcheck._add_join(regclass, text[], regclass, text[]),'
                ' factcheck.add_join(regclass, text[], regclass, text[]), factcheck._remove_join(regclass, text[], regclass, text[]),'
                ' factcheck.remove_join(regclass, text[], regclass, text[]) TO %1$s'),
            (3, 'GRANT INSERT, UPDATE (source, is_used, from_numbers, to_numbers, found_at), DELETE ON factcheck.data_join TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._log_change(), factcheck._require_trackable(regclass),'
                ' factcheck._create_change_triggers(regclass), factcheck._drop_change_triggers(regclass),'
                ' factcheck._repair_change_triggers(regclass), factcheck._abandon_change_triggers(regclass),'
                ' factcheck.track(regclass), factcheck.untrack(regclass) TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck.add_measure(text, regclass, text, text), factcheck.remove_measure(text),'
                ' factcheck._add_measure(text, regclass, text, text) TO %1$s'),
            (3, 'GRANT INSERT (name, table_id, expression, kept, description, name_terms, description_terms), DELETE'
                ' ON factcheck.measure TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck.add_description(regclass, text, name),'
                ' factcheck._load_dictionary(text, text, regclass, text),'
                ' factcheck.load_dictionary(text, text, regclass, text) TO %1$s'),
            -- Categories: what is loaded is for everybody; profiles of columns are under row security as the index is.
            (2, 'GRANT SELECT ON factcheck.corpus_source, factcheck.corpus_text, factcheck.isa, factcheck.isa_phrase,'
                ' factcheck.word_kind, factcheck.category_model, factcheck.column_profile, factcheck.column_value TO %1$s'),
            (2, 'GRANT EXECUTE ON FUNCTION factcheck._definition_heads(text[], integer, integer), factcheck._category(text, jsonb), factcheck._category_rows(text, jsonb),'
                ' factcheck.category_patterns(), factcheck.category_evidence(text, text, integer, boolean),'
                ' factcheck.is_a_many(text[], text, text), factcheck.is_a(text, text, text),'
                ' factcheck.categories_of(text, integer, text), factcheck.question_category(text),'
                ' factcheck.rerank_answers(text, text[], double precision[], text), factcheck.evaluate_category(regclass, text),'
                ' factcheck.column_category(regclass, name, integer), factcheck.match_column(text, regclass[], integer),'
                ' factcheck.match_attributes(regclass, regclass) TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._load_corpus(text, text, text, text, boolean),'
                ' factcheck.load_corpus(text, text, name, name, boolean), factcheck._smooth_categories(),'
                ' factcheck.smooth_categories(), factcheck.forget_corpus(text, boolean), factcheck.fit_category_model(regclass, text, text) TO %1$s'),
            (3, 'GRANT INSERT (source, kind), UPDATE (n_texts, n_matches), DELETE ON factcheck.corpus_source TO %1$s'),
            (3, 'GRANT INSERT (source_id, text_no, headword, body) ON factcheck.corpus_text TO %1$s'),
            (3, 'GRANT INSERT ON factcheck.isa, factcheck.column_profile, factcheck.column_value TO %1$s'),
            (3, 'GRANT INSERT, UPDATE (as_instance, as_category), DELETE ON factcheck.isa_phrase TO %1$s'),
            (3, 'GRANT INSERT, DELETE ON factcheck.word_kind TO %1$s'),
            (3, 'GRANT INSERT (name, model, weights, metrics), UPDATE (model, weights, metrics, fitted_at)'
                ' ON factcheck.category_model TO %1$s'),
            -- who is no superuser may only make roles members of roles that it may give
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._granted_levels(), factcheck._let_in(regrole, text), factcheck.grant_usage(regrole, text) TO %1$s'),
            (3, 'GRANT SELECT, INSERT, UPDATE (column_number, description, source, described_at), DELETE ON factcheck.description TO %1$s'),
            (3, 'GRANT UPDATE ON factcheck.setting TO %1$s'),
            (3, 'GRANT INSERT, DELETE ON factcheck.setting_value TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._update_setting() TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._check_weights(text, text), factcheck.use_weights(text, text, text),'
                ' factcheck.use_weights(integer), factcheck.use_shipped_weights(text) TO %1$s'),
            (3, 'GRANT INSERT (kind, weights, note, is_in_force), UPDATE (is_in_force) ON factcheck.fitted_weights TO %1$s'),
            -- not the number of a table, nor what it stands for, nor whose code it may run
            (3, 'GRANT INSERT (relation, data_set, has_all_columns), DELETE,'
                ' UPDATE (data_set, has_all_columns, is_tracked, indexed_at, indexed_rows, indexed_counters)'
                ' ON factcheck.data_table TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._await_table(integer), factcheck._place_of(oid, name), factcheck._places_of(integer, name[]) TO %1$s'),
            (3, 'GRANT INSERT (table_id, column_name, column_number, column_type, unit, first_id), DELETE,'
                ' UPDATE (column_name, column_number, column_type, unit) ON factcheck.data_column TO %1$s'),
            (3, 'GRANT INSERT, UPDATE (has_missing, has_fractions, number_forms) ON factcheck.column_fact TO %1$s'),
            (3, 'GRANT INSERT, DELETE ON factcheck.column_keyword, factcheck.table_keyword, factcheck.lexicon TO %1$s'),
            -- a number that came to stand for another column would show what is indexed under it to others
            (3, 'GRANT INSERT (column_id, source_id), DELETE ON factcheck.visibility TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._refresh_source(text, boolean), factcheck._require_source_columns(regclass, name, name),'
                ' factcheck.add_source(text, regclass, name, name, regconfig), factcheck.refresh_source(text), factcheck.remove_source(text),'
                ' factcheck._require_readable_sources(text[]),'
                ' factcheck._embed_source(text, integer), factcheck.embed_source(text, integer),'
                ' factcheck._tune_bm25(text, jsonb, double precision[], double precision[]), factcheck.tune_bm25(text, jsonb, double precision[], double precision[], boolean) TO %1$s'),
            (3, 'GRANT INSERT (name, relation, key_column, key_number, text_column, text_number, language), UPDATE (k1, b), DELETE'
                ' ON factcheck.passage_source TO %1$s'),
            (3, 'GRANT INSERT, DELETE ON factcheck.passage TO %1$s'),
            (3, 'GRANT INSERT ON factcheck.passage_segment, factcheck.passage_posting, factcheck.passage_embedding TO %1$s'),
            (3, 'GRANT SELECT, INSERT, UPDATE ON factcheck.index_state TO %1$s'),
            (3, 'GRANT EXECUTE ON FUNCTION factcheck._is_as_indexed(integer, text) TO %1$s'),
            (3, 'GRANT INSERT ON factcheck.fragment, factcheck.posting, factcheck.spelling, factcheck.text_index TO %1$s'),
            (3, 'GRANT UPDATE (frequency) ON factcheck.fragment TO %1$s'),
            (3, 'GRANT UPDATE (frequency_hash, distinct_values, indexed_rows, filled_rows) ON factcheck.text_index TO %1$s')
        ) AS g (from_level, statement)
        WHERE g.from_level <= granted_level
    LOOP
        EXECUTE replace(statement, '%1$s', role::text);
    END LOOP;
    -- the schema is the site's, and may hold more than the extension: whoever looks after it decides about it
    IF granted_level > 1 AND NOT has_schema_privilege(role, '@extschema@'::regnamespace, 'USAGE') THEN
        RAISE WARNING 'role % may not use schema %', role, '@extschema@'::regnamespace
            USING DETAIL = 'The functions fact_check are there.',
                  HINT = format('Run: GRANT USAGE ON SCHEMA %s TO %s.', '@extschema@'::regnamespace, role);
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck.grant_usage(regrole, text) IS
    'Gives a role what one level needs: reader (stored verdicts), analyst (checks) or admin (tables and settings); each includes the one before. Whoever is no superuser makes the role a member of a role of that level, of which it is a member WITH ADMIN OPTION.';

-- What an update script grants counts as installed with the extension, and a dump leaves it out: roles get what is new
-- in a version from this function instead.
CREATE FUNCTION factcheck.renew_grants(OUT role regrole, OUT level text) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    FOR role, level IN
        SELECT g.role, g.level FROM factcheck._granted_levels() AS g ORDER BY g.role::text
    LOOP
        PERFORM factcheck.grant_usage(role, level);
        RETURN NEXT;
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck.renew_grants() IS
    'Gives every role what its level needs in this version; to be called after ALTER EXTENSION factcheck UPDATE.';

-- Nothing for PUBLIC; functions and types are listed by the catalog, so that none can be forgotten.
DO $revoke$
DECLARE
    member record;
BEGIN
    FOR member IN
        SELECT i.type, i.identity
        FROM pg_catalog.pg_depend d
        CROSS JOIN LATERAL pg_catalog.pg_identify_object(d.classid, d.objid, 0) AS i
        WHERE d.classid OPERATOR(pg_catalog.=) ANY (ARRAY[
              'pg_catalog.pg_proc'::pg_catalog.regclass, 'pg_catalog.pg_type'::pg_catalog.regclass])
          AND d.deptype OPERATOR(pg_catalog.=) 'e'
          AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
          AND d.refobjid OPERATOR(pg_catalog.=) (
              SELECT e.oid FROM pg_catalog.pg_extension e WHERE e.extname OPERATOR(pg_catalog.=) 'factcheck')
    LOOP
        EXECUTE pg_catalog.format('REVOKE ALL ON %s %s FROM PUBLIC', member.type, member.identity);
    END LOOP;
END;
$revoke$;
