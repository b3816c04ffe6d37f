"""The first step of a check: read and parse the document, find its claims and their keywords."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from time import monotonic

from factcheck.catalogue.schema import Table, read_tables, tell_why_no_table
from factcheck.check.options import Options, require_text
from factcheck.check.parse_cache import recall
from factcheck.claims.keywords import Keyword, all_keywords, paragraphs_to_parse
from factcheck.claims.spotting import Claim, find_claims, style_notice, style_of
from factcheck.documents.document import Document, read_document
from factcheck.errors.catalogue import (
    document_has_too_many_claims,
    document_has_too_many_numbers,
    document_has_too_many_words,
)
from factcheck.nlp.parser import Parser, Sentence
from factcheck.numbers.mentions import quantities
from factcheck.numbers.style import NumberStyle
from factcheck.port import Database
from factcheck.runtime.checkpoints import with_checkpoints
from factcheck.runtime.telemetry import tell_time
from factcheck.runtime.time_budget import NO_BUDGET, NO_LIMIT, OutOfTimeError, TimeBudget, TimeLimit, tell_time_is_up
from factcheck.settings import Settings

_PARSING_SHARE = 0.3
"""How much of a time budget is used when parsing ends: what is parsed has to be understood and evaluated, too."""

_NUMBERS_PER_CLAIM = 2
"""How many times as many numbers as claims a document may have before it is parsed, those in tables not counted."""

_CELL = "table_cell"

_WORD = re.compile(r"\w+|[^\w\s]")
_WORDS_PER_CHECKPOINT = 10_000

_SHORT_PARAGRAPH = 2000
"""Characters of a first paragraph that is parsed however little time there is."""


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document as read, with its numbers' style and its sentences, and whether the parse cache should hear of it.

    ``parses`` holds the sentences of each paragraph; none for a paragraph of which no claim needs any, or that there
    was no time for.
    """

    paper: Document
    style: NumberStyle
    parses: tuple[tuple[Sentence, ...], ...]
    is_worth_remembering: bool


def parse_document(
    document: str, database: Database, parser: Parser, settings: Settings, limit: TimeLimit = NO_LIMIT
) -> ParsedDocument:
    """Read a document and parse it, or recall its parse; a notice tells when its numbers have a decimal comma.

    Where the limit is reached while it is parsed, the paragraphs that are left have no sentences, so no claims.  Raises
    ``FactcheckError`` (54000) for a document with too many words or numbers, before it is parsed.
    """
    paper = read_document(document, database.checkpoint)
    style = style_of(paper, database.checkpoint)
    recalled = recall(database, parser.name, document)
    if recalled is None:
        needed = paragraphs_to_parse(paper, style, database.checkpoint)
        texts = [paragraph.text if index in needed else "" for index, paragraph in enumerate(paper.paragraphs)]
        in_text = [text for text, paragraph in zip(texts, paper.paragraphs, strict=True) if paragraph.kind != _CELL]
        _require_few_numbers(in_text, style, settings, database.checkpoint)
        if limit == NO_LIMIT:
            _require_few_words(texts, settings, database.checkpoint)
        parses, is_worth_remembering = _parsed(texts, database, parser, limit)
    else:
        parses, is_worth_remembering = recalled.parses, not recalled.is_fresh
    if notice := style_notice(style):
        database.notice(notice[0], detail=notice[1])
    return ParsedDocument(paper, style, tuple(parses), is_worth_remembering)


def _require_few_numbers(
    texts: Sequence[str], style: NumberStyle, settings: Settings, checkpoint: Callable[[], None]
) -> None:
    """Raise ``FactcheckError`` where far more numbers may be claims than claims are accepted.

    Parsing tells which of them are: where there are that many, most usually are.
    """
    most = _NUMBERS_PER_CLAIM * settings.document_claims
    found = chain.from_iterable(quantities(text, style) for text in with_checkpoints(texts, checkpoint))
    number = sum(1 for _ in islice(with_checkpoints(found, checkpoint), most + 1))
    if number > most:
        raise document_has_too_many_numbers(most, settings.document_claims)


def _require_few_words(texts: Sequence[str], settings: Settings, checkpoint: Callable[[], None]) -> None:
    """Raise ``FactcheckError`` where parsing would take very long."""
    most = settings.document_words
    found = chain.from_iterable(_WORD.finditer(text) for text in texts)
    number = sum(1 for _ in islice(with_checkpoints(found, checkpoint, _WORDS_PER_CHECKPOINT), most + 1))
    if number > most:
        raise document_has_too_many_words(most)


def _parsed(
    texts: Sequence[str], database: Database, parser: Parser, limit: TimeLimit
) -> tuple[list[tuple[Sentence, ...]], bool]:
    """The sentences of each text, and whether the time was enough for all; for the first, if short, it always is."""
    if limit == NO_LIMIT:
        return parser.parse(texts, database.checkpoint), True
    parses: list[tuple[Sentence, ...]] = []
    wanted = [place for place, text in enumerate(texts) if text]
    for place, text in enumerate(texts):
        is_first = place == min(wanted, default=0) and len(text) <= _SHORT_PARAGRAPH
        checkpoint = database.checkpoint if is_first or not text else limit.checkpoint(database)
        try:
            checkpoint()
            parses += parser.parse([text], checkpoint)
        except OutOfTimeError:
            done = sum(1 for known in wanted if known < place)
            tell_time_is_up(f"{done} of {len(wanted)} paragraphs read", database)
            return [*parses, *(() for _ in texts[place:])], False
    return parses, True


@dataclass(frozen=True, slots=True)
class PreparedCheck:
    """A document whose claims wait for evaluation."""

    parsed: ParsedDocument
    claims: tuple[Claim, ...]
    keywords: tuple[tuple[Keyword, ...], ...]
    tables: tuple[Table, ...]
    settings: Settings
    options: Options
    budget: TimeBudget


def read_claims(
    parsed: ParsedDocument,
    tables: Sequence[Table],
    settings: Settings,
    options: Options,
    checkpoint: Callable[[], None],
    budget: TimeBudget = NO_BUDGET,
) -> PreparedCheck:
    """Find the claims of a parsed document and their keywords; raises ``FactcheckError`` (54000) for too many."""
    claims = find_claims(parsed.paper, parsed.parses, checkpoint, parsed.style)
    if len(claims) > settings.document_claims:
        raise document_has_too_many_claims(len(claims), settings.document_claims)
    keywords = all_keywords(claims, parsed.paper, parsed.parses, checkpoint=checkpoint)
    return PreparedCheck(parsed, tuple(claims), tuple(keywords), tuple(tables), settings, options, budget)


def prepare(
    document: str, options: Options, database: Database, parser: Parser, settings: Settings
) -> PreparedCheck | None:
    """First step: read and parse the document, find its claims and their keywords.

    None means that there is nothing to check, which a notice has told.  Raises ``FactcheckError`` for a
    document that is too long, or has too many claims, or for tables that cannot be used.
    """
    started = monotonic()
    require_text(document, settings)
    tables = read_tables(database, options.relations, stale_share=settings.stale_share)
    if not tables:
        tell_why_no_table(database)
        return None
    budget = NO_BUDGET if options.time_budget is None else TimeBudget(started, options.time_budget)
    parsed = parse_document(document, database, parser, settings, budget.until(_PARSING_SHARE))
    check = read_claims(parsed, tables, settings, options, database.checkpoint, budget)
    if not check.claims:
        database.notice(
            "no checkable claim found",
            detail=f"The document has {len(document)} characters.",
            hint="See its numbers and why none is a claim: factcheck.explain(document).",
        )
        return None
    tell_time("parsing", started, database)
    return check
