"""Attributes by both of their names, and those that somebody else has installed."""

import subprocess
import sys

import pytest
import spacy
from spacy.tokens import Doc, Token

from spacy_citalign import install_extensions
from spacy_citalign.components.base.extensions import install_getters
from spacy_citalign.errors import CitalignWarning


def read_frogs(doc):
    return doc.text.count("frog")


def others(doc):
    return "of somebody else"


@pytest.fixture
def names():
    yield ["pond_frogs"]
    for name in ("pond_frogs", "citalign_pond_frogs"):
        if Doc.has_extension(name):
            Doc.remove_extension(name)


def test_an_attribute_has_two_names(names):
    install_getters(Doc, pond_frogs=read_frogs)
    install_getters(Doc, pond_frogs=read_frogs)
    doc = spacy.blank("en")("A frog.")
    assert doc._.pond_frogs == doc._.citalign_pond_frogs == 1


def test_an_attribute_of_somebody_else_is_told_and_ours_is_there(names):
    Doc.set_extension("pond_frogs", getter=others)
    with pytest.warns(
        CitalignWarning, match=r"doc\._\.pond_frogs .* read doc\._\.citalign_pond_fr"
    ):
        install_getters(Doc, pond_frogs=read_frogs)
    install_getters(Doc, pond_frogs=read_frogs)  # said once
    doc = spacy.blank("en")("A frog.")
    assert doc._.pond_frogs == "of somebody else"
    assert doc._.citalign_pond_frogs == 1


@pytest.mark.slow
def test_a_program_that_reads_docs_installs_all():
    code = (
        "import spacy, spacy_citalign\n"
        "spacy_citalign.install_extensions()\n"
        "doc = spacy.blank('en')('Frogs.')\n"
        "print(doc._.gene_mentions, doc._.citalign_columns, doc[0]._.stem)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["None", "None", "frog"]
    install_extensions()
    assert Token.has_extension("citalign_homology_class")
