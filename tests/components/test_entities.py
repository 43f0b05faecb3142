"""Gene mentions and terms as entities: what is none is outside, as entity rulers have it."""

import pytest
import spacy
from spacy.training import Example


@pytest.fixture(scope="module", params=["keep", "replace"])
def nlp(request):
    excluded = ["citance_aligner", "sentence_aligner", "propositional_term_extractor"]
    ents = {"components.gene_mention_tagger.ents": request.param}
    return spacy.load("spacy_citalign", exclude=excluded, config=ents)


@pytest.mark.slow
def test_what_is_no_gene_is_outside(nlp):
    doc = nlp("BRCA1 binds it.")
    assert [token.ent_iob_ for token in doc] == ["B", "O", "O", "O"]


def test_a_text_without_genes_has_been_looked_at(nlp):
    doc = nlp("No frog was seen.")
    assert doc.has_annotation("ENT_IOB")
    assert {token.ent_iob_ for token in doc} == {"O"}


def test_what_is_learned_from_it_knows_no_missing_words(nlp):
    text = "BRCA1 binds it."
    example = Example(nlp.make_doc(text), nlp(text))
    assert example.get_aligned_ner() == ["U-GENE", "O", "O", "O"]


def test_an_empty_text(nlp):
    assert list(nlp("").ents) == []
