"""Random statements of money, true and false by one unit in the last written place, and how many are judged right.

Each statement names an account and its total; the account's bookings are debits and credits that may be a million times
as large and cancel out.  A false statement differs from the total by one unit of its last digit, never so that it ends
in a zero that may be rounding.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, localcontext

import click
from benchmark_database import Connection, benchmark_database, dsn_option, keep_option, made_up_name, seed_option

KINDS = {"numeric": 2, "bigint": 0, "double precision": 2}
"""Types, with the decimals of their amounts."""

MOST_DIGITS = 18
DIGITS_OF_DOUBLES = 15
STATEMENTS_PER_DOCUMENT = 10
BOOKINGS = (5, 60)
SIZES = ((1, 2), (3, 6), (7, 12), (13, 15), (16, 18))


@dataclass(frozen=True)
class Statement:
    """What is said of an account's total, and what it is."""

    account: str
    kind: str
    digits: int
    total: Decimal
    stated: Decimal

    @property
    def is_true(self) -> bool:
        """Whether it says what is so."""
        return self.stated == self.total

    def __str__(self) -> str:
        return f"The total amount of the {self.account} account was {self.stated:,}."


def account_names(chance: random.Random) -> Iterator[str]:
    """Made-up names, no two alike."""
    known: set[str] = set()
    while True:
        name = made_up_name(chance, 4)
        if name not in known:
            known.add(name)
            yield name


def random_statement(account: str, kind: str, chance: random.Random) -> Statement:
    """Return a statement of a random size and sign about an account."""
    digits = chance.randint(1, MOST_DIGITS if kind != "double precision" else DIGITS_OF_DOUBLES)
    unit = Decimal(1).scaleb(-min(KINDS[kind], digits - 1))
    whole = chance.randrange(10 ** (digits - 1), 10**digits) * chance.choice([1, -1])
    if unit == 1 and whole % 10 in {0, 1, 9}:
        whole += 3 if whole > 0 else -3
        whole += 3 if whole % 10 in {0, 1, 9} else 0
    total = whole * unit
    stated = total if chance.random() < 0.5 else total + chance.choice([unit, -unit])
    return Statement(account, kind, digits, total, stated)


def bookings(statement: Statement, chance: random.Random) -> list[Decimal]:
    """Amounts that come to a statement's total, in random order."""
    unit = Decimal(1).scaleb(-KINDS[statement.kind])
    # a double holds 15 digits, of amounts and of what they cancel out
    room = 10 ** max(DIGITS_OF_DOUBLES - 1 - KINDS[statement.kind], 1)
    most = min(abs(statement.total) * 10**6, Decimal(room if statement.kind == "double precision" else 10**17))
    amounts = []
    for _ in range(chance.randint(*BOOKINGS) // 2):
        amount = (most * Decimal(chance.random())).quantize(unit)
        amounts += [amount, -amount]
    amounts.append(statement.total)
    chance.shuffle(amounts)
    return amounts


def judge(connection: Connection, statements: list[Statement], chance: random.Random) -> Iterator[str]:
    """Yield the verdict on each statement, all of one kind, from documents of some each."""
    kind = statements[0].kind
    connection.execute("DROP TABLE IF EXISTS public.ledger")
    connection.execute(f"CREATE TABLE public.ledger (account text, amount {kind})")
    with connection.cursor().copy("COPY public.ledger FROM STDIN") as copy:
        for statement in statements:
            for amount in bookings(statement, chance):
                copy.write_row((statement.account, str(amount)))
    connection.execute("SELECT factcheck.add_table('public.ledger')")
    for start in range(0, len(statements), STATEMENTS_PER_DOCUMENT):
        some = statements[start : start + STATEMENTS_PER_DOCUMENT]
        rows = connection.execute(
            "SELECT verdict, claim_text FROM fact_check(%s, ARRAY['public.ledger'::regclass])",
            ["\n\n".join(map(str, some))],
        ).fetchall()
        texts = [f"{statement.stated:,}" for statement in some]
        if [text for _, text in rows] != texts:
            raise SystemExit(f"claims {[text for _, text in rows]}, not {texts}")
        yield from (verdict for verdict, _ in rows)


@click.command()
@dsn_option
@seed_option
@keep_option
@click.option("--statements", default=1000, show_default=True, help="How many statements, a third of each type.")
def main(dsn: str, seed: int, keep: bool, statements: int) -> None:
    """Judge random statements of money and tell how many of each type and size are judged right."""
    chance = random.Random(seed)  # noqa: S311
    names = account_names(chance)
    with localcontext() as context, benchmark_database(dsn, keep) as connection:
        context.prec = 60
        click.echo(f"{'type':18}{'digits':>8}{'statements':>12}{'right':>8}   wrong verdicts")
        for kind in KINDS:
            own = [random_statement(next(names), kind, chance) for _ in range(statements // len(KINDS))]
            tell(kind, list(zip(own, judge(connection, own, chance), strict=True)))


def tell(kind: str, judged: list[tuple[Statement, str]]) -> None:
    """Tell how many statements of each size are judged right, and what the others are called."""
    for low, high in SIZES:
        own = [(statement, verdict) for statement, verdict in judged if low <= statement.digits <= high]
        wrong = Counter(
            f"{'true' if statement.is_true else 'false'} called {verdict}"
            for statement, verdict in own
            if verdict != ("supported" if statement.is_true else "refuted")
        )
        told = ", ".join(f"{count} {name}" for name, count in wrong.items())
        click.echo(f"{kind:18}{f'{low} to {high}':>8}{len(own):>12}{len(own) - wrong.total():>8}   {told}")


if __name__ == "__main__":
    main()
