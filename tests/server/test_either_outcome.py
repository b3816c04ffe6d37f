"""Matches that somebody won, lost or drew, at home or away."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def fixtures(admin, analyst_name):
    admin.execute(f"""
        CREATE TABLE public.fixture AS
        SELECT g AS match_no, teams[1 + g % 5] AS home_team, teams[1 + (g + 1 + g / 5 % 4) % 5] AS away_team,
               g * g * 7 % 6 AS home_goals, g * 11 % 13 % 4 AS away_goals
        FROM generate_series(1, 380) AS g, (VALUES ('{{Lions,Bears,Hawks,Wolves,Foxes}}'::text[])) AS t (teams);
        GRANT SELECT ON public.fixture TO {analyst_name};
        SELECT factcheck.add_table('fixture');
    """)


def counted(admin, team, comparison):
    [(count,)] = admin.execute(
        f"SELECT count(*) FROM fixture WHERE (home_team = %s AND home_goals {comparison} away_goals)"
        f" OR (away_team = %s AND away_goals {comparison} home_goals)",
        [team, team],
    )
    return count


@pytest.mark.parametrize(("verb", "comparison"), [("won", ">"), ("lost", "<"), ("drew", "=")])
@pytest.mark.parametrize("team", ["Foxes", "Bears"])
def test_matches_are_counted_at_home_and_away(admin, analyst, team, verb, comparison):
    count = counted(admin, team, comparison)
    for stated, is_right in ((count, True), (count + 7, False)):
        [(verdict, message)] = analyst.execute(
            "SELECT verdict, message FROM fact_check(%s, tables => '{fixture}'::regclass[])",
            [f"The {team} {verb} {stated} matches."],
        )
        assert (verdict == "supported") == is_right, message
        assert not is_right or "or away team is" in message


def test_a_role_that_is_said_is_the_only_one(admin, analyst):
    [(count,)] = admin.execute(
        "SELECT count(*) FROM fixture WHERE home_team = 'Foxes' AND home_goals < away_goals"
    ).fetchall()
    [(verdict, query)] = analyst.execute(
        "SELECT verdict, query FROM fact_check(%s, tables => '{fixture}'::regclass[])",
        [f"The Foxes lost {count} home matches."],
    )
    assert verdict == "supported"
    assert "OR" not in query
