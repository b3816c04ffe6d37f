-- Definitions come with the version; values are the site's and go into dumps.
CREATE TABLE factcheck.setting_definition (
    name text PRIMARY KEY,
    default_value double precision NOT NULL,
    lowest double precision NOT NULL,
    highest double precision NOT NULL,
    unit text NOT NULL,
    description text NOT NULL
);
COMMENT ON TABLE factcheck.setting_definition IS 'The settings this version knows.';
COMMENT ON COLUMN factcheck.setting_definition.name IS 'Name of the setting.';
COMMENT ON COLUMN factcheck.setting_definition.default_value IS 'Value where the site decided nothing.';
COMMENT ON COLUMN factcheck.setting_definition.lowest IS 'Smallest value accepted.';
COMMENT ON COLUMN factcheck.setting_definition.highest IS 'Largest value accepted.';
COMMENT ON COLUMN factcheck.setting_definition.unit IS 'What the value counts.';
COMMENT ON COLUMN factcheck.setting_definition.description IS 'What the setting does.';

CREATE TABLE factcheck.setting_value (
    name text PRIMARY KEY,
    value double precision NOT NULL
);
COMMENT ON TABLE factcheck.setting_value IS 'What this site decided; written through the view factcheck.setting.';
COMMENT ON COLUMN factcheck.setting_value.name IS 'Name of the setting.';
COMMENT ON COLUMN factcheck.setting_value.value IS 'Value in force.';

CREATE VIEW factcheck.setting WITH (security_invoker = true) AS
    SELECT d.name, coalesce(v.value, d.default_value) AS value, d.default_value, d.lowest, d.highest, d.unit, d.description
    FROM factcheck.setting_definition d
    LEFT JOIN factcheck.setting_value v ON v.name OPERATOR(pg_catalog.=) d.name
    ORDER BY d.name COLLATE pg_catalog."C";
COMMENT ON VIEW factcheck.setting IS
    'What an administrator may tune: UPDATE factcheck.setting SET value = ... WHERE name = ...; NULL goes back to the default.';
COMMENT ON COLUMN factcheck.setting.name IS 'Name of the setting.';
COMMENT ON COLUMN factcheck.setting.value IS 'Value in force; the only column to update.';
COMMENT ON COLUMN factcheck.setting.default_value IS 'Value where the site decided nothing.';
COMMENT ON COLUMN factcheck.setting.lowest IS 'Smallest value accepted.';
COMMENT ON COLUMN factcheck.setting.highest IS 'Largest value accepted.';
COMMENT ON COLUMN factcheck.setting.unit IS 'What the value counts.';
COMMENT ON COLUMN factcheck.setting.description IS 'What the setting does.';

CREATE FUNCTION factcheck._update_setting() RETURNS trigger
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
BEGIN
    IF (NEW.name, NEW.default_value, NEW.lowest, NEW.highest, NEW.unit, NEW.description)
       IS DISTINCT FROM (OLD.name, OLD.default_value, OLD.lowest, OLD.highest, OLD.unit, OLD.description) THEN
        RAISE EXCEPTION 'only the value of a setting can be changed' -- error: setting_not_changeable
            USING ERRCODE = 'feature_not_supported',
                  HINT = 'Set the column "value" alone: UPDATE factcheck.setting SET value = 0.9 WHERE name = ''p_true''.';
    END IF;
    IF NEW.value < OLD.lowest OR NEW.value > OLD.highest OR NEW.value = 'NaN' THEN
        RAISE EXCEPTION 'setting "%" cannot be %', OLD.name, NEW.value -- error: setting_out_of_range
            USING ERRCODE = 'invalid_parameter_value',
                  HINT = format('Give a value from %s to %s.', OLD.lowest, OLD.highest);
    END IF;
    IF OLD.unit NOT IN ('probability', 'share') AND NEW.value <> floor(NEW.value) THEN
        RAISE EXCEPTION 'setting "%" cannot be %', OLD.name, NEW.value -- error: setting_out_of_range
            USING ERRCODE = 'invalid_parameter_value', HINT = 'Give a whole number.';
    END IF;
    DELETE FROM factcheck.setting_value v WHERE v.name = OLD.name;
    IF NEW.value <> OLD.default_value THEN
        INSERT INTO factcheck.setting_value (name, value) VALUES (OLD.name, NEW.value);
    END IF;
    RETURN NEW;
END;
$function$;
COMMENT ON FUNCTION factcheck._update_setting() IS 'Checks a setting''s new value and keeps it.';

CREATE TRIGGER update_setting INSTEAD OF UPDATE ON factcheck.setting
    FOR EACH ROW EXECUTE FUNCTION factcheck._update_setting();

INSERT INTO factcheck.setting_definition (name, default_value, lowest, highest, unit, description) VALUES
    ('p_true', 0.999, 0.5, 0.999999, 'probability', 'How likely a claim is to be true before the data are asked.'),
    ('supported_threshold', 0.96, 0, 1, 'probability', 'A claim is supported from this probability of being correct on. Of labelled articles with errors written into 30 % of the numbers, 6 % of the wrong claims and 80 % of the right ones are supported at 0.96, 8 % and 86 % at 0.93.'),
    ('refuted_threshold', 0.5, 0, 1, 'probability', 'A claim is refuted up to this probability of being correct. Of labelled articles as their writers left them, 1 % of the right claims and 55 % of the wrong ones are refuted at 0.5, 3 % and 67 % at 0.65; of texts that nothing was fitted to, 3 % and 46 % at 0.5.'),
    ('expected_error_rate', 0.1, 0.001, 0.9, 'share', 'Share of wrong claims in the documents of this site, as far as anyone knows; p_correct follows it.'),
    ('error_rate_claims', 10, 1, 1000000, 'claims', 'How many claims expected_error_rate counts as beside those of one document: where more of its numbers are refuted, the others are likelier wrong. The most there may be leaves each claim to itself.'),
    ('about_tolerance', 0.1, 0, 0.5, 'share', 'How far a number of one digit, or a fraction, stated with "about" may be from the result.'),
    ('rounding_tolerance', 0.05, 0, 1, 'share', 'How far zeros that end a whole number from 100 on may round; 1: all digits may.'),
    ('tables_per_check', 40, 1, 10000, 'tables', 'Tables that a check asks, of those it may: where there are more, those that the words of the text name best, and a quarter as many that join them.'),
    ('max_predicates', 3, 0, 3, 'predicates', 'Predicates in one candidate query at most; at 3, queries with four or five are listed where a sentence names them.'),
    ('predicates_per_claim', 20, 1, 60, 'fragments', 'Predicates retrieved for one claim at most.'),
    ('predicates_per_column', 6, 1, 20, 'fragments', 'Predicates on one column retrieved for one claim at most.'),
    ('columns_per_claim', 12, 1, 60, 'fragments', 'Aggregation columns considered for one claim, and half as many amounts at least.'),
    ('candidates_per_claim', 1000000, 1000, 5000000, 'queries', 'Candidate queries evaluated for one claim at most.'),
    ('scope_cost', 200000000, 1000, 1000000000000, 'rows', 'Estimated cost, in rows read, up to which candidates are evaluated; certifying may take as much again.'),
    ('literals_per_column', 10000, 10, 1000000, 'literals', 'Most frequent values of a column that become predicates.'),
    ('integer_column_values', 200, 2, 100000, 'literals', 'An integer column with at most this many values yields predicates.'),
    ('category_values', 0, 0, 1000, 'values', 'Most values of a column that a category named in a text ("Nordic countries") restricts it to; 0 leaves categories out.'),
    ('category_features', 0, 0, 1, 'switch', 'Whether what the values of columns are kinds of speaks for and against columns and restrictions: 1 yes, 0 no.'),
    ('key_search_rows', 20000000, 0, 100000000000, 'rows', 'Rows read at most to find undeclared keys when a table is indexed.'),
    ('unindexed_rows', 100000, 100, 100000000, 'rows', 'Rows searched for values at each check where none are indexed: views, foreign tables, row security.'),
    ('unindexed_literals', 1000, 10, 100000, 'literals', 'Most frequent values a column yields where none are indexed.'),
    ('misspelling_terms', 20000, 0, 1000000, 'words', 'A column whose values have at most this many words finds misspelt ones, too.'),
    ('stale_share', 0.1, 0, 1, 'share', 'Share of a table''s rows that may change before a check says that its index is old.'),
    ('em_rounds', 10, 1, 100, 'rounds', 'Rounds of expectation maximisation at most.'),
    ('document_characters', 5000000, 1000, 20000000, 'characters', 'Longest document accepted.'),
    ('document_claims', 2000, 1, 20000, 'claims', 'Most claims accepted in one document; each takes some 100 kB while they are checked.'),
    ('table_cells', 0, 0, 20000, 'cells', 'Most cells of the tables in a document whose numbers are checked; 0 leaves tables out.'),
    ('document_words', 400000, 1000, 10000000, 'words', 'Most words and signs parsed of one document without a time budget; some 10,000 take a second.'),
    ('check_bytes', 2000000000, 10000000, 100000000000, 'bytes', 'Most memory that a server process takes for one check.'),
    ('parse_cache_bytes', 50000000, 0, 10000000000, 'bytes', 'Size of one role''s part of the parse cache.'),
    ('cube_cache_bytes', 200000000, 0, 10000000000, 'bytes', 'Size of one role''s part of the cache of results about tracked tables.'),
    ('check_attempts', 3, 1, 100, 'attempts', 'Attempts to check a document of a watched table before it is given up.'),
    ('check_retry_seconds', 60, 1, 86400, 'seconds', 'Pause before a document of a watched table that could not be checked is tried again.'),
    ('check_statements', 1, 0, 1, 'switch', 'Whether statements without a number are checked, such as "most customers live in the USA": 1 yes, 0 no.'),
    ('render_charts', 0, 0, 1, 'switch', 'Whether charts are rendered in the server, by an engine that starts threads in its processes: 1 yes, 0 no.'),
    ('own_query_cost', 1000000, 0, 1000000000000, 'cost units', 'Most that a query which a person gives as the reading of a claim may cost, by the planner''s estimate.');
