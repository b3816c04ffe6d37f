CREATE UNLOGGED TABLE factcheck.parse_cache (
    role_name name NOT NULL DEFAULT current_user,
    role_id oid NOT NULL DEFAULT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user)),
    document_hash bytea NOT NULL,
    parser text COLLATE "C" NOT NULL,
    parsed bytea NOT NULL,
    last_used timestamptz NOT NULL DEFAULT pg_catalog.now(),
    PRIMARY KEY (role_name, role_id, document_hash, parser)
);
COMMENT ON TABLE factcheck.parse_cache IS 'Parsed documents, each visible to the role that had it parsed; spares new sessions the loading of the parser.';
COMMENT ON COLUMN factcheck.parse_cache.role_name IS 'Role that had the document parsed.';
COMMENT ON COLUMN factcheck.parse_cache.role_id IS 'Its OID: a later role of the same name is another one.';
COMMENT ON COLUMN factcheck.parse_cache.document_hash IS 'SHA-256 of the document.';
COMMENT ON COLUMN factcheck.parse_cache.parser IS 'Parser and model, with versions.';
COMMENT ON COLUMN factcheck.parse_cache.parsed IS 'Sentences, tokens and dependencies as compressed JSON.';
COMMENT ON COLUMN factcheck.parse_cache.last_used IS 'When the entry last served a check.';

ALTER TABLE factcheck.parse_cache ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON factcheck.parse_cache
    USING (role_name OPERATOR(pg_catalog.=) current_user AND role_id OPERATOR(pg_catalog.=)
           (SELECT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user))))
    WITH CHECK (role_name OPERATOR(pg_catalog.=) current_user AND role_id OPERATOR(pg_catalog.=)
                (SELECT pg_catalog.to_regrole(pg_catalog.quote_ident(current_user))));
