-- Readings that are none of the candidates: put together of fragments, or a query of one's own.
CREATE FUNCTION factcheck._assemble(kept_queries jsonb, fragments jsonb) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].assemble(plpy, kept_queries, fragments)
$python$;
COMMENT ON FUNCTION factcheck._assemble(jsonb, jsonb) IS
    'Makes a query of fragments, which may be written as those of queries that are kept.';

CREATE FUNCTION factcheck._columns_used(columns jsonb) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (SELECT to_jsonb(n.used_columns) FROM factcheck._note_columns(jsonb_build_array(jsonb_build_array(columns))) AS n);
END;
$function$;
COMMENT ON FUNCTION factcheck._columns_used(jsonb) IS
    'Enters columns, each as the number of its table and its name, and returns their numbers in used_column.';

CREATE FUNCTION factcheck.correct(
    document_id bigint, claim_no integer, function text, column_name text, predicates text[] DEFAULT '{}',
    condition text[] DEFAULT '{}'
) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    latest CONSTANT bigint := factcheck._latest_run(document_id, claim_no);
    kept jsonb;
    made jsonb;
BEGIN
    PERFORM factcheck._require_writable();
    PERFORM factcheck._raise(factcheck._load());
    SELECT coalesce(jsonb_agg(DISTINCT r.kept_query), '[]') INTO kept
    FROM factcheck._stored_readings((factcheck._sources_of_run(latest)).readings_run_id) AS r WHERE r.kept_query IS NOT NULL;
    made := factcheck._assemble(kept, jsonb_build_object(
        'function', coalesce(function, ''), 'column', coalesce(column_name, ''),
        'predicates', to_jsonb(array_remove(coalesce(predicates, '{}'), NULL)),
        'condition', to_jsonb(array_remove(coalesce(condition, '{}'), NULL))));
    PERFORM factcheck._raise(made->'error');
    RETURN QUERY SELECT * FROM factcheck._decide(document_id, claim_no, jsonb_build_object(
        'decision', 'corrected', 'query', made->'query', 'description', made->'description', 'kept_query', made->'kept_query',
        'columns', factcheck._columns_used(made->'columns_read')));
END;
$function$;
COMMENT ON FUNCTION factcheck.correct(bigint, integer, text, text, text[], text[]) IS
    'Says what is meant by a claim, put together of fragments as factcheck.fragments writes them, or of columns compared with values; condition has the predicates of the whole, of which a function such as conditional_probability gives a share. Returns the claims that are read or judged otherwise for it.';

CREATE FUNCTION factcheck._refuse_own_query(reason text) RETURNS void
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF reason IS NOT NULL THEN
        RAISE EXCEPTION 'the query cannot be the reading of a claim' -- error: own_query_not_usable
            USING ERRCODE = 'invalid_parameter_value',
                  DETAIL = reason,
                  HINT = 'Give one SELECT of one number, in which names of tables have their schema.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._refuse_own_query(text) IS 'Raises an error that says why a query cannot be a reading, if there is a reason.';

-- A cursor takes one query and nothing else, which is planned and not run yet.  Only then is the text put behind EXPLAIN.
-- OPEN has its text in a SELECT because pgspot reads the expression as a statement.
CREATE FUNCTION factcheck._price_own_query(query text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
AS $function$
DECLARE
    planned refcursor;
    plan json;
    cost double precision;
    most double precision;
    refusal text;
BEGIN
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        OPEN planned NO SCROLL FOR EXECUTE (SELECT query);
        CLOSE planned;
        EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
    EXCEPTION
        WHEN invalid_cursor_definition THEN
            refusal := 'It is not one SELECT.';
        WHEN OTHERS THEN
            refusal := format('The server said: %s.', SQLERRM);
    END;
    PERFORM factcheck._refuse_own_query(refusal);
    cost := plan->0->'Plan'->>'Total Cost';
    SELECT s.value INTO most FROM factcheck.setting s WHERE s.name = 'own_query_cost';
    IF cost > most THEN
        RAISE EXCEPTION 'the query would cost too much' -- error: own_query_too_dear
            USING ERRCODE = 'program_limit_exceeded',
                  DETAIL = format('The planner estimates %s, and %s are allowed.', round(cost), most),
                  HINT = 'Make it cheaper, or ask an administrator to raise the setting own_query_cost.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._price_own_query(text) IS
    'Raises an error for what is not one query, or costs more than is allowed; does not run it.';

-- What a query reads, the server tells best, of a view of it; that is not kept.
CREATE FUNCTION factcheck._columns_of_own_query(query text) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    made oid;
    types oid[];
    columns jsonb;
    unknown text;
    refusal text;
BEGIN
    BEGIN
        EXECUTE 'CREATE TEMPORARY VIEW factcheck_query_of_ones_own AS ' || query;
        made := 'pg_temp.factcheck_query_of_ones_own'::regclass;
        types := ARRAY(SELECT a.atttypid FROM pg_attribute a WHERE a.attrelid = made AND a.attnum > 0);
        SELECT jsonb_agg(DISTINCT jsonb_build_array(dt.table_id, part.name)), min(d.refobjid::regclass::text) FILTER (
                   WHERE dt.table_id IS NULL
                   OR dt.table_id IN (SELECT code.table_id FROM factcheck._tables_running_owner_code() AS code))
        INTO columns, unknown
        FROM pg_rewrite w
        JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_class'::regclass
        LEFT JOIN factcheck.data_table dt ON dt.relation = d.refobjid
        LEFT JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid AND a.attnum > 0
        CROSS JOIN LATERAL (VALUES (NULL), (a.attname::text)) AS part (name)
        WHERE w.ev_class = made AND d.refobjid <> made;
        RAISE EXCEPTION USING ERRCODE = 'FCVIE';
    EXCEPTION
        WHEN SQLSTATE 'FCVIE' THEN
            NULL;
        WHEN OTHERS THEN
            refusal := format('The server said: %s.', SQLERRM);
    END;
    IF refusal IS NULL AND NOT (cardinality(types) = 1 AND types[1] = ANY (ARRAY[
           'int2'::regtype, 'int4'::regtype, 'int8'::regtype, 'numeric'::regtype, 'float4'::regtype, 'float8'::regtype])) THEN
        refusal := 'It does not select one number.';
    ELSIF refusal IS NULL AND (columns IS NULL OR unknown IS NOT NULL) THEN
        refusal := CASE WHEN unknown IS NULL THEN 'It reads no added table.'
                        ELSE format('Table %s was not added, or runs code of an owner that you do not trust.', unknown) END;
    END IF;
    PERFORM factcheck._refuse_own_query(refusal);
    RETURN columns;
END;
$function$;
COMMENT ON FUNCTION factcheck._columns_of_own_query(text) IS
    'The columns of added tables that a query reads, each as the number of its table and its name; raises an error where it reads others, or selects anything but one number.';

CREATE FUNCTION factcheck._run_own_query(query text) RETURNS numeric
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET extra_float_digits = 1
AS $function$
DECLARE
    rows refcursor;
    given numeric;
    other numeric;
    has_one boolean;
    has_other boolean;
BEGIN
    PERFORM set_config('transaction_read_only', 'on', true);
    OPEN rows NO SCROLL FOR EXECUTE (SELECT query);
    FETCH rows INTO given;
    has_one := FOUND;
    FETCH rows INTO other;
    has_other := FOUND;
    CLOSE rows;
    IF NOT has_one OR has_other OR given IS NULL OR given IN ('NaN', 'Infinity', '-Infinity') THEN
        RAISE EXCEPTION 'the query gives no number, or several' -- error: own_query_without_number
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Give a query of one row.';
    END IF;
    RETURN given;
EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
    PERFORM factcheck._raise_tried_to_write(SQLERRM);
END;
$function$;
COMMENT ON FUNCTION factcheck._run_own_query(text) IS 'Runs a query of one''s own in a block that cannot write, and returns its number.';

CREATE FUNCTION factcheck._read_own_query(query text, columns jsonb) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].read_own_query(plpy, query, columns)
$python$;
COMMENT ON FUNCTION factcheck._read_own_query(text, jsonb) IS
    'The queries of the program that a query of one''s own may be, which reads these columns.';

-- What is read of a text is held to what the text gives.
CREATE FUNCTION factcheck._as_query_of_program(query text, columns jsonb, value numeric) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    given jsonb;
    made jsonb;
    other numeric;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    given := factcheck._read_own_query(query, columns);
    PERFORM factcheck._raise(given->'error');
    FOR made IN SELECT reading FROM jsonb_array_elements(given->'readings') AS r (reading)
    LOOP
        BEGIN
            other := factcheck._run_own_query(made->>'query');
        EXCEPTION WHEN invalid_parameter_value OR data_exception THEN
            CONTINUE;
        END;
        IF abs(other - value) <= 1e-9 * abs(value) THEN
            RETURN (made - 'columns_read') || jsonb_build_object('columns', factcheck._columns_used(made->'columns_read'));
        END IF;
    END LOOP;
    RETURN '{}';
END;
$function$;
COMMENT ON FUNCTION factcheck._as_query_of_program(text, jsonb, numeric) IS
    'A query of one''s own as the query of the program that it is and that gives the same; empty where it is none.';

CREATE FUNCTION factcheck.correct(document_id bigint, claim_no integer, query text) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    columns jsonb;
    value numeric;
BEGIN
    PERFORM factcheck._require_writable();
    PERFORM factcheck._latest_run(document_id, claim_no);
    PERFORM factcheck._price_own_query(coalesce(query, ''));
    columns := factcheck._columns_of_own_query(query);
    value := factcheck._run_own_query(query);
    RETURN QUERY SELECT * FROM factcheck._decide(document_id, claim_no, jsonb_build_object(
        'decision', 'corrected', 'query', query, 'description', 'the result of a query that was given',
        'columns', factcheck._columns_used(columns), 'value', value)
        || factcheck._as_query_of_program(query, columns, value));
END;
$function$;
COMMENT ON FUNCTION factcheck.correct(bigint, integer, text) IS
    'Says what is meant by a claim in SQL: one query of one number over added tables, run with the caller''s rights in a block that cannot write, once it is known what it costs. Returns the claims that are read or judged otherwise for it.';
