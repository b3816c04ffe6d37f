-- People decide what stored claims mean.  A decision holds one claim fast, and the others are read anew in its light, from
-- their stored readings: the text is not needed for it.  What follows is a run of its own.
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

CREATE FUNCTION factcheck._stored_readings(run_id bigint) RETURNS TABLE (
    claim_no integer, rank integer, query text, description text, value numeric, probability double precision,
    matches boolean, kept_query jsonb, columns integer[], reading_columns integer[])
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY
        SELECT f.claim_no, 1, f.query, f.description, f.found_value, f.p_query, f.matches, f.kept_query, f.columns,
               f.reading_columns
        FROM factcheck.claim_value f WHERE f.run_id = _stored_readings.run_id AND f.query IS NOT NULL
        UNION ALL
        SELECT a.claim_no, a.rank, a.query, a.description, a.value, a.probability, a.matches, a.kept_query, a.columns,
               a.reading_columns
        FROM factcheck.alternative a WHERE a.run_id = _stored_readings.run_id;
END;
$function$;
COMMENT ON FUNCTION factcheck._stored_readings(bigint) IS
    'The readings of all claims of a run that the current role may see.';

-- A recheck runs readings of another run, and what follows from a correction is worked out from those of the check.
CREATE FUNCTION factcheck._sources_of_run(run_id bigint, OUT readings_run_id bigint, OUT checked_run_id bigint)
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
BEGIN
    SELECT source.run_id, coalesce(source.checked_run_id, source.run_id) INTO readings_run_id, checked_run_id
    FROM factcheck.run r
    JOIN factcheck.run source ON source.run_id = CASE r.kind WHEN 'recheck' THEN r.checked_run_id ELSE r.run_id END
    WHERE r.run_id = _sources_of_run.run_id;
END;
$function$;
COMMENT ON FUNCTION factcheck._sources_of_run(bigint) IS
    'The check or correction whose readings hold in a run, and the check from which they were worked out.';

CREATE FUNCTION factcheck._latest_run(document_id bigint, claim_no integer) RETURNS bigint
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
DECLARE
    latest bigint;
BEGIN
    SELECT c.run_id INTO latest
    FROM factcheck.run r
    JOIN factcheck.claim c ON c.run_id = r.run_id AND c.origin_id = r.origin_id
    WHERE r.document_id = _latest_run.document_id AND r.is_latest AND c.claim_no = _latest_run.claim_no;
    IF latest IS NULL THEN
        RAISE EXCEPTION 'there is no claim % of document %', coalesce(claim_no::text, 'NULL'), coalesce(document_id::text, 'NULL') -- error: claim_not_known
            USING ERRCODE = 'undefined_object',
                  HINT = 'See which there are: SELECT document_id, claim_no, sentence FROM factcheck.claims.';
    END IF;
    RETURN latest;
END;
$function$;
COMMENT ON FUNCTION factcheck._latest_run(bigint, integer) IS
    'The latest run of a document, which has to have the claim; raises an error where the current role sees none.';

CREATE FUNCTION factcheck.candidates(document_id bigint, claim_no integer, k integer DEFAULT 10) RETURNS TABLE (
    rank integer, description text, value numeric, matches boolean, probability double precision, query text)
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
DECLARE
    latest CONSTANT bigint := factcheck._latest_run(document_id, claim_no);
    source record;
BEGIN
    SELECT * INTO source FROM factcheck._sources_of_run(latest);
    RETURN QUERY
        SELECT r.rank, r.description, CASE WHEN r.rank = 1 AND f.query IS NOT NULL THEN f.found_value ELSE r.value END,
               CASE WHEN r.rank = 1 AND f.query IS NOT NULL THEN f.matches ELSE r.matches END, r.probability, r.query
        FROM (SELECT * FROM factcheck._stored_readings(source.readings_run_id) AS held
              WHERE held.claim_no = candidates.claim_no
              UNION ALL
              -- of what was dismissed, as the check had them
              SELECT * FROM factcheck._stored_readings(source.checked_run_id) AS checked
              WHERE checked.claim_no = candidates.claim_no
                AND NOT EXISTS (SELECT FROM factcheck._stored_readings(source.readings_run_id) AS held
                                WHERE held.claim_no = candidates.claim_no)) AS r
        LEFT JOIN factcheck.claim_value f ON f.run_id = latest AND f.claim_no = candidates.claim_no
        ORDER BY r.rank
        LIMIT k;
END;
$function$;
COMMENT ON FUNCTION factcheck.candidates(bigint, integer, integer) IS
    'The likeliest readings of a claim of a stored document, at most k: what each says, what it gave and how likely it is.';

CREATE FUNCTION factcheck._stored_fragments(claims jsonb) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET standard_conforming_strings = on
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].stored_fragments(plpy, claims)
$python$;
COMMENT ON FUNCTION factcheck._stored_fragments(jsonb) IS 'The query fragments of the readings of a stored claim.';

CREATE FUNCTION factcheck.fragments(document_id bigint, claim_no integer) RETURNS TABLE (
    kind text, fragment text, probability double precision)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
DECLARE
    latest CONSTANT bigint := factcheck._latest_run(document_id, claim_no);
    found jsonb;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    SELECT factcheck._stored_fragments(jsonb_build_array(jsonb_build_object(
               'claim_no', fragments.claim_no, 'claim_text', '', 'claimed_value', NULL, 'claimed_high', NULL, 'comparison', NULL,
               'checked_verdict', 'not_enough_info', 'p_correct', 0, 'is_certified', false, 'verdict', 'not_enough_info',
               'found_value', NULL, 'message', '',
               'readings', coalesce(jsonb_agg(jsonb_build_object(
                   'rank', r.rank, 'kept_query', r.kept_query, 'value', r.value, 'probability', r.probability,
                   'matches', r.matches)), '[]')))) INTO found
    FROM factcheck._stored_readings((factcheck._sources_of_run(latest)).readings_run_id) AS r
    WHERE r.claim_no = fragments.claim_no;
    PERFORM factcheck._raise(found->'error');
    RETURN QUERY
        SELECT f.kind, f.fragment, f.probability
        FROM jsonb_to_recordset(found->'fragments') AS f (kind text, fragment text, probability double precision)
        ORDER BY array_position(ARRAY['function', 'column', 'predicate'], f.kind), f.probability DESC, f.fragment;
END;
$function$;
COMMENT ON FUNCTION factcheck.fragments(bigint, integer) IS
    'The functions, columns and predicates of the likely readings of a claim of a stored document, each with its probability.';

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
        ), present AS MATERIALIZED (
            SELECT r.claim_no, r.kept_query FROM factcheck._stored_readings(readings_run_id) AS r WHERE r.rank = 1
        ), given AS (
            SELECT c.claim, (c.claim->>'claim_no')::integer AS claim_no, decisions->(c.claim->>'claim_no') AS decision, c.place
            FROM jsonb_array_elements(factcheck._stored_claims(latest_run_id, checked_run_id)) WITH ORDINALITY AS c (claim, place)
            WHERE (c.claim->>'is_shown')::boolean
        ), pinned AS (
            SELECT g.*, CASE WHEN g.decision->>'query' IS NOT NULL AND g.decision->>'decision' <> 'dismissed' THEN coalesce(
                (SELECT min(r.rank) FROM reading r
                 WHERE r.claim_no = g.claim_no AND r.kept_query = g.decision->'kept_query'), 0) END AS pinned_rank
            FROM given g
        )
        SELECT coalesce(jsonb_agg(p.claim || jsonb_build_object(
                   'was_decided', EXISTS (
                       SELECT FROM factcheck.decided_claim d WHERE d.run_id = checked_run_id AND d.claim_no = p.claim_no),
                   'is_asked', p.claim_no = asked, 'is_dismissed', coalesce(p.decision->>'decision' = 'dismissed', false),
                   'pinned_rank', p.pinned_rank,
                   'present_rank', coalesce(p.pinned_rank, (
                       SELECT min(r.rank) FROM reading r JOIN present h ON h.claim_no = r.claim_no AND h.kept_query = r.kept_query
                       WHERE r.claim_no = p.claim_no)),
                   'readings', (
                       SELECT coalesce(jsonb_agg(jsonb_build_object(
                                  'rank', r.rank, 'kept_query', r.kept_query, 'value', r.value, 'probability', r.probability,
                                  'matches', r.matches) ORDER BY r.rank), '[]')
                       FROM reading r WHERE r.claim_no = p.claim_no)
                       || CASE WHEN p.pinned_rank = 0 THEN jsonb_build_array(jsonb_build_object(
                              'rank', 0, 'kept_query', p.decision->'kept_query', 'value', p.decision->'value',
                              'probability', 0, 'matches', false)) ELSE '[]' END)
                   ORDER BY p.place), '[]')
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
    state_of_column jsonb;
    readings jsonb;
BEGIN
    INSERT INTO factcheck.claim (run_id, claim_no, origin_id, claim_text, claimed_value, claimed_high, comparison,
                                 claimed_unit, sentence, claim_start, claim_length)
    SELECT run_id, c.claim_no, c.origin_id, c.claim_text, c.claimed_value, c.claimed_high, c.comparison, c.claimed_unit, c.sentence,
           c.claim_start, c.claim_length
    FROM factcheck.claim c WHERE c.run_id = latest_run_id AND c.origin_id = origin_id;
    INSERT INTO factcheck.decided_claim (run_id, claim_no, origin_id, correction_id)
    SELECT run_id, d.key::integer, origin_id, (d.value->>'correction_id')::bigint
    FROM jsonb_each(decisions) AS d WHERE d.value->>'decision' <> 'reopened';
    SELECT coalesce(jsonb_object_agg(u.used_column_id, s.table_state_id), '{}') INTO state_of_column
    FROM factcheck._note_states(
        ARRAY(SELECT member.relation::oid FROM jsonb_to_recordset(states) AS member (relation oid)), states, snapshot) AS s
    JOIN factcheck.used_column u ON u.relation = s.relation;
    -- The readings in their order by now, as they were stored by the check, or with the correction.
    SELECT coalesce(jsonb_agg(jsonb_build_object(
               'claim_no', i.claim_no, 'place', o.place, 'probability', o.probability,
               'query', coalesce(r.query, d.decision->>'query'), 'description', coalesce(r.description, d.decision->>'description'),
               'value', r.value, 'matches', r.matches, 'kept_query', coalesce(r.kept_query, d.decision->'kept_query'),
               'columns', r.columns, 'reading_columns', coalesce(to_jsonb(r.reading_columns), d.decision->'columns', '[]'))), '[]')
    INTO readings
    FROM jsonb_to_recordset(inferred) AS i (claim_no integer, readings jsonb)
    CROSS JOIN LATERAL jsonb_to_recordset(i.readings) AS o (place integer, rank integer, probability double precision)
    LEFT JOIN factcheck._stored_readings(checked_run_id) AS r ON r.claim_no = i.claim_no AND r.rank = o.rank
    CROSS JOIN LATERAL (SELECT decisions->(i.claim_no::text)) AS d (decision)
    WHERE d.decision->>'decision' IS DISTINCT FROM 'dismissed';
    PERFORM factcheck._store_verdicts(origin_id, run_id, latest_run_id, (
        WITH reading AS MATERIALIZED (
            SELECT * FROM jsonb_to_recordset(readings) AS r (
                claim_no integer, place integer, query text, description text, kept_query jsonb, columns integer[],
                reading_columns integer[], matches boolean, probability double precision)
        ), used AS (
            SELECT r.claim_no, jsonb_agg(DISTINCT member ORDER BY member) AS columns
            FROM reading r CROSS JOIN LATERAL unnest(r.columns || r.reading_columns) AS member GROUP BY r.claim_no
        )
        SELECT coalesce(jsonb_agg(jsonb_build_object(
                   'claim_no', c.claim_no, 'is_certified', coalesce(c.is_certified, false), 'is_old', true,
                   'old_verdict', c.verdict, 'old_columns', c.columns, 'old_reading_columns', c.reading_columns)
                   || CASE WHEN i.claim_no IS NULL THEN jsonb_build_object(
                          'columns', '{}'::integer[], 'reading_columns', '{}'::integer[], 'states', '{}'::integer[],
                          'verdict', 'not_enough_info', 'p_correct', 0.5,
                          'message', 'What this claim was judged by may no longer be read.')
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
                          'kept_query', r.kept_query, 'p_query', i.p_query)
                      ELSE jsonb_build_object(
                          'columns', u.columns, 'reading_columns', c.reading_columns, 'states', c.states,
                          'verdict', c.verdict, 'p_correct', c.p_now, 'found_value', c.found_value, 'matches', c.matches,
                          'message', c.message, 'description', c.description, 'query', c.query,
                          'kept_query', r.kept_query, 'p_query', i.p_query) END), '[]')
        FROM jsonb_to_recordset(factcheck._stored_claims(latest_run_id, checked_run_id)) AS c (
            claim_no integer, verdict text, p_now double precision, states integer[], columns integer[],
            reading_columns integer[], found_value numeric, message text, matches boolean, is_certified boolean,
            description text, query text)
        LEFT JOIN jsonb_to_recordset(inferred) AS i (
            claim_no integer, is_anew boolean, p_query double precision, verdict text, p_correct double precision,
            found_value numeric, matches boolean, message text)
          ON i.claim_no = c.claim_no
        LEFT JOIN reading r ON r.claim_no = c.claim_no AND r.place = 1
        LEFT JOIN used u ON u.claim_no = c.claim_no));
    INSERT INTO factcheck.alternative (run_id, claim_no, rank, origin_id, columns, reading_columns, query, description, value,
                                       probability, matches, kept_query)
    SELECT run_id, r.claim_no, r.place, origin_id, r.columns, r.reading_columns, r.query, r.description, r.value, r.probability,
           r.matches, r.kept_query
    FROM jsonb_to_recordset(readings) AS r (
        claim_no integer, place integer, query text, description text, value numeric, kept_query jsonb, columns integer[],
        reading_columns integer[], matches boolean, probability double precision)
    WHERE r.place > 1;
END;
$function$;
COMMENT ON FUNCTION factcheck._store_correction(integer, bigint, bigint, bigint, jsonb, jsonb, jsonb, pg_snapshot) IS
    'Stores the claims of a document as they are read after a correction: what was judged anew as it was, the rest as the latest run had it, and all readings in their order by now.';

-- The decision is entered before what follows from it, since that names it; a claim that it does not change has none.
CREATE FUNCTION factcheck._enter_correction(
    origin_id integer, document_id bigint, latest_run_id bigint, claim_no integer, sentence_key text, decided jsonb
) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    new_id bigint;
BEGIN
    INSERT INTO factcheck.correction (origin_id, document_id, previous_id, undone_id, decision, claim_no, claim_text, sentence,
                                      sentence_key)
    SELECT origin_id, document_id, (decided->>'previous_id')::bigint, (decided->>'undone_id')::bigint, decided->>'decision',
           c.claim_no, c.claim_text, c.sentence, sentence_key
    FROM factcheck.claim c WHERE c.run_id = latest_run_id AND c.claim_no = claim_no AND c.origin_id = origin_id
    RETURNING correction_id INTO new_id;
    IF decided->>'query' IS NOT NULL THEN
        INSERT INTO factcheck.correction_reading (correction_id, origin_id, columns, query, description, kept_query)
        VALUES (new_id, origin_id, ARRAY(SELECT jsonb_array_elements_text(decided->'columns')::integer), decided->>'query',
                decided->>'description', nullif(decided->'kept_query', 'null'));
    END IF;
    RETURN new_id;
END;
$function$;
COMMENT ON FUNCTION factcheck._enter_correction(integer, bigint, bigint, integer, text, jsonb) IS
    'Enters what was decided about a claim, with the reading that is meant, and returns its number.';

CREATE TYPE factcheck.moved_claim AS (
    claim_no integer,
    claim_text text,
    old_verdict factcheck.verdict,
    new_verdict factcheck.verdict,
    old_reading text,
    new_reading text,
    old_value numeric,
    new_value numeric,
    message text,
    run_id bigint
);
COMMENT ON TYPE factcheck.moved_claim IS 'A claim that a correction was about, or that is read or judged otherwise after it.';
COMMENT ON COLUMN factcheck.moved_claim.claim_no IS 'Number of the claim in its document.';
COMMENT ON COLUMN factcheck.moved_claim.claim_text IS 'The claim as the document writes it.';
COMMENT ON COLUMN factcheck.moved_claim.old_verdict IS 'Verdict before.';
COMMENT ON COLUMN factcheck.moved_claim.new_verdict IS 'Verdict now.';
COMMENT ON COLUMN factcheck.moved_claim.old_reading IS 'Likeliest reading before, in words.';
COMMENT ON COLUMN factcheck.moved_claim.new_reading IS 'Likeliest reading now; NULL for what was dismissed.';
COMMENT ON COLUMN factcheck.moved_claim.old_value IS 'What the reading before gave.';
COMMENT ON COLUMN factcheck.moved_claim.new_value IS 'What the reading gives now.';
COMMENT ON COLUMN factcheck.moved_claim.message IS 'One sentence: what was stated, what the data say, and how sure that is.';
COMMENT ON COLUMN factcheck.moved_claim.run_id IS 'Number of the run that holds what follows from the correction.';

CREATE FUNCTION factcheck._decide(document_id bigint, claim_no integer, decided jsonb) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    started CONSTANT timestamptz := clock_timestamp();
    snapshot CONSTANT pg_snapshot := pg_current_snapshot();
    origin integer;
    latest bigint;
    source record;
    new_run bigint;
    decisions jsonb;
    claims jsonb;
    prepared jsonb;
    states jsonb;
    inferred jsonb;
    correction bigint;
BEGIN
    PERFORM factcheck._latest_run(document_id, claim_no);
    SELECT l.origin_id, l.latest_run_id INTO origin, latest FROM factcheck._begin_later_run(document_id) AS l;
    PERFORM factcheck._raise(factcheck._load());
    SELECT s.readings_run_id, s.checked_run_id INTO source FROM factcheck._sources_of_run(latest) AS s;
    decisions := factcheck._decisions(latest);
    decided := factcheck._chosen_reading(
        source.readings_run_id, source.checked_run_id, claim_no, decided, decisions->(claim_no::text));
    decisions := jsonb_set(decisions, ARRAY[claim_no::text], decided);
    claims := factcheck._claims_to_infer(latest, source.checked_run_id, source.readings_run_id, decisions, claim_no);
    IF NOT claims @> jsonb_build_array(jsonb_build_object('claim_no', claim_no)) THEN
        RAISE EXCEPTION 'the verdict on claim % of document % is withheld from you', claim_no, document_id -- error: verdict_withheld
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = 'You may not read all columns that were used, they were altered, or row security applies to them.',
                  HINT = 'Check the text again: factcheck.verify.';
    END IF;
    SELECT coalesce(jsonb_agg(s), '[]') INTO states
    FROM factcheck._data_states(ARRAY(
        SELECT DISTINCT u.relation::oid
        FROM factcheck.used_column u
        WHERE u.used_column_id IN (
            SELECT member FROM factcheck._stored_readings(source.checked_run_id) AS r CROSS JOIN unnest(r.columns) AS member
            UNION SELECT member::integer FROM jsonb_path_query(decisions, '$.*.columns[*]') AS chosen (member)))) AS s;
    PERFORM factcheck._keep_names();
    prepared := factcheck._prepare_correction(claims);
    PERFORM factcheck._raise(prepared->'error');
    inferred := factcheck._reinfer_read_only(prepared->>'token');
    correction := factcheck._enter_correction(
        origin, document_id, latest, claim_no, prepared->'keys'->>(claim_no::text), decided);
    decisions := jsonb_set(decisions, ARRAY[claim_no::text, 'correction_id'], to_jsonb(correction));
    INSERT INTO factcheck.run (origin_id, document_id, is_latest, kind, checked_run_id, status, started_at, n_claims,
                               evaluation_ms, document_hash)
    SELECT r.origin_id, r.document_id, true, 'correction', source.checked_run_id, 'succeeded', started, r.n_claims,
           1000 * extract(epoch FROM clock_timestamp() - started), r.document_hash
    FROM factcheck.run r WHERE r.run_id = latest
    RETURNING run_id INTO new_run;
    PERFORM factcheck._store_correction(
        origin, source.checked_run_id, latest, new_run, inferred, decisions, states, snapshot);
    RETURN QUERY
        SELECT b.claim_no, b.claim_text, o.verdict, n.verdict, p.description, f.description, p.found_value, f.found_value,
               f.message, new_run
        FROM factcheck.claim b
        JOIN factcheck.claim_verdict n ON n.run_id = new_run AND n.claim_no = b.claim_no
        JOIN factcheck.claim_value f ON f.run_id = new_run AND f.claim_no = b.claim_no
        LEFT JOIN factcheck.claim_verdict o ON o.run_id = latest AND o.claim_no = b.claim_no
        LEFT JOIN factcheck.claim_value p ON p.run_id = latest AND p.claim_no = b.claim_no
        WHERE b.run_id = new_run
          AND (b.claim_no = claim_no OR o.verdict <> n.verdict OR p.query IS DISTINCT FROM f.query)
        ORDER BY b.claim_no;
END;
$function$;
COMMENT ON FUNCTION factcheck._decide(bigint, integer, jsonb) IS
    'Enters what a person decided about a claim, reads the other claims of the document anew, stores what follows, and returns the claims that moved.';

-- Confirmed, or dismissed, is what holds for the likeliest now; an undone decision gives back the one before.
CREATE FUNCTION factcheck._chosen_reading(
    readings_run_id bigint, checked_run_id bigint, claim_no integer, decided jsonb, held jsonb
) RETURNS jsonb
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    wanted CONSTANT integer := CASE WHEN decided->>'decision' IN ('confirmed', 'dismissed') THEN 1
                                    ELSE (decided->>'rank')::integer END;
    reading jsonb;
BEGIN
    IF decided->>'decision' = 'undone' THEN
        RETURN factcheck._undone_decision(claim_no, held);
    END IF;
    decided := jsonb_strip_nulls(decided || jsonb_build_object('previous_id', held->'correction_id'));
    IF wanted IS NULL THEN
        RETURN decided;
    END IF;
    SELECT jsonb_build_object('query', r.query, 'description', r.description, 'kept_query', r.kept_query,
                              'columns', r.reading_columns) INTO reading
    FROM factcheck._stored_readings(readings_run_id) AS r
    WHERE r.claim_no = claim_no AND r.rank = wanted;
    IF reading IS NULL AND held->>'decision' = 'dismissed' THEN
        SELECT jsonb_build_object('query', r.query, 'description', r.description, 'kept_query', r.kept_query,
                                  'columns', r.reading_columns) INTO reading
        FROM factcheck._stored_readings(checked_run_id) AS r
        WHERE r.claim_no = claim_no AND r.rank = wanted;
    END IF;
    IF reading IS NULL AND decided->>'decision' = 'dismissed' THEN
        RETURN decided;
    ELSIF reading IS NULL THEN
        RAISE EXCEPTION 'claim % has no reading of rank %', claim_no, wanted -- error: reading_not_known
            USING ERRCODE = 'undefined_object',
                  HINT = 'See which there are: factcheck.candidates(document_id, claim_no).';
    END IF;
    RETURN decided || reading;
END;
$function$;
COMMENT ON FUNCTION factcheck._chosen_reading(bigint, bigint, integer, jsonb, jsonb) IS
    'Completes a decision about a claim: the reading that is meant, and the decision that holds until now.';

CREATE FUNCTION factcheck._undone_decision(claim_no integer, held jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
BEGIN
    IF held IS NULL THEN
        RAISE EXCEPTION 'nothing was decided about claim %', claim_no -- error: claim_not_decided
            USING ERRCODE = 'object_not_in_prerequisite_state',
                  HINT = 'See what was: SELECT document_id, claim_no, decision FROM factcheck.corrections.';
    END IF;
    RETURN coalesce(
        (SELECT jsonb_strip_nulls(jsonb_build_object(
                    'decision', before.decision, 'previous_id', before.previous_id, 'undone_id', held->'correction_id',
                    'query', r.query, 'description', r.description, 'kept_query', r.kept_query, 'columns', r.columns))
         FROM factcheck.correction last
         JOIN factcheck.correction before
           ON before.correction_id = last.previous_id AND before.origin_id = ANY ((SELECT factcheck._own_origins())::integer[])
         LEFT JOIN factcheck.correction_reading r
           ON r.correction_id = before.correction_id AND r.origin_id = before.origin_id
         WHERE last.correction_id = (held->>'correction_id')::bigint
           AND last.origin_id = ANY ((SELECT factcheck._own_origins())::integer[])
           AND before.decision <> 'forgotten' AND (r.query IS NOT NULL OR before.decision = 'dismissed')),
        jsonb_build_object('decision', 'reopened', 'undone_id', held->'correction_id'));
END;
$function$;
COMMENT ON FUNCTION factcheck._undone_decision(integer, jsonb) IS
    'The decision that holds again once the last one about a claim is undone: the one before, or none.';

CREATE FUNCTION factcheck.confirm(document_id bigint, claim_no integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT * FROM factcheck._decide(document_id, claim_no, '{"decision": "confirmed"}');
END;
$function$;
COMMENT ON FUNCTION factcheck.confirm(bigint, integer) IS
    'Says that the likeliest reading of a claim is what is meant; returns the claims that are read or judged otherwise for it.';

CREATE FUNCTION factcheck.correct(document_id bigint, claim_no integer, rank integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT * FROM factcheck._decide(
        document_id, claim_no, jsonb_build_object('decision', 'corrected', 'rank', coalesce(rank, 0)));
END;
$function$;
COMMENT ON FUNCTION factcheck.correct(bigint, integer, integer) IS
    'Says which reading of a claim is meant, by its rank among factcheck.candidates; returns the claims that are read or judged otherwise for it.';

CREATE FUNCTION factcheck.dismiss(document_id bigint, claim_no integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT * FROM factcheck._decide(document_id, claim_no, '{"decision": "dismissed"}');
END;
$function$;
COMMENT ON FUNCTION factcheck.dismiss(bigint, integer) IS
    'Says that a claim is none about the data; returns the claims that are read or judged otherwise for it.';

CREATE FUNCTION factcheck.reopen(document_id bigint, claim_no integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT * FROM factcheck._decide(document_id, claim_no, '{"decision": "reopened"}');
END;
$function$;
COMMENT ON FUNCTION factcheck.reopen(bigint, integer) IS
    'Says that nothing is decided about a claim any more; returns the claims that are read or judged otherwise for it.';

CREATE FUNCTION factcheck.undo_correction(document_id bigint, claim_no integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT * FROM factcheck._decide(document_id, claim_no, '{"decision": "undone"}');
END;
$function$;
COMMENT ON FUNCTION factcheck.undo_correction(bigint, integer) IS
    'Takes the last decision about a claim back, so that the one before holds again; returns the claims that are read or judged otherwise for it.';

CREATE FUNCTION factcheck.forget_correction(correction_id bigint) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
DECLARE
    forgotten bigint;
BEGIN
    UPDATE factcheck.correction_reading r SET columns = '{}', query = '', description = '', kept_query = NULL
    WHERE r.correction_id = forget_correction.correction_id AND r.origin_id = ANY (factcheck._own_origins());
    UPDATE factcheck.correction k SET decision = 'forgotten', claim_text = '', sentence = NULL, sentence_key = NULL
    WHERE k.correction_id = forget_correction.correction_id AND k.origin_id = ANY (factcheck._own_origins())
      AND k.decision <> 'forgotten';
    GET DIAGNOSTICS forgotten = ROW_COUNT;
    IF forgotten = 0 THEN
        RAISE EXCEPTION 'there is no correction % of yours', coalesce(correction_id::text, 'NULL') -- error: correction_not_known
            USING ERRCODE = 'undefined_object',
                  HINT = 'See which there are: SELECT correction_id, sentence, decision FROM factcheck.corrections.';
    END IF;
    RETURN forgotten;
END;
$function$;
COMMENT ON FUNCTION factcheck.forget_correction(bigint) IS
    'Erases what a correction says, so that later checks do not go by it; verdicts that are stored stay as they are.';
