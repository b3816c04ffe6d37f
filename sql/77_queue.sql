-- Runs of the queue.  Changes become entries, an entry is taken, its document is checked, the next one is taken; each of
-- these steps is a transaction.
--
-- No document is lost: an entry goes in the transaction that stores its run.  None is checked twice for one change: who takes
-- an entry commits that, and holds a lock on it while it is checked; an entry behind another one of the same document waits
-- for that.  What a session that ended had taken may be taken again when check_retry_seconds are over, and is given up after
-- check_attempts, so that a document which ends the session does not do so for ever.
--
-- No clock decides between runs: that a check is under way is known by the lock.  The clock says when an entry may be tried
-- again; where it was set back, an entry waits check_retry_seconds at most.
CREATE FUNCTION factcheck._monotonic_seconds() RETURNS double precision
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    import time
    return time.monotonic()
$python$;
COMMENT ON FUNCTION factcheck._monotonic_seconds() IS 'A clock that cannot be set: only differences of its times mean something.';

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

-- The steps of a run, each as the role that runs the queue ----------------------------------------------------------------

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
        SELECT array_agg(k.key), coalesce(bool_or(t.keys IS NULL), false) INTO changed, has_unknown
        FROM taken t LEFT JOIN LATERAL unnest(t.keys) AS k (key) ON true;
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
                THEN string_agg(concat_ws('/', c.oid, c.relfilenode, t.state), ' ' ORDER BY c.oid) END
    FROM factcheck._watch_members(_report_files.relation) AS m
    JOIN pg_class c ON c.oid = m.member
    CROSS JOIN LATERAL (
        SELECT string_agg(concat_ws('+', t.oid, t.xmin), '/' ORDER BY t.oid)
        FROM pg_trigger t
        WHERE t.tgrelid = c.oid AND t.tgfoid = 'factcheck._queue_changes()'::regprocedure) AS t (state)
$function$;
COMMENT ON FUNCTION factcheck._report_files(regclass) IS
    'The files of a table, its partitions and children, with the state of their triggers; NULL where rows have no transaction numbers, as in views.';

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

-- The numbers of transactions say which rows are new, so a poll reads no text but of those.  A row counts from the oldest
-- transaction on that had not ended when the table was last looked through: no commit is missed, however late it came, and no
-- clock is asked.  Row numbers have 32 bits; they are read as the nearest to the present one.
CREATE FUNCTION factcheck._changed_reports(
    watch_id integer, OUT keys text[], OUT files text, OUT seen_until xid8
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
        ' JOIN factcheck.document d ON d.origin_id = o.origin_id AND d.source_key = r.key'
        ' JOIN factcheck.run l ON l.document_id = d.document_id AND l.is_latest AND l.status = ''succeeded'''
        ' JOIN factcheck.run n ON n.run_id = coalesce(l.checked_run_id, l.run_id)'
        ' WHERE o.source_table = $1 AND o.role_name = $2 AND o.role_id = $3 AND n.run_id > $4'
        ' AND n.document_hash = sha256(convert_to(r.body, ''UTF8'')))',
        watch.key_column, watch.text_column, watch.relation)
    INTO keys USING watch.relation, watch.role_name, watch.role_id, watch.earlier_run_id;
END;
$function$;
COMMENT ON FUNCTION factcheck._changed_reports(integer) IS
    'Keys of the rows of a watched table that came or changed since it was last looked through, or else whose present text was not checked; and how far it was looked through now.';

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
      AND (2 <> (SELECT count(*) FROM pg_trigger t
                 WHERE t.tgrelid = r.relation AND t.tgfoid = 'factcheck._queue_changes()'::regprocedure
                   AND t.tgname IN ('factcheck_queue_insert', 'factcheck_queue_update') AND t.tgnewtable = 'changed'
                   AND t.tgenabled IN ('O', 'A'))
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
        WHERE w.watch_id = _stale_reports.watch_id AND NOT v.states <@ present);
END;
$function$;
COMMENT ON FUNCTION factcheck._stale_reports(integer) IS
    'Keys of the documents of a watched table with verdicts on data that changed since.';

CREATE FUNCTION factcheck._error_text(message text, detail text, hint text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT concat_ws(E'\n', message, 'DETAIL:  ' || nullif(detail, ''), 'HINT:  ' || nullif(hint, ''))
$function$;
COMMENT ON FUNCTION factcheck._error_text(text, text, text) IS 'An error''s message, DETAIL and HINT as one text.';

-- Run as the role that watches.
CREATE FUNCTION factcheck._look_at_report(watch_id integer) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    watch factcheck.watched_table;
    changed text[];
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
        SELECT c.keys, c.files, c.seen_until INTO changed, files, seen_until FROM factcheck._changed_reports(watch.watch_id) AS c;
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

CREATE FUNCTION factcheck._retry_seconds(OUT attempts integer, OUT pause interval)
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT max(s.value) FILTER (WHERE s.name = 'check_attempts')::integer,
           max(s.value) FILTER (WHERE s.name = 'check_retry_seconds') * interval '1 s'
    FROM factcheck.setting s WHERE s.name IN ('check_attempts', 'check_retry_seconds')
$function$;
COMMENT ON FUNCTION factcheck._retry_seconds() IS 'How often the check of a document is tried, and the pause between attempts.';

CREATE FUNCTION factcheck._take_document() RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET enable_sort = off -- the first entry by the index on those that wait, whatever is known of the queue
SET enable_seqscan = off
SET enable_bitmapscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $function$
DECLARE
    watches CONSTANT integer[] := factcheck._watches_to_run();
    retry record;
    entry factcheck.queued_document;
BEGIN
    SELECT r.* INTO retry FROM factcheck._retry_seconds() AS r;
    LOOP
        SELECT q.* INTO entry
        FROM factcheck.queued_document q
        WHERE NOT q.is_dead AND q.watch_id = ANY (watches)
          AND (q.visible_at <= clock_timestamp() OR q.visible_at > clock_timestamp() + retry.pause)
          AND NOT EXISTS (SELECT FROM factcheck.queued_document before
                          WHERE before.watch_id = q.watch_id AND before.source_key = q.source_key
                            AND before.queue_id < q.queue_id AND NOT before.is_dead)
        ORDER BY q.queue_id
        LIMIT 1
        FOR UPDATE SKIP LOCKED;
        EXIT WHEN NOT FOUND OR entry.attempts < retry.attempts;
        -- Each attempt is told of but those that their session did not survive.
        INSERT INTO factcheck.watch_error (watch_id, source_key, attempt, sqlstate, error)
        VALUES (entry.watch_id, entry.source_key, entry.attempts, '57P02',
                format('the session ended during attempt %s', entry.attempts));
        UPDATE factcheck.queued_document q SET is_dead = true WHERE q.queue_id = entry.queue_id;
    END LOOP;
    UPDATE factcheck.queued_document q
    SET attempts = q.attempts + 1, visible_at = clock_timestamp() + retry.pause, taken_by = pg_backend_pid()
    WHERE q.queue_id = entry.queue_id;
    RETURN entry.queue_id;
END;
$function$;
COMMENT ON FUNCTION factcheck._take_document() IS
    'Takes the next entry of the queue for this session, and gives up those that have had all attempts; NULL where none can be taken.';

CREATE FUNCTION factcheck._columns_for_everybody() RETURNS integer[]
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT coalesce(array_agg(u.used_column_id), '{}')
    FROM factcheck.used_column u
    JOIN pg_class c ON c.oid = u.relation AND c.relkind IN ('r', 'p', 'm') AND NOT c.relrowsecurity
    LEFT JOIN pg_attribute a
      ON a.attrelid = c.oid AND a.attnum = u.column_number AND a.attname = u.column_name AND a.atttypid = u.column_type
     AND a.attnum > 0 AND NOT a.attisdropped
    WHERE has_schema_privilege('public', c.relnamespace, 'USAGE')
      AND CASE WHEN u.column_number = 0 THEN has_any_column_privilege('public', c.oid, 'SELECT')
               ELSE has_column_privilege('public', c.oid, a.attnum, 'SELECT') END
$function$;
COMMENT ON FUNCTION factcheck._columns_for_everybody() IS 'Numbers of the used columns that PUBLIC may read.';

-- Any role may listen, also one that writes reports and may read no data: told which of its reports are refuted, it could
-- find out any number by writing one report after the other.  So verdicts are told of data alone that PUBLIC may read.  Else a
-- notification says that a document was checked, whatever was found: views show verdicts to those who may see them.
CREATE FUNCTION factcheck._notify_of_verdicts(document bigint, earlier_run bigint, new_run bigint) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    event text;
    for_everybody CONSTANT integer[] := factcheck._columns_for_everybody();
BEGIN
    FOR event IN
        WITH present AS (
            SELECT c.claim_text, c.sentence, v.verdict FROM factcheck.claim c
            JOIN factcheck.claim_verdict v USING (run_id, claim_no, origin_id)
            WHERE c.run_id = new_run AND v.columns <@ for_everybody
        ), past AS (
            SELECT c.claim_text, c.sentence, v.verdict FROM factcheck.claim c
            JOIN factcheck.claim_verdict v USING (run_id, claim_no, origin_id)
            WHERE c.run_id = earlier_run AND v.columns <@ for_everybody
        )
        SELECT 'checked'
        UNION ALL
        SELECT 'refuted' WHERE EXISTS (
            SELECT FROM present n WHERE n.verdict = 'refuted' AND NOT EXISTS (
                SELECT FROM past p WHERE p.claim_text = n.claim_text AND p.sentence = n.sentence AND p.verdict = 'refuted'))
        UNION ALL
        SELECT 'flipped' WHERE EXISTS (
            SELECT FROM present n JOIN past p ON p.claim_text = n.claim_text AND p.sentence = n.sentence
            WHERE p.verdict <> n.verdict)
    LOOP
        PERFORM pg_notify('factcheck', jsonb_build_object('event', event, 'document_id', document, 'run_id', new_run)::text);
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck._notify_of_verdicts(bigint, bigint, bigint) IS
    'Notifies the channel factcheck that a document was checked and, of verdicts on data that PUBLIC may read, where one is refuted that was not before, or has changed.';

-- Run as the role that watches.
CREATE FUNCTION factcheck._check_report(watch_id integer, source_key text, task text) RETURNS text
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
AS $function$
DECLARE
    watch factcheck.watched_table;
    report record;
    known record;
    new_run bigint;
BEGIN
    SELECT w.* INTO watch FROM factcheck.watched_table w WHERE w.watch_id = _check_report.watch_id;
    PERFORM factcheck._require_watchable(watch.relation, watch.text_column, watch.key_column, watch.title_column);
    PERFORM factcheck._require_own_code(watch.relation);
    EXECUTE format('SELECT concat(t.%I) AS body, %s AS title FROM %s AS t WHERE t.%I = $1::%s LIMIT 1',
                   watch.text_column,
                   CASE WHEN watch.title_column IS NULL THEN 'NULL::text' ELSE format('concat(t.%I)', watch.title_column) END,
                   watch.relation,
                   watch.key_column, factcheck._key_type(watch.relation, watch.key_column))
    INTO report USING source_key;
    IF report.body IS NULL THEN
        RETURN 'gone';
    END IF;
    SELECT d.document_id, l.run_id AS latest_run_id,
           n.run_id > watch.earlier_run_id AND n.document_hash = sha256(convert_to(report.body, 'UTF8')) AS is_same
    INTO known
    FROM factcheck.origin o
    JOIN factcheck.document d ON d.origin_id = o.origin_id AND d.source_key = _check_report.source_key
    JOIN factcheck.run l ON l.document_id = d.document_id AND l.is_latest AND l.status = 'succeeded'
    JOIN factcheck.run n ON n.run_id = coalesce(l.checked_run_id, l.run_id)
    WHERE o.source_table = watch.relation AND o.role_name = watch.role_name AND o.role_id = watch.role_id;
    IF known.is_same AND task = 'check' THEN
        RETURN 'unchanged';
    ELSIF known.is_same AND watch.role_name = session_user THEN
        -- Stored readings are SQL that the role of the run could have written, so they run in its own session alone.
        PERFORM factcheck.recheck(known.document_id, watch.time_budget);
        SELECT r.run_id INTO new_run FROM factcheck.run r WHERE r.document_id = known.document_id AND r.is_latest;
    ELSE
        new_run := factcheck._store_check(
            report.body, report.title, watch.relation, source_key,
            CASE WHEN watch.data_set IS NULL THEN watch.tables ELSE factcheck.data_set(watch.data_set) END, watch.time_budget);
        SELECT r.document_id INTO known.document_id FROM factcheck.run r WHERE r.run_id = new_run;
    END IF;
    PERFORM factcheck._notify_of_verdicts(known.document_id, known.latest_run_id, new_run);
    RETURN 'checked';
END;
$function$;
COMMENT ON FUNCTION factcheck._check_report(integer, text, text) IS
    'Checks a row of a watched table and stores what was found: checked, or why there was nothing to check, unchanged or gone.';

CREATE FUNCTION factcheck._give_up_report(watch factcheck.watched_table, source_key text, sqlstate text, error text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    PERFORM factcheck._call_as(watch.role_name, watch.role_id, format(
        'factcheck._store_failure(%L, %L, clock_timestamp(), NULL, %s::regclass, %L)', sqlstate, error, watch.relation::oid, source_key));
EXCEPTION WHEN OTHERS THEN
    NULL; -- the queue has the error in any case
END;
$function$;
COMMENT ON FUNCTION factcheck._give_up_report(factcheck.watched_table, text, text, text) IS
    'Stores a failed run for a document that was given up, if the role that watches may store one.';

-- The entry stays locked from here to the end of the transaction, which says that its check is under way.  With it go the
-- entries behind it that could be seen before the document was read: what they stand for is in the text.
CREATE FUNCTION factcheck._check_document(queue_id bigint) RETURNS text
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET client_min_messages = error
SET lock_timeout = '10s' -- who locks a table, or a writer of it that leaves a transaction open, stops no other document's check
AS $function$
DECLARE
    entry factcheck.queued_document;
    watch factcheck.watched_table;
    waiting bigint[];
    outcome text;
    state text;
    message text;
    detail text;
    hint text;
    most integer;
BEGIN
    SELECT q.* INTO entry
    FROM factcheck.queued_document q
    WHERE q.queue_id = _check_document.queue_id AND q.taken_by = pg_backend_pid() AND NOT q.is_dead
    FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
        RETURN 'lost'; -- the watch has ended
    END IF;
    SELECT w.* INTO watch FROM factcheck.watched_table w WHERE w.watch_id = entry.watch_id;
    waiting := ARRAY(
        SELECT q.queue_id FROM factcheck.queued_document q
        WHERE q.watch_id = entry.watch_id AND q.source_key = entry.source_key AND q.attempts = 0 AND q.task = entry.task);
    BEGIN
        outcome := factcheck._call_as(watch.role_name, watch.role_id, format(
            'factcheck._check_report(%s, %L, %L)', entry.watch_id, entry.source_key, entry.task));
        DELETE FROM factcheck.queued_document q WHERE q.queue_id = entry.queue_id OR q.queue_id = ANY (waiting);
        DELETE FROM factcheck.queued_document q
        WHERE q.watch_id = entry.watch_id AND q.source_key = entry.source_key AND q.is_dead;
        DELETE FROM factcheck.watch_error e WHERE e.watch_id = entry.watch_id AND e.source_key = entry.source_key;
        RETURN outcome;
    EXCEPTION WHEN OTHERS OR query_canceled THEN
        GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL,
                                hint = PG_EXCEPTION_HINT;
    END;
    SELECT r.attempts INTO most FROM factcheck._retry_seconds() AS r;
    INSERT INTO factcheck.watch_error (watch_id, source_key, attempt, sqlstate, error)
    VALUES (entry.watch_id, entry.source_key, entry.attempts, state, factcheck._error_text(message, detail, hint));
    -- A full disk, or a table that somebody has locked, is no fault of the document.
    UPDATE factcheck.queued_document q
    SET attempts = CASE WHEN state IN ('53100', '58030', '55P03') THEN q.attempts - 1 ELSE q.attempts END,
        is_dead = q.attempts >= most AND state NOT IN ('53100', '58030', '55P03')
    WHERE q.queue_id = entry.queue_id;
    IF state NOT IN ('53100', '58030', '55P03', '57014') AND entry.attempts >= most THEN
        PERFORM factcheck._give_up_report(watch, entry.source_key, state, factcheck._error_text(message, detail, hint));
    END IF;
    RETURN CASE WHEN state = '57014' THEN 'cancelled' WHEN state IN ('53100', '58030') THEN 'no space' ELSE 'failed' END;
END;
$function$;
COMMENT ON FUNCTION factcheck._check_document(bigint) IS
    'Checks the document of an entry that this session took, as the role that watches, and takes the entry off the queue, or keeps the error and leaves it there for another attempt; says what became of it.';

CREATE FUNCTION factcheck._begin_run(max_documents integer, time_limit interval) RETURNS double precision
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF max_documents IS NULL OR max_documents < 1 THEN
        RAISE EXCEPTION 'max_documents cannot be %', coalesce(max_documents::text, 'NULL') -- error: max_documents_not_positive
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Give a number from 1 on.';
    ELSIF time_limit IS NULL OR time_limit <= interval '0' THEN
        RAISE EXCEPTION 'time_limit must be positive' -- error: time_limit_not_positive
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Give an interval such as ''5 min''.';
    END IF;
    PERFORM factcheck._forget_dropped_reports();
    RETURN factcheck._monotonic_seconds() + extract(epoch FROM time_limit)::double precision;
END;
$function$;
COMMENT ON FUNCTION factcheck._begin_run(integer, interval) IS
    'Looks at the arguments of a run of the queue; returns when it has to end, on the clock that cannot be set.';

CREATE FUNCTION factcheck._next_document(deadline double precision) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    taken bigint;
BEGIN
    IF factcheck._monotonic_seconds() >= deadline THEN
        RETURN NULL;
    END IF;
    taken := factcheck._take_document();
    IF taken IS NULL AND factcheck._collect_changes() > 0 THEN
        taken := factcheck._take_document();
    END IF;
    RETURN taken;
END;
$function$;
COMMENT ON FUNCTION factcheck._next_document(double precision) IS
    'Takes the next entry of the queue, after looking once more at what writers left; NULL where there is none, or no time.';

CREATE FUNCTION factcheck._end_run_if(outcome text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF outcome = 'cancelled' THEN
        RAISE EXCEPTION 'the run of the queue was cancelled' -- error: run_cancelled
            USING ERRCODE = 'query_canceled', HINT = 'Documents that were checked are stored; the next run goes on with the others.';
    ELSIF outcome = 'no space' THEN
        RAISE EXCEPTION 'the run of the queue ended, since the server has no space left' -- error: run_without_space
            USING ERRCODE = 'disk_full', HINT = 'Make room; the next run goes on where this one ended.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._end_run_if(text) IS 'Raises an error where what became of a document ends the whole run.';

-- A procedure that commits can have no SET clause, so its body names everything with its schema and uses no operator: the
-- functions that it calls pin their path.  The first COMMIT comes before any work, so that a call inside a transaction, where
-- there can be none, fails at once.
CREATE PROCEDURE factcheck.run_pending(
    max_documents integer DEFAULT 100,
    time_limit interval DEFAULT '5 min'
)
LANGUAGE plpgsql SECURITY INVOKER
AS $procedure$
DECLARE
    deadline pg_catalog.float8;
    watch pg_catalog.int4;
    watches pg_catalog.int4[];
    entry pg_catalog.int8;
    outcome pg_catalog.text;
BEGIN
    IF pg_catalog.pg_is_in_recovery() THEN
        RETURN;
    END IF;
    COMMIT;
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
    deadline := factcheck._begin_run(max_documents, time_limit);
    PERFORM factcheck._take_in_all();
    COMMIT;
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
    PERFORM factcheck._collect_changes();
    watches := factcheck._watches_to_run();
    FOREACH watch IN ARRAY watches LOOP
        COMMIT;
        SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
        PERFORM factcheck._look_through(watch);
    END LOOP;
    FOR number IN 1..max_documents LOOP
        COMMIT;
        SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
        entry := factcheck._next_document(deadline);
        EXIT WHEN entry IS NULL;
        COMMIT; -- whatever happens to this session, the attempt counts
        SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
        outcome := factcheck._check_document(entry);
        COMMIT;
        SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
        PERFORM factcheck._end_run_if(outcome);
    END LOOP;
END;
$procedure$;
COMMENT ON PROCEDURE factcheck.run_pending(integer, interval) IS
    'Checks documents of watched tables that wait in the queue, each in a transaction, as the role that watches its table: at most max_documents, and begins none after time_limit. Takes those of the calling role; a superuser takes all. Several may run at once.';

CREATE FUNCTION factcheck.retry_failed(report_table regclass DEFAULT NULL) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    queued bigint;
BEGIN
    WITH revived AS (
        UPDATE factcheck.queued_document q
        SET is_dead = false, attempts = 0, visible_at = clock_timestamp()
        FROM factcheck.watched_table w
        WHERE w.watch_id = q.watch_id AND q.is_dead AND w.watch_id = ANY (factcheck._own_watches())
          AND (report_table IS NULL OR w.relation = report_table)
        RETURNING q.watch_id, q.source_key
    ), forgotten AS (
        DELETE FROM factcheck.watch_error e USING revived r WHERE e.watch_id = r.watch_id AND e.source_key = r.source_key
    )
    SELECT count(*) INTO queued FROM revived;
    PERFORM pg_notify('factcheck_queue', '');
    RETURN queued;
END;
$function$;
COMMENT ON FUNCTION factcheck.retry_failed(regclass) IS
    'Queues documents again that were given up, of one watched table or of all that the caller may act for; returns how many.';
