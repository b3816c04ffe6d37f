-- What columns look like, made from their indexed values, so that a role sees of it what it sees of the index.
CREATE TABLE factcheck.column_profile (
    visibility_id integer PRIMARY KEY REFERENCES factcheck.visibility ON DELETE CASCADE,
    heading text COLLATE "C" NOT NULL,
    pieces bytea NOT NULL,
    shares bytea NOT NULL
);
ALTER TABLE factcheck.column_profile ALTER COLUMN pieces SET STATISTICS 0, ALTER COLUMN shares SET STATISTICS 0;
COMMENT ON TABLE factcheck.column_profile IS 'How the values of each indexed text column are written. A role sees the columns it may read.';
COMMENT ON COLUMN factcheck.column_profile.visibility_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.column_profile.heading IS 'The column''s name as a phrase, in lower case and in the singular.';
COMMENT ON COLUMN factcheck.column_profile.pieces IS 'Numbers of the pieces of writing that the values have, ascending, as 4-byte integers, the lowest byte first.';
COMMENT ON COLUMN factcheck.column_profile.shares IS 'For each piece the share of values that have it, as 4-byte floats, the lowest byte first.';

CREATE TABLE factcheck.column_value (
    value text COLLATE "C" NOT NULL,
    visibility_id integer NOT NULL REFERENCES factcheck.visibility ON DELETE CASCADE,
    literal text NOT NULL,
    rank smallint NOT NULL,
    n_values smallint NOT NULL
);
CREATE INDEX column_value_value ON factcheck.column_value (value, visibility_id);
CREATE INDEX column_value_visibility_id ON factcheck.column_value (visibility_id);
ALTER TABLE factcheck.column_value ALTER COLUMN value SET STATISTICS 0, ALTER COLUMN literal SET STATISTICS 0;
COMMENT ON TABLE factcheck.column_value IS 'The most frequent values of each indexed text column, as phrases, and its name, so that what a phrase is among both is asked once. A role sees those of columns it may read.';
COMMENT ON COLUMN factcheck.column_value.value IS 'The value as a phrase: its words in lower case; of the name, the heading of factcheck.column_profile.';
COMMENT ON COLUMN factcheck.column_value.visibility_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.column_value.literal IS 'The value as the column has it, or the name.';
COMMENT ON COLUMN factcheck.column_value.rank IS 'Place of the value among those of its column, the most frequent first; 0: the name of the column.';
COMMENT ON COLUMN factcheck.column_value.n_values IS 'Values of the column that the table has.';

DO $policies$
DECLARE
    relation text;
BEGIN
    FOREACH relation IN ARRAY ARRAY['column_profile', 'column_value']
    LOOP
        EXECUTE pg_catalog.format('ALTER TABLE factcheck.%I ENABLE ROW LEVEL SECURITY', relation);
        EXECUTE pg_catalog.format(
            'CREATE POLICY readable ON factcheck.%I FOR SELECT'
            ' USING (visibility_id IN (SELECT pg_catalog.unnest((SELECT factcheck._readable_visibilities()))))', relation);
        EXECUTE pg_catalog.format('CREATE POLICY indexing ON factcheck.%I FOR INSERT WITH CHECK (true)', relation);
    END LOOP;
END;
$policies$;
