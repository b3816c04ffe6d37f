"""Says of every number of a document why it is a claim or not, and of one claim how its verdict comes about."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from factcheck.catalogue.schema import read_tables, tell_why_no_table
from factcheck.check.options import CheckOptions
from factcheck.check.pipeline import judged as judged_by_tables
from factcheck.check.prepare import ParsedDocument, read_claims
from factcheck.claims.claim import Claim
from factcheck.claims.keywords import Keyword, KeywordSource, all_keywords
from factcheck.claims.spotting import Mention, find_mentions
from factcheck.errors.catalogue.documents import claim_not_in_document
from factcheck.explain.readings import Row, model_rows, prior_of, row
from factcheck.explain.statements import statement_readings, statement_row
from factcheck.numbers.mentions import Number
from factcheck.retrieval.fragment_search import score_fragments
from factcheck.runtime.checkpoints import checkpoint
from factcheck.runtime.context import CheckContext


def explain_numbers(parsed: ParsedDocument, context: CheckContext) -> list[Row]:
    """Return a row for each number of the document: how it is read, and why it is a claim or none.

    Rows about statements without a number come after them.
    """
    mentions = find_mentions(parsed.document, parsed.parses, parsed.style, parsed.cells)
    check = read_claims(parsed, (), CheckOptions(), context)
    if not mentions and not check.statements:
        context.database.notice("no number found", detail=f"The document has {len(parsed.document.source)} characters.")
    numbers = iter(check.claims)
    rows: list[Row] = []
    for rank, mention in enumerate(mentions, 1):
        rows.append(_mentioned(rank, mention, next(numbers).claim_no if mention.is_claim else None, parsed))
        if rank % 1000 == 0:
            checkpoint()
    return [*rows, *(statement_row(rank, each, parsed) for rank, each in enumerate(check.statements, 1))]


def explain_claim(claim_no: int, options: CheckOptions, parsed: ParsedDocument, context: CheckContext) -> list[Row]:
    """Return rows about a claim's number, its keywords, the fragments these retrieve, and the readings that follow.

    Of a statement without a number its readings follow at once.  All claims of the document are interpreted, as in a
    check, since its theme decides with what this one means.  Raises ``FactcheckError`` where the document has no such
    claim, and for tables as a check does.
    """
    database, settings = context.database, context.settings
    tables = read_tables(database, options.table_names, stale_share=settings.stale_share)
    if not tables:
        tell_why_no_table(database)
    check = read_claims(parsed, tables, options, context)
    if not 1 <= claim_no <= len(check.all_claims):
        raise claim_not_in_document(claim_no, len(check.all_claims))
    judged = judged_by_tables(check, context) if tables else None
    index = next((index for index, claim in enumerate(check.claims) if claim.claim_no == claim_no), None)
    if index is None:
        [statement] = [each for each in check.statements if each.claim_no == claim_no]
        return [statement_row(1, statement, parsed), *(statement_readings(claim_no, judged) if judged else ())]
    mentions = find_mentions(parsed.document, parsed.parses, parsed.style, parsed.cells)
    claimed = [mention for mention in mentions if mention.is_claim][index]
    keywords = check.keywords[index]
    rows = [_mentioned(1, claimed, claim_no, parsed), *_weighed(keywords, check.claims, index, parsed)]
    ranks: dict[str, int] = {}
    unread = judged.interpretation.check.unread if judged else ()
    readable = [table for table in tables if table not in unread]
    for fragment in score_fragments(keywords, readable, database, settings):
        part = fragment.kind.value
        ranks[part] = ranks.get(part, 0) + 1
        reason = ", ".join(fragment.keywords) or "no keyword in common"
        rows.append(
            {
                **row(part, ranks[part], fragment.sql, claim_no, reason, _rounded(fragment.score)),
                "prior": prior_of(fragment, judged.interpretation.inference.prior) if judged else None,
            }
        )
    return [*rows, *model_rows(index, judged)] if judged else rows


def _rounded(score: float) -> float:
    return float(f"{score:.6g}")


def _mentioned(rank: int, mention: Mention, claim_no: int | None, parsed: ParsedDocument) -> Row:
    number, paragraph = mention.number, parsed.document.paragraphs[mention.paragraph]
    start, end = paragraph.starts[number.start], paragraph.ends[number.end - 1]
    return {
        **row("number", rank, parsed.document.source[start:end], claim_no, mention.reason),
        **_reading(number),
        "item_start": start + 1,
        "item_length": end - start,
        "sentence": _sentence(mention, parsed),
    }


def _reading(number: Number) -> Row:
    """Say how a number is read; what is no quantity, such as a date, has no value."""
    if number.reason is not None:
        return {}
    unit = number.measured.text if number.unit == "plain" and number.measured is not None else number.unit
    return {"value": number.value, "value_high": number.high, "comparison": number.comparison, "unit": unit}


def _sentence(mention: Mention, parsed: ParsedDocument) -> str:
    """Return the sentence a number stands in, or all of its paragraph where it stands outside of any."""
    text, at = parsed.document.paragraphs[mention.paragraph].text, mention.number.start
    sentences = parsed.parses[mention.paragraph]
    index = bisect_right(sentences, at, key=lambda sentence: sentence.start) - 1
    if index < 0 or sentences[index].end <= at:
        return text
    return text[sentences[index].start : sentences[index].end]


def _weighed(keywords: Sequence[Keyword], claims: Sequence[Claim], index: int, parsed: ParsedDocument) -> list[Row]:
    """Return a claim's keywords, heaviest first, each with its sources; the one that gives the weight comes first."""
    weights: dict[str, list[tuple[float, str]]] = {}
    for source in KeywordSource:
        from_source = all_keywords(claims, parsed.document, parsed.parses, {source})
        for keyword in from_source[index]:
            weights.setdefault(keyword.word, []).append((keyword.weight, source.value))
    rows = []
    for rank, keyword in enumerate(keywords, 1):
        sources = sorted(weights[keyword.word], key=lambda entry: -entry[0])
        reason = ", ".join(source for _, source in sources)
        rows.append(row("keyword", rank, keyword.word, claims[index].claim_no, reason, _rounded(keyword.weight)))
    return rows
