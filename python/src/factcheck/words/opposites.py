"""Common words that say yes or no to the same question: "left" and "stayed", "died" and "survived"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from factcheck.words.identifiers import base_forms

# One question a line: words that say one thing, and words that say the opposite.
_TEXT = """
leave left leaver quit resign depart exit attrition attrited churn churner / stay remain retain active current existing
departed former attrition turnover churn churned / retained current existing
leave left turnover / stay remain
survive survived survivor survival alive living / die died dead death mortality perish kill killed deceased fatal
succeed success successful successfully / fail failed failure unsuccessful
pass passed / fail failed flunk
win wins won winner victory victories beat / lose lost loser loss losses defeat beaten
approve approved approval accept accepted grant granted / reject rejection deny denied decline refuse
default defaulted defaulter / repay repaid
complete completed / incomplete unfinished pending
open opened / close closed shut
present attend attended / absent absence missed
cancel cancelled canceled cancellation / keep kept honour honoured
married marry marital / single unmarried
subscribe subscribed subscriber / unsubscribed
remote remotely telework teleworking / office onsite site
online internet web / offline
indoor indoors inside / outdoor outdoors outside
home / away road
employed employment / unemployed jobless unemployment
insured insurance / uninsured
paid settled / unpaid outstanding overdue
late delayed delay tardy lateness / punctual punctuality
sold sale / unsold
allow allowed permitted / prohibit prohibited ban banned forbid forbids forbidden disallowed
started begun / stopped ceased
legal lawful / illegal illicit unlawful
convict convicted conviction guilty / acquit acquitted acquittal innocent
domestic / foreign abroad
public / private
full / empty vacant
dropped dropout dropouts withdrew withdrawn withdrawal discontinued / completed completer finished
infected infection / uninfected
injured injury hurt wounded / unhurt unharmed unscathed
renewed renewal / expired lapsed
urban city / rural countryside
daylight daytime / dark darkness
male man boy gentleman / female woman girl lady
treated treatment / untreated control placebo
own owner homeowner / rent renter tenant
weekend / weekday workday
new / used secondhand second-hand
vaccinated vaccine inoculated immunized immunised / unvaccinated
"""

_QUESTIONS = frozenset({"marital"})
"""Words that name a question without an answer, though a flag that is called so says yes to one."""


def _read(text: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    pairs = (line.split("/") for line in text.strip().splitlines())
    return tuple((frozenset(one.split()), frozenset(other.split())) for one, other in pairs)


_OPPOSITES = _read(_TEXT)

_ANSWERS = tuple(side for pair in _OPPOSITES for side in pair)
_ANSWERS_WITH = {
    word: frozenset(number for number, side in enumerate(_ANSWERS) if word in side)
    for word in frozenset().union(*_ANSWERS)
}
"""The numbers of the answers that each word says."""

_OPPOSITES_WITH = {
    word: tuple(pair for pair in _OPPOSITES if any(word in side for side in pair)) for word in _ANSWERS_WITH
}
"""The pairs in which each word is an answer."""

_DENYING = ("un", "non", "in", "im", "ir", "il", "dis")
_WITHOUT = "less"
_SHORTEST = 3


@lru_cache(maxsize=4096)
def without_denial(word: str) -> str | None:
    """Return what a word denies, as "unfurnished" and "childless" do; None for a word that cannot deny anything.

    Whether it denies anything shows only beside a name: "under" does not deny "der".
    """
    for beginning in _DENYING:
        if word.startswith(beginning) and len(word) >= len(beginning) + _SHORTEST:
            return word.removeprefix(beginning).removeprefix("-")
    is_without = word.endswith(_WITHOUT) and len(word) >= len(_WITHOUT) + _SHORTEST
    return word.removesuffix(_WITHOUT).removesuffix("-") if is_without else None


def _denies(word: str, name: Collection[str]) -> bool:
    """Tell whether a word denies what a word of the name says, in any form."""
    denied = without_denial(word)
    return denied is not None and not set(base_forms(denied)).isdisjoint(
        form for part in name for form in base_forms(part)
    )


@lru_cache(maxsize=1024)
def has_both(name: tuple[str, ...]) -> bool:
    """Tell whether a name has words for an answer and for the opposite: "win loss"."""
    return any(not one.isdisjoint(name) and not other.isdisjoint(name) for one, other in _OPPOSITES)


def says_of(word: str, name: Sequence[str]) -> bool | None:
    """Tell whether a word says what a name says (True), the opposite (False), or nothing of it (None).

    A name that has both an answer and the opposite says what its first word says.
    """
    if _denies(word, name) or any(_denies(part, [word]) for part in name):
        return False
    for pair in _OPPOSITES_WITH.get(word, ()):
        for side, other in sorted((pair, pair[::-1]), key=lambda sides: _first(sides[0], name)):
            if not side.isdisjoint(name):
                if word in side:
                    return True
                if word in other:
                    return False
    return None


def says_in_any_form(word: str, name: Sequence[str]) -> bool | None:
    """Tell the same of a word in any of its forms."""
    answers = (says_of(form, name) for form in (word, *base_forms(word)))
    return next((answer for answer in answers if answer is not None), None)


def _first(side: Collection[str], name: Sequence[str]) -> int:
    """Return the index of the first word of a name that is on a side, how many it has where none is."""
    return next((index for index, word in enumerate(name) if word in side), len(name))


def is_answer(word: str) -> bool:
    """Tell whether a word may say in other words what a value says."""
    return bool(_said_by(word)[1])


def says_the_same(word: str, value: Collection[str]) -> bool:
    """Tell whether a word says in other words what a value says: "unsuccessful" where the value is "failure".

    Of the words of both, base forms count, too.
    """
    forms, answers = _said_by(word)
    if not answers:
        return False
    meant = [_said_by(part) for part in value]
    return all(forms.isdisjoint(other) for other, _ in meant) and any(
        not answers.isdisjoint(other) for _, other in meant
    )


@lru_cache(maxsize=128)
def _said_by(word: str) -> tuple[frozenset[str], frozenset[int]]:
    """Return the forms of a word, and the numbers of the answers that these say; a check asks often for the same."""
    forms = frozenset(base_forms(word)) - _QUESTIONS
    return forms, frozenset().union(*(_ANSWERS_WITH.get(form, frozenset()) for form in forms))
