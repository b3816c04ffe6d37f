-- Sources of passages: relations whose texts answer claims that no number decides.  "factcheck.sources" is what the views of
-- stored runs call watched tables, so these are listed by "factcheck.passage_sources".
CREATE TABLE factcheck.passage_source (
    source_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    relation regclass NOT NULL,
    key_column name NOT NULL,
    key_number smallint NOT NULL,
    text_column name NOT NULL,
    text_number smallint NOT NULL,
    language text NOT NULL,
    k1 double precision NOT NULL DEFAULT 0.4,
    b double precision NOT NULL DEFAULT 0.85
);
COMMENT ON TABLE factcheck.passage_source IS 'Relations whose texts claims are checked against, added with factcheck.add_source.';
COMMENT ON COLUMN factcheck.passage_source.source_id IS 'Number of the source within factcheck.';
COMMENT ON COLUMN factcheck.passage_source.name IS 'Name by which calls name the source.';
COMMENT ON COLUMN factcheck.passage_source.relation IS 'The relation that holds the texts.';
COMMENT ON COLUMN factcheck.passage_source.key_column IS 'Column that tells its rows apart.';
COMMENT ON COLUMN factcheck.passage_source.key_number IS 'Place of that column: another column that takes over the name is not this one.';
COMMENT ON COLUMN factcheck.passage_source.text_column IS 'Column that holds the texts.';
COMMENT ON COLUMN factcheck.passage_source.text_number IS 'Place of that column.';
COMMENT ON COLUMN factcheck.passage_source.language IS 'Text search configuration by which words become terms, with its schema.';
COMMENT ON COLUMN factcheck.passage_source.k1 IS 'Parameter of BM25: how soon a term that occurs more often in a passage counts no more.';
COMMENT ON COLUMN factcheck.passage_source.b IS 'Parameter of BM25: how much the length of a passage counts, from 0 to 1.';

-- A relation under row security has rows that some may read and others not, and an index row says nothing of which: such a
-- relation, like a view, is read by each search anew, with the rights of its caller.
CREATE FUNCTION factcheck._readable_sources(are_indexed boolean) RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off -- few sources, and large catalogs
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(s.source_id), '{}')
        FROM factcheck.passage_source s
        JOIN pg_class c ON c.oid = s.relation
        JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = s.key_number AND k.attname = s.key_column AND NOT k.attisdropped
        JOIN pg_attribute t ON t.attrelid = c.oid AND t.attnum = s.text_number AND t.attname = s.text_column AND NOT t.attisdropped
        WHERE CASE WHEN has_schema_privilege(c.relnamespace, 'USAGE')
                   THEN has_table_privilege(c.oid, 'SELECT')
                        OR has_column_privilege(c.oid, k.attnum, 'SELECT') AND has_column_privilege(c.oid, t.attnum, 'SELECT')
                   ELSE false END
          AND (NOT are_indexed OR c.relkind IN ('r', 'p', 'm') AND NOT c.relrowsecurity));
END;
$function$;
COMMENT ON FUNCTION factcheck._readable_sources(boolean) IS
    'Numbers of the sources whose key and text the current role may read: all, or those whose passages are indexed, which are no views, foreign tables or tables under row security.';
