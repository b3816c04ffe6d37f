CREATE FUNCTION factcheck._find_fragments(keywords text, kind text, "limit" integer, tables regclass[]) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
AS $python$
    return GD["factcheck"].find_fragments(plpy, keywords, kind, limit, tables)
$python$;
COMMENT ON FUNCTION factcheck._find_fragments(text, text, integer, regclass[]) IS 'Finds the query fragments of keywords.';

CREATE TYPE factcheck.found_fragment AS (
    kind text,
    fragment text,
    table_name regclass,
    column_name text,
    literal text,
    score double precision,
    keywords text[]
);
COMMENT ON TYPE factcheck.found_fragment IS 'A row of factcheck.find_fragments.';
COMMENT ON COLUMN factcheck.found_fragment.kind IS 'function, column (an aggregation column, or * for the rows of a table) or predicate.';
COMMENT ON COLUMN factcheck.found_fragment.fragment IS 'The fragment as SQL says it.';
COMMENT ON COLUMN factcheck.found_fragment.table_name IS 'Table of a column or predicate; NULL for functions.';
COMMENT ON COLUMN factcheck.found_fragment.column_name IS 'Column as the catalog spells it; NULL for functions and *.';
COMMENT ON COLUMN factcheck.found_fragment.literal IS 'Value of a predicate; NULL for all others.';
COMMENT ON COLUMN factcheck.found_fragment.score IS 'Relevance score; comparable within a kind.';
COMMENT ON COLUMN factcheck.found_fragment.keywords IS 'The words that speak for the fragment, the one that says most first.';

CREATE FUNCTION factcheck.find_fragments(
    keywords text, kind text DEFAULT NULL, "limit" integer DEFAULT 20, tables regclass[] DEFAULT NULL
) RETURNS SETOF factcheck.found_fragment
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    found jsonb;
BEGIN
    IF keywords IS NULL THEN
        RETURN;
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._keep_names();
    -- Rows of what is not indexed are read: as in a check, nothing that runs meanwhile can write.
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        found := factcheck._find_fragments(
            keywords, kind, coalesce("limit", 20), CASE WHEN tables IS NOT NULL THEN ARRAY(SELECT unnest(tables)) END);
        PERFORM factcheck._raise(found->'error');
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
    RETURN QUERY SELECT * FROM jsonb_populate_recordset(NULL::factcheck.found_fragment, found->'rows');
END;
$function$;
COMMENT ON FUNCTION factcheck.find_fragments(text, text, integer, regclass[]) IS
    'Lists the query fragments that some words find in tables (NULL: all added ones), best first: aggregation functions, aggregation columns and predicates; kind leaves out the others.';
