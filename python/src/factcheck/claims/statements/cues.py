"""Words without which a text makes no statement that is looked for: only texts with one of them are parsed for it."""

from __future__ import annotations

import re

from factcheck.numbers.words import any_of

RISING = frozenset(
    "rise grow increase climb jump soar surge gain improve rebound recover expand accelerate double triple rocket "
    "skyrocket swell balloon mushroom mount escalate rally strengthen quadruple treble spike advance".split()
)
FALLING = frozenset(
    "fall drop decline decrease shrink plunge sink slump dip plummet slip worsen diminish dwindle slow tumble nosedive "
    "crater recede contract subside wane ebb weaken halve deteriorate slide".split()
)

BECOMING = frozenset("get become grow turn".split())
"""Verbs beside which a comparative says that something changes: "runners got faster"."""
RISING_NOUNS = frozenset(
    "rise increase growth jump surge gain upturn spike uptick upswing climb rebound recovery".split()
)
FROM_THE_SKY = frozenset("rain snow hail sleet drizzle".split())
"""What falls without becoming less: "rain fell on nine days"."""

FALLING_NOUNS = frozenset("fall drop decline decrease dip plunge slump reduction downturn slide contraction".split())

_CUES = (
    "most|least|majority|bulk|half|mostly|mainly|predominantly|primarily|overwhelmingly|largely|growth|up|down|than",
    r"[a-z]{2,}(?:est|iest)|best|worst|record|number\s(?:one|1)|(?<=#)1|top|tops|topped|topping|lead|leads|led|leading|leader",
    r"domina(?:nt|t\w+)|peak\w*|rank\w*|last|follow(?:s|ed)?|then|next|finally|lastly|more|less|fewer|[a-z]{2,}(?:er)",
    r"maximum|max|minimum|min|minority|few|rare\w*|seldom|hardly|scarcely|barely|infrequent\w*|uncommon|unusual|scarce|exceptional|rarity",
    r"(?:almost|nearly|virtually|practically)\s(?:all|every\w*|no|none|nobody)",
    r"(?:small|tiny|minor|mere|slim|low|minuscule|negligible|marginal)\s\w+|handful|sliver|lion|pick\w*\sup",
    r"ahead|behind|above|below|lag\w*|dwarf\w*|overt[ao]\w+|overshadow\w*|edg\w+",
    r"predominant|prevailing|main|principal|chief|(?:other|opposite|far)\s(?:end|extreme)|rear|only|alone",
    r"none\sof|not\s(?:a\s)?(?:single|one)",
    r"head(?:s|ed)|norm|rule|standard|bottom\w*|foot|tail|trough\w*|nadir|low|high|preferred|favou?red|runner|compared",
    r"n(?:o|obody|one|othing|owhere)\s.*?\b(?:as|close|near|rivall?(?:s|ed)|match\w*)|(?:not|n.t)\s(?:\w+\s)?(?:as|so)",
    r"out(?:number|perform|sell|sold|weigh|scor|pac|do|did|rank|strip|earn|spen[dt]|live|last|gr[eo]w|gross|class|r[au]n)\w*",
    r"all\s(?:of|the|these|those)|(?:every|each)\sone\sof|bestseller|champion|frontrunner|holder|often|frequently",
    r"exceed\w*|surpass\w*|eclips\w*|trail\w*|beats?|match(?:es|ed)?|equals?|favou?rites?",
    "rose|risen|grew|grown|fell|fallen|shrank|shrunk|sank|sunk|slid|halv[a-z]+",
    rf"(?:{any_of(sorted(RISING | FALLING))})(?:s|d|ed|ped|ged|ting|ing)?",
    r"first|second|third|fourth|fifth|\d+(?:st|nd|rd|th)",
    r"(?:is|are|was|were)\s(?:\w+ly\s|very\s|also\s|quite\s|rather\s)?[a-z]{3,}(?=[.,;:\s])",
)
_CUE = re.compile(rf"\b(?:{'|'.join(_CUES)})\b", re.IGNORECASE)


def may_state(text: str) -> bool:
    """Tell whether a text may have a statement without a number: only then it is worth parsing."""
    return _CUE.search(text) is not None
