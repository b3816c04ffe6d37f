"""What common adjectives and verbs measure, and which end of it they mean."""

from __future__ import annotations

from collections.abc import Collection

from factcheck.words.attributes import attributes_of
from factcheck.words.identifiers import split_identifier
from factcheck.words.likeness import stem

_COUNTED = frozenset(
    "popular common frequent busy prevalent numerous prolific active peak frequently commonly often widely preferred "
    "used represented dominant utilised utilized ordered purchased sold bought chosen visited played listened "
    "widespread ubiquitous predominant prevailing main principal chief usual".split()
)
_RARE = frozenset(
    "rare quiet lazy idle dull calm slow uncommon infrequent scarce unpopular rarely seldom sparse".split()
)
_LOW = frozenset("low small little few less minor weak tiny poor slim thin narrow slow".split())
_SIZES = frozenset("large big great small huge little tiny strong weak top leading last first".split())

_PRAISE = frozenset(
    "performing successful impressive notable significant prominent important remarkable outstanding striking "
    "contributing favorite favourite".split()
)
"""What says that there is much of something, and of what as little as "top" does."""

_ALWAYS_KNOWN = frozenset("many much high great best good well bad able late early likely prone".split()) | {""}
_OF_PLACES = frozenset("large big small".split())
_PLACES = frozenset(
    "country countries nation nations city cities town towns village villages municipality municipalities".split()
)

_FORMS_OF: dict[str, tuple[str, ...]] = {
    **{verb: (verb, f"{verb}s", f"{verb}ed", f"{verb}ing", "paid") for verb in ("pay", "earn", "charge")},
    "make": ("make", "makes", "made", "making"),
    "sell": ("sell", "sells", "sold", "selling"),
    "buy": ("buy", "buys", "bought", "buying"),
    "spend": ("spend", "spends", "spent", "spending"),
}
_AMOUNTS_OF = {
    "pay": ("price", "rate", "fare", "fee", "cost", "charge", "salary", "wage"),
    "charge": ("price", "rate", "fare", "fee", "charge"),
    "earn": ("income", "salary", "wage", "pay", "earnings", "revenue"),
    "make": ("income", "salary", "wage", "pay", "earnings", "revenue"),
    "sell": ("sales", "revenue", "units", "quantity"),
    "buy": ("sales", "quantity", "units", "purchases"),
    "spend": ("spending", "expenditure", "amount", "purchases"),
}
"""What verbs of money are about where nothing else is said: "members pay the least"."""
_SAYING_NOTHING = frozenset("the a an of on in by average total".split())
_OF_TRAFFIC = frozenset({"busy", "quiet"})
_TRAFFIC = tuple(
    "passengers visitors visits traffic flights customers orders riders ridership entries trips departures arrivals "
    "vehicles shoppers footfall".split()
)
"""What comes and goes where it is busy."""

AVERAGES = frozenset("average mean avg typical typically averaging averaged averages means".split())
TOTALS = frozenset("total overall combined sum aggregate cumulative altogether totals".split())
MEDIANS = frozenset({"median", "medians"})
_AMOUNTS = frozenset("volume counts numbers totals".split())
NUMBERS = frozenset("number count amount quantity tally frequency".split())
_INTENSIVE = frozenset(
    "average avg mean rate ratio percent percentage pct share score price age height weight mass length width depth "
    "temperature temp density margin rank rating index expectancy speed per grade gpa level duration time distance "
    "balance salary income occupancy utilization utilisation probability satisfaction tenure experience value".split()
)
"""What says of one thing how much, so that adding it up says little."""


def attribute_of(adjective: str) -> tuple[tuple[str, ...], bool | None]:
    """Return the nouns for what an adjective measures, and whether it means much of it; None where it does not tell."""
    meant = next((each for each in attributes_of(adjective) if each.nouns), None)
    if meant is not None:
        return meant.nouns, meant.is_high
    if adjective in _LOW or adjective in _RARE:
        return (), False
    return (), None


def names_meant(adjective: str) -> frozenset[str]:
    """Return what names of columns may call what an adjective measures, in the singular: "temp" for "warm"."""
    of_end = [each for each in attributes_of(adjective) if each.nouns]
    return frozenset(stem(name) for each in of_end[:1] for name in (*each.nouns, *each.other_names))


def tells_its_end(adjective: str) -> bool:
    """Tell whether an adjective, or none, is known to mean much or little of what is measured."""
    known = _COUNTED | _LOW | _RARE | _SIZES | _PRAISE | _OF_TRAFFIC
    return adjective in known or adjective in _ALWAYS_KNOWN or attribute_of(adjective)[1] is not None


def nouns_meant(adjective: str, said: Collection[str]) -> tuple[str, ...]:
    """Return the nouns for what an adjective measures of what is ``said``: "large" means the population of places.

    What is busy may be told by those who come and go.
    """
    nouns, _ = attribute_of(adjective)
    if is_of_traffic(adjective):
        return _TRAFFIC
    if adjective == "many" and (verbs := _AMOUNTS_OF.keys() & set(said)):
        others = set(said) - _SAYING_NOTHING - {form for verb in verbs for form in _FORMS_OF[verb]}
        return () if others else _AMOUNTS_OF[min(verbs)]  # "pay the most tax" says itself what is measured
    return nouns if nouns or adjective not in _OF_PLACES or _PLACES.isdisjoint(said) else ("population",)


def is_of_traffic(adjective: str) -> bool:
    """Tell whether an adjective says how many come and go: "busy", "quiet"."""
    return adjective in _OF_TRAFFIC


def counts(adjective: str) -> bool:
    """Tell whether an adjective says how many there are: "popular", "rare"."""
    return adjective in _COUNTED or adjective in _RARE


def is_unsaid(adjective: str) -> bool:
    """Tell whether an adjective does not say what there is much of: "the most successful", or none stands there."""
    return not adjective or adjective in _PRAISE


def is_size(adjective: str) -> bool:
    """Tell whether an adjective says how large a group is, where nothing else is measured."""
    return adjective in _SIZES


def is_intensive(words: frozenset[str]) -> bool:
    """Tell whether a column of these words tells how much there is of each, rather than how much in all."""
    return not words.union(word.removesuffix("s") for word in words).isdisjoint(_INTENSIVE)


def is_cost(words: frozenset[str]) -> bool:
    """Tell whether a column tells what something costs: each, or all of it."""
    return not words.isdisjoint({"cost", "costs", "expense", "expenses"})


def is_called_by(name: str, nouns: Collection[str]) -> bool:
    """Tell whether one of some nouns is what a name is of: orders of order_count and orders_2019, not of order_items.

    The noun of a compound is its last one, and those before it are in the singular.
    """
    words = split_identifier(name)
    known = {stem(noun) for noun in nouns}
    found = next((index for index, word in enumerate(words) if stem(word) in known), None)
    if found is None:
        return False
    behind = words[found + 1 :]
    if stem(words[found]) == words[found]:
        return all(word in NUMBERS | TOTALS | _AMOUNTS or word.isdigit() for word in behind)
    return all(stem(word) == word for word in behind)
