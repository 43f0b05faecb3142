"""The attributes of all components at once, for programs that read Docs and annotate none."""

from spacy.vocab import Vocab

from .chunks.component import install_noun_chunks
from .citances.attributes import install_extensions as of_alignments
from .citations.citing import install_extensions as of_citations
from .columns.attributes import install_extensions as of_columns
from .evidence.attributes import install_extensions as of_evidence
from .gene_ids.attributes import install_extensions as of_gene_ids
from .genes.attributes import install_extensions as of_genes
from .sentences.attributes import install_extensions as of_sentences
from .tags.component import install_extensions as of_tags
from .terms.attributes import install_extensions as of_terms


def install_extensions(vocab: Vocab | None = None) -> None:
    """Install what is read as ``doc._.gene_mentions`` and the like.

    Components do that when they are made; a program that reads files of Docs calls this.

    Args:
        vocab: its Docs that are made or read from now on have base phrases as ``doc.noun_chunks``,
            but those with a parse.
    """
    for install in (
        of_alignments,
        of_citations,
        of_columns,
        of_evidence,
        of_gene_ids,
        of_genes,
        of_sentences,
        of_tags,
        of_terms,
    ):
        install()
    if vocab is not None:
        install_noun_chunks(vocab)
