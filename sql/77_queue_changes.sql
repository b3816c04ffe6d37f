-- A step of a run of the queue: what was written becomes entries of the queue.
--
-- Entries of one watch are made one transaction after the other, so that of two entries of a document the one with the lower
-- number is committed first.
CREATE FUNCTION factcheck._queue_documents(watch_id integer, keys text[], task text) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET enable_nestloop = off -- the queue may be long, and nothing is known of its rows yet
AS $function$
DECLARE
    queued bigint;
BEGIN
    PERFORM FROM factcheck.watched_table w WHERE w.watch_id = _queue_documents.watch_id FOR NO KEY UPDATE;
    INSERT INTO factcheck.queued_document (watch_id, source_key, task)
    SELECT _queue_documents.watch_id, asked.source_key, _queue_documents.task
    FROM (SELECT k.source_key, min(k.place) AS place FROM unnest(keys) WITH ORDINALITY AS k (source_key, place) GROUP BY 1) AS asked
    -- an entry that was never taken is yet to read the document: one more for it would find nothing new
    WHERE NOT EXISTS (
        SELECT FROM factcheck.queued_document q
        WHERE q.watch_id = _queue_documents.watch_id AND q.source_key = asked.source_key AND NOT q.is_dead
          AND q.attempts = 0 AND (q.task = _queue_documents.task OR q.task = 'check'))
    ORDER BY asked.place;
    GET DIAGNOSTICS queued = ROW_COUNT;
    RETURN queued;
END;
$function$;
COMMENT ON FUNCTION factcheck._queue_documents(integer, text[], text) IS
    'Enters documents in the queue that do not wait in it; returns how many.';

CREATE FUNCTION factcheck._collect_changes() RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    watch integer;
    changed text[];
    has_unknown boolean;
    queued bigint := 0;
BEGIN
    -- what was written to tables whose watching role is gone
    DELETE FROM factcheck.report_change c
    WHERE c.ctid = ANY (ARRAY(
        SELECT r.ctid FROM factcheck.report_change r
        WHERE r.watch_id <> ALL (factcheck._living_watches()) LIMIT 1000 FOR UPDATE SKIP LOCKED));
    FOR watch IN
        SELECT w.watch_id FROM factcheck.watched_table w
        WHERE w.watch_id = ANY (factcheck._own_watches())
          AND factcheck._key_type(w.relation, w.key_column) IS NOT NULL -- else what was noted are no keys
        ORDER BY w.watch_id
    LOOP
        WITH taken AS (
            DELETE FROM factcheck.report_change c
            WHERE c.ctid = ANY (ARRAY(
                SELECT r.ctid FROM factcheck.report_change r WHERE r.watch_id = watch LIMIT 1000 FOR UPDATE SKIP LOCKED))
            RETURNING c.keys
        )
        SELECT array_agg(k.key), coalesce(bool_or(coalesce(cardinality(t.keys), 20001) > 20000), false) INTO changed, has_unknown
        FROM taken t LEFT JOIN LATERAL unnest(t.keys) AS k (key) ON cardinality(t.keys) <= 20000;
        IF has_unknown THEN
            DELETE FROM factcheck.report_scan s WHERE s.watch_id = watch;
        END IF;
        IF changed IS NOT NULL THEN
            queued := queued + factcheck._queue_documents(watch, array_remove(changed, NULL), 'check');
        END IF;
    END LOOP;
    RETURN queued;
END;
$function$;
COMMENT ON FUNCTION factcheck._collect_changes() IS 'Makes entries of the queue from what triggers noted; returns how many.';

CREATE FUNCTION factcheck._report_files(relation regclass) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT CASE WHEN bool_and(c.relkind IN ('r', 'p', 'm'))
                THEN string_agg(concat_ws('/', c.oid, c.relfilenode, t.state, i.state), ' ' ORDER BY c.oid) END
    FROM factcheck._watch_members(_report_files.relation) AS m
    JOIN pg_class c ON c.oid = m.member
    CROSS JOIN LATERAL (
        SELECT string_agg(concat_ws('+', t.oid, t.xmin), '/' ORDER BY t.oid)
        FROM pg_trigger t
        WHERE t.tgrelid = c.oid AND t.tgfoid = 'factcheck._queue_changes()'::regprocedure) AS t (state)
    CROSS JOIN LATERAL (
        SELECT string_agg(concat_ws('<', i.inhparent, i.xmin), '/' ORDER BY i.inhparent)
        FROM pg_inherits i WHERE i.inhrelid = c.oid) AS i (state)
$function$;
COMMENT ON FUNCTION factcheck._report_files(regclass) IS
    'The files of a table, its partitions and children, with the state of their triggers and since when they belong to it; NULL where rows have no transaction numbers, as in views.';

-- Without a lock, who owns the table could hold one while it is looked at, have the reading wait for it, and plant the code
-- in that transaction: what is read then is not what was looked at.  A lock is got by name, so it is made sure of that the
-- name was not given to another relation meanwhile.
CREATE FUNCTION factcheck._lock_report(relation regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF (SELECT c.relkind IN ('r', 'p', 'v') FROM pg_class c WHERE c.oid = relation) THEN
        EXECUTE format('LOCK TABLE %s IN ACCESS SHARE MODE', relation);
        IF NOT EXISTS (SELECT FROM pg_locks l
                       WHERE l.locktype = 'relation' AND l.relation = _lock_report.relation::oid AND l.pid = pg_backend_pid()
                         AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())) THEN
            RAISE EXCEPTION 'table % was renamed meanwhile', relation -- error: report_renamed
                USING ERRCODE = 'object_in_use', HINT = 'The next run reads it.';
        END IF;
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._lock_report(regclass) IS
    'Keeps a report table from being altered until the end of the transaction.';

CREATE FUNCTION factcheck._require_own_code(relation regclass) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    owners text;
BEGIN
    PERFORM factcheck._lock_report(relation);
    SELECT string_agg(quote_ident(r.rolname), ', ' ORDER BY r.rolname) INTO owners
    FROM factcheck._code_owners(ARRAY[relation::oid]) AS o JOIN pg_roles r ON r.oid = o.owner;
    IF owners IS NOT NULL THEN
        RAISE EXCEPTION 'reading table % runs code of others', relation -- error: report_runs_code
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = format('Roles: %s. Policies, views, computed columns and functions in indexes run with the rights of whoever reads the table.', owners),
                  HINT = 'Let the role that watches the table run the queue itself, or watch a table that runs no code.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._require_own_code(regclass) IS
    'Raises an error where reading a report table runs code that is neither a superuser''s nor, in its own session, the current role''s.';

CREATE FUNCTION factcheck._keys_not_in_report(watch factcheck.watched_table, among text[] DEFAULT NULL) RETURNS text[]
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET jit = off
AS $function$
DECLARE
    keys text[];
BEGIN
    EXECUTE format(
        'SELECT array_agg(d.source_key) FROM factcheck.origin o JOIN factcheck.document d ON d.origin_id = o.origin_id'
        ' WHERE o.source_table = $1 AND o.role_name = $2 AND o.role_id = $3 AND d.gone_at IS NULL'
        ' AND ($4 IS NULL OR d.source_key = ANY ($4))'
        ' AND NOT EXISTS (SELECT FROM %2$s AS t WHERE concat(t.%1$I) = d.source_key)',
        watch.key_column, watch.relation)
    INTO keys USING watch.relation, watch.role_name, watch.role_id, among;
    RETURN keys;
END;
$function$;
COMMENT ON FUNCTION factcheck._keys_not_in_report(factcheck.watched_table, text[]) IS
    'Keys of the stored documents of a watched table, of all or some, whose rows are not there and that are not known to be gone.';

-- Who has the document locked is storing what its row says: so it is locked first, and then looked for once more, and a row that
-- comes back later has its document come back by the check of the row.
CREATE FUNCTION factcheck._mark_gone(watch factcheck.watched_table, keys text[]) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    documents bigint[];
    marked bigint;
BEGIN
    documents := ARRAY(
        SELECT d.document_id FROM factcheck.origin o JOIN factcheck.document d ON d.origin_id = o.origin_id
        WHERE o.source_table = watch.relation AND o.role_name = watch.role_name AND o.role_id = watch.role_id
          AND d.source_key = ANY (keys) AND d.gone_at IS NULL
        ORDER BY d.document_id
        FOR NO KEY UPDATE OF d);
    keys := factcheck._keys_not_in_report(watch, keys);
    UPDATE factcheck.document d SET gone_at = clock_timestamp()
    WHERE d.document_id = ANY (documents) AND d.source_key = ANY (keys);
    GET DIAGNOSTICS marked = ROW_COUNT;
    RETURN marked;
END;
$function$;
COMMENT ON FUNCTION factcheck._mark_gone(factcheck.watched_table, text[]) IS
    'Notes of stored documents of a watched table that their rows are gone, where they are; returns of how many.';

-- The numbers of transactions say which rows are new, so a poll reads no text but of those.  A row counts from the oldest
-- transaction on that had not ended when the table was last looked through: no commit is missed, however late it came, and no
-- clock is asked.  Row numbers have 32 bits; they are read as the nearest to the present one.
CREATE FUNCTION factcheck._changed_reports(
    watch_id integer, OUT keys text[], OUT gone_keys text[], OUT files text, OUT seen_until xid8
)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET jit = off
AS $function$
DECLARE
    watch factcheck.watched_table;
    scan factcheck.report_scan;
    present bigint;
BEGIN
    SELECT w.* INTO watch FROM factcheck.watched_table w WHERE w.watch_id = _changed_reports.watch_id;
    SELECT s.* INTO scan FROM factcheck.report_scan s WHERE s.watch_id = _changed_reports.watch_id;
    PERFORM factcheck._require_watchable(watch.relation, watch.text_column, watch.key_column, watch.title_column);
    PERFORM factcheck._require_own_code(watch.relation);
    files := factcheck._report_files(watch.relation);
    seen_until := pg_snapshot_xmin(pg_current_snapshot());
    present := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
    gone_keys := factcheck._keys_not_in_report(watch);
    IF scan.files = files AND present - scan.seen_until::text::bigint < 2000000000 THEN
        EXECUTE format(
            'SELECT array_agg(concat(%1$I)) FROM %2$s WHERE %1$I IS NOT NULL'
            ' AND ((xmin::text::bigint - $1 + 2147483648) & 4294967295) - 2147483648 + $1 >= $2',
            watch.key_column, watch.relation)
        INTO keys USING present, scan.seen_until::text::bigint;
        RETURN;
    END IF;
    EXECUTE format(
        'SELECT array_agg(r.key) FROM (SELECT concat(t.%I) AS key, concat(t.%I) AS body FROM %s AS t WHERE t.%1$I IS NOT NULL) AS r'
        ' WHERE NOT EXISTS (SELECT FROM factcheck.origin o'
        ' JOIN factcheck.document d ON d.origin_id = o.origin_id AND d.source_key = r.key AND d.gone_at IS NULL'
        ' JOIN factcheck.run l ON l.document_id = d.document_id AND l.is_latest AND l.status = ''succeeded'''
        ' JOIN factcheck.run n ON n.run_id = coalesce(l.checked_run_id, l.run_id)'
        ' WHERE o.source_table = $1 AND o.role_name = $2 AND o.role_id = $3 AND n.run_id > $4'
        ' AND n.document_hash = sha256(convert_to(r.body, ''UTF8'')))',
        watch.key_column, watch.text_column, watch.relation)
    INTO keys USING watch.relation, watch.role_name, watch.role_id, watch.earlier_run_id;
END;
$function$;
COMMENT ON FUNCTION factcheck._changed_reports(integer) IS
    'Keys of the rows of a watched table that came or changed since it was last looked through, or else whose present text was not checked; keys of documents whose rows are not there any more; and how far it was looked through now.';

-- New partitions have no triggers, nor does a table whose triggers were dropped or disabled, be it for a while: what was written
-- meanwhile is not known.
CREATE FUNCTION factcheck._repair_queue_triggers(watch_id integer) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    watch factcheck.watched_table;
BEGIN
    SELECT w.* INTO watch FROM factcheck.watched_table w WHERE w.watch_id = _repair_queue_triggers.watch_id;
    DELETE FROM factcheck.watched_relation r
    WHERE r.watch_id = watch.watch_id
      AND (EXISTS (SELECT FROM factcheck._queue_events() AS e
                   WHERE NOT EXISTS (
                       SELECT FROM pg_trigger t
                       WHERE t.tgrelid = r.relation AND t.tgfoid = 'factcheck._queue_changes()'::regprocedure
                         AND t.tgname = 'factcheck_queue_' || e.event AND t.tgenabled IN ('O', 'A')
                         AND (t.tgoldtable, t.tgnewtable) IS NOT DISTINCT FROM (e.old_rows, e.new_rows)))
           OR NOT EXISTS (SELECT FROM factcheck._watch_members(watch.relation) AS m WHERE m.member = r.relation)
           OR NOT EXISTS (SELECT FROM pg_attribute a
                          WHERE a.attrelid = r.relation AND a.attnum = r.key_number AND a.attname = watch.key_column));
    IF EXISTS (SELECT FROM factcheck._watch_members(watch.relation) AS m
               WHERE NOT EXISTS (SELECT FROM factcheck.watched_relation r WHERE r.relation = m.member)) THEN
        PERFORM factcheck._require_triggers(watch.relation);
        PERFORM factcheck._create_queue_triggers(watch.watch_id);
        DELETE FROM factcheck.report_scan s WHERE s.watch_id = watch.watch_id;
    END IF;
    -- A trigger that was disabled and enabled again is another row of the catalog, as is one that was made again.
    DELETE FROM factcheck.report_scan s
    WHERE s.watch_id = watch.watch_id AND s.files IS DISTINCT FROM factcheck._report_files(watch.relation);
END;
$function$;
COMMENT ON FUNCTION factcheck._repair_queue_triggers(integer) IS
    'Creates missing triggers of a watched table, such as on new partitions, and has the table looked through where some were missing.';

CREATE FUNCTION factcheck._stale_reports(watch_id integer) RETURNS text[]
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    present CONSTANT integer[] := factcheck._present_states(false);
BEGIN
    RETURN (
        SELECT array_agg(DISTINCT d.source_key)
        FROM factcheck.watched_table w
        JOIN factcheck.origin o ON o.source_table = w.relation AND o.role_name = w.role_name AND o.role_id = w.role_id
        JOIN factcheck.document d ON d.origin_id = o.origin_id
        JOIN factcheck.run r ON r.document_id = d.document_id AND r.is_latest
        JOIN factcheck.claim_verdict v ON v.run_id = r.run_id AND v.origin_id = d.origin_id
        WHERE w.watch_id = _stale_reports.watch_id AND d.gone_at IS NULL AND NOT v.states <@ present);
END;
$function$;
COMMENT ON FUNCTION factcheck._stale_reports(integer) IS
    'Keys of the documents of a watched table with verdicts on data that changed since.';

-- Run as the role that watches.
CREATE FUNCTION factcheck._look_at_report(watch_id integer) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    watch factcheck.watched_table;
    changed text[];
    gone text[];
    files text;
    seen_until xid8;
    stale text[];
    queued bigint := 0;
BEGIN
    SELECT w.* INTO watch FROM factcheck.watched_table w WHERE w.watch_id = _look_at_report.watch_id;
    IF watch.mode = 'trigger' THEN
        PERFORM factcheck._repair_queue_triggers(watch.watch_id);
    END IF;
    IF watch.mode = 'poll' OR NOT EXISTS (SELECT FROM factcheck.report_scan s WHERE s.watch_id = watch.watch_id) THEN
        SELECT c.keys, c.gone_keys, c.files, c.seen_until INTO changed, gone, files, seen_until
        FROM factcheck._changed_reports(watch.watch_id) AS c;
        IF gone IS NOT NULL THEN
            PERFORM factcheck._mark_gone(watch, gone);
        END IF;
        queued := factcheck._queue_documents(watch.watch_id, coalesce(changed, '{}'), 'check');
        DELETE FROM factcheck.report_scan s WHERE s.watch_id = watch.watch_id;
        INSERT INTO factcheck.report_scan (watch_id, files, seen_until)
        VALUES (watch.watch_id, coalesce(files, ''), seen_until);
    END IF;
    IF watch.recheck THEN
        stale := factcheck._stale_reports(watch.watch_id);
    END IF;
    IF stale IS NOT NULL THEN
        queued := queued + factcheck._queue_documents(watch.watch_id, stale, 'recheck');
    END IF;
    UPDATE factcheck.watched_table w SET last_run_at = clock_timestamp(), is_readable = true WHERE w.watch_id = watch.watch_id;
    DELETE FROM factcheck.watch_error e WHERE e.watch_id = watch.watch_id AND e.source_key IS NULL;
    RETURN queued;
END;
$function$;
COMMENT ON FUNCTION factcheck._look_at_report(integer) IS
    'Queues the documents of a watched table that are new, changed or stale, as far as no trigger did; returns how many.';

-- A table that cannot be looked through hinders no other one: what is wrong is kept until a run finds it right.
CREATE FUNCTION factcheck._look_through(watch_id integer) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET client_min_messages = error
SET lock_timeout = '10s' -- who locks a table, or a writer of it that leaves a transaction open, stops no other document's check
AS $function$
DECLARE
    watch factcheck.watched_table;
    message text;
    detail text;
    hint text;
BEGIN
    SELECT w.* INTO watch FROM factcheck.watched_table w
    WHERE w.watch_id = _look_through.watch_id FOR NO KEY UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
        RETURN 0; -- another run is at it
    END IF;
    RETURN factcheck._call_as(watch.role_name, watch.role_id, format('factcheck._look_at_report(%s)', watch.watch_id));
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    UPDATE factcheck.watched_table w SET last_run_at = clock_timestamp(), is_readable = false WHERE w.watch_id = watch.watch_id;
    DELETE FROM factcheck.watch_error e WHERE e.watch_id = watch.watch_id AND e.source_key IS NULL;
    INSERT INTO factcheck.watch_error (watch_id, sqlstate, error)
    VALUES (watch.watch_id, SQLSTATE, factcheck._error_text(message, detail, hint));
    RETURN 0;
END;
$function$;
COMMENT ON FUNCTION factcheck._look_through(integer) IS
    'Queues the documents of a watched table that are new, changed or stale, as far as no trigger did; returns how many, or keeps the error.';

CREATE FUNCTION factcheck._take_in_all() RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET client_min_messages = error
SET lock_timeout = '10s' -- who locks a table, or a writer of it that leaves a transaction open, stops no other document's check
AS $function$
DECLARE
    pattern factcheck.watch_pattern;
    taken integer := 0;
BEGIN
    FOR pattern IN
        SELECT p.* FROM factcheck.watch_pattern p WHERE factcheck._may_run_for(p.role_name, p.role_id) ORDER BY p.pattern_id
    LOOP
        BEGIN
            taken := taken + factcheck._call_as(
                pattern.role_name, pattern.role_id, format('factcheck._take_in_tables(%s)', pattern.pattern_id))::integer;
        EXCEPTION WHEN OTHERS THEN
            RAISE LOG 'tables matching "%" were not taken under watch: %', pattern.name_pattern, SQLERRM;
        END;
    END LOOP;
    RETURN taken;
END;
$function$;
COMMENT ON FUNCTION factcheck._take_in_all() IS
    'Begins to watch tables that have come to match a pattern of the current role, or, for a superuser, of any; returns how many.';
