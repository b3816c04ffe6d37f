-- A step of a run of the queue: a report table is looked through for rows that are new, changed or gone.
CREATE FUNCTION factcheck._watch_origin(watch factcheck.watched_table) RETURNS integer
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT o.origin_id
        FROM factcheck.origin o
        WHERE o.source_table = watch.relation AND o.role_name = watch.role_name AND o.role_id = watch.role_id);
END;
$function$;
COMMENT ON FUNCTION factcheck._watch_origin(factcheck.watched_table) IS
    'Number of the origin of the documents of a watched table; NULL where none was checked yet.';

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
        'SELECT array_agg(d.source_key) FROM factcheck.document d WHERE d.origin_id = $1 AND d.gone_at IS NULL %s'
        ' AND NOT EXISTS (SELECT FROM %s AS t WHERE %s)',
        CASE cardinality(among) WHEN 1 THEN 'AND d.identity = sha256(convert_to(''key '' || $2[1], ''UTF8''))'
                                ELSE 'AND ($2 IS NULL OR d.source_key = ANY ($2))' END,
        watch.relation,
        -- one row is found by the index, many by reading the table once
        CASE cardinality(among) WHEN 1 THEN format('t.%I = $2[1]::%s', watch.key_column, factcheck._key_type(watch.relation, watch.key_column))
                                ELSE format('concat(t.%I) = d.source_key', watch.key_column) END)
    INTO keys USING factcheck._watch_origin(watch), among;
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
        SELECT d.document_id FROM factcheck.document d
        WHERE d.origin_id = factcheck._watch_origin(watch)
          AND d.identity = ANY (ARRAY(SELECT sha256(convert_to('key ' || k.key, 'UTF8')) FROM unnest(keys) AS k (key)))
          AND d.gone_at IS NULL
        ORDER BY d.document_id
        FOR NO KEY UPDATE);
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
-- clock is asked.  Row numbers have 32 bits; they are read as the nearest to the present one.  A transaction that stays open
-- has rows written since counted again by each look: what tells them is that their text was checked.
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
    is_known boolean;
BEGIN
    SELECT w.* INTO watch FROM factcheck.watched_table w WHERE w.watch_id = _changed_reports.watch_id;
    SELECT s.* INTO scan FROM factcheck.report_scan s WHERE s.watch_id = _changed_reports.watch_id;
    PERFORM factcheck._require_watchable(watch.relation, watch.text_column, watch.key_column, watch.title_column);
    PERFORM factcheck._require_own_code(watch.relation);
    files := factcheck._report_files(watch.relation);
    seen_until := pg_snapshot_xmin(pg_current_snapshot());
    present := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
    gone_keys := factcheck._keys_not_in_report(watch);
    is_known := coalesce(scan.files = files AND present - scan.seen_until::text::bigint < 2000000000, false);
    -- A check that is under way may have read another text, and will be the latest: what waits does not count as checked.
    EXECUTE format(
        'SELECT array_agg(r.key) FROM (SELECT concat(t.%1$I) AS key, concat(t.%2$I) AS body FROM %3$s AS t WHERE t.%1$I IS NOT NULL%4$s) AS r'
        ' WHERE NOT EXISTS (SELECT FROM factcheck.document d'
        ' JOIN factcheck.run l ON l.document_id = d.document_id AND l.is_latest AND l.status = ''succeeded'''
        ' JOIN factcheck.run n ON n.run_id = coalesce(l.checked_run_id, l.run_id)'
        ' WHERE d.origin_id = $1 AND d.source_key = r.key AND d.gone_at IS NULL AND n.run_id > $2'
        ' AND n.document_hash = sha256(convert_to(r.body, ''UTF8'')))'
        ' OR EXISTS (SELECT FROM factcheck.queued_document q WHERE q.watch_id = $3 AND q.source_key = r.key AND NOT q.is_dead)',
        watch.key_column, watch.text_column, watch.relation,
        CASE WHEN is_known THEN ' AND ((t.xmin::text::bigint - $4 + 2147483648) & 4294967295) - 2147483648 + $4 >= $5' END)
    INTO keys USING factcheck._watch_origin(watch), watch.earlier_run_id, watch.watch_id, present, scan.seen_until::text::bigint;
END;
$function$;
COMMENT ON FUNCTION factcheck._changed_reports(integer) IS
    'Keys of the rows of a watched table whose present text was not checked, of those alone that came or changed since it was last looked through where that is known; keys of documents whose rows are not there any more; and how far it was looked through now.';

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
      AND (NOT EXISTS (SELECT FROM pg_trigger t
                       WHERE t.tgrelid = r.relation AND t.tgfoid = 'factcheck._queue_changes()'::regprocedure
                         AND t.tgname = 'factcheck_queue' AND t.tgenabled IN ('O', 'A') AND t.tgqual IS NULL AND t.tgattr::text = ''
                         AND t.tgtype = 2 + 4 + 8 + 16 + 32) -- before each statement that inserts, deletes, updates or truncates
           OR NOT EXISTS (SELECT FROM factcheck._watch_members(watch.relation) AS m WHERE m.member = r.relation));
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
