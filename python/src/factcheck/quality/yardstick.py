"""A measure of how fast this machine is right now, so that times of different runs compare."""

from __future__ import annotations

import os
import statistics
import time

_REPEATS = 5
_WORDS = 1000
_PARAGRAPH = """
The survey was carried out in the spring and covered every district of the province. About two thirds of the
households answered the letter within a month, and most of the others were reached by telephone later on. The
people who took part were asked how they travel to work, how long the way takes them, and what they would
change if they could. Those who live near a station were more content than those who depend on a car, although
the difference was smaller than had been expected. Younger people often said that they would rather ride a
bicycle if the roads were safer, while older people wished for more frequent buses in the evening. The report
closes with a list of measures, sorted by what they cost and by how many people they would help.
"""


def yardstick_seconds() -> float | None:
    """Time one spaCy parse of a fixed text of 1,000 words, the median of five; None without spaCy.

    The parse is what a check makes: tagger, parser and lemmatizer, no entities.
    """
    try:
        import spacy  # noqa: PLC0415
    except ImportError:
        return None
    installed = [name for name in spacy.util.get_installed_models() if name.startswith("en_core_web_sm")]
    if not installed:
        return None
    parse = spacy.load(installed[0], exclude=["ner", "senter"])
    words = (_PARAGRAPH.split() * (_WORDS // 50))[:_WORDS]
    text = " ".join(words)
    parse(text)
    seconds = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        parse(text)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def machine_load() -> float:
    """Return the machine's load average over the last minute."""
    return os.getloadavg()[0]
