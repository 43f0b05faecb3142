"""What is particular to the component gene_mention_tagger."""

from dataclasses import replace

import pytest
import spacy
from contract_cases import CASES, train
from spacy.language import Language
from spacy.tokens import Span
from spacy.training import Example

from spacy_citalign.components.base.spans import set_character_spans
from spacy_citalign.components.gene_training import annotated_texts
from spacy_citalign.errors import CitalignWarning, InputError, SettingError
from spacy_citalign.words.hashing import hash_strings

CASE = CASES["gene_mention_tagger"]


@pytest.fixture(scope="module")
def nlp():
    return train(CASE)


def with_settings(nlp, **config):
    """Return a pipeline with the trained weights under other settings."""
    other = spacy.blank("en")
    component = other.add_pipe("gene_mention_tagger", config=config)
    component.from_bytes(nlp.get_pipe("gene_mention_tagger").to_bytes())
    return other


@pytest.mark.parametrize(
    "strategy",
    ["sum", "n_best", "union", "intersection", "votes", "posteriors", "forward", "backward", "hmm"],
)
def test_every_free_strategy_finds_the_plain_case(nlp, strategy):
    doc = with_settings(nlp, strategy=strategy)(CASE.text)
    assert doc._.gene_mentions


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"strategy": "vote"}, "'vote'.*choose from"),
        ({"strategy": "n_best", "n_best": 0}, "n_best is 0"),
        ({"models": ["sideways"]}, "sideways"),
        ({"strategy": "votes", "min_votes": 4}, "min_votes is 4; give 1 to 3"),
        ({"strategy": "votes", "min_votes": 0}, "min_votes is 0"),
        ({"strategy": "posteriors", "min_probability": 1.5}, "min_probability is 1.5"),
        ({"strategy": "1+2+3"}, "needs forward2, backward2, forward3, backward3 too; train"),
        ({"strategy": "1+2+3+lc", "models": ["hmm"]}, "leave models empty"),
        ({"strategy": "forward", "models": ["hmm"]}, "leave models empty"),
        ({"models": ["forward", "forward"]}, "each once"),
    ],
)
def test_wrong_settings_are_named(nlp, config, message):
    with pytest.raises(SettingError, match=message):
        with_settings(nlp, **config)


def test_every_mention_has_the_votes_of_the_models(nlp):
    doc = nlp(CASE.text)
    votes = [record["votes"] for record in doc._.gene_mentions]
    assert votes == doc.spans["gene_mentions"].attrs["votes"]
    assert max(votes) == 3
    found = []
    for model in ("forward", "backward", "hmm"):
        alone = with_settings(nlp, strategy=model, begin_bias=0.0)(CASE.text)
        found.append({(r["start_char"], r["end_char"]) for r in alone._.gene_mentions})
    places = [(record["start_char"], record["end_char"]) for record in doc._.gene_mentions]
    assert votes == [sum(place in one for one in found) for place in places]


def test_votes_survive_bytes_and_lists_that_do_not_fit(nlp):
    doc = nlp(CASE.text)
    again = type(doc)(doc.vocab).from_bytes(doc.to_bytes())
    assert again._.gene_mentions == doc._.gene_mentions
    again.spans["gene_mentions"].attrs["votes"] = [3]
    assert len(doc._.gene_mentions) > 1
    assert again._.gene_mentions == doc._.gene_mentions


def test_a_group_without_votes_has_records_without_them(nlp):
    doc = nlp.make_doc("Abc1 is there.")
    set_character_spans(doc, "gene_mentions", [(0, 4)], "GENE", {"confidence": [0.5]})
    record = {"start_char": 0, "end_char": 4, "text": "Abc1", "start": 0, "end": 1}
    assert doc._.gene_mentions == [record | {"label": "GENE", "confidence": 0.5}]


def test_models_of_several_orders_train_and_integrate():
    nlp = spacy.blank("en")
    component = nlp.add_pipe("gene_mention_tagger", config={"strategy": "votes", "min_votes": 2})
    settings = {**CASE.settings, "models": ["order0", "forward2", "backward3"]}
    settings["by_model"] = {"order0": {"algorithm": "lbfgs", "crf": {"max_iterations": 5}}}
    component.initialize(lambda: CASE.examples(nlp), nlp=nlp, **settings)
    assert nlp(CASE.text)._.gene_mentions
    assert all(record["votes"] >= 2 for record in nlp(CASE.text)._.gene_mentions)


def test_settings_of_a_model_that_is_not_trained_are_refused():
    component = spacy.blank("en").add_pipe("gene_mention_tagger")
    with pytest.raises(SettingError, match="by_model has settings of forward3"):
        component.initialize(
            lambda: CASE.examples(spacy.blank("en")), by_model={"forward3": {"algorithm": "lbfgs"}}
        )


def test_mention_finer_than_tokens_keeps_its_characters():
    nlp = spacy.blank("en")
    nlp.tokenizer = spacy.tokenizer.Tokenizer(nlp.vocab)  # splits at white space only
    nlp.add_pipe("gene_mention_tagger", config={"weights": "shipped"})
    doc = nlp("Cells with p53-dependent arrest express p21(WAF1), not Bcl-2/Bax.")
    finer = [
        (record["text"], span.text)
        for record, span in zip(doc._.gene_mentions, doc.spans["gene_mentions"], strict=True)
        if record["text"] != span.text
    ]
    assert ("p53", "p53-dependent") in finer
    assert all(inner in outer for inner, outer in finer)


def test_sentence_boundaries_of_the_pipeline_are_used(nlp):
    text = f"{CASE.text} {CASE.text}"
    both = with_settings(nlp)
    both.add_pipe("sentencizer", first=True)
    once = [r["confidence"] for r in nlp(CASE.text)._.gene_mentions]
    assert [r["confidence"] for r in both(text)._.gene_mentions] == pytest.approx(once * 2)


def test_ents_policies(nlp):
    tagged = nlp(CASE.text)
    first = tagged.spans["gene_mentions"][0]
    assert nlp(CASE.text).ents == ()
    for policy, label in (("keep", "OTHER"), ("replace", "GENE")):
        other = with_settings(nlp, ents=policy)
        assert next(ent.label_ for ent in other(CASE.text).ents) == "GENE"
        doc = other.make_doc(CASE.text)
        doc.set_ents([Span(doc, first.start, first.end, label="OTHER")])
        doc = other(doc)
        assert next(ent.label_ for ent in doc.ents) == label
        assert len(doc._.gene_mentions) == len(nlp(CASE.text)._.gene_mentions)


def test_unknown_ents_policy_is_refused():
    with pytest.raises(Exception, match="ents"):
        spacy.blank("en").add_pipe("gene_mention_tagger", config={"ents": "merge"})


def test_training_without_mentions_says_so():
    nlp = spacy.blank("en")
    component = nlp.add_pipe("gene_mention_tagger")
    reference = nlp.make_doc("Nothing here is marked.")
    set_character_spans(reference, "gene_mentions", [], "GENE")
    with pytest.raises(InputError, match="none of the 1 texts has a gene mention"):
        component.initialize(lambda: [Example(nlp.make_doc(reference.text), reference)])


def test_dictionary_is_compiled_into_the_model(nlp, tmp_path):
    file = tmp_path / "genes.tsv"
    file.write_text("symbol\tname\talias_symbols\tprev_symbols\nABCD1\tinvented\tZyxw9|Q1\t\n")
    component = nlp.get_pipe("gene_mention_tagger")
    other = with_settings(nlp, strategy="n_best", weights="shipped")
    other = other.get_pipe("gene_mention_tagger").from_bytes(component.to_bytes())
    other.initialize(list, dictionary=file)
    assert other.to_bytes() != component.to_bytes()
    assert len(
        with_settings(nlp).get_pipe("gene_mention_tagger").from_bytes(other.to_bytes()).to_bytes()
    ) == len(other.to_bytes())


def test_dictionary_with_missing_columns_is_refused(nlp, tmp_path):
    file = tmp_path / "genes.tsv"
    file.write_text("gene\tname\nABCD1\tinvented\n")
    with pytest.raises(InputError, match="symbol"):
        spacy.blank("en").add_pipe("gene_mention_tagger").initialize(list, dictionary=file)


def test_title_and_abstract_are_not_one_mention():
    nlp = spacy.blank("en")
    nlp.add_pipe("gene_mention_tagger", config={"weights": "shipped"})
    text = "Role of p53\n\nBRCA1 binds MDM2 in all cells."
    filler = " Nothing else was seen in them." * 30
    assert [r["text"] for r in nlp(text)._.gene_mentions] == ["p53", "BRCA1", "MDM2"]
    assert nlp(text + filler)._.gene_mentions[:3] == nlp(text)._.gene_mentions


def test_entities_that_are_there_are_kept_as_they_are(nlp):
    doc = with_settings(nlp).make_doc(f"Blocked here. {CASE.text}")
    doc.set_ents([], blocked=[doc[0:1]], default="missing")
    doc = with_settings(nlp, ents="keep")(doc)
    assert [token.ent_iob for token in doc][:3] == [3, 2, 2]  # blocked, and outside
    assert doc.ents


def test_training_without_span_groups_says_where_gold_belongs():
    nlp = spacy.blank("en")
    examples = [Example(nlp.make_doc("A text."), nlp.make_doc("A text."))]
    with pytest.raises(InputError, match=r"none of the 1 training examples has doc.spans"):
        nlp.add_pipe("gene_mention_tagger").initialize(lambda: examples)


def test_gold_over_a_sentence_boundary_is_counted():
    nlp = spacy.blank("en")
    reference = nlp.make_doc("We saw Abc1. Def2 was seen. Ghi3 too.")
    set_character_spans(reference, "gene_mentions", [(7, 17), (28, 32)], "GENE")
    for token in reference:
        token.is_sent_start = token.i == 0 or reference[token.i - 1].text == "."
    with pytest.warns(CitalignWarning, match="1 of 2 gold mentions run over"):
        texts = annotated_texts([Example(nlp.make_doc(reference.text), reference)])
    assert [list(item.mentions) for item in texts] == [[], [], [(0, 4)]]


@pytest.mark.parametrize("span", [(-1, 2), (2, 2), (3, 2), (0, 9)])
def test_character_spans_outside_the_text_are_refused(span):
    doc = spacy.blank("en").make_doc("Abc1 x")
    with pytest.raises(InputError, match="does not lie in a text of 6"):
        set_character_spans(doc, "gene_mentions", [span], "GENE")


# --- part-of-speech tags ---------------------------------------------------------------------


@Language.component("test_capital_tagger")
def capital_tagger(doc):
    for token in doc:
        token.tag_ = "NNP" if token.text[0].isupper() else "NN"
    return doc


def test_features_with_pos_read_the_tags_of_the_components_before():
    nlp = spacy.blank("en")
    nlp.add_pipe("test_capital_tagger")
    component = nlp.add_pipe("gene_mention_tagger")
    settings = {**CASE.settings, "features": "extended+pos", "models": ["forward"]}
    component.initialize(lambda: CASE.examples(nlp), nlp=nlp, **settings)
    assert nlp(CASE.text)._.gene_mentions
    untagged = nlp.make_doc(CASE.text)
    with pytest.raises(InputError, match=r"no part-of-speech tags.*put perceptron_tagger before"):
        component(untagged)
    assert nlp("")._.gene_mentions == []


def test_training_with_pos_needs_a_tagger_before():
    nlp = spacy.blank("en")
    component = nlp.add_pipe("gene_mention_tagger")
    with pytest.raises(InputError, match=r"no part-of-speech tags"):
        component.initialize(lambda: CASE.examples(nlp), nlp=nlp, features="hsu2008+pos")


# --- other texts, and confidences that are learned ---------------------------------------------


@pytest.mark.slow
def test_related_and_unlabelled_texts_and_a_share_to_calibrate_on(tmp_path):
    nlp = spacy.blank("en")
    # The bias is for finding enough to calibrate on, and some that is wrong.
    component = nlp.add_pipe("gene_mention_tagger", config={"begin_bias": 4.0})
    (tmp_path / "texts.txt").write_text("Frogs eat flies.\n" * 6, encoding="utf-8")
    settings = CASE.settings | {
        "features": "extended+clusters+related",
        "models": ["hmm"],
        "calibrate": 0.7,
        "related": lambda nlp: CASE.examples(nlp)[:6],
        "unlabelled": [tmp_path / "texts.txt"],
    }
    component.initialize(lambda: CASE.examples(nlp), nlp=nlp, **settings)
    model = component.fitted_model()
    assert len(model.knowledge.related.phrases) == 6  # different mentions in six texts
    assert hash_strings(["flies"])[0] in model.knowledge.clusters.words
    assert model.calibration.models == ("hmm",)
    # Confidences are those of the calibration, not posteriors.
    raw = spacy.blank("en").add_pipe("gene_mention_tagger").from_bytes(component.to_bytes())
    raw.use(replace(model, calibration=None))
    told = {r["start_char"]: r["confidence"] for r in nlp(CASE.text)._.gene_mentions}
    plain = {r["start_char"]: r["confidence"] for r in raw(nlp.make_doc(CASE.text))._.gene_mentions}
    assert told
    assert all(told[start] != plain[start] for start in told.keys() & plain.keys())
    nlp.to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")
    assert again(CASE.text)._.gene_mentions == nlp(CASE.text)._.gene_mentions


def test_features_with_related_lists_need_a_reader_of_them():
    nlp = spacy.blank("en")
    component = nlp.add_pipe("gene_mention_tagger")
    settings = {"features": "extended+related"}
    with pytest.raises(InputError, match="no annotated texts of other corpora"):
        component.initialize(lambda: CASE.examples(nlp), nlp=nlp, **settings)
    with pytest.raises(InputError, match="related corpora need a pipeline"):
        component.initialize(lambda: CASE.examples(nlp), related=CASE.examples, **settings)


def test_stacking_without_calibration_says_what_it_needs(nlp):
    with pytest.raises(SettingError, match="has it for no models; train with calibrate above 0"):
        with_settings(nlp, strategy="stacking")
