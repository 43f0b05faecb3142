"""Which sentence says best, alone, what a work is cited for.

The score of a sentence adds and takes away for what readers of 36 works took as right and as
misleading (``benchmarks/statements first``): what other articles say as well and the words of the
work's title speak for it; further groups of marks, long marks, length, a beginning that hangs on
the sentence before, the citing author's own work and method speak against it. The weights were set
by hand; all of them halved or doubled change the first sentence of one work in thirty.
"""

import re
from collections.abc import Sequence

import numpy as np

from ..words.arrays import Floats
from ..words.data_files import word_lists
from .sentences import CitingSentence
from .shared import numbered

_SUPPORT = 4.0  # mean likeness to the likest sentence of each other article
_TITLE = 1.0  # share of the words of the title
_GROUP = 0.15  # a further group of marks
_MARK = 0.08  # a mark beside that of the work, from the third on
_LONG, _TEN_WORDS = 35, 0.1  # words from which on ten more weigh so much
_SHORT, _FIVE_WORDS = 10, 0.3  # content words below which five less weigh so much
_HANGS = 0.3  # on the sentence before
_LED_IN = 0.3  # its claim stands behind a colon: "The question is open: frogs sing"
_METHODS = 0.3  # it stands among the citing author's methods
_CITER = 0.3  # it is about the citing author's own work
_QUESTION = 0.8  # it says what was asked, and not what came out
_METHOD = 0.3  # it says what was used or done
_FINDS = 0.45  # "Zork [3] showed that ..."
_STATES = 0.25  # it has a verb of effect, or is a definition
_REACH = 60  # characters behind the mark in which the verb stands

_LISTS = word_lists(__package__, "claim_words.tsv")


def _any(name: str) -> re.Pattern[str]:
    words = sorted(word.replace("_", " ") for word in _LISTS[name])
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


_BEGIN = _any("hangs on the sentence before")
_OF_CITER = _any("citing author")
_OF_QUESTION = _any("question")
_OF_METHOD = _any("method")
_OF_FINDING = _any("finding")
_OF_EFFECT = _any("effect")
_LEAD_IN = re.compile(r"[^:;,]{5,90}: \w")
_METHODS_SECTION = re.compile(r"method|material|experiment", re.IGNORECASE)


def claim_scores(
    sentences: Sequence[CitingSentence],
    stems: Sequence[Sequence[str]],
    similarity: Floats,
    title: Sequence[str] = (),
) -> Floats:
    """Return how well each sentence says what the work is cited for: (S,), higher is better.

    Args:
        sentences: S sentences.
        stems: of the words of each that are in scope.
        similarity: (S, S) in 0..1, how much of what two sentences say is alike.
        title: stems of the words of the work's title, () where it is not known.
    """
    support = _support([sentence.article for sentence in sentences], similarity)
    scores = [
        _SUPPORT * of_others + _TITLE * _share(words, title) + _of_wording(sentence, len(words))
        for sentence, words, of_others in zip(sentences, stems, support, strict=True)
    ]
    return np.array(scores, dtype=np.float64)


def hangs(text: str) -> bool:
    """Return whether a sentence cannot be read alone: "However, it ..."; or is a part of one."""
    return text[:1].islower() or _BEGIN.match(text) is not None


def _of_wording(sentence: CitingSentence, stems: int) -> float:
    text, claim = sentence.text, sentence.claim()
    words = len(claim.split())
    score = -_GROUP * max(0, len(sentence.mark_groups) - 1)
    score -= _MARK * max(0, sentence.own_marks - 2)
    score -= _TEN_WORDS * max(0, words - _LONG) / 10 + _FIVE_WORDS * max(0, _SHORT - stems) / 5
    score -= _HANGS * hangs(text) + _LED_IN * bool(_LEAD_IN.match(text))
    score -= _METHODS * bool(_METHODS_SECTION.search(sentence.section))
    score -= _CITER * bool(_OF_CITER.search(claim)) + _METHOD * bool(_OF_METHOD.search(claim))
    score -= _QUESTION * bool(_OF_QUESTION.search(claim))
    score += _STATES * bool(_OF_EFFECT.search(claim))
    if sentence.is_subject:
        own = [mark.end for mark in sentence.marks if mark.cites]
        end = max((end for start, end in sentence.mark_groups if own and start < own[0]), default=0)
        score += _FINDS * bool(_OF_FINDING.search(text, end, end + _REACH))
    return score


def _share(words: Sequence[str], title: Sequence[str]) -> float:
    return len({*words} & {*title}) / max(1, len({*title}))


def _support(articles: Sequence[str | None], similarity: Floats) -> Floats:
    """Return the mean, over the other articles, of the likeness to their likest sentence: (S,).

    Sentences of unknown articles are of one each; where all are of one article, they support each
    other.
    """
    size = len(articles)
    names = [f"\0{n}" if name is None else name for n, name in enumerate(articles)]
    if len({*names}) == 1:
        names = [str(number) for number in range(size)]
    own = numbered(names)
    order = np.argsort(own, kind="stable")
    starts = np.flatnonzero(np.diff(own[order], prepend=-1))
    if len(starts) < 2:
        return np.zeros(size)
    alike = similarity - np.diag(similarity.diagonal())
    best = np.maximum.reduceat(alike[:, order], starts, axis=1)  # (S, articles)
    others = best.sum(axis=1) - best[np.arange(size), own]
    return np.asarray(others / (len(starts) - 1), dtype=np.float64)
