"""Has spaCy imported without what a parse never runs through.

``import spacy`` loads all kinds of pipelines, the readers of training data, the schemas of configurations and a
command line, which takes more than half of the time until the first text of a session is parsed.  Here packages are
entered without what their front doors import, and a few modules are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

_PACKAGES = (
    "srsly",
    "spacy",
    "spacy.lang",
    "spacy.lang.en",
    "spacy.pipeline",
    "spacy.training",
    "spacy.ml",
    "spacy.ml.models",
)
"""Packages of which single modules are needed, each behind the one that contains it."""

_LEFT_OUT = (
    "spacy.language",
    "spacy.lang.tokenizer_exceptions",
    "spacy.pipeline.functions",
    "spacy.schemas",
    "spacy.scorer",
)
"""Modules that put models together, train and measure them, and that check configurations and patterns."""

_HOMES = {("spacy.pipeline", "Lemmatizer"): "spacy.pipeline.lemmatizer"} | {
    ("srsly", name): f"srsly._{form}_api"
    for form in ("json", "msgpack")
    for name in (f"{form}_dumps", f"{form}_loads", f"read_{form}")
}
"""Names that a needed module takes from a package, and the modules that have them."""

_OPTIONAL = ("pydantic", "pydantic.v1")
"""What spaCy's reader of configurations would import where it is installed."""

_APART = {"spacy", "thinc", "confection", "pydantic", "srsly"}

_bare: dict[str, ModuleType] = {}
"""The modules that are imported without the rest, by name."""


@contextmanager
def bare_spacy() -> Iterator[None]:
    """Have spaCy imported without the rest, and used so, meanwhile; where all of it is loaded, that is used.

    Other code in the process, such as a PL/Python function of another project, finds a spaCy of its own, with
    everything.  The model asks for modules while it parses, too.
    """
    if not _bare and "spacy" in sys.modules:
        yield
        return
    others = _taken_out()
    try:
        sys.modules.update(_bare)
        _prepare()
        yield
    finally:
        _bare.update(_taken_out())
        sys.modules.update(others)


def _taken_out() -> dict[str, ModuleType]:
    """Take spaCy's modules, and those of its libraries, out of what is imported."""
    return {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] in _APART}


def _prepare() -> None:
    """Prepare for the first import, or for another one after an import that failed, as for lack of memory."""
    absent: dict[str, Any] = dict.fromkeys(_OPTIONAL)
    sys.modules.update(absent)
    for package in _PACKAGES:
        if package not in sys.modules:
            _enter(package)
    for name in _LEFT_OUT:
        sys.modules.setdefault(name, _LeftOut(name))


def _enter(package: str) -> None:
    """Let modules of a package be imported without the package's own code."""
    parent = package.rpartition(".")[0]
    spec = PathFinder.find_spec(package, sys.modules[parent].__path__ if parent else None)
    if spec is None or spec.submodule_search_locations is None:
        raise ModuleNotFoundError(f"No module named {package!r}", name=package)
    module = _LeftOut(package)
    module.__spec__ = ModuleSpec(package, None, is_package=True)
    module.__path__ = list(spec.submodule_search_locations)
    sys.modules[package] = module


class _LeftOut(ModuleType):
    """A module whose own code has not run: each of its names stands for what the whole module has by that name."""

    def __getattr__(self, name: str) -> Any:
        is_module = "__path__" in self.__dict__ and PathFinder.find_spec(f"{self.__name__}.{name}", self.__path__)
        if name.startswith("__") or is_module:
            raise AttributeError(name)  # the module is imported then
        if home := _HOMES.get((self.__name__, name)):
            return getattr(import_module(home), name)
        return _TokenPattern if name == "TokenPattern" else _Absent(self.__name__, name)


class _Absent:
    """A name of a module that was left out: where it is used after all, the whole module is imported."""

    def __init__(self, module: str, name: str) -> None:
        self._names = module, name

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._real()(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)  # it stands in annotations, too
        return getattr(self._real(), name)

    def _real(self) -> Any:
        name, module = self._names[1], import_module(self._names[0])
        if isinstance(module, _LeftOut):
            raise ModuleNotFoundError(f"{name} of {module.__name__} was left out, but is needed", name=module.__name__)
        return getattr(module, name)


class _TokenPattern:
    """Stands in for the schema that a matcher of phrases asks how the attributes of tokens are called."""

    def model_dump(self) -> dict[str, None]:
        """Return the names of the attributes."""
        return dict.fromkeys(name.lower() for name in import_module("spacy.attrs").IDS)
