"""Corpus readers for spaCy configs: published files in, Examples out."""

from collections.abc import Callable, Iterator
from pathlib import Path

from spacy.language import Language
from spacy.training import Example
from spacy.util import registry

from ..errors import InputError
from .attributes import GENE_MENTIONS
from .spans import GENE_ALTERNATIVES, GENE_LABEL, set_character_spans


@registry.readers("citalign.BC2GM.v1")
def make_bc2gm_reader(path: Path | None, limit: int = 0) -> Callable[[Language], Iterator[Example]]:
    """Make a reader of BioCreative II gene mention files.

    Args:
        path: the sentences (``train.in``) or the files' common prefix (``train``); the files
            ``.GENE.eval`` and ``.ALTGENE.eval`` are found beside it.
        limit: read that many sentences at most; 0 reads all.

    Raises:
        InputError: no path was given; at reading, a file is missing or not in its format.
    """
    if path is None:
        raise InputError(
            "no path to the BC2GM files was given; add --paths.train FOLDER/train.in "
            "--paths.dev FOLDER/train.in"
        )

    def read(nlp: Language) -> Iterator[Example]:
        from ..corpora.bc2gm import bc2gm_files, read_bc2gm

        for number, sentence in enumerate(read_bc2gm(*bc2gm_files(path))):
            if limit and number >= limit:
                break
            reference = nlp.make_doc(sentence.text)
            set_character_spans(reference, GENE_MENTIONS, sentence.mentions, GENE_LABEL)
            set_character_spans(reference, GENE_ALTERNATIVES, sentence.alternatives, GENE_LABEL)
            yield Example(nlp.make_doc(sentence.text), reference)

    return read
