"""Training of a gene model on annotated sentences, and its settings."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from ..chain.calibration import MIN_EXAMPLES
from ..chain.crfsuite import ALGORITHMS, CRFWeights
from ..chain.features import GramGroup
from ..chain.label_statistics import LabelTable
from ..chain.masked_crf import OPTIMIZERS, MaskedSettings, train_windows
from ..chain.weights import Indexed, check_frequent, index_corpus, prune, select, side_by_side
from ..errors import InputError, SettingError, warn
from ..words.arrays import Bools, Ints
from ..words.clusters import WordClusters, learn_clusters
from ..words.hashing import digest
from ..words.settings import check_choice, check_mapping, check_range, check_share, check_whole
from ..words.tokens import split_fine
from .corpus import AnnotatedSentence, add_evidence, read_corpus, related_lists
from .documents import DocumentRules
from .features import EVIDENCE_FEATURES, Knowledge, feature_groups, uses
from .held_out import learn_calibration, learn_document_calibration
from .model import MODELS, GeneModel, ModelKind, check_models, label_counts
from .settings import Integration


class Recipe(NamedTuple):
    """The algorithm that trains a CRF, and its settings."""

    algorithm: str
    crf: Mapping[str, object]


def recipes(
    models: Sequence[str],
    algorithm: str,
    crf: Mapping[str, object],
    by_model: Mapping[str, Mapping[str, object]],
) -> dict[str, Recipe]:
    """Return the recipe of each model; the arguments are those of ``TrainingSettings``.

    Raises:
        SettingError: ``by_model`` names a model that is not trained or an unknown setting, or an
            algorithm is unknown or cannot train the model.
    """
    check_mapping("by_model", by_model, advice="give settings by name of the model")
    for settings in by_model.values():
        check_mapping("by_model", settings, advice="give settings by name of the model")
    surplus = [name for name in by_model if name not in models]
    if surplus:
        raise SettingError(
            f"by_model has settings of {', '.join(surplus)}, but the models to train are "
            f"{', '.join(models)}; take them out, or add them to models"
        )
    return {name: _recipe(name, algorithm, crf, by_model.get(name, {})) for name in models}


def _recipe(
    name: str, algorithm: str, crf: Mapping[str, object], given: Mapping[str, Any]
) -> Recipe:
    unknown = set(given) - set(Recipe._fields)
    if unknown:
        raise SettingError(
            f"by_model has {', '.join(sorted(unknown))} for {name}; it takes "
            f"{' and '.join(Recipe._fields)}"
        )
    chosen = given.get("algorithm", MODELS[name].algorithm or algorithm)
    settings = given.get("crf", crf if chosen == algorithm else {})
    check_choice(f"algorithm of {name}", chosen, (*ALGORITHMS, *OPTIMIZERS))
    if chosen in OPTIMIZERS and not MODELS[name].transitions:
        raise SettingError(
            f"algorithm of {name} is {chosen!r}, which learns transitions, and {name} has none; "
            f"give it one of {', '.join(ALGORITHMS)} in by_model"
        )
    check_mapping(f"crf of {name}", settings)
    if chosen in OPTIMIZERS:
        try:
            MaskedSettings.of(settings)
        except SettingError as error:
            raise SettingError(f"crf of {name}, for {chosen}: {error}") from error
    return Recipe(chosen, settings)


def seen(groups: Sequence[GramGroup], reach: int, *, evidence: bool) -> list[Bools]:
    """Tell which grams a model sees at which starts, as ``select`` takes it: (G, P) a group.

    G is the grams of the group and P its starts; the bag's, which comes last, is (1, 1).

    Args:
        groups: the features, without the bag of the word itself, which every model sees.
        reach: how far from the token grams may begin and end.
        evidence: whether the model sees the learned word and phrase lists.
    """
    keep = [
        np.array(
            [
                [
                    -reach <= start
                    and start + len(gram.features) - 1 <= reach
                    and (evidence or EVIDENCE_FEATURES.isdisjoint(gram.features))
                    for start in group.starts
                ]
                for gram in group.grams
            ]
        )
        for group in groups
    ]
    return [*keep, np.ones((1, 1), dtype=bool)]


def fit(
    kind: ModelKind, recipe: Recipe, indexed: Indexed, reads: Sequence[Bools], tags: Sequence[Ints]
) -> CRFWeights:
    """Train one CRF on the BIO tags of each sentence, (T,), with the features that it ``reads``."""
    if not all(map(np.all, reads)):
        indexed = select(indexed, reads)
    labels = np.concatenate([kind.windows.encode(sentence_tags) for sentence_tags in tags])
    lengths = np.array([len(sentence_tags) for sentence_tags in tags])
    if not kind.transitions:
        lengths = np.ones(len(labels), dtype=np.int64)  # no token has a neighbour
    return train_windows(indexed, labels, lengths, kind.windows, recipe.algorithm, recipe.crf)


logger = logging.getLogger(__name__)
_PARTS = 1000


@dataclass(frozen=True)
class TrainingSettings:
    """Settings of the training.

    Attributes:
        features: ``hsu2008`` or ``extended``, to which ``+pos`` adds part-of-speech tags,
            ``+clusters`` classes of words by unlabelled texts, and (``extended`` only)
            ``+related`` word and phrase lists of other annotated texts.
        models: which CRFs, of ``MODELS``.
        without_evidence: those of them that do not see word and phrase lists; a model that errs
            differently helps the others.
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
        calibrate: share of the texts, below 1, that a second training leaves out, to learn from
            them what posteriors are worth as confidences, and the strategy ``stacking``; 0 learns
            neither. A third costs two thirds more time.
        calibrate_documents: hold out whole documents, and learn from them what confidences are
            worth with the whole document in view, those of names that are marked again too.
        calibrate_forms: read what names look like, too, for the latter; ten thousand mentions teach
            that, some thousand do not.
        jobs: CRFs trained at a time, each in a process of its own (3 to 6 GB on BioCreative II).

    Raises:
        SettingError: a setting is unknown or out of range.
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
    calibrate: float = 0.0
    calibrate_documents: bool = False
    calibrate_forms: bool = False
    jobs: int = 1

    def __post_init__(self) -> None:
        check_models(self.models)
        feature_groups(self.features)
        recipes(self.models, self.algorithm, self.crf, self.by_model)
        check_whole("folds", self.folds, 2)
        check_whole("cutoff", self.cutoff, 1)
        if self.without_evidence:
            check_models(self.without_evidence)
        check_share(self.prune)
        advice = "give the share of texts held out, 0 up to below 1"
        check_range("calibrate", self.calibrate, 0, 1, below=True, advice=advice)


def train(
    texts: Sequence[AnnotatedSentence],
    settings: TrainingSettings,
    *,
    related: Sequence[AnnotatedSentence] = (),
    unlabelled: Sequence[str] = (),
    integration: Integration | None = None,
    rules: DocumentRules | None = None,
) -> GeneModel:
    """Train a model; equal texts in equal order and equal settings give equal weights.

    Args:
        texts: what the CRFs learn from.
        settings: how.
        related: annotated texts of other corpora, for features with ``+related``.
        unlabelled: texts for features with ``+clusters``; those above are added.
        integration: of which confidences are learned if ``calibrate`` is above 0. They are used
            whenever the same models take part, also with another strategy or bias.
        rules: of documents, for ``calibrate_documents``.

    Raises:
        InputError: no text has a token, none has a mention, or there are no related texts for
            features that need them.
        SettingError: ``calibrate`` or ``cutoff`` does not fit the texts.
    """
    if uses(settings.features, "related") and not related:
        raise InputError(
            f"features is {settings.features!r}, but there are no annotated texts of other corpora "
            "to learn related lists from; give some, or choose features without +related"
        )
    lists = related_lists(related) if uses(settings.features, "related") else None

    def train_on(chosen: Sequence[AnnotatedSentence]) -> GeneModel:
        clusters = None
        if uses(settings.features, "clusters"):
            read = [*unlabelled, *(item.text for item in (*related, *chosen))]
            clusters = _clusters(read)
        return fit_models(chosen, settings, Knowledge(related=lists, clusters=clusters))

    whole = settings.calibrate_documents
    # Before any training: it may be refused.
    kept, others = _held_out(texts, settings.calibrate, whole=whole)
    model = train_on(texts)
    if not settings.calibrate:
        return model
    logger.info("training again without %d of %d texts", len(others), len(texts))
    blind = train_on(kept)
    try:
        learned = with_confidences(
            blind,
            others,
            integration,
            (rules or DocumentRules()) if whole else None,
            forms=settings.calibrate_forms,
        )
    except InputError as error:  # what took so long to train is not thrown away
        warn(f"the model is not calibrated: {error}")
        return model
    model = replace(model, calibration=learned.calibration, document=learned.document)
    return GeneModel.from_bytes(model.to_bytes())


def with_confidences(
    model: GeneModel,
    texts: Sequence[AnnotatedSentence],
    integration: Integration | None = None,
    rules: DocumentRules | None = None,
    *,
    forms: bool = False,
) -> GeneModel:
    """Return a model with confidences that are learned from texts that it has not seen.

    Args:
        model: its weights stay.
        texts: with mentions; the pieces of each document in a row.
        integration: of which confidences are learned.
        rules: of documents; None: only what is learned from sentences.
        forms: see ``calibrate_forms``.

    Raises:
        InputError: there are too few mentions.
    """
    integration = integration or Integration()
    sentences = learn_calibration(replace(model, calibration=None), texts, integration)
    model = replace(model, calibration=sentences, document=None)
    if rules is None:
        return model
    documents = learn_document_calibration(model, texts, integration, rules, forms=forms)
    return replace(model, document=documents)


def _held_out(
    texts: Sequence[AnnotatedSentence], share: float, *, whole: bool
) -> tuple[list[AnnotatedSentence], list[AnnotatedSentence]]:
    """Return the texts to train on and those held out; equal texts stay together.

    ``whole`` says whether documents do.

    Raises:
        SettingError: either part has too few mentions to learn from.
    """
    read = [item.whole if whole else item.text for item in texts]
    held = [digest(text) % _PARTS < share * _PARTS for text in read]
    kept = [item for item, out in zip(texts, held, strict=True) if not out]
    others = [item for item, out in zip(texts, held, strict=True) if out]
    left, without = (sum(len(item.mentions) for item in part) for part in (kept, others))
    if share and (not left or without < MIN_EXAMPLES):
        raise SettingError(
            f"calibrate is {share}, which holds out {len(others)} of {len(texts)} texts, with "
            f"{without} of {left + without} mentions; at least {MIN_EXAMPLES} must be held out "
            "and some left to train on: change calibrate, or set it to 0"
        )
    return kept, others


def _clusters(texts: Iterable[str]) -> WordClusters:
    tokens = split_fine(list(texts))
    ends = np.cumsum(tokens.lengths).tolist()
    starts = [0, *ends[:-1]]
    return learn_clusters(tokens.words[a:b] for a, b in zip(starts, ends, strict=True))


def fit_models(
    texts: Sequence[AnnotatedSentence], settings: TrainingSettings, knowledge: Knowledge
) -> GeneModel:
    """Train without confidences, by what is known from other texts."""
    recipe = recipes(settings.models, settings.algorithm, settings.crf, settings.by_model)
    groups = feature_groups(settings.features)
    corpus = read_corpus(texts, settings.features, folds=settings.folds, knowledge=knowledge)
    if uses(settings.features, "evidence"):
        related = None if knowledge.related is None else LabelTable(knowledge.related)
        knowledge = knowledge._replace(evidence=add_evidence(corpus, related))
    indexed = index_corpus(
        corpus.features,
        corpus.padded,
        groups,
        corpus.word_ids,
        corpus.words,
        cutoff=settings.cutoff,
    )
    check_frequent(settings.cutoff, indexed)

    def fit_one(name: str) -> CRFWeights:
        kind = MODELS[name]
        reads = seen(groups, kind.reach, evidence=name not in settings.without_evidence)
        logger.info("training the %s model on %d tokens", name, int(corpus.tokens.lengths.sum()))
        return fit(kind, recipe[name], indexed, reads, corpus.tags)

    with ThreadPoolExecutor(max_workers=max(1, settings.jobs)) as pool:
        fitted = list(pool.map(fit_one, settings.models))
    sizes = label_counts(settings.models)
    weights = prune(side_by_side(indexed, fitted, sizes), sizes, settings.prune)
    transitions = tuple(crf.transitions for crf in fitted)
    model = GeneModel(settings.features, settings.models, weights, transitions, knowledge)
    # What is used is what is stored, so that a fitted and a loaded model agree.
    return GeneModel.from_bytes(model.to_bytes())
