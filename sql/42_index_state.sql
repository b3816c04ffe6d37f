-- A refresh reads nothing of a tracked table that has not changed since it was indexed.  What is kept for that goes by the
-- rules of the cube cache: the state of the table's definition, and the snapshot from before the first row was read.  A
-- dump does not carry it, since transactions have other numbers where it is restored.
--
-- Of a table to which rows were added only the new ones are read: these are the rows of transactions that had not ended
-- when the snapshot was taken.  As many others as were read then must still be there, or a row was updated or deleted.
CREATE TABLE factcheck.index_state (
    table_id integer PRIMARY KEY REFERENCES factcheck.data_table ON DELETE CASCADE,
    relations oid[] NOT NULL,
    signature text NOT NULL,
    snapshot pg_snapshot NOT NULL,
    row_count bigint,
    writer xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id()
);
COMMENT ON TABLE factcheck.index_state IS 'The state of tracked tables in which their values were last indexed.';
COMMENT ON COLUMN factcheck.index_state.table_id IS 'The table.';
COMMENT ON COLUMN factcheck.index_state.relations IS
    'The relations through which it can be changed: itself, its partitions and children, and the parents of all these.';
COMMENT ON COLUMN factcheck.index_state.signature IS 'State of the table''s definition, and of the settings that the index depends on.';
COMMENT ON COLUMN factcheck.index_state.snapshot IS 'A snapshot from before the table was read.';
COMMENT ON COLUMN factcheck.index_state.row_count IS
    'How many rows were read, all that the snapshot sees and no others; NULL where the table was changed meanwhile.';
COMMENT ON COLUMN factcheck.index_state.writer IS 'The transaction that indexed it.';

CREATE FUNCTION factcheck._is_as_indexed(table_id integer, signature text) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_column
BEGIN
    RETURN EXISTS (
        SELECT FROM factcheck.index_state i
        WHERE i.table_id = _is_as_indexed.table_id AND i.signature = _is_as_indexed.signature
          AND NOT EXISTS (SELECT FROM factcheck.change_log l
                          WHERE l.relation = ANY (i.relations) AND l.writer >= pg_snapshot_xmin(i.snapshot)
                            AND (NOT pg_visible_in_snapshot(l.writer, i.snapshot) OR l.writer = i.writer)));
END;
$function$;
COMMENT ON FUNCTION factcheck._is_as_indexed(integer, text) IS
    'Whether a table, the state of whose definition is given, has not changed since its values were indexed.';
