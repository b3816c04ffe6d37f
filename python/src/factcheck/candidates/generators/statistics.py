"""Statistics that have a name: quantiles, correlations, standard scores."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations, permutations, product

from factcheck.candidates.cue import Cue
from factcheck.candidates.deviations_said import is_of_population
from factcheck.catalogue.derived import DerivedColumn
from factcheck.catalogue.schema import Column
from factcheck.queries.correlation import Correlation
from factcheck.queries.functions.extremes import MAX, MIN
from factcheck.queries.functions.stddev import STDDEV, STDDEV_POP
from factcheck.queries.functions.sums import AVG
from factcheck.queries.quantile import Quantile
from factcheck.queries.query import Measure, Query
from factcheck.queries.regression import EXPLAINED, INTERCEPT, SLOPE, LineStatistic, Regression
from factcheck.queries.standard_score import StandardScore
from factcheck.weights.weights import WEIGHTS

_COLUMNS = 3
_CORRELATED = 6
_APART = 4.0
"""What two columns weigh that a word each names, beside two that have one word in common."""

_PERCENTILE = re.compile(r"\b(\d\d?(?:\.\d+)?)(?:st|nd|rd|th)? ?- ?percentile|\b(\d\d?)(?:st|nd|rd|th)? percentile\b")
_QUARTILES = re.compile(r"\b(?:(first|lower|bottom|1st|q1)|(third|upper|top|3rd|q3))(?: |-|\b)?(?:quartiles?\b)?")
_FIRST_END = re.compile(r"[-−]?\d[\d.,]*(?: ?[a-z%]{1,12})?(?: ?[-–]| to| and| ,)$")
_TOP = re.compile(r"\b(top|bottom|highest|lowest|richest|poorest) (\d\d?(?:\.\d+)?) ?(?:%|percent)")
_BETWEEN_QUARTILES = re.compile(r"\b(?:inter-?quartile range|iqr)\b(?:[a-z ,:(\[]| is| was){0,20}$")
"""Before the lower quartile, or before both: "an interquartile range of 45 to 65"."""
_R_SQUARED = re.compile(r"\b(?:adjusted )?(?:r ?- ?squared?|r ?2|r ?²|coefficient of determination)\b[^.;]{0,30}\Z")
_OF_VARIATION = re.compile(r"(?:%|percent)? ?of (?:the )?(?:[a-z'’ ]{0,40} )?(?:variation|variance|variability)\b")
_EQUATION = re.compile(r"= ?[-−–]? ?[\d.]* ?[-+−–] ?[\d.]* ?[×*x·] ?[a-z(]")
_TIMES = re.compile(r"[×*x·] ?[a-z(]")
_SLOPES = frozenset("slope slopes gradient coefficient".split())
_INTERCEPTS = frozenset({"intercept", "intercepts"})
_MINUS = ("-", "−", "–")
_NEAR = 60
_PERCENT = 100
_DEVIATIONS = re.compile(r"^(?:sds?|standard deviations?|sigmas?) (above|below|from|over|under)")


def quantiles(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Ask for the quantile that the sentence names: "the 90th percentile", "the top 10 % earn more than 80,000"."""
    percents = list(_percents(cue))
    kind = cue.kind_score("quantile", 1.0) if percents else 0.0
    for column in cue.amounts[:_COLUMNS] if kind else ():
        table = cue.table(column)
        for chosen in cue.sets(without=(column,)):
            rows = cue.aggregate(Measure(AVG, column), table, chosen.predicates)
            if rows is None:
                continue
            score = kind * cue.column_score(table, column) * chosen.score
            yield from ((Quantile(column, percent, rows.selection), score) for percent in percents)


def _percents(cue: Cue) -> Iterator[Decimal]:
    text = f"{cue.words.text_before()} {cue.words.text_after()}"
    for match in _PERCENTILE.finditer(text):
        yield Decimal(match[1] or match[2])
    for match in _QUARTILES.finditer(text):
        if "quartile" in match[0] or match[0].strip() in {"q1", "q3"}:
            yield Decimal(25 if match[1] else 75)
    for match in _TOP.finditer(text):
        share = Decimal(match[2])
        yield 100 - share if match[1] in {"top", "highest", "richest"} else share
    if _BETWEEN_QUARTILES.search(_without_first_end(cue.words.text_before())):
        yield from (Decimal(25), Decimal(75))


def _without_first_end(before: str) -> str:
    """Return the words before a number without those of the lower end of its range: "from 45 to"."""
    return _FIRST_END.sub("", before)


_COEFFICIENT = re.compile(r"\b(?:r|rho|ρ)\s?=")
"""The sign of the coefficient, before the number or one of the same sentence: "wing and weight (r = 0.93)"."""


def correlations(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Correlate the columns that a sentence about a correlation names."""
    is_told = _COEFFICIENT.search(cue.words.text_before()) is not None
    weight = max(cue.words.weight({"correlation", "correlate", "correlated", "coefficient", "pearson"}), float(is_told))
    is_coefficient = cue.number.unit == "plain" and abs(cue.number.value) <= 1
    if not weight or not is_coefficient:
        return
    kind = cue.kind_score("correlation", weight)
    # what is worked out from columns has their words, too, and would take their places
    stored = sorted(cue.amounts, key=lambda column: isinstance(column, DerivedColumn) and not column.is_declared)
    pairs = dict.fromkeys(combinations(stored[:_CORRELATED], 2), 1.0)
    pairs |= dict.fromkeys(_named_apart(cue, stored), _APART)
    for (one, other), fit in pairs.items():
        table = cue.table(one)
        for chosen in cue.sets(without=(one, other)) if _stored(one).isdisjoint(_stored(other)) else ():
            rows = cue.aggregate(Measure(AVG, one), table, chosen.predicates, other)
            if rows is not None:
                scores = (cue.column_score(cue.table(column), column) for column in (one, other))
                yield Correlation(one, other, rows.selection), kind * fit * min(scores) * chosen.score


def regressions(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Fit a line to two columns that the sentence names, where it tells a slope, an intercept or what is explained."""
    said = _line_said(cue)
    if said is None:
        return
    statistic, weight = said
    is_percent = cue.number.unit == "percent"
    if is_percent and statistic != EXPLAINED:
        return
    is_less = cue.number.value > 0 and cue.words.text_before().endswith(_MINUS)  # "24.3 - 0.0431 × income"
    factor = _PERCENT if is_percent else -1 if is_less else 1
    kind = cue.kind_score("regression", weight)
    stored = sorted(cue.amounts, key=lambda column: isinstance(column, DerivedColumn) and not column.is_declared)
    pairs = dict.fromkeys(permutations(stored[:_CORRELATED], 2), 1.0)
    pairs |= {pair: _APART for one in _named_apart(cue, stored) for pair in (one, one[::-1])}
    for (response, predictor), fit in pairs.items():
        if response.table_id != predictor.table_id or not _stored(response).isdisjoint(_stored(predictor)):
            continue
        table = cue.table(response)
        for chosen in cue.sets(without=(response, predictor)):
            rows = cue.aggregate(Measure(AVG, response), table, chosen.predicates, predictor)
            if rows is not None:
                score = min(cue.column_score(table, column) for column in (response, predictor))
                line = Regression(response, predictor, statistic, rows.selection, factor)
                yield line, kind * fit * score * chosen.score


def _line_said(cue: Cue) -> tuple[LineStatistic, float] | None:
    """Return what the words near a number say that it is of a line, with their weight; None where they do not."""
    words, before = cue.words, cue.words.text_before()
    if _R_SQUARED.search(before[-_NEAR:]) or _OF_VARIATION.match(words.text_after()):
        return EXPLAINED, 1.0
    if "=" in before and _EQUATION.search(f"{before} {words.text_after()}"):
        return (SLOPE if _TIMES.match(words.text_after()) else INTERCEPT), 1.0
    named = [(at, SLOPE) for at in words.find(_SLOPES)] + [(at, INTERCEPT) for at in words.find(_INTERCEPTS)]
    nearest = [(at, statistic) for at, statistic in named if words.claimed and at < words.claimed[0]] or named
    if not nearest:
        return None
    statistic = max(nearest)[1]
    return statistic, words.nearby_weight(_SLOPES if statistic == SLOPE else _INTERCEPTS)


def _named_apart(cue: Cue, columns: Sequence[Column]) -> Iterator[tuple[Column, Column]]:
    """Yield two columns that two words name, in the order of ``columns``: "distance", and one of many of "delay"."""
    named: list[list[Column]] = []
    for token in cue.words.tokens:
        scores = cue.columns_named_by(token.text.lower(), token.lemma.lower()) if token.tag.startswith("NN") else {}
        best = max((scores.get(column.column_id, 0.0) for column in columns), default=0.0)
        of_word = [column for column in columns if best > 0 and scores.get(column.column_id, 0.0) == best]
        if of_word and of_word not in named:
            named.append(of_word)
    for first, second in combinations(named, 2):
        pairs = product(first, second) if set(first).isdisjoint(second) else ()
        yield from (pair if columns.index(pair[0]) < columns.index(pair[1]) else pair[::-1] for pair in pairs)


def _stored(column: Column) -> frozenset[Column]:
    """Return the stored columns of a column: what is worked out from another one goes together with it anyhow."""
    return frozenset(column.operands) if isinstance(column, DerivedColumn) else frozenset({column})


def standard_scores(cue: Cue) -> Iterator[tuple[Query, float]]:
    """Say how many standard deviations an extreme lies above or below the average."""
    match = _DEVIATIONS.match(cue.words.text_after())
    if match is None:
        return
    kind, is_below = cue.kind_score("standard_score", 1.0), match[1] in {"below", "under"}
    of_sample = WEIGHTS.function.sample_for_all if is_of_population(cue.words) else 1.0
    for column in cue.amounts[:_COLUMNS]:
        table = cue.table(column)
        for chosen in cue.sets(without=(column,)):
            value, average = (
                cue.aggregate(Measure(function, column), table, predicates)
                for function, predicates in ((MIN if is_below else MAX, chosen.predicates), (AVG, ()))
            )
            for function, factor in ((STDDEV, of_sample), (STDDEV_POP, 1.0)):
                deviation = cue.aggregate(Measure(function, column), table, ())
                if value is not None and average is not None and deviation is not None:
                    score = kind * factor * cue.column_score(table, column) * chosen.score
                    yield StandardScore(value, average, deviation, is_below), score
