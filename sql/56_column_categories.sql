-- Which column a phrase means, and which columns mean the same.
CREATE FUNCTION factcheck.column_category(
    "table" regclass, "column" name, k integer DEFAULT 5,
    OUT category text, OUT probability double precision, OUT support integer, OUT sample text[]
) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.category, r.probability, r.support, r.sample
    FROM jsonb_to_recordset(factcheck._category_rows('column_category', jsonb_build_object(
        'table', "table", 'column', "column", 'k', coalesce(k, 5))))
        AS r (category text, probability double precision, support integer, sample text[]);
END;
$function$;
COMMENT ON FUNCTION factcheck.column_category(regclass, name, integer) IS
    'Lists what the values of an added table''s column are likely to be: headings of other columns with such values, and categories that texts and WordNet tell.';

CREATE FUNCTION factcheck.match_column(
    phrase text, tables regclass[] DEFAULT NULL, k integer DEFAULT 10,
    OUT table_name regclass, OUT column_name name, OUT matched_values text[], OUT probability double precision, OUT reason text
) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.table_name::regclass, r.column_name, r.matched_values, r.probability, r.reason
    FROM jsonb_to_recordset(factcheck._category_rows('match_column', jsonb_build_object(
        'phrase', phrase, 'tables', tables, 'k', coalesce(k, 10))))
        AS r (table_name text, column_name name, matched_values text[], probability double precision, reason text);
END;
$function$;
COMMENT ON FUNCTION factcheck.match_column(text, regclass[], integer) IS
    'Lists the columns of added tables (NULL: all) that a phrase may mean: by a value, by the heading, or since their values are of the category. The matched values are what the phrase stands for together: column IN (matched_values).';

CREATE FUNCTION factcheck.match_attributes(
    table_a regclass, table_b regclass,
    OUT column_a name, OUT column_b name, OUT score double precision, OUT shared_values text[], OUT shared_category text
) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
BEGIN
    RETURN QUERY SELECT r.column_a, r.column_b, r.score, r.shared_values, r.shared_category
    FROM jsonb_to_recordset(factcheck._category_rows('match_attributes', jsonb_build_object(
        'table_a', table_a, 'table_b', table_b)))
        AS r (column_a name, column_b name, score double precision, shared_values text[], shared_category text);
END;
$function$;
COMMENT ON FUNCTION factcheck.match_attributes(regclass, regclass) IS
    'Lists the pairs of text columns of two added tables that are likely to mean the same, with the values and the category that they share.';
