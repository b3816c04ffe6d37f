-- Analysts write to the caches, but have no right to a whole table that would let them lock it against others: they insert
-- and update columns, and delete nothing.  A row of no use is emptied, and written again when something else is kept.
-- What identifies a row comes from defaults: rows of two roles never collide, nor do two of one role.
CREATE UNLOGGED TABLE factcheck.parse_cache (
    role_name name NOT NULL DEFAULT current_user,
    role_id oid NOT NULL DEFAULT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user)),
    entry_id uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid(),
    document_hash bytea NOT NULL,
    parser text COLLATE "C" NOT NULL,
    parsed bytea NOT NULL,
    bytes bigint GENERATED ALWAYS AS (pg_catalog.octet_length(parsed)) STORED,
    last_used timestamptz NOT NULL DEFAULT pg_catalog.now(),
    PRIMARY KEY (role_name, role_id, entry_id)
);
CREATE INDEX parse_cache_document ON factcheck.parse_cache (role_name, document_hash);
COMMENT ON TABLE factcheck.parse_cache IS 'Parsed documents, each visible to the role that had it parsed; spares new sessions the loading of the parser.';
COMMENT ON COLUMN factcheck.parse_cache.role_name IS 'Role that had the document parsed.';
COMMENT ON COLUMN factcheck.parse_cache.role_id IS 'Its OID: a later role of the same name is another one.';
COMMENT ON COLUMN factcheck.parse_cache.entry_id IS 'Random number of the entry, so that nothing can be told from it.';
COMMENT ON COLUMN factcheck.parse_cache.document_hash IS 'SHA-256 of the document; empty in a row that waits to be used again.';
COMMENT ON COLUMN factcheck.parse_cache.parser IS 'Parser and model, with versions.';
COMMENT ON COLUMN factcheck.parse_cache.parsed IS 'Sentences, tokens and dependencies as compressed JSON.';
COMMENT ON COLUMN factcheck.parse_cache.bytes IS 'Size of the entry; 0 in a row that waits to be used again.';
COMMENT ON COLUMN factcheck.parse_cache.last_used IS 'When the entry last served a check.';

ALTER TABLE factcheck.parse_cache ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_role ON factcheck.parse_cache
    USING (role_name OPERATOR(pg_catalog.=) current_user AND role_id OPERATOR(pg_catalog.=)
           (SELECT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user))))
    WITH CHECK (role_name OPERATOR(pg_catalog.=) current_user AND role_id OPERATOR(pg_catalog.=)
                (SELECT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user))));
