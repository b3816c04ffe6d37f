-- Charts as Vega-Lite specifications: data that somebody may draw, with whatever draws such charts.  Only what renders them
-- in the server needs more than the extension, and an administrator's leave.
CREATE FUNCTION factcheck._draw_verdict(claim jsonb) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    return GD["factcheck"].draw_verdict(plpy, claim)
$python$;
COMMENT ON FUNCTION factcheck._draw_verdict(jsonb) IS 'Draws the verdict on a claim, given with the columns of fact_check.';

CREATE FUNCTION factcheck.chart_for_verdict(claim factcheck.checked_claim) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    drawn jsonb;
BEGIN
    IF claim IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    drawn := factcheck._draw_verdict(to_jsonb(claim));
    PERFORM factcheck._raise(drawn->'error');
    RETURN nullif(drawn->'chart', 'null');
END;
$function$;
COMMENT ON FUNCTION factcheck.chart_for_verdict(factcheck.checked_claim) IS
    'Draws a row of fact_check as a Vega-Lite specification: what was found as a bar, what is stated as a dashed rule; the groups that a statement without a number compares. NULL where nothing was found.';

CREATE FUNCTION factcheck.chart_for_verdict(document_id bigint, claim_no integer) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    of_document CONSTANT bigint := chart_for_verdict.document_id;
    of_claim CONSTANT integer := chart_for_verdict.claim_no;
    latest CONSTANT bigint := factcheck._latest_run(of_document, of_claim);
    claim factcheck.checked_claim;
BEGIN
    SELECT c.claim_no, c.verdict::factcheck.verdict, c.p_correct, c.claim_text, c.claimed_value, c.claimed_high, c.comparison,
           c.found_value, c.description, c.query, c.p_query, c.is_certified, c.sentence, c.claim_start, c.claim_length, c.message,
           (SELECT jsonb_build_array(jsonb_build_object('compared', f.compared))
            FROM factcheck.claim_value f WHERE f.run_id = c.run_id AND f.claim_no = c.claim_no)
    INTO claim
    FROM factcheck.claim_history c
    WHERE c.run_id = latest AND c.claim_no = of_claim AND NOT c.is_withheld;
    RETURN factcheck.chart_for_verdict(claim);
END;
$function$;
COMMENT ON FUNCTION factcheck.chart_for_verdict(bigint, integer) IS
    'Draws the verdict on a claim of a stored document, as its latest run found it; NULL where nothing was found, or where it is withheld from you.';

CREATE FUNCTION factcheck._draw_fact(fact jsonb, variant text, title text, caption text) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    return GD["factcheck"].draw_fact(plpy, fact, variant, title, caption)
$python$;
COMMENT ON FUNCTION factcheck._draw_fact(jsonb, text, text, text) IS 'Draws a fact.';

CREATE FUNCTION factcheck.chart(fact jsonb, variant text DEFAULT NULL, title text DEFAULT NULL, caption text DEFAULT NULL)
RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    drawn jsonb;
BEGIN
    IF fact IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    drawn := factcheck._draw_fact(fact, variant, title, caption);
    PERFORM factcheck._raise(drawn->'error');
    RETURN drawn->'chart';
END;
$function$;
COMMENT ON FUNCTION factcheck.chart(jsonb, text, text, text) IS
    'Draws a fact as a Vega-Lite specification with its annotations, under its own caption; variant chooses another way to draw facts of its kind, such as trend_area.';

CREATE FUNCTION factcheck._render_chart(spec jsonb, scale double precision) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    return GD["factcheck"].render_chart(plpy, spec, scale)
$python$;
COMMENT ON FUNCTION factcheck._render_chart(jsonb, double precision) IS
    'Renders a specification: as PNG in base 64 in a scale, as SVG without one.';

CREATE FUNCTION factcheck.chart_svg(spec jsonb) RETURNS text
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    rendered jsonb;
BEGIN
    IF spec IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    rendered := factcheck._render_chart(spec, NULL::double precision);
    PERFORM factcheck._raise(rendered->'error');
    RETURN rendered->>'svg';
END;
$function$;
COMMENT ON FUNCTION factcheck.chart_svg(jsonb) IS
    'Renders a chart of factcheck as SVG without script, style or address. Needs the optional part vl-convert and the setting render_charts.';

CREATE FUNCTION factcheck.chart_png(spec jsonb, scale double precision DEFAULT 2) RETURNS bytea
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    rendered jsonb;
BEGIN
    IF spec IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM factcheck._raise(factcheck._load());
    rendered := factcheck._render_chart(spec, coalesce(scale, 2));
    PERFORM factcheck._raise(rendered->'error');
    RETURN decode(rendered->>'png', 'base64');
END;
$function$;
COMMENT ON FUNCTION factcheck.chart_png(jsonb, double precision) IS
    'Renders a chart of factcheck as a PNG picture, scale pixels for each of its own. Needs the optional part vl-convert and the setting render_charts.';

-- Words of a reader's own below a chart.  They may say what the data say, so they are shown to the role that wrote them alone.
CREATE TABLE factcheck.fact_caption (
    origin_id integer NOT NULL REFERENCES factcheck.origin ON DELETE CASCADE,
    fact_key text NOT NULL,
    said_hash bytea NOT NULL,
    caption text,
    edited_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
    PRIMARY KEY (origin_id, fact_key)
);
COMMENT ON TABLE factcheck.fact_caption IS 'Captions that readers wrote for facts, each shown to the role that wrote it.';
COMMENT ON COLUMN factcheck.fact_caption.origin_id IS 'Says whose caption it is.';
COMMENT ON COLUMN factcheck.fact_caption.fact_key IS 'The fact: what it is about, whatever it says.';
COMMENT ON COLUMN factcheck.fact_caption.said_hash IS
    'SHA-256 of what the fact said by itself when the caption was written: one about other values is not shown.';
COMMENT ON COLUMN factcheck.fact_caption.caption IS 'The caption; NULL where it was taken back.';
COMMENT ON COLUMN factcheck.fact_caption.edited_at IS 'When it was written.';

ALTER TABLE factcheck.fact_caption ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_role ON factcheck.fact_caption
    USING (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_origins())::integer[]))
    WITH CHECK (origin_id OPERATOR(pg_catalog.=) ANY ((SELECT factcheck._own_origins())::integer[]));
ALTER TABLE factcheck.fact_caption
    ALTER COLUMN fact_key SET STATISTICS 0, ALTER COLUMN said_hash SET STATISTICS 0, ALTER COLUMN caption SET STATISTICS 0;

CREATE FUNCTION factcheck.set_caption(fact jsonb, caption text) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    longest CONSTANT integer := 600;
    key CONSTANT text := fact->>'key';
    said CONSTANT text := coalesce(fact->>'own_caption', fact->>'caption');
    origin integer;
BEGIN
    IF key IS NULL OR said IS NULL OR length(key) > 64 THEN
        RAISE EXCEPTION 'this is not a fact' -- error: not_a_fact
            USING ERRCODE = 'invalid_parameter_value',
                  DETAIL = 'It has no key, or no caption of its own.',
                  HINT = 'Give the column fact of a row of factcheck.facts.';
    ELSIF length(caption) > longest THEN
        RAISE EXCEPTION 'the caption has % characters', length(caption) -- error: caption_too_long
            USING ERRCODE = 'string_data_right_truncation',
                  HINT = format('Write at most %s.', longest);
    END IF;
    FOR attempt IN 1..2 LOOP
        SELECT o.origin_id INTO origin
        FROM factcheck.origin o
        WHERE o.role_name = current_user AND o.role_id = to_regrole(quote_ident(current_user)) AND o.source_table IS NULL;
        EXIT WHEN FOUND;
        INSERT INTO factcheck.origin (source_table) VALUES (NULL) ON CONFLICT DO NOTHING;
    END LOOP;
    INSERT INTO factcheck.fact_caption (origin_id, fact_key, said_hash, caption)
    VALUES (origin, key, sha256(convert_to(said, 'UTF8')), nullif(btrim(set_caption.caption), ''))
    ON CONFLICT ON CONSTRAINT fact_caption_pkey DO UPDATE
    SET said_hash = excluded.said_hash, caption = excluded.caption, edited_at = clock_timestamp();
END;
$function$;
COMMENT ON FUNCTION factcheck.set_caption(jsonb, text) IS
    'Keeps a caption of your own for a fact, in place of its own one, as long as the fact says what it says now; NULL or blank takes it back.';

CREATE FUNCTION factcheck._lay_out(question text, sections jsonb, captions jsonb) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $python$
    return GD["factcheck"].lay_out(plpy, question, sections, captions)
$python$;
COMMENT ON FUNCTION factcheck._lay_out(text, jsonb, jsonb) IS 'Lays the facts of each part of a question out as a dashboard.';

CREATE FUNCTION factcheck.dashboard(question text, tables regclass[] DEFAULT NULL, k integer DEFAULT 12) RETURNS jsonb
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    found jsonb;
    sections jsonb;
    captions jsonb;
    laid_out jsonb;
BEGIN
    IF question IS NULL THEN
        RETURN NULL;
    END IF;
    SELECT coalesce(jsonb_object_agg(f.part, f.facts), '{}') INTO found
    FROM (SELECT coalesce(each.part, 1) AS part, jsonb_agg(each.fact ORDER BY each.fact_no) AS facts
          FROM factcheck.facts(question, tables, k) AS each GROUP BY 1) AS f;
    SELECT coalesce(jsonb_agg(jsonb_build_object('title', d.part_text, 'facts', found->(d.part::text)) ORDER BY d.part), '[]')
    INTO sections
    FROM factcheck.decompose(question, tables) AS d WHERE found ? d.part::text;
    SELECT coalesce(jsonb_object_agg(c.fact_key, jsonb_build_object('caption', c.caption, 'said', encode(c.said_hash, 'hex'))), '{}')
    INTO captions
    FROM factcheck.fact_caption c
    WHERE c.caption IS NOT NULL
      AND c.fact_key IN (SELECT fact->>'key' FROM jsonb_each(found) AS part, jsonb_array_elements(part.value) AS fact);
    laid_out := factcheck._lay_out(question, sections, captions);
    PERFORM factcheck._raise(laid_out->'error');
    RETURN laid_out->'dashboard';
END;
$function$;
COMMENT ON FUNCTION factcheck.dashboard(text, regclass[], integer) IS
    'Answers a question about tables (NULL: all added ones) with charts of at most k facts: a section for each part of the question, the more relevant charts first and wider, each with caption, query and Vega-Lite specification, and one specification of them all.';
