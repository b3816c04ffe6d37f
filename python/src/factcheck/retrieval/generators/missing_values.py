"""Values that are missing or present: "no rating", "unknown height", "have a recorded age"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.catalogue.schema import Column
from factcheck.claims.anaphora import stands_for_clause
from factcheck.claims.passage import Passage
from factcheck.queries.predicates.equals import Equals
from factcheck.queries.predicates.is_null import IsNull
from factcheck.queries.predicates.negation import Not
from factcheck.queries.predicates.one_of import OneOf
from factcheck.queries.predicates.predicate import Predicate
from factcheck.retrieval.generators.denied_verbs import denied_verbs, is_flag
from factcheck.retrieval.generators.named_values import columns_named, columns_told, own_passage
from factcheck.retrieval.generators.times import time_predicates
from factcheck.retrieval.predicate_cue import PredicateCue
from factcheck.retrieval.relevance import Seen
from factcheck.weights.weights import WEIGHTS
from factcheck.words.identifiers import TIMES_IN_NAMES, names_an_identifier, split_identifier
from factcheck.words.likeness import begin_alike
from factcheck.words.opposites import says_of, without_denial

_STATES = (
    r"recorded|noted|known|listed|given|reported|available|specified|defined|provided|stated|assigned|entered|filled"
)
_STATE = r"record|note|list|give|report|specify|provide|state|enter|log|fill\sin|write\sdown|mention|know"
_STATED = rf"{_STATES}|gave|left|knew|knows|wrote\sdown|told|measured|answered"
_FOUND_OUT = (
    r"calculated|computed|worked\sout|determined|derived|obtained|measured|ascertained|named|documented|disclosed|indicated"
    r"|on\s(?:record|file)"
)
"""What is said of a value that is there as well, and hardly of anything else behind an auxiliary verb."""
_MISSING_AROUND = re.compile(
    rf"\b(?:missing|unknown|unrecorded|unspecified|undefined|uncategori[sz]ed|unlisted|undisclosed|unreported|blank|empty|nulls?|absent"
    rf"|(?:nobody|no[-\s]one)\s(?:ever\s|has\s|had\s)?(?:{_STATED})"
    rf"|(?:not|never|n['’]t)\s(?:{_STATES}|{_STATE}|on\s(?:record|file))"
    rf"|(?:not|cannot|never|n['’]t)\s(?:be|been)\s(?:{_STATES}|{_FOUND_OUT})|(?:not|n['’]t)\sexist\sfor|(?:forg[eo]t(?:ten)?|fail(?:ed|s)?|neglect(?:ed|s)?)\sto\s(?:{_STATE})|(?:not|n['’]t)\s(?:have|contain))\b",
    re.IGNORECASE,
)
_MISSING_BEFORE = re.compile(
    rf"\b(?:no|without|lack(?:s|ed|ing)?|omit(?:s|ted)?)\b(?:\s(?:an?|any|the|{_STATES})\b)*", re.IGNORECASE
)
_PRESENT_BEFORE = re.compile(
    rf"\b(?:ha(?:ve|s|d|ving)|with|contain(?:s|ing)?|carr(?:y|ies|ied|ying)|bear(?:s|ing)?|g[ai]ve[ns]?|giving"
    r"|(?:provid|suppl|enter|submit|report|disclos|stat|nam)(?:y|e|s|t)?(?:ies|ed|ied|ted|ing)?)"
    rf"\s(?:(?:an?|the|some|their|his|her|its)\s(?:(?:{_STATES})\s)?|(?:{_STATES})\s)",
    re.IGNORECASE,
)
_PRESENT_AROUND = re.compile(
    rf"\b(?:non-missing|non-null|exist(?:s|ed)?\sfor"
    rf"|(?:is|are|was|were|(?:has|have|had)\sbeen|(?:can|could|may|might)\sbe)\s(?:{_STATES}|{_FOUND_OUT}))\b",
    re.IGNORECASE,
)
_DENIED_BEFORE = re.compile(r"\b(?:no|nobody|no[-\s]one|none|nothing|neither)\b[^.,;:]*\Z", re.IGNORECASE)
"""Before words for what is present that what is missing is meant: "no age is on record"."""
_THERE_IS = re.compile(
    r"\bfor\b[^.,;:()]{1,80}\bthere\s(?:is|are|was|were)\s(?:also\s)?(?:an?|the|some)\b", re.IGNORECASE
)
_HOLDERS = re.compile(r"\bholders?\b", re.IGNORECASE)
"""Those who have what is named before: "railcard holders"."""
_WE_KNOW = re.compile(r"\b(?:we|they)\s(?:do\s)?(?:know|knew)\b", re.IGNORECASE)
_NO_ANSWER = re.compile(
    rf"\b(?:nothing\s(?:is|was|has\sbeen)\s(?:written|{_STATES})|(?:g(?:a|i)ve|gives|giving|with|was|were)\sno\s(?:answer|response|reply)"
    r"|(?:(?:did|does|do|would|has|have|had)\snot|(?:did|does|do|would|has|have|had)n['’]t)\s(?:answer|respond|reply|say"
    rf"|(?:have|share|disclose|reveal|submit|(?:{_STATE})|(?:{_STATES}))\s(?:one|any|it|them|theirs|that))"
    r"|kept\s(?:it|this|that|them|theirs)\sto\sthemselves|left\s(?:it|this|that|them|theirs)\s(?:blank|empty|open|out)"
    r"|(?:lost|lack|lacks|lacked)\s(?:theirs|one)"
    r"|(?:declined|refused|declining|refusing)\sto\s(?:answer|respond|reply|say))\b",
    re.IGNORECASE,
)
"""What lacks is then the answer that the text is about, whose column these words do not name."""

_MISSING_VALUES = re.compile(
    r"\b(?:(?:missing|null|blank|empty|absent)\s(?:values?|entries|data|observations|records|fields|cells)|nulls|NAs?|NaNs?)\b",
    re.IGNORECASE,
)
"""What lacks where the sentence names no column: "the presence of 37 missing values", of what its section is about."""

_LABEL = re.compile(r"(?:^|[\s,;(|])(?P<label>[A-Za-z][\w.]*(?:\s[a-z]\w*){0,2})\s?(?:[(:=–—-]\s?|\s)\Z")
_SHORT_HEADING = 6

_ANSWERED = re.compile(
    r"\b(?<!not\s)(?:(?:answered|completed)|(?:responded|replied|repl(?:y|ies)|responses?|answers?)\sto)"
    r"\s(?:this|that)\s(?:survey\s)?(?:question|item|one)\b",
    re.IGNORECASE,
)
"""The same of an answer that is there: "1,023 people answered this question"."""

_PRONOUNS = frozenset("it they this that these".split())
_SUBJECT = frozenset({"nsubj", "nsubjpass"})
_JOINING = frozenset({",", ";", "and", "but", "while"})
_OF_EVENTS = frozenset("rate ratio share volume count".split())
"""Nouns that make of the noun before what happened to some."""
_REACH, _CLAUSE = 4, 12
_MOST_ASKED = 2
_MOST_WORDS_OF_A_VERB = 2


def missing_values(cue: PredicateCue) -> Iterator[tuple[Predicate, Seen]]:
    """Restrict the columns that are named beside words for what is missing, or present."""
    passage = own_passage(cue)
    if passage is None:
        return
    columns = {column.column_id: column for column in cue.columns}
    labelled = [absence for column in _listed(cue, passage, columns) for absence in absences(cue, column)]
    weights = dict.fromkeys(labelled, 1.0) or _said_of_columns(cue, passage, columns)
    made = [
        (predicate, cue.seen("missing", weight, predicate.column)) for predicate, weight in weights.items() if weight
    ]
    yield from sorted(made, key=lambda pair: -pair[1].score)


def _said_of_columns(cue: PredicateCue, passage: Passage, columns: dict[int, Column]) -> dict[Predicate, float]:
    weights: dict[Predicate, float] = {}
    generic = {index for found in _MISSING_VALUES.finditer(passage.text) for index in passage.within(*found.span())}
    complete = {c.column_id for t in cue.tables if t.is_indexed for c in t.columns if not may_lack(cue, c)}
    for index, is_missing, is_sure in _places(passage):
        if index in generic:
            continue
        for column, score in columns_named(cue, passage.tokens[index].text, columns):
            is_void = not is_sure and column.column_id in complete  # "without support" is a value of a complete column
            is_void |= column.column_id in complete and names_an_identifier(column.name)  # "pupils were assigned to"
            is_void |= column.column_id in complete and not is_missing and is_flag(cue, column)  # "fever was reported"
            if score < WEIGHTS.predicate.least_named or is_void:
                continue
            for absence in absences(cue, column):
                predicate = absence if is_missing else Not(absence)
                weights[predicate] = max(weights.get(predicate, 0.0), score * passage.weights[index])
    for column, weight in (*_never_done(cue, passage, columns), *_asked(cue, passage, _NO_ANSWER)):
        for absence in absences(cue, column):
            weights[absence] = max(weights.get(absence, 0.0), weight)
    if not weights:
        told = _told_before(cue, passage)
        weights.update((absence, weight) for column, weight in told for absence in absences(cue, column))
    for column, weight in _asked(cue, passage, _ANSWERED):
        for absence in absences(cue, column):
            weights[Not(absence)] = max(weights.get(Not(absence), 0.0), weight)
    said = (_happened_or_not, _events, _was_done, _of_pronouns)
    for predicate, weight in (pair for each in said for pair in each(cue, passage, columns)):
        weights[predicate] = max(weights.get(predicate, 0.0), weight)
    return weights


def may_lack(cue: PredicateCue, column: Column) -> bool:
    """Tell whether a column lacks values, or has some that stand for none."""
    return column.has_missing or column.column_id in cue.blanks


def absences(cue: PredicateCue, column: Column) -> list[Predicate]:
    """Return the ways in which a column says that it has no value: nothing at all, or a text that stands for none."""
    blanks = tuple(cue.blanks.get(column.column_id, ()))
    written: list[Predicate] = [OneOf(column, blanks)] if len(blanks) > 1 else [Equals(column, b) for b in blanks]
    return [IsNull(column), *written] if column.has_missing or not blanks else written


def _asked(cue: PredicateCue, passage: Passage, answer: re.Pattern[str]) -> Iterator[tuple[Column, float]]:
    """Yield the columns with missing values that the claim is most likely about, where an answer is spoken of."""
    found = answer.search(passage.text)
    weight = passage.weight(*found.span()) if found else 0.0
    scores = {c: cue.column_scores.get(c.column_id, 0.0) for c in cue.columns if may_lack(cue, c) and weight > 0}
    asked = sorted((c for c, score in scores.items() if score > 0), key=lambda column: -scores[column])
    yield from ((column, weight) for column in asked[:_MOST_ASKED])


def _listed(cue: PredicateCue, passage: Passage, columns: dict[int, Column]) -> list[Column]:
    """Return the columns that the label right before the number names best: "Missing values: age (57), height (8)".

    What is listed stands behind words for missing values, or under a heading of few words.
    """
    if not passage.own:
        return []
    before = passage.text[: passage.start_of(min(passage.own))]
    found = _LABEL.search(before)
    headings = (each.text for each in cue.words.passages if not each.is_own and len(each.tokens) <= _SHORT_HEADING)
    if found is None or not any(_MISSING_VALUES.search(text) for text in (before[: found.start()], *headings)):
        return []
    return _columns_labelled(cue, found["label"], {n: c for n, c in columns.items() if may_lack(cue, c)})


def _columns_labelled(cue: PredicateCue, label: str, columns: dict[int, Column]) -> list[Column]:
    """Return the columns whose whole name a label ends with, or else those that one of its words names best."""
    words = split_identifier(label)
    ending = [
        column
        for column in columns.values()
        if words[-len(split_identifier(column.name)) :] == split_identifier(column.name)
    ]
    if ending:
        longest = max(len(split_identifier(column.name)) for column in ending)
        return [column for column in ending if len(split_identifier(column.name)) == longest]
    for word in label.split():
        named = dict(columns_named(cue, word, columns))
        best = max(named.values(), default=0.0)
        if best >= WEIGHTS.predicate.least_named:
            return [column for column, score in named.items() if score == best]
    return []


def _told_before(cue: PredicateCue, passage: Passage) -> Iterator[tuple[Column, float]]:
    """Yield the columns with missing values that the heading or sentences before name best, where values lack."""
    found = _MISSING_VALUES.search(passage.text)
    weight = passage.weight(*found.span()) if found else 0.0
    lacking = {column.column_id: column for column in cue.columns if may_lack(cue, column)} if weight > 0 else {}
    told: dict[Column, float] = {}
    for other in (each for each in cue.words.passages if not each.is_own and lacking):
        for token, of_token in zip(other.tokens, other.weights, strict=True):
            named = columns_told(cue, token.text, lacking) if of_token > 0 and token.tag.startswith("NN") else ()
            told |= {column: max(told.get(column, 0.0), of_token) for column in named}
    best = max(told.values(), default=0.0)
    yield from ((column, weight) for column, of_column in told.items() if of_column == best)


def _never_done(cue: PredicateCue, passage: Passage, columns: dict[int, Column]) -> Iterator[tuple[Column, float]]:
    """Yield the columns that lack values where the sentence denies what they tell of: "was never returned".

    Flags say so by a value.
    """
    for index in denied_verbs(passage):
        named = columns_told(cue, passage.tokens[index].text, columns)
        if not any(column.is_boolean or is_flag(cue, column) for column in named):
            yield from ((column, passage.weights[index]) for column in named if may_lack(cue, column))


def _happened_or_not(
    cue: PredicateCue, passage: Passage, columns: dict[int, Column]
) -> Iterator[tuple[Predicate, float]]:
    """Restrict days and times that lack where something has not happened: "are still open", "remain unresolved".

    Where the sentence says when it happened, that is known.  Days that files write as text are restricted only where
    something is denied: "were shipped within 3 days" asks for no more than both days.
    """
    written = {each.column for each in cue.dated}
    times = {
        number: column
        for number, column in columns.items()
        if (_says_when(column) or column in written) and may_lack(cue, column)
    }
    if not times:
        return
    stamped = {number: column for number, column in times.items() if _says_when(column)}
    denied = set(denied_verbs(passage))
    happened: dict[Column, float] = {}
    for index, token in enumerate(passage.tokens):
        weight = passage.weights[index]
        if weight <= 0 or index in denied:
            continue
        if token.tag in {"VBN", "VBD"}:
            happened |= dict.fromkeys(columns_told(cue, token.text, stamped), weight)
        if token.tag in {"JJ", "VBN", "RB"}:
            word = token.text.lower()
            yield from (
                (IsNull(column), weight)
                for column in times.values()
                if says_of(word, split_identifier(column.name)) is False or _is_undone(word, column)
            )
    if happened and not any(True for _ in time_predicates(cue)):
        yield from ((Not(IsNull(column)), weight) for column, weight in happened.items())


def _is_undone(word: str, column: Column) -> bool:
    """Tell whether a word denies what a day's name tells of: "unresolved" of ``resolution_date``."""
    denied = without_denial(word)
    return denied is not None and any(begin_alike(part, denied) for part in split_identifier(column.name))


def _events(cue: PredicateCue, passage: Passage, columns: dict[int, Column]) -> Iterator[tuple[Predicate, float]]:
    """Restrict days and times that lack to those that are known where a noun tells what happened then.

    That is "the refund rate", "46 refunds" and "refunded orders" of ``refund_ts``, whose name says nothing else; the
    rate of what happened in a year is of those that were there in that year.
    """
    times = {
        number: column
        for number, column in columns.items()
        if _says_when(column) and may_lack(cue, column) and _names_an_event(column)
    }
    if not times:
        return
    says_when = any(predicate.column in times.values() for predicate, _ in time_predicates(cue))
    for index, token in enumerate(passage.tokens):
        weight = passage.weights[index]
        after = passage.tokens[index + 1].lemma.lower() if index + 1 < len(passage.tokens) else ""
        is_rate = token.tag in {"NN", "NNP"} and after in _OF_EVENTS
        is_kind = token.dependency == "amod" and token.tag in {"JJ", "VBN", "VBD"}
        if weight > 0 and (is_rate or ((token.tag == "NNS" or is_kind) and not says_when)):
            yield from ((Not(IsNull(column)), weight) for column in columns_told(cue, token.text, times))


def _names_an_event(column: Column) -> bool:
    """Tell whether a name has one word besides those for times: "refund_ts", "cancelled_at"."""
    return sum(word not in TIMES_IN_NAMES for word in split_identifier(column.name)) == 1


def _was_done(cue: PredicateCue, passage: Passage, columns: dict[int, Column]) -> Iterator[tuple[Predicate, float]]:
    """Restrict amounts that lack to those that are known where something was done to what is counted: "were rated".

    A number behind the verb is an amount itself: "were rated 4".  A verb is too little of a name of many words:
    "is formed by Syria" says nothing of ``disappearances_organized_share``.
    """
    lacking = {n: c for n, c in columns.items() if c.has_missing and c.is_numeric and not names_an_identifier(c.name)}
    amounts = {n: c for n, c in lacking.items() if len(split_identifier(c.name)) <= _MOST_WORDS_OF_A_VERB}
    denied = set(denied_verbs(passage)) if amounts else set()
    for index, token in enumerate(passage.tokens) if amounts else ():
        is_passive = token.tag == "VBN" and any(
            each.head == index and each.dependency == "auxpass" for each in passage.tokens[:index]
        )
        behind = passage.tokens[index + 1 : index + 3]
        if is_passive and index not in denied and not any(each.tag == "CD" for each in behind):
            told = columns_told(cue, token.text, amounts)
            yield from ((Not(IsNull(column)), passage.weights[index]) for column in told)


def _says_when(column: Column) -> bool:
    return column.is_date or column.is_timestamp


def _places(passage: Passage) -> Iterator[tuple[int, bool, bool]]:
    """Yield tokens close to words for what is missing (True) or present (False), and whether the words say just that.

    "Without" and "with" may also be said of a thing that somebody has or lacks.
    """
    taken: set[int] = set()
    for pattern, before, is_missing in (
        (_MISSING_AROUND, _REACH, True),
        (_MISSING_BEFORE, 0, True),
        (_PRESENT_AROUND, _REACH, False),
        (_WE_KNOW, _CLAUSE, False),
        (_HOLDERS, 1, False),
        (_PRESENT_BEFORE, 0, False),
        (_THERE_IS, 0, False),
    ):
        is_sure = before > 0
        for found in pattern.finditer(passage.text):
            if pattern is _PRESENT_AROUND and _DENIED_BEFORE.search(passage.text[: found.start()]):
                continue
            indices = list(passage.within(*found.span()))
            if not indices or taken & set(indices):
                continue
            taken |= set(indices)
            reach = max(before, _REACH)
            near = (*range(max(0, indices[0] - before), indices[0]), *range(indices[-1] + 1, indices[-1] + 1 + reach))
            near = (*near, *(at for at in _subject(passage, indices[0]) if is_sure and at not in near))
            near = tuple(at for at in near if at < len(passage.tokens) and not _is_counted_for(passage, at))
            yield from ((index, is_missing, is_sure) for index in near)
            if is_sure:
                yield from ((index, is_missing, True) for index in _carried_on(passage, indices[-1]))


def _is_counted_for(passage: Passage, index: int) -> bool:
    """Tell whether a noun is what has a value or lacks it, rather than the value: "on record for 12 sailors"."""
    first = min(passage.own, default=0)
    return index - 1 in passage.own and first > 0 and passage.tokens[first - 1].tag == "IN"


def _subject(passage: Passage, index: int) -> Iterator[int]:
    """Yield the subject of what is said at a token, however many words are between: "the sex of 36 is unknown"."""
    for at in range(index - 1, -1, -1):
        token = passage.tokens[at]
        if token.text in {",", ";"}:
            return
        if token.dependency in _SUBJECT:
            yield at
            return


def _of_pronouns(cue: PredicateCue, passage: Passage, columns: dict[int, Column]) -> Iterator[tuple[Predicate, float]]:
    """Restrict what the sentence before is about where a pronoun is missing or present."""
    for index, is_missing, is_sure in _places(passage):
        if is_sure and _is_pronoun(passage, index):
            weight = max(passage.weights[index : index + _REACH])
            for absence in (each for column in _spoken_of(cue, columns) for each in absences(cue, column)):
                yield absence if is_missing else Not(absence), weight


def _is_pronoun(passage: Passage, index: int) -> bool:
    """Tell whether a token is a subject that the sentence before names: "It is missing in 12 files"."""
    token = passage.tokens[index]
    is_subject = token.text.lower() in _PRONOUNS and token.dependency in _SUBJECT
    return is_subject and not stands_for_clause(passage.tokens, index)


def _spoken_of(cue: PredicateCue, columns: dict[int, Column]) -> list[Column]:
    """Return the columns that may lack values which the sentence before names as its subject, or else at all."""
    before = next((passage for passage in cue.words.passages if not passage.is_own), None)
    lacking = {number: column for number, column in columns.items() if may_lack(cue, column)}
    tokens = () if before is None or not lacking else before.tokens
    nouns = [token for token in tokens if token.tag.startswith("NN")]
    subjects = [token for token in nouns if token.dependency in _SUBJECT]
    for named in (subjects, nouns):
        found = [column for token in named for column in columns_told(cue, token.text, lacking)]
        if found:
            return list(dict.fromkeys(found))
    return []


def _carried_on(passage: Passage, last: int) -> Iterator[int]:
    """Yield what is said to be missing as well, without the word for it: "age is missing in 12 rows, height in 30"."""
    own = min(passage.own, default=0)
    if own - 1 <= last + _REACH or passage.tokens[own - 1].tag != "IN":
        return
    for index in range(own - 2, last + 1, -1):
        if passage.tokens[index].text.lower() in _JOINING:
            return
        yield index
