-- Values are kept as text: every session writes and reads them alike.
CREATE FUNCTION factcheck._index_table(relation regclass) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
SET work_mem = '256MB'
SET jit = off
SET enable_sort = off
AS $python$
    return GD["factcheck"].index_table(plpy, relation)
$python$;
COMMENT ON FUNCTION factcheck._index_table(regclass) IS 'Brings the query fragments of an added table up to date.';

CREATE FUNCTION factcheck._estimate_table(relation regclass) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].estimate_table(plpy, relation)
$python$;
COMMENT ON FUNCTION factcheck._estimate_table(regclass) IS 'Estimates from a sample what indexing a table will take.';

-- A renamed column is still the same.  Where another one has taken over its name, either may be meant by what was said of it:
-- both are new columns then.  What was made anew under the name of a column that was dropped stands in its place.
CREATE FUNCTION factcheck._follow_columns(relation regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    WITH ambiguous AS (
        DELETE FROM factcheck.data_column dc USING factcheck.data_table dt
        WHERE dt.relation = _follow_columns.relation AND dc.table_id = dt.table_id
          AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = dt.relation AND a.attnum = dc.column_number
                        AND NOT a.attisdropped AND a.attname <> dc.column_name)
          AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = dt.relation AND a.attname = dc.column_name
                        AND a.attnum > 0 AND NOT a.attisdropped)
        RETURNING dc.table_id, dc.column_name
    )
    -- numbers are given in this order
    INSERT INTO factcheck.data_column (table_id, column_name)
    SELECT m.table_id, m.column_name FROM ambiguous m ORDER BY m.column_name;
    UPDATE factcheck.data_column dc
    SET column_name = a.attname
    FROM factcheck.data_table dt, pg_attribute a
    WHERE dt.relation = _follow_columns.relation AND dc.table_id = dt.table_id AND a.attrelid = dt.relation
      AND a.attnum = dc.column_number AND a.atttypid = dc.column_type AND NOT a.attisdropped
      AND NOT EXISTS (SELECT FROM pg_attribute a
                      WHERE a.attrelid = dt.relation AND a.attname = dc.column_name AND NOT a.attisdropped)
      AND NOT EXISTS (SELECT FROM factcheck.data_column other
                      WHERE other.table_id = dc.table_id AND other.column_name = a.attname);
END;
$function$;
COMMENT ON FUNCTION factcheck._follow_columns(regclass) IS
    'Gives the registered columns of an added table the names that they have now, and new numbers to those whose name is another column''s.';

CREATE FUNCTION factcheck._sync_table(relation regclass) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    closed text;
    indexed jsonb;
BEGIN
    -- Two sessions index one table one after the other.
    PERFORM FROM factcheck.data_table dt WHERE dt.relation = _sync_table.relation FOR NO KEY UPDATE;
    PERFORM factcheck._keep_names();
    PERFORM factcheck._follow_columns(relation);
    DELETE FROM factcheck.data_column dc USING factcheck.data_table dt
    WHERE dt.relation = _sync_table.relation AND dc.table_id = dt.table_id
      AND NOT EXISTS (SELECT FROM pg_attribute a
                      WHERE a.attrelid = dt.relation AND a.attname = dc.column_name AND a.attnum > 0 AND NOT a.attisdropped);
    INSERT INTO factcheck.data_column (table_id, column_name)
    SELECT dt.table_id, a.attname
    FROM factcheck.data_table dt
    JOIN pg_attribute a ON a.attrelid = dt.relation AND a.attnum > 0 AND NOT a.attisdropped
    WHERE dt.relation = _sync_table.relation AND dt.has_all_columns
    ORDER BY a.attnum
    ON CONFLICT DO NOTHING;
    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) INTO closed
    FROM factcheck.data_column dc
    JOIN factcheck.data_table dt ON dt.table_id = dc.table_id
    JOIN pg_attribute a ON a.attrelid = dt.relation AND a.attname = dc.column_name AND a.attnum > 0 AND NOT a.attisdropped
    WHERE dt.relation = _sync_table.relation AND NOT has_column_privilege(a.attrelid, a.attnum, 'SELECT');
    IF closed IS NOT NULL THEN
        RAISE EXCEPTION 'permission denied for columns of table %', relation -- error: columns_not_readable
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = format('You may not read: %s.', closed),
                  HINT = 'Ask for SELECT on them, or add the table with the argument columns.';
    END IF;
    UPDATE factcheck.data_column dc
    SET column_number = a.attnum, column_type = a.atttypid
    FROM factcheck.data_table dt, pg_attribute a
    WHERE dt.relation = _sync_table.relation AND dc.table_id = dt.table_id
      AND a.attrelid = dt.relation AND a.attname = dc.column_name AND a.attnum > 0 AND NOT a.attisdropped
      AND (dc.column_number, dc.column_type) IS DISTINCT FROM (a.attnum, a.atttypid);
    indexed := factcheck._index_table(relation);
    PERFORM factcheck._raise(indexed->'error');
    PERFORM factcheck._raise(factcheck._find_joins(relation)->'error');
    RETURN indexed;
END;
$function$;
COMMENT ON FUNCTION factcheck._sync_table(regclass) IS
    'Brings the registered columns of an added table, its index and its joins up to date with the table; returns its rows and literals.';

CREATE FUNCTION factcheck._register_table("table" regclass, columns text[], data_set text, trust_owner boolean) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    own_table_id integer;
    was_trusted boolean;
BEGIN
    INSERT INTO factcheck.data_table AS dt (relation, data_set, has_all_columns)
    VALUES ("table", _register_table.data_set, columns IS NULL)
    ON CONFLICT (relation) DO UPDATE
        SET data_set = excluded.data_set, has_all_columns = excluded.has_all_columns
    RETURNING table_id, dt.trusted_owner IS NOT NULL INTO own_table_id, was_trusted;
    -- Whoever trusts an owner lets that owner's code run as other roles: nobody else has the right to write these columns.
    IF trust_owner OR NOT trust_owner AND was_trusted THEN
        UPDATE factcheck.data_table dt
        SET trusted_owner = CASE WHEN _register_table.trust_owner THEN r.oid END,
            trusted_owner_name = CASE WHEN _register_table.trust_owner THEN r.rolname END
        FROM pg_class c
        JOIN pg_roles r ON r.oid = c.relowner
        WHERE dt.table_id = own_table_id AND c.oid = dt.relation;
    END IF;
    DELETE FROM factcheck.data_column dc WHERE dc.table_id = own_table_id AND dc.column_name <> ALL (columns);
    INSERT INTO factcheck.data_column (table_id, column_name)
    SELECT own_table_id, a.attname
    FROM pg_attribute a
    WHERE a.attrelid = "table" AND a.attnum > 0 AND NOT a.attisdropped AND a.attname = ANY (columns)
    ORDER BY a.attnum
    ON CONFLICT DO NOTHING;
    PERFORM factcheck._keep_names();
END;
$function$;
COMMENT ON FUNCTION factcheck._register_table(regclass, text[], text, boolean) IS 'Registers a table and its columns in the catalogue.';

CREATE FUNCTION factcheck.add_table(
    "table" regclass,
    columns text[] DEFAULT NULL,
    data_set text DEFAULT NULL,
    track boolean DEFAULT NULL,
    trust_owner boolean DEFAULT NULL,
    dry_run boolean DEFAULT false
) RETURNS TABLE ("rows" bigint, literals bigint, bytes bigint, seconds double precision)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    kind "char";
    missing text;
    indexed jsonb;
    started CONSTANT timestamptz := clock_timestamp();
BEGIN
    IF "table" IS NULL THEN
        RAISE EXCEPTION 'no table given' -- error: no_table_given
            USING ERRCODE = 'null_value_not_allowed', HINT = 'Name one: SELECT factcheck.add_table(''sales'').';
    END IF;
    SELECT c.relkind INTO kind FROM pg_class c WHERE c.oid = "table";
    IF kind IS NULL OR kind NOT IN ('r', 'p', 'v', 'm', 'f') THEN
        RAISE EXCEPTION '% is not a table', "table" -- error: relation_is_no_table
            USING ERRCODE = 'wrong_object_type',
                  DETAIL = 'Tables, partitioned tables, views, materialized views and foreign tables can be added.',
                  HINT = 'See which there are: SELECT relname, relkind FROM pg_class WHERE relkind IN (''r'', ''p'', ''v'', ''m'', ''f'').';
    END IF;
    SELECT string_agg(quote_ident(wanted.name), ', ') INTO missing
    FROM unnest(columns) AS wanted (name)
    WHERE NOT EXISTS (SELECT FROM pg_attribute a
                      WHERE a.attrelid = "table" AND a.attname = wanted.name AND a.attnum > 0 AND NOT a.attisdropped);
    IF missing IS NOT NULL THEN
        RAISE EXCEPTION 'table % has no such column: %', "table", missing -- error: column_not_in_table
            USING ERRCODE = 'undefined_column', HINT = 'Give column names as the catalog spells them, or leave columns out.';
    END IF;
    IF (trust_owner OR NOT trust_owner AND EXISTS (
            SELECT FROM factcheck.data_table dt WHERE dt.relation = "table" AND dt.trusted_owner IS NOT NULL))
       AND NOT (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = current_user) THEN
        RAISE EXCEPTION 'permission denied to change whether the owner of table % is trusted', "table" -- error: trust_not_permitted
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = 'Only a superuser decides whose code runs with the rights of whoever checks.',
                  HINT = format(
                      'Leave trust_owner out, and ask a superuser to run: SELECT factcheck.add_table(%s, trust_owner => %s).',
                      concat_ws(', ', quote_literal("table"), 'columns => ' || quote_literal(columns), 'data_set => ' || quote_literal(data_set)),
                      trust_owner::text);
    END IF;
    IF track THEN
        PERFORM factcheck._require_trackable("table"); -- before the work of indexing
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    IF dry_run THEN
        -- What is entered for the estimate is taken back at the end of the block.
        BEGIN
            PERFORM factcheck._register_table(
                "table",
                coalesce(columns, ARRAY(SELECT a.attname::text FROM pg_attribute a
                                        WHERE a.attrelid = "table" AND a.attnum > 0 AND NOT a.attisdropped)),
                data_set, trust_owner);
            indexed := factcheck._estimate_table("table");
            RAISE EXCEPTION USING ERRCODE = 'FC001', MESSAGE = 'the estimate is done';
        EXCEPTION WHEN SQLSTATE 'FC001' THEN
            PERFORM factcheck._raise(indexed->'error');
        END;
    ELSE
        PERFORM factcheck._register_table("table", columns, data_set, trust_owner);
        indexed := factcheck._sync_table("table")
            || jsonb_build_object('seconds', extract(epoch FROM clock_timestamp() - started));
        -- At the end: from here to the end of the transaction nobody else writes to the table.
        IF track THEN
            PERFORM factcheck.track("table");
        ELSIF NOT track AND EXISTS (SELECT FROM factcheck.data_table dt WHERE dt.relation = "table" AND dt.is_tracked) THEN
            PERFORM factcheck.untrack("table");
        END IF;
    END IF;
    RETURN QUERY SELECT (indexed->>'rows')::bigint, (indexed->>'literals')::bigint, (indexed->>'bytes')::bigint,
                        round((indexed->>'seconds')::numeric, 3)::double precision;
END;
$function$;
COMMENT ON FUNCTION factcheck.add_table(regclass, text[], text, boolean, boolean, boolean) IS
    'Lets claims be about a table: indexes its columns (all, or those named) and their values; with track keeps results about it between checks; with trust_owner, which only a superuser may give, lets code of its present owner run when other roles read it (false: no longer); says what that took, or with dry_run what it would take.';

-- What one types first: the name of a data set in the place of the columns.  A literal or a parameter without a type means
-- this function, since PostgreSQL prefers text; so an array of columns such as '{units}' is taken for one here as well.
-- Its name is no other's: with a name in common, a call by names would mean two functions.
CREATE FUNCTION factcheck.add_table("table" regclass, data_set_name text)
RETURNS TABLE ("rows" bigint, literals bigint, bytes bigint, seconds double precision)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    is_array CONSTANT boolean := data_set_name ~ '^[[:space:]]*[{[]';
BEGIN
    -- All arguments are given: a function of two cannot be meant.
    RETURN QUERY SELECT added.* FROM factcheck.add_table(
        "table", CASE WHEN is_array THEN data_set_name::text[] END, CASE WHEN NOT is_array THEN data_set_name END, NULL::boolean,
        NULL::boolean, false) AS added;
END;
$function$;
COMMENT ON FUNCTION factcheck.add_table(regclass, text) IS
    'As add_table with all its arguments: lets claims be about a table, under the name of a data set.';

-- Nor is a cancel one, which no block catches.
CREATE FUNCTION factcheck._may_be_of_a_table(sqlstate text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$ SELECT sqlstate !~ '^(25|40|53|57|55P03)' $function$;
COMMENT ON FUNCTION factcheck._may_be_of_a_table(text) IS
    'Whether an error may be the fault of one table that was read, so that others can go on: no refused write, conflict, lack of memory or room, lock or timeout.';

CREATE FUNCTION factcheck.add_schema(schema regnamespace, data_set text DEFAULT NULL)
RETURNS TABLE ("table" regclass, "rows" bigint, literals bigint, is_added boolean, reason text)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    kind "char";
BEGIN
    IF schema IS NULL THEN
        RAISE EXCEPTION 'no schema given' -- error: no_schema_given
            USING ERRCODE = 'null_value_not_allowed', HINT = 'Name one: SELECT * FROM factcheck.add_schema(''public'').';
    END IF;
    FOR "table", kind, is_added, reason IN
        SELECT c.oid::regclass, c.relkind, left_out.reason IS NULL, left_out.reason
        FROM pg_class c
        CROSS JOIN LATERAL (
            SELECT CASE
                WHEN c.relkind NOT IN ('r', 'p') THEN
                    format('a %s; add it by itself: SELECT factcheck.add_table(%L)',
                           CASE c.relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' ELSE 'foreign table' END,
                           c.oid::regclass)
                WHEN NOT has_table_privilege(c.oid, 'SELECT') THEN 'permission denied'
                END AS reason
        ) AS left_out
        WHERE c.relnamespace = schema AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
          AND NOT EXISTS (SELECT FROM pg_depend d
                          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
        ORDER BY c.relname
    LOOP
        "rows" := NULL;
        literals := NULL;
        IF is_added THEN
            BEGIN
                SELECT t."rows", t.literals INTO "rows", literals
                FROM factcheck.add_table("table", data_set => add_schema.data_set) AS t;
            EXCEPTION WHEN OTHERS THEN
                IF NOT factcheck._may_be_of_a_table(SQLSTATE) THEN
                    RAISE;
                END IF;
                is_added := false;
                reason := SQLERRM;
            END;
        END IF;
        RETURN NEXT;
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck.add_schema(regnamespace, text) IS
    'Adds every table of a schema that the caller may read and that belongs to no extension; returns a row for each relation of the schema: what was added, with its rows and literals, and what was left out, with the reason.';

CREATE FUNCTION factcheck.remove_table("table" regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    was_tracked boolean;
BEGIN
    DELETE FROM factcheck.data_table dt WHERE dt.relation = "table" RETURNING dt.is_tracked INTO was_tracked;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'table % was not added', "table" -- error: table_not_added
            USING ERRCODE = 'undefined_object', HINT = 'See which tables were added: TABLE factcheck.data_table.';
    END IF;
    IF was_tracked THEN
        PERFORM factcheck._abandon_change_triggers("table");
    END IF;
    PERFORM factcheck._tidy_caches_if_free();
END;
$function$;
COMMENT ON FUNCTION factcheck.remove_table(regclass) IS 'Takes a table back: claims are no longer about it, and its index is removed.';

CREATE FUNCTION factcheck.refresh("table" regclass DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    member regclass;
    remedy text;
    refreshed integer := 0;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    DELETE FROM factcheck.data_table dt WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = dt.relation);
    FOR member IN
        SELECT dt.relation FROM factcheck.data_table dt JOIN pg_class c ON c.oid = dt.relation
        WHERE dt.relation = "table" OR ("table" IS NULL AND NOT pg_is_other_temp_schema(c.relnamespace))
        ORDER BY dt.table_id
    LOOP
        BEGIN
            PERFORM factcheck._sync_table(member);
            PERFORM factcheck._repair_change_triggers(member);
            refreshed := refreshed + 1;
        EXCEPTION WHEN OTHERS THEN
            IF "table" IS NOT NULL OR NOT factcheck._may_be_of_a_table(SQLSTATE) THEN
                RAISE;
            END IF;
            GET STACKED DIAGNOSTICS remedy = PG_EXCEPTION_HINT;
            RAISE WARNING 'table % was not refreshed', member
                USING DETAIL = format('The server said: %s.', SQLERRM),
                      HINT = coalesce(nullif(remedy, ''), format('Mend it, or take it out: SELECT factcheck.remove_table(%L).', member));
        END;
    END LOOP;
    IF refreshed = 0 AND "table" IS NOT NULL THEN
        RAISE EXCEPTION 'table % was not added', "table" -- error: table_not_added
            USING ERRCODE = 'undefined_object', HINT = format('Add it: SELECT factcheck.add_table(%L).', "table");
    END IF;
    PERFORM factcheck._tidy_caches_if_free();
    RETURN refreshed;
END;
$function$;
COMMENT ON FUNCTION factcheck.refresh(regclass) IS
    'Indexes one added table anew, or all of them, after their data or columns changed, and forgets tables that were dropped; returns how many.';

CREATE FUNCTION factcheck.data_set(name text) RETURNS regclass[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    relations regclass[];
    names text;
    not_added record;
BEGIN
    IF name IS NULL THEN
        RETURN NULL;
    END IF;
    SELECT array_agg(dt.relation ORDER BY dt.table_id) INTO relations
    FROM factcheck.data_table dt WHERE dt.data_set = name;
    IF relations IS NOT NULL THEN
        RETURN relations;
    END IF;
    IF EXISTS (SELECT FROM factcheck.data_table dt
               JOIN pg_class c ON c.oid = dt.relation
               JOIN pg_namespace n ON n.oid = c.relnamespace
               WHERE name IN (c.relname, concat(n.nspname, '.', c.relname), format('%I.%I', n.nspname, c.relname))) THEN
        RAISE EXCEPTION 'data set "%" is not known', name -- error: data_set_not_known
            USING ERRCODE = 'undefined_object', DETAIL = 'It is the name of a table.',
                  HINT = format('Name it as a table: SELECT * FROM fact_check(document, tables => %L).', ARRAY[name]);
    END IF;
    SELECT format('%I.%I', n.nspname, c.relname) AS qualified, c.relname AS unqualified INTO not_added
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE name IN (c.relname, concat(n.nspname, '.', c.relname), format('%I.%I', n.nspname, c.relname))
      AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'factcheck')
      AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
    ORDER BY n.nspname LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'data set "%" is not known', name -- error: data_set_not_known
            USING ERRCODE = 'undefined_object', DETAIL = format('Table %s has this name, and was not added.', not_added.qualified),
                  HINT = format('Add it to a data set of its name: SELECT factcheck.add_table(%L, data_set => %L).',
                                not_added.qualified, not_added.unqualified);
    END IF;
    SELECT string_agg(quote_literal(known.data_set), ', ' ORDER BY known.data_set) INTO names
    FROM (SELECT dt.data_set FROM factcheck.data_table dt WHERE dt.data_set IS NOT NULL
          GROUP BY dt.data_set ORDER BY dt.data_set LIMIT 20) AS known;
    RAISE EXCEPTION 'data set "%" is not known', name -- error: data_set_not_known
        USING ERRCODE = 'undefined_object', DETAIL = format('The data sets are: %s.', coalesce(names, 'none')),
              HINT = format('A table is added to one by: SELECT factcheck.add_table(''table'', data_set => %L).', name);
END;
$function$;
COMMENT ON FUNCTION factcheck.data_set(text) IS
    'The tables added under a data set''s name, for the argument tables of fact_check; NULL for NULL, which stands for all tables.';

CREATE FUNCTION factcheck._tables_to_check(tables regclass[], data_set text) RETURNS regclass[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF data_set IS NULL THEN
        RETURN tables;
    ELSIF tables IS NOT NULL THEN
        RAISE EXCEPTION 'both tables and a data set are named' -- error: tables_and_data_set
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Leave one of the arguments tables and data_set out.';
    END IF;
    RETURN factcheck.data_set(data_set);
END;
$function$;
COMMENT ON FUNCTION factcheck._tables_to_check(regclass[], text) IS
    'The tables that a call names, or those of the data set that it names; NULL for neither, which stands for all tables.';
