-- Verdicts that changed from one run of a document to the next.  Row security shows a role the pairs of which it may see both
-- verdicts.
--
-- OFFSET 0 keeps the planner from trying all orders of all joins: pages are read in the order of runs.
CREATE VIEW factcheck.flips WITH (security_invoker = true) AS
    SELECT r.document_id, r.run_id, f.claim_no, r.source_table, r.source_key, r.title, r.role_name, r.checked_at, r.kind,
           r.is_latest, flip.claim_text, flip.claimed_value, flip.old_verdict, flip.new_verdict, flip.old_value,
           flip.new_value, flip.old_checked_at, flip.sentence, flip.message, flip.is_withheld
    FROM factcheck.flipped_verdict f
    JOIN factcheck._named_run r
      ON r.run_id OPERATOR(pg_catalog.=) f.run_id AND r.origin_id OPERATOR(pg_catalog.=) f.origin_id
    CROSS JOIN LATERAL (
        SELECT c.claim_text, c.claimed_value, c.sentence, earlier.verdict::pg_catalog.text AS old_verdict,
               later.verdict::pg_catalog.text AS new_verdict, old.found_value AS old_value, new.found_value AS new_value,
               previous.checked_at AS old_checked_at, new.message, new.message IS NULL OR old.message IS NULL AS is_withheld
        FROM factcheck.claim_verdict later
        JOIN factcheck.claim_verdict earlier
          ON earlier.run_id OPERATOR(pg_catalog.=) f.old_run_id AND earlier.claim_no OPERATOR(pg_catalog.=) f.claim_no
         AND earlier.origin_id OPERATOR(pg_catalog.=) f.origin_id
         AND earlier.verdict OPERATOR(pg_catalog.<>) later.verdict
        JOIN factcheck.run previous
          ON previous.run_id OPERATOR(pg_catalog.=) f.old_run_id AND previous.origin_id OPERATOR(pg_catalog.=) f.origin_id
        JOIN factcheck.claim c
          ON c.run_id OPERATOR(pg_catalog.=) f.run_id AND c.claim_no OPERATOR(pg_catalog.=) f.claim_no
         AND c.origin_id OPERATOR(pg_catalog.=) f.origin_id
        LEFT JOIN factcheck.claim_value new
          ON new.run_id OPERATOR(pg_catalog.=) f.run_id AND new.claim_no OPERATOR(pg_catalog.=) f.claim_no
         AND new.origin_id OPERATOR(pg_catalog.=) f.origin_id
        LEFT JOIN factcheck.claim_value old
          ON old.run_id OPERATOR(pg_catalog.=) f.old_run_id AND old.claim_no OPERATOR(pg_catalog.=) f.claim_no
         AND old.origin_id OPERATOR(pg_catalog.=) f.origin_id
        WHERE later.run_id OPERATOR(pg_catalog.=) f.run_id AND later.claim_no OPERATOR(pg_catalog.=) f.claim_no
          AND later.origin_id OPERATOR(pg_catalog.=) f.origin_id
        OFFSET 0) AS flip;
COMMENT ON VIEW factcheck.flips IS
    'A row for each verdict that differs from that of the run before on the same claim of the same document, as far as you may see both.';
COMMENT ON COLUMN factcheck.flips.document_id IS 'Number of the document.';
COMMENT ON COLUMN factcheck.flips.run_id IS 'Run that gave the new verdict.';
COMMENT ON COLUMN factcheck.flips.claim_no IS 'Number of the claim in its document, from 1 in reading order.';
COMMENT ON COLUMN factcheck.flips.source_table IS
    'Report table that the document is a row of; NULL for documents passed to verify.';
COMMENT ON COLUMN factcheck.flips.source_key IS 'Key of that row.';
COMMENT ON COLUMN factcheck.flips.title IS 'Title of the document.';
COMMENT ON COLUMN factcheck.flips.role_name IS 'Role that had it checked.';
COMMENT ON COLUMN factcheck.flips.checked_at IS 'When the run ended that gave the new verdict.';
COMMENT ON COLUMN factcheck.flips.kind IS 'check, or recheck where stored readings were run again.';
COMMENT ON COLUMN factcheck.flips.is_latest IS 'Whether the new verdict is the present one.';
COMMENT ON COLUMN factcheck.flips.claim_text IS 'The claim as the document writes it.';
COMMENT ON COLUMN factcheck.flips.claimed_value IS 'How its number is read; NULL for a statement without a number.';
COMMENT ON COLUMN factcheck.flips.old_verdict IS 'Verdict of the run before.';
COMMENT ON COLUMN factcheck.flips.new_verdict IS 'Verdict of the run.';
COMMENT ON COLUMN factcheck.flips.old_value IS 'What the likeliest reading gave before; NULL where undefined or withheld.';
COMMENT ON COLUMN factcheck.flips.new_value IS 'What the likeliest reading gives now; NULL where undefined or withheld.';
COMMENT ON COLUMN factcheck.flips.old_checked_at IS 'When the run before ended.';
COMMENT ON COLUMN factcheck.flips.sentence IS 'The sentence that the claim stands in.';
COMMENT ON COLUMN factcheck.flips.message IS
    'One sentence on the new verdict: what was stated, what the data say, how sure that is; NULL where withheld.';
COMMENT ON COLUMN factcheck.flips.is_withheld IS 'Whether values are withheld, since verdicts alone were published to you.';
