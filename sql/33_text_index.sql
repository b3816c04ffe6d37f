-- Texts are indexed with the number of their visibility, not with what they are: who may see them is all that row security
-- has to know, and what an index row says is the same for values of a column as for texts of another origin.
CREATE TABLE factcheck.visibility (
    visibility_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    column_id integer UNIQUE REFERENCES factcheck.data_column ON DELETE CASCADE,
    source_id integer UNIQUE REFERENCES factcheck.passage_source ON DELETE CASCADE
);
COMMENT ON TABLE factcheck.visibility IS
    'What each number that indexed texts carry stands for, and so who may see them: those who may read the column that the texts are values of, or the source that they are passages of. A number that stands for nothing is visible to nobody.';
COMMENT ON COLUMN factcheck.visibility.visibility_id IS 'Number that the rows of the index carry; never given twice.';
COMMENT ON COLUMN factcheck.visibility.column_id IS 'Column whose values are indexed under the number.';
COMMENT ON COLUMN factcheck.visibility.source_id IS 'Source whose passages are indexed under the number.';

-- In PL/pgSQL, so that a session plans the query once: policies ask it in every statement.
CREATE FUNCTION factcheck._readable_visibilities() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(v.visibility_id), '{}')
        FROM factcheck.visibility v
        WHERE v.column_id IN (SELECT unnest(factcheck._readable_columns()))
           OR v.source_id IN (SELECT unnest(factcheck._readable_sources(true))));
END;
$function$;
COMMENT ON FUNCTION factcheck._readable_visibilities() IS
    'Numbers of visibility whose indexed texts the current role may see: those of the columns in factcheck._readable_columns, and of the sources in factcheck._readable_sources.';

CREATE TABLE factcheck.fragment (
    visibility_id integer NOT NULL REFERENCES factcheck.visibility ON DELETE CASCADE,
    fragment_no integer NOT NULL,
    literal text NOT NULL,
    frequency bigint NOT NULL,
    PRIMARY KEY (visibility_id, fragment_no)
);
ALTER TABLE factcheck.fragment ALTER COLUMN literal SET STATISTICS 0;
COMMENT ON TABLE factcheck.fragment IS 'Indexed texts: the values of columns, each of which makes a predicate "column = literal". A role sees those it may read.';
COMMENT ON COLUMN factcheck.fragment.visibility_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.fragment.fragment_no IS 'Number of the text among those of its visibility: the text that most rows had when they were written comes first, and is found first of those that words find equally well.';
COMMENT ON COLUMN factcheck.fragment.literal IS 'The text.';
COMMENT ON COLUMN factcheck.fragment.frequency IS 'Rows that had the text when it was indexed.';

CREATE TABLE factcheck.posting (
    term text COLLATE "C" NOT NULL,
    visibility_id integer NOT NULL REFERENCES factcheck.visibility ON DELETE CASCADE,
    fragments bytea NOT NULL
);
ALTER TABLE factcheck.posting ALTER COLUMN fragments SET STORAGE EXTERNAL; -- compressing numbers costs more than it saves
ALTER TABLE factcheck.posting ALTER COLUMN fragments SET STATISTICS 0; -- no plan depends on them, and they take long
CREATE INDEX posting_term ON factcheck.posting (term, visibility_id);
CREATE INDEX posting_visibility_id ON factcheck.posting (visibility_id);
COMMENT ON TABLE factcheck.posting IS
    'Which texts have which term, a row for each term, where more than 1,000 texts have one visibility. A role sees those of texts it may read.';
COMMENT ON COLUMN factcheck.posting.term IS 'Stem, from the text search configuration "english".';
COMMENT ON COLUMN factcheck.posting.visibility_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.posting.fragments IS 'Numbers of the texts that have the term, ascending, as 4-byte integers, the highest byte first.';

CREATE TABLE factcheck.spelling (
    trigram text COLLATE "C" NOT NULL,
    visibility_id integer NOT NULL REFERENCES factcheck.visibility ON DELETE CASCADE,
    terms text[] NOT NULL
);
ALTER TABLE factcheck.spelling ALTER COLUMN terms SET STATISTICS 0;
CREATE INDEX spelling_trigram ON factcheck.spelling (trigram, visibility_id);
CREATE INDEX spelling_visibility_id ON factcheck.spelling (visibility_id);
COMMENT ON TABLE factcheck.spelling IS
    'For each visibility and trigram the terms that have it, by which misspelt and shortened words are found. A role sees those of texts it may read.';
COMMENT ON COLUMN factcheck.spelling.trigram IS 'Three neighbouring letters of a term, blanks around it included.';
COMMENT ON COLUMN factcheck.spelling.visibility_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.spelling.terms IS 'Terms of the texts that have the trigram.';

CREATE TABLE factcheck.text_index (
    visibility_id integer PRIMARY KEY REFERENCES factcheck.visibility ON DELETE CASCADE,
    literals integer NOT NULL,
    distinct_values bigint,
    indexed_rows bigint NOT NULL,
    filled_rows bigint NOT NULL,
    has_spelling boolean NOT NULL,
    content_hash text NOT NULL,
    frequency_hash text,
    term_counts bytea NOT NULL,
    rarities bytea NOT NULL,
    postings bytea
);
ALTER TABLE factcheck.text_index ALTER COLUMN term_counts SET STORAGE EXTERNAL, ALTER COLUMN rarities SET STORAGE EXTERNAL,
    ALTER COLUMN postings SET STORAGE EXTERNAL;
-- A check reads the rows of all columns: counts and rarities of few texts stay in the row.
ALTER TABLE factcheck.text_index SET (toast_tuple_target = 8160);
COMMENT ON TABLE factcheck.text_index IS
    'What is indexed under each visibility, and what scores need to know of the texts. A role sees the rows of texts it may read.';
COMMENT ON COLUMN factcheck.text_index.visibility_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.text_index.literals IS 'Texts that are indexed.';
COMMENT ON COLUMN factcheck.text_index.distinct_values IS 'Different texts that there are, those too long for the index not counted; NULL where a sample of a large table shows more whole numbers than become predicates.';
COMMENT ON COLUMN factcheck.text_index.indexed_rows IS 'Rows whose text is indexed.';
COMMENT ON COLUMN factcheck.text_index.filled_rows IS 'Rows with a text.';
COMMENT ON COLUMN factcheck.text_index.has_spelling IS 'Whether misspelt words are looked up in the texts, too.';
COMMENT ON COLUMN factcheck.text_index.content_hash IS 'Digest of the indexed texts: what did not change is not written again.';
COMMENT ON COLUMN factcheck.text_index.frequency_hash IS 'Digest of the texts'' frequencies.';
COMMENT ON COLUMN factcheck.text_index.term_counts IS 'Number of terms of each text, as 2-byte integers in the order of the fragments, the lowest byte first.';
COMMENT ON COLUMN factcheck.text_index.rarities IS 'Sum of the rarities of each text''s terms, as 4-byte floats in the order of the fragments, the lowest byte first.';
COMMENT ON COLUMN factcheck.text_index.postings IS
    'Where at most 1,000 texts have the visibility, instead of rows in factcheck.posting: the number of terms, a key of each term, how many texts have it, and their numbers. Else NULL.';

-- Equality of texts is leakproof, so row security leaves the index on terms in use; which rows a role may see is worked out
-- once a query and looked up by hashing. It is asked for by a query of its own, or the planner would work it out, too, to guess
-- how many rows it has.
-- Rows go with the number of their visibility, and that with its column's, whose deletion the owner's rights carry out;
-- nobody else deletes any.
DO $policies$
DECLARE
    relation text;
BEGIN
    FOREACH relation IN ARRAY ARRAY['fragment', 'posting', 'spelling', 'text_index']
    LOOP
        EXECUTE pg_catalog.format('ALTER TABLE factcheck.%I ENABLE ROW LEVEL SECURITY', relation);
        EXECUTE pg_catalog.format(
            'CREATE POLICY readable ON factcheck.%I FOR SELECT'
            ' USING (visibility_id IN (SELECT pg_catalog.unnest((SELECT factcheck._readable_visibilities()))))', relation);
        EXECUTE pg_catalog.format('CREATE POLICY indexing ON factcheck.%I FOR INSERT WITH CHECK (true)', relation);
    END LOOP;
END;
$policies$;
CREATE POLICY counting ON factcheck.fragment FOR UPDATE
    USING (visibility_id IN (SELECT pg_catalog.unnest((SELECT factcheck._readable_visibilities()))));
CREATE POLICY counting ON factcheck.text_index FOR UPDATE
    USING (visibility_id IN (SELECT pg_catalog.unnest((SELECT factcheck._readable_visibilities()))));

CREATE VIEW factcheck.index_coverage WITH (security_invoker = true) AS
    SELECT dt.relation AS data_table, dc.column_name, ti.literals, ti.distinct_values, ti.indexed_rows, ti.filled_rows,
           ti.distinct_values OPERATOR(pg_catalog.-) ti.literals AS values_left_out,
           ti.filled_rows OPERATOR(pg_catalog.-) ti.indexed_rows AS rows_left_out,
           dt.indexed_at
    FROM factcheck.text_index ti
    JOIN factcheck.visibility v ON v.visibility_id OPERATOR(pg_catalog.=) ti.visibility_id
    JOIN factcheck.data_column dc ON dc.column_id OPERATOR(pg_catalog.=) v.column_id
    JOIN factcheck.data_table dt ON dt.table_id OPERATOR(pg_catalog.=) dc.table_id;
COMMENT ON VIEW factcheck.index_coverage IS
    'For each column you may read how much of its values claims can name: what is indexed, and what the limits left out.';
COMMENT ON COLUMN factcheck.index_coverage.data_table IS 'The added table.';
COMMENT ON COLUMN factcheck.index_coverage.column_name IS 'The column.';
COMMENT ON COLUMN factcheck.index_coverage.literals IS 'Values that became predicates, the most frequent ones.';
COMMENT ON COLUMN factcheck.index_coverage.distinct_values IS 'Different values, those longer than 120 characters not counted; NULL where they were not counted, since a sample of a large table shows too many.';
COMMENT ON COLUMN factcheck.index_coverage.indexed_rows IS 'Rows with an indexed value.';
COMMENT ON COLUMN factcheck.index_coverage.filled_rows IS 'Rows with a value.';
COMMENT ON COLUMN factcheck.index_coverage.values_left_out IS 'Different values that no claim can name: see the setting literals_per_column, for whole numbers integer_column_values; NULL where values were not counted.';
COMMENT ON COLUMN factcheck.index_coverage.rows_left_out IS 'Rows whose value no claim can name.';
COMMENT ON COLUMN factcheck.index_coverage.indexed_at IS 'When the table was last indexed.';
