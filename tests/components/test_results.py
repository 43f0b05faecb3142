"""What stands on a Doc as plain records, and which of that a pipeline can set."""

import json

import pytest
import spacy
from jats_files import citing, jats, section
from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup

from spacy_citalign.app.batch.outputs.batches import json_row
from spacy_citalign.components.articles.docs import article_docs
from spacy_citalign.components.base.entities import write_entities
from spacy_citalign.components.base.spans import set_character_spans
from spacy_citalign.components.genes import install_extensions
from spacy_citalign.components.results import ALL_RESULTS, FIELDS, doc_results, result_names
from spacy_citalign.inputs.formats.jats.reader import read_jats
from spacy_citalign.inputs.records import Record

install_extensions()

CITING = ("citations", "citances", "cited_works")


@Language.component("results_test_silent")
def silent(doc: Doc) -> Doc:
    return doc


@Language.component("results_test_genes", assigns=["doc._.gene_mentions", "doc._.own"])
def genes(doc: Doc) -> Doc:
    return doc


@Language.component("results_test_spans", assigns=["doc.spans"])
def spans(doc: Doc) -> Doc:
    return doc


@pytest.fixture
def nlp():
    return spacy.blank("en")


def texts(records: list[dict]) -> list[str]:
    return [record["text"] for record in records]


# --- citations ---------------------------------------------------------------------------------


def test_citations_of_a_text_are_records_with_the_key_of_the_work(nlp):
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("citance_finder")
    doc = nlp("Frogs hop [3]. Toads sleep (Lee 1999). Newts do not.")
    found = doc_results(doc)
    assert set(found) == {"citations", "citances"}
    assert found["citations"][0] == {
        "start_char": 11,
        "end_char": 12,
        "text": "3",
        "key": "3",
        "style": "numbered",
        "implied": False,
    }
    assert found["citations"] == doc._.citations
    assert found["citances"] == [
        {"start_char": 0, "end_char": 14, "text": "Frogs hop [3].", "key": "3"},
        {"start_char": 15, "end_char": 38, "text": "Toads sleep (Lee 1999).", "key": "Lee 1999"},
    ]


def test_citances_of_an_article_are_linked_to_its_works_by_key(nlp):
    nlp.add_pipe("sentencizer")
    body = section("Results", citing("r1", "Frogs wake up.") + " " + citing("r2", "Toads do not."))
    (doc,) = article_docs([read_jats(jats(body))], nlp=nlp)
    found = doc_results(doc)
    works = {work["key"]: work for work in found["cited_works"]}
    assert [one["section"] for one in found["citances"]] == ["Results", "Results"]
    titles = [works[one["key"]]["title"] for one in found["citances"]]
    assert titles == ["Frogs awake", "Toads asleep"]
    assert [works[one["key"]]["title"] for one in found["citations"]] == titles
    assert works["pmid:11"] == {
        "key": "pmid:11",
        "pmid": "11",
        "first_author": "Yan",
        "year": "2004",
        "title": "Frogs awake",
    }


def test_citations_that_were_set_by_hand_have_no_style(nlp):
    doc = nlp("Frogs hop [3].")
    doc.spans["citations"] = [Span(doc, 3, 4, label="lee")]
    doc.spans["citances"] = [Span(doc, 0, 6, label="lee")]
    found = doc_results(doc)
    (mark,) = found["citations"]
    assert mark.items() >= {"text": "3", "key": "lee", "style": None, "implied": None}.items()
    assert found["citances"] == [
        {"start_char": 0, "end_char": 14, "text": "Frogs hop [3].", "key": "lee"}
    ]
    assert "cited_works" not in found


def test_nothing_is_told_of_a_text_in_which_nothing_was_looked_for(nlp):
    assert doc_results(nlp("Frogs hop.")) == {}
    assert doc_results(nlp("")) == {}


# --- entities ----------------------------------------------------------------------------------


def marked(nlp, *mentions: str) -> Doc:
    """A Doc with those gene mentions."""
    doc = nlp("Loss of p53 in Berlin and of MDM2 in Rome.")
    places = [(doc.text.index(one), doc.text.index(one) + len(one)) for one in mentions]
    set_character_spans(doc, "gene_mentions", places, "GENE", {"confidence": [0.5] * len(places)})
    return doc


def entity(doc: Doc, word: str, label: str, **more: str) -> Span:
    (token,) = [token for token in doc if token.text == word]
    return Span(doc, token.i, token.i + 1, label=label, **more)


def test_entities_of_other_components_are_records(nlp):
    doc = nlp("Loss of p53 in Berlin")
    doc.ents = [entity(doc, "Berlin", "GPE", kb_id="Q64"), entity(doc, "p53", "PROTEIN")]
    assert doc_results(doc) == {
        "entities": [
            {"start_char": 8, "end_char": 11, "text": "p53", "label": "PROTEIN"},
            {"start_char": 15, "end_char": 21, "text": "Berlin", "label": "GPE", "kb_id": "Q64"},
        ]
    }


def test_entities_that_were_looked_for_in_vain_are_an_empty_list(nlp):
    doc = nlp("Loss of p53")
    doc.ents = []
    assert doc_results(doc) == {"entities": []}


@pytest.mark.parametrize("policy", ["keep", "replace"])
def test_copies_of_gene_mentions_are_no_entities(nlp, policy):
    doc = marked(nlp, "p53", "MDM2")
    write_entities(doc, "gene_mentions", policy)
    assert len(doc.ents) == 2
    assert doc_results(doc)["entities"] == []


@pytest.mark.parametrize("policy", ["keep", "replace"])
def test_entities_of_others_are_told_without_the_copies_among_them(nlp, policy):
    doc = marked(nlp, "p53", "MDM2")
    doc.ents = [entity(doc, "Berlin", "GPE"), entity(doc, "MDM2", "PROTEIN")]
    write_entities(doc, "gene_mentions", policy)
    kept = ["Berlin", "MDM2"] if policy == "keep" else ["Berlin"]
    assert texts(doc_results(doc)["entities"]) == kept


def test_a_text_that_is_one_gene_has_no_entities(nlp):
    doc = nlp("p53")
    set_character_spans(doc, "gene_mentions", [(0, 3)], "GENE", {"confidence": [0.5]})
    write_entities(doc, "gene_mentions", "keep")
    assert doc_results(doc)["entities"] == []


# --- rows --------------------------------------------------------------------------------------


def test_a_row_has_the_text_and_what_is_known_only(nlp):
    doc = marked(nlp, "p53")
    record = Record("a.txt", "a.txt", doc.text)
    mention = {"start_char": 8, "end_char": 11, "text": "p53", "confidence": 0.5}
    whole = {"id": "a.txt", "source": "a.txt", "text": doc.text, "gene_mentions": [mention]}
    assert json_row(record, doc) == whole
    assert list(json_row(record, doc)) == list(whole)
    assert "text" not in json_row(record, doc, text=False)
    assert "tokens" in json_row(record, doc, tokens=True)


def test_gene_mentions_of_any_component_keep_their_other_keys(nlp):
    doc = nlp("p53 binds")
    attrs = {"start_char": [0], "end_char": [3], "confidence": [0.25], "votes": [7]}
    group = SpanGroup(doc, name="gene_mentions", spans=[doc[0:1]], attrs=attrs)
    doc.spans["gene_mentions"] = group
    (mention,) = doc_results(doc)["gene_mentions"]
    fields = [field.name for field in FIELDS["gene_mentions"]]
    assert list(mention) == fields[: fields.index("votes") + 1]
    assert json.loads(json.dumps(mention))["votes"] == 7


# --- what a pipeline can set -------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("components", "names"),
    [
        ([], ()),
        (["sentencizer", "attribute_ruler", "merge_entities"], ()),
        (["gene_mention_tagger"], ("gene_mentions",)),
        (
            ["propositional_term_extractor", "gene_mention_tagger"],
            ("gene_mentions", "propositional_terms"),
        ),
        (["citance_finder"], CITING),
        (["column_tagger", "base_phrase_chunker"], ("base_phrases", "columns")),
        (["citance_aligner", "perceptron_tagger", "sentence_aligner"], ()),
        (["ner"], ("entities",)),
        (["entity_ruler"], ("entities",)),
        (["span_ruler"], ()),
        ([("span_ruler", {"annotate_ents": True})], ("entities",)),
        ([("spancat", {"spans_key": "gene_mentions"})], ("gene_mentions",)),
        (["results_test_genes"], ("gene_mentions",)),
        (["results_test_spans"], tuple(name for name in ALL_RESULTS if name != "entities")),
        (["results_test_silent"], ALL_RESULTS),
    ],
)
def test_results_of_a_pipeline_are_those_that_its_components_declare(nlp, components, names):
    for component in components:
        name, config = component if isinstance(component, tuple) else (component, {})
        nlp.add_pipe(name, config=config)
    assert result_names(nlp) == names


def test_articles_have_citations_whatever_the_pipeline(nlp):
    assert result_names(nlp, articles=True) == CITING


def test_components_that_are_off_set_nothing(nlp):
    nlp.add_pipe("results_test_silent")
    nlp.disable_pipe("results_test_silent")
    assert result_names(nlp) == ()
