"""Other people's key phrases, which read lemmas and noun chunks; skipped where they are missing."""

import pytest
import spacy

TEXT = (
    "Newts remove damaged eggs from ponds. A newt that lacks damaged eggs is rare, and one damaged "
    "egg makes a pond murky. Frogs in the pond avoid the newt. Murky ponds kill frogs."
)
READ = [
    "sentence_boundary_detector",
    "perceptron_tagger",
    "suffix_lemmatizer",
    "column_tagger",
    "base_phrase_chunker",
]


def pipeline(*without):
    return spacy.load("spacy_citalign", enable=[name for name in READ if name not in without])


def test_pytextrank_counts_the_forms_of_a_word_together():
    pytest.importorskip("pytextrank")
    nlp = pipeline()
    nlp.add_pipe("textrank")
    doc = nlp(TEXT)
    counted = {node.lemma for node in doc._.textrank.lemma_graph.nodes}
    assert {"newt", "pond", "egg", "remove"} <= counted
    assert not {"newts", "ponds", "eggs", "Newts", "Frogs", ""} & counted
    assert doc._.phrases[0].text in {"damaged eggs", "one damaged egg"}


def test_pytextrank_reads_merged_tokens():
    pytest.importorskip("pytextrank")
    nlp = spacy.load("spacy_citalign", config={"components.gene_mention_tagger.ents": "keep"})
    nlp.add_pipe("merge_entities")
    nlp.add_pipe("textrank")
    doc = nlp(
        "Heat shock protein 70 (HSP70) binds MDM2 in pond frogs. HSP70 was high in pond frogs."
    )
    phrases = {phrase.text for phrase in doc._.phrases}
    assert {"pond frogs", "HSP70"} <= phrases


def test_textacy_gathers_the_forms_of_a_word():
    pytest.importorskip("textacy")
    from textacy.extract import noun_chunks
    from textacy.extract.keyterms import textrank

    doc = pipeline()(TEXT)
    assert "damaged eggs" in [chunk.text for chunk in noun_chunks(doc)]
    terms = [term for term, _ in textrank(doc, normalize="lemma", topn=5)]
    assert "egg" in " ".join(terms).split()
    assert "eggs" not in " ".join(terms).split()
