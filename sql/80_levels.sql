-- What only grant_usage grants says which level a role was given.
CREATE FUNCTION factcheck._granted_levels(OUT role regrole, OUT level text, OUT rank integer) RETURNS SETOF record
LANGUAGE sql STABLE PARALLEL SAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    SELECT g.grantee::regrole, (array_agg(mark.level ORDER BY mark.rank DESC))[1], max(mark.rank)
    FROM (VALUES ('version', 'reader', 1), ('_load', 'analyst', 2), ('_register_table', 'admin', 3)) AS mark (function_name, level, rank)
    JOIN pg_proc p ON p.pronamespace = 'factcheck'::regnamespace AND p.proname = mark.function_name
    CROSS JOIN LATERAL aclexplode(p.proacl) AS g
    WHERE g.privilege_type = 'EXECUTE' AND g.grantee NOT IN (0, p.proowner)
    GROUP BY g.grantee
$function$;
COMMENT ON FUNCTION factcheck._granted_levels() IS
    'The roles that grant_usage gave a level, each with its highest; not the members of these roles.';

-- Nothing here is beyond the caller's own GRANT: membership of a role that a superuser gave the caller WITH ADMIN OPTION.
CREATE FUNCTION factcheck._let_in(role regrole, level text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    groups text[];
BEGIN
    IF level = 'admin' THEN
        RAISE EXCEPTION 'permission denied to give a role the level "admin"' -- error: level_admin_not_permitted
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = 'Only a superuser makes administrators.',
                  HINT = format('Ask a superuser to run: SELECT factcheck.grant_usage(%L, ''admin'').', role);
    END IF;
    -- not a role that is itself a member of one with more rights
    SELECT array_agg(g.role::text ORDER BY g.role::text) INTO groups
    FROM factcheck._granted_levels() AS g
    WHERE g.level = _let_in.level AND pg_has_role(current_user, g.role, 'MEMBER WITH ADMIN OPTION')
      AND NOT EXISTS (SELECT FROM factcheck._granted_levels() AS higher
                      WHERE higher.rank > g.rank AND pg_has_role(g.role, higher.role, 'MEMBER'))
      AND NOT EXISTS (SELECT FROM pg_roles s WHERE s.rolsuper AND pg_has_role(g.role, s.oid, 'MEMBER'));
    IF groups IS NULL THEN
        RAISE EXCEPTION 'permission denied to give a role the level "%"', level -- error: level_not_permitted
            USING ERRCODE = 'insufficient_privilege',
                  DETAIL = format('You are a member WITH ADMIN OPTION of no role of the level "%s".', level),
                  HINT = format('Ask a superuser to run: GRANT %s TO %I WITH ADMIN OPTION.',
                                coalesce((SELECT min(g.role::text) FROM factcheck._granted_levels() AS g
                                          WHERE g.level = _let_in.level), 'a role of that level'),
                                current_user);
    ELSIF cardinality(groups) > 1 THEN
        RAISE EXCEPTION 'several roles give the level "%"', level -- error: several_roles_of_level
            USING ERRCODE = 'ambiguous_parameter',
                  DETAIL = format('They are %s.', array_to_string(groups, ', ')),
                  HINT = format('Choose one of them: GRANT %s TO %s.', groups[1], role);
    END IF;
    EXECUTE format('GRANT %s TO %s', groups[1], role);
END;
$function$;
COMMENT ON FUNCTION factcheck._let_in(regrole, text) IS
    'Makes a role a member of the role of a level that the caller may give.';
