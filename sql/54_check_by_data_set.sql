-- What one types first: the name of a data set in the place of its tables.  A literal or a parameter without a type means
-- this function, since PostgreSQL prefers text.  So it takes what such a literal may mean for the other function as well:
-- NULL, and an array of tables such as '{sales}', whose names are looked up in the caller's search path.  This is why the
-- path is not pinned here, nor in the narrow form below; every name of the body is qualified instead.
CREATE FUNCTION @extschema@.fact_check(
    document text,
    data_set text,
    p_true double precision DEFAULT NULL,
    top_k integer DEFAULT 10,
    time_budget interval DEFAULT NULL,
    sources text[] DEFAULT NULL
) RETURNS SETOF factcheck.checked_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
AS $function$
DECLARE
    tables pg_catalog.regclass[];
BEGIN
    IF data_set OPERATOR(pg_catalog.~) '^[[:space:]]*[{[]'::pg_catalog.text THEN
        tables := data_set::pg_catalog.regclass[];
    ELSE
        tables := factcheck.data_set(data_set);
    END IF;
    RETURN QUERY
        SELECT claim.*
        FROM @extschema@.fact_check(document, tables, p_true, top_k, time_budget, sources) AS claim;
END;
$function$;
COMMENT ON FUNCTION @extschema@.fact_check(text, text, double precision, integer, interval, text[]) IS
    'As fact_check with tables, about the tables that were added under the name of a data set.';

-- Everything that a person at a terminal reads first, and no more; with the arguments of fact_check.
CREATE FUNCTION factcheck.verdicts(
    document text,
    tables regclass[] DEFAULT NULL,
    p_true double precision DEFAULT NULL,
    top_k integer DEFAULT 10,
    time_budget interval DEFAULT NULL,
    sources text[] DEFAULT NULL
) RETURNS TABLE (verdict factcheck.verdict, claim_text text, message text)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
BEGIN
    -- All arguments, of their very types: a function of the same name cannot fit better.
    RETURN QUERY
        SELECT claim.verdict, claim.claim_text, claim.message
        FROM @extschema@.fact_check(document, tables, p_true, top_k, time_budget, sources) AS claim
        ORDER BY claim.claim_no;
END;
$function$;
COMMENT ON FUNCTION factcheck.verdicts(text, regclass[], double precision, integer, interval, text[]) IS
    'The narrow form of fact_check, for a terminal: verdict, claim and message, about all added tables or some.';

CREATE FUNCTION factcheck.verdicts(
    document text,
    data_set text,
    p_true double precision DEFAULT NULL,
    top_k integer DEFAULT 10,
    time_budget interval DEFAULT NULL,
    sources text[] DEFAULT NULL
) RETURNS TABLE (verdict factcheck.verdict, claim_text text, message text)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY
        SELECT claim.verdict, claim.claim_text, claim.message
        FROM @extschema@.fact_check(document, data_set, p_true, top_k, time_budget, sources) AS claim
        ORDER BY claim.claim_no;
END;
$function$;
COMMENT ON FUNCTION factcheck.verdicts(text, text, double precision, integer, interval, text[]) IS
    'As verdicts with tables, about the tables that were added under the name of a data set.';
