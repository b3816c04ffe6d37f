"""Texts about what was sold when: changes between months and years of dates, losses, hours that are written as text."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def tills(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.till_sales (
            sold_on date, sold_at text, category text, amount numeric(8, 2), profit numeric(8, 2)
        );
        INSERT INTO public.till_sales
        SELECT make_date(2022 + year, month, 1 + n % 28), '0' || 8 + n % 3 % 2 || ':' || 10 + n % 40,
               (ARRAY['Tables', 'Chairs', 'Lamps'])[1 + n % 3], 20 + month + year,
               CASE n % 3 WHEN 0 THEN -4.5 ELSE 3.25 END
        FROM generate_series(0, 1) AS year, generate_series(1, 12) AS month,
             generate_series(1, 30 + 2 * month + 11 * year) AS n;
        GRANT SELECT ON public.till_sales TO {analyst_name};
        SELECT factcheck.add_table('public.till_sales');
    """)


def claims(analyst, document):
    """Return verdict and description of each number that is checked, in the order of the text."""
    return analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s) WHERE claimed_value IS NOT NULL", [document]
    ).fetchall()


def statements(analyst, document):
    """Return the verdicts of what is said without a number."""
    rows = analyst.execute("SELECT verdict::text FROM fact_check(%s) WHERE claimed_value IS NULL", [document])
    return [verdict for (verdict,) in rows]


@pytest.mark.parametrize(
    ("text", "right", "wrong", "compared"),
    [
        ("We counted 119 sales in December, {}% more than in January.", "59", "95", "December January"),
        ("In 2023 we made {}% more sales than in 2022.", "26", "62", "2023 2022"),
        ("Between January and December the number of sales grew by {}%.", "59", "95", "December January"),
        ("From 2022 to 2023 the number of sales grew by {}%.", "26", "62", "2023 2022"),
    ],
)
def test_times_of_dates_are_compared(analyst, tills, text, right, wrong, compared):
    later, earlier = compared.split()
    said = (
        f"by how many per cent the number of rows in till_sales where sold on is in {later} is more than the number of"
        f" rows in till_sales where sold on is in {earlier}"
    )
    assert claims(analyst, text.format(right))[-1] == ("supported", said)
    assert claims(analyst, text.format(wrong))[-1] == ("refuted", said)


def test_a_loss_is_a_profit_below_zero(analyst, tills, admin):
    loss = admin.execute("SELECT -sum(profit) FROM till_sales WHERE category = 'Tables'").fetchone()[0]
    [(verdict, said)] = claims(analyst, f"Tables lost ${loss:,} in these years.")
    assert (verdict, said) == ("supported", "minus the total of profit in till_sales where category is 'Tables'")
    assert claims(analyst, f"Tables lost ${loss + 700:,} in these years.")[0][0] != "supported"


def test_hours_of_written_times_are_compared(analyst, tills, admin):
    [count] = admin.execute("SELECT count(*) FROM till_sales WHERE left(sold_at, 2) = '08'").fetchone()
    assert statements(analyst, "8 am is the busiest hour.") == ["supported"]
    assert statements(analyst, "9 am is the busiest hour.") == ["refuted"]
    assert claims(analyst, f"The busiest hour saw {count} sales.")[0][0] == "supported"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("No sale was higher than 33.", "supported"),
        ("Nobody paid an amount of more than 33.", "supported"),
        ("The amount never exceeded 33.", "supported"),
        ("The amount never exceeded 25.", "refuted"),
    ],
)
def test_limits_that_nothing_goes_beyond(analyst, tills, text, verdict):
    assert [each for each, _ in claims(analyst, text)] == [verdict]


def test_months_of_a_named_period_have_a_smallest_and_a_largest_one(analyst, tills):
    """November and December of 2022 have 52 and 54 sales, January to March of 2023 have 43, 45 and 47."""
    said = "From November 2022 to March 2023, the monthly sales ranged from {} to {} in number."
    rows = claims(analyst, said.format(43, 54))
    assert [verdict for verdict, _ in rows] == ["supported", "supported"], rows
    for (_, description), extreme in zip(rows, ("smallest", "largest"), strict=True):
        assert description.startswith(f"the {extreme}, over all months"), description
    rows = claims(analyst, said.format(47, 60))
    assert "supported" not in {verdict for verdict, _ in rows}, rows
