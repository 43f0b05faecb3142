"""The component on Docs: records, settings, gold, training, what is refused."""

from itertools import pairwise

import pytest
import spacy
from cited_articles import articles, examples
from spacy.tokens import Doc, Span
from spacy.training import Example

from spacy_citalign.components.readers.evidence_corpora import cited_doc
from spacy_citalign.corpora.cited_articles import ChosenCitance, CitedArticleRecord, CitedSentence
from spacy_citalign.errors import InputError, NotFittedError, SettingError

TRAINING = {"l2": 1.0, "folds": 3}


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.blank("en")
    nlp.add_pipe("evidence_ranker", config={"threshold": 0.0})
    nlp.config["initialize"]["components"]["evidence_ranker"] = TRAINING
    nlp.initialize(lambda: examples(nlp))
    return nlp


def test_each_citance_has_its_sentences(nlp):
    record = articles()[0]
    doc = nlp(cited_doc(nlp, record))
    assert len(doc._.evidence) == len(doc.spans["citances"]) == 4
    for found, span, citance in zip(
        doc._.evidence, doc.spans["citances"], record.citances, strict=True
    ):
        assert found["text"] == span.text == citance.text
        best = found["evidence"][0]
        assert best["text"] == record.sentences[citance.chosen[0]].text
        assert best["section"] == "Results"
        assert span._.evidence == found["evidence"]
        for match in best["matches"]:
            first, second = (doc.text[slice(*match[side])] for side in ("citance", "sentence"))
            assert first.lower()[:3] == second.lower()[:3]
            assert span.start_char <= match["citance"][0] < match["citance"][1] <= span.end_char


def test_nothing_found_is_said(nlp):
    doc = cited_doc(nlp, articles()[0])
    pipe = spacy.blank("en").create_pipe("evidence_ranker", config={"threshold": 1.0})
    pipe.from_bytes(nlp.get_pipe("evidence_ranker").to_bytes())
    doc = pipe(doc)
    assert [record["evidence"] for record in doc._.evidence] == [[]] * 4
    assert doc.spans["citances"][0]._.evidence == []


def test_without_an_article_nothing_is_set(nlp):
    doc = nlp.make_doc("Frogs sleep.")
    assert nlp(doc)._.evidence is None
    doc.spans["citances"] = [doc[:]]
    assert nlp(doc)._.evidence is None
    assert doc[:]._.evidence is None
    doc.spans["cited_text"] = []
    assert [one["evidence"] for one in nlp(doc)._.evidence] == [[]]
    empty = nlp.make_doc("")
    empty.spans["citances"] = empty.spans["cited_text"] = []
    assert nlp(empty)._.evidence == []


def test_an_article_in_paragraphs_is_cut_into_sentences(nlp):
    text = "Marsh saw that newts sing.\nA pond was seen. Newts of this pond sing. Frogs rest."
    doc = nlp.make_doc(text)
    split = next(token.i for token in doc if token.text == "\n")
    doc.spans["citances"] = [doc[:split]]
    doc.spans["cited_text"] = [Span(doc, split + 1, len(doc), label="Results")]
    best = nlp(doc)._.evidence[0]["evidence"]
    assert best[0]["text"] == "Newts of this pond sing."
    assert {one["section"] for one in best} == {"Results"}
    assert len(best) == 3


def test_known_marks_of_citation_are_no_words(nlp):
    doc = nlp.make_doc("Mudfrog snail sings.\nMudfrog snail.\nIt sings.")
    lines = [index for index, token in enumerate(doc) if token.is_space]
    doc.spans["citances"] = [doc[: lines[0]]]
    doc.spans["cited_text"] = [doc[lines[0] + 1 : lines[1]], doc[lines[1] + 1 :]]
    doc.spans["citations"] = [doc[0:2]]
    matched = [
        doc.text[slice(*match["citance"])]
        for one in nlp(doc)._.evidence[0]["evidence"]
        for match in one["matches"]
    ]
    assert matched == ["sings"]


def test_the_sentence_before_is_ranked_by_but_has_no_matches(nlp):
    doc = nlp.make_doc("It sings [3].\nNewts sing.\nA heron stands.\nHerons sing.")
    lines = [index for index, token in enumerate(doc) if token.is_space]
    doc.spans["citances"] = [doc[: lines[0]]]
    doc.spans["cited_text"] = [doc[start + 1 : end] for start, end in pairwise([*lines, len(doc)])]
    alone = nlp(doc.copy())._.evidence[0]["evidence"]
    doc.spans["citances"].attrs["records"] = [{"before": {"text": "A heron stands there."}}]
    (found,) = nlp(doc)._.evidence
    assert found["text"] == "It sings [3]."
    assert alone[0]["text"] != found["evidence"][0]["text"] == "A heron stands."
    assert found["evidence"][0]["matches"] == []
    for wrong in ([{"before": {"text": 5}}], [{"before": "heron"}], ["heron"], 5):
        doc.spans["citances"].attrs["records"] = wrong
        assert nlp(doc)._.evidence[0]["evidence"] == alone


def test_evidence_survives_bytes_and_joining(nlp):
    docs = [nlp(cited_doc(nlp, record)) for record in articles()[:2]]
    records = docs[0]._.evidence
    again = Doc(nlp.vocab).from_bytes(docs[0].to_bytes())
    assert again._.evidence == records
    joined = Doc.from_docs(docs)
    assert [record["text"] for record in joined._.evidence] == [
        record["text"] for doc in docs for record in doc._.evidence
    ]
    for record in joined._.evidence:
        for one in record["evidence"]:
            assert joined.text[one["start_char"] : one["end_char"]] == one["text"]


def test_the_scorer_counts_what_is_right(nlp):
    scores = nlp.evaluate(examples(nlp))
    assert scores["evidence_p1"] == scores["evidence_mrr"] == scores["evidence_any5"] == 1
    bare = [Example(nlp.make_doc("Frogs."), nlp.make_doc("Frogs."))]
    assert nlp.evaluate(bare)["evidence_mrr"] is None


def test_gold_that_does_not_fit_is_refused(nlp):
    for wrong in ("frogs", [[0]], [[0], [0], [0], [99]], [[0], [0], [0], ["one"]], {"a": 1}):
        (example, *_) = examples(nlp)
        example.reference.user_data["evidence_gold"] = wrong
        with pytest.raises(InputError, match="evidence_gold"):
            nlp.get_pipe("evidence_ranker").scorer([example])


def test_examples_without_gold_are_refused():
    nlp = spacy.blank("en")
    nlp.add_pipe("evidence_ranker")
    with pytest.raises(InputError, match="none of the 1 training examples"):
        nlp.initialize(lambda: [Example(nlp.make_doc("Frogs."), nlp.make_doc("Frogs."))])


def test_unfitted_and_wrong_settings_are_refused():
    nlp = spacy.blank("en")
    nlp.add_pipe("evidence_ranker")
    with pytest.raises(NotFittedError):
        nlp("Frogs.")
    for config in ({"limit": 0}, {"threshold": 1.5}):
        with pytest.raises(SettingError):
            nlp.create_pipe("evidence_ranker", config=config)


def test_the_shipped_ranker_finds_what_is_said():
    nlp = spacy.blank("en")
    nlp.add_pipe("evidence_ranker", config={"weights": "shipped"})
    right = 0
    for record in articles():
        doc = nlp(cited_doc(nlp, record))
        for found, citance in zip(doc._.evidence, record.citances, strict=True):
            wanted = record.sentences[citance.chosen[0]].text
            right += bool(found["evidence"]) and found["evidence"][0]["text"] == wanted
    assert right >= 20  # of 24


def test_a_claim_that_a_short_text_lacks_is_less_likely_than_one_that_it_has():
    """A softmax over few sentences gives the best of them much, whatever they say."""
    nlp = spacy.blank("en")
    nlp.add_pipe("evidence_ranker", config={"weights": "shipped", "threshold": 0.0})
    abstract = (
        "Newts of deep ponds were followed for three years.",
        "We show that cold water delays the song of newts by nine days.",
        "Song was recorded by microphones below the ice.",
        "Ponds in towns had fewer newts.",
    )
    said = ChosenCitance("Cold water delays the song of newts [4].", (), 1)
    absent = ChosenCitance("The skin of toads has a poison against fungi [4].", (), 1)
    sentences = tuple(CitedSentence(text, "Abstract") for text in abstract)
    found = nlp(cited_doc(nlp, CitedArticleRecord("ponds", sentences, (said, absent))))._.evidence
    assert found[0]["evidence"][0]["text"] == abstract[1]
    assert found[0]["evidence"][0]["probability"] > 0.3
    assert found[1]["evidence"][0]["probability"] < 0.05
