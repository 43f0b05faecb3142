"""Levels of features, each of which can be left out: grams over token features.

Chang & Wu (2009), section 2.3, name five local levels and three global features; ``words`` is what
any sequence labeller has beside them. ``classes``, ``rates`` and ``repetition`` are ours.

========================  =======================================================================
``words``                 words, stems, shapes and tags in windows; affixes
``morphological``         final words, connected words, seeds (terms of training), acronyms
``semantic``              units of measure; seed concepts are word classes: SUMO's nouns are not
                          to be had
``frequency``             frequent, rare and unknown words, academic words
``syntactic``             noun phrases, their chains with prepositions, tag patterns of training
                          terms, contexts of final words, cardinals
``statistical``           candidates that C-value finds in the document
``cues``                  keywords, title, noun phrases after cue words
``tense``                 noun phrases of a first sentence in the past tense
``structure``             parallel structures
``classes``               classes of words by their neighbours in unlabelled text
``rates``                 how often words stood in training terms
``repetition``            noun phrases that stand several times in the document
========================  =======================================================================
"""

from collections.abc import Iterable, Sequence

from ..chain.features import Gram, GramGroup, group_grams, window
from ..errors import SettingError
from ..words.clusters import SIZES

CLASS_FEATURES = tuple(f"class {size}" for size in SIZES)
_AROUND = (-1, 0, 1)
_GRAMS: dict[str, list[Gram]] = {
    "words": [
        *window("lower", 2),
        *window("stem", 1),
        *window("tag", 4),
        *window("shape", 2, reach=1),
        Gram(("lower+tag",), _AROUND),
    ],
    "morphological": [
        *window("final", 2),
        *window("seed", 2),
        *window("layout", 2, reach=1),
        Gram(("layout+tag",), _AROUND),
        Gram(("chunk",), _AROUND),
        Gram(("chunk tags",), _AROUND),
        Gram(("enclosure",), _AROUND),
        Gram(("acronym",), _AROUND),
    ],
    "semantic": [Gram(("unit",), _AROUND), Gram(("seed class",), _AROUND)],
    "frequency": [*window("frequency", 2, reach=1), Gram(("known",), _AROUND)],
    "syntactic": [
        Gram(("noun phrase",), (-2, -1, 0, 1, 2)),
        Gram(("chain",), _AROUND),
        Gram(("pattern",), _AROUND),
        Gram(("frame",), _AROUND),
        Gram(("cardinal",), _AROUND),
    ],
    "statistical": [Gram(("candidate",), _AROUND)],
    "cues": [Gram(("title",), _AROUND), Gram(("cue",), _AROUND)],
    "tense": [Gram(("past",), (0,))],
    "structure": [Gram(("parallel",), _AROUND)],
    "classes": [
        gram
        for feature, longest in zip(CLASS_FEATURES, (3, 2, 1), strict=True)
        for gram in window(feature, longest)
    ],
    "rates": [Gram(("rate",), _AROUND), Gram(("rate+tag",), _AROUND), Gram(("seed+rate",), (0,))],
    "repetition": [Gram(("repeated",), _AROUND)],
}
LEVELS = tuple(_GRAMS)


def check_levels(levels: Iterable[str]) -> tuple[str, ...]:
    """Return the levels in the order of ``LEVELS``.

    Raises:
        SettingError: one is unknown or comes twice, or there is none.
    """
    if isinstance(levels, str) or not isinstance(levels, Iterable):
        raise SettingError(f"levels is {levels!r}; give a list of some of {LEVELS}")
    given = list(levels)
    named = all(isinstance(level, str) for level in given)
    if not given or not named or len(set(given)) < len(given) or not set(given) <= set(LEVELS):
        raise SettingError(f"levels is {given!r}; choose one or more, each once, of {LEVELS}")
    return tuple(level for level in LEVELS if level in given)


def feature_groups(levels: Sequence[str]) -> list[GramGroup]:
    """Return the grams of levels, grouped by starts."""
    return group_grams([gram for level in levels for gram in _GRAMS[level]])
