-- Stored readings are run again like candidate queries: of tables that are kept from being altered, in one snapshot, in a
-- block that cannot write, with the caller's rights.  What is kept of them is no SQL: they are made of it again, and all
-- that is about one table is computed together.
CREATE FUNCTION factcheck._prepare_recheck(claims jsonb, time_budget double precision) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].prepare_recheck(plpy, claims, time_budget)
$python$;
COMMENT ON FUNCTION factcheck._prepare_recheck(jsonb, double precision) IS
    'First step of a recheck: makes the readings of stored claims again.';

-- The planner's settings are those of a check, for the same queries.
CREATE FUNCTION factcheck._rejudge(token text) RETURNS jsonb
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
    return GD["factcheck"].rejudge(plpy, token)
$python$;
COMMENT ON FUNCTION factcheck._rejudge(text) IS
    'Second step of a recheck: runs the readings of stored claims and judges the claims by what these give now, as far as there is time.';

CREATE FUNCTION factcheck._rejudge_read_only(claims jsonb, time_budget interval) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    prepared jsonb;
    result jsonb;
BEGIN
    PERFORM factcheck._keep_names();
    prepared := factcheck._prepare_recheck(claims, extract(epoch FROM time_budget)::double precision);
    PERFORM factcheck._raise(prepared->'error');
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        result := factcheck._rejudge(prepared->>'token');
        PERFORM factcheck._raise(result->'error');
        RETURN result->'claims';
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
END;
$function$;
COMMENT ON FUNCTION factcheck._rejudge_read_only(jsonb, interval) IS 'Judges stored claims again in a block that cannot write.';

-- All that is stored of a run and of the check that it goes back to is read by one statement, and of each table at once, since
-- each asks anew which columns may be read.
CREATE FUNCTION factcheck._stored_claims(latest_run_id bigint, checked_run_id bigint) RETURNS jsonb
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_nestloop = off -- a document may have many claims, and the planner expects one
AS $function$
#variable_conflict use_variable
DECLARE
    present CONSTANT integer[] := factcheck._present_states(true);
    unaltered CONSTANT integer[] := factcheck._unaltered_columns();
BEGIN
    RETURN (
        WITH verdict AS MATERIALIZED (
            SELECT v.* FROM factcheck.claim_verdict v WHERE v.run_id IN (latest_run_id, checked_run_id)
        ), value AS MATERIALIZED (
            SELECT f.* FROM factcheck.claim_value f WHERE f.run_id IN (latest_run_id, checked_run_id)
        )
        SELECT coalesce(jsonb_agg(jsonb_build_object(
                   'claim_no', c.claim_no, 'claim_text', c.claim_text, 'sentence', c.sentence, 'claimed_value', c.claimed_value,
                   'claimed_high', c.claimed_high, 'comparison', c.comparison, 'claimed_unit', c.claimed_unit,
                   'is_shown', v.verdict IS NOT NULL AND checked.verdict IS NOT NULL,
                   -- what passages say is asked by a new check alone
                   'may_differ', NOT (v.states <@ present AND v.reading_columns <@ unaltered) AND (g.query IS NULL OR g.kept_query IS NOT NULL OR g.found_value IS NOT NULL),
                   'verdict', v.verdict, 'p_now', v.p_correct, 'states', v.states, 'columns', v.columns,
                   'reading_columns', v.reading_columns,
                   'found_value', f.found_value, 'passage', f.passage, 'message', f.message, 'matches', f.matches,
                   'checked_verdict', checked.verdict, 'checked_message', g.message, 'p_correct', checked.p_correct, 'is_certified', checked.is_certified,
                   'checked_columns', g.columns, 'checked_reading_columns', g.reading_columns, 'description', f.description, 'query', f.query, 'p_query', f.p_query,
                   'readings', CASE WHEN g.query IS NULL OR (g.kept_query IS NULL AND g.found_value IS NULL) THEN '[]' ELSE jsonb_build_array(jsonb_build_object(
                       'rank', 1, 'kept_query', g.kept_query, 'value', g.found_value, 'probability', g.p_query,
                       'matches', g.matches)) END)
                   ORDER BY c.claim_no), '[]')
        FROM factcheck.claim c
        LEFT JOIN verdict v ON v.run_id = latest_run_id AND v.claim_no = c.claim_no AND v.origin_id = c.origin_id
        LEFT JOIN value f ON f.run_id = latest_run_id AND f.claim_no = c.claim_no AND f.origin_id = c.origin_id
        LEFT JOIN verdict checked
          ON checked.run_id = checked_run_id AND checked.claim_no = c.claim_no AND checked.origin_id = c.origin_id
        LEFT JOIN value g ON g.run_id = checked_run_id AND g.claim_no = c.claim_no AND g.origin_id = c.origin_id
        WHERE c.run_id = latest_run_id AND c.origin_id = ANY ((SELECT factcheck._own_origins())::integer[]));
END;
$function$;
COMMENT ON FUNCTION factcheck._stored_claims(bigint, bigint) IS
    'The claims of a run of the current role, with what was found then and in the check that it goes back to, the likeliest readings of that check, and whether the data may differ now.';

CREATE FUNCTION factcheck._with_alternatives(claims jsonb, checked_run_id bigint) RETURNS jsonb
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    alternatives jsonb;
BEGIN
    SELECT coalesce(jsonb_object_agg(a.claim_no, a.readings), '{}') INTO alternatives
    FROM (
        SELECT a.claim_no, jsonb_agg(jsonb_build_object(
                   'rank', a.rank, 'kept_query', a.kept_query, 'value', a.value, 'probability', a.probability,
                   'matches', a.matches)
                   ORDER BY a.rank) AS readings
        FROM factcheck.alternative a
        WHERE a.run_id = checked_run_id AND a.kept_query IS NOT NULL AND a.probability >= 0.01 -- less likely ones decide nothing
          AND a.origin_id = ANY ((SELECT factcheck._own_origins())::integer[])
        GROUP BY a.claim_no) AS a;
    RETURN (
        SELECT jsonb_agg(jsonb_set(claim, '{readings}', (claim->'readings') || coalesce(alternatives->(claim->>'claim_no'), '[]')))
        FROM jsonb_array_elements(claims) AS given (claim));
END;
$function$;
COMMENT ON FUNCTION factcheck._with_alternatives(jsonb, bigint) IS
    'Some claims of the current role with the other likely readings of a check, too.';

-- As long as the likeliest reading of a claim agrees with it, or does not, as before, no other can change the verdict; nor
-- where the verdict is the same whichever others agree.
CREATE FUNCTION factcheck._rejudge_claims(claims jsonb, checked_run_id bigint, time_budget interval) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    started CONSTANT timestamptz := clock_timestamp();
    once jsonb;
    again jsonb;
    undecided integer[];
    left_over interval;
BEGIN
    once := factcheck._rejudge_read_only((
        SELECT coalesce(jsonb_agg(claim), '[]') FROM jsonb_array_elements(claims) AS given (claim)
        WHERE (claim->>'is_shown')::boolean AND (claim->>'may_differ')::boolean), time_budget);
    undecided := ARRAY(SELECT (claim->>'claim_no')::integer FROM jsonb_array_elements(once) AS judged (claim)
                  WHERE (claim->>'needs_others')::boolean);
    left_over := time_budget - (clock_timestamp() - started);
    IF undecided = '{}' OR left_over <= interval '0' THEN
        RETURN once;
    END IF;
    again := factcheck._rejudge_read_only(factcheck._with_alternatives((
        SELECT jsonb_agg(claim) FROM jsonb_array_elements(claims) AS given (claim)
        WHERE (claim->>'claim_no')::integer = ANY (undecided)), checked_run_id), left_over);
    RETURN again || (
        SELECT coalesce(jsonb_agg(claim), '[]') FROM jsonb_array_elements(once) AS judged (claim)
        WHERE (claim->>'claim_no')::integer <> ALL (undecided));
END;
$function$;
COMMENT ON FUNCTION factcheck._rejudge_claims(jsonb, bigint, interval) IS
    'Judges claims again whose data may differ now, as many as there is time for.';

CREATE FUNCTION factcheck._store_recheck(
    origin_id integer, checked_run_id bigint, latest_run_id bigint, run_id bigint, claims jsonb, rejudged jsonb, states jsonb,
    snapshot pg_snapshot
) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    state_of_column CONSTANT jsonb := factcheck._states_of_columns(states, snapshot);
BEGIN
    PERFORM factcheck._store_verdicts(origin_id, run_id, latest_run_id, (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
                   'claim_no', c.claim_no, 'is_certified', coalesce(c.is_certified, false), 'p_query', c.p_query,
                   'is_old', true, 'old_verdict', c.verdict, 'old_columns', c.columns, 'old_reading_columns', c.reading_columns,
                   'description', coalesce(n.description, c.description), 'query', coalesce(n.query, c.query))
                   || CASE WHEN n.claim_no IS NOT NULL THEN jsonb_build_object(
                          'columns', c.checked_columns, 'reading_columns', c.checked_reading_columns,
                          'states', ARRAY(SELECT DISTINCT coalesce((state_of_column->>(used.number::text))::integer, 0)
                                          FROM unnest(c.checked_reading_columns) AS used (number) ORDER BY 1),
                          'verdict', n.verdict, 'p_correct', n.p_correct, 'found_value', n.found_value, 'matches', n.matches,
                          'message', n.message)
                      WHEN c.is_shown THEN jsonb_build_object(
                          'columns', c.columns, 'reading_columns', c.reading_columns, 'states', c.states, 'verdict', c.verdict, 'p_correct', c.p_now,
                          'found_value', c.found_value, 'passage', c.passage, 'matches', c.matches, 'message', c.message)
                      ELSE jsonb_build_object(
                          'columns', '{}'::integer[], 'reading_columns', '{}'::integer[], 'states', '{}'::integer[], 'verdict', 'not_enough_info', 'p_correct', 0.5,
                          'message', 'What this claim was judged by may no longer be read.') END), '[]')
        FROM jsonb_to_recordset(claims) AS c (
            claim_no integer, is_shown boolean, verdict text, p_now double precision, states integer[], columns integer[],
            reading_columns integer[], checked_reading_columns integer[],
            found_value numeric, passage jsonb, message text, matches boolean, is_certified boolean, checked_columns integer[],
            description text, query text, p_query double precision)
        LEFT JOIN jsonb_to_recordset(rejudged) AS n (
            claim_no integer, verdict text, p_correct double precision, found_value numeric, matches boolean, message text,
            description text, query text)
          ON n.claim_no = c.claim_no));
    INSERT INTO factcheck.decided_claim (run_id, claim_no, origin_id, correction_id)
    SELECT run_id, d.claim_no, d.origin_id, d.correction_id
    FROM factcheck.decided_claim d WHERE d.run_id = latest_run_id AND d.origin_id = origin_id;
    IF NOT jsonb_path_exists(rejudged, '$[*].others[*]') THEN
        RETURN;
    END IF;
    INSERT INTO factcheck.alternative (run_id, claim_no, rank, origin_id, columns, reading_columns, query, description, value,
                                       probability, matches)
    SELECT run_id, a.claim_no, a.rank, a.origin_id, a.columns, a.reading_columns, r.query, r.description, r.found_value, a.probability, r.matches
    FROM jsonb_to_recordset(rejudged) AS n (claim_no integer, others jsonb)
    CROSS JOIN LATERAL jsonb_to_recordset(n.others) AS r (
        rank integer, query text, description text, found_value numeric, matches boolean)
    JOIN factcheck.alternative a
      ON a.run_id = checked_run_id AND a.origin_id = origin_id AND a.claim_no = n.claim_no AND a.rank = r.rank;
END;
$function$;
COMMENT ON FUNCTION factcheck._store_recheck(integer, bigint, bigint, bigint, jsonb, jsonb, jsonb, pg_snapshot) IS
    'Stores the claims of a recheck: what was judged again as it was, with the readings that were run, and the rest as the latest run had it.';

CREATE FUNCTION factcheck.recheck(document_id bigint, time_budget interval DEFAULT NULL) RETURNS TABLE (
    claim_no integer, claim_text text, old_verdict factcheck.verdict, new_verdict factcheck.verdict, old_value numeric,
    new_value numeric, message text, run_id bigint)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
DECLARE
    started CONSTANT timestamptz := clock_timestamp();
    of_document CONSTANT bigint := recheck.document_id;
    origin integer;
    latest bigint;
    checked bigint;
    new_run bigint;
    snapshot pg_snapshot;
    states jsonb;
    claims jsonb;
    rejudged jsonb;
BEGIN
    SELECT l.origin_id, l.latest_run_id INTO origin, latest FROM factcheck._begin_later_run(of_document) AS l;
    snapshot := pg_current_snapshot();
    SELECT CASE r.kind WHEN 'recheck' THEN r.checked_run_id ELSE r.run_id END INTO checked
    FROM factcheck.run r WHERE r.run_id = latest;
    claims := factcheck._stored_claims(latest, checked);
    IF jsonb_array_length(claims) > 0 AND NOT claims @> '[{"is_shown": true}]' THEN
        RAISE EXCEPTION 'the verdicts on document % are withheld from you', of_document -- error: verdicts_withheld
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = 'You may not read all columns that were used, they were altered, or row security applies to them.',
                  HINT = 'Check the text again: factcheck.verify.';
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    SELECT coalesce(jsonb_agg(s), '[]') INTO states
    FROM factcheck._data_states(ARRAY(
        SELECT DISTINCT u.relation::oid
        FROM factcheck.used_column u
        WHERE u.used_column_id IN (
            SELECT jsonb_path_query(claims, '$[*].checked_reading_columns[*]')::integer))) AS s;
    rejudged := factcheck._rejudge_claims(claims, checked, time_budget);
    new_run := factcheck._enter_later_run(latest, 'recheck', checked, started);
    PERFORM factcheck._store_recheck(origin, checked, latest, new_run, claims, rejudged, states, snapshot);
    RETURN QUERY
        SELECT c.claim_no, c.claim_text, c.verdict, n.verdict, c.found_value, n.found_value, n.message, new_run
        FROM jsonb_to_recordset(claims) AS c (
            claim_no integer, claim_text text, verdict factcheck.verdict, found_value numeric)
        JOIN jsonb_to_recordset(rejudged) AS n (
            claim_no integer, verdict factcheck.verdict, found_value numeric, message text) ON n.claim_no = c.claim_no
        WHERE c.verdict <> n.verdict
        ORDER BY c.claim_no;
END;
$function$;
COMMENT ON FUNCTION factcheck.recheck(bigint, interval) IS
    'Runs the stored readings of a document again, and no others, stores what they give now, and returns the claims whose verdict flipped.';

-- What one types first: the title that a document was checked under.  A literal or a parameter without a type means this
-- function, since PostgreSQL prefers text; so a whole number is that of a document here as well.
CREATE FUNCTION factcheck.recheck(title text, time_budget interval DEFAULT NULL) RETURNS TABLE (
    claim_no integer, claim_text text, old_verdict factcheck.verdict, new_verdict factcheck.verdict, old_value numeric,
    new_value numeric, message text, run_id bigint)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    found bigint[];
BEGIN
    IF title ~ '^[0-9]{1,18}$' OR title IS NULL THEN
        found := ARRAY[title::bigint];
    ELSE
        found := ARRAY(SELECT d.document_id FROM factcheck.document d
                       WHERE d.title = title AND d.origin_id = ANY (factcheck._own_origins()));
    END IF;
    IF found = '{}' THEN
        RAISE EXCEPTION 'no document that you had checked has the title "%"', title -- error: title_not_known
            USING ERRCODE = 'undefined_object',
                  HINT = 'See which were checked: SELECT document_id, title FROM factcheck.documents.';
    ELSIF cardinality(found) > 1 THEN
        RAISE EXCEPTION '% documents that you had checked have the title "%"', cardinality(found), title -- error: title_not_unique
            USING ERRCODE = 'cardinality_violation',
                  HINT = format('Give the number of one: SELECT document_id, source_table, source_key FROM factcheck.documents WHERE title = %L.',
                                title);
    END IF;
    RETURN QUERY SELECT r.* FROM factcheck.recheck(found[1], time_budget) AS r;
END;
$function$;
COMMENT ON FUNCTION factcheck.recheck(text, interval) IS
    'As recheck with the number of a document, for one that the caller had checked under a title.';
