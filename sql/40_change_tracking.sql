-- Results of merged queries are kept from one check to the next for tables whose changes leave a trace: the change log.
-- The log is an ordinary table where the cache is unlogged: a prepared transaction may commit after a crash.
CREATE TABLE factcheck.change_log (
    relation oid NOT NULL,
    writer xid8 NOT NULL,
    PRIMARY KEY (relation, writer)
) WITH (autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0); -- each writer deletes a row
COMMENT ON TABLE factcheck.change_log IS
    'Which transaction changed which tracked table, written by triggers. What is deleted by hand makes kept results wrong: empty factcheck.cube_cache, too.';
COMMENT ON COLUMN factcheck.change_log.relation IS 'The table, partition or parent named in the statement that changed it.';
COMMENT ON COLUMN factcheck.change_log.writer IS 'The transaction that changed it.';

-- The one function that runs with its owner's rights: whoever changes a tracked table has none in this schema, and must
-- not have any, since who could write the log could also delete from it.  It reads nothing but the number of the table
-- and writes nothing but that and the number of the transaction.
--
-- It fires before the statement, so that what row triggers of the same statement look at counts as changed already.  What
-- logical replication applies is no statement: for that, and only there, it fires after each row, too.
--
-- A transaction enters a table once.  Whether it has done so is not read but left to the primary key, so that
-- serializable transactions do not take each other's rows for something they depend on.
--
-- Older rows that can be seen say nothing beyond the new one: their transactions are over, so a snapshot that sees this
-- transaction sees those, too.  The new row and the deletion of the old ones come into force together.  Above READ
-- COMMITTED a deletion could meet another one and fail, so there it is left to the next writer.
--
-- While somebody holds a snapshot, deleted rows stay in table and index, and a search for older rows would pass over all
-- of them.  So each writer deletes the newest other row of its table, and what has a number close to its own, which are
-- the rows of those that wrote at the same time.  From the newest end the first row that is not being written can be
-- seen, since a row is deleted only by a transaction that has a newer one: whatever was deleted lies behind it.  What
-- long transactions left further back goes in one of 1,024 writers, drawn by the number of its transaction, so that the
-- writer's random numbers are as they were, unless there are many deleted rows to pass over.
CREATE FUNCTION factcheck._log_change() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET jit = off
SET enable_seqscan = off
SET enable_sort = off
AS $function$
DECLARE
    this_writer CONSTANT xid8 := pg_current_xact_id();
    number CONSTANT bigint := this_writer::text::bigint;
    neighbours CONSTANT xid8 := greatest(number - 32, 0)::text::xid8;
    newest xid8;
BEGIN
    INSERT INTO factcheck.change_log (relation, writer) VALUES (TG_RELID, this_writer) ON CONFLICT DO NOTHING;
    IF FOUND AND current_setting('transaction_isolation') = 'read committed' THEN
        IF hashint8(number) & 1023 = 0 AND pg_stat_get_dead_tuples('factcheck.change_log'::regclass) < 1000 THEN
            newest := '0';
        ELSE
            SELECT past.writer INTO newest
            FROM factcheck.change_log past
            WHERE past.relation = TG_RELID AND past.writer <> this_writer
            ORDER BY past.writer DESC
            LIMIT 1;
        END IF;
        DELETE FROM factcheck.change_log l
        WHERE l.ctid = ANY (ARRAY(
            SELECT past.ctid FROM factcheck.change_log past
            WHERE past.relation = TG_RELID AND past.writer < this_writer AND past.writer >= least(newest, neighbours)
            LIMIT 1000
            FOR UPDATE SKIP LOCKED));
    END IF;
    RETURN NULL;
END;
$function$;
COMMENT ON FUNCTION factcheck._log_change() IS
    'Trigger of tracked tables: enters the table and the transaction in factcheck.change_log.';

-- Every check asks this, for few rows of the catalogs: a session plans it once, by indexes, and compiles nothing for the
-- high costs that this gives it.
--
-- A row in pg_class, pg_trigger, pg_inherits or pg_attribute that is written again gets another place or another xmin: what
-- is altered and altered back does not look the same.
CREATE FUNCTION factcheck._change_sources(relations oid[]) RETURNS TABLE (relation oid, source oid, state text)
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
SET work_mem = '256kB'
AS $function$
DECLARE
    managed CONSTANT oid[] := factcheck._citus_relations(); -- whose rows change where no trigger of theirs fires
BEGIN
    RETURN QUERY
        WITH RECURSIVE below (root, member) AS (
            SELECT r.root, r.root FROM unnest(_change_sources.relations) AS r (root)
            UNION
            SELECT b.root, i.inhrelid FROM below b JOIN pg_inherits i ON i.inhparent = b.member
        ), whole (root, member) AS (
            SELECT b.root, b.member FROM below b
            UNION
            SELECT w.root, i.inhparent FROM whole w JOIN pg_inherits i ON i.inhrelid = w.member
        )
        SELECT w.root, c.oid,
               CASE WHEN c.relkind IN ('r', 'p') AND c.relpersistence IN ('p', 'u') AND t.oid IS NOT NULL
                         AND (r.oid IS NOT NULL OR c.relkind = 'p') AND c.oid <> ALL (managed)
                    THEN concat_ws(' ', c.oid, c.xmin, c.ctid, c.relfilenode, t.oid, t.xmin, t.ctid, r.oid, r.xmin, r.ctid,
                                   (SELECT string_agg(concat_ws(' ', i.inhparent, i.xmin, i.ctid), ' ' ORDER BY i.inhparent)
                                    FROM pg_inherits i WHERE i.inhrelid = c.oid)) END
        FROM whole w
        JOIN pg_class c ON c.oid = w.member
        LEFT JOIN pg_trigger t
          ON t.tgrelid = c.oid AND t.tgname = 'factcheck_log_change' AND t.tgfoid = 'factcheck._log_change()'::regprocedure
         AND t.tgenabled = 'A' AND t.tgqual IS NULL AND t.tgattr::text = ''
         AND t.tgtype = 2 + 4 + 8 + 16 + 32 -- before each statement that inserts, deletes, updates or truncates
        LEFT JOIN pg_trigger r
          ON r.tgrelid = c.oid AND r.tgname = 'factcheck_log_replicated_change' AND r.tgfoid = 'factcheck._log_change()'::regprocedure
         AND r.tgenabled = 'R' AND r.tgqual IS NULL AND r.tgattr::text = ''
         AND r.tgtype = 1 + 4 + 8 + 16; -- after each row that is inserted, deleted or updated
END;
$function$;
COMMENT ON FUNCTION factcheck._change_sources(oid[]) IS
    'The relations through which each of some tables can be changed (itself, partitions, children, and the parents of all these), each with the state of its definition, or NULL where changes of it leave no trace.';

CREATE FUNCTION factcheck._require_trackable("table" regclass) RETURNS void
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    managed CONSTANT oid[] := factcheck._citus_relations();
    member record;
BEGIN
    FOR member IN
        SELECT c.oid::regclass AS relation, c.relkind,
               c.relpersistence = 't' AS is_temporary,
               c.oid = ANY (managed) AS is_managed,
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
        ELSIF member.is_managed THEN
            RAISE EXCEPTION 'changes of % cannot be tracked', member.relation -- error: changes_not_trackable
                USING ERRCODE = 'feature_not_supported',
                      DETAIL = 'Citus manages the table: its rows may change on other nodes, where no trigger tells of it.',
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
