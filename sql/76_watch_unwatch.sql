-- How watches begin and end.
--
-- Keys are kept as text and looked up in the key's own type, so that an index finds them.  These types write a value in one
-- way, whatever a session has set.
CREATE FUNCTION factcheck._key_type(relation regclass, key_column name) RETURNS regtype
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT t.oid::regtype
    FROM pg_attribute a
    JOIN pg_type t ON t.oid = factcheck._base_type(a.atttypid)
    WHERE a.attrelid = _key_type.relation AND a.attname = key_column AND a.attnum > 0 AND NOT a.attisdropped
      AND t.oid IN ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype, 'text'::regtype,
                    'varchar'::regtype, 'uuid'::regtype)
$function$;
COMMENT ON FUNCTION factcheck._key_type(regclass, name) IS
    'Type by which rows are looked up, under a domain; NULL where a column of that type, or none of that name, cannot be a key.';

CREATE FUNCTION factcheck._primary_key(relation regclass) RETURNS name
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT a.attname
    FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    WHERE i.indrelid = _primary_key.relation AND i.indisprimary AND i.indnkeyatts = 1
$function$;
COMMENT ON FUNCTION factcheck._primary_key(regclass) IS 'The column that is a table''s primary key; NULL where none is by itself.';

CREATE FUNCTION factcheck._require_watchable(
    report_table regclass, text_column name, key_column name, title_column name
) RETURNS void
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    kind "char";
    missing text;
BEGIN
    SELECT c.relkind INTO kind FROM pg_class c WHERE c.oid = report_table;
    IF kind IS NULL OR kind NOT IN ('r', 'p', 'v', 'm', 'f') THEN
        RAISE EXCEPTION '% is not a table', report_table -- error: relation_is_no_table
            USING ERRCODE = 'wrong_object_type',
                  DETAIL = 'Tables, partitioned tables, views, materialized views and foreign tables can be watched.',
                  HINT = 'See which there are: SELECT relname, relkind FROM pg_class WHERE relkind IN (''r'', ''p'', ''v'', ''m'', ''f'').';
    ELSIF key_column IS NULL THEN
        RAISE EXCEPTION 'rows of table % cannot be told apart', report_table -- error: report_key_not_known
            USING ERRCODE = 'invalid_parameter_value',
                  DETAIL = 'No column by itself is its primary key.',
                  HINT = format('Name a column that is unique with the argument key_column. An ordinary table gets one by ALTER TABLE %s ADD report_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE.',
                                report_table);
    END IF;
    SELECT string_agg(quote_ident(wanted.name), ', ') INTO missing
    FROM unnest(ARRAY[text_column, key_column, title_column]) AS wanted (name)
    WHERE wanted.name IS NOT NULL
      AND NOT EXISTS (SELECT FROM pg_attribute a
                      WHERE a.attrelid = report_table AND a.attname = wanted.name AND a.attnum > 0 AND NOT a.attisdropped);
    IF missing IS NOT NULL THEN
        RAISE EXCEPTION 'table % has no such column: %', report_table, missing -- error: column_not_in_table
            USING ERRCODE = 'undefined_column', HINT = 'Give column names as the catalog spells them.';
    END IF;
    IF NOT has_table_privilege(report_table, 'SELECT') THEN
        RAISE EXCEPTION 'permission denied for table %', report_table -- error: table_not_readable
            USING ERRCODE = 'insufficient_privilege',
                  HINT = 'Ask for SELECT on it: documents are checked as the role that watches the table.';
    ELSIF factcheck._key_type(report_table, key_column) IS NULL THEN
        RAISE EXCEPTION 'column % of table % cannot be the key of reports', quote_ident(key_column), report_table -- error: report_key_of_other_type
            USING ERRCODE = 'datatype_mismatch',
                  DETAIL = 'Keys are of type smallint, integer, bigint, numeric, text, varchar or uuid.',
                  HINT = 'Name another column with the argument key_column.';
    ELSIF kind IN ('r', 'p', 'm') AND NOT EXISTS (
            SELECT FROM pg_index i
            JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
            WHERE i.indrelid = report_table AND i.indisunique AND i.indisvalid AND i.indnkeyatts = 1
              AND i.indpred IS NULL AND a.attname = key_column) THEN
        RAISE EXCEPTION 'column % does not tell rows of table % apart', quote_ident(key_column), report_table -- error: report_key_not_unique
            USING ERRCODE = 'invalid_parameter_value',
                  DETAIL = 'No unique index is on that column alone.',
                  HINT = format('Name another column with the argument key_column, or make it unique: CREATE UNIQUE INDEX ON %s (%I).',
                                report_table, key_column);
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._require_watchable(regclass, name, name, name) IS
    'Raises an error where the current role cannot watch a table with these columns.';

CREATE FUNCTION factcheck._begin_watch(
    report_table regclass, pattern_id integer, text_column name, key_column name, title_column name, tables regclass[],
    data_set text, mode text, time_budget interval, recheck boolean, sources text[]
) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    begun integer;
BEGIN
    INSERT INTO factcheck.watched_table AS w (
        relation, pattern_id, text_column, key_column, title_column, tables, data_set, sources, mode, time_budget, recheck,
        earlier_run_id)
    VALUES (
        report_table, pattern_id, text_column, key_column, title_column, tables, data_set, sources, mode, time_budget, recheck,
        (SELECT coalesce(max(r.run_id), 0)
         FROM factcheck.run r JOIN factcheck.origin o ON o.origin_id = r.origin_id WHERE o.source_table = report_table))
    RETURNING w.watch_id INTO begun;
    IF mode = 'trigger' THEN
        PERFORM factcheck._create_queue_triggers(begun);
    END IF;
    PERFORM pg_notify('factcheck_queue', ''); -- wakes workers
    RETURN begun;
END;
$function$;
COMMENT ON FUNCTION factcheck._begin_watch(regclass, integer, name, name, name, regclass[], text, text, interval, boolean, text[]) IS
    'Enters a report table as watched by the current role, and creates its triggers.';

CREATE FUNCTION factcheck._take_in_tables(pattern_id integer, tells boolean) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    pattern factcheck.watch_pattern;
    member record;
    hint text;
    taken integer := 0;
BEGIN
    SELECT p.* INTO pattern FROM factcheck.watch_pattern p WHERE p.pattern_id = _take_in_tables.pattern_id;
    FOR member IN
        SELECT c.oid::regclass AS relation, coalesce(pattern.key_column, factcheck._primary_key(c.oid)) AS key_column,
               t.attname AS title_column
        FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace
        LEFT JOIN pg_attribute t
          ON t.attrelid = c.oid AND t.attname = pattern.title_column AND t.attnum > 0 AND NOT t.attisdropped
        WHERE format('%s.%s', n.nspname, c.relname)
              LIKE replace(replace(pattern.name_pattern, '\', '\\'), '_', '\_')
          AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't'
          AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'factcheck') AND n.nspname NOT LIKE 'pg\_toast%'
          AND has_schema_privilege(n.oid, 'USAGE')
          AND NOT EXISTS (SELECT FROM pg_depend d
                          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
          AND NOT EXISTS (SELECT FROM factcheck.watched_table w WHERE w.relation = c.oid)
        ORDER BY c.oid
    LOOP
        BEGIN
            PERFORM factcheck._require_watchable(member.relation, pattern.text_column, member.key_column, member.title_column);
        EXCEPTION
            WHEN undefined_column OR insufficient_privilege THEN
                CONTINUE; -- a table of another shape, or of another role
            WHEN invalid_parameter_value OR datatype_mismatch THEN
                IF tells AND EXISTS (SELECT FROM pg_attribute a
                                     WHERE a.attrelid = member.relation AND a.attname = pattern.text_column AND NOT a.attisdropped) THEN
                    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
                    RAISE WARNING 'table % is not watched: %', member.relation, SQLERRM USING HINT = hint;
                END IF;
                CONTINUE;
        END;
        PERFORM factcheck._begin_watch(
            member.relation, pattern_id, pattern.text_column, member.key_column, member.title_column, pattern.tables,
            pattern.data_set,
            CASE WHEN factcheck._reason_against_triggers(member.relation) IS NULL THEN pattern.mode ELSE 'poll' END,
            pattern.time_budget, pattern.recheck, pattern.sources);
        taken := taken + 1;
    END LOOP;
    RETURN taken;
END;
$function$;
COMMENT ON FUNCTION factcheck._take_in_tables(integer, boolean) IS
    'Begins to watch the tables that match a pattern, have its columns and are not watched yet, and may warn of those whose rows cannot be told apart; returns how many it began to watch.';

CREATE FUNCTION factcheck.watch(
    report_table regclass DEFAULT NULL,
    text_column name DEFAULT NULL,
    key_column name DEFAULT NULL,
    title_column name DEFAULT NULL,
    tables regclass[] DEFAULT NULL,
    data_set text DEFAULT NULL,
    name_pattern text DEFAULT NULL,
    mode text DEFAULT 'trigger',
    time_budget interval DEFAULT NULL,
    recheck boolean DEFAULT false,
    sources text[] DEFAULT NULL
) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    other name;
    not_added regclass;
    begun integer;
BEGIN
    IF (report_table IS NULL) = (name_pattern IS NULL) THEN
        RAISE EXCEPTION 'name one report table, or a pattern of names' -- error: no_report_table_named
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = 'For example factcheck.watch(''reports.weekly'', text_column => ''body''), or factcheck.watch(name_pattern => ''reports.%'', text_column => ''body'').';
    ELSIF text_column IS NULL THEN
        RAISE EXCEPTION 'no column with the text of reports is named' -- error: no_text_column_named
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Name it: text_column => ''body''.';
    ELSIF mode IS NULL OR mode NOT IN ('trigger', 'poll') THEN
        RAISE EXCEPTION 'mode "%" is not known', coalesce(mode, 'NULL') -- error: watch_mode_not_known
            USING ERRCODE = 'invalid_parameter_value', HINT = 'The modes are trigger and poll.';
    ELSIF name_pattern IS NOT NULL AND name_pattern NOT LIKE '%.%' THEN
        RAISE EXCEPTION 'pattern "%" names no schema', name_pattern -- error: pattern_without_schema
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Write schema and table, as in ''reports.%''.';
    ELSIF tables IS NOT NULL AND data_set IS NOT NULL THEN
        RAISE EXCEPTION 'both tables and a data set are named' -- error: tables_and_data_set
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Leave one of the arguments tables and data_set out.';
    ELSIF time_budget <= interval '0' THEN
        RAISE EXCEPTION 'time_budget must be positive' -- error: time_budget_not_positive
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Give an interval such as ''5 s'', or NULL for no limit.';
    END IF;
    SELECT asked.relation INTO not_added
    FROM unnest(tables) AS asked (relation)
    WHERE NOT EXISTS (SELECT FROM factcheck.data_table d WHERE d.relation = asked.relation) LIMIT 1;
    IF not_added IS NOT NULL THEN
        RAISE EXCEPTION 'table % was not added', not_added -- error: table_not_added
            USING ERRCODE = 'undefined_object', HINT = format('Add it: SELECT factcheck.add_table(%L).', not_added);
    END IF;
    PERFORM factcheck.data_set(data_set);
    PERFORM factcheck._require_readable_sources(sources);
    PERFORM factcheck._forget_dropped_reports();
    IF name_pattern IS NOT NULL THEN
        DELETE FROM factcheck.watch_pattern p
        WHERE p.name_pattern = name_pattern AND p.role_name = current_user AND factcheck._may_act_as(p.role_name, p.role_id);
        INSERT INTO factcheck.watch_pattern AS p (
            name_pattern, text_column, key_column, title_column, tables, data_set, sources, mode, time_budget, recheck)
        VALUES (name_pattern, text_column, key_column, title_column, tables, data_set, sources, mode, time_budget,
                coalesce(recheck, false))
        RETURNING p.pattern_id INTO begun;
        RETURN factcheck._take_in_tables(begun, tells => true);
    END IF;
    key_column := coalesce(key_column, factcheck._primary_key(report_table));
    PERFORM factcheck._require_watchable(report_table, text_column, key_column, title_column);
    IF mode = 'trigger' THEN
        PERFORM factcheck._require_triggers(report_table);
    END IF;
    -- as far as that watch is one's own
    DELETE FROM factcheck.report_change c
    WHERE c.relation = ANY (ARRAY(
        SELECT r.relation FROM factcheck.watched_relation r JOIN factcheck.watched_table w ON w.watch_id = r.watch_id
        WHERE w.relation = report_table));
    DELETE FROM factcheck.watched_table w WHERE w.relation = report_table;
    SELECT w.role_name INTO other FROM factcheck.watched_table w WHERE w.relation = report_table;
    IF other IS NOT NULL THEN
        RAISE EXCEPTION 'table % is watched by role %', report_table, quote_ident(other) -- error: report_watched_by_other
            USING ERRCODE = 'insufficient_privilege',
                  HINT = format('That role, a member of it, the owner of the table, or a superuser may end it: SELECT factcheck.unwatch(%L).', report_table);
    END IF;
    IF mode = 'poll' THEN
        PERFORM factcheck._drop_queue_triggers(report_table);
    END IF;
    PERFORM factcheck._begin_watch(
        report_table, NULL, text_column, key_column, title_column, tables, data_set, mode, time_budget, coalesce(recheck, false),
        sources);
    RETURN 1;
END;
$function$;
COMMENT ON FUNCTION factcheck.watch(regclass, name, name, name, regclass[], text, text, text, interval, boolean, text[]) IS
    'Puts a report table, or all present and future ones whose names match a pattern, under watch: runs of the queue check its rows, as the calling role, whenever they are new or changed. Returns how many tables came under watch. Watching a table again begins anew with other arguments.';

CREATE FUNCTION factcheck._forget_dropped_reports() RETURNS void
LANGUAGE sql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    DELETE FROM factcheck.watched_table w WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = w.relation);
    DELETE FROM factcheck.watched_relation r WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = r.relation);
$function$;
COMMENT ON FUNCTION factcheck._forget_dropped_reports() IS 'Ends watches of the current role whose tables were dropped.';

CREATE FUNCTION factcheck.unwatch(report_table regclass DEFAULT NULL, name_pattern text DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    ended record;
    n_ended integer := 0;
    refused text;
BEGIN
    SELECT format('%s is watched by role %I', w.relation, w.role_name) INTO refused
    FROM factcheck.watched_table w
    LEFT JOIN factcheck.watch_pattern p ON p.pattern_id = w.pattern_id
    LEFT JOIN pg_class c ON c.oid = w.relation
    WHERE (w.relation = report_table OR p.name_pattern = name_pattern AND factcheck._may_act_as(p.role_name, p.role_id))
      AND w.watch_id <> ALL (factcheck._own_watches())
      AND pg_has_role(c.relowner, 'USAGE') IS NOT TRUE
      AND NOT (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = current_user)
    LIMIT 1;
    IF refused IS NOT NULL THEN
        RAISE EXCEPTION 'permission denied to end the watch' -- error: watch_of_other_role
            USING ERRCODE = 'insufficient_privilege', DETAIL = format('Table %s.', refused),
                  HINT = 'That role, a member of it, the owner of the table, or a superuser may end it.';
    END IF;
    FOR ended IN
        SELECT w.watch_id, w.relation
        FROM factcheck.watched_table w
        LEFT JOIN factcheck.watch_pattern p ON p.pattern_id = w.pattern_id
        WHERE w.relation = report_table OR p.name_pattern = name_pattern AND factcheck._may_act_as(p.role_name, p.role_id)
        ORDER BY w.watch_id
    LOOP
        PERFORM factcheck._drop_queue_triggers(ended.relation);
        DELETE FROM factcheck.report_change c
        WHERE c.relation = ANY (ARRAY(SELECT r.relation FROM factcheck.watched_relation r WHERE r.watch_id = ended.watch_id));
        DELETE FROM factcheck.watched_table w WHERE w.watch_id = ended.watch_id;
        n_ended := n_ended + 1;
    END LOOP;
    DELETE FROM factcheck.watch_pattern p WHERE p.name_pattern = name_pattern;
    IF NOT FOUND AND n_ended = 0 THEN
        RAISE EXCEPTION '% is not under watch', coalesce(report_table::text, '"' || name_pattern || '"', 'NULL') -- error: report_not_watched
            USING ERRCODE = 'undefined_object', HINT = 'See what is: SELECT source_table FROM factcheck.sources.';
    END IF;
    RETURN n_ended;
END;
$function$;
COMMENT ON FUNCTION factcheck.unwatch(regclass, text) IS
    'Ends the watch of a report table, or of all that a pattern took in, and empties its queue; stored runs stay. Returns how many tables were watched.';
