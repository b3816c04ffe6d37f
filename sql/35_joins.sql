-- The search path of a function, or of whoever runs a query that was shown, does not decide what is equal: operators are
-- spelled with their schema where it could.  In PL/pgSQL, so that a session plans it once.
CREATE FUNCTION factcheck._equalities(OUT type_id oid, OUT operator text, OUT is_own boolean) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY
        WITH own AS MATERIALIZED (
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
        FROM own o
        UNION ALL
        SELECT DISTINCT side.oid, 'OPERATOR(pg_catalog.=)', false
        FROM pg_operator p
        CROSS JOIN LATERAL (VALUES (p.oprleft), (p.oprright)) AS side (oid)
        WHERE p.oprname = '=' AND p.oprnamespace <> 'pg_catalog'::regnamespace
          AND side.oid <> 0 AND side.oid NOT IN (SELECT o.oid FROM own o);
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
