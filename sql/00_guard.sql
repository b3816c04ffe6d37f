\echo Use "CREATE EXTENSION factcheck CASCADE" to load this file. \quit

DO $guard$
BEGIN
    IF pg_catalog.current_setting('server_version_num')::integer OPERATOR(pg_catalog.<) 150000 THEN
        RAISE EXCEPTION 'factcheck needs PostgreSQL 15 or later' -- error: server_too_old
            USING ERRCODE = 'feature_not_supported',
                  DETAIL = pg_catalog.format('This server is PostgreSQL %s.', pg_catalog.current_setting('server_version')),
                  HINT = 'Install factcheck on a newer server.';
    END IF;
    IF pg_catalog.getdatabaseencoding() OPERATOR(pg_catalog.<>) 'UTF8' THEN
        RAISE EXCEPTION 'factcheck needs a database with the encoding UTF8' -- error: encoding_not_utf8
            USING ERRCODE = 'feature_not_supported',
                  DETAIL = pg_catalog.format('This database has the encoding %s.', pg_catalog.getdatabaseencoding()),
                  HINT = 'Create the database with ENCODING ''UTF8'' TEMPLATE template0.';
    END IF;
END;
$guard$;

CREATE SCHEMA factcheck;
