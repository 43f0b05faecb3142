"""Corpus readers of pairs of texts with aligned sentences, for spaCy configs."""

from collections.abc import Iterator
from itertools import accumulate, chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from ...errors import warn
from ..base.names import SENTENCE_LINKS, TEXTS
from ..joining import join
from ..sentences.gold import copy_texts
from .gold_docs import Reader, at_most, files_to_train, set_sentence_starts, stored_corpus_reader

if TYPE_CHECKING:
    from ...corpora.text_pairs import AlignedTexts


@registry.readers("citalign.SentencePairs.v1")
def make_sentence_pair_reader(path: Path | list[Path] | None, limit: int = 0) -> Reader:
    """Make a reader of pairs of texts, a Doc for each.

    Both Docs of an Example have the two texts in ``doc.spans["texts"]``, a line each, and the
    sentence starts of the file; white space around sentences becomes one blank. References have the
    links or passages of the file in ``doc.user_data["sentence_links"]``. Pairs with a text of no
    sentences are left out. A CitalignWarning tells of pairs in another language than the pipeline.

    Args:
        path: a file in JSON Lines (see ``spacy_citalign.corpora.text_pairs``), or several.
        limit: read that many pairs at most; 0 reads all.

    Raises:
        InputError: no path was given; at reading, a file is missing or not in its format.
        SettingError: the limit is negative.
    """
    files = files_to_train(path, "pairs of texts", "train.jsonl", "dev.jsonl")
    max_count = at_most(limit)

    def read(nlp: Language) -> Iterator[Example]:
        from ...corpora.text_pairs import read_text_pairs

        pairs = chain.from_iterable(map(read_text_pairs, files))
        other_languages: set[str] = set()
        for pair in islice(pairs, max_count):
            if pair.lang not in {None, nlp.lang, *other_languages}:
                other_languages.add(str(pair.lang))
                warn(
                    f"pairs of language {pair.lang!r} are read into a pipeline of {nlp.lang!r}, "
                    "with its tokens and stems; read each language into a pipeline of its own"
                )
            if pair.first and pair.second:
                reference = pair_doc(nlp, pair)
                gold = _gold(pair)
                if gold is not None:
                    reference.user_data[SENTENCE_LINKS] = [gold]
                yield Example(pair_doc(nlp, pair), reference)

    return read


@registry.readers("citalign.SentenceCorpus.v1")
def make_sentence_corpus_reader(
    path: Path | None, spans_key: str = TEXTS, limit: int = 0
) -> Reader:
    """Make a reader of ``.spacy`` files whose Docs to be aligned get texts and sentences of gold.

    spaCy's own reader gives them bare, so that an aligner would find nothing to align. Files need
    the user data of their Docs, where the links are, as ``citalign convert`` stores it.

    Args:
        path: a file, or a folder of them.
        spans_key: the span group of the texts.
        limit: read that many Docs at most; 0 reads all.

    Raises:
        InputError: no path was given.
        SettingError: the limit is negative.
    """
    return stored_corpus_reader(path, limit, [spans_key], copy_texts)


def pair_doc(nlp: Language, pair: "AlignedTexts") -> Doc:
    """Return a Doc of two texts, none of them empty, with sentence starts and without gold."""
    texts = [[sentence.strip() for sentence in text] for text in (pair.first, pair.second)]
    doc = join([" ".join(sentences) for sentences in texts], nlp=nlp, key=TEXTS)
    # Behind each sentence is a blank, or the line break between the texts.
    ends = accumulate(len(sentence) + 1 for sentence in chain.from_iterable(texts))
    set_sentence_starts(doc, [0, *ends][:-1])
    return doc


def _gold(pair: "AlignedTexts") -> dict[str, Any] | None:
    if pair.links is not None:
        return {"texts": [0, 1], "links": [list(link) for link in pair.links]}
    if pair.passages is not None:
        passages = [[list(rows), list(columns)] for rows, columns in pair.passages]
        return {"texts": [0, 1], "passages": passages}
    return None
