"""Claims that compare results, divide them, or name an extreme are read as such, right ones and wrong ones."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def shop(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.purchases (
            purchase_id integer PRIMARY KEY, customer_id integer, region text, month text, purchase_date date,
            sales numeric(8, 2), profit numeric(8, 2)
        );
        INSERT INTO public.purchases
        SELECT n, 1 + n * n % 17, (ARRAY['North', 'South', 'East', 'West'])[1 + n % 4],
               (ARRAY['April', 'May', 'June'])[1 + n % 7 % 3], date '2024-01-01' + n * 5 % 360,
               10.5 + n * 37 % 90, 1 + n * 13 % 20
        FROM generate_series(1, 200) AS n;
        CREATE TABLE public.players (name text, team text, height integer, weight integer);
        INSERT INTO public.players
        SELECT 'Player ' || chr(64 + n), (ARRAY['Reds', 'Blues', 'Greens'])[1 + n % 3], 70 + n * 7 % 19,
               180 + n * 11 % 83
        FROM generate_series(1, 24) AS n;
        GRANT SELECT ON public.purchases, public.players TO {analyst_name};
        SELECT factcheck.add_table('public.purchases'), factcheck.add_table('public.players');
    """)


def last_claim(analyst, document):
    """Return verdict, value and description of the last number of a text; statements beside it have other tests."""
    rows = analyst.execute(
        "SELECT verdict::text, found_value, description FROM fact_check(%s) WHERE claimed_value IS NOT NULL", [document]
    ).fetchall()
    return rows[-1] if rows else None


@pytest.mark.parametrize(
    ("right", "wrong", "description"),
    [
        (
            "There were 58 purchases in May, 32% fewer than in April.",
            "There were 58 purchases in May, 25% fewer than in April.",
            "by how many per cent the number of rows in purchases where month is 'May' is less than the number of rows"
            " in purchases where month is 'April'",
        ),
        (
            "April had 47% more purchases than May.",
            "April had 31% more purchases than May.",
            "by how many per cent the number of rows in purchases where month is 'April' is more than the number of"
            " rows in purchases where month is 'May'",
        ),
        (
            "Sales fell from April to May by 31.5%.",
            "Sales fell from April to May by 46.0%.",
            "by how many per cent the total of sales in purchases where month is 'May' is less than the total of sales"
            " in purchases where month is 'April'",
        ),
        (
            "There were 27 more purchases in April than in May.",
            "There were 33 more purchases in April than in May.",
            "the number of rows in purchases where month is 'April' less the number of rows in purchases where month is"
            " 'May'",
        ),
        (
            "On average there were 22.2 purchases per customer.",
            "On average there were 25.9 purchases per customer.",
            "the number of rows in purchases divided by the number of different values of customer id in purchases",
        ),
        (
            "The average customer made 22.2 purchases.",
            "The average customer made 25.9 purchases.",
            "the number of rows in purchases divided by the number of different values of customer id in purchases",
        ),
        (
            "In the North, the profit margin was 16.4% of sales.",
            "In the North, the profit margin was 27.1% of sales.",
            "100 times the total of profit in purchases where region is 'North' divided by the total of sales in"
            " purchases where region is 'North'",
        ),
        (
            "The busiest customer made 24 purchases.",
            "The busiest customer made 67 purchases.",
            "the largest, over all values of customer id, of the number of rows in purchases",
        ),
        (
            "The busiest month saw 21 purchases.",
            "The busiest month saw 77 purchases.",
            "the largest, over all months of purchase date, of the number of rows in purchases",
        ),
        (
            "The tallest player weighs 185 pounds.",
            "The tallest player weighs 197 pounds.",
            "the weight in the row of players with the largest height",
        ),
        (
            "The second tallest player is 87 inches tall.",
            "The second tallest player is 93 inches tall.",
            "the second largest height in players",
        ),
        (
            "The difference between the tallest and the shortest player was 18 inches.",
            "The difference between the tallest and the shortest player was 41 inches.",
            "the largest value of height in players less the smallest value of height in players",
        ),
        (
            "The heights of the players have a range of 18 inches.",
            "The heights of the players have a range of 41 inches.",
            "the largest value of height in players less the smallest value of height in players",
        ),
        (
            "The 90th percentile of the height of players was 86.0 inches.",
            "The 90th percentile of the height of players was 91.3 inches.",
            "the value below which 90 % of the values of height in players lie",
        ),
        (
            "The correlation between height and weight of players was -0.25.",
            "The correlation between height and weight of players was 0.81.",
            "the correlation between height and weight in players",
        ),
    ],
)
def test_a_comparison_is_read_as_one_right_or_wrong(analyst, shop, right, wrong, description):
    verdict, _, found = last_claim(analyst, right)
    assert found == description
    # "tallest" alone says that heights are meant, which leaves some doubt
    assert verdict == "supported" or (verdict == "not_enough_info" and "tallest" in right)
    verdict, *_ = last_claim(analyst, wrong)
    assert verdict != "supported"


@pytest.mark.parametrize(("end", "quantile"), [(0, 0.25), (1, 0.75)])
def test_an_interquartile_range_has_two_ends(admin, analyst, shop, end, quantile):
    low, high = admin.execute(
        "SELECT percentile_cont(0.25) WITHIN GROUP (ORDER BY height),"
        " percentile_cont(0.75) WITHIN GROUP (ORDER BY height) FROM players"
    ).fetchone()
    document = f"The height of players ranged from 70 to 88 inches, with an interquartile range of {low:g} to {high:g}."
    rows = analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s) WHERE claimed_value IS NOT NULL", [document]
    ).fetchall()
    said = f"the value below which {100 * quantile:g} % of the values of height in players lie"
    assert rows[-2 + end] == ("supported", said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The SD of the sales of purchases is about {}.", "the standard deviation, as of a whole population, of"),
        ("The standard deviation of the sales of purchases is about {}.", "the standard deviation of"),
        ("The average sales of purchases are 55 (SD {}).", "the standard deviation of"),
    ],
)
def test_textbooks_speak_of_the_deviation_of_all_values(admin, analyst, shop, text, said):
    query = "SELECT round(stddev_pop(sales)), round(stddev(sales)) FROM purchases"
    of_all, of_sample = admin.execute(query).fetchone()
    assert of_all == of_sample
    assert last_claim(analyst, text.format(of_all))[::2] == ("supported", f"{said} sales in purchases")


def test_columns_of_joined_tables_are_correlated(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.nations (nation text PRIMARY KEY, income integer);
        INSERT INTO public.nations SELECT 'Nation ' || n, 1000 + n * 7919 % 4000 FROM generate_series(1, 60) AS n;
        CREATE TABLE public.carbon (nation text REFERENCES public.nations, emissions numeric);
        INSERT INTO public.carbon SELECT nation, income / 400.0 + length(nation) * 3 FROM public.nations;
        GRANT SELECT ON public.nations, public.carbon TO {analyst_name};
        SELECT factcheck.add_table('public.nations'), factcheck.add_table('public.carbon');
    """)
    [(right,)] = admin.execute(
        "SELECT round(corr(emissions, income)::numeric, 2) FROM carbon JOIN nations USING (nation)"
    )
    document = "The correlation between the income of nations and their emissions is {}."
    verdict, value, description = last_claim(analyst, document.format(right))
    assert verdict == "supported"
    assert float(value) == pytest.approx(float(right), abs=0.005)
    assert description.startswith("the correlation between ")
    assert last_claim(analyst, document.format(round(right / 2, 2)))[0] != "supported"


def test_columns_that_two_words_name_are_correlated_before_many_of_one(admin, analyst, analyst_name):
    delays = (
        "dep_delay arr_delay delay_due_crew delay_due_fog delay_due_ice delay_due_late_ship delay_due_strike".split()
    )
    columns = ", ".join(f"g * {7 + 4 * at} % {31 + 6 * at} AS {name}" for at, name in enumerate(delays))
    admin.execute(f"""
        CREATE TABLE public.crossings AS
        SELECT g AS crossing_no, {columns}, 40 + g * 53 % 97 AS distance FROM generate_series(1, 500) AS g;
        GRANT SELECT ON public.crossings TO {analyst_name};
        SELECT factcheck.add_table('public.crossings');
    """)
    [(right,)] = admin.execute("SELECT round(corr(distance, dep_delay)::numeric, 3) FROM crossings")
    sentence = f"Distance has a very weak relationship with departure delay (correlation {right})."
    verdict, _, description = last_claim(analyst, sentence)
    assert verdict == "supported"
    assert "distance" in description


def test_what_is_compared_the_other_way_round_is_not_supported(analyst, shop):
    verdict, *_ = last_claim(analyst, "There were 27 more purchases in May than in April.")
    assert verdict != "supported"


def test_more_of_what_a_table_is_called_counts_its_rows(analyst, shop):
    """The column of sales, which the lexicon relates to purchases, is greater in May."""
    [(verdict, description)] = analyst.execute(
        "SELECT verdict::text, description FROM fact_check('There were more purchases in May than in April.')"
    ).fetchall()
    assert verdict != "supported"
    assert description.startswith("the number of rows in purchases")


def test_how_many_times_as_many_is_a_ratio(analyst, shop):
    verdict, value, description = last_claim(analyst, "There were 1.5 times as many purchases in April as in May.")
    assert verdict == "supported"
    assert float(value) == pytest.approx(85 / 58)
    assert "divided by" in description


def test_groups_are_counted_by_their_condition(analyst, shop):
    right, wrong = "8 customers made more than 20 purchases.", "15 customers made more than 20 purchases."
    assert last_claim(analyst, right)[0] == "supported"
    assert last_claim(analyst, wrong)[0] != "supported"
    assert last_claim(analyst, right)[2] == (
        "the number of values of customer id for which the number of rows in purchases is above 20"
    )


def test_groups_with_a_single_row_are_a_share_of_all(admin, analyst, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.berths AS
        SELECT 'https://quay.example/' || g AS berth_url, 100 + g * g % 61 AS owner_id, g % 9 AS berth_length
        FROM generate_series(1, 71) AS g;
        GRANT SELECT ON public.berths TO {analyst_name};
        SELECT factcheck.add_table('public.berths');
    """)
    [(share,)] = admin.execute("""
        SELECT round(100.0 * count(*) FILTER (WHERE n = 1) / count(*), 1)
        FROM (SELECT count(*) AS n FROM berths GROUP BY owner_id) AS s
    """)
    said = "the percentage of values of owner id for which the number of rows in berths is 1"
    document = f"About {share}% of owners have only one berth."
    rows = analyst.execute("SELECT verdict::text, description FROM fact_check(%s)", [document]).fetchall()
    assert rows[0] == ("supported", said)


@pytest.mark.parametrize(
    "document",
    [
        "There were 58 purchases in May.",
        "The average height of players was 79.1.",
        "In the North there were 50 purchases.",
    ],
)
def test_without_a_cue_nothing_is_compared(analyst, shop, document):
    rows = analyst.execute(
        "SELECT a->>'description' FROM fact_check(%s, top_k => 100), jsonb_array_elements(alternatives) AS a",
        [document],
    ).fetchall()
    assert rows
    for (description,) in rows:
        assert not any(words in description for words in ("divided by", " less ", "over all", "which the", "with the"))


def test_queries_of_alternatives_give_the_values_beside_them(analyst, shop):
    rows = analyst.execute(
        "SELECT a->>'query', (a->>'value')::numeric FROM fact_check(%s, top_k => 60),"
        " jsonb_array_elements(alternatives) AS a",
        ["The busiest customer made 24 purchases. 8 customers made more than 20 purchases. Sales fell 31.5% in May."],
    ).fetchall()
    assert len(rows) > 20
    for query, value in rows:
        [(given,)] = analyst.execute(query).fetchall()
        assert (given is None) == (value is None)
        if value is not None:
            assert float(given) == pytest.approx(float(value), rel=1e-9)
