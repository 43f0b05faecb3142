"""An article that is named by an identifier: which of some files it is."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...inputs.articles import CitedWork
from ...inputs.records import Reading
from ...words.identifiers import identifier, identifiers_in_links

if TYPE_CHECKING:
    from .cited_sources import CitedSource

_KINDS = ("doi", "pmid", "arxiv", "pmcid")
_PMID = re.compile(r"[0-9]{1,9}")


def named_identifier(name: str) -> dict[str, str]:
    """Return the identifier that a name is, by its kind; {} where it is none.

    >>> named_identifier("https://doi.org/10.5555/ZK.1"), named_identifier("PMID: 77")
    ({'doi': '10.5555/zk.1'}, {'pmid': '77'})
    >>> named_identifier("frogs2004.xml")
    {}
    """
    name = name.strip()
    if found := identifiers_in_links([name]):
        return dict([*found.items()][:1])
    before, colon, value = name.partition(":")
    is_named = bool(colon) and before.lower() in _KINDS
    for kind in [before.lower()] if is_named else _KINDS:
        text = value.strip() if is_named else name
        if kind != "pmid" or _PMID.fullmatch(text):
            found_kind, usual = identifier(kind, text)
            if found_kind:
                return {found_kind: usual}
    return {}


def named_work(name: str, known: Mapping[str, str]) -> CitedWork:
    """Return a work of which nothing is known but an identifier."""
    return CitedWork(
        id=name,
        number=1,
        label="",
        doi=known.get("doi", ""),
        pmid=known.get("pmid", ""),
        pmcid=known.get("pmcid", ""),
        arxiv=known.get("arxiv", ""),
        first_author="",
        year="",
        title="",
        source="",
        text="",
    )


def find_named(
    names: Sequence[str], paths: Sequence[Path], reading: Reading | None = None
) -> "dict[str, CitedSource]":
    """Return the sources that identifiers name, each by its name; others have no entry.

    Args:
        names: what they are called; of those that are no identifiers nothing is returned.
        paths: files, folders and archives of articles.
        reading: how these are read.

    Raises:
        InputError: a path does not exist, or a folder has no file.
    """
    from .cited_sources import find_sources

    works = {name: named_work(name, known) for name in names if (known := named_identifier(name))}
    if not works:
        return {}
    found = find_sources([*works.values()], paths, reading)
    return dict(zip(works, found.of_works, strict=True))
