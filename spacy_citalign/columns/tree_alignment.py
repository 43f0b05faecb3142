"""Align the words of two sentences by their parse trees, or by their tags alone.

Roark (section 3, Figure 3). Nodes are aligned from the top down; the heads of aligned nodes are
aligned, and all that follows respects that. A strict pass aligns children with equal labels; a
loose pass then replaces constituents that found no partner by their children. So it does with a
phrase that adds to a like one inside it (NP over NP and PP) where its partner does not: the paper's
example has "of" aligned with "on", which is below another phrase.

Decided where the paper is silent: children are aligned by least cost, with the costs of ``roles``
between tags and none between equal phrases; of equal costs, gaps come first, so that what stands
next to the end of a phrase is aligned. Where labels differ, a node goes to that child of the other
which has its label and the most words.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache
from math import inf

from .roles import GAP_COST, NEVER_COST, substitution_costs
from .trees import Node

Pairs = list[tuple[int, int]]
Align = Callable[[Node, Node], Pairs]
_Matches = list[tuple[Node, Node]]


@cache
def _tag_cost(first: str, second: str) -> float:
    return float(substitution_costs([first, second])[0, 1]) if first != second else 0.0


class Alignment:
    """Aligned words so far, ascending on both sides."""

    def __init__(self) -> None:
        self.left: list[int] = []
        self.right: list[int] = []

    def allows(self, a: Node, b: Node) -> bool:
        """Tell whether no aligned word lies in the span of one node but not of the other."""
        left, right = self.left, self.right
        return bisect_left(left, a.start) == bisect_left(right, b.start) and bisect_left(
            left, a.end
        ) == bisect_left(right, b.end)

    def commit(self, i: int, j: int) -> bool:
        """Align two words unless that contradicts what is aligned; tell whether they are now."""
        position = bisect_left(self.left, i)
        if position != bisect_left(self.right, j):
            return False
        is_aligned = position < len(self.left) and self.left[position] == i
        if is_aligned or (position < len(self.right) and self.right[position] == j):
            return is_aligned and self.right[position] == j
        self.left.insert(position, i)
        self.right.insert(position, j)
        return True


def align_trees(a: Node, b: Node) -> Pairs:
    """Return the aligned words (i of the first, j of the second) of two sentences, ascending."""
    alignment = Alignment()
    for loose in (False, True):
        _align(alignment, a, b, loose)
    return list(zip(alignment.left, alignment.right, strict=True))


def align_flat(a: Node, b: Node) -> Pairs:
    """Align two sentences by their tags alone; returns what ``align_trees`` does.

    Trees then have "a single root node rewriting in one production to all of the POS tags"
    (section 3).
    """
    return [(x.head, y.head) for x, y in _align_children(Alignment(), leaves(a), leaves(b))]


def leaves(node: Node) -> list[Node]:
    """Return the leaves below a node, in order."""
    below = []
    stack = [node]
    while stack:
        last = stack.pop()
        if last.is_leaf:
            below.append(last)
        stack.extend(reversed(last.children))
    return below


def distance(pairs: Sequence[tuple[int, int]], first: int, second: int) -> float:
    """Return the share of words that are not aligned, 0 to 1 (section 4).

    Args:
        pairs: the aligned words.
        first, second: the numbers of words of both sentences.
    """
    return 1 - 2 * len(pairs) / (first + second)


def _align(alignment: Alignment, a: Node, b: Node, loose: bool) -> None:
    """Align two nodes and what is below them."""
    # Treebanks have trees of more levels than Python calls functions in each other.
    stack = [(a, b)] if a.label == b.label else _align_below(alignment, a, b)  # step 2
    while stack:
        stack.extend(_align_same(alignment, *stack.pop(), loose))


def _align_same(alignment: Alignment, a: Node, b: Node, loose: bool) -> _Matches:
    """Align two phrases of one label; return the pairs of phrases to align next."""
    alignment.commit(a.head, b.head)
    lefts, rights = list(a.children), list(b.children)
    pairs = _align_children(alignment, lefts, rights)
    if not pairs:  # step 5
        return _align_below(alignment, a, b)
    while True:
        for x, y in pairs:  # step 6
            alignment.commit(x.head, y.head)
        if not loose:
            break
        better = _without_unaligned(alignment, lefts, rights, pairs)  # step 7
        if better is None:
            break
        lefts, rights, pairs = better
    return [(x, y) for x, y in pairs if not x.is_leaf]  # step 8


def _align_below(alignment: Alignment, a: Node, b: Node) -> _Matches:
    """Pair one node with a child of the other; return that pair, or nothing."""
    choices = [(a, child) for child in b.children] + [(child, b) for child in a.children]
    allowed = [
        (x, y)
        for x, y in choices
        if x.label == y.label and not x.is_leaf and alignment.allows(x, y)
    ]
    most = max(allowed, key=lambda pair: min(x.end - x.start for x in pair), default=None)
    return [] if most is None else [most]


def _without_unaligned(
    alignment: Alignment, lefts: list[Node], rights: list[Node], pairs: _Matches
) -> tuple[list[Node], list[Node], _Matches] | None:
    """Replace that phrase by its children which leads to the most matches, None if there is none.

    Phrases are those without a partner, and those that their partner matches inside.
    """
    partners = {id(x): y for x, y in pairs} | {id(y): x for x, y in pairs}
    best: tuple[list[Node], list[Node], _Matches] | None = None
    for text, nodes in enumerate((lefts, rights)):
        for position, node in enumerate(nodes):
            partner = partners.get(id(node))
            if node.is_leaf or (partner is not None and not _is_adjunction(node, partner)):
                continue
            lifted = [*nodes[:position], *node.children, *nodes[position + 1 :]]
            tried = (lifted, rights) if text == 0 else (lefts, lifted)
            matches = _align_children(alignment, *tried)
            if best is None or len(matches) > len(best[2]):
                best = (*tried, matches)
    return best


def _is_adjunction(node: Node, partner: Node) -> bool:
    """Tell whether a phrase adds something to a like phrase inside it, and its partner does not."""
    return any(child.label == node.label for child in node.children) and not any(
        child.label == node.label for child in partner.children
    )


def _align_children(
    alignment: Alignment, lefts: Sequence[Node], rights: Sequence[Node]
) -> _Matches:
    """Align two sequences of nodes at the least cost, respecting what is aligned (step 3)."""
    costs = _match_costs(alignment, lefts, rights)
    row = [GAP_COST * j for j in range(len(rights) + 1)]
    table = [row]
    for match_costs in costs:
        before, row = row, [row[0] + GAP_COST]
        for j, cost in enumerate(match_costs):
            gap = (before[j + 1] if before[j + 1] < row[j] else row[j]) + GAP_COST
            match = before[j] + cost
            row.append(match if match < gap else gap)
        table.append(row)
    pairs = []
    i, j = len(lefts), len(rights)
    while i and j:  # sums of costs are exact: all are multiples of a half
        if table[i][j] == table[i - 1][j - 1] + costs[i - 1][j - 1]:
            i, j = i - 1, j - 1
            pairs.append((lefts[i], rights[j]))
        elif table[i][j] == table[i - 1][j] + GAP_COST:
            i -= 1
        else:
            j -= 1
    pairs.reverse()
    return pairs


def _match_costs(
    alignment: Alignment, lefts: Sequence[Node], rights: Sequence[Node]
) -> list[list[float]]:
    """Return what it costs to align each node with each, infinity where they cannot be."""
    left, right = alignment.left, alignment.right
    spans = [(bisect_left(right, y.start), bisect_left(right, y.end)) for y in rights]
    costs = [[inf] * len(rights) for _ in lefts]
    for x, row in zip(lefts, costs, strict=True):
        span = bisect_left(left, x.start), bisect_left(left, x.end)
        leaf, label = x.is_leaf, x.label
        for j, y in enumerate(rights):
            if span != spans[j]:
                continue
            if label == y.label:
                row[j] = 0.0
            elif leaf and y.is_leaf:
                cost = _tag_cost(label, y.label)
                row[j] = cost if cost < NEVER_COST else inf
    return costs
