CREATE TABLE factcheck.data_table (
    table_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    relation regclass NOT NULL UNIQUE,
    data_set text,
    trusted_owner oid,
    trusted_owner_name name,
    is_tracked boolean NOT NULL DEFAULT false,
    has_all_columns boolean NOT NULL DEFAULT true,
    indexed_at timestamptz,
    indexed_rows bigint,
    indexed_counters bigint[]
);
COMMENT ON TABLE factcheck.data_table IS 'The tables that claims may be about, added with factcheck.add_table.';
COMMENT ON COLUMN factcheck.data_table.table_id IS 'Number of the table within factcheck.';
COMMENT ON COLUMN factcheck.data_table.relation IS 'The table.';
COMMENT ON COLUMN factcheck.data_table.data_set IS 'Name of the group of tables that belong together, if any.';
COMMENT ON COLUMN factcheck.data_table.trusted_owner IS
    'The owner whose code (views, policies) may run when other roles, but no superuser, read the table; NULL: nobody. Set by a superuser.';
COMMENT ON COLUMN factcheck.data_table.trusted_owner_name IS
    'Name of that owner: a role of the same number elsewhere, where a dump is restored, is not trusted, nor a later role of the same name.';
COMMENT ON COLUMN factcheck.data_table.is_tracked IS 'Whether triggers say when the table changes, so that results may be kept; changed with factcheck.track and untrack.';
COMMENT ON COLUMN factcheck.data_table.has_all_columns IS 'Whether all columns were added, so that factcheck.refresh takes in new ones.';
COMMENT ON COLUMN factcheck.data_table.indexed_at IS 'When the table''s query fragments were last indexed.';
COMMENT ON COLUMN factcheck.data_table.indexed_rows IS 'Rows the table had then; NULL for views, foreign tables and tables under row security.';
COMMENT ON COLUMN factcheck.data_table.indexed_counters IS
    'Rows inserted, updated and deleted until then, by the server''s statistics: what came later makes the index old.';

CREATE TABLE factcheck.data_column (
    column_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id integer NOT NULL REFERENCES factcheck.data_table ON DELETE CASCADE,
    column_name name NOT NULL,
    column_number smallint,
    column_type regtype,
    unit text,
    first_id integer,
    UNIQUE (table_id, column_name)
);
COMMENT ON TABLE factcheck.data_column IS 'The columns of added tables.';
COMMENT ON COLUMN factcheck.data_column.column_id IS 'Number of the column within factcheck.';
COMMENT ON COLUMN factcheck.data_column.table_id IS 'Table the column belongs to.';
COMMENT ON COLUMN factcheck.data_column.column_name IS 'Name of the column.';
COMMENT ON COLUMN factcheck.data_column.column_number IS
    'Place of the column in its table when it was indexed: another column that takes over the name is not this one.';
COMMENT ON COLUMN factcheck.data_column.column_type IS 'Type of the column when it was indexed; values of another type are no longer its values.';
COMMENT ON COLUMN factcheck.data_column.unit IS
    'Unit of the column''s values, as its name, its comment or a description tells it ("kg", "thousand USD", "million"); NULL where nothing does.';
COMMENT ON COLUMN factcheck.data_column.first_id IS
    'Number that the column had before its values were indexed anew, by which stored readings name it; NULL where it has had no other.';

CREATE TABLE factcheck.column_keyword (
    column_id integer NOT NULL REFERENCES factcheck.data_column ON DELETE CASCADE,
    word text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    weight real NOT NULL,
    terms text[] NOT NULL,
    PRIMARY KEY (column_id, word)
);
COMMENT ON TABLE factcheck.column_keyword IS 'Keywords of a column, from its name, what is said of it and the lexicon.';
COMMENT ON COLUMN factcheck.column_keyword.column_id IS 'Column the keyword describes.';
COMMENT ON COLUMN factcheck.column_keyword.word IS 'The keyword, in lower case.';
COMMENT ON COLUMN factcheck.column_keyword.source IS
    'Where the keyword comes from: name, joined (the words of the name written together), part (of a word of the name), abbreviation (spelt out), dictionary (the site''s own description), comment, synonym or expansion (of what may be shortened).';
COMMENT ON COLUMN factcheck.column_keyword.weight IS 'Weight of the keyword, from 0 to 1.';
COMMENT ON COLUMN factcheck.column_keyword.terms IS 'Stems of the keyword.';

CREATE TABLE factcheck.table_keyword (
    table_id integer NOT NULL REFERENCES factcheck.data_table ON DELETE CASCADE,
    word text COLLATE "C" NOT NULL,
    source text COLLATE "C" NOT NULL,
    weight real NOT NULL,
    terms text[] NOT NULL,
    PRIMARY KEY (table_id, word)
);
COMMENT ON TABLE factcheck.table_keyword IS 'Keywords of a table, from its name, what is said of it and the lexicon.';
COMMENT ON COLUMN factcheck.table_keyword.table_id IS 'Table the keyword describes.';
COMMENT ON COLUMN factcheck.table_keyword.word IS 'The keyword, in lower case.';
COMMENT ON COLUMN factcheck.table_keyword.source IS
    'Where the keyword comes from: name, joined (the words of the name written together), part (of a word of the name), abbreviation (spelt out), dictionary (the site''s own description), comment, synonym or expansion (of what may be shortened).';
COMMENT ON COLUMN factcheck.table_keyword.weight IS 'Weight of the keyword, from 0 to 1.';
COMMENT ON COLUMN factcheck.table_keyword.terms IS 'Stems of the keyword.';

-- In PL/pgSQL, so that a session plans the query once: policies ask it in every statement. Columns of a table are read
-- together and joined by hashing, as the planner would not know of tables with many columns.
CREATE FUNCTION factcheck._readable_columns() RETURNS integer[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    RETURN (
        SELECT coalesce(array_agg(listed.column_id), '{}')
        FROM (
            SELECT dt.table_id, c.oid, has_table_privilege(c.oid, 'SELECT') AS is_whole
            FROM factcheck.data_table dt
            JOIN pg_class c ON c.oid = dt.relation
            WHERE c.relkind IN ('r', 'p', 'm') AND NOT c.relrowsecurity AND has_schema_privilege(c.relnamespace, 'USAGE')
            OFFSET 0) AS data
        CROSS JOIN LATERAL (
            SELECT dc.column_id, dc.column_name, dc.column_number
            FROM factcheck.data_column dc WHERE dc.table_id = data.table_id OFFSET 0) AS listed
        JOIN LATERAL (
            SELECT a.attname, a.attnum
            FROM pg_attribute a WHERE a.attrelid = data.oid AND a.attnum > 0 AND NOT a.attisdropped OFFSET 0) AS there
            ON there.attname = listed.column_name AND there.attnum = coalesce(listed.column_number, there.attnum)
        WHERE data.is_whole OR has_column_privilege(data.oid, there.attnum, 'SELECT'));
END;
$function$;
COMMENT ON FUNCTION factcheck._readable_columns() IS
    'Numbers of the columns whose indexed values the current role may see: readable ones of tables without row security.';

-- What values tell is for those who may read the values; data_column is for everybody who may check.
CREATE TABLE factcheck.column_fact (
    column_id integer PRIMARY KEY REFERENCES factcheck.data_column ON DELETE CASCADE,
    has_missing boolean NOT NULL,
    has_fractions boolean NOT NULL,
    number_forms text[]
);
COMMENT ON TABLE factcheck.column_fact IS
    'What the values of each column told when they were indexed. A role sees the rows of columns it may read.';
COMMENT ON COLUMN factcheck.column_fact.column_id IS 'Column whose values were read.';
COMMENT ON COLUMN factcheck.column_fact.has_missing IS 'Whether any value was missing.';
COMMENT ON COLUMN factcheck.column_fact.has_fractions IS 'Whether all values were between minus one and one, and not all whole: unless the column has a unit, texts tell them in percent.';
COMMENT ON COLUMN factcheck.column_fact.number_forms IS
    'Ways in which the values of a column of text write numbers, as kind:unit:scales:sign ("amount:$:M:" for $163M); NULL where they write none.';
ALTER TABLE factcheck.column_fact ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON factcheck.column_fact FOR SELECT
    USING (column_id IN (SELECT pg_catalog.unnest((SELECT factcheck._readable_columns()))));
CREATE POLICY indexing ON factcheck.column_fact FOR INSERT WITH CHECK (true);
CREATE POLICY indexing_anew ON factcheck.column_fact FOR UPDATE
    USING (column_id IN (SELECT pg_catalog.unnest((SELECT factcheck._readable_columns()))));

-- A type's base stands in for a domain, so that a domain over integer is an integer.
CREATE FUNCTION factcheck._base_type(domain oid) RETURNS oid
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    WITH RECURSIVE below (type_id, base_id) AS (
        SELECT t.oid, t.typbasetype FROM pg_type t WHERE t.oid = domain
        UNION ALL
        SELECT t.oid, t.typbasetype FROM below b JOIN pg_type t ON t.oid = b.base_id)
    SELECT b.type_id FROM below b WHERE b.base_id = 0
$function$;
COMMENT ON FUNCTION factcheck._base_type(oid) IS 'The type under a domain, which may be a domain over others; any other type is its own.';

-- Values without an order, such as those of json, have neither extremes nor distinct ones: their columns are of no use.
-- In PL/pgSQL, so that a session plans the query once: every check asks it.
CREATE FUNCTION factcheck._table_columns(
    tables integer[],
    OUT table_id integer, OUT table_name text, OUT table_sql text, OUT table_comment text, OUT is_stored boolean,
    OUT is_indexed boolean, OUT indexed_rows bigint, OUT column_id integer, OUT column_name text, OUT column_sql text,
    OUT type_name text, OUT category text, OUT equality text, OUT has_spellings boolean, OUT is_domain boolean,
    OUT number_forms text[], OUT has_missing boolean, OUT unit text, OUT column_comment text, OUT has_order boolean,
    OUT can_be_sampled boolean, OUT first_id integer
) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
SET work_mem = '256kB'
AS $function$
#variable_conflict use_column
BEGIN
    RETURN QUERY
        SELECT dt.table_id, c.relname::text, format('%I.%I', n.nspname, c.relname),
               (SELECT d.description FROM pg_description d WHERE d.classoid = 'pg_class'::regclass AND d.objoid = c.oid AND d.objsubid = 0),
               c.relkind IN ('r', 'p', 'm'), c.relkind IN ('r', 'p', 'm') AND NOT c.relrowsecurity, dt.indexed_rows,
               dc.column_id, a.attname::text, quote_ident(a.attname), format_type(t.oid, -1), t.typcategory::text,
               CASE WHEN e.type_id IS NULL THEN '=' ELSE e.operator END,
               e.is_own IS TRUE OR l.collisdeterministic IS FALSE, a.atttypid <> t.oid, cf.number_forms, cf.has_missing,
               coalesce(dc.unit, CASE WHEN cf.has_fractions THEN 'fraction' END),
               (SELECT d.description FROM pg_description d
                WHERE d.classoid = 'pg_class'::regclass AND d.objoid = c.oid AND d.objsubid = a.attnum),
               EXISTS (
                   SELECT FROM pg_type v
                   WHERE v.oid = CASE WHEN t.typcategory = 'A' THEN t.typelem ELSE t.oid END
                     AND (v.typtype IN ('e', 'r', 'm') OR v.oid IN ('varchar'::regtype, 'cidr'::regtype)
                          OR EXISTS (SELECT FROM pg_opclass o JOIN pg_am m ON m.oid = o.opcmethod
                                     WHERE o.opcintype = v.oid AND o.opcdefault AND m.amname = 'btree'))),
               -- by where rows stand, which is no column that rights on single columns are given for
               has_table_privilege(c.oid, 'SELECT')
               AND ((c.relkind IN ('r', 'm') AND c.relam = (SELECT m.oid FROM pg_am m WHERE m.amname = 'heap'))
                    OR (c.relkind = 'p' AND NOT EXISTS (
                        SELECT FROM pg_partition_tree(c.oid) p JOIN pg_class l ON l.oid = p.relid
                        LEFT JOIN pg_am m ON m.oid = l.relam
                        WHERE l.relkind = 'f' OR (l.relkind = 'r' AND m.amname <> 'heap')))),
               dc.first_id
        FROM factcheck.data_table dt
        JOIN pg_class c ON c.oid = dt.relation
        JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN factcheck.data_column dc ON dc.table_id = dt.table_id
        LEFT JOIN factcheck.column_fact cf ON cf.column_id = dc.column_id
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = dc.column_name AND a.attnum > 0 AND NOT a.attisdropped
        JOIN pg_type s ON s.oid = a.atttypid
        JOIN pg_type t ON t.oid = CASE WHEN s.typtype = 'd' THEN factcheck._base_type(s.oid) ELSE s.oid END
        LEFT JOIN factcheck._equalities() AS e ON e.type_id = t.oid
        LEFT JOIN pg_collation l ON l.oid = a.attcollation
        WHERE dt.table_id = ANY (_table_columns.tables)
          AND a.attnum = coalesce(dc.column_number, a.attnum) AND a.atttypid = coalesce(dc.column_type, a.atttypid)
          AND has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT')
        ORDER BY n.nspname, c.relname, a.attnum;
END;
$function$;
COMMENT ON FUNCTION factcheck._table_columns(integer[]) IS
    'The columns of some added tables that the current role may read, with what a check has to know of them and their tables.';
