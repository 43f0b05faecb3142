"""The shipped guideline `mention` at the beginning of sentences, and beside variants."""

import pytest
import spacy


@pytest.fixture(scope="module")
def nlp():
    nlp = spacy.load("spacy_citalign", enable=["sentence_boundary_detector", "gene_mention_tagger"])
    nlp.get_pipe("gene_mention_tagger").override_settings(guideline="mention")
    return nlp


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("In mice Fgf10 is secreted.", ["Fgf10"]),
        ("In mice, Fgf10 is secreted.", ["Fgf10"]),
        ("Mice lacking Fgf10 die.", ["Fgf10"]),
        ("Mutations of TREX1 (D201ins) were found.", ["TREX1"]),
    ],
)
def test_names_are_found_and_variants_are_not(nlp, text, names):
    assert [mention["text"] for mention in nlp(text)._.gene_mentions] == names
