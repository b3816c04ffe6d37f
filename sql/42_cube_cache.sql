CREATE UNLOGGED TABLE factcheck.cube_cache (
    role_name name NOT NULL DEFAULT current_user,
    role_id oid NOT NULL DEFAULT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user)),
    entry_id uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid(),
    anchor integer NOT NULL,
    tables integer[] NOT NULL,
    columns integer[] NOT NULL,
    contents text NOT NULL,
    cube bytea NOT NULL,
    bytes bigint GENERATED ALWAYS AS (pg_catalog.octet_length(cube) OPERATOR(pg_catalog.+) pg_catalog.octet_length(contents)) STORED,
    relations oid[] NOT NULL,
    signatures text[] NOT NULL,
    snapshot pg_snapshot NOT NULL,
    writer xid8 NOT NULL,
    kept_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    last_used timestamptz NOT NULL DEFAULT pg_catalog.now(),
    hits bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (role_name, role_id, entry_id)
);
ALTER TABLE factcheck.cube_cache ALTER COLUMN cube SET STORAGE EXTERNAL, -- cubes are compressed before they come
    ALTER COLUMN cube SET STATISTICS 0, ALTER COLUMN contents SET STATISTICS 0;
CREATE INDEX cube_cache_anchor ON factcheck.cube_cache (role_name, anchor);
COMMENT ON TABLE factcheck.cube_cache IS
    'Results of merged queries over tracked tables, each visible to the role that had it computed and only while that role may read all columns used.';
COMMENT ON COLUMN factcheck.cube_cache.role_name IS 'Role that had the result computed.';
COMMENT ON COLUMN factcheck.cube_cache.role_id IS 'Its OID: a later role of the same name is another one.';
COMMENT ON COLUMN factcheck.cube_cache.entry_id IS 'Random number of the entry, so that nothing can be told from it.';
COMMENT ON COLUMN factcheck.cube_cache.anchor IS 'Table whose rows are counted or aggregated.';
COMMENT ON COLUMN factcheck.cube_cache.tables IS 'All tables joined, the anchor among them.';
COMMENT ON COLUMN factcheck.cube_cache.columns IS 'All columns read, those that join tables among them.';
COMMENT ON COLUMN factcheck.cube_cache.contents IS 'What the result holds: dimensions with their literals, and measures; or rows of other queries, such as those of groups.';
COMMENT ON COLUMN factcheck.cube_cache.cube IS 'The result.';
COMMENT ON COLUMN factcheck.cube_cache.bytes IS 'Size of the entry; 0 in a row that waits to be used again.';
COMMENT ON COLUMN factcheck.cube_cache.relations IS
    'The relations through which the tables can be changed: themselves, their partitions and children, and the parents of all these.';
COMMENT ON COLUMN factcheck.cube_cache.signatures IS
    'For each table the state of its definition, as the snapshot saw it.';
COMMENT ON COLUMN factcheck.cube_cache.snapshot IS 'The snapshot in which the result was computed.';
COMMENT ON COLUMN factcheck.cube_cache.writer IS 'The transaction that kept it.';
COMMENT ON COLUMN factcheck.cube_cache.kept_at IS 'When the result was kept.';
COMMENT ON COLUMN factcheck.cube_cache.hits IS 'Checks that it served, as far as sessions have told: each tells of ten at a time, or after an hour.';
COMMENT ON COLUMN factcheck.cube_cache.last_used IS 'When the entry last served a check, to within an hour.';

ALTER TABLE factcheck.cube_cache ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_role ON factcheck.cube_cache
    USING (role_name OPERATOR(pg_catalog.=) current_user
           AND role_id OPERATOR(pg_catalog.=) (SELECT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user)))
           AND columns OPERATOR(pg_catalog.<@) (SELECT factcheck._readable_columns()))
    WITH CHECK (role_name OPERATOR(pg_catalog.=) current_user
                AND role_id OPERATOR(pg_catalog.=) (SELECT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user))));

CREATE VIEW factcheck.cube_cache_entries WITH (security_invoker = true) AS
    SELECT e.role_name,
           ARRAY(SELECT dt.relation
                 FROM pg_catalog.unnest(e.tables) WITH ORDINALITY AS used (table_id, place)
                 JOIN factcheck.data_table dt ON dt.table_id OPERATOR(pg_catalog.=) used.table_id
                 ORDER BY used.place) AS tables,
           e.bytes, e.last_used, e.hits, e.kept_at
    FROM factcheck.cube_cache e
    WHERE e.bytes OPERATOR(pg_catalog.>) 0;
COMMENT ON VIEW factcheck.cube_cache_entries IS
    'What the cube cache holds, without values: a role sees its own entries, a superuser all.';
COMMENT ON COLUMN factcheck.cube_cache_entries.role_name IS 'Role that had the result computed.';
COMMENT ON COLUMN factcheck.cube_cache_entries.tables IS 'The tables it was computed from.';
COMMENT ON COLUMN factcheck.cube_cache_entries.bytes IS 'Size of the entry.';
COMMENT ON COLUMN factcheck.cube_cache_entries.last_used IS 'When the entry last served a check, to within an hour.';
COMMENT ON COLUMN factcheck.cube_cache_entries.hits IS
    'Checks that it served, as far as sessions have told: each tells of ten at a time, or after an hour.';
COMMENT ON COLUMN factcheck.cube_cache_entries.kept_at IS 'When the result was kept.';

-- Every check asks the two functions below, for few rows of the catalogs: a session plans each once, by indexes, and
-- compiles none for the high costs that this gives them.
--
-- Serializable transactions neither read nor write the log and the cache: what other roles write there would count as
-- something they depend on, and make them fail.
--
-- Row security, and types whose values are written and compared by code that may be replaced without a trace, keep a
-- result from being kept; the labels of enums are part of the state.
CREATE FUNCTION factcheck._table_states(tables integer[])
RETURNS TABLE (table_id integer, relations oid[], signature text, usable_columns integer[])
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $function$
DECLARE
    own_writer CONSTANT xid8 := pg_current_xact_id_if_assigned();
BEGIN
    IF current_setting('transaction_isolation') = 'serializable' THEN
        RETURN;
    END IF;
    RETURN QUERY
        WITH tracked AS MATERIALIZED (
            SELECT dt.table_id, c.oid, has_table_privilege(c.oid, 'SELECT') AS is_readable
            FROM factcheck.data_table dt
            JOIN pg_class c ON c.oid = dt.relation
            WHERE dt.table_id = ANY (_table_states.tables) AND dt.is_tracked AND NOT c.relrowsecurity
              AND has_schema_privilege(c.relnamespace, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
        ), whole AS MATERIALIZED (
            SELECT s.relation, array_agg(s.source ORDER BY s.source) AS sources,
                   string_agg(s.state, '|' ORDER BY s.source) AS state
            FROM factcheck._change_sources(ARRAY(SELECT o.oid FROM tracked o)) AS s
            GROUP BY s.relation
            HAVING bool_and(s.state IS NOT NULL)
               AND NOT bool_or(own_writer IS NOT NULL AND EXISTS (
                       SELECT FROM factcheck.change_log l WHERE l.relation = s.source AND l.writer = own_writer))
        )
        SELECT o.table_id, w.sources,
               encode(sha256(convert_to(
                   concat_ws('|', factcheck.version(), w.state,
                             string_agg(concat_ws(' ', a.attnum, a.xmin, a.ctid, labels.state), '|' ORDER BY a.attnum)),
                   'UTF8')), 'hex'),
               coalesce(array_agg(dc.column_id) FILTER (
                   WHERE (o.is_readable OR has_column_privilege(o.oid, a.attnum, 'SELECT')) AND a.attgenerated <> 'v'
                     AND (t.oid < 16384 OR t.typtype = 'e' OR t.typtype = 'd' AND t.typbasetype < 16384)), '{}')
        FROM tracked o
        JOIN whole w ON w.relation = o.oid
        JOIN factcheck.data_column dc ON dc.table_id = o.table_id
        JOIN pg_attribute a ON a.attrelid = o.oid AND a.attnum = dc.column_number
                           AND a.attname = dc.column_name AND a.atttypid = dc.column_type AND NOT a.attisdropped
        JOIN pg_type t ON t.oid = a.atttypid
        LEFT JOIN LATERAL (
            SELECT string_agg(concat_ws(' ', e.xmin, e.ctid), ' ' ORDER BY e.oid) AS state
            FROM pg_enum e WHERE e.enumtypid = t.oid) AS labels ON t.typtype = 'e'
        GROUP BY o.table_id, w.sources, w.state;
END;
$function$;
COMMENT ON FUNCTION factcheck._table_states(integer[]) IS
    'The tables of which results may be kept now and served to the current role, with the state of their definition and the columns that the role may read; not those that the current transaction has changed.';

CREATE FUNCTION factcheck._valid_cube_entries(tables integer[]) RETURNS TABLE (
    entry_id uuid, anchor integer, entry_tables integer[], columns integer[], contents text, bytes bigint, is_fresh boolean)
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
SET work_mem = '256kB'
AS $function$
BEGIN
    IF pg_is_in_recovery() OR current_setting('transaction_isolation') = 'serializable' THEN
        RETURN; -- unlogged tables do not exist on a standby
    END IF;
    RETURN QUERY
        WITH state AS MATERIALIZED (SELECT s.* FROM factcheck._table_states(_valid_cube_entries.tables) AS s)
        SELECT e.entry_id, e.anchor, e.tables, e.columns, e.contents, e.bytes, e.last_used > now() - interval '1 hour'
        FROM factcheck.cube_cache e
        CROSS JOIN LATERAL (
            SELECT array_agg(s.signature ORDER BY used.place) AS signatures
            FROM unnest(e.tables) WITH ORDINALITY AS used (table_id, place)
            JOIN state s ON s.table_id = used.table_id) AS now
        WHERE e.role_name = current_user AND e.role_id = to_regrole(quote_ident(current_user))
          AND e.anchor = ANY (_valid_cube_entries.tables) AND e.bytes > 0
          AND e.signatures = now.signatures
          AND NOT EXISTS (SELECT FROM unnest(e.columns) AS used (column_id)
                          WHERE NOT EXISTS (SELECT FROM state s WHERE used.column_id = ANY (s.usable_columns)))
          -- whatever a snapshot does not see has at least the number of its xmin; so has whoever took it
          AND NOT EXISTS (SELECT FROM factcheck.change_log l
                          WHERE l.relation = ANY (e.relations) AND l.writer >= pg_snapshot_xmin(e.snapshot)
                            AND (NOT pg_visible_in_snapshot(l.writer, e.snapshot) OR l.writer = e.writer))
        ORDER BY e.writer, e.entry_id;
END;
$function$;
COMMENT ON FUNCTION factcheck._valid_cube_entries(integer[]) IS
    'The current role''s entries of the cube cache that are still true and whose tables are all among those given.';
