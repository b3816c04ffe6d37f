CREATE FUNCTION factcheck._require_trackable("table" regclass) RETURNS void
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    member record;
BEGIN
    FOR member IN
        SELECT c.oid::regclass AS relation, c.relkind,
               c.relpersistence = 't' AS is_temporary,
               pg_has_role(c.relowner, 'USAGE') AS is_own
        FROM factcheck._change_sources(ARRAY["table"::oid]) AS s
        JOIN pg_class c ON c.oid = s.source
        WHERE s.state IS NULL
        ORDER BY c.oid <> "table", c.oid
    LOOP
        IF member.relkind NOT IN ('r', 'p') OR member.is_temporary THEN
            RAISE EXCEPTION 'changes of % cannot be tracked', member.relation -- error: changes_not_trackable
                USING ERRCODE = 'feature_not_supported',
                      DETAIL = 'Views, materialized views, foreign tables and temporary tables change without a trace.',
                      HINT = 'Leave the table untracked: a check reads it anew every time.';
        ELSIF NOT member.is_own THEN
            RAISE EXCEPTION 'must be owner of table %', member.relation -- error: table_not_owned
                USING ERRCODE = 'insufficient_privilege',
                      DETAIL = 'Tracking puts triggers on a table, on its partitions and children, and on their parents.',
                      HINT = format('Let its owner, at level admin, or a superuser do it: SELECT factcheck.track(%L).', "table");
        END IF;
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck._require_trackable(regclass) IS
    'Raises an error where the current role cannot put the triggers on a table that tracking takes.';

-- The triggers belong to the tables, but go when the extension does.
CREATE FUNCTION factcheck._create_change_triggers("table" regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    member regclass;
    has_rows boolean;
BEGIN
    FOR member, has_rows IN
        SELECT c.oid::regclass, c.relkind = 'r'
        FROM factcheck._change_sources(ARRAY["table"::oid]) AS s
        JOIN pg_class c ON c.oid = s.source
        WHERE s.state IS NULL
        ORDER BY s.source
    LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER factcheck_log_change BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s'
                       ' FOR EACH STATEMENT EXECUTE FUNCTION factcheck._log_change()', member);
        EXECUTE format('ALTER TABLE ONLY %s ENABLE ALWAYS TRIGGER factcheck_log_change', member);
        EXECUTE format('ALTER TRIGGER factcheck_log_change ON %s DEPENDS ON EXTENSION factcheck', member);
        IF has_rows THEN
            EXECUTE format('CREATE OR REPLACE TRIGGER factcheck_log_replicated_change AFTER INSERT OR UPDATE OR DELETE ON %s'
                           ' FOR EACH ROW EXECUTE FUNCTION factcheck._log_change()', member);
            EXECUTE format('ALTER TABLE ONLY %s ENABLE REPLICA TRIGGER factcheck_log_replicated_change', member);
            EXECUTE format('ALTER TRIGGER factcheck_log_replicated_change ON %s DEPENDS ON EXTENSION factcheck', member);
        END IF;
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck._create_change_triggers(regclass) IS
    'Creates the triggers on a table and on the other relations through which it can be changed, where they are missing or were altered.';

CREATE FUNCTION factcheck._drop_change_triggers("table" regclass) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    member record;
    dropped integer := 0;
BEGIN
    FOR member IN
        SELECT c.oid::regclass AS relation, t.tgname, pg_has_role(c.relowner, 'USAGE') AS is_own
        FROM factcheck._change_sources(ARRAY["table"::oid]) AS s
        JOIN pg_class c ON c.oid = s.source
        JOIN pg_trigger t ON t.tgrelid = c.oid AND t.tgfoid = 'factcheck._log_change()'::regprocedure
        WHERE s.source NOT IN (
            SELECT needed.source
            FROM factcheck._change_sources(ARRAY(SELECT dt.relation::oid FROM factcheck.data_table dt
                                                 WHERE dt.is_tracked AND dt.relation <> "table")) AS needed)
        ORDER BY c.oid
    LOOP
        IF NOT member.is_own THEN
            RAISE EXCEPTION 'must be owner of table %', member.relation -- error: table_not_owned
                USING ERRCODE = 'insufficient_privilege',
                      HINT = format('Let its owner, at level admin, or a superuser do it: SELECT factcheck.untrack(%L).', "table");
        END IF;
        EXECUTE format('DROP TRIGGER %I ON %s', member.tgname, member.relation);
        dropped := dropped + 1;
    END LOOP;
    RETURN dropped;
END;
$function$;
COMMENT ON FUNCTION factcheck._drop_change_triggers(regclass) IS
    'Drops the triggers of a table and of the other relations through which it can be changed, but for those that another tracked table needs; returns how many.';

CREATE FUNCTION factcheck._repair_change_triggers("table" regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    hint text;
BEGIN
    IF EXISTS (SELECT FROM factcheck.data_table dt WHERE dt.relation = "table" AND dt.is_tracked) THEN
        PERFORM factcheck._require_trackable("table");
        PERFORM factcheck._create_change_triggers("table");
    END IF;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    RAISE WARNING 'results about table % are not kept: a trigger is missing', "table"
        USING DETAIL = format('The reason: %s.', SQLERRM), HINT = hint;
END;
$function$;
COMMENT ON FUNCTION factcheck._repair_change_triggers(regclass) IS
    'Creates missing triggers of a tracked table, such as on new partitions; warns where that is impossible.';

CREATE FUNCTION factcheck._abandon_change_triggers("table" regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    hint text;
BEGIN
    PERFORM factcheck._drop_change_triggers("table");
EXCEPTION WHEN insufficient_privilege THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    RAISE WARNING 'the triggers of table % stay', "table" USING DETAIL = format('The reason: %s.', SQLERRM), HINT = hint;
END;
$function$;
COMMENT ON FUNCTION factcheck._abandon_change_triggers(regclass) IS
    'Drops the triggers of a table that is removed, or warns that they stay where only the owner can drop them.';

CREATE FUNCTION factcheck.track("table" regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF NOT EXISTS (SELECT FROM factcheck.data_table dt WHERE dt.relation = "table") THEN
        RAISE EXCEPTION 'table % was not added', "table" -- error: table_not_added
            USING ERRCODE = 'undefined_object',
                  HINT = format('Add it, tracked: SELECT factcheck.add_table(%L, track => true).', "table");
    END IF;
    PERFORM factcheck._require_trackable("table");
    PERFORM factcheck._create_change_triggers("table");
    UPDATE factcheck.data_table dt SET is_tracked = true WHERE dt.relation = "table" AND NOT dt.is_tracked;
END;
$function$;
COMMENT ON FUNCTION factcheck.track(regclass) IS
    'Lets results about an added table be kept from one check to the next: puts triggers on it that say when it changes.';

CREATE FUNCTION factcheck.untrack("table" regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    was_tracked boolean;
    dropped integer;
BEGIN
    UPDATE factcheck.data_table dt SET is_tracked = false WHERE dt.relation = "table" AND dt.is_tracked;
    was_tracked := FOUND;
    dropped := factcheck._drop_change_triggers("table");
    IF NOT was_tracked AND dropped = 0 THEN
        RAISE EXCEPTION 'table % is not tracked', "table" -- error: table_not_tracked
            USING ERRCODE = 'undefined_object',
                  HINT = 'See which are: SELECT relation FROM factcheck.data_table WHERE is_tracked.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck.untrack(regclass) IS
    'Takes the triggers off a table again: a check reads it anew every time.';
