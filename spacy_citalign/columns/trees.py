"""Parse trees as the alignment reads them: nodes by number, with spans and head words.

Heads percolate by rules for the child of a constituent that its head word comes from. Magerman
(1995), "Statistical decision-tree models for parsing", ACL, has the rules, here in the form of
Collins (1999), "Head-driven statistical models for natural language parsing", appendix A. Roark
(section 3) has one exception: "the head of a VP is an embedded VP in preference to the AUX or MD
verbs", so that "named" is the head of "was named". SQ and SINV follow it here, for their head is
that of a clause too.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import InputError
from ..words.data_files import read_phrases

_RULES = map(str.split, read_phrases(__package__, "head_rules.txt")["heads"])
_PRIORITIES = {label: (side, priorities) for label, side, *priorities in _RULES}
_NOUNS = frozenset("NN NNP NNPS NNS NX POS JJR".split())
_SIGNS = frozenset("$ ADJP PRN".split())
_ADJECTIVES = frozenset("JJ JJS RB QP".split())
_PUNCTUATION = frozenset(", : . `` '' -LRB- -RRB- HYPH SYM NFP".split())
ROOT = "ROOT"
_LIFTED = frozenset(["S", "FRAG"])


def head_child(label: str, children: Sequence[str]) -> int:
    """Return the place of the head among the labels of a constituent's children, one or more.

    >>> head_child("VP", ["VBD", "VP"]), head_child("NP", ["DT", "NN", "NN", "PP"])
    (1, 2)
    """
    if label in ("NP", "NX"):
        return _noun_head(children)
    side, priorities = _PRIORITIES.get(label, ("right", []))
    order = range(len(children) - 1, -1, -1) if side == "right" else range(len(children))
    for name in priorities:
        for child in order:
            if children[child] == name:
                return child
    return next((child for child in order if children[child] not in _PUNCTUATION), order[0])


def _noun_head(children: Sequence[str]) -> int:
    """Return the head of a noun phrase (Collins 1999, section A.1)."""
    backwards = range(len(children) - 1, -1, -1)
    searches: tuple[tuple[Sequence[int], frozenset[str]], ...] = (
        (backwards, _NOUNS),
        (range(len(children)), frozenset(["NP"])),
        (backwards, _SIGNS),
        (backwards, frozenset(["CD"])),
        (backwards, _ADJECTIVES),
        (backwards, frozenset(["PRP", "EX", "WP", "DT", "FW"])),
    )
    for order, wanted in searches:
        for child in order:
            if children[child] in wanted:
                return child
    return next((child for child in backwards if children[child] not in _PUNCTUATION), 0)


class Constituent(NamedTuple):
    """A bracket: its label, without function tags, and half-open words."""

    label: str
    start: int
    end: int


class Node(NamedTuple):
    """A node of a tree.

    Attributes:
        label: phrase label or, of a leaf, part-of-speech tag.
        start, end: half-open words.
        head: the word that the node's head is.
        children: in order; none of a leaf.
    """

    label: str
    start: int
    end: int
    head: int
    children: tuple["Node", ...]

    @property
    def is_leaf(self) -> bool:
        """True if the node is a part-of-speech tag over its word."""
        return not self.children


def tree_of(tags: Sequence[str], constituents: Sequence[Constituent]) -> Node:
    """Build the tree of a sentence from its brackets.

    Sentences with several brackets at the top, or none, get a root over them. S and FRAG over a
    single child that is no VP are left out, as are repeated labels over the same words: such layers
    keep like constituents from being aligned.

    >>> brackets = [Constituent("NP", 0, 2), Constituent("VP", 2, 3)]
    >>> root = tree_of(["DT", "NN", "VBZ"], brackets)
    >>> root.label, root.head, [child.head for child in root.children]
    ('ROOT', 2, [1, 2])

    Args:
        tags: Penn tags of the words, one or more.
        constituents: in pre-order: of those that begin together the outer first.

    Raises:
        InputError: brackets are empty, cross, or lie outside of the sentence.
    """
    # Each open bracket has its label, its end and the children so far.
    stack: list[tuple[str, int, list[Node]]] = [(ROOT, len(tags), [])]
    next_word = 0

    def add_leaves(until: int) -> None:
        nonlocal next_word
        for word in range(next_word, until):
            stack[-1][2].append(Node(tags[word], word, word + 1, word, ()))
        next_word = max(next_word, until)

    def close() -> None:
        label, end, children = stack[-1]
        add_leaves(end)
        stack.pop()
        stack[-1][2].append(_node(label, children))

    for label, start, end in constituents:
        while len(stack) > 1 and stack[-1][1] <= start:
            close()
        if not next_word <= start < end <= stack[-1][1]:
            raise InputError(
                f"the bracket {label} over words {start} to {end} is empty, or crosses another, or "
                f"leaves its sentence of {len(tags)} words; give brackets in pre-order"
            )
        add_leaves(start)
        stack.append((label, end, []))
    while len(stack) > 1:
        close()
    add_leaves(len(tags))
    children = stack[0][2]
    has_root = len(children) == 1 and not children[0].is_leaf
    return children[0] if has_root else _node(ROOT, children)


def _node(label: str, children: list[Node]) -> Node:
    if len(children) == 1:
        (child,) = children
        lifted = label in _LIFTED and child.label != "VP"
        if not child.is_leaf and (lifted or child.label == label):
            return child
    head = children[head_child(label, [child.label for child in children])].head
    return Node(label, children[0].start, children[-1].end, head, tuple(children))
