"""Which end of a measure is said: the highest or the lowest, much or little."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from factcheck.catalogue.schema import Column
from factcheck.questions.attributes import end_meant
from factcheck.questions.grammar import described
from factcheck.questions.linked import Linked
from factcheck.questions.looked_up import base_forms
from factcheck.questions.mentions import ColumnMention

_LOW = frozenset(
    "low small little few poor rare scarce lowest least fewest smallest minimum worst worse bottom min rarest rarer "
    "rarely seldom lower less fewer below".split()
)
_HIGH = frozenset(
    "high large great many strong highest most largest maximum best top biggest greatest max higher more above peak "
    "lead leads led".split()
)
_MUCH = frozenset("lot lots plenty loads tons".split())
_SAYS_HIGH = frozenset("most more much many lot lots plenty increasing rising well highly good better".split()) | _HIGH
_SAYS_LOW = frozenset("decreasing falling poorly bad badly weak hardly barely scarcely no without".split()) | _LOW


def end_of(linked: Linked, span: Sequence[int], columns: Sequence[ColumnMention]) -> bool | None:
    """Return which end a superlative or an adjective means."""
    adjectives = {
        mention.start: mention.is_high
        for mention in columns
        if mention.is_high is not None and not linked.tokens[mention.start].tag.startswith("VB")
    }
    end: bool | None = None
    is_reversed = False
    of_values = {index for each in linked.values for index in range(each.start, each.end)}
    for index in (i for i in sorted(span) if i not in of_values):  # small cars may have large engines
        word = linked.words[index]
        if word == "least" and index + 1 in adjectives:
            is_reversed = True
        elif index in adjectives:
            is_graded = linked.tokens[index].tag in {"JJS", "JJR", "RBS", "RBR"}
            said = adjectives[index] is not _is_made_less(linked, index)
            end = said if end is None or is_graded else end  # "the lowest paid"
        elif word in _LOW or linked.lemmas[index] in _LOW:
            end = False if end is None else end
        elif (word in _HIGH or linked.lemmas[index] in _HIGH) and not (word == "most" and index + 1 in adjectives):
            end = True if end is None else end
    if end is None:
        ends = (_graded_end(linked, i) for i in sorted(span) if i not in of_values)
        end = next((meant for meant in ends if meant is not None), None)
    return not end if is_reversed and end is not None else end


def _is_made_less(linked: Linked, adjective: int) -> bool:
    """Tell whether "less" stands behind an adjective that it belongs to: "is worth less"."""
    tokens = linked.tokens
    return any(
        linked.words[i] in {"less", "least"} and tokens[i].head == adjective for i in range(adjective + 1, len(tokens))
    )


def _graded_end(linked: Linked, index: int) -> bool | None:
    """Return the end that a superlative or a comparative means which names no column: "sleeps the longest".

    A comparative means the low end only where it is said to: "weaker winds".
    """
    token = linked.tokens[index]
    forms = [*base_forms(token)]
    if token.tag in {"JJR", "RBR"}:
        return False if not _SAYS_LOW.isdisjoint(forms) or any(end_meant(form) is False for form in forms) else None
    if token.tag not in {"JJS", "RBS"}:
        return None
    if not _SAYS_LOW.isdisjoint(forms):
        return False  # "the weakest scores"
    return next((end for form in forms if (end := end_meant(form)) is not None), True)


def have_ends(linked: Linked, measures: Collection[Column]) -> bool:
    """Tell whether a comparative or an adjective of size stands beside each of two measures."""
    mentions = [each for each in linked.columns if each.columns[0] in measures]
    is_asked = "which" in linked.words or any(each.tag in {"JJS", "RBS"} for each in linked.tokens)
    ended = {each.columns[0] for each in mentions if end_said(linked, each) is not None}
    return not is_asked and len(measures) == 2 == len(ended)


def end_said(linked: Linked, mention: ColumnMention) -> bool | None:
    """Return which end is said of a column: by an adjective that means it, or by one before its name."""
    if mention.is_high is not None:
        said = _said_before(linked, mention)  # "low pay"
        negated = "not" in linked.words[max(mention.start - 2, 0) : mention.start]
        return mention.is_high is not negated if said is None else said
    near = range(max(mention.start - 2, 0), mention.start)
    describing = (i for i in range(len(linked.tokens)) if described(i, linked.tokens) in range(*_span(mention)))
    tags = {"RB", "RBR", "JJR"} if linked.tokens[mention.start].tag.startswith("VB") else {"RB"}
    adverbs = (i for i, token in enumerate(linked.tokens) if token.head == mention.start and token.tag in tags)
    for index in (*reversed(near), *describing, *adverbs):
        word = linked.words[index]
        for form in (word, linked.lemmas[index]):
            if form in _SAYS_HIGH:
                return True
            if form in _SAYS_LOW:
                return False
        meant = next((end for form in base_forms(linked.tokens[index]) if (end := end_meant(form)) is not None), None)
        if meant is not None:
            return meant  # "long service", "heavy loads"
    if (amount := _amount_of(linked, mention.start)) is not None:
        return amount
    is_alone = mention.end - mention.start == 1
    is_said = is_alone and (_is_predicate(linked, mention.start) or _describes(linked, mention.start))
    return True if is_said or _is_lot_of(linked, mention) else None


def _said_before(linked: Linked, mention: ColumnMention) -> bool | None:
    """Return the end that an adjective of size says of a noun which by itself would mean much: "low pay"."""
    if not linked.tokens[mention.start].tag.startswith("NN"):
        return None
    sizes = (i for i, token in enumerate(linked.tokens) if token.head == mention.start and token.dependency == "amod")
    words = {form for i in sizes for form in (linked.words[i], *base_forms(linked.tokens[i]))}
    return False if words & _LOW else True if words & _HIGH else None


def _amount_of(linked: Linked, verb: int) -> bool | None:
    """Return the end that is said of the object of a verb which names a measure: "the more games it wins"."""
    token = linked.tokens[verb]
    if not token.tag.startswith("VB"):
        return None
    objects = {i for i, each in enumerate(linked.tokens) if each.head == verb and each.dependency == "dobj"}
    objects |= {token.head} if token.dependency == "relcl" else set()
    amounts = {linked.words[i] for i, each in enumerate(linked.tokens) if each.head in objects}
    return True if amounts & {"more", "many"} else False if amounts & {"fewer", "few", "less"} else None


def _is_predicate(linked: Linked, index: int) -> bool:
    """Tell whether an adjective is said of the subject, alone or with others: "which are urban"."""
    token = linked.tokens[index]
    at = token.head if token.dependency == "conj" else index
    return token.tag == "JJ" and linked.tokens[at].dependency == "acomp"


def _describes(linked: Linked, index: int) -> bool:
    """Tell whether an adjective that names a measure describes what has much of it: "fat items"."""
    token = linked.tokens[index]
    is_of_rows = token.head in linked.rows or linked.tokens[token.head].dependency.startswith("nsubj")
    return token.tag == "JJ" and token.dependency == "amod" and is_of_rows


def _span(mention: ColumnMention) -> tuple[int, int]:
    return mention.start, mention.end


def _is_lot_of(linked: Linked, mention: ColumnMention) -> bool:
    """Tell whether much of a column is said by a noun: "a lot of sleep"."""
    before = linked.words[max(mention.start - 2, 0) : mention.start]
    return len(before) == 2 and before[0] in _MUCH and before[1] == "of"
