"""The application: addresses and what they answer with."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus
from importlib.resources import files
from typing import ParamSpec

import psycopg
from flask import Flask, Response, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from factcheck import __version__
from factcheck.charts.page import style as charts_style
from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.review import (
    connection_lost,
    connection_lost_while_deciding,
    document_file_too_large,
    text_not_kept,
)
from factcheck.markup.claim_words import verdict_words
from factcheck.markup.notes import chart, percent, values
from factcheck.markup.passages import STANCES, highlighted
from factcheck.queries.functions.all import FUNCTIONS
from factcheck.review import downloads, stored, uploads
from factcheck.review.checks import Checks
from factcheck.review.document_page import DocumentPage, Moves, Typed
from factcheck.review.guard import Guard
from factcheck.review.marked import unchecked_numbers
from factcheck.review.messages import Told, is_lost, told
from factcheck.review.questions import QuestionPage, Route
from factcheck.review.sessions import Sessions
from factcheck.review.words import about_number, ago, counted, shown

Answer = AnyResponse | str | tuple[str, int]

PART_HEADER = "X-Factcheck-Part"
"""Requests of the script have it: the answer is the part of the page that changes."""
_MOST_MEGABYTES = 20
MOST_BYTES = _MOST_MEGABYTES * 1_000_000

_Parameters = ParamSpec("_Parameters")

_REFUSED = {
    HTTPStatus.UNAUTHORIZED: Told(
        "this browser was not let in",
        "The address that factcheck serve printed holds a key, which this browser has not shown.",
        "Open that address again, the whole of it.",
        HTTPStatus.UNAUTHORIZED,
    ),
    HTTPStatus.FORBIDDEN: Told(
        "the form was not sent by this page, or the page was started anew",
        None,
        "Go back, load the page again and send the form once more.",
        HTTPStatus.FORBIDDEN,
    ),
    HTTPStatus.MISDIRECTED_REQUEST: Told(
        "this host name is not served",
        "The page answers to names of this machine alone, such as localhost.",
        "Open the address that factcheck serve printed.",
        HTTPStatus.MISDIRECTED_REQUEST,
    ),
    HTTPStatus.NOT_FOUND: Told("there is no such page", None, "Go to the list of documents.", HTTPStatus.NOT_FOUND),
}


class ReviewPage:
    """The answers; sessions and the guard are those of one started server."""

    def __init__(self, sessions: Sessions, app: Flask) -> None:
        self.sessions = sessions
        self.checks = Checks(sessions)
        self.moves = Moves()
        self.pages = DocumentPage(self.moves, self.checks)
        answers: dict[str, Callable[..., Answer]] = {}
        routes: list[Route] = [
            ("/", self.documents, ["GET"]),
            ("/documents/new", self.new_document, ["GET"]),
            ("/documents/new", self.begin_check, ["POST"]),
            ("/checks/<name>", self.check, ["GET"]),
            ("/checks/<name>/state", self.check_state, ["GET"]),
            ("/checks/<name>/cancel", self.cancel_check, ["POST"]),
            ("/documents/<int:document_id>", self.document, ["GET"]),
            ("/documents/<int:document_id>/claims/<int:claim_no>", self.document, ["GET"]),
            ("/documents/<int:document_id>/claims/<int:claim_no>/<decision>", self.decide, ["POST"]),
            ("/documents/<int:document_id>/claims/<int:claim_no>/passages/<int:rank>", self.passage, ["GET"]),
            ("/documents/<int:document_id>/recheck", self.recheck, ["POST"]),
            ("/documents/<int:document_id>/new", self.check_anew, ["GET"]),
            ("/documents/<int:document_id>/state", self.document_state, ["GET"]),
            ("/documents/<int:document_id>/runs", self.runs, ["GET"]),
            ("/documents/<int:document_id>/download.<suffix>", self.download, ["GET"]),
            ("/documents/<int:document_id>/forget-text", self.forget_text, ["POST"]),
            *QuestionPage(sessions).routes(),
        ]
        for rule, answer, methods in routes:
            name = answer.__name__
            app.add_url_rule(rule, name, answers.setdefault(name, _answered(answer)), methods=methods)

    def documents(self) -> Answer:
        """List the stored documents."""
        page = max(0, request.args.get("page", 0, type=int))
        with self.sessions.lent() as connection:
            rows = stored.documents(connection, page)
            may_check = stored.may_check(connection)
        has_more = len(rows) > stored.PAGE_SIZE
        return render_template(
            "documents.html", documents=rows[: stored.PAGE_SIZE], page=page, has_more=has_more, may_check=may_check
        )

    def new_document(self, error: Told | None = None, typed: dict[str, str] | None = None) -> Answer:
        """Show the form for a document to check."""
        names: list[str] = []
        try:
            with self.sessions.lent() as connection:
                names = stored.data_sets(connection)
        except (FactcheckError, psycopg.Error) as problem:
            error = error or told(problem)
        page = render_template("new.html", error=error, typed=typed or {}, data_sets=names, formats=_FORMATS)
        return page, error.status if error else HTTPStatus.OK

    def begin_check(self) -> Answer:
        """Begin to check what was pasted or uploaded, and lead to the page that tells how it goes."""
        typed = {name: request.form.get(name, "") for name in ("title", "document", "data_set")}
        try:
            document, name = uploads.document_of(typed["document"], request.files.get("file"))
            title = " ".join(typed["title"].split()) or name
            check = self.checks.begin(document, title, typed["data_set"] or None)
        except FactcheckError as error:
            return self.new_document(told(error), typed)
        return redirect(url_for("check", name=check.name), HTTPStatus.SEE_OTHER)

    def check(self, name: str) -> Answer:
        """Show how a check goes; once it is stored, lead to the document."""
        check = self.checks.named(name)
        if check.document_id is not None:
            told_by = name if check.notices else None
            address = url_for("document", document_id=check.document_id, check=told_by, run=check.run_id)
            return redirect(address, HTTPStatus.SEE_OTHER)
        if check.error is not None:
            typed = {"title": check.title or "", "document": check.document, "data_set": check.data_set or ""}
            return self.new_document(check.error, typed)
        return render_template("check.html", check=check)

    def check_state(self, name: str) -> Answer:
        """Tell the script how a check goes."""
        check = self.checks.named(name)
        state = {
            "is_over": check.is_over,
            "seconds": round(check.elapsed),
            "share": check.share,
            "step": check.progress.in_words if check.progress else None,
        }
        return Response(json.dumps(state), mimetype="application/json")

    def cancel_check(self, name: str) -> Answer:
        """Have the server end a check."""
        self.checks.cancel(name)
        return redirect(url_for("check", name=name), HTTPStatus.SEE_OTHER)

    def document(self, document_id: int, claim_no: int | None = None) -> Answer:
        """Show a document with its claims marked, and one of them in detail."""
        return self._shown(document_id, claim_no, Typed.of_request())

    def decide(self, document_id: int, claim_no: int, decision: str) -> Answer:
        """Enter a decision about a claim, or try one out, and show what moves."""
        typed = Typed.of_request(decision)
        choice = typed.choice()
        if choice is None or (decision == "try-choose"):
            return _page_of(_REFUSED[HTTPStatus.NOT_FOUND])
        is_trial = decision.startswith("try-")
        error, entered = None, None
        try:
            with self.sessions.lent() as connection:
                if is_trial and isinstance(choice, stored.Choice):
                    entered = stored.tried(connection, document_id, claim_no, choice)
                    typed.tried = entered.moved
                else:
                    entered = stored.decide_as_seen(connection, document_id, claim_no, choice, typed.seen)
        except FactcheckError as problem:
            error = told(problem)
        except psycopg.Error as problem:
            if is_lost(problem):
                raise connection_lost_while_deciding(" ".join(str(problem).split())) from None
            error = told(problem)
        g.seconds = entered.seconds if entered else None
        if entered is None or is_trial:
            return self._shown(document_id, claim_no, typed, error, is_changed=error is not None)
        run_id = self.moves.keep(entered.moved)
        if _is_part():
            return self._shown(document_id, claim_no, Typed(show=typed.show, moved=run_id), None, is_changed=True)
        address = url_for("document", document_id=document_id, claim_no=claim_no, show=typed.show, moved=run_id)
        return redirect(address, HTTPStatus.SEE_OTHER)

    def _shown(
        self,
        document_id: int,
        claim_no: int | None,
        typed: Typed,
        error: Told | None = None,
        *,
        is_changed: bool = False,
    ) -> Answer:
        """Show a document, or for the script the part about one claim, and what changed if it has."""
        gather = partial(self.pages.claim_parts, is_changed=is_changed) if _is_part() else self.pages.parts
        with self.sessions.lent() as connection:
            parts = gather(connection, document_id, claim_no, typed, error)
        shown = render_template("part.html" if _is_part() else "document.html", **parts)
        return shown, error.status if error else HTTPStatus.OK

    def passage(self, document_id: int, claim_no: int, rank: int) -> Answer:
        """Show a passage where it stands in its source."""
        with self.sessions.lent() as connection:
            document = stored.document(connection, document_id)
            claim = next((row for row in stored.claims(connection, document_id) if row["claim_no"] == claim_no), None)
            shown = stored.passage(connection, document_id, claim_no, rank)
        return render_template("passage.html", document=document, claim=claim, passage=shown)

    def recheck(self, document_id: int) -> Answer:
        """Run the stored readings of a document again, and show which verdicts flipped."""
        with self.sessions.lent() as connection:
            run_id = stored.recheck(connection, document_id)
        return redirect(url_for("document", document_id=document_id, run=run_id), HTTPStatus.SEE_OTHER)

    def check_anew(self, document_id: int) -> Answer:
        """Show the form with the kept text of a document, to check it as if it had never been checked."""
        with self.sessions.lent() as connection:
            document = stored.document(connection, document_id)
            text = stored.text_of(connection, document)
            data_set = stored.data_set_of(connection, document["run_id"])
        if text is None:
            return _page_of(told(text_not_kept(document_id)))
        typed = {"title": document["title"] or "", "document": text["content"], "data_set": data_set or ""}
        return self.new_document(typed=typed)

    def document_state(self, document_id: int) -> Answer:
        """Tell the script which run holds now."""
        with self.sessions.lent() as connection:
            run_id = stored.latest_run(connection, document_id)
        return Response(f'{{"run": {run_id}}}', mimetype="application/json")

    def runs(self, document_id: int) -> Answer:
        """List the runs of a document."""
        with self.sessions.lent() as connection:
            document = stored.document(connection, document_id)
            return render_template("runs.html", document=document, runs=stored.runs(connection, document_id))

    def download(self, document_id: int, suffix: str) -> Answer:
        """Send the document's claims as a file."""
        with self.sessions.lent() as connection:
            document = stored.document(connection, document_id)
            claims = stored.claims(connection, document_id)
            readings = stored.readings(connection, document["run_id"])
            text = stored.text_of(connection, document) if suffix == "html" else None
        if suffix == "json":
            content, kind = downloads.as_json(document, claims, readings), "application/json"
        elif suffix == "csv":
            content, kind = downloads.as_csv(claims), "text/csv"
        elif suffix == "html" and text is not None:
            content, kind = (
                downloads.as_html(text["content"], unchecked_numbers(text["unchecked"]), claims, readings),
                "text/html",
            )
        else:
            return _page_of(_REFUSED[HTTPStatus.NOT_FOUND])
        answer = Response(content, mimetype=kind)
        name = downloads.file_name(document["title"], document_id, suffix)
        answer.headers.set("Content-Disposition", "attachment", filename=name)
        return answer

    def forget_text(self, document_id: int) -> Answer:
        """Erase the kept text of a document."""
        with self.sessions.lent() as connection:
            stored.forget_text(connection, document_id)
        return redirect(url_for("document", document_id=document_id), HTTPStatus.SEE_OTHER)


_FORMATS = ",".join([*uploads.TEXT_SUFFIXES, uploads.WORD_SUFFIX])


def make_app(sessions: Sessions, key: str | None = None) -> tuple[Flask, Guard]:
    """Make the application; the guard has the key that lets a browser in."""
    app = Flask("factcheck.review")
    app.config.update(MAX_CONTENT_LENGTH=MOST_BYTES, MAX_FORM_MEMORY_SIZE=MOST_BYTES)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(number=shown, ago=ago, percent=percent)
    app.jinja_env.globals.update(
        verdict_words=verdict_words,
        about_number=about_number,
        counted=counted,
        values=lambda claim: Markup(values(claim)),  # noqa: S704 - escaped where it is written
        highlighted=lambda text, words: Markup(highlighted(text, set(words.split()))),  # noqa: S704 - the same
        stances=STANCES,
        chart=lambda claim: Markup(chart(claim)),  # noqa: S704 - the same
        functions=[each.name for each in FUNCTIONS],
        version=__version__,
    )
    app.before_request(_begin_clock)
    guard = Guard(app, key)
    app.after_request(_tell_times)
    ReviewPage(sessions, app)
    style = files("factcheck.markup").joinpath("marked.css").read_text("utf-8")
    app.add_url_rule("/marked.css", "marked_css", lambda: Response(style, mimetype="text/css"))
    app.add_url_rule("/charts.css", "charts_css", lambda: Response(charts_style(), mimetype="text/css"))
    app.register_error_handler(HTTPException, _refused)
    return app, guard


def _answered(answer: Callable[_Parameters, Answer]) -> Callable[_Parameters, Answer]:
    """Have expected errors told on a page; what was typed stays in its form."""

    @wraps(answer)
    def answered(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> Answer:
        try:
            return answer(*args, **kwargs)
        except FactcheckError as error:
            return _page_of(told(error))
        except psycopg.Error as error:
            problem = " ".join(str(error).split())
            return _page_of(told(connection_lost(problem) if is_lost(error) else error))

    return answered


def _begin_clock() -> None:
    g.began = time.perf_counter()


def _tell_times(answer: Response) -> Response:
    """Tell the browser's tools how long the answer took, and how much of it the query of a decision."""
    times = [f"total;dur={1000 * (time.perf_counter() - g.began):.1f}"]
    if g.get("seconds") is not None:
        times.append(f"decision;dur={1000 * g.seconds:.1f}")
    answer.headers["Server-Timing"] = ", ".join(times)
    return answer


def _is_part() -> bool:
    return PART_HEADER in request.headers


def _page_of(error: Told) -> Answer:
    """Show an error alone, with a form to send once more what was typed."""
    template = "told.html" if _is_part() else "error.html"
    typed = [(name, value) for name, value in request.form.items(multi=True)] if request.method == "POST" else []
    return render_template(template, error=error, typed=typed), error.status


def _refused(error: HTTPException) -> Answer:
    if isinstance(error, RequestEntityTooLarge):
        return render_template(
            "error.html", error=told(document_file_too_large(_MOST_MEGABYTES)), typed=[]
        ), HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    refused = _REFUSED.get(status) or Told(status.phrase.lower(), None, None, status)
    return render_template("error.html", error=refused, typed=[]), status
