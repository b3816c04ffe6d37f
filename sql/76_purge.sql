CREATE FUNCTION factcheck.purge(older_than interval) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    purged bigint;
BEGIN
    IF older_than IS NULL OR older_than < interval '0' THEN
        RAISE EXCEPTION 'runs cannot be purged by an age of %', coalesce(older_than::text, 'NULL') -- error: age_out_of_range
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Give an interval, such as ''90 days''.';
    END IF;
    -- A recheck needs the check that it goes back to.
    DELETE FROM factcheck.run r
    WHERE r.checked_at < now() - older_than AND NOT r.is_latest
      AND r.run_id NOT IN (SELECT latest.checked_run_id FROM factcheck.run latest
                           WHERE latest.is_latest AND latest.checked_run_id IS NOT NULL);
    GET DIAGNOSTICS purged = ROW_COUNT;
    RETURN purged;
END;
$function$;
COMMENT ON FUNCTION factcheck.purge(interval) IS
    'Deletes what is kept of runs that ended longer ago than this, but for the latest run of each document and the check that it goes back to; returns how many.';
