"""Classes of Penn part-of-speech tags and what it costs to align one tag with another.

Roark (section 3): "tags that can play a similar syntactic role (e.g., different kinds of nouns,
noun modifiers, verbs, verb modifiers, punctuation, etc.) have less cost of substitution than
between POS-tags of different classes". The paper gives neither classes nor costs; these are ours.
Its Figure 3 aligns nouns with adjectives ("Business", "chief") and determiners ("Rogers", "Each"),
so that what stands in noun phrases, and verbs and what modifies them, are closer to each other than
to the rest.
"""

from collections.abc import Sequence

import numpy as np

from ..words.arrays import Floats

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
