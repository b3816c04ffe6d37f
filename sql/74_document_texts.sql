-- The text of a stored document, where its role wants it kept: verify keeps none of it, and a page that marks claims in their
-- text needs it.  Whoever may read the sentences of the claims may read it.
CREATE TABLE factcheck.document_text (
    document_id bigint NOT NULL,
    origin_id integer NOT NULL,
    document_hash bytea NOT NULL,
    content text,
    unchecked jsonb,
    PRIMARY KEY (document_id, origin_id),
    FOREIGN KEY (document_id, origin_id) REFERENCES factcheck.document (document_id, origin_id) ON DELETE CASCADE
);
COMMENT ON TABLE factcheck.document_text IS 'Texts of stored documents that were kept by factcheck.keep_text, one for each document.';
COMMENT ON COLUMN factcheck.document_text.document_id IS 'The document.';
COMMENT ON COLUMN factcheck.document_text.origin_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.document_text.document_hash IS 'SHA-256 of the text.';
COMMENT ON COLUMN factcheck.document_text.content IS 'The text; NULL once it was erased.';
COMMENT ON COLUMN factcheck.document_text.unchecked IS
    'The numbers of the text that are no claims: an array of objects with text, start, length and reason; NULL once the text was erased.';

ALTER TABLE factcheck.document_text ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON factcheck.document_text FOR SELECT
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_origins())::integer[]));
CREATE POLICY stored_for_itself ON factcheck.document_text FOR INSERT
    WITH CHECK (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));
CREATE POLICY renewed ON factcheck.document_text FOR UPDATE
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));

-- As of claims: what row security hides is in no statistics.
ALTER TABLE factcheck.document_text
    ALTER COLUMN document_hash SET STATISTICS 0, ALTER COLUMN content SET STATISTICS 0, ALTER COLUMN unchecked SET STATISTICS 0;

CREATE FUNCTION factcheck._own_document(document_id bigint) RETURNS integer
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    origin integer;
BEGIN
    SELECT d.origin_id INTO origin FROM factcheck.document d WHERE d.document_id = _own_document.document_id;
    IF origin IS NULL THEN
        RAISE EXCEPTION 'there is no document %', coalesce(document_id::text, 'NULL') -- error: document_not_known
            USING ERRCODE = 'undefined_object',
                  HINT = 'See which were checked: SELECT document_id, title FROM factcheck.documents.';
    ELSIF origin <> ALL (factcheck._writable_origins()) THEN
        RAISE EXCEPTION 'permission denied for the text of document %', document_id -- error: text_not_owned
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = 'The role that had a document checked decides whether its text is kept.',
                  HINT = 'Let that role do it, or check the text yourself with factcheck.verify.';
    END IF;
    RETURN origin;
END;
$function$;
COMMENT ON FUNCTION factcheck._own_document(bigint) IS
    'The origin of a document of the current role; raises an error for those of other roles.';

CREATE FUNCTION factcheck.keep_text(document_id bigint, document text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    of_document CONSTANT bigint := keep_text.document_id;
    hash CONSTANT bytea := sha256(convert_to(document, 'UTF8'));
    origin integer;
    unchecked jsonb;
BEGIN
    PERFORM factcheck._require_writable();
    origin := factcheck._own_document(of_document);
    IF NOT EXISTS (SELECT FROM factcheck.run r WHERE r.document_id = of_document AND r.is_latest AND r.document_hash = hash) THEN
        RAISE EXCEPTION 'this is not the text of document % that was checked', of_document -- error: text_not_checked
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = 'Check it: factcheck.verify. Then keep it.';
    END IF;
    SELECT coalesce(jsonb_agg(jsonb_build_object(
               'text', e.item, 'start', e.item_start, 'length', e.item_length, 'reason', e.reason) ORDER BY e.item_start), '[]')
    INTO unchecked
    FROM factcheck.explain(document, NULL::integer, NULL::regclass[], NULL::text) AS e
    WHERE e.part = 'number' AND NOT e.is_claim;
    INSERT INTO factcheck.document_text (document_id, origin_id, document_hash, content, unchecked)
    VALUES (of_document, origin, hash, document, unchecked)
    ON CONFLICT ON CONSTRAINT document_text_pkey DO UPDATE
    SET document_hash = excluded.document_hash, content = excluded.content, unchecked = excluded.unchecked;
END;
$function$;
COMMENT ON FUNCTION factcheck.keep_text(bigint, text) IS
    'Keeps the text of a stored document, as its latest run checked it, so that its claims can be marked in it; takes the place of one that was kept before.';

CREATE FUNCTION factcheck.forget_text(document_id bigint) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    PERFORM factcheck._require_writable();
    PERFORM factcheck._own_document(document_id);
    UPDATE factcheck.document_text t SET document_hash = '', content = NULL, unchecked = NULL
    WHERE t.document_id = forget_text.document_id;
END;
$function$;
COMMENT ON FUNCTION factcheck.forget_text(bigint) IS
    'Erases the text of a stored document that was kept; what checks said of it stays.';

CREATE FUNCTION factcheck.kept_text(document_id bigint) RETURNS TABLE (content text, unchecked jsonb)
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY
        SELECT t.content, t.unchecked
        FROM factcheck.document_text t
        JOIN factcheck.run r ON r.document_id = t.document_id AND r.origin_id = t.origin_id AND r.is_latest
                            AND r.document_hash = t.document_hash
        WHERE t.document_id = kept_text.document_id;
END;
$function$;
COMMENT ON FUNCTION factcheck.kept_text(bigint) IS
    'The text of a stored document as its latest run checked it, with its numbers that are no claims; no row where no such text is kept.';
