-- Fragments are retrieved and joins looked at as in a check, under the same settings; what would be evaluated is not.
CREATE FUNCTION factcheck._explain_plan(document text, tables regclass[]) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
SET enable_sort = off
SET jit = off
SET parallel_setup_cost = 0
SET parallel_tuple_cost = 0
SET work_mem = '128MB'
SET extra_float_digits = 1
AS $python$
    return GD["factcheck"].explain_plan(plpy, document, tables)
$python$;
COMMENT ON FUNCTION factcheck._explain_plan(text, regclass[]) IS 'Says what a check of a document would use and evaluate.';

CREATE FUNCTION factcheck.explain_plan(
    document text, tables regclass[] DEFAULT NULL, OUT part text, OUT item text, OUT detail text, OUT hint text
) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    plan jsonb;
BEGIN
    IF document IS NULL THEN
        RETURN;
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._keep_names();
    -- Rows of what is not indexed are read: as in a check, nothing that runs meanwhile can write.
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        plan := factcheck._explain_plan(document, CASE WHEN tables IS NOT NULL THEN ARRAY(SELECT unnest(tables)) END);
        PERFORM factcheck._raise(plan->'error');
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
    PERFORM factcheck._remember_if_possible(plan->>'token');
    RETURN QUERY
        SELECT step.part, step.item, step.detail, step.hint
        FROM ROWS FROM (jsonb_to_recordset(plan->'steps') AS (part text, item text, detail text, hint text))
             WITH ORDINALITY AS step (part, item, detail, hint, place)
        ORDER BY step.place;
END;
$function$;
COMMENT ON FUNCTION factcheck.explain_plan(text, regclass[]) IS
    'Says how fact_check would go about a document, without asking the data: which tables it uses and which not, how they belong together and by which path where several exist; how many candidate queries each claim has; what is evaluated of each column at what cost in rows read, and what the setting scope_cost leaves out; for each table whose rows are counted the block of columns and literals, and its queries.';
