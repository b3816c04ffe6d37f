CREATE TABLE factcheck.lexicon (
    lemma text COLLATE "C" NOT NULL,
    part_of_speech text COLLATE "C" NOT NULL,
    related text COLLATE "C" NOT NULL,
    relation text COLLATE "C" NOT NULL,
    frequency real NOT NULL
);
CREATE INDEX lexicon_lemma ON factcheck.lexicon (lemma);
COMMENT ON TABLE factcheck.lexicon IS 'Related words from WordNet, filled by factcheck.load_lexicon().';
COMMENT ON COLUMN factcheck.lexicon.lemma IS 'Word in its base form.';
COMMENT ON COLUMN factcheck.lexicon.part_of_speech IS 'n noun, v verb, a adjective, r adverb.';
COMMENT ON COLUMN factcheck.lexicon.related IS 'Related word in its base form.';
COMMENT ON COLUMN factcheck.lexicon.relation IS 'synonym, hypernym or derivation.';
COMMENT ON COLUMN factcheck.lexicon.frequency IS 'How often the lemma was seen, in WordNet''s texts, in the senses that relate it to the other word, plus one.';

CREATE FUNCTION factcheck._load_lexicon() RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on
AS $python$
    return GD["factcheck"].load_lexicon(plpy)
$python$;
COMMENT ON FUNCTION factcheck._load_lexicon() IS 'Fills factcheck.lexicon from the file installed with the package.';

CREATE FUNCTION factcheck.load_lexicon() RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    loaded jsonb;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    loaded := factcheck._load_lexicon();
    PERFORM factcheck._raise(loaded->'error');
    RETURN (loaded->>'entries')::bigint;
END;
$function$;
COMMENT ON FUNCTION factcheck.load_lexicon() IS
    'Loads the related words of WordNet into this database; the first factcheck.add_table does it by itself. Returns the number of entries.';
