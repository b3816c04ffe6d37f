CREATE FUNCTION factcheck.version() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$ SELECT '@VERSION@'::text $function$;
COMMENT ON FUNCTION factcheck.version() IS 'Version of the extension''s SQL part.';

CREATE FUNCTION factcheck._warm_up() RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    if "factcheck" not in GD:
        plpy.execute("SELECT factcheck._load()")
    return GD["factcheck"].warm_up(plpy)
$python$;
COMMENT ON FUNCTION factcheck._warm_up() IS 'Loads the parser into this session.';

CREATE FUNCTION factcheck.warm_up() RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    PERFORM factcheck._raise(factcheck._warm_up()->'error');
END;
$function$;
COMMENT ON FUNCTION factcheck.warm_up() IS
    'Loads everything a check needs into this session, so that the first check of a pooled connection is fast.';

CREATE FUNCTION factcheck._doctor() RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    if "factcheck" not in GD:
        plpy.execute("SELECT factcheck._load()")
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
    BEGIN
        report := factcheck._doctor();
    EXCEPTION WHEN undefined_file OR object_not_in_prerequisite_state THEN
        item := 'Python part'; status := 'error'; detail := regexp_replace(SQLERRM, '^plpy\.Error: ', '');
        hint := 'Run extension/install.sh of release @VERSION@ on the database host.';
        RETURN NEXT;
        RETURN;
    END;
    PERFORM factcheck._raise(report->'error');
    RETURN QUERY
        SELECT finding.item, finding.status, finding.detail, finding.hint
        FROM jsonb_to_recordset(report->'findings') AS finding (item text, status text, detail text, hint text);
END;
$function$;
COMMENT ON FUNCTION factcheck.doctor() IS
    'Says what is installed and whether it is in order: one row for each item, with status ok, warning or error and a hint.';
