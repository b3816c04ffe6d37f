CREATE FUNCTION factcheck._refresh_source(name text, is_anew boolean) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
SET work_mem = '256MB'
SET jit = off
AS $python$
    return GD["factcheck"].refresh_source(plpy, name, is_anew)
$python$;
COMMENT ON FUNCTION factcheck._refresh_source(text, boolean) IS
    'Brings the index of a source up to date with its relation, or makes it anew.';

CREATE FUNCTION factcheck._require_source(name text) RETURNS void
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF NOT EXISTS (SELECT FROM factcheck.passage_source s WHERE s.name = _require_source.name) THEN
        RAISE EXCEPTION 'source "%" was not added', coalesce(name, 'NULL') -- error: source_not_known
            USING ERRCODE = 'undefined_object',
                  HINT = 'See which there are: TABLE factcheck.passage_sources. Administrators add them by factcheck.add_source.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._require_source(text) IS 'Raises an error where no source has the name.';

-- All that a search has to know before it begins, in one statement that a session plans once.
CREATE FUNCTION factcheck._named_sources(names text[]) RETURNS TABLE (
    source_id integer, name text, relation text, key_column text, text_column text, language text, k1 double precision,
    b double precision, key_type text, is_indexed boolean, is_readable boolean, code_owners text[], visibility_id integer,
    size bigint, last integer, language_state text)
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $function$
#variable_conflict use_column
DECLARE
    readable CONSTANT integer[] := factcheck._readable_sources(false);
BEGIN
    RETURN QUERY
        SELECT s.source_id, s.name, s.relation::text, s.key_column::text, s.text_column::text, s.language, s.k1, s.b,
               -- a function in SQL is planned at each call, and most keys need none
               CASE WHEN k.atttypid IN ('smallint'::regtype, 'integer'::regtype, 'bigint'::regtype, 'numeric'::regtype,
                                        'text'::regtype, 'varchar'::regtype, 'uuid'::regtype) THEN k.atttypid::regtype
                    ELSE factcheck._key_type(s.relation, s.key_column) END::text,
               s.source_id = ANY (readable) AND c.relkind IN ('r', 'p', 'm') AND NOT c.relrowsecurity,
               s.source_id = ANY (readable),
               ARRAY(SELECT r.rolname::text FROM factcheck._code_owners(ARRAY[s.relation::oid]) AS o
                     JOIN pg_roles r ON r.oid = o.owner ORDER BY 1),
               v.visibility_id, coalesce(segment.size, 0), coalesce(segment.last, 0),
               (SELECT md5(string_agg(concat_ws(' ', g.xmin, m.maptokentype, m.mapseqno, m.xmin, d.oid, d.xmin), ','
                                      ORDER BY m.maptokentype, m.mapseqno))
                FROM pg_ts_config g
                JOIN pg_namespace n ON n.oid = g.cfgnamespace
                JOIN pg_ts_config_map m ON m.mapcfg = g.oid
                JOIN pg_ts_dict d ON d.oid = m.mapdict
                WHERE s.language = format('%I.%I', n.nspname, g.cfgname))
        FROM factcheck.passage_source s
        LEFT JOIN pg_class c ON c.oid = s.relation
        LEFT JOIN pg_attribute k ON k.attrelid = c.oid AND k.attname = s.key_column AND k.attnum > 0 AND NOT k.attisdropped
        LEFT JOIN factcheck.visibility v ON v.source_id = s.source_id
        LEFT JOIN LATERAL (
            SELECT sum(g.passages)::bigint AS size, max(g.first_passage + g.passages) - 1 AS last
            FROM factcheck.passage_segment g WHERE g.visibility_id = v.visibility_id) AS segment ON true
        WHERE s.name = ANY (names);
END;
$function$;
COMMENT ON FUNCTION factcheck._named_sources(text[]) IS
    'Some sources with all that a search has to know before it begins: whether the current role may read them, whose code that would run, how many passages are indexed, and a text that changes with the terms that words become.';

CREATE FUNCTION factcheck._require_readable_sources(sources text[]) RETURNS void
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    source text;
BEGIN
    IF sources = '{}' THEN
        PERFORM factcheck._require_source(NULL);
    END IF;
    FOREACH source IN ARRAY coalesce(sources, '{}') LOOP
        PERFORM factcheck._require_source(source);
        IF NOT EXISTS (SELECT FROM factcheck.passage_source s
                       WHERE s.name = source AND s.source_id = ANY (factcheck._readable_sources(false))) THEN
            RAISE EXCEPTION 'permission denied for source "%"', source -- error: source_not_permitted
                USING ERRCODE = 'insufficient_privilege',
                      HINT = 'Ask for SELECT on its key and its text, or leave the source out.';
        END IF;
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck._require_readable_sources(text[]) IS
    'Raises an error where no source has one of the names, or the current role may not read it; NULL names none.';

CREATE FUNCTION factcheck._require_source_columns(relation regclass, key_column name, text_column name) RETURNS void
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    kind "char";
    missing text;
BEGIN
    SELECT c.relkind INTO kind FROM pg_class c WHERE c.oid = relation;
    IF kind IS NULL OR kind NOT IN ('r', 'p', 'v', 'm', 'f') THEN
        RAISE EXCEPTION '% is not a table', relation -- error: relation_is_no_source
            USING ERRCODE = 'wrong_object_type',
                  DETAIL = 'Tables, partitioned tables, views, materialized views and foreign tables can be sources.',
                  HINT = 'Name one: SELECT * FROM factcheck.add_source(''policies'', ''policy'', ''policy_id'', ''body'').';
    END IF;
    SELECT string_agg(coalesce(quote_ident(wanted.name), 'NULL'), ', ') INTO missing
    FROM unnest(ARRAY[key_column, text_column]) AS wanted (name)
    WHERE NOT EXISTS (SELECT FROM pg_attribute a
                      WHERE a.attrelid = relation AND a.attname = wanted.name AND a.attnum > 0 AND NOT a.attisdropped);
    IF missing IS NOT NULL THEN
        RAISE EXCEPTION 'table % has no such column: %', relation, missing -- error: column_not_in_source
            USING ERRCODE = 'undefined_column', HINT = 'Give column names as the catalog spells them.';
    ELSIF factcheck._key_type(relation, key_column) IS NULL THEN
        RAISE EXCEPTION 'column % cannot be the key of a source', quote_ident(key_column) -- error: source_key_not_usable
            USING ERRCODE = 'datatype_mismatch',
                  DETAIL = 'Keys are of the types smallint, integer, bigint, numeric, text, varchar and uuid.',
                  HINT = 'Name another column that tells the rows apart.';
    ELSIF NOT EXISTS (SELECT FROM pg_attribute a JOIN pg_type t ON t.oid = factcheck._base_type(a.atttypid)
                      WHERE a.attrelid = relation AND a.attname = text_column
                        AND t.oid IN ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype)) THEN
        RAISE EXCEPTION 'column % holds no text', quote_ident(text_column) -- error: source_holds_no_text
            USING ERRCODE = 'datatype_mismatch', HINT = 'Name a column of type text, varchar or char.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._require_source_columns(regclass, name, name) IS
    'Raises an error where a relation cannot be a source of passages with this key and this text.';

CREATE FUNCTION factcheck.add_source(
    name text, relation regclass, key_column name, text_column name, language regconfig DEFAULT 'pg_catalog.english'
) RETURNS TABLE (added bigint, changed bigint, removed bigint, passages bigint)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    configuration text;
    source_name CONSTANT text := name;
    refreshed jsonb;
BEGIN
    IF coalesce(btrim(name), '') = '' OR relation IS NULL OR key_column IS NULL OR text_column IS NULL OR language IS NULL THEN
        RAISE EXCEPTION 'a source needs a name, a relation, a key and a text' -- error: source_not_complete
            USING ERRCODE = 'null_value_not_allowed',
                  HINT = 'Give all of them: SELECT * FROM factcheck.add_source(''policies'', ''policy'', ''policy_id'', ''body'').';
    END IF;
    PERFORM factcheck._require_source_columns(relation, key_column, text_column);
    IF EXISTS (SELECT FROM factcheck.passage_source s WHERE s.name = source_name) THEN
        RAISE EXCEPTION 'there is a source "%" already', name -- error: source_exists
            USING ERRCODE = 'duplicate_object',
                  HINT = format('Bring it up to date with SELECT * FROM factcheck.refresh_source(%L), or remove it first: SELECT factcheck.remove_source(%L).', name, name);
    END IF;
    SELECT format('%I.%I', n.nspname, c.cfgname) INTO configuration
    FROM pg_ts_config c JOIN pg_namespace n ON n.oid = c.cfgnamespace WHERE c.oid = language;
    PERFORM factcheck._raise(factcheck._load());
    INSERT INTO factcheck.passage_source (name, relation, key_column, key_number, text_column, text_number, language)
    SELECT name, relation, key_column, k.attnum, text_column, t.attnum, configuration
    FROM pg_attribute k, pg_attribute t
    WHERE k.attrelid = relation AND k.attname = key_column AND t.attrelid = relation AND t.attname = text_column;
    PERFORM factcheck._keep_names();
    refreshed := factcheck._refresh_source(name, false);
    PERFORM factcheck._raise(refreshed->'error');
    RETURN QUERY SELECT (refreshed->>'added')::bigint, (refreshed->>'changed')::bigint, (refreshed->>'removed')::bigint,
                        (refreshed->>'passages')::bigint;
END;
$function$;
COMMENT ON FUNCTION factcheck.add_source(text, regclass, name, name, regconfig) IS
    'Lets claims be checked against the texts of a relation: splits them into sentences and indexes these; says how many rows were added and how many passages that makes.';

CREATE FUNCTION factcheck.refresh_source(name text) RETURNS TABLE (added bigint, changed bigint, removed bigint, passages bigint)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    refreshed jsonb;
BEGIN
    PERFORM factcheck._require_source(name);
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._keep_names();
    refreshed := factcheck._refresh_source(name, false);
    PERFORM factcheck._raise(refreshed->'error');
    RETURN QUERY SELECT (refreshed->>'added')::bigint, (refreshed->>'changed')::bigint, (refreshed->>'removed')::bigint,
                        (refreshed->>'passages')::bigint;
END;
$function$;
COMMENT ON FUNCTION factcheck.refresh_source(text) IS
    'Brings the passages of a source up to date with its texts; returns how many rows were added, changed and removed, and all passages.';

CREATE FUNCTION factcheck.remove_source(name text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    PERFORM factcheck._require_source(name);
    DELETE FROM factcheck.passage_source s WHERE s.name = remove_source.name;
END;
$function$;
COMMENT ON FUNCTION factcheck.remove_source(text) IS 'Forgets a source and its passages; the texts stay as they are.';

CREATE FUNCTION factcheck._embed_source(name text, most integer) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET DateStyle = 'ISO, YMD'
SET jit = off
AS $python$
    return GD["factcheck"].embed_source(plpy, name, most)
$python$;
COMMENT ON FUNCTION factcheck._embed_source(text, integer) IS 'Computes the embeddings of those passages of a source that have none, or of some of them.';

CREATE FUNCTION factcheck.embed_source(name text, most integer DEFAULT NULL) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    embedded jsonb;
BEGIN
    PERFORM factcheck._require_source(name);
    IF most < 1 THEN
        RAISE EXCEPTION 'argument most cannot be %', most -- error: most_not_positive
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = 'Give the number of passages that get embeddings now, or leave it out for all of them.';
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._keep_names();
    embedded := factcheck._embed_source(name, most);
    PERFORM factcheck._raise(embedded->'error');
    RETURN (embedded->>'passages')::bigint;
END;
$function$;
COMMENT ON FUNCTION factcheck.embed_source(text, integer) IS
    'Gives embeddings to the passages of a source that have none, to most of them at most, so that searches also find what says the same in other words; returns their number. Needs the extra factcheck[semantic]; some 50 to 100 passages take a second.';

CREATE FUNCTION factcheck._tune_bm25(source text, labelled jsonb, k1 double precision[], b double precision[]) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET standard_conforming_strings = on
SET enable_seqscan = off -- a new index has no statistics yet
SET jit = off
AS $python$
    return GD["factcheck"].tune_bm25(plpy, source, labelled, k1, b)
$python$;
COMMENT ON FUNCTION factcheck._tune_bm25(text, jsonb, double precision[], double precision[]) IS
    'Tries parameters of BM25 on labelled claims.';

CREATE FUNCTION factcheck.tune_bm25(
    source text,
    labelled jsonb,
    k1 double precision[] DEFAULT '{0.3, 0.5, 0.8, 1.2, 2}',
    b double precision[] DEFAULT '{0.3, 0.5, 0.7, 0.85, 1}',
    keep boolean DEFAULT false
) RETURNS TABLE (tried_k1 double precision, tried_b double precision, recall_3 double precision, recall_20 double precision,
                 recall_100 double precision)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    result jsonb;
BEGIN
    IF labelled IS NULL OR array_position(k1, NULL) IS NOT NULL OR array_position(b, NULL) IS NOT NULL THEN
        RAISE EXCEPTION 'labelled claims or parameters are missing' -- error: tuning_not_complete
            USING ERRCODE = 'null_value_not_allowed',
                  HINT = 'Give claims as a JSON array: ''[{"claim": "Rivers rose in May.", "keys": ["17", "20"]}]''.';
    END IF;
    PERFORM factcheck._require_source(source);
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._keep_names();
    result := factcheck._tune_bm25(source, labelled, k1, b);
    PERFORM factcheck._raise(result->'error');
    IF keep THEN
        UPDATE factcheck.passage_source s
        SET k1 = (result->'tuned'->0->>'k1')::double precision, b = (result->'tuned'->0->>'b')::double precision
        WHERE s.name = source;
        PERFORM factcheck._raise(factcheck._refresh_source(source, true)->'error');
    END IF;
    RETURN QUERY
        SELECT t.k1, t.b, t.recall_3, t.recall_20, t.recall_100
        FROM jsonb_to_recordset(result->'tuned') AS t (
            k1 double precision, b double precision, recall_3 double precision, recall_20 double precision,
            recall_100 double precision);
END;
$function$;
COMMENT ON FUNCTION factcheck.tune_bm25(text, jsonb, double precision[], double precision[], boolean) IS
    'Tries parameters of BM25 on labelled claims, an array of objects with a claim and the keys of the rows that are its evidence; returns what share of these is found among 3, 20 and 100 passages, the best first; with keep, indexes the source anew by the best.';
