-- What is kept is the expression as it was written, and the columns that it meant: it is read anew at each check, with the
-- columns that the caller may read and the joins that hold then, and never becomes SQL as it stands.
CREATE TABLE factcheck.measure (
    name text PRIMARY KEY,
    table_id integer NOT NULL REFERENCES factcheck.data_table ON DELETE CASCADE,
    expression text NOT NULL,
    description text,
    kept jsonb NOT NULL,
    name_terms text[] NOT NULL,
    description_terms text[] NOT NULL,
    added_at timestamptz NOT NULL DEFAULT pg_catalog.now()
);
CREATE INDEX measure_table_id ON factcheck.measure (table_id);
COMMENT ON TABLE factcheck.measure IS
    'Measures that the site has declared with factcheck.add_measure: what claims may add up or average that no column holds.';
COMMENT ON COLUMN factcheck.measure.name IS 'What claims call it.';
COMMENT ON COLUMN factcheck.measure.table_id IS 'Number of the table that has a row for each of its values.';
COMMENT ON COLUMN factcheck.measure.expression IS 'Arithmetic over columns, as it was given.';
COMMENT ON COLUMN factcheck.measure.kept IS
    'The expression in plain values, with its columns by their numbers: they may be renamed. Where one is gone, its name counts.';
COMMENT ON COLUMN factcheck.measure.description IS 'What it means, in the words that writers use.';
COMMENT ON COLUMN factcheck.measure.name_terms IS 'Stems of the words of its name.';
COMMENT ON COLUMN factcheck.measure.description_terms IS 'Stems of the words of its description.';
COMMENT ON COLUMN factcheck.measure.added_at IS 'When it was declared.';

CREATE VIEW factcheck.measures AS
    SELECT m.name, dt.relation AS "table", m.expression, m.description, m.added_at
    FROM factcheck.measure m
    JOIN factcheck.data_table dt ON dt.table_id OPERATOR(pg_catalog.=) m.table_id;
COMMENT ON VIEW factcheck.measures IS 'The declared measures.';
COMMENT ON COLUMN factcheck.measures.name IS 'What claims call it.';
COMMENT ON COLUMN factcheck.measures."table" IS 'The table that has a row for each of its values.';
COMMENT ON COLUMN factcheck.measures.expression IS 'Arithmetic over columns of the table, and of tables that it joins.';
COMMENT ON COLUMN factcheck.measures.description IS 'What it means, in the words that writers use.';
COMMENT ON COLUMN factcheck.measures.added_at IS 'When it was declared.';

CREATE FUNCTION factcheck._add_measure(name text, "table" regclass, expression text, description text) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on
AS $python$
    return GD["factcheck"].add_measure(plpy, name, table, expression, description)
$python$;
COMMENT ON FUNCTION factcheck._add_measure(text, regclass, text, text) IS
    'Declares a measure once its expression was read; returns an error, where there is one.';

CREATE FUNCTION factcheck.add_measure(name text, "table" regclass, expression text, description text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF coalesce(btrim(add_measure.name), '') = '' OR add_measure."table" IS NULL OR add_measure.expression IS NULL THEN
        RAISE EXCEPTION 'a measure needs a name, a table and an expression' -- error: measure_not_complete
            USING ERRCODE = 'null_value_not_allowed',
                  HINT = 'Give them in this order: SELECT factcheck.add_measure(''revenue'', ''order_lines'', ''quantity * price'').';
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._raise(
        factcheck._add_measure(btrim(add_measure.name), add_measure."table", add_measure.expression, add_measure.description)->'error');
END;
$function$;
COMMENT ON FUNCTION factcheck.add_measure(text, regclass, text, text) IS
    'Declares a measure, arithmetic over columns of a table and of tables that it joins, so that claims can be about it; replaces one of that name.';

CREATE FUNCTION factcheck.remove_measure(name text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    DELETE FROM factcheck.measure m WHERE m.name = remove_measure.name;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no measure "%"', coalesce(remove_measure.name, 'NULL') -- error: measure_does_not_exist
            USING ERRCODE = 'undefined_object', HINT = 'See those there are: TABLE factcheck.measures.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck.remove_measure(text) IS 'Takes a declared measure back.';
