-- A question is read in a first step, which parses it and finds its parts; facts are evaluated in a second one, under the
-- rights and settings of a check.
CREATE FUNCTION factcheck._read_question(question text, tables regclass[], before text[], method text) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].read_question(plpy, question, tables, before, method)
$python$;
COMMENT ON FUNCTION factcheck._read_question(text, regclass[], text[], text) IS 'First step of a question: finds its kind and its parts.';

CREATE FUNCTION factcheck._question(
    question text, tables regclass[], before text[] DEFAULT NULL, method text DEFAULT 'rules'
) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    result jsonb;
BEGIN
    IF question IS NULL THEN
        RETURN '{"parts": [], "types": []}';
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._keep_names();
    -- Rows of what is not indexed are read: as in a check, nothing that runs meanwhile can write.
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        result := factcheck._read_question(question, CASE WHEN tables IS NOT NULL THEN ARRAY(SELECT unnest(tables)) END,
            ARRAY(SELECT b FROM unnest(before) AS b WHERE b IS NOT NULL), coalesce(method, 'rules'));
        PERFORM factcheck._raise(result->'error');
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
    RETURN result;
END;
$function$;
COMMENT ON FUNCTION factcheck._question(text, regclass[], text[], text) IS 'Reads a question in a block that cannot write.';

CREATE FUNCTION factcheck.question_kind(question text, tables regclass[] DEFAULT NULL)
RETURNS TABLE (kind text, method text, probability double precision)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY SELECT q->>'kind', q->>'method', (q->>'probability')::double precision
    FROM factcheck._question(question, tables) AS q WHERE q->>'kind' IS NOT NULL;
END;
$function$;
COMMENT ON FUNCTION factcheck.question_kind(text, regclass[]) IS
    'Tells whether a question about tables is low (one fact answers it), compound, fuzzy, or a compound_claim, by which method it falls into parts, and how sure that is.';

CREATE FUNCTION factcheck.decompose(question text, tables regclass[] DEFAULT NULL, method text DEFAULT 'rules')
RETURNS TABLE (
    part integer, part_text text, fact_type text, relation text, measure text, second_measure text, aggregation text,
    breakdown text, subspace text[], focus text[], depends_on integer
)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY SELECT p.part, p."text", p.fact_type, p.relation, p.measure, p.second_measure, p.aggregation, p.breakdown,
           p.subspace, p.focus, p.depends_on
    FROM jsonb_to_recordset(factcheck._question(question, tables, NULL, method)->'parts') AS p (
        part integer, "text" text, fact_type text, relation text, measure text, second_measure text, aggregation text,
        breakdown text, subspace text[], focus text[], depends_on integer)
    ORDER BY p.part;
END;
$function$;
COMMENT ON FUNCTION factcheck.decompose(text, regclass[], text) IS
    'Splits a question or a claim about tables into parts, each answered by one fact: its type, measure, breakdown and subspace; depends_on is the part that a part goes on from; method is rules or, for comparison, neural.';

CREATE FUNCTION factcheck.fact_type(question text, tables regclass[] DEFAULT NULL)
RETURNS TABLE (fact_type text, probability double precision)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY SELECT t.fact_type, t.probability
    FROM jsonb_to_recordset(factcheck._question(question, tables)->'types') AS t (fact_type text, probability double precision)
    ORDER BY t.probability DESC, t.fact_type;
END;
$function$;
COMMENT ON FUNCTION factcheck.fact_type(text, regclass[]) IS
    'Tells how likely a question about tables asks for each of the ten types of facts, the most likely first.';
