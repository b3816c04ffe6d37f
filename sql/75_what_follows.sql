-- A decision holds one claim fast, and the others are read anew in its light, from their stored readings: the text is not
-- needed for it.  What follows is a run of its own.
CREATE FUNCTION factcheck._prepare_correction(claims jsonb) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].prepare_correction(plpy, claims)
$python$;
COMMENT ON FUNCTION factcheck._prepare_correction(jsonb) IS
    'First step of a correction: makes the readings of stored claims again, and tells what sentences are known again by.';

-- The planner's settings are those of a check, for the same queries.
CREATE FUNCTION factcheck._reinfer(token text) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET DateStyle = 'ISO, YMD'
SET enable_sort = off
SET jit = off
SET parallel_setup_cost = 0
SET parallel_tuple_cost = 0
SET work_mem = '256MB'
SET extra_float_digits = 1
AS $python$
    return GD["factcheck"].reinfer(plpy, token)
$python$;
COMMENT ON FUNCTION factcheck._reinfer(text) IS
    'Second step of a correction: weighs the readings of stored claims by what was decided, and judges anew those that are read otherwise now.';

CREATE FUNCTION factcheck._reinfer_read_only(token text) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    result jsonb;
BEGIN
    PERFORM set_config('transaction_read_only', 'on', true);
    result := factcheck._reinfer(token);
    PERFORM factcheck._raise(result->'error');
    RETURN result->'claims';
EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
    PERFORM factcheck._raise_tried_to_write(SQLERRM);
END;
$function$;
COMMENT ON FUNCTION factcheck._reinfer_read_only(text) IS 'Reads stored claims anew in a block that cannot write.';

-- What was decided of the claims of a run, by their numbers: a decision, and the reading that is meant.
CREATE FUNCTION factcheck._decisions(run_id bigint) RETURNS jsonb
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
BEGIN
    RETURN (
        SELECT coalesce(jsonb_object_agg(d.claim_no, jsonb_strip_nulls(jsonb_build_object(
                   'correction_id', c.correction_id, 'decision', c.decision, 'query', r.query, 'description', r.description,
                   'kept_query', r.kept_query, 'columns', r.columns))), '{}')
        FROM factcheck.decided_claim d
        JOIN factcheck.correction c ON c.correction_id = d.correction_id AND c.origin_id = ANY ((SELECT factcheck._own_origins())::integer[])
        LEFT JOIN factcheck.correction_reading r ON r.correction_id = c.correction_id AND r.origin_id = c.origin_id
        WHERE d.run_id = _decisions.run_id AND c.decision <> 'forgotten' AND d.origin_id = ANY ((SELECT factcheck._own_origins())::integer[]));
END;
$function$;
COMMENT ON FUNCTION factcheck._decisions(bigint) IS 'What the current role decided about claims of a run.';

-- Rank 0 stands for a reading that is none of the check's.
CREATE FUNCTION factcheck._claims_to_infer(
    latest_run_id bigint, checked_run_id bigint, readings_run_id bigint, decisions jsonb, asked integer
) RETURNS jsonb
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
BEGIN
    RETURN (
        WITH reading AS MATERIALIZED (
            SELECT * FROM factcheck._stored_readings(checked_run_id)
        ), given AS MATERIALIZED (
            SELECT to_jsonb(c) AS claim, c.claim_no, decisions->(c.claim_no::text) AS decision
            FROM factcheck._stored_claims(latest_run_id, checked_run_id) AS c
            WHERE c.is_shown
        ), offered AS MATERIALIZED (
            -- a passage is known by its row and its words
            SELECT r.claim_no,
                   min(r.rank) FILTER (WHERE r.kept_query = h.kept_query
                       OR r.passage IS NOT NULL AND (r.query, r.description) = (h.query, h.description)) AS present_rank,
                   min(r.rank) FILTER (WHERE r.kept_query = d.decision->'kept_query'
                       OR r.passage IS NOT NULL
                          AND (r.query, r.description) = (d.decision->>'query', d.decision->>'description')) AS decided_rank,
                   jsonb_agg(jsonb_build_object(
                       'rank', r.rank, 'kept_query', r.kept_query, 'value', r.value, 'probability', r.probability,
                       'matches', r.matches, 'label', r.passage->'label') ORDER BY r.rank) AS readings
            FROM reading r
            LEFT JOIN factcheck._stored_readings(readings_run_id) AS h ON h.claim_no = r.claim_no AND h.rank = 1
            CROSS JOIN LATERAL (SELECT decisions->(r.claim_no::text)) AS d (decision)
            GROUP BY r.claim_no
        ), pinned AS (
            SELECT g.*, o.present_rank, o.readings,
                   CASE WHEN g.decision->>'query' IS NOT NULL AND g.decision->>'decision' <> 'dismissed'
                        THEN coalesce(o.decided_rank, 0) END AS pinned_rank
            FROM given g LEFT JOIN offered o ON o.claim_no = g.claim_no
        )
        SELECT coalesce(jsonb_agg(p.claim || jsonb_build_object(
                   'was_decided', EXISTS (
                       SELECT FROM factcheck.decided_claim d WHERE d.run_id = checked_run_id AND d.claim_no = p.claim_no),
                   'is_asked', p.claim_no = asked, 'is_dismissed', coalesce(p.decision->>'decision' = 'dismissed', false),
                   'pinned_rank', p.pinned_rank,
                   'present_rank', coalesce(p.pinned_rank, p.present_rank),
                   'readings', coalesce(p.readings, '[]')
                       || CASE WHEN p.pinned_rank = 0 THEN jsonb_build_array(jsonb_build_object(
                              'rank', 0, 'kept_query', p.decision->'kept_query', 'value', p.decision->'value',
                              'probability', 0, 'matches', false)) ELSE '[]' END)
                   ORDER BY p.claim_no), '[]')
        FROM pinned p);
END;
$function$;
COMMENT ON FUNCTION factcheck._claims_to_infer(bigint, bigint, bigint, jsonb, integer) IS
    'The claims of a run of the current role with all readings of the check that it goes back to, and what was decided; one of them is asked about.';

CREATE FUNCTION factcheck._store_correction(
    origin_id integer, checked_run_id bigint, latest_run_id bigint, run_id bigint, inferred jsonb, decisions jsonb,
    states jsonb, snapshot pg_snapshot
) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    state_of_column CONSTANT jsonb := factcheck._states_of_columns(states, snapshot);
    readings jsonb;
BEGIN
    INSERT INTO factcheck.decided_claim (run_id, claim_no, origin_id, correction_id)
    SELECT run_id, d.key::integer, origin_id, (d.value->>'correction_id')::bigint
    FROM jsonb_each(decisions) AS d WHERE d.value->>'decision' <> 'reopened';
    -- The readings in their order by now, as they were stored by the check, with the correction, or made by analogy.
    SELECT coalesce(jsonb_agg(jsonb_build_object(
               'claim_no', i.claim_no, 'place', o.place, 'probability', o.probability,
               'query', coalesce(r.query, o.query, d.decision->>'query'),
               'description', coalesce(r.description, o.description, d.decision->>'description'),
               'value', coalesce(r.value, o.value), 'matches', coalesce(r.matches, o.matches),
               'kept_query', coalesce(r.kept_query, o.kept_query, d.decision->'kept_query'), 'passage', r.passage, 'columns', r.columns,
               'reading_columns', coalesce(to_jsonb(r.reading_columns), CASE WHEN o.columns_read IS NOT NULL THEN
                   factcheck._columns_used(o.columns_read) END, d.decision->'columns', '[]'))), '[]')
    INTO readings
    FROM jsonb_to_recordset(inferred) AS i (claim_no integer, readings jsonb)
    CROSS JOIN LATERAL jsonb_to_recordset(i.readings) AS o (
        place integer, rank integer, probability double precision, query text, description text, kept_query jsonb,
        value numeric, matches boolean, columns_read jsonb)
    LEFT JOIN factcheck._stored_readings(checked_run_id) AS r ON r.claim_no = i.claim_no AND r.rank = o.rank
    CROSS JOIN LATERAL (SELECT decisions->(i.claim_no::text)) AS d (decision)
    WHERE d.decision->>'decision' IS DISTINCT FROM 'dismissed';
    PERFORM factcheck._store_verdicts(origin_id, run_id, latest_run_id, ARRAY(
        WITH reading AS MATERIALIZED (
            SELECT * FROM jsonb_to_recordset(readings) AS r (
                claim_no integer, place integer, query text, description text, kept_query jsonb, passage jsonb, columns integer[],
                reading_columns integer[], matches boolean, probability double precision)
        ), used AS (
            SELECT r.claim_no, jsonb_agg(DISTINCT member ORDER BY member) AS columns
            FROM reading r CROSS JOIN LATERAL unnest(r.columns || r.reading_columns) AS member GROUP BY r.claim_no
        )
        SELECT jsonb_populate_record(NULL::factcheck._judged_claim, jsonb_build_object(
                   'claim_no', c.claim_no, 'is_certified', coalesce(c.is_certified, false), 'is_old', true,
                   'old_verdict', c.verdict, 'old_columns', c.columns, 'old_reading_columns', c.reading_columns)
                   || CASE WHEN i.claim_no IS NULL THEN jsonb_build_object(
                          'columns', '{}'::integer[], 'reading_columns', '{}'::integer[], 'states', '{}'::integer[],
                          'verdict', 'not_enough_info', 'p_correct', 0.5,
                          'message', 'What this claim was judged by was altered, or may no longer be read: check the text again.')
                      WHEN r.claim_no IS NULL THEN jsonb_build_object(
                          'columns', '{}'::integer[], 'reading_columns', '{}'::integer[], 'states', '{}'::integer[],
                          'verdict', coalesce(i.verdict, c.verdict), 'p_correct', coalesce(i.p_correct, c.p_now),
                          'message', coalesce(i.message, c.message))
                      WHEN i.is_anew THEN jsonb_build_object(
                          'columns', u.columns, 'reading_columns', r.reading_columns,
                          'states', ARRAY(SELECT DISTINCT coalesce((state_of_column->>(used.number::text))::integer, 0)
                                          FROM unnest(r.reading_columns) AS used (number) ORDER BY 1),
                          'verdict', i.verdict, 'p_correct', i.p_correct, 'found_value', i.found_value, 'matches',
                          i.matches, 'message', i.message, 'description', r.description, 'query', r.query,
                          'kept_query', r.kept_query, 'passage', r.passage, 'p_query', i.p_query)
                      ELSE jsonb_build_object(
                          'columns', u.columns, 'reading_columns', c.reading_columns, 'states', c.states,
                          'verdict', c.verdict, 'p_correct', c.p_now, 'found_value', c.found_value, 'matches', c.matches,
                          'message', c.message, 'description', c.description, 'query', c.query,
                          'kept_query', r.kept_query, 'passage', r.passage, 'p_query', i.p_query) END)
        FROM factcheck._stored_claims(latest_run_id, checked_run_id) AS c
        LEFT JOIN jsonb_to_recordset(inferred) AS i (
            claim_no integer, is_anew boolean, p_query double precision, verdict factcheck.verdict, p_correct double precision,
            found_value numeric, matches boolean, message text)
          ON i.claim_no = c.claim_no
        LEFT JOIN reading r ON r.claim_no = c.claim_no AND r.place = 1
        LEFT JOIN used u ON u.claim_no = c.claim_no));
    INSERT INTO factcheck.alternative (run_id, claim_no, rank, origin_id, columns, reading_columns, query, description, value,
                                       probability, matches, kept_query, passage)
    SELECT run_id, r.claim_no, r.place, origin_id, v.columns, r.reading_columns, r.query, r.description, r.value, r.probability,
           r.matches, r.kept_query, nullif(r.passage, 'null')
    FROM jsonb_to_recordset(readings) AS r (
        claim_no integer, place integer, query text, description text, value numeric, kept_query jsonb, passage jsonb,
        reading_columns integer[], matches boolean, probability double precision)
    JOIN factcheck.claim_verdict v ON v.run_id = run_id AND v.claim_no = r.claim_no AND v.origin_id = origin_id
    WHERE r.place > 1;
END;
$function$;
COMMENT ON FUNCTION factcheck._store_correction(integer, bigint, bigint, bigint, jsonb, jsonb, jsonb, pg_snapshot) IS
    'Stores the claims of a document as they are read after a correction: what was judged anew as it was, the rest as the latest run had it, and all readings in their order by now.';
