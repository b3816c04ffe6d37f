"""Words as they are spelt in the United States: names of columns mostly are, and questions may not be."""

from __future__ import annotations

import re

_OUR = re.compile(r"(?<=[a-z]{2})our(?=s?\Z|ed\Z|ing\Z|ful\Z|able\Z|hood\Z)")
_ISE = re.compile(r"(?<=[a-z]{4})is(?=(?:e|es|ed|ing|ation|ations)\Z)")
_KEPT = frozenset(
    "contour detour velour flour scour devour paramour hour tour four pour sour your downpour amour advertise advise "
    "comprise compromise devise disguise enterprise exercise franchise improvise merchandise otherwise paradise "
    "precise premise promise revise rise sunrise supervise surprise televise treatise concise expertise chastise "
    "despise arise raise praise noise poise cruise bruise".split()
)
_OTHERS = {
    "grey": "gray",
    "centre": "center",
    "theatre": "theater",
    "metre": "meter",
    "kilometre": "kilometer",
    "centimetre": "centimeter",
    "millimetre": "millimeter",
    "litre": "liter",
    "millilitre": "milliliter",
    "fibre": "fiber",
    "calibre": "caliber",
    "programme": "program",
    "licence": "license",
    "defence": "defense",
    "offence": "offense",
    "catalogue": "catalog",
    "jewellery": "jewelry",
    "tyre": "tire",
    "aluminium": "aluminum",
    "storey": "story",
    "plough": "plow",
    "cheque": "check",
}


def american(word: str) -> str:
    """Return a word as it is spelt in the United States, the word itself where no other spelling is known."""
    lower = word.lower()
    if lower in _OTHERS:
        return _OTHERS[lower]
    stem = re.sub(r"(?:s|ed|ing)\Z", "", lower)
    if not {lower, stem, f"{stem}e"}.isdisjoint(_KEPT):
        return word
    return _ISE.sub("iz", _OUR.sub("or", word))
