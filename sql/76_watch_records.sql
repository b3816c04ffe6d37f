-- Report tables under watch: their rows are documents, which a run of the queue checks as the role that watches them.
CREATE TABLE factcheck.watch_pattern (
    pattern_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name_pattern text NOT NULL,
    text_column name NOT NULL,
    key_column name,
    title_column name,
    tables regclass[],
    data_set text,
    sources text[],
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
COMMENT ON COLUMN factcheck.watch_pattern.sources IS 'Sources whose passages claims are checked against; NULL: none.';
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
    sources text[],
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
COMMENT ON COLUMN factcheck.watched_table.sources IS 'Sources whose passages claims are checked against; NULL: none.';
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

CREATE TABLE factcheck.watched_relation (
    relation regclass PRIMARY KEY,
    watch_id integer NOT NULL REFERENCES factcheck.watched_table ON DELETE CASCADE
);
CREATE INDEX watched_relation_watch_id ON factcheck.watched_relation (watch_id);
COMMENT ON TABLE factcheck.watched_relation IS
    'Relations whose triggers note what is written to them: watched tables, and their partitions and children, which can be written to by themselves.';
COMMENT ON COLUMN factcheck.watched_relation.relation IS 'The relation.';
COMMENT ON COLUMN factcheck.watched_relation.watch_id IS 'Watch that its rows belong to.';

-- What writers leave behind: rows are only ever added and deleted, and there is no index, so that no writer waits for
-- another or for a run.  Not in dumps: a table that was restored is looked through as a whole.
CREATE TABLE factcheck.report_change (
    relation regclass NOT NULL
) WITH (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0);
COMMENT ON TABLE factcheck.report_change IS
    'Which watched tables were written to since the last run looked at them, a row for each statement: written by triggers.';
COMMENT ON COLUMN factcheck.report_change.relation IS 'Table, partition or child that was written to.';

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

CREATE FUNCTION factcheck._living_watches() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(w.watch_id), '{}')
        FROM factcheck.watched_table w
        WHERE factcheck._role_exists(w.role_name, w.role_id));
END;
$function$;
COMMENT ON FUNCTION factcheck._living_watches() IS 'Numbers of the watches whose role still exists.';

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

-- A relation that is entered here tells the watch when it is written to: its owner alone decides that.
ALTER TABLE factcheck.watched_relation ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON factcheck.watched_relation FOR SELECT USING (true);
CREATE POLICY made ON factcheck.watched_relation FOR INSERT
    WITH CHECK (watch_id OPERATOR(pg_catalog.=) ANY (factcheck._own_watches())
                AND EXISTS (SELECT FROM pg_catalog.pg_class c
                            WHERE c.oid OPERATOR(pg_catalog.=) watched_relation.relation AND pg_catalog.pg_has_role(c.relowner, 'USAGE')));
CREATE POLICY ended ON factcheck.watched_relation FOR DELETE
    USING (watch_id OPERATOR(pg_catalog.=) ANY (factcheck._own_watches()));

DO $policies$
DECLARE
    secured name;
BEGIN
    FOREACH secured IN ARRAY ARRAY['report_scan', 'queued_document', 'watch_error'] LOOP
        EXECUTE pg_catalog.format($policy$
            ALTER TABLE factcheck.%1$I ENABLE ROW LEVEL SECURITY;
            CREATE POLICY for_the_watching_role ON factcheck.%1$I
                USING (watch_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_watches())::integer[]));
            $policy$, secured);
    END LOOP;
END;
$policies$;
ALTER TABLE factcheck.report_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY for_the_watching_role ON factcheck.report_change
    USING (relation OPERATOR(pg_catalog.=) ANY (ARRAY(
        SELECT r.relation FROM factcheck.watched_relation r
        WHERE r.watch_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_watches())::integer[]))));
-- No run of a watching role will ever take these: the watch has ended, or its role is gone.
CREATE POLICY without_watching_role ON factcheck.report_change
    USING (relation OPERATOR(pg_catalog.<>) ALL (ARRAY(
        SELECT r.relation FROM factcheck.watched_relation r
        WHERE r.watch_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._living_watches())::integer[]))));
CREATE POLICY seen ON factcheck.queued_document FOR SELECT
    USING (watch_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_watches())::integer[]));
