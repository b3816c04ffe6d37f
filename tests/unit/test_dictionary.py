"""Data dictionaries as sites write them: CSV and TSV, Frictionless, dbt; and whose names they mean."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factcheck.dictionaries.entries import FORMATS, MOST_CHARACTERS, Entry
from factcheck.dictionaries.matching import KnownTable, match_entries
from factcheck.dictionaries.reading import read_dictionary
from factcheck.errors import FactcheckError
from factcheck.runtime.checkpoints import looking


def read(text, format_name=None):
    return [(entry.tables, entry.column, entry.description) for entry in read_dictionary(text, format_name)]


def refused(text, format_name=None):
    with pytest.raises(FactcheckError) as caught:
        read(text, format_name)
    return f"{caught.value.message} ({caught.value.detail})"


@pytest.mark.parametrize(
    "text",
    [
        "table,column,description\nsales,amt,Amount paid\n,qty,Pieces sold\n",
        "Table Name;Field;Type;Definition\nsales;amt;int;Amount paid\nsales;qty;int;Pieces sold\n",
        "Data dictionary of the shop\t\t\n\nTABLE_NAME\tCOLUMN_NAME\tCOMMENTS\n"
        "sales\tamt\tAmount paid\n\tqty\tPieces sold\n",
        "file|varname|vartype|variable label\r\nsales|amt|1|Amount paid\r\nsales|qty|1|Pieces sold\r\n",
        '\ufeff"Meaning", "Column", "Table"\n"Amount paid", "amt", "sales"\n"Pieces sold", "qty", ""\n',
    ],
)
def test_tables_of_many_headings(text):
    assert read(text) == [(("sales",), "amt", "Amount paid"), (("sales",), "qty", "Pieces sold")]


@pytest.mark.parametrize(
    ("heading", "is_described"),
    [
        ("Variable,Label", True),
        ("Name,Long name", True),
        ("attribute,comment", True),
        ("Feature,Explanation", True),
        ("column,type", False),
        ("field length,field type", False),
        ("label,value", False),
    ],
)
def test_headings_of_names_and_of_descriptions(heading, is_described):
    text = f"{heading}\nprice,Money asked\n"
    if is_described:
        assert read(text) == [((), "price", "Money asked")]
    else:
        assert "no headings" in refused(text)


def test_labels_come_before_descriptions_and_what_describes_tables_is_not_their_columns():
    text = (
        "Table,Table description,Column,Description,Label,Notes\n"
        "sales,What we sold,amt,Paid in the shop.,Amount,Net\n"
        "stores,Where we sell,,Shops in town,,\n"
    )
    assert read(text) == [
        (("sales",), "amt", "Amount. Paid in the shop. Net"),
        (("stores",), None, "Shops in town"),
    ]


def test_a_description_in_the_last_column_may_hold_the_separator():
    assert read("column,description\nprice,Money asked, tax included\nqty\n") == [
        ((), "price", "Money asked, tax included")
    ]


def test_a_cell_may_have_several_lines():
    assert read('column,description\nprice,"Money\n asked"\n') == [((), "price", "Money asked")]


PACKAGE = {
    "name": "shop",
    "resources": [
        {
            "name": "sales-data",
            "path": "data/Sales Data.csv",
            "title": "Sales",
            "schema": {"fields": [{"name": "amt", "title": "Amount", "description": "Paid"}, {"name": "qty"}]},
        },
        {"path": ["a.csv", "b.csv"], "description": "Both years", "name": "years", "schema": "schema.json"},
    ],
}


def test_a_data_package():
    tables = ("sales-data", "data/Sales Data.csv", "Sales")
    assert read(json.dumps(PACKAGE)) == [
        (tables, None, "Sales"),
        (tables, "amt", "Amount. Paid"),
        (("years",), None, "Both years"),
    ]


def test_a_resource_and_a_table_schema():
    resource = PACKAGE["resources"][0]
    assert read(json.dumps(resource)) == read(json.dumps({"resources": [resource]}))
    assert read(json.dumps(resource["schema"])) == [((), "amt", "Amount. Paid")]


DBT = """
version: 2
models:
  - name: orders
    description: "Orders that were paid {{ doc('orders') }}"
    config: {alias: fct_orders, meta: {label: Paid orders}}
    columns:
      - &key
        name: no
        description: null
        meta: {display_name: Day's place}
      - <<: *key
        name: amt
        description: >
          Amount in
          dollars
sources:
  - name: raw
    tables:
      - name: pay
        identifier: raw_payments
        columns: [{name: on, description: Day of payment, meta: {synonyms: [payday]}}]
seeds: []
snapshots:
  - name: yesterday
    description: The day before
"""


def test_a_schema_of_dbt():
    assert read(DBT) == [
        (("fct_orders", "orders"), None, "Paid orders. Orders that were paid"),
        (("fct_orders", "orders"), "no", "Day's place"),
        (("fct_orders", "orders"), "amt", "Day's place. Amount in dollars"),
        (("yesterday",), None, "The day before"),
        (("raw_payments", "pay"), "on", "payday. Day of payment"),
    ]


@pytest.mark.parametrize(
    ("text", "format_name", "part"),
    [
        ("", None, "is empty"),
        (" \n", "dbt", "is empty"),
        ("a,b\n", "xls", 'format "xls"'),
        ("x" * (MOST_CHARACTERS + 1), None, "too long"),
        ('column,description\na,b\nb,"c\n', None, "Line 3: unexpected end of data"),
        ('{"resources": [\n{"name": }]}', None, "Line 2, column 10"),
        ('{"resources": [3]}', None, "resources[0] is no object"),
        ('{"resources": [{"name": "a", "schema": {"fields": [{"name": ""}]}}]}', None, "resources[0].schema.fields[0]"),
        ('{"tables": []}', None, "neither a data package nor a table schema"),
        ("[1]", None, "neither a data package nor a table schema"),
        ("[" * 200_000, None, "nested too deeply"),
        ("models:\n  - name: a\n   description: b\n", None, "Line 3"),
        ("models:\n- *gone\n", None, 'No anchor is called "gone"'),
        ("models:\n- text\n", None, "No. 1 of models is no object"),
        ("models:\n- description: a\n", None, "a table of the schema has no name"),
        ("models:\n- name: a\n  columns:\n  - description: b\n", None, "It belongs to a"),
        ("models: " + "[" * 500, None, "nested too deeply"),
        ("version: 2\n", "dbt", "is no schema of dbt"),
        ("models:\n- name: !!python/object/apply:os.getcwd []\n", None, "a table of the schema has no name"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, format_name, part):
    assert part in refused(text, format_name)


def test_aliases_do_not_multiply_without_bound():
    columns = ", ".join("{name: a, description: b}" for _ in range(2_000))
    tables = "".join(f"- {{name: t{place}, columns: *all}}\n" for place in range(2_000))
    assert "describes too much" in refused(f"columns: &all [{columns}]\nmodels:\n{tables}")
    levels = "".join(f"- &a{place} [{', '.join([f'*a{place - 1}'] * 9)}]\n" for place in range(1, 40))
    assert "is no object" in refused(f"models:\n- &a0 [x]\n{levels}")
    assert read("models:\n- &a {name: t, description: d, columns: [], meta: *a}\n") == [(("t",), None, "d")]


def test_reading_can_be_cancelled():
    class CancelledError(Exception):
        pass

    def cancel():
        raise CancelledError

    lines = "- {name: a, description: b}\n" * 200
    for text in (f"models:\n{lines}", "column,description\na,b\n", json.dumps({"fields": [{"name": "a"}] * 200})):
        with pytest.raises(CancelledError), looking(cancel):
            read_dictionary(text, None)


@given(st.text(max_size=300), st.sampled_from([None, *FORMATS]))
def test_any_text_is_read_or_refused(text, format_name):
    try:
        entries = read_dictionary(text, format_name)
    except FactcheckError:
        return
    assert all(entry.description for entry in entries)


@given(st.lists(st.sampled_from('{}[],:"|;\t\n -*&<nameodls#'), max_size=60), st.sampled_from([None, *FORMATS]))
def test_any_signs_are_read_or_refused(signs, format_name):
    test_any_text_is_read_or_refused.hypothesis.inner_test("models:\n" + "".join(signs), format_name)


SALES = KnownTable(1, "public", "sales_data", ("Unit Price", "unitprice", "qty"), True)
OLD_SALES = KnownTable(2, "old", "Sales Data", ("qty",), True)
CLOSED = KnownTable(3, "public", "salaries", ("amount",), False)


def match(*entries, tables=(SALES, OLD_SALES, CLOSED), is_only=False):
    found = match_entries([Entry(*entry) for entry in entries], tables, is_only=is_only)
    return found.taken, *(list(names) for names in (found.unknown_tables, found.closed_tables, found.unknown_columns))


@pytest.mark.parametrize(
    ("name", "relations"),
    [
        ("sales_data", [1]),
        ("Sales Data", [2]),
        ("SALES-DATA", [1, 2]),
        ("data/Sales Data.csv", [2]),
        ("C:\\export\\sales_data.csv.gz", [1]),
        ("public.SALESDATA", [1]),
        ("warehouse.old.sales_data", [2]),
        ("sales", []),
    ],
)
def test_tables_match_by_letters_and_digits(name, relations):
    taken, unknown, _, _ = match(((name,), None, "d"))
    assert sorted(relation for relation, _ in taken) == relations
    assert unknown == ([] if relations else [name])


def test_columns_match_by_letters_and_digits():
    taken, _, _, unknown = match(
        (("sales_data",), "UNIT_PRICE", "a"), (("sales_data",), "unitprice", "b"), (("sales_data",), "cost", "c")
    )
    assert taken == {(1, "Unit Price"): "a", (1, "unitprice"): "a. b"}
    assert unknown == ["sales_data.cost"]


def test_a_table_that_may_not_be_read_is_told():
    taken, _, closed, _ = match((("salaries",), "amount", "a"))
    assert (taken, closed) == ({}, ["salaries"])


def test_a_dictionary_of_one_table_is_about_the_table_named():
    assert match((("other",), "qty", "a"), tables=[SALES], is_only=True)[0] == {(1, "qty"): "a"}
    assert match(((), "qty", "a"), tables=[SALES], is_only=True)[0] == {(1, "qty"): "a"}
    taken, unknown, _, _ = match((("other",), "qty", "a"), (("sales_data",), "qty", "b"), tables=[SALES], is_only=True)
    assert (taken, unknown) == ({(1, "qty"): "b"}, ["other"])
