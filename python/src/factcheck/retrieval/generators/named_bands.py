"""Bands that a sentence names as the data write them: "the 24–28s", "44 to 48", "the 65+"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from factcheck.catalogue.schema import Column
from factcheck.numbers.bands import Band, read_band, read_bands
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.named_values import own_passage
from factcheck.retrieval.generators.thresholds import AGES
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import split_identifier

_AMOUNT = r"[$€£]?\d+(?:,\d{3})*(?:\.\d+)?[kKmM]?"
_NAMED = re.compile(
    rf"(?<![\w.,/‐‑–—-])(?:between\s(?P<low>{_AMOUNT})\sand\s(?P<high>{_AMOUNT})|(?P<band>{_AMOUNT}(?:\s?[‐‑–—-]\s?|\sto\s){_AMOUNT}|{_AMOUNT}\s?\+))"
    r"(?:['’]?s)?(?![\w%/])",
    re.IGNORECASE,
)


def named_bands(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict columns of bands to those whose ends are those that the sentence writes."""
    passage = own_passage(cue)
    if passage is None:
        return
    found = list(_NAMED.finditer(passage.text))
    columns = list(_banded(cue)) if found else []
    for place in found:
        band = read_band(place["band"] or f"{place['low']}-{place['high']}")
        tokens = list(passage.within(*place.span()))
        if band is None or band.is_single or passage.own.intersection(tokens):
            continue
        weight = max(passage.weight(*place.span()), WEIGHTS.predicate.least_named)
        for column, bands in columns:
            literals = [literal for literal, other in bands.items() if other.says(band)]
            if len(literals) == 1:
                # the column counts in full, as where the same is told as a limit
                of_column = max(cue.column_scores.get(column.column_id, 0.0), _implied(column))
                parts = {"covered": 1.0, "said": 1.0, "words": float(len(tokens)), "at": float(tokens[0])}
                seen = Seen(weight + of_column, {"terms": weight, "column": of_column, **parts})
                yield Equals(column, literals[0]), seen


def _implied(column: Column) -> float:
    """Return what a column of ages scores at least: "the 24–28s" are of an age."""
    return 0.0 if AGES.isdisjoint(split_identifier(column.name)) else WEIGHTS.predicate.implied_age


def _banded(cue: PredicateCue) -> Iterator[tuple[Column, Mapping[str, Band]]]:
    """Yield the columns of text whose values are bands, with what each value says."""
    for column in cue.columns:
        bands = read_bands(cue.values.get(column.column_id, ())) if column.is_text else {}
        if bands:
            yield column, bands
