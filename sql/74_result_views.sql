-- What BI tools query: flat views of scalar types, one grain each, that show a role what row security lets it see of the
-- tables.  They run with the rights of whoever asks.
--
-- Rows can be had in the order of checked_at from the index of run, so that a page of the newest reads no others.
CREATE VIEW factcheck._named_run WITH (security_invoker = true) AS
    SELECT r.run_id, r.origin_id, r.document_id, r.kind, r.checked_at, o.role_name::text AS role_name,
           coalesce(pg_catalog.quote_ident(n.nspname) OPERATOR(pg_catalog.||) '.' OPERATOR(pg_catalog.||) pg_catalog.quote_ident(t.relname), o.source_table::text) AS source_table,
           d.source_key, d.title, d.latest_run_id OPERATOR(pg_catalog.=) r.run_id AS is_latest
    FROM factcheck.run r
    JOIN factcheck.document d
      ON d.document_id OPERATOR(pg_catalog.=) r.document_id AND d.origin_id OPERATOR(pg_catalog.=) r.origin_id
    JOIN factcheck.origin o ON o.origin_id OPERATOR(pg_catalog.=) r.origin_id
    LEFT JOIN pg_catalog.pg_class t ON t.oid OPERATOR(pg_catalog.=) o.source_table
    LEFT JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.relnamespace;
COMMENT ON VIEW factcheck._named_run IS 'Runs with the names that the result views show.';

CREATE VIEW factcheck.claim_history WITH (security_invoker = true) AS
    SELECT r.document_id, r.run_id, c.claim_no, r.source_table, r.source_key, r.title, r.role_name, r.checked_at, r.kind,
           r.is_latest, v.verdict::text AS verdict, v.p_correct, c.claim_text, c.claimed_value, c.claimed_high, c.comparison,
           f.found_value, f.found_value OPERATOR(pg_catalog.-) c.claimed_value AS difference,
           f.description, f.message, f.query, f.p_query, coalesce(v.is_certified, false) AS is_certified,
           c.sentence, c.claim_start, c.claim_length, f.message IS NULL AS is_withheld,
           coalesce(NOT v.states OPERATOR(pg_catalog.<@) (SELECT factcheck._present_states(false))
                    OR NOT v.columns OPERATOR(pg_catalog.<@) (SELECT factcheck._unaltered_columns()), false) AS is_stale
    FROM factcheck._named_run r
    JOIN factcheck.claim c
      ON c.run_id OPERATOR(pg_catalog.=) r.run_id AND c.origin_id OPERATOR(pg_catalog.=) r.origin_id
    LEFT JOIN factcheck.claim_verdict v
      ON v.run_id OPERATOR(pg_catalog.=) c.run_id AND v.claim_no OPERATOR(pg_catalog.=) c.claim_no
     AND v.origin_id OPERATOR(pg_catalog.=) c.origin_id
    LEFT JOIN factcheck.claim_value f
      ON f.run_id OPERATOR(pg_catalog.=) c.run_id AND f.claim_no OPERATOR(pg_catalog.=) c.claim_no
     AND f.origin_id OPERATOR(pg_catalog.=) c.origin_id;
COMMENT ON VIEW factcheck.claim_history IS 'A row for each claim in each run: what was found, supported claims too.';

CREATE VIEW factcheck.claims WITH (security_invoker = true) AS
    SELECT h.document_id, h.run_id, h.claim_no, h.source_table, h.source_key, h.title, h.role_name, h.checked_at,
           h.verdict, h.p_correct, h.claim_text, h.claimed_value, h.claimed_high, h.comparison, h.found_value, h.difference,
           h.description, h.message, h.query, h.p_query, h.is_certified, h.sentence, h.claim_start, h.claim_length,
           h.is_withheld, h.is_stale
    FROM factcheck.claim_history h
    WHERE h.is_latest;
COMMENT ON VIEW factcheck.claims IS 'A row for each claim of the latest run of each document: what holds now.';

CREATE VIEW factcheck.readings WITH (security_invoker = true) AS
    SELECT r.document_id, r.run_id, a.claim_no, a.rank, r.source_table, r.source_key, r.title, r.role_name, r.checked_at,
           r.is_latest, a.description, a.value, a.matches, a.probability, a.query
    FROM factcheck._named_run r
    JOIN (
        SELECT f.run_id, f.origin_id, f.claim_no, 1 AS rank, f.description, f.found_value AS value, f.matches,
               f.p_query AS probability, f.query
        FROM factcheck.claim_value f
        WHERE f.query IS NOT NULL
        UNION ALL
        SELECT b.run_id, b.origin_id, b.claim_no, b.rank, b.description, b.value, b.matches, b.probability, b.query
        FROM factcheck.alternative b) AS a
      ON a.run_id OPERATOR(pg_catalog.=) r.run_id AND a.origin_id OPERATOR(pg_catalog.=) r.origin_id;
COMMENT ON VIEW factcheck.readings IS
    'A row for each way to read a claim in each run, the likeliest first by rank; those that you may not see are left out.';

CREATE VIEW factcheck.documents WITH (security_invoker = true) AS
    SELECT r.document_id, r.run_id, r.source_table, r.source_key, r.title, r.role_name, r.checked_at, last.status,
           of.n_claims, of.n_supported, of.n_refuted, of.n_not_enough_info, of.n_disputed, of.n_withheld,
           of.n_supported::double precision OPERATOR(pg_catalog./)
               nullif(of.n_claims OPERATOR(pg_catalog.-) of.n_withheld, 0)::double precision AS share_supported,
           of.worst_claim, of.n_withheld OPERATOR(pg_catalog.>) 0 AS is_withheld, of.is_stale
    FROM factcheck._named_run r
    CROSS JOIN LATERAL (
        SELECT a.status FROM factcheck.run a
        WHERE a.document_id OPERATOR(pg_catalog.=) r.document_id AND a.origin_id OPERATOR(pg_catalog.=) r.origin_id
        ORDER BY a.run_id DESC LIMIT 1) AS last
    CROSS JOIN LATERAL (
        SELECT count(*) AS n_claims,
               count(*) FILTER (WHERE v.verdict OPERATOR(pg_catalog.=) 'supported') AS n_supported,
               count(*) FILTER (WHERE v.verdict OPERATOR(pg_catalog.=) 'refuted') AS n_refuted,
               count(*) FILTER (WHERE v.verdict OPERATOR(pg_catalog.=) 'not_enough_info') AS n_not_enough_info,
               count(*) FILTER (WHERE v.verdict OPERATOR(pg_catalog.=) 'disputed') AS n_disputed,
               count(*) FILTER (WHERE v.verdict IS NULL) AS n_withheld,
               (array_agg(c.claim_text ORDER BY v.p_correct, c.claim_no)
                    FILTER (WHERE v.verdict OPERATOR(pg_catalog.=) 'refuted'))[1] AS worst_claim,
               coalesce(bool_or(NOT v.states OPERATOR(pg_catalog.<@) (SELECT factcheck._present_states(false))
                                OR NOT v.columns OPERATOR(pg_catalog.<@) (SELECT factcheck._unaltered_columns())), false)
                   AS is_stale
        FROM factcheck.claim c
        LEFT JOIN factcheck.claim_verdict v
          ON v.run_id OPERATOR(pg_catalog.=) c.run_id AND v.claim_no OPERATOR(pg_catalog.=) c.claim_no
         AND v.origin_id OPERATOR(pg_catalog.=) c.origin_id
        WHERE c.run_id OPERATOR(pg_catalog.=) r.run_id AND c.origin_id OPERATOR(pg_catalog.=) r.origin_id) AS of
    WHERE r.is_latest;
COMMENT ON VIEW factcheck.documents IS 'A row for each document: what its latest run found, in numbers.';

CREATE VIEW factcheck.daily_summary WITH (security_invoker = true) AS
    SELECT (r.checked_at AT TIME ZONE 'UTC')::date AS day,
           pg_catalog.date_trunc('day', r.checked_at, 'UTC') AS "time",
           r.source_table, v.verdict::text AS verdict, v.verdict IS NULL AS is_withheld,
           count(*) AS n_claims, count(DISTINCT r.document_id) AS n_documents
    FROM factcheck._named_run r
    JOIN factcheck.claim c
      ON c.run_id OPERATOR(pg_catalog.=) r.run_id AND c.origin_id OPERATOR(pg_catalog.=) r.origin_id
    LEFT JOIN factcheck.claim_verdict v
      ON v.run_id OPERATOR(pg_catalog.=) c.run_id AND v.claim_no OPERATOR(pg_catalog.=) c.claim_no
     AND v.origin_id OPERATOR(pg_catalog.=) c.origin_id
    WHERE NOT EXISTS (
        SELECT FROM factcheck.run later
        WHERE later.document_id OPERATOR(pg_catalog.=) r.document_id AND later.origin_id OPERATOR(pg_catalog.=) r.origin_id
          AND later.run_id OPERATOR(pg_catalog.>) r.run_id AND later.status OPERATOR(pg_catalog.=) 'succeeded'
          AND pg_catalog.date_trunc('day', later.checked_at, 'UTC')
              OPERATOR(pg_catalog.=) pg_catalog.date_trunc('day', r.checked_at, 'UTC'))
    GROUP BY 1, 2, 3, 4, 5;
COMMENT ON VIEW factcheck.daily_summary IS
    'A row for each day, report table and verdict: the claims of documents checked that day, each as its last run that day found it.';

CREATE VIEW factcheck.review_queue WITH (security_invoker = true) AS
    SELECT h.document_id, h.run_id, h.claim_no,
           CASE WHEN h.verdict OPERATOR(pg_catalog.=) 'not_enough_info'
                THEN (1::double precision OPERATOR(pg_catalog.-) h.p_correct) OPERATOR(pg_catalog./) 2::double precision
                ELSE 1::double precision OPERATOR(pg_catalog.-) h.p_correct END AS priority,
           h.source_table, h.source_key, h.title, h.role_name, h.checked_at,
           (SELECT min(first.checked_at)
            FROM factcheck.run first
            JOIN factcheck.run present ON present.run_id OPERATOR(pg_catalog.=) h.run_id
            WHERE first.document_id OPERATOR(pg_catalog.=) h.document_id
              AND first.document_hash OPERATOR(pg_catalog.=) present.document_hash) AS waiting_since,
           h.verdict, h.p_correct, h.claim_text, h.claimed_value, h.found_value, h.sentence, h.message, h.is_withheld, h.is_stale
    FROM factcheck.claim_history h
    WHERE h.is_latest
      AND h.verdict OPERATOR(pg_catalog.=) ANY (ARRAY['refuted', 'not_enough_info', 'disputed']);
COMMENT ON VIEW factcheck.review_queue IS
    'A row for each present claim that a reader should look at: refuted ones before undecided ones by priority, the likelier wrong the higher.';

CREATE VIEW factcheck.runs WITH (security_invoker = true) AS
    SELECT r.run_id, r.document_id, r.kind, r.checked_run_id, o.role_name::text AS role_name,
           coalesce(pg_catalog.quote_ident(n.nspname) OPERATOR(pg_catalog.||) '.' OPERATOR(pg_catalog.||) pg_catalog.quote_ident(t.relname), o.source_table::text) AS source_table,
           d.source_key, d.title, r.status, r.started_at, r.checked_at,
           1000::double precision OPERATOR(pg_catalog.*)
               EXTRACT(epoch FROM r.checked_at OPERATOR(pg_catalog.-) r.started_at)::double precision AS duration_ms,
           r.parsing_ms, r.retrieval_ms, r.candidates_ms, r.evaluation_ms, r.inference_ms, r.rows_ms, r.n_claims, r.sqlstate,
           e.error
    FROM factcheck.run r
    JOIN factcheck.origin o ON o.origin_id OPERATOR(pg_catalog.=) r.origin_id
    LEFT JOIN pg_catalog.pg_class t ON t.oid OPERATOR(pg_catalog.=) o.source_table
    LEFT JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.relnamespace
    LEFT JOIN factcheck.document d
      ON d.document_id OPERATOR(pg_catalog.=) r.document_id AND d.origin_id OPERATOR(pg_catalog.=) r.origin_id
    LEFT JOIN factcheck.run_error e
      ON e.run_id OPERATOR(pg_catalog.=) r.run_id AND e.origin_id OPERATOR(pg_catalog.=) r.origin_id;
COMMENT ON VIEW factcheck.runs IS 'A row for each run: when, how long and in which stages, and why it failed.';

CREATE VIEW factcheck.metrics WITH (security_invoker = true) AS
    SELECT r.role_name, r.kind, count(*) AS n_runs,
           count(*) FILTER (WHERE r.status OPERATOR(pg_catalog.=) 'failed') AS n_failed,
           sum(r.n_claims)::bigint AS n_claims,
           avg(r.duration_ms) AS mean_duration_ms,
           percentile_cont(0.95) WITHIN GROUP (ORDER BY r.duration_ms) AS p95_duration_ms,
           max(r.duration_ms) AS max_duration_ms,
           count(*) FILTER (WHERE r.checked_at OPERATOR(pg_catalog.>) (now() OPERATOR(pg_catalog.-) '1 hour'::interval))
               AS n_runs_last_hour,
           count(*) FILTER (WHERE r.status OPERATOR(pg_catalog.=) 'failed'
                              AND r.checked_at OPERATOR(pg_catalog.>) (now() OPERATOR(pg_catalog.-) '1 hour'::interval))
               AS n_failed_last_hour,
           max(r.checked_at) AS checked_at
    FROM factcheck.runs r
    GROUP BY r.role_name, r.kind;
COMMENT ON VIEW factcheck.metrics IS
    'A row for each role and kind of run: how many, how many failed, and how long they took. Members of pg_monitor see all roles.';

CREATE VIEW factcheck.published WITH (security_invoker = true) AS
    SELECT coalesce(pg_catalog.quote_ident(n.nspname) OPERATOR(pg_catalog.||) '.' OPERATOR(pg_catalog.||) pg_catalog.quote_ident(t.relname), p.source_table::text) AS source_table,
           p.role_name::text AS role_name, p.what, p.publisher_name::text AS publisher_name, p.published_at
    FROM factcheck.publication p
    LEFT JOIN pg_catalog.pg_class t ON t.oid OPERATOR(pg_catalog.=) p.source_table
    LEFT JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.relnamespace;
COMMENT ON VIEW factcheck.published IS 'A row for each publication: to whom verdicts on a report table were released, and by whom.';

-- A name means the same in all views.
DO $comments$
DECLARE
    meant record;
BEGIN
    FOR meant IN
        SELECT c.relname, a.attname, m.meaning
        FROM (VALUES
            ('document_id', 'Number of the document.'),
            ('run_id', 'Number of the run; later runs have greater ones.'),
            ('checked_run_id', 'For a recheck, the check whose readings were run again.'),
            ('origin_id', 'Number of the role and report table.'),
            ('claim_no', 'Number of the claim in its document, from 1 in reading order.'),
            ('rank', 'Place of the reading among those of its claim, from 1, the likeliest.'),
            ('source_table', 'Report table that the document is a row of; NULL for documents passed to verify.'),
            ('source_key', 'Key of that row.'),
            ('title', 'Title of the document.'),
            ('role_name', 'Role that had it checked; of a publication, role to which it was released.'),
            ('publisher_name', 'Administrator who released it, and whose rights to the data count.'),
            ('published_at', 'When it was released.'),
            ('what', 'verdicts, or values: verdicts with what was found, readings and messages.'),
            ('started_at', 'When the run began.'),
            ('checked_at', 'When the run ended; in metrics, the last one.'),
            ('waiting_since', 'When the present text was first checked.'),
            ('day', 'Day of the run, in UTC.'),
            ('time', 'Beginning of that day.'),
            ('kind', 'check, or recheck where stored readings were run again.'),
            ('status', 'succeeded or failed; of a document, how its last run ended.'),
            ('sqlstate', 'SQLSTATE of the error that ended the run.'),
            ('error', 'Why the run failed; shown to the role of the run alone.'),
            ('verdict', 'supported, refuted, not_enough_info or disputed; NULL where withheld.'),
            ('p_correct', 'Probability that the claim is correct; NULL where withheld.'),
            ('priority', 'From 0 to 1: how much the claim needs to be looked at.'),
            ('claim_text', 'The claim as the document writes it.'),
            ('claimed_value', 'How its number is read; NULL for a statement without a number.'),
            ('claimed_high', 'Upper end, where comparison is "between".'),
            ('comparison', 'How the result must compare with the number: =, >, >=, <, <=, about or between.'),
            ('found_value', 'What the likeliest reading gave; NULL where undefined or withheld.'),
            ('difference', 'found_value less claimed_value.'),
            ('description', 'The reading in words; NULL where there is none or it is withheld.'),
            ('message', 'One sentence: what was stated, what the data say, how sure that is; NULL where withheld.'),
            ('query', 'The reading in SQL; NULL where there is none or it is withheld.'),
            ('p_query', 'Probability of the likeliest reading.'),
            ('probability', 'Probability of the reading.'),
            ('value', 'What the reading gave; NULL where it was undefined.'),
            ('matches', 'Whether the claim is right if it is read like this.'),
            ('sentence', 'The sentence that the claim stands in.'),
            ('claim_start', 'Where the claim stands in the document, in characters from 1.'),
            ('claim_length', 'Characters that it takes.'),
            ('worst_claim', 'Text of the refuted claim that is least likely correct.'),
            ('n_claims', 'Number of claims.'),
            ('n_documents', 'Number of documents with such a claim.'),
            ('n_supported', 'Claims that the data support.'),
            ('n_refuted', 'Claims that the data refute.'),
            ('n_not_enough_info', 'Claims that the data do not decide.'),
            ('n_disputed', 'Claims on which sources differ.'),
            ('n_withheld', 'Claims whose verdict you may not see; they count nowhere else but in n_claims.'),
            ('share_supported', 'n_supported as a share of the verdicts shown, from 0 to 1; NULL where there are none.'),
            ('n_runs', 'Number of runs.'),
            ('n_failed', 'Runs that failed.'),
            ('n_runs_last_hour', 'Runs that ended in the last hour.'),
            ('n_failed_last_hour', 'Runs that failed in the last hour.'),
            ('duration_ms', 'Milliseconds the run took.'),
            ('mean_duration_ms', 'Milliseconds a run took on average.'),
            ('p95_duration_ms', 'Milliseconds within which 95 of 100 runs ended.'),
            ('max_duration_ms', 'Milliseconds that the longest run took.'),
            ('parsing_ms', 'Milliseconds it took to parse the document.'),
            ('retrieval_ms', 'Milliseconds it took to retrieve query fragments.'),
            ('candidates_ms', 'Milliseconds it took to make and weigh candidate queries.'),
            ('evaluation_ms', 'Milliseconds it took to evaluate them.'),
            ('inference_ms', 'Milliseconds it took to infer what claims mean.'),
            ('rows_ms', 'Milliseconds it took to judge claims and make rows.'),
            ('is_latest', 'Whether the run is the latest of its document.'),
            ('is_certified', 'Whether no query left out could be likelier than the one shown; false where withheld.'),
            ('is_withheld', 'Whether something is withheld, since you may not read all data that it was judged by.'),
            ('is_stale', 'Whether the data that it was judged by may have changed since; false where withheld.')
        ) AS m (name, meaning)
        JOIN pg_catalog.pg_attribute a ON a.attname OPERATOR(pg_catalog.=) m.name
        JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) a.attrelid
        WHERE c.relnamespace OPERATOR(pg_catalog.=) 'factcheck'::pg_catalog.regnamespace
          AND c.relname OPERATOR(pg_catalog.=) ANY (ARRAY['_named_run', 'claim_history', 'claims', 'readings', 'documents',
              'daily_summary', 'review_queue', 'runs', 'metrics', 'published'])
    LOOP
        EXECUTE pg_catalog.format('COMMENT ON COLUMN factcheck.%I.%I IS %L', meant.relname, meant.attname, meant.meaning);
    END LOOP;
END;
$comments$;
