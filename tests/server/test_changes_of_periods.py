"""Changes of a period beside the one before it, and counts of rows beside percentages that rows have of their own."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def repairs(admin, analyst_name):
    """Repairs with two days each, the day of the order and that of the bill, and amounts that are parts of others."""
    admin.execute(f"""
        CREATE TABLE public.repair (repair_id integer PRIMARY KEY, ordered date, billed date, fault text,
                                    billed_amount numeric(8, 2), paid_amount numeric(8, 2));
        INSERT INTO public.repair
        SELECT g, date '2024-01-01' + g * g % 240, date '2024-01-01' + (g * g + g * 7) % 260,
               (ARRAY['Broken chain', 'Flat tyre', 'Worn brakes'])[1 + g * g % 7 % 3], 40 + g % 37, 30 + g % 29
        FROM generate_series(1, 900) AS g;
        GRANT SELECT ON public.repair TO {analyst_name};
        SELECT factcheck.add_table('repair');
    """)


def change(admin, column, month, condition="true"):
    [(value,)] = admin.execute(
        f"SELECT round(100 * (count(*) FILTER (WHERE extract(month FROM {column}) = {month})"
        f" / (count(*) FILTER (WHERE extract(month FROM {column}) = {month - 1}))::numeric - 1), 1)"
        f" FROM public.repair WHERE {condition}"
    )
    return value


def checked(analyst, sentence):
    check = (
        "SELECT verdict::text, query FROM fact_check(%s, tables => '{repair}'::regclass[])"
        " WHERE claimed_value IS NOT NULL"
    )
    return analyst.execute(check, [sentence]).fetchall()


def test_a_sign_before_a_percentage_tells_of_the_month_before(admin, analyst, repairs):
    first, second = change(admin, "ordered", 3), change(admin, "ordered", 6)
    found = checked(analyst, f"Repairs by the day ordered: in March ({first:+}%), in June ({second:+}%).")
    assert [verdict for verdict, _ in found] == ["supported", "supported"]


def test_counts_rise_by_a_percentage_rather_than_percentages(admin, analyst, repairs):
    [(value,)] = admin.execute("""
        SELECT round(100 * (count(*) FILTER (WHERE extract(month FROM ordered) = 5)
               / (count(*) FILTER (WHERE extract(month FROM ordered) = 2))::numeric - 1), 1)
        FROM public.repair WHERE fault = 'Flat tyre'
    """)
    direction = "increased" if value > 0 else "decreased"
    [(verdict, _)] = checked(
        analyst, f"Of the amounts paid, flat tyre repairs ordered {direction} by {abs(value)}% from February to May."
    )
    assert verdict == "supported"


@pytest.fixture(scope="module")
def admissions(admin, analyst_name):
    """Applicants to wards, in a table of how many were alike."""
    admin.execute(f"""
        CREATE TABLE public.ward_admissions AS
        SELECT admit, sex, ward,
               (17 + ascii(admit) * 7 % 41 + ascii(sex) * 13 % 29 + ascii(ward) * 31 % 23)::integer AS freq
        FROM unnest(ARRAY['Admitted', 'Rejected']) AS admit, unnest(ARRAY['Female', 'Male']) AS sex,
             unnest(ARRAY['A', 'B', 'C']) AS ward;
        GRANT SELECT ON public.ward_admissions TO {analyst_name};
        SELECT factcheck.add_table('ward_admissions');
    """)


def test_a_share_within_a_table_of_frequencies(admin, analyst, admissions):
    [(share,)] = admin.execute("""
        SELECT round(100.0 * sum(freq) FILTER (WHERE admit = 'Admitted') / sum(freq), 1)
        FROM public.ward_admissions WHERE sex = 'Female'
    """)
    found = analyst.execute(
        "SELECT verdict::text, query FROM fact_check(%s, tables => '{ward_admissions}'::regclass[])",
        [f"{share}% of all women were admitted: that many admits."],
    ).fetchall()
    assert [verdict for verdict, _ in found] == ["supported"]
    assert "freq" in found[0][1]


@pytest.fixture(scope="module")
def lets(admin, analyst_name):
    """Rooms to let of hosts, who have a number, a name and a flag."""
    admin.execute(f"""
        CREATE TABLE public.room_to_let AS
        SELECT g AS room_id, CASE WHEN g <= 300 THEN g ELSE 1 + g * g % 60 END AS host_id,
               CASE WHEN g % 3 = 0 THEN 't' ELSE 'f' END AS host_is_expert, 30 + g * 7 % 90 AS price
        FROM generate_series(1, 700) AS g;
        GRANT SELECT ON public.room_to_let TO {analyst_name};
        SELECT factcheck.add_table('room_to_let');
    """)


def test_a_flag_names_nobody(admin, analyst, lets):
    [(share,)] = admin.execute("""
        SELECT round(100.0 * count(*) FILTER (WHERE n = 1) / count(*), 1)
        FROM (SELECT count(*) AS n FROM public.room_to_let GROUP BY host_id) AS of_hosts
    """)
    found = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, tables => '{room_to_let}'::regclass[])",
        [f"{share}% of hosts have a single room to let."],
    ).fetchall()
    assert [verdict for verdict, _ in found] == ["supported"]
    assert "values of host id" in found[0][1]
