-- Code of others that runs with the rights of whoever reads a table: only roles one trusts anyway may have it run.  It
-- hides in
--   row-security policies, views, and columns computed when they are read;
--   foreign tables, whose owner decides which server is asked, and so learns what it is asked;
--   casts of a column's own type, such as an enum, to types of the system, since values are read as text;
--   indexes, extended statistics and partition keys over expressions: the planner evaluates what is constant in them
--   before a row is read.  With check constraints it does so only under constraint_exclusion, which is off in every
--   function that reads tables;
--   functions, operators, aggregates and domains that any of these call, and what these depend on in turn.
-- A view reads what it was made of, and a table its partitions and children, so these count, too, each with its own owner;
-- a materialized view reads but itself.  What a function's body calls by name is not known: who owns the function answers
-- for it.  Only superusers make operator classes, access methods and types with functions of their own.
--
-- Code may be a superuser's, the caller's own, or that of the table's owner whom a superuser trusted, as long as it is the
-- owner.  In a superuser's check only superusers' code runs.  It is one also when it took another role by SET ROLE:
-- whatever runs could take that back.
--
-- Nor is code the caller's own where a superuser's run of the queue acts for the caller: it would run in the superuser's
-- session.  factcheck._call_as says so, and whoever says so falsely runs less code.
--
-- Every check asks this: a session plans it once.  Of most tables none of the above can be true, which is seen from few rows
-- of the catalog: what is left of the relations then is followed.
CREATE FUNCTION factcheck._relations_with_code(relations oid[]) RETURNS oid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $function$
BEGIN
    RETURN ARRAY(
        SELECT c.oid
        FROM unnest(relations) AS asked (oid)
        JOIN pg_class c ON c.oid = asked.oid
        WHERE c.relkind NOT IN ('r', 'm') OR c.relrowsecurity OR c.relhassubclass OR c.reloftype <> 0
           OR EXISTS (SELECT FROM pg_attribute a
                      WHERE a.attrelid = c.oid AND a.attnum > 0 AND (a.atttypid >= 16384 OR a.attgenerated = 'v')
                        AND NOT a.attisdropped)
           OR EXISTS (SELECT FROM pg_index i
                      WHERE i.indrelid = c.oid AND (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL))
           OR EXISTS (SELECT FROM pg_statistic_ext s WHERE s.stxrelid = c.oid)
           OR EXISTS (SELECT FROM pg_depend d
                      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.objsubid = 0
                        AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass)));
END;
$function$;
COMMENT ON FUNCTION factcheck._relations_with_code(oid[]) IS
    'Those of some relations whose reading may run any code: tables without policies, partitions, children, expressions and types of their own run none.';

CREATE FUNCTION factcheck._code_owners(relations oid[]) RETURNS TABLE (relation oid, owner oid)
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
SET work_mem = '256kB' -- tables of that size are laid out beforehand, however little comes into them
AS $function$
#variable_conflict use_column
DECLARE
    followed CONSTANT oid[] := factcheck._relations_with_code(_code_owners.relations);
BEGIN
    IF followed = '{}' THEN
        RETURN;
    END IF;
    RETURN QUERY
        WITH RECURSIVE superuser AS MATERIALIZED (
            SELECT r.oid FROM pg_roles r WHERE r.rolsuper
        ), caller AS MATERIALIZED (
            SELECT r.oid FROM pg_roles r
            WHERE r.rolname = current_user
              AND NOT EXISTS (SELECT FROM pg_roles s WHERE s.rolname IN (current_user, session_user) AND s.rolsuper)
              AND coalesce(current_setting('factcheck.acting_role', true), '') = ''
        ), reached AS (
            -- has_policies: whether row security, where it is enabled, filters what is read here
            SELECT root.oid AS relation, 'pg_class'::regclass AS class, root.oid AS oid,
                   row_security_active(root.oid) AS has_policies
            FROM unnest(followed) AS root (oid)
            UNION
            SELECT r.relation, other.class, other.oid, other.has_policies
            FROM reached r
            CROSS JOIN LATERAL (
                SELECT 'pg_rewrite'::regclass AS class, w.oid, true AS has_policies
                FROM pg_class v
                JOIN pg_rewrite w ON w.ev_class = v.oid
                WHERE r.class = 'pg_class'::regclass AND v.oid = r.oid AND v.relkind = 'v' AND w.ev_type = '1'
                UNION ALL
                SELECT 'pg_class', i.inhrelid, false
                FROM pg_inherits i
                WHERE r.class = 'pg_class'::regclass AND i.inhparent = r.oid
                UNION ALL
                SELECT 'pg_policy', p.oid, true
                FROM pg_class c
                JOIN pg_policy p ON p.polrelid = c.oid
                WHERE r.class = 'pg_class'::regclass AND c.oid = r.oid AND c.relrowsecurity AND r.has_policies
                UNION ALL
                SELECT 'pg_attrdef', e.oid, true
                FROM pg_attrdef e
                JOIN pg_attribute a ON a.attrelid = e.adrelid AND a.attnum = e.adnum
                WHERE r.class = 'pg_class'::regclass AND e.adrelid = r.oid AND a.attgenerated = 'v'
                UNION ALL
                SELECT 'pg_index', i.indexrelid, true
                FROM pg_index i
                WHERE r.class = 'pg_class'::regclass AND i.indrelid = r.oid
                  AND (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL)
                UNION ALL
                SELECT 'pg_statistic_ext', s.oid, true
                FROM pg_statistic_ext s
                WHERE r.class = 'pg_class'::regclass AND s.stxrelid = r.oid
                UNION ALL
                SELECT 'pg_constraint', k.oid, true
                FROM pg_constraint k
                WHERE r.class = 'pg_type'::regclass AND k.contypid = r.oid
                UNION ALL
                SELECT 'pg_type', part.oid, true
                FROM pg_type t
                CROSS JOIN LATERAL (
                    SELECT t.typbasetype AS oid
                    UNION ALL
                    SELECT t.typelem
                    UNION ALL
                    SELECT a.atttypid FROM pg_attribute a WHERE a.attrelid = t.typrelid AND t.typtype = 'c') AS part
                WHERE r.class = 'pg_type'::regclass AND t.oid = r.oid AND part.oid >= 16384
                UNION ALL
                -- only an expression that reads tables leads to other tables: an index names its own, columns included
                SELECT d.refclassid::regclass, d.refobjid, true
                FROM pg_depend d
                WHERE d.classid = CASE WHEN r.class = 'pg_index'::regclass THEN 'pg_class'::regclass ELSE r.class END
                  AND d.objid = r.oid AND d.objsubid = 0
                  AND (d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass)
                       OR d.refclassid = 'pg_class'::regclass
                          AND r.class IN ('pg_rewrite'::regclass, 'pg_policy'::regclass, 'pg_proc'::regclass))) AS other
        ), cast_type AS (
            SELECT k.castsource AS oid, p.proowner AS owner
            FROM pg_cast k
            JOIN pg_proc p ON p.oid = k.castfunc
            WHERE k.castsource >= 16384 AND k.casttarget < 16384 AND p.proowner NOT IN (SELECT s.oid FROM superuser s)
            UNION
            SELECT t.oid, s.owner FROM cast_type s JOIN pg_type t ON t.typbasetype = s.oid AND t.typtype = 'd'
        ), code AS (
            SELECT r.relation, c.relowner AS owner
            FROM reached r
            JOIN pg_class c ON c.oid = r.oid
            WHERE r.class = 'pg_class'::regclass
              AND (c.relkind IN ('v', 'f') OR c.relrowsecurity AND r.has_policies)
            UNION
            SELECT r.relation, c.relowner
            FROM reached r
            JOIN pg_attrdef e ON e.oid = r.oid
            JOIN pg_class c ON c.oid = e.adrelid
            WHERE r.class = 'pg_attrdef'::regclass
            UNION
            SELECT r.relation, p.proowner
            FROM reached r
            JOIN pg_proc p ON p.oid = r.oid
            WHERE r.class = 'pg_proc'::regclass
            UNION
            SELECT r.relation, k.owner
            FROM reached r
            JOIN pg_attribute a ON a.attrelid = r.oid AND NOT a.attisdropped
            JOIN cast_type k ON k.oid = a.atttypid
            WHERE r.class = 'pg_class'::regclass AND EXISTS (SELECT FROM cast_type)
        )
        SELECT DISTINCT c.relation, c.owner
        FROM code c
        WHERE c.owner NOT IN (SELECT s.oid FROM superuser s)
          AND c.owner NOT IN (SELECT r.oid FROM caller r);
END;
$function$;
COMMENT ON FUNCTION factcheck._code_owners(oid[]) IS
    'Roles, other than superusers and the current role, whose code runs when the current role reads some relations.';

CREATE FUNCTION factcheck._tables_running_owner_code(OUT table_id integer, OUT owners oid[]) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY
        SELECT d.table_id, array_agg(o.owner ORDER BY o.owner)
        FROM factcheck._code_owners(ARRAY(SELECT dt.relation::oid FROM factcheck.data_table dt)) AS o
        JOIN factcheck.data_table d ON d.relation = o.relation
        WHERE EXISTS (SELECT FROM pg_roles s WHERE s.rolname IN (current_user, session_user) AND s.rolsuper)
           OR NOT EXISTS (
              SELECT FROM pg_class c
              JOIN pg_roles r ON r.oid = d.trusted_owner AND r.rolname = d.trusted_owner_name
              WHERE c.oid = d.relation AND c.relowner = d.trusted_owner AND r.oid = o.owner)
        GROUP BY d.table_id;
END;
$function$;
COMMENT ON FUNCTION factcheck._tables_running_owner_code() IS
    'Numbers of the added tables that, when the current role reads them, run code of roles that it does not trust, with these roles.';

-- Tables are read by statements that name them and the types of their columns, and each statement looks names up anew.  Who
-- owns a schema, or a type, could give its name to something else in between, and so have its code run as the superuser who
-- reads.  Another role has no right to such locks; nor can there be any where nothing may be written.
CREATE FUNCTION factcheck._keep_names() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
DECLARE
    others oid[];
    types oid[];
BEGIN
    IF current_setting('transaction_read_only') = 'on'
       OR NOT (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = current_user) THEN
        RETURN;
    END IF;
    others := ARRAY(SELECT r.oid FROM pg_roles r WHERE NOT r.rolsuper);
    types := ARRAY(
        WITH RECURSIVE used AS (
            SELECT a.atttypid AS oid
            FROM (SELECT dt.relation FROM factcheck.data_table dt UNION SELECT s.relation FROM factcheck.passage_source s) AS added
            JOIN pg_attribute a ON a.attrelid = added.relation AND a.attnum > 0 AND NOT a.attisdropped
            UNION
            SELECT part.oid
            FROM used u
            JOIN pg_type t ON t.oid = u.oid
            CROSS JOIN LATERAL (VALUES (t.typbasetype), (t.typelem)) AS part (oid)
            WHERE part.oid <> 0
        )
        SELECT u.oid FROM used u);
    PERFORM FROM pg_namespace n
    WHERE n.oid IN (
        SELECT c.relnamespace FROM factcheck.data_table dt JOIN pg_class c ON c.oid = dt.relation
        UNION ALL
        SELECT c.relnamespace FROM factcheck.passage_source s JOIN pg_class c ON c.oid = s.relation
        UNION ALL
        SELECT t.typnamespace FROM pg_type t WHERE t.oid = ANY (types))
      AND n.nspowner = ANY (others)
    ORDER BY n.oid
    FOR KEY SHARE;
    PERFORM FROM pg_type t WHERE t.oid = ANY (types) AND t.typowner = ANY (others) ORDER BY t.oid FOR KEY SHARE;
END;
$function$;
COMMENT ON FUNCTION factcheck._keep_names() IS
    'For a superuser, keeps the schemas of added tables and sources, and the types of their columns, from being renamed by other roles until the end of the transaction; waits for one that is.';
