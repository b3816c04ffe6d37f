CREATE FUNCTION factcheck._search(claim text, source text, k integer, mode text, seconds double precision) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
SET enable_seqscan = off -- a new index has no statistics yet
SET jit = off
AS $python$
    return GD["factcheck"].search(plpy, claim, source, k, mode, seconds)
$python$;
COMMENT ON FUNCTION factcheck._search(text, text, integer, text, double precision) IS 'Finds the passages of a source that are about a claim.';

CREATE FUNCTION factcheck._check_evidence(claim text, source text, k integer, seconds double precision) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
SET enable_seqscan = off
SET jit = off
AS $python$
    return GD["factcheck"].check_evidence(plpy, claim, source, k, seconds)
$python$;
COMMENT ON FUNCTION factcheck._check_evidence(text, text, integer, double precision) IS 'Judges a claim by the passages of a source.';

CREATE FUNCTION factcheck._passage_contexts(claims jsonb) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
SET jit = off
AS $python$
    return GD["factcheck"].passage_contexts(plpy, claims)
$python$;
COMMENT ON FUNCTION factcheck._passage_contexts(jsonb) IS
    'The passages of claims as their sources have them now, as far as the current role may read these.';

CREATE FUNCTION factcheck._contexts_of(claims jsonb) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    result jsonb;
BEGIN
    IF NOT jsonb_path_exists(claims, '$[*].alternatives[*].source') THEN
        RETURN '[]';
    END IF;
    PERFORM factcheck._keep_names();
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        result := factcheck._passage_contexts(claims);
        PERFORM factcheck._raise(result->'error');
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
    RETURN result->'contexts';
END;
$function$;
COMMENT ON FUNCTION factcheck._contexts_of(jsonb) IS
    'Reads the passages of claims, in a block that cannot write, as an array of objects: place, before, text, after.';

CREATE FUNCTION factcheck._passage_context(source text, key text, passage_start integer, passage_length integer, around integer)
RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
SET jit = off
AS $python$
    return GD["factcheck"].passage_context(plpy, source, key, passage_start, passage_length, around)
$python$;
COMMENT ON FUNCTION factcheck._passage_context(text, text, integer, integer, integer) IS
    'Reads some characters of a row of a source, with what stands around them.';

CREATE FUNCTION factcheck.passage_context(
    source text, key text, passage_start integer, passage_length integer, around integer DEFAULT 1000
) RETURNS TABLE (before text, passage text, after text)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    result jsonb;
BEGIN
    PERFORM factcheck._require_source(source);
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._keep_names();
    IF key IS NULL OR passage_start IS NULL OR passage_length IS NULL OR around IS NULL THEN
        RETURN;
    END IF;
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        result := factcheck._passage_context(source, key, passage_start, passage_length, around);
        PERFORM factcheck._raise(result->'error');
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
    RETURN QUERY
        SELECT c.before, c.text, c.after
        FROM jsonb_to_record(result->'context') AS c (before text, text text, after text)
        WHERE result->'context' <> 'null';
END;
$function$;
COMMENT ON FUNCTION factcheck.passage_context(text, text, integer, integer, integer) IS
    'A passage as its source has it now, and at most so many characters before and after it; no row where the text ends before, or the row is gone.';

CREATE FUNCTION factcheck.search(
    claim text, source text, k integer DEFAULT 10, mode text DEFAULT NULL, time_budget interval DEFAULT NULL
)
RETURNS TABLE (rank integer, passage text, score double precision, matched_terms text[], source_key text)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    result jsonb;
BEGIN
    IF claim IS NULL THEN
        RETURN;
    END IF;
    PERFORM factcheck._require_source(source);
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._keep_names();
    -- While a source is read, not even a function called by one of its policies can write.
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        result := factcheck._search(claim, source, k, mode, extract(epoch FROM time_budget)::double precision);
        PERFORM factcheck._raise(result->'error');
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
    RETURN QUERY
        SELECT p.rank, p.passage, p.score, p.matched_terms, p.source_key
        FROM jsonb_to_recordset(result->'passages') AS p (
            rank integer, passage text, score double precision, matched_terms text[], source_key text)
        ORDER BY p.rank;
END;
$function$;
COMMENT ON FUNCTION factcheck.search(text, text, integer, text, interval) IS
    'The k passages of a source that have most of a claim''s words, with their score and the words they share, rarest first. The mode is bm25, tfidf or, where the source has embeddings, fused; NULL takes the best there is. A time_budget ends the reading of a source that is not indexed: what was read by then is searched.';

CREATE FUNCTION factcheck.check_evidence(claim text, source text, k integer DEFAULT 5, time_budget interval DEFAULT NULL)
RETURNS TABLE (verdict factcheck.verdict, p_correct double precision, p_supported double precision, p_refuted double precision,
               p_not_enough_info double precision, p_disputed double precision, message text, evidence jsonb)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    result jsonb;
BEGIN
    IF claim IS NULL THEN
        RETURN;
    END IF;
    PERFORM factcheck._require_source(source);
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._keep_names();
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        result := factcheck._check_evidence(claim, source, k, extract(epoch FROM time_budget)::double precision);
        PERFORM factcheck._raise(result->'error');
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
    RETURN QUERY
        SELECT (result->>'verdict')::factcheck.verdict, (result->>'p_correct')::double precision, p.supported, p.refuted,
               p.not_enough_info, p.disputed, result->>'message', result->'evidence'
        FROM jsonb_to_record(result->'probabilities') AS p (
            supported double precision, refuted double precision, not_enough_info double precision, disputed double precision);
END;
$function$;
COMMENT ON FUNCTION factcheck.check_evidence(text, text, integer, interval) IS
    'Judges one claim by the k passages of a source that are most likely evidence: the verdict, the probability of each label, and the passages with what each says. With a time_budget it is judged by the passages that were read in time.';
