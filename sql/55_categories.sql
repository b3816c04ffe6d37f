-- Whether this is a kind of that.  All that is read are tables of the extension, under the caller's rights.
CREATE TABLE factcheck.category_model (
    name text PRIMARY KEY,
    model text NOT NULL,
    weights jsonb NOT NULL,
    metrics jsonb NOT NULL,
    fitted_at timestamptz NOT NULL DEFAULT pg_catalog.now()
);
COMMENT ON TABLE factcheck.category_model IS 'Models of categories that the site has fitted, by factcheck.fit_category_model; others are those of the version.';
COMMENT ON COLUMN factcheck.category_model.name IS 'Name by which factcheck.is_a and others take it.';
COMMENT ON COLUMN factcheck.category_model.model IS 'Which features it has: 0 to 6, patterns, text, full, semantic, text of words or full of words.';
COMMENT ON COLUMN factcheck.category_model.weights IS 'The base of the log-odds, and the weight of each feature.';
COMMENT ON COLUMN factcheck.category_model.metrics IS 'What it is worth on the pairs that it was fitted to, each judged by a model fitted to the others.';
COMMENT ON COLUMN factcheck.category_model.fitted_at IS 'When it was fitted.';

-- One statement in place of one for each step, planned once in a session.
CREATE FUNCTION factcheck._definition_heads(phrases text[], steps integer, main_heads integer)
RETURNS TABLE (instance text, category text, n double precision)
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $function$
#variable_conflict use_column
DECLARE
    unread text[] := phrases;
    seen text[] := phrases;
BEGIN
    FOR step IN 1..steps LOOP
        EXIT WHEN unread = '{}';
        RETURN QUERY
            SELECT i.instance, i.category, sum(i.n)::double precision
            FROM factcheck.isa i WHERE i.pattern = 0 AND i.instance = ANY (unread COLLATE "C") GROUP BY i.instance, i.category;
        EXIT WHEN step = steps;
        unread := ARRAY(
            SELECT DISTINCT h.category
            FROM (SELECT i.category, row_number() OVER (
                             PARTITION BY i.instance ORDER BY sum(i.n) DESC, i.category COLLATE "C") AS place
                  FROM factcheck.isa i WHERE i.pattern = 0 AND i.instance = ANY (unread COLLATE "C")
                  GROUP BY i.instance, i.category) AS h
            WHERE h.place <= main_heads AND h.category <> ALL (seen));
        seen := seen || unread;
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck._definition_heads(text[], integer, integer) IS
    'The heads of the definitions of some phrases, those of their main heads, and so on, so many steps.';

CREATE FUNCTION factcheck._category(task text, arguments jsonb) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET jit = off
AS $python$
    return GD["factcheck"].category(plpy, task, arguments)
$python$;
COMMENT ON FUNCTION factcheck._category(text, jsonb) IS 'Answers a question about categories.';

CREATE FUNCTION factcheck._category_rows(task text, arguments jsonb) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    answer jsonb;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    answer := factcheck._category(task, arguments);
    PERFORM factcheck._raise(answer->'error');
    RETURN answer->'rows';
END;
$function$;
COMMENT ON FUNCTION factcheck._category_rows(text, jsonb) IS 'Answers a question about categories, or raises its error.';

CREATE FUNCTION factcheck.category_patterns(OUT pattern integer, OUT words text) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN QUERY SELECT r.pattern, r.words
    FROM jsonb_to_recordset(factcheck._category_rows('patterns', '{}')) AS r (pattern integer, words text);
END;
$function$;
COMMENT ON FUNCTION factcheck.category_patterns() IS
    'Lists the patterns by which texts say that A is of the category C; 0 is the head of A''s definition.';

CREATE FUNCTION factcheck.category_evidence(
    instance text, category text, gap integer DEFAULT 4, exact boolean DEFAULT false,
    OUT pattern integer, OUT words text, OUT matches bigint, OUT example text
) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
BEGIN
    IF instance IS NULL OR category IS NULL THEN
        RETURN;
    END IF;
    RETURN QUERY SELECT r.pattern, r.words, r.matches, r.example
    FROM jsonb_to_recordset(factcheck._category_rows('evidence', jsonb_build_object(
        'instance', instance, 'category', category, 'gap', coalesce(gap, 4), 'exact', coalesce(exact, false))))
        AS r (pattern integer, words text, matches bigint, example text);
END;
$function$;
COMMENT ON FUNCTION factcheck.category_evidence(text, text, integer, boolean) IS
    'Shows what says that an instance is of a category: patterns with up to gap words between, how many texts match, a sentence of one; exact asks the texts for the phrases themselves.';

CREATE FUNCTION factcheck.is_a_many(
    instances text[], category text, model text DEFAULT 'full', OUT instance text, OUT probability double precision
) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
BEGIN
    RETURN QUERY SELECT r.instance, r.probability
    FROM jsonb_to_recordset(factcheck._category_rows('is_a', jsonb_build_object(
        'instances', instances, 'category', category, 'model', model)))
        AS r (instance text, probability double precision);
END;
$function$;
COMMENT ON FUNCTION factcheck.is_a_many(text[], text, text) IS
    'Returns for each instance the probability that it is of a category, NULL where nothing is known of one of the two.';

CREATE FUNCTION factcheck.is_a(instance text, category text, model text DEFAULT 'full') RETURNS double precision
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
BEGIN
    RETURN (factcheck._category_rows('is_a', jsonb_build_object(
        'instances', ARRAY[instance], 'category', category, 'model', model))->0->>'probability')::double precision;
END;
$function$;
COMMENT ON FUNCTION factcheck.is_a(text, text, text) IS
    'Returns the probability that an instance is of a category, NULL where nothing is known of one of the two.';

CREATE FUNCTION factcheck.categories_of(
    instance text, k integer DEFAULT 10, model text DEFAULT 'full',
    OUT category text, OUT probability double precision, OUT source text
) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
BEGIN
    RETURN QUERY SELECT r.category, r.probability, r.source
    FROM jsonb_to_recordset(factcheck._category_rows('categories_of', jsonb_build_object(
        'instance', instance, 'k', coalesce(k, 10), 'model', model)))
        AS r (category text, probability double precision, source text);
END;
$function$;
COMMENT ON FUNCTION factcheck.categories_of(text, integer, text) IS
    'Lists what an instance is likely to be a kind of, and where that is said: text, wordnet or columns.';

CREATE FUNCTION factcheck.question_category(question text, OUT category text, OUT head text) RETURNS record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
BEGIN
    SELECT r.category, r.head INTO category, head
    FROM jsonb_to_recordset(factcheck._category_rows('question', jsonb_build_object('question', question)))
        AS r (category text, head text);
END;
$function$;
COMMENT ON FUNCTION factcheck.question_category(text) IS
    'Returns the category that a question names for its answer, and its head noun; NULL where it names none.';

CREATE FUNCTION factcheck.rerank_answers(
    category text, answers text[], scores double precision[], model text DEFAULT 'full',
    OUT answer text, OUT s double precision, OUT s_c double precision, OUT s_f double precision, OUT rank integer
) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
BEGIN
    RETURN QUERY SELECT r.answer, r.s, r.s_c, r.s_f, r.rank
    FROM jsonb_to_recordset(factcheck._category_rows('rerank', jsonb_build_object(
        'category', category, 'answers', answers, 'scores', scores, 'model', model)))
        AS r (answer text, s double precision, s_c double precision, s_f double precision, rank integer);
END;
$function$;
COMMENT ON FUNCTION factcheck.rerank_answers(text, text[], double precision[], text) IS
    'Orders answers with their scores s_c anew by s_f = s * s_c, s being the probability that an answer is of the category.';

CREATE FUNCTION factcheck.fit_category_model(labelled regclass, model text DEFAULT 'full', name text DEFAULT NULL) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    fitted jsonb;
BEGIN
    fitted := factcheck._category_rows('fit', jsonb_build_object('labelled', labelled, 'model', model));
    INSERT INTO factcheck.category_model AS m (name, model, weights, metrics)
    VALUES (coalesce(name, model), model, fitted->'weights', fitted->'metrics')
    ON CONFLICT ON CONSTRAINT category_model_pkey DO UPDATE
        SET model = excluded.model, weights = excluded.weights, metrics = excluded.metrics, fitted_at = now();
    RETURN fitted;
END;
$function$;
COMMENT ON FUNCTION factcheck.fit_category_model(regclass, text, text) IS
    'Fits a model to a table with the columns instance, category and label (boolean), keeps it under a name, and returns its weights and metrics.';

CREATE FUNCTION factcheck.evaluate_category(
    labelled regclass, model text DEFAULT NULL,
    OUT model_name text, OUT pairs integer, OUT unknown integer, OUT auc double precision, OUT average_precision double precision,
    OUT balanced_accuracy double precision, OUT true_found double precision, OUT false_kept double precision
) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
BEGIN
    RETURN QUERY SELECT r.model_name, r.pairs, r.unknown, r.auc, r.average_precision, r.balanced_accuracy, r.true_found, r.false_kept
    FROM jsonb_to_recordset(factcheck._category_rows('evaluate', jsonb_build_object('labelled', labelled, 'model', model)))
        AS r (model_name text, pairs integer, unknown integer, auc double precision, average_precision double precision,
              balanced_accuracy double precision, true_found double precision, false_kept double precision);
END;
$function$;
COMMENT ON FUNCTION factcheck.evaluate_category(regclass, text) IS
    'Measures a model (NULL: every one whose packages are installed) on a table with the columns instance, category and label.';
