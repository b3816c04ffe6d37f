-- Charts as Vega-Lite specifications: data that somebody may draw, with whatever draws such charts.  Only what renders them
-- in the server needs more than the extension, and an administrator's leave.
CREATE FUNCTION factcheck._draw_verdict(claim jsonb) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    return GD["factcheck"].draw_verdict(plpy, claim)
$python$;
COMMENT ON FUNCTION factcheck._draw_verdict(jsonb) IS 'Draws the verdict on a claim, given with the columns of fact_check.';

CREATE FUNCTION factcheck.chart_for_verdict(claim factcheck.checked_claim) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    drawn jsonb;
BEGIN
    IF claim IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    drawn := factcheck._draw_verdict(to_jsonb(claim));
    PERFORM factcheck._raise(drawn->'error');
    RETURN nullif(drawn->'chart', 'null');
END;
$function$;
COMMENT ON FUNCTION factcheck.chart_for_verdict(factcheck.checked_claim) IS
    'Draws a row of fact_check as a Vega-Lite specification: what was found as a bar, what is stated as a dashed rule; the groups that a statement without a number compares. NULL where nothing was found.';

CREATE FUNCTION factcheck.chart_for_verdict(document_id bigint, claim_no integer) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    of_document CONSTANT bigint := chart_for_verdict.document_id;
    of_claim CONSTANT integer := chart_for_verdict.claim_no;
    latest CONSTANT bigint := factcheck._latest_run(of_document, of_claim);
    claim factcheck.checked_claim;
BEGIN
    SELECT c.claim_no, c.verdict::factcheck.verdict, c.p_correct, c.claim_text, c.claimed_value, c.claimed_high, c.comparison,
           c.found_value, c.description, c.query, c.p_query, c.is_certified, c.sentence, c.claim_start, c.claim_length, c.message,
           (SELECT jsonb_build_array(jsonb_build_object('compared', f.compared))
            FROM factcheck.claim_value f WHERE f.run_id = c.run_id AND f.claim_no = c.claim_no)
    INTO claim
    FROM factcheck.claim_history c
    WHERE c.run_id = latest AND c.claim_no = of_claim AND NOT c.is_withheld;
    RETURN factcheck.chart_for_verdict(claim);
END;
$function$;
COMMENT ON FUNCTION factcheck.chart_for_verdict(bigint, integer) IS
    'Draws the verdict on a claim of a stored document, as its latest run found it; NULL where nothing was found, or where it is withheld from you.';
