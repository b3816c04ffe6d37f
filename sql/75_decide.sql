-- People decide what stored claims mean, or take back what they decided.
CREATE TYPE factcheck.moved_claim AS (
    claim_no integer,
    claim_text text,
    old_verdict factcheck.verdict,
    new_verdict factcheck.verdict,
    old_reading text,
    new_reading text,
    old_value numeric,
    new_value numeric,
    message text,
    run_id bigint
);
COMMENT ON TYPE factcheck.moved_claim IS 'A claim that a correction was about, or that is read or judged otherwise after it.';
COMMENT ON COLUMN factcheck.moved_claim.claim_no IS 'Number of the claim in its document.';
COMMENT ON COLUMN factcheck.moved_claim.claim_text IS 'The claim as the document writes it.';
COMMENT ON COLUMN factcheck.moved_claim.old_verdict IS 'Verdict before.';
COMMENT ON COLUMN factcheck.moved_claim.new_verdict IS 'Verdict now.';
COMMENT ON COLUMN factcheck.moved_claim.old_reading IS 'Likeliest reading before, in words.';
COMMENT ON COLUMN factcheck.moved_claim.new_reading IS 'Likeliest reading now; NULL for what was dismissed.';
COMMENT ON COLUMN factcheck.moved_claim.old_value IS 'What the reading before gave.';
COMMENT ON COLUMN factcheck.moved_claim.new_value IS 'What the reading gives now.';
COMMENT ON COLUMN factcheck.moved_claim.message IS 'One sentence: what was stated, what the data say, and how sure that is.';
COMMENT ON COLUMN factcheck.moved_claim.run_id IS 'Number of the run that holds what follows from the correction.';

-- Confirmed, or dismissed, is what holds for the likeliest now; an undone decision gives back the one before.
CREATE FUNCTION factcheck._chosen_reading(
    readings_run_id bigint, checked_run_id bigint, claim_no integer, decided jsonb, held jsonb
) RETURNS jsonb
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    wanted CONSTANT integer := CASE WHEN decided->>'decision' IN ('confirmed', 'dismissed') THEN 1
                                    ELSE (decided->>'rank')::integer END;
    reading jsonb;
BEGIN
    IF decided->>'decision' = 'undone' THEN
        RETURN factcheck._undone_decision(claim_no, held);
    END IF;
    decided := jsonb_strip_nulls(decided || jsonb_build_object('previous_id', held->'correction_id'));
    IF wanted IS NULL THEN
        RETURN decided;
    END IF;
    SELECT jsonb_build_object('query', r.query, 'description', r.description, 'kept_query', r.kept_query,
                              'columns', r.reading_columns) INTO reading
    FROM factcheck._offered_readings(readings_run_id, checked_run_id, claim_no) AS r WHERE r.rank = wanted;
    IF reading IS NULL AND decided->>'decision' = 'dismissed' THEN
        RETURN decided;
    ELSIF reading IS NULL THEN
        RAISE EXCEPTION 'claim % has no reading of rank %', claim_no, wanted -- error: reading_not_known
            USING ERRCODE = 'undefined_object',
                  HINT = format('See which there are: SELECT rank, description FROM factcheck.candidates(%s, %s).',
                                (SELECT r.document_id FROM factcheck.run r WHERE r.run_id = checked_run_id), claim_no);
    END IF;
    RETURN decided || reading;
END;
$function$;
COMMENT ON FUNCTION factcheck._chosen_reading(bigint, bigint, integer, jsonb, jsonb) IS
    'Completes a decision about a claim: the reading that is meant, and the decision that holds until now.';

CREATE FUNCTION factcheck._undone_decision(claim_no integer, held jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
BEGIN
    IF held IS NULL THEN
        RAISE EXCEPTION 'nothing was decided about claim %', claim_no -- error: claim_not_decided
            USING ERRCODE = 'object_not_in_prerequisite_state',
                  HINT = 'See what was: SELECT document_id, claim_no, decision FROM factcheck.corrections.';
    END IF;
    RETURN coalesce(
        (SELECT jsonb_strip_nulls(jsonb_build_object(
                    'decision', before.decision, 'previous_id', before.previous_id, 'undone_id', held->'correction_id',
                    'query', r.query, 'description', r.description, 'kept_query', r.kept_query, 'columns', r.columns))
         FROM factcheck.correction last
         JOIN factcheck.correction before
           ON before.correction_id = last.previous_id AND before.origin_id = ANY ((SELECT factcheck._own_origins())::integer[])
         LEFT JOIN factcheck.correction_reading r
           ON r.correction_id = before.correction_id AND r.origin_id = before.origin_id
         WHERE last.correction_id = (held->>'correction_id')::bigint
           AND last.origin_id = ANY ((SELECT factcheck._own_origins())::integer[])
           AND before.decision <> 'forgotten' AND (r.query IS NOT NULL OR before.decision = 'dismissed')),
        jsonb_build_object('decision', 'reopened', 'undone_id', held->'correction_id'));
END;
$function$;
COMMENT ON FUNCTION factcheck._undone_decision(integer, jsonb) IS
    'The decision that holds again once the last one about a claim is undone: the one before, or none.';

-- The decision is entered before what follows from it, since that names it; a claim that it does not change has none.
CREATE FUNCTION factcheck._enter_correction(
    origin_id integer, document_id bigint, latest_run_id bigint, claim_no integer, sentence_key text, decided jsonb
) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    new_id bigint;
BEGIN
    INSERT INTO factcheck.correction (origin_id, document_id, previous_id, undone_id, decision, claim_no, claim_text, sentence,
                                      sentence_key)
    SELECT origin_id, document_id, (decided->>'previous_id')::bigint, (decided->>'undone_id')::bigint, decided->>'decision',
           c.claim_no, c.claim_text, c.sentence, sentence_key
    FROM factcheck.claim c WHERE c.run_id = latest_run_id AND c.claim_no = claim_no AND c.origin_id = origin_id
    RETURNING correction_id INTO new_id;
    IF decided->>'query' IS NOT NULL THEN
        INSERT INTO factcheck.correction_reading (correction_id, origin_id, columns, query, description, kept_query)
        VALUES (new_id, origin_id, ARRAY(SELECT jsonb_array_elements_text(decided->'columns')::integer), decided->>'query',
                decided->>'description', nullif(decided->'kept_query', 'null'));
    END IF;
    RETURN new_id;
END;
$function$;
COMMENT ON FUNCTION factcheck._enter_correction(integer, bigint, bigint, integer, text, jsonb) IS
    'Enters what was decided about a claim, with the reading that is meant, and returns its number.';

CREATE FUNCTION factcheck._decide(document_id bigint, claim_no integer, decided jsonb) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    started CONSTANT timestamptz := clock_timestamp();
    snapshot CONSTANT pg_snapshot := pg_current_snapshot();
    origin integer;
    latest bigint;
    source record;
    new_run bigint;
    decisions jsonb;
    claims jsonb;
    prepared jsonb;
    states jsonb;
    inferred jsonb;
    correction bigint;
BEGIN
    PERFORM factcheck._latest_run(document_id, claim_no);
    SELECT l.origin_id, l.latest_run_id INTO origin, latest FROM factcheck._begin_later_run(document_id) AS l;
    PERFORM factcheck._raise(factcheck._load());
    SELECT s.readings_run_id, s.checked_run_id INTO source FROM factcheck._sources_of_run(latest) AS s;
    IF 2 > (SELECT count(*) FROM unnest(ARRAY[latest, source.checked_run_id]) AS run (run_id)
            JOIN factcheck.claim_verdict v ON v.run_id = run.run_id AND v.claim_no = claim_no) THEN
        RAISE EXCEPTION 'the verdict on claim % of document % is withheld from you', claim_no, document_id -- error: verdict_withheld
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = 'You may not read all columns that were used, they were altered, or row security applies to them.',
                  HINT = 'Check the text again: factcheck.verify.';
    END IF;
    decisions := factcheck._decisions(latest);
    decided := factcheck._chosen_reading(
        source.readings_run_id, source.checked_run_id, claim_no, decided, decisions->(claim_no::text));
    decisions := jsonb_set(decisions, ARRAY[claim_no::text], decided);
    claims := factcheck._claims_to_infer(latest, source.checked_run_id, source.readings_run_id, decisions, claim_no);
    SELECT coalesce(jsonb_agg(s), '[]') INTO states
    FROM factcheck._data_states(ARRAY(
        SELECT DISTINCT u.relation::oid
        FROM factcheck.used_column u
        WHERE u.used_column_id IN (
            SELECT member FROM factcheck._stored_readings(source.checked_run_id) AS r CROSS JOIN unnest(r.columns) AS member
            UNION SELECT member::integer FROM jsonb_path_query(decisions, '$.*.columns[*]') AS chosen (member)))) AS s;
    PERFORM factcheck._keep_names();
    prepared := factcheck._prepare_correction(claims);
    PERFORM factcheck._raise(prepared->'error');
    inferred := factcheck._reinfer_read_only(prepared->>'token');
    correction := factcheck._enter_correction(
        origin, document_id, latest, claim_no, prepared->'keys'->>(claim_no::text), decided);
    PERFORM factcheck._enter_words(correction, origin, decided->'columns', prepared->'words');
    decisions := jsonb_set(decisions, ARRAY[claim_no::text, 'correction_id'], to_jsonb(correction));
    new_run := factcheck._enter_later_run(latest, 'correction', source.checked_run_id, started);
    PERFORM factcheck._store_correction(
        origin, source.checked_run_id, latest, new_run, inferred, decisions, states, snapshot);
    RETURN QUERY
        SELECT b.claim_no, b.claim_text, o.verdict, n.verdict, p.description, f.description, p.found_value, f.found_value,
               f.message, new_run
        FROM factcheck.claim b
        JOIN factcheck.claim_verdict n ON n.run_id = new_run AND n.claim_no = b.claim_no
        JOIN factcheck.claim_value f ON f.run_id = new_run AND f.claim_no = b.claim_no
        LEFT JOIN factcheck.claim_verdict o ON o.run_id = latest AND o.claim_no = b.claim_no
        LEFT JOIN factcheck.claim_value p ON p.run_id = latest AND p.claim_no = b.claim_no
        WHERE b.run_id = new_run
          AND (b.claim_no = claim_no OR o.verdict <> n.verdict OR p.query IS DISTINCT FROM f.query)
        ORDER BY b.claim_no;
END;
$function$;
COMMENT ON FUNCTION factcheck._decide(bigint, integer, jsonb) IS
    'Enters what a person decided about a claim, reads the other claims of the document anew, stores what follows, and returns the claims that moved.';

CREATE FUNCTION factcheck.confirm(document_id bigint, claim_no integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT * FROM factcheck._decide(document_id, claim_no, '{"decision": "confirmed"}');
END;
$function$;
COMMENT ON FUNCTION factcheck.confirm(bigint, integer) IS
    'Says that the likeliest reading of a claim is what is meant; returns the claims that are read or judged otherwise for it.';

CREATE FUNCTION factcheck.correct(document_id bigint, claim_no integer, rank integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF rank IS NULL THEN
        RAISE EXCEPTION 'no rank given' -- error: no_rank_given
            USING ERRCODE = 'null_value_not_allowed',
                  HINT = format('See which readings there are: SELECT rank, description FROM factcheck.candidates(%s, %s).',
                                coalesce(document_id::text, 'NULL'), coalesce(claim_no::text, 'NULL'));
    END IF;
    RETURN QUERY SELECT * FROM factcheck._decide(
        document_id, claim_no, jsonb_build_object('decision', 'corrected', 'rank', rank));
END;
$function$;
COMMENT ON FUNCTION factcheck.correct(bigint, integer, integer) IS
    'Says which reading of a claim is meant, by its rank among factcheck.candidates; returns the claims that are read or judged otherwise for it.';

CREATE FUNCTION factcheck.dismiss(document_id bigint, claim_no integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT * FROM factcheck._decide(document_id, claim_no, '{"decision": "dismissed"}');
END;
$function$;
COMMENT ON FUNCTION factcheck.dismiss(bigint, integer) IS
    'Says that a claim is none about the data; returns the claims that are read or judged otherwise for it.';

CREATE FUNCTION factcheck.reopen(document_id bigint, claim_no integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT * FROM factcheck._decide(document_id, claim_no, '{"decision": "reopened"}');
END;
$function$;
COMMENT ON FUNCTION factcheck.reopen(bigint, integer) IS
    'Says that nothing is decided about a claim any more; returns the claims that are read or judged otherwise for it.';

CREATE FUNCTION factcheck.undo_correction(document_id bigint, claim_no integer) RETURNS SETOF factcheck.moved_claim
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT * FROM factcheck._decide(document_id, claim_no, '{"decision": "undone"}');
END;
$function$;
COMMENT ON FUNCTION factcheck.undo_correction(bigint, integer) IS
    'Takes the last decision about a claim back, so that the one before holds again; returns the claims that are read or judged otherwise for it.';

CREATE FUNCTION factcheck.forget_correction(correction_id bigint) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
DECLARE
    forgotten bigint;
BEGIN
    UPDATE factcheck.correction_reading r SET columns = '{}', query = '', description = '', kept_query = NULL
    WHERE r.correction_id = forget_correction.correction_id AND r.origin_id = ANY (factcheck._own_origins());
    UPDATE factcheck.correction_word w
    SET columns = '{}', word = '', term = '', table_name = '', column_id = NULL, literal = NULL, fragment = NULL, is_synonym = NULL
    WHERE w.correction_id = forget_correction.correction_id AND w.origin_id = ANY (factcheck._own_origins());
    UPDATE factcheck.correction k SET decision = 'forgotten', claim_text = '', sentence = NULL, sentence_key = NULL
    WHERE k.correction_id = forget_correction.correction_id AND k.origin_id = ANY (factcheck._own_origins())
      AND k.decision <> 'forgotten';
    GET DIAGNOSTICS forgotten = ROW_COUNT;
    IF forgotten = 0 THEN
        RAISE EXCEPTION 'there is no correction % of yours', coalesce(correction_id::text, 'NULL') -- error: correction_not_known
            USING ERRCODE = 'undefined_object',
                  HINT = 'See which there are: SELECT correction_id, sentence, decision FROM factcheck.corrections.';
    END IF;
    RETURN forgotten;
END;
$function$;
COMMENT ON FUNCTION factcheck.forget_correction(bigint) IS
    'Erases what a correction says, so that later checks do not go by it; verdicts that are stored stay as they are.';
