"""Values that are small words, which no index has.

"Other: 12", "the Other category", "ads (98), other (103)", "grade A", and "owners" of a column with RENT and OWN.
"""

from __future__ import annotations

from collections.abc import Iterator

from factcheck.catalogue.schema import Column
from factcheck.claims.passage import Passage
from factcheck.nlp.parser import Token
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.words.identifiers import base_forms, split_identifier

_SMALL = frozenset("other others own both same off on in out up down all none more most few".split())
"""Words of the language that texts do not index, or whose plural alone they do, and that are values of data."""

_LETTERS = frozenset("a i s t".split())
"""Letters that are small words, too."""

_OWNING = frozenset({"own", "owner", "homeowner"})
"""Base forms of words for those of whom "own" is a value."""

_FORMS = {"other": "others", "others": "other"}
_KINDS = frozenset("category categories class classes group groups type types segment segments kind kinds".split())
"""Words behind which, or before which, a category stands."""

_QUOTES = frozenset("'\"“”‘’`")
_BEFORE_A_LABEL = frozenset(", ; | and • -".split())
_BEGINS_AMOUNT = frozenset("$€£₹₦0123456789~≈")
_BEHIND_A_LABEL = frozenset(": – — - | =".split())


def small_words(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns with few values to one that is a small word, where a sentence has it as a name."""
    values = [
        (column, value)
        for column in cue.columns
        if column.is_text
        for value in cue.values.get(column.column_id, ())
        if value.lower() in _SMALL | _LETTERS
    ]
    found: dict[Predicate, Seen] = {}
    for passage in cue.words.passages if values else ():
        for index, token in enumerate(passage.tokens):
            is_small = token.text.lower() in _SMALL | _LETTERS or token.lemma.lower() in _OWNING
            for column, value in values if is_small and index not in passage.own else ():
                if not (_owns(token, value) or _is_called_so(passage, index, column, value)):
                    continue
                weight = max(passage.weights[index], _of_neighbours(passage, index))
                seen = cue.seen("terms", weight, column)
                said = float(passage.is_own)
                parts = {**seen.parts, "covered": 1.0, "said": said, "here": said, "words": 1.0, "at": float(index)}
                predicate = Equals(column, value)
                if predicate not in found or found[predicate].score < seen.score:
                    found[predicate] = Seen(seen.score, parts)
    yield from sorted(found.items(), key=lambda pair: -pair[1].score)


def _owns(token: Token, value: str) -> bool:
    """Tell whether a word says that somebody owns something, and not whose own it is, of a value "own"."""
    is_said = token.lemma.lower() in _OWNING and token.tag.startswith(("VB", "NN"))
    return is_said and value.lower() == "own"


def _of_neighbours(passage: Passage, index: int) -> float:
    """Return the greatest weight of the words beside one that has none of its own."""
    return max(passage.weights[max(0, index - 1) : index + 2], default=0.0)


def _is_called_so(passage: Passage, index: int, column: Column, value: str) -> bool:
    """Tell whether a word is the name of a value: in quotes, in capitals, as a label, or beside a word for its kind."""
    word, is_letter = passage.tokens[index].text, len(value) == 1
    if value.lower() not in {word.lower(), _FORMS.get(word.lower(), "")} or (is_letter and word != value):
        return False
    before = passage.tokens[index - 1].text if index else ""
    following = passage.tokens[index + 1].text if index + 1 < len(passage.tokens) else ""
    kinds = _KINDS | {form for part in split_identifier(column.name) for form in base_forms(part)}
    is_name = word[:1].isupper() and (index > 0 or (word.isupper() and not is_letter))
    is_of_kind = (following.lower() in kinds and (is_name or not is_letter)) or (is_name and before.lower() in kinds)
    is_quoted = before in _QUOTES and following in _QUOTES
    if is_quoted or is_of_kind or _is_a_label(passage, index):
        return True
    is_last = not following or not following[0].isalpha() or following.islower()
    return is_name and not is_letter and word == value and is_last and before not in {"", ".", ":"}


def _is_a_label(passage: Passage, index: int) -> bool:
    """Tell whether a word is the label of what is told behind it: "Other: 12", "ads (98), other (103)"."""
    before = passage.tokens[index - 1].text if index else ""
    following, then = ([each.text for each in passage.tokens[index + 1 : index + 3]] + ["", ""])[:2]
    is_told = following in _BEHIND_A_LABEL or (following == "(" and then[:1] != "" and then[0] in _BEGINS_AMOUNT)
    return is_told and (not index or before in _BEFORE_A_LABEL)
