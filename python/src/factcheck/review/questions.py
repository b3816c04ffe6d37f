"""The page of questions: a table, a question about it, and the charts that answer it."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable
from decimal import Decimal
from http import HTTPStatus
from threading import Lock
from typing import Any

from flask import Response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from factcheck.charts.page import dashboard_page
from factcheck.charts.rendering import OneThread
from factcheck.charts.spec import beside_caption
from factcheck.errors import FactcheckError
from factcheck.review import asked
from factcheck.review.downloads import file_name
from factcheck.review.messages import Told, told
from factcheck.review.sessions import Sessions
from factcheck.visible import without_controls

Answer = AnyResponse | str | tuple[str, int]
Route = tuple[str, Callable[..., Answer], list[str]]

MOST_LETTERS = 500
_MOST_KEPT, _SECONDS_KEPT = 30, 120.0


class QuestionPage:
    """Answers questions; what was answered is kept for a while, so that its charts can be taken along as shown."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._renderer = OneThread()
        self._answers = _Answers()

    def routes(self) -> list[Route]:
        """Return the addresses with what answers them."""
        return [
            ("/questions", self.tables, ["GET"]),
            ("/questions/<int:number>", self.ask, ["GET"]),
            ("/questions/<int:number>/caption", self.set_caption, ["POST"]),
            ("/questions/<int:number>/answer.<suffix>", self.download_answer, ["GET"]),
            ("/questions/<int:number>/charts/<key>.<suffix>", self.download_chart, ["GET"]),
            ("/documents/<int:document_id>/claims/<int:claim_no>/chart.<suffix>", self.download_verdict, ["GET"]),
        ]

    def tables(self) -> Answer:
        """List the tables that can be asked about."""
        with self._sessions.lent() as connection:
            return render_template("tables.html", tables=asked.tables(connection))

    def ask(self, number: int) -> Answer:
        """Show a table, and the answer where a question is asked."""
        question, column = _question(), request.args.get("column") or None
        with self._sessions.lent() as connection:
            table = asked.table(connection, number)
            if column not in {each["name"] for each in table["columns"]}:
                column = None
            suggestions = asked.suggestions(connection, number, column)
            answer = asked.answer(connection, number, question) if question else None
        error = None
        if answer is not None:
            self._answers.keep((number, question), answer)
            error = self._draw(answer)
        return render_template(
            "question.html",
            table=table,
            column=column,
            suggestions=suggestions,
            question=question,
            answer=answer,
            error=error,
            most_letters=MOST_LETTERS,
        )

    def _draw(self, answer: dict[str, Any]) -> Told | None:
        """Add its picture to each chart; returns what stops that, where it can be told once for all."""
        for section in answer["sections"]:
            for chart in section["charts"]:
                try:
                    chart["svg"] = Markup(without_controls(self._renderer.svg(beside_caption(_plain(chart["spec"])))))  # noqa: S704 - cleaned
                except FactcheckError as error:
                    return told(error)
        return None

    def set_caption(self, number: int) -> Answer:
        """Keep a caption, or take it back, and show the answer again."""
        form = request.form
        fact = json.dumps({"key": form.get("key", ""), "own_caption": form.get("own_caption", "")})
        caption = None if "own" in form else form.get("caption", "")
        with self._sessions.lent() as connection:
            asked.set_caption(connection, fact, caption)
        question = _question()
        self._answers.forget((number, question))
        address = url_for("ask", number=number, question=question, _anchor=f"chart-{form.get('key', '')}")
        return redirect(address, HTTPStatus.SEE_OTHER)

    def download_answer(self, number: int, suffix: str) -> Answer:
        """Send an answer as a page, as a picture, as a PDF or as JSON."""
        question = _question()
        answer = self._answered(number, question)
        if suffix == "html":
            return _file(
                dashboard_page(answer, lambda spec: self._renderer.svg(_plain(spec))), question, suffix, "text/html"
            )
        if suffix == "json":
            return _file(json.dumps(_plain(answer), ensure_ascii=False, indent=1), question, suffix, "application/json")
        if suffix == "png" and answer["spec"]:
            return _file(self._renderer.png(_plain(answer["spec"]), 1), question, suffix, "image/png")
        if suffix == "pdf" and answer["spec"]:
            return _file(self._renderer.pdf(_plain(answer["spec"])), question, suffix, "application/pdf")
        raise NotFound

    def download_chart(self, number: int, key: str, suffix: str) -> Answer:
        """Send a chart of an answer as a picture."""
        answer = self._answered(number, _question())
        charts = [chart for section in answer["sections"] for chart in section["charts"] if chart["key"] == key]
        if not charts:
            raise NotFound
        return self._picture(charts[0]["spec"], charts[0]["title"], suffix)

    def download_verdict(self, document_id: int, claim_no: int, suffix: str) -> Answer:
        """Send the chart of a verdict as a picture."""
        with self._sessions.lent() as connection:
            chart = asked.verdict_chart(connection, document_id, claim_no)
        if chart is None:
            raise NotFound
        return self._picture(chart, f"document {document_id} claim {claim_no}", suffix)

    def _picture(self, spec: Any, title: str, suffix: str) -> Answer:
        if suffix == "png":
            return _file(self._renderer.png(_plain(spec), 2), title, suffix, "image/png")
        if suffix == "pdf":
            return _file(self._renderer.pdf(_plain(spec)), title, suffix, "application/pdf")
        if suffix == "svg":
            return _file(self._renderer.svg(_plain(spec)), title, suffix, "image/svg+xml")
        if suffix == "json":
            return _file(json.dumps(_plain(spec), ensure_ascii=False, indent=1), title, suffix, "application/json")
        raise NotFound

    def _answered(self, number: int, question: str) -> dict[str, Any]:
        if not question:
            raise NotFound
        answer = self._answers.kept((number, question))
        if answer is None:
            with self._sessions.lent() as connection:
                answer = asked.answer(connection, number, question)
            self._answers.keep((number, question), answer)
        return answer


class _Answers:
    """Remembers answers for a while."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str], tuple[float, dict[str, Any]]] = OrderedDict()
        self._lock = Lock()

    def keep(self, asked_for: tuple[int, str], answer: dict[str, Any]) -> None:
        with self._lock:
            self._kept[asked_for] = (time.monotonic(), answer)
            self._kept.move_to_end(asked_for)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)

    def kept(self, asked_for: tuple[int, str]) -> dict[str, Any] | None:
        since, answer = self._kept.get(asked_for, (0.0, None))
        return answer if answer is not None and time.monotonic() - since < _SECONDS_KEPT else None

    def forget(self, asked_for: tuple[int, str]) -> None:
        with self._lock:
            self._kept.pop(asked_for, None)


def _question() -> str:
    """Return the question of the request, in one line."""
    return " ".join(request.values.get("question", "").split())[:MOST_LETTERS]


def _plain(value: Any) -> Any:
    """Return JSON without decimals, which the page's connections read numbers as; pictures are left out."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items() if name != "svg"}
    return [_plain(each) for each in value] if isinstance(value, list) else value


def _file(content: str | bytes, title: str, suffix: str, kind: str) -> Response:
    answer = Response(content, mimetype=kind)
    answer.headers.set("Content-Disposition", "attachment", filename=file_name(title, 0, suffix))
    return answer
