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


def targets_of(measured: Sequence[Measured]) -> list[dict[str, object]]:
    """Return each target, which is meant for ten million rows, with what was measured of the largest table."""
    if not measured:
        return []
    rows = max(one.rows for one in measured)
    targets: list[dict[str, object]] = []
    for columns, most, warm in ((6, 5.0, 0.05), (10, 9.0, 0.15)):
        of_shape = sorted(
            (one for one in measured if (one.columns, one.literals) == (columns, 10)), key=lambda o: o.rows
        )
        if not of_shape or of_shape[-1].rows < rows:
            continue
        least, one = of_shape[0], of_shape[-1]
        targets += [
            _target(one, "cold, x S1", one.by_scan["cold"], at_most=most),
            _target(one, "warm, of cold", one.by_cold["warm"], at_most=warm),
            _target(one, "certified", one.certified / max(one.claims, 1), at_least=0.9),
            _target(one, "one by one, x cold", one.by_cold["alone"], at_least=50_000),
        ]
        if columns == 10:
            targets.append(_target(one, "the paper's CUBEs, x cold", one.by_cold["cubes"], at_least=100))
        if columns == 10 and one.duckdb:
            targets += [
                _target(one, "cold, x DuckDB's CUBEs", one.cold / one.duckdb["cubes"], at_most=0.2),
                _target(one, "cold, x one grouping in DuckDB", one.cold / one.duckdb["grouping"], at_most=4),
            ]
        if least.rows < one.rows:
            growth = (one.cold / least.cold) / (one.rows / least.rows)
            targets.append(_target(one, f"growth of cold from {least.rows:,} rows, x theirs", growth, at_most=1))
    return targets


def _target(
    one: Measured, name: str, value: float, at_most: float | None = None, at_least: float | None = None
) -> dict[str, object]:
    is_met = (at_most is None or value <= at_most) and (at_least is None or value >= at_least)
    shape = f"{one.rows:,} rows, {one.columns} columns, {one.literals} literals"
    return {"name": f"{name}; {shape}", "value": value, "at_most": at_most, "at_least": at_least, "is_met": is_met}


def tell_targets(targets: Sequence[Mapping[str, object]]) -> None:
    """Print a line for each target."""
    click.echo("\ntargets, which are meant for 10,000,000 rows on idle processors")
    for each in targets:
        wanted = f"at most {each['at_most']}" if each["at_least"] is None else f"at least {each['at_least']}"
        click.echo(f"{each['name']:<80}{each['value']:12,.3g}  {wanted}: {'met' if each['is_met'] else 'missed'}")
