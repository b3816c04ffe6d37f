CREATE FUNCTION factcheck._compound_sentences(document text) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    return GD["factcheck"].compound_sentences(plpy, document)
$python$;
COMMENT ON FUNCTION factcheck._compound_sentences(text) IS
    'Finds the sentences of a document that may say several things: their text, where they stand, and whether conjunctions join clauses.';

-- The rows of fact_check that stand in a sentence, then the clauses in which no row is decided.
CREATE FUNCTION factcheck._sentence_parts(
    sentence text, has_clauses boolean, starts integer[], tables regclass[], "rows" jsonb
) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    parts jsonb;
    clause record;
    decided CONSTANT text[] := '{supported,refuted,disputed}';
BEGIN
    SELECT coalesce(jsonb_agg(jsonb_build_object(
               'place', (SELECT count(*) FROM unnest(starts) AS s WHERE s <= (r->>'claim_start')::integer), 'claim_no', r->'claim_no', 'text', r->>'claim_text',
               'verdict', r->>'verdict', 'found_value', r->'found_value', 'description', r->>'description',
               'query', r->>'query') ORDER BY r->'claim_no'), '[]')
    INTO parts
    FROM jsonb_array_elements("rows") AS r;
    IF has_clauses THEN
        FOR clause IN
            SELECT c.*, strpos(sentence, c.claim_text) AS place
            FROM factcheck.check_compound(sentence, tables) AS c WHERE c.part IS NOT NULL
        LOOP
            CONTINUE WHEN EXISTS (
                SELECT FROM jsonb_array_elements(parts) AS p
                WHERE p->>'verdict' = ANY (decided)
                  AND (p->>'place')::integer BETWEEN clause.place AND clause.place + length(clause.claim_text) - 1);
            -- What the check could not decide is a part of the clause, which is one part.
            SELECT coalesce(jsonb_agg(p), '[]') INTO parts FROM jsonb_array_elements(parts) AS p
            WHERE NOT (p->>'place')::integer BETWEEN clause.place AND clause.place + length(clause.claim_text) - 1;
            parts := parts || jsonb_build_object(
                'place', clause.place, 'claim_no', NULL, 'text', clause.claim_text, 'verdict', clause.verdict,
                'found_value', clause.found_value, 'description', clause.description, 'query', clause.query);
        END LOOP;
    END IF;
    RETURN (SELECT coalesce(jsonb_agg(p - 'place' ORDER BY (p->>'place')::integer, p->'claim_no'), '[]')
            FROM jsonb_array_elements(parts) AS p);
END;
$function$;
COMMENT ON FUNCTION factcheck._sentence_parts(text, boolean, integer[], regclass[], jsonb) IS
    'Returns what a sentence says, part by part: the claims that fact_check has found in it, and its other clauses.';

CREATE FUNCTION factcheck.check_sentences(document text, tables regclass[] DEFAULT NULL) RETURNS TABLE (
    sentence_no integer, verdict factcheck.verdict, sentence text, sentence_start integer, sentence_length integer,
    failing text[], parts jsonb
)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET client_min_messages = warning
AS $function$
#variable_conflict use_column
DECLARE
    checked jsonb;
    found jsonb;
    one record;
    verdicts text[];
BEGIN
    IF document IS NULL THEN
        RETURN;
    END IF;
    checked := factcheck._check(document, tables, NULL, 1, NULL, false);
    found := factcheck._compound_sentences(document);
    PERFORM factcheck._raise(found->'error');
    sentence_no := 0;
    FOR one IN
        SELECT s.* FROM jsonb_to_recordset(found->'rows') AS s (
            sentence text, starts integer[], "end" integer, has_clauses boolean) ORDER BY s.starts[1]
    LOOP
        parts := factcheck._sentence_parts(one.sentence, one.has_clauses, one.starts, tables, (
            SELECT coalesce(jsonb_agg(r), '[]') FROM jsonb_array_elements(checked->'rows') AS r
            WHERE (r->>'claim_start')::integer BETWEEN one.starts[1] AND one."end" - 1));
        verdicts := ARRAY(SELECT p->>'verdict' FROM jsonb_array_elements(parts) AS p);
        CONTINUE WHEN cardinality(verdicts) < 2 OR 'not_enough_info' = ALL (verdicts);
        sentence_no := sentence_no + 1;
        sentence := one.sentence; sentence_start := one.starts[1]; sentence_length := one."end" - one.starts[1];
        failing := ARRAY(SELECT p->>'text' FROM jsonb_array_elements(parts) AS p WHERE p->>'verdict' = 'refuted');
        verdict := factcheck._verdict_of_all(verdicts);
        RETURN NEXT;
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck.check_sentences(text, regclass[]) IS
    'Checks the sentences of a document that say several things as a whole: each is supported only if all its parts are, and failing has the parts that the data refute; parts are the claims of fact_check and the clauses that have none.';
