-- Claims of one sentence, told together: the sentence holds only if all of them do.
--
-- Sentences are made of the claims of one run after the other, in the order in which these are asked for: a page reads no
-- others.
CREATE VIEW factcheck.sentences WITH (security_invoker = true) AS
    SELECT r.document_id, r.run_id, s.sentence_no, r.source_table, r.source_key, r.title, r.role_name, r.checked_at,
           s.verdict, s.sentence, s.first_claim_no, s.n_claims, s.n_supported, s.n_refuted, s.n_not_enough_info, s.n_disputed,
           s.n_withheld, s.failing_claim_no, s.failing_claims, s.is_withheld, s.is_stale
    FROM factcheck._named_run r
    CROSS JOIN LATERAL (
        SELECT b.sentence_no, factcheck._verdict_of_all(pg_catalog.array_agg(b.verdict)) AS verdict,
               pg_catalog.min(b.sentence) AS sentence, pg_catalog.min(b.claim_no) AS first_claim_no,
               pg_catalog.count(*)::integer AS n_claims,
               (pg_catalog.count(*) FILTER (WHERE b.verdict OPERATOR(pg_catalog.=) 'supported'))::integer AS n_supported,
               (pg_catalog.count(*) FILTER (WHERE b.verdict OPERATOR(pg_catalog.=) 'refuted'))::integer AS n_refuted,
               (pg_catalog.count(*) FILTER (WHERE b.verdict OPERATOR(pg_catalog.=) 'not_enough_info'))::integer AS n_not_enough_info,
               (pg_catalog.count(*) FILTER (WHERE b.verdict OPERATOR(pg_catalog.=) 'disputed'))::integer AS n_disputed,
               (pg_catalog.count(*) FILTER (WHERE b.verdict IS NULL))::integer AS n_withheld,
               pg_catalog.min(b.claim_no) FILTER (WHERE b.verdict OPERATOR(pg_catalog.=) 'refuted') AS failing_claim_no,
               pg_catalog.string_agg(b.claim_text, '; ' ORDER BY b.claim_no) FILTER (WHERE b.verdict OPERATOR(pg_catalog.=) 'refuted')
                   AS failing_claims,
               pg_catalog.bool_or(b.is_withheld) AS is_withheld, pg_catalog.bool_or(b.is_stale) AS is_stale
        FROM (
            SELECT n.*, pg_catalog.sum(n.begins) OVER (ORDER BY n.claim_no)::integer AS sentence_no
            FROM (
                SELECT c.claim_no, c.claim_text, c.sentence, c.verdict, c.is_withheld, c.is_stale,
                       CASE WHEN pg_catalog.lag(c.sentence) OVER (ORDER BY c.claim_no) OPERATOR(pg_catalog.=) c.sentence
                            THEN 0 ELSE 1 END AS begins
                FROM factcheck.claims c
                WHERE c.run_id OPERATOR(pg_catalog.=) r.run_id
                  AND (c.decision IS NULL OR c.decision OPERATOR(pg_catalog.<>) 'dismissed')
            ) n
        ) b
        GROUP BY b.sentence_no) s
    WHERE r.is_latest AND r.is_present;
COMMENT ON VIEW factcheck.sentences IS
    'A row for each sentence with claims, of the latest run of each document: the sentence holds only if all its claims do. Claims that a person dismissed are left out; a sentence that is written twice in a row counts as one.';

DO $comments$
DECLARE
    meant record;
BEGIN
    FOR meant IN
        SELECT m.name, m.meaning
        FROM (VALUES
            ('document_id', 'Number of the document.'),
            ('run_id', 'Number of the run; later runs have greater ones.'),
            ('sentence_no', 'Number of the sentence among those of its document that have claims, from 1 in reading order.'),
            ('source_table', 'Report table that the document is a row of; NULL for documents passed to verify.'),
            ('source_key', 'Key of that row.'),
            ('title', 'Title of the document.'),
            ('role_name', 'Role that had it checked.'),
            ('checked_at', 'When the run ended.'),
            ('verdict', 'Of the sentence as a whole: supported only if all its claims are, refuted if one is; NULL where a withheld verdict may decide it.'),
            ('sentence', 'The sentence.'),
            ('first_claim_no', 'Number of its first claim.'),
            ('n_claims', 'Number of its claims.'),
            ('n_supported', 'Claims that the data support.'),
            ('n_refuted', 'Claims that the data refute.'),
            ('n_not_enough_info', 'Claims that the data do not decide.'),
            ('n_disputed', 'Claims on which sources differ.'),
            ('n_withheld', 'Claims whose verdict you may not see; they count nowhere else but in n_claims.'),
            ('failing_claim_no', 'Number of its first claim that is refuted.'),
            ('failing_claims', 'Texts of its claims that are refuted, with semicolons between them.'),
            ('is_withheld', 'Whether something of its claims is withheld, since you may not read all data that they were judged by.'),
            ('is_stale', 'Whether the data that a claim was judged by may have changed since; false where withheld.')
        ) AS m (name, meaning)
    LOOP
        EXECUTE pg_catalog.format('COMMENT ON COLUMN factcheck.sentences.%I IS %L', meant.name, meant.meaning);
    END LOOP;
END;
$comments$;
