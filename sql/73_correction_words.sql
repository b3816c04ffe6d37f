-- Words of corrected sentences that no fragment of the reading accounts for: candidates for synonyms of its columns and values.
-- They come and go with their corrections, and are seen by those who see the readings.
CREATE TABLE factcheck.correction_word (
    correction_id bigint NOT NULL,
    origin_id integer NOT NULL,
    columns integer[] NOT NULL,
    word text NOT NULL,
    term text NOT NULL,
    table_name text NOT NULL,
    column_id integer,
    literal text,
    fragment text,
    is_named boolean NOT NULL,
    is_synonym boolean,
    FOREIGN KEY (correction_id, origin_id) REFERENCES factcheck.correction (correction_id, origin_id) ON DELETE CASCADE
);
CREATE INDEX correction_word_term ON factcheck.correction_word (term, origin_id);
CREATE INDEX correction_word_correction_id ON factcheck.correction_word (correction_id);
COMMENT ON TABLE factcheck.correction_word IS
    'Words of sentences that people confirmed or corrected, beside each fragment of the reading, none of which accounts for them. A role sees those of the readings that it sees.';
COMMENT ON COLUMN factcheck.correction_word.correction_id IS 'The correction.';
COMMENT ON COLUMN factcheck.correction_word.origin_id IS 'Says, with the columns, who may see the row.';
COMMENT ON COLUMN factcheck.correction_word.columns IS 'Columns that the reading used, by their numbers in used_column.';
COMMENT ON COLUMN factcheck.correction_word.word IS 'The word as the sentence has it, in lower case.';
COMMENT ON COLUMN factcheck.correction_word.term IS 'Its stem, by which it is known again.';
COMMENT ON COLUMN factcheck.correction_word.table_name IS 'The table of the fragment, or whose rows the reading is about, as it was called then.';
COMMENT ON COLUMN factcheck.correction_word.column_id IS 'The column of the fragment, by the first number that it had; NULL where the reading has no column and no value.';
COMMENT ON COLUMN factcheck.correction_word.literal IS 'The value that the column has; NULL where the fragment is the column itself.';
COMMENT ON COLUMN factcheck.correction_word.fragment IS 'The fragment as factcheck.fragments writes it.';
COMMENT ON COLUMN factcheck.correction_word.is_named IS 'Whether other words of the sentence name the fragment.';
COMMENT ON COLUMN factcheck.correction_word.is_synonym IS 'Whether a person said that the word stands for the fragment; NULL where nobody said.';

ALTER TABLE factcheck.correction_word ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON factcheck.correction_word FOR SELECT USING (
    origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_origins())::integer[])
    AND (columns OPERATOR(pg_catalog.<@) (SELECT factcheck._shown_columns(false))
         OR origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_origins())::integer[])
            AND columns OPERATOR(pg_catalog.<@) (SELECT factcheck._shown_columns(true))));
CREATE POLICY stored_for_itself ON factcheck.correction_word FOR INSERT
    WITH CHECK (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));
CREATE POLICY changed ON factcheck.correction_word FOR UPDATE
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));
-- As of corrections: what row security hides is in no statistics.
ALTER TABLE factcheck.correction_word
    ALTER COLUMN word SET STATISTICS 0, ALTER COLUMN term SET STATISTICS 0, ALTER COLUMN literal SET STATISTICS 0,
    ALTER COLUMN fragment SET STATISTICS 0;
