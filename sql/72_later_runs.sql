-- What is stored after a check, of the same text: a recheck, and what follows from a correction.
CREATE FUNCTION factcheck._begin_later_run(document_id bigint, OUT origin_id integer, OUT latest_run_id bigint)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
DECLARE
    of_document CONSTANT bigint := _begin_later_run.document_id;
    origin integer;
    title text;
BEGIN
    PERFORM factcheck._require_writable();
    SELECT d.origin_id, d.title INTO origin, title FROM factcheck.document d WHERE d.document_id = of_document;
    IF origin IS NULL THEN
        RAISE EXCEPTION 'there is no document %', coalesce(of_document::text, 'NULL') -- error: document_not_known
            USING ERRCODE = 'undefined_object',
                  HINT = 'See which were checked: SELECT document_id, title FROM factcheck.documents.';
    ELSIF origin <> ALL (factcheck._writable_origins()) THEN
        RAISE EXCEPTION 'permission denied for document %', of_document -- error: document_not_owned
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = 'Only the role that had a document checked decides about its claims and has its readings run again.',
                  HINT = 'Let that role do it, or check the text yourself with factcheck.verify.';
    END IF;
    latest_run_id := (factcheck._begin_storing(of_document, title, true)).old_run_id;
    IF latest_run_id IS NULL THEN
        RAISE EXCEPTION 'no check of document % has succeeded', of_document -- error: document_not_checked
            USING ERRCODE = 'object_not_in_prerequisite_state',
                  HINT = 'See why: SELECT checked_at, error FROM factcheck.runs.';
    END IF;
    origin_id := origin;
END;
$function$;
COMMENT ON FUNCTION factcheck._begin_later_run(bigint) IS
    'Locks a document of the current role, and tells its origin and the run whose place another one is to take.';

CREATE FUNCTION factcheck._enter_later_run(latest_run_id bigint, kind text, checked_run_id bigint, started timestamptz)
RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    new_run bigint;
BEGIN
    INSERT INTO factcheck.run (origin_id, document_id, is_latest, kind, checked_run_id, status, started_at, n_claims,
                               evaluation_ms, document_hash)
    SELECT r.origin_id, r.document_id, true, kind, checked_run_id, 'succeeded', started, r.n_claims,
           1000 * extract(epoch FROM clock_timestamp() - started), r.document_hash
    FROM factcheck.run r WHERE r.run_id = latest_run_id
    RETURNING run_id INTO new_run;
    INSERT INTO factcheck.claim (run_id, claim_no, origin_id, claim_text, claimed_value, claimed_high, comparison,
                                 claimed_unit, sentence, claim_start, claim_length)
    SELECT new_run, c.claim_no, c.origin_id, c.claim_text, c.claimed_value, c.claimed_high, c.comparison, c.claimed_unit,
           c.sentence, c.claim_start, c.claim_length
    FROM factcheck.run r
    JOIN factcheck.claim c ON c.run_id = r.run_id AND c.origin_id = r.origin_id
    WHERE r.run_id = latest_run_id;
    RETURN new_run;
END;
$function$;
COMMENT ON FUNCTION factcheck._enter_later_run(bigint, text, bigint, timestamptz) IS
    'Enters a run in the place of the latest of a document, with the same claims, and returns its number.';

CREATE FUNCTION factcheck._states_of_columns(states jsonb, snapshot pg_snapshot) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
BEGIN
    RETURN (
        SELECT coalesce(jsonb_object_agg(u.used_column_id, s.table_state_id), '{}')
        FROM factcheck._note_states(
            ARRAY(SELECT member.relation::oid FROM jsonb_to_recordset(states) AS member (relation oid)), states, snapshot) AS s
        JOIN factcheck.used_column u ON u.relation = s.relation);
END;
$function$;
COMMENT ON FUNCTION factcheck._states_of_columns(jsonb, pg_snapshot) IS
    'Enters states of the data, and returns their numbers by those of the used columns.';

-- What one types first: the title that a document was checked under.  A literal or a parameter without a type means the
-- function that takes a title, since PostgreSQL prefers text; so a whole number is that of a document there as well.
CREATE FUNCTION factcheck._titled_document(title text, is_own boolean) RETURNS bigint
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    whose CONSTANT text := CASE WHEN is_own THEN 'that you had checked' ELSE 'that you may see' END;
    found bigint[];
BEGIN
    IF title ~ '^[0-9]{1,18}$' OR title IS NULL THEN
        RETURN title::bigint;
    END IF;
    found := ARRAY(SELECT d.document_id FROM factcheck.document d
                   WHERE d.title = title AND (NOT is_own OR d.origin_id = ANY (factcheck._own_origins())));
    IF found = '{}' THEN
        RAISE EXCEPTION 'no document % has the title "%"', whose, title -- error: title_not_known
            USING ERRCODE = 'undefined_object',
                  HINT = 'See which were checked: SELECT document_id, title FROM factcheck.documents.';
    ELSIF cardinality(found) > 1 THEN
        RAISE EXCEPTION '% documents % have the title "%"', cardinality(found), whose, title -- error: title_not_unique
            USING ERRCODE = 'cardinality_violation',
                  HINT = format('Give the number of one: SELECT document_id, source_table, source_key FROM factcheck.documents WHERE title = %L.',
                                title);
    END IF;
    RETURN found[1];
END;
$function$;
COMMENT ON FUNCTION factcheck._titled_document(text, boolean) IS
    'The number of the one document that has a title, among those that the current role had checked or among all that it may see; a number in digits stays what it is.';
