"""Columns whose texts list several things: what they list, and which rows a sentence means by it."""

from __future__ import annotations

from itertools import combinations

import pytest
from support.passages import parsed_passage

from factcheck.catalogue.schema import Column, Table
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.has_entries import HasEntries
from factcheck.queries.predicates.kept import as_list, from_list
from factcheck.retrieval.entry_lists import EntryList, entry_list
from factcheck.retrieval.generators.listed_entries import is_part_of_lists, listed_entries
from factcheck.retrieval.predicate_cue import ClaimWords, PredicateCue
from factcheck.retrieval.relevance import Seen

GENRES = Column(1, 1, "genres", "genres", "text", "S", None)
FILMS = Table(1, "film", "cinema.film", None, (GENRES,))
KINDS = ("Action", "Comedy", "Drama", "Sci-Fi")


def lists(separator: str) -> list[str]:
    """Return texts that list one to three kinds of films."""
    return [separator.join(kinds) for length in (1, 2, 3) for kinds in combinations(KINDS, length)]


@pytest.mark.parametrize("separator", ["|", ";", "; ", ", ", "/", " & "])
def test_what_stands_between_entries_is_seen_in_the_values(separator):
    found = entry_list(lists(separator))
    assert found is not None
    assert (found.separator, set(found.entries)) == (separator, set(KINDS))


@pytest.mark.parametrize(
    "values",
    [
        ["Oslo, Norway", "Bergen, Norway", "Lyon, France", "Nice, France", "Turin, Italy"],
        ["Voss, Ada", "Berg, Nils", "Dahl, Ida", "Voss, Per"],
        [f"{surname}, {given}" for surname in ("Berg", "Voss", "James") for given in ("Ida", "Nils", "Per", "Ada")],
        ["1/2/2019", "1/3/2019", "2/3/2019", "2/2/2019"],
        ["Action", "Comedy", "Drama"],
        [],
    ],
)
def test_addresses_names_and_days_list_nothing(values):
    assert entry_list(values) is None


def made(parser, sentence: str, *values: str) -> dict[tuple[str, ...], float]:
    """Return the entries that a sentence asks for, with the scores, where the index found these values."""
    own, _ = parsed_passage(parser, sentence, 0)
    named = [(Equals(GENRES, value), Seen(2.0, {"said": 1.0})) for value in values]
    cue = PredicateCue(ClaimWords((own,)), [FILMS], {}, named, lists={1: EntryList(", ", KINDS)})
    return {predicate.entries: seen.score for predicate, seen in listed_entries(cue)}


def test_an_entry_is_meant_in_whatever_form_it_is_said(parser):
    assert set(made(parser, "12 films are comedies.")) == {("Comedy",)}
    assert set(made(parser, "12 sci-fi films were made.")) == {("Sci-Fi",)}
    assert not made(parser, "12 films were made.")


def test_both_asks_for_all_entries(parser):
    assert ("Action", "Comedy") in made(parser, "12 films are both action and comedy.")
    assert ("Action", "Comedy") not in made(parser, "12 films are action or comedy.")


def test_a_value_that_the_index_found_alone_is_seen_as_there(parser):
    assert made(parser, "12 films were funny.", "Comedy") == {("Comedy",): 2.0}


def test_a_value_of_a_list_stands_alone_only_where_it_is_written_so(parser):
    own, _ = parsed_passage(parser, "12 films have Drama, Comedy as genres.", 0)
    cue = PredicateCue(ClaimWords((own,)), [FILMS], {}, lists={1: EntryList(", ", KINDS)})
    assert is_part_of_lists(Equals(GENRES, "Comedy"), cue)
    assert is_part_of_lists(Equals(GENRES, "Action, Comedy"), cue)
    assert not is_part_of_lists(Equals(GENRES, "Drama, Comedy"), cue)


def test_no_entry_is_found_inside_of_another():
    predicate = HasEntries(GENRES, ", ", ("Java",))
    assert predicate.includes("C, java")
    assert not predicate.includes("C, JavaScript")
    assert not predicate.includes(None)
    assert predicate.sql("genres") == "string_to_array(lower(genres::text), ', ') @> ARRAY[lower('Java')]"
    assert HasEntries(GENRES, "|", ("Action", "Drama")).words("genres") == "genres includes 'Action' and 'Drama'"


def test_it_can_be_kept():
    predicate = HasEntries(GENRES, ", ", ("Action", "Drama"))
    assert from_list(as_list(predicate), GENRES, {1: GENRES}) == predicate
