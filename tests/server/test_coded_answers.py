"""Claims about answers that are codes: games won or lost as 1 and -1, opinions, ages in months, years in one word."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def club(admin, analyst_name):
    """The matches of a club, and people who were asked for opinions, with their ages in months."""
    admin.execute(f"""
        CREATE TABLE public.club_match (
            match_no integer PRIMARY KEY, home integer, win_loss integer, points integer, rebounds integer);
        INSERT INTO public.club_match
        SELECT g, (g % 2), CASE WHEN g % 7 IN (1, 3, 4, 6) OR g % 10 = 1 THEN 1 ELSE -1 END, 70 + (g * 37) % 53,
               20 + (g * 11) % 29
        FROM generate_series(1, 131) AS g;
        CREATE TABLE public.respondent_view (
            age integer, viewparks integer, viewroads integer, school text, foundingyear integer);
        INSERT INTO public.respondent_view
        SELECT 200 + ((g * 53) % 27) * ((g * 53) % 27), (ARRAY[-1, 0, 1, 1, 0, 1])[1 + g % 6],
               (ARRAY[1, 0, -1, -1])[1 + (g / 3) % 4],
               'school ' || g, 1880 + (g * 7) % 120
        FROM generate_series(1, 397) AS g;
        GRANT SELECT ON public.club_match, public.respondent_view TO {analyst_name};
        SELECT factcheck.add_table('club_match'), factcheck.add_table('respondent_view');
    """)


def checked(analyst, table, document):
    """Return verdict and query of each number of a document."""
    rows = analyst.execute(
        "SELECT claim_text, verdict::text, query FROM fact_check(%s, tables => ARRAY[%s]::regclass[])"
        " WHERE claimed_value IS NOT NULL",
        [document, table],
    )
    return {text: (verdict, query) for text, verdict, query in rows}


def count(admin, table, condition):
    [(number,)] = admin.execute(f"SELECT count(*) FROM {table} WHERE {condition}").fetchall()
    return number


def test_games_won_and_lost_are_told_apart_by_1_and_minus_1(admin, analyst, club):
    won, lost = (count(admin, "club_match", f"win_loss = {code}") for code in (1, -1))
    rows = checked(analyst, "club_match", f"The club won {won} matches and lost {lost}.")
    assert {text: verdict for text, (verdict, _) in rows.items()} == {
        str(won): "supported",
        str(lost): "supported",
    }
    rows = checked(analyst, "club_match", f"The club won {lost} matches and lost {won}.")
    assert "supported" not in {verdict for verdict, _ in rows.values()}, rows


def test_a_match_away_is_one_not_at_home(admin, analyst, club):
    away = count(admin, "club_match", "home = 0 AND win_loss = 1")
    rows = checked(analyst, "club_match", f"On the road the club won {away} matches.")
    assert rows[str(away)][0] == "supported", rows


@pytest.mark.parametrize(
    "phrase",
    [
        "In {} matches the club reached 100 points.",
        "In {} matches it got to 100 points.",
    ],
)
def test_what_is_reached_in_some_matches_is_a_limit(admin, analyst, club, phrase):
    number = count(admin, "club_match", "points >= 100")
    rows = checked(analyst, "club_match", phrase.format(number))
    assert rows.keys() == {str(number)}
    assert rows[str(number)][0] == "supported", rows


def test_one_of_few_codes_is_meant_where_their_column_is_named(admin, analyst, club):
    share = round(100 * count(admin, "respondent_view", "viewparks = 1") / 397, 1)
    _, query = checked(analyst, "respondent_view", f"{share}% would like more parks.")[f"{share}%"]
    assert "viewparks = 1" in query


def test_ages_in_months_are_told_in_years(admin, analyst, club):
    young = count(admin, "respondent_view", "age < 240")
    [(mean, median)] = admin.execute(
        "SELECT round(avg(age) / 12, 1), round(percentile_disc(0.5) WITHIN GROUP (ORDER BY age) / 12.0, 1)"
        " FROM respondent_view"
    ).fetchall()
    text = f"{young} people were under the age of 20. The average age is {mean} years, and the median age {median}."
    rows = checked(analyst, "respondent_view", text)
    assert {verdict for verdict, _ in rows.values()} == {"supported"}, rows
    assert rows.keys() == {str(young), str(mean), str(median)}


def test_a_year_is_known_in_a_name_of_one_word(admin, analyst, club):
    early = count(admin, "respondent_view", "foundingyear < 1920")
    rows = checked(analyst, "respondent_view", f"{early} of the schools were founded before 1920.")
    assert rows[str(early)][0] == "supported", rows
