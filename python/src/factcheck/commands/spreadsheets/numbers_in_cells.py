"""Numbers as spreadsheets show them: thousands separators, decimal commas, signs of currency and percent."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_SIGNS = "".join(chr(code) for code in range(0x20, 0x20D0) if unicodedata.category(chr(code)) == "Sc")
_CODES = (
    "USD EUR GBP JPY CNY CHF AUD CAD NZD SEK NOK DKK ISK PLN CZK HUF RON BGN TRY RUB UAH INR PKR BDT LKR IDR MYR SGD"
    " HKD TWD KRW THB VND PHP ZAR NGN KES EGP ILS AED SAR BRL MXN ARS CLP COP PEN"
)
_CURRENCY = (
    rf"(?:(?:US|AU|CA|NZ|HK|SG|MX|NT|A|C|S|R)?[{re.escape(_SIGNS)}]|{'|'.join(_CODES.split())}"
    r"|kr\.?|Kč|zł|Ft|Rs\.?|Fr\.?)"
)
CURRENCY = re.compile(_CURRENCY)
"""Signs and codes of currencies."""

_SPACE = "[ \u00a0\u202f\u2009]"
_SHOWN = re.compile(
    rf"(?P<open>\()?(?P<sign>[-+−]?){_SPACE}?(?P<before>{_CURRENCY})?{_SPACE}*(?P<inner>[-−(]?){_SPACE}?"
    rf"(?P<body>\d[\d.,'’ \u00a0\u202f\u2009]*|[.,]\d+|-){_SPACE}*(?P<after>{_CURRENCY}|[%‰])?(?P<close>\)?)"
)
_LONGEST = 64
"""Characters of the longest text that is looked at."""
_PLAIN_SPACES = str.maketrans("\u00a0\u202f\u2009’", "   '")
_NAMES = {"%": "percent (%)", "‰": "per mille (‰)", "$": "dollars ($)", "€": "euros (€)", "£": "pounds (£)"}
_SEPARATORS = {",": "commas", ".": "points", " ": "spaces", "'": "apostrophes"}


(
    POINT,
    COMMA,
    COMMAS_POINT,
    POINTS_COMMA,
    SPACES_POINT,
    SPACES_COMMA,
    APOSTROPHES_POINT,
    APOSTROPHES_COMMA,
) = (1 << bit for bit in range(8))
"""Ways to write a number, as bits: what sets off thousands, what sets off decimals."""

ANY_STYLE = (1 << 8) - 1
STYLES_OF_DECIMAL = {
    ".": POINT | COMMAS_POINT | SPACES_POINT | APOSTROPHES_POINT,
    ",": COMMA | POINTS_COMMA | SPACES_COMMA | APOSTROPHES_COMMA,
}
"""The styles by what sets off decimals."""
_FORMS = tuple(
    (style, re.compile(rf"(?:{whole}(?:{re.escape(decimal)}\d+)?|{re.escape(decimal)}\d+)"))
    for style, decimal, whole in (
        (POINT, ".", r"(?:0|[1-9]\d*)"),
        (COMMA, ",", r"(?:0|[1-9]\d*)"),
        (COMMAS_POINT, ".", r"(?:0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})"),
        (POINTS_COMMA, ",", r"(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+)"),
        (SPACES_POINT, ".", r"(?:0|[1-9]\d*|[1-9]\d{0,2}(?: \d{3})+)"),
        (SPACES_COMMA, ",", r"(?:0|[1-9]\d*|[1-9]\d{0,2}(?: \d{3})+)"),
        (APOSTROPHES_POINT, ".", r"(?:0|[1-9]\d*|[1-9]\d{0,2}(?:'\d{3})+)"),
        (APOSTROPHES_COMMA, ",", r"(?:0|[1-9]\d*|[1-9]\d{0,2}(?:'\d{3})+)"),
    )
)


@dataclass(frozen=True, slots=True)
class ShownNumber:
    """A number as a cell shows it: ``body`` is its figures, ``styles`` are those that it may be written in."""

    body: str
    is_negative: bool
    has_parentheses: bool
    unit: str
    styles: int
    has_minus_sign: bool = False

    @property
    def is_dash(self) -> bool:
        """Tell whether a dash stands for 0, as accountants write it beside a currency."""
        return self.body == "-"

    @property
    def separators(self) -> frozenset[str]:
        """Return what stands between the figures."""
        return frozenset(character for character in self.body if not character.isdigit() and character != "-")

    def digits(self, decimal: str) -> str:
        """Write the number as PostgreSQL reads it; ``decimal`` sets off its decimals."""
        if self.is_dash:
            return "0"
        figures = "".join("." if c == decimal else c for c in self.body if c.isdigit() or c == decimal)
        return f"-{figures}" if self.is_negative else figures


@lru_cache(maxsize=100_000)
def shown_number(text: str) -> ShownNumber | None:
    """Read a number that may have separators and a unit; None for what is none under any style.

    A leading zero makes it no number but an identifier.
    """
    shown = _SHOWN.fullmatch(text) if len(text) <= _LONGEST else None
    if shown is None or not _is_balanced(shown):
        return None
    unit = shown["before"] or shown["after"] or ""
    has_minus_sign = "−" in {shown["sign"], shown["inner"]}
    has_parentheses = "(" in {shown["open"], shown["inner"]}
    is_negative = has_parentheses or has_minus_sign or "-" in {shown["sign"], shown["inner"]}
    body = shown["body"].translate(_PLAIN_SPACES)
    if body == "-":
        is_zero = shown["before"] is not None and not has_parentheses and not is_negative
        return ShownNumber(body, False, False, unit, ANY_STYLE) if is_zero else None
    styles = 0
    for style, form in _FORMS:
        if form.fullmatch(body.rstrip()):
            styles |= style
    body = body.rstrip()
    return ShownNumber(body, is_negative, has_parentheses, unit, styles, has_minus_sign) if styles else None


def _is_balanced(shown: re.Match[str]) -> bool:
    """Tell whether parentheses are closed, there is one unit at most and one sign at most."""
    opened = (shown["open"] is not None) + (shown["inner"] == "(")
    signs = bool(shown["sign"]) + (shown["inner"] in {"-", "−"}) + opened
    return opened == len(shown["close"]) and signs <= 1 and not (shown["before"] and shown["after"])


def unit_in_words(unit: str) -> str:
    """Name a unit for a column's comment: "in dollars ($)"."""
    return f"in {_NAMES.get(unit, unit)}"


def separator_in_words(separator: str) -> str:
    """Name a separator in the plural."""
    return _SEPARATORS[separator]
