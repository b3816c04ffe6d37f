-- What people said about stored claims: which reading is meant, or that something is no claim.  Appended to, like the runs;
-- only factcheck.forget_correction empties a row.  It deletes none, since whoever may delete rows may lock the whole table.
-- As in runs, what says something of the data stands apart.
CREATE TABLE factcheck.correction (
    correction_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    origin_id integer NOT NULL,
    document_id bigint NOT NULL,
    previous_id bigint,
    undone_id bigint,
    decision text NOT NULL CHECK (decision OPERATOR(pg_catalog.=) ANY (ARRAY['confirmed', 'corrected', 'dismissed', 'reopened', 'forgotten'])),
    claim_no integer NOT NULL,
    claim_text text NOT NULL,
    sentence text,
    sentence_key text,
    corrected_by name NOT NULL DEFAULT session_user,
    corrected_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
    UNIQUE (correction_id, origin_id),
    FOREIGN KEY (document_id, origin_id) REFERENCES factcheck.document (document_id, origin_id) ON DELETE CASCADE
);
CREATE INDEX correction_sentence_key ON factcheck.correction (sentence_key, origin_id);
CREATE INDEX correction_document_id ON factcheck.correction (document_id, origin_id);
COMMENT ON TABLE factcheck.correction IS 'Decisions of people about claims of stored runs.';
COMMENT ON COLUMN factcheck.correction.correction_id IS 'Number of the correction; later ones have greater ones.';
COMMENT ON COLUMN factcheck.correction.origin_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.correction.document_id IS 'The document.';
COMMENT ON COLUMN factcheck.correction.previous_id IS 'Correction of the claim that held before and holds again once this one is undone; NULL where there was none.';
COMMENT ON COLUMN factcheck.correction.undone_id IS 'Correction that this one undoes; NULL where it undoes none.';
COMMENT ON COLUMN factcheck.correction.decision IS
    'confirmed (the likeliest reading is meant), corrected (another one is), dismissed (no claim), reopened (not decided any more), or forgotten: nothing is left of it but when and by whom.';
COMMENT ON COLUMN factcheck.correction.claim_no IS 'Number that the claim had in the document.';
COMMENT ON COLUMN factcheck.correction.claim_text IS 'The claim as the document writes it.';
COMMENT ON COLUMN factcheck.correction.sentence IS 'The sentence that it stands in.';
COMMENT ON COLUMN factcheck.correction.sentence_key IS
    'SHA-256 of the sentence without the number; NULL where it is too short to be known again.';
COMMENT ON COLUMN factcheck.correction.corrected_by IS 'Role that had logged in.';
COMMENT ON COLUMN factcheck.correction.corrected_at IS 'When it was decided.';

CREATE TABLE factcheck.correction_reading (
    correction_id bigint NOT NULL,
    origin_id integer NOT NULL,
    columns integer[] NOT NULL,
    query text NOT NULL,
    description text NOT NULL,
    kept_query jsonb,
    PRIMARY KEY (correction_id, origin_id),
    FOREIGN KEY (correction_id, origin_id) REFERENCES factcheck.correction (correction_id, origin_id) ON DELETE CASCADE
);
COMMENT ON TABLE factcheck.correction_reading IS
    'Readings that people chose, or dismissed. A role sees those for which it may read all columns that were used.';
COMMENT ON COLUMN factcheck.correction_reading.correction_id IS 'The correction.';
COMMENT ON COLUMN factcheck.correction_reading.origin_id IS 'Says, with the columns, who may see the row.';
COMMENT ON COLUMN factcheck.correction_reading.columns IS 'Columns that the reading used, by their numbers in used_column.';
COMMENT ON COLUMN factcheck.correction_reading.query IS 'The reading in SQL.';
COMMENT ON COLUMN factcheck.correction_reading.description IS 'The reading in words.';
COMMENT ON COLUMN factcheck.correction_reading.kept_query IS
    'The reading in plain values, from which it is made again; NULL for SQL that says what no query of the program does.';

CREATE TABLE factcheck.decided_claim (
    run_id bigint NOT NULL,
    claim_no integer NOT NULL,
    origin_id integer NOT NULL,
    correction_id bigint NOT NULL,
    PRIMARY KEY (run_id, claim_no, origin_id),
    FOREIGN KEY (run_id, claim_no, origin_id) REFERENCES factcheck.claim (run_id, claim_no, origin_id) ON DELETE CASCADE,
    FOREIGN KEY (correction_id) REFERENCES factcheck.correction (correction_id) ON DELETE CASCADE
);
CREATE INDEX decided_claim_correction_id ON factcheck.decided_claim (correction_id);
COMMENT ON TABLE factcheck.decided_claim IS 'Claims of stored runs that a person has decided about.';
COMMENT ON COLUMN factcheck.decided_claim.run_id IS 'The run.';
COMMENT ON COLUMN factcheck.decided_claim.claim_no IS 'Number of the claim.';
COMMENT ON COLUMN factcheck.decided_claim.origin_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.decided_claim.correction_id IS 'The correction that held for the claim in this run; maybe one of the same sentence in another document.';

ALTER TABLE factcheck.correction ENABLE ROW LEVEL SECURITY;
ALTER TABLE factcheck.correction_reading ENABLE ROW LEVEL SECURITY;
ALTER TABLE factcheck.decided_claim ENABLE ROW LEVEL SECURITY;
DO $policies$
DECLARE
    secured text;
BEGIN
    FOREACH secured IN ARRAY ARRAY['correction', 'decided_claim']
    LOOP
        EXECUTE pg_catalog.format($policy$
            CREATE POLICY readable ON factcheck.%I FOR SELECT
                USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_origins())::integer[]));
            $policy$, secured);
    END LOOP;
    FOREACH secured IN ARRAY ARRAY['correction', 'correction_reading', 'decided_claim']
    LOOP
        EXECUTE pg_catalog.format($policy$
            CREATE POLICY stored_for_itself ON factcheck.%I FOR INSERT
                WITH CHECK (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));
            $policy$, secured);
    END LOOP;
END;
$policies$;
CREATE POLICY readable ON factcheck.correction_reading FOR SELECT USING (
    origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_origins())::integer[])
    AND (columns OPERATOR(pg_catalog.<@) (SELECT factcheck._shown_columns(false))
         OR origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_origins())::integer[])
            AND columns OPERATOR(pg_catalog.<@) (SELECT factcheck._shown_columns(true))));
CREATE POLICY forgotten ON factcheck.correction FOR UPDATE
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));
CREATE POLICY forgotten ON factcheck.correction_reading FOR UPDATE
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._writable_origins())::integer[]));

-- As of claims: what row security hides is in no statistics.
ALTER TABLE factcheck.correction
    ALTER COLUMN decision SET STATISTICS 0, ALTER COLUMN claim_text SET STATISTICS 0, ALTER COLUMN sentence SET STATISTICS 0,
    ALTER COLUMN sentence_key SET STATISTICS 0;
ALTER TABLE factcheck.correction_reading
    ALTER COLUMN query SET STATISTICS 0, ALTER COLUMN description SET STATISTICS 0, ALTER COLUMN kept_query SET STATISTICS 0;
