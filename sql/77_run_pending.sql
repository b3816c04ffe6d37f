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
    PERFORM factcheck._forget_other_changes();
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

CREATE FUNCTION factcheck._require_commits(is_committed boolean) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF NOT is_committed THEN
        RAISE EXCEPTION 'the queue cannot be run inside a transaction' -- error: run_in_transaction
            USING ERRCODE = 'invalid_transaction_termination', DETAIL = 'Each document is checked in a transaction of its own.',
                  HINT = 'Call it outside of BEGIN and COMMIT; from Python on a connection with autocommit.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._require_commits(boolean) IS
    'Raises an error where a run of the queue cannot commit, since its call is inside a transaction.';

-- A procedure that commits can have no SET clause, so its body names everything with its schema and uses no operator: the
-- functions that it calls pin their path.  The first commit comes before any work, so that a call inside a transaction, where
-- there can be none, fails at once.  PL/Python makes it, since PL/pgSQL cannot catch that COMMIT is refused.
CREATE PROCEDURE factcheck._commit_if_possible(INOUT is_committed boolean)
LANGUAGE plpython3u SECURITY INVOKER
AS $python$
    try:
        plpy.commit()
    except plpy.spiexceptions.InvalidTransactionTermination:
        return [False]
    return [True]
$python$;
COMMENT ON PROCEDURE factcheck._commit_if_possible(boolean) IS
    'Commits; says false where the call is inside a transaction of the caller, which then has to end.';

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
    is_committed pg_catalog.bool;
BEGIN
    IF pg_catalog.pg_is_in_recovery() THEN
        RETURN;
    END IF;
    CALL factcheck._commit_if_possible(is_committed);
    PERFORM factcheck._require_commits(is_committed);
    COMMIT;
    SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
    deadline := factcheck._begin_run(max_documents, time_limit);
    PERFORM factcheck._take_in_all();
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
