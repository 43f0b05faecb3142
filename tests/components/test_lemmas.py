"""What is particular to the component suffix_lemmatizer, and what it is trained on."""

import pytest
import spacy
from blank_english import NLP as BLANK
from contract_cases import lemma_examples, loaded
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from spacy_citalign.errors import InputError, SettingError


@pytest.fixture(scope="module")
def nlp():
    return loaded("suffix_lemmatizer")


@pytest.fixture(scope="module")
def shipped():
    return spacy.load("spacy_citalign", enable=["perceptron_tagger", "suffix_lemmatizer"])


def tagged(vocab, text):
    """Return a Doc of words with their tags after bars."""
    pairs = [word.split("|") for word in text.split()]
    return Doc(vocab, words=[word for word, _ in pairs], tags=[tag for _, tag in pairs])


def lemmas(doc):
    return [token.lemma_ for token in doc]


# --- what it sets ----------------------------------------------------------------------------


def test_lemmas_are_set_from_words_and_tags(nlp):
    doc = nlp(tagged(nlp.vocab, "The|DT newts|NNS hopped|VBD in|IN Lake|NNP Zork|NNP .|."))
    assert lemmas(doc) == ["the", "newt", "hop", "in", "Lake", "Zork", "."]
    assert doc.has_annotation("LEMMA", require_complete=True)


def test_lemmas_that_are_there_are_replaced_and_nothing_else(nlp):
    words, tags = ["Frogs", "hopped"], ["NNS", "VBD"]
    doc = Doc(nlp.vocab, words=words, tags=tags, lemmas=["x", "y"], pos=["NOUN", "VERB"])
    assert lemmas(nlp(doc)) == ["frog", "hop"]
    assert [(token.tag_, token.pos_) for token in doc] == [("NNS", "NOUN"), ("VBD", "VERB")]


def test_white_space_is_its_own_lemma(nlp):
    words, tags = ["\n", "Frogs", "  ", "\t"], ["_SP", "NNS", "_SP", "_SP"]
    assert lemmas(nlp(Doc(nlp.vocab, words=words, tags=tags))) == ["\n", "frog", "  ", "\t"]


def test_docs_without_tags_are_refused(nlp):
    with pytest.raises(InputError, match=r"which the lemmatizer reads; put perceptron_tagger bef"):
        nlp("Frogs hopped.")
    assert len(nlp("")) == 0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mice|NNS loci|NNS analyses|NNS leaves|NNS", "mouse locus analysis leaf"),
        ("bound|VBN phosphorylated|VBD stopping|VBG", "bind phosphorylate stop"),
        ("is|VBZ was|VBD been|VBN 's|VBZ n't|RB ca|MD", "be be be be not can"),
        ("larger|JJR best|JJS better|RBR", "large good well"),
        ("I|PRP me|PRP him|PRP Them|PRP", "I I he they"),
        ("species|NNS kinases|NNS QTL|NNS", "species kinase qtl"),
        ("London|NNP Americans|NNPS American|JJ", "London American American"),
        ("binding|NN binding|VBG", "binding bind"),
        ("BRCA1|NN HeLa|NN mRNAs|NNS McDonald|NN", "BRCA1 HeLa mRNA McDonald"),
        ("Cells|NNS RESULTS|NNS DNA|NN", "cell result DNA"),
        ("5|CD --|: 37.2|CD \u03b2|NN", "5 -- 37.2 \u03b2"),
    ],
)
def test_what_ships_knows(shipped, text, expected):
    doc = tagged(shipped.vocab, text)
    assert lemmas(shipped.get_pipe("suffix_lemmatizer")(doc)) == expected.split()


def test_what_ships_works_on_texts_and_in_other_pipelines(shipped):
    text = "Mice carried these loci."
    expected = ["mouse", "carry", "this", "locus", "."]
    assert lemmas(shipped(text)) == expected
    nlp = spacy.blank("en")
    nlp.add_pipe("perceptron_tagger", config={"weights": "shipped"})
    nlp.add_pipe("suffix_lemmatizer", config={"weights": "shipped"})
    assert lemmas(nlp(text)) == expected
    assert nlp.analyze_pipes()["problems"]["suffix_lemmatizer"] == []


def test_strings_of_a_memory_zone_do_not_outlive_it(shipped):
    for number in range(2):
        with shipped.memory_zone():
            doc = shipped(f"Glorks{number} and blorbfrogs hopped.")
            assert doc[2].lemma_ == "blorbfrog"
    assert lemmas(shipped("Blorbfrogs hopped."))[1] == "hop"


# --- training --------------------------------------------------------------------------------


def test_tables_of_lemmas_are_learned_from(tmp_path):
    path = tmp_path / "lemmas.tsv"
    path.write_text("lemma\tpos\nzorkify\tv\nblorby\tn\nwater frog\tn\n", encoding="utf-8")
    component = spacy.blank("en").add_pipe("suffix_lemmatizer")
    component.initialize(lambda: lemma_examples(BLANK), lemmas=[path])
    doc = component(tagged(BLANK.vocab, "zorkified|VBD blorbies|NNS mice|NNS"))
    assert lemmas(doc) == ["zorkify", "blorby", "mouse"]
    with pytest.raises(InputError, match="nothing"):
        component.initialize(lambda: lemma_examples(BLANK), lemmas=[tmp_path / "nothing.tsv"])


def test_training_without_lemmas_says_where_they_belong():
    component = spacy.blank("en").add_pipe("suffix_lemmatizer")
    reference = Doc(BLANK.vocab, words=["Frogs"], tags=["NNS"])
    with pytest.raises(InputError, match=r"lemmas in token.lemma_ of the references"):
        component.initialize(lambda: [Example(BLANK("Frogs"), reference)])
    with pytest.raises(SettingError, match="cutoff is 0"):
        component.initialize(lambda: lemma_examples(BLANK), cutoff=0)
    assert not component.fitted


# --- scores ----------------------------------------------------------------------------------


def score(found, gold, words):
    scorer = registry.scorers.get("citalign.LemmaScorer.v1")()
    docs = (Doc(BLANK.vocab, words=words, lemmas=given) for given in (found, gold))
    return scorer(iter([Example(*docs)]))


def test_score_is_the_share_of_right_lemmas():
    words = ["Frogs", "\n", "hopped", "far"]
    gold = ["frog", "\n", "hop", "far"]
    assert score(gold, gold, words) == {"lemma_acc": 1.0}
    assert score(["frog", "\n", "hopp", "far"], gold, words) == {"lemma_acc": 2 / 3}
    assert score(gold, ["frog", "", "", ""], words) == {"lemma_acc": 1.0}
    assert score(gold, [""] * 4, words) == {"lemma_acc": None}


def test_pipeline_is_scored(nlp):
    assert nlp.evaluate(lemma_examples(nlp))["lemma_acc"] == 1.0
    assert nlp.get_pipe_meta("suffix_lemmatizer").default_score_weights == {"lemma_acc": 1.0}
