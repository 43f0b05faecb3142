"""Ranking of the terms of one document, without training and without a background corpus.

Terms with the same Porter stems are one: "Parse trees", "parse-tree". The score is the C-value of
Frantzi, Ananiadou & Mima (2000), see ``c_value``, with expected counts: the extractor's confidence
is the probability that an occurrence is a term. The 1 in the logarithm is for single words.

    score(a) = log2(1 + |a|) * (f(a) + t(a) - t(a) / c(a))

f(a) counts occurrences that are terms of their own, t(a) those inside of longer terms, c(a) these
longer terms. A title outside of the text is not tagged: a term counts there as where it is surest.
Position decides between equal scores only: in an abstract every term is near the start.

Variants have words in common, after Nenadić, Ananiadou & McNaught (2004), "Enhancing automatic term
recognition through recognition of variation", COLING, by rules written for this package:

* orthographic: case; hyphens ("parse-tree" is "parse tree"); -our/-or, -isation/-ization;
* inflectional: words tagged as plural become singular;
* acronyms: "long form (LF)" defines one.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..words.keeping import kept
from ..words.stem import porter_stem
from .c_value import Collection, Term
from .texts import Span

PLURALS = frozenset({"NNS", "NNPS"})
_IN_WORDS = re.compile("[-\u2010\u2011\u2013]")
_ACRONYM = re.compile(r"(?=(?:.*[A-Z]){2})[A-Za-z0-9][A-Za-z0-9/-]{0,8}[A-Z0-9]s?")
# Plural, singular, plural, singular ...
_LATIN_PAIRS = (
    "analyses analysis axes axis bases basis corpora corpus criteria criterion crises crisis "
    "diagnoses diagnosis emphases emphasis formulae formula foci focus genera genus hypotheses "
    "hypothesis indices index loci locus matrices matrix nuclei nucleus parentheses parenthesis "
    "phenomena phenomenon stimuli stimulus syntheses synthesis theses thesis vertices vertex "
).split()
_LATIN = dict(zip(_LATIN_PAIRS[::2], _LATIN_PAIRS[1::2], strict=True))
_HISSING = ("sses", "shes", "ches", "xes", "zzes")


def singular(word: str) -> str:
    """Return the singular of a lower-cased plural, by ending and a short list of Latin plurals.

    >>> [singular(word) for word in ("systems", "classes", "entropies", "corpora", "data")]
    ['system', 'class', 'entropy', 'corpus', 'data']
    """
    if word in _LATIN:
        return _LATIN[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(_HISSING):
        return word[:-2]
    plural = len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if plural else word


def normalized_word(word: str, tag: str) -> Term:
    """Return a word as variants have it in common; its hyphens part it into several.

    >>> normalized_word("Parse-Trees", "NNS")
    ('parse', 'tree')
    """
    parts = [part for part in _IN_WORDS.split(word.lower()) if part] or [word.lower()]
    if tag in PLURALS:
        parts[-1] = singular(parts[-1])
    return tuple(_american(part) for part in parts)


def is_acronym(word: str) -> bool:
    """Return whether a word of 2 to 11 characters has capitals and digits like an acronym.

    >>> [is_acronym(word) for word in ("HMM", "HMMs", "LaTeX", "Parsing", "A")]
    [True, True, True, False, False]
    """
    return len(word) < 12 and _ACRONYM.fullmatch(word) is not None


def find_definitions(
    collection: Collection, spans: Sequence[Span]
) -> Iterator[tuple[int, str, Span]]:
    """Yield every acronym that stands in brackets after its long form.

    The long form is the shortest candidate right before the bracket that begins with the acronym's
    first letter, has the others in order, and the last one in its last word.

    Args:
        collection: the words.
        spans: candidate terms, ascending.

    Yields:
        The word where the acronym stands, the acronym, and the span of its long form.
    """
    ending: dict[int, list[Span]] = {}
    for span in spans:
        ending.setdefault(span[1], []).append(span)
    words = collection.words
    for i in range(len(words) - 2):
        if words[i] not in ("(", "-LRB-") or words[i + 2] not in (")", "-RRB-"):
            continue
        acronym = words[i + 1]
        if not is_acronym(acronym):
            continue
        for a, b in reversed(ending.get(i, [])):
            if _abbreviates(acronym, words[a:b]):
                yield i + 1, acronym, (a, b)
                break


def _american(word: str) -> str:
    if len(word) > 5 and word.endswith("our"):
        return word[:-3] + "or"
    return word[:-7] + "ization" if word.endswith("isation") else word


def _abbreviates(acronym: str, words: Sequence[str]) -> bool:
    letters = [letter.lower() for letter in without_plural(acronym) if letter.isalnum()]
    text = " ".join(words).lower()
    if not text.startswith(letters[0]):
        return False
    at = len(text)
    for letter in reversed(letters[1:]):
        last_word = len(text) - len(words[-1]) if at == len(text) else 1
        at = text.rfind(letter, last_word, at)
        if at < 0:
            return False
    return True


def without_plural(acronym: str) -> str:
    """Return an acronym without the "s" of its plural."""
    return acronym[:-1] if acronym.endswith("s") else acronym


_Stems = tuple[str, ...]
_HYPHENS = re.compile("[-/\u2010\u2011\u2013]")


class Occurrence(NamedTuple):
    """A term in a text: how it is written, its words, and the confidence in it, 0..1."""

    text: str
    words: Sequence[str]
    confidence: float


class RankedTerm(NamedTuple):
    """A term: its most frequent wording, rank from 1, score, and places among the occurrences."""

    text: str
    rank: int
    score: float
    occurrences: tuple[int, ...]


def rank_terms(
    occurrences: Sequence[Occurrence],
    *,
    title: Sequence[str] = (),
    long_forms: Mapping[str, Sequence[str]] | None = None,
) -> list[RankedTerm]:
    """Rank the terms of a document by score, of equal score by their first occurrence.

    Args:
        occurrences: in the order of the text; one inside of another counts as both kinds.
        title: words of the title, where it is no part of the text.
        long_forms: the words an acronym stands for; its plural in "s" needs no entry.

    >>> found = [Occurrence(text, text.split(), 0.5) for text in ("parse tree", "Parse trees")]
    >>> rank_terms(found)
    [RankedTerm(text='parse tree', rank=1, score=1.584962500721156, occurrences=(0, 1))]
    """
    long_forms = long_forms or {}
    numbers: dict[_Stems, list[int]] = {}
    for number, (_, words, _) in enumerate(occurrences):
        numbers.setdefault(_stems(words, long_forms), []).append(number)
    rates = {
        term: [occurrences[number].confidence for number in of_term]
        for term, of_term in numbers.items()
    }
    scores = _scores(rates, _stems(title, long_forms))
    ranked: list[RankedTerm] = []
    for term in sorted(numbers, key=lambda term: -scores[term]):  # of equal ones first the first
        text = Counter([occurrences[i].text for i in numbers[term]]).most_common(1)[0][0]
        ranked.append(RankedTerm(text, len(ranked) + 1, scores[term], tuple(numbers[term])))
    return ranked


def _scores(rates: Mapping[_Stems, list[float]], title: _Stems) -> dict[_Stems, float]:
    """Return the score of each term; ``rates`` are the confidences of its occurrences."""
    sizes = sorted({len(term) for term in rates}, reverse=True)
    counts = {term: sum(confidences) for term, confidences in rates.items()}
    end = 0
    for start in range(len(title)):  # from left to right, at each place the longest term
        parts = [title[start : start + size] for size in sizes if start >= end]
        for term in [part for part in parts if part in rates][:1]:
            counts[term] += max(rates[term])
            end = start + len(term)
    nested, containers = dict.fromkeys(rates, 0.0), dict.fromkeys(rates, 0)
    for term, count in counts.items():
        within = [size for size in sizes if size < len(term)]
        parts = [term[i : i + size] for size in within for i in range(len(term) - size + 1)]
        for part, times in Counter([part for part in parts if part in rates]).items():
            nested[part] += times * count
            containers[part] += 1
    return {
        term: math.log2(1 + len(term)) * (count + nested[term] * (1 - 1 / (containers[term] or 1)))
        for term, count in counts.items()
    }


def _stems(words: Sequence[str], long_forms: Mapping[str, Sequence[str]]) -> _Stems:
    """Return what wordings of a term have in common; signs only where there is nothing else."""
    stems: list[str] = []
    for word in _HYPHENS.sub(" ", " ".join(words)).split():
        for part in long_forms.get(word) or long_forms.get(word.removesuffix("s")) or (word,):
            stems += _word_stems(part)
    return tuple(stems or words)


@kept(20_000)
def _word_stems(word: str) -> _Stems:
    parts = normalized_word(word, "")
    return tuple(porter_stem(part) for part in parts if any(map(str.isalnum, part)))
