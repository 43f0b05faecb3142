"""A corpus reader of chunked sentences, for spaCy configs.

References have gold words, Penn tags and the phrases of ``doc.spans["base_phrases"]``.
"""

from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ..names import BASE_PHRASES
from ..treebank import at_most, required, set_word_spans, treebank_doc, without_annotations

if TYPE_CHECKING:
    from ...corpora.conll_chunks import ChunkedSentence

# CoNLL-2000 writes these as the tagger of Brill does, the Penn Treebank otherwise.
_BRACKET_TAGS = {"(": "-LRB-", ")": "-RRB-"}


@registry.readers("citalign.ChunkCoNLL.v1")
def make_chunk_conll_reader(
    path: Path | list[Path] | None, limit: int = 0
) -> Callable[[Language], Iterator[Example]]:
    """Make a reader of chunked sentences in the format of CoNLL-2000, a Doc for each.

    The text is written from the words with natural spacing. Both Docs of an Example have the words
    and tags of the file, with brackets and their tags as in ``citalign.PennTrees.v1``, and are one
    sentence; references have the chunks in ``doc.spans["base_phrases"]``.

    Args:
        path: a file, or several, or none.
        limit: read that many sentences at most; 0 reads all.

    Raises, at reading:
        InputError: no path was given, or a file is missing or not in its format.
        SettingError: the limit is negative.
    """
    files = [Path(path)] if isinstance(path, str | Path) else list(path or ())

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.conll_chunks import read_conll_chunks

        required(path, "chunked sentences")
        sentences = chain.from_iterable(map(read_conll_chunks, files))
        for sentence in islice(sentences, at_most(limit)):
            reference = _chunk_doc(nlp, sentence)
            yield Example(without_annotations(reference, tags=True, sentences=True), reference)

    return read


def _chunk_doc(nlp: Language, sentence: "ChunkedSentence") -> Doc:
    from ...corpora.penn_trees import unescape
    from ...corpora.tree_documents import tagged_text

    words = [unescape(word) for word in sentence.words]
    tags = [_BRACKET_TAGS.get(tag, tag) for tag in sentence.tags]
    document = tagged_text("", words, tags)
    doc = treebank_doc(nlp.vocab, document)
    set_word_spans(doc, BASE_PHRASES, sentence.chunks, document)
    return doc
