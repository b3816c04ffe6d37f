"""What differs between a database and its site's file is told, and a revision ends it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from support.databases import new_database
from support.site_migrations import Migrations, copy_migrations, role_prefix, write_site
from support.site_snapshots import make_tables, query, quoted, run, snapshot

DRIFTS = [
    ("SELECT factcheck.remove_table('sales')", "table public.sales is declared, and not added"),
    (
        "SELECT factcheck.add_table('sales', data_set => 'shop: 100%', track => false)",
        "table public.sales: track is false, declared is true",
    ),
    (
        "SELECT factcheck.add_table('sales', '{{units}}', 'mine', true)",
        'table public.sales: columns is ["units"], declared is not given; data_set is "mine", declared is "shop: 100%"',
    ),
    (
        "UPDATE factcheck.setting SET value = 0.5 WHERE name = 'p_true'",
        "setting p_true: value is 0.5, declared is 0.99",
    ),
    (
        "UPDATE factcheck.setting SET value = 20 WHERE name = 'em_rounds'",
        "setting em_rounds is 20, which is not declared",
    ),
    ("SELECT factcheck.add_table('other')", "table public.other is added, and not declared"),
    (  # the administrators read it as members of the analysts
        "REVOKE SELECT ON sales FROM {analyst}",
        "role {analyst} cannot read what is declared of table public.sales\n"
        "role {admin} cannot read what is declared of table public.sales",
    ),
    ("SELECT factcheck.grant_usage({reader!r}, 'analyst')", "role {reader} has the level analyst, declared is reader"),
    ("SELECT factcheck.grant_usage({other!r}, 'admin')", "role {other} has the level admin, which is not declared"),
    ("REVOKE ADMIN OPTION FOR {reader} FROM {admin}", "members of role {admin} cannot let others into {reader}"),
    ("SELECT factcheck.add_description('sales', NULL, 'units')", "dictionary words.csv would change 1 description"),
]


@dataclass(frozen=True, slots=True)
class Settled:
    """A site whose database is as its file says: what is decided there, and its roles as SQL names them."""

    dsn: str
    migrations: Migrations
    prefix: str
    names: dict[str, str]
    decided: object


@pytest.fixture(scope="module")
def settled(server_dsn: str, template: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settled]:
    """A site for all that may differ: each test takes it back to where it was."""
    site = copy_migrations(tmp_path_factory.mktemp("settled") / "migrations")
    with role_prefix(server_dsn) as prefix, new_database(server_dsn, template) as dsn:
        make_tables(dsn)
        write_site(site, prefix)
        site.site.write_text(site.site.read_text().replace('it"s', "its"))
        names = {key: quoted(f"{prefix}{key}") for key in ("reader", "admin", "other")}
        names["analyst"] = quoted(f"{prefix}its")
        run(dsn, f"CREATE TABLE other (a integer); CREATE ROLE {names['other']}")
        site.set_up(dsn)
        assert site.drift(dsn) == []
        yield Settled(dsn, site, prefix, names, snapshot(dsn, prefix))


@pytest.mark.parametrize(("place", "statement", "words"), [(at, *drift) for at, drift in enumerate(DRIFTS, 2)])
def test_what_differs_is_told_and_a_revision_ends_it(settled: Settled, place: int, statement: str, words: str) -> None:
    dsn, site = settled.dsn, settled.migrations
    run(dsn, statement.format(**settled.names))
    drifted = snapshot(dsn, settled.prefix)
    assert drifted != settled.decided
    assert site.drift(dsn) == words.format(**settled.names).split("\n")
    site.write_revision(dsn, f"{place:04}")
    site.run(dsn, "upgrade", "head")
    assert site.drift(dsn) == []
    assert snapshot(dsn, settled.prefix) == settled.decided
    site.run(dsn, "downgrade", "-1")
    assert snapshot(dsn, settled.prefix) == drifted
    site.run(dsn, "upgrade", "head")
    assert snapshot(dsn, settled.prefix) == settled.decided


def test_columns_that_a_role_shall_no_longer_read_are_taken_away(fresh: str, site: Migrations, prefix: str) -> None:
    site.set_up(fresh)
    before = snapshot(fresh, prefix)
    text = site.site.read_text()
    site.site.write_text(text.replace("track = true", "columns = ['month']").replace("'analyst', 'admin'", "'analyst'"))
    site.write_revision(fresh, "0002")
    site.run(fresh, "upgrade", "head")
    assert site.drift(fresh) == []
    rights = "SELECT has_column_privilege(%s, 'sales', c, 'SELECT') FROM unnest(ARRAY['month', 'units']) AS c"
    assert query(fresh, rights, f'{prefix}it"s') == [(True,), (False,)]
    site.run(fresh, "downgrade", "-1")
    assert snapshot(fresh, prefix) == before


def test_a_dictionary_that_is_no_longer_declared_comes_back_with_its_arguments(
    fresh: str, site: Migrations, prefix: str
) -> None:
    text = site.site.read_text()
    site.site.write_text(f"{text}table = 'public.sales'\nformat = 'csv'\n")
    (site.folder / "words.csv").write_text("column,description\nunits,pieces\n")
    site.set_up(fresh)
    before = snapshot(fresh, prefix)
    site.site.write_text(text.partition("[[dictionaries]]")[0])
    assert site.drift(fresh) == ["dictionary words.csv was loaded, and is not declared"]
    site.write_revision(fresh, "0002")
    site.run(fresh, "upgrade", "head")
    assert query(fresh, "SELECT FROM factcheck.description") == []
    site.run(fresh, "downgrade", "-1")
    assert snapshot(fresh, prefix) == before


def test_what_the_file_has_no_section_for_is_not_compared(fresh: str, site: Migrations, prefix: str) -> None:
    run(fresh, "SELECT factcheck.add_table('sales')")
    site.site.write_text(f"[roles]\nreader = '{prefix}reader'\n")
    assert site.drift(fresh) == [f'role "{prefix}reader" is declared, and does not have the level reader']
