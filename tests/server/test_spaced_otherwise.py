"""Values that a text writes with other blanks or hyphens than the data."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module", autouse=True)
def contacts(admin, analyst_name):
    """Contacts with how they came, and what happened."""
    admin.execute(f"""
        CREATE TABLE public.contact AS
        SELECT g AS contact_id, (ARRAY['Smartphone', 'E-mail', 'Desk', 'Web site'])[1 + g % 11 % 4] AS channel,
               (ARRAY['Shut Down', 'Follow Up', 'Drop-off'])[1 + g * g % 7 % 3] AS outcome
        FROM generate_series(1, 1500) AS g;
        GRANT SELECT ON public.contact TO {analyst_name};
        SELECT factcheck.add_table('public.contact', data_set => 'contacts');
    """)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("{:.1f}% of the contacts came by smart phone.", "channel = 'Smartphone'"),
        ("{:.1f}% of the contacts came by email.", "channel = 'E-mail'"),
        ("Shutdowns: {:.1f}%", "outcome = 'Shut Down'"),
        ("Shutdowns / dropoffs: {:.1f}%", "outcome IN ('Shut Down', 'Drop-off')"),
    ],
)
def test_values_are_found_however_their_letters_are_cut(admin, analyst, text, where):
    [share] = admin.execute(f"SELECT 100.0 * count(*) FILTER (WHERE {where}) / count(*) FROM contact").fetchone()
    [(verdict, query)] = analyst.execute(
        "SELECT verdict::text, query FROM fact_check(%s, data_set => 'contacts') WHERE claimed_value IS NOT NULL",
        [text.format(share)],
    ).fetchall()
    assert verdict == "supported"
    assert all(value in query for value in where.split("'")[1::2])
