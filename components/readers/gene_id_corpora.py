"""Corpus readers of gene mentions with ids, for spaCy configs."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..base.names import GENE_LABEL, GENE_MENTIONS, JOINED
from ..base.spans import set_character_spans
from .gold_docs import Reader, required, stored_corpus_reader

if TYPE_CHECKING:
    from ...corpora.concepts import ConceptDocument


@registry.readers("citalign.GeneIds.v1")
def make_gene_id_reader(
    path: Path | list[Path] | None,
    part: Literal["train", "test"] | None = None,
    mentions: bool = True,
) -> Reader:
    """Make a reader of abstracts with gene mentions and their ids, a Doc for each.

    References have the mentions in ``doc.spans["gene_mentions"]``, those of one gene or more with
    their ids of NCBI Gene as ``kb_id_``, joined by ";"; families without.

    Args:
        path: a file in JSON Lines (see ``spacy_citalign.corpora.concepts``), or several; an
            abstract that several have is read from the first of them.
        part: ``"test"`` for the fifth of the abstracts that is held out, by the MD5 of the PMID;
            ``"train"`` for the others; None for all.
        mentions: whether the Docs to be annotated get the mentions without ids; else a component
            before has to find them.

    Raises, at reading:
        InputError: no path was given, or a file is missing or not in its format.
        SettingError: the part is unknown or empty.
    """

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.gene_gold import read_gene_ids

        paths = required(path or None, "abstracts with ids of genes")
        for document in read_gene_ids(paths, part=part):
            yield _example(nlp, document, mentions)

    return read


@registry.readers("citalign.GeneIdCorpus.v1")
def make_gene_id_corpus_reader(
    path: Path | None, spans_key: str = GENE_MENTIONS, limit: int = 0
) -> Reader:
    """Make a reader of ``.spacy`` files whose Docs to be annotated get the mentions, without ids.

    spaCy's own reader gives them bare, so that there would be nothing to give ids to.

    Args:
        path: a file, or a folder of them.
        spans_key: the span group of the mentions.
        limit: read that many Docs at most; 0 reads all.

    Raises:
        InputError: no path was given.
        SettingError: the limit is negative.
    """
    return stored_corpus_reader(path, limit, [spans_key])


def set_gold(doc: Doc, mentions: list[tuple[int, int]], ids: list[str]) -> None:
    """Put gold mentions with their ids onto a Doc.

    Args:
        doc: gets them.
        mentions: half-open characters.
        ids: of each, joined by ";"; "" for none.
    """
    set_character_spans(doc, GENE_MENTIONS, mentions, GENE_LABEL, kb_ids=ids)


def _example(nlp: Language, document: "ConceptDocument", mentions: bool) -> Example:
    reference, predicted = nlp.make_doc(document.text), nlp.make_doc(document.text)
    spans = [(mention.start, mention.end) for mention in document.mentions]
    set_gold(reference, spans, [JOINED.join(mention.ids) for mention in document.mentions])
    if mentions:
        set_character_spans(predicted, GENE_MENTIONS, spans, GENE_LABEL)
    return Example(predicted, reference)
