-- Synonyms learned from corrections.  A word is taken for one where two corrected claims agree on it and no decided claim
-- speaks against it, or where a person says so.
CREATE FUNCTION factcheck._enter_words(correction_id bigint, origin_id integer, columns jsonb, words jsonb) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
BEGIN
    INSERT INTO factcheck.correction_word (correction_id, origin_id, columns, word, term, table_name, column_id, literal,
                                           fragment, is_named)
    SELECT correction_id, origin_id, ARRAY(SELECT jsonb_array_elements_text(columns)::integer), w.word, w.term, w.table_name,
           w.column_id, w.literal, w.fragment, w.is_named
    FROM jsonb_to_recordset(words) AS w (
        word text, term text, table_name text, column_id integer, literal text, fragment text, is_named boolean);
END;
$function$;
COMMENT ON FUNCTION factcheck._enter_words(bigint, integer, jsonb, jsonb) IS
    'Enters the words of a sentence that no fragment of its reading accounts for.';

CREATE VIEW factcheck.synonyms WITH (security_invoker = true) AS
    SELECT s.origin_id, o.role_name::pg_catalog.text AS role_name, s.word, s.fragment,
           s.table_name, s.term, s.column_id, s.literal, s.n_claims, s.n_against, s.is_said,
           coalesce(s.is_said, s.n_claims OPERATOR(pg_catalog.>=) 2 AND s.n_against OPERATOR(pg_catalog.=) 0) AS is_used,
           s.correction_ids
    FROM (
        SELECT w.origin_id, w.term, w.table_name, w.column_id, w.literal, w.fragment, pg_catalog.min(w.word) AS word,
               pg_catalog.count(DISTINCT w.correction_id)
                   FILTER (WHERE NOT w.is_named AND k.decision OPERATOR(pg_catalog.=) 'corrected') AS n_claims,
               (SELECT pg_catalog.count(DISTINCT a.correction_id)
                FROM factcheck.correction_word a
                JOIN factcheck.corrections d ON d.correction_id OPERATOR(pg_catalog.=) a.correction_id AND d.is_in_force
                WHERE a.term OPERATOR(pg_catalog.=) w.term AND a.origin_id OPERATOR(pg_catalog.=) w.origin_id
                  AND a.table_name OPERATOR(pg_catalog.=) w.table_name
                  AND NOT EXISTS (
                    SELECT FROM factcheck.correction_word b
                    WHERE b.correction_id OPERATOR(pg_catalog.=) a.correction_id AND b.term OPERATOR(pg_catalog.=) w.term
                      AND b.column_id OPERATOR(pg_catalog.=) w.column_id
                      AND (b.literal OPERATOR(pg_catalog.=) w.literal OR b.literal IS NULL AND w.literal IS NULL))) AS n_against,
               pg_catalog.bool_and(w.is_synonym) AS is_said,
               pg_catalog.array_agg(DISTINCT w.correction_id) AS correction_ids
        FROM factcheck.correction_word w
        JOIN factcheck.corrections k ON k.correction_id OPERATOR(pg_catalog.=) w.correction_id AND k.is_in_force
        WHERE w.column_id IS NOT NULL
        GROUP BY w.origin_id, w.term, w.table_name, w.column_id, w.literal, w.fragment) AS s
    JOIN factcheck.origin o ON o.origin_id OPERATOR(pg_catalog.=) s.origin_id
    WHERE s.n_claims OPERATOR(pg_catalog.>) 0 OR s.is_said IS NOT NULL;
COMMENT ON VIEW factcheck.synonyms IS
    'A row for each word that may stand for a column or a value, as corrections in force have it, and whether checks of the role go by it.';
COMMENT ON COLUMN factcheck.synonyms.origin_id IS 'Number of the role and report table.';
COMMENT ON COLUMN factcheck.synonyms.role_name IS 'Role that decided, whose checks go by it.';
COMMENT ON COLUMN factcheck.synonyms.word IS 'The word, as one of the sentences has it.';
COMMENT ON COLUMN factcheck.synonyms.fragment IS 'The column or value, as factcheck.fragments writes it.';
COMMENT ON COLUMN factcheck.synonyms.table_name IS 'The table.';
COMMENT ON COLUMN factcheck.synonyms.term IS 'The stem of the word.';
COMMENT ON COLUMN factcheck.synonyms.column_id IS 'The first number that the column had.';
COMMENT ON COLUMN factcheck.synonyms.literal IS 'The value; NULL where the word stands for the column itself.';
COMMENT ON COLUMN factcheck.synonyms.n_claims IS 'Corrected claims that have the word and whose reading has the fragment, which no other word names.';
COMMENT ON COLUMN factcheck.synonyms.n_against IS 'Decided claims about the table that have the word and whose reading does not have the fragment.';
COMMENT ON COLUMN factcheck.synonyms.is_said IS 'Whether a person said that it is a synonym; NULL where nobody said.';
COMMENT ON COLUMN factcheck.synonyms.is_used IS
    'Whether checks go by it: where a person said so, else from two claims on, as long as none speaks against it.';
COMMENT ON COLUMN factcheck.synonyms.correction_ids IS 'The corrections that it was learned from.';

CREATE FUNCTION factcheck._say_synonym(word text, fragment text, is_synonym boolean) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
BEGIN
    PERFORM factcheck._require_writable();
    UPDATE factcheck.correction_word w SET is_synonym = is_synonym
    WHERE w.fragment = fragment AND w.origin_id = ANY (factcheck._own_origins())
      AND w.term IN (SELECT s.term FROM factcheck.correction_word s
                     WHERE s.word = lower(word) AND s.origin_id = ANY (factcheck._own_origins()))
      AND EXISTS (SELECT FROM factcheck.corrections k WHERE k.correction_id = w.correction_id AND k.is_in_force);
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no claim with the word "%" was corrected to %', coalesce(word, 'NULL'), coalesce(fragment, 'NULL') -- error: synonym_not_known
            USING ERRCODE = 'undefined_object',
                  HINT = 'See which words may be synonyms: SELECT word, fragment, is_used FROM factcheck.synonyms.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._say_synonym(text, text, boolean) IS
    'Notes with the corrections of the current role whether a word stands for a fragment.';

CREATE FUNCTION factcheck.add_synonym(word text, fragment text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    PERFORM factcheck._say_synonym(word, fragment, true);
END;
$function$;
COMMENT ON FUNCTION factcheck.add_synonym(text, text) IS
    'Says that a word of a claim that was corrected stands for a column or a value of its reading, written as in factcheck.synonyms: the role''s later checks go by it.';

CREATE FUNCTION factcheck.remove_synonym(word text, fragment text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    PERFORM factcheck._say_synonym(word, fragment, false);
END;
$function$;
COMMENT ON FUNCTION factcheck.remove_synonym(text, text) IS
    'Says that a word does not stand for a column or a value: no check goes by it any more.';
