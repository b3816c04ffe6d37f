-- What checks said, kept: an append-only history that result views show.
--
-- Each row carries its origin, by which row security knows who may see it; rows of two origins are never joined, so that
-- no role can add a row to what another has stored.  What the data say stands apart from what the document says, since
-- row security knows whole rows: a reader of the document may not be a reader of the data.
--
-- The keys that refer to others name the origin, too: from them the planner knows how many rows have a partner.
CREATE TABLE factcheck.origin (
    origin_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    role_name name NOT NULL DEFAULT current_user,
    role_id oid NOT NULL DEFAULT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user)),
    source_table regclass,
    UNIQUE NULLS NOT DISTINCT (role_name, role_id, source_table)
);
COMMENT ON TABLE factcheck.origin IS
    'Where stored documents come from: the role that had them checked, and the report table, if they are rows of one. Says who may see all that is stored about them.';
COMMENT ON COLUMN factcheck.origin.origin_id IS 'Number that all rows of the origin carry.';
COMMENT ON COLUMN factcheck.origin.role_name IS 'Role that had the documents checked.';
COMMENT ON COLUMN factcheck.origin.role_id IS 'Its OID: a later role of the same name is another one.';
COMMENT ON COLUMN factcheck.origin.source_table IS 'Report table whose rows they are; NULL for documents passed to factcheck.verify.';

CREATE TABLE factcheck.document (
    document_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    origin_id integer NOT NULL REFERENCES factcheck.origin ON DELETE CASCADE,
    identity bytea NOT NULL,
    source_key text,
    title text,
    gone_at timestamptz,
    UNIQUE (origin_id, identity),
    UNIQUE (document_id, origin_id)
);
COMMENT ON TABLE factcheck.document IS 'Documents of which a check was stored; their text is kept in document_text alone, and only where that is asked for.';
COMMENT ON COLUMN factcheck.document.document_id IS 'Number of the document.';
COMMENT ON COLUMN factcheck.document.origin_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.document.identity IS
    'What the document is known by among those of its origin, as SHA-256: its key in the report table, else its title, else its text.';
COMMENT ON COLUMN factcheck.document.source_key IS 'Key of the row of the report table.';
COMMENT ON COLUMN factcheck.document.title IS 'Title of the document.';
COMMENT ON COLUMN factcheck.document.gone_at IS
    'When it was found that the row of the report table is there no more; NULL while it is, and for other documents.';

CREATE TABLE factcheck.run (
    run_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    origin_id integer NOT NULL,
    document_id bigint NOT NULL,
    is_latest boolean NOT NULL,
    kind text NOT NULL CHECK (kind OPERATOR(pg_catalog.=) ANY (ARRAY['check', 'recheck', 'correction'])),
    checked_run_id bigint,
    status text NOT NULL CHECK (status OPERATOR(pg_catalog.=) ANY (ARRAY['succeeded', 'failed'])),
    started_at timestamptz NOT NULL,
    checked_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
    n_claims integer NOT NULL,
    parsing_ms double precision,
    retrieval_ms double precision,
    candidates_ms double precision,
    evaluation_ms double precision,
    inference_ms double precision,
    rows_ms double precision,
    queries_ms double precision,
    statements_ms double precision,
    document_hash bytea,
    sqlstate text,
    UNIQUE (run_id, origin_id),
    FOREIGN KEY (document_id, origin_id) REFERENCES factcheck.document (document_id, origin_id) ON DELETE CASCADE
);
CREATE INDEX run_document_id ON factcheck.run (document_id, run_id);
CREATE UNIQUE INDEX run_latest ON factcheck.run (document_id, origin_id) WHERE is_latest;
CREATE INDEX run_checked_at ON factcheck.run (checked_at);
CREATE INDEX run_latest_checked_at ON factcheck.run (checked_at) WHERE is_latest;
COMMENT ON TABLE factcheck.run IS 'Checks that were stored, and rechecks; of a row only is_latest changes.';
COMMENT ON COLUMN factcheck.run.run_id IS 'Number of the run; later runs have greater ones.';
COMMENT ON COLUMN factcheck.run.origin_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.run.document_id IS 'Document that was checked.';
COMMENT ON COLUMN factcheck.run.is_latest IS
    'Whether its claims are the present ones of the document: it is the latest run that succeeded, or the first, where none has.';
COMMENT ON COLUMN factcheck.run.kind IS 'check; recheck, where stored readings were run again; correction, where a person decided what a claim means.';
COMMENT ON COLUMN factcheck.run.checked_run_id IS 'For a recheck, the check or correction whose readings were run again; for a correction, the check that it goes back to.';
COMMENT ON COLUMN factcheck.run.status IS 'succeeded or failed.';
COMMENT ON COLUMN factcheck.run.started_at IS 'When the run began.';
COMMENT ON COLUMN factcheck.run.checked_at IS 'When it ended.';
COMMENT ON COLUMN factcheck.run.n_claims IS 'Claims of the document; 0 where it has none, or the run failed.';
COMMENT ON COLUMN factcheck.run.parsing_ms IS 'Milliseconds it took to parse the document.';
COMMENT ON COLUMN factcheck.run.retrieval_ms IS 'Milliseconds it took to retrieve query fragments.';
COMMENT ON COLUMN factcheck.run.candidates_ms IS 'Milliseconds it took to make and weigh candidate queries.';
COMMENT ON COLUMN factcheck.run.evaluation_ms IS 'Milliseconds it took to evaluate them.';
COMMENT ON COLUMN factcheck.run.inference_ms IS 'Milliseconds it took to infer what claims mean.';
COMMENT ON COLUMN factcheck.run.rows_ms IS 'Milliseconds it took to judge claims and make rows.';
COMMENT ON COLUMN factcheck.run.queries_ms IS 'Milliseconds of the evaluation that the queries to data tables took.';
COMMENT ON COLUMN factcheck.run.statements_ms IS 'Milliseconds it took to judge statements without a number.';
COMMENT ON COLUMN factcheck.run.document_hash IS 'SHA-256 of the text that was checked.';
COMMENT ON COLUMN factcheck.run.sqlstate IS 'SQLSTATE of the error that ended a run that failed.';

CREATE TABLE factcheck.run_error (
    run_id bigint NOT NULL,
    origin_id integer NOT NULL,
    error text NOT NULL,
    PRIMARY KEY (run_id, origin_id),
    FOREIGN KEY (run_id, origin_id) REFERENCES factcheck.run (run_id, origin_id) ON DELETE CASCADE
);
COMMENT ON TABLE factcheck.run_error IS 'Why runs failed. An error may quote data, so only the role of the run sees it.';
COMMENT ON COLUMN factcheck.run_error.run_id IS 'The run.';
COMMENT ON COLUMN factcheck.run_error.origin_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.run_error.error IS 'Message of the error, with its detail.';

CREATE TABLE factcheck.run_work (
    run_id bigint NOT NULL,
    origin_id integer NOT NULL,
    n_scans integer NOT NULL,
    n_groups bigint NOT NULL,
    n_reused_cubes integer NOT NULL,
    n_candidates bigint NOT NULL,
    n_certified integer NOT NULL,
    PRIMARY KEY (run_id, origin_id),
    FOREIGN KEY (run_id, origin_id) REFERENCES factcheck.run (run_id, origin_id) ON DELETE CASCADE
);
COMMENT ON TABLE factcheck.run_work IS
    'How much checks read and evaluated. It tells something of the data, so only the role of the run sees it.';
COMMENT ON COLUMN factcheck.run_work.run_id IS 'The run.';
COMMENT ON COLUMN factcheck.run_work.origin_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.run_work.n_scans IS 'Statements that read data tables.';
COMMENT ON COLUMN factcheck.run_work.n_groups IS 'Groups of rows that these returned, from which candidate queries are answered.';
COMMENT ON COLUMN factcheck.run_work.n_reused_cubes IS 'Results that an earlier check had kept, and that took the place of a scan.';
COMMENT ON COLUMN factcheck.run_work.n_candidates IS 'Candidate queries that were evaluated.';
COMMENT ON COLUMN factcheck.run_work.n_certified IS 'Claims of which no query left out can be likelier than the one shown.';

CREATE TABLE factcheck.claim (
    run_id bigint NOT NULL,
    claim_no integer NOT NULL,
    origin_id integer NOT NULL,
    claim_text text NOT NULL,
    claimed_value numeric,
    claimed_high numeric,
    comparison text,
    claimed_unit text,
    sentence text,
    claim_start integer NOT NULL,
    claim_length integer NOT NULL,
    PRIMARY KEY (run_id, claim_no, origin_id),
    FOREIGN KEY (run_id, origin_id) REFERENCES factcheck.run (run_id, origin_id) ON DELETE CASCADE
);
COMMENT ON TABLE factcheck.claim IS 'Claims of stored runs, as far as the document says them.';
COMMENT ON COLUMN factcheck.claim.run_id IS 'The run.';
COMMENT ON COLUMN factcheck.claim.claim_no IS 'Number of the claim in its document.';
COMMENT ON COLUMN factcheck.claim.origin_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.claim.claim_text IS 'The claim as the document writes it.';
COMMENT ON COLUMN factcheck.claim.claimed_value IS 'How the number is read, in the unit of what the likeliest reading gave.';
COMMENT ON COLUMN factcheck.claim.claimed_high IS 'Upper end of a range.';
COMMENT ON COLUMN factcheck.claim.comparison IS 'How the result must compare with the number.';
COMMENT ON COLUMN factcheck.claim.claimed_unit IS 'The unit that the text gives with the number; NULL where it gives none.';
COMMENT ON COLUMN factcheck.claim.sentence IS 'The sentence that the claim stands in.';
COMMENT ON COLUMN factcheck.claim.claim_start IS 'Where the claim stands in the document, from 1.';
COMMENT ON COLUMN factcheck.claim.claim_length IS 'Characters that it takes.';

CREATE TABLE factcheck.claim_verdict (
    run_id bigint NOT NULL,
    claim_no integer NOT NULL,
    origin_id integer NOT NULL,
    columns integer[] NOT NULL,
    reading_columns integer[] NOT NULL,
    states integer[] NOT NULL,
    verdict factcheck.verdict NOT NULL,
    p_correct double precision NOT NULL,
    is_certified boolean NOT NULL,
    priority double precision GENERATED ALWAYS AS (
        CASE WHEN verdict OPERATOR(pg_catalog.=) 'supported' THEN NULL
             WHEN verdict OPERATOR(pg_catalog.=) 'not_enough_info'
             THEN (1::double precision OPERATOR(pg_catalog.-) p_correct) OPERATOR(pg_catalog./) 2::double precision
             ELSE 1::double precision OPERATOR(pg_catalog.-) p_correct END) STORED,
    PRIMARY KEY (run_id, claim_no, origin_id),
    FOREIGN KEY (run_id, claim_no, origin_id) REFERENCES factcheck.claim (run_id, claim_no, origin_id) ON DELETE CASCADE
);
CREATE INDEX claim_verdict_priority ON factcheck.claim_verdict (priority) WHERE priority IS NOT NULL;
COMMENT ON TABLE factcheck.claim_verdict IS 'Verdicts on claims of stored runs. A role sees those for which it may read all columns that were used; of its own runs, those that the reading used.';
COMMENT ON COLUMN factcheck.claim_verdict.run_id IS 'The run.';
COMMENT ON COLUMN factcheck.claim_verdict.claim_no IS 'Number of the claim.';
COMMENT ON COLUMN factcheck.claim_verdict.origin_id IS 'Says, with the columns, who may see the row.';
COMMENT ON COLUMN factcheck.claim_verdict.columns IS
    'Columns that the stored readings of the claim used, by their numbers in used_column: how likely one is depends on what the others gave.';
COMMENT ON COLUMN factcheck.claim_verdict.reading_columns IS 'Those of them that the likeliest reading used.';
COMMENT ON COLUMN factcheck.claim_verdict.states IS 'States of the data that it was judged by, by their numbers in table_state.';
COMMENT ON COLUMN factcheck.claim_verdict.verdict IS 'What the data say about the claim.';
COMMENT ON COLUMN factcheck.claim_verdict.p_correct IS 'Probability that the claim is correct.';
COMMENT ON COLUMN factcheck.claim_verdict.is_certified IS 'Whether no query left out could be likelier.';
COMMENT ON COLUMN factcheck.claim_verdict.priority IS 'How much the claim needs to be looked at, from 0 to 1; NULL where it is supported.';

-- Few verdicts differ from those of the run before, so they are noted, and the view flips reads no others.  What a row says of
-- the two is in claim_verdict.
CREATE TABLE factcheck.flipped_verdict (
    run_id bigint NOT NULL,
    claim_no integer NOT NULL,
    origin_id integer NOT NULL,
    old_run_id bigint NOT NULL,
    columns integer[] NOT NULL,
    reading_columns integer[] NOT NULL,
    PRIMARY KEY (run_id, claim_no, origin_id),
    FOREIGN KEY (run_id, claim_no, origin_id) REFERENCES factcheck.claim (run_id, claim_no, origin_id) ON DELETE CASCADE,
    FOREIGN KEY (old_run_id, claim_no, origin_id) REFERENCES factcheck.claim (run_id, claim_no, origin_id) ON DELETE CASCADE
);
CREATE INDEX flipped_verdict_old_run_id ON factcheck.flipped_verdict (old_run_id, claim_no, origin_id);
COMMENT ON TABLE factcheck.flipped_verdict IS
    'Claims whose verdict is not known to be that of the run before: it differs, or the role of the run may not see it any more. A role sees rows for which it may read all columns that were used.';
COMMENT ON COLUMN factcheck.flipped_verdict.run_id IS 'The run.';
COMMENT ON COLUMN factcheck.flipped_verdict.claim_no IS 'Number of the claim.';
COMMENT ON COLUMN factcheck.flipped_verdict.origin_id IS 'Says, with the columns, who may see the row.';
COMMENT ON COLUMN factcheck.flipped_verdict.old_run_id IS 'The run before of the same document.';
COMMENT ON COLUMN factcheck.flipped_verdict.columns IS 'Columns that stored readings of both runs used, by their numbers in used_column.';
COMMENT ON COLUMN factcheck.flipped_verdict.reading_columns IS 'Those of them that the likeliest readings used.';

-- All verdicts once more in numbers, so that a summary reads few rows: a row for each set of columns that the likeliest
-- readings used.  Whoever may read the columns of all readings of its claims sees it.
CREATE TABLE factcheck.verdict_count (
    run_id bigint NOT NULL,
    origin_id integer NOT NULL,
    columns integer[] NOT NULL,
    reading_columns integer[] NOT NULL,
    states integer[] NOT NULL,
    n_supported integer NOT NULL,
    n_refuted integer NOT NULL,
    n_not_enough_info integer NOT NULL,
    n_disputed integer NOT NULL,
    PRIMARY KEY (run_id, origin_id, reading_columns, states),
    FOREIGN KEY (run_id, origin_id) REFERENCES factcheck.run (run_id, origin_id) ON DELETE CASCADE
);
COMMENT ON TABLE factcheck.verdict_count IS
    'How many claims of a run have which verdict, by the columns that the likeliest readings used. A role sees rows for which it may read all of them; of its own runs, those that the likeliest readings used.';
COMMENT ON COLUMN factcheck.verdict_count.run_id IS 'The run.';
COMMENT ON COLUMN factcheck.verdict_count.origin_id IS 'Says, with the columns, who may see the row.';
COMMENT ON COLUMN factcheck.verdict_count.columns IS 'Columns that any stored reading of these claims used, by their numbers in used_column.';
COMMENT ON COLUMN factcheck.verdict_count.reading_columns IS 'Those of them that the likeliest reading of each claim used.';
COMMENT ON COLUMN factcheck.verdict_count.states IS 'States of the data that they were judged by, by their numbers in table_state.';
COMMENT ON COLUMN factcheck.verdict_count.n_supported IS 'Claims that the data support.';
COMMENT ON COLUMN factcheck.verdict_count.n_refuted IS 'Claims that the data refute.';
COMMENT ON COLUMN factcheck.verdict_count.n_not_enough_info IS 'Claims that the data do not decide.';
COMMENT ON COLUMN factcheck.verdict_count.n_disputed IS 'Claims on which sources differ.';

CREATE TABLE factcheck.claim_value (
    run_id bigint NOT NULL,
    claim_no integer NOT NULL,
    origin_id integer NOT NULL,
    columns integer[] NOT NULL,
    reading_columns integer[] NOT NULL,
    found_value numeric,
    description text,
    query text,
    p_query double precision,
    matches boolean,
    kept_query jsonb,
    compared jsonb,
    passage jsonb,
    message text NOT NULL,
    PRIMARY KEY (run_id, claim_no, origin_id),
    FOREIGN KEY (run_id, claim_no, origin_id) REFERENCES factcheck.claim (run_id, claim_no, origin_id) ON DELETE CASCADE
);
COMMENT ON TABLE factcheck.claim_value IS
    'The likeliest reading of claims of stored runs. A role sees those for which it may read all columns that were used; of its own runs, those that the reading used.';
COMMENT ON COLUMN factcheck.claim_value.run_id IS 'The run.';
COMMENT ON COLUMN factcheck.claim_value.claim_no IS 'Number of the claim.';
COMMENT ON COLUMN factcheck.claim_value.origin_id IS 'Says, with the columns, who may see the row.';
COMMENT ON COLUMN factcheck.claim_value.columns IS 'Columns that the stored readings of the claim used, by their numbers in used_column.';
COMMENT ON COLUMN factcheck.claim_value.reading_columns IS 'Those of them that this reading used.';
COMMENT ON COLUMN factcheck.claim_value.found_value IS 'What it gave; NULL where it was undefined.';
COMMENT ON COLUMN factcheck.claim_value.description IS 'The reading in words; NULL where there is none.';
COMMENT ON COLUMN factcheck.claim_value.query IS 'The reading in SQL; NULL where there is none.';
COMMENT ON COLUMN factcheck.claim_value.p_query IS 'Probability of the reading.';
COMMENT ON COLUMN factcheck.claim_value.matches IS 'Whether the claim is right if it is read like this.';
COMMENT ON COLUMN factcheck.claim_value.kept_query IS
    'The reading in plain values, from which a recheck makes it again; NULL where there is none, and for a recheck.';
COMMENT ON COLUMN factcheck.claim_value.compared IS
    'Groups or sides that a statement without a number compares, as in alternatives of fact_check; NULL for all others, and for a recheck.';
COMMENT ON COLUMN factcheck.claim_value.passage IS
    'Of a passage: what only passages have in alternatives of fact_check, such as label and score; NULL for a reading.';
COMMENT ON COLUMN factcheck.claim_value.message IS 'One sentence: what was stated, what the data say, and how sure that is.';

CREATE TABLE factcheck.alternative (
    run_id bigint NOT NULL,
    claim_no integer NOT NULL,
    rank integer NOT NULL,
    origin_id integer NOT NULL,
    columns integer[] NOT NULL,
    reading_columns integer[] NOT NULL,
    query text NOT NULL,
    description text NOT NULL,
    value numeric,
    probability double precision NOT NULL,
    matches boolean NOT NULL,
    kept_query jsonb,
    passage jsonb,
    PRIMARY KEY (run_id, claim_no, rank, origin_id),
    FOREIGN KEY (run_id, claim_no, origin_id) REFERENCES factcheck.claim (run_id, claim_no, origin_id) ON DELETE CASCADE
);
COMMENT ON TABLE factcheck.alternative IS
    'Other readings of claims of stored runs. A role sees those for which it may read all columns that were used; of its own runs, those that the reading used.';
COMMENT ON COLUMN factcheck.alternative.run_id IS 'The run.';
COMMENT ON COLUMN factcheck.alternative.claim_no IS 'Number of the claim.';
COMMENT ON COLUMN factcheck.alternative.rank IS 'Place among the readings of the claim, from 2: the likeliest stands in claim_value.';
COMMENT ON COLUMN factcheck.alternative.origin_id IS 'Says, with the columns, who may see the row.';
COMMENT ON COLUMN factcheck.alternative.columns IS 'Columns that the stored readings of the claim used, by their numbers in used_column.';
COMMENT ON COLUMN factcheck.alternative.reading_columns IS 'Those of them that this reading used.';
COMMENT ON COLUMN factcheck.alternative.query IS 'The reading in SQL.';
COMMENT ON COLUMN factcheck.alternative.description IS 'The reading in words.';
COMMENT ON COLUMN factcheck.alternative.value IS 'What it gave; NULL where it was undefined.';
COMMENT ON COLUMN factcheck.alternative.probability IS 'Probability of the reading.';
COMMENT ON COLUMN factcheck.alternative.matches IS 'Whether the claim is right if it is read like this.';
COMMENT ON COLUMN factcheck.alternative.kept_query IS
    'The reading in plain values, from which a recheck makes it again; NULL for a recheck.';
COMMENT ON COLUMN factcheck.alternative.passage IS
    'Of a passage: what only passages have in alternatives of fact_check, such as label and score; NULL for a reading.';

-- A row says all of a column that has to be known later, so whoever wrote it, it means the same.
CREATE TABLE factcheck.used_column (
    used_column_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    relation regclass NOT NULL,
    column_number smallint NOT NULL,
    column_name name NOT NULL,
    column_type regtype NOT NULL,
    UNIQUE (relation, column_number, column_name, column_type)
);
COMMENT ON TABLE factcheck.used_column IS
    'Columns that stored readings used. Another column that takes over the name or the place is not the same.';
COMMENT ON COLUMN factcheck.used_column.used_column_id IS 'Number of the column in stored runs.';
COMMENT ON COLUMN factcheck.used_column.relation IS 'The table.';
COMMENT ON COLUMN factcheck.used_column.column_number IS 'Place of the column in the table; 0 stands for the rows themselves, which are counted.';
COMMENT ON COLUMN factcheck.used_column.column_name IS 'Name of the column; empty for the rows.';
COMMENT ON COLUMN factcheck.used_column.column_type IS 'Type of the column; bigint, that of a number, for the rows.';

-- Nobody is given the right to write the role, so nobody can pretend that another role's verdicts are still true.
CREATE TABLE factcheck.table_state (
    table_state_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    role_name name NOT NULL DEFAULT current_user,
    role_id oid NOT NULL DEFAULT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user)),
    relation regclass NOT NULL,
    storage text,
    counters text,
    tracking text,
    snapshot pg_snapshot NOT NULL
);
CREATE INDEX table_state_relation ON factcheck.table_state (relation, role_name);
COMMENT ON TABLE factcheck.table_state IS
    'States of the data that stored runs met. Not in dumps: nobody knows elsewhere whether the data are still the same.';
COMMENT ON COLUMN factcheck.table_state.table_state_id IS 'Number of the state in stored runs.';
COMMENT ON COLUMN factcheck.table_state.role_name IS 'Role whose runs met it.';
COMMENT ON COLUMN factcheck.table_state.role_id IS 'Its OID: a later role of the same name is another one.';
COMMENT ON COLUMN factcheck.table_state.relation IS 'The table.';
COMMENT ON COLUMN factcheck.table_state.storage IS
    'The files of the table, its partitions and children, or of what a view reads; NULL where they cannot be known.';
COMMENT ON COLUMN factcheck.table_state.counters IS 'Rows inserted, updated and deleted in them until then, by the server''s statistics.';
COMMENT ON COLUMN factcheck.table_state.tracking IS 'State of the triggers that track changes; NULL where changes were not tracked.';
COMMENT ON COLUMN factcheck.table_state.snapshot IS 'A snapshot from before the run read the table.';
