-- How documents, runs and claims are stored, by a check as by a recheck.
CREATE FUNCTION factcheck._require_writable() RETURNS void
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF current_setting('transaction_read_only') = 'on' THEN
        RAISE EXCEPTION 'a check cannot be stored in a read-only transaction' -- error: store_read_only
            USING ERRCODE = 'read_only_sql_transaction',
                  HINT = 'Use fact_check, which stores nothing, or connect to a server that can be written to.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._require_writable() IS 'Raises an error where nothing can be stored.';

CREATE FUNCTION factcheck._document(document text, title text, source_table regclass, source_key text)
RETURNS TABLE (origin_id integer, document_id bigint)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    known_as CONSTANT bytea := sha256(convert_to(
        CASE WHEN source_table IS NOT NULL THEN concat('key ', source_key)
             WHEN title IS NOT NULL THEN concat('title ', title)
             ELSE concat('text ', document) END, 'UTF8'));
BEGIN
    IF source_table IS NOT NULL AND NOT (factcheck._is_administrator() AND has_table_privilege(source_table, 'SELECT')) THEN
        RAISE EXCEPTION 'permission denied to store checks of report table %', source_table -- error: report_not_permitted
            USING ERRCODE = 'insufficient_privilege',
                  HINT = 'Ask for the level admin and SELECT on the table, or store the check under a title with factcheck.verify.';
    END IF;
    FOR attempt IN 1..2 LOOP
        SELECT o.origin_id INTO origin_id
        FROM factcheck.origin o
        WHERE o.role_name = current_user AND o.role_id = to_regrole(quote_ident(current_user))
          AND o.source_table IS NOT DISTINCT FROM _document.source_table;
        EXIT WHEN FOUND;
        INSERT INTO factcheck.origin (source_table) VALUES (_document.source_table) ON CONFLICT DO NOTHING;
    END LOOP;
    FOR attempt IN 1..2 LOOP
        SELECT d.document_id INTO document_id
        FROM factcheck.document d WHERE d.origin_id = _document.origin_id AND d.identity = known_as;
        EXIT WHEN FOUND;
        INSERT INTO factcheck.document (origin_id, identity, source_key, title)
        VALUES (_document.origin_id, known_as, _document.source_key, _document.title)
        ON CONFLICT DO NOTHING;
    END LOOP;
    RETURN NEXT;
END;
$function$;
COMMENT ON FUNCTION factcheck._document(text, text, regclass, text) IS
    'Finds the document of the current role that has a key in a report table, else a title, else a text, or enters it.';

CREATE FUNCTION factcheck._passage_of(alternative jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT CASE WHEN alternative ? 'source'
                THEN alternative - ARRAY['rank', 'query', 'description', 'value', 'probability', 'matches'] END
$function$;
COMMENT ON FUNCTION factcheck._passage_of(jsonb) IS
    'What only passages have in alternatives of fact_check, such as label and score; NULL for a reading.';

CREATE TYPE factcheck._judged_claim AS (
    claim_no integer,
    columns integer[],
    reading_columns integer[],
    states integer[],
    verdict factcheck.verdict,
    p_correct double precision,
    is_certified boolean,
    found_value numeric,
    description text,
    query text,
    p_query double precision,
    matches boolean,
    kept_query jsonb,
    compared jsonb,
    passage jsonb,
    message text,
    is_old boolean,
    old_verdict factcheck.verdict,
    old_columns integer[],
    old_reading_columns integer[]
);
COMMENT ON TYPE factcheck._judged_claim IS 'What a run says of a claim, and what the run before said, where it had the claim, too.';

-- What is said of each claim, however it was found out: the rows of the history stand in three tables, for three audiences.
CREATE FUNCTION factcheck._store_verdicts(
    origin_id integer, run_id bigint, old_run_id bigint, claims factcheck._judged_claim[]
) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
BEGIN
    WITH claim AS MATERIALIZED (
        SELECT * FROM unnest(claims)
    ), flipped AS (
        INSERT INTO factcheck.flipped_verdict (run_id, claim_no, origin_id, old_run_id, columns, reading_columns)
        SELECT run_id, c.claim_no, origin_id, old_run_id, c.columns || coalesce(c.old_columns, '{}'),
               c.reading_columns || coalesce(c.old_reading_columns, '{}')
        FROM claim c
        WHERE c.is_old AND c.verdict IS DISTINCT FROM c.old_verdict
    ), verdict AS (
        INSERT INTO factcheck.claim_verdict (run_id, claim_no, origin_id, columns, reading_columns, states, verdict,
                                             p_correct, is_certified)
        SELECT run_id, c.claim_no, origin_id, c.columns, c.reading_columns, c.states, c.verdict, c.p_correct, c.is_certified
        FROM claim c
    ), counted AS (
        INSERT INTO factcheck.verdict_count (run_id, origin_id, columns, reading_columns, states, n_supported, n_refuted,
                                             n_not_enough_info, n_disputed)
        SELECT run_id, origin_id, ARRAY(
                   SELECT DISTINCT member FROM claim same, unnest(same.columns) AS used (member)
                   WHERE same.reading_columns = c.reading_columns AND same.states = c.states ORDER BY 1),
               c.reading_columns, c.states, count(*) FILTER (WHERE c.verdict = 'supported'),
               count(*) FILTER (WHERE c.verdict = 'refuted'), count(*) FILTER (WHERE c.verdict = 'not_enough_info'),
               count(*) FILTER (WHERE c.verdict = 'disputed')
        FROM claim c GROUP BY c.reading_columns, c.states
    )
    INSERT INTO factcheck.claim_value (run_id, claim_no, origin_id, columns, reading_columns, found_value, description, query,
                                       p_query, matches, kept_query, compared, passage, message)
    SELECT run_id, c.claim_no, origin_id, c.columns, c.reading_columns, c.found_value, c.description, c.query, c.p_query, c.matches,
           c.kept_query, c.compared, nullif(c.passage, 'null'), c.message
    FROM claim c;
END;
$function$;
COMMENT ON FUNCTION factcheck._store_verdicts(integer, bigint, bigint, factcheck._judged_claim[]) IS
    'Stores the verdict on each claim of a run, and the likeliest reading, with the columns and states of the data that it used; and of claims that the run before had, too, whether the verdict is not known to be the same.';

-- A claim is the same as long as its number and its text are: a corrected number is another claim.
CREATE FUNCTION factcheck._old_verdicts(origin_id integer, old_run_id bigint) RETURNS jsonb
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
BEGIN
    RETURN (
        SELECT coalesce(jsonb_object_agg(concat(c.claim_no, ' ', c.claim_text), jsonb_build_object(
                   'is_old', true, 'old_verdict', v.verdict, 'old_columns', v.columns,
                   'old_reading_columns', v.reading_columns)), '{}')
        FROM factcheck.claim c
        LEFT JOIN factcheck.claim_verdict v
          ON v.run_id = old_run_id AND v.claim_no = c.claim_no AND v.origin_id = c.origin_id
        WHERE c.run_id = old_run_id AND c.origin_id = origin_id);
END;
$function$;
COMMENT ON FUNCTION factcheck._old_verdicts(integer, bigint) IS
    'The verdicts of a run, as far as the current role may see them, by the number and text of the claim.';

-- Runs of one document are stored one after the other: whoever writes the title first holds the row.
CREATE FUNCTION factcheck._begin_storing(
    document_id bigint, title text, replaces boolean, OUT is_latest boolean, OUT old_run_id bigint
)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
BEGIN
    UPDATE factcheck.document d SET title = title WHERE d.document_id = document_id;
    IF replaces THEN
        UPDATE factcheck.run r SET is_latest = false WHERE r.document_id = document_id AND r.is_latest
        RETURNING CASE r.status WHEN 'succeeded' THEN r.run_id END INTO old_run_id;
        is_latest := true;
    ELSE
        is_latest := NOT EXISTS (SELECT FROM factcheck.run r WHERE r.document_id = document_id AND r.is_latest);
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._begin_storing(bigint, text, boolean) IS
    'Locks a document, so that the run to be stored is its latest. Tells whether it will be, which a run that failed is only where there is no other; and the run that it replaces, if that has succeeded.';

CREATE FUNCTION factcheck._store_claims(
    origin_id integer, run_id bigint, old_run_id bigint, checked jsonb, states jsonb, snapshot pg_snapshot
) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    used jsonb;
    used_by_all jsonb;
    state_numbers jsonb;
    old_verdicts jsonb;
BEGIN
    INSERT INTO factcheck.claim (run_id, claim_no, origin_id, claim_text, claimed_value, claimed_high, comparison,
                                 claimed_unit, sentence, claim_start, claim_length)
    SELECT run_id, c.claim_no, origin_id, c.claim_text, c.claimed_value, c.claimed_high, c.comparison,
           given.row->>'claimed_unit', c.sentence, c.claim_start, c.claim_length
    FROM jsonb_array_elements(checked->'rows') AS given (row)
    CROSS JOIN LATERAL jsonb_populate_record(NULL::factcheck.checked_claim, given.row) AS c;
    INSERT INTO factcheck.decided_claim (run_id, claim_no, origin_id, correction_id)
    SELECT run_id, d.key::integer, origin_id, d.value::bigint FROM jsonb_each_text(checked->'decisions') AS d;
    -- what a reading uses, by the claim's place and the reading's rank
    SELECT coalesce(jsonb_object_agg(concat(n.claim_place, ' ', n.rank), n.used_columns), '{}') INTO used
    FROM factcheck._note_columns(checked->'columns') AS n;
    SELECT coalesce(jsonb_object_agg(claim.place, claim.columns), '{}') INTO used_by_all
    FROM (SELECT split_part(reading.key, ' ', 1) AS place, jsonb_agg(DISTINCT member ORDER BY member) AS columns
          FROM jsonb_each(used) AS reading, jsonb_array_elements(reading.value) AS member
          GROUP BY 1) AS claim;
    SELECT coalesce(jsonb_object_agg(s.relation, s.table_state_id), '{}') INTO state_numbers
    FROM factcheck._note_states(
        ARRAY(SELECT DISTINCT u.relation::oid
              FROM jsonb_each(used) AS reading
              JOIN factcheck.used_column u ON reading.value @> to_jsonb(u.used_column_id)
              WHERE reading.key LIKE '% 1'),
        states, snapshot) AS s;
    old_verdicts := factcheck._old_verdicts(origin_id, old_run_id);
    PERFORM factcheck._store_verdicts(origin_id, run_id, old_run_id, ARRAY(
        SELECT jsonb_populate_record(NULL::factcheck._judged_claim,
                   given.claim || coalesce(old_verdicts->concat(given.claim->>'claim_no', ' ', given.claim->>'claim_text'), '{}')
                   || jsonb_build_object(
                   'matches', given.claim->'alternatives'->0->'matches', 'reading_columns', best.columns,
                   'compared', given.claim->'alternatives'->0->'compared',
                   'passage', factcheck._passage_of(given.claim->'alternatives'->0),
                   'columns', coalesce(used_by_all->(given.place::text), '[]'),
                   'kept_query', checked->'kept_queries'->(given.place - 1)::integer->0,
                   'states', ARRAY(
                       SELECT DISTINCT coalesce((state_numbers->>(u.relation::oid::text))::integer, 0)
                       FROM factcheck.used_column u WHERE to_jsonb(u.used_column_id) <@ best.columns ORDER BY 1)))
        FROM jsonb_array_elements(checked->'rows') WITH ORDINALITY AS given (claim, place)
        CROSS JOIN LATERAL (SELECT coalesce(used->concat(given.place, ' 1'), '[]')) AS best (columns)));
    INSERT INTO factcheck.alternative (run_id, claim_no, rank, origin_id, columns, reading_columns, query, description, value,
                                       probability, matches, kept_query, passage)
    SELECT run_id, (given.claim->>'claim_no')::integer, a.rank, origin_id,
           ARRAY(SELECT jsonb_array_elements_text(used_by_all->(given.place::text))::integer),
           ARRAY(SELECT jsonb_array_elements_text(used->concat(given.place, ' ', a.rank))::integer),
           a.query, a.description, a.value, a.probability, a.matches,
           nullif(checked->'kept_queries'->(given.place - 1)::integer->(a.rank - 1), 'null'), factcheck._passage_of(each.alternative)
    FROM jsonb_array_elements(checked->'rows') WITH ORDINALITY AS given (claim, place)
    CROSS JOIN LATERAL jsonb_array_elements(given.claim->'alternatives') AS each (alternative)
    CROSS JOIN LATERAL jsonb_to_record(each.alternative) AS a (
        rank integer, query text, description text, value numeric, probability double precision, matches boolean)
    WHERE a.rank > 1;
END;
$function$;
COMMENT ON FUNCTION factcheck._store_claims(integer, bigint, bigint, jsonb, jsonb, pg_snapshot) IS
    'Stores what a check said of each claim, with the columns that each reading used and the states of the data.';
