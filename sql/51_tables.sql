-- Values are kept as text: every session writes and reads them alike.
CREATE FUNCTION factcheck._index_table(relation regclass) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].index_table(plpy, relation)
$python$;
COMMENT ON FUNCTION factcheck._index_table(regclass) IS 'Builds the query fragments of an added table anew.';

CREATE FUNCTION factcheck._renew_table(relation regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    closed text;
BEGIN
    INSERT INTO factcheck.data_column (table_id, column_name)
    SELECT dt.table_id, a.attname
    FROM factcheck.data_table dt
    JOIN pg_attribute a ON a.attrelid = dt.relation AND a.attnum > 0 AND NOT a.attisdropped
    WHERE dt.relation = _renew_table.relation AND dt.has_all_columns
    ORDER BY a.attnum
    ON CONFLICT DO NOTHING;
    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) INTO closed
    FROM factcheck.data_column dc
    JOIN factcheck.data_table dt ON dt.table_id = dc.table_id
    JOIN pg_attribute a ON a.attrelid = dt.relation AND a.attname = dc.column_name AND a.attnum > 0 AND NOT a.attisdropped
    WHERE dt.relation = _renew_table.relation AND NOT has_column_privilege(a.attrelid, a.attnum, 'SELECT');
    IF closed IS NOT NULL THEN
        RAISE EXCEPTION 'permission denied for columns of table %', relation
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = format('You may not read: %s.', closed),
                  HINT = 'Ask for SELECT on them, or add the table with the argument columns.';
    END IF;
    PERFORM factcheck._raise(factcheck._index_table(relation)->'error');
    UPDATE factcheck.data_column dc
    SET column_number = a.attnum, column_type = a.atttypid
    FROM factcheck.data_table dt, pg_attribute a
    WHERE dt.relation = _renew_table.relation AND dc.table_id = dt.table_id
      AND a.attrelid = dt.relation AND a.attname = dc.column_name AND a.attnum > 0 AND NOT a.attisdropped;
    PERFORM factcheck._raise(factcheck._find_joins(relation)->'error');
END;
$function$;
COMMENT ON FUNCTION factcheck._renew_table(regclass) IS 'Indexes an added table as it is now, with the columns it has now.';

CREATE FUNCTION factcheck.add_table(
    "table" regclass,
    columns text[] DEFAULT NULL,
    data_set text DEFAULT NULL,
    trust_owner boolean DEFAULT false
) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    kind "char";
    missing text;
    new_table_id integer;
BEGIN
    IF "table" IS NULL THEN
        RAISE EXCEPTION 'no table given'
            USING ERRCODE = 'null_value_not_allowed', HINT = 'Name one: SELECT factcheck.add_table(''sales'').';
    END IF;
    SELECT c.relkind INTO kind FROM pg_class c WHERE c.oid = "table";
    IF kind IS NULL OR kind NOT IN ('r', 'p') THEN
        RAISE EXCEPTION '% is not a table', "table"
            USING ERRCODE = 'wrong_object_type',
                  DETAIL = 'Only ordinary and partitioned tables can be added.',
                  HINT = 'Store the rows in a table, for example with CREATE TABLE sales AS SELECT * FROM sales_view.';
    END IF;
    SELECT string_agg(quote_ident(wanted.name), ', ') INTO missing
    FROM unnest(columns) AS wanted (name)
    WHERE NOT EXISTS (SELECT FROM pg_attribute a
                      WHERE a.attrelid = "table" AND a.attname = wanted.name AND a.attnum > 0 AND NOT a.attisdropped);
    IF missing IS NOT NULL THEN
        RAISE EXCEPTION 'table % has no such column: %', "table", missing
            USING ERRCODE = 'undefined_column', HINT = 'Give column names as the catalog spells them, or leave columns out.';
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    DELETE FROM factcheck.data_table dt WHERE dt.relation = "table";
    INSERT INTO factcheck.data_table (relation, data_set, trust_owner, has_all_columns)
    VALUES ("table", data_set, coalesce(trust_owner, false), columns IS NULL)
    RETURNING table_id INTO new_table_id;
    INSERT INTO factcheck.data_column (table_id, column_name)
    SELECT new_table_id, a.attname
    FROM pg_attribute a
    WHERE a.attrelid = "table" AND a.attnum > 0 AND NOT a.attisdropped AND a.attname = ANY (columns)
    ORDER BY a.attnum;
    PERFORM factcheck._renew_table("table");
END;
$function$;
COMMENT ON FUNCTION factcheck.add_table(regclass, text[], text, boolean) IS
    'Lets claims be about a table: indexes its columns (all, or those named) and their values. Adding it again indexes it anew.';

CREATE FUNCTION factcheck.add_schema(schema regnamespace, data_set text DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    member regclass;
    added integer := 0;
BEGIN
    FOR member IN
        SELECT c.oid::regclass
        FROM pg_class c
        WHERE c.relnamespace = schema AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND has_table_privilege(c.oid, 'SELECT')
          AND NOT EXISTS (SELECT FROM pg_depend d
                          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
        ORDER BY c.relname
    LOOP
        PERFORM factcheck.add_table(member, data_set => data_set);
        added := added + 1;
    END LOOP;
    RETURN added;
END;
$function$;
COMMENT ON FUNCTION factcheck.add_schema(regnamespace, text) IS
    'Adds every table of a schema that the caller may read and that belongs to no extension; returns how many.';

CREATE FUNCTION factcheck.remove_table("table" regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    DELETE FROM factcheck.data_table dt WHERE dt.relation = "table";
    IF NOT FOUND THEN
        RAISE EXCEPTION 'table % was not added', "table"
            USING ERRCODE = 'undefined_object', HINT = 'See which tables were added: TABLE factcheck.data_table.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck.remove_table(regclass) IS 'Takes a table back: claims are no longer about it, and its index is removed.';

CREATE FUNCTION factcheck.refresh("table" regclass DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    member regclass;
    refreshed integer := 0;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    DELETE FROM factcheck.data_table dt WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = dt.relation);
    FOR member IN
        SELECT dt.relation FROM factcheck.data_table dt
        WHERE "table" IS NULL OR dt.relation = "table"
        ORDER BY dt.table_id
    LOOP
        PERFORM factcheck._renew_table(member);
        refreshed := refreshed + 1;
    END LOOP;
    IF refreshed = 0 AND "table" IS NOT NULL THEN
        RAISE EXCEPTION 'table % was not added', "table"
            USING ERRCODE = 'undefined_object', HINT = format('Add it: SELECT factcheck.add_table(%L).', "table");
    END IF;
    RETURN refreshed;
END;
$function$;
COMMENT ON FUNCTION factcheck.refresh(regclass) IS
    'Indexes one added table anew, or all of them, after their data or columns changed, and forgets tables that were dropped; returns how many.';

CREATE FUNCTION factcheck.data_set(name text) RETURNS regclass[]
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT coalesce(array_agg(dt.relation ORDER BY dt.table_id), '{}')
    FROM factcheck.data_table dt WHERE dt.data_set = name
$function$;
COMMENT ON FUNCTION factcheck.data_set(text) IS
    'The tables added under a data set''s name, for the argument tables of fact_check.';

CREATE FUNCTION factcheck._load_lexicon() RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on
AS $python$
    return GD["factcheck"].load_lexicon(plpy)
$python$;
COMMENT ON FUNCTION factcheck._load_lexicon() IS 'Fills factcheck.lexicon from the file installed with the package.';

CREATE FUNCTION factcheck.load_lexicon() RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    loaded jsonb;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    loaded := factcheck._load_lexicon();
    PERFORM factcheck._raise(loaded->'error');
    RETURN (loaded->>'entries')::bigint;
END;
$function$;
COMMENT ON FUNCTION factcheck.load_lexicon() IS
    'Loads the related words of WordNet into this database; the first factcheck.add_table does it by itself. Returns the number of entries.';
