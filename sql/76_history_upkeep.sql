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

-- Where a dump is restored, roles of the same names have other numbers, and columns move up to the places of dropped ones.
-- Nobody but a superuser knows that they are still the same.
CREATE FUNCTION factcheck.adopt_history() RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    adopted bigint;
    altered bigint;
BEGIN
    IF NOT (SELECT r.rolsuper FROM pg_roles r WHERE r.rolname = current_user) THEN
        RAISE EXCEPTION 'permission denied to adopt the history' -- error: adoption_not_permitted
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = 'It decides which roles are those that once checked, and which columns were used.',
                  HINT = 'Ask a superuser to run: SELECT factcheck.adopt_history().';
    END IF;
    UPDATE factcheck.origin o SET role_id = r.oid
    FROM pg_roles r WHERE r.rolname = o.role_name AND r.oid <> o.role_id;
    GET DIAGNOSTICS adopted = ROW_COUNT;
    UPDATE factcheck.publication p SET role_id = r.oid, publisher_id = publisher.oid
    FROM pg_roles r, pg_roles publisher
    WHERE r.rolname = p.role_name AND publisher.rolname = p.publisher_name
      AND (r.oid, publisher.oid) <> (p.role_id, p.publisher_id);
    UPDATE factcheck.used_column u SET column_number = a.attnum
    FROM pg_attribute a
    WHERE a.attrelid = u.relation AND a.attname = u.column_name AND a.atttypid = u.column_type AND a.attnum > 0
      AND NOT a.attisdropped AND a.attnum <> u.column_number
      AND NOT EXISTS (SELECT FROM factcheck.used_column known
                      WHERE known.relation = u.relation AND known.column_name = u.column_name
                        AND known.column_type = u.column_type AND known.column_number = a.attnum);
    GET DIAGNOSTICS altered = ROW_COUNT;
    RETURN adopted + altered;
END;
$function$;
COMMENT ON FUNCTION factcheck.adopt_history() IS
    'Says, after a dump was restored, that roles and columns of the same names are those of the stored runs; returns how many were not. Only for superusers.';
