-- What notes writes to report tables under watch.
--
-- The second function that runs with its owner's rights, for the same reason as factcheck._log_change: who writes to a report
-- table has no rights in this schema, and must have none, since who could write or delete notes could keep a row from being
-- checked.
--
-- It notes that a table was written to, and leaves it to a run to find the rows, by the numbers of their transactions.  Keys
-- are not noted: for that a writer would keep a copy of all its rows, texts included, until its statement ends, and a
-- statement of one row would take three times as long.  A statement is noted, and not a transaction: what tells cheaply that
-- this transaction has been noted already is a setting of the session, and that the writer could set, too.
--
-- A writer's transaction may be ten thousand statements, so the function does as little as it can: it takes no argument, writes
-- one table, and uses no operator and no other function.  It fires before the statement, where nothing is kept until its end.
CREATE FUNCTION factcheck._queue_changes() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    INSERT INTO factcheck.report_change (relation) VALUES (TG_RELID);
    RETURN NULL;
END;
$function$;
COMMENT ON FUNCTION factcheck._queue_changes() IS
    'Trigger of watched tables: notes in factcheck.report_change that the table is written to.';

CREATE FUNCTION factcheck._watch_members(relation oid) RETURNS TABLE (member oid, kind "char", owner oid)
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    WITH RECURSIVE below (oid) AS (
        SELECT _watch_members.relation
        UNION
        SELECT i.inhrelid FROM below b JOIN pg_inherits i ON i.inhparent = b.oid
    )
    SELECT c.oid, c.relkind, c.relowner FROM below b JOIN pg_class c ON c.oid = b.oid
$function$;
COMMENT ON FUNCTION factcheck._watch_members(oid) IS 'A table with its partitions and children, through which its rows can be written.';

CREATE FUNCTION factcheck._reason_against_triggers(relation regclass) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT coalesce(
        (SELECT CASE WHEN m.kind NOT IN ('r', 'p') THEN format('%s is no ordinary table', m.member::regclass)
                     ELSE format('you are not the owner of table %s', m.member::regclass) END
         FROM factcheck._watch_members(_reason_against_triggers.relation) AS m
         WHERE m.kind NOT IN ('r', 'p') OR NOT pg_has_role(m.owner, 'USAGE')
         ORDER BY m.member <> _reason_against_triggers.relation, m.member
         LIMIT 1),
        (SELECT format('rows of table %s come by logical replication, which fires no such trigger', s.srrelid::regclass)
         FROM factcheck._watch_members(_reason_against_triggers.relation) AS m
         JOIN pg_subscription_rel s ON s.srrelid = m.member LIMIT 1),
        (SELECT format('rows can be written through its parent %s', i.inhparent::regclass)
         FROM pg_inherits i WHERE i.inhrelid = _reason_against_triggers.relation LIMIT 1))
$function$;
COMMENT ON FUNCTION factcheck._reason_against_triggers(regclass) IS
    'Why the current role cannot watch a table by triggers; NULL where it can.';

CREATE FUNCTION factcheck._require_triggers(report_table regclass) RETURNS void
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    reason CONSTANT text := factcheck._reason_against_triggers(report_table);
BEGIN
    IF reason IS NOT NULL THEN
        RAISE EXCEPTION 'table % cannot be watched by triggers', report_table -- error: report_not_watchable_by_trigger
            USING ERRCODE = 'object_not_in_prerequisite_state',
                  DETAIL = format('The reason: %s.', reason),
                  HINT = 'Let each run look for changes: mode => ''poll''.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._require_triggers(regclass) IS
    'Raises an error where the current role cannot watch a table by triggers.';

CREATE FUNCTION factcheck._create_queue_triggers(watch_id integer) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    member regclass;
    created integer := 0;
BEGIN
    FOR member IN
        SELECT m.member
        FROM factcheck.watched_table w
        CROSS JOIN LATERAL factcheck._watch_members(w.relation) AS m
        WHERE w.watch_id = _create_queue_triggers.watch_id
          AND NOT EXISTS (SELECT FROM factcheck.watched_relation r WHERE r.relation = m.member)
        ORDER BY m.member
    LOOP
        INSERT INTO factcheck.watched_relation (relation, watch_id) VALUES (member, _create_queue_triggers.watch_id);
        EXECUTE format('CREATE OR REPLACE TRIGGER factcheck_queue BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s'
                       ' FOR EACH STATEMENT EXECUTE FUNCTION factcheck._queue_changes()', member);
        EXECUTE format('ALTER TRIGGER factcheck_queue ON %s DEPENDS ON EXTENSION factcheck', member);
        created := created + 1;
    END LOOP;
    RETURN created;
END;
$function$;
COMMENT ON FUNCTION factcheck._create_queue_triggers(integer) IS
    'Creates the triggers of a watched table, and of partitions and children that have none; returns on how many relations.';

CREATE FUNCTION factcheck._drop_queue_triggers(relation regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    member record;
BEGIN
    FOR member IN
        SELECT m.member::regclass AS relation, t.tgname, pg_has_role(m.owner, 'USAGE') AS is_own
        FROM factcheck._watch_members(_drop_queue_triggers.relation) AS m
        JOIN pg_trigger t ON t.tgrelid = m.member AND t.tgfoid = 'factcheck._queue_changes()'::regprocedure
        ORDER BY m.member, t.tgname
    LOOP
        IF member.is_own THEN
            EXECUTE format('DROP TRIGGER %I ON %s', member.tgname, member.relation);
        ELSE
            RAISE WARNING 'trigger "%" of table % stays', member.tgname, member.relation
                USING DETAIL = 'What it notes is thrown away by the next run.', HINT = 'The table''s owner may drop it.';
        END IF;
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck._drop_queue_triggers(regclass) IS
    'Drops the triggers that note writes to a table, or warns where only the owner can.';
