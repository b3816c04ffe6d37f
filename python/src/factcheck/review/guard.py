"""Keeps others out: other accounts of the machine, other sites in the same browser, and what a document brings along.

The page works with the rights of whoever started it.  The address that the command prints holds a key, for which the
browser gets a cookie; without it nothing is shown.  Hosts other than this machine's names are refused, so that no
foreign name can be made to lead here.  Each form has a token that other sites cannot know.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from factcheck.review.loopback import host_and_port, is_loopback

FORM_KEY = "form_key"
_KEY_ARGUMENT = "key"
_SAFE_METHODS = {"GET", "HEAD"}
_OPEN_ENDPOINTS = {"static", "marked_css", "charts_css"}
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """Looks at each request before it is answered, and adds the headers of each answer."""

    def __init__(self, app: Flask, key: str | None = None) -> None:
        self.key = key or secrets.token_urlsafe(24)
        self.token = self._derived("token")
        self._visitor = self._derived("visitor")
        app.before_request(self._before)
        app.after_request(_with_headers)
        app.context_processor(lambda: {"token": self.token, "token_field": FORM_KEY})

    def _before(self) -> AnyResponse | None:
        if not is_loopback(host_and_port(request.host)[0]):
            abort(HTTPStatus.MISDIRECTED_REQUEST)
        if request.endpoint in _OPEN_ENDPOINTS:
            return None
        if _same(request.args.get(_KEY_ARGUMENT, ""), self.key):
            return self._let_in()
        if not _same(request.cookies.get(self._cookie_name(), ""), self._visitor):
            abort(HTTPStatus.UNAUTHORIZED)
        if request.method not in _SAFE_METHODS:
            self._require_own_form()
        return None

    def _let_in(self) -> AnyResponse:
        """Give the browser its cookie, and take the key out of the address."""
        answer = redirect(request.path, HTTPStatus.SEE_OTHER)
        answer.set_cookie(self._cookie_name(), self._visitor, httponly=True, samesite="Lax", path="/")
        return answer

    def _require_own_form(self) -> None:
        if not _comes_from_here(request):
            abort(HTTPStatus.FORBIDDEN)
        if not _same(request.form.get(FORM_KEY, ""), self.token):
            abort(HTTPStatus.FORBIDDEN)

    def _cookie_name(self) -> str:
        """Return a name for this port: browsers send cookies to all ports of a host."""
        return f"factcheck_review_{host_and_port(request.host)[1]}"

    def _derived(self, purpose: str) -> str:
        return hmac.new(self.key.encode(), purpose.encode(), hashlib.sha256).hexdigest()


def _same(given: str, wanted: str) -> bool:
    return hmac.compare_digest(given.encode(), wanted.encode())


def _comes_from_here(asked: Request) -> bool:
    """Tell whether a form was sent by one of our own pages, as far as the browser says."""
    origin, site = asked.headers.get("Origin"), asked.headers.get("Sec-Fetch-Site")
    return site in {None, "same-origin"} and (origin is None or urlsplit(origin).netloc == asked.host)


def _with_headers(answer: Response) -> Response:
    answer.headers.update(_HEADERS)
    if request.endpoint not in _OPEN_ENDPOINTS:
        answer.headers["Cache-Control"] = "no-store"
    return answer
