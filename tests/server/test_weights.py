"""A site takes weights of its own, checks go by them, and it goes back."""

from __future__ import annotations

import math
from dataclasses import replace

import psycopg
import pytest

from factcheck.weights.learned import LEARNED
from factcheck.weights.reranking import RERANKING, written_reranking_weights
from factcheck.weights.verdicts import VERDICTS, VerdictWeights, written_verdict_weights

TEXT = "The garage has 12 cars."
NO_ROWS = "[column]\nrows = -12.0  # rows are hardly ever counted\n"


@pytest.fixture(scope="module", autouse=True)
def cars(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.garage_car (car text, doors integer, seats integer);
        INSERT INTO public.garage_car SELECT 'car ' || g, g % 3 + 3, g % 5 + 1 FROM generate_series(1, 12) AS g;
        GRANT SELECT ON public.garage_car TO {analyst_name};
        SELECT factcheck.add_table('public.garage_car', data_set => 'garage');
    """)
    yield
    admin.execute("SELECT factcheck.use_shipped_weights()")


@pytest.fixture(autouse=True)
def back(admin):
    yield
    admin.execute("SELECT factcheck.use_shipped_weights()")


def reading(connection):
    [row] = connection.execute(
        "SELECT verdict::text, query, p_correct FROM fact_check(%s, data_set => 'garage')", [TEXT]
    ).fetchall()
    return row


def take(connection, kind, weights, note=None):
    [(number,)] = connection.execute("SELECT factcheck.use_weights(%s, %s, %s)", [kind, weights, note]).fetchall()
    return number


def test_checks_go_by_the_weights_of_the_site_until_it_goes_back(admin, analyst):
    before = reading(analyst)
    assert before[:2] == ("supported", "SELECT count(*) FROM public.garage_car")
    number = take(admin, "readings", NO_ROWS, "rows are not counted here")
    assert "count(*)" not in reading(analyst)[1]
    listed = analyst.execute("SELECT weights_no, kind, note, is_in_force, weights FROM factcheck.weights").fetchall()
    assert (number, "readings", "rows are not counted here", True, NO_ROWS) in listed
    admin.execute("SELECT factcheck.use_shipped_weights('readings')")
    assert reading(analyst) == before
    admin.execute("SELECT factcheck.use_weights(%s::integer)", [number])
    assert "count(*)" not in reading(analyst)[1]


def test_later_weights_take_the_place_of_those_before(admin):
    first, second = take(admin, "readings", NO_ROWS), take(admin, "readings", "[column]\nrows = 1.0\n")
    in_force = admin.execute("SELECT weights_no FROM factcheck.weights WHERE is_in_force").fetchall()
    assert in_force == [(second,)]
    admin.execute("SELECT factcheck.use_weights(%s::integer)", [first])
    assert admin.execute("SELECT weights_no FROM factcheck.weights WHERE is_in_force").fetchall() == [(first,)]


def test_verdicts_have_weights_of_their_own(admin, analyst):
    before = reading(analyst)[2]
    sides = VERDICTS.agreeing, VERDICTS.contradicting
    sceptical = VerdictWeights(*(replace(side, base=side.base - 5) for side in sides))
    take(admin, "verdicts", written_verdict_weights(sceptical, "sceptical"))
    verdict, _, p_correct = reading(analyst)
    assert verdict == "not_enough_info"
    assert p_correct < before


def test_what_explain_multiplies_are_the_weights_in_force(admin, analyst):
    take(admin, "readings", "[column]\nrows = 3.0\nscore = 0.5\n[prior]\ncolumn = 2.0\n[evidence]\nagrees = 1.0\n")
    take(admin, "reranking", "posterior = 1.0\n[features]\n")
    rows = analyst.execute(
        "SELECT part, rank, score, prior, evidence, posterior FROM factcheck.explain(%s, 1, data_set => 'garage')"
        " WHERE part IN ('reading', 'factor') AND rank <= 2 ORDER BY rank",
        [TEXT],
    ).fetchall()
    weights = {}
    for rank in (1, 2):
        [whole] = [row for row in rows if row[:2] == ("reading", rank)]
        factors = [row for row in rows if row[:2] == ("factor", rank)]
        product = math.prod(float(row[2]) * float(row[3] or 1) for row in factors)
        assert product == pytest.approx(float(whole[2]) * float(whole[3]), rel=1e-6)
        weights[rank] = product * float(whole[4]), float(whole[5])
    assert weights[1][0] / weights[2][0] == pytest.approx(weights[1][1] / weights[2][1], rel=1e-6)


def test_the_order_of_likely_readings_goes_by_the_weights_of_the_site(admin, analyst):
    def read():
        rows = analyst.execute(
            "SELECT query FROM fact_check(%s, data_set => 'garage')", [f"{TEXT} They have 3 to 5 doors, 4 on average."]
        )
        return rows.fetchall()

    before = read()
    take(admin, "reranking", "posterior = 1.0\n[features]\nwords_explained = -30.0\n")
    assert read() != before
    admin.execute("SELECT factcheck.use_shipped_weights('reranking')")
    assert read() == before


def test_weights_of_another_version_are_not_gone_by(admin, analyst):
    before = reading(analyst)
    number = take(admin, "readings", NO_ROWS)
    admin.execute("UPDATE factcheck.fitted_weights SET version = '0.0.1' WHERE weights_no = %s", [number])
    assert reading(analyst) == before
    assert admin.execute("SELECT 1 FROM factcheck.weights WHERE is_in_force").fetchall() == []
    with pytest.raises(psycopg.errors.ObjectNotInPrerequisiteState, match=r"belong to version 0\.0\.1"):
        admin.execute("SELECT factcheck.use_weights(%s::integer)", [number])


@pytest.mark.parametrize(
    ("kind", "weights", "detail"),
    [
        ("readings", "[column\n", "It is no TOML"),
        ("readings", None, None),
        ("readings", "[colour]\nrows = 1.0\n", "no feature “rows” in group “colour”"),
        ("readings", "[column]\nrowz = 1.0\n", "no feature “rowz”"),
        ("readings", "[column]\nrows = true\n", "is no number"),
        ("readings", "[column]\nrows = inf\n", "is no number"),
        ("readings", "rows = 1.0\n", "no group of weights"),
        ("reranking", "posterior = 1.0\n", "needs posterior and features"),
        ("reranking", "posterior = 1.0\n[features]\ncolour = 1.0\n", "no feature “colour”"),
        ("reranking", "posterior = true\n[features]\n", "is no number"),
        ("verdicts", "[agreeing]\nbase = 1.0\n", "needs the parts agreeing and contradicting"),
        ("verdicts", written_verdict_weights(VERDICTS, "x").replace("slope", "slop"), "needs"),
    ],
)
def test_what_is_no_file_of_weights_is_refused_and_nothing_changes(admin, kind, weights, detail):
    number = take(admin, "readings", NO_ROWS)
    if weights is None:
        with pytest.raises(psycopg.errors.NotNullViolation):
            take(admin, kind, weights)
    else:
        with pytest.raises(psycopg.errors.InvalidParameterValue, match="the weights cannot be used") as refused:
            take(admin, kind, weights)
        assert detail in refused.value.diag.message_detail
    assert admin.execute("SELECT weights_no FROM factcheck.weights WHERE is_in_force").fetchall() == [(number,)]


def test_other_kinds_and_numbers_are_told(admin):
    with pytest.raises(psycopg.errors.InvalidParameterValue, match='no weights of kind "rows"'):
        take(admin, "rows", NO_ROWS)
    with pytest.raises(psycopg.errors.UndefinedObject, match="there are no weights 4711"):
        admin.execute("SELECT factcheck.use_weights(4711)")


def test_only_administrators_take_weights(analyst):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        take(analyst, "readings", NO_ROWS)
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        analyst.execute("UPDATE factcheck.fitted_weights SET is_in_force = false")


def test_the_weights_of_this_version_are_taken_as_they_are(admin, analyst):
    before = reading(analyst)
    groups = "".join(
        f'["{group}"]\n' + "".join(f'"{name}" = {weight}\n' for name, weight in weights.items())
        for group, weights in LEARNED.groups.items()
    )
    take(admin, "readings", groups)
    take(admin, "reranking", written_reranking_weights(RERANKING, "as they are"))
    assert reading(analyst) == before
