-- An administrator's statement meets the administrator's own rows, too: they are a cache.
CREATE FUNCTION factcheck._tidy_caches() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF row_security_active('factcheck.cube_cache') THEN
        UPDATE factcheck.cube_cache
        SET anchor = 0, tables = '{}', columns = '{}', contents = '', cube = '', relations = '{}', signatures = '{}';
        RETURN;
    END IF;
    DELETE FROM factcheck.cube_cache e
    WHERE NOT e.columns <@ ARRAY(SELECT dc.column_id FROM factcheck.data_column dc)
       OR NOT EXISTS (SELECT FROM pg_roles r WHERE r.oid = e.role_id AND r.rolname = e.role_name);
    DELETE FROM factcheck.parse_cache e
    WHERE NOT EXISTS (SELECT FROM pg_roles r WHERE r.oid = e.role_id AND r.rolname = e.role_name);
END;
$function$;
COMMENT ON FUNCTION factcheck._tidy_caches() IS
    'Empties kept results over columns that are gone, whosever they are; called by a superuser, deletes them and what dropped roles left.';

CREATE FUNCTION factcheck._tidy_caches_if_free() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '200ms'
AS $function$
BEGIN
    PERFORM factcheck._tidy_caches();
EXCEPTION WHEN lock_not_available OR deadlock_detected OR serialization_failure THEN
    NULL; -- another time: nobody is served what is left
END;
$function$;
COMMENT ON FUNCTION factcheck._tidy_caches_if_free() IS
    'Does the same where no open transaction is at the rows, and else nothing.';

-- Row security hides those results from everybody, so that no role finds its own again.  Whoever looks after tables may
-- empty them, but neither read nor fill them; a statement that read rows to choose among them would meet its own alone.
CREATE POLICY tidying ON factcheck.cube_cache FOR UPDATE
    USING (pg_catalog.has_function_privilege('factcheck._tidy_caches()'::pg_catalog.regprocedure, 'EXECUTE')
           AND NOT columns OPERATOR(pg_catalog.<@) ARRAY(SELECT dc.column_id FROM factcheck.data_column dc))
    WITH CHECK (contents OPERATOR(pg_catalog.=) '' AND cube OPERATOR(pg_catalog.=) '' AND columns OPERATOR(pg_catalog.=) '{}');

-- The index goes with the numbers of the columns, whose deletion cascades with the owner's rights: whoever calls this need
-- not be allowed to read the table.  Keywords are made of names and descriptions and stay.
CREATE FUNCTION factcheck.forget("table" regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    forgotten integer;
BEGIN
    UPDATE factcheck.data_table dt SET indexed_at = NULL, indexed_rows = NULL, indexed_counters = NULL
    WHERE dt.relation = "table"
    RETURNING dt.table_id INTO forgotten;
    IF forgotten IS NULL THEN
        RAISE EXCEPTION 'table % was not added', coalesce("table"::text, 'NULL') -- error: table_not_added
            USING ERRCODE = 'undefined_object', HINT = 'See which tables were added: TABLE factcheck.data_table.';
    END IF;
    WITH gone AS (
        DELETE FROM factcheck.data_column dc WHERE dc.table_id = forgotten RETURNING dc.*
    ), renumbered AS (
        INSERT INTO factcheck.data_column (table_id, column_name, column_number, column_type, unit, first_id)
        SELECT g.table_id, g.column_name, g.column_number, g.column_type, g.unit, coalesce(g.first_id, g.column_id)
        FROM gone g ORDER BY g.column_id
        RETURNING column_id, column_name
    )
    INSERT INTO factcheck.column_keyword (column_id, word, source, weight, terms)
    SELECT r.column_id, k.word, k.source, k.weight, k.terms
    FROM gone g
    JOIN renumbered r ON r.column_name = g.column_name
    JOIN factcheck.column_keyword k ON k.column_id = g.column_id;
    PERFORM factcheck._tidy_caches();
END;
$function$;
COMMENT ON FUNCTION factcheck.forget(regclass) IS
    'Erases at once what was indexed of an added table''s values, and what was kept of its results for whomever, without reading the table. It stays added; its values can be named again after factcheck.refresh.';
