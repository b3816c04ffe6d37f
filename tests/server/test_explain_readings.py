"""How factcheck.explain accounts for the probability of each reading of a claim, and that a check says the same."""

from __future__ import annotations

from math import log, prod

import pytest
from psycopg.rows import dict_row

DOCUMENT = """# Coffee in May

We made 240 sales, of which 80 were in May. In the North, 25% of the sales were of coffee.
The average sale had 24.7 units; among sales of coffee in May, 40% were in the North.
"""
CLAIMS = 5


def rows_of(connection, document, claim_no):
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute("SELECT * FROM factcheck.explain(%s, %s)", [document, claim_no]).fetchall()


@pytest.mark.parametrize("claim_no", range(1, CLAIMS + 1))
def test_the_factors_of_each_reading_make_up_its_posterior(analyst, offices, claim_no):
    rows = analyst.execute(
        """
        WITH explained AS MATERIALIZED (SELECT * FROM factcheck.explain(%s, %s))
        SELECT o.posterior, r.score * r.prior * r.evidence / c.score,
               exp(sum(ln(f.score * coalesce(f.prior, 1)))) * r.evidence / c.score, r.posterior
        FROM explained r
        JOIN explained o ON o.part = 'ranking' AND o.item = 'posterior' AND o.rank = r.rank
        JOIN explained f ON f.part = 'factor' AND f.rank = r.rank
        JOIN explained c ON c.part = 'candidates'
        WHERE r.part = 'reading'
        GROUP BY r.rank, r.posterior, o.posterior, r.score, r.prior, r.evidence, c.score ORDER BY r.rank
        """,
        [DOCUMENT, claim_no],
    ).fetchall()
    assert len(rows) == 10
    for posterior, product, product_of_factors, _ in rows:
        assert 0 < posterior < 1
        assert product == pytest.approx(posterior, rel=1e-9)
        assert product_of_factors == pytest.approx(posterior, rel=1e-9)
    assert [row[3] for row in rows] == sorted((row[3] for row in rows), reverse=True)


@pytest.mark.parametrize("claim_no", range(1, CLAIMS + 1))
def test_what_orders_the_readings_anew_makes_up_their_probabilities(analyst, offices, claim_no):
    """Probabilities of readings differ by what features add, and by the posterior to the power of its weight."""
    rows = analyst.execute(
        """
        WITH explained AS MATERIALIZED (SELECT * FROM factcheck.explain(%s, %s))
        SELECT r.posterior, o.score * ln(o.posterior) + coalesce((
                   SELECT sum(w.score) FROM explained w
                   WHERE w.part = 'ranking' AND w.rank = r.rank AND w.item <> 'posterior'), 0)
        FROM explained r JOIN explained o ON o.part = 'ranking' AND o.item = 'posterior' AND o.rank = r.rank
        WHERE r.part = 'reading' ORDER BY r.rank
        """,
        [DOCUMENT, claim_no],
    ).fetchall()
    (first, most), *others = rows
    assert len(others) == 9
    for probability, weight in others:
        assert log(first / probability) == pytest.approx(most - weight, rel=1e-6, abs=1e-6)


def test_a_check_of_the_document_says_the_same(analyst, offices):
    checked = analyst.execute(
        "SELECT claim_no, verdict::text, message, p_correct, query, p_query, found_value, alternatives"
        " FROM fact_check(%s) ORDER BY claim_no", [DOCUMENT]
    ).fetchall()  # fmt: skip
    assert len(checked) == CLAIMS
    for claim_no, verdict, message, p_correct, query, p_query, found_value, alternatives in checked:
        rows = rows_of(analyst, DOCUMENT, claim_no)
        readings = [row for row in rows if row["part"] == "reading"]
        first = readings[0]
        assert (first["item"], first["posterior"], first["value"]) == (query, p_query, found_value)
        assert [(r["rank"], r["item"], r["posterior"], r["reason"].endswith("which matches")) for r in readings] == [
            (a["rank"], a["query"], a["probability"], a["matches"]) for a in alternatives
        ]
        [last] = [row for row in rows if row["part"] == "verdict"]
        assert (last["item"], last["reason"], last["posterior"]) == (verdict, message, p_correct)
        [every] = [row for row in rows if row["part"] == "candidates"]
        assert every["posterior"] >= sum(a["probability"] for a in alternatives if a["matches"]) - 1e-9


def test_factors_name_the_parts_of_the_query(analyst, sales):
    rows = rows_of(analyst, DOCUMENT, 2)
    [first] = [row for row in rows if row["part"] == "reading" and row["rank"] == 1]
    assert first["item"] == "SELECT count(*) FROM public.sales WHERE month = 'May'"
    assert first["reason"] == "the number of rows in sales where month is 'May' is 80, which matches"
    assert first["value"] == 80
    assert [(r["item"], r["reason"]) for r in rows if r["part"] == "factor" and r["rank"] == 1] == [
        ("count", "aggregation function"),
        ("public.sales.*", "aggregation column"),
        ("public.sales.month = 'May'", "predicate"),
        ("1 predicate", "no single fragment"),
    ]
    [every] = [row for row in rows if row["part"] == "candidates"]
    assert first["evidence"] == every["evidence"] > 0.9
    others = [r for r in rows if r["part"] == "reading" and not r["reason"].endswith("which matches")]
    far = {r["evidence"] for r in others if r["reason"].endswith("which does not match")}
    near = [r["evidence"] for r in others if not r["reason"].endswith("which does not match")]
    assert [*far] == [pytest.approx(1 - every["evidence"])]
    assert all(1 - every["evidence"] < evidence < every["evidence"] for evidence in near)


@pytest.mark.parametrize("claim_no", range(1, CLAIMS + 1))
def test_the_features_of_each_factor_make_up_its_score(analyst, offices, claim_no):
    rows = rows_of(analyst, DOCUMENT, claim_no)
    listed = {row["rank"] for row in rows if row["part"] == "factor" and row["item"].startswith("listed: ")}
    features: dict[tuple[int, str], list[float]] = {}
    for row in (row for row in rows if row["part"] == "feature" and row["rank"] not in listed):
        name, meaning = row["reason"].split(": ", 1)
        assert name
        assert meaning
        assert row["prior"] is None
        features.setdefault((row["rank"], row["item"]), []).append(row["score"])
    factors = {
        (row["rank"], row["item"]): row["score"]
        for row in rows
        if row["part"] == "factor" and row["item"] != "condition" and row["rank"] not in listed
    }
    assert factors.keys() == features.keys()
    for key, score in factors.items():
        assert prod(features[key]) == pytest.approx(score, rel=1e-9)


def test_a_condition_has_its_share_among_all_there_could_be(analyst, sales):
    rows = rows_of(analyst, DOCUMENT, 5)
    conditional = {row["rank"] for row in rows if row["part"] == "factor" and row["item"] == "conditional_probability"}
    shared = {row["rank"]: row for row in rows if row["part"] == "factor" and row["item"] == "condition"}
    assert conditional
    assert shared.keys() == conditional
    for rank, row in shared.items():
        predicates = [r for r in rows if r["part"] == "factor" and r["rank"] == rank and r["reason"] == "predicate"]
        conditions = 2 ** len(predicates) - 2
        assert (row["score"], row["prior"]) == (pytest.approx(1 / conditions), None)
        assert str(conditions) in row["reason"]


def test_the_prior_is_learned_from_all_claims_of_the_document(analyst, sales):
    def prior(document, item):
        return next(row["prior"] for row in rows_of(analyst, document, 1) if row["item"] == item)

    alone = "We made 80 sales in May."
    themed = f"{alone} In April there were 80, too. In June as well we counted 80."
    month = "public.sales.month = 'May'"
    assert prior(themed, month) > prior(alone, month)
    assert prior(themed, "count") > prior(alone, "count") > prior(alone, "avg")
    assert prior(themed, "public.sales.units") < prior(alone, "public.sales.units")


def test_what_is_left_out_for_its_cost_is_told(admin, analyst, sales):
    [every] = [row for row in rows_of(analyst, DOCUMENT, 1) if row["part"] == "candidates"]
    number = every["item"].removesuffix(" candidate queries")
    assert every["reason"].startswith(f"evaluated: {number}, matching: ")
    assert every["reason"].endswith("; none left out is more likely than the first reading")
    admin.execute("UPDATE factcheck.setting SET value = 1000 WHERE name = 'scope_cost'")
    try:
        [fewer] = [row for row in rows_of(analyst, DOCUMENT, 1) if row["part"] == "candidates"]
    finally:
        admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'scope_cost'")
    assert fewer["item"] == every["item"]
    assert not fewer["reason"].startswith(f"evaluated: {number}, ")
