-- A step of a run of the queue: an entry is taken, and its document is checked.
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
SET jit = off -- a plan that has to do what is off looks as if it were worth compiling
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

CREATE FUNCTION factcheck._is_shown_whole(run bigint) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT NOT EXISTS (
        SELECT FROM factcheck.claim c
        LEFT JOIN factcheck.claim_verdict v USING (run_id, claim_no, origin_id)
        WHERE c.run_id = run AND v.verdict IS NULL)
$function$;
COMMENT ON FUNCTION factcheck._is_shown_whole(bigint) IS
    'Whether the current role is shown the verdicts on all claims of a run, none of which is withheld since a column was altered or may no longer be read.';

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
        PERFORM factcheck._mark_gone(watch, ARRAY[source_key]);
        RETURN 'gone';
    END IF;
    UPDATE factcheck.document d SET gone_at = NULL
    WHERE d.origin_id = factcheck._watch_origin(watch) AND d.identity = sha256(convert_to('key ' || _check_report.source_key, 'UTF8'))
      AND d.gone_at IS NOT NULL;
    SELECT d.document_id, l.run_id AS latest_run_id,
           n.run_id AS checked_run_id, n.run_id > watch.earlier_run_id AND n.document_hash = sha256(convert_to(report.body, 'UTF8')) AS is_same
    INTO known
    FROM factcheck.document d
    JOIN factcheck.run l ON l.document_id = d.document_id AND l.is_latest AND l.status = 'succeeded'
    JOIN factcheck.run n ON n.run_id = coalesce(l.checked_run_id, l.run_id)
    WHERE d.origin_id = factcheck._watch_origin(watch) AND d.source_key = _check_report.source_key;
    IF known.is_same AND task = 'check' THEN
        RETURN 'unchanged';
    ELSIF known.is_same AND watch.sources IS NULL AND factcheck._is_shown_whole(known.checked_run_id) THEN
        -- Texts are read by a new check alone, and so is what else than stored readings may decide once these are withheld.
        -- The role may have written what is kept of readings, also where a superuser runs the queue: none of it becomes SQL.
        PERFORM factcheck.recheck(known.document_id, watch.time_budget);
        SELECT r.run_id INTO new_run FROM factcheck.run r WHERE r.document_id = known.document_id AND r.is_latest;
    ELSE
        new_run := factcheck._store_check(
            report.body, report.title, watch.relation, source_key,
            CASE WHEN watch.data_set IS NULL THEN watch.tables ELSE factcheck.data_set(watch.data_set) END, watch.time_budget,
            watch.sources);
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
