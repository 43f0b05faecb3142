"""The results of the components on a Doc as plain records, for JSON, for tables and for pages.

A result is a list of records with the fields of ``FIELDS``. Offsets are half-open characters of the
Doc. Optional fields are left out of a record where there is nothing to say.
"""

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from spacy.tokens import Doc

Record = dict[str, Any]


class Kind(Enum):
    """What the values of a field are."""

    integer = "integer"
    number = "number"
    text = "text"
    flag = "flag"


class Field(NamedTuple):
    """A field of the records of a result; one that is not optional may still be None."""

    name: str
    kind: Kind
    optional: bool = False


_PLACE = (Field("start_char", Kind.integer), Field("end_char", Kind.integer))
_SPAN = (*_PLACE, Field("text", Kind.text))
_RATED = (*_SPAN, Field("confidence", Kind.number))
_NOT_IN_ROWS = {"start", "end", "label"}
_KEY = Field("key", Kind.text)
_KNOWN = ("doi", "pmid", "pmcid", "arxiv", "first_author", "year", "title", "source", "text")

BASE_PHRASES = "base_phrases"
COLUMNS = "columns"
SENTENCES = "sentences"
FIELDS: dict[str, tuple[Field, ...]] = {
    "gene_mentions": (
        *_RATED,
        Field("votes", Kind.integer, optional=True),
        Field("kb_id", Kind.text, optional=True),
        Field("taxon", Kind.integer, optional=True),
        Field("kb_id_confidence", Kind.number, optional=True),
        Field("reason", Kind.text, optional=True),
        Field("why_no_id", Kind.text, optional=True),
    ),
    "propositional_terms": (*_RATED, Field("cohesion", Kind.number, optional=True)),
    "citations": (*_SPAN, _KEY, Field("style", Kind.text), Field("implied", Kind.flag)),
    "citances": (*_SPAN, _KEY, Field("section", Kind.text, optional=True)),
    "cited_works": (_KEY, *(Field(name, Kind.text, optional=True) for name in _KNOWN)),
    "entities": (*_SPAN, Field("label", Kind.text), Field("kb_id", Kind.text, optional=True)),
}
TOKEN_FIELDS: dict[str, tuple[Field, ...]] = {
    BASE_PHRASES: (*_PLACE, Field("label", Kind.text)),
    SENTENCES: _PLACE,
}
"""What ``token_results`` gives besides the words."""


def doc_results(doc: "Doc") -> dict[str, list[Record]]:
    """Return the results of ``FIELDS`` on a Doc, by name; what was not looked for is absent."""
    results = {name: read(doc) for name, read in _READERS.items()}
    return {name: records for name, records in results.items() if records is not None}


def token_results(doc: "Doc") -> dict[str, Any]:
    """Return the words of ``doc`` as lists of equal length, and its sentences where they are known.

    ``tokens`` has ``start_char``, ``end_char``, ``tag`` and ``pos``, "" where nothing is set, and
    where the Doc has columns ``column`` and ``column_region``, None for none; white space is left
    out. ``sentences`` is a list of ``start_char`` and ``end_char``, ``base_phrases`` one of these
    and ``label``.
    """
    from spacy.attrs import IDX, IS_SPACE, LENGTH, POS, TAG

    from .spans import labelled_spans

    strings = doc.vocab.strings
    # All words at once: Tokens one by one take as long as some component does.
    attributes = doc.to_array([IDX, LENGTH, TAG, POS, IS_SPACE]).reshape(-1, 5)
    words = (attributes[:, 4] == 0).nonzero()[0]
    starts, lengths, tags, parts = (column.tolist() for column in attributes[words, :4].T)
    results: dict[str, Any] = {
        "tokens": {
            "start_char": starts,
            "end_char": [start + length for start, length in zip(starts, lengths, strict=True)],
            "tag": [strings[tag] for tag in tags],
            "pos": [strings[part] for part in parts],
        }
    }
    if doc.has_extension(COLUMNS) and doc._.columns is not None:
        from .columns.attributes import stored_columns

        stored = stored_columns(doc)
        regions = [None] * len(doc) if stored is None else stored.regions
        for name, values in (("column", doc._.columns), ("column_region", regions)):
            results["tokens"][name] = [values[word] for word in words.tolist()]
    if BASE_PHRASES in doc.spans:
        results[BASE_PHRASES] = [
            {"start_char": start, "end_char": end, "label": label}
            for start, end, label in labelled_spans(doc, BASE_PHRASES)
        ]
    if doc.has_annotation("SENT_START"):
        results[SENTENCES] = [
            {"start_char": sentence.start_char, "end_char": sentence.end_char}
            for sentence in doc.sents
        ]
    return results


def span_records(doc: "Doc", name: str) -> list[Record] | None:
    """Return the records of a group (`start_char`, `end_char`, `text`, ...), or None.

    Without tokens, which rows count otherwise, and the label, which the group says.
    """
    from .span_records import mention_records

    records = mention_records(doc, name)
    if records is None:
        return None
    return [
        _plain({key: value for key, value in record.items() if key not in _NOT_IN_ROWS})
        for record in records
    ]


def _gene_mentions(doc: "Doc") -> list[Record] | None:
    """Return the gene mentions: of the genes that each may mean, those that were chosen."""
    records = span_records(doc, "gene_mentions")
    return None if records is None else [_with_id(record) for record in records]


def _with_id(record: Record) -> Record:
    """Return a record with its id, if any, and what is known of it; of several, of the first."""
    candidates, kb_id = record.pop("gene_ids", None), record.pop("kb_id", None)
    if not kb_id:
        return record
    first = str(kb_id).partition(";")[0]
    for candidate in candidates if isinstance(candidates, list | tuple) else ():
        if isinstance(candidate, dict) and candidate.get("id") == first:
            known = {
                "taxon": candidate.get("taxon"),
                "kb_id_confidence": candidate.get("confidence"),
                "reason": candidate.get("reason"),
            }
            return record | {"kb_id": str(kb_id)} | _known(known)
    return record | {"kb_id": str(kb_id)}


def _propositional_terms(doc: "Doc") -> list[Record] | None:
    return span_records(doc, "propositional_terms")


def _citations(doc: "Doc") -> list[Record] | None:
    """Return the marks of citation, each with the key of the work."""
    from .citations.citing import citation_records

    records = citation_records(doc)
    return None if records is None else [_plain(record) for record in records]


def _citances(doc: "Doc") -> list[Record] | None:
    """Return the citing sentences, once for each work they cite."""
    if "citances" not in doc.spans:
        return None
    from .citations.citing import citance_records
    from .spans import labelled_spans, text_of

    text = text_of(doc)
    known = citance_records(doc.spans["citances"])
    return [
        {"start_char": start, "end_char": end, "text": text[start:end], "key": key}
        | _known({"section": about.get("section")})
        for (start, end, key), about in zip(labelled_spans(doc, "citances"), known, strict=True)
    ]


def _cited_works(doc: "Doc") -> list[Record] | None:
    """Return what is known of the works that the citances cite; None where that is nothing."""
    if "citances" not in doc.spans:
        return None
    from .citations.citing import cited_works

    works = cited_works(doc.spans["citances"])
    return [
        {"key": key, **_known({name: work.get(name) for name in _KNOWN})}
        for key, work in works.items()
    ] or None


def _entities(doc: "Doc") -> list[Record] | None:
    """Return the entities, without those that are copies of our own results.

    ``ents`` of ``gene_mention_tagger`` and ``propositional_term_extractor`` copies what stands in
    ``gene_mentions`` and ``propositional_terms`` to ``doc.ents``. So an entity of the tokens and
    the label of such a span is left out. None where no token says whether it is in an entity.
    """
    if not len(doc) or not doc.has_annotation("ENT_IOB"):
        return None
    from .span_groups import held_spans

    ours = {
        (span.start, span.end, span.label)
        for name in ("gene_mentions", "propositional_terms")
        for span in held_spans(doc, name)
    }
    return [
        {
            "start_char": ent.start_char,
            "end_char": ent.end_char,
            "text": ent.text,
            "label": ent.label_,
            **_known({"kb_id": ent.kb_id_ or None}),
        }
        for ent in doc.ents
        if (ent.start, ent.end, ent.label) not in ours
    ]


_READERS: dict[str, Callable[["Doc"], list[Record] | None]] = {
    "gene_mentions": _gene_mentions,
    "propositional_terms": _propositional_terms,
    "citations": _citations,
    "citances": _citances,
    "cited_works": _cited_works,
    "entities": _entities,
}


def _known(record: Record) -> Record:
    return {name: value for name, value in record.items() if value is not None}


def _plain(record: Record) -> Record:
    """``record`` with numpy numbers as Python's own."""
    return {key: value.item() if hasattr(value, "item") else value for key, value in record.items()}
