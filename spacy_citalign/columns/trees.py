"""Parse trees as the alignment reads them: nodes by number, with spans and head words."""

from collections.abc import Sequence
from typing import NamedTuple

from ..errors import InputError
from .heads import head_child

ROOT = "ROOT"
_LIFTED = frozenset(["S", "FRAG"])


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
    if not tags:
        raise InputError("a sentence without words has no tree; leave it out")
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
