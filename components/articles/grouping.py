"""Citances of many articles, regrouped by the work that they cite."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from ...citations.works.same_works import WorkGroup, WorkIndex
from ...errors import InputError, SettingError, warn
from ..base.names import CITANCES, CITATION_SCOPES, CITATIONS
from ..base.span_groups import CharacterSpans, held_spans
from ..base.span_records import SpanRecord, span_records
from ..base.spans import get_character_spans, set_character_spans, text_of
from ..citation_scopes import is_own_name, set_citation_scopes
from ..citations import CITED, OF_MARKS, RECORDS, citance_records, cited_works
from ..joining import join_docs, with_vocab
from .slicing import DocSlicer

T = TypeVar("T")
_MOST = 250_000  # words of a sentence, or works that it cites, times the works
_AROUND = 60  # tokens before and behind the mark


class _Member(NamedTuple):
    """A citance as a Doc, and what is known of it.

    Attributes:
        doc: the smallest number of tokens that covers it.
        start, end: its half-open characters there.
        label: of its span, and of the citations of the work in the sentence.
        record: as in ``citations.py``.
    """

    doc: Doc
    start: int
    end: int
    label: str
    record: dict[str, Any]


def group_citances(
    docs: Iterable[Doc] | Doc, *, min_citances: int = 1, key: str = CITANCES
) -> Iterator[Doc]:
    """Yield a Doc for each cited work, with a span for each sentence of all Docs that cites it.

    The Docs are as ``citance_finder`` or ``spacy_citalign.read_articles`` leave them, or have spans
    of your own in ``doc.spans[key]``, labelled by cited work. Works are the same if they share a
    DOI, PMID or PMCID and their titles and DOIs do not differ, else first author, year and title,
    else the label; but of what ``citance_finder`` has found, numbers and years with a letter name
    works of their Doc only. What stands on the citances (tags, span groups) goes with them, user
    data does not. All of them are in memory at once. Of a sentence that cites hundreds of works
    each has the words around its mark, which a warning tells.

    The label of all spans of a group is the key of the work. In ``doc.spans[key].attrs`` stand
    ``records``, for each citance ``id``, ``source``, ``section``, ``start`` and ``end`` (characters
    of the article) as far as known, and ``cited``, what is known of the work.

    Args:
        docs: a Doc or any number; a sentence that two of them have from the same place of the same
            source counts once.
        min_citances: smaller groups are left out.
        key: the span group of the citances.

    Raises:
        InputError: a Doc has no such span group, one of its spans is empty, or it is no Doc.
        SettingError: ``min_citances`` is below 1.
    """
    if min_citances < 1:
        raise SettingError(f"min_citances is {min_citances}; give 1 or more")
    index: WorkIndex[_Member] = WorkIndex()
    vocab = None
    for number, doc in enumerate([docs] if isinstance(docs, Doc) else docs):
        if not isinstance(doc, Doc):
            raise InputError(f"docs[{number}] is of type {type(doc).__name__}; give Docs")
        vocab = vocab or doc.vocab
        for name, work, member in _members(doc, number, key, vocab):
            index.add(name, work, member)
    for group in index.groups():
        members = distinct(group.items, lambda member: (member.record, text_of(member.doc)))
        if vocab is not None and len(members) >= min_citances:
            yield _group_doc(group, members, vocab, key)


def distinct(items: Iterable[T], known: Callable[[T], tuple[Mapping[str, Any], str]]) -> list[T]:
    """Return items without those that say the same at the same place of a source as an earlier one.

    ``known`` gives the record and the text of an item.
    """
    seen: dict[Any, T] = {}
    for number, item in enumerate(items):
        record, text = known(item)
        origin = tuple(str(record.get(name, "")) for name in ("source", "start", "end"))
        seen.setdefault((*origin, text) if all(origin) else number, item)
    return list(seen.values())


def _members(
    doc: Doc, number: int, key: str, vocab: Vocab
) -> Iterator[tuple[str, dict[str, Any], _Member]]:
    """Yield key, work and citance of each span of a Doc."""
    offsets = get_character_spans(doc, key)
    if offsets is None:
        raise InputError(
            f"the Doc {doc[:6].text!r}... has no span group {key!r}; add citance_finder to the "
            "pipeline, or set doc.spans yourself"
        )
    group = doc.spans[key]
    cited = cited_works(group)
    own_names = _own_names(doc) - set(cited)
    slicer = DocSlicer(doc, without=[key])
    long_sentences = LongSentences(doc, key)
    parts: dict[tuple[int, int], Doc] = {}
    spans = held_spans(doc, key)
    for span, (start, end), record in zip(spans, offsets, citance_records(group), strict=True):
        tokens = span.start, span.end
        if not len(span):
            raise InputError(
                f"a span at token {span.start} of {key!r} in the Doc {doc[:6].text!r}... is empty; "
                "leave it out"
            )
        name = span.label_
        full_record = {"id": f"{number}:{start}", "start": start, "end": end} | record
        first = span.start_char
        if long_sentences.has(span):
            part, first = long_sentences.part(span)
            part = with_vocab(part, vocab)
            start, end = max(start, first), min(end, first + len(text_of(part)))
            full_record |= {"start": start, "end": end}
        else:
            if tokens not in parts:
                parts[tokens] = with_vocab(slicer.part(*tokens), vocab)
            part = parts[tokens]
        member = _Member(part, start - first, end - first, name, full_record)
        yield f"{number}#{name}" if name in own_names else name, cited.get(name, {}), member


def _own_names(doc: Doc) -> set[str]:
    """Return the keys of citations that name a work in this text only."""
    records = span_records(doc, CITATIONS) or ()
    return {one.label for one in records if is_own_name(one.label, one.values.get("style"))}


def _group_doc(group: WorkGroup[_Member], members: list[_Member], vocab: Vocab, key: str) -> Doc:
    doc = join_docs([member.doc for member in members], vocab, key=key, labels=group.key)
    begins = [span.start_char for span in doc.spans[key]]
    doc.spans[key].attrs |= {
        "start_char": [one.start + begin for one, begin in zip(members, begins, strict=True)],
        "end_char": [one.end + begin for one, begin in zip(members, begins, strict=True)],
        RECORDS: [member.record for member in members],
        CITED: {group.key: dict(group.cited)},
    }
    _rename_citations(doc, members, begins, group.key)
    set_citation_scopes(doc, key=key)
    return doc


def _rename_citations(doc: Doc, members: list[_Member], begins: list[int], key: str) -> None:
    """Give citations of the work its key, whatever it is called in the Doc that they come from."""
    citations = doc.spans.get(CITATIONS)
    if citations is None:
        return
    spans = []
    for span in held_spans(doc, CITATIONS):
        own = members[bisect_right(begins, span.start_char) - 1].label
        label = key if span.label_ == own else span.label_
        spans.append(Span(doc, span.start, span.end, label=label))
    attrs = dict(citations.attrs)
    doc.spans[CITATIONS] = CharacterSpans(doc, name=CITATIONS, spans=spans, attrs=attrs)


class LongSentences:
    """The citing sentences of a Doc that are too long to stand in the group of each cited work.

    They are tables without full stops and lists that programs wrote. Each work has its citance in
    a Doc of its own, so with the whole sentence in each, time and memory would grow with the square
    of its length.

    Args:
        doc: with citances.
        key: their span group.
    """

    def __init__(self, doc: Doc, key: str):
        works = Counter((span.start, span.end) for span in doc.spans[key])
        self._doc, self._key = doc, key
        self._works = {
            place: count
            for place, count in works.items()
            if count * max(count, place[1] - place[0]) > _MOST
        }
        if self._works:
            self._prepare()

    def has(self, span: Span) -> bool:
        """Return whether a citance is a sentence of which each work has a part."""
        return (span.start, span.end) in self._works

    def part(self, span: Span) -> tuple[Doc, int]:
        """Return the words around the first mark of the work in a sentence, as a Doc.

        It is the beginning where no mark of the work is known. Of marks of citation it has those of
        the work.

        Returns:
            The part, and the character of the Doc at which it begins.
        """
        own = self._marks[span.label_]
        at = bisect_left(own, span.start_char, key=lambda mark: mark.start)
        start, end = span.start, min(span.start + 2 * _AROUND, span.end)
        if at < len(own) and own[at].start < span.end_char:
            mark = self._doc.char_span(own[at].start, own[at].end, alignment_mode="expand")
            if mark is not None:
                start = max(mark.start - _AROUND, span.start)
                end = min(mark.end + _AROUND, span.end)
        part = self._slicer.part(start, end)
        begin = self._doc[start].idx
        if CITATIONS in self._doc.spans:
            stop = begin + len(text_of(part))
            inside = [mark for mark in own[at:] if begin <= mark.start and mark.end <= stop]
            offsets = [(mark.start - begin, mark.end - begin) for mark in inside]
            attrs = {name: [mark.values.get(name) for mark in inside] for name in OF_MARKS}
            set_character_spans(part, CITATIONS, offsets, span.label_, attrs)
        return part, begin

    def _prepare(self) -> None:
        count, (start, end) = max((count, place) for place, count in self._works.items())
        warn(
            f"the Doc {self._doc[:6].text!r}... has {len(self._works)} sentences of too many works "
            f"for each to have the whole sentence, one of {end - start:,} words cites {count:,}; "
            f"each has the {_AROUND} words before and behind its mark. See whether full stops are "
            "missing"
        )
        self._slicer = DocSlicer(self._doc, without=[self._key, CITATIONS, CITATION_SCOPES])
        self._marks: dict[str, list[SpanRecord]] = defaultdict(list)
        for record in sorted(span_records(self._doc, CITATIONS) or (), key=lambda one: one.start):
            self._marks[record.label].append(record)
