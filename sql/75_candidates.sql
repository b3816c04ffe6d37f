-- What a person can choose from: the readings of stored claims, and the query fragments that these are made of.
CREATE FUNCTION factcheck._stored_readings(run_id bigint) RETURNS TABLE (
    claim_no integer, rank integer, query text, description text, value numeric, probability double precision,
    matches boolean, kept_query jsonb, passage jsonb, columns integer[], reading_columns integer[])
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY
        SELECT f.claim_no, 1, f.query, f.description, f.found_value, f.p_query, f.matches, f.kept_query, f.passage, f.columns,
               f.reading_columns
        FROM factcheck.claim_value f WHERE f.run_id = _stored_readings.run_id AND f.query IS NOT NULL
        UNION ALL
        SELECT a.claim_no, a.rank, a.query, a.description, a.value, a.probability, a.matches, a.kept_query, a.passage, a.columns,
               a.reading_columns
        FROM factcheck.alternative a WHERE a.run_id = _stored_readings.run_id;
END;
$function$;
COMMENT ON FUNCTION factcheck._stored_readings(bigint) IS
    'The readings of all claims of a run that the current role may see.';

-- A dismissed claim has no readings, and one that was withheld while others were decided about has none either.
CREATE FUNCTION factcheck._offered_readings(readings_run_id bigint, checked_run_id bigint, of_claim integer) RETURNS TABLE (
    claim_no integer, rank integer, query text, description text, value numeric, probability double precision,
    matches boolean, kept_query jsonb, passage jsonb, columns integer[], reading_columns integer[])
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
DECLARE
    run bigint;
BEGIN
    FOREACH run IN ARRAY ARRAY[readings_run_id, checked_run_id] LOOP
        RETURN QUERY SELECT * FROM factcheck._stored_readings(run) AS r WHERE r.claim_no = of_claim;
        EXIT WHEN FOUND;
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck._offered_readings(bigint, bigint, integer) IS
    'The readings of a claim that the current role may see: those that hold now, else those of the check.';

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
    rank integer, description text, value numeric, matches boolean, probability double precision, query text, label text,
    p_label double precision, passage_source text, passage_key text, passage_start integer, passage_length integer,
    passage_words text)
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
DECLARE
    latest CONSTANT bigint := factcheck._latest_run(document_id, claim_no);
    source record;
BEGIN
    IF k < 0 THEN
        RAISE EXCEPTION 'k cannot be %', k -- error: k_out_of_range
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Give a number from 1 on, or NULL for all readings.';
    END IF;
    SELECT * INTO source FROM factcheck._sources_of_run(latest);
    RETURN QUERY
        SELECT r.rank, r.description, CASE WHEN r.rank = 1 AND f.query IS NOT NULL THEN f.found_value ELSE r.value END,
               CASE WHEN r.rank = 1 AND f.query IS NOT NULL THEN f.matches ELSE r.matches END, r.probability, r.query,
               r.passage->>'label', (r.passage->>'p_label')::double precision, r.passage->>'source', r.passage->>'key',
               (r.passage->>'start')::integer, (r.passage->>'length')::integer, r.passage->>'words'
        FROM factcheck._offered_readings(source.readings_run_id, source.checked_run_id, candidates.claim_no) AS r
        LEFT JOIN factcheck.claim_value f ON f.run_id = latest AND f.claim_no = candidates.claim_no
        ORDER BY r.rank
        LIMIT k;
END;
$function$;
COMMENT ON FUNCTION factcheck.candidates(bigint, integer, integer) IS
    'The likeliest readings of a claim of a stored document, at most k: what each says, what it gave and how likely it is; of passages, what they say of the claim and where they stand.';

CREATE FUNCTION factcheck._stored_fragments(readings jsonb) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET standard_conforming_strings = on
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].stored_fragments(plpy, readings)
$python$;
COMMENT ON FUNCTION factcheck._stored_fragments(jsonb) IS 'The query fragments of readings of a stored claim.';

CREATE FUNCTION factcheck.fragments(document_id bigint, claim_no integer) RETURNS TABLE (
    kind text, fragment text, probability double precision)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
DECLARE
    latest CONSTANT bigint := factcheck._latest_run(document_id, claim_no);
    source record;
    found jsonb;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    SELECT * INTO source FROM factcheck._sources_of_run(latest);
    SELECT factcheck._stored_fragments(coalesce(jsonb_agg(jsonb_build_object(
               'rank', r.rank, 'kept_query', r.kept_query, 'value', r.value, 'probability', r.probability,
               'matches', r.matches)), '[]')) INTO found
    FROM factcheck._offered_readings(source.readings_run_id, source.checked_run_id, fragments.claim_no) AS r;
    PERFORM factcheck._raise(found->'error');
    RETURN QUERY
        SELECT f.kind, f.fragment, f.probability
        FROM jsonb_to_recordset(found->'fragments') AS f (kind text, fragment text, probability double precision)
        ORDER BY array_position(ARRAY['function', 'column', 'predicate'], f.kind), f.probability DESC, f.fragment;
END;
$function$;
COMMENT ON FUNCTION factcheck.fragments(bigint, integer) IS
    'The functions, columns and predicates of the likely readings of a claim of a stored document, each with its probability.';
