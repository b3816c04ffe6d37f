-- Code of others that runs with the rights of whoever reads a table: only roles one trusts anyway may have it run.  It
-- hides in
--   row-security policies, views, and columns computed when they are read;
--   foreign tables, whose owner decides which server is asked, and so learns what it is asked;
--   casts of a column's own type, such as an enum, to types of the system, since values are read as text;
--   indexes, extended statistics and partition keys over expressions: the planner evaluates what is constant in them
--   before a row is read.  With check constraints it does so only under constraint_exclusion, which is off in every
--   function that reads tables.
-- A view reads what it was made of, and a table its partitions and children, so these count, too; a materialized view
-- reads but itself.  Only superusers make operator classes, access methods and types with functions of their own.
--
-- Every check asks this: a session plans it once.
CREATE FUNCTION factcheck._code_running_tables() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $function$
BEGIN
    RETURN (
        WITH RECURSIVE trusted AS MATERIALIZED (
            SELECT r.oid FROM pg_roles r WHERE r.rolsuper OR r.rolname = current_user
        ), reached AS (
            SELECT d.table_id, d.relation::oid AS oid, false AS is_part FROM factcheck.data_table d
            UNION
            SELECT r.table_id, other.oid, other.is_part
            FROM reached r
            CROSS JOIN LATERAL (
                SELECT d.refobjid AS oid, false AS is_part
                FROM pg_class v
                JOIN pg_rewrite w ON w.ev_class = v.oid
                JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
                                AND d.refclassid = 'pg_class'::regclass
                WHERE v.oid = r.oid AND v.relkind = 'v'
                UNION ALL
                SELECT i.inhrelid, true FROM pg_inherits i WHERE i.inhparent = r.oid) AS other
        ), cast_type AS (
            SELECT k.castsource AS oid
            FROM pg_cast k
            JOIN pg_proc p ON p.oid = k.castfunc
            WHERE k.castsource >= 16384 AND k.casttarget < 16384 AND p.proowner NOT IN (SELECT t.oid FROM trusted t)
            UNION
            SELECT t.oid FROM cast_type s JOIN pg_type t ON t.typbasetype = s.oid AND t.typtype = 'd'
        )
        SELECT coalesce(array_agg(DISTINCT r.table_id), '{}')
        FROM reached r
        JOIN pg_class c ON c.oid = r.oid
        WHERE c.relowner NOT IN (SELECT t.oid FROM trusted t)
              AND (c.relrowsecurity AND NOT r.is_part OR c.relkind IN ('v', 'f')
                   OR EXISTS (SELECT FROM pg_attribute a
                              WHERE a.attrelid = c.oid AND a.attgenerated = 'v' AND NOT a.attisdropped))
           OR EXISTS (SELECT FROM cast_type)
              AND EXISTS (SELECT FROM pg_attribute a JOIN cast_type k ON k.oid = a.atttypid
                          WHERE a.attrelid = c.oid AND NOT a.attisdropped)
           OR EXISTS (
               SELECT
               FROM (SELECT 'pg_class'::regclass AS classid, i.indexrelid AS objid
                     FROM pg_index i
                     WHERE i.indrelid = c.oid AND (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL)
                     UNION ALL
                     SELECT 'pg_statistic_ext', s.oid FROM pg_statistic_ext s WHERE s.stxrelid = c.oid
                     UNION ALL
                     SELECT 'pg_class', c.oid WHERE c.relkind = 'p') AS planned
               JOIN pg_depend d ON d.classid = planned.classid AND d.objid = planned.objid
               LEFT JOIN pg_operator o ON d.refclassid = 'pg_operator'::regclass AND o.oid = d.refobjid
               JOIN pg_proc p ON p.oid = CASE WHEN d.refclassid = 'pg_proc'::regclass THEN d.refobjid ELSE o.oprcode END
               WHERE p.proowner NOT IN (SELECT t.oid FROM trusted t)));
END;
$function$;
COMMENT ON FUNCTION factcheck._code_running_tables() IS
    'Numbers of the added tables that, when the current role reads them, run code of roles that are neither superusers nor itself.';
