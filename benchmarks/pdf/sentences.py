"""Citing sentences of an article with the works that they cite, and sentences of two matched."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import spacy

from spacy_citalign.citations.marks.citation import Mark
from spacy_citalign.components.articles.docs import SentenceFinder, citances_of
from spacy_citalign.components.articles.reading import ReadArticle, from_article
from spacy_citalign.components.citations import STATED
from spacy_citalign.inputs.articles import Article

OVERLAP = 0.8  # of the words of the longer sentence that two sentences share
_COMMON = 60  # sentences that have a word: a more frequent one proposes no pairs
_WORD = re.compile(r"[^\W_]+")
_DASHES = re.compile("[\u00ad\u2010-\u2015\u2212]")
# What is left of a group of marks when they are taken out: "[,-]", and what stood around.
_LEFT = re.compile(r"[\[(][\s,;&-]*(?:(?:and|see|e\.g\.)[\s,;]*)?[\])]|(?<=\x01)[\s,;&-]+(?=\x01)")
_YEAR = re.compile(r"\d{4}")
_BLANKS = re.compile(r"\s+(?=[.,;:)\]]|$)|(?<=[(\[])\s+")


class CitingSentence(NamedTuple):
    """A sentence and what it cites.

    Attributes:
        text: without numbers that cite; white space, hyphens and brackets of marks normalised.
        words: how often it has each.
        works: what it cites, by position in the list of references or by another name.
        shown: as it stands in the article.
    """

    text: str
    words: Counter[str]
    works: frozenset[str]
    shown: str


@cache
def sentence_finder() -> SentenceFinder:
    """Return what finds sentences: the detector that ships."""
    nlp = spacy.blank("en")
    nlp.max_length = 10**8
    nlp.add_pipe("sentence_boundary_detector", config={"weights": "shipped"})
    return SentenceFinder(nlp)


def citing_sentences(article: ReadArticle) -> list[CitingSentence]:
    """Return the citing sentences of a reading, in order."""
    _, citances, _ = citances_of(article, sentence_finder())
    works: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for start, end, key in citances:
        works[start, end].add(key)
    sentences = []
    for (start, end), keys in sorted(works.items()):
        inside = [one for one in article.marks if start <= one.start and one.end <= end]
        bare = without_marks(
            article.text[start:end], [(m.start - start, m.end - start) for m in inside]
        )
        words = Counter(_WORD.findall(bare.casefold()))
        shown = " ".join(article.text[start:end].split())
        sentences.append(CitingSentence(bare, words, frozenset(keys), shown))
    return sentences


def of_article(article: Article) -> list[CitingSentence]:
    """Return the citing sentences of an article, works called by their positions in its list."""
    reading = from_article(article)
    marks = [
        Mark(one.start, one.end, str(one.work), STATED, one.implied) for one in article.citations
    ]
    return citing_sentences(reading._replace(marks=marks))


def without_marks(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a sentence without the numbers that cite, white space and hyphens normalised.

    Authors and years stay: how much of them belongs to a mark is no part of the text.

    >>> without_marks("Frogs\u2010like  toads [3, 4].", [(19, 20), (22, 23)])
    'Frogs-like toads.'
    """
    parts, last = [], 0
    for start, end in sorted(set(spans)):
        if any(map(str.isalpha, text[start:end])) or _YEAR.search(text, start, end):
            continue
        if start >= last:
            parts += [text[last:start], "\x01"]
        last = max(last, end)
    bare = unicodedata.normalize("NFKC", "".join([*parts, text[last:]]))
    bare = _LEFT.sub("", _DASHES.sub("-", bare)).replace("\x01", "")
    bare = _LEFT.sub("", bare)
    return " ".join(_BLANKS.sub("", " ".join(bare.split())).split())


def matched(
    gold: Sequence[CitingSentence], found: Sequence[CitingSentence]
) -> list[tuple[int, int]]:
    """Return pairs of sentences that share nearly all words, one to one, the most alike first."""
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for number, sentence in enumerate(found):
        for word in sentence.words:
            holders[word].append(number)
    pairs = []
    for number, sentence in enumerate(gold):
        rare = (holders[word] for word in sentence.words if len(holders[word]) <= _COMMON)
        for other in {one for some in rare for one in some}:
            share = overlap(sentence.words, found[other].words)
            if share >= OVERLAP:
                pairs.append((-share, abs(number - other), number, other))
    taken_gold: set[int] = set()
    taken_found: set[int] = set()
    kept = []
    for _, _, number, other in sorted(pairs):
        if number not in taken_gold and other not in taken_found:
            taken_gold.add(number)
            taken_found.add(other)
            kept.append((number, other))
    return kept


def overlap(words: Mapping[str, int], others: Mapping[str, int]) -> float:
    """Return the share of the longer sentence's words that two sentences have in common."""
    common = sum(min(count, others.get(word, 0)) for word, count in words.items())
    return common / max(sum(words.values()), sum(others.values()), 1)
