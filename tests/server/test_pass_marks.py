"""Those who passed by marks alone: with the mark that the text tells, or the usual one that its numbers fit."""

from __future__ import annotations

import pytest

IN_LEEDS = "centre = 'Leeds'"


@pytest.fixture(scope="module", autouse=True)
def exams(admin, analyst_name):
    """Marks of trainees out of a hundred, and lessons of drivers with a column that says who passed."""
    admin.execute(f"""
        CREATE TABLE public.trainee AS
        SELECT g AS trainee_no, (ARRAY['Leeds', 'York', 'Hull'])[1 + g % 3] AS centre,
               31 + (g * 47 + g / 5 * 3 + g % 3 * 5) % 69 AS anatomy_score,
               38 + (g * 29 + g / 11) % 63 - g % 3 * 4 AS law_score
        FROM generate_series(1, 431) AS g;
        CREATE TABLE public.driver AS
        SELECT g AS driver_no, 20 + g * 31 % 80 AS theory_score, (ARRAY['yes', 'no'])[1 + g * 7 % 5 / 3] AS passed
        FROM generate_series(1, 190) AS g;
        GRANT SELECT ON public.trainee, public.driver TO {analyst_name};
        SELECT factcheck.add_table('public.trainee'), factcheck.add_table('public.driver');
    """)


def share(admin, condition, table="trainee", of="true"):
    query = f"SELECT 100.0 * count(*) FILTER (WHERE {condition}) / count(*) FROM public.{table} WHERE {of}"
    return f"{admin.execute(query).fetchone()[0]:.1f}%"


def checked(analyst, document, table="trainee"):
    return analyst.execute(
        "SELECT verdict::text, description FROM fact_check(%s, ARRAY[%s::regclass]) WHERE claimed_value IS NOT NULL",
        [document, table],
    ).fetchall()


def report(admin, mark, passed_anatomy=None):
    anatomy, law = f"anatomy_score >= {mark}", f"law_score >= {mark}"
    return (
        f"In all, {passed_anatomy or share(admin, anatomy)} of the trainees passed anatomy and {share(admin, law)}"
        f" passed law. Overall, the pass rate was {share(admin, f'{anatomy} AND {law}')}."
        f" In Leeds, {share(admin, f'NOT {law}', of=IN_LEEDS)} failed law."
    )


@pytest.mark.parametrize("mark", [50, 70])
def test_the_usual_mark_that_gives_several_percentages_is_the_pass_mark(admin, analyst, mark):
    rows = checked(analyst, report(admin, mark))
    assert [verdict for verdict, _ in rows] == ["supported"] * 4
    assert [description for _, description in rows] == [
        f"the percentage of rows in trainee where anatomy score is at least {mark}",
        f"the percentage of rows in trainee where law score is at least {mark}",
        f"the percentage of rows in trainee where anatomy score is at least {mark} and law score is at least {mark}",
        f"of the rows in trainee where centre is 'Leeds', the percentage where law score is below {mark}",
    ]


@pytest.fixture
def all_but_the_number(admin, analyst_name):
    """Let the analyst read all columns of the trainees but their numbers."""
    admin.execute(f"REVOKE SELECT ON public.trainee FROM {analyst_name}")
    admin.execute(f"GRANT SELECT (centre, anatomy_score, law_score) ON public.trainee TO {analyst_name}")
    yield
    admin.execute(f"GRANT SELECT ON public.trainee TO {analyst_name}")


def test_the_mark_is_told_by_the_columns_that_the_role_may_read(admin, analyst, all_but_the_number):
    assert [verdict for verdict, _ in checked(analyst, report(admin, 50))] == ["supported"] * 4


def test_a_wrong_share_beside_right_ones_is_not_supported(admin, analyst):
    verdicts = [verdict for verdict, _ in checked(analyst, report(admin, 50, passed_anatomy="61.1%"))]
    assert verdicts[0] != "supported"
    assert verdicts[1:] == ["supported"] * 3


def test_shares_of_two_subjects_that_are_exchanged_are_not_supported(admin, analyst):
    anatomy, law = share(admin, "anatomy_score >= 50"), share(admin, "law_score >= 50")
    both = share(admin, "anatomy_score >= 50 AND law_score >= 50")
    document = f"{law} of the trainees passed anatomy and {anatomy} passed law. The overall pass rate was {both}."
    assert "supported" not in [verdict for verdict, _ in checked(analyst, document)][:2]


def test_a_mark_that_the_text_tells_is_the_pass_mark_even_of_a_single_number(admin, analyst):
    right = share(admin, "anatomy_score >= 55")
    told = "To pass, trainees needed a passing score of 55. In all, {} of the trainees passed anatomy."
    verdict, description = checked(analyst, told.format(right))[-1]
    assert (verdict, description) == (
        "supported",
        "the percentage of rows in trainee where anatomy score is at least 55",
    )
    assert checked(analyst, told.format("81.2%"))[-1][0] != "supported"


@pytest.mark.parametrize("claim", ["62.6% of the trainees passed anatomy.", "313 trainees passed anatomy."])
def test_where_nothing_tells_the_mark_nothing_contradicts_how_many_passed(analyst, claim):
    [(verdict, _)] = checked(analyst, claim)
    assert verdict == "not_enough_info"


def test_marks_that_only_single_numbers_fit_are_no_pass_marks(admin, analyst):
    document = (
        f"In all, {share(admin, 'anatomy_score >= 50')} of the trainees passed anatomy and 91.4% passed law."
        " In Leeds, 88.8% passed law, and in Hull 35.7% passed anatomy."
    )
    assert "at least 50" not in " ".join(description for _, description in checked(analyst, document))


def test_a_column_that_says_who_passed_is_asked_and_no_mark(admin, analyst):
    right = share(admin, "passed = 'yes'", "driver")
    [(verdict, description)] = checked(analyst, f"{right} of the drivers passed.", "driver")
    assert (verdict, description) == ("supported", "the percentage of rows in driver where passed is 'yes'")


def test_time_that_passed_asks_for_no_mark(admin, analyst):
    right = share(admin, "anatomy_score >= 70", of="centre = 'York'")
    document = f"A year had passed when {right} of the trainees in York had an anatomy score of 70 or more."
    [(verdict, description)] = checked(analyst, document)
    assert verdict == "supported"
    assert (
        description
        == "of the rows in trainee where centre is 'York', the percentage where anatomy score is at least 70"
    )
