"""Patterns and dataclasses that are made at the installation are the ones that Python would make of the same source."""

from __future__ import annotations

import dataclasses
import importlib
import marshal
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from factcheck.runtime.ready_made import ready_made, recorded

SOURCE = '''
"""Parcels and how their labels are read."""
from __future__ import annotations

import re
from dataclasses import dataclass, field

LABEL = re.compile(r"(?P<town>[A-ZÄÖÜ][a-zäöüß]+)[- ](?P<number>\\d{3,5})(?!\\d)")
UNIT = re.compile(r"\\b(?:kg|(?-i:G))\\b", re.IGNORECASE)
SPACED = re.compile(r"""(?<=\\W)  # behind a sign
    (?>a+|ab)c""", re.VERBOSE | re.MULTILINE)
RAW = re.compile(rb"\\d+")


@dataclass(frozen=True, slots=True, order=True)
class Parcel:
    """A parcel."""

    town: str
    weight: float = 1.5
    stamps: list[str] = field(default_factory=list, compare=False)
'''
LATER = SOURCE + 'NEW = re.compile(r"(sent|lost) on (\\d+)")\n@dataclass\nclass Lorry:\n    load: int\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("parcels_")]:
        del sys.modules[name]


def imported(folder: Path, name: str, source: str = SOURCE) -> ModuleType:
    """Import the source as a new module; what Python keeps of expressions by itself is forgotten."""
    re.purge()
    (folder / f"parcels_{name}.py").write_text(source, encoding="utf-8")
    importlib.invalidate_caches()
    return importlib.import_module(f"parcels_{name}")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The expressions that Python has had to make itself."""
    compiler: Any = importlib.import_module("re._compiler")
    compile_, expressions = compiler.compile, []

    def compiled(expression: Any, flags: int = 0) -> Any:
        expressions.append(expression)
        return compile_(expression, flags)

    monkeypatch.setattr(compiler, "compile", compiled)
    return expressions


def same(one: re.Pattern[str], other: re.Pattern[str], texts: list[str]) -> bool:
    shapes = [(p.pattern, p.flags, p.groups, dict(p.groupindex)) for p in (one, other)]
    found = [[(m.span(), m.groups(), m.lastgroup) for t in texts for m in p.finditer(t)] for p in (one, other)]
    assert any(found[0])
    return shapes[0] == shapes[1] and found[0] == found[1]


def test_patterns_are_taken_from_the_file_and_find_the_same(folder: Path, made: list[str]) -> None:
    plain = imported(folder, "plain")
    with recorded("post", folder / "ready"):
        imported(folder, "recorded")
    made.clear()
    with ready_made("post", folder / "ready"):
        ready = imported(folder, "ready")
    assert made == [rb"\d+"]  # an expression of bytes is Python's own
    assert same(ready.LABEL, plain.LABEL, ["Köln-50667, Ulm 123456, Ürzig 123", "köln-50667"])
    assert same(ready.UNIT, plain.UNIT, ["3 KG, 4 kg, 5 G, 6 g"])
    assert same(ready.SPACED, plain.SPACED, ["-aac\n.ac abc"])
    assert ready.RAW.findall(b"1 and 22") == [b"1", b"22"]


def test_dataclasses_from_the_file_behave_the_same(folder: Path) -> None:
    with recorded("post", folder / "ready"):
        imported(folder, "recorded")
    with ready_made("post", folder / "ready"):
        parcel = imported(folder, "ready").Parcel
    light, heavy = parcel("Ulm"), parcel("Ulm", 20.0, ["red"])
    assert light < heavy
    assert light == parcel("Ulm", stamps=["blue"])
    assert len({light, parcel("Ulm")}) == 1
    assert repr(heavy) == "Parcel(town='Ulm', weight=20.0, stamps=['red'])"
    assert light.stamps is not parcel("Ulm").stamps
    assert parcel.__init__.__annotations__ == imported(folder, "plain").Parcel.__init__.__annotations__
    with pytest.raises(dataclasses.FrozenInstanceError):
        light.town = "Köln"


def test_what_the_file_lacks_is_made_as_ever(folder: Path, made: list[str]) -> None:
    with recorded("post", folder / "ready"):
        imported(folder, "recorded")
    made.clear()
    with ready_made("post", folder / "ready"):
        later = imported(folder, "later", LATER)
    assert made == [rb"\d+", r"(sent|lost) on (\d+)"]
    assert later.NEW.search("lost on 12")[2] == "12"
    assert later.Lorry(3) == later.Lorry(load=3)


def test_what_is_recorded_is_made_anew_where_an_older_file_lies(folder: Path, made: list[str]) -> None:
    for name in ("first", "second"):
        with recorded("post", folder / "ready"), ready_made("post", folder / "ready"):
            imported(folder, name)
    made.clear()
    with ready_made("post", folder / "ready"):
        imported(folder, "ready")
    assert made == [rb"\d+"]


def test_the_same_expression_with_other_flags_is_another(folder: Path) -> None:
    with recorded("post", folder / "ready"):
        imported(folder, "recorded")
    with ready_made("post", folder / "ready"):
        strict = imported(folder, "strict", 'import re\nUNIT = re.compile(r"\\b(?:kg|(?-i:G))\\b")\n')
    assert strict.UNIT.findall("3 KG, 4 kg") == ["kg"]


@pytest.mark.parametrize(
    "content",
    [
        None,
        b"",
        b"no marshalled object",
        marshal.dumps(7),
        marshal.dumps((("3.0.0 of another Python", 1), {(r"\d+", 0): (32, b"", 0, {}, ())}, {})),
    ],
    ids=["absent", "empty", "broken", "of another form", "of another Python"],
)
def test_a_file_that_is_not_of_this_python_is_left_alone(folder: Path, content: bytes | None) -> None:
    if content is not None:
        (folder / "post").write_bytes(content)
    with ready_made("post", folder):
        module = imported(folder, "alone", SOURCE + 'DIGITS = re.compile(r"\\d+")\n')
    assert module.DIGITS.findall("4 and 5") == ["4", "5"]
    assert module.Parcel("Ulm").weight == 1.5


def test_python_is_as_before_when_a_module_fails(folder: Path) -> None:
    compiler: Any = importlib.import_module("re._compiler")
    before = compiler.compile, vars(compiler)["_sre"], "exec" in vars(dataclasses)
    with pytest.raises(ZeroDivisionError), recorded("post", folder / "ready"):
        imported(folder, "failing", "1 / 0")
    with recorded("post", folder / "ready"):
        imported(folder, "recorded")
    with pytest.raises(ZeroDivisionError), ready_made("post", folder / "ready"):
        imported(folder, "failing_again", "1 / 0")
    assert (compiler.compile, vars(compiler)["_sre"], "exec" in vars(dataclasses)) == before


_EXPRESSIONS = """
import importlib, re
from factcheck.server import ENTRIES
made = []
real = re._compiler.compile
re._compiler.compile = lambda expression, flags=0: made.append(expression) or real(expression, flags)
for module in ENTRIES:
    importlib.import_module(f"factcheck.server.{module}")
print(len(made), *sorted(map(repr, made)), sep="\\n")
"""


def test_modules_make_the_same_expressions_in_every_process() -> None:
    """One that is joined from a set has its words in another order each time, and would be made anew."""
    made = [
        subprocess.run(
            [sys.executable, "-c", _EXPRESSIONS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for seed in ("1", "2")
    ]
    assert int(made[0][0]) > 500
    assert [one[:80] for one, other in zip(*made, strict=True) if one != other] == []
