"""How far a sentence names the values that its words find: in full, in part, or for another one's sake."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.relevance import UNNAMED, Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import base_forms
from factcheck.words.slips import letters_alike

_YEAR = re.compile("1[5-9][0-9]{2}|2[01][0-9]{2}")

IN_FULL = 0.999
"""Share of a value's words from which it is named in full: shares are sums of rounded parts."""

_WORD = re.compile(r"[^\W_]+")
_SHORTEST_STEM = 4
_TELLING = frozenset("same other not no non off out few more most only own".split())
"""Small words that tell values apart: "Same Day", "Not working", "Off plan"; but what was before is told by after."""


def with_number_cue(
    predicate: Predicate, seen: Seen, columns_beside: Mapping[str, Collection[int]]
) -> tuple[Predicate, Seen]:
    """Return a predicate with whether its number stands beside a word for its column, where it is a number.

    ``columns_beside`` has the columns that words beside a figure of the claim name.  Years need no such word, nor
    does what is named in another way, as a month.
    """
    column = predicate.column
    if not column.is_integer or not isinstance(predicate, Equals) or "terms" not in seen.parts:
        return predicate, seen
    columns = columns_beside.get(predicate.literal)
    if columns is None or _YEAR.fullmatch(predicate.literal):
        return predicate, seen
    beside = float(column.column_id in columns)
    return predicate, Seen(seen.score, {**seen.parts, "beside": beside})


def with_all_words(predicate: Predicate, seen: Seen, said: Collection[str]) -> tuple[Predicate, Seen]:
    """Return a predicate that is named in full only where no small word of its value is left out.

    Small words are not indexed: of "This Is the Life" that is one word.  Those that tell values apart count as the
    others do: a "delay of one day" names half of "Same Day", and who is working half of "Not working".  ``said`` are
    the forms of the words of the claim's sentence.
    """
    if not isinstance(predicate, Equals) or not predicate.column.is_text or not seen.parts.get("said"):
        return predicate, seen
    words = _WORD.findall(predicate.literal.lower())
    if len(words) <= seen.parts["words"] or all(word in said for word in words):
        return predicate, seen
    parts = {**seen.parts, "said": 0.0}
    if _TELLING.isdisjoint(word for word in words if word not in said):
        return predicate, Seen(seen.score, parts)
    share = seen.parts["words"] / len(words)
    uncovered = WEIGHTS.predicate.uncovered
    parts |= {"covered": share * seen.parts["covered"], "here": share * seen.parts["here"]}
    return predicate, Seen((uncovered + (1 - uncovered) * share) * seen.score, parts)


def without_stems_of(
    predicate: Predicate, seen: Seen, counted: Collection[str], said: Collection[str]
) -> tuple[Predicate, Seen]:
    """Return a predicate that is not named where its value has but a stem in common with a word for the rows.

    A column, or a table, of athletes accounts for "20 athletes": no discipline "Athletics" is meant.  ``counted`` are
    counted nouns that are words of a column's or a table's name, ``said`` those of all words of the claim's sentence.
    """
    if not counted or not isinstance(predicate, Equals) or "terms" not in seen.parts:
        return predicate, seen
    words = _WORD.findall(predicate.literal.lower())
    forms = {form for word in words for form in base_forms(word)}
    if len(words) != 1 or not forms.isdisjoint(said) or not any(_have_one_stem(words[0], form) for form in counted):
        return predicate, seen
    parts = {**seen.parts, "covered": 0.0, "said": 0.0, "here": 0.0}
    return predicate, Seen(WEIGHTS.predicate.uncovered_value * seen.score, parts)


def _have_one_stem(word: str, other: str) -> bool:
    return letters_alike(word, other) >= max(_SHORTEST_STEM, len(other) - 1)


def with_rivals(
    predicates: Sequence[tuple[Predicate, Seen]], said: Collection[str], counted: Collection[str] = ()
) -> list[tuple[Predicate, Seen]]:
    """Return predicates, those marked that name nothing while another value of their column is named in full.

    Of such a value the sentence says no word, or only words of the other: "Harbour Tours" beside "Fjord Tours".  The
    sentences around it may name it: after "Oslo sold 12 boats", "Bergen sold 9" is about Bergen.  The same holds of
    what another column says with the same words, and of figures: where "four-bedroom" stands, five are not meant that
    stand around.  ``said`` are the forms of the words of the claim's sentence, ``counted`` those for what the number
    counts: beside a theft, "516 incidents" are no "Hacking/IT Incident".
    """
    named: dict[int, set[str]] = {}
    values = [(predicate, seen) for predicate, seen in predicates if isinstance(predicate, Equals)]
    for predicate, seen in values:
        if predicate.column.is_text and _is_named_in_full(seen):
            named.setdefault(predicate.column.column_id, set()).update(_WORD.findall(predicate.literal.lower()))
    rivals = {
        predicate
        for predicate, seen in values
        if (of_others := named.get(predicate.column.column_id)) is not None
        and of_others.issuperset(here := {word for word in _WORD.findall(predicate.literal.lower()) if word in said})
        and (not _is_named(seen) or _is_named_by_another(seen, here, of_others))
    }
    around = {predicate.column for predicate, seen in values if _is_named_around(predicate, seen)}
    elsewhere = {predicate.literal.lower() for predicate in rivals}
    of_figures = {p.column for p, seen in values if not p.column.is_text and _is_figure_named(seen)}
    parts_counted = {
        predicate
        for predicate, seen in values
        if predicate.column.column_id in named and not _is_named(seen) and _is_counted_in_part(predicate, seen, counted)
    }

    def weighed(predicate: Predicate, seen: Seen) -> Seen:
        literal = predicate.literal.lower() if isinstance(predicate, Equals) else None
        if predicate in rivals or (literal in elsewhere and not _is_named(seen)):
            return Seen(seen.score, {**seen.parts, "rival": 1.0})
        if predicate in parts_counted:
            return Seen(WEIGHTS.predicate.counted_part * seen.score, {**seen.parts, "counted part": 1.0})
        is_beside = literal is not None and predicate.column in of_figures and not seen.is_said
        if is_beside or (UNNAMED in seen.parts and predicate.column in around):
            return Seen(WEIGHTS.predicate.unnamed_beside * seen.score, seen.parts)
        return seen

    return [(predicate, weighed(predicate, seen)) for predicate, seen in predicates]


def _is_named_by_another(seen: Seen, here: Collection[str], of_others: Collection[str]) -> bool:
    """Tell whether the text around names a value, of which a sentence has but some words of a longer one: "deep blue".

    What stands there in full is that value, "deep red and grey", and no "deep blue" of the sentence before.
    """
    return "terms" in seen.parts and not _is_named_in_full(seen) and 0 < len(here) < len(of_others)


def _is_figure_named(seen: Seen) -> bool:
    """Tell whether a sentence has a figure beside a word for its column: "four-bedroom homes"."""
    return seen.is_said and seen.parts.get("beside", 0.0) > 0


def _is_named_around(predicate: Equals, seen: Seen) -> bool:
    """Tell whether the sentences or headlines around a claim have all words of a value: "the team" is the one there."""
    return predicate.column.is_text and "terms" in seen.parts and seen.parts.get("covered", 0.0) >= IN_FULL


def _is_counted_in_part(predicate: Equals, seen: Seen, counted: Collection[str]) -> bool:
    """Tell whether all that a sentence says of a value of several words are the nouns that its number counts."""
    words = _WORD.findall(predicate.literal.lower())
    matches = sum(word in counted for word in words)
    return 0 < matches < len(words) and 0 < seen.parts.get("words", 0.0) <= matches


def _is_named_in_full(seen: Seen) -> bool:
    return seen.is_said and seen.parts.get("beside", 1.0) > 0


def _is_named(seen: Seen) -> bool:
    """Tell whether a sentence names a value: in full, by another word for it, as a flag or as a level."""
    return (
        _is_named_in_full(seen)
        or (seen.parts.get("covered", 0.0) >= IN_FULL and seen.parts.get("here", 1.0) > 0)
        or not {"flag", "level"}.isdisjoint(seen.parts)
    )
