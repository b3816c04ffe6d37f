"""Embeddings that are computed once for each text and kept in a file between runs."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from factcheck.errors.catalogue.evidence import embeddings_not_installed
from factcheck.errors.catalogue.labelled_cases import kept_embeddings_not_readable
from factcheck.text_index.embeddings import DIMENSIONS, SentenceEncoder, Vectors, embedder, model_name

_WRITTEN_AFTER = 2_000
"""New embeddings after which the file is written: a run that is ended loses no more than these."""


class KeptEncoder:
    """Encodes each text once: what it has encoded it has from its memory, or from the file of an earlier run."""

    def __init__(self, file: Path | None, model: SentenceEncoder | None = None, name: str | None = None) -> None:
        """Read the file if it is there.

        Raises ``FactcheckError`` where no model is installed, or where the file holds no embeddings of the model.
        """
        self._model = model or embedder()
        if self._model is None:
            raise embeddings_not_installed()
        self._name = name or model_name()
        self._file = file
        self._vectors: dict[bytes, Vectors] = {} if file is None or not file.exists() else _read(file, self._name)
        self._unwritten = 0

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the embedding of each text, in a row of its own."""
        keys = [hashlib.sha256(text.encode()).digest() for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._vectors}
        if missing and self._model is not None:
            encoded = self._model.encode(list(missing.values()))
            self._vectors.update(zip(missing, encoded, strict=True))
            self._unwritten += len(missing)
            if self._unwritten >= _WRITTEN_AFTER:
                self.write()
        vectors: Vectors = np.array([self._vectors[key] for key in keys], np.float32).reshape(len(keys), DIMENSIONS)
        return vectors

    def write(self) -> None:
        """Write the file if there is anything new; it is whole at any time."""
        if self._file is None or not self._unwritten:
            return
        beside = self._file.with_name(f"{self._file.name}.new")
        with beside.open("wb") as stream:
            np.savez(
                stream,
                model=np.array(self._name),
                keys=np.frombuffer(b"".join(self._vectors), np.uint8).reshape(-1, hashlib.sha256().digest_size),
                vectors=np.array(list(self._vectors.values()), np.float32),
            )
        os.replace(beside, self._file)
        self._unwritten = 0


def _read(file: Path, name: str) -> dict[bytes, Vectors]:
    try:
        with np.load(file, allow_pickle=False) as kept:
            found, keys, vectors = str(kept["model"]), kept["keys"], kept["vectors"]
    except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
        raise kept_embeddings_not_readable(str(file), str(error)) from None
    if found != name or vectors.shape != (len(keys), DIMENSIONS):
        raise kept_embeddings_not_readable(str(file), f"it holds embeddings of {found}, not of {name}")
    return {key.tobytes(): vector for key, vector in zip(keys, vectors, strict=True)}
