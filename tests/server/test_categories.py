"""Whether this is a kind of that, as an unprivileged analyst asks; texts are loaded by an administrator."""

from __future__ import annotations

import re

import psycopg
import pytest

TEXTS = [
    ("beaver", "a large brown rodent with a flat tail"),
    ("mouse", "a small rodent that lives in houses"),
    ("rat", "a rodent larger than a mouse"),
    ("rodent", "a gnawing mammal"),
    ("mammal", "an animal that feeds its young with milk"),
    ("pepsi", "a kind of soft drink"),
    ("cola", "a soft drink"),
    ("", "They sold soft drinks such as cola, pepsi and lemonade. Lemonade and other soft drinks were cold."),
]


@pytest.fixture(scope="module")
def corpus(admin):
    """Some definitions, in a table of the administrator's."""
    admin.execute("CREATE TABLE public.definition (word text, meaning text)")
    admin.execute("GRANT SELECT ON public.definition TO PUBLIC")
    with admin.cursor() as cursor:
        cursor.executemany("INSERT INTO public.definition VALUES (%s, %s)", TEXTS)
    admin.execute("SELECT factcheck.load_corpus('public.definition', 'table', 'meaning', 'word')")
    return "public.definition"


@pytest.fixture(scope="module")
def tables(admin, analyst_name):
    """Tables that the analyst may read, and one that it may not."""
    admin.execute(f"""
        CREATE TABLE public.car (model text, origin text, drink text);
        INSERT INTO public.car SELECT (ARRAY['Golf', 'Corolla', 'Clio'])[1 + g % 3],
            (ARRAY['Germany', 'Japan', 'France', 'Norway', 'Sweden'])[1 + g % 5],
            (ARRAY['pepsi', 'cola', 'water'])[1 + g % 3] FROM generate_series(1, 60) AS g;
        CREATE TABLE public.member (nation text, beverage text);
        INSERT INTO public.member SELECT (ARRAY['Germany', 'France', 'Norway', 'Spain'])[1 + g % 4],
            (ARRAY['cola', 'water', 'milk'])[1 + g % 3] FROM generate_series(1, 60) AS g;
        CREATE TABLE public.hidden_car (origin text);
        INSERT INTO public.hidden_car SELECT 'Germany' FROM generate_series(1, 20);
        GRANT SELECT ON public.car, public.member TO {analyst_name};
    """)
    for name in ("car", "member", "hidden_car"):
        admin.execute("SELECT factcheck.add_table(%s::regclass)", [f"public.{name}"])


def rows(connection, query, *parameters):
    return connection.execute(query, parameters).fetchall()


def is_a(connection, instance, category, model="full"):
    return rows(connection, "SELECT factcheck.is_a(%s, %s, %s)", instance, category, model)[0][0]


@pytest.mark.usefixtures("corpus")
class TestTexts:
    def test_what_is_of_the_category_is_likelier_than_what_is_not(self, analyst):
        assert is_a(analyst, "beaver", "rodent") > is_a(analyst, "pepsi", "rodent")
        assert is_a(analyst, "pepsi", "soft drink") > is_a(analyst, "beaver", "soft drink")

    def test_plurals_mean_the_same(self, analyst):
        assert is_a(analyst, "Beavers", "rodents") == pytest.approx(is_a(analyst, "beaver", "rodent"), abs=0.1)

    @pytest.mark.parametrize("model", ["1", "5", "patterns", "text", "full"])
    def test_the_unknown_is_null_and_not_zero(self, analyst, model):
        assert is_a(analyst, "zzyzx", "rodent", model) is None

    def test_embeddings_speak_of_names_that_no_text_has(self, analyst):
        try:
            assert is_a(analyst, "Darjeeling", "soft drink", "semantic") > is_a(
                analyst, "Darjeeling", "rodent", "semantic"
            )
        except psycopg.errors.FeatureNotSupported as error:
            pytest.skip(error.diag.message_primary)
        assert is_a(analyst, "Darjeeling", "soft drink") is None

    def test_null_is_null(self, analyst):
        assert is_a(analyst, None, "rodent") is None
        assert is_a(analyst, "beaver", None) is None

    def test_many_are_asked_at_once_and_answered_alike(self, analyst):
        told = dict(rows(analyst, "SELECT * FROM factcheck.is_a_many(ARRAY['beaver', NULL, 'zzyzx'], 'rodent')"))
        assert told == {"beaver": is_a(analyst, "beaver", "rodent"), None: None, "zzyzx": None}

    def test_evidence_names_pattern_count_and_sentence(self, analyst):
        told = rows(analyst, "SELECT pattern, matches, example FROM factcheck.category_evidence('beaver', 'rodent')")
        assert (1, 1, "beaver is a large brown rodent with a flat tail") in told

    def test_the_gap_is_a_limit(self, analyst):
        query = "SELECT count(*) FROM factcheck.category_evidence('beaver', 'rodent', gap => %s) WHERE pattern = 1"
        assert [rows(analyst, query, gap)[0][0] for gap in (1, 2)] == [0, 1]

    @pytest.mark.parametrize(("instance", "pattern"), [("pepsi", 2), ("cola", 1), ("lemonade", 10)])
    def test_exact_phrases_are_asked_of_the_texts(self, analyst, instance, pattern):
        told = rows(
            analyst,
            "SELECT pattern, matches FROM factcheck.category_evidence(%s, 'soft drink', gap => 0, exact => true)",
            instance,
        )
        assert (pattern, 1) in told

    def test_categories_of_an_instance_come_with_their_source(self, analyst):
        told = rows(analyst, "SELECT category, source FROM factcheck.categories_of('beaver', 3)")
        assert ("rodent", "text") in told

    def test_answers_are_ranked_by_both_scores(self, analyst):
        told = rows(
            analyst,
            "SELECT answer, s_f = coalesce(s, s_f / s_c) * s_c FROM factcheck.rerank_answers('rodent',"
            " ARRAY['cola', 'beaver'], ARRAY[0.5, 0.45])",
        )
        assert told == [("beaver", True), ("cola", True)]

    def test_a_question_names_its_category(self, analyst):
        query = "SELECT * FROM factcheck.question_category(%s)"
        assert rows(analyst, query, "What soft drink is cold?") == [("soft drink", "drink")]
        assert rows(analyst, query, "Who is it?") == [(None, None)]

    def test_a_model_is_fitted_to_a_table_and_used_by_its_name(self, admin, analyst, analyst_name):
        admin.execute(f"""
            CREATE TABLE public.labelled AS
            SELECT instance, category, label FROM (VALUES
                ('beaver', 'rodent', true), ('mouse', 'rodent', true), ('rat', 'rodent', true),
                ('pepsi', 'soft drink', true), ('cola', 'soft drink', true), ('lemonade', 'soft drink', true),
                ('pepsi', 'rodent', false), ('cola', 'rodent', false), ('lemonade', 'rodent', false),
                ('beaver', 'soft drink', false), ('mouse', 'soft drink', false), ('rat', 'soft drink', false))
                AS v (instance, category, label);
            GRANT SELECT ON public.labelled TO {analyst_name}
        """)
        admin.execute("SELECT factcheck.fit_category_model('public.labelled', 'text', 'ours')")
        assert is_a(analyst, "beaver", "rodent", "ours") > 0.5 > is_a(analyst, "beaver", "soft drink", "ours")
        [(name, pairs, auc)] = rows(
            analyst, "SELECT model_name, pairs, auc FROM factcheck.evaluate_category('public.labelled', 'ours')"
        )
        assert (name, pairs) == ("ours", 12)
        assert auc == 1.0

    def test_an_unknown_model_is_refused_by_name(self, analyst):
        with pytest.raises(psycopg.errors.InvalidParameterValue, match='model "7" of categories is not known'):
            is_a(analyst, "beaver", "rodent", "7")

    def test_texts_are_read_by_the_lexicon_which_is_loaded_before_them_if_it_is_not(self, admin):
        with admin.transaction(force_rollback=True):
            admin.execute("DELETE FROM factcheck.lexicon")
            admin.execute("CREATE TABLE public.said (body text)")
            admin.execute("INSERT INTO public.said VALUES ('A sloop is a small and fast vessel.')")
            admin.execute("GRANT SELECT ON public.said TO PUBLIC")
            admin.execute("SELECT factcheck.load_corpus('public.said', 'table', 'body', smooth => false)")
            assert rows(admin, "SELECT count(*) > 0 FROM factcheck.lexicon WHERE lemma = 'vessel'") == [(True,)]

    def test_definitions_that_only_mention_the_category_speak_for_it(self, analyst):
        query = "SELECT factcheck.is_a('rat', 'mouse', 'text') > factcheck.is_a('rat', 'soft drink', 'text')"
        assert rows(analyst, query) == [(True,)]

    @pytest.mark.parametrize(
        ("source", "kind"),
        [
            ("/nowhere/texts.txt", "text"),
            ("/nowhere/gcide", "dictd"),
            ("/nowhere", "wordnet"),
            ("public.nowhere", "table"),
        ],
    )
    def test_a_source_that_is_not_there_is_refused_with_a_hint(self, admin, source, kind):
        with pytest.raises((psycopg.errors.UndefinedFile, psycopg.errors.UndefinedTable)) as refused:
            admin.execute("SELECT factcheck.load_corpus(%s, %s, 'body')", [source, kind])
        assert refused.value.diag.message_hint.startswith("Files are read where the server runs")

    def test_a_source_is_forgotten_without_smoothing_anew_if_asked(self, admin):
        smoothed = "SELECT count(*) FROM factcheck.isa_phrase WHERE phrase = 'corvette'"
        with admin.transaction(force_rollback=True):
            admin.execute("CREATE TABLE public.ships (body text)")
            admin.execute("INSERT INTO public.ships VALUES ('Vessels such as corvettes and sloops.')")
            admin.execute("GRANT SELECT ON public.ships TO PUBLIC")
            admin.execute("SELECT factcheck.load_corpus('public.ships', 'table', 'body')")
            assert rows(admin, smoothed) == [(1,)]
            admin.execute("SELECT factcheck.forget_corpus('public.ships', smooth => false)")
            assert rows(admin, "SELECT count(*) FROM factcheck.isa WHERE instance = 'corvette'") == [(0,)]
            assert rows(admin, smoothed) == [(1,)]
            admin.execute("SELECT factcheck.smooth_categories()")
            assert rows(admin, smoothed) == [(0,)]

    def test_an_analyst_loads_nothing(self, analyst):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            analyst.execute("SELECT factcheck.load_corpus('public.definition', 'table', 'meaning')")

    def test_texts_that_not_everybody_may_read_are_not_loaded(self, admin):
        admin.execute("CREATE TABLE public.minutes (topic text, body text)")
        admin.execute("INSERT INTO public.minutes VALUES ('merger', 'A merger is a secret.')")
        load = "SELECT factcheck.load_corpus('public.minutes', 'table', 'body', 'topic')"
        with pytest.raises(
            psycopg.errors.InsufficientPrivilege, match=r"texts of public\.minutes are not for everybody"
        ):
            admin.execute(load)
        admin.execute("GRANT SELECT (topic, body) ON public.minutes TO PUBLIC")
        assert rows(admin, load) == [(1,)]
        admin.execute("SELECT factcheck.forget_corpus('public.minutes')")
        admin.execute("ALTER TABLE public.minutes ENABLE ROW LEVEL SECURITY")
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="not for everybody"):
            admin.execute(load)

    def test_a_view_that_runs_code_of_others_is_not_loaded(self, admin, analyst_name):
        admin.execute(f"""
            CREATE VIEW public.planted AS SELECT 'ape'::text AS word, 'an animal'::text AS body;
            GRANT SELECT ON public.planted TO PUBLIC;
            ALTER VIEW public.planted OWNER TO {analyst_name};
        """)
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match=f"runs code of {analyst_name}"):
            admin.execute("SELECT factcheck.load_corpus('public.planted', 'table', 'body', 'word')")

    def test_what_is_loaded_anew_replaces_what_was_there(self, admin):
        before = rows(admin, "SELECT n_texts, n_matches FROM factcheck.corpus_source")
        admin.execute("SELECT factcheck.load_corpus('public.definition', 'table', 'meaning', 'word')")
        assert rows(admin, "SELECT n_texts, n_matches FROM factcheck.corpus_source") == before


@pytest.mark.usefixtures("corpus", "tables")
class TestColumns:
    def matched(self, connection, phrase):
        return rows(
            connection,
            "SELECT table_name::text, column_name::text, matched_values FROM factcheck.match_column(%s)",
            phrase,
        )

    def test_a_word_made_from_a_value_finds_it(self, analyst):
        assert ("car", "origin", ["Germany"]) in self.matched(analyst, "German carmakers")

    def test_a_column_that_the_role_may_not_read_is_not_matched(self, analyst, admin):
        assert "hidden_car" not in {table for table, *_ in self.matched(analyst, "German carmakers")}
        assert "hidden_car" in {table for table, *_ in self.matched(admin, "German carmakers")}

    def test_its_values_are_not_seen_either(self, analyst):
        seen = rows(
            analyst,
            "SELECT count(*) FROM factcheck.column_value WHERE visibility_id NOT IN (SELECT visibility_id"
            " FROM factcheck.visibility JOIN factcheck.data_column USING (column_id)"
            " JOIN factcheck.data_table USING (table_id)"
            " WHERE relation IN ('public.car'::regclass, 'public.member'::regclass))",
        )
        assert seen == [(0,)]

    def test_the_name_of_a_column_is_no_value_of_it(self, analyst):
        query = "SELECT matched_values, reason FROM factcheck.match_column('origin') WHERE column_name = 'origin'"
        assert rows(analyst, query) == [(None, "is named so")]

    def test_rights_that_are_taken_away_hide_the_column_at_once(self, admin, analyst, analyst_name):
        admin.execute(f"REVOKE SELECT ON public.car FROM {analyst_name}")
        try:
            assert "car" not in {table for table, *_ in self.matched(analyst, "German carmakers")}
        finally:
            admin.execute(f"GRANT SELECT ON public.car TO {analyst_name}")

    def test_a_synonym_of_the_heading_finds_the_column(self, analyst):
        assert self.matched(analyst, "countries")[0][:2] == ("member", "nation")

    def test_a_category_stands_for_the_values_that_texts_say_are_of_it(self, analyst):
        matched = {(table, column): values for table, column, values in self.matched(analyst, "soft drinks")}
        assert sorted(matched["car", "drink"]) == ["cola", "pepsi"]

    def test_of_many_columns_with_values_of_a_category_the_first_ones_come(self, admin, analyst, analyst_name):
        columns = ", ".join(f"bottle_{number} text" for number in range(30))
        drinks = ", ".join("'pepsi'" if number % 2 else "'cola'" for number in range(30))
        waters = ", ".join("'pepsi'" if number == 7 else "'water'" for number in range(30))
        admin.execute(f"CREATE TABLE public.shelf ({columns})")
        admin.execute(f"INSERT INTO public.shelf VALUES ({drinks}), ({waters})")
        admin.execute(f"GRANT SELECT ON public.shelf TO {analyst_name}")
        admin.execute("SELECT factcheck.add_table('public.shelf')")
        try:
            query = (
                "SELECT column_name::text, probability FROM factcheck.match_column('soft drinks', '{public.shelf}', %s)"
            )
            few, many = rows(analyst, query, 3), rows(analyst, query, 50)
            assert [name for name, _ in few] == ["bottle_7", "bottle_0", "bottle_1"]
            assert few == many[:3]
            assert len(many) == 30
        finally:
            admin.execute("SELECT factcheck.remove_table('public.shelf')")

    @pytest.mark.parametrize("relation", ["column_value", "fragment", "passage", "passage_posting", "passage_sources"])
    def test_the_planner_does_not_work_out_what_a_role_may_see(self, admin, analyst_name, relation):
        try:
            admin.execute("SET track_functions = 'all'")
            admin.execute(f"SET ROLE {analyst_name}")
            with admin.transaction():
                admin.execute(f"EXPLAIN SELECT * FROM factcheck.{relation}")
                calls = rows(
                    admin,
                    "SELECT funcname FROM pg_stat_xact_user_functions"
                    " WHERE starts_with(funcname, '_readable') AND calls > 0",
                )
            assert calls == []
        finally:
            admin.execute("RESET ROLE")
            admin.execute("RESET track_functions")

    def test_columns_of_two_tables_match_by_values_and_writing(self, analyst):
        matched = rows(
            analyst,
            "SELECT column_a::text, column_b::text, shared_values"
            " FROM factcheck.match_attributes('public.car', 'public.member')",
        )
        by_pair = {pair[:2]: sorted(pair[2]) for pair in matched}
        assert by_pair["origin", "nation"] == ["France", "Germany", "Norway"]
        assert ("model", "beverage") not in by_pair

    def test_a_column_that_may_not_be_read_has_no_category(self, analyst):
        with pytest.raises(psycopg.errors.UndefinedColumn, match="no column origin that may be read"):
            analyst.execute("SELECT * FROM factcheck.column_category('public.hidden_car', 'origin')")

    def test_the_category_of_a_column_shows_values(self, analyst):
        told = rows(analyst, "SELECT category, sample FROM factcheck.column_category('public.car', 'drink')")
        assert all(set(sample) <= {"pepsi", "cola", "water"} for _, sample in told)

    def test_what_is_forgotten_leaves_no_profile(self, admin):
        admin.execute("CREATE TABLE public.gone (town text)")
        admin.execute("INSERT INTO public.gone SELECT 'Uglegorsk' FROM generate_series(1, 9)")
        admin.execute("SELECT factcheck.add_table('public.gone')")
        query = "SELECT count(*) FROM factcheck.column_value WHERE value = 'uglegorsk'"
        assert rows(admin, query) == [(1,)]
        admin.execute("SELECT factcheck.forget('public.gone')")
        assert rows(admin, query) == [(0,)]


@pytest.fixture
def named_together(admin):
    """Lets categories that texts name restrict columns to their values."""
    admin.execute("UPDATE factcheck.setting SET value = 20 WHERE name = 'category_values'")
    yield
    admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'category_values'")


def readings(connection):
    return rows(
        connection,
        "SELECT a->>'query' FROM fact_check('We counted 40 soft drinks.', ARRAY['public.car'::regclass]) AS c,"
        " jsonb_array_elements(c.alternatives) AS a",
    )


BOTH = "(drink = 'cola' OR drink = 'pepsi')"


@pytest.mark.usefixtures("corpus", "tables", "named_together")
def test_a_category_restricts_a_claim_to_its_values_where_the_site_says_so(analyst):
    assert any(BOTH in query for (query,) in readings(analyst))


@pytest.mark.usefixtures("corpus", "tables")
def test_and_not_where_it_does_not(analyst):
    assert not any(BOTH in query for (query,) in readings(analyst))


@pytest.fixture
def kinds_speak(admin):
    """Lets what values are kinds of speak for columns and restrictions."""
    admin.execute("UPDATE factcheck.setting SET value = 1 WHERE name = 'category_features'")
    yield
    admin.execute("UPDATE factcheck.setting SET value = NULL WHERE name = 'category_features'")


@pytest.fixture
def known_kinds(admin):
    """What a noun list of the site says of the values of two columns, none of which is named so."""
    admin.execute(
        "INSERT INTO factcheck.word_kind (word, kinds, steps, rarities, name_share) SELECT word, ARRAY[kind],"
        " ARRAY[1::smallint], ARRAY[1::real], 0.5 FROM (VALUES ('germany', 'state'), ('japan', 'state'),"
        " ('france', 'state'), ('norway', 'state'), ('sweden', 'state'), ('pepsi', 'liquid'), ('cola', 'liquid'),"
        " ('water', 'liquid')) AS v (word, kind)"
    )
    yield
    admin.execute("DELETE FROM factcheck.word_kind")


def counted_columns(connection, text):
    """Return the columns of which a candidate of a claim counts the different values."""
    told = rows(
        connection,
        "SELECT a->>'query' FROM fact_check(%s, ARRAY['public.car'::regclass]) AS c,"
        " jsonb_array_elements(c.alternatives) AS a",
        text,
    )
    return {name for (query,) in told for name in re.findall(r"count\(DISTINCT (\w+)\)", query)}


@pytest.mark.usefixtures("corpus", "tables", "known_kinds")
class TestKinds:
    @pytest.mark.usefixtures("kinds_speak")
    def test_what_the_number_counts_is_told_by_the_values(self, analyst):
        assert "drink" in counted_columns(analyst, "We met 3 liquids.")

    @pytest.mark.usefixtures("kinds_speak")
    def test_values_that_are_something_else_are_not_counted(self, analyst):
        told = counted_columns(analyst, "The cars were of 3 different liquids, by origin.")
        assert "drink" in told
        assert "origin" not in told

    def test_without_the_setting_they_may_be(self, analyst):
        assert "origin" in counted_columns(analyst, "The cars were of 3 different liquids, by origin.")
        assert "drink" not in counted_columns(analyst, "We met 3 liquids.")
