"""Noun phrases and candidate terms from Penn tags alone: no parser, nothing learned.

Three readings of "noun phrase" meet here:

* base noun phrases without what begins them (determiners, possessives, adverbs);
* the pattern "(NP)*(preposition)?(NP)*" of Chang & Wu (2009), section 2.3.1 (4);
* the linguistic filters of C-value: Frantzi, Ananiadou & Mima (2000), "Automatic recognition of
  multi-word terms: the C-value/NC-value method", International Journal on Digital Libraries 3,
  section 2.1, which give every string that matches, nested ones too.

All spans are half-open ranges of words, ascending, and never cross the end of a sentence.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from ..words.arrays import Ints
from .texts import Span

NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
ADJECTIVES = frozenset({"JJ", "JJR", "JJS"})
PARTICIPLES = frozenset({"VBN", "VBG"})
PREPOSITION = "IN"

# A letter a class: noun, adjective (also participle and cardinal), adverb (R), determiner,
# preposition, hyphen.
_LETTER = {
    **dict.fromkeys(NOUNS, "N"),
    **dict.fromkeys(ADJECTIVES | PARTICIPLES | {"CD"}, "A"),
    **dict.fromkeys(("RB", "RBR", "RBS"), "R"),
    **dict.fromkeys(("DT", "PDT", "PRP$"), "D"),
    PREPOSITION: "P",
    "HYPH": "H",
}
_OTHER = "O"
# Tokens that hyphens tie to a noun or modifier become "-", which keeps offsets. Repetitions are
# bounded to keep the searches linear.
_JOINED = re.compile(r"(?:[^H]H){1,8}(?=[NA])")
_RUN = re.compile(r"-{0,16}[NA](?:-{0,16}[NA]|R(?=-{0,16}A))*")
_APPOSED = re.compile("D*")
_PREPOSITIONAL = re.compile("PD*")

Pattern = Literal["nouns", "adjectives", "prepositions"]


class TermFilter(NamedTuple):
    """A filter of candidate terms by their tags.

    Attributes:
        pattern: ``"nouns"`` is Noun+ Noun, ``"adjectives"`` is (Adj|Noun)+ Noun, ``"prepositions"``
            is ((Adj|Noun)+ | ((Adj|Noun)*(Noun Prep)?)(Adj|Noun)*) Noun: filters 1 to 3 of
            Frantzi, Ananiadou & Mima (2000), from the most closed to the most open.
        participles: whether VBN and VBG count as adjectives.
        shortest: words of the shortest candidate, 2 as published; 1 lets single nouns in.
        longest: words of the longest candidate; it bounds time and memory.
    """

    pattern: Pattern = "adjectives"
    participles: bool = False
    shortest: int = 2
    longest: int = 10


PUBLISHED = TermFilter()


def noun_phrases(tags: Sequence[str], lengths: Ints) -> list[Span]:
    """Return all maximal base noun phrases, without determiners and adverbs that begin them.

    A phrase is (adjective | participle | cardinal | adverb before an adjective | noun)* noun.
    A tag HYPH ties its neighbours together; such a word has the class of its last token.
    Possessive endings, conjunctions and pronouns part phrases. Time is linear.

    Args:
        tags: the N Penn tags of a document.
        lengths: (C,) words of each sentence.

    >>> noun_phrases(["DT", "JJ", "NN", "VBZ", "CD", "NNS"], np.array([6]))
    [(1, 3), (4, 6)]
    """
    code = "\n".join([code for _, code in _codes(tags, lengths)])
    runs = _phrases(code)
    # Each sentence but the first has a line break before it.
    ends = np.cumsum(np.asarray(lengths) + 1)
    starts = np.fromiter((start for start, _ in runs), np.int64, len(runs))
    breaks = np.searchsorted(ends, starts, side="right").tolist()
    return [
        (start - before, end - before) for (start, end), before in zip(runs, breaks, strict=True)
    ]


def noun_phrase_chains(tags: Sequence[str], lengths: Ints) -> list[Span]:
    """Return the spans of "(NP)*(preposition)?(NP)*" (Chang & Wu 2009), left to right.

    Taken as: a base noun phrase, all that follow it with at most determiners between, and once in
    a chain a preposition before the next. Two decisions: a chain begins with a noun phrase, since
    a preposition at its edge says nothing, and determiners stand only inside.

    >>> noun_phrase_chains(["DT", "NN", "IN", "DT", "JJ", "NN", "IN", "NN"], np.array([8]))
    [(1, 6), (7, 8)]
    """
    chains = []
    for start, code in _codes(tags, lengths):
        chain: list[int] = []
        prepositions = 0
        for first, end in _phrases(code):
            link = _link(code[chain[1] : first]) if chain else None
            if link is None or prepositions + link > 1:
                if chain:
                    chains.append((start + chain[0], start + chain[1]))
                chain, prepositions = [first, end], 0
            else:
                chain[1] = end
                prepositions += link
        if chain:
            chains.append((start + chain[0], start + chain[1]))
    return chains


def candidate_spans(tags: Sequence[str], lengths: Ints, rules: TermFilter = PUBLISHED) -> Ints:
    """Return every span whose tags match a filter, nested ones too: (K, 2), ascending.

    Tags are those of connected words ("rule-based" is one). Time is linear in words times
    ``rules.longest``.

    >>> candidate_spans(["JJ", "NN", "NN"], np.array([3])).tolist()
    [[0, 2], [0, 3], [1, 3]]
    """
    size = len(tags)
    modifiers = NOUNS
    if rules.pattern != "nouns":
        modifiers |= ADJECTIVES | (PARTICIPLES if rules.participles else frozenset())
    noun = np.fromiter((tag in NOUNS for tag in tags), bool, size)
    inside = np.fromiter((tag in modifiers for tag in tags), bool, size)
    sentence = np.repeat(np.arange(len(lengths)), lengths)
    preposition = np.zeros(size, dtype=bool)
    if rules.pattern == "prepositions":
        # Noun Prep: a preposition counts only right after a noun of its sentence.
        after = noun[:-1] & (sentence[1:] == sentence[:-1])
        tagged = np.fromiter((tag == PREPOSITION for tag in tags), bool, size)
        preposition[1:] = tagged[1:] & after
    outside = np.append(0, np.cumsum(~(inside | preposition)))
    prepositions = np.append(0, np.cumsum(preposition))
    by_length = [np.empty((0, 2), dtype=np.int64)]
    for words in range(rules.shortest, min(rules.longest, size) + 1):
        last = words - 1
        matches = (
            (outside[words:] == outside[:-words])
            & (prepositions[words:] - prepositions[:-words] <= 1)
            & (sentence[last:] == sentence[: size - last])
            & noun[last:]
            & ~preposition[: size - last]
        )
        starts = np.flatnonzero(matches)
        by_length.append(np.stack([starts, starts + words], axis=1))
    spans: Ints = np.concatenate(by_length)
    return np.asarray(spans[np.lexsort((spans[:, 1], spans[:, 0]))])


def _codes(tags: Sequence[str], lengths: Ints) -> list[tuple[int, str]]:
    """Return where each sentence begins, and its tags as one letter each."""
    letters = "".join([_LETTER.get(tag, _OTHER) for tag in tags])
    codes, start = [], 0
    for length in np.asarray(lengths).tolist():
        code = letters[start : start + length]
        if "H" in code:
            code = _JOINED.sub(lambda part: "-" * len(part[0]), code)
        codes.append((start, code))
        start += length
    return codes


def _phrases(code: str) -> list[Span]:
    phrases = []
    for run in _RUN.finditer(code):
        end = code.rfind("N", run.start(), run.end()) + 1
        if end:
            phrases.append((run.start(), end))
    return phrases


def _link(gap: str) -> int | None:
    """Return how many prepositions a gap between phrases has, None if it parts them."""
    if _APPOSED.fullmatch(gap):
        return 0
    return 1 if _PREPOSITIONAL.fullmatch(gap) else None
