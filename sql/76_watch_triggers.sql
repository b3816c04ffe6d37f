-- What notes writes to report tables under watch.
--
-- A transition table is known by a name without a schema.  Where a trigger was created without one, that name must not find
-- a temporary view, whose code would run with the rights of the trigger's function: it finds this, before pg_temp.
CREATE TABLE factcheck.changed (
    first text,
    second text
);
COMMENT ON TABLE factcheck.changed IS
    'Always empty: stands in for the rows of a statement where a trigger that calls factcheck._queue_changes names none.';
COMMENT ON COLUMN factcheck.changed.first IS 'Always empty.';
COMMENT ON COLUMN factcheck.changed.second IS 'Always empty.';

-- The second function that runs with its owner's rights, for the same reason as factcheck._log_change: who writes to a report
-- table has no rights in this schema, and must have none, since who could write the queue could have any row checked, or
-- keep one from being checked.
--
-- It takes no argument: which column is the key is what the table's owner let be entered in watched_relation, by its number,
-- so that a column that is renamed stays the key.  concat() writes a key by the output function of its type, which only a
-- superuser can make; a cast to text would be a function that the type's owner chose.
--
-- A writer's transaction may be ten thousand statements, so few statements are run, and those are planned once in a session:
-- one for a key that is the first column, which no dropped column can move, one for the second place.  For others the
-- statement is made each time.  Above 20,000 rows keys are not written down, so that a writer needs no memory for them: the
-- next run looks through the table.  So it does where the key is gone.
CREATE FUNCTION factcheck._queue_changes() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY DEFINER
SET search_path = pg_catalog, factcheck, pg_temp
AS $function$
DECLARE
    watch integer;
    number smallint;
    key_name name;
    place bigint := 1;
    keys text[];
BEGIN
    SELECT w.watch_id, w.key_number INTO watch, number FROM factcheck.watched_relation w WHERE w.relation = TG_RELID;
    IF watch IS NULL THEN
        RETURN NULL;
    ELSIF number > 1 THEN
        SELECT a.attname,
               (SELECT count(*) FROM pg_attribute b
                WHERE b.attrelid = TG_RELID AND b.attnum BETWEEN 1 AND number AND NOT b.attisdropped)
        INTO key_name, place
        FROM pg_attribute a WHERE a.attrelid = TG_RELID AND a.attnum = number AND NOT a.attisdropped;
    END IF;
    IF place IS NULL THEN
        INSERT INTO factcheck.report_change (watch_id) VALUES (watch);
        RETURN NULL;
    ELSIF place = 1 THEN
        keys := ARRAY(SELECT concat(n.key) FROM changed AS n (key) LIMIT 20001);
    ELSIF place = 2 THEN
        keys := ARRAY(SELECT concat(n.key) FROM changed AS n (first, key) LIMIT 20001);
    ELSE
        EXECUTE format('SELECT ARRAY(SELECT concat(n.%I) FROM changed AS n LIMIT 20001)', key_name) INTO keys;
    END IF;
    IF cardinality(keys) > 0 THEN
        INSERT INTO factcheck.report_change (watch_id, keys)
        VALUES (watch, CASE WHEN cardinality(keys) <= 20000 THEN keys END);
    END IF;
    RETURN NULL;
END;
$function$;
COMMENT ON FUNCTION factcheck._queue_changes() IS
    'Trigger of watched tables: enters the keys of rows that were inserted or updated in factcheck.report_change.';

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
    key_number smallint;
    event text;
    created integer := 0;
BEGIN
    FOR member, key_number IN
        SELECT m.member, a.attnum
        FROM factcheck.watched_table w
        CROSS JOIN LATERAL factcheck._watch_members(w.relation) AS m
        JOIN pg_attribute a ON a.attrelid = m.member AND a.attname = w.key_column AND NOT a.attisdropped
        WHERE w.watch_id = _create_queue_triggers.watch_id
          AND NOT EXISTS (SELECT FROM factcheck.watched_relation r WHERE r.relation = m.member)
        ORDER BY m.member
    LOOP
        INSERT INTO factcheck.watched_relation (relation, watch_id, key_number)
        VALUES (member, _create_queue_triggers.watch_id, key_number);
        FOREACH event IN ARRAY ARRAY['insert', 'update'] LOOP
            EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %s REFERENCING NEW TABLE AS changed'
                           ' FOR EACH STATEMENT EXECUTE FUNCTION factcheck._queue_changes()',
                           'factcheck_queue_' || event, event, member);
            EXECUTE format('ALTER TRIGGER %I ON %s DEPENDS ON EXTENSION factcheck', 'factcheck_queue_' || event, member);
        END LOOP;
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
                USING DETAIL = 'It does nothing any more.', HINT = 'The table''s owner may drop it.';
        END IF;
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck._drop_queue_triggers(regclass) IS
    'Drops the triggers that put keys of a table into the queue, or warns where only the owner can.';
