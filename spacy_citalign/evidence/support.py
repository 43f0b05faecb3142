"""Whether a text is the one that says what a claim says: how much of the claim stands in it.

What tells is which words of the claim the text has, how often, and how rare these are elsewhere:
the likelihood ratio of a model of the text's words to one of scientific articles, as of Ponte &
Croft (1998), "A language modeling approach to information retrieval", SIGIR. The longer the text,
the more of any claim stands in it by chance, so each number counts by itself and by the length.
Nothing here depends on the other claims.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..words.arrays import Floats
from ..words.hashing import hash_strings
from .matching import Frequencies, Likeness
from .terms import Terms, acronyms, hashed, names, numbers, stem_pairs, stems, word_spans

Characters = tuple[int, int]
SUPPORT_FEATURES = 2 * 7 + 1
TELLING = 4.0
"""Nats of information that a telling word has at least: one of 55 sentences has it, or fewer."""
_OF_ANY = 300  # stems of any article that are added to a text: of a short one less is certain
_STEMS = 15  # of a usual sentence
_SENTENCES = 200  # of an article of usual length
_SHOWN = 6  # missing words that are named
_FEW = 25  # sentences: an abstract, or a page


class ClaimSupport(NamedTuple):
    """How far a text says what a claim says, and why.

    Attributes:
        support: probability that the text is of the article that the claim is about, where it is
            that or another of its field equally often; 0 to 1, and 0 of an empty text. None where
            the model does not know.
        coverage: share of the claim's information whose words stand in the text, 0 to 1: each word
            counts by its rarity in scientific articles.
        telling: how many telling words the claim has: different ones, rare elsewhere.
        missing: those that are not in the text, half-open characters of the claim, in its order.
        sentences: how many the text has.
    """

    support: float | None
    coverage: float
    telling: int
    missing: tuple[Characters, ...]
    sentences: int

    def reasons(self, claim: str) -> list[str]:
        """Return why, in plain words; ``claim`` is the text that was asked.

        >>> found = ClaimSupport(0.2, 0.5, 3, ((0, 6), (13, 18)), 100)
        >>> found.reasons("Otters, tiny newts")
        ['2 of its 3 telling words are not in the article: Otters, newts']
        """
        one, count = self.telling == 1, len(self.missing)
        if not self.telling:
            reasons = ["it has no telling words"]
        elif not self.missing:
            what = "its telling word is" if one else f"all its {self.telling} telling words are"
            reasons = [f"{what} in the article"]
        else:
            words = f"its {self.telling} telling {'word' if one else 'words'}"
            verb = "is" if count == 1 else "are"
            shown = ", ".join(claim[start:end] for start, end in self.missing[:_SHOWN])
            more = f" and {count - _SHOWN} more" if count > _SHOWN else ""
            reasons = [f"{count} of {words} {verb} not in the article: {shown}{more}"]
        if self.sentences < _FEW:
            given = f"{self.sentences or 'no'} sentence{'s' * (self.sentences > 1)}"
            reasons.append(f"only {given} of it given")
        return reasons


class SupportInputs(NamedTuple):
    """What is known of Q claims beside a text.

    Attributes:
        support: (Q, SUPPORT_FEATURES) float64.
        coverage: (Q) as in ``ClaimSupport``.
        words: for each claim its different stems that tell, and whether the text has them.
        has_words: for each whether it has stems at all.
    """

    support: Floats
    coverage: list[float]
    words: list[dict[str, bool]]
    has_words: list[bool]


def support_inputs(
    claims: Sequence[str],
    likeness: Likeness,
    covered: Floats,
    sentences: int,
    frequencies: Frequencies,
) -> SupportInputs:
    """Compare claims with a text.

    Args:
        claims: without marks of citation.
        likeness: that of the text.
        covered: (Q,) the most of each claim's pieces of words that one sentence has, 0 to 1.
        sentences: how many the text has, one or more.
        frequencies: of terms in scientific articles.
    """
    count = len(claims)
    words = [[*dict.fromkeys(stems(claim))] for claim in claims]
    owner = np.repeat(np.arange(count), [*map(len, words)])
    flat = Terms(owner, hash_strings([word for own in words for word in own]))
    held, length = likeness.counts("stems", flat)
    information = frequencies.idf("stems", flat.hashes)
    elsewhere = np.maximum(1 / np.expm1(np.maximum(information, 0.05)) / _STEMS, 1e-7)
    ratios = np.log1p(held / (length + _OF_ANY) / elsewhere)

    def of_claim(values: Floats) -> Floats:
        return np.bincount(owner, values, count).astype(np.float64)

    sizes = np.maximum(of_claim(np.ones(len(owner))), 1.0)
    total = np.maximum(of_claim(information), 1e-9)
    coverage = of_claim(information * (held > 0)) / total
    pairs, _ = likeness.found("pairs", hashed(claims, stem_pairs), count)
    missing = [
        np.log1p(likeness.found(name, hashed(claims, kind), count)[1])
        for name, kind in (("acronyms", acronyms), ("numbers", numbers), ("names", names))
    ]
    rows = np.column_stack([of_claim(ratios) / sizes, covered, coverage, np.log1p(pairs), *missing])
    size = np.full((count, 1), np.log(sentences / _SENTENCES))
    known = zip((information >= TELLING).tolist(), (held > 0).tolist(), strict=True)
    told: list[dict[str, bool]] = []
    for own in words:
        of_words = [(word, *next(known)) for word in own]
        told.append({word: is_held for word, is_telling, is_held in of_words if is_telling})
    features = np.hstack([rows, size, rows * size])
    return SupportInputs(features, coverage.tolist(), told, [*map(bool, words)])


def telling_words(claim: str, words: dict[str, bool]) -> tuple[int, tuple[Characters, ...]]:
    """Return how many telling words a claim has, and where those stand that a text does not have.

    Words that are not the claim's, but those of the sentence before it, are left out.

    >>> telling_words("Newts, newts sing", {"newt": False, "sing": True, "pond": False})
    (2, ((0, 5),))
    """
    first: dict[str, Characters] = {}
    for start, end, stem in word_spans(claim):
        if stem in words:
            first.setdefault(stem, (start, end))
    return len(first), tuple(span for stem, span in first.items() if not words[stem])
