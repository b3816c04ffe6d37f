"""One expression that finds everything in a text that is a number or looks like one."""

from __future__ import annotations

import re

from factcheck.numbers.lookalikes import LOOKALIKES, NAME
from factcheck.numbers.style import SPACES
from factcheck.numbers.times_taken import TIME_TAKEN
from factcheck.numbers.words import (
    FIRST_WORDS,
    JOIN,
    MULTIPLE,
    SCALES,
    SHARE,
    SHARE_OF_SCALE,
    SPOKEN_YEAR,
    VAGUE,
    WRITTEN_OUT,
    any_of,
)

_DIGITS = rf"""(?:
    \d{{1,3}}(?:,\d{{3}}){{1,9}}(?!\d)(?:\.\d+)?
  | \d{{1,2}}(?:,\d{{2}}){{1,6}},\d{{3}}(?!\d)(?:\.\d+)?
  | \d{{1,3}}(?:[{SPACES}'’]\d{{3}}){{1,9}}(?!\d)(?:\.\d+)?
  | \d{{1,3}}(?:[ ]\d{{3}}){{1,9}}(?!\d|,\d)(?:\.\d+)?
  | \d{{1,3}}(?:\.\d{{3}}){{2,9}}(?![\d.])
  | \d+(?:\.\d+)?
  | \.\d+
)"""
_AMOUNT_AFTER = (
    r"(?=\s?(?:\d{1,3}(?:,\d{3})+\b|\d+(?:\.\d+)?\s?(?:(?i:thousand|million|billion|trillion|mn|bn|k)|[MB])\b))"
)
"""An amount that tells that a letter before it stands for a currency: "N90,000" and "R2.5 million", no "R4"."""

_CURRENCY = (
    r"(?:(?:US|A|C|AU|CA|NZ|HK|S|R)?\$|[€£¥₹₩₽₺₪฿₲₦₱₫₴₵₸]"
    r"|(?-i:USD|EUR|GBP|CHF|INR|JPY|CNY|AUD|CAD|SEK|NOK|DKK|PLN|NGN|ZAR|KES|KSh|KSH|GHS|BRL|MXN|PHP|PKR|BDT|Tk|Rs\.?)\s?"
    rf"|(?-i:[NR]{_AMOUNT_AFTER}))"
)
SCALE_LETTERS = {"k": 3, "m": 6, "mn": 6, "mln": 6, "mio": 6, "b": 9, "bn": 9, "t": 12, "tn": 12}
"""Letters that multiply, as powers of ten."""

_SCALE = (
    rf"(?:{JOIN}?(?P<scale_word>{any_of([*SCALES, 'dozen'])})s?\b"
    r"|\s?(?P<scale_letter>mn|mln|mio|bn|tn)\b|(?P<kilo>k|(?-i:M|B|T))\b"
    r"|\s(?P<letter_apart>(?-i:K|M))\b(?!\s(?:runs?|races?|walks?)\b)|(?(currency)\s?(?P<currency_letter>[kmbt])\b))"
)
_PERCENT = (
    r"(?P<percent>\s?%(?P<point_sign>[\s-]points?\b)?"
    r"|[\s-]?(?:percent|per\scent|pct)\b(?P<point_word>[\s-]points?\b)?"
    r"|(?-i:pc)\b|[\s-]?percentage[\s-](?P<points>points?)\b|\s?(?P<pp>pp)\b"
    r"|(?P<mille>\s?‰|[\s-]?(?:per\smille?|permille|per\sthousand)\b)"
    r"|(?P<basis>[\s-]?(?:basis[\s-]points?|bps)\b))"
)
_POWER = r"\^\s?[-−]?\d{1,2}(?!\w)|[⁻−]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}"
_EXPONENT = rf"(?P<exponent>e[-−+]?\d{{1,2}}(?!\w)|\s?[x×·*⋅]\s?10(?:{_POWER}))"
_POWER_OF_TEN = r"10(?P<power>\^\s?[-−]?\d{1,2}(?!\w)|[⁻−][¹²³⁴⁵⁶⁷⁸⁹]{1,2}|[³⁴⁵⁶⁷⁸⁹]|[¹²][⁰¹²³⁴⁵⁶⁷⁸⁹])"
_MEASURES = any_of(
    "kg g mg t km m cm mm mi ft in lb lbs oz sec ms min mins h hr hrs yr yrs kWh MWh GWh mW MW GW kW GB MB TB KB kB "
    "Hz kHz MHz GHz mph kph km/h °C °F ºC ºF C F ml L l ha ac x pts pp".split()
)
FRACTION_SIGNS = dict(
    zip("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒", "12 13 23 14 34 15 25 35 45 16 56 17 18 38 58 78 19 1/10".split(), strict=True)
)
"""Characters that are fractions, each with what stands above and what below the bar."""

_FRACTION_SIGN = f"[{''.join(FRACTION_SIGNS)}]"

_NUMERAL = rf"""(?x:
    (?P<sign>(?<![\w)%.,])(?<!\d\s)[-−–]|(?<!\d\s)minus\s)?(?:(?P<currency>{_CURRENCY})\s?(?P<late_sign>[-−])?)?
    (?>(?P<digits>{_DIGITS}))(?P<fraction_sign>{_FRACTION_SIGN})?{_EXPONENT}?{_SCALE}?{_PERCENT}?
    (?P<currency_after>\s?[€£₽₲¢¥₹]|\s?\$(?!\s?\d))?
    (?=\W|\Z|[¹²³⁰-⁹½]|(?-i:{_MEASURES})\b|ish\b)
)"""
_FRACTION = (
    rf"(?:(?P<units>\d{{1,3}})\s)?(?:(?P<above>\d{{1,2}})[/⁄](?P<below>\d{{1,3}})(?![\d/]|,\d{{3}})|{_FRACTION_SIGN})"
    r"(?!\w)"
)
_WHOLES = any_of(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen twenty hundred"
    " thousand million 2 3 4 5 6 7 8 9 10 11 12 15 20 25 30"
    " 40 50 100 200 500 1000 1,000 5,000 10,000 100,000".split()
)
_SPANS = any_of("second minute hour day week month year decade inning game match attempt".split())
_ONE_IN_SOME = (
    r"(?:(?P<part>one|two|three|four|five|six|seven|eight|nine|1(?=[\s-]in\b)"
    r"|[2-9](?=[\s-]in[\s-](?:10|ten|100)\b))[\s-](?:in|out\sof)[\s-](?:(?:every|each)\s)?"
    rf"(?P<whole>(?:an?\s)?{_WHOLES})"
    rf"|(?P<named>one)\s(?!more\b|such\b|and\b|was\b)[a-z]{{3,}}\s(?:in|out\sof)\s(?:every\s)?"
    rf"(?P<of_named>{_WHOLES})"
    rf"|(?P<single>one|1)[\s-](?:in|out\sof)[\s-](?P<of_many>[1-9]\d{{1,2}})(?![,.]?\d)"
    rf"|(?P<some>\d{{1,3}})\s(?:in|out\sof)\s(?:every|each)\s(?P<of_whole>\d{{1,3}}(?:,?\d{{3}}){{0,2}}))"
    rf"\b(?![.,]\d|\s?%|-[a-z]+\b(?<!chance)|\s{_SPANS}s?\b|\s(?:hundred|thousand|million)\b)"
)
_NOTHING = r"no(?=\s(?:[a-z]+\s)?[a-z]+(?<!s)s\b)|none\b"

# Most words begin no number: no need to try all that follows.
_MAY_BEGIN = (
    r"(?=[^a-z]|\S{0,100}\d|[\w.]{1,40}[\s:.,#$]{1,3}(?:of\s|box\s|codes?:?\s)?[-−#(]?\d|(?:https?|ftp):|www\."
    rf"|{FIRST_WORDS})"
)
ANY_NUMBER = re.compile(
    rf"(?<!\w){_MAY_BEGIN}(?:(?P<time_taken>{TIME_TAKEN})|"
    + "|".join(f"(?P<lookalike_{index}>{pattern})" for index, pattern in enumerate(LOOKALIKES.values()))
    + rf"|(?P<one_in_some>{_ONE_IN_SOME})|(?P<multiple>{MULTIPLE})|(?P<vague>{VAGUE})|(?P<spoken_year>{SPOKEN_YEAR})"
    + rf"|(?P<share_of_scale>{SHARE_OF_SCALE})|(?P<share>{SHARE})|(?P<fraction>{_FRACTION})|(?P<times>twice|thrice)\b"
    + rf"|(?P<written_out>(?P<minus>minus\s)?{WRITTEN_OUT})|(?P<nothing>{_NOTHING})|(?P<ten>{_POWER_OF_TEN})"
    + rf"|(?P<numeral>{_NUMERAL})|(?P<name>{NAME}))",
    re.IGNORECASE,
)
"""Each match tells by its last group which kind it is; ``lookalike_0`` is the first of ``LOOKALIKES`` and so on.

Case does not count.  No kind overlaps another; what stands first in the expression goes first.
"""
