"""What the page of a document shows: its claims in the text, and one of them with all that can be said about it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal

from flask import request, url_for
from markupsafe import Markup

from factcheck.errors.catalogue.review import claim_not_shown
from factcheck.markup.claim_words import as_read, claim_classes
from factcheck.markup.marks import LinkMarks
from factcheck.markup.notes import counts, legend, not_checked
from factcheck.markup.whole_sentences import by_claim, whole_note, whole_sentences
from factcheck.review import stored
from factcheck.review.checks import Checks
from factcheck.review.marked import MarkedDocuments, is_doubtful, unchecked_numbers
from factcheck.review.messages import Told
from factcheck.review.sessions import Connection
from factcheck.review.stored import Choice, Row

Show = Literal["all", "doubtful"]

_MOST_MOVES_KEPT = 200


@dataclass(slots=True)
class Typed:
    """What a request says, and for which decision; ``tried`` is what one that was tried out would move."""

    show: str | None = None
    moved: int | None = None
    check: str = ""
    run: int | None = None
    is_building: bool = False
    seen: str = ""
    reading: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    decision: str = ""
    tried: list[Row] | None = None

    @classmethod
    def of_request(cls, decision: str = "") -> Typed:
        """Read the form or the arguments of the present request; the decision is named by the address."""
        given = request.form if request.method == "POST" else request.args
        return cls(
            decision=decision,
            show="doubtful" if given.get("show") == "doubtful" else None,
            moved=given.get("moved", type=int),
            check=given.get("check", ""),
            run=given.get("run", type=int),
            is_building="build" in given,
            seen=given.get("seen", ""),
            reading=given.get("reading", ""),
            fields={
                "function": given.get("function", ""),
                "column": given.get("column", ""),
                "predicates": given.getlist("predicate"),
                "more_predicates": given.get("more_predicates", ""),
                "condition": given.get("condition", ""),
                "query": given.get("query", ""),
            },
        )

    def choice(self) -> Choice | str | None:
        """Return what is decided; a text names a reading; None for what is no decision."""
        match self.decision.removeprefix("try-"):
            case "choose":
                return self.reading
            case "dismiss" | "reopen" as function:
                return Choice(function, {})
            case "undo":
                return Choice("undo_correction", {})
            case "build":
                fields = self.fields
                return Choice(
                    "correct",
                    {
                        "function": fields["function"].strip(),
                        "column_name": fields["column"].strip(),
                        "predicates": [*fields["predicates"], *_lines(fields["more_predicates"])],
                        "condition": _lines(fields["condition"]),
                    },
                )
            case "query":
                return Choice("correct", {"query": self.fields["query"].strip().rstrip(";")})
        return None


class Moves:
    """Remembers for a while what decisions moved, by the run that came of them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, list[Row]] = OrderedDict()
        self._lock = Lock()

    def keep(self, moved: list[Row]) -> int:
        """Remember what a decision moved; returns the number of the run."""
        run_id = int(moved[0]["run_id"])
        with self._lock:
            self._kept[run_id] = moved
            while len(self._kept) > _MOST_MOVES_KEPT:
                self._kept.popitem(last=False)
        return run_id

    def of_run(self, run_id: int | None) -> list[Row] | None:
        """Return what the decision behind a run moved; None where that is not known."""
        return None if run_id is None else self._kept.get(run_id)


class DocumentPage:
    """Gathers what the templates show."""

    def __init__(self, moves: Moves, checks: Checks) -> None:
        self._moves = moves
        self._checks = checks
        self._marked = MarkedDocuments()

    def parts(
        self, connection: Connection, document_id: int, claim_no: int | None, typed: Typed, error: Told | None = None
    ) -> dict[str, Any]:
        """Return all that the page of a document shows."""
        parts = self.claim_parts(connection, document_id, claim_no, typed, error)
        document, claims = parts["document"], parts["claims"]
        text = stored.text_of(connection, document)
        body, unchecked = "", unchecked_numbers(text["unchecked"] if text else None)
        if text is not None:
            address = url_for("document", document_id=document_id)
            marks = LinkMarks(f"{address}/claims/", "?show=doubtful" if typed.show else "")
            body = self._marked.body(text["content"], claims, unchecked, marks)
        return {
            **parts,
            "notices": self._checks.notices(typed.check),
            "flipped": None if typed.run is None else stored.flips(connection, document_id, typed.run),
            "is_report": document["source_table"] is not None,
            "is_whole": claim_no is None and not typed.show,
            "body": Markup(body),  # noqa: S704 - sanitised
            "not_checked": not_checked(unchecked),
            "legend": Markup(legend(bool(unchecked))),  # noqa: S704 - fixed texts
        }

    def claim_parts(
        self,
        connection: Connection,
        document_id: int,
        claim_no: int | None,
        typed: Typed,
        error: Told | None = None,
        *,
        is_changed: bool = False,
    ) -> dict[str, Any]:
        """Return what the part about one claim shows; the first claim that is shown where none is named."""
        document = stored.document(connection, document_id)
        claims = [_shown(claim) for claim in stored.claims(connection, document_id)]
        doubtful = [claim for claim in claims if claim["is_doubtful"]]
        listed = doubtful if typed.show else claims
        claim = _named(claims, claim_no, listed)
        if claim_no is not None and claim is None:
            raise claim_not_shown(document_id, claim_no)
        moved = self._moves.of_run(typed.moved)
        return {
            "document": document,
            "claims": claims,
            "listed": listed,
            "n_doubtful": len(doubtful),
            "n_decided": sum(1 for each in claims if each["decision"]),
            "show": typed.show,
            "typed": typed,
            "error": error,
            "moved": moved,
            "is_changed": is_changed,
            "counts": Markup(counts(claims, [])),  # noqa: S704 - numbers alone
            "sentences": whole_sentences(claims),
            "of_sentence": Markup(self._of_sentence(document, claims, claim, typed)),  # noqa: S704 - escaped
            **(self._about(connection, document, claim, listed, typed) if claim else {"claim": None}),
        }

    def _of_sentence(self, document: Row, claims: Sequence[Row], claim: Row | None, typed: Typed) -> str:
        """Say of a claim whether the whole sentence holds that it shares with others."""
        if claim is None:
            return ""
        address = url_for("document", document_id=document["document_id"])
        suffix = "?show=doubtful" if typed.show else ""
        return whole_note(
            by_claim(claims).get(claim["claim_no"]), lambda each: f"{address}/claims/{each['claim_no']}{suffix}"
        )

    def _about(
        self, connection: Connection, document: Row, claim: Row, listed: Sequence[Row], typed: Typed
    ) -> dict[str, Any]:
        document_id, claim_no = document["document_id"], claim["claim_no"]
        numbers = [each["claim_no"] for each in listed]
        is_building = typed.is_building and document["may_decide"]
        return {
            "claim": claim,
            "candidates": stored.candidates(connection, document_id, claim_no),
            "history": stored.history(connection, document_id, claim_no) if claim["decision"] else [],
            "fragments": stored.fragments(connection, document_id, claim_no) if is_building else None,
            "columns": stored.columns(connection, document["run_id"]) if is_building else [],
            "seen": stored.seen_state(claim),
            "before": max((number for number in numbers if number < claim_no), default=None),
            "after": min((number for number in numbers if number > claim_no), default=None),
        }


def _shown(claim: Row) -> Row:
    """Add what the marks show of a claim; a verdict that is withheld is told as such."""
    claim = {**claim, "verdict": claim["verdict"] or "withheld", "claim_text": as_read(claim["claim_text"])}
    return {**claim, "is_doubtful": is_doubtful(claim), "classes": " ".join(["factcheck-claim", *claim_classes(claim)])}


def _named(claims: Sequence[Row], claim_no: int | None, listed: Sequence[Row]) -> Row | None:
    if claim_no is None:
        return listed[0] if listed else None
    return next((claim for claim in claims if claim["claim_no"] == claim_no), None)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]
