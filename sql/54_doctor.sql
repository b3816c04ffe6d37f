CREATE FUNCTION factcheck.version() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$ SELECT '@VERSION@'::text $function$;
COMMENT ON FUNCTION factcheck.version() IS 'Version of the extension''s SQL part.';

CREATE FUNCTION factcheck._warm_up() RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    return GD["factcheck"].warm_up(plpy)
$python$;
COMMENT ON FUNCTION factcheck._warm_up() IS 'Loads the parser into this session.';

CREATE FUNCTION factcheck.warm_up() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._raise(factcheck._warm_up()->'error');
END;
$function$;
COMMENT ON FUNCTION factcheck.warm_up() IS
    'Loads everything a check needs into this session, so that the first check of a pooled connection is fast.';

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
