"""Which category the answer of a question belongs to, by four regular expressions."""

from __future__ import annotations

import re
from typing import NamedTuple

from factcheck.categories.text.phrases import head_of, normal_phrase, singular_phrase

_AUXILIARY = r"(?:do|does|did|is|was|are|were|has|have|had|can|could|will|would)"
_PATTERNS = (
    # What is the name of the airline that ... ; Name a film in which ...
    re.compile(
        rf"\b(?:what|which)\s+{_AUXILIARY}\s+the\s+(?:names?|types?|kinds?)\s+(?:of|for|given to)\s+"
        r"(?P<category>.+?)"
        r"(?=\s+(?:that|which|who|in|on|at|of|where|when|with|from|for|to|by|did|does|was|is)\b|[?,.;]|$)",
        re.IGNORECASE,
    ),
    re.compile(
        r"^\s*name\s+(?:(?:one|some)\s+of\s+)?(?:the\s+)?(?P<category>.+?)"
        r"(?=\s+(?:that|which|who|in|on|at|of|where|when|with|from|for|to|by)\b|[?,.;]|$)",
        re.IGNORECASE,
    ),
    # What type of bridge is ... ; Which of the colours does ...
    re.compile(
        rf"\b(?:what|which)\s+(?:(?:type|kind|sort|types|kinds|sorts)\s+of|of\s+the)\s+(?P<category>.+?)\s+{_AUXILIARY}\b",
        re.IGNORECASE,
    ),
    # What soft drink contains ... ; In which city is ...
    re.compile(
        r"\b(?:what|which)\s+(?P<category>(?!is\b|was\b|are\b|were\b|do\b|does\b|did\b|has\b|have\b|can\b|could\b)"
        rf"[^?,;]+?)(?=\s+(?:{_AUXILIARY}|that|which|who|in|on|at|where|when|with|from|for|to|by)\b"
        r"|\s+\w+(?:ed|s)\s+(?:the|a|an|in|on|to|at|most|his|her|its|their)\b|\?|$)",
        re.IGNORECASE,
    ),
)
_NO_CATEGORY = frozenset("name kind type sort one else thing something".split())
_MOST_WORDS = 5


class QuestionCategory(NamedTuple):
    """The category that a question names for its answer, and its head noun."""

    category: str
    head: str


def question_category(question: str) -> QuestionCategory | None:
    """Return the category that a question names, None where it names none."""
    for pattern in _PATTERNS:
        match = pattern.search(question)
        if match is None:
            continue
        category = singular_phrase(normal_phrase(match["category"]))
        words = category.split()
        if words and len(words) <= _MOST_WORDS and category not in _NO_CATEGORY:
            return QuestionCategory(category, head_of(category))
    return None
