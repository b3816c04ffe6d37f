-- The search path of a function, or of whoever runs a query that was shown, does not decide what is equal: operators are
-- spelled with their schema where it could.  In PL/pgSQL, so that a session plans it once.
CREATE FUNCTION factcheck._equalities(OUT type_id oid, OUT operator text, OUT is_own boolean) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET work_mem = '256kB'
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY
        WITH equality AS MATERIALIZED (
            SELECT t.oid, n.nspname, p.oprname,
                   has_schema_privilege(n.oid, 'USAGE') AND has_schema_privilege(t.typnamespace, 'USAGE') AS is_usable
            FROM pg_opclass o
            JOIN pg_am m ON m.oid = o.opcmethod AND m.amname = 'btree'
            JOIN pg_amop e ON e.amopfamily = o.opcfamily AND e.amopstrategy = 3
                          AND e.amoplefttype = o.opcintype AND e.amoprighttype = o.opcintype
            JOIN pg_operator p ON p.oid = e.amopopr
            JOIN pg_namespace n ON n.oid = p.oprnamespace
            JOIN pg_type t ON t.oid = o.opcintype
            WHERE o.opcdefault AND o.opcintype >= 16384
        )
        SELECT o.oid, CASE WHEN o.is_usable THEN format('OPERATOR(%I.%s)', o.nspname, o.oprname) END, true
        FROM equality o
        UNION ALL
        SELECT DISTINCT side.oid, 'OPERATOR(pg_catalog.=)', false
        FROM pg_operator p
        CROSS JOIN LATERAL (VALUES (p.oprleft), (p.oprright)) AS side (oid)
        WHERE p.oprname = '=' AND p.oprnamespace <> 'pg_catalog'::regnamespace
          AND side.oid <> 0 AND side.oid NOT IN (SELECT o.oid FROM equality o);
END;
$function$;
COMMENT ON FUNCTION factcheck._equalities() IS
    'The types whose values are not compared with a plain =, and how SQL spells their equality: that of the default operator class, NULL where the current role may not use it; is_own says that the type brings it along.';

-- Declared keys are not kept here but read from pg_constraint whenever they are needed: a constraint that is dropped joins
-- nothing from then on, and no dump can bring it back.  A row of source "declared" only says that nobody wants it used.
CREATE TABLE factcheck.data_join (
    join_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    from_table integer NOT NULL REFERENCES factcheck.data_table ON DELETE CASCADE,
    from_columns name[] NOT NULL,
    from_numbers smallint[] NOT NULL,
    to_table integer NOT NULL REFERENCES factcheck.data_table ON DELETE CASCADE,
    to_columns name[] NOT NULL,
    to_numbers smallint[] NOT NULL,
    source text NOT NULL CHECK (source OPERATOR(pg_catalog.=) ANY (ARRAY['added', 'declared', 'inferred'])),
    is_used boolean NOT NULL DEFAULT true,
    found_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    UNIQUE (from_table, from_columns, to_table, to_columns)
);
CREATE INDEX data_join_to_table ON factcheck.data_join (to_table);
COMMENT ON TABLE factcheck.data_join IS
    'How added tables belong together: what people decided, and keys that nobody declared but names and values show. All joins: factcheck.joins().';
COMMENT ON COLUMN factcheck.data_join.join_id IS 'Number of the join.';
COMMENT ON COLUMN factcheck.data_join.from_table IS 'Table of many rows, each of which has at most one partner.';
COMMENT ON COLUMN factcheck.data_join.from_columns IS 'Its columns, in order of their names.';
COMMENT ON COLUMN factcheck.data_join.from_numbers IS
    'Places of these columns in the table when the join was found: another column that takes over a name is not this one.';
COMMENT ON COLUMN factcheck.data_join.to_table IS 'Table of the partners.';
COMMENT ON COLUMN factcheck.data_join.to_columns IS 'The columns that hold the same values, in the order of from_columns; together they tell rows apart.';
COMMENT ON COLUMN factcheck.data_join.to_numbers IS 'Places of these columns in the table when the join was found.';
COMMENT ON COLUMN factcheck.data_join.source IS
    'Who says so: a person (added), a FOREIGN KEY constraint (declared), or names and values alone (inferred).';
COMMENT ON COLUMN factcheck.data_join.is_used IS 'False when a person removed the join: then it is not found again either.';
COMMENT ON COLUMN factcheck.data_join.found_at IS 'When the join was found, added or removed.';

-- Every check asks this twice for each join: a session plans it once, by indexes.
CREATE FUNCTION factcheck._may_know_join(table_id integer, columns name[], source text) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $function$
BEGIN
    RETURN (
        SELECT count(*) = cardinality(_may_know_join.columns)
        FROM factcheck.data_table dt
        JOIN pg_class c ON c.oid = dt.relation
        JOIN factcheck.data_column dc ON dc.table_id = dt.table_id
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = dc.column_name AND a.attnum > 0 AND NOT a.attisdropped
        WHERE dt.table_id = _may_know_join.table_id AND dc.column_name = ANY (_may_know_join.columns)
          AND a.attnum = coalesce(dc.column_number, a.attnum) AND a.atttypid = coalesce(dc.column_type, a.atttypid)
          AND has_schema_privilege(c.relnamespace, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT')
          AND NOT (c.relrowsecurity AND _may_know_join.source = 'inferred'));
END;
$function$;
COMMENT ON FUNCTION factcheck._may_know_join(integer, name[], text) IS
    'Whether the current role may read all of some columns of an added table, so that it may know what joins them; under row security not what was inferred, since its finder may have seen other rows.';

-- An inferred join says something of the values on both sides.  Whoever looks after joins meets all of them, also those of
-- columns that only others may read: a join is found anew, renamed and removed by whoever indexes one of its tables.
ALTER TABLE factcheck.data_join ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON factcheck.data_join FOR SELECT
    USING (factcheck._may_know_join(from_table, from_columns, source)
           AND factcheck._may_know_join(to_table, to_columns, source));
CREATE POLICY deciding ON factcheck.data_join
    USING (pg_catalog.has_table_privilege('factcheck.data_join'::pg_catalog.regclass, 'DELETE'));

-- In a table that others inherit from, rows of the others come along when it is read, and no index covers them all.
CREATE FUNCTION factcheck._is_key(relation regclass, numbers smallint[]) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT EXISTS (
        SELECT FROM pg_index i
        WHERE i.indrelid = relation AND i.indisunique AND i.indisvalid AND i.indimmediate AND NOT i.indisexclusion
          AND i.indpred IS NULL
          AND NOT EXISTS (SELECT FROM unnest(i.indkey) WITH ORDINALITY AS part (number, place)
                          WHERE part.place <= i.indnkeyatts AND part.number <> ALL (numbers)))
       AND (NOT EXISTS (SELECT FROM pg_inherits h WHERE h.inhparent = relation)
            OR EXISTS (SELECT FROM pg_class c WHERE c.oid = relation AND c.relkind = 'p'))
$function$;
COMMENT ON FUNCTION factcheck._is_key(regclass, smallint[]) IS
    'Whether a unique index says that columns, given by their places, tell the rows of a table apart.';

-- No operator compares domains over enums, temporal foreign keys (PERIOD) join by overlap, not by equality, and values of
-- different collations cannot be compared: these are left out.  A join that was removed goes by names alone: it stays
-- removed when a restored table counts its columns anew.  Inferred joins were found in what their finder saw: under row
-- security somebody else may see other rows, and is not to learn of those.  In PL/pgSQL, so that a session plans it once.
CREATE FUNCTION factcheck.joins(
    tables regclass[] DEFAULT NULL,
    OUT from_table regclass, OUT from_columns name[], OUT to_table regclass, OUT to_columns name[],
    OUT source text, OUT is_used boolean, OUT is_enforced boolean, OUT found_at timestamptz, OUT operators text[]
) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET jit = off
SET work_mem = '256kB'
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY
    WITH equality AS MATERIALIZED (
        SELECT e.type_id, e.operator, e.is_own FROM factcheck._equalities() AS e
    ), known_column AS MATERIALIZED (
        SELECT dt.table_id, dt.relation, c.relrowsecurity, a.attname, a.attnum, a.attcollation, b.oid AS base_id,
               e.type_id IS NULL AS is_plain, e.is_own IS TRUE AS is_own, e.operator,
               b.typtype = 'e' AND a.atttypid <> b.oid AS is_domain_of_enum
        FROM factcheck.data_table dt
        JOIN pg_class c ON c.oid = dt.relation
        JOIN factcheck.data_column dc ON dc.table_id = dt.table_id
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = dc.column_name AND a.attnum > 0 AND NOT a.attisdropped
        JOIN pg_type t ON t.oid = a.atttypid
        JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN factcheck._base_type(t.oid) ELSE t.oid END
        LEFT JOIN equality e ON e.type_id = b.oid
        WHERE a.attnum = coalesce(dc.column_number, a.attnum) AND a.atttypid = coalesce(dc.column_type, a.atttypid)
          AND has_schema_privilege(c.relnamespace, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT')
          AND (tables IS NULL OR dt.relation = ANY (tables))
    ), declared AS (
        SELECT DISTINCT con.conrelid::regclass AS from_table, pairs.from_columns,
               con.confrelid::regclass AS to_table, pairs.to_columns, pairs.to_numbers, pairs.operators
        FROM pg_constraint con
        CROSS JOIN LATERAL (
            SELECT array_agg(f.attname ORDER BY f.attname) AS from_columns,
                   array_agg(t.attname ORDER BY f.attname) AS to_columns,
                   array_agg(t.attnum ORDER BY f.attname) AS to_numbers,
                   array_agg(CASE WHEN f.is_domain_of_enum OR t.is_domain_of_enum THEN NULL
                                  WHEN o.oprnamespace = 'pg_catalog'::regnamespace AND f.is_plain AND t.is_plain THEN o.oprname
                                  WHEN has_schema_privilege(o.oprnamespace, 'USAGE')
                                  THEN format('OPERATOR(%I.%s)', n.nspname, o.oprname) END
                             ORDER BY f.attname) AS operators
            FROM unnest(con.conkey, con.confkey, con.conpfeqop) AS pair (from_number, to_number, operator)
            JOIN pg_operator o ON o.oid = pair.operator
            JOIN pg_namespace n ON n.oid = o.oprnamespace
            LEFT JOIN known_column f ON f.relation = con.conrelid AND f.attnum = pair.from_number
            LEFT JOIN known_column t
              ON t.relation = con.confrelid AND t.attnum = pair.to_number AND t.attcollation = f.attcollation
            HAVING count(f.attnum) = count(*) AND count(t.attnum) = count(*)) AS pairs
        -- Other constraints, those of the extension's own tables among them, are left out before anything is looked up.
        WHERE con.contype = 'f' AND con.conrelid = ANY (ARRAY(SELECT DISTINCT k.relation::oid FROM known_column k))
          AND to_jsonb(con)->>'conperiod' IS DISTINCT FROM 'true'
          AND factcheck._is_key(con.confrelid, con.confkey)
    ), kept AS (
        SELECT pairs.from_table, j.from_columns, pairs.to_table, j.to_columns, j.to_numbers, j.source, j.is_used, j.found_at,
               pairs.operators
        FROM factcheck.data_join j
        CROSS JOIN LATERAL (
            SELECT min(f.relation::oid)::regclass AS from_table, min(t.relation::oid)::regclass AS to_table,
                   array_agg(CASE WHEN f.is_domain_of_enum OR t.is_domain_of_enum THEN NULL
                                  WHEN f.base_id = t.base_id AND NOT f.is_plain THEN f.operator
                                  WHEN f.is_plain AND t.is_plain THEN '='
                                  WHEN NOT f.is_own AND NOT t.is_own THEN 'OPERATOR(pg_catalog.=)' END
                             ORDER BY pair.place) AS operators
            FROM ROWS FROM (unnest(j.from_columns, j.from_numbers, j.to_columns, j.to_numbers)) WITH ORDINALITY
                 AS pair (from_column, from_number, to_column, to_number, place)
            LEFT JOIN known_column f
              ON f.table_id = j.from_table AND f.attname = pair.from_column
             AND (f.attnum = pair.from_number OR NOT j.is_used) AND NOT (f.relrowsecurity AND j.source = 'inferred')
            LEFT JOIN known_column t
              ON t.table_id = j.to_table AND t.attname = pair.to_column AND t.attcollation = f.attcollation
             AND (t.attnum = pair.to_number OR NOT j.is_used) AND NOT (t.relrowsecurity AND j.source = 'inferred')
            HAVING count(f.attnum) = count(*) AND count(t.attnum) = count(*)) AS pairs
    )
    SELECT from_table, from_columns, to_table, to_columns,
           CASE WHEN k.source = 'added' THEN k.source WHEN d.to_numbers IS NOT NULL THEN 'declared' ELSE k.source END,
           coalesce(k.is_used, true),
           factcheck._is_key(to_table, coalesce(d.to_numbers, k.to_numbers)),
           k.found_at,
           coalesce(d.operators, k.operators)::text[]
    FROM kept k
    FULL JOIN declared d USING (from_table, from_columns, to_table, to_columns)
    ORDER BY from_table::text COLLATE "C", from_columns, to_table::text COLLATE "C", to_columns;
END;
$function$;
COMMENT ON FUNCTION factcheck.joins(regclass[]) IS
    'How added tables (NULL: all) belong together, as far as the current role may read them: each row of from_table has at most one partner in to_table, where the columns hold equal values. is_used is false for joins a person removed; is_enforced says that a unique index keeps partners from becoming several; operators are those that compare the columns, to_columns on their left, NULL where the role may not use one: then the tables are not joined.';

-- Comparing large tables row by row in nested loops would take hours where no index helps, and a planner that expects to
-- stop at the first row may well do so.
CREATE FUNCTION factcheck._find_joins(relation regclass) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET enable_nestloop = off
SET jit = off
SET work_mem = '256MB'
AS $python$
    return GD["factcheck"].find_joins(plpy, relation)
$python$;
COMMENT ON FUNCTION factcheck._find_joins(regclass) IS
    'Finds out to which other added tables one belongs although no key was declared, from names and values.';

CREATE FUNCTION factcheck._add_join(from_table regclass, from_columns text[], to_table regclass, to_columns text[]) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET constraint_exclusion = off
SET standard_conforming_strings = on
SET quote_all_identifiers = off
SET enable_nestloop = off
SET jit = off
SET work_mem = '256MB'
AS $python$
    return GD["factcheck"].add_join(plpy, from_table, from_columns, to_table, to_columns)
$python$;
COMMENT ON FUNCTION factcheck._add_join(regclass, text[], regclass, text[]) IS 'Checks and keeps a join that a person adds.';

CREATE FUNCTION factcheck.add_join(
    from_table regclass, from_columns text[], to_table regclass, to_columns text[] DEFAULT NULL
) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._raise(factcheck._add_join(from_table, from_columns, to_table, coalesce(to_columns, from_columns))->'error');
END;
$function$;
COMMENT ON FUNCTION factcheck.add_join(regclass, text[], regclass, text[]) IS
    'Says that each row of from_table has at most one partner in to_table, where the columns hold equal values; to_columns may be left out when they have the same names. Also brings back a join that was removed.';

CREATE FUNCTION factcheck._remove_join(from_table regclass, from_columns text[], to_table regclass, to_columns text[]) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on
SET quote_all_identifiers = off
AS $python$
    return GD["factcheck"].remove_join(plpy, from_table, from_columns, to_table, to_columns)
$python$;
COMMENT ON FUNCTION factcheck._remove_join(regclass, text[], regclass, text[]) IS 'Keeps that a join is not to be used.';

CREATE FUNCTION factcheck.remove_join(
    from_table regclass, from_columns text[], to_table regclass, to_columns text[] DEFAULT NULL
) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._raise(factcheck._remove_join(from_table, from_columns, to_table, coalesce(to_columns, from_columns))->'error');
END;
$function$;
COMMENT ON FUNCTION factcheck.remove_join(regclass, text[], regclass, text[]) IS
    'Stops the use of a join, whoever declared, added or inferred it: it stays removed, also when tables are indexed anew, until factcheck.add_join.';
