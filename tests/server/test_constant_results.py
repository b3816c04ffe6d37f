"""A result that is the same for all, though the numbers differ, contradicts none of them."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def sightings(admin, analyst_name):
    """Sightings of sixty species in each of four parks."""
    admin.execute(f"""
        CREATE TABLE public.sightings (species text, park text, sightings integer);
        INSERT INTO public.sightings
        SELECT 'Species ' || g, park, 10 + (g * 37 + length(park) * 11) % 190
        FROM generate_series(1, 60) AS g, unnest(ARRAY['Acadia', 'Denali', 'Zion', 'Olympic']) AS park;
        GRANT SELECT ON public.sightings TO {analyst_name};
        SELECT factcheck.add_table('sightings');
    """)


def verdicts(analyst, document):
    check = "SELECT claim_text, verdict::text FROM fact_check(%s, tables => '{sightings}') WHERE claim_text ~ '^[0-9]'"
    return dict(analyst.execute(check, [document]).fetchall())


def test_numbers_that_differ_are_not_refuted_by_one_result(analyst, sightings):
    found = verdicts(analyst, "Owls were seen in four parks. Acadia: 81. Denali: 87. Zion: 94. Olympic: 83.")
    assert set(found) == {"81", "87", "94", "83"}
    assert "refuted" not in found.values()


def test_a_number_beside_those_that_agree_is_refuted(analyst, sightings):
    found = verdicts(analyst, "60 species were counted in Acadia, 60 in Denali and 67 in Zion.")
    assert found == {"60": "supported", "67": "refuted"}
