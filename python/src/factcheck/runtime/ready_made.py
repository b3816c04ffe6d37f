"""Patterns and methods of dataclasses, made once at the installation and taken from a file when modules are loaded.

Python keeps the byte code of modules, but makes each regular expression and each dataclass anew in every process, which
takes nearly half of the processor's time that a new session needs to load what checks.  What is kept is what Python
makes of them itself, for one version of Python: where the file is of another version, or lacks something, Python makes
it as ever.
"""

from __future__ import annotations

import dataclasses
import marshal
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

INSTALLED_FOLDER = Path(__file__).resolve().parents[2] / "factcheck_data" / "ready_made"

_COMPILER, _ENGINE = import_module("re._compiler"), import_module("_sre")
_VERSION = (sys.version, _ENGINE.MAGIC)
_UNSIGNED = "I"
"""The type in which the engine of regular expressions numbers what it does."""

_Key = tuple[str, int]
_Parts = tuple[int, bytes, int, Mapping[str, int], tuple[str | None, ...]]
_Replacement = tuple[ModuleType, str, object]


class ReadyMade:
    """What Python has made of expressions and of the source of methods; ``Recorder`` fills it.

    ``patterns`` are what ``_sre.compile`` takes, by expression and flags; ``methods`` are code, by source.
    """

    def __init__(self, patterns: dict[_Key, _Parts], methods: dict[str, bytes]) -> None:
        """Take what a recorder has gathered or a file holds."""
        self.patterns = patterns
        self.methods = methods
        self._compile = _COMPILER.compile

    def pattern(self, expression: Any, flags: int = 0) -> Any:
        """Return the pattern as ``re._compiler.compile`` does."""
        parts = self.patterns.get((expression, int(flags))) if isinstance(expression, str) else None
        if parts is None:
            return self._compile(expression, flags)
        all_flags, code, *groups = parts
        return _ENGINE.compile(expression, all_flags, array(_UNSIGNED, code).tolist(), *groups)

    def run(self, source: str, names: dict[str, Any], local_names: Mapping[str, Any]) -> None:
        """Run the source of methods as ``exec`` does for ``dataclasses``."""
        code = self.methods.get(source)
        exec(source if code is None else marshal.loads(code), names, local_names)  # noqa: S102, S302 - Python's own


@contextmanager
def ready_made(name: str, folder: Path = INSTALLED_FOLDER) -> Iterator[None]:
    """Have modules that are imported meanwhile take patterns and dataclasses from a file, as far as it has them.

    What is recorded is made anew: a file of an earlier installation may lie where its successor is written.
    """
    is_recording = vars(_COMPILER)["_sre"] is not _ENGINE
    made = None if is_recording else _read(folder / name)
    if made is None:
        yield
        return
    with _replaced(((_COMPILER, "compile", made.pattern), (dataclasses, "exec", made.run))):
        yield


@contextmanager
def recorded(name: str, folder: Path) -> Iterator[None]:
    """Write what modules that are imported meanwhile make to the file that ``ready_made`` reads by this name."""
    recorder = Recorder()
    with recorder.recording():
        yield
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(marshal.dumps((_VERSION, recorder.patterns, recorder.methods)))


def _read(file: Path) -> ReadyMade | None:
    """Return what the file holds, None where there is none for this version of Python."""
    try:
        version, *made = marshal.loads(file.read_bytes())  # noqa: S302 - the library's own, beside the byte code
    except (OSError, EOFError, TypeError, ValueError):
        return None
    return ReadyMade(*made) if version == _VERSION else None


class Recorder:
    """Gathers what Python makes of expressions and of the source of methods."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.patterns: dict[_Key, _Parts] = {}
        self.methods: dict[str, bytes] = {}
        self._compile = _COMPILER.compile
        self._last: _Parts | None = None

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Gather what is made meanwhile."""
        engine = ModuleType(_ENGINE.__name__)
        vars(engine).update(vars(_ENGINE), compile=self._engine)
        with _replaced(
            ((_COMPILER, "_sre", engine), (_COMPILER, "compile", self._pattern), (dataclasses, "exec", self._run))
        ):
            yield

    def _engine(self, expression: Any, all_flags: int, code: list[int], *groups: Any) -> Any:
        self._last = (all_flags, array(_UNSIGNED, code).tobytes(), *groups)
        return _ENGINE.compile(expression, all_flags, code, *groups)

    def _pattern(self, expression: Any, flags: int = 0) -> Any:
        pattern = self._compile(expression, flags)
        if isinstance(expression, str) and self._last is not None:
            self.patterns[expression, int(flags)] = self._last
        return pattern

    def _run(self, source: str, names: dict[str, Any], local_names: Mapping[str, Any]) -> None:
        code: CodeType = compile(source, "<string>", "exec", dont_inherit=True)
        self.methods[source] = marshal.dumps(code)
        exec(code, names, local_names)  # noqa: S102 - in the place of the one in dataclasses


@contextmanager
def _replaced(replacements: Iterable[_Replacement]) -> Iterator[None]:
    """Have names of modules stand for something else meanwhile."""
    before = [(module, name, vars(module).get(name)) for module, name, _ in replacements]
    try:
        for module, name, value in replacements:
            setattr(module, name, value)
        yield
    finally:
        for module, name, value in before:
            if value is None:
                delattr(module, name)  # a built-in function that the module has no name of its own for
            else:
                setattr(module, name, value)
