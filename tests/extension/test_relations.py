"""Every relation says what it is, is closed to the public, and keeps texts to those who may see them."""

from __future__ import annotations


def test_relations_and_columns_have_comments(admin):
    rows = admin.execute("""
        SELECT c.oid::regclass::text, NULL FROM pg_class c WHERE c.relnamespace = 'factcheck'::regnamespace
          AND c.relkind IN ('r', 'v') AND obj_description(c.oid, 'pg_class') IS NULL
        UNION ALL
        SELECT c.oid::regclass::text, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = 'factcheck'::regnamespace AND c.relkind IN ('r', 'v') AND a.attnum > 0
          AND col_description(c.oid, a.attnum) IS NULL
    """).fetchall()
    assert rows == []


def test_tables_are_closed_to_public(admin):
    rows = admin.execute("""
        SELECT c.oid::regclass::text FROM pg_class c, aclexplode(c.relacl) g
        WHERE c.relnamespace = 'factcheck'::regnamespace AND g.grantee = 0
    """).fetchall()
    assert rows == []


def test_tables_that_hold_what_people_wrote_are_under_row_security(admin):
    rows = admin.execute("""
        SELECT relname FROM pg_class WHERE relnamespace = 'factcheck'::regnamespace AND relrowsecurity ORDER BY 1
    """).fetchall()
    under = [
        *(
            "alternative",
            "claim",
            "claim_value",
            "claim_verdict",
            "column_fact",
            "column_profile",
            "column_value",
            "correction",
            "correction_reading",
            "correction_word",
            "cube_cache",
        ),
        *(
            "data_join",
            "decided_claim",
            "document",
            "document_text",
            "fact_caption",
            "flipped_verdict",
            "fragment",
            "origin",
            "parse_cache",
            "passage",
            "passage_embedding",
            "passage_posting",
            "passage_segment",
            "posting",
            "queued_document",
        ),
        *("report_change", "report_scan", "run", "run_error", "run_work"),
        *("spelling", "table_state", "text_index"),
        *(
            "used_column",
            "verdict_count",
            "watch_error",
            "watch_pattern",
            "watched_relation",
            "watched_table",
            "worker",
        ),
    ]
    assert [row[0] for row in rows] == under
