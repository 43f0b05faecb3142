"""What the gene mention tagger is trained on: gold of Examples, names of a published list."""

import warnings
from collections.abc import Iterable
from pathlib import Path

from spacy.training import Example

from ..corpora.hgnc import read_hgnc
from ..errors import CitalignWarning, InputError
from ..genes.dictionary import GeneDictionary
from ..genes.training import AnnotatedText
from ..words.hashing import Hashes
from .attributes import GENE_MENTIONS
from .spans import get_character_spans, text_pieces


def annotated_texts(examples: Iterable[Example]) -> list[AnnotatedText]:
    """Return the sentences of the references that have gold mentions, marked or not.

    Mentions that run over a sentence boundary are left out, counted and warned of.

    Raises:
        InputError: no reference has a span group of gold mentions.
    """
    texts: list[AnnotatedText] = []
    count = given = 0
    for example in examples:
        count += 1
        mentions = get_character_spans(example.reference, GENE_MENTIONS)
        if mentions is None:
            continue
        given += len(mentions)
        text = example.reference.text
        for start, end in text_pieces(example.reference, text):
            inside = [(a - start, b - start) for a, b in mentions if a >= start and b <= end]
            texts.append(AnnotatedText(text[start:end], inside))
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


def compile_dictionary(path: Path) -> Hashes:
    """Return the hashes of all symbols, aliases and previous symbols of an HGNC file."""
    terms = (
        term
        for gene in read_hgnc(path)
        for term in (gene.symbol, *gene.alias_symbols, *gene.prev_symbols)
    )
    return GeneDictionary.from_terms(terms).hashes
