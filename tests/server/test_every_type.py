"""A column of any type the server and its extensions have, and a key of it: no check fails, and each query says so.

The extensions are in a schema that no search path names.  Values are what of some sample texts a type's input accepts.
"""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import psycopg
import pytest
from psycopg import sql

# not installed: languages and their transforms, what needs files or other servers, and what is tested
EXTENSIONS = """
SELECT a.name FROM pg_available_extensions a
WHERE a.installed_version IS NULL AND a.name !~ 'python|perl|tcl|_fdw|dblink|factcheck' ORDER BY a.name
"""

OWN_TYPES = """
CREATE TYPE public.gem AS ENUM ('amber', 'beryl', 'coral', 'diamond', 'emerald', 'flint', 'garnet', 'howlite', 'iolite',
                                'jade', 'kunzite', 'larimar', 'malachite', 'nephrite');
CREATE TYPE public.pair AS (word text, number integer);
CREATE TYPE public.word_range AS RANGE (SUBTYPE = text);
CREATE DOMAIN public.gem_domain AS public.gem;
CREATE DOMAIN public.word_domain AS text CHECK (length(VALUE) < 100);
CREATE DOMAIN public.inner_word AS public.word_domain;
CREATE DOMAIN public.key_domain AS integer;
"""

TYPES = """
SELECT format_type(t.oid, -1) AS type_name, t.typname::text AS name
FROM pg_type t
JOIN pg_namespace n ON n.oid = t.typnamespace
LEFT JOIN pg_class c ON c.oid = t.typrelid
LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
LEFT JOIN pg_class ec ON ec.oid = e.typrelid
WHERE n.nspname IN ('pg_catalog', 'public', 'ext') AND t.typtype <> 'p' AND coalesce(e.typtype, 'b') <> 'p'
  AND coalesce(c.relkind, ec.relkind, 'c') = 'c'
ORDER BY n.nspname, t.typname
"""

SAMPLES = """
CREATE FUNCTION pg_temp.samples(type_name text, texts text[]) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    sample text;
    said text;
    found text[] := '{}';
BEGIN
    FOREACH sample IN ARRAY texts LOOP
        BEGIN
            EXECUTE format('SELECT (%L::%s)::text', sample, type_name) INTO said;
            EXECUTE format('SELECT %L::text::%s', said, type_name);
            IF said <> ALL (found) THEN
                found := found || said;
            END IF;
        EXCEPTION WHEN OTHERS THEN
            NULL;
        END;
        EXIT WHEN cardinality(found) = 14;
    END LOOP;
    RETURN found;
END $$
"""

WORDS = "Amber Beryl Coral Diamond Emerald Flint Garnet Howlite Iolite Jade Kunzite Larimar Malachite Nephrite".split()
LOWER = [word.lower() for word in WORDS]


def ean(prefix, number):
    """An article number of 13 digits with its check digit."""
    digits = f"{prefix}{number:0{12 - len(prefix)}d}"
    return digits + str(-sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(digits)) % 10)


SIMPLE = [
    *("true", "false"),
    *LOWER,
    *(ean(prefix, n) for prefix in ("400", "978", "9790", "977", "0") for n in range(1, 15)),
    *(f"2024-01-{n:02}" for n in range(1, 15)),
    *(f"{n:02}:30:00" for n in range(1, 15)),
    *map(str, range(1, 15)),
    *(f"{n} days" for n in range(1, 15)),
    *(f"10.0.0.{n}" for n in range(1, 15)),
    *(f"08:00:2b:01:02:{n:02x}" for n in range(1, 15)),
    *(f"08:00:2b:01:02:03:04:{n:02x}" for n in range(1, 15)),
    *(f"{n:08}-0000-4000-8000-000000000000" for n in range(1, 15)),
    *(f"{n:b}" for n in range(1, 15)),
    *(f"0/{n}" for n in range(1, 15)),
    *(f"({n},1)" for n in range(1, 15)),
    *(f"{n}:{n}:" for n in range(1, 15)),
    *(f"(({n},1),(2,3))" for n in range(1, 15)),
    *(f"{{{n},1,2}}" for n in range(1, 15)),
    *(f"<({n},1),2>" for n in range(1, 15)),
    *(f"amber=>{n}" for n in range(1, 15)),
    *(f'{{"amber": {n}}}' for n in range(1, 15)),
    *(f"pg_class_{n}" for n in range(1, 3)),
    *("pg_class", "simple", "english", "pg_catalog", "postgres", "now", "pg_catalog.now()", "C", "!!", "=r/postgres"),
]
PAIRS = list(pairwise(SIMPLE))
TEXTS = [
    *SIMPLE,
    *(f'["{one}","{other}"]' for one, other in PAIRS),
    *(f'{{["{one}","{other}"]}}' for one, other in PAIRS),
    *(f'{{"{one}"}}' for one in SIMPLE if '"' not in one),
    *(f'{{"[{one},{other}]"}}' for one, other in PAIRS),
    *(f'{{"{{[{one},{other}]}}"}}' for one, other in PAIRS),
    *(f'{{"(amber,{n})"}}' for n in range(1, 15)),
]

CHECK = "SELECT found_value, query, alternatives FROM public.fact_check(%s, tables => %s::regclass[])"


@pytest.fixture(scope="module")
def types(admin, analyst_name):
    """The types that have values, by a name for each, with some values as text; the extensions are installed."""
    admin.execute(f"CREATE SCHEMA ext; GRANT USAGE ON SCHEMA ext TO {analyst_name}")
    for (name,) in admin.execute(EXTENSIONS).fetchall():
        try:
            admin.execute(sql.SQL("CREATE EXTENSION IF NOT EXISTS {} SCHEMA ext").format(sql.Identifier(name)))
        except psycopg.errors.Error:
            continue  # needs a library that is loaded at the start, or a schema of its own
    admin.execute(OWN_TYPES)
    admin.execute(SAMPLES)
    found = {}
    for type_name, name in admin.execute(TYPES).fetchall():
        [values] = admin.execute("SELECT pg_temp.samples(%s, %s)", [type_name, TEXTS]).fetchone()
        if values:
            found[f"{name.lstrip('_')}_list" if name.startswith("_") else name] = (type_name, values)
    return found


def rounded(value):
    """A number as results are said."""
    return None if value is None else float(f"{Decimal(value):.12g}")


def check(session, document, tables):
    """Check a document and compare every reading with what its query gives; returns the queries."""
    claimed = {}
    for found, query, alternatives in session.execute(CHECK, [document, tables]).fetchall():
        claimed[query] = found
        claimed |= {other["query"]: other["value"] for other in alternatives or ()}
    for query, value in claimed.items():
        if query is not None:
            [given] = session.execute(query).fetchone()
            assert rounded(given) == rounded(value), query
    return set(claimed)


@pytest.fixture(scope="module")
def everything(admin, analyst_name, types):
    """One table with a column of every type."""
    columns = {f"own_{name}": values for name, values in types.items()}
    admin.execute("CREATE TABLE public.everything (place integer)")
    for name, (type_name, values) in columns.items():
        admin.execute(f'ALTER TABLE public.everything ADD "{name}" {type_name}')
        columns[name] = type_name, values
    listed = ", ".join(f"(%s::text[])[1 + g %% {len(values)}]::{type_name}" for type_name, values in columns.values())
    admin.execute(
        psycopg.ClientCursor(admin).mogrify(
            f"INSERT INTO public.everything SELECT g, {listed} FROM generate_series(1, 28) AS g",
            [values for _, values in columns.values()],
        )
    )
    admin.execute(f"GRANT SELECT ON public.everything TO {analyst_name}")
    admin.execute("SELECT factcheck.add_table('public.everything')")
    return list(columns)


def test_types_of_all_kinds_and_extensions_are_tried(types):
    names = {type_name for type_name, _ in types.values()}
    assert {
        "integer",
        "text[]",
        "int4range",
        "int4multirange",
        "gem",
        "pair",
        "inner_word",
        "jsonb",
        "tsvector",
    } <= names
    assert len(names) > 150
    installed = {"ext.citext", "ext.isbn", "ext.hstore", "ext.ltree", "ext.cube", "ext.seg", "ext.lo"}
    assert installed <= names or not any(name.startswith("ext.") for name in names)


def test_no_column_stops_a_check(analyst, everything):
    usable = [
        row[0]
        for row in analyst.execute("SELECT column_name::text FROM factcheck.data_column ORDER BY column_id").fetchall()
        if row[0] in everything
    ]
    queries = check(analyst, "There are 28 things.", ["public.everything"])
    for start in range(0, len(usable), 12):
        claims = (f"There are 14 different {name[4:].replace('_', ' ')} values." for name in usable[start : start + 12])
        queries |= check(analyst, " ".join(claims), ["public.everything"])
    counted = {name for name in usable if any(f'DISTINCT "{name}"' in q or f"DISTINCT {name})" in q for q in queries)}
    assert len(counted) > 0.5 * len(usable)


NAMED = ["text", "varchar", "bpchar", "name", "citext", "gem", "gem_domain", "word_domain", "inner_word"]


@pytest.mark.parametrize("name", NAMED)
def test_values_are_found_however_many_a_document_names(admin, analyst, analyst_name, types, name):
    if name not in types:
        pytest.skip(f"the server has no {name}")
    type_name, values = types[name]
    gems = [value.strip() for value in values if value.strip() in LOWER]
    assert len(gems) > 11
    table = f"public.stones_{name}"
    admin.execute(f"CREATE TABLE {table} (kind {type_name}, carat integer)")
    admin.execute(
        f"INSERT INTO {table} SELECT (%s::text[])[g]::{type_name}, g FROM generate_series(1, %s) AS g,"
        " generate_series(1, g)",
        [gems, len(gems)],
    )
    if name == "citext":
        admin.execute(f"UPDATE {table} SET kind = initcap(kind::text)::ext.citext WHERE ctid::text ~ '[13579][)]'")
    admin.execute(f"GRANT SELECT ON {table} TO {analyst_name}")
    admin.execute(f"SELECT factcheck.add_table('{table}')")
    for number in (2, len(gems)):
        document = " ".join(f"There were {place + 1} {gem} stones." for place, gem in enumerate(gems[:number]))
        rows = analyst.execute(
            "SELECT verdict, found_value::integer FROM fact_check(%s, tables => %s::regclass[])", [document, [table]]
        ).fetchall()
        assert rows == [("supported", place + 1) for place in range(number)]
        check(analyst, document, [table])


def key_tables(admin, name, type_name, values):
    """Make two tables, of which one refers to the other by a key of a type; False where none can.

    They are entered without an index, which they do not need: values are named of the table region alone.
    """
    try:
        with admin.transaction():
            admin.execute(f"""
                CREATE TABLE public."to_{name}" (code {type_name} PRIMARY KEY, region_id integer REFERENCES region);
                CREATE TABLE public."from_{name}" (code {type_name} REFERENCES public."to_{name}");
            """)
            admin.execute(
                f'INSERT INTO public."to_{name}" SELECT (%s::text[])[g]::{type_name}, 1 + g %% 2'
                " FROM generate_series(1, %s) AS g ON CONFLICT DO NOTHING",
                [values, len(values)],
            )
            admin.execute(
                f'INSERT INTO public."from_{name}" SELECT code FROM public."to_{name}", generate_series(1, 3) AS g'
            )
    except (psycopg.errors.UndefinedObject, psycopg.errors.UndefinedFunction, psycopg.errors.DatatypeMismatch):
        return False
    admin.execute(f"""
        SELECT factcheck._register_table('public."to_{name}"', '{{code, region_id}}', NULL, NULL);
        SELECT factcheck._register_table('public."from_{name}"', '{{code}}', NULL, NULL);
    """)
    return True


def test_a_key_of_any_type_joins_its_tables(admin, analyst, analyst_name, types):
    admin.execute("""
        CREATE TABLE public.region (region_id integer PRIMARY KEY, region_name text);
        INSERT INTO public.region VALUES (1, 'South'), (2, 'North');
        SELECT factcheck.add_table('public.region');
    """)
    # the server's own arrays are all compared by one operator
    tried = {
        name: entry
        for name, entry in types.items()
        if not entry[0].endswith("[]") or name in {"int4_list", "text_list"}
    }
    names = [name for name, (type_name, values) in tried.items() if key_tables(admin, name, type_name, values)]
    assert len(names) > 60
    if "citext" in names:
        admin.execute('UPDATE public."from_citext" SET code = upper(code::text)::ext.citext')
    admin.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {analyst_name}")
    warned = []
    analyst.add_notice_handler(lambda told: warned.append(told.message_primary))
    for name in names:
        [number] = admin.execute(f'SELECT 3 * count(*) FROM public."to_{name}" WHERE region_id = 2').fetchone()
        tables = [f'public."from_{name}"', f'public."to_{name}"', "public.region"]
        queries = check(analyst, f"There were {number} of them in the North.", tables)
        joined = [query for query in queries if f"from_{name} JOIN public.to_{name} ON" in query.replace('"', "")]
        assert joined, name
        assert number in [analyst.execute(query).fetchone()[0] for query in joined], name
        assert [text for text in warned if "join" in text] == []
