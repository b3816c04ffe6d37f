"""The cubes of a check: each computed once, and used for whatever it covers."""

from __future__ import annotations

from factcheck.evaluation.cube import Cube, CubeRequest
from factcheck.evaluation.merged_query import compute_cube
from factcheck.port import Database


class Cubes:
    """Gives a cube that covers a request, computed in this check if none is at hand."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._at_hand: list[Cube] = []

    def covering(self, request: CubeRequest) -> Cube:
        """A cube with the dimensions, literals and measures of a request, perhaps with more."""
        for cube in self._at_hand:
            if cube.request.covers(request):
                return cube
        cube = compute_cube(request, self._database)
        self._at_hand.append(cube)
        return cube
