-- A watched report table has the texts of its documents: a page that marks claims reads the row, as its reader.
CREATE FUNCTION factcheck.report_text(document_id bigint) RETURNS text
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET plan_cache_mode = force_generic_plan
SET jit = off
AS $function$
DECLARE
    watch factcheck.watched_table;
    key text;
    hash bytea;
    body text;
BEGIN
    SELECT d.source_key, r.document_hash INTO key, hash
    FROM factcheck.document d
    JOIN factcheck.run r ON r.document_id = d.document_id AND r.origin_id = d.origin_id AND r.is_latest
    WHERE d.document_id = report_text.document_id AND d.source_key IS NOT NULL;
    SELECT w.* INTO watch
    FROM factcheck.document d
    JOIN factcheck.origin o ON o.origin_id = d.origin_id
    JOIN factcheck.watched_table w ON w.relation = o.source_table
    WHERE d.document_id = report_text.document_id;
    IF key IS NULL OR watch.relation IS NULL
       OR NOT coalesce(has_column_privilege(watch.relation, watch.text_column, 'SELECT')
                       AND has_column_privilege(watch.relation, watch.key_column, 'SELECT'), false) THEN
        RETURN NULL;
    END IF;
    PERFORM factcheck._require_own_code(watch.relation);
    EXECUTE format('SELECT concat(t.%I) FROM %s AS t WHERE t.%I = $1::%s LIMIT 1', watch.text_column, watch.relation,
                   watch.key_column, factcheck._key_type(watch.relation, watch.key_column))
    INTO body USING key;
    RETURN CASE WHEN sha256(convert_to(body, 'UTF8')) = hash THEN body END;
END;
$function$;
COMMENT ON FUNCTION factcheck.report_text(bigint) IS
    'The text of a stored document that is a row of a watched table, read from the table with the rights of the caller; NULL where the row has another text by now, or may not be read.';
