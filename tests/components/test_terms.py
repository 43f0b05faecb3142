"""The component ``propositional_term_extractor`` beyond the common contract."""

import logging

import pytest
import spacy
from contract_cases import CASES, loaded, term_examples, with_tags
from spacy.tokens import Doc, Span

from spacy_citalign.components.term_texts import term_text, word_spans
from spacy_citalign.components.terms import PropositionalTermExtractor
from spacy_citalign.errors import CitalignWarning, InputError, SettingError
from spacy_citalign.terms.settings import MIN_BY_DOMAIN

CASE = CASES["propositional_term_extractor"]
TEXT = "We studied whistled speech recognition (WSR) with a moss grammar. A moss grammar is small."


@pytest.fixture(scope="module")
def nlp():
    return loaded("propositional_term_extractor")


def component(nlp, **settings):
    """Return a component with the trained weights and other settings."""
    other = PropositionalTermExtractor(nlp, **settings)
    return other.from_bytes(nlp.get_pipe(CASE.factory).to_bytes())


def found(doc):
    return [record["text"] for record in doc._.propositional_terms]


def test_terms_stand_in_order_with_confidence_and_cohesion(nlp):
    records = nlp(with_tags(nlp, TEXT))._.propositional_terms
    assert "moss grammar" in [record["text"] for record in records]
    assert [record["start_char"] for record in records] == sorted(r["start_char"] for r in records)
    for record in records:
        place = {"start_char", "end_char", "text", "start", "end", "label"}
        assert record.keys() == place | {"confidence", "cohesion"}
        assert 0 <= record["confidence"] <= 1
        assert record["cohesion"] >= 0


def test_a_doc_without_tags_is_refused_and_says_what_to_do(nlp):
    with pytest.raises(InputError, match="perceptron_tagger"):
        nlp("No tags here.")
    assert nlp("")._.propositional_terms == []


def test_without_sentence_boundaries_a_doc_is_cut_at_full_stops(nlp):
    doc = with_tags(nlp, TEXT)
    text, _ = term_text(doc)
    assert len(text.lengths) == 2
    for token in doc:
        token.is_sent_start = token.i == 0
    assert term_text(doc)[0].lengths.tolist() == [len(doc)]


@pytest.mark.parametrize("boundaries", ["crf", "cam", "rescored"])
def test_each_boundary_method_finds_the_term_that_training_has_often(nlp, boundaries):
    doc = component(nlp, boundaries=boundaries)(with_tags(nlp, TEXT))
    assert "moss grammar" in found(doc)


def test_less_probability_finds_more(nlp):
    counts = [
        len(found(component(nlp, min_probability=least)(with_tags(nlp, CASE.text))))
        for least in (0.01, 0.5, 0.999999)
    ]
    assert counts[0] > counts[-1]


def test_alpha_changes_cohesion_alone(nlp):
    low, high = (
        component(nlp, alpha=alpha, boundaries="crf")(with_tags(nlp, TEXT))._.propositional_terms
        for alpha in (0.0, 1.0)
    )
    assert [r["text"] for r in low] == [r["text"] for r in high]
    assert [r["cohesion"] for r in low] != [r["cohesion"] for r in high]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"boundaries": "guess"}, "'guess'.*crf, cam, rescored"),
        ({"min_probability": 1.5}, "min_probability is 1.5"),
        ({"alpha": 1.5}, "alpha is 1.5"),
        ({"begin_bias": float("nan")}, "begin_bias is nan"),
        ({"noun_phrases": "guess"}, "'guess'.*parser"),
        ({"ents": "both"}, "'both'"),
    ],
)
def test_wrong_settings_are_refused_at_once(nlp, settings, message):
    with pytest.raises(SettingError, match=message):
        PropositionalTermExtractor(nlp, **settings)


def test_a_domain_that_the_model_does_not_know_is_refused(nlp):
    with pytest.raises(SettingError, match="'botany'"):
        component(nlp, domain="botany")


def test_title_and_keywords_come_from_attributes_or_user_data(nlp):
    doc = with_tags(nlp, TEXT)
    doc.user_data |= {"title": "Moss grammars", "keywords": ["whistled speech", "moss-work", ""]}
    text, _ = term_text(doc)
    assert text.title == ["Moss", "grammars"]
    assert text.keywords == [["whistled", "speech"], ["moss", "-", "work"], []]
    Doc.set_extension("title", default=None)
    try:
        assert term_text(doc)[0].title == ["Moss", "grammars"]
        doc._.title = "Whistles"
        assert term_text(doc)[0].title == ["Whistles"]
    finally:
        Doc.remove_extension("title")


@pytest.mark.parametrize(
    ("name", "value"),
    [("keywords", "moss; shore"), ("keywords", ["moss", 3]), ("title", ["Moss"]), ("title", b"M")],
)
def test_titles_and_keywords_of_other_types_are_not_read_and_said_so(nlp, name, value):
    doc = with_tags(nlp, TEXT)
    doc.user_data[name] = value
    with pytest.warns(CitalignWarning, match=f"the {name} of a Doc is .* give a"):
        text, _ = term_text(doc)
    assert not text.title
    assert not text.keywords


def test_noun_phrases_come_from_span_groups_if_asked_for(nlp):
    doc = with_tags(nlp, "The moss grammar of a shore is small.")
    with pytest.raises(InputError, match="base_phrase_chunker"):
        term_text(doc, "base_phrases")
    doc.spans["base_phrases"] = [
        Span(doc, 0, 3, label="NP"),
        Span(doc, 4, 6, label="NP"),
        Span(doc, 6, 7, label="VP"),
    ]
    assert term_text(doc, "base_phrases")[0].phrases == [(1, 3), (5, 6)]
    assert term_text(doc)[0].phrases is None


def test_noun_phrases_come_from_a_parse_if_asked_for(nlp):
    words = ["The", "moss", "grammar", "is", "small"]
    parsed = Doc(
        nlp.vocab,
        words=words,
        tags=["DT", "NN", "NN", "VBZ", "JJ"],
        pos=["DET", "NOUN", "NOUN", "AUX", "ADJ"],
        heads=[2, 2, 3, 3, 3],
        deps=["det", "compound", "nsubj", "ROOT", "acomp"],
    )
    assert term_text(parsed, "parser")[0].phrases == [(1, 3)]
    with pytest.raises(InputError, match="parse"):
        term_text(with_tags(nlp, TEXT), "parser")
    other = Doc(spacy.blank("tn").vocab, words=["a"], tags=["NN"], heads=[0], deps=["ROOT"])
    with pytest.raises(InputError, match="'tn'"):
        term_text(other, "parser")


def test_words_are_those_that_spans_of_characters_touch(nlp):
    doc = with_tags(nlp, "A  moss grammar")
    _, read = term_text(doc)
    assert word_spans(doc, read, [(3, 7), (5, 9), (1, 2), (0, 15)]) == [(1, 2), (1, 3), (0, 3)]


def test_terms_go_to_entities_if_asked_for(nlp):
    doc = component(nlp, ents="keep")(with_tags(nlp, TEXT))
    assert [ent.text for ent in doc.ents] == found(doc)
    assert {ent.label_ for ent in doc.ents} == {"TERM"}


@pytest.mark.slow
def test_unlabelled_texts_extend_the_background_of_a_trained_model(nlp, tmp_path):
    file = tmp_path / "texts.txt"
    file.write_text("whistled speech recognition\n" * 50, encoding="utf-8")
    extractor = component(nlp, weights="shipped")  # the weights are those of nlp
    before = extractor.to_bytes()
    pipeline = spacy.blank("en")
    pipeline.add_pipe("term tags")
    pipeline.add_pipe(CASE.factory, name=extractor.name)  # its place tells what comes before
    extractor.initialize(list, nlp=pipeline, unlabelled=[file])
    assert extractor.to_bytes() != before

    def cohesion(one):
        records = one(with_tags(nlp, TEXT))._.propositional_terms
        return {record["text"]: record["cohesion"] for record in records}

    old, new = cohesion(component(nlp, boundaries="crf")), cohesion(extractor)
    assert new["whistled speech recognition"] > old["whistled speech recognition"]


@spacy.Language.component("term tags")
def tag(doc):
    for token, tagged in zip(doc, with_tags(spacy.blank("en"), doc.text), strict=True):
        token.tag_ = tagged.tag_
    return doc


def test_lexicons_are_compiled_into_the_model(tmp_path):
    file = tmp_path / "units.txt"
    file.write_text("percent\nkilo shell\n", encoding="utf-8")
    nlp = spacy.blank("en")
    extractor = nlp.add_pipe(CASE.factory, config={"boundaries": "crf"})
    examples = term_examples(nlp)
    small = {**CASE.settings, "rescore": 0}
    extractor.initialize(lambda: examples, nlp=nlp, lexicons={"units": file}, **small)
    copy = PropositionalTermExtractor(nlp, boundaries="crf").from_bytes(extractor.to_bytes())
    assert len(copy.fitted_model().models[0].lexicons.units) == 2
    with pytest.raises(SettingError, match="colours"):
        extractor.initialize(lambda: examples, nlp=nlp, lexicons={"colours": file}, **small)
    with pytest.raises(InputError, match="missing"):
        extractor.initialize(
            lambda: examples, nlp=nlp, lexicons={"units": tmp_path / "missing"}, **small
        )


def test_rescoring_that_will_not_be_learned_is_refused_before_training():
    nlp = spacy.blank("en")
    extractor = nlp.add_pipe(CASE.factory)
    with pytest.raises(SettingError, match="rescore"):
        extractor.initialize(lambda: pytest.fail("nothing is read"), nlp=nlp, rescore=0)


def test_examples_without_gold_are_refused():
    nlp = spacy.blank("en")
    extractor = nlp.add_pipe(CASE.factory)
    examples = term_examples(nlp)
    for example in examples:
        del example.reference.spans["propositional_terms"]
    with pytest.raises(InputError, match="none of the 30 training examples"):
        extractor.initialize(lambda: examples, nlp=nlp)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        # Each of its characters was taken for a file.
        ({"unlabelled": "texts.txt"}, r"unlabelled is 'texts.txt'; give a list of paths"),
        ({"unlabelled": [None]}, r"unlabelled is \[None\]"),
        ({"lexicons": ["units.txt"]}, r"lexicons is \['units.txt'\]; give files by the name"),
        ({"lexicons": {"units": None}}, "lexicons.units is None; give a list of paths"),
        ({"lexicons": {"units": [5]}}, r"lexicons.units is \[5\]"),
        ({"rescore": 2.5}, "rescore is 2.5; give a whole number"),
        ({"alpha": "0.4"}, "alpha is '0.4'"),
        ({"levels": "words"}, "levels is 'words'; give a list"),
    ],
)
def test_arguments_of_other_types_are_refused_before_training(given, message):
    nlp = spacy.blank("en")
    extractor = nlp.add_pipe(CASE.factory)
    with pytest.raises(SettingError, match=message):
        extractor.initialize(lambda: pytest.fail("nothing is read"), nlp=nlp, **given)


def with_domain(examples, domain):
    for example in examples:
        example.reference.user_data["term_domain"] = domain
    return examples


def test_a_domain_that_no_example_is_of_is_refused_before_training(monkeypatch):
    # It was found out when all models had been trained, which were lost.
    nlp = spacy.blank("en")
    extractor = nlp.add_pipe(CASE.factory, config={"domain": "botany"})
    examples = with_domain(term_examples(nlp), "moss")
    monkeypatch.setattr(
        "spacy_citalign.terms.training.train", lambda *_: pytest.fail("it is trained")
    )
    with pytest.raises(SettingError, match="'botany'; the training documents have 'moss'"):
        extractor.initialize(lambda: examples, nlp=nlp)


def test_a_domain_that_is_no_name_is_refused():
    # Numbers were taken for no domain at all.
    nlp = spacy.blank("en")
    extractor = nlp.add_pipe(CASE.factory)
    examples = with_domain(term_examples(nlp), 1)
    with pytest.raises(InputError, match=r'"term_domain"\] = 1; give a name'):
        extractor.initialize(lambda: examples, nlp=nlp)


def test_domains_follow_the_references(caplog):
    nlp = spacy.blank("en")
    extractor = nlp.add_pipe(CASE.factory, config={"domain": "moss", "boundaries": "crf"})
    examples = term_examples(nlp)
    for number, example in enumerate(examples):
        example.reference.user_data["term_domain"] = ("moss", "shore")[number % 2]
    with caplog.at_level(logging.INFO):
        extractor.initialize(lambda: examples, nlp=nlp, **{**CASE.settings, "rescore": 0})
    assert extractor.fitted_model().domains.names == ("moss", "shore")
    assert found(extractor(with_tags(nlp, CASE.text)))


AUTHORS = (
    "Smith et al. trained a hidden Markov model for speech recognition (Miller and Jones, 2003). "
    "Miller says that the Collins parser (Collins, 1999) and Knuth's algorithm are fast. "
    "Write to ng@shore.example about word sense disambiguation."
)


@pytest.fixture(scope="module")
def shipped():
    return spacy.load("spacy_citalign", enable=["perceptron_tagger", CASE.factory])


def test_names_of_authors_are_no_terms(shipped):
    terms = found(shipped(AUTHORS))
    assert {"hidden Markov model", "speech recognition", "Collins parser"} <= {*terms}
    words = {word for term in terms for word in term.split()}
    assert words.isdisjoint({"Smith", "Miller", "Jones", "et", "al.", "2003", "1999"})
    assert not any("@" in term for term in terms)
    assert "Collins" not in terms


def test_names_of_authors_are_terms_if_wanted(shipped):
    extractor = shipped.get_pipe(CASE.factory)
    extractor.override_settings(exclude=False, min_probability=0.02)
    try:
        terms = found(shipped(AUTHORS))
    finally:
        extractor.override_settings(exclude=True, min_probability=None)
    assert "Miller" in terms


def test_authors_in_marks_that_the_doc_has_are_no_terms(shipped):
    text = "The tagger of Weiss, n.d., reads speech; Weiss is fast."
    extractor = shipped.get_pipe(CASE.factory)
    extractor.override_settings(min_probability=0.0)
    try:
        plain = shipped(text)
        with shipped.select_pipes(disable=[CASE.factory]):
            marked = shipped(text)
        marked.spans["citations"] = [marked.char_span(14, 25)]
        terms = found(extractor(marked))
    finally:
        extractor.override_settings(min_probability=None)
    assert any("Weiss" in term for term in found(plain))
    assert not any("Weiss" in term for term in terms)


@pytest.mark.parametrize("boundaries", ["crf", "cam", "rescored"])
def test_what_is_no_term_is_left_out_by_each_boundary_method(shipped, boundaries):
    extractor = shipped.get_pipe(CASE.factory)
    bias = 0.0 if boundaries == "rescored" else 5.0  # which it does not read
    extractor.override_settings(boundaries=boundaries, begin_bias=bias, min_probability=0.0)
    try:
        terms = found(shipped(AUTHORS + " Introduction. Your results are someone's."))
    finally:
        extractor.override_settings(boundaries="rescored", begin_bias=0.0, min_probability=None)
    assert terms
    assert not any(
        {*term.split()} & {"Smith", "Jones", "Your", "ng@shore.example"} for term in terms
    )
    assert {"Introduction", "results", "Miller"}.isdisjoint(terms)


def test_the_least_probability_is_that_of_the_domain_unless_it_is_set(shipped):
    text = AUTHORS * 3
    extractor = shipped.get_pipe(CASE.factory)

    def terms(domain, least):
        extractor.override_settings(domain=domain, min_probability=least)
        return found(shipped(text))

    try:
        for domain, least in MIN_BY_DOMAIN.items():
            assert terms(domain, None) == terms(domain, least) == terms(domain, {domain: least})
            assert terms(domain, {domain: 0.99}) == terms(domain, 0.99) != terms(domain, None)
        other, mine = sorted(MIN_BY_DOMAIN)
        with pytest.raises(SettingError, match=f"min_probability is of '{other}', and domain is"):
            terms(mine, {other: 0.99})
        with pytest.raises(SettingError, match="min_probability names the domain 'botany'"):
            terms(None, {"botany": 0.5})
    finally:
        extractor.override_settings(domain=None, min_probability=None)


@pytest.mark.slow
def test_least_probabilities_by_domain_survive_saving(tmp_path):
    nlp = spacy.blank("en")
    nlp.add_pipe("perceptron_tagger", config={"weights": "shipped"})
    config = {"weights": "shipped", "min_probability": {"computing": 0.9}}
    nlp.add_pipe(CASE.factory, config=config)
    nlp.to_disk(tmp_path)
    again = spacy.load(tmp_path)
    assert again.get_pipe(CASE.factory).min_probability == {"computing": 0.9}
    assert found(again(AUTHORS)) == found(nlp(AUTHORS))
