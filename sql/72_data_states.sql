-- The state of some tables' data, as far as it can be told without reading them: by the files they are in, by the rows that
-- the server's statistics know to be written, those that this session has yet to tell included, and by the triggers of
-- tracked tables, which leave a trace in the change log.
CREATE FUNCTION factcheck._data_states(relations oid[])
RETURNS TABLE (relation oid, storage text, counters text, tracking text)
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
    RETURN QUERY
        WITH RECURSIVE reached (root, member) AS (
            SELECT own.root, own.root FROM unnest(_data_states.relations) AS own (root)
            UNION
            SELECT r.root, other.member
            FROM reached r
            CROSS JOIN LATERAL (
                SELECT i.inhrelid AS member FROM pg_inherits i WHERE i.inhparent = r.member
                UNION ALL
                SELECT d.refobjid
                FROM pg_class v
                JOIN pg_rewrite w ON w.ev_class = v.oid AND w.ev_type = '1'
                JOIN pg_depend d
                  ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_class'::regclass
                WHERE v.oid = r.member AND v.relkind = 'v') AS other
        ), files AS (
            SELECT r.root,
                   -- a foreign table, and what a function of a view reads, changes without a trace
                   CASE WHEN NOT bool_or(c.relkind = 'f' OR c.relkind = 'v' AND EXISTS (
                            SELECT FROM pg_rewrite w
                            JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
                                            AND d.refclassid = 'pg_proc'::regclass
                            WHERE w.ev_class = c.oid))
                        THEN string_agg(concat_ws(' ', c.oid, pg_relation_filenode(c.oid)), ', ' ORDER BY c.oid) END AS storage,
                   string_agg(concat_ws(' ', c.oid,
                                        pg_stat_get_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_inserted(c.oid),
                                        pg_stat_get_tuples_updated(c.oid) + pg_stat_get_xact_tuples_updated(c.oid),
                                        pg_stat_get_tuples_deleted(c.oid) + pg_stat_get_xact_tuples_deleted(c.oid)),
                              ', ' ORDER BY c.oid) FILTER (WHERE c.relkind IN ('r', 'm')) AS counters
            FROM reached r
            JOIN pg_class c ON c.oid = r.member
            GROUP BY r.root
        ), tracked AS (
            SELECT s.relation AS root,
                   CASE WHEN bool_and(s.state IS NOT NULL) THEN string_agg(s.state, '|' ORDER BY s.source) END AS tracking
            FROM factcheck._change_sources(_data_states.relations) AS s
            GROUP BY s.relation
        )
        SELECT f.root, f.storage, CASE WHEN NOT pg_is_in_recovery() THEN f.counters END, t.tracking
        FROM files f
        LEFT JOIN tracked t ON t.root = f.root;
END;
$function$;
COMMENT ON FUNCTION factcheck._data_states(oid[]) IS
    'The states of the data of some relations: their files, the rows written to them by the server''s statistics, which a standby does not have, and the state of the triggers where changes are tracked.';

-- Statistics come with a delay of some seconds from other sessions, so that only the change log proves that nothing
-- happened.  Serializable transactions do not read the log, since they would depend on those who write it.
CREATE FUNCTION factcheck._present_states(is_proven boolean) RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(s.table_state_id), '{}')
        FROM factcheck.table_state s
        JOIN factcheck._data_states(ARRAY(
            SELECT DISTINCT s.relation::oid FROM factcheck.table_state s WHERE s.tracking IS NOT NULL OR NOT is_proven)) AS now
          ON now.relation = s.relation
        WHERE s.storage = now.storage
          AND CASE WHEN s.tracking = now.tracking AND current_setting('transaction_isolation') <> 'serializable'
                   THEN NOT EXISTS (
                       SELECT FROM factcheck._change_sources(ARRAY[s.relation::oid]) AS source
                       JOIN factcheck.change_log l ON l.relation = source.source
                       WHERE l.writer >= pg_snapshot_xmin(s.snapshot) AND NOT pg_visible_in_snapshot(l.writer, s.snapshot))
                   ELSE NOT is_proven AND s.counters IS NOT DISTINCT FROM coalesce(now.counters, s.counters) END);
END;
$function$;
COMMENT ON FUNCTION factcheck._present_states(boolean) IS
    'Numbers of the states in which the data still are, as far as is known; or only those of which it is proven.';

-- Columns are looked up by the catalog's indexes: the catalog of a site is far longer than what its claims used.
CREATE FUNCTION factcheck._unaltered_columns() RETURNS integer[]
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
        SELECT coalesce(array_agg(u.used_column_id), '{}')
        FROM factcheck.used_column u
        LEFT JOIN pg_attribute a
          ON a.attrelid = u.relation AND a.attnum = u.column_number AND a.attname = u.column_name
         AND a.atttypid = u.column_type AND NOT a.attisdropped
        -- looked up for each column: joined, all relations of the database would be read where no statistics tell how few
        -- columns were used
        WHERE EXISTS (SELECT FROM pg_class c WHERE c.oid = u.relation OFFSET 0)
          AND (u.column_number = 0 OR a.attnum IS NOT NULL));
END;
$function$;
COMMENT ON FUNCTION factcheck._unaltered_columns() IS 'Numbers of the used columns that are still what they were.';

-- A row of used_column for each column that readings read; returns for each claim, and each of its readings, the numbers of
-- its columns.  0, which is no number, stands for a column that is not there any more: nobody is shown what depends on it.
CREATE FUNCTION factcheck._note_columns(columns jsonb) RETURNS TABLE (claim_place bigint, rank bigint, used_columns integer[])
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    numbers jsonb;
BEGIN
    -- A source of passages has the negative of its number.
    WITH relation_read AS (
        SELECT dt.table_id, dt.relation FROM factcheck.data_table dt
        UNION ALL
        SELECT -s.source_id, s.relation FROM factcheck.passage_source s)
    INSERT INTO factcheck.used_column (relation, column_number, column_name, column_type)
    SELECT DISTINCT dt.relation, coalesce(a.attnum, 0), coalesce(a.attname, ''), coalesce(a.atttypid, 'bigint'::regtype)
    FROM (SELECT DISTINCT part.value->>0, part.value->>1
          FROM jsonb_path_query(_note_columns.columns, '$[*][*][*]') AS part (value)) AS used (table_id, column_name)
    JOIN relation_read dt ON dt.table_id = used.table_id::integer
    LEFT JOIN pg_attribute a ON a.attrelid = dt.relation AND a.attname = used.column_name AND a.attnum > 0 AND NOT a.attisdropped
    WHERE (used.column_name IS NULL OR a.attnum IS NOT NULL)
      AND NOT EXISTS (
          SELECT FROM factcheck.used_column known
          WHERE known.relation = dt.relation AND known.column_number = coalesce(a.attnum, 0)
            AND known.column_name = coalesce(a.attname, '') AND known.column_type = coalesce(a.atttypid, 'bigint'::regtype))
    ON CONFLICT DO NOTHING;
    SELECT coalesce(jsonb_object_agg(concat(dt.table_id, ' ', u.column_name), u.used_column_id), '{}') INTO numbers
    FROM (SELECT dt.table_id, dt.relation FROM factcheck.data_table dt
          UNION ALL
          SELECT -s.source_id, s.relation FROM factcheck.passage_source s) AS dt
    JOIN factcheck.used_column u ON u.relation = dt.relation
    LEFT JOIN pg_attribute a
      ON a.attrelid = u.relation AND a.attnum = u.column_number AND a.attname = u.column_name
     AND a.atttypid = u.column_type AND NOT a.attisdropped
    WHERE u.column_number = 0 OR a.attnum IS NOT NULL;
    RETURN QUERY
        SELECT claim.place, reading.place,
               ARRAY(SELECT DISTINCT coalesce((numbers->>concat(part.value->>0, ' ', part.value->>1))::integer, 0)
                     FROM jsonb_array_elements(reading.parts) AS part (value) ORDER BY 1)
        FROM jsonb_array_elements(_note_columns.columns) WITH ORDINALITY AS claim (readings, place)
        CROSS JOIN LATERAL jsonb_array_elements(claim.readings) WITH ORDINALITY AS reading (parts, place);
END;
$function$;
COMMENT ON FUNCTION factcheck._note_columns(jsonb) IS
    'Enters the columns that readings read, and returns their numbers for each reading of each claim.';

CREATE FUNCTION factcheck._note_states(relations oid[], states jsonb, snapshot pg_snapshot)
RETURNS TABLE (relation oid, table_state_id integer)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
DECLARE
    met record;
BEGIN
    FOR met IN
        SELECT m.*
        FROM jsonb_to_recordset(_note_states.states) AS m (relation oid, storage text, counters text, tracking text)
        WHERE m.relation = ANY (_note_states.relations)
        ORDER BY m.relation
    LOOP
        relation := met.relation;
        SELECT max(s.table_state_id) INTO table_state_id
        FROM factcheck.table_state s
        WHERE s.relation = met.relation AND s.role_name = current_user AND s.role_id = to_regrole(quote_ident(current_user))
          -- asked only where there is a state like that: data have mostly changed
          AND CASE WHEN (s.storage, s.counters, s.tracking) IS NOT DISTINCT FROM (met.storage, met.counters, met.tracking)
                   THEN s.table_state_id = ANY ((SELECT factcheck._present_states(false))::integer[]) END;
        IF table_state_id IS NULL THEN
            INSERT INTO factcheck.table_state (relation, storage, counters, tracking, snapshot)
            VALUES (met.relation, met.storage, met.counters, met.tracking, _note_states.snapshot)
            RETURNING table_state.table_state_id INTO table_state_id;
        END IF;
        RETURN NEXT;
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck._note_states(oid[], jsonb, pg_snapshot) IS
    'Enters the states that a run met of some tables, where they are not known yet, and returns their numbers.';
