CREATE FUNCTION factcheck.version() RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$ SELECT '@VERSION@'::text $function$;
COMMENT ON FUNCTION factcheck.version() IS 'Version of the extension''s SQL part.';

-- The folder is fixed when the extension is built and belongs to root: no setting, environment variable or
-- search path can point the server at other code.
CREATE FUNCTION factcheck._load() RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    folder, version = "@PYTHONDIR@", "@VERSION@"
    if getattr(GD.get("factcheck"), "__version__", None) == version:
        return None
    import gc, json, os, resource, stat, sys

    def refusal(name, message, detail, hint, sqlstate="58P01"):
        return json.dumps({"name": name, "sqlstate": sqlstate, "message": message, "detail": detail, "hint": hint})

    loaded = getattr(sys.modules.get("factcheck"), "__version__", version)
    if loaded != version:
        return refusal("other_version_loaded", "extension factcheck was updated in this session",
                       "Version %s is loaded, version %s is asked for." % (loaded, version),
                       "Reconnect to load version %s." % version, sqlstate="55000")
    remedy = "Run extension/install.sh of release %s on the database host." % version
    if not os.path.isdir(folder):
        numbers = lambda text: tuple(map(int, text.split(".")))
        parent = os.path.dirname(folder)
        names = os.listdir(parent) if os.path.isdir(parent) else []
        released = [name for name in names if all(part.isdecimal() for part in name.split("."))]
        later = [name for name in released if numbers(name) > numbers(version)]
        if later:
            remedy = ("Ask a superuser to run ALTER EXTENSION factcheck UPDATE in this database,"
                      " or run extension/install.sh of release %s on the database host." % version)
        return refusal("python_part_not_installed",
                       "the Python part of factcheck %s is not installed on this server" % version,
                       "Looked in %s." % folder + (" There is version %s." % max(later, key=numbers) if later else ""),
                       remedy)
    state = os.stat(folder)
    if state.st_uid != 0 or state.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return refusal("python_part_not_safe", "the Python part of factcheck is not safe to load",
                       "%s must belong to root and be writable by nobody else." % folder, remedy)
    if folder not in sys.path:
        # before whatever is not the standard library: other packages of these names, of the distribution, in the home
        # of the server's account or wherever its environment points
        library = os.path.dirname(os.__file__)
        zipped = os.path.join(os.path.dirname(library), "python%d%d.zip" % sys.version_info[:2])
        standard = (zipped, library, os.path.join(library, "lib-dynload"))
        at = next((i for i, path in enumerate(sys.path) if path not in standard), len(sys.path))
        sys.path.insert(at, folder)
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1" # a server process has no threads
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    if most != resource.RLIM_INFINITY and os.path.exists("/proc/self/statm"):
        # An extension module that finds no memory while it is loaded may end the process, and all others with it.
        with open("/proc/self/statm") as state:
            room = most - int(state.read().split()[0]) * resource.getpagesize()
        if room < 130_000_000:
            return refusal("no_memory_to_load", "out of memory",
                           "The server process has %d bytes left to load the Python part." % room,
                           "Raise the limit of memory of the server's processes.", sqlstate="53200")
    # What is loaded stays as long as the session: no collection has to walk through it, meanwhile or later.
    gc.disable()
    try:
        import factcheck, factcheck.server
    except Exception as error:
        return refusal("python_part_not_loadable", "the Python part of factcheck cannot be loaded", "%s." % error, remedy)
    finally:
        gc.freeze()
        gc.enable()
    if factcheck.__version__ != version:
        return refusal("python_part_of_other_version", "the Python part of factcheck is of another version",
                       "%s holds version %s." % (folder, factcheck.__version__), remedy)
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
