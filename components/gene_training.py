"""Training of the gene mention tagger: gold of Examples, and files and corpora beside it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..corpora.gene_tables import read_hgnc
from ..corpora.io import text_lines
from ..errors import InputError, SettingError, warn
from ..genes.calibration import FEATURES, DocumentCalibration
from ..genes.corpus import AnnotatedSentence
from ..genes.documents import DocumentRules
from ..genes.features import uses
from ..genes.model import GeneModel
from ..genes.rows import GeneDictionary
from ..genes.settings import Integration
from ..genes.training import TrainingSettings, with_confidences
from ..genes.training import train as train_models
from ..words.hashing import Hashes
from ..words.settings import check_range
from .base.doc_words import tags_of_pieces
from .base.names import GENE_ALTERNATIVES, GENE_LABEL, GENE_MENTIONS
from .base.spans import get_character_spans, text_pieces
from .base.trained import ModelPipe
from .base.training import run_earlier
from .gene_files import read_tagger
from .readers.gold_docs import with_gold


@dataclass(frozen=True)
class GeneResources:
    """Arguments of ``GeneMentionTagger.initialize``: what is read beside the examples."""

    dictionary: Path | None = None
    related: Callable[[Language], Iterable[Example]] | None = None
    unlabelled: list[Path] | None = None
    guideline: str = ""
    inside_words: bool = False
    weights_from: Path | None = None
    least_confidence: float = 0.0
    guidelines: dict[str, Path] | None = None

    def __post_init__(self) -> None:
        check_range("least_confidence", self.least_confidence, 0, 1, advice="give 0 to 1")


def train(
    pipe: ModelPipe,
    get_examples: Callable[[], Iterable[Example]],
    nlp: Language | None,
    settings: TrainingSettings,
    resources: GeneResources,
) -> GeneModel:
    """Return a model trained on the gold mentions of the references.

    With ``weights_from`` it is the model of that folder, and confidences alone are learned.

    Raises:
        InputError: the examples have no gene mentions, or a file cannot be read.
        SettingError: settings exclude each other.
    """
    if resources.weights_from is None:
        model = None
        check_integration(pipe.settings, settings)  # before, not after, training
        features = settings.features
    else:
        model = replace(read_tagger(resources.weights_from), others={}, guideline="")
        features = model.features
    check_guideline(pipe.settings.guideline, resources)
    tagged = partial(run_earlier, nlp, pipe.name) if uses(features, "pos") else None
    texts = annotated_texts(get_examples(), tagged, pipe.settings.gold_labels)
    calibration = DocumentCalibration(np.zeros(FEATURES), resources.least_confidence)
    rules = DocumentRules.of(pipe.settings, resources.inside_words, calibration)
    if model is None:
        model = train_models(
            texts,
            settings,
            related=related_texts(resources.related, nlp) if uses(features, "related") else [],
            unlabelled=unlabelled_texts(resources.unlabelled) if uses(features, "clusters") else [],
            integration=pipe.settings,
            rules=rules,
        )
    else:
        forms = settings.calibrate_forms
        model = with_confidences(model, texts, pipe.settings, rules, forms=forms)
    return replace(model, guideline=resources.guideline, inside_words=resources.inside_words)


def annotated_texts(
    examples: Iterable[Example],
    tagged: Callable[[Iterable[Doc]], Iterable[Doc]] | None = None,
    gold_labels: Sequence[str] = (),
) -> list[AnnotatedSentence]:
    """Return the sentences of the references that have gold mentions, marked or not.

    Mentions that run over a sentence boundary are left out, counted and warned of.

    Args:
        examples: with the mentions, and alternatives where they have them, in their references.
        tagged: gives Docs their part-of-speech tags, if texts are to have them.
        gold_labels: of entities that are mentions where no reference has a group of them.

    Raises:
        InputError: no reference has gold mentions, or tags are missing.
    """
    texts: list[AnnotatedSentence] = []
    gold_count = 0
    examples = with_gold(
        examples, GENE_MENTIONS, "mentions", label=GENE_LABEL, gold_labels=gold_labels
    )
    docs = [None] * len(examples) if tagged is None else tagged(eg.predicted for eg in examples)
    for example, doc in zip(examples, docs, strict=True):
        mentions = get_character_spans(example.reference, GENE_MENTIONS) or []
        alternative_spans = get_character_spans(example.reference, GENE_ALTERNATIVES) or []
        gold_count += len(mentions)
        text = example.reference.text
        pieces = list(text_pieces(example.reference, text))
        parts = [None] * len(pieces) if doc is None else tags_of_pieces(doc, pieces)
        for (start, end), tags in zip(pieces, parts, strict=True):
            inside, alternatives = (
                [(a - start, b - start) for a, b in spans if a >= start and b <= end]
                for spans in (mentions, alternative_spans)
            )
            piece = text[start:end]
            texts.append(AnnotatedSentence(piece, inside, tags, alternatives, text, start))
    kept_count = sum(len(item.mentions) for item in texts)
    if kept_count < gold_count:
        warn(
            f"{gold_count - kept_count} of {gold_count} gold mentions run over a sentence "
            "boundary and are left out of training; correct the boundaries of the references",
        )
    return texts


def related_texts(
    reader: Callable[[Language], Iterable[Example]] | None, nlp: Language | None
) -> list[AnnotatedSentence]:
    """Return the sentences of other corpora with gene mentions; none without a reader.

    Raises:
        InputError: there is a reader, but no pipeline to read with, or a file cannot be read.
    """
    if reader is None:
        return []
    if nlp is None:
        raise InputError("related corpora need a pipeline to be read with; call nlp.initialize")
    return annotated_texts(reader(nlp))


def unlabelled_texts(files: Sequence[Path] | None) -> list[str]:
    """Return the lines of files.

    Raises:
        InputError: no list of files is given, or one cannot be read.
    """
    if files is None:
        raise InputError(
            "features with +clusters learn classes of words from unlabelled texts; name files in "
            "unlabelled, an empty list to use the training texts alone, or leave +clusters out"
        )
    return list(text_lines(files))


def check_integration(integration: Integration, settings: TrainingSettings) -> None:
    """Raise SettingError if what will be trained cannot be put together so."""
    integration.names(settings.models)
    if integration.strategy == "stacking" and not settings.calibrate:
        raise SettingError(
            "strategy 'stacking' learns from texts held out; set calibrate above 0 in the "
            "arguments of initialize, such as 0.33"
        )


def additions_of(resources: GeneResources) -> Callable[[GeneModel], GeneModel]:
    """Return what adds the dictionary and the further guidelines to a model.

    Raises:
        InputError: the dictionary cannot be read.
        ModelFileError: a folder has no trained tagger.
    """
    path = resources.dictionary
    hashes = None if path is None else compile_dictionary(path)
    others = {name: read_tagger(Path(x)) for name, x in (resources.guidelines or {}).items()}

    def add(model: GeneModel) -> GeneModel:
        if hashes is not None:
            model = replace(model, dictionary=hashes)
        for name, other in others.items():
            model = model.with_guideline(name, other)
        return model

    return add


def check_guideline(chosen: str | None, resources: GeneResources) -> None:
    """Raise SettingError if the guideline that is chosen is not trained."""
    trained = (resources.guideline, *(resources.guidelines or {}))
    if chosen is not None and chosen not in trained:
        known = ", ".join(filter(None, trained)) or "none with a name"
        raise SettingError(
            f"guideline is {chosen!r}, but what is trained is {known}; name it in the arguments of "
            "initialize, or leave the setting out"
        )


def compile_dictionary(path: Path) -> Hashes:
    """Return the hashes of all symbols, aliases and previous symbols of an HGNC file: (T,)."""
    terms = (
        term
        for gene in read_hgnc(path)
        for term in (gene.symbol, *gene.alias_symbols, *gene.prev_symbols)
    )
    return GeneDictionary.from_terms(terms).hashes
