"""Attack: reading the kept texts of others' documents, putting words into them, keeping or erasing texts in their name.

An analyst keeps the text of a document; another analyst, who is no member, asks the table and the functions, and writes
rows by hand.

Protection: row security as on claims; nobody writes whose row it is.
"""

from __future__ import annotations

import psycopg
import pytest

TEXT = "There were 40 lots of Zyxolite."


@pytest.fixture(scope="module")
def document(make_role, connect, root):
    """The number of a document whose text its role keeps."""
    name = make_role("analyst")
    root.execute(f"""
        CREATE TABLE public.lots (lot_id integer PRIMARY KEY);
        INSERT INTO public.lots SELECT generate_series(1, 40);
        GRANT SELECT ON public.lots TO {name};
        SELECT factcheck.add_table('public.lots');
    """)
    owner = connect(name)
    number = owner.value("SELECT max(document_id) FROM factcheck.verify(%s, title => 'Lots')", [TEXT])
    owner.execute("SELECT factcheck.keep_text(%s, %s)", [number, TEXT])
    assert owner.value(f"SELECT content FROM factcheck.kept_text({number})") == TEXT
    return number


def test_nobody_reads_the_text_of_anothers_document(attacker, document):
    assert attacker.rows(f"SELECT * FROM factcheck.kept_text({document})") == []
    assert attacker.rows("SELECT * FROM factcheck.document_text") == []


@pytest.mark.parametrize("call", ["keep_text({}, 'There were 50 lots.')", "forget_text({})"])
def test_nobody_keeps_or_erases_the_text_of_anothers_document(attacker, root, document, call):
    with pytest.raises(psycopg.errors.UndefinedObject, match="there is no document"):
        attacker.execute(f"SELECT factcheck.{call.format(document)}")
    assert root.value(f"SELECT content FROM factcheck.document_text WHERE document_id = {document}") == TEXT


def test_nobody_writes_rows_for_others(attacker, root, document):
    origin = root.value(f"SELECT origin_id FROM factcheck.document WHERE document_id = {document}")
    columns = "document_id, origin_id, document_hash, content, unchecked"
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        attacker.execute(
            f"INSERT INTO factcheck.document_text ({columns}) VALUES ({document}, {origin}, '', 'x', '[]')"
        )
    attacker.execute("UPDATE factcheck.document_text SET content = 'x'")
    assert root.value(f"SELECT content FROM factcheck.document_text WHERE document_id = {document}") == TEXT
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        attacker.execute("DO $$BEGIN LOCK TABLE factcheck.document_text IN SHARE MODE; END$$")
