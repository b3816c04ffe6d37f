"""Which tables a failed statement is laid to: those that it reads and that fail alone; none for what is no fault."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from factcheck.catalogue.failing_tables import NotingDatabase, failing_tables
from factcheck.catalogue.schema import Table
from factcheck.errors import FactcheckError


class RefusedError(Exception):
    """An error of the server."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("the server said no")
        self.sqlstate = sqlstate


def table(number: int, name: str, parts: tuple[str, ...] = ()) -> Table:
    return Table(number, name, name, None, (), parts=parts)


SALES, SALE, ODD, WHOLE = (
    table(1, "public.sales"),
    table(2, "public.sale"),
    table(3, 'public."odd ""name"'),
    table(4, "public.whole", ("far.part_1",)),
)
ALL = (SALES, SALE, ODD, WHOLE)


def laid_to(statement: str, sqlstate: str = "22012", failing: Collection[Table] = ALL) -> list[Table]:
    def read(each: Table) -> None:
        if each in failing:
            raise RefusedError(sqlstate)

    return list(failing_tables(RefusedError(sqlstate), statement, ALL, read))


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("SELECT count(*) FROM public.sales", [SALES]),
        ("SELECT count(*) FROM public.sale AS s", [SALE]),
        ('SELECT 1 FROM public."odd ""name" GROUP BY 1', [ODD]),
        ('SELECT 1 FROM public."odd ""name""s"', []),
        ("SELECT 1 FROM far.part_1", [WHOLE]),
        ("SELECT 1 FROM other_public.sales", []),
        ("SELECT 1 FROM factcheck.text_index", []),
    ],
)
def test_a_table_is_found_by_its_whole_name(statement: str, named: list[Table]) -> None:
    assert laid_to(statement) == named


def test_of_several_tables_those_that_fail_alone_are_at_fault() -> None:
    both = "SELECT 1 FROM public.sales JOIN public.sale USING (id)"
    assert laid_to(both, failing=[SALE]) == [SALE]
    assert laid_to(both, failing=[]) == [SALES, SALE]


@pytest.mark.parametrize("sqlstate", ["42883", "XX000", "55000", "54001", "58P01", "0A000"])
def test_what_the_statement_may_be_to_blame_for_is_laid_to_a_table_that_fails_alone(sqlstate: str) -> None:
    assert laid_to("SELECT 1 FROM public.sales", sqlstate, failing=[SALES]) == [SALES]
    assert laid_to("SELECT 1 FROM public.sales", sqlstate, failing=[]) == []


@pytest.mark.parametrize("sqlstate", ["57014", "57P01", "40001", "40P01", "53200", "53100", "55P03", "25006", "25P02"])
def test_what_says_nothing_about_a_table_is_laid_to_none(sqlstate: str) -> None:
    assert laid_to("SELECT 1 FROM public.sales", sqlstate) == []


def test_an_error_while_a_table_is_read_alone_that_is_no_fault_of_it_is_raised() -> None:
    def read(_: Table) -> None:
        raise RefusedError("57014")

    with pytest.raises(RefusedError):
        failing_tables(RefusedError("42883"), "SELECT 1 FROM public.sales", ALL, read)


def test_errors_of_the_program_are_of_no_table() -> None:
    for error in (FactcheckError("no", sqlstate="22012"), ValueError("no")):
        assert not failing_tables(error, "SELECT 1 FROM public.sales", ALL, lambda _: None)


def test_the_statement_that_failed_last_is_noted() -> None:
    class Failing:
        def query(self, sql: str) -> list[dict[str, object]]:
            if "sales" in sql:
                raise RefusedError("22012")
            return []

        query_again = query

        def debug(self, message: str) -> None: ...

        def notice(self, message: str, *, detail: str | None = None, hint: str | None = None) -> None: ...

        def warning(self, message: str, *, detail: str | None = None, hint: str | None = None) -> None: ...

    noting = NotingDatabase(Failing())
    assert (list(noting.query("SELECT 1")), noting.failed) == ([], "")
    with pytest.raises(RefusedError):
        noting.query_again("SELECT 1 FROM public.sales")
    noting.query("SELECT 2")
    assert noting.failed == "SELECT 1 FROM public.sales"
