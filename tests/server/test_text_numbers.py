"""Claims about numbers inside text: read when the table is added, compared without rounding, whatever a text says."""

from __future__ import annotations

import pytest

from factcheck.catalogue.number_forms import number_forms

ODD = [
    "",
    "-",
    "N/A",
    "kg",
    "12,5 kg",
    "1e9 kg",
    "12 kg!",
    "9" * 500 + " kg",
    "٣ kg",
    "12\n kg",
    "$",
    "(",
    "½ kg",
    "NaN",
]


@pytest.fixture(scope="module")
def parcel(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.parcel (parcel_id integer PRIMARY KEY, depot text, weight text, fee varchar(20),
                                    result text, travel text, code text);
        INSERT INTO public.parcel
        SELECT g, (ARRAY['Graz', 'Linz'])[1 + g % 2], CASE WHEN g % 9 = 0 THEN '-' ELSE g * 3 || '.5 kg' END,
               '$' || g * 1.25 || 'K', 'w ' || g % 40 || ' - ' || g % 7, g % 3 || 'h ' || g % 50 || 'm', '0' || g
        FROM generate_series(1, 200) AS g;
        INSERT INTO public.parcel (parcel_id, weight) VALUES (900, 'a feather');
        GRANT SELECT ON public.parcel TO {analyst_name};
        SELECT factcheck.add_table('parcel', data_set => 'parcels');
    """)


def check(connection, document, number=None):
    [row] = connection.execute(
        "SELECT verdict::text, found_value, query, description FROM fact_check(%s, data_set => 'parcels')"
        " WHERE claimed_value = coalesce(%s, claimed_value)",
        [document, number],
    ).fetchall()
    return row


def value(connection, sql):
    [(found,)] = connection.execute(sql).fetchall()
    return found


def test_the_form_is_told_when_the_table_is_added(admin, parcel):
    forms = dict(
        admin.execute(
            "SELECT column_name, number_forms FROM factcheck.data_column JOIN factcheck.column_fact USING (column_id)"
            " JOIN factcheck.data_table USING (table_id)"
            " WHERE relation = 'public.parcel'::regclass"
        ).fetchall()
    )
    assert forms == {
        "parcel_id": None,
        "depot": None,
        "weight": ["amount:kg::"],
        "fee": ["amount:$:K:"],
        "result": ["first:::", "second:::"],
        "travel": ["hours:::"],
        "code": None,
    }


def test_numbers_inside_text_are_added_up(analyst, parcel):
    total = value(analyst, "SELECT sum(g * 3 + 0.5) FROM generate_series(1, 200) AS g WHERE g % 9 <> 0")
    verdict, found, query, said = check(analyst, f"The total weight of all parcels is {total}.")
    assert (verdict, found) == ("supported", total)
    assert said == "the total of weight (read as a number) in parcel"
    assert value(analyst, query) == total
    assert check(analyst, f"The total weight of all parcels is {total + 700}.")[:2] == ("refuted", total)


def test_thousands_are_counted_as_such(analyst, parcel):
    highest = value(analyst, "SELECT max(g * 1250) FROM generate_series(1, 200) AS g")
    verdict, found, query, _ = check(analyst, f"The highest fee was ${highest:,}.")
    assert (verdict, found) == ("supported", highest)
    assert value(analyst, query) == highest


def test_numbers_inside_text_are_restricted_by_others(analyst, parcel):
    average = value(
        analyst, "SELECT round(avg(g * 3 + 0.5), 1) FROM generate_series(1, 200) AS g WHERE g % 9 <> 0 AND g % 2 = 0"
    )
    assert check(analyst, f"In Graz the average weight was {average}.")[0] == "supported"


def test_a_threshold_compares_numbers_inside_text(analyst, parcel):
    above = value(analyst, "SELECT count(*) FROM generate_series(1, 200) AS g WHERE g % 9 <> 0 AND g * 3 + 0.5 > 300")
    verdict, found, query, _ = check(analyst, f"There are {above} parcels with a weight above 300.", above)
    assert (verdict, found) == ("supported", above)
    assert value(analyst, query) == above


@pytest.mark.parametrize(
    "values",
    [
        ["1 kg", "2 kg"],
        ["1.5 million kg", "2 kg"],
        ["-1 kg", "2 kg"],
        ["1h 2m", "3h"],
        ["1 - 2", "3 - 4"],
        ["USD 1", "-USD 2"],
        ["1+", "1,000+"],
        ["1.200,5", "2,5"],
        ["24:30", "1:45:30.3"],
    ],
)
def test_the_server_reads_as_the_program_does(analyst, values):
    texts = [*values, *ODD, "1,234 kg", "(5 kg)", "−3 kg", "2 million kg", "1 h", "7 - 8 (9)", "7-8-9", "1 200,5"]
    for form in number_forms(values):
        rows = analyst.execute(f"SELECT t, {form.sql('t')} FROM unnest(%s::text[]) AS t", [texts]).fetchall()
        assert dict(rows) == {text: form.value(text) for text in texts}


def test_who_may_not_read_the_column_hears_nothing_of_it(admin, analyst, analyst_name, parcel):
    admin.execute(f"REVOKE SELECT ON public.parcel FROM {analyst_name}")
    admin.execute(f"GRANT SELECT (parcel_id, depot) ON public.parcel TO {analyst_name}")
    try:
        _, _, query, _ = check(analyst, "The total weight of all parcels is 53,000.")
        assert "weight" not in (query or "")
    finally:
        admin.execute(f"GRANT SELECT ON public.parcel TO {analyst_name}")
