"""References of different articles grouped by the work that they name.

Reference lists name a work by its DOI, its PMID, its PMCID, by several of them or by none, and
differ in case and punctuation of titles. Works are the same if they share an identifier; a work
that shares none belongs to the one with the same first author, year and title, unless identifiers
of one kind contradict each other.
"""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Generic, TypeVar

from .work_names import WorkNames, WorkRecord, field_text, work_key, work_names

_AUTHORS = ("authors", "initials", "given_names")
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
            ``authors``, ``initials`` and ``given_names``, lists that belong together, are those of
            the longest list, of several the one that says most.
        items: in the order in which they came.
    """

    key: str
    cited: dict[str, Any]
    items: list[Item]


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
        if field not in cited and not is_list and field_text(work, field):
            cited[field] = value
    if _author_count(work) > _author_count(cited):
        for field in _AUTHORS[1:]:
            cited.pop(field, None)
        cited.update({name: work[name] for name in _AUTHORS if work.get(name)})


def _author_count(work: WorkRecord) -> tuple[int, bool, bool]:
    """Return how many authors a work is said to have, and whether more than surnames is known."""
    surnames, initials, given = (work.get(name) for name in _AUTHORS)
    count = len(surnames) if isinstance(surnames, list | tuple) else 0
    return count, bool(count and initials), bool(count and given)


def _root(parents: dict[_Node, _Node], node: _Node) -> _Node:
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return node


def _unite(parents: dict[_Node, _Node], first: _Node, second: _Node) -> None:
    """Unite two sets; the root of the first stays the root."""
    parents[_root(parents, second)] = _root(parents, first)
