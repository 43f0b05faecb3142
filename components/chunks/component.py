"""The component ``base_phrase_chunker``: noun phrases, verb groups and the like, none in another.

Roark's base phrase parser (section 5) as an averaged perceptron over tags and columns, and one by
conditional random fields with words; the algorithm is in ``spacy_citalign.chunks``.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.tokens import Doc

from ..columns.attributes import stored_columns
from ..doc_words import DocWords, tagged_words, word_offsets
from ..names import BASE_PHRASES
from ..settings import ModelSettings
from ..spans import set_character_spans
from ..trained import ModelPipe
from .attributes import install_noun_chunks

if TYPE_CHECKING:
    from ...chunks.chunker import Chunker
    from ...chunks.model import ChunkModel


TagSource = Literal["gold", "pipeline"]
"""Whose tags to train with: those of the references, or of the components before."""

_NO_REGION = -1


def chunker_words(doc: Doc) -> tuple[DocWords, list[str]]:
    """Return the words of a Doc and their tags.

    Raises:
        InputError: the Doc has words but no tags.
    """
    return tagged_words(doc, "the base phrase chunker")


def word_regions(doc: Doc, read: DocWords) -> NDArray[np.int64]:
    """Return the region of each word: (N,) int64, -1 of words that have none, or if no word has."""
    stored = stored_columns(doc)
    if stored is None:
        return np.full(len(read.places), _NO_REGION, dtype=np.int64)
    known = (_NO_REGION if region is None else region for region in stored.regions)
    return np.fromiter(known, np.int64, len(doc))[read.places]


Phrases = tuple[list[tuple[int, int]], list[str]]
"""Half-open characters of phrases, and their types."""


@dataclass(frozen=True)
class ChunkSettings(ModelSettings):
    """Settings of ``base_phrase_chunker``.

    Attributes:
        spans_key: the span group that is written; other components read ``base_phrases``.
    """

    spans_key: str = BASE_PHRASES


class BasePhraseChunker(
    ModelPipe["ChunkModel", "Chunker"],
    factory="base_phrase_chunker",
    settings=ChunkSettings,
    model="chunks.model.ChunkModel",
    scorer="citalign.ChunkScorer.v1",
    assigns=["doc.spans"],
    requires=["token.tag"],
    score_weights={"base_phrases_f": 1.0, "base_phrases_p": 0.0, "base_phrases_r": 0.0},
):
    """Sets ``doc.spans["base_phrases"]``, in order, with types such as NP and VP as labels.

    Reads tags, and sentences where boundaries are set; elsewhere a Doc is cut at full stops and
    line breaks. A model trained with columns reads those of ``column_tagger`` too; a Doc without
    is read as one where no word has a column. The noun phrases are ``doc.noun_chunks``, too.
    """

    def __init__(self, nlp: Language, name: str | None = None, **settings: Any):
        super().__init__(nlp, name, **settings)
        install_noun_chunks(nlp.vocab)

    @property
    def labels(self) -> tuple[str, ...]:
        """The types of phrases that the component knows; empty before training."""
        return () if self._model is None else self._model.types

    def predict(self, docs: list[Doc]) -> list[Phrases]:
        """Return the phrases of each Doc, leaving it as it is.

        Raises:
            InputError: a Doc has no tags.
        """
        chunker = self.fitted_runner()
        if not docs:
            return []
        words_and_tags = [chunker_words(doc) for doc in docs]
        regions = None
        if chunker.model.columns:
            regions = np.concatenate(
                [
                    word_regions(doc, words)
                    for doc, (words, _) in zip(docs, words_and_tags, strict=True)
                ]
            )
        chunks = chunker(
            [word for words, _ in words_and_tags for word in words.words],
            [tag for _, tags in words_and_tags for tag in tags],
            np.concatenate([words.lengths for words, _ in words_and_tags]),
            regions,
        )
        bounds = np.cumsum([0, *(len(tags) for _, tags in words_and_tags)])
        cuts = np.searchsorted(chunks.starts, bounds)
        phrases = []
        for number, (doc, (words, _)) in enumerate(zip(docs, words_and_tags, strict=True)):
            part = slice(cuts[number], cuts[number + 1])
            starts, ends = word_offsets(doc, words)
            firsts = starts[chunks.starts[part] - bounds[number]].tolist()
            lasts = ends[chunks.ends[part] - 1 - bounds[number]].tolist()
            labels = [self.labels[kind] for kind in chunks.types[part].tolist()]
            phrases.append((list(zip(firsts, lasts, strict=True)), labels))
        return phrases

    def set_annotations(self, docs: list[Doc], predictions: list[Phrases]) -> None:
        """Write the span groups."""
        for doc, (spans, labels) in zip(docs, predictions, strict=True):
            set_character_spans(doc, self.settings.spans_key, spans, labels)

    def make_runner(self, model: "ChunkModel") -> "Chunker":
        """Return the chunker of a model."""
        from ...chunks.chunker import Chunker

        return Chunker(model)
