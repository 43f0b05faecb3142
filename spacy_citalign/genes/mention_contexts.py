"""What stands around a mention and what it looks like, as features of its confidence.

A mention in front of "deficiency" or "sensitivity" is seldom marked as a gene's name, one behind
"mutations in" often; nor is one a gene's that the text itself defines by words that are no name.
How much each counts is learned (``calibration``).
"""

import re
from collections.abc import Sequence

import numpy as np

from ..words.arrays import Floats
from .definitions import definitions, is_disease
from .marked import Marked
from .records import GeneMention

CONTEXTS = 13
_BEHIND = re.compile(
    r"\+?[\s)]{1,2}(?:"
    r"(deficien\w+|diseases?|syndromes?|patients?|insensitivity|cases|families|subjects|carriers)|"
    r"(levels?|concentrations?|secretion|sensitivity|actions?|production|measurements?|values?|"
    r"titers?|treatment|therapy|resistance)|"
    r"((?:[TB]\s)?(?:cells?|lines?|strains?|mice|rats|clones?)))\b"
)
_OF_GENE = re.compile(r"genes?|encod\w+|express\w*")
_IN_GENE = re.compile(r"(?:mutation|polymorphism|variant)s?|expression|\d+")
_CLASS = re.compile(
    r"(?:receptor|factor|kinase|family|familie|complex(?:e)?|subunit|domain|protein|channel|enzyme|"
    r"antigen|cytokine|chemokine|suppressor|integrin|atpase|antibod(?:y|ie)|gene|transporter|"
    r"inhibitor|protease|phosphatase|hormone)s?$"
)
_SHORT = 3
_NEAR = 40  # characters that are looked at before a mention
_MODELS = 3


def contexts(text: str, mentions: Sequence[GeneMention]) -> Floats:
    """Return thirteen numbers of each of N mentions, ascending: (N, 13).

    Whether a word of illness, of amount, of cells follows; one of genes goes before; the text
    defines it by words that hold no mention; it is a name of a disease, a plural, a class without a
    number; it is behind a hyphen or a slash; has capitals and a digit; is three capitals; begins a
    sentence. First the votes.
    """
    marked = Marked(mentions)
    strange: set[str] = set()
    known: set[str] = set()
    for one in definitions(text):
        named = marked.within(max(one.start, one.last - 1), one.end)
        (known if named else strange).add(text[one.short_start : one.short_end])
    strange -= known
    rows = []
    for mention in mentions:
        start, end = mention.start_char, mention.end_char
        name, before = text[start:end], text[max(0, start - _NEAR) : start]
        lower = name.lower()
        has_digit = any(map(str.isdigit, name))
        behind = _BEHIND.match(text, end)
        kind = 0 if behind is None else behind.lastindex
        capitals = sum(map(str.isupper, name))
        rows.append(
            [
                mention.votes / _MODELS,
                *(kind == number for number in (1, 2, 3)),
                _is_of_gene(before),
                name in strange,
                is_disease(lower.rpartition(" ")[2].rpartition("-")[2]),
                name.endswith("s") and name[-2:-1].islower(),
                not has_digit and _CLASS.search(lower) is not None,
                before.endswith(("-", "/")),
                has_digit and capitals > 1,
                capitals == len(name) == _SHORT,
                not before or before.endswith((". ", ": ")),
            ]
        )
    return np.array(rows, dtype=np.float64).reshape(len(mentions), CONTEXTS)


def _is_of_gene(before: str) -> bool:
    """Return whether the words before a mention are of genes: "gene", "mutations in the"."""
    words = ["", "", "", *before.rstrip("( ").split()]
    last = words.pop()
    if last == "the":
        last = words.pop()
    if last in ("in", "of"):
        return _IN_GENE.fullmatch(words[-1]) is not None
    return _OF_GENE.fullmatch(last) is not None
