-- Citus keeps what it manages in a catalog of its own, which is read only where it exists: nothing here depends on Citus.
-- Its tables look like ordinary ones that are empty: their rows are in shards, mostly on other nodes, where no trigger
-- of the table fires.  They change kind at any time, even by a foreign key of another table; so every check asks anew.
CREATE FUNCTION factcheck._citus_relations() RETURNS oid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    managed oid[];
BEGIN
    IF to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
        EXECUTE 'SELECT array_agg(d.logicalrelid::oid) FROM pg_catalog.pg_dist_partition d' INTO managed;
    END IF;
    RETURN coalesce(managed, '{}');
END;
$function$;
COMMENT ON FUNCTION factcheck._citus_relations() IS
    'The relations that Citus manages, of whatever kind; none where there is no Citus.';

CREATE FUNCTION factcheck._placements(tables integer[])
RETURNS TABLE (table_id integer, kind text, colocation integer, column_name text)
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET jit = off
AS $function$
BEGIN
    IF to_regclass('pg_catalog.pg_dist_partition') IS NULL THEN
        RETURN;
    END IF;
    -- A view is where the relations are that it reads, a partitioned table where its partitions are.
    RETURN QUERY EXECUTE $query$
        WITH RECURSIVE reached (table_id, root, oid) AS (
            SELECT dt.table_id, dt.relation::oid, dt.relation::oid
            FROM factcheck.data_table dt WHERE dt.table_id = ANY ($1)
            UNION
            SELECT r.table_id, r.root, n.oid
            FROM reached r
            CROSS JOIN LATERAL (
                SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = r.oid
                UNION ALL
                SELECT d.refobjid
                FROM pg_rewrite w
                JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
                                AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> r.oid
                JOIN pg_class v ON v.oid = w.ev_class AND v.relkind = 'v'
                WHERE w.ev_class = r.oid) AS n (oid)
        ), placed AS (
            SELECT r.table_id, r.root = r.oid AS is_table, d.colocationid::integer AS colocation,
                   CASE WHEN d.partmethod <> 'n' THEN 'distributed'
                        WHEN d.repmodel = 't' THEN 'reference'
                        WHEN d.colocationid > 0 THEN 'single-shard'
                        ELSE 'local' END AS kind,
                   (SELECT a.attname::text FROM pg_attribute a
                    WHERE a.attrelid = d.logicalrelid
                      AND a.attnum = substring(d.partkey FROM ':varattno (\d+)')::smallint) AS column_name
            FROM reached r JOIN pg_catalog.pg_dist_partition d ON d.logicalrelid::oid = r.oid
        )
        SELECT DISTINCT ON (p.table_id) p.table_id, p.kind, CASE WHEN p.is_table THEN p.colocation END,
               CASE WHEN p.is_table THEN p.column_name END
        FROM placed p
        ORDER BY p.table_id, array_position('{distributed,single-shard,reference,local}', p.kind), p.is_table DESC
    $query$ USING tables;
END;
$function$;
COMMENT ON FUNCTION factcheck._placements(integer[]) IS
    'Where Citus has the rows of some added tables: distributed by a column, in a single shard, on every node (reference), or local; other tables are left out.';
