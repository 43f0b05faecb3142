"""The words that hold a sentence together: subject, main verb, final punctuation.

Roark (section 5) names as anchors "those associated with the head verb of the string, the subject
head noun and sentence final punctuation". Here is how a tree tells them; ``role_tagger`` tells them
by tags alone.

Of what it costs to align one tag with another Roark says (section 3): "tags that can play a similar
syntactic role (e.g., different kinds of nouns, noun modifiers, verbs, verb modifiers, punctuation,
etc.) have less cost of substitution than between POS-tags of different classes". The paper gives
neither classes nor costs; these are ours. Its Figure 3 aligns nouns with adjectives ("Business",
"chief") and determiners ("Rogers", "Each"), so that what stands in noun phrases, and verbs and what
modifies them, are closer to each other than to the rest.

Measures of columns are agreement, and purity of roles. Roark (Table 3) calls accuracy the share of
words that get the same column by a tagger's tags as by gold tags. That measures a model against
itself: one that puts everything in order, whatever it is, agrees best. Purity tells whether columns
mean something: it is the share of the words of one role, such as main verbs, that are in one
column.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..words.arrays import Floats, Ints
from .trees import Node

CLASSES: dict[str, str] = {
    "noun": "NN NNS NNP NNPS PRP EX WP FW",
    "noun modifier": "JJ JJR JJS CD AFX",
    "determiner": "DT PDT PRP$ WP$ WDT POS",
    "verb": "VB VBD VBG VBN VBP VBZ",
    "verb modifier": "RB RBR RBS WRB MD RP TO",
    "preposition": "IN",
    "conjunction": "CC",
    "final punctuation": ".",
    "punctuation": ", : `` '' -LRB- -RRB- HYPH SYM $ # NFP",
}
OTHER = len(CLASSES)
CLASS_COUNT = OTHER + 1
NOUN, NOUN_MODIFIER, DETERMINER, VERB, VERB_MODIFIER = range(5)
FINAL_PUNCTUATION = list(CLASSES).index("final punctuation")
_CLASS_OF = {tag: n for n, tags in enumerate(CLASSES.values()) for tag in tags.split()}
_RELATED = ({NOUN, NOUN_MODIFIER, DETERMINER}, {VERB, VERB_MODIFIER})

GAP_COST = 1.0
SAME_CLASS_COST = 0.5
RELATED_COST = 1.5
NEVER_COST = 2 * GAP_COST  # two gaps cost no more


def class_of(tag: str) -> int:
    """Return the number of a tag's class, ``OTHER`` for tags that are in none.

    >>> class_of("VBZ") == class_of("VBN"), class_of("XX") == OTHER
    (True, True)
    """
    return _CLASS_OF.get(tag, OTHER)


def substitution_costs(tags: Sequence[str]) -> Floats:
    """Return what it costs to align each tag with each other: K tags to (K, K) float64.

    0 for the same tag; at ``NEVER_COST``, which is that of two gaps, tags are not aligned.
    """
    classes = [class_of(tag) for tag in tags]
    costs = np.full((len(tags), len(tags)), NEVER_COST)
    for i, first in enumerate(classes):
        for j, second in enumerate(classes):
            if tags[i] == tags[j]:
                costs[i, j] = 0.0
            elif first == second != OTHER:
                costs[i, j] = SAME_CLASS_COST
            elif any({first, second} <= related for related in _RELATED):
                costs[i, j] = RELATED_COST
    return costs


NONE = -1
_CLAUSES = frozenset(["S", "SQ", "SINV", "SBARQ"])
_NOMINAL = frozenset(["NP", "NX"])


class Roles(NamedTuple):
    """Places in the sentence, ascending; ``NONE`` where there is no such word.

    Attributes:
        subject: head of the noun phrase before the verb phrase of the main clause.
        root: head of the main clause, where that is a verb.
        final: the last word, where that is final punctuation.
    """

    subject: int
    root: int
    final: int


def roles_of(tree: Node, tags: Sequence[str]) -> Roles:
    """Find the roles of a sentence by its tree; of coordinated main clauses the first counts."""
    subject = root = NONE
    clause = _main_clause(tree)
    if clause is not None and class_of(tags[clause.head]) == VERB:
        root = clause.head
        subject = _subject(clause)
    final = len(tags) - 1 if class_of(tags[-1]) == FINAL_PUNCTUATION else NONE
    return Roles(subject, root, final)


def _main_clause(tree: Node) -> Node | None:
    """Return the lowest clause of the first chain of clauses on the way down along heads."""
    clause = None
    node = tree
    while not node.is_leaf:
        if node.label in _CLAUSES:
            clause = node
        elif clause is not None:
            break
        node = next(child for child in node.children if child.start <= node.head < child.end)
    return clause


def _subject(clause: Node) -> int:
    """Return the head of the last noun phrase before the clause's head child."""
    subject = NONE
    for child in clause.children:
        if child.end > clause.head:
            break
        if child.label in _NOMINAL:
            subject = child.head
    return subject


def held_columns(roles: Sequence[Roles] | Ints, firsts: Ints, size: int, columns: Ints) -> Ints:
    """Return the columns that words are held in by their roles.

    Args:
        roles: of each of C sentences, or as (C, 3) int64.
        firsts: (C,) int64, the first word of each.
        size: N, words of all sentences.
        columns: (3,) int64, of the roles; -1 for those that hold no word.

    Returns:
        (N,) int64, -1 for words that are not held.
    """
    held = np.full(size, -1, dtype=np.int64)
    positions = np.array(roles, dtype=np.int64).reshape(-1, len(columns))
    for role_positions, column in zip(positions.T, columns.tolist(), strict=True):
        has_role = role_positions >= 0
        held[firsts[has_role] + role_positions[has_role]] = column
    return held


def agreement(gold: Ints, predicted: Ints) -> float:
    """Return the share of words with the same column, 0 to 1, of those with a gold one.

    >>> agreement(np.array([0, 2, 5, -1]), np.array([0, 2, 4, -1])) == 2 / 3
    True

    Args:
        gold, predicted: (N,) int64, -1 for none. Nan where no word has a gold column.
    """
    has_gold = gold >= 0
    return float(np.mean(gold[has_gold] == predicted[has_gold])) if has_gold.any() else float("nan")


def role_purity(columns: Ints, firsts: Ints, roles: Sequence[Roles]) -> dict[str, float]:
    """Return, by role, the share of its words in the column that has most of them, 0 to 1.

    Words without a column count as being elsewhere.

    >>> role_purity(np.array([3, 7, 3, 3]), np.array([0, 2]), [Roles(0, 1, -1), Roles(0, 1, -1)])
    {'subject': 1.0, 'root': 0.5, 'final': nan}

    Args:
        columns: (N,) int64, -1 for none.
        firsts: (C,) int64, the first word of each sentence.
        roles: of each sentence; nan for a role that no word has.
    """
    positions = np.array(roles, dtype=np.int64).reshape(-1, len(Roles._fields))
    purity = {}
    for name, role_positions in zip(Roles._fields, positions.T, strict=True):
        has_role = role_positions >= 0
        role_columns = columns[firsts[has_role] + role_positions[has_role]]
        most = np.bincount(role_columns[role_columns >= 0], minlength=1).max()
        purity[name] = float(most / has_role.sum()) if has_role.any() else float("nan")
    return purity
