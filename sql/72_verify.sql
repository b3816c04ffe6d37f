-- The state of some tables' data, as far as it can be told without reading them: by the files they are in, by the rows that
-- the server's statistics know to be written, those that this session has yet to tell included, and by the triggers of
-- tracked tables, which leave a trace in the change log.
CREATE FUNCTION factcheck._data_states(relations oid[])
RETURNS TABLE (relation oid, storage text, counters text, tracking text)
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $function$
BEGIN
    RETURN QUERY
        WITH RECURSIVE reached (root, member) AS (
            SELECT own.root, own.root FROM unnest(_data_states.relations) AS own (root)
            UNION
            SELECT r.root, other.member
            FROM reached r
            CROSS JOIN LATERAL (
                SELECT i.inhrelid AS member FROM pg_inherits i WHERE i.inhparent = r.member
                UNION ALL
                SELECT d.refobjid
                FROM pg_class v
                JOIN pg_rewrite w ON w.ev_class = v.oid AND w.ev_type = '1'
                JOIN pg_depend d
                  ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_class'::regclass
                WHERE v.oid = r.member AND v.relkind = 'v') AS other
        ), files AS (
            SELECT r.root,
                   -- a foreign table, and what a function of a view reads, changes without a trace
                   CASE WHEN NOT bool_or(c.relkind = 'f' OR c.relkind = 'v' AND EXISTS (
                            SELECT FROM pg_rewrite w
                            JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
                                            AND d.refclassid = 'pg_proc'::regclass
                            WHERE w.ev_class = c.oid))
                        THEN string_agg(concat_ws(' ', c.oid, pg_relation_filenode(c.oid)), ', ' ORDER BY c.oid) END AS storage,
                   string_agg(concat_ws(' ', c.oid,
                                        pg_stat_get_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_inserted(c.oid),
                                        pg_stat_get_tuples_updated(c.oid) + pg_stat_get_xact_tuples_updated(c.oid),
                                        pg_stat_get_tuples_deleted(c.oid) + pg_stat_get_xact_tuples_deleted(c.oid)),
                              ', ' ORDER BY c.oid) FILTER (WHERE c.relkind IN ('r', 'm')) AS counters
            FROM reached r
            JOIN pg_class c ON c.oid = r.member
            GROUP BY r.root
        ), tracked AS (
            SELECT s.relation AS root,
                   CASE WHEN bool_and(s.state IS NOT NULL) THEN string_agg(s.state, '|' ORDER BY s.source) END AS tracking
            FROM factcheck._change_sources(_data_states.relations) AS s
            GROUP BY s.relation
        )
        SELECT f.root, f.storage, CASE WHEN NOT pg_is_in_recovery() THEN f.counters END, t.tracking
        FROM files f
        LEFT JOIN tracked t ON t.root = f.root;
END;
$function$;
COMMENT ON FUNCTION factcheck._data_states(oid[]) IS
    'The states of the data of some relations: their files, the rows written to them by the server''s statistics, which a standby does not have, and the state of the triggers where changes are tracked.';

-- Statistics come with a delay of some seconds from other sessions, so that only the change log proves that nothing
-- happened.  Serializable transactions do not read the log, since they would depend on those who write it.
CREATE FUNCTION factcheck._present_states(is_proven boolean) RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(s.table_state_id), '{}')
        FROM factcheck.table_state s
        JOIN factcheck._data_states(ARRAY(SELECT DISTINCT s.relation::oid FROM factcheck.table_state s)) AS now
          ON now.relation = s.relation
        WHERE s.storage = now.storage
          AND CASE WHEN s.tracking = now.tracking AND current_setting('transaction_isolation') <> 'serializable'
                   THEN NOT EXISTS (
                       SELECT FROM factcheck._change_sources(ARRAY[s.relation::oid]) AS source
                       JOIN factcheck.change_log l ON l.relation = source.source
                       WHERE l.writer >= pg_snapshot_xmin(s.snapshot) AND NOT pg_visible_in_snapshot(l.writer, s.snapshot))
                   ELSE NOT is_proven AND s.counters IS NOT DISTINCT FROM coalesce(now.counters, s.counters) END);
END;
$function$;
COMMENT ON FUNCTION factcheck._present_states(boolean) IS
    'Numbers of the states in which the data still are, as far as is known; or only those of which it is proven.';

CREATE FUNCTION factcheck._unaltered_columns() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(u.used_column_id), '{}')
        FROM factcheck.used_column u
        JOIN pg_class c ON c.oid = u.relation
        WHERE u.column_number = 0
           OR EXISTS (SELECT FROM pg_attribute a
                      WHERE a.attrelid = u.relation AND a.attnum = u.column_number AND a.attname = u.column_name
                        AND a.atttypid = u.column_type AND NOT a.attisdropped));
END;
$function$;
COMMENT ON FUNCTION factcheck._unaltered_columns() IS 'Numbers of the used columns that are still what they were.';

-- A row of used_column for each column that readings read; returns for each claim, and each of its readings, the numbers of
-- its columns.  0, which is no number, stands for a column that is not there any more: nobody is shown what depends on it.
CREATE FUNCTION factcheck._note_columns(columns jsonb) RETURNS TABLE (claim_place bigint, rank bigint, used_columns integer[])
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    numbers jsonb;
BEGIN
    INSERT INTO factcheck.used_column (relation, column_number, column_name, column_type)
    SELECT DISTINCT dt.relation, coalesce(a.attnum, 0), coalesce(a.attname, ''), coalesce(a.atttypid, 'bigint'::regtype)
    FROM (SELECT DISTINCT part.value->>0, part.value->>1
          FROM jsonb_path_query(_note_columns.columns, '$[*][*][*]') AS part (value)) AS used (table_id, column_name)
    JOIN factcheck.data_table dt ON dt.table_id = used.table_id::integer
    LEFT JOIN pg_attribute a ON a.attrelid = dt.relation AND a.attname = used.column_name AND a.attnum > 0 AND NOT a.attisdropped
    WHERE (used.column_name IS NULL OR a.attnum IS NOT NULL)
      AND NOT EXISTS (
          SELECT FROM factcheck.used_column known
          WHERE known.relation = dt.relation AND known.column_number = coalesce(a.attnum, 0)
            AND known.column_name = coalesce(a.attname, '') AND known.column_type = coalesce(a.atttypid, 'bigint'::regtype))
    ON CONFLICT DO NOTHING;
    SELECT coalesce(jsonb_object_agg(concat(dt.table_id, ' ', u.column_name), u.used_column_id), '{}') INTO numbers
    FROM factcheck.data_table dt
    JOIN factcheck.used_column u ON u.relation = dt.relation
    LEFT JOIN pg_attribute a
      ON a.attrelid = u.relation AND a.attnum = u.column_number AND a.attname = u.column_name
     AND a.atttypid = u.column_type AND NOT a.attisdropped
    WHERE u.column_number = 0 OR a.attnum IS NOT NULL;
    RETURN QUERY
        SELECT claim.place, reading.place,
               ARRAY(SELECT DISTINCT coalesce((numbers->>concat(part.value->>0, ' ', part.value->>1))::integer, 0)
                     FROM jsonb_array_elements(reading.parts) AS part (value) ORDER BY 1)
        FROM jsonb_array_elements(_note_columns.columns) WITH ORDINALITY AS claim (readings, place)
        CROSS JOIN LATERAL jsonb_array_elements(claim.readings) WITH ORDINALITY AS reading (parts, place);
END;
$function$;
COMMENT ON FUNCTION factcheck._note_columns(jsonb) IS
    'Enters the columns that readings read, and returns their numbers for each reading of each claim.';

CREATE FUNCTION factcheck._note_states(relations oid[], states jsonb, snapshot pg_snapshot)
RETURNS TABLE (relation oid, table_state_id integer)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_column
DECLARE
    present CONSTANT integer[] := factcheck._present_states(false);
    met record;
BEGIN
    FOR met IN
        SELECT m.*
        FROM jsonb_to_recordset(_note_states.states) AS m (relation oid, storage text, counters text, tracking text)
        WHERE m.relation = ANY (_note_states.relations)
        ORDER BY m.relation
    LOOP
        relation := met.relation;
        SELECT max(s.table_state_id) INTO table_state_id
        FROM factcheck.table_state s
        WHERE s.relation = met.relation AND s.role_name = current_user AND s.role_id = to_regrole(quote_ident(current_user))
          AND s.table_state_id = ANY (present)
          AND (s.storage, s.counters, s.tracking) IS NOT DISTINCT FROM (met.storage, met.counters, met.tracking);
        IF table_state_id IS NULL THEN
            INSERT INTO factcheck.table_state (relation, storage, counters, tracking, snapshot)
            VALUES (met.relation, met.storage, met.counters, met.tracking, _note_states.snapshot)
            RETURNING table_state.table_state_id INTO table_state_id;
        END IF;
        RETURN NEXT;
    END LOOP;
END;
$function$;
COMMENT ON FUNCTION factcheck._note_states(oid[], jsonb, pg_snapshot) IS
    'Enters the states that a run met of some tables, where they are not known yet, and returns their numbers.';

CREATE FUNCTION factcheck._require_writable() RETURNS void
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF current_setting('transaction_read_only') = 'on' THEN
        RAISE EXCEPTION 'a check cannot be stored in a read-only transaction' -- error: store_read_only
            USING ERRCODE = 'read_only_sql_transaction',
                  HINT = 'Use fact_check, which stores nothing, or connect to a server that can be written to.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck._require_writable() IS 'Raises an error where nothing can be stored.';

CREATE FUNCTION factcheck._document(document text, title text, source_table regclass, source_key text)
RETURNS TABLE (origin_id integer, document_id bigint)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    known_as CONSTANT bytea := sha256(convert_to(
        CASE WHEN source_table IS NOT NULL THEN concat('key ', source_key)
             WHEN title IS NOT NULL THEN concat('title ', title)
             ELSE concat('text ', document) END, 'UTF8'));
BEGIN
    IF source_table IS NOT NULL AND NOT (factcheck._is_administrator() AND has_table_privilege(source_table, 'SELECT')) THEN
        RAISE EXCEPTION 'permission denied to store checks of report table %', source_table -- error: report_not_permitted
            USING ERRCODE = 'insufficient_privilege',
                  HINT = 'Ask for the level admin and SELECT on the table, or store the check under a title with factcheck.verify.';
    END IF;
    FOR attempt IN 1..2 LOOP
        SELECT o.origin_id INTO origin_id
        FROM factcheck.origin o
        WHERE o.role_name = current_user AND o.role_id = to_regrole(quote_ident(current_user))
          AND o.source_table IS NOT DISTINCT FROM _document.source_table;
        EXIT WHEN FOUND;
        INSERT INTO factcheck.origin (source_table) VALUES (_document.source_table) ON CONFLICT DO NOTHING;
    END LOOP;
    FOR attempt IN 1..2 LOOP
        SELECT d.document_id INTO document_id
        FROM factcheck.document d WHERE d.origin_id = _document.origin_id AND d.identity = known_as;
        EXIT WHEN FOUND;
        INSERT INTO factcheck.document (origin_id, identity, source_key, title)
        VALUES (_document.origin_id, known_as, _document.source_key, _document.title)
        ON CONFLICT DO NOTHING;
    END LOOP;
    RETURN NEXT;
END;
$function$;
COMMENT ON FUNCTION factcheck._document(text, text, regclass, text) IS
    'Finds the document of the current role that has a key in a report table, else a title, else a text, or enters it.';

-- What is said of each claim, however it was found out: the rows of the history stand in three tables, for three audiences.
CREATE FUNCTION factcheck._store_verdicts(origin_id integer, run_id bigint, claims jsonb) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
BEGIN
    WITH claim AS MATERIALIZED (
        SELECT *
        FROM jsonb_to_recordset(claims) AS c (
            claim_no integer, columns integer[], reading_columns integer[], states integer[], verdict factcheck.verdict, p_correct double precision,
            is_certified boolean, found_value numeric, description text, query text, p_query double precision,
            matches boolean, kept_query jsonb, message text)
    ), verdict AS (
        INSERT INTO factcheck.claim_verdict (run_id, claim_no, origin_id, columns, reading_columns, states, verdict,
                                             p_correct, is_certified)
        SELECT run_id, c.claim_no, origin_id, c.columns, c.reading_columns, c.states, c.verdict, c.p_correct, c.is_certified
        FROM claim c
    ), counted AS (
        INSERT INTO factcheck.verdict_count (run_id, origin_id, columns, reading_columns, states, n_supported, n_refuted,
                                             n_not_enough_info, n_disputed)
        SELECT run_id, origin_id, ARRAY(
                   SELECT DISTINCT member FROM claim same, unnest(same.columns) AS used (member)
                   WHERE same.reading_columns = c.reading_columns AND same.states = c.states ORDER BY 1),
               c.reading_columns, c.states, count(*) FILTER (WHERE c.verdict = 'supported'),
               count(*) FILTER (WHERE c.verdict = 'refuted'), count(*) FILTER (WHERE c.verdict = 'not_enough_info'),
               count(*) FILTER (WHERE c.verdict = 'disputed')
        FROM claim c GROUP BY c.reading_columns, c.states
    )
    INSERT INTO factcheck.claim_value (run_id, claim_no, origin_id, columns, reading_columns, found_value, description, query,
                                       p_query, matches, kept_query, message)
    SELECT run_id, c.claim_no, origin_id, c.columns, c.reading_columns, c.found_value, c.description, c.query, c.p_query, c.matches,
           c.kept_query, c.message
    FROM claim c;
    PERFORM factcheck._note_flips(run_id);
END;
$function$;
COMMENT ON FUNCTION factcheck._store_verdicts(integer, bigint, jsonb) IS
    'Stores the verdict on each claim of a run, and the likeliest reading, with the columns and states of the data that it used.';

-- Runs of one document are stored one after the other: whoever writes the title first holds the row.
CREATE FUNCTION factcheck._begin_storing(document_id bigint, title text, replaces boolean) RETURNS boolean
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
BEGIN
    UPDATE factcheck.document d SET title = title WHERE d.document_id = document_id;
    IF replaces THEN
        UPDATE factcheck.run r SET is_latest = false WHERE r.document_id = document_id AND r.is_latest;
        RETURN true;
    END IF;
    RETURN NOT EXISTS (SELECT FROM factcheck.run r WHERE r.document_id = document_id AND r.is_latest);
END;
$function$;
COMMENT ON FUNCTION factcheck._begin_storing(bigint, text, boolean) IS
    'Locks a document, so that the run to be stored is its latest; returns whether it will be, which a run that failed is only where there is no other.';

CREATE FUNCTION factcheck._store_claims(
    origin_id integer, run_id bigint, checked jsonb, states jsonb, snapshot pg_snapshot
) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
#variable_conflict use_variable
DECLARE
    used jsonb;
    used_by_all jsonb;
    state_numbers jsonb;
BEGIN
    INSERT INTO factcheck.claim (run_id, claim_no, origin_id, claim_text, claimed_value, claimed_high, comparison, sentence,
                                 claim_start, claim_length)
    SELECT run_id, c.claim_no, origin_id, c.claim_text, c.claimed_value, c.claimed_high, c.comparison, c.sentence,
           c.claim_start, c.claim_length
    FROM jsonb_populate_recordset(NULL::factcheck.checked_claim, checked->'rows') AS c;
    -- what a reading uses, by the claim's place and the reading's rank
    SELECT coalesce(jsonb_object_agg(concat(n.claim_place, ' ', n.rank), n.used_columns), '{}') INTO used
    FROM factcheck._note_columns(checked->'columns') AS n;
    SELECT coalesce(jsonb_object_agg(claim.place, claim.columns), '{}') INTO used_by_all
    FROM (SELECT split_part(reading.key, ' ', 1) AS place, jsonb_agg(DISTINCT member ORDER BY member) AS columns
          FROM jsonb_each(used) AS reading, jsonb_array_elements(reading.value) AS member
          GROUP BY 1) AS claim;
    SELECT coalesce(jsonb_object_agg(s.relation, s.table_state_id), '{}') INTO state_numbers
    FROM factcheck._note_states(
        ARRAY(SELECT DISTINCT u.relation::oid
              FROM jsonb_each(used) AS reading
              JOIN factcheck.used_column u ON reading.value @> to_jsonb(u.used_column_id)
              WHERE reading.key LIKE '% 1'),
        states, snapshot) AS s;
    PERFORM factcheck._store_verdicts(origin_id, run_id, (
        SELECT coalesce(jsonb_agg(given.claim || jsonb_build_object(
                   'matches', given.claim->'alternatives'->0->'matches', 'reading_columns', best.columns,
                   'columns', coalesce(used_by_all->(given.place::text), '[]'),
                   'kept_query', checked->'kept_queries'->(given.place - 1)::integer->0,
                   'states', ARRAY(
                       SELECT DISTINCT coalesce((state_numbers->>(u.relation::oid::text))::integer, 0)
                       FROM factcheck.used_column u WHERE to_jsonb(u.used_column_id) <@ best.columns ORDER BY 1))), '[]')
        FROM jsonb_array_elements(checked->'rows') WITH ORDINALITY AS given (claim, place)
        CROSS JOIN LATERAL (SELECT coalesce(used->concat(given.place, ' 1'), '[]')) AS best (columns)));
    INSERT INTO factcheck.alternative (run_id, claim_no, rank, origin_id, columns, reading_columns, query, description, value,
                                       probability, matches, kept_query)
    SELECT run_id, (given.claim->>'claim_no')::integer, a.rank, origin_id,
           ARRAY(SELECT jsonb_array_elements_text(used_by_all->(given.place::text))::integer),
           ARRAY(SELECT jsonb_array_elements_text(used->concat(given.place, ' ', a.rank))::integer),
           a.query, a.description, a.value, a.probability, a.matches,
           nullif(checked->'kept_queries'->(given.place - 1)::integer->(a.rank - 1), 'null')
    FROM jsonb_array_elements(checked->'rows') WITH ORDINALITY AS given (claim, place)
    CROSS JOIN LATERAL jsonb_to_recordset(given.claim->'alternatives') AS a (
        rank integer, query text, description text, value numeric, probability double precision, matches boolean)
    WHERE a.rank > 1;
END;
$function$;
COMMENT ON FUNCTION factcheck._store_claims(integer, bigint, jsonb, jsonb, pg_snapshot) IS
    'Stores what a check said of each claim, with the columns that each reading used and the states of the data.';

CREATE FUNCTION factcheck._check_and_store(
    document text, title text, source_table regclass, source_key text, tables regclass[], p_true double precision,
    top_k integer, time_budget interval
) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    started CONSTANT timestamptz := clock_timestamp();
    snapshot CONSTANT pg_snapshot := pg_current_snapshot();
    states jsonb;
    checked jsonb := '{"rows": [], "columns": [], "kept_queries": []}';
    seconds jsonb;
    origin integer;
    number bigint;
    is_latest boolean;
    new_run bigint;
BEGIN
    PERFORM factcheck._require_writable();
    SELECT d.origin_id, d.document_id INTO origin, number
    FROM factcheck._document(document, title, source_table, source_key) AS d;
    -- From before the check: what changes meanwhile counts as changed afterwards.
    SELECT coalesce(jsonb_agg(s), '[]') INTO states
    FROM factcheck._data_states(
        CASE WHEN tables IS NULL THEN ARRAY(SELECT dt.relation::oid FROM factcheck.data_table dt)
             ELSE ARRAY(SELECT unnest(tables)::oid) END) AS s;
    IF document IS NOT NULL THEN
        checked := factcheck._check(document, tables, p_true, top_k, time_budget, true);
    END IF;
    seconds := coalesce(checked->'seconds', '{}');
    is_latest := factcheck._begin_storing(number, title, true);
    INSERT INTO factcheck.run (origin_id, document_id, is_latest, kind, status, started_at, n_claims, parsing_ms, retrieval_ms,
                               candidates_ms, evaluation_ms, inference_ms, rows_ms, document_hash)
    SELECT origin, number, is_latest, 'check', 'succeeded', started, jsonb_array_length(checked->'rows'), 1000 * s.parsing,
           1000 * s.retrieval, 1000 * (s.joins + s.span + s.scope), 1000 * s.evaluation, 1000 * s.inference,
           1000 * (s.verdicts + s.rows), sha256(convert_to(document, 'UTF8'))
    FROM jsonb_to_record(seconds) AS s (
        parsing double precision, retrieval double precision, joins double precision, span double precision,
        scope double precision, evaluation double precision, inference double precision, verdicts double precision,
        rows double precision)
    RETURNING run_id INTO new_run;
    PERFORM factcheck._store_claims(origin, new_run, checked, states, snapshot);
    RETURN jsonb_build_object('run_id', new_run, 'document_id', number, 'rows', checked->'rows');
END;
$function$;
COMMENT ON FUNCTION factcheck._check_and_store(text, text, regclass, text, regclass[], double precision, integer, interval) IS
    'Checks a document and stores what was found; returns the numbers of the run and of the document, and the rows.';

CREATE FUNCTION factcheck._store_check(
    document text,
    title text DEFAULT NULL,
    source_table regclass DEFAULT NULL,
    source_key text DEFAULT NULL,
    tables regclass[] DEFAULT NULL,
    time_budget interval DEFAULT NULL
) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
AS $function$
BEGIN
    RETURN factcheck._check_and_store(document, title, source_table, source_key, tables, NULL, NULL, time_budget)->>'run_id';
END;
$function$;
COMMENT ON FUNCTION factcheck._store_check(text, text, regclass, text, regclass[], interval) IS
    'Checks a row of a report table, or a document with a title, and stores what was found; returns the number of the run. A row without text is stored as a document without claims.';

CREATE FUNCTION factcheck._store_failure(
    sqlstate text, error text, started_at timestamptz, title text, source_table regclass, source_key text
) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    origin integer;
    number bigint;
    is_latest boolean;
    new_run bigint;
BEGIN
    SELECT d.origin_id, d.document_id INTO origin, number
    FROM factcheck._document(NULL, title, source_table, source_key) AS d;
    is_latest := factcheck._begin_storing(number, title, false);
    INSERT INTO factcheck.run (origin_id, document_id, is_latest, kind, status, started_at, n_claims, sqlstate)
    VALUES (origin, number, is_latest, 'check', 'failed', started_at, 0, sqlstate)
    RETURNING run_id INTO new_run;
    INSERT INTO factcheck.run_error (run_id, origin_id, error) VALUES (new_run, origin, error);
    RETURN new_run;
END;
$function$;
COMMENT ON FUNCTION factcheck._store_failure(text, text, timestamptz, text, regclass, text) IS
    'Stores that the check of a row of a report table, or of a document with a title, has failed, and why; what was found before stays the latest. Returns the number of the run.';

CREATE FUNCTION factcheck.verify(
    document text,
    title text DEFAULT NULL,
    tables regclass[] DEFAULT NULL,
    p_true double precision DEFAULT NULL,
    top_k integer DEFAULT 10,
    time_budget interval DEFAULT NULL
) RETURNS TABLE (
    claim_no integer, verdict factcheck.verdict, p_correct double precision, claim_text text, claimed_value numeric,
    claimed_high numeric, comparison text, found_value numeric, description text, query text, p_query double precision,
    is_certified boolean, sentence text, claim_start integer, claim_length integer, message text, alternatives jsonb,
    run_id bigint, document_id bigint)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
DECLARE
    stored jsonb;
BEGIN
    IF document IS NULL THEN
        RETURN;
    END IF;
    stored := factcheck._check_and_store(document, title, NULL, NULL, tables, p_true, top_k, time_budget);
    RETURN QUERY
        SELECT claim.*, (stored->>'run_id')::bigint, (stored->>'document_id')::bigint
        FROM jsonb_populate_recordset(NULL::factcheck.checked_claim, stored->'rows') AS claim
        ORDER BY claim.claim_no;
END;
$function$;
COMMENT ON FUNCTION factcheck.verify(text, text, regclass[], double precision, integer, interval) IS
    'Checks a document as fact_check does and stores what was found: the rows, with the numbers of the run and of the document. A document is known by its title, else by its text.';
