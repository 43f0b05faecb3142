"""What has to hold of any annotated Doc, and which component sets what."""

import math
from itertools import pairwise

from spacy_citalign import install_extensions
from spacy_citalign.checks.plain import plain_doc

install_extensions()

# What each component sets, by the names of ``plain_doc``; of span groups and user data by keys.
SETS = {
    "base_phrase_chunker": {"doc.spans": ["base_phrases"]},
    "citance_finder": {
        "doc.spans": ["citances", "citations", "citation_scopes"],
        "span._.citalign_citations": [],
    },
    "citance_aligner": {"doc.spans": ["homologs"], "span._.citalign_citance_alignments": []},
    "column_tagger": {"doc.spans": ["columns"]},
    "evidence_ranker": {"doc.spans": ["evidence"], "span._.citalign_evidence": []},
    "gene_mention_tagger": {
        "doc.spans": ["gene_mentions"],
        "span._.citalign_gene_mentions": [],
    },
    "gene_normalizer": {
        "doc.spans": ["gene_mentions", "species"],
        "span._.citalign_gene_mentions": [],
        "span._.citalign_species": [],
    },
    "perceptron_tagger": {"token.tag": [], "token.pos": []},
    "propositional_term_extractor": {
        "doc.spans": ["propositional_terms"],
        "span._.citalign_propositional_terms": [],
    },
    "sentence_aligner": {
        "doc.spans": ["aligned_sentences"],
        "span._.citalign_aligned_sentences": [],
    },
    "sentence_boundary_detector": {"token.is_sent_start": []},
    "suffix_lemmatizer": {"token.lemma": []},
}
ENTITIES = {"doc.ents": [], "token.ent_iob": []}  # of those that are told to write them
ATTRIBUTES = (
    "gene_mentions",
    "propositional_terms",
    "ranked_propositional_terms",
    "citations",
    "columns",
    "citance_alignments",
    "citance_alignment",
    "differing_citances",
    "odd_citances",
    "sentence_alignment",
    "evidence",
)
TOKEN_ATTRIBUTES = ("stem", "column", "column_region", "homology_class", "homology_classes")


def read_all(doc):
    """Read every attribute of this package; none of them may raise."""
    found = {name: getattr(doc._, name) for name in ATTRIBUTES}
    for token in doc:
        for name in TOKEN_ATTRIBUTES:
            getattr(token._, name)
    if len(doc):
        found["aligned_sentences"] = doc[:]._.aligned_sentences
        found["span_evidence"] = doc[:]._.evidence
    return found


def rest(doc, factory, *, ents=False):
    """Return all that stands on a Doc but what the component sets, as plain values."""
    found = plain_doc(doc)
    for name, keys in (SETS[factory] | (ENTITIES if ents else {})).items():
        if not keys:
            found.pop(name, None)
        for key in keys:
            found.get(name, {}).pop(key, None)
    return {name: value for name, value in found.items() if value != {}}


def said(doc, factory):
    """Return what the component has set on a Doc, as plain values."""
    found = plain_doc(doc)
    return {
        name: {key: found[name].get(key) for key in keys} if keys else found[name]
        for name, keys in SETS[factory].items()
        if name in found
    }


def assert_exact(doc, keys):
    """Hold of the span groups that offsets are exact, and that confidences are such."""
    text = doc.text
    for key in keys:
        group = doc.spans[key]
        sure = group.attrs.get("confidence", [])
        assert all(0 <= value <= 1 for value in sure), (key, sure)
        starts, ends = (
            group.attrs.get(name, [getattr(span, name) for span in group])
            for name in ("start_char", "end_char")
        )
        for span, start, end in zip(group, starts, ends, strict=True):
            assert 0 <= span.start < span.end <= len(doc)
            assert span.start_char <= start < end <= span.end_char <= len(text)


def assert_records(text, records):
    """Hold of records that they say what stands in the text."""
    for record in records:
        start, end = record["start_char"], record["end_char"]
        assert text[start:end] == record["text"] != ""
        assert 0 <= record.get("confidence", 0) <= 1
        assert math.isfinite(record.get("cohesion", 0))


def assert_alignments(doc):
    """Hold of aligned citances that offsets are exact, and that what is sure is so from 0 to 1."""
    for alignment in doc._.citance_alignments.values():
        for citance in alignment.citances:  # which may be empty
            assert doc.text[citance["start_char"] : citance["end_char"]] == citance["text"]
        assert 0 <= alignment.expected_ama <= 1
        for one in alignment.classes:
            assert 0 <= one["confidence"] <= 1
            assert_records(doc.text, one["members"])
            assert len({member["citance"] for member in one["members"]}) > 1
        for link in alignment.links(0, len(alignment.citances) - 1):
            assert 0 <= link["confidence"] <= 1


def assert_links(doc):
    """Hold of links of sentences that they are exact, and that what is sure is so from 0 to 1."""
    for link in doc._.sentence_alignment or ():
        assert 0 <= link["probability"] <= 1
        assert link["texts"][0] < link["texts"][1]
        assert_records(doc.text, (link["first"], link["second"]))


def assert_evidence(doc):
    """Hold of evidence that places are exact, and that what is likelier comes first."""
    for record in doc._.evidence or ():
        assert_records(doc.text, [record, *record["evidence"]])
        sure = [one["probability"] for one in record["evidence"]]
        assert sure == sorted(sure, reverse=True)
        assert all(0 <= probability <= 1 for probability in sure)


def assert_columns(doc):
    """Hold of columns that they ascend in a sentence, and that regions do not fall."""
    for span in doc.spans["columns"]:
        columns = [token._.column for token in span if token._.column is not None]
        regions = [token._.column_region for token in span if token._.column is not None]
        assert all(one < other for one, other in pairwise(columns))
        assert all(one <= other for one, other in pairwise(regions))
        assert bool(columns) == (span.label_ == "ALIGNED")


def assert_tags(doc):
    """Hold of tags that every token has one, white space that of white space."""
    assert all(token.tag_ and (token.tag_ == "_SP") == token.is_space for token in doc)


def assert_lemmas(doc):
    """Hold of lemmas that every token has one, white space itself."""
    assert all(token.lemma_ == token.text if token.is_space else token.lemma_ for token in doc)


MORE = {
    "citance_aligner": assert_alignments,
    "column_tagger": assert_columns,
    "evidence_ranker": assert_evidence,
    "perceptron_tagger": assert_tags,
    "sentence_aligner": assert_links,
    "suffix_lemmatizer": assert_lemmas,
}
