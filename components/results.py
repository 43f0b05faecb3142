"""The results of the components on a Doc as plain records, for JSON, for tables and for pages.

A result is a list of records with the fields of ``FIELDS``. Offsets are half-open characters of the
Doc. Optional fields are left out of a record where there is nothing to say.
"""

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from .base.names import (
    BASE_PHRASES,
    CITANCES,
    CITATIONS,
    COLUMNS,
    GENE_MENTIONS,
    TERMS,
)

if TYPE_CHECKING:
    from spacy.language import Language
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

SENTENCES = "sentences"
FIELDS: dict[str, tuple[Field, ...]] = {
    GENE_MENTIONS: (
        *_RATED,
        Field("votes", Kind.integer, optional=True),
        Field("kb_id", Kind.text, optional=True),
        Field("taxon", Kind.integer, optional=True),
        Field("kb_id_confidence", Kind.number, optional=True),
        Field("reason", Kind.text, optional=True),
        Field("why_no_id", Kind.text, optional=True),
    ),
    TERMS: (*_RATED, Field("cohesion", Kind.number, optional=True)),
    CITATIONS: (*_SPAN, _KEY, Field("style", Kind.text), Field("implied", Kind.flag)),
    CITANCES: (*_SPAN, _KEY, Field("section", Kind.text, optional=True)),
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

    from .base.spans import labelled_spans

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
        from .base.doc_columns import stored_columns

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
            {"start_char": sent.start_char, "end_char": sent.end_char} for sent in doc.sents
        ]
    return results


def span_records(doc: "Doc", name: str) -> list[Record] | None:
    """Return the records of a group (`start_char`, `end_char`, `text`, ...), or None.

    Without tokens, which rows count otherwise, and the label, which the group says.
    """
    from .base.span_records import mention_records

    records = mention_records(doc, name)
    return records and [
        _plain({key: value for key, value in record.items() if key not in _NOT_IN_ROWS})
        for record in records
    ]


def _gene_mentions(doc: "Doc") -> list[Record] | None:
    """Return the gene mentions: of the genes that each may mean, those that were chosen."""
    records = span_records(doc, GENE_MENTIONS)
    return records and [_with_id(record) for record in records]


def _with_id(record: Record) -> Record:
    """Return a record with its id, if any, and what is known of it; of several, of the first."""
    candidates, kb_id = record.pop("gene_ids", None), record.pop("kb_id", None)
    if not kb_id:
        return record
    first = str(kb_id).partition(";")[0]
    listed = candidates if isinstance(candidates, list | tuple) else ()
    known = next((x for x in listed if isinstance(x, dict) and x.get("id") == first), {})
    names = {"taxon": "taxon", "kb_id_confidence": "confidence", "reason": "reason"}
    about = {name: known.get(as_known) for name, as_known in names.items()}
    return record | {"kb_id": str(kb_id)} | _known(about)


def _citations(doc: "Doc") -> list[Record] | None:
    """Return the marks of citation, each with the key of the work."""
    from .citations import citation_records

    records = citation_records(doc)
    return records and [_plain(record) for record in records]


def _citances(doc: "Doc") -> list[Record] | None:
    """Return the citing sentences, once for each work they cite."""
    if CITANCES not in doc.spans:
        return None
    from .base.spans import labelled_spans, text_of
    from .citations import citance_records

    text = text_of(doc)
    known = citance_records(doc.spans[CITANCES])
    return [
        {"start_char": start, "end_char": end, "text": text[start:end], "key": key}
        | _known({"section": about.get("section")})
        for (start, end, key), about in zip(labelled_spans(doc, CITANCES), known, strict=True)
    ]


def _cited_works(doc: "Doc") -> list[Record] | None:
    """Return what is known of the works that the citances cite; None where that is nothing."""
    if CITANCES not in doc.spans:
        return None
    from .citations import cited_works

    works = cited_works(doc.spans[CITANCES])
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
    from .base.span_groups import held_spans

    ours = {
        (span.start, span.end, span.label)
        for name in (GENE_MENTIONS, TERMS)
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
    GENE_MENTIONS: _gene_mentions,
    TERMS: partial(span_records, name=TERMS),
    CITATIONS: _citations,
    CITANCES: _citances,
    "cited_works": _cited_works,
    "entities": _entities,
}


def _known(record: Record) -> Record:
    return {name: value for name, value in record.items() if value is not None}


def _plain(record: Record) -> Record:
    """``record`` with numpy numbers as Python's own."""
    return {key: value.item() if hasattr(value, "item") else value for key, value in record.items()}


ALL_RESULTS = (*FIELDS, BASE_PHRASES, COLUMNS)
_CITING = (CITATIONS, CITANCES, "cited_works")
_OURS = {
    "base_phrase_chunker": (BASE_PHRASES,),
    "citance_finder": _CITING,
    "column_tagger": (COLUMNS,),
    "gene_mention_tagger": (GENE_MENTIONS,),
    "propositional_term_extractor": (TERMS,),
}
_ENTITY = {"doc.ents", "token.ent_id", "token.ent_iob", "token.ent_kb_id", "token.ent_type"}
_ATTRIBUTE = "doc._."


def result_names(nlp: "Language", *, articles: bool = False) -> tuple[str, ...]:
    """Return the names of the results that ``nlp`` can set, in the order of ``ALL_RESULTS``.

    What a component sets is what its factory declares as ``assigns``; spaCy's own are known, and
    one of others that declares nothing may set any of our results. Attributes that are no results
    of ours are not written.

    Args:
        nlp: its active components count.
        articles: whether texts are articles, which have citations and citances when they are read.
    """
    settable = set(_CITING) if articles else set()
    for name, component in nlp.pipeline:
        settable |= _set_by(nlp, name, component)
    return tuple(name for name in ALL_RESULTS if name in settable)


def _set_by(nlp: "Language", name: str, component: object) -> set[str]:
    """Return the results that a component can set."""
    meta = nlp.get_pipe_meta(name)
    if meta.factory in _OURS:
        return set(_OURS[meta.factory])
    package = str(getattr(component, "__module__", "")).partition(".")[0]
    assigned = set(meta.assigns)
    if not assigned and package != "spacy":
        return set(ALL_RESULTS)
    results = {name.removeprefix(_ATTRIBUTE) for name in assigned if name.startswith(_ATTRIBUTE)}
    if assigned & _ENTITY:
        results.add("entities")
    if package == "spacy":
        settings = nlp.get_pipe_config(name)
        results.add(str(settings.get("spans_key")))  # of spancat and the like
        if settings.get("annotate_ents"):
            results.add("entities")
    elif package != "spacy_citalign" and "doc.spans" in assigned:
        results |= set(ALL_RESULTS) - {"entities"}
    return results & set(ALL_RESULTS)
