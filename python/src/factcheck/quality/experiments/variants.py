"""What the experiments vary: each variant is a check of the same documents with something changed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum

from factcheck.claims.keywords import ALL_SOURCES, KeywordSource
from factcheck.settings import Settings
from factcheck.weights.reranking import NEUTRAL


class Experiment(Enum):
    """The experiments, by the name that chooses them."""

    MODEL = "table-1"
    THEME = "figure-5"
    DEPTH = "figure-6"
    KEYWORDS = "figure-7"
    P_TRUE = "figure-8"
    PROCESSING = "figure-9"
    TIME = "table-2"


@dataclass(frozen=True, slots=True)
class Variant:
    """Settings changed, keyword sources used, and whether errors are written into the document first.

    ``with_synonyms`` is about the dictionary's synonyms of column names and of the claims' words, ``with_reranking``
    about whether the likely readings are ordered anew.
    """

    settings: tuple[tuple[str, int | float], ...] = ()
    sources: frozenset[KeywordSource] = ALL_SOURCES
    with_synonyms: bool = True
    is_corrupted: bool = False
    with_reranking: bool = True

    @property
    def changes_inference_only(self) -> bool:
        """Whether it can be inferred from the evaluated candidates of the default check of the same document."""
        names = {name for name, _ in self.settings}
        is_usual = self.sources == ALL_SOURCES and self.with_synonyms
        return is_usual and names <= _OF_INFERENCE and self != DEFAULT

    def apply(self, settings: Settings) -> Settings:
        """Return the settings of a check of this variant."""
        changed: Settings = replace(settings, **dict(self.settings))  # type: ignore[arg-type]
        if self.with_reranking:
            return changed
        return replace(changed, weights=replace(changed.weights, reranking=NEUTRAL))


_OF_INFERENCE = frozenset({"p_true", "em_rounds"})
DEFAULT = Variant()


def changed(**settings: float) -> Variant:
    """Make a variant; settings given their default are left out, so that equal variants run once."""
    usual = Settings()
    kept = tuple((name, value) for name, value in sorted(settings.items()) if getattr(usual, name) != value)
    return Variant(kept)


MODEL_STEPS = {
    "relevance scores": replace(changed(p_true=0.5, em_rounds=1), with_reranking=False),
    "+ evaluation results": replace(changed(em_rounds=1), with_reranking=False),
    "+ learned priors": Variant(with_reranking=False),
    "+ re-ranking": DEFAULT,
}
"""Table 1, and what follows there.  With ``p_true`` = 0.5 it says nothing whether a query's result matches."""

_SENTENCE = frozenset({KeywordSource.CLAIM_SENTENCE})
_PARAGRAPH = _SENTENCE | {KeywordSource.PARAGRAPH_START}
_PREVIOUS = _PARAGRAPH | {KeywordSource.PREVIOUS_SENTENCE}
KEYWORD_STEPS = {
    "claim sentence": Variant(sources=_SENTENCE, with_synonyms=False),
    "+ paragraph start": Variant(sources=_PARAGRAPH, with_synonyms=False),
    "+ previous sentence": Variant(sources=_PREVIOUS, with_synonyms=False),
    "+ synonyms": Variant(sources=_PREVIOUS),
    "+ headlines": DEFAULT,
}
"""Figure 7: each step adds a source of keywords to those before it."""

P_TRUE = (0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 0.999999)
"""Figure 8."""

PROCESSING = {"predicates_per_claim": (1, 5, 10, 20, 40, 60), "columns_per_claim": (1, 3, 6, 12, 24)}
"""Figure 9: hits retrieved and aggregation columns considered, by the settings that limit them."""


def variants(experiments: Collection[Experiment]) -> tuple[Variant, ...]:
    """Return the variants that the experiments need, each once; the default always comes first."""
    wanted = [DEFAULT]
    if Experiment.MODEL in experiments:
        wanted += MODEL_STEPS.values()
    if Experiment.KEYWORDS in experiments:
        wanted += KEYWORD_STEPS.values()
    if Experiment.P_TRUE in experiments:
        natural = [changed(p_true=p_true) for p_true in P_TRUE]
        wanted += [*natural, *(replace(variant, is_corrupted=True) for variant in natural)]
    if Experiment.PROCESSING in experiments:
        wanted += _PROCESSING
    return tuple(dict.fromkeys(wanted))


_PROCESSING = [changed(**{setting: value}) for setting, values in PROCESSING.items() for value in values]
