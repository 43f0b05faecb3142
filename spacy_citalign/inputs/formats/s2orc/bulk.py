"""The full texts of the S2 API (data set "s2orc"): one text, and annotations of its characters.

Annotations are arrays, mostly written as strings of JSON. That of 2025 ("s2orc_v2") has body and
bibliography apart, and an underscore in names.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from ....corpora.json_lines import decode_json
from ...article_parts.assembly import section_path
from ...article_parts.people import Authors, Person, authors_of, person_of
from ...articles import CitedWork, Kind
from .draft import Block, Draft, Span, ref_name
from .entries import about_of, authors_in, entry_of
from .values import Fields, plain, whole


class _Piece(NamedTuple):
    """Characters of a text that an annotation names."""

    start: int
    end: int
    attributes: dict[str, Any]


class _Annotated:
    """A text and its annotations.

    Args:
        fields: an object with ``text`` and ``annotations``.
    """

    def __init__(self, fields: Fields) -> None:
        self.text = fields.raw("text")
        self._annotations = fields.inner("annotations")
        self._keys = {key.replace("_", ""): key for key in self._annotations.record}

    def all_of(self, name: str) -> Iterator[tuple[int | None, int | None, dict[str, Any]]]:
        """Yield start, end and attributes of the annotations of a name, wherever they lie."""
        key = self._keys.get(name, name)
        value = self._annotations.record.get(key)
        if isinstance(value, str):
            try:
                value = decode_json(value)
            except (ValueError, RecursionError):  # json.JSONDecodeError among them
                self._annotations.refuse(key, value, "an array of annotations as JSON")
                return
        for item in self._annotations.with_value(key, value).array(key):
            if isinstance(item, dict):
                attributes = item.get("attributes")
                inner = attributes if isinstance(attributes, dict) else {}
                yield whole(item.get("start")), whole(item.get("end")), inner

    def pieces(self, name: str) -> list[_Piece]:
        """Return the annotations of a name that lie in the text, by start, none over another."""
        return [piece for piece, _ in self.disjoint((name,))]

    def disjoint(self, names: tuple[str, ...]) -> list[tuple[_Piece, str]]:
        """Return the annotations of several names, each with its name.

        Where two lie over each other the characters are those of the first, or a few annotations
        could be much more than the text.
        """
        pieces = []
        size = len(self.text)
        for name in names:
            for start, end, attributes in self.all_of(name):
                if start is not None and end is not None and 0 <= start < end <= size:
                    pieces.append((_Piece(start, end, attributes), name))
        pieces.sort(key=lambda item: item[0][:2])
        behind = 0
        for place, (piece, name) in enumerate(pieces):
            start = min(max(piece.start, behind), piece.end)
            pieces[place] = piece._replace(start=start), name
            behind = max(behind, piece.end)
        return pieces

    def shown(self, piece: _Piece) -> str:
        """Return the text of a piece, white space collapsed."""
        return plain(self.text[piece.start : piece.end])


def read_bulk(record: Fields) -> Draft:
    """Return the draft of an article."""
    body = _Annotated(record.inner("content" if "content" in record.record else "body"))
    listed = _Annotated(record.inner("bibliography")) if "bibliography" in record.record else body
    about, ids = about_of((record, record.inner("openaccessinfo")))
    names = ("title", "venue", "authorfirstname", "authorlastname")
    titles, venues, given, surnames = ([*map(body.shown, body.pieces(name))] for name in names)
    about = about._replace(
        title=about.title or next(iter(titles), ""),
        journal=about.journal or next(iter(venues), ""),
        authors=about.authors or _authors(given, surnames),
    )
    return Draft(record.text("corpusid"), about, ids, [*_blocks(body)], [*_entries(listed)])


def _blocks(body: _Annotated) -> Iterator[Block]:
    """Yield abstract, paragraphs, captions and tables, with the marks in them."""
    marks, unplaced = _marks(body)

    def block(piece: _Piece, kind: Kind, section: tuple[str, ...]) -> Block:
        spans = [
            Span(mark.start - piece.start, mark.end - piece.start, None, mark.attributes["name"])
            for mark in _inside(piece, marks)
        ]
        return Block(body.text[piece.start : piece.end], kind, section, spans)

    headers = body.pieces("sectionheader")
    titles: dict[str, str] = {}
    section: tuple[str, ...] = ()
    place = 0
    for piece, kind in body.disjoint(("abstract", "paragraph")):
        while place < len(headers) and headers[place].start <= piece.start:
            number = plain(headers[place].attributes.get("n"))
            section = section_path(body.shown(headers[place]), number, titles)
            place += 1
        if kind == "abstract":
            yield block(piece, "abstract", ("Abstract",))
        else:
            yield block(piece, "text", section)
    if unplaced:
        yield Block("", "text", (), unplaced)
    yield from (block(piece, "caption", ()) for piece in body.pieces("figurecaption"))
    yield from (block(piece, "table", ()) for piece in body.pieces("table"))


def _inside(outer: _Piece, pieces: list[_Piece]) -> list[_Piece]:
    """Return those of some pieces, by start, that lie in another; none where it has no characters.

    All of such a one is another's.
    """
    start = attrgetter("start")
    first = bisect_left(pieces, outer.start, key=start)
    behind = bisect_right(pieces, outer.end, key=start) if outer.start < outer.end else first
    return [piece for piece in pieces[first:behind] if piece.end <= outer.end]


def _marks(body: _Annotated) -> tuple[list[_Piece], list[Span]]:
    """Return the marks by start, with what they cite as ``name``; those outside the text."""
    marks, unplaced = [], []
    for start, end, attributes in body.all_of("bibref"):
        name = ref_name(attributes.get("ref_id"))
        if start is None or end is None or not 0 <= start <= end <= len(body.text):
            unplaced.append(Span(None, None, None, name))
        else:
            marks.append(_Piece(start, end, {"name": name}))
    marks.sort(key=lambda mark: mark[:2])
    return marks, unplaced


def _entries(listed: _Annotated) -> Iterator[CitedWork]:
    """Yield the entries of the reference list, their parts told by where they stand."""
    kinds = ("bibtitle", "bibauthorfirstname", "bibauthorlastname", "bibauthor", "bibvenue")
    parts = [*map(listed.pieces, kinds)]
    for entry in listed.pieces("bibentry"):
        titles, given, surnames, names, venues = (
            [*map(listed.shown, _inside(entry, pieces))] for pieces in parts
        )
        known = {
            **entry.attributes,
            "title": next(iter(titles), None),
            "venue": next(iter(venues), None),
            "text": listed.shown(entry),
        }
        authors = _authors(given, surnames) or authors_in("; ".join(names))
        yield entry_of(entry.attributes.get("id"), Fields(known, "", []), authors)


def _authors(given: list[str], surnames: list[str]) -> Authors:
    """Return authors; first names count only where each has one."""
    if len(given) != len(surnames):
        return authors_of(map(Person, surnames))
    return authors_of(map(person_of, surnames, given))
