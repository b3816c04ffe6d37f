"""Sentences that speak of an extreme in other words than "highest" and "lowest": "the wettest", "more than anybody"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from factcheck.candidates.bounds_of_all import bound_of_all, singled_out
from factcheck.candidates.claim_words import ClaimWords
from factcheck.candidates.generators.comparing_words import LESS
from factcheck.candidates.statements.words_of_measures import attribute_of
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.function import AggregationFunction
from factcheck.retrieval.relevance import Relevance

_MORE_THAN_ALL = re.compile(
    r"\b(?P<more>more|less|fewer)\b[^.;:]*?\bthan\s(?:any(?:one|body)|every(?:one|body)|any\sother|all\s(?:the\s)?others?)\b"
    r"|\b(?P<nobody>nobody|no\sone|none|no\sother\s\w+)\b[^.;:]*?\b(?P<than_one>more|less|fewer|[a-z]{2,}er)\b[^.;:]*?\bthan\b"
    r"|\b(?P<never>never)\b[^.;:]*?\b(?P<beyond>exceed(?:ed|s|ing)?|surpass(?:ed|es|ing)?|above|over|below|under)\b",
    re.IGNORECASE,
)


def with_extremes_asked(relevance: Relevance, words: ClaimWords) -> Relevance:
    """Return what a claim's words find, where a comparison with all others or another superlative asks for an extreme.

    It speaks for the function as a keyword of it does.
    """
    raised: dict[AggregationFunction, float] = {}
    for function, weight in (*_superlatives(words), *_of_all(words), *_bounds(words)):
        raised[function] = max(weight, raised.get(function, relevance.functions.get(function, 0.0)))
    functions: Mapping[AggregationFunction, float] = {**relevance.functions, **raised}
    return replace(relevance, functions=functions) if raised else relevance


def _superlatives(words: ClaimWords) -> list[tuple[AggregationFunction, float]]:
    """Return the functions that superlatives of adjectives ask for that are no keywords: "the wettest day"."""
    found = []
    for token in words.tokens:
        word = token.text.lower()
        nouns, is_much = attribute_of(token.lemma.lower())
        if token.tag == "JJS" and nouns and word not in MIN.keywords | MAX.keywords:
            found.append((MIN if is_much is False else MAX, words.weight({word})))
    return found


def _bounds(words: ClaimWords) -> list[tuple[AggregationFunction, float]]:
    """Return the extreme that a number is since all stay on one side of it, or since one is singled out by it.

    "No car gets less than 12", "one car has 21 seats".
    """
    bound = bound_of_all(words)
    bounds = [*([] if bound is None else [bound]), *singled_out(words)]
    return [
        (MAX if each.is_greatest else MIN, words.weight({words.tokens[each.index].text.lower()})) for each in bounds
    ]


def _of_all(words: ClaimWords) -> list[tuple[AggregationFunction, float]]:
    text = " ".join(token.text for token in words.tokens)
    return [
        (MIN if word in LESS else MAX, words.weight({word, (match["nobody"] or match["never"] or "").lower()}))
        for match in _MORE_THAN_ALL.finditer(text)
        for word in [(match["more"] or match["than_one"] or match["beyond"]).lower()]
    ]
