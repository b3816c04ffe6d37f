-- What an administrator may delete, and learn no more of than its number, also where it may not read the document: so these two
-- views, unlike the others, run with their owner's rights.
--
-- A document of a report table that its role watches no more is not looked for, so that its row may be gone, too.
CREATE VIEW factcheck._erasable_document WITH (security_barrier = true) AS
    SELECT d.document_id,
           coalesce(d.gone_at, (SELECT pg_catalog.max(r.checked_at) FROM factcheck.run r
                                WHERE r.document_id OPERATOR(pg_catalog.=) d.document_id), '-infinity') AS gone_since
    FROM factcheck.document d
    WHERE d.gone_at IS NOT NULL
       OR d.origin_id OPERATOR(pg_catalog.=) ANY (ARRAY(
              SELECT o.origin_id FROM factcheck.origin o
              WHERE o.source_table IS NOT NULL AND NOT EXISTS (
                  SELECT FROM factcheck.watched_table w
                  JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) w.relation
                  JOIN pg_catalog.pg_roles p
                    ON p.oid OPERATOR(pg_catalog.=) w.role_id AND p.rolname OPERATOR(pg_catalog.=) w.role_name
                  WHERE w.relation OPERATOR(pg_catalog.=) o.source_table AND w.role_name OPERATOR(pg_catalog.=) o.role_name
                    AND w.role_id OPERATOR(pg_catalog.=) o.role_id)));
COMMENT ON VIEW factcheck._erasable_document IS
    'Documents that may be erased: rows of report tables that are gone, or whose table was dropped or is not watched any more by the role that had them checked.';
COMMENT ON COLUMN factcheck._erasable_document.document_id IS 'Number of the document.';
COMMENT ON COLUMN factcheck._erasable_document.gone_since IS
    'When the row was found to be gone, or else when the document was last checked.';

CREATE VIEW factcheck._unused_table_state WITH (security_barrier = true) AS
    SELECT s.table_state_id FROM factcheck.table_state s
    WHERE s.table_state_id OPERATOR(pg_catalog.<>) ALL (ARRAY(
        SELECT used.number FROM factcheck.verdict_count v CROSS JOIN LATERAL pg_catalog.unnest(v.states) AS used (number)
        GROUP BY used.number));
COMMENT ON VIEW factcheck._unused_table_state IS 'States of data that no stored verdict was judged by.';
COMMENT ON COLUMN factcheck._unused_table_state.table_state_id IS 'Number of the state.';

CREATE FUNCTION factcheck.purge(older_than interval, gone_for interval DEFAULT NULL) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    gone_before CONSTANT timestamptz := now() - coalesce(gone_for, older_than);
    age CONSTANT interval := CASE WHEN older_than IS NOT NULL THEN least(older_than, gone_for) END;
    erased bigint;
    purged bigint;
BEGIN
    IF age IS NULL OR age < interval '0' THEN
        RAISE EXCEPTION 'runs cannot be purged by an age of %', coalesce(age::text, 'NULL') -- error: age_out_of_range
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Give an interval, such as ''90 days''.';
    END IF;
    SELECT count(*) INTO erased
    FROM factcheck._erasable_document e JOIN factcheck.run r ON r.document_id = e.document_id
    WHERE e.gone_since <= gone_before;
    DELETE FROM factcheck._erasable_document e WHERE e.gone_since <= gone_before;
    -- A recheck needs the check or correction that it goes back to, and a correction the check.
    DELETE FROM factcheck.run r
    WHERE r.checked_at < now() - older_than AND NOT r.is_latest
      AND r.run_id NOT IN (SELECT source.run_id
                           FROM factcheck.run latest
                           LEFT JOIN factcheck.run checked ON checked.run_id = latest.checked_run_id
                           CROSS JOIN LATERAL (VALUES (latest.checked_run_id), (checked.checked_run_id)) AS source (run_id)
                           WHERE latest.is_latest AND source.run_id IS NOT NULL);
    GET DIAGNOSTICS purged = ROW_COUNT;
    -- A check that is being stored may name a state in which the data still are.
    DELETE FROM factcheck._unused_table_state s WHERE s.table_state_id <> ALL (factcheck._present_states(false));
    RETURN erased + purged;
END;
$function$;
COMMENT ON FUNCTION factcheck.purge(interval, interval) IS
    'Deletes what is kept of runs that ended longer ago than older_than, but for the latest run of each document and the check that it goes back to; and all that is kept of documents whose report has been gone for longer than gone_for, by default older_than. Returns how many runs.';

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
