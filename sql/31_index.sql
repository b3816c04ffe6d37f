CREATE FUNCTION factcheck._terms(words text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT to_tsvector('pg_catalog.english', regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g'))
$function$;
COMMENT ON FUNCTION factcheck._terms(text) IS
    'The stemmed terms of words, without accents: the one way in which both fragments and claims become terms.';

CREATE TABLE factcheck.fragment (
    fragment_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    column_id integer NOT NULL REFERENCES factcheck.data_column ON DELETE CASCADE,
    literal text NOT NULL,
    words text NOT NULL,
    frequency bigint NOT NULL
);
CREATE INDEX fragment_column_id ON factcheck.fragment (column_id);
COMMENT ON TABLE factcheck.fragment IS 'Predicates "column = literal" found in added tables. A role sees those of columns it may read.';
COMMENT ON COLUMN factcheck.fragment.fragment_id IS 'Number of the predicate.';
COMMENT ON COLUMN factcheck.fragment.column_id IS 'Column the predicate restricts; decides who may see it.';
COMMENT ON COLUMN factcheck.fragment.literal IS 'The value, as text.';
COMMENT ON COLUMN factcheck.fragment.words IS 'The value as prose says it: names split into words, months and days by name.';
COMMENT ON COLUMN factcheck.fragment.frequency IS 'Rows that had the value when it was indexed.';

CREATE TABLE factcheck.posting (
    term text COLLATE "C" NOT NULL,
    column_id integer NOT NULL REFERENCES factcheck.data_column ON DELETE CASCADE,
    fragment_id integer NOT NULL,
    impact real NOT NULL,
    share real NOT NULL
);
CREATE INDEX posting_term ON factcheck.posting (term, column_id) INCLUDE (fragment_id, impact, share);
CREATE INDEX posting_column_id ON factcheck.posting (column_id);
COMMENT ON TABLE factcheck.posting IS 'For each stemmed term the predicates it points to. A role sees those of columns it may read.';
COMMENT ON COLUMN factcheck.posting.term IS 'Stem, from the text search configuration "english".';
COMMENT ON COLUMN factcheck.posting.column_id IS 'Column the predicate restricts; decides who may see the posting.';
COMMENT ON COLUMN factcheck.posting.fragment_id IS 'The predicate.';
COMMENT ON COLUMN factcheck.posting.impact IS 'Contribution of the term to the relevance score (BM25).';
COMMENT ON COLUMN factcheck.posting.share IS
    'Share of the term in what the value says, from 0 to 1; the shares of a value''s own terms add up to 1.';

-- Equality on integers is leakproof, so row security leaves the index in use; the array is computed once a query.
ALTER TABLE factcheck.fragment ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON factcheck.fragment FOR SELECT
    USING (column_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_columns())::integer[]));
CREATE POLICY indexing ON factcheck.fragment FOR INSERT WITH CHECK (true);
ALTER TABLE factcheck.posting ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON factcheck.posting FOR SELECT
    USING (column_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_columns())::integer[]));
CREATE POLICY indexing ON factcheck.posting FOR INSERT WITH CHECK (true);
