"""The reference list of an article in JSON."""

from collections.abc import Iterable

from ...articles import CitedWork
from ...passages import References
from .draft import Entry


def references_of(entries: Iterable[Entry]) -> References:
    """Return the entries as works, a work each, in order."""
    references = References([], {}, [], {})
    for position, entry in enumerate(entries):
        ids = entry.ids
        work = CitedWork(
            entry.name,
            position + 1,
            entry.label,
            ids.get("doi", ""),
            ids.get("pmid", ""),
            ids.get("pmcid", ""),
            ids.get("arxiv", ""),
            entry.authors.first,
            entry.year,
            entry.title,
            entry.source,
            entry.text,
            *entry.authors,
        )
        references.works.append(work)
        references.entries.append(range(position, position + 1))
        if entry.name:
            references.by_id.setdefault(entry.name, [position])
    return references
