"""False and true sentences about how many customers are from a country, beside tables where counts fit by chance.

The tables are those of a music shop, joined by foreign keys: in some of them the stated number is nearly always to be
had somehow.  A false sentence that is called supported is the error to fear most; a true one has to be supported.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click
from benchmark_database import (
    Connection,
    benchmark_database,
    dsn_option,
    keep_option,
    made_up_name,
    ordinary_role,
    seed_option,
)

COUNTRIES = (
    "Argentina Australia Austria Belgium Brazil Canada Chile Denmark Finland France Germany Hungary India Ireland "
    "Italy Mexico Netherlands Norway Poland Portugal Spain Sweden Switzerland Turkey".split()
)
CITIES_EACH, CUSTOMERS, EMPLOYEES, ARTISTS, ALBUMS, TRACKS, INVOICES = 2, 120, 14, 90, 160, 1500, 700
MOST_STATED = 20
GENRES = "Rock Jazz Metal Blues Latin Reggae Pop Soundtrack Classical Folk".split()
FORMATS = ("MPEG audio file", "AAC audio file", "Purchased AAC audio file", "Protected video file")
PLAYLISTS = (
    "Music",
    "Movies",
    "Audiobooks",
    "90s Music",
    "On the Go",
    "Brazilian Music",
    "Grunge",
    "Heavy Metal Classic",
)
TITLES = ("General Manager", "Sales Manager", "Sales Support Agent", "IT Manager", "IT Staff")

TABLES = """
CREATE TABLE shop.employee (
    employee_id integer PRIMARY KEY, last_name text, first_name text, title text,
    reports_to integer REFERENCES shop.employee, hire_date date, city text, country text);
CREATE TABLE shop.customer (
    customer_id integer PRIMARY KEY, first_name text, last_name text, company text, city text, country text,
    support_rep_id integer REFERENCES shop.employee);
CREATE TABLE shop.invoice (
    invoice_id integer PRIMARY KEY, customer_id integer REFERENCES shop.customer, invoice_date date,
    billing_city text, billing_country text, total numeric(8, 2));
CREATE TABLE shop.artist (artist_id integer PRIMARY KEY, name text);
CREATE TABLE shop.album (album_id integer PRIMARY KEY, title text, artist_id integer REFERENCES shop.artist);
CREATE TABLE shop.genre (genre_id integer PRIMARY KEY, name text);
CREATE TABLE shop.media_type (media_type_id integer PRIMARY KEY, name text);
CREATE TABLE shop.track (
    track_id integer PRIMARY KEY, name text, album_id integer REFERENCES shop.album,
    media_type_id integer REFERENCES shop.media_type, genre_id integer REFERENCES shop.genre,
    milliseconds integer, bytes bigint, unit_price numeric(4, 2));
CREATE TABLE shop.invoice_line (
    invoice_line_id integer PRIMARY KEY, invoice_id integer REFERENCES shop.invoice,
    track_id integer REFERENCES shop.track, unit_price numeric(4, 2), quantity integer);
CREATE TABLE shop.playlist (playlist_id integer PRIMARY KEY, name text);
CREATE TABLE shop.playlist_track (
    playlist_id integer REFERENCES shop.playlist, track_id integer REFERENCES shop.track,
    PRIMARY KEY (playlist_id, track_id));
"""


@dataclass(frozen=True)
class Sentence:
    """What is said of a country, and what is so."""

    country: str
    stated: int
    customers: int

    @property
    def is_true(self) -> bool:
        """Whether it says what is so."""
        return self.stated == self.customers

    def __str__(self) -> str:
        return f"{self.stated} customers are from {self.country}."


def name(chance: random.Random, syllables: int = 3) -> str:
    """Return a made-up name, of three syllables as most are."""
    return made_up_name(chance, syllables)


def day(chance: random.Random) -> str:
    """Return a day of five years."""
    return f"{chance.randint(2009, 2013)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"


def rows(chance: random.Random) -> Iterator[tuple[str, Sequence[tuple[object, ...]]]]:
    """Yield each table's name and its rows, those that others refer to first."""
    cities = {country: [name(chance) for _ in range(CITIES_EACH)] for country in COUNTRIES}
    shares = [1 / (1 + place) ** 0.7 for place in range(len(COUNTRIES))]
    order = chance.sample(COUNTRIES, len(COUNTRIES))
    staff_from = order[1]
    yield "employee", [
        (n, name(chance), name(chance, 2), TITLES[min(n // 2, len(TITLES) - 1)], None if n == 1 else max(n // 3, 1),
         day(chance), chance.choice(cities[staff_from]), staff_from)
        for n in range(1, EMPLOYEES + 1)
    ]  # fmt: skip
    homes = chance.choices(order, shares, k=CUSTOMERS)
    customers = [
        (n, name(chance, 2), name(chance), name(chance) if chance.random() < 0.2 else None,
         chance.choice(cities[home]), home, chance.randint(3, EMPLOYEES))
        for n, home in enumerate(homes, 1)
    ]  # fmt: skip
    yield "customer", customers
    buyers = [chance.choice(customers) for _ in range(INVOICES)]
    yield (
        "invoice",
        [
            (n, buyer[0], day(chance), buyer[4], buyer[5], chance.randint(1, 14) * 0.99)
            for n, buyer in enumerate(buyers, 1)
        ],
    )
    yield "artist", [(n, f"{name(chance)} {name(chance, 2)}") for n in range(1, ARTISTS + 1)]
    yield "album", [(n, f"{name(chance, 2)} {name(chance)}", chance.randint(1, ARTISTS)) for n in range(1, ALBUMS + 1)]
    yield "genre", list(enumerate(GENRES, 1))
    yield "media_type", list(enumerate(FORMATS, 1))
    yield "track", [
        (n, f"{name(chance)} {name(chance, 2)}", chance.randint(1, ALBUMS), chance.choice([1, 1, 1, 2, 3, 4]),
         chance.randint(1, len(GENRES)), chance.randint(90_000, 400_000), chance.randint(10**6, 10**7), 0.99)
        for n in range(1, TRACKS + 1)
    ]  # fmt: skip
    lines = [
        (invoice, chance.randint(1, TRACKS)) for invoice in range(1, INVOICES + 1) for _ in range(chance.randint(1, 6))
    ]
    yield "invoice_line", [(n, invoice, track, 0.99, 1) for n, (invoice, track) in enumerate(lines, 1)]
    yield "playlist", list(enumerate(PLAYLISTS, 1))
    on_lists = {(chance.randint(1, len(PLAYLISTS)), chance.randint(1, TRACKS)) for _ in range(2 * TRACKS)}
    yield "playlist_track", sorted(on_lists)


def make_shop(connection: Connection, chance: random.Random) -> dict[str, int]:
    """Make the shop's tables and add them; returns how many customers are from each country that has several."""
    connection.execute("CREATE SCHEMA shop")
    connection.execute(TABLES.encode())
    customers: Counter[str] = Counter()
    for table, of_table in rows(chance):
        with connection.cursor().copy(f"COPY shop.{table} FROM STDIN".encode()) as copy:
            for row in of_table:
                copy.write_row(row)
        if table == "customer":
            customers.update(str(row[5]) for row in of_table)
    connection.execute("ANALYZE")
    connection.execute("SELECT factcheck.add_schema('shop')")
    return {country: count for country, count in sorted(customers.items()) if count > 1}


def sentences(customers: dict[str, int], false_each: int, chance: random.Random) -> Iterator[Sentence]:
    """Yield a true sentence about each country, and some false ones."""
    for country, count in customers.items():
        yield Sentence(country, count, count)
        others = [stated for stated in range(2, MOST_STATED + 1) if stated != count]
        yield from (Sentence(country, stated, count) for stated in chance.sample(others, false_each))


@click.command()
@dsn_option
@seed_option
@keep_option
@click.option("--false", "false_each", default=5, show_default=True, help="False sentences about each country.")
def main(dsn: str, seed: int, keep: bool, false_each: int) -> None:
    """Check sentences about the customers of a shop, each by itself, and tell the verdicts on true and false ones."""
    chance = random.Random(seed)  # noqa: S311
    told: Counter[tuple[bool, str]] = Counter()
    with benchmark_database(dsn, keep) as connection:
        customers = make_shop(connection, chance)
        with ordinary_role(connection, "shop") as role:
            connection.execute(f"SET ROLE {role}".encode())
            for sentence in sentences(customers, false_each, chance):
                found = connection.execute(
                    "SELECT verdict::text, found_value, query FROM fact_check(%s)", [str(sentence)]
                )
                [(verdict, value, query)] = found.fetchall()
                told[sentence.is_true, verdict] += 1
                if verdict == ("refuted" if sentence.is_true else "supported"):
                    click.echo(f"{sentence} {verdict}, {sentence.customers} are so: {value}: {query}")
    for is_true in (True, False):
        of = {verdict: count for (each, verdict), count in sorted(told.items()) if each is is_true}
        click.echo(f"{'true' if is_true else 'false'}, of {sum(of.values())}: {of}")


if __name__ == "__main__":
    main()
