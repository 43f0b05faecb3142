"""Train the CRFs of a gene model on annotated texts."""

import hashlib
import logging
import warnings
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chain.crfsuite import CRFWeights
from ..chain.features import PAD, Padded
from ..chain.indexing import index_corpus
from ..chain.labels import OUTSIDE
from ..chain.vocabulary import PADDING_ID, WordFeatures, with_padding
from ..chain.weights import check_share, side_by_side
from ..errors import CitalignWarning, InputError, SettingError
from ..words.hashing import Hashes
from ..words.tokens import Tokens, split_fine
from .evidence import LONGEST_PHRASE, Evidence, EvidenceLists, learn, phrase_key_columns
from .features import Describer, add_context, feature_groups, learns_evidence, reads_tags
from .fitting import fit, recipes, seen
from .mentions import BEGIN, spans_from_tags, tags_from_spans
from .model import MODELS, GeneModel, check_models, label_counts, prune
from .parts_of_speech import PartsOfSpeech, tag_column

logger = logging.getLogger(__name__)


class AnnotatedText(NamedTuple):
    """A sentence, its gene mentions as half-open character spans, and its tags if it has any."""

    text: str
    mentions: Sequence[tuple[int, int]]
    parts: PartsOfSpeech | None = None


@dataclass(frozen=True)
class TrainingSettings:
    """How to train.

    Attributes:
        features: ``hsu2008`` or ``extended``, alone or with ``+pos``, which reads tags.
        models: which CRFs, of ``MODELS``.
        without_evidence: those of them that do not see the learned word and phrase lists; a model
            that errs differently helps the others.
        cutoff: how many tokens must have a feature for it to be used.
        folds: parts of the corpus for the jackknife of the learned lists.
        algorithm, crf: what CRFs are trained with: an algorithm of CRFsuite and its settings as
            ``sklearn_crfsuite.CRF`` takes them, or an optimiser of ``chain.masked_crf`` and its
            ``MaskedSettings``. CRFsuite's models have a weight for each pair of composite labels
            and are normalised over successions that cannot be; the others, as the paper's, not.
        by_model: for some of the models their own ``{"algorithm": ..., "crf": {...}}``, either of
            which may be missing. ``crf`` stands in place of the common one, which goes with the
            common algorithm only: with another one and no ``crf`` it has its own defaults.
        prune: share of the smallest weights to drop.
        jobs: CRFs trained at a time, each in a process of its own (3 to 6 GB on BioCreative II).
    """

    features: str = "extended"
    models: tuple[str, ...] = ("forward", "backward", "hmm")
    without_evidence: tuple[str, ...] = ("hmm",)
    cutoff: int = 2
    folds: int = 10
    algorithm: str = "l2sgd"
    crf: Mapping[str, object] = field(
        default_factory=lambda: {"c2": 0.05, "max_iterations": 20, "all_possible_transitions": True}
    )
    by_model: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    prune: float = 0.7
    jobs: int = 1


class _Corpus(NamedTuple):
    tokens: Tokens
    padded: Padded
    tags: list[NDArray[np.int64]]
    folds: NDArray[np.int64]
    word_ids: NDArray[np.int64]
    words: WordFeatures
    columns: dict[str, Hashes]


def train(texts: Sequence[AnnotatedText], settings: TrainingSettings) -> GeneModel:
    """Train a model; equal texts in equal order and equal settings give equal weights.

    Raises:
        InputError: no text has a token, or none has a mention.
        SettingError: a setting is unknown or out of range.
    """
    check_models(settings.models)
    if settings.folds < 2:
        raise SettingError(f"folds is {settings.folds}; the jackknife needs at least 2")
    if settings.without_evidence:
        check_models(settings.without_evidence)
    check_share(settings.prune)
    if settings.cutoff < 1:
        raise SettingError(f"cutoff is {settings.cutoff}; the least is 1, which keeps all features")
    recipe = recipes(settings.models, settings.algorithm, settings.crf, settings.by_model)
    groups = feature_groups(settings.features)
    corpus = _read(texts, settings)
    evidence = None
    if learns_evidence(settings.features):
        evidence = _add_evidence(corpus, settings.folds)
    indexed = index_corpus(
        corpus.columns, corpus.padded, groups, corpus.word_ids, corpus.words, cutoff=settings.cutoff
    )
    if not len(indexed.attributes):
        raise SettingError(
            f"cutoff is {settings.cutoff}, but no feature is that frequent in the "
            f"{len(corpus.tags)} training texts; lower it"
        )

    def fit_one(name: str) -> CRFWeights:
        kind = MODELS[name]
        reads = seen(groups, kind.reach, evidence=name not in settings.without_evidence)
        logger.info("training the %s model on %d tokens", name, int(corpus.tokens.lengths.sum()))
        return fit(kind, recipe[name], indexed, reads, corpus.tags)

    with ThreadPoolExecutor(max_workers=max(1, settings.jobs)) as pool:
        fitted = list(pool.map(fit_one, settings.models))
    weights = side_by_side(indexed, fitted, label_counts(settings.models))
    moves = tuple(crf.transitions for crf in fitted)
    model = GeneModel(settings.features, settings.models, weights, moves, evidence)
    # What is used is what is stored, so that a fitted and a loaded model agree.
    return GeneModel.from_bytes(prune(model, settings.prune).to_bytes())


def _read(texts: Sequence[AnnotatedText], settings: TrainingSettings) -> _Corpus:
    tokens = split_fine([item.text for item in texts])
    filled = [item for item, length in zip(texts, tokens.lengths, strict=True) if length]
    tokens = tokens._replace(lengths=tokens.lengths[tokens.lengths > 0])
    ends = np.cumsum(tokens.lengths)
    tags = [
        _tags(tokens.words[end - size : end], tokens.starts[end - size : end], item.mentions)
        for item, end, size in zip(filled, ends, tokens.lengths, strict=True)
    ]
    given = sum(len(item.mentions) for item in filled)
    kept = sum(int(np.sum(t == BEGIN)) for t in tags)
    if 0 < kept < given:
        warnings.warn(
            f"{given - kept} of {given} gold mentions overlap another or have no token, and are "
            "left out of training",
            CitalignWarning,
            stacklevel=3,
        )
    if not kept:
        raise InputError(
            f"none of the {len(texts)} texts has a gene mention on a token; mark mentions in "
            'doc.spans["gene_mentions"] of the training examples'
        )
    padded = Padded.of(tokens.lengths)
    numbers = {word: i for i, word in enumerate(dict.fromkeys(tokens.words), start=1)}
    word_ids = np.fromiter(map(numbers.__getitem__, tokens.words), np.int64, len(tokens.words))
    untaught = Evidence(EvidenceLists.empty()) if learns_evidence(settings.features) else None
    words = with_padding(Describer(settings.features, untaught)(list(numbers)))
    placed = padded.spread(word_ids, PADDING_ID)
    columns = {name: values[placed] for name, values in words.columns.items()}
    if reads_tags(settings.features):
        columns["pos"] = padded.spread(tag_column(tokens, _parts(filled)), PAD)
    digests = [hashlib.md5(item.text.encode("utf-8", "surrogatepass")).digest() for item in filled]
    folds = np.array([int.from_bytes(d[:4], "big") % settings.folds for d in digests])
    return _Corpus(tokens, padded, tags, folds, word_ids, words, columns)


def _parts(texts: Sequence[AnnotatedText]) -> list[PartsOfSpeech]:
    parts = [item.parts for item in texts if item.parts is not None]
    if len(parts) < len(texts):
        raise InputError(
            f"{len(texts) - len(parts)} of {len(texts)} training texts have no part-of-speech "
            "tags; put a tagger before the component, or choose features without +pos"
        )
    return parts


def _tags(
    words: Sequence[str], starts: NDArray[np.int64], mentions: Sequence[tuple[int, int]]
) -> NDArray[np.int64]:
    """Return BIO tags; a mention takes every token that it touches."""
    ends = starts + np.array([len(word) for word in words])
    spans = []
    for start, end in mentions:
        first = int(np.searchsorted(ends, start, side="right"))
        last = int(np.searchsorted(starts, end, side="left"))
        if first < last:
            spans.append((first, last))
    return tags_from_spans(spans, len(words))


def _add_evidence(corpus: _Corpus, folds: int) -> EvidenceLists:
    """Put in the columns that depend on learned lists, and return the lists of the whole corpus.

    The lists for the sentences of a fold come from all other folds.
    """
    columns, padded = corpus.columns, corpus.padded
    lower = columns["lower"]
    fold = np.repeat(corpus.folds, corpus.tokens.lengths)
    fold_at = padded.spread(fold, -1)
    inside = np.concatenate(corpus.tags) != OUTSIDE
    mentions, places = _mention_keys(lower, corpus)
    real = lower[padded.tokens]
    rates, phrases = np.full_like(lower, PAD), np.full_like(lower, PAD)
    for number in range(folds):
        others, mentioned = fold != number, fold_at[places] != number
        evidence = Evidence(learn(real[others], inside[others], mentions[mentioned]))
        here = fold_at == number
        rates[here] = evidence.rates(lower[here])
        phrases[here] = evidence.phrases(lower)[here]
    columns["rate"] = rates
    add_context(columns, padded, corpus.tokens, phrases)
    return learn(real, inside, mentions)


def _mention_keys(lower: Hashes, corpus: _Corpus) -> tuple[Hashes, NDArray[np.int64]]:
    """Return the phrase key of each mention that is not too long, and where it begins."""
    keys = phrase_key_columns(lower)
    out, places = [], []
    for first, tags in zip(corpus.padded.firsts, corpus.tags, strict=True):
        spans = spans_from_tags(tags[None], np.array([len(tags)]))
        for start, end in zip(spans.starts, spans.ends, strict=True):
            if end - start <= LONGEST_PHRASE:
                out.append(keys[end - start - 1][first + start])
                places.append(first + start)
    return np.array(out, dtype=np.uint64), np.array(places, dtype=np.int64)
