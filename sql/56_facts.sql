-- STABLE: all queries of a question see one snapshot.  The settings are those under which a check evaluates.
CREATE FUNCTION factcheck._answer_question(token text, "limit" integer, least_relevance double precision) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET DateStyle = 'ISO, YMD'
SET jit = off
SET parallel_setup_cost = 0
SET parallel_tuple_cost = 0
SET work_mem = '256MB'
SET extra_float_digits = 1
AS $python$
    return GD["factcheck"].answer_question(plpy, token, limit, least_relevance)
$python$;
COMMENT ON FUNCTION factcheck._answer_question(text, integer, double precision) IS
    'Second step of a question: evaluates the facts that answer it.';

CREATE FUNCTION factcheck._suggest_questions(relation regclass, column_name text, "limit" integer) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].suggest_questions(plpy, relation, column_name, limit)
$python$;
COMMENT ON FUNCTION factcheck._suggest_questions(regclass, text, integer) IS 'Finds questions that a table can answer.';

CREATE FUNCTION factcheck.facts(
    question text, tables regclass[] DEFAULT NULL, k integer DEFAULT 12, least_relevance double precision DEFAULT 0.5,
    before text[] DEFAULT NULL
) RETURNS TABLE (
    fact_no integer, part integer, fact_type text, relevance double precision, significance double precision,
    impact double precision, score double precision, value numeric, caption text, query text, fact jsonb
)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    asked jsonb := factcheck._question(question, tables, before);
    answered jsonb;
BEGIN
    IF asked->>'token' IS NULL THEN
        RETURN;
    END IF;
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        answered := factcheck._answer_question(asked->>'token', coalesce(k, 12), coalesce(least_relevance, 0.5));
        PERFORM factcheck._raise(answered->'error');
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
    RETURN QUERY SELECT row_number() OVER (ORDER BY f.place)::integer, f.part, f.fact->>'kind',
        (f.fact->>'relevance')::double precision, (f.fact->>'significance')::double precision,
        (f.fact->>'impact')::double precision, (f.fact->>'score')::double precision, (f.fact->>'value')::numeric,
        f.fact->>'caption', f.fact->>'sql', f.fact
    FROM ROWS FROM (jsonb_to_recordset(answered->'rows') AS (part integer, fact jsonb)) WITH ORDINALITY AS f (part, fact, place)
    ORDER BY f.place;
END;
$function$;
COMMENT ON FUNCTION factcheck.facts(text, regclass[], integer, double precision, text[]) IS
    'Answers a question about tables (NULL: all added ones) with at most k facts, those that its parts ask for first: each with its type, value, caption, the query that gives its data, and the whole fact; before are the questions that this one goes on from, the last one last.';

CREATE FUNCTION factcheck.suggest_questions(
    relation regclass, column_name text DEFAULT NULL, "limit" integer DEFAULT 8
) RETURNS TABLE (question text, fact_type text)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    result jsonb;
BEGIN
    IF relation IS NULL THEN
        RETURN;
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._keep_names();
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        result := factcheck._suggest_questions(relation, column_name, coalesce("limit", 8));
        PERFORM factcheck._raise(result->'error');
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
    RETURN QUERY SELECT s.question, s.fact_type FROM jsonb_to_recordset(result->'rows') AS s (question text, fact_type text);
END;
$function$;
COMMENT ON FUNCTION factcheck.suggest_questions(regclass, text, integer) IS
    'Suggests questions that a table can answer, or those about one of its columns, each with the type of fact that answers it.';
