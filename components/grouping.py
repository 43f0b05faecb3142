"""Citances of many articles, regrouped by the work that they cite."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from spacy.tokens import Doc
from spacy.vocab import Vocab

from ..citations.works import WorkGroup, WorkIndex
from ..errors import InputError, SettingError
from .citing import CITED, RECORDS, citance_records, cited_works
from .joining import join_docs, with_vocab
from .slicing import slice_doc
from .spans import CITANCES, get_character_spans

T = TypeVar("T")


class _Member(NamedTuple):
    """A citance as a Doc, and what is known of it."""

    doc: Doc
    record: dict[str, Any]


def group_citances(
    docs: Iterable[Doc], *, min_citances: int = 1, key: str = CITANCES
) -> Iterator[Doc]:
    """Yield a Doc for each cited work, with a span for each sentence of all Docs that cites it.

    The Docs are as ``citance_finder`` or ``spacy_citalign.read_articles`` leave them, or have spans
    of your own in ``doc.spans[key]``, labelled by cited work. Works are the same if they share a
    DOI, PMID or PMCID, else first author, year and title, else the label. What stands on the
    citances (tags, genes, citations ...) goes with them. All of them are in memory at once.

    The label of all spans of a group is the key of the work. In ``doc.spans[key].attrs`` stand
    ``records``, for each citance ``id``, ``source``, ``section``, ``start`` and ``end`` (characters
    of the article) as far as known, and ``cited``, what is known of the work.

    Args:
        docs: in any number; a sentence that two of them have from the same place of the same source
            counts once.
        min_citances: smaller groups are left out.
        key: the span group of the citances.

    Raises:
        InputError: a Doc has no such span group.
        SettingError: ``min_citances`` is below 1.
    """
    if min_citances < 1:
        raise SettingError(f"min_citances is {min_citances}; give 1 or more")
    index: WorkIndex[_Member] = WorkIndex()
    vocab = None
    for number, doc in enumerate(docs):
        vocab = vocab or doc.vocab
        for name, work, member in _members(doc, number, key):
            index.add(name, work, member)
    for group in index.groups():
        members = distinct(group.items, attrgetter("record"))
        if vocab is not None and len(members) >= min_citances:
            yield _group_doc(group, members, vocab, key)


def distinct(items: Iterable[T], record: Callable[[T], Mapping[str, Any]]) -> list[T]:
    """Return items without those whose record has the same source and place as an earlier one."""
    seen: dict[Any, T] = {}
    for number, item in enumerate(items):
        place = tuple(record(item).get(name) for name in ("source", "start", "end"))
        seen.setdefault(number if None in place else place, item)
    return list(seen.values())


def _members(doc: Doc, number: int, key: str) -> Iterator[tuple[str, dict[str, str], _Member]]:
    """Yield key, work and citance of each span of a Doc."""
    offsets = get_character_spans(doc, key)
    if offsets is None:
        raise InputError(
            f"the Doc {doc[:6].text!r}... has no span group {key!r}; add citance_finder to the "
            "pipeline, or set doc.spans yourself"
        )
    group = doc.spans[key]
    cited = cited_works(group)
    parts: dict[tuple[int, int], Doc] = {}
    for span, (start, end), record in zip(group, offsets, citance_records(group), strict=True):
        place = span.start, span.end
        if place not in parts:
            parts[place] = slice_doc(doc, *place, without=key)
        own = {"id": f"{number}:{start}", "start": start, "end": end} | record
        yield span.label_, cited.get(span.label_, {}), _Member(parts[place], own)


def _group_doc(group: WorkGroup[_Member], members: list[_Member], vocab: Vocab, key: str) -> Doc:
    doc = join_docs(
        [with_vocab(member.doc, vocab) for member in members], vocab, key=key, labels=group.key
    )
    doc.spans[key].attrs[RECORDS] = [member.record for member in members]
    doc.spans[key].attrs[CITED] = {group.key: dict(group.cited)}
    return doc
