"""Columns of every kind of type: what of them can be checked, and that none stands in the way of the others.

docs/bad-input.md shows the table.
"""

from __future__ import annotations

import pytest
from support.bad_inputs import Answer, require_on_page, require_outcome
from support.databases_in_turn import session_of

COUNTED = ("There were 12 parcels.", Answer((("12", "supported", 12),)))
"""What can be asked of any table whatever its columns are."""


def named(value, count=4):
    """A claim about the rows that have a value, with its answer."""
    return f"There were {count} parcels of {value}.", Answer(((str(count), "supported", count),))


def summed(claim, text, value):
    return claim, Answer(((text, "supported", value),))


CASES = {
    "text[]": ("text[]", "ARRAY[['a', 'b'], ['c', NULL]]", COUNTED),
    "integer[]": ("integer[]", "ARRAY[g, NULL]", COUNTED),
    "json": ("json", """'{"colour": 12}'""", COUNTED),
    "jsonb": ("jsonb", "jsonb_build_object('colour', g)", COUNTED),
    "xml": ("xml", "'<a>12</a>'", COUNTED),
    "bytea": ("bytea", r"'\xdeadbeef'", COUNTED),
    "uuid": ("uuid", "gen_random_uuid()", COUNTED),
    "inet": ("inet", "inet '10.0.0.0' + g", COUNTED),
    "macaddr": ("macaddr", "'08:00:2b:01:02:03'", COUNTED),
    "bit varying": ("bit varying", "B'1100'", COUNTED),
    "tsvector": ("tsvector", "to_tsvector('english', 'twelve tea bags')", COUNTED),
    "point": ("point", "point(g, g)", COUNTED),
    "polygon": ("polygon", "'((0,0),(1,1),(2,0))'", COUNTED),
    "oid": ("oid", "g::oid", COUNTED),
    "regclass": ("regclass", "'pg_class'", COUNTED),
    "regclass of a table that is gone": ("regclass", "4000000000::oid::regclass", COUNTED),
    "xid8, pg_lsn": ("pg_lsn", "'16/B374D848'", COUNTED),
    "composite type": ("public.pair", "ROW(g, 'x')::public.pair", COUNTED),
    "composite type, all NULL": ("public.pair", "ROW(NULL, NULL)::public.pair", COUNTED),
    "range": ("int4range", "int4range(g, g + 5)", COUNTED),
    "range without bounds": ("numrange", "numrange(NULL, NULL)", COUNTED),
    "multirange": ("datemultirange", "'{[2024-01-01,2024-02-01),[2025-01-01,)}'", COUNTED),
    "interval": ("interval", "make_interval(months => g, days => -g)", COUNTED),
    "infinite and tiny dates": (
        "date",
        "(ARRAY['infinity', '-infinity', '4713-01-01 BC', '5874897-12-31'])[1 + g % 4]::date",
        COUNTED,
    ),
    "infinite and early timestamps": (
        "timestamptz",
        "(ARRAY['infinity', '-infinity', '4713-01-01 BC', '294276-12-31'])[1 + g % 4]::timestamptz",
        COUNTED,
    ),
    "time with time zone": ("timetz", "'24:00:00-12'", COUNTED),
    "money": ("money", "g::money", COUNTED),
    "smallint": ("smallint", "g", summed("The highest colour was 12.", "12", 12)),
    "numeric of 1,000 digits": ("numeric", "10::numeric ^ 999 + g", COUNTED),
    "numeric with infinity": (
        "numeric",
        "CASE g WHEN 1 THEN 'Infinity' ELSE g::numeric END",
        summed("The lowest colour was 2.", "2", 2),
    ),
    "numeric NaN": (
        "numeric",
        "CASE g WHEN 1 THEN 'NaN' ELSE g::numeric END",
        summed("The lowest colour was 2.", "2", 2),
    ),
    "numeric with a negative scale": (
        "numeric(5, -3)",
        "g * 1000",
        summed("The highest colour was 12,000.", "12,000", 12000),
    ),
    "double precision with infinities": (
        "double precision",
        "(ARRAY['Infinity', '-Infinity', '1e308', '-1e308'])[1 + g % 4]::float8",
        COUNTED,
    ),
    "double precision NaN": (
        "double precision",
        "CASE g WHEN 1 THEN 'NaN' ELSE g::float8 END",
        summed("The lowest colour was 2.", "2", 2),
    ),
    "double precision denormal": ("double precision", "5e-324 * g", COUNTED),
    "real": ("real", "g * 1.5", summed("The highest colour was 18.", "18", 18)),
    "enum": ("public.mood", "(ARRAY['glad', 'sad', 'calm'])[1 + g % 3]::public.mood", named("sad mood")),
    "domain over text": ("public.label", "(ARRAY['red', 'green', 'blue'])[1 + g % 3]", named("green")),
    "domain over a domain": ("public.short_label", "(ARRAY['red', 'green', 'blue'])[1 + g % 3]", named("green")),
    "domain over integer": ("public.amount", "g", summed("The highest colour was 12.", "12", 12)),
    "domain over an array": ("public.labels", "ARRAY['red']", COUNTED),
    "char(n), padded": ("char(20)", "(ARRAY['red', 'green', 'blue'])[1 + g % 3]", named("green")),
    '"char"': ('"char"', "'x'", COUNTED),
    "name": ("name", "(ARRAY['red', 'green', 'blue'])[1 + g % 3]", COUNTED),
    "text with a collation": ('text COLLATE "C"', "(ARRAY['red', 'green', 'blue'])[1 + g % 3]", named("green")),
    "text with a nondeterministic collation": (
        "text COLLATE public.no_case",
        "(ARRAY['red', 'Green', 'GREEN', 'green'])[1 + g % 4]",
        named("green", 9),
    ),
    "citext": ("citext", "(ARRAY['red', 'green', 'blue'])[1 + g % 3]", COUNTED),
    "values with blanks around them": ("text", "(ARRAY['red', '  green ', 'blue'])[1 + g % 3]", named("green")),
    "empty strings": ("text", "''", COUNTED),
    "values of 1,000,000 characters": ("text", "repeat('green ', 166667)", COUNTED),
    "control characters and quotes": ("text", r"E'\x01''\\\"%s$1 --' || g", COUNTED),
    "only NULLs": ("text", "NULL", COUNTED),
    "identity column": ("integer GENERATED BY DEFAULT AS IDENTITY", "g", summed("The total colour was 78.", "78", 78)),
    "generated column": ("integer GENERATED ALWAYS AS (2 * 3) STORED", None, COUNTED),
    "a name of 63 bytes with quotes": ("integer", "g", COUNTED, '"It\'s "" a %s; colour -- ' + "x" * 39 + '"'),
}
TYPES = """
CREATE TYPE public.pair AS (first integer, second text);
CREATE TYPE public.mood AS ENUM ('sad', 'calm', 'glad');
CREATE DOMAIN public.label AS text CHECK (VALUE <> '');
CREATE DOMAIN public.short_label AS public.label CHECK (length(VALUE) < 10);
CREATE DOMAIN public.amount AS integer NOT NULL;
CREATE DOMAIN public.labels AS text[];
CREATE COLLATION public.no_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
"""


@pytest.fixture(scope="module")
def session(database, admin, analyst_name):
    admin.execute(TYPES)
    if admin.execute("SELECT FROM pg_available_extensions WHERE name = 'citext'").fetchall():
        admin.execute("CREATE EXTENSION citext")
    with session_of(database, analyst_name) as connection:
        yield connection


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_what_becomes_of_a_column(admin, session, analyst_name, case):
    column_type, value, (document, expected), *names = case
    column = names[0] if names else "colour"
    if column_type == "citext" and not admin.execute("SELECT FROM pg_type WHERE typname = 'citext'").fetchall():
        pytest.skip("the server has no citext")
    admin.execute(f"CREATE TABLE public.parcel (parcel_id integer, {column} {column_type}, city text)")
    try:
        into, values = ("", "") if value is None else (f", {column}", f", {value}")
        admin.execute(
            f"INSERT INTO public.parcel (parcel_id, city{into})"
            f" SELECT g, (ARRAY['Oslo', 'Rome'])[1 + g % 2]{values} FROM generate_series(1, 12) AS g"
        )
        admin.execute(f"GRANT SELECT ON public.parcel TO {analyst_name}")
        admin.execute("SELECT factcheck.add_table('public.parcel')")
        require_outcome(session, document, expected)
        require_outcome(session, "There were 6 parcels to Oslo.", Answer((("6", "supported", 6),)))
        admin.execute(
            "SELECT factcheck.refresh('public.parcel'), factcheck.add_table('public.parcel', dry_run => true)"
        )
    finally:
        admin.execute("DROP TABLE public.parcel; SELECT factcheck.refresh()")


def test_the_page_shows_these_cases():
    require_on_page("columns", CASES)
