"""The component ``base_phrase_chunker``: noun phrases, verb groups and the like, none in another.

Roark's base phrase parser (section 5) as an averaged perceptron over tags and columns, and one by
conditional random fields with words; the algorithm is in ``spacy_citalign.chunks``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.training import Example
from spacy.util import registry
from spacy.vocab import Vocab

from ..errors import SettingError
from ..words.settings import check_flag, check_group
from .base.names import BASE_PHRASES
from .base.pipes import register
from .base.settings import ModelSettings, build
from .base.spans import labelled_spans, prf, span_scores
from .base.trained import ModelPipe
from .base.training import run_earlier

if TYPE_CHECKING:
    from ..chunks.model import Chunker, ChunkModel  # noqa: F401 - of the class below
    from ..chunks.scoring import Chunk


Phrases = tuple[list[tuple[int, int]], list[str]]
"""Half-open characters of phrases, and their types."""


@dataclass(frozen=True)
class ChunkSettings(ModelSettings):
    """Settings of ``base_phrase_chunker``.

    Attributes:
        spans_key: the span group that is written; other components read ``base_phrases``.
        noun_chunks: whether the noun phrases of ``base_phrases`` are ``doc.noun_chunks``: None
            where the Doc has no parse, whose noun chunks stay as they are otherwise; True with a
            parse, too; False never.
    """

    spans_key: str = BASE_PHRASES
    noun_chunks: bool | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_group("spans_key", self.spans_key)
        if self.noun_chunks is not None:
            check_flag("noun_chunks", self.noun_chunks)
            if self.spans_key != BASE_PHRASES:
                raise SettingError(
                    f"noun_chunks is {self.noun_chunks!r} and spans_key {self.spans_key!r}; noun "
                    f"chunks are read from {BASE_PHRASES!r}: leave out one of the two settings"
                )


@register(
    "base_phrase_chunker",
    settings=ChunkSettings,
    scorer="citalign.ChunkScorer.v1",
    assigns=["doc.spans"],
    requires=["token.tag"],
    score_weights={"base_phrases_f": 1.0, "base_phrases_p": 0.0, "base_phrases_r": 0.0},
)
class BasePhraseChunker(ModelPipe["ChunkModel", "Chunker"]):
    """Sets ``doc.spans["base_phrases"]``, in order, with types such as NP and VP as labels.

    Reads tags, and sentences where boundaries are set; elsewhere a Doc is cut at full stops and
    line breaks. A model trained with columns reads those of ``column_tagger`` too; a Doc without
    is read as one where no word has a column. The noun phrases are ``doc.noun_chunks``, too, where
    no parser has set any.
    """

    model_type = "chunks.model:ChunkModel"
    runner_type = "chunks.model:Chunker"

    def __init__(self, nlp: Language, name: str | None = None, **settings: Any):
        super().__init__(nlp, name, **settings)
        install_noun_chunks(nlp.vocab)

    @property
    def labels(self) -> tuple[str, ...]:
        """The types of phrases that the component knows; empty before training."""
        return () if not self.fitted else self.fitted_model().types

    def predict(self, docs: list[Doc]) -> list[Phrases]:
        """Return the phrases of each Doc, leaving it as it is.

        None goes on over a bracket that is open in it.

        Raises:
            InputError: a Doc has no tags.
        """
        from ..chunks.labels import cut_at_brackets
        from .base.doc_columns import word_regions
        from .base.doc_words import tagged_batch, word_offsets

        chunker = self.fitted_runner()
        if not docs:
            return []
        read, tags, lengths = tagged_batch(docs, "the base phrase chunker")
        regions = None
        if chunker.model.columns:
            places = [words.places for words in read]
            regions = np.concatenate(list(map(word_regions, docs, places)))
        every_word = [word for words in read for word in words.words]
        chunks = cut_at_brackets(chunker(every_word, tags, lengths, regions), every_word)
        bounds = np.cumsum([0, *(len(words.places) for words in read)])
        cuts = np.searchsorted(chunks.starts, bounds)
        phrases = []
        for number, (doc, words) in enumerate(zip(docs, read, strict=True)):
            part = slice(cuts[number], cuts[number + 1])
            starts, ends = word_offsets(doc, words)
            firsts = starts[chunks.starts[part] - bounds[number]].tolist()
            lasts = ends[chunks.ends[part] - 1 - bounds[number]].tolist()
            labels = [self.labels[kind] for kind in chunks.types[part].tolist()]
            phrases.append((list(zip(firsts, lasts, strict=True)), labels))
        return phrases

    def set_annotations(self, docs: list[Doc], predictions: list[Phrases]) -> None:
        """Write the span groups."""
        from .base.spans import set_character_spans

        for doc, (spans, labels) in zip(docs, predictions, strict=True):
            set_character_spans(doc, self.settings.spans_key, spans, labels)
            if self.settings.noun_chunks is not None:
                group = doc.spans[self.settings.spans_key]
                group.attrs[_AS_NOUN_CHUNKS] = self.settings.noun_chunks

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        features: str | None = "words",
        columns: bool | None = False,
        encodings: list[str] | None = ["iob2", "ioe2"],
        cutoff: int | None = 2,
        folds: int | None = 10,
        algorithm: str | None = "lbfgs",
        crf: Mapping[str, object] | None = {"c2": 0.4, "max_iterations": 80},
        prune: float | None = 0.7,
        tags: str | None = "gold",
    ) -> None:
        """Train on ``doc.spans["base_phrases"]`` of the references, or keep the shipped weights.

        None stands for the default.

        Args:
            get_examples: gives the Examples.
            nlp: the pipeline that the component is in.
            features: the set of features: ``words``, or ``tags`` for the paper's.
            columns: whether regions of columns are features too.
            encodings: of ``ENCODINGS``; a CRF is trained for each. The paper has ``iob2`` alone.
            cutoff: how many words must have a feature for it to be used.
            folds: parts of the corpus, by document, for the jackknife of the learned lexicon.
            algorithm, crf: what sklearn-crfsuite trains with; ``ap`` is the averaged perceptron of
                the paper.
            prune: share of the smallest weights to drop.
            tags: ``"gold"`` trains with the tags of the references, ``"pipeline"`` with those that
                the components before this one set. Columns are always theirs.

        Raises:
            InputError: the examples have no phrases, no tags, or no columns where these are wanted.
            SettingError: a setting is unknown.
        """
        arguments = locals()
        if self.needs_training(nlp):
            from ..chunks.training import TrainingSettings, train
            from .chunk_training import phrased_sentences

            settings = build(TrainingSettings, arguments)
            sentences = phrased_sentences(
                get_examples(),
                partial(run_earlier, nlp, self.name),
                tags="gold" if tags is None else tags,
                columns=settings.columns,
            )
            self.use(train(sentences, settings))


_NOUN_PHRASE = "NP"
_AS_NOUN_CHUNKS = "noun_chunks"  # of the group's attrs: whether its noun phrases are noun chunks
_Chunk = tuple[int, int, int]
_Chunks = Callable[[Doc | Span], Iterator[_Chunk]]


def noun_phrases(text: Doc | Span, original: _Chunks | None = None) -> Iterator[_Chunk]:
    """Yield first token, end and label of each noun phrase, as ``vocab.get_noun_chunks`` does.

    They are the base phrases NP, pronouns and determiners included, as in spaCy's own noun chunks,
    of a Doc that has such and no parse, else those of its language, which go by the parse. The Doc
    alone says which, and not the vocabulary that it was read with. Phrases that were merged into
    one token, even in part, are one.

    Args:
        text: a Doc, or a Span: phrases that lie in it.
        original: finds the noun chunks of the language, if it has any.

    Raises:
        NotImplementedError: the Doc has no base phrases, or a parse, and its language no noun
            chunks.
        ValueError: the original reads a parse that is not there.
    """
    from .base.span_groups import held_spans

    doc = text.doc
    if not _are_noun_chunks(doc):
        if original is None:
            raise NotImplementedError(
                "the Doc has no base phrases, or has a parse, and its language has no noun chunks; "
                "put base_phrase_chunker into the pipeline, and beside a parser set its "
                "noun_chunks = true"
            )
        yield from original(text)
        return
    first, end = (text.start, text.end) if isinstance(text, Span) else (0, len(doc))
    label = doc.vocab.strings.add(_NOUN_PHRASE)
    held = [(s.start, s.end) for s in held_spans(doc, BASE_PHRASES) if s.label == label]
    chunks: list[tuple[int, int]] = []
    for start, stop in sorted(held):
        if chunks and start < chunks[-1][1]:
            chunks[-1] = chunks[-1][0], max(stop, chunks[-1][1])
        else:
            chunks.append((start, stop))
    for start, stop in chunks:
        if first <= start and stop <= end:
            yield start, stop, label


def _are_noun_chunks(doc: Doc) -> bool:
    """Whether the base phrases of a Doc are its noun chunks."""
    if BASE_PHRASES not in doc.spans:
        return False
    chosen = doc.spans[BASE_PHRASES].attrs.get(_AS_NOUN_CHUNKS)
    if isinstance(chosen, bool):
        return chosen
    return not len(doc) or not doc.has_annotation("DEP")


def install_noun_chunks(vocab: Vocab) -> None:
    """Let Docs of a vocabulary that are made from now on have noun phrases as noun chunks.

    Those that have a parse keep its noun chunks: see ``noun_phrases``.
    """
    original: Any = vocab.get_noun_chunks
    if not (isinstance(original, partial) and original.func is noun_phrases):
        chunks: Any = partial(noun_phrases, original=original)
        vocab.get_noun_chunks = chunks


@registry.scorers("citalign.ChunkScorer.v1")
def make_chunk_scorer(spans_key: str = BASE_PHRASES) -> Callable:
    """Make a scorer of base phrases, as CoNLL-2000 counts them: by first and last word and type.

    It returns ``base_phrases_p/r/f`` (0..1) and ``base_phrases_per_type``, the same three as ``p``,
    ``r`` and ``f`` by type; all are None where no example has gold phrases.
    ``spans_base_phrases_p/r/f`` are spaCy's.
    """
    return partial(score_base_phrases, spans_key=spans_key)


def score_base_phrases(
    examples: Iterable[Example], *, spans_key: str = BASE_PHRASES, **_: Any
) -> dict[str, Any]:
    """Score ``example.predicted`` against ``example.reference``."""
    from ..chunks.scoring import score_chunks

    examples = list(examples)
    known = [eg for eg in examples if spans_key in eg.reference.spans]
    scores = score_chunks(
        (_phrases(eg.reference, spans_key), _phrases(eg.predicted, spans_key)) for eg in known
    )
    values = prf(BASE_PHRASES, scores.all.precision, scores.all.recall, scores.all.f)
    values[f"{BASE_PHRASES}_per_type"] = {
        name: {"p": x.precision, "r": x.recall, "f": x.f} for name, x in scores.by_type.items()
    }
    return (values if known else dict.fromkeys(values)) | span_scores(examples, spans_key)


def _phrases(doc: Doc, spans_key: str) -> list["Chunk"]:
    """Return the phrases of a Doc by characters, so that other tokens are no error."""
    return [(label, start, end) for start, end, label in labelled_spans(doc, spans_key)]
