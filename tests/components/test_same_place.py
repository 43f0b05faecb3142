"""Two components of one kind: groups of their own, or an error; and characters for words."""

import warnings

import pytest
import spacy
from contract_cases import CASES, trained
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.errors import CitalignWarning, SettingError

MOVABLE = ("base_phrase_chunker", "gene_mention_tagger", "gene_normalizer")
FIXED = ("citance_aligner", "citance_finder", "column_tagger", "evidence_ranker")
EXTRACTOR, ALIGNER = "propositional_term_extractor", "sentence_aligner"


def two(factory: str, **settings: str) -> Language:
    nlp = spacy.blank("en")
    for name, given in ((factory, {}), ("second", settings)):
        pipe = nlp.add_pipe(factory, name=name, config=given)
        if CASES[factory].settings:
            pipe.from_bytes(trained(factory).get_pipe(factory).to_bytes())
    return nlp


@pytest.mark.parametrize("factory", [*MOVABLE, EXTRACTOR, *FIXED, ALIGNER])
def test_two_that_would_overwrite_each_other_are_refused(factory):
    nlp, case = two(factory), CASES[factory]
    advice = "disable or exclude one"
    if factory in (*MOVABLE, EXTRACTOR):
        advice = "give one another spans_key"
    message = f"'{factory}' and 'second' write their results to one place, .*; {advice}"
    with pytest.raises(SettingError, match=message):
        nlp(case.doc(nlp, case.text))
    with pytest.raises(SettingError, match=message):
        list(nlp.pipe([case.doc(nlp, case.text)]))


@pytest.mark.parametrize("factory", [*FIXED, ALIGNER])
def test_one_of_two_can_be_disabled(factory, tmp_path):
    nlp, case = two(factory), CASES[factory]
    alone = trained(factory)
    expected = case.read(alone(case.doc(alone, case.text)))
    nlp.disable_pipe("second")
    nlp.to_disk(tmp_path)
    for one in (nlp, spacy.load(tmp_path)):
        assert case.read(one(case.doc(one, case.text))) == expected


@pytest.mark.parametrize("factory", [*MOVABLE, EXTRACTOR])
def test_groups_of_their_own_stand_side_by_side(factory):
    nlp, case = two(factory, spans_key="mine"), CASES[factory]
    doc = case.doc(nlp, case.text)
    if factory == "gene_normalizer":
        doc.spans["mine"] = list(doc.spans["gene_mentions"])
    assert case.read(nlp(doc))
    assert len(doc.spans["mine"])


def test_one_that_is_sourced_is_seen_too():
    nlp = trained("citance_aligner")
    other = two("citance_aligner")
    nlp.add_pipe("citance_aligner", name="sourced", source=other)
    try:
        with pytest.raises(SettingError, match="'citance_aligner' and 'sourced' write"):
            nlp(CASES["citance_aligner"].doc(nlp, "Frogs sleep."))
    finally:
        nlp.remove_pipe("sourced")


def test_two_taggers_of_words_are_nobodys_business():
    nlp = two("perceptron_tagger")
    assert nlp("Frogs sleep.")[0].tag_


# --- characters as words ------------------------------------------------------------------------

CHINESE = "STAT3激活SOCS3。DNA损伤。"


def told(nlp: Language, *texts: str) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for text in texts:
            nlp(text)
        list(nlp.pipe(texts))
    return [str(one.message) for one in caught if one.category is CitalignWarning]


def characters() -> Language:
    """A pipeline whose words are characters, as of spacy.blank("zh"), and two components."""
    nlp = spacy.blank("zh")
    for factory in ("perceptron_tagger", "gene_mention_tagger"):
        nlp.add_pipe(factory).from_bytes(trained(factory).get_pipe(factory).to_bytes())
    return nlp


def test_characters_as_words_are_told_once_a_pipeline():
    nlp = characters()
    assert [token.text for token in nlp.make_doc("STAT3")] == ["S", "T", "A", "T", "3"]
    (message,) = told(nlp, CHINESE, CHINESE)
    assert message.startswith("the words of 'STAT3激'... are single characters, as the tokenizer")
    assert len(told(characters(), CHINESE)) == 1  # of another pipeline


def test_characters_are_told_in_pipe_and_of_what_is_sourced():
    nlp = spacy.blank("zh")
    nlp.add_pipe("gene_mention_tagger", source=trained("gene_mention_tagger"))
    with pytest.warns(CitalignWarning, match="single characters"):
        list(nlp.pipe([CHINESE]))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a b c d e f g h",
        "( ) [ ] { } 1 2 3",
        "A=B+C-D/E*F",
        "激活 损伤",
        "STAT3",
        " ",
        "x, y",
    ],
)
def test_ordinary_words_are_not_told(text):
    assert told(trained("gene_mention_tagger"), text) == []


def test_sentences_are_those_of_the_text_whatever_its_words():
    nlp = spacy.blank("zh")
    factory = "sentence_boundary_detector"
    nlp.add_pipe(factory).from_bytes(trained(factory).get_pipe(factory).to_bytes())
    assert told(nlp, "The frogs sleep. They eat.") == []


def test_words_of_white_space_and_long_ones_are_read():
    nlp = trained("gene_mention_tagger")
    words = ["a", "b", "\n", "c", "d", "e", "frogs"]
    spaces = [False] * len(words)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nlp(Doc(nlp.vocab, words=words, spaces=spaces))
