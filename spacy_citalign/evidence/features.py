"""The features of sentences of an article by themselves, and of pairs with citing sentences."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..words.arrays import Floats, Floats32
from ..words.data_files import data_rows
from ..words.lazy_scipy import sparse as sp
from .matching import CHANNELS, Frequencies, Likeness
from .support import support_inputs
from .terms import without_marks

_ROWS = data_rows(__package__, "sentence_cues.tsv")
_SECTIONS = tuple(re.compile(pattern) for kind, pattern in _ROWS if kind == "section")
_CUES = tuple(re.compile(pattern, re.IGNORECASE) for kind, pattern in _ROWS if kind == "words")
_WORD = re.compile(r"\w+")
SENTENCE_FEATURES = len(_SECTIONS) + 8 + 6 + len(_CUES)


class ArticleSentence(NamedTuple):
    """A sentence of a cited article.

    Attributes:
        text: as it stands there.
        section: title of its section, such as "Abstract"; "" where none is known.
    """

    text: str
    section: str = ""


class CitedGroup(NamedTuple):
    """An article, sentences that cite it, and which of its sentences annotators chose for them.

    Attributes:
        citances: Q texts.
        sentences: S of the article.
        votes: for each citance the chosen sentences, a number as often as it was chosen.
    """

    citances: tuple[str, ...]
    sentences: tuple[ArticleSentence, ...]
    votes: tuple[tuple[int, ...], ...]


def sentence_features(sentences: Sequence[ArticleSentence]) -> NDArray[np.float32]:
    """Describe the S sentences of an article: (S, 34) float32.

    Kinds of section, place in the article and in the section, length, letters, cues.
    """
    sections = [sentence.section for sentence in sentences]
    kinds = {
        section: [bool(pattern.search(section.lower())) for pattern in _SECTIONS]
        for section in {*sections}
    }
    first = {section: number for number, section in reversed([*enumerate(sections)])}
    last = {section: number for number, section in enumerate(sections)}
    rows = [
        [
            *kinds[section],
            *_place(number, len(sentences), first[section], last[section]),
            *_letters(text),
            *(bool(cue.search(text)) for cue in _CUES),
        ]
        for number, (text, section) in enumerate(sentences)
    ]
    return np.array(rows, dtype=np.float32).reshape(-1, SENTENCE_FEATURES)


def _place(number: int, size: int, first: int, last: int) -> list[float]:
    share = number / max(size - 1, 1)
    return [
        share,
        (share - 0.5) ** 2,
        number < 8,
        number < 20,
        float(np.log1p(number)) / 5,
        number == first,
        1 / (1 + number - first),
        number == last,
    ]


def _letters(text: str) -> list[float]:
    words = _WORD.findall(text)
    count = len(words)
    letters = sum(map(str.isalpha, text)) / max(len(text), 1)
    single = sum(len(word) == 1 for word in words) / max(count, 1)
    return [float(np.log1p(count)) / 3, count < 6, count < 10, count > 40, letters, single]


_KEYS = tuple(map(CHANNELS.index, ("grams", "stems", "pairs", "numbers")))
_COVERED = CHANNELS.index("grams_of_citance")
_GROUP = tuple(map(CHANNELS.index, ("grams", "stems", "rare_grams")))
BLOCK = 4_000_000  # numbers of a block of features, 16 MB
FEATURES = 2 * len(CHANNELS) + 2 * len(_KEYS) + 2 + len(_KEYS) + SENTENCE_FEATURES + len(_GROUP)


class CitanceFeatures(NamedTuple):
    """What is known of a citance beside S sentences.

    Attributes:
        pairs: (S, FEATURES) float32.
        covered: the most of its pieces of words that one sentence has, 0 to 1.
        support: (SUPPORT_FEATURES,) of ``support_inputs``.
        coverage: of ``support_inputs``, as ``words`` is.
        words: its telling stems, and whether the sentences have them.
        has_words: whether it has any word that counts.
    """

    pairs: Floats32
    covered: float
    support: Floats
    coverage: float
    words: dict[str, bool]
    has_words: bool


def pair_features(
    citances: Sequence[str], sentences: Sequence[ArticleSentence], frequencies: Frequencies
) -> Iterator[CitanceFeatures]:
    """Yield the features of each citance with the S sentences, in order.

    Each kind of likeness counts by how far above the article's other sentences it is, and by its
    share of the highest; so does that of the sentences before and after, of the section, and what
    the other citances have in common with the sentence.

    Args:
        citances: all citances of the article that are known; each is ranked by itself, but what
            the others are like counts a little.
        sentences: those of the article, one or more.
        frequencies: of terms in scientific articles.
    """
    texts = [sentence.text for sentence in sentences]
    likeness = Likeness(texts, frequencies)
    size = max(BLOCK // (len(texts) * len(CHANNELS)), 1)
    asked = [without_marks(text) for text in citances]
    parts = [asked[start : start + size] for start in range(0, len(asked), size)]
    # Of many citances likenesses are reckoned twice: all at once would fill the memory.
    kept = likeness(parts[0]) if len(parts) == 1 else None
    of_sentences = sentence_features(sentences)
    _, sections = np.unique([sentence.section for sentence in sentences], return_inverse=True)
    means = _section_means(sections)
    group = np.zeros((len(texts), len(_GROUP)), np.float32)
    for part in parts:
        block = likeness(part) if kept is None else kept
        group += _standardised(block)[:, :, _GROUP].sum(axis=0)
    others = max(len(asked) - 1, 1)
    for part in parts:
        block = likeness(part) if kept is None else kept
        standard = _standardised(block)
        shares = block / (block.max(axis=1, keepdims=True) + 1e-9)
        covered = block[:, :, _COVERED].max(axis=1).astype(np.float64)
        found = support_inputs(part, likeness, covered, len(texts), frequencies)
        of_claims = zip(covered.tolist(), *found, strict=True)
        for scores, share, of_claim in zip(standard, shares, of_claims, strict=True):
            keys = scores[:, _KEYS]
            rest = (group - scores[:, _GROUP]) / others if len(asked) > 1 else np.zeros_like(group)
            near = [_moved(keys, 1), _moved(keys, -1)]
            far = _moved(keys[:, :2], 2) + _moved(keys[:, :2], -2)
            columns = [scores, share, *near, far, (means @ keys)[sections], of_sentences, rest]
            yield CitanceFeatures(np.concatenate(columns, axis=1, dtype=np.float32), *of_claim)


def _standardised(block: Floats32) -> Floats32:
    """Return by how many standard deviations each score is above the mean of its article."""
    mean, spread = block.mean(axis=1, keepdims=True), block.std(axis=1, keepdims=True)
    return np.asarray((block - mean) / (spread + 1e-6))


def _moved(values: Floats32, by: int) -> Floats32:
    """Return for each sentence the values of the one ``by`` before it, zeros where none is."""
    padded = np.pad(values, ((max(by, 0), max(-by, 0)), (0, 0)))
    return padded[: len(values)] if by > 0 else padded[-by:]


def _section_means(sections: NDArray[np.int64]) -> "sp.csr_matrix":
    """Return the matrix that makes means of sections of the values of sentences: (K, S)."""
    size = len(sections)
    held = sp.csr_matrix((np.ones(size), (sections, np.arange(size))))
    held = sp.diags(1 / np.asarray(held.sum(axis=1)).ravel()) @ held
    return held.astype(np.float32)
