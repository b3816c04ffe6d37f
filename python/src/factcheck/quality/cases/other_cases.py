"""Cases of other data sets: those whose data a document is not about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from factcheck.errors import FactcheckError
from factcheck.quality.cases.case import Case, case_name, read_case


def cases_of_other_data_sets(case: Case, folders: Sequence[Path]) -> Iterator[Case]:
    """Yield cases about other data than a case's, one for each data set, always in the same order.

    It begins half the list away from the case, as names that stand side by side may be about like things.  Cases that
    cannot be read are passed over.
    """
    own = next((index for index, folder in enumerate(folders) if case_name(folder) == case.case_id), 0)
    begin = own + len(folders) // 2
    seen = {case.data_set}
    for index in range(len(folders)):
        try:
            other = read_case(folders[(begin + index) % len(folders)])
        except (FactcheckError, OSError):
            continue
        if other.data_set not in seen:
            seen.add(other.data_set)
            yield other
