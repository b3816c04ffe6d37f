-- A document may be named by the title that it was checked under, as for factcheck.recheck.
CREATE FUNCTION factcheck.candidates(title text, claim_no integer, k integer DEFAULT 10) RETURNS TABLE (
    rank integer, description text, value numeric, matches boolean, probability double precision, query text, label text,
    p_label double precision, passage_source text, passage_key text, passage_start integer, passage_length integer,
    passage_words text)
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.* FROM factcheck.candidates(factcheck._titled_document(title, false), claim_no, k) AS r;
END;
$function$;
COMMENT ON FUNCTION factcheck.candidates(text, integer, integer) IS
    'As candidates with the number of a document, for one that has a title.';

CREATE FUNCTION factcheck.fragments(title text, claim_no integer) RETURNS TABLE (kind text, fragment text, probability double precision)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.* FROM factcheck.fragments(factcheck._titled_document(title, false), claim_no) AS r;
END;
$function$;
COMMENT ON FUNCTION factcheck.fragments(text, integer) IS
    'As fragments with the number of a document, for one that has a title.';

CREATE FUNCTION factcheck.confirm(title text, claim_no integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.* FROM factcheck.confirm(factcheck._titled_document(title, true), claim_no) AS r;
END;
$function$;
COMMENT ON FUNCTION factcheck.confirm(text, integer) IS
    'As confirm with the number of a document, for one that the caller had checked under a title.';

CREATE FUNCTION factcheck.dismiss(title text, claim_no integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.* FROM factcheck.dismiss(factcheck._titled_document(title, true), claim_no) AS r;
END;
$function$;
COMMENT ON FUNCTION factcheck.dismiss(text, integer) IS
    'As dismiss with the number of a document, for one that the caller had checked under a title.';

CREATE FUNCTION factcheck.reopen(title text, claim_no integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.* FROM factcheck.reopen(factcheck._titled_document(title, true), claim_no) AS r;
END;
$function$;
COMMENT ON FUNCTION factcheck.reopen(text, integer) IS
    'As reopen with the number of a document, for one that the caller had checked under a title.';

CREATE FUNCTION factcheck.undo_correction(title text, claim_no integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.* FROM factcheck.undo_correction(factcheck._titled_document(title, true), claim_no) AS r;
END;
$function$;
COMMENT ON FUNCTION factcheck.undo_correction(text, integer) IS
    'As undo_correction with the number of a document, for one that the caller had checked under a title.';

CREATE FUNCTION factcheck.correct(title text, claim_no integer, rank integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.* FROM factcheck.correct(factcheck._titled_document(title, true), claim_no, rank) AS r;
END;
$function$;
COMMENT ON FUNCTION factcheck.correct(text, integer, integer) IS
    'As correct with the number of a document, for one that the caller had checked under a title.';

CREATE FUNCTION factcheck.correct(title text, claim_no integer, query text) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.* FROM factcheck.correct(factcheck._titled_document(title, true), claim_no, query) AS r;
END;
$function$;
COMMENT ON FUNCTION factcheck.correct(text, integer, text) IS
    'As correct with the number of a document, for one that the caller had checked under a title.';

CREATE FUNCTION factcheck.correct(
    title text, claim_no integer, function text, column_name text, predicates text[] DEFAULT '{}', condition text[] DEFAULT '{}'
) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.* FROM factcheck.correct(factcheck._titled_document(title, true), claim_no, function, column_name, predicates, condition) AS r;
END;
$function$;
COMMENT ON FUNCTION factcheck.correct(text, integer, text, text, text[], text[]) IS
    'As correct with the number of a document, for one that the caller had checked under a title.';
