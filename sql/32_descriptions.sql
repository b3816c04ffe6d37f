CREATE TABLE factcheck.description (
    relation regclass NOT NULL,
    column_name name,
    column_number smallint,
    description text NOT NULL,
    source text NOT NULL,
    described_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    UNIQUE NULLS NOT DISTINCT (relation, column_name)
);
COMMENT ON TABLE factcheck.description IS
    'What the site says its tables and columns mean, from factcheck.add_description and factcheck.load_dictionary.';
COMMENT ON COLUMN factcheck.description.relation IS 'The table.';
COMMENT ON COLUMN factcheck.description.column_name IS 'The column; NULL where the table itself is described.';
COMMENT ON COLUMN factcheck.description.column_number IS
    'Place of the column in its table when it was described: should no column have the name any more, it was renamed.';
COMMENT ON COLUMN factcheck.description.description IS 'What it means, in the words that writers use; its words are keywords.';
COMMENT ON COLUMN factcheck.description.source IS 'The function that stored it: add_description or load_dictionary.';
COMMENT ON COLUMN factcheck.description.described_at IS 'When it was stored.';

CREATE FUNCTION factcheck.add_description("table" regclass, description text, "column" name DEFAULT NULL) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    described CONSTANT regclass := add_description."table";
    named CONSTANT name := add_description."column";
    place smallint;
    words CONSTANT text := btrim(add_description.description, E' \t\r\n');
BEGIN
    IF described IS NULL THEN
        RAISE EXCEPTION 'no table given' -- error: no_table_given
            USING ERRCODE = 'null_value_not_allowed',
                  HINT = 'Name one: SELECT factcheck.add_description(''sales'', ''Orders that were paid'').';
    END IF;
    IF NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = described) THEN
        RAISE EXCEPTION 'there is no table with OID %', described -- error: table_does_not_exist
            USING ERRCODE = 'undefined_table', HINT = 'Give the table by its name.';
    END IF;
    SELECT a.attnum INTO place FROM pg_attribute a
    WHERE a.attrelid = described AND a.attname = named AND a.attnum > 0 AND NOT a.attisdropped;
    IF named IS NOT NULL AND place IS NULL THEN
        RAISE EXCEPTION 'table % has no such column: %', described, quote_ident(named) -- error: column_not_in_table
            USING ERRCODE = 'undefined_column', HINT = 'Give the column''s name as the catalog spells it.';
    END IF;
    -- the descriptions of tables that were dropped go, before another table takes over the OID
    DELETE FROM factcheck.description d
    WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = d.relation)
       OR d.relation = described AND d.column_name IS NOT DISTINCT FROM named;
    IF words <> '' THEN
        INSERT INTO factcheck.description (relation, column_name, column_number, description, source)
        VALUES (described, named, place, words, 'add_description');
    END IF;
    IF EXISTS (SELECT FROM factcheck.data_table dt WHERE dt.relation = described) THEN
        PERFORM factcheck._raise(factcheck._load());
        PERFORM factcheck._sync_table(described);
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck.add_description(regclass, text, name) IS
    'Says what a table, or one of its columns, means, so that claims that use those words find it; NULL takes it back.';

CREATE FUNCTION factcheck._load_dictionary(dictionary text, format text, "table" regclass, data_set text) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on
AS $python$
    return GD["factcheck"].load_dictionary(plpy, dictionary, format, table, data_set)
$python$;
COMMENT ON FUNCTION factcheck._load_dictionary(text, text, regclass, text) IS
    'Stores the descriptions that a data dictionary has of added tables; returns how many, and the tables.';

CREATE FUNCTION factcheck.load_dictionary(
    dictionary text,
    format text DEFAULT NULL,
    "table" regclass DEFAULT NULL,
    data_set text DEFAULT NULL
) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    loaded jsonb;
BEGIN
    IF dictionary IS NULL THEN
        RAISE EXCEPTION 'no dictionary given' -- error: no_dictionary_given
            USING ERRCODE = 'null_value_not_allowed',
                  HINT = 'Pass its text, or load a file with the command factcheck dictionary FILE.';
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    loaded := factcheck._load_dictionary(dictionary, format, "table", data_set);
    PERFORM factcheck._raise(loaded->'error');
    PERFORM factcheck._sync_table(member::oid::regclass)
    FROM jsonb_array_elements_text(loaded->'relations') AS member;
    RETURN (loaded->>'taken')::integer;
END;
$function$;
COMMENT ON FUNCTION factcheck.load_dictionary(text, text, regclass, text) IS
    'Takes descriptions of added tables and their columns from a data dictionary: CSV or TSV, a Frictionless datapackage.json or a dbt schema.yml, whose metrics become measures; returns how many.';
