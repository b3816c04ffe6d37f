-- Runs of the queue at set times, by pg_cron where this database has it.  It is named in dynamic statements alone, since it
-- may not be there.
CREATE FUNCTION factcheck._cron_values(field text, lowest integer, highest integer, names text[]) RETURNS integer[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    part text;
    pieces text[];
    ends integer[];
    result integer[] := '{}';
BEGIN
    FOREACH part IN ARRAY string_to_array(lower(coalesce(field, '')), ',') LOOP
        pieces := regexp_match(part, '^(?:(\*)|([0-9]{1,2}|[a-z]{3})(?:-([0-9]{1,2}|[a-z]{3}))?)(?:/([0-9]{1,2}))?$');
        IF pieces IS NULL THEN
            RETURN NULL;
        END IF;
        ends := ARRAY(
            SELECT CASE WHEN e.value ~ '^[0-9]' THEN e.value::integer ELSE lowest - 1 + array_position(names, e.value) END
            FROM unnest(pieces[2:3]) WITH ORDINALITY AS e (value, place) ORDER BY e.place);
        IF pieces[1] IS NOT NULL THEN
            ends := ARRAY[lowest, highest];
        ELSIF pieces[3] IS NULL THEN
            ends[2] := CASE WHEN pieces[4] IS NULL THEN ends[1] ELSE highest END;
        END IF;
        IF ends[1] IS NULL OR ends[2] IS NULL OR ends[1] < lowest OR ends[2] > highest OR ends[1] > ends[2] OR pieces[4] = '0' THEN
            RETURN NULL;
        END IF;
        result := result || ARRAY(SELECT generate_series(ends[1], ends[2], coalesce(pieces[4], '1')::integer));
    END LOOP;
    RETURN nullif(result, '{}');
END;
$function$;
COMMENT ON FUNCTION factcheck._cron_values(text, integer, integer, text[]) IS
    'The values that one field of a cron schedule stands for; NULL where it is none.';

CREATE FUNCTION factcheck._next_time(cron text, since timestamp) RETURNS timestamp
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    fields CONSTANT text[] := regexp_split_to_array(btrim(cron), '\s+');
    minutes CONSTANT integer[] := factcheck._cron_values(fields[1], 0, 59, '{}');
    hours CONSTANT integer[] := factcheck._cron_values(fields[2], 0, 23, '{}');
    days CONSTANT integer[] := factcheck._cron_values(fields[3], 1, 31, '{}');
    months CONSTANT integer[] := factcheck._cron_values(
        fields[4], 1, 12, '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}');
    weekdays CONSTANT integer[] := factcheck._cron_values(fields[5], 0, 7, '{sun,mon,tue,wed,thu,fri,sat}');
    has_days CONSTANT boolean := fields[3] NOT LIKE '*%';
    has_weekdays CONSTANT boolean := fields[5] NOT LIKE '*%';
BEGIN
    IF cardinality(fields) <> 5 OR minutes IS NULL OR hours IS NULL OR days IS NULL OR months IS NULL OR weekdays IS NULL THEN
        RETURN NULL;
    END IF;
    RETURN (
        SELECT min(d.day + make_interval(hours => h.hour, mins => m.minute))
        FROM (SELECT day FROM generate_series(date_trunc('day', since), since + interval '5 years', '1 day') AS s (day)
              CROSS JOIN LATERAL (
                  SELECT extract(day FROM day)::integer = ANY (days) AS is_day,
                         extract(dow FROM day)::integer = ANY (weekdays)
                         OR extract(isodow FROM day)::integer = ANY (weekdays) AS is_weekday) AS fits
              WHERE extract(month FROM day)::integer = ANY (months)
                AND CASE WHEN has_days AND has_weekdays THEN fits.is_day OR fits.is_weekday
                         ELSE fits.is_day AND fits.is_weekday END
                AND day + make_interval(hours => (SELECT max(v) FROM unnest(hours) AS v),
                                        mins => (SELECT max(v) FROM unnest(minutes) AS v)) > since
              LIMIT 1) AS d
        CROSS JOIN unnest(hours) AS h (hour)
        CROSS JOIN unnest(minutes) AS m (minute)
        WHERE d.day + make_interval(hours => h.hour, mins => m.minute) > since);
END;
$function$;
COMMENT ON FUNCTION factcheck._next_time(text, timestamp) IS
    'The first time after another one that a cron schedule of five fields names; NULL where there is none, or it is no such schedule.';

CREATE FUNCTION factcheck._systemd_calendar(cron text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    fields CONSTANT text[] := regexp_split_to_array(btrim(cron), '\s+');
    weekdays CONSTANT text[] := '{Sun,Mon,Tue,Wed,Thu,Fri,Sat,Sun}';
    parts text[];
BEGIN
    SELECT array_agg(CASE WHEN f.field = '*' THEN '*'
                          ELSE (SELECT string_agg(to_char(v, 'FM00'), ',' ORDER BY v)
                                FROM unnest(factcheck._cron_values(f.field, f.lowest, f.highest, f.names)) AS v) END
                     ORDER BY f.place)
    INTO parts
    FROM (VALUES (1, fields[1], 0, 59, '{}'::text[]), (2, fields[2], 0, 23, '{}'), (3, fields[3], 1, 31, '{}'),
                 (4, fields[4], 1, 12, '{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}')) AS f (place, field, lowest, highest, names);
    RETURN format('%s*-%s-%s %s:%s:00',
                  CASE WHEN fields[5] <> '*' THEN (
                      SELECT string_agg(weekdays[v + 1], ',' ORDER BY v) || ' '
                      FROM unnest(factcheck._cron_values(fields[5], 0, 7, '{sun,mon,tue,wed,thu,fri,sat}')) AS v) END,
                  parts[4], parts[3], parts[2], parts[1]);
END;
$function$;
COMMENT ON FUNCTION factcheck._systemd_calendar(text) IS 'A cron schedule as systemd writes it after OnCalendar=.';

-- The setting cron.database_name is shown to few.
CREATE FUNCTION factcheck._require_pg_cron(cron text) RETURNS void
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    -- as far as the role may know where the server listens; what the client library looks for anyway is left out
    socket CONSTANT text := CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE')
                                 THEN btrim(split_part(current_setting('unix_socket_directories'), ',', 1), ' "') END;
    place CONSTANT text := coalesce(host(inet_server_addr()), nullif(nullif(socket, '/var/run/postgresql'), ''));
    worker CONSTANT text := format('factcheck worker --once --dsn ''%s''', concat_ws(
        ' ', 'dbname=' || current_database(), 'user=' || current_user, 'host=' || place,
        'port=' || nullif(current_setting('port'), '5432')));
BEGIN
    IF NOT EXISTS (SELECT FROM pg_extension e WHERE e.extname = 'pg_cron') THEN
        RAISE EXCEPTION 'pg_cron is not in this database' -- error: pg_cron_not_here
            USING ERRCODE = 'undefined_object',
                  DETAIL = CASE WHEN NOT pg_has_role('pg_read_all_settings', 'USAGE') THEN 'The extension was not created.'
                                WHEN current_setting('cron.database_name', true) <> current_database()
                                THEN format('It keeps its jobs in the database "%s".', current_setting('cron.database_name', true))
                                ELSE 'The extension was not created.' END,
                  HINT = format(E'Create the extension pg_cron here, or let the system run the queue: by a line of crontab,\n%s %s\n'
                                'or by a service of systemd with\nExecStart=%s\nwhose timer has\nOnCalendar=%s\n'
                                'See docs/watch.md of factcheck.',
                                coalesce(cron, '0 2 * * *'), worker, worker, factcheck._systemd_calendar(coalesce(cron, '0 2 * * *')));
    ELSIF NOT has_schema_privilege('cron', 'USAGE') THEN
        RAISE EXCEPTION 'permission denied to use pg_cron' -- error: pg_cron_not_permitted
            USING ERRCODE = 'insufficient_privilege',
                  HINT = format('Ask a superuser: GRANT USAGE ON SCHEMA cron TO %I.', current_user);
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._require_pg_cron(text) IS
    'Raises an error where the current role has no pg_cron in this database, which says how the system runs the queue instead.';

CREATE FUNCTION factcheck.schedule(
    name text,
    cron text,
    max_documents integer DEFAULT 10000,
    time_limit interval DEFAULT '4 hours'
) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    job bigint;
BEGIN
    IF name IS NULL OR btrim(name) = '' THEN
        RAISE EXCEPTION 'the schedule has no name' -- error: schedule_without_name
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Name it: SELECT factcheck.schedule(''nightly'', ''0 2 * * *'').';
    ELSIF cron IS NULL OR factcheck._next_time(cron, '2000-01-01') IS NULL THEN
        RAISE EXCEPTION '"%" is no schedule', coalesce(cron, 'NULL') -- error: schedule_not_valid
            USING ERRCODE = 'invalid_parameter_value',
                  DETAIL = 'A schedule has five fields: minute, hour, day of the month, month, day of the week.',
                  HINT = 'For two in the morning write ''0 2 * * *'', for every five minutes ''*/5 * * * *''.';
    END IF;
    PERFORM factcheck._begin_run(max_documents, time_limit);
    PERFORM factcheck._require_pg_cron(cron);
    EXECUTE format('SELECT cron.schedule(%L, %L, %L)', 'factcheck ' || name, btrim(cron),
                   format('CALL factcheck.run_pending(%s, %L)', max_documents, time_limit))
    INTO job;
    RETURN job;
END;
$function$;
COMMENT ON FUNCTION factcheck.schedule(text, text, integer, interval) IS
    'Lets pg_cron run the queue as the calling role at the times of a cron schedule; a schedule of the same name is replaced. Returns the number of the job.';

CREATE FUNCTION factcheck.unschedule(name text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    job bigint;
BEGIN
    PERFORM factcheck._require_pg_cron(NULL);
    EXECUTE 'SELECT j.jobid FROM cron.job j WHERE j.jobname = $1 AND j.username = current_user'
    INTO job USING 'factcheck ' || name;
    IF job IS NULL THEN
        RAISE EXCEPTION 'no schedule "%" is yours', coalesce(name, 'NULL') -- error: schedule_not_known
            USING ERRCODE = 'undefined_object', HINT = 'See your jobs: SELECT jobname, schedule FROM cron.job.';
    END IF;
    EXECUTE 'SELECT cron.unschedule($1)' USING job;
END;
$function$;
COMMENT ON FUNCTION factcheck.unschedule(text) IS 'Ends a schedule of the calling role.';

-- pg_cron shows a role its own jobs alone.
CREATE FUNCTION factcheck._scheduled_runs() RETURNS TABLE (role_name name, next_run_at timestamptz)
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    zone CONSTANT text := coalesce(nullif(current_setting('cron.timezone', true), ''), 'GMT');
BEGIN
    IF EXISTS (SELECT FROM pg_extension e WHERE e.extname = 'pg_cron') AND has_schema_privilege('cron', 'USAGE')
       AND has_table_privilege('cron.job', 'SELECT') THEN
        RETURN QUERY EXECUTE
            'SELECT j.username::name, min(factcheck._next_time(j.schedule, statement_timestamp() AT TIME ZONE $1) AT TIME ZONE $1)'
            ' FROM cron.job j'
            ' WHERE j.active AND j.database = current_database() AND j.command LIKE ''CALL factcheck.run_pending(%'' GROUP BY 1'
        USING zone;
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._scheduled_runs() IS
    'When pg_cron will next run the queue as which role, as far as it shows its jobs to the current role.';
