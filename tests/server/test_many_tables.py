"""More tables than a check asks: those that the text is about, and those that join them."""

from __future__ import annotations

import pytest

NOUNS = "lamp chair rug vase shelf mirror stool bench crate plate".split()


@pytest.fixture(scope="module")
def shop(admin, analyst_name):
    admin.execute("""
        CREATE TABLE public.sailors (sailor_id integer PRIMARY KEY, sailor text, harbour text);
        INSERT INTO public.sailors
        SELECT g, 'Sailor ' || g, (ARRAY['Bergen', 'Malmo', 'Turku'])[1 + g % 3] FROM generate_series(1, 30) AS g;
        CREATE TABLE public.crews (
            crew_id integer PRIMARY KEY, sailor_id integer REFERENCES public.sailors, vessel_id integer);
        CREATE TABLE public.vessels (vessel_id integer PRIMARY KEY, rig text);
        INSERT INTO public.vessels SELECT g, (ARRAY['sloop', 'ketch'])[1 + g % 2] FROM generate_series(1, 12) AS g;
        INSERT INTO public.crews SELECT g, 1 + g % 30, 1 + g % 12 FROM generate_series(1, 90) AS g;
        ALTER TABLE public.crews ADD FOREIGN KEY (vessel_id) REFERENCES public.vessels;
    """)
    names = ["sailors", "crews", "vessels"]
    for number, noun in enumerate(NOUNS):
        admin.execute(f"CREATE TABLE public.{noun} (colour text, price numeric)")
        admin.execute(f"INSERT INTO public.{noun} SELECT 'red', g FROM generate_series(1, {40 + number}) AS g")
        names.append(noun)
    for name in names:
        admin.execute(f"GRANT SELECT ON public.{name} TO {analyst_name}")
        admin.execute(f"SELECT factcheck.add_table('public.{name}')")
    admin.execute("UPDATE factcheck.setting SET value = 4 WHERE name = 'tables_per_check'")
    yield
    admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'tables_per_check'")


def rows(connection, text, tables=None):
    return connection.execute(
        "SELECT verdict::text, description FROM fact_check(%s, %s::text[]::regclass[])", [text, tables]
    ).fetchall()


def asked(connection, text):
    found = connection.execute("SELECT item, detail FROM factcheck.explain_plan(%s) WHERE part = 'table'", [text])
    return {item.removeprefix("public.") for item, detail in found.fetchall() if detail.startswith("used")}


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        ("We have {} sailors.", 30, 31),
        ("There are {} mirrors.", 45, 54),
        ("Of the sailors {} are based in Turku.", 10, 14),
        ("{} vessels are ketches.", 6, 8),
    ],
)
def test_the_table_that_is_named_is_asked(analyst, shop, text, right, wrong):
    assert [rows(analyst, text.format(number))[0][0] for number in (right, wrong)] == ["supported", "refuted"]


def test_a_table_that_is_named_by_a_value_alone_is_asked(analyst, shop):
    assert "sailors" in asked(analyst, "In Bergen there were 10.")


def test_a_table_that_joins_two_that_are_named_is_asked(admin, analyst, shop):
    admin.execute("UPDATE factcheck.setting SET value = 2 WHERE name = 'tables_per_check'")
    try:
        assert asked(analyst, "There are 30 sailors and 12 vessels.") == {"sailors", "vessels"}
        admin.execute("UPDATE factcheck.setting SET value = 4 WHERE name = 'tables_per_check'")
        text = "There are 30 sailors, 12 vessels, 40 lamps and 41 chairs."
        assert asked(analyst, text) == {"sailors", "vessels", "lamp", "chair", "crews"}
    finally:
        admin.execute("UPDATE factcheck.setting SET value = 4 WHERE name = 'tables_per_check'")


def test_who_names_a_table_is_told_why_it_is_not_asked(analyst, shop):
    found = analyst.execute(
        "SELECT item, detail, hint FROM factcheck.explain_plan('There are 45 mirrors.') WHERE detail LIKE 'not asked%'"
    ).fetchall()
    assert len(found) == 9
    assert all("tables_per_check" in hint for *_, hint in found)


def test_tables_that_are_named_are_asked_alone(analyst, shop):
    [(verdict, description)] = rows(analyst, "There are 40 of them.", ["public.lamp"])
    assert (verdict, description) == ("supported", "the number of rows in lamp")
