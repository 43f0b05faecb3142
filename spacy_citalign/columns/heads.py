"""Head percolation: rules for the child of a constituent that its head word comes from.

Magerman (1995), "Statistical decision-tree models for parsing", ACL, has the rules, here in the
form of Collins (1999), "Head-driven statistical models for natural language parsing", appendix A.
Roark (section 3) has one exception: "the head of a VP is an embedded VP in preference to the AUX or
MD verbs", so that "named" is the head of "was named". SQ and SINV follow it here, for their head is
that of a clause too.
"""

from collections.abc import Sequence

_LEFT, _RIGHT = False, True  # the end that children are read from; the first of a kind wins

_RULES: dict[str, tuple[bool, str]] = {
    "ADJP": (
        _LEFT,
        "NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB",
    ),
    "ADVP": (_RIGHT, "RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN"),
    "CONJP": (_RIGHT, "CC RB IN"),
    "FRAG": (_RIGHT, ""),
    "INTJ": (_LEFT, ""),
    "LST": (_RIGHT, "LS :"),
    "NAC": (_LEFT, "NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW"),
    "PP": (_RIGHT, "IN TO VBG VBN RP FW"),
    "PRN": (_LEFT, ""),
    "PRT": (_RIGHT, "RP"),
    "QP": (_LEFT, "$ IN NNS NN JJ RB DT CD NCD QP JJR JJS"),
    "RRC": (_RIGHT, "VP NP ADVP ADJP PP"),
    "S": (_LEFT, "TO IN VP S SBAR ADJP UCP NP"),
    "SBAR": (_LEFT, "WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG"),
    "SBARQ": (_LEFT, "SQ S SINV SBARQ FRAG"),
    "SINV": (_LEFT, "VP VBZ VBD VBP VB MD S SINV ADJP NP"),
    "SQ": (_LEFT, "VP VBZ VBD VBP VB MD SQ"),
    "UCP": (_RIGHT, ""),
    "VP": (_LEFT, "VP TO VBD VBN MD VBZ VB VBG VBP ADJP NN NNS NP"),
    "WHADJP": (_LEFT, "CC WRB JJ ADJP"),
    "WHADVP": (_RIGHT, "CC WRB"),
    "WHNP": (_LEFT, "WDT WP WP$ WHADJP WHPP WHNP"),
    "WHPP": (_RIGHT, "IN TO FW"),
}
_PRIORITIES = {label: (right, tuple(names.split())) for label, (right, names) in _RULES.items()}
_NOUNS = frozenset("NN NNP NNPS NNS NX POS JJR".split())
_SIGNS = frozenset("$ ADJP PRN".split())
_ADJECTIVES = frozenset("JJ JJS RB QP".split())
_PUNCTUATION = frozenset(", : . `` '' -LRB- -RRB- HYPH SYM NFP".split())


def head_child(label: str, children: Sequence[str]) -> int:
    """Return the place of the head among the labels of a constituent's children, one or more.

    >>> head_child("VP", ["VBD", "VP"]), head_child("NP", ["DT", "NN", "NN", "PP"])
    (1, 2)
    """
    if label in ("NP", "NX"):
        return _noun_head(children)
    right, priorities = _PRIORITIES.get(label, (_RIGHT, ()))
    order = range(len(children) - 1, -1, -1) if right else range(len(children))
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
