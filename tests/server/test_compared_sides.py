"""Two numbers behind a comparison are checked each for its own side, also where the other side has no name."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def meals(admin, analyst_name):
    """Sixty meals: dinners cost 40 on average, lunches 25; canoes are not eaten anywhere."""
    admin.execute(f"""
        CREATE TABLE public.meals (meal text, guest text, male integer, cost numeric(6, 1));
        INSERT INTO public.meals
        SELECT (ARRAY['Dinner', 'Lunch'])[1 + g % 2], 'Guest ' || g, (g % 3 = 0)::integer,
               CASE g % 2 WHEN 0 THEN 40 ELSE 25 END + (g * 7 % 11 - 5) / 10.0 + (g % 3 = 0)::integer
        FROM generate_series(1, 60) AS g;
        GRANT SELECT ON public.meals TO {analyst_name};
        SELECT factcheck.add_table('meals');
    """)


def readings(analyst, document):
    check = "SELECT claim_text, description FROM fact_check(%s, tables => '{meals}') WHERE claim_text ~ '^[0-9]'"
    return {claim: description.replace(" in meals", "") for claim, description in analyst.execute(check, [document])}


@pytest.mark.parametrize(
    ("document", "first", "second"),
    [
        ("Dinners cost more than lunches: 40.3 against 25.3 on average.", "meal is 'Dinner'", "meal is 'Lunch'"),
        ("Lunches cost less than dinners, with an average of 25.3 versus 40.3.", "meal is 'Lunch'", "meal is 'Dinner'"),
        ("Dinner costs more on average: 40.3 as opposed to 25.3.", "meal is 'Dinner'", "meal is 'Lunch'"),
        ("The cost is higher for men than for women, 33.5 compared with 32.5 on average.", "male is 1", "male is 0"),
    ],
)
def test_each_number_is_read_for_its_side(analyst, meals, document, first, second):
    found = list(readings(analyst, document).values())
    assert found == [f"the average of cost where {first}", f"the average of cost where {second}"]
