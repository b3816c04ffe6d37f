"""Groups that are counted by the value for their kind: donors that are companies, beside columns of companies."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def donations(admin, analyst_name):
    """Donations of persons and of companies; of companies the town and the branch are known."""
    admin.execute(f"""
        CREATE TABLE public.donation AS
        SELECT g AS donation_no, donor_id, CASE donor_id % 4 WHEN 0 THEN 'Company' ELSE 'Person' END AS donor_kind,
               CASE donor_id % 4 WHEN 0 THEN (ARRAY['Bath', 'Ely', 'York'])[1 + donor_id % 3] END AS company_town,
               CASE donor_id % 4 WHEN 0 THEN (ARRAY['bakery', 'brewery'])[1 + donor_id % 2] END AS company_branch,
               10 + g * 17 % 300 AS amount
        FROM (SELECT g, g * g % 211 AS donor_id FROM generate_series(1, 170) AS g) AS made;
        GRANT SELECT ON public.donation TO {analyst_name};
        SELECT factcheck.add_table('public.donation');
    """)


def counted(admin, kind):
    query = f"""
        SELECT count(*) FROM (
            SELECT FROM public.donation WHERE donor_kind = '{kind}' GROUP BY donor_id HAVING count(*) > 1) AS donors
    """
    return admin.execute(query).fetchone()[0]


def checked(analyst, document):
    return analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s) WHERE claimed_value IS NOT NULL", [document]
    ).fetchall()


def test_things_of_a_kind_are_counted_by_what_identifies_them(admin, analyst):
    persons, companies = counted(admin, "Person"), counted(admin, "Company")
    assert len({persons, companies, 3, 2}) == 4  # there are three towns and two branches
    rows = checked(analyst, f"{persons} persons and {companies} companies made more than one donation.")
    assert [verdict for verdict, _ in rows] == ["supported", "supported"]
    assert [description for _, description in rows] == [
        f"the number of values of donor id for which the number of rows in donation where donor kind is '{kind}' is"
        " above 1"
        for kind in ("Person", "Company")
    ]


def test_wrong_numbers_of_a_kind_are_not_supported(admin, analyst):
    persons, companies = counted(admin, "Person"), counted(admin, "Company")
    rows = checked(analyst, f"{persons + 31} persons and {companies + 29} companies made more than one donation.")
    assert "supported" not in {verdict for verdict, _ in rows}


def test_what_a_column_is_called_is_still_counted_by_its_values(admin, analyst):
    [towns] = admin.execute("""
        SELECT count(*) FROM (
            SELECT FROM donation WHERE company_town IS NOT NULL GROUP BY company_town HAVING count(*) > 12) AS towns
    """).fetchone()
    [(verdict, description)] = checked(analyst, f"{towns} towns had more than 12 donations.")
    assert verdict == "supported"
    assert description.startswith("the number of values of company town for which")
