"""Every number an administrator may tune, and the weights in force, read once at the start of a check."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from factcheck.port import Database
from factcheck.weights.in_force import SHIPPED, FittedWeights, fitted_weights


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force; meanings, units and ranges stand in the table ``factcheck.setting_definition``.

    ``weights`` are no setting of their own: they are those of the extension, or what the site has fitted.
    """

    p_true: float = 0.999
    supported_threshold: float = 0.96
    refuted_threshold: float = 0.5
    expected_error_rate: float = 0.1
    error_rate_claims: int = 10
    about_tolerance: float = 0.1
    rounding_tolerance: float = 0.05
    tables_per_check: int = 40
    max_predicates: int = 3
    predicates_per_claim: int = 20
    predicates_per_column: int = 6
    columns_per_claim: int = 12
    candidates_per_claim: int = 1_000_000
    scope_cost: int = 200_000_000
    literals_per_column: int = 10_000
    integer_column_values: int = 200
    category_values: int = 0
    category_features: int = 0
    key_search_rows: int = 20_000_000
    unindexed_rows: int = 100_000
    unindexed_literals: int = 1_000
    misspelling_terms: int = 20_000
    stale_share: float = 0.1
    em_rounds: int = 10
    document_characters: int = 5_000_000
    document_claims: int = 2_000
    table_cells: int = 0
    document_words: int = 400_000
    check_bytes: int = 2_000_000_000
    parse_cache_bytes: int = 50_000_000
    cube_cache_bytes: int = 200_000_000
    check_attempts: int = 3
    check_retry_seconds: int = 60
    check_statements: int = 1
    own_query_cost: int = 1_000_000
    render_charts: int = 0
    weights: FittedWeights = SHIPPED


_TYPES: dict[Any, type[int] | type[float]] = {"int": int, "float": float}


def read_settings(database: Database) -> Settings:
    """Read the settings of this database; names of a newer version are passed over."""
    types = {field.name: _TYPES[field.type] for field in fields(Settings) if field.type in _TYPES}
    rows = database.query_again("SELECT name, value FROM factcheck.setting")
    values: dict[str, Any] = {row["name"]: types[row["name"]](row["value"]) for row in rows if row["name"] in types}
    return Settings(**values, weights=_weights(database))


def _weights(database: Database) -> FittedWeights:
    rows = database.query_again("SELECT kind, weights FROM factcheck.weights WHERE is_in_force")
    return fitted_weights({row["kind"]: row["weights"] for row in rows})
