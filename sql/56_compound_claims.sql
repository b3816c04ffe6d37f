-- What is said with several parts: one that is refuted refutes all of it.  NULL stands for a verdict that is withheld.
CREATE FUNCTION factcheck._verdict_of_all(verdicts text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT CASE WHEN 'refuted' = ANY (verdicts) THEN 'refuted'
                WHEN 'disputed' = ANY (verdicts) THEN 'disputed'
                WHEN array_position(verdicts, NULL) IS NOT NULL THEN NULL
                WHEN 'supported' = ALL (verdicts) THEN 'supported'
                ELSE 'not_enough_info' END
$function$;
COMMENT ON FUNCTION factcheck._verdict_of_all(text[]) IS
    'The verdict of what has several parts, from their verdicts: supported only if all are, refuted if one is; NULL where a withheld one might refute it.';

-- STABLE, with the settings of a check, as _answer_question is.
CREATE FUNCTION factcheck._check_parts(token text) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET DateStyle = 'ISO, YMD'
SET jit = off
SET parallel_setup_cost = 0
SET parallel_tuple_cost = 0
SET work_mem = '256MB'
SET extra_float_digits = 1
AS $python$
    return GD["factcheck"].check_parts(plpy, token)
$python$;
COMMENT ON FUNCTION factcheck._check_parts(text) IS 'Second step of a compound claim: evaluates the facts that decide its parts.';

CREATE FUNCTION factcheck.check_compound(claim text, tables regclass[] DEFAULT NULL) RETURNS TABLE (
    part integer, claim_text text, part_text text, verdict factcheck.verdict, found_value numeric, description text, query text
)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET client_min_messages = warning
AS $function$
#variable_conflict use_column
DECLARE
    asked jsonb := factcheck._question(claim, tables);
    decided jsonb;
    one record;
    checked record;
    verdicts text[] := '{}';
BEGIN
    IF asked->>'token' IS NULL OR jsonb_array_length(asked->'parts') = 0 THEN
        RETURN;
    END IF;
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        decided := factcheck._check_parts(asked->>'token');
        PERFORM factcheck._raise(decided->'error');
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
    FOR one IN
        SELECT p.* FROM jsonb_to_recordset(decided->'rows') AS p (
            part integer, "text" text, clause text, holds boolean, caption text, value numeric, query text)
        WHERE p.clause IS NOT NULL ORDER BY p.part
    LOOP
        part := one.part; claim_text := one.clause; part_text := one."text"; found_value := one.value;
        description := one.caption; query := one.query;
        verdict := CASE WHEN one.holds THEN 'supported' WHEN NOT one.holds THEN 'refuted' ELSE 'not_enough_info' END;
        IF one.holds IS NULL THEN
            -- What no fact decides may be a claim about a number: the check reads it as it stands.
            FOR checked IN
                SELECT r.verdict, r.found_value, r.description, r.query
                FROM jsonb_to_recordset(factcheck._check(one.clause || '.', tables, NULL, 1, NULL, false)->'rows') AS r (
                    verdict factcheck.verdict, found_value numeric, description text, query text)
                WHERE r.verdict IN ('supported', 'refuted') ORDER BY r.verdict DESC LIMIT 1
            LOOP
                verdict := checked.verdict; found_value := checked.found_value;
                description := checked.description; query := checked.query;
            END LOOP;
        END IF;
        verdicts := verdicts || verdict::text;
        RETURN NEXT;
    END LOOP;
    IF verdicts = '{}' THEN
        RETURN;
    END IF;
    part := NULL; claim_text := claim; part_text := NULL; found_value := NULL; description := NULL; query := NULL;
    verdict := factcheck._verdict_of_all(verdicts);
    RETURN NEXT;
END;
$function$;
COMMENT ON FUNCTION factcheck.check_compound(text, regclass[]) IS
    'Checks the parts of a claim that says several things: a row for each part with its verdict, then one without a part for the whole, which is supported only if all parts are.';
