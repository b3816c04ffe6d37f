"""Logistic models of whether an instance is of a category: those of the paper, numbered 0 to 6, and ours.

The paper is Roussinov and Turetken, Semantic Verification in an Online Fact Seeking Environment (CIKM 2007).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from factcheck.categories.text.evidence import DocumentCounts, Known, Pair
from factcheck.categories.text.likeness import Likeness
from factcheck.categories.text.patterns import PATTERN_COUNT
from factcheck.categories.text.phrases import head_of, singular_phrase
from factcheck.weights.logistic import fit_logistic

Floats = npt.NDArray[np.float64]
_MATCHES = [f"m{number}" for number in range(1, PATTERN_COUNT + 1)]
_LEAST_COUNT = 0.5
"""Stands in for a document count of 0 in a logarithm; a pair that no text holds is scored 0 anyway."""

PAPER_FEATURES: dict[str, tuple[str, ...]] = {
    "0": (),
    "1": (*_MATCHES, "df_a", "df_c", "df_ac"),
    "2": ("log_m", "log_df_a", "log_df_c", "log_df_ac"),
    "3": (*_MATCHES, "log_df_a", "log_df_c", "log_df_ac"),
    "4": ("df_a", "df_c", "df_ac", "log_m"),
    "5": ("df_a", "df_c", "log_m"),
    "6": ("df_ac", "log_m"),
}
_LEAST_ANCESTRY = 1e-4
_OF_WORDNET = tuple(
    "wordnet wordnet_of_head wordnet_against wordnet_reversed wordnet_distance wordnet_alike wordnet_unknown"
    " name_fit".split()
)
_OF_MANY_PAIRS = (
    "definitions_log",
    "definitions_by_width",
    "smoothed_cosine",
    "smoothed_by_width",
    "category_width_squared",
    "category_norm",
    "category_norm_by_width",
    "category_as_instance",
    "category_definitions",
    "kinds_shared",
    "kinds_beyond",
    "kinds_shared_by_beyond",
    "smoothed_reversed",
)
_OF_COLUMNS = ("columns", "columns_know")
_OF_EMBEDDINGS = ("embedded_alike", "embedded_beyond_instance", "embedded_beyond_category")
_NO_LIKENESS = Likeness(0.0, 0.0, 0.0)


class Evidence(NamedTuple):
    """All that may speak for a pair.

    ``columns`` is the log-odds that the database's columns give, None without any; ``likeness`` is that of the
    embeddings, None where no model asks for it.
    """

    pair: Pair
    known: Known
    documents: DocumentCounts | None = None
    columns: float | None = None
    likeness: Likeness | None = None


def paper_features(evidence: Evidence, names: Sequence[str]) -> list[float]:
    """Return the variables of a model of the paper for a pair."""
    pair, known, documents = evidence.pair, evidence.known, evidence.documents
    matches = [0.0] * PATTERN_COUNT
    for instance in pair.instances:
        of_instance = known.matches(instance, pair.category, is_exact=True)
        matches = [max(a, b) for a, b in zip(matches, of_instance, strict=True)]
    values = {f"m{number}": count for number, count in enumerate(matches, 1)}
    values["log_m"] = math.log1p(sum(matches))
    counts = documents or DocumentCounts(0, 0, 0)
    for name, count in (("df_a", counts.instance), ("df_c", counts.category), ("df_ac", counts.both)):
        values[name] = float(count)
        values[f"log_{name}"] = math.log(max(count, _LEAST_COUNT))
    return [values[name] for name in names]


def _best(values: Sequence[float]) -> float:
    return max(values, default=0.0)


def _vector_product(known: Known, instance: str, category: str) -> float | None:
    left, right = known.phrase(instance).as_instance, known.phrase(category).as_category
    return None if left is None or right is None else float(left @ right)


def _vector_cosine(known: Known, instance: str, category: str) -> float | None:
    """Return how alike instance and category are as instances: what they are is said alike of animal and of beast."""
    left, right = known.phrase(instance).as_instance, known.phrase(category).as_instance
    if left is None or right is None:
        return None
    norms = float(np.linalg.norm(left) * np.linalg.norm(right))
    return float(left @ right) / norms if norms > 0 else None


def _matches_of(evidence: Evidence, category: str, *, is_exact: bool) -> float:
    return _best([sum(evidence.known.matches(name, category, is_exact=is_exact)) for name in evidence.pair.instances])


def _reversed_matches(evidence: Evidence) -> float:
    pair = evidence.pair
    return _best([sum(evidence.known.matches(pair.category, name, is_exact=False)) for name in pair.instances])


def _smoothed(evidence: Evidence) -> float | None:
    pair = evidence.pair
    for category in pair.categories:
        products = [_vector_product(evidence.known, name, category) for name in pair.instances]
        known = [product for product in products if product is not None]
        if known:
            return max(known)
    return None


def _smoothed_cosine(evidence: Evidence) -> float:
    """Return the smoothed strength of a pair, whatever the lengths of both vectors are."""
    pair, known = evidence.pair, evidence.known
    cosines = []
    for name in pair.instances:
        for category in pair.categories:
            left, right = known.phrase(name).as_instance, known.phrase(category).as_category
            if left is not None and right is not None:
                norms = float(np.linalg.norm(left) * np.linalg.norm(right))
                cosines.append(float(left @ right) / norms if norms > 0 else 0.0)
    return max(cosines, default=0.0)


def _category_norm(evidence: Evidence) -> float:
    """Return the length of the category's vector: long for categories of many kinds of things."""
    vector = evidence.known.phrase(evidence.pair.categories[-1]).as_category
    return 0.0 if vector is None else float(np.linalg.norm(vector))


def _category_width(evidence: Evidence) -> float:
    return math.log1p(evidence.known.phrase(evidence.pair.categories[-1]).n_instances)


def _definitions_log(evidence: Evidence) -> float:
    return math.log(_ancestry(evidence, evidence.pair.instances) + _LEAST_ANCESTRY)


def _cosine(evidence: Evidence) -> float:
    pair = evidence.pair
    cosines = [_vector_cosine(evidence.known, name, pair.categories[-1]) for name in pair.instances]
    return _best([cosine for cosine in cosines if cosine is not None])


def _ancestry(evidence: Evidence, instances: Sequence[str]) -> float:
    return _best(
        [
            evidence.known.ancestors(name).get(category, 0.0)
            for name in instances
            for category in evidence.pair.categories
        ]
    )


def _reversed_ancestry(evidence: Evidence) -> float:
    above = evidence.known.ancestors(evidence.pair.categories[-1])
    return _best([above.get(name, 0.0) for name in evidence.pair.instances])


def _kinds(evidence: Evidence, names: Sequence[str]) -> dict[str, float]:
    """Return what names are kinds of by definitions, they themselves among it."""
    kinds = dict.fromkeys(names, 1.0)
    for name in names:
        for kind, strength in evidence.known.ancestors(name).items():
            kinds[kind] = max(kinds.get(kind, 0.0), strength)
    return kinds


def _share_within(kinds: Mapping[str, float], others: Mapping[str, float]) -> float:
    """Return which share of the strengths of some kinds others have too."""
    total = sum(kinds.values())
    return sum(min(strength, others.get(kind, 0.0)) for kind, strength in kinds.items()) / total if total else 0.0


def _kinds_shared(evidence: Evidence) -> float:
    """Return the share of what the category is a kind of that the instance is a kind of, too: a dog is an animal."""
    category = evidence.pair.categories[-1]
    above = {kind: strength for kind, strength in _kinds(evidence, [category]).items() if kind != category}
    return _share_within(above, _kinds(evidence, evidence.pair.instances))


def _kinds_beyond(evidence: Evidence) -> float:
    """Return the share of what the instance is a kind of that the category is, too: high for two of the same kind."""
    names = evidence.pair.instances
    above = {kind: strength for kind, strength in _kinds(evidence, names).items() if kind not in names}
    return _share_within(above, _kinds(evidence, [evidence.pair.categories[-1]]))


def _category_as_instance(evidence: Evidence) -> float:
    """Return the length of the category's vector as an instance: short for what hardly any text says the kind of."""
    vector = evidence.known.phrase(evidence.pair.categories[-1]).as_instance
    return 0.0 if vector is None else float(np.linalg.norm(vector))


def _smoothed_reversed(evidence: Evidence) -> float:
    """Return the smoothed strength of the pair the other way round, whatever the lengths of the vectors are."""
    left = evidence.known.phrase(evidence.pair.categories[-1]).as_instance
    for name in evidence.pair.instances:
        right = evidence.known.phrase(name).as_category
        if left is not None and right is not None:
            norms = float(np.linalg.norm(left) * np.linalg.norm(right))
            return float(left @ right) / norms if norms > 0 else 0.0
    return 0.0


def _mentions(evidence: Evidence) -> float:
    """Return how many definitions of the instance name the category, anywhere."""
    known, pair = evidence.known, evidence.pair
    return float(
        max(known.mentions.get((name, category), 0) for name in pair.instances for category in pair.categories)
    )


def _mentions_share(evidence: Evidence) -> float:
    defined = max(evidence.known.definitions.get(name, 0) for name in evidence.pair.instances)
    return min(1.0, _mentions(evidence) / max(1, defined))


def _head_forms(pair: Pair) -> tuple[str, ...]:
    head = head_of(pair.instance)
    return tuple(dict.fromkeys((head, singular_phrase(head)))) if head and head != pair.instance else ()


def _wordnet_steps(evidence: Evidence, instances: Sequence[str]) -> list[int]:
    kinds = evidence.known.kinds
    return [
        kinds[name][category]
        for name in instances
        for category in evidence.pair.categories
        if name in kinds and category in kinds[name]
    ]


def _wordnet(evidence: Evidence) -> float:
    return float(bool(_wordnet_steps(evidence, evidence.pair.instances)))


def _wordnet_distance(evidence: Evidence) -> float:
    steps = _wordnet_steps(evidence, evidence.pair.instances)
    return 1 / (1 + min(steps)) if steps else 0.0


def _wordnet_against(evidence: Evidence) -> float:
    """Tell that WordNet has both and does not say that the one is a kind of the other."""
    pair, kinds = evidence.pair, evidence.known.kinds
    has_both = any(name in kinds for name in pair.instances) and pair.categories[-1] in kinds
    return float(has_both and not _wordnet(evidence))


def _wordnet_reversed(evidence: Evidence) -> float:
    above = evidence.known.kinds.get(evidence.pair.categories[-1], {})
    return float(any(name in above for name in evidence.pair.instances))


def _wordnet_alike(evidence: Evidence) -> float:
    """Return how rare the rarest kind is that both are of, 0 where WordNet lacks one (Resnik's similarity)."""
    kinds, category = evidence.known.kinds, evidence.pair.categories[-1]
    if category not in kinds:
        return 0.0
    of_category = {category, *kinds[category]}
    names = [name for name in evidence.pair.instances if name in kinds] or [
        name for name in _head_forms(evidence.pair) if name in kinds
    ]
    return _best(
        [evidence.known.rarities.get(kind, 0.0) for name in names for kind in of_category & kinds[name].keys()]
    )


def _wordnet_unknown(evidence: Evidence) -> float:
    names = (*evidence.pair.instances, *_head_forms(evidence.pair))
    return float(
        evidence.pair.categories[-1] not in evidence.known.kinds or not any(n in evidence.known.kinds for n in names)
    )


def _name_fit(evidence: Evidence) -> float:
    """Return the log-odds of how often what is of the category is written as the instance is: as a name, or not."""
    share = evidence.known.name_shares.get(evidence.pair.categories[-1])
    if share is None:
        return 0.0
    log_odds = math.log(share / (1 - share))
    return log_odds if evidence.pair.is_name else -log_odds


def _is_named_alike(evidence: Evidence) -> float:
    """Tell that the instance's own last word is the category's head: an art museum is a museum."""
    pair = evidence.pair
    return float(" " in pair.instance and head_of(pair.instance) == pair.categories[-1])


def _is_known(evidence: Evidence) -> float:
    pair, known = evidence.pair, evidence.known
    return float(any(known.phrase(name).n_categories for name in pair.instances))


FULL_FEATURES: dict[str, Callable[[Evidence], float]] = {
    "exact_matches": lambda e: math.log1p(_matches_of(e, e.pair.category, is_exact=True)),
    "matches": lambda e: math.log1p(_matches_of(e, e.pair.category, is_exact=False)),
    "matches_of_head": lambda e: math.log1p(_matches_of(e, e.pair.categories[-1], is_exact=False)),
    "matches_reversed": lambda e: math.log1p(_reversed_matches(e)),
    "definitions": lambda e: _ancestry(e, e.pair.instances),
    "definitions_log": _definitions_log,
    "definitions_by_width": lambda e: _definitions_log(e) * _category_width(e),
    "definitions_of_head": lambda e: _ancestry(e, _head_forms(e.pair)),
    "definitions_reversed": _reversed_ancestry,
    "mentions": lambda e: math.log1p(_mentions(e)),
    "mentions_share": _mentions_share,
    "smoothed": lambda e: max(0.0, _smoothed(e) or 0.0),
    "smoothed_log": lambda e: math.log(max(_smoothed(e) or 0.0, 0.001)),
    "smoothed_unknown": lambda e: float(_smoothed(e) is None),
    "smoothed_cosine": _smoothed_cosine,
    "smoothed_by_width": lambda e: _smoothed_cosine(e) * _category_width(e),
    "alike": _cosine,
    "named_alike": _is_named_alike,
    "category_width": _category_width,
    "category_width_squared": lambda e: _category_width(e) ** 2,
    "category_norm": _category_norm,
    "category_norm_by_width": lambda e: _category_norm(e) * _category_width(e),
    "category_as_instance": _category_as_instance,
    "category_definitions": lambda e: math.log1p(sum(e.known.heads.get(e.pair.categories[-1], {}).values())),
    "kinds_shared": _kinds_shared,
    "kinds_beyond": _kinds_beyond,
    "kinds_shared_by_beyond": lambda e: _kinds_shared(e) * _kinds_beyond(e),
    "smoothed_reversed": _smoothed_reversed,
    "instance_width": lambda e: math.log1p(_best([e.known.phrase(name).n_instances for name in e.pair.instances])),
    "instance_kinds": lambda e: math.log1p(_best([e.known.phrase(name).n_categories for name in e.pair.instances])),
    "category_kinds": lambda e: math.log1p(e.known.phrase(e.pair.categories[-1]).n_categories),
    "instance_unknown": lambda e: 1.0 - _is_known(e),
    "wordnet": _wordnet,
    "wordnet_distance": _wordnet_distance,
    "wordnet_of_head": lambda e: float(bool(_wordnet_steps(e, _head_forms(e.pair)))),
    "wordnet_against": _wordnet_against,
    "wordnet_reversed": _wordnet_reversed,
    "wordnet_alike": _wordnet_alike,
    "wordnet_unknown": _wordnet_unknown,
    "name_fit": _name_fit,
    "columns": lambda e: e.columns or 0.0,
    "columns_know": lambda e: float(e.columns is not None),
    "embedded_alike": lambda e: (e.likeness or _NO_LIKENESS).cosine,
    "embedded_beyond_instance": lambda e: (e.likeness or _NO_LIKENESS).beyond_instance,
    "embedded_beyond_category": lambda e: (e.likeness or _NO_LIKENESS).beyond_category,
}


def _all_but(*left_out: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in FULL_FEATURES if not any(name in names for names in left_out))


MODELS: dict[str, tuple[str, ...]] = {
    **PAPER_FEATURES,
    "patterns": ("exact_matches", "matches", "matches_of_head"),
    "text": _all_but(_OF_WORDNET, _OF_COLUMNS, _OF_MANY_PAIRS, _OF_EMBEDDINGS),
    "full": _all_but(_OF_MANY_PAIRS, _OF_EMBEDDINGS),
    "semantic": _all_but(_OF_MANY_PAIRS),
    "text of words": _all_but(_OF_WORDNET, _OF_COLUMNS, _OF_EMBEDDINGS),
    "full of words": _all_but(_OF_EMBEDDINGS),
}


def has_embeddings(model: str) -> bool:
    """Tell whether a model asks for embeddings, which are optional."""
    return not set(_OF_EMBEDDINGS).isdisjoint(MODELS[model])


def features_of(evidence: Evidence, model: str) -> list[float]:
    """Return the features of a pair in a model."""
    if model in PAPER_FEATURES:
        return paper_features(evidence, PAPER_FEATURES[model])
    return [FULL_FEATURES[name](evidence) for name in MODELS[model]]


@dataclass(frozen=True, slots=True)
class CategoryModel:
    """A model with its weights."""

    model: str
    base: float
    weights: Mapping[str, float]

    def probability(self, evidence: Evidence, features: Sequence[float] | None = None) -> float | None:
        """Return the probability that the instance is of the category, None where nothing is known of either.

        ``features`` are those of the pair in the model, worked out where they are left out.

        In the models of the paper a pair that no text holds scores 0, unless no text holds the instance at all.
        """
        if self.model in PAPER_FEATURES:
            if self.model != "0" and evidence.documents is not None:
                if not evidence.documents.instance or not evidence.documents.category:
                    return None
                if not evidence.documents.both:
                    return 0.0
        elif not is_anything_known(evidence, needs_instance=not has_embeddings(self.model)):
            return None
        log_odds = self.base + sum(
            self.weights.get(name, 0.0) * value
            for name, value in zip(
                MODELS[self.model], features_of(evidence, self.model) if features is None else features, strict=True
            )
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))


def is_anything_known(evidence: Evidence, needs_instance: bool = True) -> bool:
    """Tell whether there is anything to judge a pair by: a name of its own, or texts, words or columns that have it.

    Where embeddings speak of the instance, whatever it is, the category is all that has to be known.
    """
    pair, known = evidence.pair, evidence.known
    instances = (*pair.instances, *_head_forms(pair))
    has_instance = any(
        known.phrase(name).n_categories or name in known.kinds or known.heads.get(name) for name in instances
    )
    has_category = any(
        known.phrase(name).n_instances or known.phrase(name).n_categories or name in known.kinds
        for name in pair.categories
    )
    return (
        evidence.columns is not None
        or bool(_is_named_alike(evidence))
        or (has_category and (has_instance or not needs_instance))
    )


def fit_model(model: str, features: Sequence[Sequence[float]], labels: Sequence[bool], pull: float) -> CategoryModel:
    """Fit a model to the features of labelled pairs, both labels weighing the same in all."""
    outcomes = np.array(labels, dtype=np.float64)
    if not (names := MODELS[model]):
        return CategoryModel(model, 0.0, {})
    design = np.array(features)
    share = outcomes.mean()
    weights = np.where(outcomes > 0, 0.5 / share, 0.5 / (1 - share))
    base, coefficients = fit_logistic(design, outcomes, weights, pull)
    return CategoryModel(model, base, dict(zip(names, map(float, coefficients), strict=True)))
