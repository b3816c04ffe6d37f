CREATE TYPE factcheck.explanation AS (
    part text,
    rank integer,
    item text,
    claim_no integer,
    is_claim boolean,
    reason text,
    score double precision,
    prior double precision,
    evidence double precision,
    posterior double precision,
    value numeric,
    value_high numeric,
    comparison text,
    unit text,
    item_start integer,
    item_length integer,
    sentence text
);
COMMENT ON TYPE factcheck.explanation IS
    'A row of factcheck.explain. Of the columns from value on, all parts but number have NULL, save the value of a reading.';
COMMENT ON COLUMN factcheck.explanation.part IS
    'What the row is about: number, keyword; a kind of query fragment: function, column, predicate; reading, factor (of the reading with the same rank), feature (of the factor with the same rank and item), ranking (what orders the reading with the same rank among the likely ones), candidates, meant (whether the first reading is, and what tells), verdict.';
COMMENT ON COLUMN factcheck.explanation.rank IS
    'Place within the part, from 1: numbers in reading order, readings by posterior, keywords and fragments by score, the highest first.';
COMMENT ON COLUMN factcheck.explanation.item IS
    'The number as written, the keyword, the fragment as SQL says it, the query of a reading, the number of candidates, the verdict.';
COMMENT ON COLUMN factcheck.explanation.claim_no IS 'Number of the claim, as in fact_check; NULL for a number that is no claim.';
COMMENT ON COLUMN factcheck.explanation.is_claim IS 'Whether the number is taken for a claim; true for what belongs to a claim.';
COMMENT ON COLUMN factcheck.explanation.reason IS
    'Of a number: why it is a claim or none; of a keyword: where it stands; of a fragment: the keywords that speak for it; of a reading: what it says in words, and whether that matches; of a factor: what part of the query it is; of a feature: its name and its meaning; of ranking: what is looked at, and its value; of all candidates: how many were evaluated and match; of meant: what is looked at, and its value; of the verdict: the message.';
COMMENT ON COLUMN factcheck.explanation.score IS
    'Weight of a keyword; relevance score of a fragment (comparable within a kind); of a factor how well it goes with the claim, the product of the scores of its features; of a reading the product of these; of all candidates the sum of score x prior x evidence, by which each of them is divided; of ranking what is added to the logarithm of the weight of a reading, or how many times its posterior counts.';
COMMENT ON COLUMN factcheck.explanation.prior IS
    'How likely queries of this document have the fragment or factor, as learned from all claims; of a reading the product of its factors''.';
COMMENT ON COLUMN factcheck.explanation.evidence IS
    'Of a reading: how likely the claimed number is, given this query and what it gives; of all candidates: of one that matches.';
COMMENT ON COLUMN factcheck.explanation.posterior IS
    'Of a reading: its probability, as p_query of fact_check; of ranking: what it was before the likely readings were ordered anew; of all candidates: that of the matching ones; of meant: that the first reading is what is meant; of the verdict: p_correct.';
COMMENT ON COLUMN factcheck.explanation.value IS
    'How the number is read, 63 for 63%; NULL for what is no quantity, such as a date. Of a reading: what its query gives.';
COMMENT ON COLUMN factcheck.explanation.value_high IS 'Upper end, where comparison is "between"; else NULL.';
COMMENT ON COLUMN factcheck.explanation.comparison IS '=, >, >=, <, <=, about or between, from the words around; NULL without a value.';
COMMENT ON COLUMN factcheck.explanation.unit IS 'percent, points (percentage points), currency, a unit as the text gives it (kg), or plain; NULL without a value.';
COMMENT ON COLUMN factcheck.explanation.item_start IS
    'Where the number stands: substr(document, item_start, item_length) is item.';
COMMENT ON COLUMN factcheck.explanation.item_length IS 'Characters that the number takes in the document.';
COMMENT ON COLUMN factcheck.explanation.sentence IS 'Visible text of the sentence the number stands in.';

-- Claims are interpreted as in a check: in one snapshot, under the planner settings of factcheck._evaluate.
CREATE FUNCTION factcheck._explain(document text, claim_no integer, tables regclass[]) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
SET enable_sort = off
SET jit = off
SET parallel_setup_cost = 0
SET parallel_tuple_cost = 0
SET work_mem = '128MB'
SET extra_float_digits = 1
AS $python$
    return GD["factcheck"].explain(plpy, document, claim_no, tables)
$python$;
COMMENT ON FUNCTION factcheck._explain(text, integer, regclass[]) IS 'Explains the numbers of a document, or one of its claims.';

CREATE FUNCTION factcheck.explain(
    document text, claim_no integer DEFAULT NULL, tables regclass[] DEFAULT NULL, data_set text DEFAULT NULL
) RETURNS SETOF factcheck.explanation
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    explained jsonb;
BEGIN
    IF document IS NULL THEN
        RETURN;
    END IF;
    tables := factcheck._tables_to_check(tables, data_set);
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._keep_names();
    -- Rows are read: as in a check, nothing that runs meanwhile can write.
    BEGIN
        PERFORM set_config('transaction_read_only', 'on', true);
        explained := factcheck._explain(document, claim_no, CASE WHEN tables IS NOT NULL THEN ARRAY(SELECT unnest(tables)) END);
        PERFORM factcheck._raise(explained->'error');
    EXCEPTION WHEN read_only_sql_transaction OR active_sql_transaction THEN
        PERFORM factcheck._raise_tried_to_write(SQLERRM);
    END;
    PERFORM factcheck._remember_if_possible(explained->>'token');
    RETURN QUERY SELECT * FROM jsonb_populate_recordset(NULL::factcheck.explanation, explained->'rows');
END;
$function$;
COMMENT ON FUNCTION factcheck.explain(text, integer, regclass[], text) IS
    'Lists every number of a document, how it is read, and why it is a claim or none, for which it needs no table; or, of the claim with a number, how its verdict comes about: keywords, the query fragments they retrieve from tables (NULL: all added ones) or those of a data set, and the likeliest readings with relevance, prior, evidence and posterior, factor by factor.';
