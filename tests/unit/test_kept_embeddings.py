"""Embeddings are computed once for each text, in one run and in those after it."""

from __future__ import annotations

import numpy as np
import pytest

from factcheck.errors import FactcheckError
from factcheck.quality.evidence.kept_embeddings import KeptEncoder
from factcheck.text_index.embeddings import DIMENSIONS


class Counting:
    """A model whose vectors tell the length of a text, and which remembers what it was asked."""

    def __init__(self):
        self.asked = []

    def encode(self, texts):
        self.asked += texts
        return np.array(
            [[len(text) + place / 1000 for place in range(DIMENSIONS)] for text in texts],
            np.float32,
        )


def test_a_text_is_encoded_once_and_has_the_same_vector_each_time():
    model = Counting()
    kept = KeptEncoder(None, model, "counting 1")
    first = kept.encode(["tea", "coffee", "tea"])
    assert np.array_equal(first, Counting().encode(["tea", "coffee", "tea"]))
    assert np.array_equal(kept.encode(["coffee"])[0], first[1])
    assert model.asked == ["tea", "coffee"]
    assert kept.encode([]).shape == (0, DIMENSIONS)


def test_a_later_run_reads_what_an_earlier_one_has_encoded(tmp_path):
    file = tmp_path / "kept.npz"
    earlier = KeptEncoder(file, Counting(), "counting 1")
    vectors = earlier.encode(["tea", "coffee"])
    earlier.write()
    model = Counting()
    later = KeptEncoder(file, model, "counting 1")
    assert np.array_equal(later.encode(["coffee", "tea", "milk"])[:2], vectors[::-1])
    assert model.asked == ["milk"]
    assert [each.name for each in tmp_path.iterdir()] == ["kept.npz"]


def test_embeddings_of_another_model_are_refused(tmp_path):
    file = tmp_path / "kept.npz"
    earlier = KeptEncoder(file, Counting(), "counting 1")
    earlier.encode(["tea"])
    earlier.write()
    with pytest.raises(FactcheckError, match="embeddings cannot be read from") as refused:
        KeptEncoder(file, Counting(), "counting 2")
    assert refused.value.detail == "it holds embeddings of counting 1, not of counting 2"


@pytest.mark.parametrize(
    "content",
    [b"", b"claims", b"PK\x03\x04"],
    ids=["nothing", "text", "the start of an archive"],
)
def test_a_file_of_something_else_is_refused_with_a_hint(tmp_path, content):
    file = tmp_path / "kept.npz"
    file.write_bytes(content)
    with pytest.raises(FactcheckError, match="embeddings cannot be read from") as refused:
        KeptEncoder(file, Counting(), "counting 1")
    assert refused.value.hint.startswith("Remove the file")
