"""What ordinary operations of spaCy leave of the results: nothing is lost, nothing is stale."""

import pickle
import warnings

import pytest
import spacy
from spacy.tokens import Doc, DocBin, Span
from spacy.training import Example

from spacy_citalign.components.articles.grouping import group_citances
from spacy_citalign.components.base.span_records import set_span_records, span_records
from spacy_citalign.components.joining import join

RECORDS = ("gene_mentions", "propositional_terms", "citations")


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.load("spacy_citalign")
    nlp.add_pipe("citance_finder", before="citance_aligner")
    return nlp


@pytest.fixture
def doc(nlp):
    """A Doc with two genes in one token, and others, as a tagger would write them."""
    doc = nlp("The BRCA1/BRCA2 complex binds TP53 in frogs. Heat shock proteins bind MDM2 [3].")
    assert len(doc._.gene_mentions) > 2
    assert doc._.propositional_terms
    assert doc._.citations
    return doc


def read(doc):
    return {name: getattr(doc._, name) for name in RECORDS}


def moved(records, characters, tokens):
    """Records of a text that begins so many characters and tokens further on."""
    by = {"start_char": characters, "end_char": characters, "start": tokens, "end": tokens}
    return [
        one | {name: one[name] + more for name, more in by.items() if name in one}
        for one in records
    ]


def without_tokens(results):
    return {
        name: [{key: one[key] for key in one.keys() - {"start", "end"}} for one in records]
        for name, records in results.items()
    }


# --- whole Docs -----------------------------------------------------------------------------------


def through_bin(doc, *, user_data):
    data = DocBin(docs=[doc], store_user_data=user_data).to_bytes()
    (again,) = DocBin().from_bytes(data).get_docs(doc.vocab)
    return again


WHOLE = {
    "bytes": lambda doc: Doc(doc.vocab).from_bytes(doc.to_bytes()),
    "copy": lambda doc: doc.copy(),
    "pickle": lambda doc: pickle.loads(pickle.dumps(doc)),
    "DocBin": lambda doc: through_bin(doc, user_data=False),
    "DocBin with user data": lambda doc: through_bin(doc, user_data=True),
    "from_docs": lambda doc: Doc.from_docs([doc]),
    "as_doc": lambda doc: doc[:].as_doc(copy_user_data=True),
    "join": lambda doc: join([doc], nlp=spacy.blank("en", vocab=doc.vocab)),
    "reassigned": lambda doc: with_groups(doc, list),
    "filtered and back": lambda doc: with_groups(doc, spacy.util.filter_spans),
}


def with_groups(doc, change):
    for name in RECORDS:
        doc.spans[name] = change(doc.spans[name])
    return doc


@pytest.mark.parametrize("name", [name for name in WHOLE if name != "filtered and back"])
def test_records_are_the_same_after(doc, name):
    before = read(doc)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # W101, W102
        again = WHOLE[name](doc)
    assert read(again) == before


def test_json_keeps_spans_and_no_confidence(doc):
    before = read(doc)
    again = Doc(doc.vocab).from_json(doc.to_json())
    for name in RECORDS:
        texts = [span.text for span in doc.spans[name]]
        assert [one["text"] for one in getattr(again._, name)] == texts
    assert {one["confidence"] for one in again._.gene_mentions} == {None}
    whole = Doc(doc.vocab).from_json(doc.to_json(underscore=["gene_mentions"]))
    assert len(whole._.gene_mentions) == len(before["gene_mentions"])


def test_docs_put_together_have_the_records_of_all(nlp, doc):
    other = nlp("MDM2 is there.")
    both = Doc.from_docs([doc, other])
    by = both.text.index(other.text)
    for name in RECORDS:
        expected = getattr(doc._, name) + moved(getattr(other._, name), by, len(doc))
        assert getattr(both._, name) == expected


def test_a_sentence_as_a_doc_has_its_records(doc):
    sentence = list(doc.sents)[1]
    part = sentence.as_doc(copy_user_data=True)
    first, last = sentence.start_char, sentence.end_char
    for name in RECORDS:
        inside = [one for one in getattr(doc._, name) if first <= one["start_char"] < last]
        assert getattr(part._, name) == moved(inside, -first, -sentence.start)
    assert sentence.as_doc()._.gene_mentions is None  # keeps nothing of ours


def test_a_text_without_any_is_told_from_one_that_nobody_read(nlp):
    doc = nlp("It is late.")
    for change in (lambda d: d, WHOLE["from_docs"], WHOLE["as_doc"], WHOLE["DocBin"]):
        assert change(doc)._.gene_mentions == []
    assert nlp.make_doc("It is late.")._.gene_mentions is None


# --- changed groups -------------------------------------------------------------------------------


def test_a_filtered_group_has_the_records_of_its_spans(doc):
    before = doc._.gene_mentions
    doc.spans["gene_mentions"] = [
        span for span in doc.spans["gene_mentions"] if "MDM2" in span.text
    ]
    assert doc._.gene_mentions == [one for one in before if one["text"] == "MDM2"]


def test_an_appended_span_has_no_confidence(doc):
    before = doc._.gene_mentions
    doc.spans["gene_mentions"].append(Span(doc, 0, 1, label="GENE"))
    added = {"start_char": 0, "end_char": 3, "text": "The", "start": 0, "end": 1}
    added |= {"label": "GENE", "confidence": None}
    assert doc._.gene_mentions == [*before, added]


def test_a_span_in_the_place_of_another_is_not_called_by_its_name(doc):
    before = doc._.gene_mentions
    doc.spans["gene_mentions"][0] = Span(doc, 0, 1, label="GENE")
    first, *others = doc._.gene_mentions
    assert (first["text"], first["confidence"]) == ("The", None)
    assert others == before[1:]


def test_a_longer_span_in_the_place_of_another_is_not_called_by_its_name(doc):
    group = doc.spans["gene_mentions"]
    last = group[len(group) - 1]
    group[len(group) - 1] = Span(doc, last.start - 1, last.end, label="GENE")
    assert doc._.gene_mentions[-1]["text"] == doc[last.start - 1 : last.end].text
    assert doc._.gene_mentions[-1]["confidence"] is None


def test_a_group_of_another_component_has_its_spans(doc):
    doc.spans["gene_mentions"] = [Span(doc, 0, 2, label="PROTEIN")]
    record = {"start_char": 0, "end_char": doc[1].idx + len(doc[1]), "text": doc[:2].text}
    record |= {"start": 0, "end": 2, "label": "PROTEIN", "confidence": None}
    assert doc._.gene_mentions == [record]


def test_two_mentions_in_one_token_keep_their_own_confidences():
    doc = spacy.blank("en")("a p21(WAF1 b")
    known = {"confidence": [0.25, 0.75]}
    set_span_records(doc, "mine", [(2, 5), (6, 10)], "GENE", known)
    doc.spans["mine"] = list(doc.spans["mine"])
    found = [(one.start, one.end, one.values["confidence"]) for one in span_records(doc, "mine")]
    assert found == [(2, 5, 0.25), (6, 10, 0.75)]


def test_the_same_mention_twice_is_two():
    doc = spacy.blank("en")("a p21 b")
    set_span_records(doc, "mine", [(2, 5), (2, 5)], "GENE", {"confidence": [0.25, 0.75]})
    before = doc._.mentions("mine")
    assert [one["confidence"] for one in before] == [0.25, 0.75]
    doc.spans["mine"] = list(doc.spans["mine"])
    assert doc._.mentions("mine") == before
    assert doc[:].as_doc(copy_user_data=True)._.mentions("mine") == before


def test_annotating_again_leaves_nothing_of_before(nlp, doc):
    entries = set(doc.user_data)
    again = nlp(doc)
    assert set(again.user_data) == entries
    set_span_records(again, "gene_mentions", [], "GENE", {"confidence": []})
    del again.spans["gene_mentions"]
    assert again._.gene_mentions == []


# --- other tokens ---------------------------------------------------------------------------------


def test_merged_tokens_leave_records_and_columns(nlp):
    doc = nlp("Heat shock protein 70 binds MDM2 in warm ponds.")
    before, columns = read(doc), doc._.columns
    words = [token.text for token in doc]
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[0:4])
    assert without_tokens(read(doc)) == without_tokens(before)
    for one in doc._.gene_mentions:
        assert one["text"] in doc[one["start"] : one["end"]].text
    assert doc._.columns == [next(c for c in columns[:4] if c is not None), *columns[4:]]
    assert [token._.column for token in doc] == doc._.columns
    assert [token.text for token in doc][1:] == words[4:]


def test_split_tokens_leave_records_and_columns(nlp):
    doc = nlp("The BRCA1 gene binds MDM2.")
    before, columns = read(doc), doc._.columns
    with doc.retokenize() as retokenizer:
        retokenizer.split(doc[1], ["BRCA", "1"], heads=[doc[1], doc[1]])
    assert without_tokens(read(doc)) == without_tokens(before)
    for one in doc._.gene_mentions:
        assert one["text"] in doc[one["start"] : one["end"]].text
    assert doc._.columns == [*columns[:2], None, *columns[2:]]
    assert [token._.column for token in doc] == doc._.columns


def test_merge_entities_leaves_records_and_columns(nlp):
    nlp = spacy.load("spacy_citalign", config={"components.gene_mention_tagger.ents": "keep"})
    nlp.add_pipe("merge_entities")
    doc = nlp("Heat shock protein 70 and p53 gene product bind MDM2 in warm ponds of p21.")
    assert len(doc._.gene_mentions) >= 3
    assert None not in [one["confidence"] for one in doc._.gene_mentions]
    assert len(doc._.columns) == len(doc)


def test_columns_that_were_lost_are_none_for_each_token(nlp):
    doc = nlp("Frogs bind MDM2 in warm ponds.")
    again = Doc.from_docs([doc])
    assert again._.columns == [None] * len(doc)
    assert again[0]._.column is None


# --- aligned citances -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def group(nlp):
    texts = ["Zork2 wakes sleeping frogs.", "Zork2 wakens frogs that sleep.", "Frogs are woken."]
    return nlp(join(texts, nlp=nlp, labels="zork"))


def classes(doc):
    return [
        [(member["text"], member["citance"]) for member in one["members"]]
        for one in doc._.citance_alignment.classes
    ]


@pytest.mark.parametrize("name", ["bytes", "copy", "pickle", "from_docs", "as_doc", "join"])
def test_alignments_are_the_same_after(group, name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = WHOLE[name](group)
    assert classes(group)
    assert classes(again) == classes(group)
    assert [t._.homology_classes for t in again] == [t._.homology_classes for t in group]


def test_alignments_of_docs_put_together_go_by_their_works(nlp, group):
    other = nlp(join(["Toads sleep.", "The toads slept."], nlp=nlp, labels="toad"))
    both = Doc.from_docs([nlp("A line before."), group, other, group])
    assert list(both._.citance_alignments) == ["zork", "toad", "zork (2)"]
    for name, one in both._.citance_alignments.items():
        own = other if name == "toad" else group
        texts = [record["text"] for record in own._.citance_alignment.citances]
        assert [record["text"] for record in one.citances] == texts
    tokens = [token._.homology_classes.get("toad") for token in both]
    first = tokens.index(next(one for one in tokens if one is not None))
    alone = [token._.homology_classes.get("toad") for token in other]
    assert tokens[first : first + len(alone)] == alone


def test_merged_tokens_have_the_class_of_their_first_aligned_word(nlp, group):
    doc = group.copy()
    before = {t.idx: t._.homology_class for t in doc}
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[2:4])
    assert classes(doc) == classes(group)
    after = {t.idx: t._.homology_class for t in doc}
    assert all(after[place] == before[place] for place in after if place != doc[2].idx)
    assert after[doc[2].idx] == before[group[2].idx] or before[group[3].idx]


def test_a_text_without_citances_has_no_user_data_of_alignments(nlp):
    doc = nlp("It is late.")
    assert not [key for key in doc.user_data if "alignment" in str(key)]
    assert doc._.citance_alignments == {}
    assert doc[0]._.homology_classes == {}
    assert doc[0]._.homology_class == 0


def test_grouped_citances_keep_their_marks(nlp):
    docs = [nlp("Frogs sleep [1]. They wake [1].")]
    (found,) = group_citances(docs)
    assert [one["text"] for one in found._.citations] == ["1", "1"]
    assert {one["style"] for one in found._.citations} == {"numbered"}


# --- several groups -------------------------------------------------------------------------------


def test_two_taggers_write_groups_of_their_own():
    nlp = spacy.blank("en")
    nlp.add_pipe("gene_mention_tagger", config={"weights": "shipped"})
    other = {"weights": "shipped", "guideline": "bc2gm", "spans_key": "mine", "begin_bias": 60.0}
    nlp.add_pipe("gene_mention_tagger", name="mine", config=other)
    doc = nlp("BRCA1 binds frogs.")
    (record,) = doc._.gene_mentions
    assert record["text"] == "BRCA1"
    assert len(doc._.mentions("mine")) != 1
    assert doc._.mentions("gene_mentions") == [record]
    assert doc._.mentions("none") is None
    (span,) = doc.spans["gene_mentions"]
    assert span._.confidence == record["confidence"]
    assert doc[1:2]._.confidence is None
    (scores,) = [list(group.attrs["scores"]) for group in [doc.spans["gene_mentions"]]]
    assert scores == [record["confidence"]]


def test_scores_are_those_of_the_group_that_is_written():
    nlp = spacy.blank("en")
    nlp.add_pipe("gene_mention_tagger", config={"weights": "shipped", "spans_key": "mine"})
    gold = nlp("BRCA1 binds frogs.")
    scores = nlp.evaluate([Example(nlp.make_doc(gold.text), gold)])
    assert scores["spans_mine_f"] == scores["gene_mentions_official_f"] == 1.0


def test_labels_are_explained():
    assert spacy.explain("GENE")
    assert spacy.explain("TERM")
