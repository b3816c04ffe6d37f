"""Which words of a claim its reading explains, and what its words tell that nothing names."""

from __future__ import annotations

from support.read_claims import ALL_BOATS, HARBOUR, read_claim

from factcheck.inference.explained_words import ReadClaim
from factcheck.queries.functions.counts import COUNT
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.query import Aggregate, Measure
from factcheck.queries.selection import Selection


def said(claim: ReadClaim) -> dict[str, tuple[float, bool]]:
    return {word.token.text: (word.explained, word.is_known) for word in claim.said}


def test_words_of_the_reading_are_explained_and_others_are_not() -> None:
    words = said(read_claim("12 boats lie in Oban beside voters of Lima."))
    assert words == {"boats": (1.0, True), "Oban": (1.0, True), "voters": (0.0, False), "Lima": (0.0, False)}


def test_a_unit_behind_a_figure_of_a_value_is_explained() -> None:
    plan = Equals(HARBOUR, "165GB Oban")
    claim = read_claim("12 boats GB Oban.")
    query = Aggregate(Measure(COUNT, None), Selection(ALL_BOATS.relations, (plan,)))
    explained = {word.token.text: word.explained for word in claim.said_by(query)}
    assert explained == {"boats": 1.0, "GB": 1.0, "Oban": 1.0}


def test_another_word_for_the_table_explains_as_its_name_does() -> None:
    assert said(read_claim("12 ships lie there."))["ships"] == (1.0, True)


def test_what_the_number_counts_is_told_where_nothing_names_it() -> None:
    assert read_claim("12 voters came to the harbour.", counted="voters").unknown == "voters"
    assert read_claim("12 boats came for the voters.", counted="boats").unknown is None


def test_rows_are_those_of_the_tables() -> None:
    claim = read_claim("12 rows are about Oban.", counted="rows")
    assert claim.unknown is None
    assert said(claim)["rows"] == (1.0, True)


def test_what_another_number_counts_is_explained_by_its_own_reading() -> None:
    assert "voters" not in said(read_claim("12 boats and 40 voters lie in Oban."))
    assert "voters" in said(read_claim("12 lie in Oban beside 40 voters."))
    assert "voters" in said(read_claim("12 boats and voters lie in Oban."))
