"""Training of the gene normaliser: ids of Examples, and the files that name genes."""

from collections.abc import Callable, Iterable

from spacy.tokens import Doc
from spacy.training import Example

from ...errors import InputError
from ...gene_ids.training import AnnotatedText
from ..spans import get_character_spans, text_of
from .attributes import JOINED, definitions_in


def annotated_texts(
    examples: Iterable[Example], earlier: Callable[[Iterable[Doc]], Iterable[Doc]], key: str
) -> list[AnnotatedText]:
    """Return the references with their gold mentions, and those that are found before.

    Args:
        examples: with gold mentions in their references.
        earlier: annotates Docs as the components before this one do.
        key: the span group of the mentions.

    Raises:
        InputError: an id is malformed.
    """
    references = [example.reference for example in examples]
    tagged = earlier(map(_without(key), references))
    return [annotated(doc, other, key) for doc, other in zip(references, tagged, strict=True)]


def annotated(reference: Doc, tagged: Doc, key: str) -> AnnotatedText:
    """Return a text with the gold mentions of a Doc, and those that were found in another of it."""
    text = text_of(reference)
    gold = gold_ids(reference, key)
    mentions = {(start, end): ids for start, end, ids in gold}
    for start, end in get_character_spans(tagged, key) or ():
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
    offsets = get_character_spans(doc, key) or []
    for (start, end), span in zip(offsets, doc.spans.get(key, ()), strict=True):
        ids = [gene_id for gene_id in span.kb_id_.split(JOINED) if gene_id]
        if not all(gene_id.isdecimal() for gene_id in ids):
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
