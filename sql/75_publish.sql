-- A publication lends a role its administrator's rights to the data, for verdicts on one report table, and no longer than the
-- administrator has them.
CREATE FUNCTION factcheck.publish(source_table regclass, role regrole, what text DEFAULT 'verdicts') RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
DECLARE
    n_claims bigint;
    n_withheld bigint;
BEGIN
    IF source_table IS NULL OR role IS NULL THEN
        RAISE EXCEPTION 'no report table or no role given' -- error: nothing_to_publish
            USING ERRCODE = 'null_value_not_allowed',
                  HINT = 'Name both: SELECT factcheck.publish(''reports.weekly'', ''readers'').';
    ELSIF what IS NULL OR what NOT IN ('verdicts', 'values') THEN
        RAISE EXCEPTION 'cannot publish "%"', coalesce(what, 'NULL') -- error: publication_not_known
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = 'Publish verdicts, or values: verdicts with what was found, readings and messages.';
    ELSIF NOT has_table_privilege(source_table, 'SELECT') THEN
        RAISE EXCEPTION 'permission denied for table %', source_table -- error: report_not_readable
            USING ERRCODE = 'insufficient_privilege',
                  HINT = 'Ask for SELECT on the table: an administrator publishes what they may read.';
    END IF;
    SELECT sum(d.n_claims), sum(d.n_withheld) INTO n_claims, n_withheld
    FROM factcheck.documents d
    WHERE d.source_table = (SELECT concat_ws('.', quote_ident(n.nspname), quote_ident(c.relname))
                            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = source_table);
    IF n_withheld > 0 THEN
        RAISE EXCEPTION 'permission denied to publish verdicts on table %', source_table -- error: verdicts_not_readable
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = format('%s of %s present verdicts are withheld from you.', n_withheld, n_claims),
                  HINT = 'Ask for SELECT on the columns that were used, or let an administrator publish who has it.';
    END IF;
    DELETE FROM factcheck.publication p
    WHERE p.source_table = source_table AND p.role_id = role AND p.publisher_name = current_user;
    INSERT INTO factcheck.publication (source_table, role_name, role_id, what)
    SELECT source_table, r.rolname, r.oid, what FROM pg_roles r WHERE r.oid = role;
    IF n_claims IS NULL THEN
        RAISE NOTICE 'no check of table % is stored as yet', source_table
            USING HINT = 'See of which tables some are: SELECT DISTINCT source_table FROM factcheck.documents.';
    END IF;
    IF NOT has_table_privilege(role, source_table, 'SELECT') THEN
        RAISE NOTICE 'role % may not read table %, and sees none of its verdicts', role, source_table
            USING HINT = format('Let it read the table: GRANT SELECT ON %s TO %s.', source_table, role);
    ELSIF NOT has_schema_privilege(role, (SELECT c.relnamespace FROM pg_class c WHERE c.oid = source_table), 'USAGE') THEN
        RAISE NOTICE 'role % may not use the schema of table %, and sees none of its verdicts', role, source_table
            USING HINT = (SELECT format('Let it use the schema: GRANT USAGE ON SCHEMA %s TO %s.', c.relnamespace::regnamespace, role)
                          FROM pg_class c WHERE c.oid = source_table);
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck.publish(regclass, regrole, text) IS
    'Releases to a role that may read a report table the verdicts on it, or the values, too, although the role may not read the data: as far, and as long, as the administrator who calls it may.';

CREATE FUNCTION factcheck.unpublish(source_table regclass, role regrole) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
BEGIN
    DELETE FROM factcheck.publication p WHERE p.source_table = source_table AND p.role_id = role;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'nothing about table % is published to %', coalesce(source_table::text, 'NULL'), coalesce(role::text, 'NULL') -- error: not_published
            USING ERRCODE = 'undefined_object', HINT = 'See what is published: TABLE factcheck.published.';
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck.unpublish(regclass, regrole) IS
    'Takes back what administrators have published of a report table to a role.';
