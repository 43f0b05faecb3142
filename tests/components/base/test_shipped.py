"""The pipeline that ships: that it needs nothing else, and knows what the README says it knows."""

import hashlib
import socket
import subprocess
import sys

import pytest
import spacy

import spacy_citalign
from spacy_citalign.chunks.model import ChunkModel
from spacy_citalign.citances.model import AlignmentModel
from spacy_citalign.components.base import shipped
from spacy_citalign.components.base.shipped import shipped_model
from spacy_citalign.components.tokenizer import scientific_tokenizer
from spacy_citalign.errors import CitalignWarning, ModelFileError
from spacy_citalign.genes.features import uses
from spacy_citalign.genes.model import GeneModel
from spacy_citalign.terms.domains import TermModels

TEXT = "Cln3+/- mice weren't non-obese [3,4]. We saw that Chk1 is needed for repair."


@pytest.fixture(scope="module")
def nlp():
    return spacy.load("spacy_citalign")


def test_it_is_found_and_reads_without_a_network(monkeypatch):
    def refused(*args, **kwargs):
        raise AssertionError("a connection was asked for")

    monkeypatch.setattr(socket, "socket", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    doc = spacy.load("spacy_citalign")(TEXT)
    assert [mention["text"] for mention in doc._.gene_mentions] == ["Cln3", "Chk1"]


def test_genes_are_names_alone_unless_another_guideline_is_named(nlp):
    text = "The human EIF2C1 gene was silent."
    blank = spacy.blank("en")
    own = blank.add_pipe("gene_mention_tagger", config={"weights": "shipped"})
    assert own.guidelines == nlp.get_pipe("gene_mention_tagger").guidelines
    assert own.guidelines == ("mention", "bc2gm", "craft")
    for pipeline in (nlp, blank):
        assert [one["text"] for one in pipeline(text)._.gene_mentions] == ["EIF2C1"]
    own.override_settings(guideline="bc2gm")
    wide = {"components.gene_mention_tagger.guideline": "bc2gm"}
    for pipeline in (blank, spacy.load("spacy_citalign", config=wide)):
        assert [one["text"] for one in pipeline(text)._.gene_mentions] == ["human EIF2C1 gene"]
    own.override_settings(guideline=None)
    assert [one["text"] for one in blank(text)._.gene_mentions] == ["EIF2C1"]


def test_what_shipped_in_a_former_format_gives_way_to_what_ships_now(monkeypatch, tmp_path, nlp):
    former = b"CITALIGN\x00of a former format"
    digest = hashlib.sha256(former).hexdigest()
    own = spacy.blank("en").add_pipe("gene_normalizer")
    with pytest.raises(ModelFileError):
        own.from_bytes(former)
    monkeypatch.setitem(shipped.FORMER_MODELS, digest, "0.2.0")
    (tmp_path / "model").write_bytes(former)
    for read in (lambda: own.from_bytes(former), lambda: own.from_disk(tmp_path)):
        with pytest.warns(CitalignWarning, match="gene_normalizer: .* shipped with 0.2.0"):
            read()
        assert own.model_digest() == nlp.get_pipe("gene_normalizer").model_digest()


@pytest.mark.slow
def test_components_can_be_left_out(nlp):
    left_out = "propositional_term_extractor"
    smaller = spacy.load("spacy_citalign", exclude=[left_out])
    assert smaller.pipe_names == [name for name in nlp.pipe_names if name != left_out]
    assert smaller(TEXT)._.gene_mentions == nlp(TEXT)._.gene_mentions
    assert spacy.load("spacy_citalign", disable=[left_out]).disabled == [left_out]


def test_words_are_those_of_the_scientific_tokenizer(nlp):
    plain = spacy.blank("en")
    plain.tokenizer = scientific_tokenizer(plain.vocab)
    assert [token.text for token in nlp(TEXT)] == [token.text for token in plain(TEXT)]


def test_joined_citances_stay_apart(nlp):
    """Sentence starts that are set already are kept, so the second text begins a sentence."""
    assert nlp.get_pipe("sentence_boundary_detector").overwrite is False
    joined = spacy_citalign.join(["Chk1 is needed by", "cells without Chk2 died"], nlp=nlp)
    doc = nlp(joined)
    assert [sentence.text.strip() for sentence in doc.sents] == [
        citance.text for citance in doc.spans["citances"]
    ]


def test_what_ships_is_what_the_readme_says():
    genes = GeneModel.from_bytes(shipped_model("gene_mention_tagger"))
    assert genes.features == "extended+clusters+related"
    assert None not in (genes.knowledge.related, genes.knowledge.clusters)
    assert not uses(genes.features, "pos")
    assert genes.dictionary is None
    assert not ChunkModel.from_bytes(shipped_model("base_phrase_chunker")).columns
    terms = TermModels.from_bytes(shipped_model("propositional_term_extractor"))
    assert set(terms.domains.names) == {"computing", "biomedicine"}
    aligner = AlignmentModel.from_bytes(shipped_model("citance_aligner"))
    assert None not in (aligner.units, aligner.schwartz, aligner.confidence)
    known = aligner.resources
    assert None not in (known.background, known.vectors)
    assert len({entry.source for entry in known.thesaurus.entries}) >= 5
    assert known.lexicon is None


def test_sentences_are_compared_by_their_wording(nlp):
    first = "Rain fell in May. The new drug helped the old men. Birds left early."
    second = "In May rain fell. The new drug did not help the old men. The birds left early."
    doc = nlp(spacy_citalign.join([first, second], nlp=nlp, key="texts"))
    assert [link["sentences"] for link in doc._.sentence_alignment] == [[0, 0], [1, 1], [2, 2]]


@pytest.mark.slow
def test_loading_leaves_out_what_is_not_needed_yet():
    code = "import sys, spacy; spacy.load('spacy_citalign'); print('scipy.sparse' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["False"]
