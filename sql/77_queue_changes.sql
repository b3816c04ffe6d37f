-- A step of a run of the queue: what was written becomes entries of the queue.
--
-- Entries of one watch are made one transaction after the other, so that of two entries of a document the one with the lower
-- number is committed first.
CREATE FUNCTION factcheck._queue_documents(watch_id integer, keys text[], task text) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET jit = off
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

CREATE FUNCTION factcheck._stale_reports(watch factcheck.watched_table) RETURNS text[]
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    present CONSTANT integer[] := factcheck._present_states(false);
BEGIN
    RETURN (
        SELECT array_agg(DISTINCT d.source_key)
        FROM factcheck.document d
        JOIN factcheck.run r ON r.document_id = d.document_id AND r.is_latest
        JOIN factcheck.claim_verdict v ON v.run_id = r.run_id AND v.origin_id = d.origin_id
        WHERE d.origin_id = factcheck._watch_origin(watch) AND d.gone_at IS NULL AND NOT v.states <@ present);
END;
$function$;
COMMENT ON FUNCTION factcheck._stale_reports(factcheck.watched_table) IS
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
    has_changed boolean;
    queued bigint := 0;
BEGIN
    SELECT w.* INTO watch FROM factcheck.watched_table w WHERE w.watch_id = _look_at_report.watch_id;
    -- What is noted was committed, so the statements that follow see its rows.
    DELETE FROM factcheck.report_change c
    WHERE c.relation = ANY (ARRAY(SELECT r.relation FROM factcheck.watched_relation r WHERE r.watch_id = watch.watch_id));
    has_changed := FOUND OR watch.mode = 'poll';
    IF watch.mode = 'trigger' THEN
        PERFORM factcheck._repair_queue_triggers(watch.watch_id);
    END IF;
    IF has_changed OR NOT EXISTS (SELECT FROM factcheck.report_scan s WHERE s.watch_id = watch.watch_id) THEN
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
        stale := factcheck._stale_reports(watch);
    END IF;
    IF stale IS NOT NULL THEN
        -- what has come into the texts of its sources has to be found by the checks that follow
        PERFORM factcheck.refresh_source(w.source) FROM unnest(watch.sources) AS w (source);
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

CREATE FUNCTION factcheck._collect_changes() RETURNS bigint
LANGUAGE sql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT coalesce(sum(factcheck._look_through(noted.watch_id)), 0)::bigint
    FROM (SELECT r.watch_id
          FROM factcheck.report_change c
          JOIN factcheck.watched_relation r ON r.relation = c.relation
          JOIN factcheck.watched_table w ON w.watch_id = r.watch_id
          WHERE w.watch_id = ANY (factcheck._watches_to_run())
            AND w.is_readable -- else the beginning of each run tries it
          GROUP BY r.watch_id ORDER BY r.watch_id) AS noted
$function$;
COMMENT ON FUNCTION factcheck._collect_changes() IS
    'Looks through the tables of the current role''s run that were written to since they were last looked at; returns how many documents it queued.';

CREATE FUNCTION factcheck._forget_other_changes() RETURNS void
LANGUAGE sql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET synchronize_seqscans = off -- runs that do this at once meet the rows in the same order, and none waits for ever
AS $function$
    DELETE FROM factcheck.report_change c
    WHERE c.relation <> ALL (ARRAY(
        SELECT r.relation FROM factcheck.watched_relation r WHERE r.watch_id = ANY (factcheck._living_watches())))
$function$;
COMMENT ON FUNCTION factcheck._forget_other_changes() IS
    'Deletes what was noted of tables that no role watches any more.';

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
                pattern.role_name, pattern.role_id, format('factcheck._take_in_tables(%s, false)', pattern.pattern_id))::integer;
        EXCEPTION WHEN OTHERS THEN
            RAISE LOG 'tables matching "%" were not taken under watch: %', pattern.name_pattern, SQLERRM;
        END;
    END LOOP;
    RETURN taken;
END;
$function$;
COMMENT ON FUNCTION factcheck._take_in_all() IS
    'Begins to watch tables that have come to match a pattern of the current role, or, for a superuser, of any; returns how many.';
