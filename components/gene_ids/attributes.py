"""Ids of genes and species on a Doc: how they are kept, and the attributes that read them.

What is known of a mention stands with its other records (see ``span_records``): ``kb_id``, and
``gene_ids``, a list of records. Spans of the group have ``kb_id_``, and so have entities of the
same characters. Species are spans of ``doc.spans["species"]``, with their taxon as ``kb_id_``.
Getters are functions of this module, never raise, and return None where nothing was looked for.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from spacy.tokens import Doc, Span

from ..base.abbreviations import abbreviation_definitions
from ..base.extensions import install_getters
from ..base.names import GENE_IDS, JOINED, SPECIES, SPECIES_LABEL
from ..base.span_groups import held_characters, held_spans
from ..base.span_records import install_extensions as install_of_spans
from ..base.span_records import set_span_records, span_records

if TYPE_CHECKING:
    from ...gene_ids.evidence import Abbreviation
    from ...gene_ids.normalizer import GeneAnswer, GeneCandidate
    from ...gene_ids.species import SpeciesMention

KB_ID = "kb_id"
WHY_NO_ID = "why_no_id"
_KNOWN = ("taxon", "confidence", "reason")  # of a candidate, beside its id


def set_gene_ids(
    doc: Doc,
    key: str,
    answers: Sequence["GeneAnswer"],
    chosen: Sequence[Sequence["GeneCandidate"]],
    reasons: Sequence[str | None],
    limit: int,
) -> None:
    """Write the answers for the spans of a group, which is there, in its order.

    Args:
        doc: gets them.
        key: the group's name.
        answers: one for each span.
        chosen: the genes that each span is given as ids.
        reasons: why each has none.
        limit: candidates that are kept for each gene that a mention names.
    """
    records = span_records(doc, key) or []
    ids = [JOINED.join(dict.fromkeys(str(gene.gene_id) for gene in genes)) for genes in chosen]
    names = dict.fromkeys(name for record in records for name in record.values)
    ours: dict[str, list[Any]] = {
        KB_ID: ids,
        GENE_IDS: [_records(answer, limit) for answer in answers],
        WHY_NO_ID: list(reasons),
    }
    values = {x: [record.values.get(x) for record in records] for x in names if x not in ours}
    values |= ours
    old_ids = [span.id for span in held_spans(doc, key)]
    offsets = [(record.start, record.end) for record in records]
    labels = [record.label for record in records]
    # Spans of a group are copies: what they are given later does not reach the group.
    set_span_records(
        doc, key, offsets, labels, values, kb_ids=ids, span_ids=old_ids, may_be_empty=True
    )
    if doc.ents:
        _set_entities(doc, held_spans(doc, key))


def set_species(
    doc: Doc,
    mentions: Sequence["SpeciesMention"],
    names: Mapping[int, str],
    taxa: Collection[int],
) -> None:
    """Write the mentions of species; ``names`` are by taxon, ``taxa`` are those with a table."""
    values: dict[str, list[Any]] = {
        KB_ID: [str(species.taxon) for species in mentions],
        "name": [names.get(species.taxon, "") for species in mentions],
        "weight": [species.weight for species in mentions],
        "in_tables": [species.taxon in taxa for species in mentions],
    }
    offsets = [(species.start, species.end) for species in mentions]
    set_span_records(doc, SPECIES, offsets, SPECIES_LABEL, values, kb_ids=values[KB_ID])


def get_species(doc: Doc) -> list[dict[str, Any]] | None:
    """Return a record for each species that the Doc speaks of, the one spoken of most first.

    A record has ``taxon`` of NCBI Taxonomy, ``name``, ``share`` (0..1) of what is said of species,
    by how sure the words are, ``mentions``, a list of [start, end], characters, and ``in_tables``,
    whether its genes can have ids. [] where no species is spoken of, None where nobody looked.
    """
    records = span_records(doc, SPECIES)
    if records is None:
        return None
    species: dict[int, dict[str, Any]] = {}
    for record in records:
        taxon, weight = record.values.get(KB_ID), record.values.get("weight")
        if not (isinstance(taxon, str) and taxon.isdecimal() and isinstance(weight, int | float)):
            continue
        entry: dict[str, Any] = {"taxon": int(taxon), "name": str(record.values.get("name", ""))}
        entry |= {"share": 0.0, "mentions": [], "in_tables": record.values.get("in_tables")}
        entry = species.setdefault(int(taxon), entry)
        entry["share"] += float(weight)
        entry["mentions"].append([record.start, record.end])
    total = sum(entry["share"] for entry in species.values()) or 1.0
    listed = [entry | {"share": entry["share"] / total} for entry in species.values()]
    return sorted(listed, key=lambda entry: -entry["share"])


def get_gene_ids(span: Span) -> list[dict[str, Any]] | None:
    """Return the genes that a mention may mean, likeliest first.

    A record has ``id`` of NCBI Gene, as text, ``taxon``, ``confidence`` (0..1) and ``reason``:
    "exact name" (of the symbol), "alias", "full name", "long form in the text", "words of the full
    name", "learned of texts"; and ``part``, a number from 0, where the mention names several genes.
    [] where no candidate was found. It is that of the first group that has a span of these tokens
    and this label with ids; None where none has. Where the Doc keeps nothing but ``kb_id_``, the
    other values are None.
    """
    doc = span.doc
    wanted = (span.start_char, span.end_char, span.label_)
    fallback = None
    for key in doc.spans:
        held = held_characters(doc.spans[key])
        if wanted not in held:
            continue
        for characters, record in zip(held, span_records(doc, key) or (), strict=False):
            listed = record.values.get(GENE_IDS)
            if characters == wanted and isinstance(listed, list | tuple):
                return [dict(candidate) for candidate in listed if isinstance(candidate, dict)]
        if fallback is None and key != SPECIES:
            fallback = _bare(held_spans(doc, key), wanted)
    return fallback


def get_why_no_id(span: Span) -> str | None:
    """Return why a mention has no id, None where it has one or nobody looked.

    "species without a table: rat", "no candidate", "no candidate is sure enough" (``threshold``),
    or "species not sure" (``species_threshold``).
    """
    wanted = (span.start_char, span.end_char, span.label_)
    for key in span.doc.spans:
        for record in span_records(span.doc, key) or ():
            reason = record.values.get(WHY_NO_ID)
            if (record.start, record.end, record.label) == wanted and isinstance(reason, str):
                return reason
    return None


def install_extensions() -> None:
    """Install the attributes of Docs and spans with ids."""
    install_of_spans(SPECIES="name of a species, a strain or a cell line")
    install_getters(Doc, species=get_species)
    install_getters(Span, gene_ids=get_gene_ids, why_no_id=get_why_no_id)


def _records(answer: "GeneAnswer", limit: int) -> list[dict[str, Any]]:
    several = len(answer.parts) > 1
    return [
        {"id": str(one.gene_id)}
        | {name: getattr(one, name) for name in _KNOWN}
        | ({"part": number} if several else {})
        for number, part in enumerate(answer.parts)
        for one in part[:limit]
    ]


def _set_entities(doc: Doc, spans: Sequence[Span]) -> None:
    """Give entities of the tokens and the label of spans their ids."""
    ids = {(span.start, span.end, span.label): span.kb_id for span in spans}
    changed = [
        Span(doc, ent.start, ent.end, label=ent.label, kb_id=kb_id, span_id=ent.id)
        for ent in doc.ents
        for kb_id in [ids.get((ent.start, ent.end, ent.label), ent.kb_id)]
        if kb_id != ent.kb_id
    ]
    if changed:
        doc.set_ents(changed, default="unmodified")


def _bare(spans: Sequence[Span], wanted: tuple[int, int, str]) -> list[dict[str, Any]] | None:
    """Return what the span itself says, None for nothing."""
    for span in spans:
        if (span.start_char, span.end_char, span.label_) == wanted and span.kb_id_:
            return [{"id": x} | dict.fromkeys(_KNOWN) for x in span.kb_id_.split(JOINED)]
    return None


def definitions_in(doc: Doc, text: str) -> list["Abbreviation"]:
    """Return the definitions of abbreviations in a Doc, whose text is given."""
    from ...citances.knowledge.abbreviations import find_definitions
    from ...gene_ids.evidence import Abbreviation

    definitions = [Abbreviation(*offsets) for offsets in find_definitions(text)]
    for forms in abbreviation_definitions(doc):
        short, long = (doc[start:end] for start, end in forms)
        offsets = short.start_char, short.end_char, long.start_char, long.end_char
        definitions.append(Abbreviation(*offsets))
    return definitions
