CREATE FUNCTION factcheck._doctor() RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    return GD["factcheck"].doctor(plpy)
$python$;
COMMENT ON FUNCTION factcheck._doctor() IS 'Examines the Python part and the index.';

CREATE FUNCTION factcheck.doctor(OUT item text, OUT status text, OUT detail text, OUT hint text) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    report jsonb;
BEGIN
    report := factcheck._load();
    IF report IS NOT NULL THEN
        item := 'Python part'; status := 'error'; detail := report->>'message'; hint := report->>'hint';
        RETURN NEXT;
        RETURN;
    END IF;
    report := factcheck._doctor();
    PERFORM factcheck._raise(report->'error');
    RETURN QUERY
        SELECT finding.item, finding.status, finding.detail, finding.hint
        FROM jsonb_to_recordset(report->'findings') AS finding (item text, status text, detail text, hint text);
END;
$function$;
COMMENT ON FUNCTION factcheck.doctor() IS
    'Says what is installed and whether it is in order: one row for each item, with status ok, warning or error and a hint.';
