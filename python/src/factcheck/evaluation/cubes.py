"""The cubes of a check: each computed once, or read where an earlier check kept it, and used for all it covers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from factcheck.catalogue.text_numbers import all_columns
from factcheck.evaluation.cube import Cube
from factcheck.evaluation.cube_cache import (
    Entry,
    NewEntry,
    Observation,
    find_entries,
    keep_entries,
    note_served,
    observe,
    read_entry,
)
from factcheck.evaluation.cube_contents import columns_read, describe, from_bytes, request_of, to_bytes
from factcheck.evaluation.cube_request import CubeRequest, cost_of
from factcheck.evaluation.kept_rows import QueryRows
from factcheck.evaluation.merged_query import compute_cube
from factcheck.evaluation.row_sample import RowSample
from factcheck.joins.relation_sets import Relations
from factcheck.port import Database
from factcheck.runtime.work import count_work


@dataclass(frozen=True, slots=True)
class CubesToKeep:
    """What a check leaves to later ones of what it computed over tracked tables: cubes, and rows of other queries.

    ``served`` are the entries that served it.
    """

    observation: Observation
    computed: tuple[Cube, ...]
    rows: tuple[NewEntry, ...]
    served: tuple[Entry, ...]

    def keep(self, database: Database, budget: int) -> None:
        """Keep the cubes, in at most ``budget`` bytes."""
        entries = [
            NewEntry(
                cube.request.relations.anchor.table_id,
                tuple(sorted(table.table_id for table in cube.request.relations.tables)),
                columns_read(cube.request),
                describe(cube.request),
                to_bytes(cube),
            )
            for cube in self.computed
        ]
        keep_entries(database, self.observation, [*entries, *self.rows], self.served, budget)


class Cubes:
    """Gives cubes that cover requests: those of this check, then those kept of tracked tables, else computed ones.

    ``cost`` is what computed ones cost, in rows read; ``rows`` gives those of queries that no cube tells.
    """

    def __init__(self, database: Database, relations: Relations) -> None:
        self._database = database
        self.cost = 0.0
        self._at_hand: list[Cube] = []
        self._computed: list[Cube] = []
        self._served: list[Entry] = []
        tables = [table.table_id for table in relations.tables if table.is_stored]
        self._observation = observe(database, tables)
        self._kept: list[tuple[Entry, CubeRequest]] = []
        tracked = self._observation.signatures
        entries = find_entries(database, tracked) if tracked else []
        self.rows = QueryRows(database, relations.tables, self._observation, entries)
        if entries:
            columns = {column.lasting_id: column for table in relations.tables for column in all_columns(table)}
            for entry in entries:
                held = request_of(entry.contents, relations, columns)
                if held is not None:
                    self._kept.append((entry, held))

    def covering(self, request: CubeRequest, sample: Callable[[], RowSample | None] = lambda: None) -> Cube:
        """Return a cube with the dimensions, literals and measures of a request, perhaps with more.

        ``sample`` is called for one of the anchor's rows where the cube has to be computed.  Raises ``OutOfTimeError``
        where the limit in force is reached before it is.
        """
        for at_hand in self._at_hand:
            if at_hand.request.covers(request):
                return at_hand
        cube = self._find(request)
        if cube is None:
            cube = compute_cube(request, self._database, sample())
            self.cost += cost_of(request)
            if all(table.table_id in self._observation.signatures for table in request.relations.tables):
                self._computed.append(cube)  # to be kept for later checks
        self._at_hand.append(cube)
        return cube

    def _find(self, request: CubeRequest) -> Cube | None:
        """Read the smallest kept cube that covers a request."""
        fitting = [(entry.size, entry.entry_id, entry, held) for entry, held in self._kept if held.covers(request)]
        for _, _, entry, held in sorted(fitting, key=lambda each: each[:2]):
            kept = read_entry(self._database, entry.entry_id)
            if kept is not None:
                self._served.append(entry)
                count_work(reused_cubes=1)
                return from_bytes(held, kept)
        return None

    def to_keep(self) -> CubesToKeep | None:
        """Return what to tell the cache; None where it need not hear of this check."""
        served = note_served([*self._served, *self.rows.served])
        rows = self.rows.to_keep()
        if not self._computed and not rows and not served:
            return None
        return CubesToKeep(self._observation, tuple(self._computed), tuple(rows), served)
