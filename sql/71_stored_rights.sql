-- Who sees what of stored runs.  Base tables are under row security, so that no view, and no other query, shows more than
-- they do; what a role may see is found out once for a query, and compared with numbers in each row.
CREATE FUNCTION factcheck._own_origins() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(o.origin_id), '{}')
        FROM factcheck.origin o
        WHERE o.role_name = current_user AND o.role_id = to_regrole(quote_ident(current_user)));
END;
$function$;
COMMENT ON FUNCTION factcheck._own_origins() IS 'Numbers of the origins whose documents the current role had checked.';

CREATE FUNCTION factcheck._is_administrator() RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN has_function_privilege('factcheck.publish(regclass, regrole, text)'::regprocedure, 'EXECUTE');
END;
$function$;
COMMENT ON FUNCTION factcheck._is_administrator() IS 'Whether the current role has the level admin.';

-- What is said of a report table is read as said on behalf of whoever watches it: analysts store nothing about one.
CREATE FUNCTION factcheck._writable_origins() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(o.origin_id), '{}')
        FROM factcheck.origin o
        WHERE o.origin_id = ANY (factcheck._own_origins())
          AND (o.source_table IS NULL OR factcheck._is_administrator()));
END;
$function$;
COMMENT ON FUNCTION factcheck._writable_origins() IS
    'Numbers of the origins for which the current role may store runs: its own, those of report tables only at level admin.';

-- A row of a report that row security, or a view, shows to some roles alone is shown to the role of the run alone: policies
-- on rows of other tables cannot be asked here.
CREATE FUNCTION factcheck._readable_origins() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_nestloop = on
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(o.origin_id), '{}')
        FROM factcheck.origin o
        LEFT JOIN pg_class c ON c.oid = o.source_table
        WHERE to_regrole(quote_ident(o.role_name)) = o.role_id AND pg_has_role(o.role_id, 'USAGE')
           OR c.relkind IN ('r', 'p', 'm') AND has_schema_privilege(c.relnamespace, 'USAGE')
              AND has_table_privilege(c.oid, 'SELECT') AND NOT row_security_active(c.oid));
END;
$function$;
COMMENT ON FUNCTION factcheck._readable_origins() IS
    'Numbers of the origins whose documents the current role may read: those checked by itself or a role that it is a member of, and report tables that it may read as a whole.';

-- Policies ask this in every statement, for few rows of the catalogs: a session plans it once, by indexes, and compiles
-- nothing for the high costs that this gives it.
--
-- Tables under row security, also those that a view leads to, show roles rows of their own: results over them are shown to
-- those alone to whom no policy applies.  Other views and foreign tables may do the same by other means.
CREATE FUNCTION factcheck._usable_columns(role oid) RETURNS TABLE (used_column_id integer, is_alike boolean)
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_nestloop = on
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY
        WITH RECURSIVE reader AS MATERIALIZED (
            SELECT r.rolsuper OR r.rolbypassrls AS is_exempt FROM pg_roles r WHERE r.oid = _usable_columns.role
        ), reached (root, member) AS (
            SELECT DISTINCT u.relation::oid, u.relation::oid FROM factcheck.used_column u
            UNION
            SELECT r.root, d.refobjid
            FROM reached r
            CROSS JOIN LATERAL (
                SELECT d.refobjid
                FROM pg_class v
                JOIN pg_rewrite w ON w.ev_class = v.oid AND w.ev_type = '1'
                JOIN pg_depend d
                  ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_class'::regclass
                WHERE v.oid = r.member AND v.relkind = 'v'
                OFFSET 0) AS d -- looked up for each relation reached: joined, all views of the database would be read
        ), open AS MATERIALIZED (
            SELECT r.root
            FROM reached r
            CROSS JOIN reader
            JOIN pg_class c ON c.oid = r.member
            GROUP BY r.root
            HAVING NOT bool_or(c.relrowsecurity AND NOT reader.is_exempt
                               AND (c.relforcerowsecurity OR NOT pg_has_role(_usable_columns.role, c.relowner, 'USAGE')))
               AND bool_or(c.oid = r.root AND has_schema_privilege(_usable_columns.role, c.relnamespace, 'USAGE'))
        )
        SELECT u.used_column_id, c.relkind IN ('r', 'p', 'm')
        FROM open o
        JOIN factcheck.used_column u ON u.relation = o.root
        JOIN pg_class c ON c.oid = u.relation
        LEFT JOIN pg_attribute a
          ON a.attrelid = c.oid AND a.attnum = u.column_number AND a.attname = u.column_name
         AND a.atttypid = u.column_type AND NOT a.attisdropped AND a.attnum > 0
        WHERE (u.column_number = 0 OR a.attnum IS NOT NULL)
          AND CASE WHEN u.column_number = 0 THEN has_any_column_privilege(_usable_columns.role, c.oid, 'SELECT')
                   ELSE has_column_privilege(_usable_columns.role, c.oid, a.attnum, 'SELECT') END;
END;
$function$;
COMMENT ON FUNCTION factcheck._usable_columns(oid) IS
    'Numbers of the used columns that are still the same, that a role may read and to which no row security applies for it, each with whether its rows are alike for all roles.';

CREATE FUNCTION factcheck._shown_columns(is_own boolean) RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(u.used_column_id), '{}')
        FROM factcheck._usable_columns(to_regrole(quote_ident(current_user))) AS u
        WHERE u.is_alike OR is_own);
END;
$function$;
COMMENT ON FUNCTION factcheck._shown_columns(boolean) IS
    'Numbers of the used columns for which the current role is shown results of other roles, or its own.';

CREATE TABLE factcheck.publication (
    source_table regclass NOT NULL,
    role_name name NOT NULL,
    role_id oid NOT NULL,
    publisher_name name NOT NULL DEFAULT current_user,
    publisher_id oid NOT NULL DEFAULT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user)),
    what text NOT NULL CHECK (what OPERATOR(pg_catalog.=) ANY (ARRAY['verdicts', 'values'])),
    published_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    PRIMARY KEY (source_table, role_name, role_id, publisher_name, publisher_id)
);
COMMENT ON TABLE factcheck.publication IS
    'What administrators have released of verdicts on a report table to roles that may not read the data: as far as the administrator may read it.';
COMMENT ON COLUMN factcheck.publication.source_table IS 'The report table.';
COMMENT ON COLUMN factcheck.publication.role_name IS 'Role to which, with its members, it is released.';
COMMENT ON COLUMN factcheck.publication.role_id IS 'Its OID: a later role of the same name is another one.';
COMMENT ON COLUMN factcheck.publication.publisher_name IS 'Administrator who released it, and whose rights to the data count.';
COMMENT ON COLUMN factcheck.publication.publisher_id IS 'The OID of the administrator.';
COMMENT ON COLUMN factcheck.publication.what IS 'verdicts, or values: verdicts with what was found, readings and messages.';
COMMENT ON COLUMN factcheck.publication.published_at IS 'When it was released.';

-- The planner takes it for asked in each row, though once is enough: told that it has few rows, it does not find queries so
-- dear that it would compile them.
CREATE FUNCTION factcheck._released(what text) RETURNS TABLE (origins integer[], columns integer[])
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER ROWS 1
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_nestloop = on
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $function$
BEGIN
    RETURN QUERY
        SELECT ARRAY(SELECT o.origin_id FROM factcheck.origin o WHERE o.source_table = p.source_table),
               ARRAY(SELECT u.used_column_id FROM factcheck._usable_columns(p.publisher_id) AS u WHERE u.is_alike)
        FROM factcheck.publication p
        JOIN pg_roles publisher ON publisher.oid = p.publisher_id AND publisher.rolname = p.publisher_name
        JOIN pg_roles reader ON reader.oid = p.role_id AND reader.rolname = p.role_name
        WHERE pg_has_role(p.role_id, 'USAGE') AND (p.what = 'values' OR _released.what = 'verdicts');
END;
$function$;
COMMENT ON FUNCTION factcheck._released(text) IS
    'What is released to the current role, verdicts or values: for each publication the origins, and the columns that its administrator may read.';

ALTER TABLE factcheck.origin ENABLE ROW LEVEL SECURITY;
CREATE POLICY names ON factcheck.origin FOR SELECT USING (true);
CREATE POLICY stored_for_itself ON factcheck.origin FOR INSERT WITH CHECK (
    source_table IS NULL
    OR factcheck._is_administrator() AND pg_catalog.has_table_privilege(source_table, 'SELECT'));

ALTER TABLE factcheck.document ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON factcheck.document FOR SELECT
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_origins())::integer[]));
CREATE POLICY stored_for_itself ON factcheck.document FOR INSERT
    WITH CHECK (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));
CREATE POLICY renewed ON factcheck.document FOR UPDATE
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));

-- When which role checked, and how long it took, is for those, too, who watch over the server.
ALTER TABLE factcheck.run ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON factcheck.run FOR SELECT
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_origins())::integer[])
           OR (SELECT factcheck._is_administrator() OR pg_catalog.pg_has_role('pg_monitor', 'USAGE')));
CREATE POLICY stored_for_itself ON factcheck.run FOR INSERT
    WITH CHECK (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));
CREATE POLICY outdated ON factcheck.run FOR UPDATE
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));
CREATE POLICY purged ON factcheck.run FOR DELETE USING ((SELECT factcheck._is_administrator()));

ALTER TABLE factcheck.run_error ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON factcheck.run_error FOR SELECT
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_origins())::integer[]));
CREATE POLICY stored_for_itself ON factcheck.run_error FOR INSERT
    WITH CHECK (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));

ALTER TABLE factcheck.run_work ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON factcheck.run_work FOR SELECT
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_origins())::integer[]));
CREATE POLICY stored_for_itself ON factcheck.run_work FOR INSERT
    WITH CHECK (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));

ALTER TABLE factcheck.claim ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON factcheck.claim FOR SELECT
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_origins())::integer[]));
CREATE POLICY stored_for_itself ON factcheck.claim FOR INSERT
    WITH CHECK (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));

-- All that tells what the data say: visible to those who may ask the data the same.  How likely a reading is depends on what
-- the others gave, so others see it only if they may read the columns of all of them.  To the role of the run that is no news.
DO $policies$
DECLARE
    secured record;
BEGIN
    FOR secured IN
        SELECT * FROM (VALUES ('claim_verdict', 'verdicts'), ('verdict_count', 'verdicts'), ('flipped_verdict', 'verdicts'),
                              ('claim_value', 'values'), ('alternative', 'values')) AS s (name, what)
    LOOP
        EXECUTE pg_catalog.format($policy$
            ALTER TABLE factcheck.%1$I ENABLE ROW LEVEL SECURITY;
            CREATE POLICY readable ON factcheck.%1$I FOR SELECT USING (
                origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_origins())::integer[])
                AND (columns OPERATOR(pg_catalog.<@) (SELECT factcheck._shown_columns(false))
                     OR origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_origins())::integer[])
                        AND reading_columns OPERATOR(pg_catalog.<@) (SELECT factcheck._shown_columns(true))
                     OR EXISTS (SELECT FROM factcheck._released(%2$L) AS r
                                WHERE origin_id OPERATOR(pg_catalog.=) ANY (r.origins)
                                  AND %1$I.columns OPERATOR(pg_catalog.<@) r.columns)));
            CREATE POLICY stored_for_itself ON factcheck.%1$I FOR INSERT
                WITH CHECK (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));
            $policy$, secured.name, secured.what);
    END LOOP;
END;
$policies$;

-- Each query of a view asks about all rows of these, so that whoever could add any number of rows would make them slow for
-- everybody: a column is entered as it is, and of added tables alone.
ALTER TABLE factcheck.used_column ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON factcheck.used_column FOR SELECT USING (true);
CREATE POLICY true_to_the_catalog ON factcheck.used_column FOR INSERT WITH CHECK (
    EXISTS (SELECT FROM (SELECT dt.relation FROM factcheck.data_table dt
                         UNION ALL
                         SELECT s.relation FROM factcheck.passage_source s) AS dt
            LEFT JOIN pg_catalog.pg_attribute a
              ON a.attrelid OPERATOR(pg_catalog.=) dt.relation AND a.attnum OPERATOR(pg_catalog.=) column_number
             AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
            WHERE dt.relation OPERATOR(pg_catalog.=) used_column.relation
              AND CASE WHEN column_number OPERATOR(pg_catalog.=) 0
                       THEN column_name OPERATOR(pg_catalog.=) '' AND column_type OPERATOR(pg_catalog.=) 'pg_catalog.int8'::pg_catalog.regtype
                       ELSE a.attname OPERATOR(pg_catalog.=) column_name AND a.atttypid OPERATOR(pg_catalog.=) column_type END));
ALTER TABLE factcheck.table_state ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON factcheck.table_state FOR SELECT USING (true);
CREATE POLICY of_added_tables ON factcheck.table_state FOR INSERT WITH CHECK (
    EXISTS (SELECT FROM factcheck.data_table dt WHERE dt.relation OPERATOR(pg_catalog.=) table_state.relation)
    OR EXISTS (SELECT FROM factcheck.used_column u WHERE u.relation OPERATOR(pg_catalog.=) table_state.relation));

-- The planner's statistics are made of all rows, and EXPLAIN shows what it estimates by them: whoever asks it for one text after
-- the other reads the texts of rows that row security hides.  So there are none of what is not for everybody.
ALTER TABLE factcheck.document
    ALTER COLUMN source_key SET STATISTICS 0, ALTER COLUMN title SET STATISTICS 0, ALTER COLUMN identity SET STATISTICS 0,
    ALTER COLUMN gone_at SET STATISTICS 0;
ALTER TABLE factcheck.run
    ALTER COLUMN document_hash SET STATISTICS 0, ALTER COLUMN sqlstate SET STATISTICS 0;
ALTER TABLE factcheck.run_error ALTER COLUMN error SET STATISTICS 0;
ALTER TABLE factcheck.run_work
    ALTER COLUMN n_scans SET STATISTICS 0, ALTER COLUMN n_groups SET STATISTICS 0, ALTER COLUMN n_reused_cubes SET STATISTICS 0,
    ALTER COLUMN n_candidates SET STATISTICS 0, ALTER COLUMN n_certified SET STATISTICS 0;
ALTER TABLE factcheck.claim
    ALTER COLUMN claim_text SET STATISTICS 0, ALTER COLUMN claimed_value SET STATISTICS 0,
    ALTER COLUMN claimed_high SET STATISTICS 0, ALTER COLUMN comparison SET STATISTICS 0, ALTER COLUMN sentence SET STATISTICS 0;
ALTER TABLE factcheck.claim_verdict
    ALTER COLUMN verdict SET STATISTICS 0, ALTER COLUMN p_correct SET STATISTICS 0, ALTER COLUMN is_certified SET STATISTICS 0;
ALTER TABLE factcheck.claim_value
    ALTER COLUMN found_value SET STATISTICS 0, ALTER COLUMN description SET STATISTICS 0, ALTER COLUMN query SET STATISTICS 0,
    ALTER COLUMN p_query SET STATISTICS 0, ALTER COLUMN matches SET STATISTICS 0, ALTER COLUMN message SET STATISTICS 0,
    ALTER COLUMN kept_query SET STATISTICS 0, ALTER COLUMN passage SET STATISTICS 0;
ALTER TABLE factcheck.alternative
    ALTER COLUMN query SET STATISTICS 0, ALTER COLUMN description SET STATISTICS 0, ALTER COLUMN value SET STATISTICS 0,
    ALTER COLUMN probability SET STATISTICS 0, ALTER COLUMN matches SET STATISTICS 0, ALTER COLUMN kept_query SET STATISTICS 0,
    ALTER COLUMN passage SET STATISTICS 0;
