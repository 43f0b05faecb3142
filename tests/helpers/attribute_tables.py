"""All attributes of all ideas, for tests that read Docs whatever made them."""

from spacy_citalign.components.citances import attributes as citances
from spacy_citalign.components.citations import component as citations
from spacy_citalign.components.columns import attributes as columns
from spacy_citalign.components.genes import component as genes
from spacy_citalign.components.sentences import attributes as sentences
from spacy_citalign.components.tags import component as tags
from spacy_citalign.components.terms import component as terms


def install_all_extensions() -> None:
    """Install the attributes of every component."""
    for idea in (citances, citations, columns, genes, sentences, tags, terms):
        idea.install_extensions()
