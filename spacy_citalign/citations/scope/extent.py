"""The extent of a citation: the sentence before a citing one may belong to it.

A reference may back more than the sentence that it stands in: "A parser was built for Latin. It is
fast [3]." Of the sentences around, most that belong are the one before (Qazvinian & Radev 2010,
"Identifying non-explicit citing sentences for citation-based summarization", ACL; Athar & Teufel
2012, "Context-enhanced citation sentiment analysis", NAACL). What tells it is how the citing
sentence takes up the one before, and what the one before speaks of: the work at hand or another. A
logistic regression weighs it (``extent_weights.tsv``). It knows no sentence by its words alone, and
is often wrong: see benchmarks/results/citations.md.
"""

import re
from collections.abc import Sequence
from math import exp

from ...words.data_files import data_rows, named_weights

LIKELY = 0.25
"""Least probability of what is taken along: there F is highest in cross-validation."""
BIAS = -1.80
WEIGHTS = named_weights(__package__, "extent_weights.tsv")


def _patterns(of_kind: str, before: str = "") -> dict[str, re.Pattern[str]]:
    return {
        name: re.compile(rf"{before}(?:{'|'.join(patterns.split(', '))})\b", re.IGNORECASE)
        for kind, name, patterns in data_rows(__package__, "extent_cues.tsv")
        if kind == of_kind
    }


# How a citing sentence begins, the first that fits; and what either of the two speaks of.
BEGINNINGS, CUES = _patterns("begins"), _patterns("speaks", r"\b")
(_OTHERS,), (_TAKEN_UP,) = _patterns("others", r"\b").values(), _patterns("takes up").values()
OURS = frozenset({"ours", "figure", "method"})
"""Cues of what the article at hand did or shows."""
_WORD = re.compile(r"\w+")
_SHORT, _LONG = 12, 35  # words
_BEGIN = 12  # characters at which a mark stands at the begin
_ANAPHORIC = frozenset({"they", "it", "this"})


def belongs(before: str, citing: str, marks: Sequence[tuple[int, int]] = ()) -> float:
    """Return how likely the sentence before belongs to the citation of a citing sentence, 0 to 1.

    Args:
        before: a sentence of the same paragraph, without a mark of citation.
        citing: the sentence right after it, which has marks.
        marks: half-open characters of the marks in it.

    >>> recent = "Recent studies have shown that newts of deep ponds sing."
    >>> belongs(recent, "They are heard at night [3].", [(25, 26)]) > 0.3
    True
    >>> belongs("We bred toads in Figure 2.", "However, newts differ [3].", [(23, 24)]) > 0.2
    False
    """
    names = extent_features(before, citing, marks)
    return 1 / (1 + exp(-BIAS - sum(WEIGHTS.get(name, 0.0) for name in names)))


def extent_features(before: str, citing: str, marks: Sequence[tuple[int, int]] = ()) -> list[str]:
    """Return what is seen in a pair of sentences, by the names of ``WEIGHTS``."""
    unmarked = _without(citing, marks)
    of_before = {name for name, cue in CUES.items() if cue.search(before)}
    of_citing = {name for name, cue in CUES.items() if cue.search(unmarked)}
    begin = unmarked.lstrip()
    beginning = next((name for name, one in BEGINNINGS.items() if one.match(begin)), "other")
    ours = bool(of_before & OURS)
    whose = "ours" if ours else "not ours"
    general = not ours and "present" in of_before and not {"past", "question"} & of_before
    features = [f"before {name}" for name in sorted(of_before)]
    features += [f"citing {name}" for name in sorted(of_citing)]
    features += [whose, f"begins {beginning}", f"begins {beginning}, {whose}"]
    if beginning in _ANAPHORIC:
        features.append(f"takes up, {whose}, citing {'ours' if of_citing & OURS else 'not ours'}")
    if general:
        features += ["general", f"general, begins {beginning}"]
    if _OTHERS.search(before):
        features += ["others", f"others, {whose}"]
    if _TAKEN_UP.match(begin):
        features += ["takes up a word", f"takes up a word, {whose}"]
    size = len(before.split())
    features += ["before short"] * (size < _SHORT) + ["before long"] * (size > _LONG)
    return features + _of_marks(before, citing, marks)


def _of_marks(before: str, citing: str, marks: Sequence[tuple[int, int]]) -> list[str]:
    """Tell what the marks say."""
    if not marks:
        return []
    first, last = min(start for start, _ in marks), max(end for _, end in marks)
    features = ["mark inside" if _WORD.search(citing, last) else "mark at the end"]
    features += ["mark at the begin"] * (first < _BEGIN)
    features.append("one mark" if len(set(marks)) == 1 else "several marks")
    cited = {word for start, end in marks for word in _WORD.findall(citing[start:end])}
    names = {word for word in cited if word[0].isupper() and len(word) > 2}
    return features + ["names the author"] * bool(names & set(_WORD.findall(before)))


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return a text of the same length with blanks in place of spans."""
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text
