"""Claims are read like one that a person corrected."""

from __future__ import annotations

from support.decided_trips import rows


def test_a_corrected_claim_has_others_read_by_analogy(trips):
    trips.verify(
        "All trips together cost 93,340 crowns. The longest trip cost 2,860 crowns. The 15 trips for Hull are left."
    )
    before = trips.claims("verdict, description")
    assert before[1][0] != "supported"
    total = rows(trips.admin, f"SELECT sum(hours * 260) FROM {trips.name}")[0][0]
    moved = trips.call(
        "correct",
        1,
        "claim_no, new_value, new_reading",
        query=f"SELECT sum(hours * 260) FROM {trips.name}",
    )
    assert moved[0][:2] == (1, total)
    by_no = {claim_no: (value, reading) for claim_no, value, reading in moved}
    table = trips.name.removeprefix("public.")
    assert by_no[2] == (2860, f"the largest value of hours times 260 in {table}")
    found, query = trips.claims("found_value, query")[1]
    assert rows(trips.analyst, query) == [(found,)]
    rank, query = trips.call("candidates", 2, "rank, query", k=1)[0]
    assert (rank, rows(trips.analyst, query)) == (1, [(2860,)])
    trips.call("confirm", 2)
    assert trips.claims("decision, verdict, found_value")[1] == (
        "confirmed",
        "supported",
        2860,
    )
    trips.call("undo_correction", 2)
    trips.call("undo_correction", 1)
    assert trips.claims("verdict, description") == before


def test_a_correction_holds_beside_a_claim_about_a_measure_of_two_tables(trips, admin, analyst):
    table = trips.name.removeprefix("public.")
    wages = f"wages_{table}"
    admin.execute(
        f"""
        CREATE TABLE {wages} (start_city text PRIMARY KEY, wage integer);
        INSERT INTO {wages} VALUES ('Leeds', 11), ('York', 12), ('Hull', 13);
        GRANT SELECT ON {wages} TO {analyst.info.user};
        ALTER TABLE {table} ADD FOREIGN KEY (start_city) REFERENCES {wages};
        SELECT factcheck.add_table('{wages}'), factcheck.refresh('{table}');
        SELECT factcheck.add_measure('pay {wages}', '{table}', 'hours * {wages}.wage');
    """
    )
    try:
        [first, *_] = rows(
            analyst,
            "SELECT document_id FROM factcheck.verify(%s, title => %s, tables => ARRAY[%s, %s]::regclass[])",
            "There were 900 hours in all. The total pay for trips to York was 812.",
            wages,
            table,
            wages,
        )
        trips.document = first[0]
        assert any(f"{wages}.wage" in query and "hours" in query for (query,) in trips.call("candidates", 2, "query"))
        moved = trips.call(
            "correct", 1, "claim_no, new_reading", function="sum", column_name=f"{table}.hours", predicates=[]
        )
        assert moved[0] == (1, f"the total of hours in {table}")
    finally:
        admin.execute(f"SELECT factcheck.remove_measure('pay {wages}')")
        admin.execute(f"SELECT factcheck.remove_table('{wages}')")
        admin.execute(f"DROP TABLE {wages} CASCADE")
