-- Stored readings are run again like candidate queries: of tables that are kept from being altered, in one snapshot, in a
-- block that cannot write, with the caller's rights.  What is kept of them is no SQL: they are made of it again, and all
-- that is about one table is computed together.
CREATE FUNCTION factcheck._prepare_recheck(claims json, time_budget double precision) RETURNS jsonb
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
COMMENT ON FUNCTION factcheck._prepare_recheck(json, double precision) IS
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

CREATE FUNCTION factcheck._rejudge_read_only(claims json, time_budget interval) RETURNS jsonb
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
COMMENT ON FUNCTION factcheck._rejudge_read_only(json, interval) IS 'Judges stored claims again in a block that cannot write.';

CREATE TYPE factcheck._stored_claim AS (
    claim_no integer,
    claim_text text,
    sentence text,
    claimed_value numeric,
    claimed_high numeric,
    comparison text,
    claimed_unit text,
    is_shown boolean,
    may_differ boolean,
    verdict factcheck.verdict,
    p_now double precision,
    states integer[],
    columns integer[],
    reading_columns integer[],
    found_value numeric,
    passage jsonb,
    message text,
    matches boolean,
    description text,
    query text,
    p_query double precision,
    checked_verdict factcheck.verdict,
    p_correct double precision,
    is_certified boolean,
    checked_message text,
    checked_description text,
    checked_columns integer[],
    checked_reading_columns integer[],
    has_reading boolean,
    kept_query jsonb,
    checked_value numeric,
    checked_p_query double precision,
    checked_matches boolean
);
COMMENT ON TYPE factcheck._stored_claim IS
    'A claim of a run with what was found then, and with the likeliest reading of the check that the run goes back to.';

-- All that is stored of a run and of the check that it goes back to is read by one statement, and of each table at once, since
-- each asks anew which columns may be read.
CREATE FUNCTION factcheck._stored_claims(latest_run_id bigint, checked_run_id bigint) RETURNS SETOF factcheck._stored_claim
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET jit = off
SET enable_nestloop = off -- a document may have many claims, and the planner expects one
AS $function$
#variable_conflict use_variable
DECLARE
    present CONSTANT integer[] := factcheck._present_states(true);
    unaltered CONSTANT integer[] := factcheck._unaltered_columns();
BEGIN
    RETURN QUERY
        WITH verdict AS MATERIALIZED (
            SELECT v.* FROM factcheck.claim_verdict v WHERE v.run_id IN (latest_run_id, checked_run_id)
        ), value AS MATERIALIZED (
            SELECT f.* FROM factcheck.claim_value f WHERE f.run_id IN (latest_run_id, checked_run_id)
        )
        SELECT c.claim_no, c.claim_text, c.sentence, c.claimed_value, c.claimed_high, c.comparison, c.claimed_unit,
               v.verdict IS NOT NULL AND checked.verdict IS NOT NULL,
               -- what passages say is asked by a new check alone
               -- an earlier recheck may have run no reading, since the role might not read the data or a column had another name
               NOT (v.states <@ present AND v.reading_columns <@ unaltered AND v.reading_columns = checked.reading_columns)
                   AND (g.query IS NULL OR g.kept_query IS NOT NULL OR g.found_value IS NOT NULL),
               v.verdict, v.p_correct, v.states, v.columns, v.reading_columns, f.found_value, f.passage, f.message, f.matches,
               f.description, f.query, f.p_query,
               checked.verdict, checked.p_correct, checked.is_certified, g.message, g.description, g.columns, g.reading_columns,
               g.query IS NOT NULL AND (g.kept_query IS NOT NULL OR g.found_value IS NOT NULL),
               g.kept_query, g.found_value, g.p_query, g.matches
        FROM factcheck.claim c
        LEFT JOIN verdict v ON v.run_id = latest_run_id AND v.claim_no = c.claim_no AND v.origin_id = c.origin_id
        LEFT JOIN value f ON f.run_id = latest_run_id AND f.claim_no = c.claim_no AND f.origin_id = c.origin_id
        LEFT JOIN verdict checked
          ON checked.run_id = checked_run_id AND checked.claim_no = c.claim_no AND checked.origin_id = c.origin_id
        LEFT JOIN value g ON g.run_id = checked_run_id AND g.claim_no = c.claim_no AND g.origin_id = c.origin_id
        WHERE c.run_id = latest_run_id AND c.origin_id = ANY ((SELECT factcheck._own_origins())::integer[])
        ORDER BY c.claim_no;
END;
$function$;
COMMENT ON FUNCTION factcheck._stored_claims(bigint, bigint) IS
    'The claims of a run of the current role, with what was found then and in the check that it goes back to, the likeliest readings of that check, and whether the data may differ now.';

CREATE FUNCTION factcheck._readings_to_rejudge(claims factcheck._stored_claim[], checked_run_id bigint, undecided integer[])
RETURNS json
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
BEGIN
    RETURN (
        WITH other AS MATERIALIZED (
            SELECT a.claim_no, array_agg(json_build_object(
                       'rank', a.rank, 'kept_query', a.kept_query, 'value', a.value, 'probability', a.probability,
                       'matches', a.matches) ORDER BY a.rank) AS readings
            FROM factcheck.alternative a
            WHERE undecided IS NOT NULL AND a.claim_no = ANY (undecided)
              AND a.run_id = checked_run_id AND a.kept_query IS NOT NULL AND a.probability >= 0.01 -- less likely ones decide nothing
              AND a.origin_id = ANY ((SELECT factcheck._own_origins())::integer[])
            GROUP BY a.claim_no
        )
        SELECT coalesce(json_agg(asked), '[]')
        FROM (
            SELECT c.claim_no, c.claim_text, c.claimed_value, c.claimed_high, c.comparison, c.claimed_unit, c.verdict,
                   c.found_value, c.message, c.query, c.checked_verdict, c.checked_message, c.checked_description, c.p_correct,
                   c.is_certified,
                   CASE WHEN c.has_reading THEN ARRAY[json_build_object(
                       'rank', 1, 'kept_query', c.kept_query, 'value', c.checked_value, 'probability', c.checked_p_query,
                       'matches', c.checked_matches)] ELSE '{}' END || coalesce(o.readings, '{}') AS readings
            FROM unnest(claims) AS c
            LEFT JOIN other o ON o.claim_no = c.claim_no
            WHERE c.is_shown AND c.may_differ AND (undecided IS NULL OR c.claim_no = ANY (undecided))) AS asked);
END;
$function$;
COMMENT ON FUNCTION factcheck._readings_to_rejudge(factcheck._stored_claim[], bigint, integer[]) IS
    'The claims whose data may differ now, each with its likeliest reading; of claims named as undecided, with the other likely readings of the check, too.';

-- As long as the likeliest reading of a claim agrees with it, or does not, as before, no other can change the verdict; nor
-- where the verdict is the same whichever others agree.
CREATE FUNCTION factcheck._rejudge_claims(claims factcheck._stored_claim[], checked_run_id bigint, time_budget interval) RETURNS jsonb
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
    once := factcheck._rejudge_read_only(factcheck._readings_to_rejudge(claims, checked_run_id, NULL), time_budget);
    undecided := ARRAY(SELECT (claim->>'claim_no')::integer FROM jsonb_array_elements(once) AS judged (claim)
                  WHERE (claim->>'needs_others')::boolean);
    left_over := time_budget - (clock_timestamp() - started);
    IF undecided = '{}' OR left_over <= interval '0' THEN
        RETURN once;
    END IF;
    again := factcheck._rejudge_read_only(factcheck._readings_to_rejudge(claims, checked_run_id, undecided), left_over);
    RETURN again || (
        SELECT coalesce(jsonb_agg(claim), '[]') FROM jsonb_array_elements(once) AS judged (claim)
        WHERE (claim->>'claim_no')::integer <> ALL (undecided));
END;
$function$;
COMMENT ON FUNCTION factcheck._rejudge_claims(factcheck._stored_claim[], bigint, interval) IS
    'Judges claims again whose data may differ now, as many as there is time for.';

-- Of a claim whose likeliest reading gives what the check found, only the number comes back: all else is as the check said.
CREATE FUNCTION factcheck._store_recheck(
    origin_id integer, checked_run_id bigint, latest_run_id bigint, run_id bigint, claims factcheck._stored_claim[],
    rejudged jsonb, states jsonb, snapshot pg_snapshot
) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    state_of_column CONSTANT jsonb := factcheck._states_of_columns(states, snapshot);
BEGIN
    PERFORM factcheck._store_verdicts(origin_id, run_id, latest_run_id, ARRAY(
        WITH used AS MATERIALIZED (
            SELECT r.columns, ARRAY(SELECT DISTINCT coalesce((state_of_column->>(used.number::text))::integer, 0)
                                    FROM unnest(r.columns) AS used (number) ORDER BY 1) AS states
            FROM (SELECT DISTINCT c.checked_reading_columns AS columns FROM unnest(claims) AS c) AS r
        )
        SELECT ROW(c.claim_no, now.columns, now.reading_columns, now.states, now.verdict, now.p_correct,
                   coalesce(c.is_certified, false), now.found_value, coalesce(n.description, c.description),
                   coalesce(n.query, c.query), c.p_query, now.matches, NULL, NULL, now.passage, now.message,
                   true, c.verdict, c.columns, c.reading_columns)::factcheck._judged_claim
        FROM unnest(claims) AS c
        LEFT JOIN jsonb_to_recordset(rejudged) AS n (
            claim_no integer, is_as_checked boolean, verdict factcheck.verdict, p_correct double precision, found_value numeric,
            matches boolean, message text, description text, query text)
          ON n.claim_no = c.claim_no
        LEFT JOIN used u ON u.columns = c.checked_reading_columns
        CROSS JOIN LATERAL (
            SELECT c.checked_columns, c.checked_reading_columns, u.states, c.checked_verdict, c.p_correct, c.checked_value,
                   c.checked_matches, NULL::jsonb, coalesce(n.message, c.checked_message) WHERE n.is_as_checked
            UNION ALL
            SELECT c.checked_columns, c.checked_reading_columns, u.states, n.verdict, n.p_correct, n.found_value, n.matches, NULL,
                   n.message WHERE NOT n.is_as_checked
            UNION ALL
            SELECT c.columns, c.reading_columns, c.states, c.verdict, c.p_now, c.found_value, c.matches, c.passage, c.message
            WHERE n.claim_no IS NULL AND c.is_shown
            UNION ALL
            SELECT '{}', '{}', '{}', 'not_enough_info', 0.5, NULL, NULL, NULL,
                   'What this claim was judged by was altered, or may no longer be read: check the text again.'
            WHERE n.claim_no IS NULL AND NOT c.is_shown
        ) AS now (columns, reading_columns, states, verdict, p_correct, found_value, matches, passage, message)));
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
COMMENT ON FUNCTION factcheck._store_recheck(integer, bigint, bigint, bigint, factcheck._stored_claim[], jsonb, jsonb, pg_snapshot) IS
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
    claims factcheck._stored_claim[];
    rejudged jsonb;
BEGIN
    SELECT l.origin_id, l.latest_run_id INTO origin, latest FROM factcheck._begin_later_run(of_document) AS l;
    snapshot := pg_current_snapshot();
    SELECT CASE r.kind WHEN 'recheck' THEN r.checked_run_id ELSE r.run_id END INTO checked
    FROM factcheck.run r WHERE r.run_id = latest;
    claims := ARRAY(SELECT c FROM factcheck._stored_claims(latest, checked) AS c);
    IF NOT true = ANY (SELECT c.is_shown FROM unnest(claims) AS c) AND claims <> '{}' THEN
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
            SELECT member FROM unnest(claims) AS c CROSS JOIN unnest(c.checked_reading_columns) AS member))) AS s;
    rejudged := factcheck._rejudge_claims(claims, checked, time_budget);
    new_run := factcheck._enter_later_run(latest, 'recheck', checked, started);
    PERFORM factcheck._store_recheck(origin, checked, latest, new_run, claims, rejudged, states, snapshot);
    RETURN QUERY
        SELECT c.claim_no, c.claim_text, c.verdict, now.verdict, c.found_value, now.found_value, now.message, new_run
        FROM unnest(claims) AS c
        JOIN jsonb_to_recordset(rejudged) AS n (
            claim_no integer, is_as_checked boolean, verdict factcheck.verdict, found_value numeric, message text)
          ON n.claim_no = c.claim_no
        CROSS JOIN LATERAL (
            SELECT c.checked_verdict, c.checked_value, coalesce(n.message, c.checked_message) WHERE n.is_as_checked
            UNION ALL
            SELECT n.verdict, n.found_value, n.message WHERE NOT n.is_as_checked) AS now (verdict, found_value, message)
        WHERE c.verdict <> now.verdict
        ORDER BY c.claim_no;
END;
$function$;
COMMENT ON FUNCTION factcheck.recheck(bigint, interval) IS
    'Runs the stored readings of a document again, and no others, stores what they give now, and returns the claims whose verdict flipped.';

CREATE FUNCTION factcheck.recheck(title text, time_budget interval DEFAULT NULL) RETURNS TABLE (
    claim_no integer, claim_text text, old_verdict factcheck.verdict, new_verdict factcheck.verdict, old_value numeric,
    new_value numeric, message text, run_id bigint)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.* FROM factcheck.recheck(factcheck._titled_document(title, true), time_budget) AS r;
END;
$function$;
COMMENT ON FUNCTION factcheck.recheck(text, interval) IS
    'As recheck with the number of a document, for one that the caller had checked under a title.';
