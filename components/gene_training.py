"""What the gene mention tagger is trained on: gold of Examples, names of a published list."""

import warnings
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..corpora.hgnc import read_hgnc
from ..corpora.lines import text_lines
from ..errors import CitalignWarning, InputError, SettingError
from ..genes.corpus import AnnotatedText
from ..genes.dictionary import GeneDictionary
from ..genes.strategies import Integration
from ..genes.training import TrainingSettings
from ..words.hashing import Hashes
from .attributes import GENE_MENTIONS
from .spans import GENE_ALTERNATIVES, get_character_spans, text_pieces
from .words import parts_of_speech


def annotated_texts(
    examples: Iterable[Example], tagged: Callable[[Iterable[Doc]], Iterable[Doc]] | None = None
) -> list[AnnotatedText]:
    """Return the sentences of the references that have gold mentions, marked or not.

    Mentions that run over a sentence boundary are left out, counted and warned of.

    Args:
        examples: with the mentions, and alternatives where they have them, in their references.
        tagged: gives Docs their part-of-speech tags, if texts are to have them.

    Raises:
        InputError: no reference has a span group of gold mentions, or tags are missing.
    """
    texts: list[AnnotatedText] = []
    given = 0
    examples = list(examples)
    count = len(examples)
    examples = [eg for eg in examples if GENE_MENTIONS in eg.reference.spans]
    docs = [None] * len(examples) if tagged is None else tagged(eg.predicted for eg in examples)
    for example, doc in zip(examples, docs, strict=True):
        mentions = get_character_spans(example.reference, GENE_MENTIONS) or []
        others = get_character_spans(example.reference, GENE_ALTERNATIVES) or []
        given += len(mentions)
        text = example.reference.text
        pieces = list(text_pieces(example.reference, text))
        parts = [None] * len(pieces) if doc is None else parts_of_speech(doc, pieces)
        for (start, end), tags in zip(pieces, parts, strict=True):
            inside, alternatives = (
                [(a - start, b - start) for a, b in spans if a >= start and b <= end]
                for spans in (mentions, others)
            )
            texts.append(AnnotatedText(text[start:end], inside, tags, alternatives))
    if not texts:
        raise InputError(
            f'none of the {count} training examples has doc.spans["{GENE_MENTIONS}"] in its '
            "reference; put the gold mentions there (an empty group where there are none)"
        )
    kept = sum(len(item.mentions) for item in texts)
    if kept < given:
        warnings.warn(
            f"{given - kept} of {given} gold mentions run over a sentence boundary and are left "
            "out of training; correct the boundaries of the references",
            CitalignWarning,
            stacklevel=2,
        )
    return texts


def related_texts(
    reader: Callable[[Language], Iterable[Example]] | None, nlp: Language | None
) -> list[AnnotatedText]:
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


def training_settings(**given: Any) -> TrainingSettings:
    """Return the settings of a config: lists become tuples, and None stands for the default."""
    chosen = {name: value for name, value in given.items() if value is not None}
    lists = {name: tuple(value) for name, value in chosen.items() if isinstance(value, list)}
    return TrainingSettings(**{**chosen, **lists})


def compile_dictionary(path: Path) -> Hashes:
    """Return the hashes of all symbols, aliases and previous symbols of an HGNC file: (T,)."""
    terms = (
        term
        for gene in read_hgnc(path)
        for term in (gene.symbol, *gene.alias_symbols, *gene.prev_symbols)
    )
    return GeneDictionary.from_terms(terms).hashes
