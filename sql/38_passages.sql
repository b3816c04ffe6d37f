-- The index of passages.  A passage is a sentence of a text; its words stay in the source, and every search takes them from
-- there with the rights of its caller.  Passages are numbered through, and indexed in segments: those that come later make a
-- segment of their own, so that what is there stays as it is.
CREATE TABLE factcheck.passage (
    visibility_id integer NOT NULL REFERENCES factcheck.visibility ON DELETE CASCADE,
    passage_no integer NOT NULL,
    source_key text COLLATE "C" NOT NULL,
    text_hash bigint NOT NULL,
    passage_start integer NOT NULL,
    passage_length integer NOT NULL,
    PRIMARY KEY (visibility_id, passage_no)
);
ALTER TABLE factcheck.passage ALTER COLUMN source_key SET STATISTICS 0;
CREATE INDEX passage_source_key ON factcheck.passage (visibility_id, source_key);
COMMENT ON TABLE factcheck.passage IS 'Where the passages of sources stand. A role sees those of sources it may read.';
COMMENT ON COLUMN factcheck.passage.visibility_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.passage.passage_no IS 'Number of the passage within its source; never given twice.';
COMMENT ON COLUMN factcheck.passage.source_key IS 'Key of the row whose text it stands in.';
COMMENT ON COLUMN factcheck.passage.text_hash IS 'Hash of that text when it was indexed: in another text the passage is not looked for.';
COMMENT ON COLUMN factcheck.passage.passage_start IS 'Where it begins: substr(text, passage_start, passage_length) is the passage. A text without a passage has one of length 0.';
COMMENT ON COLUMN factcheck.passage.passage_length IS 'Characters that it takes.';

CREATE TABLE factcheck.passage_segment (
    visibility_id integer NOT NULL REFERENCES factcheck.visibility ON DELETE CASCADE,
    segment_no integer NOT NULL,
    first_passage integer NOT NULL,
    passages integer NOT NULL,
    terms bigint NOT NULL,
    lengths bytea NOT NULL,
    norms bytea NOT NULL,
    indexed_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    PRIMARY KEY (visibility_id, segment_no)
);
ALTER TABLE factcheck.passage_segment ALTER COLUMN lengths SET STORAGE EXTERNAL, ALTER COLUMN norms SET STORAGE EXTERNAL;
COMMENT ON TABLE factcheck.passage_segment IS 'Passages that were indexed together. A role sees those of sources it may read.';
COMMENT ON COLUMN factcheck.passage_segment.visibility_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.passage_segment.segment_no IS 'Number of the segment within its source.';
COMMENT ON COLUMN factcheck.passage_segment.first_passage IS 'Number of its first passage.';
COMMENT ON COLUMN factcheck.passage_segment.passages IS 'Number of its passages, those that have gone since among them.';
COMMENT ON COLUMN factcheck.passage_segment.terms IS 'Number of all terms in its passages.';
COMMENT ON COLUMN factcheck.passage_segment.lengths IS 'Number of terms in each passage, as 2-byte integers, the lowest byte first.';
COMMENT ON COLUMN factcheck.passage_segment.norms IS 'Length of each passage''s TF-IDF vector, as 4-byte floats, the lowest byte first.';
COMMENT ON COLUMN factcheck.passage_segment.indexed_at IS 'When it was indexed.';

CREATE TABLE factcheck.passage_posting (
    term text COLLATE "C" NOT NULL,
    visibility_id integer NOT NULL REFERENCES factcheck.visibility ON DELETE CASCADE,
    segment_no integer NOT NULL,
    passages bytea NOT NULL,
    impacts bytea NOT NULL,
    frequencies bytea NOT NULL
);
ALTER TABLE factcheck.passage_posting
    ALTER COLUMN passages SET STORAGE EXTERNAL, ALTER COLUMN impacts SET STORAGE EXTERNAL, ALTER COLUMN frequencies SET STORAGE EXTERNAL,
    ALTER COLUMN passages SET STATISTICS 0, ALTER COLUMN impacts SET STATISTICS 0, ALTER COLUMN frequencies SET STATISTICS 0;
CREATE INDEX passage_posting_term ON factcheck.passage_posting (term, visibility_id);
CREATE INDEX passage_posting_visibility_id ON factcheck.passage_posting (visibility_id);
COMMENT ON TABLE factcheck.passage_posting IS
    'Which passages have which term, and what it counts there: a row for each term and segment. A role sees those of sources it may read.';
COMMENT ON COLUMN factcheck.passage_posting.term IS 'The term, or the form of a word after "=".';
COMMENT ON COLUMN factcheck.passage_posting.visibility_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.passage_posting.segment_no IS 'Segment that the passages belong to.';
COMMENT ON COLUMN factcheck.passage_posting.passages IS 'Numbers of the passages, ascending, as 4-byte integers, the lowest byte first.';
COMMENT ON COLUMN factcheck.passage_posting.impacts IS
    'What the term counts in each passage by BM25, but for its rarity, which changes with every passage that comes: as 2-byte floats, the lowest byte first.';
COMMENT ON COLUMN factcheck.passage_posting.frequencies IS 'How often each passage has the term, 255 at most, a byte each.';

-- Asked once by every statement about passages, so it looks at sources alone, and at no column of a data table.
CREATE FUNCTION factcheck._readable_passages() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(v.visibility_id), '{}')
        FROM factcheck.visibility v
        WHERE v.source_id = ANY (factcheck._readable_sources(true)));
END;
$function$;
COMMENT ON FUNCTION factcheck._readable_passages() IS
    'Numbers of visibility whose passages the current role may see: those of the sources in factcheck._readable_sources.';

DO $policies$
DECLARE
    relation text;
    readable CONSTANT text := 'visibility_id IN (SELECT pg_catalog.unnest((SELECT factcheck._readable_passages())))';
BEGIN
    FOREACH relation IN ARRAY ARRAY['passage', 'passage_segment', 'passage_posting']
    LOOP
        EXECUTE pg_catalog.format('ALTER TABLE factcheck.%I ENABLE ROW LEVEL SECURITY', relation);
        EXECUTE pg_catalog.format('CREATE POLICY readable ON factcheck.%I FOR SELECT USING (%s)', relation, readable);
        EXECUTE pg_catalog.format('CREATE POLICY indexing ON factcheck.%I FOR INSERT WITH CHECK (true)', relation);
    END LOOP;
    EXECUTE pg_catalog.format('CREATE POLICY going ON factcheck.passage FOR DELETE USING (%s)', readable);
END;
$policies$;

CREATE VIEW factcheck.passage_sources WITH (security_invoker = true) AS
    SELECT s.name, s.relation, s.key_column, s.text_column, s.language, s.k1, s.b, v.visibility_id IS NOT NULL AS is_indexed,
           segment.indexed_at, segment.passages
    FROM factcheck.passage_source s
    LEFT JOIN factcheck.visibility v
        ON v.source_id OPERATOR(pg_catalog.=) s.source_id
       AND s.source_id IN (SELECT pg_catalog.unnest((SELECT factcheck._readable_sources(true))))
    LEFT JOIN LATERAL (
        SELECT pg_catalog.max(g.indexed_at) AS indexed_at, pg_catalog.sum(g.passages) AS passages
        FROM factcheck.passage_segment g WHERE g.visibility_id OPERATOR(pg_catalog.=) v.visibility_id) AS segment ON true
    WHERE s.source_id IN (SELECT pg_catalog.unnest((SELECT factcheck._readable_sources(false))));
COMMENT ON VIEW factcheck.passage_sources IS 'The sources of passages that you may read.';
COMMENT ON COLUMN factcheck.passage_sources.name IS 'Name by which calls name the source.';
COMMENT ON COLUMN factcheck.passage_sources.relation IS 'The relation that holds the texts.';
COMMENT ON COLUMN factcheck.passage_sources.key_column IS 'Column that tells its rows apart.';
COMMENT ON COLUMN factcheck.passage_sources.text_column IS 'Column that holds the texts.';
COMMENT ON COLUMN factcheck.passage_sources.language IS 'Text search configuration by which words become terms.';
COMMENT ON COLUMN factcheck.passage_sources.k1 IS 'Parameter of BM25.';
COMMENT ON COLUMN factcheck.passage_sources.b IS 'Parameter of BM25.';
COMMENT ON COLUMN factcheck.passage_sources.is_indexed IS 'Whether passages are indexed; those of views, foreign tables and tables under row security are read by each search anew.';
COMMENT ON COLUMN factcheck.passage_sources.indexed_at IS 'When passages were last indexed.';
COMMENT ON COLUMN factcheck.passage_sources.passages IS 'Passages that are indexed, those that have gone since the last thorough indexing among them.';

-- Only where the extra for embeddings is installed, and an administrator wants a source to have them.
CREATE TABLE factcheck.passage_embedding (
    visibility_id integer NOT NULL REFERENCES factcheck.visibility ON DELETE CASCADE,
    first_passage integer NOT NULL,
    passages integer NOT NULL,
    vectors bytea NOT NULL,
    signs bytea NOT NULL,
    PRIMARY KEY (visibility_id, first_passage)
);
-- Not compressed, so that a few vectors out of a row are read without the others.
ALTER TABLE factcheck.passage_embedding
    ALTER COLUMN vectors SET STORAGE EXTERNAL, ALTER COLUMN signs SET STORAGE EXTERNAL,
    ALTER COLUMN vectors SET STATISTICS 0, ALTER COLUMN signs SET STATISTICS 0;
ALTER TABLE factcheck.passage_embedding ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON factcheck.passage_embedding FOR SELECT
    USING (visibility_id IN (SELECT pg_catalog.unnest((SELECT factcheck._readable_passages()))));
CREATE POLICY indexing ON factcheck.passage_embedding FOR INSERT WITH CHECK (true);
COMMENT ON TABLE factcheck.passage_embedding IS
    'Embeddings of passages, by which those are found that say the same in other words. A role sees those of sources it may read.';
COMMENT ON COLUMN factcheck.passage_embedding.visibility_id IS 'Says who may see the row.';
COMMENT ON COLUMN factcheck.passage_embedding.first_passage IS 'Number of the first passage.';
COMMENT ON COLUMN factcheck.passage_embedding.passages IS 'Number of passages, those that have gone since among them.';
COMMENT ON COLUMN factcheck.passage_embedding.vectors IS 'A vector of 384 numbers for each passage, as 2-byte floats, the lowest byte first.';
COMMENT ON COLUMN factcheck.passage_embedding.signs IS 'Which of these numbers are positive, a bit each: by them a search chooses the vectors that it reads.';
