-- Report tables under watch: their rows are documents, which a run of the queue checks as the role that watches them.
CREATE TABLE factcheck.watch_pattern (
    pattern_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name_pattern text NOT NULL,
    text_column name NOT NULL,
    key_column name,
    title_column name,
    tables regclass[],
    data_set text,
    mode text NOT NULL CHECK (mode OPERATOR(pg_catalog.=) ANY (ARRAY['trigger', 'poll'])),
    time_budget interval,
    recheck boolean NOT NULL,
    role_name name NOT NULL DEFAULT current_user,
    role_id oid NOT NULL DEFAULT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user)),
    watched_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
    UNIQUE (name_pattern, role_id)
);
COMMENT ON TABLE factcheck.watch_pattern IS
    'Patterns of names given to factcheck.watch: each run takes in the tables that have come to match them.';
COMMENT ON COLUMN factcheck.watch_pattern.pattern_id IS 'Number of the pattern.';
COMMENT ON COLUMN factcheck.watch_pattern.name_pattern IS
    'What schema and table are called, as in reports.%, where % stands for any characters.';
COMMENT ON COLUMN factcheck.watch_pattern.text_column IS 'Column that holds the text; tables without it are passed over.';
COMMENT ON COLUMN factcheck.watch_pattern.key_column IS 'Column that tells rows apart; NULL: the primary key of each table.';
COMMENT ON COLUMN factcheck.watch_pattern.title_column IS 'Column that holds the title, where a table has it.';
COMMENT ON COLUMN factcheck.watch_pattern.tables IS 'Data tables that claims may be about; NULL: all, or those of data_set.';
COMMENT ON COLUMN factcheck.watch_pattern.data_set IS 'Data set whose tables claims may be about.';
COMMENT ON COLUMN factcheck.watch_pattern.mode IS
    'trigger or poll; tables that the watching role does not own are polled in any case.';
COMMENT ON COLUMN factcheck.watch_pattern.time_budget IS 'Time that the check of one document may take.';
COMMENT ON COLUMN factcheck.watch_pattern.recheck IS 'Whether documents whose data changed are checked again.';
COMMENT ON COLUMN factcheck.watch_pattern.role_name IS 'Role that watches, and as which documents are checked.';
COMMENT ON COLUMN factcheck.watch_pattern.role_id IS 'Its OID: a later role of the same name is another one.';
COMMENT ON COLUMN factcheck.watch_pattern.watched_at IS 'When factcheck.watch was called.';

CREATE TABLE factcheck.watched_table (
    watch_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    relation regclass NOT NULL UNIQUE,
    pattern_id integer REFERENCES factcheck.watch_pattern ON DELETE CASCADE,
    text_column name NOT NULL,
    key_column name NOT NULL,
    title_column name,
    tables regclass[],
    data_set text,
    mode text NOT NULL CHECK (mode OPERATOR(pg_catalog.=) ANY (ARRAY['trigger', 'poll'])),
    time_budget interval,
    recheck boolean NOT NULL,
    role_name name NOT NULL DEFAULT current_user,
    role_id oid NOT NULL DEFAULT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user)),
    watched_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
    earlier_run_id bigint NOT NULL,
    last_run_at timestamptz,
    is_readable boolean NOT NULL DEFAULT true
);
CREATE INDEX watched_table_pattern_id ON factcheck.watched_table (pattern_id);
COMMENT ON TABLE factcheck.watched_table IS 'Report tables under watch.';
COMMENT ON COLUMN factcheck.watched_table.watch_id IS 'Number of the watch.';
COMMENT ON COLUMN factcheck.watched_table.relation IS 'The report table.';
COMMENT ON COLUMN factcheck.watched_table.pattern_id IS 'Pattern by which the table was taken in; NULL where it was named itself.';
COMMENT ON COLUMN factcheck.watched_table.text_column IS 'Column that holds the text.';
COMMENT ON COLUMN factcheck.watched_table.key_column IS 'Column that tells rows apart.';
COMMENT ON COLUMN factcheck.watched_table.title_column IS 'Column that holds the title, if any.';
COMMENT ON COLUMN factcheck.watched_table.tables IS 'Data tables that claims may be about; NULL: all, or those of data_set.';
COMMENT ON COLUMN factcheck.watched_table.data_set IS 'Data set whose tables claims may be about.';
COMMENT ON COLUMN factcheck.watched_table.mode IS
    'trigger: what is written puts keys into the queue; poll: each run looks for rows that changed.';
COMMENT ON COLUMN factcheck.watched_table.time_budget IS 'Time that the check of one document may take.';
COMMENT ON COLUMN factcheck.watched_table.recheck IS 'Whether documents whose data changed are checked again.';
COMMENT ON COLUMN factcheck.watched_table.role_name IS 'Role that watches the table, and as which its documents are checked.';
COMMENT ON COLUMN factcheck.watched_table.role_id IS 'Its OID: a later role of the same name is another one.';
COMMENT ON COLUMN factcheck.watched_table.watched_at IS 'When the watch began.';
COMMENT ON COLUMN factcheck.watched_table.earlier_run_id IS
    'Last run about the table before the watch: what was checked until then is checked again, since the watch may ask for other tables.';
COMMENT ON COLUMN factcheck.watched_table.last_run_at IS 'When a run last looked at the table.';
COMMENT ON COLUMN factcheck.watched_table.is_readable IS 'Whether the last run could read the table; factcheck.watch_error has the reason.';

-- The trigger knows of a table only what stands here, and takes no argument.
CREATE TABLE factcheck.watched_relation (
    relation regclass PRIMARY KEY,
    watch_id integer NOT NULL REFERENCES factcheck.watched_table ON DELETE CASCADE,
    key_number smallint NOT NULL
);
CREATE INDEX watched_relation_watch_id ON factcheck.watched_relation (watch_id);
COMMENT ON TABLE factcheck.watched_relation IS
    'Relations whose triggers put keys into the queue: watched tables, and their partitions and children, which can be written to by themselves.';
COMMENT ON COLUMN factcheck.watched_relation.relation IS 'The relation.';
COMMENT ON COLUMN factcheck.watched_relation.watch_id IS 'Watch that its rows belong to.';
COMMENT ON COLUMN factcheck.watched_relation.key_number IS 'Place of the key column in the relation.';

-- What writers leave behind: rows are only ever added and deleted, and there is no index, so that no writer waits for
-- another or for a run.
CREATE TABLE factcheck.report_change (
    watch_id integer NOT NULL,
    keys text[]
) WITH (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);
ALTER TABLE factcheck.report_change ALTER COLUMN keys SET STORAGE external;
COMMENT ON TABLE factcheck.report_change IS
    'What was written to watched tables since the last run, a row for each statement: written by triggers.';
COMMENT ON COLUMN factcheck.report_change.watch_id IS 'Watch of the table that was written to.';
COMMENT ON COLUMN factcheck.report_change.keys IS
    'Keys of the rows; NULL where they are not known, or too many: the next run looks through the table.';

-- Not in dumps: rows have other transaction numbers where a dump is restored.
CREATE TABLE factcheck.report_scan (
    watch_id integer PRIMARY KEY REFERENCES factcheck.watched_table ON DELETE CASCADE,
    files text NOT NULL,
    seen_until xid8 NOT NULL
);
COMMENT ON TABLE factcheck.report_scan IS
    'How far the rows of watched tables have been looked through. A table without a row here is looked through as a whole by the next run.';
COMMENT ON COLUMN factcheck.report_scan.watch_id IS 'The watch.';
COMMENT ON COLUMN factcheck.report_scan.files IS 'Files of the table and its partitions: rows that were written to new ones have other transaction numbers.';
COMMENT ON COLUMN factcheck.report_scan.seen_until IS 'All transactions before this one were over, so that what they wrote was seen.';

CREATE TABLE factcheck.queued_document (
    queue_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    watch_id integer NOT NULL REFERENCES factcheck.watched_table ON DELETE CASCADE,
    source_key text NOT NULL,
    task text NOT NULL DEFAULT 'check' CHECK (task OPERATOR(pg_catalog.=) ANY (ARRAY['check', 'recheck'])),
    queued_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
    attempts smallint NOT NULL DEFAULT 0,
    visible_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
    taken_by integer,
    is_dead boolean NOT NULL DEFAULT false
) WITH (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX queued_document_source_key ON factcheck.queued_document (watch_id, source_key, queue_id);
CREATE INDEX queued_document_waiting ON factcheck.queued_document (queue_id) WHERE NOT is_dead;
COMMENT ON TABLE factcheck.queued_document IS 'Rows of watched tables that wait for their check, and those given up.';
COMMENT ON COLUMN factcheck.queued_document.queue_id IS 'Number of the entry; lower ones come first.';
COMMENT ON COLUMN factcheck.queued_document.watch_id IS 'Watch that the document belongs to.';
COMMENT ON COLUMN factcheck.queued_document.source_key IS 'Key of the row in the report table.';
COMMENT ON COLUMN factcheck.queued_document.task IS 'check, or recheck where only the data changed.';
COMMENT ON COLUMN factcheck.queued_document.queued_at IS 'When the entry was made.';
COMMENT ON COLUMN factcheck.queued_document.attempts IS 'How often its check was begun.';
COMMENT ON COLUMN factcheck.queued_document.visible_at IS
    'When it may be taken again; a time further ahead than the setting check_retry_seconds is a clock that was set back, and counts as past.';
COMMENT ON COLUMN factcheck.queued_document.taken_by IS 'Server process that took it last.';
COMMENT ON COLUMN factcheck.queued_document.is_dead IS 'Whether it was given up after too many attempts; factcheck.retry_failed queues it again.';

CREATE TABLE factcheck.watch_error (
    error_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    watch_id integer NOT NULL REFERENCES factcheck.watched_table ON DELETE CASCADE,
    source_key text,
    attempt smallint,
    failed_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
    sqlstate text NOT NULL,
    error text NOT NULL
);
CREATE INDEX watch_error_source_key ON factcheck.watch_error (watch_id, source_key);
COMMENT ON TABLE factcheck.watch_error IS
    'Why documents, or report tables, could not be checked, until they are. An error may quote data: who may act as the watching role sees it.';
COMMENT ON COLUMN factcheck.watch_error.error_id IS 'Number of the error.';
COMMENT ON COLUMN factcheck.watch_error.watch_id IS 'The watch.';
COMMENT ON COLUMN factcheck.watch_error.source_key IS 'Key of the document; NULL where the table as a whole could not be read.';
COMMENT ON COLUMN factcheck.watch_error.attempt IS 'Which attempt it was.';
COMMENT ON COLUMN factcheck.watch_error.failed_at IS 'When it happened.';
COMMENT ON COLUMN factcheck.watch_error.sqlstate IS 'SQLSTATE of the error.';
COMMENT ON COLUMN factcheck.watch_error.error IS 'Message of the error, with its DETAIL and HINT.';

-- Who may take a role on by SET ROLE may have its documents checked, and sees what went wrong.
CREATE FUNCTION factcheck._may_act_as(role_name name, role_id oid) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN EXISTS (
        SELECT FROM pg_roles r
        WHERE r.oid = role_id AND r.rolname = role_name
          AND pg_has_role(r.oid, CASE WHEN current_setting('server_version_num')::integer < 160000 THEN 'MEMBER' ELSE 'SET' END));
END;
$function$;
COMMENT ON FUNCTION factcheck._may_act_as(name, oid) IS
    'Whether the current role may take on the role that has, still, this name and this OID.';

CREATE FUNCTION factcheck._role_exists(role_name name, role_id oid) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$ SELECT EXISTS (SELECT FROM pg_roles r WHERE r.oid = role_id AND r.rolname = role_name) $function$;
COMMENT ON FUNCTION factcheck._role_exists(name, oid) IS 'Whether a role has, still, this name and this OID.';

-- Policies ask this once for a statement.
CREATE FUNCTION factcheck._own_watches() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(w.watch_id), '{}')
        FROM factcheck.watched_table w
        WHERE factcheck._may_act_as(w.role_name, w.role_id));
END;
$function$;
COMMENT ON FUNCTION factcheck._own_watches() IS 'Numbers of the watches of the current role, and of roles that it may take on.';

-- A reader of a report table may know that it is watched, and how many of its documents wait; keys and errors only as far as
-- the current role may read the whole table, or act as its watcher.
CREATE FUNCTION factcheck._readable_watches() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(w.watch_id), '{}')
        FROM factcheck.watched_table w
        LEFT JOIN pg_class c ON c.oid = w.relation
        WHERE factcheck._may_act_as(w.role_name, w.role_id)
           OR c.relkind IN ('r', 'p', 'm') AND has_schema_privilege(c.relnamespace, 'USAGE')
              AND has_table_privilege(c.oid, 'SELECT') AND NOT row_security_active(c.oid));
END;
$function$;
COMMENT ON FUNCTION factcheck._readable_watches() IS
    'Numbers of the watches whose queue the current role may see: its own, and those of report tables that it may read as a whole.';

-- What the planner estimates by statistics shows what row security hides; see the tables of stored runs.
ALTER TABLE factcheck.report_change ALTER COLUMN keys SET STATISTICS 0;
ALTER TABLE factcheck.queued_document ALTER COLUMN source_key SET STATISTICS 0;
ALTER TABLE factcheck.watch_error ALTER COLUMN source_key SET STATISTICS 0, ALTER COLUMN error SET STATISTICS 0;

ALTER TABLE factcheck.watch_pattern ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON factcheck.watch_pattern FOR SELECT USING (true);
CREATE POLICY made ON factcheck.watch_pattern FOR INSERT
    WITH CHECK (role_name OPERATOR(pg_catalog.=) current_user AND factcheck._may_act_as(role_name, role_id));
CREATE POLICY ended ON factcheck.watch_pattern FOR DELETE USING (factcheck._may_act_as(role_name, role_id));

ALTER TABLE factcheck.watched_table ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON factcheck.watched_table FOR SELECT USING (true);
-- A table has one watch, so nobody enters one of a table, or a pattern, that is none of theirs, and a table's owner may end any.
CREATE POLICY made ON factcheck.watched_table FOR INSERT
    WITH CHECK (role_name OPERATOR(pg_catalog.=) current_user AND factcheck._may_act_as(role_name, role_id)
                AND pg_catalog.has_table_privilege(relation, 'SELECT')
                AND (pattern_id IS NULL
                     OR EXISTS (SELECT FROM factcheck.watch_pattern p
                                WHERE p.pattern_id OPERATOR(pg_catalog.=) watched_table.pattern_id
                                  AND factcheck._may_act_as(p.role_name, p.role_id))));
CREATE POLICY kept ON factcheck.watched_table FOR UPDATE USING (factcheck._may_act_as(role_name, role_id));
CREATE POLICY ended ON factcheck.watched_table FOR DELETE
    USING (factcheck._may_act_as(role_name, role_id)
           OR EXISTS (SELECT FROM pg_catalog.pg_class c
                      WHERE c.oid OPERATOR(pg_catalog.=) relation AND pg_catalog.pg_has_role(c.relowner, 'USAGE')));

-- A relation that is entered here shows what is written to it to the watch: its owner alone decides that.
ALTER TABLE factcheck.watched_relation ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON factcheck.watched_relation FOR SELECT USING (true);
CREATE POLICY made ON factcheck.watched_relation FOR INSERT
    WITH CHECK (watch_id OPERATOR(pg_catalog.=) ANY (factcheck._own_watches())
                AND EXISTS (SELECT FROM pg_catalog.pg_class c
                            WHERE c.oid OPERATOR(pg_catalog.=) watched_relation.relation AND pg_catalog.pg_has_role(c.relowner, 'USAGE')));
CREATE POLICY ended ON factcheck.watched_relation FOR DELETE
    USING (watch_id OPERATOR(pg_catalog.=) ANY (factcheck._own_watches()));

ALTER TABLE factcheck.report_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON factcheck.report_change
    USING (watch_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_watches())::integer[]));

ALTER TABLE factcheck.report_scan ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON factcheck.report_scan
    USING (watch_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_watches())::integer[]));

ALTER TABLE factcheck.queued_document ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON factcheck.queued_document FOR SELECT
    USING (watch_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_watches())::integer[]));
CREATE POLICY made ON factcheck.queued_document FOR INSERT
    WITH CHECK (watch_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_watches())::integer[]));
CREATE POLICY taken ON factcheck.queued_document FOR UPDATE
    USING (watch_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_watches())::integer[]));
CREATE POLICY done ON factcheck.queued_document FOR DELETE
    USING (watch_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_watches())::integer[]));

ALTER TABLE factcheck.watch_error ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON factcheck.watch_error
    USING (watch_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_watches())::integer[]));

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

-- Keys are kept as text and looked up in the key's own type, so that an index finds them.  These types write a value in one
-- way, whatever a session has set.
CREATE FUNCTION factcheck._key_type(relation regclass, key_column name) RETURNS regtype
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT t.oid::regtype
    FROM pg_attribute a
    JOIN pg_type t ON t.oid = factcheck._base_type(a.atttypid)
    WHERE a.attrelid = _key_type.relation AND a.attname = key_column AND a.attnum > 0 AND NOT a.attisdropped
      AND t.oid IN ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype, 'text'::regtype,
                    'varchar'::regtype, 'uuid'::regtype)
$function$;
COMMENT ON FUNCTION factcheck._key_type(regclass, name) IS
    'Type by which rows are looked up, under a domain; NULL where a column of that type, or none of that name, cannot be a key.';

CREATE FUNCTION factcheck._primary_key(relation regclass) RETURNS name
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT a.attname
    FROM pg_index i
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    WHERE i.indrelid = _primary_key.relation AND i.indisprimary AND i.indnkeyatts = 1
$function$;
COMMENT ON FUNCTION factcheck._primary_key(regclass) IS 'The column that is a table''s primary key; NULL where none is by itself.';

CREATE FUNCTION factcheck._require_watchable(
    report_table regclass, text_column name, key_column name, title_column name
) RETURNS void
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    kind "char";
    missing text;
BEGIN
    SELECT c.relkind INTO kind FROM pg_class c WHERE c.oid = report_table;
    IF kind IS NULL OR kind NOT IN ('r', 'p', 'v', 'm', 'f') THEN
        RAISE EXCEPTION '% is not a table', report_table -- error: relation_is_no_table
            USING ERRCODE = 'wrong_object_type',
                  DETAIL = 'Tables, partitioned tables, views, materialized views and foreign tables can be watched.',
                  HINT = 'See which there are: SELECT relname, relkind FROM pg_class WHERE relkind IN (''r'', ''p'', ''v'', ''m'', ''f'').';
    ELSIF key_column IS NULL THEN
        RAISE EXCEPTION 'rows of table % cannot be told apart', report_table -- error: report_key_not_known
            USING ERRCODE = 'invalid_parameter_value',
                  DETAIL = 'No column by itself is its primary key.',
                  HINT = 'Name a column that is unique with the argument key_column.';
    END IF;
    SELECT string_agg(quote_ident(wanted.name), ', ') INTO missing
    FROM unnest(ARRAY[text_column, key_column, title_column]) AS wanted (name)
    WHERE wanted.name IS NOT NULL
      AND NOT EXISTS (SELECT FROM pg_attribute a
                      WHERE a.attrelid = report_table AND a.attname = wanted.name AND a.attnum > 0 AND NOT a.attisdropped);
    IF missing IS NOT NULL THEN
        RAISE EXCEPTION 'table % has no such column: %', report_table, missing -- error: column_not_in_table
            USING ERRCODE = 'undefined_column', HINT = 'Give column names as the catalog spells them.';
    END IF;
    IF NOT has_table_privilege(report_table, 'SELECT') THEN
        RAISE EXCEPTION 'permission denied for table %', report_table -- error: table_not_readable
            USING ERRCODE = 'insufficient_privilege',
                  HINT = 'Ask for SELECT on it: documents are checked as the role that watches the table.';
    ELSIF factcheck._key_type(report_table, key_column) IS NULL THEN
        RAISE EXCEPTION 'column % of table % cannot be the key of reports', quote_ident(key_column), report_table -- error: report_key_of_other_type
            USING ERRCODE = 'datatype_mismatch',
                  DETAIL = 'Keys are of type smallint, integer, bigint, numeric, text, varchar or uuid.',
                  HINT = 'Name another column with the argument key_column.';
    ELSIF kind IN ('r', 'p', 'm') AND NOT EXISTS (
            SELECT FROM pg_index i
            JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
            WHERE i.indrelid = report_table AND i.indisunique AND i.indisvalid AND i.indnkeyatts = 1
              AND i.indpred IS NULL AND a.attname = key_column) THEN
        RAISE EXCEPTION 'column % does not tell rows of table % apart', quote_ident(key_column), report_table -- error: report_key_not_unique
            USING ERRCODE = 'invalid_parameter_value',
                  DETAIL = 'No unique index is on that column alone.',
                  HINT = format('Name another column with the argument key_column, or make it unique: CREATE UNIQUE INDEX ON %s (%I).',
                                report_table, key_column);
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._require_watchable(regclass, name, name, name) IS
    'Raises an error where the current role cannot watch a table with these columns.';

CREATE FUNCTION factcheck._begin_watch(
    report_table regclass, pattern_id integer, text_column name, key_column name, title_column name, tables regclass[],
    data_set text, mode text, time_budget interval, recheck boolean
) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    begun integer;
BEGIN
    INSERT INTO factcheck.watched_table AS w (
        relation, pattern_id, text_column, key_column, title_column, tables, data_set, mode, time_budget, recheck, earlier_run_id)
    VALUES (
        report_table, pattern_id, text_column, key_column, title_column, tables, data_set, mode, time_budget, recheck,
        (SELECT coalesce(max(r.run_id), 0)
         FROM factcheck.run r JOIN factcheck.origin o ON o.origin_id = r.origin_id WHERE o.source_table = report_table))
    RETURNING w.watch_id INTO begun;
    IF mode = 'trigger' THEN
        PERFORM factcheck._create_queue_triggers(begun);
    END IF;
    PERFORM pg_notify('factcheck_queue', ''); -- wakes workers
    RETURN begun;
END;
$function$;
COMMENT ON FUNCTION factcheck._begin_watch(regclass, integer, name, name, name, regclass[], text, text, interval, boolean) IS
    'Enters a report table as watched by the current role, and creates its triggers.';

CREATE FUNCTION factcheck._take_in_tables(pattern_id integer) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    pattern factcheck.watch_pattern;
    member record;
    taken integer := 0;
BEGIN
    SELECT p.* INTO pattern FROM factcheck.watch_pattern p WHERE p.pattern_id = _take_in_tables.pattern_id;
    FOR member IN
        SELECT c.oid::regclass AS relation, coalesce(pattern.key_column, factcheck._primary_key(c.oid)) AS key_column,
               t.attname AS title_column
        FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace
        LEFT JOIN pg_attribute t
          ON t.attrelid = c.oid AND t.attname = pattern.title_column AND t.attnum > 0 AND NOT t.attisdropped
        WHERE format('%s.%s', n.nspname, c.relname)
              LIKE replace(replace(pattern.name_pattern, '\', '\\'), '_', '\_')
          AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't'
          AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'factcheck') AND n.nspname NOT LIKE 'pg\_toast%'
          AND has_schema_privilege(n.oid, 'USAGE')
          AND NOT EXISTS (SELECT FROM pg_depend d
                          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
          AND NOT EXISTS (SELECT FROM factcheck.watched_table w WHERE w.relation = c.oid)
        ORDER BY c.oid
    LOOP
        BEGIN
            PERFORM factcheck._require_watchable(member.relation, pattern.text_column, member.key_column, member.title_column);
        EXCEPTION WHEN undefined_column OR insufficient_privilege OR invalid_parameter_value OR datatype_mismatch THEN
            CONTINUE; -- a table of another shape, or of another role
        END;
        PERFORM factcheck._begin_watch(
            member.relation, pattern_id, pattern.text_column, member.key_column, member.title_column, pattern.tables,
            pattern.data_set,
            CASE WHEN factcheck._reason_against_triggers(member.relation) IS NULL THEN pattern.mode ELSE 'poll' END,
            pattern.time_budget, pattern.recheck);
        taken := taken + 1;
    END LOOP;
    RETURN taken;
END;
$function$;
COMMENT ON FUNCTION factcheck._take_in_tables(integer) IS
    'Begins to watch the tables that match a pattern, have its columns and are not watched yet; returns how many.';

CREATE FUNCTION factcheck.watch(
    report_table regclass DEFAULT NULL,
    text_column name DEFAULT NULL,
    key_column name DEFAULT NULL,
    title_column name DEFAULT NULL,
    tables regclass[] DEFAULT NULL,
    data_set text DEFAULT NULL,
    name_pattern text DEFAULT NULL,
    mode text DEFAULT 'trigger',
    time_budget interval DEFAULT NULL,
    recheck boolean DEFAULT false
) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    other name;
    not_added regclass;
    begun integer;
BEGIN
    IF (report_table IS NULL) = (name_pattern IS NULL) THEN
        RAISE EXCEPTION 'name one report table, or a pattern of names' -- error: no_report_table_named
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = 'For example factcheck.watch(''reports.weekly'', text_column => ''body''), or factcheck.watch(name_pattern => ''reports.%'', text_column => ''body'').';
    ELSIF text_column IS NULL THEN
        RAISE EXCEPTION 'no column with the text of reports is named' -- error: no_text_column_named
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Name it: text_column => ''body''.';
    ELSIF mode IS NULL OR mode NOT IN ('trigger', 'poll') THEN
        RAISE EXCEPTION 'mode "%" is not known', coalesce(mode, 'NULL') -- error: watch_mode_not_known
            USING ERRCODE = 'invalid_parameter_value', HINT = 'The modes are trigger and poll.';
    ELSIF name_pattern IS NOT NULL AND name_pattern NOT LIKE '%.%' THEN
        RAISE EXCEPTION 'pattern "%" names no schema', name_pattern -- error: pattern_without_schema
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Write schema and table, as in ''reports.%''.';
    ELSIF tables IS NOT NULL AND data_set IS NOT NULL THEN
        RAISE EXCEPTION 'both tables and a data set are named' -- error: tables_and_data_set
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Leave one of the arguments tables and data_set out.';
    ELSIF time_budget <= interval '0' THEN
        RAISE EXCEPTION 'time_budget must be positive' -- error: time_budget_not_positive
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Give an interval such as ''5 s'', or NULL for no limit.';
    END IF;
    SELECT asked.relation INTO not_added
    FROM unnest(tables) AS asked (relation)
    WHERE NOT EXISTS (SELECT FROM factcheck.data_table d WHERE d.relation = asked.relation) LIMIT 1;
    IF not_added IS NOT NULL THEN
        RAISE EXCEPTION 'table % was not added', not_added -- error: table_not_added
            USING ERRCODE = 'undefined_object', HINT = format('Add it: SELECT factcheck.add_table(%L).', not_added);
    END IF;
    PERFORM factcheck.data_set(data_set);
    PERFORM factcheck._forget_dropped_reports();
    IF name_pattern IS NOT NULL THEN
        DELETE FROM factcheck.watch_pattern p
        WHERE p.name_pattern = name_pattern AND p.role_name = current_user AND factcheck._may_act_as(p.role_name, p.role_id);
        INSERT INTO factcheck.watch_pattern AS p (
            name_pattern, text_column, key_column, title_column, tables, data_set, mode, time_budget, recheck)
        VALUES (name_pattern, text_column, key_column, title_column, tables, data_set, mode, time_budget, coalesce(recheck, false))
        RETURNING p.pattern_id INTO begun;
        RETURN factcheck._take_in_tables(begun);
    END IF;
    key_column := coalesce(key_column, factcheck._primary_key(report_table));
    PERFORM factcheck._require_watchable(report_table, text_column, key_column, title_column);
    IF mode = 'trigger' THEN
        PERFORM factcheck._require_triggers(report_table);
    END IF;
    -- as far as that watch is one's own
    DELETE FROM factcheck.report_change c
    WHERE c.watch_id = (SELECT w.watch_id FROM factcheck.watched_table w WHERE w.relation = report_table);
    DELETE FROM factcheck.watched_table w WHERE w.relation = report_table;
    SELECT w.role_name INTO other FROM factcheck.watched_table w WHERE w.relation = report_table;
    IF other IS NOT NULL THEN
        RAISE EXCEPTION 'table % is watched by role %', report_table, quote_ident(other) -- error: report_watched_by_other
            USING ERRCODE = 'insufficient_privilege',
                  HINT = format('That role, a member of it, the owner of the table, or a superuser may end it: SELECT factcheck.unwatch(%L).', report_table);
    END IF;
    IF mode = 'poll' THEN
        PERFORM factcheck._drop_queue_triggers(report_table);
    END IF;
    PERFORM factcheck._begin_watch(
        report_table, NULL, text_column, key_column, title_column, tables, data_set, mode, time_budget, coalesce(recheck, false));
    RETURN 1;
END;
$function$;
COMMENT ON FUNCTION factcheck.watch(regclass, name, name, name, regclass[], text, text, text, interval, boolean) IS
    'Puts a report table, or all present and future ones whose names match a pattern, under watch: runs of the queue check its rows, as the calling role, whenever they are new or changed. Returns how many tables came under watch. Watching a table again begins anew with other arguments.';

CREATE FUNCTION factcheck._forget_dropped_reports() RETURNS void
LANGUAGE sql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    DELETE FROM factcheck.watched_table w WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = w.relation);
    DELETE FROM factcheck.watched_relation r WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = r.relation);
$function$;
COMMENT ON FUNCTION factcheck._forget_dropped_reports() IS 'Ends watches of the current role whose tables were dropped.';

CREATE FUNCTION factcheck.unwatch(report_table regclass DEFAULT NULL, name_pattern text DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    ended record;
    n_ended integer := 0;
    refused text;
BEGIN
    SELECT format('%s is watched by role %I', w.relation, w.role_name) INTO refused
    FROM factcheck.watched_table w
    LEFT JOIN factcheck.watch_pattern p ON p.pattern_id = w.pattern_id
    LEFT JOIN pg_class c ON c.oid = w.relation
    WHERE (w.relation = report_table OR p.name_pattern = name_pattern AND factcheck._may_act_as(p.role_name, p.role_id))
      AND w.watch_id <> ALL (factcheck._own_watches())
      AND pg_has_role(c.relowner, 'USAGE') IS NOT TRUE
      AND NOT (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = current_user)
    LIMIT 1;
    IF refused IS NOT NULL THEN
        RAISE EXCEPTION 'permission denied to end the watch' -- error: watch_of_other_role
            USING ERRCODE = 'insufficient_privilege', DETAIL = format('Table %s.', refused),
                  HINT = 'That role, a member of it, the owner of the table, or a superuser may end it.';
    END IF;
    FOR ended IN
        SELECT w.watch_id, w.relation
        FROM factcheck.watched_table w
        LEFT JOIN factcheck.watch_pattern p ON p.pattern_id = w.pattern_id
        WHERE w.relation = report_table OR p.name_pattern = name_pattern AND factcheck._may_act_as(p.role_name, p.role_id)
        ORDER BY w.watch_id
    LOOP
        PERFORM factcheck._drop_queue_triggers(ended.relation);
        DELETE FROM factcheck.report_change c WHERE c.watch_id = ended.watch_id;
        DELETE FROM factcheck.watched_table w WHERE w.watch_id = ended.watch_id;
        n_ended := n_ended + 1;
    END LOOP;
    DELETE FROM factcheck.watch_pattern p WHERE p.name_pattern = name_pattern;
    IF NOT FOUND AND n_ended = 0 THEN
        RAISE EXCEPTION '% is not under watch', coalesce(report_table::text, '"' || name_pattern || '"', 'NULL') -- error: report_not_watched
            USING ERRCODE = 'undefined_object', HINT = 'See what is: SELECT source_table FROM factcheck.sources.';
    END IF;
    RETURN n_ended;
END;
$function$;
COMMENT ON FUNCTION factcheck.unwatch(regclass, text) IS
    'Ends the watch of a report table, or of all that a pattern took in, and empties its queue; stored runs stay. Returns how many tables were watched.';
