"""Marks of the words of a document: the features beyond a window of words.

Local and global features of Chang & Wu (2009), section 2.3, each an array of small numbers, (N,)
for the N words of a document, 0 where it says nothing. Where the paper leaves open what is meant,
the functions say what was taken.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Ints
from ..words.hashing import Hashes, hash_strings
from ..words.stem import porter_stem
from .feature_levels import LEVELS
from .lexicons import LexiconTables
from .noun_phrases import noun_phrase_chains, noun_phrases
from .texts import Span, TermText

Marks = NDArray[np.uint64]

_OPEN = frozenset("([{")
_CLOSE = frozenset(")]}")
_QUOTES = frozenset(('"', "``", "''", "\u201c", "\u201d"))
_PAST = "VBD"
_FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))
_LONGEST_ACRONYM = 10
_IN_BRACKETS, _IN_QUOTES = 1, 2
_TRANSITION, _COMMUNICATION = 1, 2


def places(spans: Iterable[Span], size: int) -> Marks:
    """Say which place each word has in the span over it: begin 1, inside 2, end 3, alone 4.

    >>> places([(1, 4), (5, 6)], 7).tolist()
    [0, 1, 2, 3, 0, 4, 0]
    """
    out = np.zeros(size, dtype=np.uint64)
    for start, end in spans:
        if end - start == 1:
            out[start] = 4
        else:
            out[start:end] = 2
            out[start], out[end - 1] = 1, 3
    return out


def document_marks(
    text: TermText, stems: Hashes, lexicons: LexiconTables, levels: Sequence[str] = LEVELS
) -> dict[str, Marks]:
    """Return the marks that levels of features need, by name, each (N,) uint64.

    ``stems`` are of the document's words.
    """
    size = len(text.words)
    phrases = phrases_of(text)
    ends = np.cumsum(text.lengths)
    marks = {}
    if "morphological" in levels:
        marks["enclosure"] = enclosures(text.words, text.lengths)
        marks["acronym"] = acronyms(text.words, text.lengths)
    if "syntactic" in levels:
        marks["noun phrase"] = places(phrases, size)
        marks["chain"] = places(noun_phrase_chains(text.tags, text.lengths), size)
    if "cues" in levels:
        marks["title"] = title_marks(text, stems)
        marks["cue"] = _cues(phrases, ends, stems, lexicons)
    if "tense" in levels:
        marks["past"] = places(_past(phrases, text.tags, ends), size)
    if "structure" in levels:
        marks["parallel"] = places(_parallel(phrases, text.words, ends), size)
    if "repetition" in levels:
        marks["repeated"] = repetitions(phrases, stems)
    return marks


def phrases_of(text: TermText) -> Sequence[Span]:
    """Return the noun phrases of a document, from its tags if they were not given."""
    return noun_phrases(text.tags, text.lengths) if text.phrases is None else text.phrases


def enclosures(words: Sequence[str], lengths: Ints) -> Marks:
    """Mark words in brackets (1), in quotation marks (2) or in both (3), sentence by sentence."""
    out = np.zeros(len(words), dtype=np.uint64)
    start = 0
    for end in np.cumsum(lengths).tolist():
        depth, quoted = 0, False
        for i in range(start, end):
            word = words[i]
            depth = max(0, depth - (word in _CLOSE))
            if word in _QUOTES:
                quoted = not quoted
            elif depth or quoted:
                out[i] = _IN_BRACKETS * (depth > 0) + _IN_QUOTES * quoted
            depth += word in _OPEN
        start = end
    return out


def acronyms(words: Sequence[str], lengths: Ints) -> Marks:
    """Mark acronyms that the document explains, wherever they stand, and what they stand for.

    An explanation is "long form (SHORT)" whose words have the letters of the short form as
    initials, in order; words without one (of, and, hyphens) may stand between. Nenadić, Spasić &
    Ananiadou (2002) take them from extracted terms (IsNenadic); here the whole text is looked
    through. 1 to 4 are places in the long form, 5 is the short form.
    """
    short_forms, spans = set(), []
    start = 0
    for length in lengths.tolist():
        for i in range(start + 1, start + length - 2):
            if words[i] == "(" and words[i + 2] == ")":
                short = words[i + 1]
                first = _long_form(words, start, i, short)
                if first is not None:
                    spans.append((first, i))
                    short_forms.add(short)
        start += length
    out = places(spans, len(words))
    if short_forms:
        for i, word in enumerate(words):
            if word in short_forms:
                out[i] = 5
    return out


def _long_form(words: Sequence[str], first: int, end: int, short: str) -> int | None:
    """Return where the long form of ``short`` begins that ends before ``end``."""
    letters = [letter.lower() for letter in short.rstrip("s") if letter.isalnum()]
    if not 2 <= len(letters) <= _LONGEST_ACRONYM or not any(map(str.isupper, short)):
        return None
    i = end
    for letter in reversed(letters):
        i -= 1
        skipped = 0
        while i >= first and words[i][:1].lower() != letter:
            i -= 1
            skipped += 1
            if skipped > 2:  # "of the", a hyphen and what it ties
                return None
        if i < first:
            return None
    return i


def title_marks(text: TermText, stems: Hashes) -> Marks:
    """Mark words of the title (1) and word sequences that are keywords (2), compared by stems."""
    out = np.zeros(len(stems), dtype=np.uint64)
    if text.title:
        title = hash_strings([porter_stem(word) for word in text.title if word[:1].isalnum()])
        out[np.isin(stems, title)] = 1
    for keyword in text.keywords:
        wanted = hash_strings([porter_stem(word) for word in keyword])
        size = len(wanted)
        if 0 < size <= len(stems):
            windows = np.lib.stride_tricks.sliding_window_view(stems, size)
            for start in np.flatnonzero((windows == wanted).all(axis=1)):
                out[start : start + size] = 2
    return out


def _cues(phrases: Sequence[Span], ends: Ints, stems: Hashes, lexicons: LexiconTables) -> Marks:
    """Mark the words of the first noun phrase after a cue in its sentence: IsTransW 1, IsCV 2."""
    out = np.zeros(len(stems), dtype=np.uint64)
    starts = np.array([start for start, _ in phrases], dtype=np.int64)
    for name, value in (("transitions", _TRANSITION), ("communication", _COMMUNICATION)):
        cues = np.flatnonzero(lexicons.ends(name, stems))
        number = np.searchsorted(starts, cues, side="right")
        for cue, following in zip(cues.tolist(), number.tolist(), strict=True):
            if following < len(phrases):
                start, end = phrases[following]
                if start < ends[np.searchsorted(ends, cue, side="right")]:
                    out[start:end] |= np.uint64(value)
    return out


def _past(phrases: Sequence[Span], tags: Sequence[str], ends: Ints) -> list[Span]:
    """Return the noun phrases of the first sentence if its first finite verb is past (PastNP)."""
    first = int(ends[0]) if len(ends) else 0
    finite = next((tag for tag in tags[:first] if tag in _FINITE), None)
    return [span for span in phrases if span[1] <= first] if finite == _PAST else []


def _parallel(phrases: Sequence[Span], words: Sequence[str], ends: Ints) -> list[Span]:
    """Return the phrases of structures "phrase, phrase, and (or) phrase" (ParallelStruct).

    Two phrases with "and" or "or" between are such a structure too.
    """
    sentence = np.searchsorted(ends, [start for start, _ in phrases], side="right").tolist()
    parallel: set[Span] = set()
    chain: list[Span] = []
    for number, span in enumerate(phrases):
        if chain:
            last = chain[-1][1]
            if not 0 < span[0] - last <= 3 or sentence[number] != sentence[number - 1]:
                chain = []
            else:
                between = [word.lower() for word in words[last : min(last + 2, span[0])]]
                joined = any(word in ("and", "or") for word in between)
                if joined and between[0] in (",", "and", "or"):
                    parallel.update((*chain, span))
                    chain = []  # those before are found
                elif between[0] != ",":
                    chain = []
        chain.append(span)
    return sorted(parallel)


def repetitions(phrases: Sequence[Span], stems: Hashes) -> Marks:
    """Mark noun phrases whose stems stand more than once in the document: 1 twice, 2 oftener."""
    out = np.zeros(len(stems), dtype=np.uint64)
    listed = stems.tolist()
    keys = [tuple(listed[start:end]) for start, end in phrases]
    counts = Counter(keys)
    for (start, end), key in zip(phrases, keys, strict=True):
        if counts[key] > 1:
            out[start:end] = min(counts[key] - 1, 2)
    return out
