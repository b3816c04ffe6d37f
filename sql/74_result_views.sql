-- What BI tools query: flat views of scalar types, one grain each, that show a role what row security lets it see of the
-- tables.  They run with the rights of whoever asks.
--
-- Rows can be had in the order of checked_at from the index of run, so that a page of the newest reads no others.
CREATE VIEW factcheck._named_run WITH (security_invoker = true) AS
    SELECT r.run_id, r.origin_id, r.document_id, r.kind, r.checked_at, o.role_name::pg_catalog.text AS role_name,
           coalesce(pg_catalog.quote_ident(n.nspname) OPERATOR(pg_catalog.||) '.' OPERATOR(pg_catalog.||) pg_catalog.quote_ident(t.relname), o.source_table::pg_catalog.text) AS source_table,
           d.source_key, d.title, r.is_latest, r.n_claims, d.gone_at,
           -- not gone_at IS NULL alone: without statistics the planner takes that for rare, and reads all claims for a page
           CASE WHEN d.gone_at IS NULL THEN true ELSE false END AS is_present
    FROM factcheck.run r
    JOIN factcheck.document d
      ON d.document_id OPERATOR(pg_catalog.=) r.document_id AND d.origin_id OPERATOR(pg_catalog.=) r.origin_id
    JOIN factcheck.origin o ON o.origin_id OPERATOR(pg_catalog.=) r.origin_id
    LEFT JOIN pg_catalog.pg_class t ON t.oid OPERATOR(pg_catalog.=) o.source_table
    LEFT JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.relnamespace;
COMMENT ON VIEW factcheck._named_run IS 'Runs with the names that the result views show.';

CREATE VIEW factcheck.claim_history WITH (security_invoker = true) AS
    SELECT r.document_id, r.run_id, c.claim_no, r.source_table, r.source_key, r.title, r.role_name, r.checked_at, r.kind,
           r.is_latest, v.verdict::pg_catalog.text AS verdict, v.p_correct, c.claim_text, c.claimed_value, c.claimed_high, c.comparison,
           f.found_value, f.found_value OPERATOR(pg_catalog.-) c.claimed_value AS difference,
           f.description, f.message, f.query, f.p_query, coalesce(v.is_certified, false) AS is_certified,
           c.sentence, c.claim_start, c.claim_length, f.message IS NULL AS is_withheld,
           coalesce(NOT v.states OPERATOR(pg_catalog.<@) (SELECT factcheck._present_states(false))
                    OR NOT v.reading_columns OPERATOR(pg_catalog.<@) (SELECT factcheck._unaltered_columns()), false) AS is_stale,
           r.gone_at,
           (SELECT k.decision
            FROM factcheck.decided_claim d
            JOIN factcheck.correction k
              ON k.correction_id OPERATOR(pg_catalog.=) d.correction_id AND k.decision OPERATOR(pg_catalog.<>) 'forgotten'
            WHERE d.run_id OPERATOR(pg_catalog.=) c.run_id AND d.claim_no OPERATOR(pg_catalog.=) c.claim_no
              AND d.origin_id OPERATOR(pg_catalog.=) c.origin_id) AS decision
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
           h.is_withheld, h.is_stale, h.decision
    FROM factcheck.claim_history h
    WHERE h.is_latest AND h.gone_at IS NULL;
COMMENT ON VIEW factcheck.claims IS
    'A row for each claim of the latest run of each document, but for reports that are gone: what holds now.';

CREATE VIEW factcheck.readings WITH (security_invoker = true) AS
    SELECT r.document_id, r.run_id, c.claim_no, a.rank, r.source_table, r.source_key, r.title, r.role_name, r.checked_at,
           r.is_latest, c.claim_text, a.description, a.value, a.matches, a.probability, a.query,
           a.passage OPERATOR(pg_catalog.->>) 'label' AS label,
           (a.passage OPERATOR(pg_catalog.->>) 'p_label')::double precision AS p_label,
           (a.passage OPERATOR(pg_catalog.->>) 'score')::double precision AS score,
           a.passage OPERATOR(pg_catalog.->>) 'source' AS passage_source,
           a.passage OPERATOR(pg_catalog.->>) 'key' AS passage_key,
           (a.passage OPERATOR(pg_catalog.->>) 'start')::integer AS passage_start,
           (a.passage OPERATOR(pg_catalog.->>) 'length')::integer AS passage_length,
           a.passage OPERATOR(pg_catalog.->>) 'words' AS passage_words
    FROM factcheck._named_run r
    JOIN factcheck.claim c
      ON c.run_id OPERATOR(pg_catalog.=) r.run_id AND c.origin_id OPERATOR(pg_catalog.=) r.origin_id
    CROSS JOIN LATERAL (
        SELECT 1 AS rank, f.description, f.found_value AS value, f.matches, f.p_query AS probability, f.query, f.passage
        FROM factcheck.claim_value f
        WHERE f.run_id OPERATOR(pg_catalog.=) c.run_id AND f.claim_no OPERATOR(pg_catalog.=) c.claim_no
          AND f.origin_id OPERATOR(pg_catalog.=) c.origin_id AND f.query IS NOT NULL
        UNION ALL
        SELECT b.rank, b.description, b.value, b.matches, b.probability, b.query, b.passage
        FROM factcheck.alternative b
        WHERE b.run_id OPERATOR(pg_catalog.=) c.run_id AND b.claim_no OPERATOR(pg_catalog.=) c.claim_no
          AND b.origin_id OPERATOR(pg_catalog.=) c.origin_id) AS a;
COMMENT ON VIEW factcheck.readings IS
    'A row for each way to read a claim in each run, and for each passage that speaks about it, the likeliest first by rank; those that you may not see are left out.';

CREATE VIEW factcheck.documents WITH (security_invoker = true) AS
    SELECT r.document_id, r.run_id, r.source_table, r.source_key, r.title, r.role_name, r.checked_at,
           (SELECT last.status FROM factcheck.run last
            WHERE last.document_id OPERATOR(pg_catalog.=) r.document_id AND last.origin_id OPERATOR(pg_catalog.=) r.origin_id
            ORDER BY last.run_id DESC LIMIT 1) AS status,
           r.n_claims, v.n_supported, v.n_refuted, v.n_not_enough_info, v.n_disputed,
           r.n_claims OPERATOR(pg_catalog.-) v.n_shown AS n_withheld,
           CASE WHEN v.n_shown OPERATOR(pg_catalog.>) 0
                THEN v.n_supported::double precision OPERATOR(pg_catalog./) v.n_shown::double precision END AS share_supported,
           (SELECT c.claim_text
            FROM factcheck.claim_verdict w
            JOIN factcheck.claim c
              ON c.run_id OPERATOR(pg_catalog.=) w.run_id AND c.claim_no OPERATOR(pg_catalog.=) w.claim_no
             AND c.origin_id OPERATOR(pg_catalog.=) w.origin_id
            WHERE w.run_id OPERATOR(pg_catalog.=) r.run_id AND w.origin_id OPERATOR(pg_catalog.=) r.origin_id
              AND w.verdict OPERATOR(pg_catalog.=) 'refuted'
            ORDER BY w.p_correct, w.claim_no LIMIT 1) AS worst_claim,
           r.n_claims OPERATOR(pg_catalog.>) v.n_shown AS is_withheld, v.is_stale, r.gone_at
    FROM factcheck._named_run r
    CROSS JOIN LATERAL (
        SELECT coalesce(pg_catalog.sum(s.n_supported), 0)::integer AS n_supported, coalesce(pg_catalog.sum(s.n_refuted), 0)::integer AS n_refuted,
               coalesce(pg_catalog.sum(s.n_not_enough_info), 0)::integer AS n_not_enough_info,
               coalesce(pg_catalog.sum(s.n_disputed), 0)::integer AS n_disputed,
               coalesce(pg_catalog.sum(s.n_supported OPERATOR(pg_catalog.+) s.n_refuted OPERATOR(pg_catalog.+) s.n_not_enough_info
                            OPERATOR(pg_catalog.+) s.n_disputed), 0)::integer AS n_shown,
               coalesce(pg_catalog.bool_or(NOT s.states OPERATOR(pg_catalog.<@) (SELECT factcheck._present_states(false))
                                OR NOT s.reading_columns OPERATOR(pg_catalog.<@) (SELECT factcheck._unaltered_columns())), false)
                   AS is_stale
        FROM factcheck.verdict_count s
        WHERE s.run_id OPERATOR(pg_catalog.=) r.run_id AND s.origin_id OPERATOR(pg_catalog.=) r.origin_id) AS v
    WHERE r.is_latest;
COMMENT ON VIEW factcheck.documents IS 'A row for each document: what its latest run found, in numbers.';

CREATE VIEW factcheck.daily_summary WITH (security_invoker = true) AS
    SELECT d.day, d.day::timestamp AT TIME ZONE 'UTC' AS "time",
           coalesce(pg_catalog.quote_ident(n.nspname) OPERATOR(pg_catalog.||) '.' OPERATOR(pg_catalog.||)
                    pg_catalog.quote_ident(t.relname), o.source_table::pg_catalog.text) AS source_table,
           o.role_name::pg_catalog.text AS role_name, u.verdict, u.verdict IS NULL AS is_withheld, u.n_claims
    FROM (
        SELECT (r.checked_at AT TIME ZONE 'UTC')::pg_catalog.date AS day, r.origin_id, pg_catalog.sum(r.n_claims) AS n_claims,
               pg_catalog.sum(v.n_supported) AS n_supported, pg_catalog.sum(v.n_refuted) AS n_refuted,
               pg_catalog.sum(v.n_not_enough_info) AS n_not_enough_info, pg_catalog.sum(v.n_disputed) AS n_disputed
        FROM factcheck.run r
        LEFT JOIN LATERAL (
            SELECT pg_catalog.sum(s.n_supported) AS n_supported, pg_catalog.sum(s.n_refuted) AS n_refuted,
                   pg_catalog.sum(s.n_not_enough_info) AS n_not_enough_info, pg_catalog.sum(s.n_disputed) AS n_disputed
            FROM factcheck.verdict_count s
            WHERE s.run_id OPERATOR(pg_catalog.=) r.run_id AND s.origin_id OPERATOR(pg_catalog.=) r.origin_id) AS v ON true
        WHERE r.n_claims OPERATOR(pg_catalog.>) 0
          AND r.origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._readable_origins())::integer[])
          AND NOT EXISTS (
            SELECT FROM factcheck.run later
            WHERE later.document_id OPERATOR(pg_catalog.=) r.document_id AND later.origin_id OPERATOR(pg_catalog.=) r.origin_id
              AND later.run_id OPERATOR(pg_catalog.>) r.run_id AND later.status OPERATOR(pg_catalog.=) 'succeeded'
              AND (later.checked_at AT TIME ZONE 'UTC')::pg_catalog.date
                  OPERATOR(pg_catalog.=) (r.checked_at AT TIME ZONE 'UTC')::pg_catalog.date)
        GROUP BY 1, 2) AS d
    JOIN factcheck.origin o ON o.origin_id OPERATOR(pg_catalog.=) d.origin_id
    LEFT JOIN pg_catalog.pg_class t ON t.oid OPERATOR(pg_catalog.=) o.source_table
    LEFT JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.relnamespace
    CROSS JOIN LATERAL (VALUES
        ('supported', coalesce(d.n_supported, 0)), ('refuted', coalesce(d.n_refuted, 0)),
        ('not_enough_info', coalesce(d.n_not_enough_info, 0)), ('disputed', coalesce(d.n_disputed, 0)),
        (NULL, d.n_claims OPERATOR(pg_catalog.-) coalesce(
            d.n_supported OPERATOR(pg_catalog.+) d.n_refuted OPERATOR(pg_catalog.+) d.n_not_enough_info
            OPERATOR(pg_catalog.+) d.n_disputed, 0))) AS u (verdict, n_claims)
    WHERE u.n_claims OPERATOR(pg_catalog.>) 0;
COMMENT ON VIEW factcheck.daily_summary IS
    'A row for each day, report table, role and verdict: the claims of documents checked that day, each as its last run that day found it.';

CREATE VIEW factcheck.review_queue WITH (security_invoker = true) AS
    SELECT r.document_id, r.run_id, v.claim_no, v.priority, r.source_table, r.source_key, r.title, r.role_name, r.checked_at,
           (SELECT pg_catalog.min(first.checked_at)
            FROM factcheck.run first
            JOIN factcheck.run present ON present.run_id OPERATOR(pg_catalog.=) r.run_id
            WHERE first.document_id OPERATOR(pg_catalog.=) r.document_id
              AND first.document_hash OPERATOR(pg_catalog.=) present.document_hash) AS waiting_since,
           v.verdict::pg_catalog.text AS verdict, v.p_correct, c.claim_text, c.claimed_value, f.found_value, c.sentence, f.message,
           f.message IS NULL AS is_withheld,
           NOT v.states OPERATOR(pg_catalog.<@) (SELECT factcheck._present_states(false))
           OR NOT v.reading_columns OPERATOR(pg_catalog.<@) (SELECT factcheck._unaltered_columns()) AS is_stale
    FROM factcheck.claim_verdict v
    JOIN factcheck._named_run r
      ON r.run_id OPERATOR(pg_catalog.=) v.run_id AND r.origin_id OPERATOR(pg_catalog.=) v.origin_id
    JOIN factcheck.claim c
      ON c.run_id OPERATOR(pg_catalog.=) v.run_id AND c.claim_no OPERATOR(pg_catalog.=) v.claim_no
     AND c.origin_id OPERATOR(pg_catalog.=) v.origin_id
    LEFT JOIN factcheck.claim_value f
      ON f.run_id OPERATOR(pg_catalog.=) v.run_id AND f.claim_no OPERATOR(pg_catalog.=) v.claim_no
     AND f.origin_id OPERATOR(pg_catalog.=) v.origin_id
    WHERE r.is_latest AND r.is_present AND v.priority IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM factcheck.decided_claim d
        WHERE d.run_id OPERATOR(pg_catalog.=) v.run_id AND d.claim_no OPERATOR(pg_catalog.=) v.claim_no
          AND d.origin_id OPERATOR(pg_catalog.=) v.origin_id);
COMMENT ON VIEW factcheck.review_queue IS
    'A row for each present claim that a reader should look at, but for those that somebody has decided about: refuted ones before undecided ones by priority, the likelier wrong the higher.';

CREATE VIEW factcheck.runs WITH (security_invoker = true) AS
    SELECT r.run_id, r.document_id, r.kind, r.checked_run_id, o.role_name::pg_catalog.text AS role_name,
           coalesce(pg_catalog.quote_ident(n.nspname) OPERATOR(pg_catalog.||) '.' OPERATOR(pg_catalog.||) pg_catalog.quote_ident(t.relname), o.source_table::pg_catalog.text) AS source_table,
           d.source_key, d.title, r.status, r.started_at, r.checked_at,
           1000::double precision OPERATOR(pg_catalog.*)
               EXTRACT(epoch FROM r.checked_at OPERATOR(pg_catalog.-) r.started_at)::double precision AS duration_ms,
           r.parsing_ms, r.retrieval_ms, r.candidates_ms, r.evaluation_ms, r.inference_ms, r.rows_ms, r.n_claims, r.sqlstate,
           e.error, r.queries_ms, r.statements_ms, w.n_scans, w.n_groups, w.n_reused_cubes, w.n_candidates, w.n_certified,
           CASE WHEN r.n_claims OPERATOR(pg_catalog.>) 0
                THEN w.n_certified::double precision OPERATOR(pg_catalog./) r.n_claims::double precision END AS share_certified
    FROM factcheck.run r
    JOIN factcheck.origin o ON o.origin_id OPERATOR(pg_catalog.=) r.origin_id
    LEFT JOIN pg_catalog.pg_class t ON t.oid OPERATOR(pg_catalog.=) o.source_table
    LEFT JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.relnamespace
    LEFT JOIN factcheck.document d
      ON d.document_id OPERATOR(pg_catalog.=) r.document_id AND d.origin_id OPERATOR(pg_catalog.=) r.origin_id
    LEFT JOIN factcheck.run_error e
      ON e.run_id OPERATOR(pg_catalog.=) r.run_id AND e.origin_id OPERATOR(pg_catalog.=) r.origin_id
    LEFT JOIN factcheck.run_work w
      ON w.run_id OPERATOR(pg_catalog.=) r.run_id AND w.origin_id OPERATOR(pg_catalog.=) r.origin_id;
COMMENT ON VIEW factcheck.runs IS
    'A row for each run: when, how long and in which stages, how much was read and evaluated for it, and why it failed.';

-- A tool for charts stacks rows, not columns: the stages of a run add up to its duration.
CREATE VIEW factcheck.run_stages WITH (security_invoker = true) AS
    SELECT r.run_id, r.document_id, r.kind, r.role_name, r.checked_at, s.stage_no, s.stage, s.duration_ms,
           CASE WHEN r.duration_ms OPERATOR(pg_catalog.>) 0::double precision
                THEN s.duration_ms OPERATOR(pg_catalog./) r.duration_ms END AS share_of_run
    FROM factcheck.runs r
    CROSS JOIN LATERAL (VALUES
        (1, 'parsing', r.parsing_ms),
        (2, 'retrieval', r.retrieval_ms),
        (3, 'candidates', r.candidates_ms),
        (4, 'queries', r.queries_ms),
        (5, 'matching', r.evaluation_ms OPERATOR(pg_catalog.-) coalesce(r.queries_ms, 0::double precision)),
        (6, 'inference', r.inference_ms),
        (7, 'statements', r.statements_ms),
        (8, 'rows', r.rows_ms),
        (9, 'other', r.duration_ms OPERATOR(pg_catalog.-) coalesce(r.parsing_ms, 0::double precision)
            OPERATOR(pg_catalog.-) coalesce(r.retrieval_ms, 0::double precision)
            OPERATOR(pg_catalog.-) coalesce(r.candidates_ms, 0::double precision)
            OPERATOR(pg_catalog.-) coalesce(r.evaluation_ms, 0::double precision)
            OPERATOR(pg_catalog.-) coalesce(r.inference_ms, 0::double precision)
            OPERATOR(pg_catalog.-) coalesce(r.statements_ms, 0::double precision)
            OPERATOR(pg_catalog.-) coalesce(r.rows_ms, 0::double precision))) AS s (stage_no, stage, duration_ms)
    WHERE s.duration_ms IS NOT NULL AND r.status OPERATOR(pg_catalog.=) 'succeeded';
COMMENT ON VIEW factcheck.run_stages IS
    'A row for each stage of each run that succeeded, with the milliseconds it took: the stages of a run add up to its duration_ms.';

CREATE VIEW factcheck.metrics WITH (security_invoker = true) AS
    SELECT r.role_name, r.kind, pg_catalog.count(*) AS n_runs,
           pg_catalog.count(*) FILTER (WHERE r.status OPERATOR(pg_catalog.=) 'failed') AS n_failed,
           pg_catalog.sum(r.n_claims)::bigint AS n_claims,
           pg_catalog.avg(r.duration_ms) AS mean_duration_ms,
           pg_catalog.percentile_cont(0.95) WITHIN GROUP (ORDER BY r.duration_ms) AS p95_duration_ms,
           pg_catalog.max(r.duration_ms) AS max_duration_ms,
           pg_catalog.count(*) FILTER (WHERE r.checked_at OPERATOR(pg_catalog.>) (pg_catalog.now() OPERATOR(pg_catalog.-) '1 hour'::pg_catalog.interval))
               AS n_runs_last_hour,
           pg_catalog.count(*) FILTER (WHERE r.status OPERATOR(pg_catalog.=) 'failed'
                              AND r.checked_at OPERATOR(pg_catalog.>) (pg_catalog.now() OPERATOR(pg_catalog.-) '1 hour'::pg_catalog.interval))
               AS n_failed_last_hour,
           pg_catalog.max(r.checked_at) AS checked_at
    FROM factcheck.runs r
    GROUP BY r.role_name, r.kind;
COMMENT ON VIEW factcheck.metrics IS
    'A row for each role and kind of run: how many, how many failed, and how long they took. Members of pg_monitor see all roles.';

CREATE VIEW factcheck.corrections WITH (security_invoker = true) AS
    SELECT k.correction_id, k.document_id, k.claim_no, o.role_name::pg_catalog.text AS role_name,
           coalesce(pg_catalog.quote_ident(n.nspname) OPERATOR(pg_catalog.||) '.' OPERATOR(pg_catalog.||) pg_catalog.quote_ident(t.relname), o.source_table::pg_catalog.text) AS source_table,
           m.source_key, m.title, k.decision, k.claim_text, k.sentence, r.description, r.query,
           k.corrected_by::pg_catalog.text AS corrected_by, k.corrected_at, k.undone_id,
           NOT EXISTS (
               SELECT FROM factcheck.correction later
               WHERE later.decision OPERATOR(pg_catalog.<>) 'forgotten' AND later.origin_id OPERATOR(pg_catalog.=) k.origin_id AND later.correction_id OPERATOR(pg_catalog.>) k.correction_id
                 AND CASE WHEN k.sentence_key IS NULL
                          THEN later.document_id OPERATOR(pg_catalog.=) k.document_id
                               AND later.claim_no OPERATOR(pg_catalog.=) k.claim_no
                          ELSE later.sentence_key OPERATOR(pg_catalog.=) k.sentence_key END)
           AND k.decision OPERATOR(pg_catalog.<>) 'reopened' AS is_in_force,
           k.sentence_key IS NOT NULL AS is_remembered,
           k.decision OPERATOR(pg_catalog.<>) 'reopened' AND r.query IS NULL AS is_withheld
    FROM factcheck.correction k
    JOIN factcheck.origin o ON o.origin_id OPERATOR(pg_catalog.=) k.origin_id
    JOIN factcheck.document m
      ON m.document_id OPERATOR(pg_catalog.=) k.document_id AND m.origin_id OPERATOR(pg_catalog.=) k.origin_id
    LEFT JOIN factcheck.correction_reading r
      ON r.correction_id OPERATOR(pg_catalog.=) k.correction_id AND r.origin_id OPERATOR(pg_catalog.=) k.origin_id
    LEFT JOIN pg_catalog.pg_class t ON t.oid OPERATOR(pg_catalog.=) o.source_table
    LEFT JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.relnamespace
    WHERE k.decision OPERATOR(pg_catalog.<>) 'forgotten';
COMMENT ON VIEW factcheck.corrections IS
    'A row for each decision of a person about a claim of a stored document: what it says, who made it and when.';

CREATE VIEW factcheck.published WITH (security_invoker = true) AS
    SELECT coalesce(pg_catalog.quote_ident(n.nspname) OPERATOR(pg_catalog.||) '.' OPERATOR(pg_catalog.||) pg_catalog.quote_ident(t.relname), p.source_table::pg_catalog.text) AS source_table,
           p.role_name::pg_catalog.text AS role_name, p.what, p.publisher_name::pg_catalog.text AS publisher_name, p.published_at
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
            ('origin_id', 'Number of the role and report table.'),
            ('checked_run_id', 'For a recheck, the check or correction whose readings were run again; for a correction, the check that it goes back to.'),
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
            ('gone_at', 'When it was found that the row of the report table is there no more; NULL while it is.'),
            ('is_present', 'Whether the row of the report table is there; true for documents passed to verify.'),
            ('waiting_since', 'When the present text was first checked.'),
            ('day', 'Day of the run, in UTC.'),
            ('time', 'Beginning of that day.'),
            ('kind', 'check; recheck, where stored readings were run again; correction, where a person decided what a claim means.'),
            ('status', 'succeeded or failed; of a document, how its last run ended.'),
            ('sqlstate', 'SQLSTATE of the error that ended the run.'),
            ('error', 'Why the run failed; shown to the role of the run alone.'),
            ('verdict', 'supported, refuted, not_enough_info or disputed; NULL where withheld.'),
            ('p_correct', 'Probability that the claim is correct; NULL where withheld.'),
            ('priority', 'From 0 to 1: how much the claim needs to be looked at.'),
            ('claim_text', 'The claim as the document writes it.'),
            ('claimed_value', 'How its number is read, in the unit of found_value; NULL for a statement without a number.'),
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
            ('label', 'What a passage says of the claim: supported, refuted or not_enough_info; NULL for a query.'),
            ('p_label', 'Probability that it says that; probability is that of being evidence at all.'),
            ('score', 'Score by which a search found the passage.'),
            ('passage_source', 'Source that the passage stands in.'),
            ('passage_key', 'Key of the row of the source.'),
            ('passage_start', 'Where the passage stands in the text of that row, in characters from 1.'),
            ('passage_length', 'Characters that it takes.'),
            ('passage_words', 'Words of the passage that the claim has, too, with blanks between them.'),
            ('sentence', 'The sentence that the claim stands in.'),
            ('claim_start', 'Where the claim stands in the document, in characters from 1.'),
            ('claim_length', 'Characters that it takes.'),
            ('worst_claim', 'Text of the refuted claim that is least likely correct.'),
            ('n_claims', 'Number of claims.'),
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
            ('duration_ms', 'Milliseconds the run, or its stage, took.'),
            ('mean_duration_ms', 'Milliseconds a run took on average.'),
            ('p95_duration_ms', 'Milliseconds within which 95 of 100 runs ended.'),
            ('max_duration_ms', 'Milliseconds that the longest run took.'),
            ('parsing_ms', 'Milliseconds it took to parse the document.'),
            ('retrieval_ms', 'Milliseconds it took to retrieve query fragments.'),
            ('candidates_ms', 'Milliseconds it took to make and weigh candidate queries.'),
            ('evaluation_ms', 'Milliseconds it took to evaluate them.'),
            ('inference_ms', 'Milliseconds it took to infer what claims mean.'),
            ('rows_ms', 'Milliseconds it took to judge claims and make rows.'),
            ('queries_ms', 'Milliseconds of the evaluation that the queries to data tables took.'),
            ('statements_ms', 'Milliseconds it took to judge statements without a number.'),
            ('n_scans', 'Statements that read data tables; like the other counts, NULL for all but the role of the run, and where nothing was read.'),
            ('n_groups', 'Groups of rows that these returned, from which candidate queries are answered.'),
            ('n_reused_cubes', 'Results that an earlier check had kept, and that took the place of a scan.'),
            ('n_candidates', 'Candidate queries that were evaluated.'),
            ('n_certified', 'Claims of which no query left out can be likelier than the one shown.'),
            ('share_certified', 'n_certified as a share of the claims, from 0 to 1; NULL where there are none.'),
            ('stage', 'Stage of the run: parsing, retrieval, candidates, queries, matching, inference, statements, rows, or other, which is what is left: storing, most of all.'),
            ('stage_no', 'Place of the stage in the run, from 1.'),
            ('share_of_run', 'What the stage took of the run, from 0 to 1.'),
            ('is_latest', 'Whether the run is the latest of its document.'),
            ('is_certified', 'Whether no query left out could be likelier than the one shown; false where withheld.'),
            ('is_withheld', 'Whether something is withheld, since you may not read all data that it was judged by.'),
            ('decision', 'What a person decided about the claim: confirmed, corrected or dismissed, in corrections also reopened; NULL where nobody did.'),
            ('correction_id', 'Number of the correction; later ones have greater ones.'),
            ('corrected_by', 'Role that had logged in.'),
            ('corrected_at', 'When it was decided.'),
            ('undone_id', 'Number of the correction that this one undoes.'),
            ('is_in_force', 'Whether this is the last decision about the claim or, in other documents, its sentence.'),
            ('is_remembered', 'Whether later checks apply it to the same sentence; too short ones, and claims without a reading, are not known again.'),
            ('is_stale', 'Whether the data that it was judged by may have changed since; false where withheld.')
        ) AS m (name, meaning)
        JOIN pg_catalog.pg_attribute a ON a.attname OPERATOR(pg_catalog.=) m.name
        JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) a.attrelid
        WHERE c.relnamespace OPERATOR(pg_catalog.=) 'factcheck'::pg_catalog.regnamespace
          AND c.relname OPERATOR(pg_catalog.=) ANY (ARRAY['_named_run', 'claim_history', 'claims', 'readings', 'documents',
              'daily_summary', 'review_queue', 'runs', 'run_stages', 'metrics', 'published', 'corrections'])
    LOOP
        EXECUTE pg_catalog.format('COMMENT ON COLUMN factcheck.%I.%I IS %L', meant.relname, meant.attname, meant.meaning);
    END LOOP;
END;
$comments$;
