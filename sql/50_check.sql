CREATE TYPE factcheck.verdict AS ENUM ('supported', 'refuted', 'not_enough_info', 'disputed');
COMMENT ON TYPE factcheck.verdict IS
    'What a check says about a claim: supported by the data, refuted by it, not enough information, or disputed between sources.';

-- Each step pins the settings of a session that change how values and literals are written and what is read.  Check
-- constraints are not looked at: the planner would run functions in them before a row is read.
CREATE FUNCTION factcheck._prepare(
    document text, tables regclass[], p_true double precision, top_k integer, time_budget double precision
) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].prepare(plpy, document, tables, p_true, top_k, time_budget)
$python$;
COMMENT ON FUNCTION factcheck._prepare(text, regclass[], double precision, integer, double precision) IS
    'First step of a check: parses the document and finds its claims.';

-- STABLE: every query of a check sees one snapshot.  The planner settings make the one grouping query of a
-- table run as a parallel hash aggregate, whatever the planner guesses about its number of groups.
CREATE FUNCTION factcheck._evaluate(token text, is_stored boolean DEFAULT false) RETURNS jsonb
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
SET work_mem = '128MB'
SET extra_float_digits = 1
AS $python$
    return GD["factcheck"].evaluate(plpy, token, is_stored)
$python$;
COMMENT ON FUNCTION factcheck._evaluate(text, boolean) IS
    'Second step of a check: retrieves query fragments, evaluates candidate queries and returns one element for each claim; for a check that is stored, the columns that readings use, and the readings as they are kept.';

CREATE FUNCTION factcheck._remember(token text) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET standard_conforming_strings = on
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].remember(plpy, token)
$python$;
COMMENT ON FUNCTION factcheck._remember(text) IS
    'Last step of a check: keeps the parsed document, and results over tracked tables, for later checks.';

CREATE FUNCTION factcheck._remember_if_possible(token text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    reason text;
BEGIN
    IF token IS NOT NULL AND current_setting('transaction_read_only') = 'off' AND NOT pg_is_in_recovery()
       AND current_setting('transaction_isolation') <> 'serializable' THEN
        PERFORM factcheck._raise(factcheck._remember(token)->'error');
    END IF;
-- No check fails for what is only kept to spare time; a cancel is none of these and goes on.
EXCEPTION
    WHEN serialization_failure OR deadlock_detected OR lock_not_available OR insufficient_resources THEN
        NULL;
    WHEN OTHERS THEN
        GET STACKED DIAGNOSTICS reason = PG_EXCEPTION_DETAIL;
        RAISE WARNING 'nothing of this check was kept for later ones'
            USING DETAIL = concat_ws(' ', format('The server said: %s.', SQLERRM), nullif(reason, '')),
                  HINT = 'The rows are complete, but the next check starts anew. Whoever administers the server should know.';
END;
$function$;
COMMENT ON FUNCTION factcheck._remember_if_possible(text) IS
    'Takes the last step of a check where something can be written, and only warns where it fails; does nothing for NULL, and in serializable transactions.';

CREATE FUNCTION factcheck._read_stage_times() RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    return GD["factcheck"].stage_times(plpy)
$python$;
COMMENT ON FUNCTION factcheck._read_stage_times() IS 'Reads the times of the last check in this session.';

CREATE FUNCTION factcheck._stage_times() RETURNS TABLE (stage text, seconds double precision)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    result jsonb;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    result := factcheck._read_stage_times();
    PERFORM factcheck._raise(result->'error');
    RETURN QUERY SELECT t.stage, t.seconds FROM jsonb_to_recordset(result->'times') AS t (stage text, seconds double precision);
END;
$function$;
COMMENT ON FUNCTION factcheck._stage_times() IS
    'How long the stages of the last check of this role in this session took, in the order in which they ended.';

CREATE FUNCTION factcheck._raise_tried_to_write(refusal text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RAISE EXCEPTION 'a relation tried to write while it was being read' -- error: relation_tried_to_write
        USING ERRCODE = 'read_only_sql_transaction',
              DETAIL = format('The server said: %s.', refusal),
              HINT = 'Remove the relation with factcheck.remove_table, or name other ones in the argument tables.';
END;
$function$;
COMMENT ON FUNCTION factcheck._raise_tried_to_write(text) IS
    'Raises the error of a block that cannot write, from what the server said to the code that a relation runs.';

-- The read-only block: while candidate queries run, not even a function called by a policy can write.  The
-- EXCEPTION clause makes the block a subtransaction, at whose end the caller's transaction is writable again.
CREATE FUNCTION factcheck._evaluate_read_only(token text, is_stored boolean) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    result jsonb;
BEGIN
    PERFORM set_config('transaction_read_only', 'on', true);
    result := factcheck._evaluate(token, is_stored);
    PERFORM factcheck._raise(result->'error');
    RETURN result;
EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
    PERFORM factcheck._raise_tried_to_write(SQLERRM);
END;
$function$;
COMMENT ON FUNCTION factcheck._evaluate_read_only(text, boolean) IS 'Runs the second step of a check in a block that cannot write.';

CREATE TYPE factcheck.checked_claim AS (
    claim_no integer,
    verdict factcheck.verdict,
    p_correct double precision,
    claim_text text,
    claimed_value numeric,
    claimed_high numeric,
    comparison text,
    found_value numeric,
    description text,
    query text,
    p_query double precision,
    is_certified boolean,
    sentence text,
    claim_start integer,
    claim_length integer,
    message text,
    alternatives jsonb
);
COMMENT ON TYPE factcheck.checked_claim IS 'A row of fact_check: a claim of the document and what the data say about it.';
COMMENT ON COLUMN factcheck.checked_claim.claim_no IS 'Number of the claim, from 1 in reading order.';
COMMENT ON COLUMN factcheck.checked_claim.verdict IS 'What the data say about the claim.';
COMMENT ON COLUMN factcheck.checked_claim.p_correct IS
    'Probability that the claim is correct: that of all readings whose result matches the claimed number.';
COMMENT ON COLUMN factcheck.checked_claim.claim_text IS 'The number as the document writes it.';
COMMENT ON COLUMN factcheck.checked_claim.claimed_value IS 'How the number is read, 63 for 63%, in the unit of found_value; the lower end of a range.';
COMMENT ON COLUMN factcheck.checked_claim.claimed_high IS 'Upper end, where comparison is "between"; else NULL.';
COMMENT ON COLUMN factcheck.checked_claim.comparison IS
    'How the result must compare with the number: =, >, >=, <, <=, about or between, from the words around.';
COMMENT ON COLUMN factcheck.checked_claim.found_value IS
    'Result of the likeliest reading; NULL where it is undefined, such as an average of no values.';
COMMENT ON COLUMN factcheck.checked_claim.description IS 'The likeliest reading in words.';
COMMENT ON COLUMN factcheck.checked_claim.query IS 'The likeliest reading in SQL; NULL where there is none.';
COMMENT ON COLUMN factcheck.checked_claim.p_query IS 'Probability of the likeliest reading.';
COMMENT ON COLUMN factcheck.checked_claim.is_certified IS 'Whether no query left out can be likelier than the one shown.';
COMMENT ON COLUMN factcheck.checked_claim.sentence IS 'Visible text of the sentence that the number stands in.';
COMMENT ON COLUMN factcheck.checked_claim.claim_start IS
    'Where the claim stands: substr(document, claim_start, claim_length) is claim_text.';
COMMENT ON COLUMN factcheck.checked_claim.claim_length IS 'Characters that the claim takes in the document.';
COMMENT ON COLUMN factcheck.checked_claim.message IS 'One sentence: what was stated, what the data say, and how sure that is.';
COMMENT ON COLUMN factcheck.checked_claim.alternatives IS
    'The top_k likeliest readings, an array of objects: rank, query, description, value, probability, matches; the first one of a statement without a number also has compared, an array of the groups or sides that it compares: name, value, is_claimed (whether the statement is about it).';

-- All functions that check a document do it by this one.
CREATE FUNCTION factcheck._check(
    document text, tables regclass[], p_true double precision, top_k integer, time_budget interval, is_stored boolean
) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    prepared jsonb;
    evaluated jsonb;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._keep_names();
    prepared := factcheck._prepare(
        document, CASE WHEN tables IS NOT NULL THEN ARRAY(SELECT unnest(tables)) END, p_true, top_k,
        extract(epoch FROM time_budget)::double precision);
    PERFORM factcheck._raise(prepared->'error');
    IF prepared->>'token' IS NULL THEN
        RETURN '{"rows": [], "columns": [], "kept_queries": [], "seconds": {}}';
    END IF;
    evaluated := factcheck._evaluate_read_only(prepared->>'token', is_stored);
    PERFORM factcheck._remember_if_possible(evaluated->>'token');
    RETURN evaluated;
END;
$function$;
COMMENT ON FUNCTION factcheck._check(text, regclass[], double precision, integer, interval, boolean) IS
    'Takes all steps of a check: returns the rows of fact_check, the seconds of its stages, and, for a check that is stored, the columns that readings use and the readings as they are kept.';

CREATE FUNCTION factcheck._add_evidence(
    document text, sources text[], "rows" jsonb, top_k integer, seconds double precision
) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
SET enable_seqscan = off -- a new index of passages has no statistics yet
SET jit = off
AS $python$
    return GD["factcheck"].add_evidence(plpy, document, sources, rows, top_k, seconds)
$python$;
COMMENT ON FUNCTION factcheck._add_evidence(text, text[], jsonb, integer, double precision) IS
    'Answers by passages what numbers did not: further sentences become claims, claims that are open get their nearest passages.';

-- What a check says of numbers, with what passages say of the rest.
CREATE FUNCTION factcheck._with_evidence(
    document text, sources text[], checked jsonb, top_k integer, time_left interval
) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    found jsonb;
    combined jsonb;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        found := factcheck._add_evidence(
            document, sources, checked->'rows', top_k, extract(epoch FROM time_left)::double precision);
        PERFORM factcheck._raise(found->'error');
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
    -- Passages come after the readings of a claim, whose ranks they continue.
    SELECT jsonb_build_object(
        'rows', coalesce(jsonb_agg(given.claim || jsonb_build_object('alternatives', (given.claim->'alternatives') || (
                    SELECT coalesce(jsonb_agg(passage || jsonb_build_object(
                               'rank', n + jsonb_array_length(given.claim->'alternatives')) ORDER BY n), '[]')
                    FROM jsonb_array_elements(near->'alternatives') WITH ORDINALITY AS p (passage, n)))
                    ORDER BY given.place), '[]'),
        'columns', coalesce(jsonb_agg(coalesce(checked->'columns'->(given.place - 1)::integer, '[]')
                                      || coalesce(near->'columns', '[]') ORDER BY given.place), '[]'))
    INTO combined
    FROM jsonb_array_elements(checked->'rows') WITH ORDINALITY AS given (claim, place)
    CROSS JOIN LATERAL (SELECT found->'context'->(given.claim->>'claim_no')) AS context (near);
    RETURN checked || jsonb_build_object(
        'rows', (combined->'rows') || coalesce((SELECT jsonb_agg(a->'row' ORDER BY n) FROM jsonb_array_elements(found->'added') WITH ORDINALITY AS e (a, n)), '[]'),
        'columns', (combined->'columns') || coalesce((SELECT jsonb_agg(a->'columns' ORDER BY n) FROM jsonb_array_elements(found->'added') WITH ORDINALITY AS e (a, n)), '[]'),
        'kept_queries', coalesce(nullif(checked->'kept_queries', 'null'), '[]')
            || coalesce((SELECT jsonb_agg('[]'::jsonb) FROM jsonb_array_elements(found->'added')), '[]'));
END;
$function$;
COMMENT ON FUNCTION factcheck._with_evidence(text, text[], jsonb, integer, interval) IS
    'Returns what a check says, with what passages of sources say of the rest of the document, as far as there is time left for it; NULL sets no limit.';

CREATE FUNCTION @extschema@.fact_check(
    document text,
    tables regclass[] DEFAULT NULL,
    p_true double precision DEFAULT NULL,
    top_k integer DEFAULT 10,
    time_budget interval DEFAULT NULL,
    sources text[] DEFAULT NULL
) RETURNS SETOF factcheck.checked_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    started CONSTANT timestamptz := clock_timestamp();
    checked jsonb;
BEGIN
    IF document IS NULL THEN
        RETURN;
    END IF;
    checked := factcheck._check(document, tables, p_true, top_k, time_budget, false);
    IF sources IS NOT NULL THEN
        checked := factcheck._with_evidence(document, sources, checked, top_k, time_budget - (clock_timestamp() - started));
    END IF;
    RETURN QUERY
        SELECT claim.*
        FROM jsonb_populate_recordset(NULL::factcheck.checked_claim, checked->'rows') AS claim
        ORDER BY claim.claim_no;
END;
$function$;
COMMENT ON FUNCTION @extschema@.fact_check(text, regclass[], double precision, integer, interval, text[]) IS
    'Finds the numeric claims of a document (plain text, HTML or Markdown) and says of each whether the added tables support or refute it; with sources, further sentences are checked against their passages.';

CREATE FUNCTION factcheck._render_html(document text, claims jsonb, form text, contexts jsonb) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].render_html(plpy, document, claims, form, contexts)
$python$;
COMMENT ON FUNCTION factcheck._render_html(text, jsonb, text, jsonb) IS 'Marks the claims of a checked document up as HTML.';

CREATE FUNCTION factcheck._mark_up(document text, claims jsonb, form text) RETURNS text
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    rendered jsonb;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    rendered := factcheck._render_html(document, claims, form, factcheck._contexts_of(claims));
    PERFORM factcheck._raise(rendered->'error');
    RETURN rendered->>'html';
END;
$function$;
COMMENT ON FUNCTION factcheck._mark_up(text, jsonb, text) IS
    'Writes a document as HTML, a page or a fragment, with the rows of its check: an array of objects with the columns of fact_check.';

CREATE FUNCTION factcheck.check_html(
    document text, tables regclass[] DEFAULT NULL, data_set text DEFAULT NULL, form text DEFAULT 'page',
    sources text[] DEFAULT NULL
) RETURNS text
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    claims jsonb;
BEGIN
    IF document IS NULL THEN
        RETURN NULL;
    END IF;
    tables := factcheck._tables_to_check(tables, data_set);
    SELECT coalesce(jsonb_agg(claim ORDER BY claim.claim_no), '[]') INTO claims
    -- All arguments, of their very types: a function of the same name cannot fit better.
    FROM @extschema@.fact_check(document, tables, NULL::double precision, 10, NULL::interval, sources) AS claim;
    RETURN factcheck._mark_up(document, claims, form);
END;
$function$;
COMMENT ON FUNCTION factcheck.check_html(text, regclass[], text, text, text[]) IS
    'Checks a document, about all added tables, some, or those of a data set, and with sources against their passages, and returns it as HTML with every claim marked up, like a spell checker does: as a page, or as a fragment to be put into another page.';
