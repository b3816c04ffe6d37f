-- Texts from which categories are told, and what they say is a kind of what.  Only administrators load texts; whoever may
-- check documents may ask about all that is loaded.
CREATE TABLE factcheck.corpus_source (
    source_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source text NOT NULL,
    kind text NOT NULL,
    n_texts bigint NOT NULL DEFAULT 0,
    n_matches bigint NOT NULL DEFAULT 0,
    loaded_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
    UNIQUE (source, kind)
);
COMMENT ON TABLE factcheck.corpus_source IS 'What factcheck.load_corpus has loaded.';
COMMENT ON COLUMN factcheck.corpus_source.source_id IS 'Number of the source.';
COMMENT ON COLUMN factcheck.corpus_source.source IS 'The table, or the path of the files.';
COMMENT ON COLUMN factcheck.corpus_source.kind IS 'table, wordnet, dictd or text.';
COMMENT ON COLUMN factcheck.corpus_source.n_texts IS 'Texts that it has.';
COMMENT ON COLUMN factcheck.corpus_source.n_matches IS 'Rows of factcheck.isa that come from it.';
COMMENT ON COLUMN factcheck.corpus_source.loaded_at IS 'When it was loaded.';

CREATE TABLE factcheck.corpus_text (
    source_id integer NOT NULL REFERENCES factcheck.corpus_source ON DELETE CASCADE,
    text_no integer NOT NULL,
    headword text NOT NULL,
    body text NOT NULL,
    words tsvector GENERATED ALWAYS AS (pg_catalog.to_tsvector('pg_catalog.simple'::pg_catalog.regconfig, body)) STORED,
    PRIMARY KEY (source_id, text_no)
);
CREATE INDEX corpus_text_words ON factcheck.corpus_text USING gin (words);
CREATE INDEX corpus_text_headword ON factcheck.corpus_text (pg_catalog.lower(headword));
ALTER TABLE factcheck.corpus_text ALTER COLUMN words SET STATISTICS 0, ALTER COLUMN body SET STATISTICS 0;
COMMENT ON TABLE factcheck.corpus_text IS 'The texts of the corpus, of which documents are counted and examples are shown.';
COMMENT ON COLUMN factcheck.corpus_text.source_id IS 'The source.';
COMMENT ON COLUMN factcheck.corpus_text.text_no IS 'Number of the text within its source.';
COMMENT ON COLUMN factcheck.corpus_text.headword IS 'What the text defines; empty where it is no definition.';
COMMENT ON COLUMN factcheck.corpus_text.body IS 'The text; a definition reads "headword is definition".';
COMMENT ON COLUMN factcheck.corpus_text.words IS 'Its words as they are written, for phrase queries.';

CREATE TABLE factcheck.isa (
    instance text COLLATE "C" NOT NULL,
    category text COLLATE "C" NOT NULL,
    pattern smallint NOT NULL,
    gap smallint NOT NULL,
    n integer NOT NULL,
    source_id integer NOT NULL REFERENCES factcheck.corpus_source ON DELETE CASCADE
);
CREATE INDEX isa_instance ON factcheck.isa (instance, category);
CREATE INDEX isa_category ON factcheck.isa (category);
CREATE INDEX isa_source_id ON factcheck.isa (source_id);
COMMENT ON TABLE factcheck.isa IS 'How many texts say by which pattern that an instance is of a category.';
COMMENT ON COLUMN factcheck.isa.instance IS 'The instance, in lower case.';
COMMENT ON COLUMN factcheck.isa.category IS 'The category, in lower case and in the singular.';
COMMENT ON COLUMN factcheck.isa.pattern IS 'Number of the pattern, as in factcheck.category_patterns().';
COMMENT ON COLUMN factcheck.isa.gap IS 'Words between the pattern''s own words and the category; 0: the exact phrase.';
COMMENT ON COLUMN factcheck.isa.n IS 'Texts of the source with the match.';
COMMENT ON COLUMN factcheck.isa.source_id IS 'The source.';

CREATE TABLE factcheck.isa_phrase (
    phrase text COLLATE "C" PRIMARY KEY,
    n_categories integer NOT NULL,
    n_instances integer NOT NULL,
    as_instance bytea,
    as_category bytea
);
ALTER TABLE factcheck.isa_phrase ALTER COLUMN as_instance SET STATISTICS 0, ALTER COLUMN as_category SET STATISTICS 0;
COMMENT ON TABLE factcheck.isa_phrase IS
    'The phrases of factcheck.isa, with their place in its smoothed matrix (positive pointwise mutual information, truncated singular value decomposition).';
COMMENT ON COLUMN factcheck.isa_phrase.phrase IS 'The phrase.';
COMMENT ON COLUMN factcheck.isa_phrase.n_categories IS 'Categories that it is an instance of.';
COMMENT ON COLUMN factcheck.isa_phrase.n_instances IS 'Instances that it is a category of.';
COMMENT ON COLUMN factcheck.isa_phrase.as_instance IS 'Its vector as an instance, 2-byte floating point numbers, the lowest byte first; NULL where the matrix does not have it.';
COMMENT ON COLUMN factcheck.isa_phrase.as_category IS 'Its vector as a category; the product of both vectors is the smoothed strength.';

CREATE TABLE factcheck.word_kind (
    word text COLLATE "C" PRIMARY KEY,
    kinds text[] NOT NULL,
    steps smallint[] NOT NULL,
    rarities real[] NOT NULL,
    name_share real NOT NULL
);
ALTER TABLE factcheck.word_kind ALTER COLUMN kinds SET STATISTICS 0, ALTER COLUMN steps SET STATISTICS 0,
    ALTER COLUMN rarities SET STATISTICS 0;
CREATE INDEX word_kind_kinds ON factcheck.word_kind USING gin (kinds);
COMMENT ON TABLE factcheck.word_kind IS 'What each noun of WordNet is a kind of, in all of its senses; filled by factcheck.load_corpus of kind wordnet.';
COMMENT ON COLUMN factcheck.word_kind.word IS 'The noun.';
COMMENT ON COLUMN factcheck.word_kind.kinds IS 'Its hypernyms, those of its hypernyms, and so on.';
COMMENT ON COLUMN factcheck.word_kind.steps IS 'For each of them the number of steps; 0 for a synonym.';
COMMENT ON COLUMN factcheck.word_kind.rarities IS 'For each of them how rare it is: the logarithm of the number of words by those that are of the kind.';
COMMENT ON COLUMN factcheck.word_kind.name_share IS 'Share of names, written with a capital letter, among the words that are of this kind.';

CREATE FUNCTION factcheck._load_corpus(source text, kind text, text_column text, headword_column text, smooth boolean) RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET row_security = on
SET standard_conforming_strings = on
SET quote_all_identifiers = off
AS $python$
    return GD["factcheck"].load_corpus(plpy, source, kind, text_column, headword_column, smooth)
$python$;
COMMENT ON FUNCTION factcheck._load_corpus(text, text, text, text, boolean) IS 'Reads a source of texts and keeps what it says is a kind of what.';

CREATE FUNCTION factcheck.load_corpus(
    source text, kind text, text_column name DEFAULT NULL, headword_column name DEFAULT NULL, smooth boolean DEFAULT true
) RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    loaded jsonb;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    loaded := factcheck._load_corpus(source, kind, text_column::text, headword_column::text, coalesce(smooth, true));
    PERFORM factcheck._raise(loaded->'error');
    RETURN (loaded->>'texts')::bigint;
END;
$function$;
COMMENT ON FUNCTION factcheck.load_corpus(text, text, name, name, boolean) IS
    'Loads texts that tell what is a kind of what, in place of those loaded from there before; kinds: table (a text column that the caller may read), wordnet (the folder of its files), dictd (path of a dictionary without .index), text (a file). Returns how many texts there are.';

CREATE FUNCTION factcheck._smooth_categories() RETURNS jsonb
LANGUAGE plpython3u VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
SET standard_conforming_strings = on
AS $python$
    return GD["factcheck"].smooth_categories(plpy)
$python$;
COMMENT ON FUNCTION factcheck._smooth_categories() IS 'Fills factcheck.isa_phrase from factcheck.isa.';

CREATE FUNCTION factcheck.smooth_categories() RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
DECLARE
    smoothed jsonb;
BEGIN
    PERFORM factcheck._raise(factcheck._load());
    smoothed := factcheck._smooth_categories();
    PERFORM factcheck._raise(smoothed->'error');
    RETURN (smoothed->>'phrases')::bigint;
END;
$function$;
COMMENT ON FUNCTION factcheck.smooth_categories() IS
    'Smooths the counts of all loaded texts; factcheck.load_corpus does it by itself unless told smooth => false. Returns the number of phrases.';

CREATE FUNCTION factcheck.forget_corpus(source text, smooth boolean DEFAULT true) RETURNS void
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SECURITY INVOKER
SET search_path = pg_catalog, pg_temp
AS $function$
#variable_conflict use_variable
BEGIN
    DELETE FROM factcheck.corpus_source s WHERE s.source = source;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'no corpus was loaded from %', coalesce(quote_literal(source), 'NULL') -- error: corpus_not_loaded
            USING ERRCODE = 'undefined_object',
                  HINT = 'See what was loaded: SELECT source, kind FROM factcheck.corpus_source.';
    END IF;
    IF coalesce(smooth, true) THEN
        PERFORM factcheck.smooth_categories();
    END IF;
END;
$function$;
COMMENT ON FUNCTION factcheck.forget_corpus(text, boolean) IS
    'Erases the texts that were loaded from a source, and all that was taken from them; smooth => false leaves the smoothed counts of all texts as they were, until factcheck.smooth_categories().';
