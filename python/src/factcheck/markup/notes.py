"""What stands around a marked document: the summary with its lists, and a note for each claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from html import escape
from typing import Any

from factcheck.markup.chart import Bar, bar_chart
from factcheck.markup.claim_words import Claim, is_unsure, quoted, shortened, verdict_words
from factcheck.markup.passages import CitedPassages, place_of
from factcheck.markup.verdict_values import decimal, verdict_values
from factcheck.markup.whole_sentences import WholeSentence, by_claim, sentence_counts, whole_note
from factcheck.numbers.written import plain

_IN_SENTENCE = {
    "refuted": "refuted",
    "disputed": "disputed",
    "not_enough_info": "with not enough information",
    "supported": "supported",
    "withheld": "withheld from you",
}
_ISSUES = ("refuted", "disputed")
_LEGEND = (
    ("supported", "supported by the data"),
    ("refuted", "refuted by the data"),
    ("not_enough_info", "not enough information"),
    ("disputed", "sources say different things"),
)
_OTHER_READINGS = 3
_LISTED_NUMBERS = 40
"""Numbers of one reason that the list of those not checked has, one after the other."""
_OPEN_LIST = 12
"""Issues up to which their list is open at first."""


@dataclass(frozen=True, slots=True)
class Unchecked:
    """A number of a document that is no claim: ``start`` counts characters of the source from 1."""

    text: str
    start: int
    length: int
    reason: str


def summary(claims: Sequence[Claim], unchecked: Sequence[Unchecked], prefix: str) -> str:
    """Write the counts, the lists of issues and of undecided claims, the legend, and the numbers not checked.

    ``prefix`` is what the ids of the page begin with.
    """
    issues = [claim for claim in claims if claim["verdict"] in _ISSUES]
    undecided = [claim for claim in claims if claim["verdict"] == "not_enough_info"]
    parts = [f'<p class="factcheck-counts">{counts(claims, unchecked)}</p>']
    if issues:
        parts.append(_list_of(f"Issues ({len(issues)})", issues, prefix, is_open=len(issues) <= _OPEN_LIST))
    if undecided:
        parts.append(_list_of(f"Not decided ({len(undecided)})", undecided, prefix))
    if unchecked:
        parts.append(_unchecked_list(unchecked))
    parts.append(legend(bool(unchecked)))
    if claims:
        parts.append(f'<p class="factcheck-to-notes"><a href="#{prefix}notes">All notes in one list</a></p>')
    return "".join(parts)


def notes(claims: Sequence[Claim], prefix: str, cited: CitedPassages) -> str:
    """Write the note of every claim, as a numbered list; each note leads to the next issue."""
    issues = [int(claim["claim_no"]) for claim in claims if claim["verdict"] in _ISSUES]
    sentences = by_claim(claims)
    written = "".join(
        _note(claim, _next(number, issues), prefix, cited, sentences.get(number))
        for claim in claims
        for number in [int(claim["claim_no"])]
    )
    return f'<ol class="factcheck-notes" id="{prefix}notes">{written}</ol>' if written else ""


def counts(claims: Sequence[Claim], unchecked: Sequence[Unchecked]) -> str:
    """Say how many claims have which verdict, and how many numbers were not checked."""
    if not claims:
        counted = "<strong>No claim was found.</strong>"
    else:
        numbers = Counter(str(claim["verdict"]) for claim in claims)
        said = ", ".join(f"{numbers[verdict]} {words}" for verdict, words in _IN_SENTENCE.items() if numbers[verdict])
        counted = f"<strong>{_counted(len(claims), 'claim')} checked:</strong> {said}."
    unsure = sum(map(is_unsure, claims))
    if unsure:
        counted += f" {unsure} of these verdicts {'is' if unsure == 1 else 'are'} unsure."
    if of_sentences := sentence_counts(claims):
        counted += f" {of_sentences}"
    if unchecked:
        counted += f" {_counted(len(unchecked), 'number')} {'was' if len(unchecked) == 1 else 'were'} not checked."
    return counted


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _list_of(heading: str, claims: Sequence[Claim], prefix: str, *, is_open: bool = False) -> str:
    items = "".join(
        f'<li><a href="#{_id(claim, prefix)}">{quoted(claim)}</a> <b>{verdict_words(claim)}.</b>'
        f" {escape(str(claim['message']))}</li>"
        for claim in claims
    )
    return (
        f'<details class="factcheck-part"{" open" if is_open else ""}><summary>{heading}</summary>'
        f'<ol class="factcheck-list">{items}</ol></details>'
    )


def _unchecked_list(unchecked: Sequence[Unchecked]) -> str:
    by_reason: dict[str, list[str]] = {}
    for number in unchecked:
        by_reason.setdefault(number.reason, []).append(number.text)
    items = "".join(f"<li><b>{escape(reason)}:</b> {_listed(texts)}</li>" for reason, texts in by_reason.items())
    return (
        f'<details class="factcheck-part"><summary>Numbers not checked ({len(unchecked):,})</summary>'
        f'<ul class="factcheck-list">{items}</ul></details>'
    )


def _listed(texts: Sequence[str]) -> str:
    shown = [escape(shortened(text)) for text in texts[:_LISTED_NUMBERS]]
    if len(texts) > _LISTED_NUMBERS:
        shown.append(f"{len(texts) - _LISTED_NUMBERS:,} more")
    return "; ".join(shown)


def legend(has_unchecked: bool) -> str:
    """Explain the marks."""
    entries = [
        f'<li><span class="factcheck-claim factcheck-{verdict}">1,204</span> {words}</li>' for verdict, words in _LEGEND
    ]
    entries.append(
        '<li><span class="factcheck-claim factcheck-refuted factcheck-unsure">1,204</span>'
        " with a question mark: unsure, something else may be meant</li>"
    )
    entries.append(
        '<li><span class="factcheck-whole factcheck-whole-refuted" role="img" aria-label="1 of 2 do not hold"'
        ' data-shown="✗ 1 of 2"></span> a sentence with several claims: how many are supported;'
        " it holds only if all are</li>"
    )
    if has_unchecked:
        entries.append('<li><span class="factcheck-unchecked">1,204</span> a number that was not checked</li>')
    return (
        '<details class="factcheck-part"><summary>Legend</summary>'
        f'<ul class="factcheck-list">{"".join(entries)}</ul>'
        '<p class="factcheck-hint">Point at a marked claim, tap it or reach it with the Tab key: its note opens.</p>'
        "</details>"
    )


def _note(
    claim: Claim, following: int | None, prefix: str, cited: CitedPassages, sentence: WholeSentence | None
) -> str:
    name = _id(claim, prefix)
    parts = [
        f'<div id="{name}-said"><p class="factcheck-verdict"><b>{verdict_words(claim)}</b>: {quoted(claim)}</p>'
        f"<p>{escape(str(claim['message']))}</p></div>",
        values(claim),
        whole_note(sentence, lambda each: f"#{_id(each, prefix)}"),
        chart(claim),
        cited.list_of(claim),
        _other_readings(claim),
        _query(claim),
        f'<p class="factcheck-ways"><a href="#{name}">To the claim</a>',
    ]
    if following is not None:
        parts.append(f' <a href="#{prefix}claim-{following}">Next issue</a>')
    return f'<li class="factcheck-note" id="{name}-note" value="{int(claim["claim_no"])}">{"".join(parts)}</p></li>'


def values(claim: Claim) -> str:
    """Set what is stated against what was found, and say how likely both are.

    Of a claim without a reading, such as one that was dismissed, it is only known how often claims are right; and of
    one that the data do not decide, how likely it is right would read as if they did.
    """
    stated, found = decimal(claim.get("claimed_value")), decimal(claim.get("found_value"))
    said = []
    if stated is not None:
        said.append(f"<span>Stated <b>{escape(_stated(claim, stated))}</b></span>")
    if found is not None:
        said.append(f"<span>Found <b>{escape(plain(found))}</b></span>")
    if claim.get("p_query") is not None:
        what = "Evidence" if any(place_of(each) for each in (claim.get("alternatives") or [])[:1]) else "Reading"
        said.append(f"<span>{what} {percent(claim['p_query'])} likely</span>")
        if claim.get("p_correct") is not None and claim.get("verdict") != "not_enough_info":
            said.append(f"<span>Claim {percent(claim['p_correct'])} likely right</span>")
    return f'<p class="factcheck-values">{" ".join(said)}</p>' if said else ""


def _stated(claim: Claim, stated: Decimal) -> str:
    high = decimal(claim.get("claimed_high"))
    comparison = str(claim.get("comparison") or "=")
    value = plain(stated)
    if high is not None:
        return f"{value} to {plain(high)}"
    return value if comparison == "=" else f"{comparison} {value}"


def chart(claim: Claim) -> str:
    """Draw the stated value beside the found one where that refutes it, or the groups that a statement compares."""
    shown = verdict_values(claim)
    if shown.groups:
        return bar_chart([Bar(group.name, group.value, group.is_claimed) for group in shown.groups])
    if shown.stated is None or shown.found is None or shown.stated_high is not None:
        return ""
    if claim["verdict"] not in _ISSUES or is_unsure(claim):
        return ""  # where it is not clear what is meant, both need not be comparable
    return bar_chart([Bar("stated", shown.stated, True), Bar("found", shown.found)])


def _other_readings(claim: Claim) -> str:
    readings = [each for each in claim.get("alternatives") or [] if place_of(each) is None]
    others = readings[1 : 1 + _OTHER_READINGS]
    if not others:
        return ""
    items = "".join(f"<li>{_reading(reading)}</li>" for reading in others)
    return f'<p class="factcheck-label">Other readings</p><ul class="factcheck-readings">{items}</ul>'


def _reading(reading: Mapping[str, Any]) -> str:
    value = decimal(reading.get("value"))
    shown = "undefined" if value is None else plain(value)
    agrees = ", agrees" if reading.get("matches") else ""
    return (
        f"{escape(str(reading.get('description')))}: <b>{escape(shown)}</b>"
        f" ({percent(reading.get('probability') or 0)} likely{agrees})"
    )


def _query(claim: Claim) -> str:
    query = claim.get("query")
    return (
        f'<p class="factcheck-label">Query</p><pre class="factcheck-query"><code>{escape(str(query))}</code></pre>'
        if query
        else ""
    )


def _next(claim_no: int, issues: Sequence[int]) -> int | None:
    """Return the issue after a claim, the first one after the last; None where there is no other."""
    others = [issue for issue in issues if issue != claim_no]
    return next((issue for issue in others if issue > claim_no), others[0] if others else None)


def _id(claim: Claim, prefix: str) -> str:
    return f"{prefix}claim-{int(claim['claim_no'])}"


def percent(probability: Any) -> str:
    """Write a probability as a reader would."""
    percent = 100 * float(probability)
    if percent < 1:
        return "less than 1 %"
    return "more than 99 %" if percent > 99 else f"{percent:.0f} %"
