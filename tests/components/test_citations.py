"""The component that finds citations in plain text; the rules are tested in test_citations_*."""

import pytest
import spacy
from contract_cases import CASES
from spacy.tokens import Doc

from spacy_citalign.citations.marks.citation import Mark
from spacy_citalign.components.articles.docs import article_docs
from spacy_citalign.components.articles.grouping import group_citances
from spacy_citalign.components.base.spans import set_character_spans
from spacy_citalign.components.citances.words import citance_words
from spacy_citalign.components.citations import CitanceFinder, set_citations
from spacy_citalign.components.joining import join
from spacy_citalign.errors import SettingError

TEXT = (
    "Frogs hop in spring [3,5-7]. Smith et al. (2004) saw it in ponds. Toads sleep (Lee, 1999). "
    "Nothing is cited here. Frogs hop [3], as said."
)


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_boundary_detector", config={"weights": "shipped"})
    nlp.add_pipe("citance_finder")
    return nlp


def citances(doc: Doc) -> list[tuple[str, str]]:
    return [(span.label_, span.text) for span in doc.spans["citances"]]


def test_citations_and_their_sentences(nlp):
    doc = nlp(TEXT)
    assert [(one["text"], one["key"], one["style"], one["implied"]) for one in doc._.citations] == [
        ("3", "3", "numbered", False),
        ("5", "5", "numbered", False),
        ("5-7", "6", "numbered", True),
        ("7", "7", "numbered", False),
        ("Smith et al. (2004)", "Smith 2004", "author-year", False),
        ("Lee, 1999", "Lee 1999", "author-year", False),
        ("3", "3", "numbered", False),
    ]
    first = "Frogs hop in spring [3,5-7]."
    assert citances(doc) == [
        ("3", first),
        ("5", first),
        ("6", first),
        ("7", first),
        ("Smith 2004", "Smith et al. (2004) saw it in ponds."),
        ("Lee 1999", "Toads sleep (Lee, 1999)."),
        ("3", "Frogs hop [3], as said."),
    ]


def test_a_text_without_citations_has_empty_groups(nlp):
    doc = nlp("Nothing is cited here.")
    assert doc._.citations == []
    assert len(doc.spans["citances"]) == 0


def test_citations_are_none_before(nlp):
    assert nlp.make_doc(TEXT)._.citations is None


def test_styles_can_be_chosen():
    nlp = spacy.blank("en")
    nlp.add_pipe("citance_finder", config={"styles": ["author-year"]})
    assert [one["key"] for one in nlp(TEXT)._.citations] == ["Smith 2004", "Lee 1999"]


@pytest.mark.parametrize("styles", [["apa"], "numbered"])
def test_unknown_styles_are_refused(styles):
    with pytest.raises(SettingError, match=r"styles is .*'numbered', 'author-year'"):
        CitanceFinder(spacy.blank("en"), styles=styles)


def test_without_sentences_a_paragraph_is_the_citance():
    nlp = spacy.blank("en")
    nlp.add_pipe("citance_finder")
    doc = nlp("Frogs hop [3]. We agree.\n\nToads sleep [4].")
    assert citances(doc) == [("3", "Frogs hop [3]. We agree."), ("4", "Toads sleep [4].")]


def test_a_sentence_broken_in_or_before_a_citation_is_mended():
    nlp = spacy.blank("en")
    nlp.add_pipe("citance_finder")
    text = "As Smith et al. [3] saw, frogs (Smith et al. 2004) hop. We agree."
    doc = nlp.make_doc(text)
    for token in doc:
        token.is_sent_start = token.i == 0 or token.text in {"[", "We"} or token.text == "2004"
    assert [text for _, text in citances(nlp(doc))] == [text[:55]] * 2


def test_a_sentence_that_begins_with_a_citation_stays_one():
    nlp = spacy.blank("en")
    nlp.add_pipe("citance_finder")
    doc = nlp.make_doc("Frogs were normal. [3] saw more.")
    for token in doc:
        token.is_sent_start = token.text in {"Frogs", "["}
    assert [text for _, text in citances(nlp(doc))] == ["[3] saw more."]


def test_citances_that_are_there_stay_and_their_marks_are_found(nlp):
    doc = join(["Frogs hop [3].", "It is known (Lee 1999) that frogs leap."], nlp=nlp, labels="a")
    doc = nlp(doc)
    assert citances(doc) == [
        ("a", "Frogs hop [3]."),
        ("a", "It is known (Lee 1999) that frogs leap."),
    ]
    assert [(one["text"], one["key"]) for one in doc._.citations] == [
        ("3", "3"),
        ("Lee 1999", "Lee 1999"),
    ]


def test_citations_that_are_there_stay_with_their_citances(nlp):
    """Those that an article's markup states know more than those found in a sentence."""
    (doc,) = article_docs([("pond", "Frogs hop [3]. We agree.")], nlp=nlp)
    before = doc._.citations
    assert [one["key"] for one in nlp(doc)._.citations] == ["pond#3"]
    assert doc._.citations == before


def test_annotating_again_changes_nothing(nlp):
    """Superscripts are found in a whole text only, not in each sentence alone."""
    words = "Frogs Toads Newts Ants Bees Moths Crabs Snails".split()
    text = " ".join(f"{word} awake in spring.{n}" for n, word in enumerate(words, start=1))
    doc = nlp(f"{text} All do.")
    before = doc._.citations
    assert [one["style"] for one in before] == ["superscript"] * len(words)
    assert nlp(doc)._.citations == before


def test_citances_finer_than_tokens_are_searched_to_the_character(nlp):
    doc = Doc(nlp.vocab, words=["Frogs", "hop [3]."])
    set_character_spans(doc, "citances", [(0, 9)], "a")
    assert [span.text for span in doc.spans["citances"]] == ["Frogs hop [3]."]
    assert nlp(doc)._.citations == []


def test_overwrite_finds_citances_anew(nlp):
    other = spacy.blank("en")
    other.add_pipe("citance_finder", config={"overwrite": True})
    doc = join(["Frogs hop [3].", "Toads sleep."], nlp=other, labels="a")
    assert [label for label, _ in citances(other(doc))] == ["3"]


def test_citations_are_no_words_to_the_aligner(nlp):
    doc = nlp(join(["Frogs hop [12].", "Frogs leap (Lee 1999)."], nlp=nlp, labels="a"))
    (group,) = citance_words(doc)
    assert [doc.text[a:b] for a, b in group.words] == ["Frogs", "hop", "Frogs", "leap"]
    (everything,) = citance_words(doc, content=False)
    words = [doc.text[a:b] for a, b in everything.words]
    assert words == ["Frogs", "hop", "[", "]", ".", "Frogs", "leap", "(", ")", "."]


def test_a_superscript_glued_to_a_word_is_no_part_of_it(nlp):
    doc = join(["Frogs hop12."], nlp=nlp, labels="a")
    set_citations(doc, [Mark(9, 11, "12", "superscript", False)])
    (group,) = citance_words(doc)
    assert [doc.text[a:b] for a, b in group.words] == ["Frogs", "hop"]
    (tokens,) = citance_words(doc, content=False)
    assert tokens.group.words == ("Frogs", "hop", ".")
    assert [doc.text[a:b] for a, b in tokens.words] == ["Frogs", "hop", "."]


def test_scores(nlp):
    case = CASES["citance_finder"]
    scores = nlp.evaluate(case.examples(nlp))
    assert scores["citations_f"] == 1.0
    assert scores["citances_f"] is None


def test_scopes_are_pieces_labelled_with_the_work(nlp):
    text = "Zork2 raises sleep [1], lowers noise [2] and wakes frogs [3]. Toads sleep [2]."
    doc = nlp(text)
    scopes = [(one.label_, one.text) for one in doc.spans["citation_scopes"]]
    assert [one for one in scopes if one[0] == "2"] == [
        ("2", "Zork2"),
        ("2", "lowers noise [2]"),
        ("2", "Toads sleep [2]."),
    ]


def test_scopes_of_articles_and_of_groups_go_by_the_key_of_the_work(nlp):
    docs = [nlp(f"Toads croak [1], and Zork{n} raises sleep [7].") for n in (1, 2)]
    (group,) = [
        doc
        for doc in group_citances(docs, min_citances=1)
        if "Zork1" in doc.text and doc.spans["citances"][0].label_ == "0#7"
    ]
    labels = {span.label_ for span in group.spans["citation_scopes"]}
    assert labels == {"0#7"}
    assert [span.text for span in group.spans["citation_scopes"]] == ["Zork1 raises sleep [7]"]
