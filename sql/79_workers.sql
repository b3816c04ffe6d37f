-- Long-lived clients that run the queue.  Whether one is alive is known by a lock that its session holds, whatever the clock
-- says; the times are for people.  Unlogged: no worker's session survives a crash.
CREATE UNLOGGED TABLE factcheck.worker (
    worker_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    role_name name NOT NULL DEFAULT current_user,
    role_id oid NOT NULL DEFAULT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user)),
    backend_pid integer NOT NULL,
    started_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
    last_heartbeat timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp()
);
COMMENT ON TABLE factcheck.worker IS 'Workers, started by the command factcheck worker; see the view workers.';
COMMENT ON COLUMN factcheck.worker.worker_id IS 'Number of the worker.';
COMMENT ON COLUMN factcheck.worker.name IS 'Host and process of the worker.';
COMMENT ON COLUMN factcheck.worker.role_name IS 'Role that it logged in as.';
COMMENT ON COLUMN factcheck.worker.role_id IS 'Its OID: a later role of the same name is another one.';
COMMENT ON COLUMN factcheck.worker.backend_pid IS 'Server process that checks documents for it.';
COMMENT ON COLUMN factcheck.worker.started_at IS 'When it started.';
COMMENT ON COLUMN factcheck.worker.last_heartbeat IS 'When it last said that it lives.';

ALTER TABLE factcheck.worker ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON factcheck.worker FOR SELECT USING (true);
CREATE POLICY for_the_role_of_the_worker ON factcheck.worker
    USING (role_name OPERATOR(pg_catalog.=) current_user AND factcheck._may_act_as(role_name, role_id))
    WITH CHECK (role_name OPERATOR(pg_catalog.=) current_user AND factcheck._may_act_as(role_name, role_id));

CREATE FUNCTION factcheck._living_workers() RETURNS integer[]
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(l.objid::bigint::integer), '{}')
        FROM pg_locks l
        WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted
          AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
          AND l.classid = (hashtext('factcheck.worker')::bigint & 4294967295)::oid);
END;
$function$;
COMMENT ON FUNCTION factcheck._living_workers() IS 'Numbers of the workers whose session lives.';

CREATE FUNCTION factcheck._register_worker(name text, backend_pid integer) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    number integer;
BEGIN
    DELETE FROM factcheck.worker w WHERE w.worker_id <> ALL (factcheck._living_workers());
    INSERT INTO factcheck.worker AS w (name, backend_pid) VALUES (name, backend_pid) RETURNING w.worker_id INTO number;
    -- Any role may hold the lock already; a worker that waited for it would never begin.
    PERFORM pg_try_advisory_lock(hashtext('factcheck.worker'), number);
    RETURN number;
END;
$function$;
COMMENT ON FUNCTION factcheck._register_worker(text, integer) IS
    'Enters a worker whose life is that of this session, and forgets those of the current role that are gone; returns its number.';

CREATE FUNCTION factcheck._beat(worker_id integer) RETURNS void
LANGUAGE sql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    UPDATE factcheck.worker w SET last_heartbeat = clock_timestamp() WHERE w.worker_id = _beat.worker_id
$function$;
COMMENT ON FUNCTION factcheck._beat(integer) IS 'Notes that a worker of the current role lives.';

-- What no run would take now must not count, or a worker would call one after the other for nothing: an entry behind another one
-- of the same document, and what another session holds.
CREATE FUNCTION factcheck._has_waiting() RETURNS boolean
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    watches CONSTANT integer[] := factcheck._watches_to_run();
BEGIN
    PERFORM FROM factcheck.queued_document q CROSS JOIN factcheck._retry_seconds() AS retry
    WHERE NOT q.is_dead AND q.watch_id = ANY (watches) AND (q.visible_at <= clock_timestamp() OR q.visible_at > clock_timestamp() + retry.pause)
      AND NOT EXISTS (SELECT FROM factcheck.queued_document before
                      WHERE before.watch_id = q.watch_id AND before.source_key = q.source_key
                        AND before.queue_id < q.queue_id AND NOT before.is_dead)
    LIMIT 1 FOR UPDATE OF q SKIP LOCKED;
    IF NOT FOUND THEN
        PERFORM FROM factcheck.report_change c
        JOIN factcheck.watched_relation r ON r.relation = c.relation
        JOIN factcheck.watched_table w ON w.watch_id = r.watch_id
        WHERE w.watch_id = ANY (watches) AND w.is_readable LIMIT 1;
    END IF;
    RETURN FOUND;
END;
$function$;
COMMENT ON FUNCTION factcheck._has_waiting() IS 'Whether a run of the queue would find a document to check by now.';

CREATE VIEW factcheck.workers WITH (security_invoker = true) AS
    SELECT w.worker_id, w.name, w.role_name::pg_catalog.text AS role_name, w.started_at, w.last_heartbeat,
           w.worker_id OPERATOR(pg_catalog.=) ANY (living.workers) AS is_alive,
           current.source_table AS current_table, current.source_key AS current_document
    FROM factcheck.worker w
    CROSS JOIN (SELECT factcheck._living_workers() AS workers) AS living
    LEFT JOIN LATERAL (
        SELECT coalesce((SELECT pg_catalog.quote_ident(n.nspname) OPERATOR(pg_catalog.||) '.'
                                OPERATOR(pg_catalog.||) pg_catalog.quote_ident(c.relname)
                         FROM pg_catalog.pg_class c
                         JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
                         WHERE c.oid OPERATOR(pg_catalog.=) t.relation), t.relation::pg_catalog.text) AS source_table, q.source_key
        FROM factcheck.queued_document q
        JOIN factcheck.watched_table t ON t.watch_id OPERATOR(pg_catalog.=) q.watch_id
        WHERE q.taken_by OPERATOR(pg_catalog.=) w.backend_pid AND NOT q.is_dead
          AND w.worker_id OPERATOR(pg_catalog.=) ANY (living.workers)
        ORDER BY q.visible_at DESC
        LIMIT 1) AS current ON true;
COMMENT ON VIEW factcheck.workers IS 'Workers that were started with the command factcheck worker, one row for each.';
COMMENT ON COLUMN factcheck.workers.worker_id IS 'Number of the worker.';
COMMENT ON COLUMN factcheck.workers.name IS 'Host and process of the worker.';
COMMENT ON COLUMN factcheck.workers.role_name IS 'Role that it logged in as.';
COMMENT ON COLUMN factcheck.workers.started_at IS 'When it started.';
COMMENT ON COLUMN factcheck.workers.last_heartbeat IS 'When it last said that it lives.';
COMMENT ON COLUMN factcheck.workers.is_alive IS 'Whether its session lives.';
COMMENT ON COLUMN factcheck.workers.current_table IS 'Report table of the document that it took last and that is not done; NULL where there is none, or it is not for you to see.';
COMMENT ON COLUMN factcheck.workers.current_document IS 'Key of that document.';

CREATE VIEW factcheck.sources WITH (security_invoker = true, security_barrier = true) AS
    SELECT w.watch_id, coalesce((SELECT pg_catalog.quote_ident(n.nspname) OPERATOR(pg_catalog.||) '.'
                                OPERATOR(pg_catalog.||) pg_catalog.quote_ident(c.relname)
                         FROM pg_catalog.pg_class c
                         JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
                         WHERE c.oid OPERATOR(pg_catalog.=) w.relation), w.relation::pg_catalog.text) AS source_table, w.mode, w.role_name::pg_catalog.text AS role_name, w.watched_at,
           queue.pending, queue.failed, w.last_run_at,
           CASE WHEN NOT factcheck._role_exists(w.role_name, w.role_id) THEN 'role is gone'
                WHEN w.last_run_at IS NULL THEN 'not run yet'
                WHEN NOT w.is_readable THEN 'not readable'
                WHEN queue.failed OPERATOR(pg_catalog.>) 0 THEN 'documents failed'
                ELSE 'ok' END AS last_status,
           wrong.error AS last_error, wrong.failed_at AS last_error_at, scheduled.next_run_at
    FROM factcheck.watched_table w
    LEFT JOIN LATERAL (
        SELECT pg_catalog.count(*) FILTER (WHERE NOT q.is_dead) OPERATOR(pg_catalog.+) (
                   SELECT pg_catalog.count(*)
                   FROM factcheck.report_change c
                   JOIN factcheck.watched_relation r ON r.relation OPERATOR(pg_catalog.=) c.relation
                   WHERE r.watch_id OPERATOR(pg_catalog.=) w.watch_id) AS pending,
               pg_catalog.count(*) FILTER (WHERE q.is_dead) AS failed
        FROM factcheck.queued_document q
        WHERE q.watch_id OPERATOR(pg_catalog.=) w.watch_id) AS queue ON true
    LEFT JOIN LATERAL (
        SELECT e.error, e.failed_at FROM factcheck.watch_error e
        WHERE e.watch_id OPERATOR(pg_catalog.=) w.watch_id
        ORDER BY e.error_id DESC
        LIMIT 1) AS wrong ON true
    LEFT JOIN factcheck._scheduled_runs() AS scheduled ON scheduled.role_name OPERATOR(pg_catalog.=) w.role_name
    WHERE w.watch_id OPERATOR(pg_catalog.=) ANY (factcheck._readable_watches());
COMMENT ON VIEW factcheck.sources IS
    'Report tables under watch, one row for each that the current role may read as a whole, or watches.';
COMMENT ON COLUMN factcheck.sources.watch_id IS 'Number of the watch.';
COMMENT ON COLUMN factcheck.sources.source_table IS 'The report table.';
COMMENT ON COLUMN factcheck.sources.mode IS 'trigger or poll.';
COMMENT ON COLUMN factcheck.sources.role_name IS 'Role that watches the table, and as which documents are checked.';
COMMENT ON COLUMN factcheck.sources.watched_at IS 'When the watch began.';
COMMENT ON COLUMN factcheck.sources.pending IS
    'Documents that wait for their check, and statements that wrote since a run last looked at the table, whose rows are not counted yet; these for roles alone that may run it.';
COMMENT ON COLUMN factcheck.sources.failed IS 'Documents given up; the view dead_letters lists them.';
COMMENT ON COLUMN factcheck.sources.last_run_at IS 'When a run last looked at the table.';
COMMENT ON COLUMN factcheck.sources.last_status IS 'ok, not run yet, not readable, documents failed, or role is gone.';
COMMENT ON COLUMN factcheck.sources.last_error IS
    'The latest error that is not overcome; NULL where there is none, or for roles that may not act as the one that watches.';
COMMENT ON COLUMN factcheck.sources.last_error_at IS 'When it happened.';
COMMENT ON COLUMN factcheck.sources.next_run_at IS
    'When pg_cron will next run the queue as the watching role; NULL where that is not known to the current role.';

CREATE VIEW factcheck.dead_letters WITH (security_invoker = true) AS
    SELECT coalesce((SELECT pg_catalog.quote_ident(n.nspname) OPERATOR(pg_catalog.||) '.'
                                OPERATOR(pg_catalog.||) pg_catalog.quote_ident(c.relname)
                         FROM pg_catalog.pg_class c
                         JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
                         WHERE c.oid OPERATOR(pg_catalog.=) w.relation), w.relation::pg_catalog.text) AS source_table, q.source_key, q.task, q.attempts, q.queued_at, wrong.failed_at, wrong.sqlstate, wrong.error
    FROM factcheck.queued_document q
    JOIN factcheck.watched_table w ON w.watch_id OPERATOR(pg_catalog.=) q.watch_id
    LEFT JOIN LATERAL (
        SELECT e.failed_at, e.sqlstate, e.error FROM factcheck.watch_error e
        WHERE e.watch_id OPERATOR(pg_catalog.=) q.watch_id AND e.source_key OPERATOR(pg_catalog.=) q.source_key
        ORDER BY e.error_id DESC
        LIMIT 1) AS wrong ON true
    WHERE q.is_dead;
COMMENT ON VIEW factcheck.dead_letters IS
    'Documents of watched tables that were given up, one row for each, with the last error. They are queued again by factcheck.retry_failed, or when they are written to.';
COMMENT ON COLUMN factcheck.dead_letters.source_table IS 'The report table.';
COMMENT ON COLUMN factcheck.dead_letters.source_key IS 'Key of the row.';
COMMENT ON COLUMN factcheck.dead_letters.task IS 'check or recheck.';
COMMENT ON COLUMN factcheck.dead_letters.attempts IS 'How often it was tried.';
COMMENT ON COLUMN factcheck.dead_letters.queued_at IS 'When it was queued.';
COMMENT ON COLUMN factcheck.dead_letters.failed_at IS 'When the last attempt failed.';
COMMENT ON COLUMN factcheck.dead_letters.sqlstate IS 'SQLSTATE of the error; NULL for roles that may not act as the one that watches.';
COMMENT ON COLUMN factcheck.dead_letters.error IS 'Message of the error, with its DETAIL and HINT; NULL for the same roles.';
