-- What notes writes to report tables under watch.
--
-- A transition table is known by a name without a schema.  Where a trigger was created without one, that name must not find
-- a temporary view, whose code would run with the rights of the trigger's function: it finds one of these, before pg_temp.
CREATE TABLE factcheck.changed (
    first text,
    second text
);
COMMENT ON TABLE factcheck.changed IS
    'Always empty: stands in for the rows of a statement where a trigger that calls factcheck._queue_changes names none.';
COMMENT ON COLUMN factcheck.changed.first IS 'Always empty.';
COMMENT ON COLUMN factcheck.changed.second IS 'Always empty.';
CREATE TABLE factcheck.replaced (
    first text,
    second text
);
COMMENT ON TABLE factcheck.replaced IS
    'Always empty: stands in for the rows that an UPDATE replaced where a trigger that calls factcheck._queue_changes does not name them.';
COMMENT ON COLUMN factcheck.replaced.first IS 'Always empty.';
COMMENT ON COLUMN factcheck.replaced.second IS 'Always empty.';

-- The second function that runs with its owner's rights, for the same reason as factcheck._log_change: who writes to a report
-- table has no rights in this schema, and must have none, since who could write the queue could have any row checked, or
-- keep one from being checked.
--
-- It takes no argument: which column is the key is what the table's owner let be entered in watched_relation, by its number,
-- so that a column that is renamed stays the key.  concat() writes a key by the output function of its type, which only a
-- superuser can make; a cast to text would be a function that the type's owner chose.
--
-- A writer's transaction may be ten thousand statements, so for a key that is the first column, which no dropped column can
-- move, one statement does it all, planned once in a session: the plan for any parameter is forced, since after a statement
-- of many rows PostgreSQL may take it for a dear one ever after, and plan each statement of one row anew.  An UPDATE notes
-- the keys from before, too, which a key that was itself updated had.  That most keys of an UPDATE are noted twice is left to
-- the run: a hash table for them would be as large as that of the statement for which it was planned.  More than 20,000 keys
-- are not written down, so that a writer needs no memory for them: what has one more tells the next run to look through the
-- table.  So does a TRUNCATE, and a row whose key column is gone.
--
-- A statement is noted, and not a transaction: what tells cheaply that this transaction has been noted already is a setting of
-- the session, and that the writer could set, too, to keep its rows from being checked.
CREATE FUNCTION factcheck._queue_changes() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY DEFINER
SET search_path = pg_catalog, factcheck, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
DECLARE
    watch integer;
    number smallint;
    key_name name;
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        INSERT INTO factcheck.report_change (watch_id) SELECT w.watch_id FROM factcheck.watched_relation w WHERE w.relation = TG_RELID;
        RETURN NULL;
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO factcheck.report_change (watch_id, keys)
        SELECT w.watch_id, ARRAY(SELECT concat(n.key) FROM changed AS n (key) UNION ALL SELECT concat(r.key) FROM replaced AS r (key) LIMIT 20001)
        FROM factcheck.watched_relation w
        WHERE w.relation = TG_RELID AND w.key_number = 1 AND EXISTS (SELECT FROM changed);
    ELSE
        INSERT INTO factcheck.report_change (watch_id, keys)
        SELECT w.watch_id, ARRAY(SELECT concat(n.key) FROM changed AS n (key) LIMIT 20001)
        FROM factcheck.watched_relation w
        WHERE w.relation = TG_RELID AND w.key_number = 1 AND EXISTS (SELECT FROM changed);
    END IF;
    IF FOUND THEN
        RETURN NULL;
    END IF;
    SELECT w.watch_id, w.key_number, a.attname INTO watch, number, key_name
    FROM factcheck.watched_relation w
    LEFT JOIN pg_attribute a ON a.attrelid = w.relation AND a.attnum = w.key_number AND NOT a.attisdropped
    WHERE w.relation = TG_RELID;
    IF key_name IS NULL THEN
        INSERT INTO factcheck.report_change (watch_id) SELECT watch WHERE watch IS NOT NULL;
    ELSIF number > 1 THEN
        EXECUTE format(
            'INSERT INTO factcheck.report_change (watch_id, keys)'
            ' SELECT $1, ARRAY(SELECT concat(n.%1$I) FROM changed AS n%2$s LIMIT 20001) WHERE EXISTS (SELECT FROM changed)',
            key_name, CASE WHEN TG_OP = 'UPDATE' THEN format(' UNION ALL SELECT concat(r.%I) FROM replaced AS r', key_name) END)
        USING watch;
    END IF;
    RETURN NULL;
END;
$function$;
COMMENT ON FUNCTION factcheck._queue_changes() IS
    'Trigger of watched tables: enters the keys of rows that were inserted, updated or deleted in factcheck.report_change.';

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

CREATE FUNCTION factcheck._queue_events() RETURNS TABLE (event text, rows text, old_rows name, new_rows name)
LANGUAGE sql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT e.event, concat('REFERENCING ' || nullif(concat_ws(' ', 'OLD TABLE AS ' || e.old_rows, 'NEW TABLE AS ' || e.new_rows), '')),
           e.old_rows::name, e.new_rows::name
    FROM (VALUES ('insert', NULL, 'changed'), ('update', 'replaced', 'changed'), ('delete', 'changed', NULL), ('truncate', NULL, NULL))
        AS e (event, old_rows, new_rows)
$function$;
COMMENT ON FUNCTION factcheck._queue_events() IS
    'What the triggers of watched tables are fired by, and the transition tables that each has.';

CREATE FUNCTION factcheck._create_queue_triggers(watch_id integer) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    member regclass;
    key_number smallint;
    event text;
    rows text;
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
        FOR event, rows IN SELECT e.event, e.rows FROM factcheck._queue_events() AS e LOOP
            EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER %s ON %s %s FOR EACH STATEMENT EXECUTE FUNCTION factcheck._queue_changes()',
                           'factcheck_queue_' || event, event, member, rows);
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
