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
