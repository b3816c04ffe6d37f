-- Weights are kept as the text that factcheck fit, fit-reranking and fit-verdicts write, signed by the command.  They go with the version
-- whose features they weigh: another version goes by its own until somebody fits anew.
CREATE TABLE factcheck.fitted_weights (
    weights_no integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL CHECK (kind OPERATOR(pg_catalog.=) ANY (ARRAY['readings', 'reranking', 'verdicts'])),
    weights text NOT NULL,
    note text,
    version text NOT NULL DEFAULT factcheck.version(),
    taken_by text NOT NULL DEFAULT current_user,
    taken_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    is_in_force boolean NOT NULL
);
CREATE UNIQUE INDEX fitted_weights_in_force ON factcheck.fitted_weights (kind) WHERE is_in_force;
COMMENT ON TABLE factcheck.fitted_weights IS
    'Weights that the site has put in the place of those that came with the extension; the earlier ones stay, to go back to.';
COMMENT ON COLUMN factcheck.fitted_weights.weights_no IS 'Number to go back to them by.';
COMMENT ON COLUMN factcheck.fitted_weights.kind IS
    'What they tell: how likely the readings of a claim are, which of the likely ones comes first (reranking), or whether that is what is meant (verdicts).';
COMMENT ON COLUMN factcheck.fitted_weights.weights IS 'The file that factcheck fit, fit-reranking or fit-verdicts wrote: TOML.';
COMMENT ON COLUMN factcheck.fitted_weights.note IS 'What the site notes about them.';
COMMENT ON COLUMN factcheck.fitted_weights.version IS 'Version of the extension that they were taken with.';
COMMENT ON COLUMN factcheck.fitted_weights.taken_by IS 'Who took them.';
COMMENT ON COLUMN factcheck.fitted_weights.taken_at IS 'When.';
COMMENT ON COLUMN factcheck.fitted_weights.is_in_force IS 'Whether checks go by them.';

CREATE VIEW factcheck.weights WITH (security_invoker = true) AS
    SELECT w.weights_no, w.kind, w.note, w.taken_by, w.taken_at, w.version,
           w.is_in_force AND w.version OPERATOR(pg_catalog.=) factcheck.version() AS is_in_force, w.weights
    FROM factcheck.fitted_weights w
    ORDER BY w.weights_no;
COMMENT ON VIEW factcheck.weights IS
    'The weights that the site has taken with factcheck.use_weights; where none of a kind is in force, checks go by those of the extension.';
COMMENT ON COLUMN factcheck.weights.weights_no IS 'Number to go back to them by: factcheck.use_weights(weights_no).';
COMMENT ON COLUMN factcheck.weights.kind IS
    'What they tell: how likely the readings of a claim are, which of the likely ones comes first (reranking), or whether that is what is meant (verdicts).';
COMMENT ON COLUMN factcheck.weights.note IS 'What the site notes about them.';
COMMENT ON COLUMN factcheck.weights.taken_by IS 'Who took them.';
COMMENT ON COLUMN factcheck.weights.taken_at IS 'When.';
COMMENT ON COLUMN factcheck.weights.version IS 'Version of the extension that they were taken with; another one does not go by them.';
COMMENT ON COLUMN factcheck.weights.is_in_force IS 'Whether checks go by them.';
COMMENT ON COLUMN factcheck.weights.weights IS 'The file that factcheck fit, fit-reranking or fit-verdicts wrote: TOML.';

CREATE FUNCTION factcheck._check_weights(kind text, weights text) RETURNS jsonb
LANGUAGE plpython3u STABLE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    return GD["factcheck"].check_weights(plpy, kind, weights)
$python$;
COMMENT ON FUNCTION factcheck._check_weights(text, text) IS 'Reads weights; returns an error, where there is one.';

CREATE FUNCTION factcheck.use_weights(kind text, weights text, note text DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    taken integer;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    PERFORM factcheck._raise(factcheck._check_weights(use_weights.kind, use_weights.weights)->'error');
    PERFORM factcheck.use_shipped_weights(use_weights.kind);
    INSERT INTO factcheck.fitted_weights (kind, weights, note, is_in_force)
    VALUES (use_weights.kind, use_weights.weights, use_weights.note, true)
    RETURNING weights_no INTO taken;
    RETURN taken;
END;
$function$;
COMMENT ON FUNCTION factcheck.use_weights(text, text, text) IS
    'Lets checks go by weights of the site: kind is readings for a file of factcheck fit, reranking for one of factcheck fit-reranking, verdicts for one of factcheck fit-verdicts; returns their number.';

CREATE FUNCTION factcheck.use_weights(weights_no integer) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    chosen record;
BEGIN
    SELECT w.kind, w.version INTO chosen FROM factcheck.fitted_weights w WHERE w.weights_no = use_weights.weights_no;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there are no weights %', coalesce(use_weights.weights_no::text, 'NULL') -- error: weights_not_known
            USING ERRCODE = 'undefined_object',
                  HINT = 'SELECT weights_no, kind, note, taken_at FROM factcheck.weights; lists those that were taken.';
    ELSIF chosen.version <> factcheck.version() THEN
        RAISE EXCEPTION 'weights % belong to version % of factcheck', use_weights.weights_no, chosen.version -- error: weights_of_another_version
            USING ERRCODE = 'object_not_in_prerequisite_state',
                  HINT = 'Fit anew with factcheck fit, fit-reranking or fit-verdicts of this version.';
    END IF;
    PERFORM factcheck.use_shipped_weights(chosen.kind);
    UPDATE factcheck.fitted_weights w SET is_in_force = true WHERE w.weights_no = use_weights.weights_no;
END;
$function$;
COMMENT ON FUNCTION factcheck.use_weights(integer) IS 'Goes back to weights that the site has taken before.';

CREATE FUNCTION factcheck.use_shipped_weights(kind text DEFAULT NULL) RETURNS void
LANGUAGE sql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
    UPDATE factcheck.fitted_weights w SET is_in_force = false
    WHERE w.is_in_force AND w.kind = coalesce(use_shipped_weights.kind, w.kind);
$function$;
COMMENT ON FUNCTION factcheck.use_shipped_weights(text) IS
    'Lets checks go by the weights that came with the extension, of one kind or of all; those of the site stay listed.';
