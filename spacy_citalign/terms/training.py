"""Training of term models on annotated documents, and its settings.

Documents whose annotation has terms of some kinds only are completed (``completed``). Corpora of
one field mark different kinds: genes and diseases here, processes and cells there. What one leaves
out it seems to say is no term, and a CRF that learns from both finds less of either. So a first CRF
learns from the documents with terms of all kinds. What it finds in the others beside their own
terms is added to these where it is more likely than not: self-training (Scudder 1965, "Probability
of error of some adaptive pattern-recognition machines", IEEE Transactions on Information Theory 11)
on the kinds that are missing.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..chain.crfsuite import ALGORITHMS, CRFWeights
from ..chain.masked_crf import OPTIMIZERS, MaskedSettings, train_windows
from ..chain.weights import Indexed, check_frequent, index_corpus, prune, side_by_side
from ..errors import InputError, SettingError
from ..words.clusters import SIZES, ClusterTable, WordClusters, learn_clusters
from ..words.hashing import hash_strings
from ..words.settings import (
    check_choice,
    check_mapping,
    check_range,
    check_share,
    check_whole,
)
from ..words.stem import porter_stem
from .batch import WINDOWS
from .cohesion import Cohesion
from .corpus import AnnotatedDocument, Corpus, add_lists, read_corpus
from .cross_fitting import learn_rescoring
from .domains import Domains, TermModels
from .extractor import TermExtractor
from .feature_levels import check_levels, feature_groups
from .lexicons import Lexicons, LexiconTables
from .model import LABELS, TermModel
from .ngrams import CorpusCounts
from .settings import DEFAULT_LEVELS, Extraction
from .span_cohesion import bigram_expectations
from .texts import TermText, connect

logger = logging.getLogger(__name__)
_SURE = 0.5


@dataclass(frozen=True)
class TrainingSettings:
    """Settings of the training.

    Attributes:
        levels: of features, see ``levels``.
        cutoff: how many words must have a feature for it to be used.
        folds: parts of the corpus, by document, for the jackknife of the learned lists.
        algorithm, crf: what trains the CRF: an algorithm of CRFsuite and its settings as
            ``sklearn_crfsuite.CRF`` takes them, or an optimiser of ``chain.masked_crf`` and its
            ``MaskedSettings``.
        prune: share of the smallest weights to drop.
        alpha: weight of words against tags in cohesion, 0 to 1; the paper's is 0.4. None: the best
            for ``boundaries = "cam"`` in steps of 0.1, by the cross-validation of ``rescore``.
        rescore: parts of the corpus, by document, for the cross-fitting of confidences and of
            ``boundaries = "rescored"``; it costs as many trainings more. 0 learns neither.
        least: how often an n-gram of two words or more must occur in the background to be kept.

    Raises:
        SettingError: a setting is unknown or out of range, or contradicts another.
    """

    levels: tuple[str, ...] = DEFAULT_LEVELS
    cutoff: int = 2
    folds: int = 10
    algorithm: str = "masked_lbfgs"
    crf: Mapping[str, object] = field(default_factory=lambda: {"c2": 5.0, "max_iterations": 80})
    prune: float = 0.5
    alpha: float | None = 0.4
    rescore: int = 4
    least: int = 2

    def __post_init__(self) -> None:
        check_levels(self.levels)
        check_share(self.prune)
        check_choice("algorithm", self.algorithm, (*ALGORITHMS, *OPTIMIZERS))
        check_mapping("crf", self.crf)
        if self.algorithm in OPTIMIZERS:
            MaskedSettings.of(self.crf)
        for name, low in (("cutoff", 1), ("folds", 2), ("rescore", 0), ("least", 1)):
            check_whole(name, getattr(self, name), low)
        if self.rescore == 1:
            raise SettingError("rescore is 1, which leaves nothing to learn from; give 0, or 2 on")
        if self.alpha is None and not self.rescore:
            raise SettingError(
                "alpha is null, to be chosen by cross-validation, but rescore is 0, which has "
                "none; set rescore to 2 or more, or give an alpha"
            )
        if self.alpha is not None:
            advice = "give 0 to 1, or null to have it chosen"
            check_range("alpha", self.alpha, 0, 1, advice=advice)


@dataclass(frozen=True)
class Resources:
    """Resources to learn from beside the annotated documents.

    Attributes:
        lexicons: the user's lists.
        unlabelled: tagged texts without terms, for word classes and the background.
    """

    lexicons: Lexicons = field(default_factory=Lexicons.of)
    unlabelled: Sequence[TermText] = ()


def train(
    texts: Sequence[AnnotatedDocument],
    settings: TrainingSettings | None = None,
    resources: Resources | None = None,
) -> TermModel:
    """Train a model; equal texts in equal order and equal settings give equal weights.

    Documents with partial annotation are completed first, which costs a training more; all of them
    are taken for whole if no other is.

    Raises:
        InputError: no document has a term, or none of those that are not partial.
        SettingError: ``cutoff`` or ``rescore`` does not fit the documents.
    """
    settings = settings or TrainingSettings()
    resources = resources or Resources()
    texts = [item for item in texts if len(item.text.words)]
    beside = count_background(resources.unlabelled)

    def train_on(chosen: Sequence[AnnotatedDocument]) -> TermModel:
        return _train(chosen, settings, resources, beside)

    complete = [item for item in texts if not item.partial]
    if not complete:  # nothing tells what they lack
        texts = [item._replace(partial=False) for item in texts]
    elif len(complete) < len(texts):
        logger.info("completing %d documents", len(texts) - len(complete))
        texts = completed(train_on(complete), texts)
    model = train_on(texts)
    if settings.rescore:
        logger.info("training %d times without a part of the documents", settings.rescore)
        model = learn_rescoring(
            model, texts, train_on, settings.rescore, choose_alpha=settings.alpha is None
        )
    # What is used is what is stored, so that a fitted and a loaded model agree.
    return TermModel.from_bytes(model.to_bytes())


def train_domains(
    texts: Sequence[AnnotatedDocument],
    settings: TrainingSettings | None = None,
    resources: Resources | None = None,
) -> TermModels:
    """Train a model for each domain that documents name; see ``train``.

    Raises:
        InputError: no document of a domain has a term.
        SettingError: ``cutoff`` or ``rescore`` does not fit the documents.
    """
    domains = sorted({item.domain for item in texts})
    for domain in domains:  # before, not after, training the others
        of_domain = [item for item in texts if item.domain == domain]
        if len(domains) > 1 and not any(item.terms for item in of_domain):
            raise InputError(
                f"none of the {len(of_domain)} documents of domain {domain!r} has a term; mark "
                "some, or leave the domain out"
            )
    models, words = {}, {}
    for domain in domains:
        of_domain = [item for item in texts if item.domain == domain]
        logger.info("training on the %d documents of domain %r", len(of_domain), domain)
        models[domain] = train(of_domain, settings, resources)
        words[domain] = hash_strings(
            [porter_stem(word) for item in of_domain for word in item.text.words]
        )
    if not models:
        raise InputError("there are no documents to train on; give some with terms")
    if len(models) == 1:  # nothing has to be guessed
        words = {domain: stems[:0] for domain, stems in words.items()}
    return TermModels(Domains.learn(words), tuple(models.values()))


def count_background(texts: Iterable[TermText]) -> CorpusCounts:
    """Count the n-grams of tagged texts."""
    return CorpusCounts.learn(sentence for text in texts for sentence in connect(text).sentences())


def _train(
    texts: Sequence[AnnotatedDocument],
    settings: TrainingSettings,
    resources: Resources,
    beside: CorpusCounts,
) -> TermModel:
    levels = check_levels(settings.levels)
    read = [item.text for item in texts]
    classes = None
    if "classes" in levels:
        classes = _classes([*resources.unlabelled, *read])
    table = None if classes is None else ClusterTable(classes)
    corpus = read_corpus(texts, levels, table, LexiconTables(resources.lexicons))
    learned = add_lists(corpus, settings.folds)
    indexed = index_corpus(
        corpus.features,
        corpus.padded,
        feature_groups(levels),
        corpus.word_ids,
        corpus.words,
        cutoff=settings.cutoff,
    )
    check_frequent(settings.cutoff, indexed)
    fitted = _fit(corpus, indexed, settings)
    background = beside.merged(count_background(read)).pruned(settings.least)
    return TermModel(
        levels=levels,
        weights=prune(side_by_side(indexed, [fitted], [LABELS]), [LABELS], settings.prune),
        transitions=fitted.transitions,
        learned=learned,
        lexicons=resources.lexicons,
        classes=classes,
        background=background,
        bigrams=bigram_expectations(
            Cohesion(background), list(map(connect, read)), [item.terms for item in texts]
        ),
        alpha=0.4 if settings.alpha is None else settings.alpha,
    )


def _classes(texts: Sequence[TermText]) -> WordClusters:
    """Learn classes of words, none where the texts are too few for any."""
    try:
        return learn_clusters([text.words for text in texts])
    except InputError:
        logger.warning("no classes of words are learned: %d texts are too few", len(texts))
        none = np.zeros(0, dtype=np.uint64)
        return WordClusters(none, np.zeros((0, len(SIZES)), dtype=np.uint16))


def _fit(corpus: Corpus, indexed: Indexed, settings: TrainingSettings) -> CRFWeights:
    lengths = corpus.padded.lengths
    ends = np.cumsum(lengths)
    parts = zip(ends - lengths, ends, strict=True)
    labels = np.concatenate([WINDOWS.encode(corpus.tags[a:b]) for a, b in parts])
    logger.info("training on %d words in %d documents", len(labels), len(corpus.texts))
    return train_windows(indexed, labels, lengths, WINDOWS, settings.algorithm, settings.crf)


def completed(model: TermModel, texts: Sequence[AnnotatedDocument]) -> list[AnnotatedDocument]:
    """Return all documents, those with ``partial`` annotation with the terms of a model added.

    Terms that overlap one of the document's own are left out.
    """
    partial = [number for number, item in enumerate(texts) if item.partial]
    extracted = TermExtractor(model, Extraction("crf"))([texts[number].text for number in partial])
    out = list(texts)
    for number, terms in zip(partial, extracted, strict=True):
        marked = texts[number].terms
        taken = {word for start, end in marked for word in range(start, end)}
        added = [
            (term.start, term.end)
            for term in terms
            if term.confidence > _SURE and taken.isdisjoint(range(term.start, term.end))
        ]
        out[number] = texts[number]._replace(terms=sorted([*marked, *added]))
    return out
