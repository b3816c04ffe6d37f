-- The folder is fixed when the extension is built and belongs to root: no setting, environment variable or
-- search path can point the server at other code.
CREATE FUNCTION factcheck._load() RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    if "factcheck" in GD:
        return None
    import json, os, stat, sys
    folder, version = "@PYTHONDIR@", "@VERSION@"

    def refusal(message, detail, hint, sqlstate="58P01"):
        return json.dumps({"sqlstate": sqlstate, "message": message, "detail": detail, "hint": hint})

    remedy = "Run extension/install.sh of release %s on the database host." % version
    if not os.path.isdir(folder):
        return refusal("the Python part of factcheck is not installed on this server", "Looked in %s." % folder, remedy)
    state = os.stat(folder)
    if state.st_uid != 0 or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return refusal("the Python part of factcheck is not safe to load",
                       "%s must belong to root and be writable by nobody else." % folder, remedy)
    if folder not in sys.path:
        # after the standard library, before the distribution's older packages
        at = next((i for i, path in enumerate(sys.path) if path.endswith("dist-packages")), len(sys.path))
        sys.path.insert(at, folder)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    try:
        import factcheck, factcheck.server
    except Exception as error:
        return refusal("the Python part of factcheck cannot be loaded", "%s." % error, remedy)
    if factcheck.__version__ != version:
        return refusal("extension factcheck was updated in this session",
                       "Version %s is loaded, version %s is asked for." % (factcheck.__version__, version),
                       "Reconnect to load version %s." % version, sqlstate="55000")
    GD["factcheck"] = factcheck.server
$python$;
COMMENT ON FUNCTION factcheck._load() IS
    'Loads the Python package into this session, once; returns NULL, or the error that says why it cannot.';

CREATE FUNCTION factcheck._raise(error jsonb) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    code CONSTANT text := error->>'sqlstate';
    message CONSTANT text := error->>'message';
    detail CONSTANT text := nullif(error->>'detail', '');
    hint CONSTANT text := nullif(error->>'hint', '');
BEGIN
    -- A part that is not there must not be named: clients show an empty one as an empty line.
    IF error IS NULL THEN
        RETURN;
    ELSIF detail IS NULL AND hint IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = code, MESSAGE = message;
    ELSIF detail IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = code, MESSAGE = message, HINT = hint;
    ELSIF hint IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = code, MESSAGE = message, DETAIL = detail;
    END IF;
    RAISE EXCEPTION USING ERRCODE = code, MESSAGE = message, DETAIL = detail, HINT = hint;
END;
$function$;
COMMENT ON FUNCTION factcheck._raise(jsonb) IS
    'Raises the error that a function of the Python part returned, with its SQLSTATE, DETAIL and HINT; NULL raises nothing.';
