"""The unit of a column or of a result, and how it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from factcheck.units.unit import SCALE_NAMES, UNITS, Unit

_SCALES = {name: scale for scale, name in SCALE_NAMES.items()}


@dataclass(frozen=True, slots=True)
class ResultUnit:
    """The unit of a column, or of a result: ``scale`` of a unit, such as a thousand euros; no unit where none is known.

    ``is_difference`` where values are subtracted: a difference of 10 °C is one of 18 °F.  ``is_share`` of a result that
    is how many per cent something is of a whole, which texts tell as a part of one, too.
    """

    unit: Unit | None
    scale: int = 1
    is_difference: bool = False
    is_share: bool = False

    @property
    def text(self) -> str:
        """The unit as it is kept and shown: "thousand EUR", "g"."""
        return " ".join(each for each in (SCALE_NAMES.get(self.scale), self.unit and self.unit.name) if each)


SHARE = ResultUnit(None, is_share=True)
"""What shares are in."""


@lru_cache(maxsize=1024)
def read_result_unit(text: str | None) -> ResultUnit | None:
    """Read what ``ResultUnit.text`` gave; None for anything else."""
    first, _, rest = (text or "").partition(" ")
    scale = _SCALES.get(first, 1)
    name = (rest if scale > 1 else text) or ""
    unit = UNITS.by_name.get(name)
    return None if (unit is None and (name or scale == 1)) else ResultUnit(unit, scale)
