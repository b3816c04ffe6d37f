"""Claims about the first rows in an order, as an analyst sees them."""

from __future__ import annotations

import pytest

_CHECK = "SELECT verdict::text FROM fact_check(%s, tables => '{climber}') WHERE claim_text ~* %s"


@pytest.fixture(scope="module")
def climbers(admin, analyst_name):
    """Climbers of three clubs, no two of equal height, some of unknown weight."""
    admin.execute(f"""
        CREATE TABLE public.climber (name text, club text, height numeric, weight integer, summits integer);
        INSERT INTO public.climber
        SELECT 'Climber ' || g, (ARRAY['Alpine', 'Nordic', 'Coastal'])[1 + (g * g + g / 7) % 3],
               150 + (g * 37 % 101) * 0.5 + g * 0.001, CASE WHEN g % 9 > 0 THEN 50 + g * 13 % 47 END, g * 7 % 29
        FROM generate_series(1, 90) AS g;
        GRANT SELECT ON public.climber TO {analyst_name};
        SELECT factcheck.add_table('climber');
    """)


_FIRST = "(SELECT * FROM climber ORDER BY height DESC LIMIT 20) AS first"


@pytest.mark.parametrize(
    ("sentence", "right", "step"),
    [
        ("{} of the 20 tallest climbers are from the Nordic club.", f"count(*) FROM {_FIRST} WHERE club = 'Nordic'", 5),
        (
            "{}% of the 20 tallest climbers are from the Alpine club.",
            f"100 * count(*) FILTER (WHERE club = 'Alpine') / count(*) FROM {_FIRST}",
            15,
        ),
        ("The 20 tallest climbers weigh {} on average.", f"round(avg(weight), 1) FROM {_FIRST}", 7),
    ],
)
def test_the_first_rows_are_counted_and_measured(admin, analyst, climbers, sentence, right, step):
    [(value,)] = admin.execute(f"SELECT {right}")
    assert analyst.execute(_CHECK, [sentence.format(value), f"^{value}"]).fetchall() == [("supported",)]
    wrong = value + step
    assert analyst.execute(_CHECK, [sentence.format(wrong), f"^{wrong}"]).fetchall() != [("supported",)]
