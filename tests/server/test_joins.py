"""How added tables belong together: declared, inferred, added and removed joins, and what explain_plan says of them."""

from __future__ import annotations

import psycopg
import pytest

from factcheck.adapters.psycopg_port import PsycopgDatabase
from factcheck.joins.discovery import find_joins
from factcheck.settings import Settings

DOCUMENT = "There were 60 orders."
ORDERS = ("orders", ["customer_id"], "customers", ["customer_id"])


@pytest.fixture
def tables(admin, analyst_name):
    """Regions, their customers and the customers' orders: the first key is declared, the second is not."""
    admin.execute(f"""
        CREATE TABLE public.regions (region_id integer PRIMARY KEY, name text);
        CREATE TABLE public.customers (
            customer_id integer, region_id integer REFERENCES public.regions, name text);
        CREATE TABLE public.orders (order_id integer, customer_id bigint, amount numeric);
        INSERT INTO public.regions SELECT g, 'Region ' || g FROM generate_series(1, 3) AS g;
        INSERT INTO public.customers SELECT g, 1 + g % 3, 'Customer ' || g FROM generate_series(1, 20) AS g;
        INSERT INTO public.orders SELECT g, 1 + g % 15, g FROM generate_series(1, 60) AS g;
        GRANT SELECT ON public.regions, public.customers, public.orders TO {analyst_name};
    """)
    yield
    admin.execute("DROP TABLE IF EXISTS public.regions, public.customers, public.orders CASCADE")
    admin.execute("SELECT factcheck.refresh()")


@pytest.fixture
def added(admin, tables):
    admin.execute("""
        SELECT factcheck.add_table('public.regions');
        SELECT factcheck.add_table('public.orders');
        SELECT factcheck.add_table('public.customers');
    """)


def joins(connection):
    """The joins in use: source by tables and columns."""
    rows = connection.execute(
        "SELECT from_table::text, from_columns::text[], to_table::text, to_columns::text[], source"
        " FROM factcheck.joins() WHERE is_used"
    ).fetchall()
    return {(row[0], tuple(row[1]), row[2], tuple(row[3])): row[4] for row in rows}


DECLARED = {("customers", ("region_id",), "regions", ("region_id",)): "declared"}
INFERRED = {("orders", ("customer_id",), "customers", ("customer_id",)): "inferred"}


def plan(connection, tables=None):
    """What explain_plan says, by part."""
    rows = connection.execute("SELECT * FROM factcheck.explain_plan(%s, %s::regclass[])", [DOCUMENT, tables]).fetchall()
    return {part: [row[1:] for row in rows if row[0] == part] for part in ("document", "table", "join", "path")}


def test_declared_and_undeclared_keys_are_found_in_whatever_order_tables_are_added(admin, added):
    assert joins(admin) == DECLARED | INFERRED


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE public.orders SET customer_id = 99 WHERE order_id = 7",  # no such customer
        "INSERT INTO public.customers VALUES (3, 1, 'Third again')",  # no longer a key
        "UPDATE public.customers SET customer_id = NULL WHERE customer_id = 20",
        "UPDATE public.orders SET customer_id = 1",  # one value proves nothing
        "ALTER TABLE public.orders ALTER customer_id TYPE text",
        "ALTER TABLE public.orders RENAME customer_id TO amount_id",
        "ALTER TABLE public.customers ENABLE ROW LEVEL SECURITY",
        "SELECT factcheck.add_table('public.orders', data_set => 'elsewhere')",
    ],
)
def test_a_key_is_not_inferred_where_names_or_values_speak_against_it(admin, added, change):
    admin.execute(change)
    admin.execute("SELECT factcheck.refresh()")
    assert joins(admin) == DECLARED


def test_values_that_are_missing_refer_to_nothing(admin, added):
    admin.execute("UPDATE public.orders SET customer_id = NULL WHERE order_id < 20; SELECT factcheck.refresh()")
    assert joins(admin) == DECLARED | INFERRED


def test_a_join_inferred_from_old_values_goes_with_the_next_indexing(admin, added):
    admin.execute("DELETE FROM public.customers WHERE customer_id = 3; SELECT factcheck.refresh('public.customers')")
    assert joins(admin) == DECLARED


def test_a_better_name_wins_whenever_its_table_is_added(admin, tables):
    admin.execute("""
        CREATE TABLE public.premium_customers (customer_id integer, since date);
        INSERT INTO public.premium_customers SELECT g FROM generate_series(1, 20) AS g;
        ALTER TABLE public.premium_customers RENAME customer_id TO id;
    """)
    try:
        admin.execute("SELECT factcheck.add_table('public.premium_customers'), factcheck.add_table('public.orders')")
        assert set(joins(admin)) == {("orders", ("customer_id",), "premium_customers", ("id",))}
        admin.execute("SELECT factcheck.add_table('public.customers')")
        assert ("orders", ("customer_id",), "premium_customers", ("id",)) not in joins(admin)
        assert INFERRED.items() <= joins(admin).items()
        admin.execute("SELECT factcheck.refresh()")
        assert ("orders", ("customer_id",), "premium_customers", ("id",)) not in joins(admin)
    finally:
        admin.execute("DROP TABLE public.premium_customers")


def test_a_bound_on_rows_is_kept_and_told(admin, added):
    told = []
    admin.add_notice_handler(lambda diagnostic: told.append((diagnostic.message_primary, diagnostic.message_hint)))
    admin.execute(
        "DELETE FROM factcheck.data_join; UPDATE factcheck.setting SET value = 0 WHERE name = 'key_search_rows'"
    )
    try:
        admin.execute("ANALYZE; SELECT factcheck.refresh('public.orders')")
        assert joins(admin) == DECLARED
        assert (
            "not all columns of table public.orders were compared with keys of other tables",
            "Raise it and refresh the table, or say how tables belong together with factcheck.add_join.",
        ) in told
    finally:
        admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'key_search_rows'")
    admin.execute("SELECT factcheck.refresh('public.orders')")
    assert joins(admin) == DECLARED | INFERRED


def test_a_dropped_constraint_joins_nothing_at_once(admin, added):
    admin.execute("ALTER TABLE public.customers DROP CONSTRAINT customers_region_id_fkey")
    assert joins(admin) == INFERRED
    assert [item for item, *_ in plan(admin)["join"]] == [
        "public.orders (customer_id) to public.customers (customer_id)"
    ]


def test_a_constraint_declared_later_joins_at_once(admin, added):
    admin.execute("""
        ALTER TABLE public.customers ADD PRIMARY KEY (customer_id);
        ALTER TABLE public.orders ADD FOREIGN KEY (customer_id) REFERENCES public.customers;
    """)
    assert joins(admin) == DECLARED | dict.fromkeys(INFERRED, "declared")


def test_a_composite_key_is_followed_only_with_all_its_columns(admin, tables):
    admin.execute("""
        ALTER TABLE public.customers ADD UNIQUE (region_id, customer_id);
        ALTER TABLE public.orders ADD region_id integer, ADD FOREIGN KEY (region_id, customer_id)
            REFERENCES public.customers (region_id, customer_id);
        SELECT factcheck.add_table('public.customers'), factcheck.add_table('public.orders');
    """)
    both = ("orders", ("customer_id", "region_id"), "customers", ("customer_id", "region_id"))
    assert joins(admin)[both] == "declared"
    admin.execute("SELECT factcheck.add_table('public.orders', columns => '{order_id, customer_id}')")
    assert both not in joins(admin)


def test_a_key_of_a_partitioned_table(admin, tables):
    admin.execute("""
        CREATE TABLE public.visits (visit_id integer, region_id integer REFERENCES public.regions)
            PARTITION BY LIST (region_id);
        CREATE TABLE public.visits_1 PARTITION OF public.visits FOR VALUES IN (1);
        CREATE TABLE public.visits_rest PARTITION OF public.visits DEFAULT;
        INSERT INTO public.visits SELECT g, 1 + g % 3 FROM generate_series(1, 30) AS g;
        SELECT factcheck.add_table('public.visits'), factcheck.add_table('public.regions');
    """)
    try:
        assert joins(admin) == {("visits", ("region_id",), "regions", ("region_id",)): "declared"}
    finally:
        admin.execute("DROP TABLE public.visits")


def test_a_key_of_a_table_that_others_inherit_from_holds_for_some_rows_only(admin, added):
    admin.execute("CREATE TABLE public.heirs () INHERITS (public.regions); INSERT INTO public.heirs VALUES (1, 'One')")
    assert joins(admin) == INFERRED


def test_a_renamed_column_joins_nothing_until_the_table_is_indexed_anew(admin, added):
    admin.execute("ALTER TABLE public.customers RENAME customer_id TO id")
    assert joins(admin) == DECLARED
    admin.execute("ALTER TABLE public.customers ADD customer_id integer DEFAULT 1")
    assert joins(admin) == DECLARED
    admin.execute("SELECT factcheck.refresh('public.customers')")
    assert joins(admin) == DECLARED | {("orders", ("customer_id",), "customers", ("id",)): "inferred"}


def test_a_removed_join_does_not_come_back(admin, added):
    admin.execute("SELECT factcheck.remove_join(%s, %s, %s)", ORDERS[:3])
    admin.execute("SELECT factcheck.remove_join('customers', '{region_id}', 'regions', '{region_id}')")
    assert joins(admin) == {}
    admin.execute("SELECT factcheck.refresh()")
    assert joins(admin) == {}
    assert (
        "public.orders (customer_id) to public.customers (customer_id)",
        "not used: removed",
        "SELECT factcheck.add_join('public.orders', ARRAY['customer_id'], 'public.customers', ARRAY['customer_id']);",
    ) in plan(admin)["join"]
    admin.execute("SELECT factcheck.add_join(%s, %s, %s, %s)", ORDERS)
    assert joins(admin) == dict.fromkeys(INFERRED, "added")


def test_what_people_decided_outlives_adding_a_table_again(admin, added):
    admin.execute("SELECT factcheck.add_join(%s, %s, %s, %s)", ORDERS)
    admin.execute("SELECT factcheck.remove_join('customers', '{region_id}', 'regions', '{region_id}')")
    admin.execute("SELECT factcheck.add_table('public.customers'), factcheck.add_table('public.orders')")
    assert joins(admin) == dict.fromkeys(INFERRED, "added")


def test_a_dump_leaves_out_joins_of_dropped_tables(admin, added):
    admin.execute("SELECT factcheck.add_join(%s, %s, %s, %s)", ORDERS)
    admin.execute("SELECT factcheck.remove_join('customers', '{region_id}', 'regions', '{region_id}')")
    [(condition,)] = admin.execute("""
        SELECT condition FROM pg_extension, unnest(extconfig, extcondition) AS dumped (relation, condition)
        WHERE extname = 'factcheck' AND relation = 'factcheck.data_join'::regclass
    """).fetchall()

    def dumped():
        return {row[0] for row in admin.execute(f"SELECT source FROM factcheck.data_join {condition}").fetchall()}

    assert dumped() == {"added", "declared"}
    admin.execute("DROP TABLE public.orders")
    assert dumped() == {"declared"}


def test_an_added_join_follows_renamed_columns(admin, added):
    admin.execute("ALTER TABLE public.orders RENAME customer_id TO payer; SELECT factcheck.refresh()")
    assert joins(admin) == DECLARED
    admin.execute("SELECT factcheck.add_join('orders', '{payer}', 'customers', '{customer_id}')")
    admin.execute("ALTER TABLE public.customers RENAME customer_id TO number")
    assert joins(admin) == DECLARED
    admin.execute("SELECT factcheck.refresh()")
    assert joins(admin) == DECLARED | {("orders", ("payer",), "customers", ("number",)): "added"}


def test_an_added_join_is_not_used_with_another_column_of_its_name_that_is_no_key(admin, added):
    told = []
    admin.add_notice_handler(lambda diagnostic: told.append(diagnostic.message_primary))
    admin.execute("SELECT factcheck.add_join(%s, %s, %s, %s)", ORDERS)
    admin.execute("""
        ALTER TABLE public.customers DROP customer_id, ADD customer_id integer DEFAULT 1;
        SELECT factcheck.refresh();
    """)
    assert joins(admin) == DECLARED
    assert (
        "the join from public.orders (customer_id) to public.customers (customer_id) is not used:"
        " its columns were altered"
    ) in told
    admin.execute("""
        UPDATE public.customers c SET customer_id = n.place
        FROM (SELECT ctid, row_number() OVER () AS place FROM public.customers) AS n WHERE n.ctid = c.ctid;
        SELECT factcheck.refresh();
    """)
    assert joins(admin) == DECLARED | dict.fromkeys(INFERRED, "added")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (
            "'orders', '{customer_id}', 'pg_class', '{oid}'",
            psycopg.errors.UndefinedObject,
            "table pg_class was not added",
        ),
        (
            "'orders', '{buyer}', 'customers', '{customer_id}'",
            psycopg.errors.UndefinedColumn,
            "column buyer of table public.orders is not known",
        ),
        (
            "'orders', '{customer_id}', 'customers', '{name}'",
            psycopg.errors.DatatypeMismatch,
            "columns customer_id and name cannot be compared",
        ),
        (
            "'customers', '{customer_id}', 'orders', '{customer_id}'",
            psycopg.errors.CardinalityViolation,
            "columns (customer_id) do not tell rows of table public.orders apart",
        ),
        (
            "'orders', '{customer_id,order_id}', 'customers', '{customer_id}'",
            psycopg.errors.InvalidParameterValue,
            "the columns of a join come in pairs, each named once",
        ),
        (
            "'orders', '{order_id}', 'orders', '{customer_id}'",
            psycopg.errors.FeatureNotSupported,
            "table public.orders cannot be joined with itself",
        ),
        (
            "'orders', NULL, 'customers', '{customer_id}'",
            psycopg.errors.NullValueNotAllowed,
            "a join needs two tables and their columns",
        ),
    ],
)
def test_joins_that_cannot_be_added(admin, added, arguments, error, message):
    with pytest.raises(error) as caught:
        admin.execute(f"SELECT factcheck.add_join({arguments})")
    assert caught.value.diag.message_primary == message
    assert caught.value.diag.message_hint.endswith(".")
    assert joins(admin) == DECLARED | INFERRED


def test_a_join_without_any_partner_is_noticed(admin, added):
    told = []
    admin.add_notice_handler(lambda diagnostic: told.append(diagnostic.message_primary))
    admin.execute("UPDATE public.orders SET order_id = order_id + 1000")
    admin.execute("SELECT factcheck.add_join('orders', '{order_id}', 'customers', '{customer_id}')")
    assert told == ["no row of table public.orders has a partner in public.customers"]


def test_a_join_nobody_knows_cannot_be_removed(admin, added):
    with pytest.raises(psycopg.errors.UndefinedObject) as caught:
        admin.execute("SELECT factcheck.remove_join('orders', '{order_id}', 'customers', '{customer_id}')")
    assert "factcheck.joins()" in caught.value.diag.message_hint


def test_several_paths_are_told_with_what_chooses_among_them(admin, added):
    admin.execute("""
        ALTER TABLE public.orders ADD region_id integer REFERENCES public.regions;
        UPDATE public.orders SET region_id = 1 + order_id % 3;
        SELECT factcheck.refresh('public.orders');
    """)
    [(item, detail, hint)] = plan(admin)["path"]
    assert item == "public.orders to public.regions"
    assert detail == (
        "taken: region_id to public.regions; not taken: customer_id to public.customers, region_id to public.regions"
    )
    admin.execute(hint.partition(": ")[2])
    assert plan(admin)["path"] == []
    assert "public.orders (region_id) to public.regions (region_id)" in [
        item for item, detail, _ in plan(admin)["join"] if detail == "not used: removed"
    ]


def test_the_plan_names_tables_and_says_why_one_is_not_used(admin, analyst, added, role):
    shown = plan(analyst)
    assert shown["document"] == [("plain", "21 characters, 1 claim", None)]
    assert shown["table"] == [
        (f"public.{name}", f"used with {count} columns", None)
        for name, count in (("customers", 3), ("orders", 3), ("regions", 2))
    ]
    assert [detail for _, detail, _ in shown["join"]] == [
        "declared",
        "inferred; no unique index keeps partners from becoming several",
    ]
    admin.execute(f"ALTER TABLE public.orders ENABLE ROW LEVEL SECURITY; ALTER TABLE public.orders OWNER TO {role()}")
    item, detail, hint = plan(analyst)["table"][1]
    assert (item, detail) == ("public.orders", "not used: reading it runs code of its owner")
    assert "trust_owner => true" in hint
    assert [item for item, *_ in plan(analyst)["join"]] == [
        "public.customers (region_id) to public.regions (region_id)"
    ]


def test_only_named_tables_are_used(analyst, added):
    shown = plan(analyst, "{orders,regions}")
    assert [item for item, *_ in shown["table"]] == ["public.orders", "public.regions"]
    assert shown["join"] == []


@pytest.mark.parametrize("right", ["SELECT", "SELECT (customer_id)"])
def test_who_may_not_read_one_side_sees_no_join_with_it(admin, analyst, analyst_name, added, right):
    admin.execute(f"""
        GRANT SELECT (customer_id, name) ON public.customers TO {analyst_name};
        REVOKE SELECT ON public.customers FROM {analyst_name};
        GRANT SELECT (name) ON public.customers TO {analyst_name};
    """)
    if right == "SELECT":
        admin.execute(f"REVOKE SELECT (name) ON public.customers FROM {analyst_name}")
    assert joins(analyst) == {}
    rows = analyst.execute("SELECT * FROM factcheck.explain_plan(%s)", [DOCUMENT]).fetchall()
    assert "customer_id" not in str(rows)
    if right == "SELECT":
        assert "customers" not in str(rows)
        assert ("1 more", "not used: this role may not read them", "Ask for SELECT on what you need.") in [
            row[1:] for row in rows
        ]


def test_what_one_administrator_may_not_read_the_search_of_another_found_stays(admin, database, role, added):
    name = role()
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'admin')", [name])
    admin.execute(f"GRANT SELECT ON public.orders TO {name}")
    with psycopg.connect(database, user=name, autocommit=True) as other:
        other.execute("SELECT factcheck.refresh('public.orders')")
        assert joins(other) == {}
    assert joins(admin) == DECLARED | INFERRED


def test_no_code_of_an_untrusted_owner_runs_in_the_search(admin, database, role, tables):
    name = role()
    admin.execute(f"GRANT CREATE ON SCHEMA public TO {name}")
    with psycopg.connect(database, user=name, autocommit=True) as owner:
        owner.execute("""
            CREATE TABLE public.trap (customer_id integer);
            CREATE FUNCTION public.caught(integer) RETURNS boolean LANGUAGE plpgsql AS
                $$BEGIN RAISE EXCEPTION 'the code of an owner ran'; END$$;
            ALTER TABLE public.trap ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
            CREATE POLICY trap ON public.trap USING (public.caught(customer_id));
            GRANT SELECT ON public.trap TO PUBLIC;
        """)
    administrator = role()
    admin.execute("INSERT INTO public.trap SELECT generate_series(1, 20)")
    admin.execute("SELECT factcheck.grant_usage(%s::regrole, 'admin')", [administrator])
    admin.execute(f"GRANT SELECT ON public.orders TO {administrator}")
    try:
        admin.execute("SELECT factcheck.add_table('public.trap')")
        with psycopg.connect(database, user=administrator, autocommit=True) as session:
            session.execute("SELECT factcheck.add_table('public.orders')")
            assert joins(session) == {}
            with pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
                session.execute("SELECT factcheck.add_join('orders', '{customer_id}', 'trap')")
            assert caught.value.diag.message_primary == "rows of table public.trap cannot be told apart"
    finally:
        admin.execute(f"DROP OWNED BY {name} CASCADE")


def test_a_document_of_null_has_no_plan(analyst):
    assert analyst.execute("SELECT * FROM factcheck.explain_plan(NULL)").fetchall() == []


class LosesATable(PsycopgDatabase):
    """A session before whose questions about possible keys a table is dropped, as another session may do."""

    def __init__(self, connection):
        super().__init__(connection)
        self.connection = connection

    def query(self, sql):
        if "_is_key(" in sql:
            self.connection.execute("DROP TABLE public.customers")
        return super().query(sql)


def test_a_table_that_goes_while_keys_are_looked_for_has_none(admin, added):
    find_joins(LosesATable(admin), "public.orders", Settings())
    assert [join for join in joins(admin) if "customers" in join] == []
