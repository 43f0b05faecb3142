"""The component ``gene_mention_tagger``: genes and gene products, character-exact.

Hsu et al. (2008), "Integrating high dimensional bi-directional parsing models for gene mention
tagging", Bioinformatics 24(13); the algorithm is in ``spacy_citalign.genes``.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from .attributes import GENE_MENTIONS, install_extensions
from .entities import EntsPolicy, check_policy, write_entities
from .gene_placing import check_repeat_above, model_names, place_mentions
from .pipe import CitalignPipe, require_whole_corpus, run_earlier
from .shipped import check_weights, shipped_model
from .spans import GENE_LABEL, set_character_spans, text_of, text_pieces
from .words import parts_of_speech

if TYPE_CHECKING:
    from ..genes.mentions import GeneMention
    from ..genes.model import GeneModel
    from ..genes.tagger import GeneTagger

FACTORY = "gene_mention_tagger"
DEFAULTS: dict[str, Any] = {
    "weights": None,
    "strategy": "sum",
    "models": [],
    "n_best": 10,
    "min_votes": None,
    "min_probability": 0.5,
    "begin_bias": 0.4,
    "repair_brackets": True,
    "repeat_above": 0.85,
    "ents": None,
    "scorer": {"@scorers": "citalign.GeneMentionScorer.v1"},
}


@Language.factory(
    FACTORY,
    assigns=["doc.spans", "doc._.gene_mentions"],
    default_config=DEFAULTS,
    default_score_weights={"gene_mentions_official_f": 1.0},
)
def make_gene_mention_tagger(
    nlp: Language,
    name: str,
    weights: str | None,
    strategy: str,
    models: list[str],
    n_best: int,
    min_votes: int | None,
    min_probability: float,
    begin_bias: float,
    repair_brackets: bool,
    repeat_above: float | None,
    ents: EntsPolicy | None,
    scorer: Callable | None,
) -> "GeneMentionTagger":
    """Make the component; the settings are those of ``GeneMentionTagger``."""
    return GeneMentionTagger(
        name,
        weights=weights,
        strategy=strategy,
        models=models,
        n_best=n_best,
        min_votes=min_votes,
        min_probability=min_probability,
        begin_bias=begin_bias,
        repair_brackets=repair_brackets,
        repeat_above=repeat_above,
        ents=ents,
        scorer=scorer,
    )


class GeneMentionTagger(CitalignPipe):
    """Sets ``doc.spans["gene_mentions"]`` (label GENE) and ``doc._.gene_mentions``.

    Each mention has its ``confidence``: how often mentions with such posteriors were right on texts
    held out from training, where that was learned (``calibrate``) with the models that take part,
    else the probability under their joint model that exactly it is a mention. ``votes`` is the
    number of models that would mark exactly it on their own (without ``begin_bias``, with brackets
    mended if they are).

    Args:
        name: the component's name in its pipeline.
        weights: ``"shipped"`` for the trained weights of this package, None to train.
        strategy: ``sum``, ``n_best``, ``union``, ``intersection``, ``votes``, ``posteriors``,
            ``stacking``; ``0+1+2+3``, ``1+2+3``, ``1+2+3+lc`` of the paper; or one model.
            What they do and which models they need is told in ``spacy_citalign.genes.strategies``.
        models: which of the trained models take part, empty for all; strategies that name their
            models take none. ``n_best`` falls back to ``backward``, without it to the last.
        n_best: length of the lists of ``n_best``, of the strategies of the paper, and of those
            that ``posteriors`` looks through.
        min_votes: how many models must find a mention for ``votes``; None: more than half.
        min_probability: what the probability of a mention of ``posteriors`` or ``stacking`` must
            exceed.
        begin_bias: nats added to each B tag of ``sum`` (where potentials are averaged) and of
            single models; more finds more.
        repair_brackets: whether mentions with unpaired brackets are mended.
        repeat_above: what is a mention with a confidence above this somewhere in a Doc is one
            wherever the same characters stand, three or more, with this as its confidence, which is
            not calibrated, and no votes; None: not.
        ents: also write mentions to ``doc.ents``: ``"keep"`` leaves out those that overlap an
            entity that is there, ``"replace"`` takes such entities out, None writes nothing.
        scorer: how the component is scored.
    """

    def __init__(
        self,
        name: str = FACTORY,
        *,
        weights: str | None = None,
        strategy: str = "sum",
        models: Iterable[str] = (),
        n_best: int = 10,
        min_votes: int | None = None,
        min_probability: float = DEFAULTS["min_probability"],
        begin_bias: float = DEFAULTS["begin_bias"],
        repair_brackets: bool = True,
        repeat_above: float | None = DEFAULTS["repeat_above"],
        ents: EntsPolicy | None = None,
        scorer: Callable | None = None,
    ):
        check_weights(weights)
        check_policy(ents)
        check_repeat_above(repeat_above)
        install_extensions()
        self.name = name
        self.weights = weights
        self.ents = ents
        self.repeat_above = repeat_above
        self.scorer = scorer
        self._settings: dict[str, Any] = {
            "strategy": strategy,
            "models": model_names(models),
            "n_best": n_best,
            "min_votes": min_votes,
            "min_probability": min_probability,
            "begin_bias": begin_bias,
            "repair": repair_brackets,
        }
        self._tagger: GeneTagger | None = None
        if weights is not None:
            self.set_model_bytes(shipped_model(FACTORY))

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the spans that the component sets."""
        return (GENE_LABEL,)

    @property
    def fitted(self) -> bool:
        """Whether there are weights."""
        return self._tagger is not None

    def predict(self, docs: list[Doc]) -> list[list["GeneMention"]]:
        """Return the mentions of each Doc, leaving it as it is.

        A Doc is tagged sentence by sentence where boundaries are set; elsewhere it is cut at empty
        lines and where a sentence plainly ends.

        Raises:
            InputError: the model reads part-of-speech tags and a Doc has none.
        """
        tagger = self._fitted_tagger()
        texts = [text_of(doc) for doc in docs]
        pieces = [list(text_pieces(doc, text)) for doc, text in zip(docs, texts, strict=True)]
        parts = None
        if tagger.reads_tags:
            tags = map(parts_of_speech, docs, pieces)
            parts = [part for own in tags for part in own]
        cut = [t[a:b] for t, spans in zip(texts, pieces, strict=True) for a, b in spans]
        found = tagger(cut, parts)
        return place_mentions(texts, pieces, found, self.repeat_above)

    def set_annotations(self, docs: list[Doc], predictions: list[list["GeneMention"]]) -> None:
        """Write the span groups, and ``doc.ents`` if asked to."""
        for doc, mentions in zip(docs, predictions, strict=True):
            spans = [(mention.start_char, mention.end_char) for mention in mentions]
            confidences = [mention.confidence for mention in mentions]
            votes = {"votes": [mention.votes for mention in mentions]}
            set_character_spans(doc, GENE_MENTIONS, spans, GENE_LABEL, confidences, votes)
            if self.ents is not None:
                write_entities(doc, GENE_MENTIONS, self.ents)

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        dictionary: Path | None = None,
        features: str = "extended",
        models: list[str] | None = None,
        without_evidence: list[str] | None = None,
        cutoff: int = 2,
        folds: int = 10,
        algorithm: str = "l2sgd",
        crf: dict[str, Any] | None = None,
        by_model: dict[str, dict[str, Any]] | None = None,
        prune: float = 0.7,
        calibrate: float = 0.0,
        jobs: int = 1,
        related: Callable[[Language], Iterable[Example]] | None = None,
        unlabelled: list[Path] | None = None,
    ) -> None:
        """Train on the gold mentions in ``doc.spans["gene_mentions"]`` of the references.

        Features with ``+pos`` read the tags that the components before this one set.

        With ``weights="shipped"`` the weights stay and only the dictionary is compiled.

        Args:
            get_examples: gives the training Examples.
            nlp: the pipeline.
            dictionary: a gene list as HGNC publishes it; its symbols, aliases and previous symbols
                are compiled into the model and used by the strategy ``n_best`` and those of the
                paper that are built on it.
            features, models, without_evidence, cutoff, folds, algorithm, crf, by_model, prune,
                calibrate, jobs: see ``spacy_citalign.genes.training.TrainingSettings``, whose
                defaults they share. Confidences are learned for the component's own strategy.
            related: a reader of other corpora with gene mentions, for features with ``+related``;
                their guidelines may differ.
            unlabelled: files of texts, one a line, plain or gzipped, for features with
                ``+clusters``; an empty list takes the training texts alone.

        Raises:
            InputError: the examples have no gene mentions, or the dictionary cannot be read.
            SettingError: a setting is unknown, or training would see a part of the corpus only.
        """
        from ..genes.features import reads_tags, uses
        from ..genes.strategies import Integration
        from ..genes.training import train
        from .gene_training import (
            annotated_texts,
            check_integration,
            compile_dictionary,
            related_texts,
            training_settings,
            unlabelled_texts,
        )

        require_whole_corpus(nlp)
        names = None if dictionary is None else compile_dictionary(dictionary)
        if self.weights is None:
            settings = training_settings(
                features=features,
                models=models,
                without_evidence=without_evidence,
                cutoff=cutoff,
                folds=folds,
                algorithm=algorithm,
                crf=crf,
                by_model=by_model,
                prune=prune,
                calibrate=calibrate,
                jobs=jobs,
            )
            integration = Integration(**self._settings)
            check_integration(integration, settings)  # before, not after, training
            tagged = partial(run_earlier, nlp, self.name) if reads_tags(features) else None
            model = train(
                annotated_texts(get_examples(), tagged),
                settings,
                related=related_texts(related, nlp) if uses(features, "related") else [],
                unlabelled=unlabelled_texts(unlabelled) if uses(features, "clusters") else [],
                integration=integration,
            )
        else:
            model = self._fitted_tagger().model
        self._use(model if names is None else replace(model, dictionary=names))

    def _fitted_tagger(self) -> "GeneTagger":
        self.require_fitted()
        return cast("GeneTagger", self._tagger)

    def _use(self, model: "GeneModel") -> None:
        from ..genes.strategies import Integration
        from ..genes.tagger import GeneTagger

        self._tagger = GeneTagger(model, Integration(**self._settings))

    def clear_model(self) -> None:
        """Become unfitted."""
        self._tagger = None

    def model_bytes(self) -> bytes | None:
        """Return the trained model as bytes."""
        return None if self._tagger is None else self._tagger.model.to_bytes()

    def set_model_bytes(self, data: bytes) -> None:
        """Take over a trained model, keeping the settings."""
        from ..genes.model import GeneModel

        self._use(GeneModel.from_bytes(data))
