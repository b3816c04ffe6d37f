CREATE TYPE factcheck.verdict AS ENUM ('supported', 'refuted', 'not_enough_info', 'disputed');
COMMENT ON TYPE factcheck.verdict IS
    'What a check says about a claim: supported by the data, refuted by it, not enough information, or disputed between sources.';
