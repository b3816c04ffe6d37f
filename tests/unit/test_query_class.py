"""What is in the paper's query class and what is outside."""

from __future__ import annotations

import pytest

from factcheck.quality.query_class import is_in_query_class, is_share


@pytest.mark.parametrize(
    "query",
    [
        "SELECT COUNT(*) FROM t",
        "SELECT COUNT(a) FROM s.t WHERE b = 'x' AND c = 1 AND d AND NOT e AND f IS TRUE",
        "SELECT COUNT(DISTINCT a) FROM t",
        "SELECT ROUND(AVG(a::numeric), 2) FROM t WHERE 'x' = b",
        "SELECT MIN(a) FROM t",
        "SELECT MAX(a) FILTER (WHERE b = 1) FROM t",
        "SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY a) FROM t",
        "SELECT SUM(t.a) FROM t JOIN u ON t.k = u.k JOIN v USING (m) WHERE u.b = 'x'",
        "SELECT COUNT(*) FROM t, u WHERE t.k = u.k AND u.b = 'x'",
        "SELECT SUM(CASE WHEN a = 'x' THEN 1 ELSE 0 END) FROM t",
        "SELECT 100.0 * COUNT(*) FILTER (WHERE a = 'x') / COUNT(*) FROM t",
        "SELECT 100.0 * COUNT(*) FILTER (WHERE a = 'x') / NULLIF(COUNT(*), 0) FROM t WHERE b = 'y'",
        "SELECT COUNT(*) FILTER (WHERE a = 'x')::numeric / COUNT(*) FROM t",
        "SELECT 100.0 * COUNT(*) FILTER (WHERE a = 1 AND b = 2) / COUNT(*) FILTER (WHERE b = 2) FROM t",
        "SELECT ROUND(100.0 * SUM(CASE WHEN a = 'x' THEN 1 ELSE 0 END) / COUNT(*), 1) FROM t",
        "SELECT COUNT(CASE WHEN a = 'x' THEN 1 END) * 1.0 / COUNT(*) FROM t",
        "SELECT AVG(CASE WHEN a = 'x' THEN 100.0 ELSE 0 END) FROM t",
        "SELECT 100 * AVG((a = 'x')::int) FROM t",
        "SELECT 100.0 * SUM(flag) / COUNT(*) FROM t WHERE b = 'y'",
        "SELECT (SELECT COUNT(*) FROM t WHERE a = 1) * 100.0 / (SELECT COUNT(*) FROM t)",
    ],
)
def test_inside(query: str) -> None:
    assert is_in_query_class(query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT a FROM t WHERE k = 'x'",
        "SELECT COUNT(*) FROM t WHERE a > 1",
        "SELECT COUNT(*) FROM t WHERE a <> 'x'",
        "SELECT COUNT(*) FROM t WHERE a = 1 OR b = 2",
        "SELECT COUNT(*) FROM t WHERE a IN (1, 2)",
        "SELECT COUNT(*) FROM t WHERE a IS NULL",
        "SELECT COUNT(*) FROM t WHERE EXTRACT(YEAR FROM a) = 2024",
        "SELECT COUNT(*) FROM t WHERE a = b",
        "SELECT COUNT(*) FROM t, u",
        "SELECT COUNT(*) FROM t LEFT JOIN u ON t.k = u.k",
        "SELECT SUM(a * b) FROM t",
        "SELECT STDDEV_POP(a) FROM t",
        "SELECT PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY a) FROM t",
        "SELECT MAX(a) - MIN(a) FROM t",
        "SELECT -MIN(a) FROM t",
        "SELECT COUNT(*) / COUNT(DISTINCT a) FROM t",
        "SELECT 100.0 * SUM(a) / SUM(b) FROM t",
        "SELECT 1000 * COUNT(*) FROM t",
        "SELECT 100.0 * COUNT(*) FILTER (WHERE a = 1) / COUNT(*) FILTER (WHERE b = 2) FROM t",
        "SELECT 100.0 * COUNT(*) FILTER (WHERE a > 1) / COUNT(*) FROM t",
        "SELECT 100.0 * COUNT(*) / COUNT(*) FROM t",
        "SELECT COUNT(*) FROM t GROUP BY a",
        "SELECT COUNT(*) FROM (SELECT 1) x",
        "SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM t GROUP BY a) x",
        "SELECT COUNT(*), 1 FROM t",
        "SELECT 5",
        "nonsense",
    ],
)
def test_outside(query: str) -> None:
    assert not is_in_query_class(query)


def test_shares() -> None:
    assert is_share("SELECT 100.0 * COUNT(*) FILTER (WHERE a = 1) / COUNT(*) FROM t")
    assert is_share("SELECT AVG(CASE WHEN a = 1 THEN 1.0 ELSE 0 END) FROM t")
    assert is_share("SELECT SUM(a) / SUM(b) FROM t")
    assert not is_share("SELECT AVG(a) FROM t")
    assert not is_share("SELECT COUNT(*) FROM t")
