"""Words that corrections teach: a later document that has them is read rightly at once, until they are taken back."""

from __future__ import annotations

import secrets

import psycopg
import pytest

TEXT = (
    "In Leeds the police counted 14 heists. Of all cases, 40 were heists in the port. There were 11 muggings in York."
)


def rows(connection, query, *parameters):
    return connection.execute(query, parameters).fetchall()


class Cases:
    """A table whose kinds of cases have codes that no text writes, and documents about it."""

    def __init__(self, admin, analyst, name):
        self.admin, self.analyst, self.name = admin, analyst, name
        self.documents = 0
        admin.execute(f"""
            CREATE TABLE {name} (case_id integer, city text, kind text, site text);
            INSERT INTO {name} SELECT g, (ARRAY['Leeds', 'York', 'Hull'])[1 + g % 3],
                (ARRAY['K17', 'K29', 'K41', 'K53', 'K17'])[1 + g % 5], (ARRAY['port', 'town'])[1 + g / 3 % 2]
            FROM generate_series(1, 211) AS g;
            GRANT SELECT ON {name} TO {analyst.info.user};
        """)
        admin.execute("SELECT factcheck.add_table(%s::regclass)", [name])

    @property
    def short_name(self):
        return self.name.removeprefix("public.")

    def verify(self, text):
        self.documents += 1
        checked = rows(
            self.analyst,
            "SELECT document_id, claim_no, query FROM factcheck.verify(%s, title => %s, tables => ARRAY[%s::regclass])",
            text,
            f"{self.name} {self.documents}",
            self.name,
        )
        return checked[0][0], {claim_no: query for _, claim_no, query in checked}

    def queries(self, text, connection=None):
        return [
            row[0]
            for row in rows(
                connection or self.analyst, "SELECT query FROM fact_check(%s, ARRAY[%s::regclass])", text, self.name
            )
        ]

    def correct(self, document, claim_no, *predicates):
        written = [f"{self.short_name}.{predicate}" for predicate in predicates]
        self.analyst.execute(
            "SELECT factcheck.correct(%s, %s, function => 'count', column_name => %s, predicates => %s)",
            [document, claim_no, f"{self.short_name}.*", written],
        )

    def synonyms(self, columns="word, fragment", connection=None):
        return rows(
            connection or self.analyst,
            f"SELECT {columns} FROM factcheck.synonyms WHERE table_name = %s ORDER BY word, fragment",
            self.name,
        )


@pytest.fixture
def cases(admin, analyst):
    """A table of cases."""
    made = Cases(admin, analyst, f"public.cases_{secrets.token_hex(4)}")
    yield made
    admin.execute(f"DROP TABLE {made.name} CASCADE")
    admin.execute("SELECT factcheck.refresh()")


def taught(cases):
    """A document with two claims about heists, corrected to the code."""
    document, _ = cases.verify(TEXT)
    cases.correct(document, 1, "city = Leeds", "kind = K17")
    cases.correct(document, 2, "site = port", "kind = K17")
    return document


NEXT = "Hull had 25 heists."
"""Not the number of them: a reading that nobody taught would be found by its value."""


def test_a_word_that_two_corrections_agree_on_is_read_rightly_in_the_next_document(cases):
    assert not any("K17" in query for query in cases.queries(NEXT))
    taught(cases)
    [query] = cases.queries(NEXT)
    assert "K17" in query
    assert "Hull" in query


def test_undoing_a_correction_takes_its_synonyms_back(cases):
    before = cases.queries(NEXT)
    document = taught(cases)
    assert cases.queries(NEXT) != before
    cases.analyst.execute("SELECT factcheck.undo_correction(%s, 2)", [document])
    assert cases.queries(NEXT) == before
    assert not any(used for (used,) in cases.synonyms("is_used"))


def test_one_correction_teaches_nothing_until_a_person_says_so(cases):
    before = cases.queries(NEXT)
    document, _ = cases.verify(TEXT)
    cases.correct(document, 1, "city = Leeds", "kind = K17")
    assert cases.queries(NEXT) == before
    found = {word: (fragment, used) for word, fragment, used in cases.synonyms("word, fragment, is_used")}
    fragment, used = found["heists"]
    assert not used
    cases.analyst.execute("SELECT factcheck.add_synonym('heists', %s)", [fragment])
    assert "K17" in cases.queries(NEXT)[0]
    cases.analyst.execute("SELECT factcheck.remove_synonym('Heists', %s)", [fragment])
    assert cases.queries(NEXT) == before
    with pytest.raises(psycopg.errors.UndefinedObject, match='no claim with the word "heist"'):
        cases.analyst.execute("SELECT factcheck.add_synonym('heist', 'nothing')")


def test_a_word_that_a_decision_speaks_against_is_no_synonym(cases):
    document = taught(cases)
    words = {word for word, used in cases.synonyms("word, is_used") if used}
    assert words == {"heists"}
    cases.correct(document, 3, "city = York", "kind = K29")
    assert {word for word, used in cases.synonyms("word, is_used") if used} == {"heists"}
    other, _ = cases.verify("In the town 21 heists failed.")
    cases.correct(other, 1, "site = town", "kind = K53")
    assert not any(used for (used,) in cases.synonyms("is_used"))


def test_words_that_fragments_account_for_are_not_learned(cases):
    taught(cases)
    learned = {word for (word,) in cases.synonyms("word")}
    assert "heists" in learned
    assert learned.isdisjoint({"leeds", "port", "cases", "the", "were"})


def test_a_word_can_stand_for_a_column(cases):
    cases.admin.execute(f"ALTER TABLE {cases.name} ADD COLUMN qv integer, ADD COLUMN zw integer")
    cases.admin.execute(f"UPDATE {cases.name} SET qv = case_id % 13, zw = case_id % 17")
    cases.admin.execute("SELECT factcheck.refresh(%s::regclass)", [cases.name])
    text = "In the port the mean damage was 5.9. The mean damage in Leeds was 5.8."
    document, _ = cases.verify(text)
    for claim_no, predicate in ((1, "site = port"), (2, "city = Leeds")):
        cases.analyst.execute(
            "SELECT factcheck.correct(%s, %s, function => 'avg', column_name => %s, predicates => %s)",
            [document, claim_no, f"{cases.short_name}.zw", [f"{cases.short_name}.{predicate}"]],
        )
    assert ("damage", True) in cases.synonyms("word, is_used")
    [query] = cases.queries("The mean damage in Hull was 1.3.")
    assert "zw" in query
    assert "Hull" in query


def test_what_is_forgotten_leaves_no_word(cases):
    taught(cases)
    for (number,) in rows(cases.analyst, "SELECT correction_id FROM factcheck.corrections WHERE is_in_force"):
        cases.analyst.execute("SELECT factcheck.forget_correction(%s)", [number])
    assert cases.synonyms() == []
    left = rows(cases.admin, "SELECT count(*) FROM factcheck.correction_word w WHERE w.table_name = %s", cases.name)
    assert left == [(0,)]


def test_no_other_role_is_steered_by_a_synonym(cases):
    before = cases.queries(NEXT, cases.admin)
    taught(cases)
    assert "K17" in cases.queries(NEXT)[0]
    assert cases.queries(NEXT, cases.admin) == before


def test_a_role_that_may_not_read_the_column_any_more_loses_the_synonym(cases):
    taught(cases)
    user = cases.analyst.info.user
    cases.admin.execute(f"REVOKE SELECT ON {cases.name} FROM {user}")
    cases.admin.execute(f"GRANT SELECT (case_id, city, site) ON {cases.name} TO {user}")
    assert cases.synonyms() == []
    assert not any("K17" in query for query in cases.queries(NEXT))
