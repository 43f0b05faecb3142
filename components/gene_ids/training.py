"""Training of the gene normaliser: ids of Examples, and the files that name genes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ...errors import InputError
from ...gene_ids.model import GeneIdModel
from ...gene_ids.table import GeneTable
from ...gene_ids.training import AnnotatedText, TrainingSettings
from ...gene_ids.training import train as train_normalizer
from ..settings import build
from ..spans import get_character_spans, text_of
from ..trained import ModelPipe, run_earlier
from .attributes import JOINED
from .definitions import definitions_in
from .tables import compile_files


@dataclass(frozen=True)
class GeneFiles:
    """Files that name genes.

    Attributes:
        genes: tables of NCBI Gene (``gene_info``), one for each species or one for all; those
            given for a shipped model come to its species, or in their place.
        hgnc: a table of the HUGO Gene Nomenclature Committee with further names of human genes.
    """

    genes: tuple[str, ...] = ()
    hgnc: str | None = None


ARGUMENTS = (TrainingSettings, GeneFiles)
NOT_ARGUMENTS = ()


def train(
    pipe: ModelPipe,
    get_examples: Callable[[], Iterable[Example]],
    nlp: Language | None,
    arguments: Mapping[str, Any],
) -> GeneIdModel:
    """Return a model trained on the ids of the references.

    Where the pipeline finds mentions before this component, these are learned from too: with the
    ids of the one gold mention that they overlap, or as no gene of any table where they overlap
    none.

    Raises:
        InputError: the examples have no mentions with ids, or no file names genes.
        SettingError: a setting is unknown.
    """
    settings = build(TrainingSettings, arguments)
    key = pipe.settings.spans_key
    tables = named_tables(arguments)
    if not tables:
        raise InputError(
            "no table of genes was given; set genes in [initialize.components.gene_normalizer] to "
            "one or more files of NCBI Gene (gene_info)"
        )
    references = [example.reference for example in get_examples()]
    found = run_earlier(nlp, pipe.name, map(_without(key), references))
    texts = [annotated(doc, other, key) for doc, other in zip(references, found, strict=True)]
    return train_normalizer(texts, tables[0], settings)


def named_tables(arguments: Mapping[str, Any]) -> list[GeneTable]:
    """Return the table of the files of the arguments, none where there are none.

    Raises:
        InputError: a file cannot be read.
    """
    files = build(GeneFiles, arguments)
    return [compile_files(files.genes, files.hgnc)] if files.genes else []


def annotated(reference: Doc, found: Doc, key: str) -> AnnotatedText:
    """Return a text with the gold mentions of a Doc, and those that were found in another of it."""
    text = text_of(reference)
    gold = gold_ids(reference, key)
    mentions = {(start, end): ids for start, end, ids in gold}
    for start, end in get_character_spans(found, key) or ():
        overlapped = [ids for a, b, ids in gold if a < end and start < b]
        if len(overlapped) <= 1:
            mentions.setdefault((start, end), overlapped[0] if overlapped else ())
    spans = sorted(mentions)
    return AnnotatedText(
        text,
        tuple(spans),
        tuple(mentions[span] for span in spans),
        tuple(definitions_in(reference, text)),
    )


def gold_ids(doc: Doc, key: str) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return half-open characters and ids of the gold mentions of a Doc.

    Raises:
        InputError: a ``kb_id_`` is no id of NCBI Gene, or several of them joined by ";".
    """
    mentions = []
    places = get_character_spans(doc, key) or []
    for (start, end), span in zip(places, doc.spans.get(key, ()), strict=True):
        ids = [one for one in span.kb_id_.split(JOINED) if one]
        if not all(one.isdecimal() for one in ids):
            raise InputError(
                f"the gold mention {span.text!r} has the kb_id {span.kb_id_!r}; give ids of NCBI "
                f"Gene, joined by {JOINED!r}"
            )
        mentions.append((start, end, tuple(map(int, ids))))
    return mentions


def _without(key: str) -> Callable[[Doc], Doc]:
    """Return what copies a Doc without its gold: an empty group."""

    def copy(doc: Doc) -> Doc:
        other = doc.copy()
        other.spans[key] = []
        return other

    return copy
