"""Units of columns and of numbers in a text: told when a table is added, converted before results are compared."""

from __future__ import annotations

from decimal import Decimal

import pytest


@pytest.fixture(scope="module")
def depot(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.crate (crate_id integer PRIMARY KEY, timber text, weight_g numeric, side_cm numeric,
                                   handling_ms integer, value numeric, chill numeric, shelf numeric);
        COMMENT ON COLUMN public.crate.chill IS 'Temperature of the crate (°F)';
        INSERT INTO public.crate
        SELECT g, (ARRAY['oak', 'pine', 'birch'])[1 + g % 3], (ARRAY[2500, 3750, 6250])[1 + g % 3], 20 + g % 7,
               60000 * (1 + g % 35), 12.5, 50, 40
        FROM generate_series(1, 210) AS g;
        CREATE TABLE public.branch (branch text PRIMARY KEY, takings numeric, staff numeric);
        COMMENT ON COLUMN public.branch.staff IS 'Employees, in thousands';
        INSERT INTO public.branch VALUES ('Ulm', 25.3, 4.52), ('Jena', 12.75, 3.11), ('Kiel', 7.1, 1.9);
        GRANT SELECT ON public.crate, public.branch TO {analyst_name};
        SELECT factcheck.add_table('crate', data_set => 'depot'), factcheck.add_table('branch', data_set => 'depot');
        SELECT factcheck.add_description('branch', 'Takings of the year in millions of euros', 'takings');
    """)


def checked(connection, document, columns="verdict::text, claimed_value, found_value, message"):
    return connection.execute(
        f"SELECT {columns} FROM fact_check(%s, data_set => 'depot') WHERE claimed_value IS NOT NULL", [document]
    ).fetchall()


def test_units_are_told_by_names_comments_and_descriptions(admin, depot):
    units = admin.execute(
        "SELECT column_name, unit FROM factcheck.data_column JOIN factcheck.data_table USING (table_id)"
        " WHERE data_set = 'depot' AND unit IS NOT NULL"
    ).fetchall()
    assert dict(units) == {
        "weight_g": "g",
        "side_cm": "cm",
        "handling_ms": "milliseconds",
        "chill": "°F",
        "takings": "million EUR",
        "staff": "thousand",
    }


@pytest.mark.parametrize(
    ("document", "claimed", "found", "told"),
    [
        ("The average pine crate weighed 3.75 kg.", "3750", "3750", "3,750 g, that is 3.75 kg"),
        ("The longest handling took 35 minutes.", "2100000", "2100000", "2,100,000 milliseconds, that is 35 minutes"),
        ("The average chill was 10 °C.", "50", "50", "50 °F, that is 10 °C"),
        ("The takings of Ulm were €25 million.", "25", "25.3", "25.3 million EUR, which rounds to €25 million"),
        ("The staff of Jena was 3.11 thousand.", "3.11", "3.11", "3.11 thousand"),
        ("The average crate of pine was 1.25 kg heavier than that of oak.", "1250", "1250", "that is 1.25 kg"),
        ("Crates of pine are on average 1.25 kg heavier than crates of oak.", "1250", "1250", "that is 1.25 kg"),
    ],
)
def test_a_number_in_another_unit_is_converted(analyst, depot, document, claimed, found, told):
    [(verdict, claimed_value, found_value, message)] = checked(analyst, document)
    assert (claimed_value, found_value) == (Decimal(claimed), Decimal(found))
    assert (verdict, told in message) == ("supported", True), message


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ("The average pine crate weighed 5.2 kg.", "Stated 5.2 kg, the data say 3,750 g, that is 3.75 kg"),
        ("The longest handling took 55 minutes.", "Stated 55 minutes, the data say 2,100,000 milliseconds, that is 35"),
        ("The average chill was 21 °C.", "that is 10 °C"),
        ("The takings of Ulm were €38 million.", "25.3 million EUR"),
    ],
)
def test_a_wrong_number_in_another_unit_is_refuted(analyst, depot, document, told):
    [(verdict, _, _, message)] = checked(analyst, document)
    assert (verdict, told in message) == ("refuted", True), message


def test_a_column_of_another_dimension_is_not_meant(analyst, depot):
    [(verdict, _, found, _)] = checked(analyst, "The side of a crate averaged 230 mm.")
    assert (verdict, found) == ("supported", 23)
    [(verdict, _, found, _)] = checked(analyst, "The side of a crate averaged 23 kg.")
    assert (verdict == "supported", found) == (False, Decimal("4166.66666667"))


def test_a_threshold_is_told_in_the_unit_of_its_column(analyst, depot):
    [(verdict, found, query)] = checked(
        analyst, "There are 70 crates that weigh more than 5 kg.", "verdict::text, found_value, query"
    )
    assert (verdict, found) == ("supported", 70)
    assert "5000" in query


def test_what_is_stated_as_one_thousandth_in_no_unit_is_said_and_not_refuted(analyst, depot):
    [(verdict, _, _, message)] = checked(analyst, "The average pine crate weighed 3.75.")
    assert verdict == "not_enough_info"
    assert "a thousand times more than 3.75" in message


def test_explain_tells_of_the_unit(analyst, depot):
    rows = analyst.execute(
        "SELECT item, reason, score FROM factcheck.explain('The average pine crate weighed 3.75 kg.', 1)"
        " WHERE part = 'feature' AND rank = 1 AND reason LIKE 'unit:%'"
    ).fetchall()
    assert any(item == "public.crate.weight_g" and score > 1 for item, _, score in rows)


def test_a_page_shows_what_the_rows_say(analyst, depot):
    [(page,)] = analyst.execute(
        "SELECT factcheck.check_html('<p>The average pine crate weighed 3.75 kg.</p>')"
    ).fetchall()
    assert "3,750 g, that is 3.75 kg" in page


def test_a_recheck_compares_in_the_same_units(admin, analyst, depot):
    document = "The average pine crate weighed 3.75 kg. The takings of Jena were €12.75 million."
    rows = analyst.execute(
        "SELECT verdict::text, document_id FROM factcheck.verify(%s, title => 'units', tables => '{crate,branch}')",
        [document],
    ).fetchall()
    assert [row[0] for row in rows] == ["supported", "supported"]
    admin.execute("UPDATE public.crate SET weight_g = weight_g + 1; UPDATE public.branch SET takings = takings + 5")
    admin.execute("SELECT pg_stat_force_next_flush()")
    again = analyst.execute("SELECT new_verdict::text, new_value FROM factcheck.recheck(%s)", [rows[0][1]]).fetchall()
    told = analyst.execute(
        "SELECT message FROM factcheck.claims WHERE document_id = %s ORDER BY claim_no", [rows[0][1]]
    ).fetchall()
    admin.execute("UPDATE public.crate SET weight_g = weight_g - 1; UPDATE public.branch SET takings = takings - 5")
    assert again == [("refuted", Decimal("17.75"))]  # what is as it was is not told
    assert "3,751 g, that is 3.751 kg, which rounds to 3.75 kg" in told[0][0]
    assert "17.75 million EUR" in told[1][0]


def test_a_reading_that_is_chosen_is_compared_in_its_unit(analyst, depot):
    [(verdict, document)] = analyst.execute(
        "SELECT verdict::text, document_id FROM factcheck.verify('The average oak crate weighed 2.5 kg.',"
        " title => 'chosen', tables => '{crate}')"
    ).fetchall()
    assert verdict == "supported"
    analyst.execute("SELECT factcheck.confirm(%s, 1)", [document])
    [(confirmed, message)] = analyst.execute(
        "SELECT verdict::text, message FROM factcheck.claims WHERE document_id = %s", [document]
    ).fetchall()
    assert (confirmed, "2,500 g, that is 2.5 kg" in message) == ("supported", True), message


def test_results_of_another_dimension_neither_support_nor_refute_and_forgotten_values_leave_units(
    admin, analyst_name, analyst
):
    admin.execute(f"""
        CREATE TABLE public.barrel (barrel_id integer PRIMARY KEY, depth_mm integer);
        INSERT INTO public.barrel SELECT g, 800 FROM generate_series(1, 9) AS g;
        GRANT SELECT ON public.barrel TO {analyst_name};
        SELECT factcheck.add_table('barrel', data_set => 'cellar');
    """)
    rows = analyst.execute(
        "SELECT verdict::text, message FROM fact_check('The depth of a barrel averaged 800.0 kg.', 'cellar')"
    ).fetchall()
    admin.execute("SELECT factcheck.forget('barrel')")
    [(unit,)] = admin.execute(
        "SELECT unit FROM factcheck.data_column JOIN factcheck.data_table USING (table_id)"
        " WHERE relation = 'public.barrel'::regclass AND column_name = 'depth_mm'"
    ).fetchall()
    admin.execute("DROP TABLE public.barrel; SELECT factcheck.refresh()")
    assert unit == "mm"
    assert rows[0][0] == "not_enough_info"
    assert "which cannot be compared with 800.0 kg" in rows[0][1]
