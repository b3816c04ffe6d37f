"""Tables of codes in which one code stands for all others: 0 for both sexes, 999 for all ages."""

from __future__ import annotations

import pytest

_CHECK = "SELECT verdict::text FROM fact_check(%s, tables => '{dwellers}') WHERE claim_text ~ '\\d'"


@pytest.fixture(scope="module")
def dwellers(admin, analyst_name):
    """Inhabitants by sex and age with totals of both, as offices of statistics publish them."""
    admin.execute(f"""
        CREATE TABLE public.dwellers (sex integer, age integer, population2015 integer, population2020 integer);
        INSERT INTO public.dwellers
        SELECT sex, age, 20000 + sex * 1313 + age * 71 % 9001, 21000 + sex * 1717 + age * 83 % 9013
        FROM generate_series(1, 2) AS sex, generate_series(0, 79) AS age;
        INSERT INTO public.dwellers SELECT 0, age, sum(population2015), sum(population2020) FROM dwellers GROUP BY age;
        INSERT INTO public.dwellers SELECT sex, 999, sum(population2015), sum(population2020) FROM dwellers GROUP BY 1;
        GRANT SELECT ON public.dwellers TO {analyst_name};
        SELECT factcheck.add_table('dwellers');
    """)


@pytest.mark.parametrize(
    ("sentence", "right"),
    [
        ("In 2020 the population was {} people.", "population2020 FROM dwellers WHERE sex = 0 AND age = 999"),
        ("There were {} women aged 41 in 2020.", "population2020 FROM dwellers WHERE sex = 2 AND age = 41"),
        ("There were {} males in 2015.", "population2015 FROM dwellers WHERE sex = 1 AND age = 999"),
        (
            "{} people were 65 or older in 2020.",
            "sum(population2020) FROM dwellers WHERE sex = 0 AND age BETWEEN 65 AND 79",
        ),
        (
            "{} people were under 18 in 2020.",
            "sum(population2020) FROM dwellers WHERE sex = 0 AND age < 18",
        ),
    ],
)
def test_what_is_not_said_is_the_total(admin, analyst, dwellers, sentence, right):
    [(value,)] = admin.execute(f"SELECT {right}")
    assert analyst.execute(_CHECK, [sentence.format(f"{value:,}")]).fetchall() == [("supported",)]
    assert analyst.execute(_CHECK, [sentence.format(f"{value + 31219:,}")]).fetchall() != [("supported",)]


def test_a_share_is_one_of_the_total(admin, analyst, dwellers):
    [(share,)] = admin.execute("""
        SELECT round(100.0 * max(population2020) FILTER (WHERE sex = 2) / max(population2020) FILTER (WHERE sex = 0), 2)
        FROM dwellers WHERE age = 999""")
    sentence = "{}% of the population in 2020 was female."
    assert analyst.execute(_CHECK, [sentence.format(share)]).fetchall() == [("supported",)]
    assert analyst.execute(_CHECK, [sentence.format(share + 4)]).fetchall() != [("supported",)]


def test_rows_of_all_combinations_are_not_what_is_compared(analyst, dwellers):
    statement = "There were more females than males in 2020."
    found = analyst.execute("SELECT verdict::text FROM fact_check(%s, tables => '{dwellers}')", [statement]).fetchall()
    assert ("refuted",) not in found


def test_amounts_too_large_to_add_up_do_not_stop_a_check(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.vast (sex integer, age integer, dust double precision, mass numeric);
        INSERT INTO public.vast
        SELECT sex, age, CASE age WHEN 3 THEN 'Infinity' WHEN 4 THEN 'NaN' ELSE 1.7e308 END::double precision, 'NaN'
        FROM generate_series(0, 2) AS sex, generate_series(0, 9) AS age;
        GRANT SELECT ON public.vast TO {analyst_name};
        SELECT factcheck.add_table('vast');
    """)
    for document in ("In 2020 there were 4,000 women aged 4.", "The ten largest dusts are 31 on average, 12 in total."):
        check = "SELECT count(*) FROM fact_check(%s, tables => '{vast}')"
        assert analyst.execute(check, [document]).fetchone()[0] > 0
