"""What stands around a mention that speaks for or against its naming one gene."""

import re
from collections.abc import Sequence

import numpy as np

from .candidates import Candidates
from .name_features import Floats

PLACE_FEATURES = (
    "family after",
    "several after",
    "complex after",
    "part of a protein after",
    "what acts on it after",
    "cells after",
    "plus after",
    "joined before",
    "joined after",
    "family before",
    "in brackets",
    "logarithm of its mentions",
    "in the first sentence",
)
_PATTERNS = (
    r"[\s-]*(?:gene |protein )?(?:super|sub)?famil(?:y|ies)\b",
    r"[\s-]*(?:proteins|genes|receptors|isoforms?|isozymes?|isoenzymes?|members?|homologs?|"
    r"homologues?|kinases|channels|subtypes?|factors|enzymes|paralogs?|subunits|chains)\b",
    r"[\s-]*(?:hetero|holo)?(?:complex(?:es)?|dimers?|heterodimers?|inflammasome|pathways?|axis|"
    r"signall?ing|cascade)\b",
    r"[\s-]*(?:binding )?(?:domains?|motifs?|box(?:es)?|repeats?|sites?|elements?|like|fold|"
    r"homology|consensus|sequences?|tag|fusion)\b",
    r"[\s-]*(?:inhibit\w+|antagonists?|agonists?|blockers?|antibod\w+|ligands?|resistance|therapy|"
    r"treatment|stimulat\w+|deficiency|syndrome|disease)\b",
    r"[\s-]*(?:\(?[+-]\)?|positive|negative|expressing)?[\s-]*(?:[a-z]+\s)?(?:cells?|lymphocytes|"
    r"neurons|macrophages|mice|lines?)\b",
    r"\s?\(?\+",
)
_AFTER = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _PATTERNS)
_ANY_AFTER = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS), re.IGNORECASE)
_FAMILY_BEFORE = re.compile(r"(?:famil(?:y|ies)|members?|class(?:es)?|group) of (?:the )?$", re.I)
_OF = ("of ", "the ", "OF ", "THE ", "Of ", "The ")
_MOST_AFTER, _MOST_BEFORE = 40, 30  # characters
_FIRST = re.compile(r"[.!?]\s")


def place_features(
    text: str, spans: Sequence[tuple[int, int]], names: Sequence[Candidates]
) -> Floats:
    """Return what the places of mentions say: (M, ``PLACE_FEATURES``) float64.

    Args:
        text: of the Doc.
        spans: M half-open spans of characters.
        names: the candidates of each; words after its core count as after it.
    """
    features = np.zeros((len(spans), len(PLACE_FEATURES)))
    counts: dict[str, int] = {}
    for name in names:
        counts[name.key] = counts.get(name.key, 0) + 1
    first = _FIRST.search(text)
    first_end = len(text) if first is None else first.start()
    for row, (start, end), name in zip(features, spans, names, strict=True):
        inside = text.find(name.core, start, end)
        begin, stop = (start, end) if inside < 0 else (inside, inside + len(name.core))
        after, before = text[stop : stop + _MOST_AFTER], text[max(begin - _MOST_BEFORE, 0) : begin]
        next_ = after.lstrip("- \t\r\n")[:1]
        if (next_.isalpha() or next_ in ("(", "+")) and _ANY_AFTER.match(after):
            for number, pattern in enumerate(_AFTER):
                row[number] = pattern.match(after) is not None
        row[7] = before[-1:] in ("-", "/") and before[-2:-1].isalnum()
        row[8] = after[:1] in ("-", "/") and after[1:2].isalnum()
        row[9] = before.endswith(_OF) and _FAMILY_BEFORE.search(before) is not None
        row[10] = before[-1:] == "("
        row[11] = np.log(counts[name.key])
        row[12] = start < first_end
    return features
