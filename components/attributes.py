"""The attributes of all components at once, for programs that read Docs and annotate none."""

from spacy.vocab import Vocab

from . import chunks, citations, evidence, genes, tags, term_texts
from .base import doc_columns
from .citances import attributes as citances
from .gene_ids import attributes as gene_ids
from .sentences import attributes as sentences

_IDEAS = (citances, citations, doc_columns, evidence, gene_ids, genes, sentences, tags, term_texts)


def install_extensions(vocab: Vocab | None = None) -> None:
    """Install what is read as ``doc._.gene_mentions`` and the like.

    Components do that when they are made; a program that reads files of Docs calls this.

    Args:
        vocab: its Docs that are made or read from now on have base phrases as ``doc.noun_chunks``,
            but those with a parse.
    """
    for idea in _IDEAS:
        idea.install_extensions()
    if vocab is not None:
        chunks.install_noun_chunks(vocab)
