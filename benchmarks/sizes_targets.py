"""The figures of one size of table, and which targets they meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import click


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of a table of one size.

    ``candidates`` are those evaluated for all claims, ``allowed`` all there are.  ``scan``, ``count`` and ``cold`` are
    seconds of S1, of S0 and of a check of which nothing is kept.  ``by_scan`` and ``by_cold`` are times as shares of S1
    and of that check; "cubes" are all of the paper's, "alone" all candidates one by one.  ``different`` are queries of
    candidates whose values differ, of those that were ``compared``, by function.
    """

    rows: int
    columns: int
    literals: int
    claims: int
    supported: int
    certified: int
    candidates: int
    allowed: int
    scan: float
    count: float
    cold: float
    by_scan: Mapping[str, float]
    by_cold: Mapping[str, float]
    stages: Mapping[str, float]
    duckdb: Mapping[str, float]
    compared: Mapping[str, int]
    different: Sequence[str]

    def told(self) -> str:
        """Write the figures as lines of text."""
        lines = [
            f"\n{self.rows:,} rows, {self.columns} columns, {self.literals} literals: S1 {self.scan:.3f} s,"
            f" S0 {self.count:.3f} s",
            f"  {self.claims} claims, {self.supported} supported, {self.certified} certified;"
            f" {self.candidates:,} of {self.allowed:,} candidates evaluated,"
            f" {1e6 * self.cold / max(self.candidates, 1):.2f} µs each",
            f"  cold {self.cold:.2f} s, {self.by_scan['cold']:.1f} x S1, queries {self.by_scan['queries']:.1f} x S1;"
            f" warm {self.by_cold['warm']:.1%} of cold",
            f"  CUBEs {self.by_scan['cubes']:,.0f} x S1 (scaled), {self.by_cold['cubes']:,.1f} x cold;"
            f" one by one {self.by_cold['alone']:,.0f} x cold (scaled)",
            "  stages " + ", ".join(f"{name} {1000 * took:.0f} ms" for name, took in self.stages.items()),
            f"  {sum(self.compared.values())} candidates of {len(self.compared)} functions compared with their queries,"
            f" {len(self.different)} differ",
            *(f"    {query}" for query in self.different[:5]),
        ]
        if self.duckdb:
            cubes, grouping = self.duckdb["cubes"], self.duckdb["grouping"]
            lines.append(
                f"  DuckDB: S1 {self.duckdb['scan']:.3f} s, CUBEs {cubes:.2f} s (scaled), cold is"
                f" {self.cold / cubes:.2f} of that; one grouping {grouping:.2f} s, cold is"
                f" {self.cold / grouping:.1f} times that; import {self.duckdb['import']:.1f} s"
            )
        return "\n".join(lines)


def tell_targets(measured: Sequence[Measured]) -> list[dict[str, object]]:
    """Print each target beside what was measured of the largest table, and return them."""
    rows = max(one.rows for one in measured)
    by_shape = {(one.columns, one.literals): one for one in measured if one.rows == rows}
    targets: list[dict[str, object]] = []

    def tell(name: str, value: float, target: float, *, at_most: bool) -> None:
        is_met = value <= target if at_most else value >= target
        word = "at most" if at_most else "at least"
        click.echo(f"{name:<66}{value:12,.3g}  {word} {target:,g}: {'met' if is_met else 'missed'}")
        targets.append(
            {"name": name, "rows": rows, "value": value, "target": target, "at_most": at_most, "met": is_met}
        )

    click.echo(f"\ntargets, of {rows:,} rows (they are meant for 10,000,000 rows on idle processors)")
    for columns, most, warm in ((6, 5.0, 0.05), (10, 9.0, 0.15)):
        one = by_shape.get((columns, 10))
        if one is None:
            continue
        shape = f"{columns} columns, 10 literals"
        tell(f"cold, {shape}, x S1", one.by_scan["cold"], most, at_most=True)
        tell(f"warm, {shape}, of cold", one.by_cold["warm"], warm, at_most=True)
        tell(f"certified, {shape}", one.certified / max(one.claims, 1), 0.9, at_most=False)
        tell(f"one by one, {shape}, x cold", one.by_cold["alone"], 50_000, at_most=False)
        if columns == 10:
            tell(f"the paper's CUBEs, {shape}, x cold", one.by_cold["cubes"], 100, at_most=False)
            if one.duckdb:
                tell(f"cold, {shape}, x DuckDB's CUBEs", one.cold / one.duckdb["cubes"], 0.2, at_most=True)
                tell(f"cold, {shape}, x one grouping in DuckDB", one.cold / one.duckdb["grouping"], 4, at_most=True)
        least = min(measured, key=lambda each: (each.rows, (each.columns, each.literals) != (columns, 10)))
        if least.rows < rows and (least.columns, least.literals) == (columns, 10):
            growth = (one.cold / least.cold) / (rows / least.rows)
            tell(f"growth of cold, {shape}, of that of the rows", growth, 1, at_most=True)
    return targets
