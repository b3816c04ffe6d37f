-- What reads a report, or the data, as the role that watches it may run code of others in spite of all looking beforehand: names
-- are looked up when a statement is parsed, and who owns a schema can give them to something else in that very moment.  After
-- SET ROLE such code could take the role of the session back.  It cannot within a function of its owner's rights, so a
-- superuser makes one for each call, which nobody else ever sees, and no other role may act for one that it is not.
CREATE FUNCTION factcheck._may_run_for(role_name name, role_id oid) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT EXISTS (
        SELECT FROM pg_roles r
        WHERE r.oid = role_id AND r.rolname = role_name
          AND (r.rolname = current_user AND r.rolname = session_user
               OR 0 = (SELECT count(*) FROM pg_roles s WHERE s.rolname IN (current_user, session_user) AND NOT s.rolsuper)))
$function$;
COMMENT ON FUNCTION factcheck._may_run_for(name, oid) IS
    'Whether a run of the queue by the current role may check documents for the role that has, still, this name and this OID: for itself, where it has logged in, or as a superuser.';

CREATE FUNCTION factcheck._watches_to_run() RETURNS integer[]
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT coalesce(array_agg(w.watch_id), '{}') FROM factcheck.watched_table w
    WHERE factcheck._may_run_for(w.role_name, w.role_id)
$function$;
COMMENT ON FUNCTION factcheck._watches_to_run() IS 'Numbers of the watches that a run of the queue by the current role looks after.';

CREATE FUNCTION factcheck._call_as(role_name name, role_id oid, call text) RETURNS text
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    result text;
BEGIN
    IF NOT factcheck._role_exists(role_name, role_id) THEN
        RAISE EXCEPTION 'role "%" is gone', role_name -- error: watching_role_gone
            USING ERRCODE = 'undefined_object',
                  DETAIL = 'It watched the table. A later role of the same name is another one.',
                  HINT = 'End the watch as a superuser with factcheck.unwatch, and let a role that may read the data watch the table.';
    ELSIF NOT factcheck._may_run_for(role_name, role_id) THEN
        RAISE EXCEPTION 'permission denied to act as role "%"', role_name -- error: not_the_watching_role
            USING ERRCODE = 'insufficient_privilege', HINT = 'Log in as that role, or as a superuser, to run the queue.';
    ELSIF role_name = current_user THEN
        EXECUTE 'SELECT ' || call INTO result;
        RETURN result;
    END IF;
    EXECUTE format('CREATE FUNCTION pg_temp.act_as_watcher() RETURNS text LANGUAGE sql VOLATILE SECURITY DEFINER'
                   ' SET search_path = pg_catalog, pg_temp SET factcheck.acting_role = %L AS %L',
                   role_name, format('SELECT (%s)::text', call));
    EXECUTE format('ALTER FUNCTION pg_temp.act_as_watcher() OWNER TO %I', role_name);
    EXECUTE 'SELECT pg_temp.act_as_watcher()' INTO result;
    EXECUTE 'DROP FUNCTION IF EXISTS pg_temp.act_as_watcher()';
    RETURN result;
END;
$function$;
COMMENT ON FUNCTION factcheck._call_as(name, oid, text) IS
    'Calls a function as the role that watches a table; who runs it can go no further than that role.';

CREATE FUNCTION factcheck._error_text(message text, detail text, hint text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT concat_ws(E'\n', message, 'DETAIL:  ' || nullif(detail, ''), 'HINT:  ' || nullif(hint, ''))
$function$;
COMMENT ON FUNCTION factcheck._error_text(text, text, text) IS 'An error''s message, DETAIL and HINT as one text.';
