-- Where a dump is restored, columns move up to the places of dropped ones.  Rows that name a column and its place are given
-- the place that the name has there, before anything is read by them.  A dump has no index of a column that was another one
-- when it was written (91_dumps.sql); all else that is inserted here names a column that has the name at its place.
CREATE FUNCTION factcheck._place_of(relation oid, column_name name) RETURNS smallint
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT a.attnum FROM pg_attribute a
    WHERE a.attrelid = relation AND a.attname = column_name AND a.attnum > 0 AND NOT a.attisdropped
$function$;
COMMENT ON FUNCTION factcheck._place_of(oid, name) IS 'Place of the column of a name in a relation; NULL where there is none.';

CREATE FUNCTION factcheck._places_of(in_table integer, column_names name[]) RETURNS smallint[]
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT array_agg(factcheck._place_of(dt.relation, named.column_name) ORDER BY named.index)
    FROM factcheck.data_table dt
    CROSS JOIN unnest(column_names) WITH ORDINALITY AS named (column_name, index)
    WHERE dt.table_id = in_table
    HAVING bool_and(factcheck._place_of(dt.relation, named.column_name) IS NOT NULL)
$function$;
COMMENT ON FUNCTION factcheck._places_of(integer, name[]) IS
    'Places of the columns of some names in an added table; NULL where one of them is not there.';

-- Several jobs of a restore bring columns and joins before their tables, or at the same time: who brings them waits for a
-- table that is on its way, or keeps it waiting until it can see them.  Elsewhere no row is there before its table.
CREATE FUNCTION factcheck._await_table(awaited integer) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF NOT EXISTS (SELECT FROM factcheck.data_table dt WHERE dt.table_id = awaited) THEN
        LOCK TABLE factcheck.data_table IN SHARE MODE;
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._await_table(integer) IS
    'Waits for sessions that are adding tables where a table is not there as yet, and lets none add any until the transaction ends.';

CREATE FUNCTION factcheck._place_table() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    UPDATE factcheck.data_column dc SET column_number = a.attnum
    FROM restored r
    JOIN pg_attribute a ON a.attrelid = r.relation AND a.attnum > 0 AND NOT a.attisdropped
    WHERE dc.table_id = r.table_id AND a.attname = dc.column_name AND a.atttypid = dc.column_type
      AND a.attnum <> dc.column_number;
    UPDATE factcheck.data_join j
    SET from_numbers = coalesce(factcheck._places_of(j.from_table, j.from_columns), j.from_numbers),
        to_numbers = coalesce(factcheck._places_of(j.to_table, j.to_columns), j.to_numbers)
    FROM restored r
    WHERE r.table_id IN (j.from_table, j.to_table);
    RETURN NULL;
END;
$function$;
COMMENT ON FUNCTION factcheck._place_table() IS 'Gives columns and joins that are there before their table the places that their names have.';
CREATE TRIGGER place_table AFTER INSERT ON factcheck.data_table REFERENCING NEW TABLE AS restored
FOR EACH STATEMENT EXECUTE FUNCTION factcheck._place_table();

CREATE FUNCTION factcheck._place_column() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    PERFORM factcheck._await_table(NEW.table_id);
    NEW.column_number := coalesce(
        (SELECT a.attnum FROM factcheck.data_table dt JOIN pg_attribute a ON a.attrelid = dt.relation
         WHERE dt.table_id = NEW.table_id AND a.attname = NEW.column_name AND a.atttypid = NEW.column_type
           AND a.attnum > 0 AND NOT a.attisdropped),
        NEW.column_number);
    RETURN NEW;
END;
$function$;
COMMENT ON FUNCTION factcheck._place_column() IS 'Gives a column of an added table the place that its name has, if it has the type.';
CREATE TRIGGER place_column BEFORE INSERT ON factcheck.data_column
FOR EACH ROW WHEN (NEW.column_number IS NOT NULL) EXECUTE FUNCTION factcheck._place_column();

CREATE FUNCTION factcheck._place_join() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    PERFORM factcheck._await_table(NEW.from_table), factcheck._await_table(NEW.to_table);
    NEW.from_numbers := coalesce(factcheck._places_of(NEW.from_table, NEW.from_columns), NEW.from_numbers);
    NEW.to_numbers := coalesce(factcheck._places_of(NEW.to_table, NEW.to_columns), NEW.to_numbers);
    RETURN NEW;
END;
$function$;
COMMENT ON FUNCTION factcheck._place_join() IS 'Gives the columns of a join the places that their names have.';
CREATE TRIGGER place_join BEFORE INSERT ON factcheck.data_join
FOR EACH ROW EXECUTE FUNCTION factcheck._place_join();

CREATE FUNCTION factcheck._place_description() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    NEW.column_number := coalesce(factcheck._place_of(NEW.relation, NEW.column_name), NEW.column_number);
    RETURN NEW;
END;
$function$;
COMMENT ON FUNCTION factcheck._place_description() IS 'Gives what describes a column the place that its name has.';
CREATE TRIGGER place_description BEFORE INSERT ON factcheck.description
FOR EACH ROW EXECUTE FUNCTION factcheck._place_description();

CREATE FUNCTION factcheck._place_source() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    NEW.key_number := coalesce(factcheck._place_of(NEW.relation, NEW.key_column), NEW.key_number);
    NEW.text_number := coalesce(factcheck._place_of(NEW.relation, NEW.text_column), NEW.text_number);
    RETURN NEW;
END;
$function$;
COMMENT ON FUNCTION factcheck._place_source() IS 'Gives the key and the text of a source the places that their names have.';
CREATE TRIGGER place_source BEFORE INSERT ON factcheck.passage_source
FOR EACH ROW EXECUTE FUNCTION factcheck._place_source();
