"""References of different articles grouped by the work that they name.

Reference lists name a work by its DOI, its PMID, its PMCID, by several of them or by none, and
differ in case and punctuation of titles. Works are the same if they share an identifier; a work
that shares none belongs to the one with the same first author, year and title, unless identifiers
of one kind contradict each other.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any, Generic, NamedTuple, TypeVar

IDENTIFIERS = ("doi", "pmid", "pmcid", "arxiv")
_SMALL = {"doi", "arxiv"}
_AUTHORS = ("authors", "initials")
WorkRecord = Mapping[str, Any]
Item = TypeVar("Item")
_Node = Hashable


@dataclass(frozen=True)  # a NamedTuple cannot be generic before Python 3.11
class WorkGroup(Generic[Item]):
    """A work and the items about it.

    Attributes:
        key: its name: ``"doi:..."``, ``"pmid:..."``, ``"pmcid:..."``, ``"arxiv:..."``, else first
            author, year and title, else what it was called.
        cited: what is known of it (``doi``, ``pmid``, ``pmcid``, ``arxiv``, ``first_author``,
            ``year``, ``title`` ...), of each field the first that was given; no empty ones.
            ``authors`` and ``initials``, lists that belong together, are those of the longest list.
        items: in the order in which they came.
    """

    key: str
    cited: dict[str, Any]
    items: list[Item]


@lru_cache(maxsize=1 << 16)  # each work is cited many times
def normal_name(text: str) -> str:
    """Return a text as its lower-case words without accents and punctuation.

    >>> normal_name("Müller-Hill B.: The <i>lac</i> Operon?")
    'muller hill b the i lac i operon'
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[^\W_]+", bare.casefold()))


def work_key(work: WorkRecord) -> str:
    """Return the name of a work by what is known of it, ``""`` where that is not enough.

    >>> work_key({"pmid": "123", "doi": "10.5555/x"})
    'doi:10.5555/x'
    >>> work_key({"first_author": "Zork", "year": "2004", "title": "Frogs, awake."})
    'zork 2004 frogs awake'
    >>> work_key({"first_author": "Zork", "year": "2004"})
    ''
    """
    for kind, value in _identifiers(work):
        return f"{kind}:{value}"
    return _name(work) or normal_name(_field(work, "text"))


class WorkNames(NamedTuple):
    """By what a work is told from others.

    Attributes:
        identifiers: kinds and values, in normal form.
        name: first author, year and title in normal form, "" where one is missing.
        key: as ``work_key`` has it.
    """

    identifiers: tuple[tuple[str, str], ...]
    name: str
    key: str


def work_names(work: WorkRecord) -> WorkNames:
    """Return by what a work is told from others."""
    return WorkNames(tuple(_identifiers(work)), _name(work), work_key(work))


class WorkIndex(Generic[Item]):
    """Collects items by the work that they are about, and groups them at the end."""

    def __init__(self) -> None:
        self._works: list[tuple[str, WorkRecord, WorkNames, Item]] = []

    def add(self, key: str, work: WorkRecord, item: Item, names: WorkNames | None = None) -> None:
        """Add an item about a work.

        Args:
            key: what the work is called where nothing but this is known of it; items with the same
                key are about the same work then.
            work: what is known of it, {} for nothing.
            item: anything.
            names: of the work, where they were worked out before.
        """
        self._works.append((key, work, names or work_names(work), item))

    def groups(self) -> list[WorkGroup[Item]]:
        """Return the works with their items, in order of appearance."""
        nodes: list[_Node] = []
        parents: dict[_Node, _Node] = {}
        for key, _, names, _ in self._works:
            first, *others = names.identifiers or [("name", names.key or key)]
            parents.setdefault(first, first)
            for other in others:
                parents.setdefault(other, other)
                _unite(parents, first, other)
            nodes.append(first)
        self._unite_by_name(nodes, parents)
        groups: dict[_Node, WorkGroup[Item]] = {}
        merged: set[tuple[_Node, int]] = set()  # a reference that is cited often is one object
        for (key, work, _, item), node in zip(self._works, nodes, strict=True):
            root = _root(parents, node)
            group = groups.setdefault(root, WorkGroup(key, {}, []))
            if (root, id(work)) not in merged:
                merged.add((root, id(work)))
                _add_fields(group.cited, work)
            group.items.append(item)
        return [replace(group, key=work_key(group.cited) or group.key) for group in groups.values()]

    def _unite_by_name(self, nodes: list[_Node], parents: dict[_Node, _Node]) -> None:
        """Unite works of the same author, year and title whose identifiers do not differ."""
        by_name: defaultdict[str, dict[_Node, None]] = defaultdict(dict)
        identifiers: defaultdict[_Node, set[tuple[str, str]]] = defaultdict(set)
        for (_, _, names, _), node in zip(self._works, nodes, strict=True):
            root = _root(parents, node)
            identifiers[root].update(names.identifiers)
            if names.name:
                by_name[names.name][root] = None
        # By alphabet, so that the order in which works come does not matter.
        for _, alike in sorted(by_name.items()):
            # Two names may lead to works that were united by an earlier name.
            roots = list(dict.fromkeys(_root(parents, root) for root in alike))
            together = set(chain.from_iterable(identifiers[root] for root in roots))
            if len(roots) > 1 and len({kind for kind, _ in together}) == len(together):
                for root in roots[1:]:
                    _unite(parents, roots[0], root)
                identifiers[_root(parents, roots[0])] = together


def _add_fields(cited: dict[str, Any], work: WorkRecord) -> None:
    """Add what a reference says of a work to what is known of it."""
    for field, value in work.items():
        is_list = field in _AUTHORS and isinstance(value, list | tuple)
        if field not in cited and not is_list and _field(work, field):
            cited[field] = value
    if _author_count(work) > _author_count(cited):
        cited.pop(_AUTHORS[1], None)
        cited.update({name: work[name] for name in _AUTHORS if work.get(name)})


def _field(work: WorkRecord, field: str) -> str:
    """Return what is said in a field; works of others may have numbers and None there."""
    return stripped(work.get(field))


def stripped(value: Any) -> str:
    """Return a value of a record as text without white space around it, "" for None."""
    return "" if value is None else str(value).strip()


def _author_count(work: WorkRecord) -> tuple[int, bool]:
    """Return how many authors a work is said to have, and whether their initials are known."""
    surnames, initials = (work.get(name) for name in _AUTHORS)
    count = len(surnames) if isinstance(surnames, list | tuple) else 0
    return count, bool(count and initials)


def _identifiers(work: WorkRecord) -> list[tuple[str, str]]:
    """Return kinds and values; case does not matter in them: DOIs and arXiv ids are small here."""
    values = ((kind, _field(work, kind)) for kind in IDENTIFIERS)
    return [
        (kind, value.lower() if kind in _SMALL else value.upper())
        for kind, value in values
        if value
    ]


def _name(work: WorkRecord) -> str:
    """Return first author, year and title in normal form, ``""`` where one is missing."""
    parts = [normal_name(_field(work, field)) for field in ("first_author", "year", "title")]
    return " ".join(parts) if all(parts) else ""


def _root(parents: dict[_Node, _Node], node: _Node) -> _Node:
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return node


def _unite(parents: dict[_Node, _Node], first: _Node, second: _Node) -> None:
    """Unite two sets; the root of the first stays the root."""
    parents[_root(parents, second)] = _root(parents, first)


def cited_as(works: Iterable[WorkRecord]) -> set[str]:
    """Return all names under which a user may ask for works: identifiers and keys, lower case.

    >>> sorted(cited_as([{"key": "doi:10.5555/x", "doi": "10.5555/x", "pmid": "12"}]))
    ['10.5555/x', '12', 'doi:10.5555/x']
    """
    fields = ("key", *IDENTIFIERS)
    names = (_field(work, field).lower() for work in works for field in fields)
    return {name for name in names if name}
