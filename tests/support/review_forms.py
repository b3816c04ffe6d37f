"""Forms of the review page, and rows of the database behind it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import psycopg
from support.review_server import ReviewServer


def rows(connection: psycopg.Connection[Any], query: str, *parameters: object) -> list[Any]:
    """What a query returns."""
    return connection.execute(query.encode(), parameters).fetchall()


def form_of(
    page: ReviewServer, cookie: Mapping[str, str], address: str, button: str
) -> tuple[str, dict[str, str], str]:
    """The address and the fields of the form that has a button, as a browser would send it."""
    text = page.request("GET", address, headers=cookie).text
    for form in re.findall(r"<form.*?</form>", text, re.DOTALL):
        if button in form:
            action = re.search(r'action="([^"]*)"', form)
            assert action is not None
            fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
            return action[1], fields, form
    raise AssertionError(f"no form has {button}")
