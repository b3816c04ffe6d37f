-- What a dump carries, and how it is restored.
--
-- A dump restored by several jobs brings rows before those they refer to.  Rows of the index are only written together with
-- those, so that of each reference only its deletion is enforced.
DO $references$
DECLARE
    reference record;
BEGIN
    FOR reference IN
        SELECT t.tgrelid::pg_catalog.regclass AS relation, t.tgname
        FROM pg_catalog.pg_trigger t
        JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) t.tgrelid
        WHERE c.relnamespace OPERATOR(pg_catalog.=) 'factcheck'::pg_catalog.regnamespace
          AND t.tgfoid OPERATOR(pg_catalog.=) ANY (ARRAY[
              'pg_catalog."RI_FKey_check_ins"()'::pg_catalog.regprocedure,
              'pg_catalog."RI_FKey_check_upd"()'::pg_catalog.regprocedure])
    LOOP
        EXECUTE pg_catalog.format('ALTER TABLE %s DISABLE TRIGGER %I', reference.relation, reference.tgname);
    END LOOP;
END;
$references$;

-- What a dump carries: the site's decisions and the index made from them.
SELECT pg_catalog.pg_extension_config_dump('factcheck.setting_value', '');
SELECT pg_catalog.pg_extension_config_dump('factcheck.fitted_weights', '');
SELECT pg_catalog.pg_extension_config_dump('factcheck.category_model', '');
SELECT pg_catalog.pg_extension_config_dump('factcheck.fitted_weights_weights_no_seq', '');
-- The number of a table that was dropped may be another table's where the dump is restored: it stays behind, and with it
-- all that was made from it.
DO $dump$
DECLARE
    existing CONSTANT text :=
        'SELECT dt.table_id FROM factcheck.data_table dt'
        ' JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) dt.relation';
    -- Where a dump is restored, a column is the one of its name: what was made of another one's values stays behind.
    the_same CONSTANT text :=
        'SELECT dc.column_id FROM factcheck.data_column dc'
        ' JOIN factcheck.data_table dt ON dt.table_id OPERATOR(pg_catalog.=) dc.table_id'
        ' JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) dt.relation'
        ' AND a.attname OPERATOR(pg_catalog.=) dc.column_name AND NOT a.attisdropped'
        ' WHERE a.attnum OPERATOR(pg_catalog.=) coalesce(dc.column_number, a.attnum)'
        ' AND a.atttypid OPERATOR(pg_catalog.=) coalesce(dc.column_type, a.atttypid)';
    member text;
BEGIN
    FOREACH member IN ARRAY ARRAY['data_table', 'data_column', 'table_keyword', 'measure']
    LOOP
        PERFORM pg_catalog.pg_extension_config_dump(
            pg_catalog.format('factcheck.%I', member)::pg_catalog.regclass,
            pg_catalog.format('WHERE table_id IN (%s)', existing));
    END LOOP;
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.column_keyword',
        pg_catalog.format('WHERE column_id IN (SELECT dc.column_id FROM factcheck.data_column dc WHERE dc.table_id IN (%s))', existing));
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.column_fact', pg_catalog.format('WHERE column_id IN (%s)', the_same));
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.visibility', pg_catalog.format('WHERE column_id IN (%s)', the_same));
    FOREACH member IN ARRAY ARRAY['fragment', 'posting', 'spelling', 'text_index', 'column_profile', 'column_value']
    LOOP
        PERFORM pg_catalog.pg_extension_config_dump(
            pg_catalog.format('factcheck.%I', member)::pg_catalog.regclass,
            pg_catalog.format('WHERE visibility_id IN (SELECT v.visibility_id FROM factcheck.visibility v'
                              ' WHERE v.column_id IN (%s))', the_same));
    END LOOP;
END;
$dump$;
-- Passages are indexed anew where a dump is restored, by factcheck.refresh_source.
SELECT pg_catalog.pg_extension_config_dump('factcheck.passage_source',
    'WHERE EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) relation)');
SELECT pg_catalog.pg_extension_config_dump('factcheck.passage_source_source_id_seq', '');
SELECT pg_catalog.pg_extension_config_dump('factcheck.data_table_table_id_seq', '');
SELECT pg_catalog.pg_extension_config_dump('factcheck.data_column_column_id_seq', '');
SELECT pg_catalog.pg_extension_config_dump('factcheck.visibility_visibility_id_seq', '');
-- Numbers of dropped tables mean nothing, or another table, where a dump is restored.
SELECT pg_catalog.pg_extension_config_dump('factcheck.data_join',
    'WHERE 2 = (SELECT count(*) FROM factcheck.data_table dt JOIN pg_catalog.pg_class c ON c.oid = dt.relation'
    ' WHERE dt.table_id IN (data_join.from_table, data_join.to_table))');
SELECT pg_catalog.pg_extension_config_dump('factcheck.data_join_join_id_seq', '');
-- the OID of a table that was dropped may be another table's where the dump is restored
SELECT pg_catalog.pg_extension_config_dump('factcheck.description',
    'WHERE EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) relation)');
-- The history.  Documents of a report table that was dropped stay behind, since its number may be another's where the dump is
-- restored; and the states of the data, which nobody knows there.
DO $dump_runs$
DECLARE
    origins CONSTANT text := $condition$WHERE origin_id IN (
        SELECT o.origin_id FROM factcheck.origin o
        WHERE o.source_table IS NULL OR EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) o.source_table))$condition$;
    existing CONSTANT text := 'WHERE EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) %I)';
    member text;
BEGIN
    FOREACH member IN ARRAY ARRAY['origin', 'document', 'run', 'run_error', 'run_work', 'claim', 'claim_verdict', 'verdict_count',
                                   'flipped_verdict', 'claim_value', 'alternative', 'correction', 'correction_reading', 'correction_word', 'decided_claim',
                                   'document_text', 'fact_caption']
    LOOP
        PERFORM pg_catalog.pg_extension_config_dump(pg_catalog.format('factcheck.%I', member)::pg_catalog.regclass, origins);
    END LOOP;
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.used_column', pg_catalog.format(existing, 'relation'));
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.publication', pg_catalog.format(existing, 'source_table'));
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.origin_origin_id_seq', '');
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.document_document_id_seq', '');
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.run_run_id_seq', '');
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.correction_correction_id_seq', '');
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.used_column_used_column_id_seq', '');
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.table_state_table_state_id_seq', '');
END;
$dump_runs$;

-- What is watched, and what waits.  How far tables were looked through stays behind: a restored table is looked through anew.
DO $dump_watches$
DECLARE
    watches CONSTANT text := $condition$WHERE watch_id IN (
        SELECT w.watch_id FROM factcheck.watched_table w JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) w.relation)$condition$;
    member text;
BEGIN
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.watch_pattern', '');
    FOREACH member IN ARRAY ARRAY['watched_table', 'queued_document', 'watch_error']
    LOOP
        PERFORM pg_catalog.pg_extension_config_dump(pg_catalog.format('factcheck.%I', member)::pg_catalog.regclass, watches);
    END LOOP;
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.watched_relation',
        'WHERE EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) relation)');
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.watch_pattern_pattern_id_seq', '');
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.watched_table_watch_id_seq', '');
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.queued_document_queue_id_seq', '');
    PERFORM pg_catalog.pg_extension_config_dump('factcheck.watch_error_error_id_seq', '');
END;
$dump_watches$;
