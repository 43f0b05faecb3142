"""The works of a list of references that is lines of text, as pages and plain text have it."""

from collections.abc import Sequence
from typing import NamedTuple

from ...citations.references.entries import cut_entries
from ...citations.references.fields import Reference, read_references
from ...citations.references.lists import ListLine
from ...words.identifiers import KINDS
from ..articles import CitedWork, References
from .assembly import cited_work, listed_works
from .people import authors_of, person_of, written_author, written_year


class ReadList(NamedTuple):
    """The entries of a list as they were read, and as works, in the same order."""

    read: list[Reference]
    listed: References


def read_list(lines: Sequence[ListLine]) -> ReadList:
    """Return the references of a list."""
    entries = cut_entries(lines)
    read = read_references([one.text for one in entries], [one.label for one in entries])
    works = listed_works(
        work_of_entry(number, entry.label, reference)
        for number, (entry, reference) in enumerate(zip(entries, read, strict=True), 1)
    )
    for position, work in enumerate(works.works):
        if work.label.isdecimal():
            works.labels.setdefault(int(work.label), position)
    return ReadList(read, works)


def entry_id(position: int) -> str:
    """Return the id of the entry at a position of the list, from 0."""
    return f"b{position + 1}"


def work_of_entry(number: int, label: str, reference: Reference) -> CitedWork:
    """Return an entry of the list as a cited work; ``number`` is its position, from 1."""
    authors = authors_of(person_of(surname, given) for surname, given in reference.authors)
    if not authors and (first := written_author(reference.text)):
        authors = authors_of([person_of(first, "")])
    ids = {kind: getattr(reference, kind) for kind in KINDS}
    return cited_work(
        entry_id(number - 1),
        number,
        label,
        ids,
        authors,
        reference.year or written_year(reference.text),
        reference.title or reference.container,
        reference.container,
        reference.text,
    )
