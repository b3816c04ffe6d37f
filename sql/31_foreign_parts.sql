-- Rows of a foreign table, or of a partitioned one with foreign partitions, are grouped by the servers that have them,
-- each relation by a query of its own.  So a role must be able to read each of them, without row security: a policy of
-- the table above them would not hold there.  A name leads to the relation only as long as no other has taken it over.
--
-- In PL/pgSQL, so that a session plans the query once.
CREATE FUNCTION factcheck._foreign_parts(tables integer[]) RETURNS TABLE (table_id integer, parts text[])
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
SET work_mem = '256kB'
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY
        SELECT dt.table_id, array_agg(format('%I.%I', n.nspname, part.relname) ORDER BY part.oid)
        FROM factcheck.data_table dt
        JOIN pg_class c ON c.oid = dt.relation AND c.relkind IN ('p', 'f') AND NOT c.relrowsecurity
        CROSS JOIN LATERAL (
            SELECT c.oid AS relid WHERE c.relkind = 'f'
            UNION ALL
            SELECT t.relid FROM pg_partition_tree(c.oid) AS t WHERE c.relkind = 'p' AND t.isleaf) AS leaf
        JOIN pg_class part ON part.oid = leaf.relid
        JOIN pg_namespace n ON n.oid = part.relnamespace
        WHERE dt.table_id = ANY (_foreign_parts.tables)
        GROUP BY dt.table_id
        HAVING bool_or(part.relkind = 'f')
           AND bool_and(
               NOT part.relrowsecurity AND has_schema_privilege(n.oid, 'USAGE')
               AND to_regclass(format('%I.%I', n.nspname, part.relname)) = part.oid
               AND (has_table_privilege(part.oid, 'SELECT') OR NOT EXISTS (
                    SELECT FROM pg_attribute above
                    JOIN pg_attribute below ON below.attrelid = part.oid AND below.attname = above.attname
                    WHERE above.attrelid = dt.relation AND above.attnum > 0 AND NOT above.attisdropped
                      AND has_column_privilege(above.attrelid, above.attnum, 'SELECT')
                      AND NOT has_column_privilege(below.attrelid, below.attnum, 'SELECT'))));
END;
$function$;
COMMENT ON FUNCTION factcheck._foreign_parts(integer[]) IS
    'The relations that hold the rows of some added tables, where some of them are foreign tables and the current role may read each by itself.';
