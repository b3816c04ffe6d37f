-- A document is checked and stored, or stored as failed.
CREATE FUNCTION factcheck._check_and_store(
    document text, title text, source_table regclass, source_key text, tables regclass[], p_true double precision,
    top_k integer, time_budget interval, sources text[]
) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    started CONSTANT timestamptz := clock_timestamp();
    snapshot CONSTANT pg_snapshot := pg_current_snapshot();
    states jsonb;
    checked jsonb := '{"rows": [], "columns": [], "kept_queries": []}';
    seconds jsonb;
    origin integer;
    number bigint;
    old_run bigint;
    new_run bigint;
BEGIN
    PERFORM factcheck._require_writable();
    SELECT d.origin_id, d.document_id INTO origin, number
    FROM factcheck._document(document, title, source_table, source_key) AS d;
    -- From before the check: what changes meanwhile counts as changed afterwards.
    SELECT coalesce(jsonb_agg(s), '[]') INTO states
    FROM factcheck._data_states(
        CASE WHEN tables IS NULL THEN ARRAY(SELECT dt.relation::oid FROM factcheck.data_table dt)
             ELSE ARRAY(SELECT unnest(tables)::oid) END
        || ARRAY(SELECT p.relation::oid FROM factcheck.passage_source p WHERE p.name = ANY (sources))) AS s;
    IF document IS NOT NULL THEN
        checked := factcheck._check(document, tables, p_true, top_k, time_budget, true);
        IF sources IS NOT NULL THEN
            checked := factcheck._with_evidence(document, sources, checked, top_k, time_budget - (clock_timestamp() - started));
        END IF;
    END IF;
    seconds := coalesce(checked->'seconds', '{}');
    old_run := (factcheck._begin_storing(number, title, true)).old_run_id;
    INSERT INTO factcheck.run (origin_id, document_id, is_latest, kind, status, started_at, n_claims, parsing_ms, retrieval_ms,
                               candidates_ms, evaluation_ms, inference_ms, rows_ms, queries_ms, statements_ms,
                               document_hash)
    SELECT origin, number, true, 'check', 'succeeded', started, jsonb_array_length(checked->'rows'), 1000 * s.parsing,
           1000 * s.retrieval, 1000 * (s.joins + s.span + s.scope), 1000 * s.evaluation, 1000 * s.inference,
           1000 * (s.verdicts + s.rows), 1000 * s.queries, 1000 * s.statements,
           sha256(convert_to(document, 'UTF8'))
    FROM jsonb_to_record(seconds) AS s (
        parsing double precision, retrieval double precision, joins double precision, span double precision,
        scope double precision, evaluation double precision, inference double precision, verdicts double precision,
        rows double precision, queries double precision, statements double precision)
    RETURNING run_id INTO new_run;
    INSERT INTO factcheck.run_work (run_id, origin_id, n_scans, n_groups, n_reused_cubes, n_candidates, n_certified)
    SELECT new_run, origin, w.scans, w.groups, w.reused_cubes, w.candidates,
           (SELECT count(*) FROM jsonb_array_elements(checked->'rows') AS r (claim) WHERE (r.claim->>'is_certified')::boolean)
    FROM jsonb_to_record(nullif(checked->'work', 'null')) AS w (
        scans integer, groups bigint, reused_cubes integer, candidates bigint)
    WHERE w.scans IS NOT NULL;
    PERFORM factcheck._store_claims(origin, new_run, old_run, checked, states, snapshot);
    RETURN jsonb_build_object('run_id', new_run, 'document_id', number, 'rows', checked->'rows');
END;
$function$;
COMMENT ON FUNCTION factcheck._check_and_store(text, text, regclass, text, regclass[], double precision, integer, interval, text[]) IS
    'Checks a document and stores what was found; returns the numbers of the run and of the document, and the rows.';

CREATE FUNCTION factcheck._store_check(
    document text,
    title text DEFAULT NULL,
    source_table regclass DEFAULT NULL,
    source_key text DEFAULT NULL,
    tables regclass[] DEFAULT NULL,
    time_budget interval DEFAULT NULL,
    sources text[] DEFAULT NULL
) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
BEGIN
    RETURN factcheck._check_and_store(document, title, source_table, source_key, tables, NULL, NULL, time_budget, sources)->>'run_id';
END;
$function$;
COMMENT ON FUNCTION factcheck._store_check(text, text, regclass, text, regclass[], interval, text[]) IS
    'Checks a row of a report table, or a document with a title, and stores what was found; returns the number of the run. A row without text is stored as a document without claims.';

CREATE FUNCTION factcheck._store_failure(
    sqlstate text, error text, started_at timestamptz, title text, source_table regclass, source_key text
) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    origin integer;
    number bigint;
    is_latest boolean;
    new_run bigint;
BEGIN
    SELECT d.origin_id, d.document_id INTO origin, number
    FROM factcheck._document(NULL, title, source_table, source_key) AS d;
    is_latest := (factcheck._begin_storing(number, title, false)).is_latest;
    INSERT INTO factcheck.run (origin_id, document_id, is_latest, kind, status, started_at, n_claims, sqlstate)
    VALUES (origin, number, is_latest, 'check', 'failed', started_at, 0, sqlstate)
    RETURNING run_id INTO new_run;
    INSERT INTO factcheck.run_error (run_id, origin_id, error) VALUES (new_run, origin, error);
    RETURN new_run;
END;
$function$;
COMMENT ON FUNCTION factcheck._store_failure(text, text, timestamptz, text, regclass, text) IS
    'Stores that the check of a row of a report table, or of a document with a title, has failed, and why; what was found before stays the latest. Returns the number of the run.';

CREATE FUNCTION factcheck.verify(
    document text,
    title text DEFAULT NULL,
    tables regclass[] DEFAULT NULL,
    p_true double precision DEFAULT NULL,
    top_k integer DEFAULT 10,
    time_budget interval DEFAULT NULL,
    sources text[] DEFAULT NULL,
    data_set text DEFAULT NULL
) RETURNS TABLE (
    claim_no integer, verdict factcheck.verdict, p_correct double precision, claim_text text, claimed_value numeric,
    claimed_high numeric, comparison text, found_value numeric, description text, query text, p_query double precision,
    is_certified boolean, sentence text, claim_start integer, claim_length integer, message text, alternatives jsonb,
    run_id bigint, document_id bigint)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    stored jsonb;
BEGIN
    IF document IS NULL THEN
        RETURN;
    END IF;
    stored := factcheck._check_and_store(document, title, NULL, NULL, factcheck._tables_to_check(tables, data_set),
                                         p_true, top_k, time_budget, sources);
    RETURN QUERY
        SELECT claim.*, (stored->>'run_id')::bigint, (stored->>'document_id')::bigint
        FROM jsonb_populate_recordset(NULL::factcheck.checked_claim, stored->'rows') AS claim
        ORDER BY claim.claim_no;
END;
$function$;
COMMENT ON FUNCTION factcheck.verify(text, text, regclass[], double precision, integer, interval, text[], text) IS
    'Checks a document as fact_check does and stores what was found: the rows, with the numbers of the run and of the document. A document is known by its title, else by its text.';
