CREATE TABLE factcheck.fragment (
    column_id integer NOT NULL REFERENCES factcheck.data_column ON DELETE CASCADE,
    fragment_no integer NOT NULL,
    literal text NOT NULL,
    frequency bigint NOT NULL,
    PRIMARY KEY (column_id, fragment_no)
);
ALTER TABLE factcheck.fragment ALTER COLUMN literal SET STATISTICS 0;
COMMENT ON TABLE factcheck.fragment IS 'Predicates "column = literal" found in added tables. A role sees those of columns it may read.';
COMMENT ON COLUMN factcheck.fragment.column_id IS 'Column the predicate restricts; decides who may see it.';
COMMENT ON COLUMN factcheck.fragment.fragment_no IS 'Number of the predicate within its column, in the order of the literals.';
COMMENT ON COLUMN factcheck.fragment.literal IS 'The value, as text.';
COMMENT ON COLUMN factcheck.fragment.frequency IS 'Rows that had the value when it was indexed.';

CREATE TABLE factcheck.posting (
    term text COLLATE "C" NOT NULL,
    column_id integer NOT NULL REFERENCES factcheck.data_column ON DELETE CASCADE,
    fragments bytea NOT NULL
);
ALTER TABLE factcheck.posting ALTER COLUMN fragments SET STORAGE EXTERNAL; -- compressing numbers costs more than it saves
ALTER TABLE factcheck.posting ALTER COLUMN fragments SET STATISTICS 0; -- no plan depends on them, and they take long
CREATE INDEX posting_term ON factcheck.posting (term, column_id);
CREATE INDEX posting_column_id ON factcheck.posting (column_id);
COMMENT ON TABLE factcheck.posting IS
    'For each column with more than 1,000 predicates, and for each stemmed term, the predicates whose literal has the term. A role sees those of columns it may read.';
COMMENT ON COLUMN factcheck.posting.term IS 'Stem, from the text search configuration "english".';
COMMENT ON COLUMN factcheck.posting.column_id IS 'Column the predicates restrict; decides who may see the posting.';
COMMENT ON COLUMN factcheck.posting.fragments IS 'Numbers of the predicates within the column, ascending, as 4-byte integers, the highest byte first.';

CREATE TABLE factcheck.spelling (
    trigram text COLLATE "C" NOT NULL,
    column_id integer NOT NULL REFERENCES factcheck.data_column ON DELETE CASCADE,
    terms text[] NOT NULL
);
ALTER TABLE factcheck.spelling ALTER COLUMN terms SET STATISTICS 0;
CREATE INDEX spelling_trigram ON factcheck.spelling (trigram, column_id);
CREATE INDEX spelling_column_id ON factcheck.spelling (column_id);
COMMENT ON TABLE factcheck.spelling IS
    'For each column and trigram the terms it occurs in, by which misspelt and shortened words are found. A role sees those of columns it may read.';
COMMENT ON COLUMN factcheck.spelling.trigram IS 'Three neighbouring letters of a term, blanks around it included.';
COMMENT ON COLUMN factcheck.spelling.column_id IS 'Column whose literals have the terms; decides who may see them.';
COMMENT ON COLUMN factcheck.spelling.terms IS 'Terms of the column''s literals that have the trigram.';

CREATE TABLE factcheck.column_index (
    column_id integer PRIMARY KEY REFERENCES factcheck.data_column ON DELETE CASCADE,
    literals integer NOT NULL,
    distinct_values bigint NOT NULL,
    indexed_rows bigint NOT NULL,
    filled_rows bigint NOT NULL,
    has_spelling boolean NOT NULL,
    content_hash text NOT NULL,
    frequency_hash text,
    term_counts bytea NOT NULL,
    rarities bytea NOT NULL,
    postings bytea
);
ALTER TABLE factcheck.column_index ALTER COLUMN term_counts SET STORAGE EXTERNAL, ALTER COLUMN rarities SET STORAGE EXTERNAL,
    ALTER COLUMN postings SET STORAGE EXTERNAL;
-- A check reads the rows of all columns: counts and rarities of few literals stay in the row.
ALTER TABLE factcheck.column_index SET (toast_tuple_target = 8160);
COMMENT ON TABLE factcheck.column_index IS
    'What is indexed of each column with predicates, and what scores need to know of them. A role sees the columns it may read.';
COMMENT ON COLUMN factcheck.column_index.column_id IS 'The column; decides who may see the row.';
COMMENT ON COLUMN factcheck.column_index.literals IS 'Predicates indexed for the column.';
COMMENT ON COLUMN factcheck.column_index.distinct_values IS 'Different values of the column, those too long for a predicate not counted.';
COMMENT ON COLUMN factcheck.column_index.indexed_rows IS 'Rows whose value is among the indexed predicates.';
COMMENT ON COLUMN factcheck.column_index.filled_rows IS 'Rows with a value.';
COMMENT ON COLUMN factcheck.column_index.has_spelling IS 'Whether misspelt words are looked up in the column, too.';
COMMENT ON COLUMN factcheck.column_index.content_hash IS 'Digest of the indexed literals: what did not change is not written again.';
COMMENT ON COLUMN factcheck.column_index.frequency_hash IS 'Digest of the literals'' frequencies.';
COMMENT ON COLUMN factcheck.column_index.term_counts IS 'Number of terms of each literal, as 2-byte integers in the order of the fragments, the lowest byte first.';
COMMENT ON COLUMN factcheck.column_index.rarities IS 'Sum of the rarities of each literal''s terms, as 4-byte floats in the order of the fragments, the lowest byte first.';
COMMENT ON COLUMN factcheck.column_index.postings IS
    'Of a column with at most 1,000 predicates, instead of rows in factcheck.posting: the number of terms, a key of each term, how many predicates have it, and their numbers. NULL for other columns.';

-- Equality of texts is leakproof, so row security leaves the index on terms in use; who may see which columns is worked out
-- once a query and looked up by hashing.
-- Rows go with their column's number, whose deletion the owner's rights carry out; nobody else deletes any.
DO $policies$
DECLARE
    relation text;
BEGIN
    FOREACH relation IN ARRAY ARRAY['fragment', 'posting', 'spelling', 'column_index']
    LOOP
        EXECUTE pg_catalog.format('ALTER TABLE factcheck.%I ENABLE ROW LEVEL SECURITY', relation);
        EXECUTE pg_catalog.format(
            'CREATE POLICY readable ON factcheck.%I FOR SELECT'
            ' USING (column_id IN (SELECT pg_catalog.unnest(factcheck._readable_columns())))', relation);
        EXECUTE pg_catalog.format('CREATE POLICY indexing ON factcheck.%I FOR INSERT WITH CHECK (true)', relation);
    END LOOP;
END;
$policies$;
CREATE POLICY counting ON factcheck.fragment FOR UPDATE
    USING (column_id IN (SELECT pg_catalog.unnest(factcheck._readable_columns())));
CREATE POLICY counting ON factcheck.column_index FOR UPDATE
    USING (column_id IN (SELECT pg_catalog.unnest(factcheck._readable_columns())));

CREATE VIEW factcheck.index_coverage WITH (security_invoker = true) AS
    SELECT dt.relation AS data_table, dc.column_name, ci.literals, ci.distinct_values, ci.indexed_rows, ci.filled_rows,
           ci.distinct_values OPERATOR(pg_catalog.-) ci.literals AS values_left_out,
           ci.filled_rows OPERATOR(pg_catalog.-) ci.indexed_rows AS rows_left_out,
           dt.indexed_at
    FROM factcheck.column_index ci
    JOIN factcheck.data_column dc ON dc.column_id OPERATOR(pg_catalog.=) ci.column_id
    JOIN factcheck.data_table dt ON dt.table_id OPERATOR(pg_catalog.=) dc.table_id;
COMMENT ON VIEW factcheck.index_coverage IS
    'For each column you may read how much of its values claims can name: what is indexed, and what the limits left out.';
COMMENT ON COLUMN factcheck.index_coverage.data_table IS 'The added table.';
COMMENT ON COLUMN factcheck.index_coverage.column_name IS 'The column.';
COMMENT ON COLUMN factcheck.index_coverage.literals IS 'Values that became predicates, the most frequent ones.';
COMMENT ON COLUMN factcheck.index_coverage.distinct_values IS 'Different values, those longer than 120 characters not counted.';
COMMENT ON COLUMN factcheck.index_coverage.indexed_rows IS 'Rows with an indexed value.';
COMMENT ON COLUMN factcheck.index_coverage.filled_rows IS 'Rows with a value.';
COMMENT ON COLUMN factcheck.index_coverage.values_left_out IS 'Different values that no claim can name: see the setting literals_per_column, for whole numbers integer_literals.';
COMMENT ON COLUMN factcheck.index_coverage.rows_left_out IS 'Rows whose value no claim can name.';
COMMENT ON COLUMN factcheck.index_coverage.indexed_at IS 'When the table was last indexed.';
