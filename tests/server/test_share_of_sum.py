"""A share of what a column adds up to is understood where a text says so, over the table and within a group."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def sale(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.sale (region text, month text, revenue numeric(10, 2), weight double precision);
        INSERT INTO public.sale
        SELECT (ARRAY['North', 'South', 'East'])[1 + g % 3], (ARRAY['May', 'June'])[1 + g % 2],
               (g * 7919 % 1007) + CASE WHEN g % 3 = 0 THEN 900.5 ELSE 0.25 END, g % 7 - 3.3
        FROM generate_series(1, 400) AS g;
        INSERT INTO public.sale VALUES ('West', 'July', NULL, NULL);
        GRANT SELECT ON public.sale TO {analyst_name};
        SELECT factcheck.add_table('public.sale');
    """)


def stated(analyst, sql):
    [(value,)] = analyst.execute(sql).fetchall()
    return round(value, 1)


def check(analyst, document):
    [row] = analyst.execute(
        "SELECT verdict::text, round(found_value, 1), query, description FROM fact_check(%s)", [document]
    ).fetchall()
    return row


def test_a_share_of_a_sum(analyst, sale):
    sql = "SELECT 100.0 * sum(revenue) FILTER (WHERE region = 'North') / nullif(sum(revenue), 0) FROM public.sale"
    share = stated(analyst, sql)
    said = "the percentage of the total of revenue in sale that falls to rows where region is 'North'"
    assert check(analyst, f"The North accounted for {share}% of the revenue.") == ("supported", share, sql, said)
    verdict, found, *_ = check(analyst, f"The North accounted for {share - 7}% of the revenue.")
    assert (verdict, found) == ("refuted", share)


def test_a_share_within_a_group(analyst, sale):
    sql = (
        "SELECT 100.0 * sum(revenue) FILTER (WHERE region = 'South') / nullif(sum(revenue), 0) FROM public.sale"
        " WHERE month = 'June'"
    )
    share = stated(analyst, sql)
    verdict, found, query, _ = check(analyst, f"In June the South accounted for {share}% of the revenue.")
    assert (verdict, found, query) == ("supported", share, sql)


def test_rows_are_counted_where_nothing_speaks_of_sums(analyst, sale):
    rows = analyst.execute(
        "SELECT a->>'query' FROM fact_check('The North had 33.3% of the sales.', top_k => 100),"
        " jsonb_array_elements(alternatives) AS a"
    ).fetchall()
    assert rows
    assert not any("sum(revenue) FILTER" in query for (query,) in rows)


@pytest.mark.parametrize("column", ["revenue", "weight"])
def test_values_are_those_of_the_queries(analyst, sale, column):
    rows = analyst.execute(
        "SELECT a->>'query', (a->>'value')::numeric FROM fact_check(%s, top_k => 100),"
        " jsonb_array_elements(alternatives) AS a",
        [f"In May the West and the North accounted for 30.1% of the {column}."],
    ).fetchall()
    shares = [(query, value) for query, value in rows if "sum(" in query and "FILTER" in query]
    assert len(shares) > 5
    for query, value in shares:
        [(given,)] = analyst.execute(query).fetchall()
        if given is None:
            assert value is None, query
        else:
            assert float(value) == pytest.approx(float(given), rel=1e-9), query


@pytest.fixture(scope="module")
def crew_counts(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.crew_counts AS
        SELECT rank, fate, (17 * length(rank) + 29 * length(fate) * length(rank) % 83)::integer AS freq
        FROM unnest(ARRAY['officer', 'stoker', 'steward', 'boy']) AS rank, unnest(ARRAY['rescued', 'lost']) AS fate;
        GRANT SELECT ON public.crew_counts TO {analyst_name};
        SELECT factcheck.add_table('public.crew_counts');
    """)


def test_what_is_counted_beforehand_is_added_up(analyst, crew_counts):
    sql = (
        "SELECT 100.0 * sum(freq) FILTER (WHERE fate = 'rescued') / nullif(sum(freq), 0) FROM public.crew_counts"
        " WHERE rank = 'stoker'"
    )
    share = stated(analyst, sql)
    assert share != 50
    verdict, found, query, _ = check(analyst, f"{share}% of the stokers were rescued.")
    assert (verdict, found, query) == ("supported", share, sql)
