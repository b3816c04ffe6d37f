"""The first step of a check: read and parse the document, find its claims and their keywords."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from time import monotonic

from factcheck.catalogue.schema import Table, read_tables, tell_why_no_table
from factcheck.checkpoints import with_checkpoints
from factcheck.claims.keywords import Keyword, all_keywords, paragraphs_to_parse
from factcheck.claims.spotting import Claim, find_claims, style_notice, style_of
from factcheck.documents.document import Document, read_document
from factcheck.errors import FactcheckError
from factcheck.nlp.parser import Parser, Sentence
from factcheck.numbers.mentions import quantities
from factcheck.numbers.style import NumberStyle
from factcheck.parse_cache import recall
from factcheck.port import Database
from factcheck.settings import Settings
from factcheck.time_limit import NO_BUDGET, NO_LIMIT, OutOfTimeError, TimeBudget, TimeLimit, tell_time_is_up

_MOST_READINGS = 100

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
class Options:
    """What the caller of a check may vary; None stands for the setting or for no limit (seconds)."""

    relations: tuple[str, ...] | None = None
    p_true: float | None = None
    top_k: int = 10
    time_budget: float | None = None


def checked_options(
    relations: Sequence[str | None] | None, p_true: float | None, top_k: int | None, time_budget: float | None
) -> Options:
    """Options from arguments as given; raises ``FactcheckError`` (22023) for one out of range."""
    if p_true is not None and not 0 < p_true < 1:
        raise FactcheckError(
            f"p_true cannot be {p_true:g}",
            hint="Give a probability between 0 and 1, such as 0.999, or NULL for the setting.",
        )
    if top_k is not None and not 1 <= top_k <= _MOST_READINGS:
        raise FactcheckError(f"top_k cannot be {top_k}", hint=f"Give a number from 1 to {_MOST_READINGS}.")
    if time_budget is not None and time_budget <= 0:
        raise FactcheckError(
            "time_budget must be positive", hint="Give an interval such as '5 s', or NULL for no limit."
        )
    if relations is not None and not relations:
        raise FactcheckError(
            "argument tables is empty",
            detail="No table was named; a data set under whose name none was added has none.",
            hint="Name tables, or leave the argument out to use every added table.",
        )
    named = None if relations is None else tuple(relation for relation in relations if relation is not None)
    if relations is not None and named is not None and len(named) < len(relations):
        raise FactcheckError("argument tables holds a NULL", sqlstate="22004", hint="Name tables, such as '{sales}'.")
    return Options(named, p_true, 10 if top_k is None else top_k, time_budget)


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


_BEGINNINGS = {"%PDF-": "a PDF file", "{\\rtf": "an RTF file", "PK\x03\x04": "a ZIP file"}
"""How files begin that writers take for their text; a word processor's documents are ZIP files."""


def require_text(document: str, settings: Settings) -> None:
    """Raise ``FactcheckError`` for a document that is too long (54000), or that is a file of another kind (22023)."""
    if len(document) > settings.document_characters:
        raise FactcheckError(
            f"document is too long: {len(document)} characters",
            sqlstate="54000",
            detail=f"The longest document accepted has {settings.document_characters} characters.",
            hint='Split it, or raise the setting "document_characters".',
        )
    for beginning, kind in _BEGINNINGS.items():
        if document.startswith(beginning):
            raise FactcheckError(
                f"document is {kind}, not text",
                hint="Convert it to plain text, HTML or Markdown, for instance with pandoc or pdftotext.",
            )


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
        raise FactcheckError(
            f"document has too many numbers: more than {most}",
            sqlstate="54000",
            detail=f"The most claims accepted in one document are {settings.document_claims}.",
            hint='Split it, or raise the setting "document_claims".',
        )


def _require_few_words(texts: Sequence[str], settings: Settings, checkpoint: Callable[[], None]) -> None:
    """Raise ``FactcheckError`` where parsing would take very long."""
    most = settings.document_words
    found = chain.from_iterable(_WORD.finditer(text) for text in texts)
    number = sum(1 for _ in islice(with_checkpoints(found, checkpoint, _WORDS_PER_CHECKPOINT), most + 1))
    if number > most:
        raise FactcheckError(
            f"document is too long: more than {most} words and signs",
            sqlstate="54000",
            detail="Paragraphs without numbers and headings do not count.",
            hint='Split it, give the argument time_budget, or raise the setting "document_words".',
        )


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
        raise FactcheckError(
            f"document has too many claims: {len(claims)}",
            sqlstate="54000",
            detail=f"The most claims accepted in one document are {settings.document_claims}.",
            hint='Split it, or raise the setting "document_claims".',
        )
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


def tell_time(stage: str, since: float, database: Database) -> float:
    """Tell in a debug message how long a stage took, and return the present time of the monotonic clock."""
    now = monotonic()
    database.debug(f"stage {stage}: {now - since:.6f} s")
    return now
