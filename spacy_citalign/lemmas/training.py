"""Learn rules and exceptions from words with tags and lemmas.

From the shortest end to the longest, an end gets a rule of its own where its most frequent edit is
that of enough more different words than the edit of the next shorter end: ripple-down rules (Juršič
et al. 2010). Words that the rules get wrong become exceptions, known by hashes alone.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..words.settings import check_range, check_whole
from .edits import NOTHING, Edit, edit_between, folded, has_letter
from .inflections import Inflected
from .model import MAX_LETTERS, LemmaModel, Lemmatizer, keys


class LemmatizedWord(NamedTuple):
    """A word as it is written, its Penn tag and its lemma."""

    word: str
    tag: str
    lemma: str


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of training.

    Attributes:
        letters: the longest ends that rules look at.
        cutoff: how many more different words than the rule before must have an edit for an end to
            get a rule of its own.
    """

    letters: int = 6
    cutoff: int = 2

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            SettingError: a setting is out of range.
        """
        check_whole("letters", self.letters, 0)
        check_range("letters", self.letters, 0, MAX_LETTERS)
        check_whole("cutoff", self.cutoff, 1)


_Key = tuple[str, str]  # a word or an end in small letters, and a tag
_Edits = dict[_Key, Edit]


def train(
    words: Iterable[LemmatizedWord], forms: Iterable[Inflected], settings: TrainingSettings
) -> LemmaModel:
    """Learn a model; equal words in equal order give an equal one.

    Args:
        words: of texts; what is written with capitals also tells which words keep them.
        forms: further forms, of which those that ``words`` have too do not count.
        settings: of the rules.

    Raises:
        InputError: no word has letters, a tag and a lemma.
    """
    usable = [
        item
        for item in words
        if item.tag and item.lemma and has_letter(item.word) and " " not in item[2]
    ]
    if not usable:
        raise InputError(
            "none of the training words has a tag and a lemma; put Penn tags in token.tag_ and "
            "lemmas in token.lemma_ of the references"
        )
    edits = _edits(usable)
    for form, tag, lemma in forms:
        edits.setdefault((form, tag), edit_between(form, lemma))
    known = {key: edit for key, edit in edits.items() if edit is not None}
    cased, recased = _capitals(usable)
    rules = learn_rules(known, settings)
    model = _model(rules, {}, cased, recased, settings.letters)
    lemmas = Lemmatizer(model)([form for form, _ in known], [tag for _, tag in known])
    wrong = {
        key: edit
        for (key, edit), lemma in zip(known.items(), lemmas, strict=True)
        if edit.apply(key[0]) != lemma
    }
    return _model(rules, wrong, cased, recased, settings.letters)


def _edits(words: Iterable[LemmatizedWord]) -> dict[_Key, Edit | None]:
    """Return the most frequent edit of each word with its tag, None where that is too long.

    Words in small letters whose lemma has capitals ("me" and "i", "I") tell of the capitals.
    """
    counts: dict[_Key, Counter[Edit | None]] = defaultdict(Counter)
    raised: dict[_Key, Counter[Edit | None]] = defaultdict(Counter)
    for word, tag, lemma in words:
        key = folded(word), tag
        counts[key][edit_between(key[0], lemma.lower())] += 1
        if word == word.lower():
            raised[key][edit_between(key[0], lemma)] += 1
    edits = {key: _first(counted) for key, counted in counts.items()}
    for key, counted in raised.items():
        edit = _first(counted)
        if edit is not None and edit.added != edit.added.lower():
            edits[key] = edit
    return edits


def learn_rules(edits: _Edits, settings: TrainingSettings) -> _Edits:
    """Return the edits of ends of words, with their tags, from those of words."""
    counts: dict[_Key, Counter[Edit]] = defaultdict(Counter)
    for (form, tag), edit in edits.items():
        for size in range(min(settings.letters, len(form)) + 1):
            counts[form[len(form) - size :], tag][edit] += 1
    rules: _Edits = {}
    answers: _Edits = {}  # of each end, that of its rule or of the next shorter end's
    for end, tag in sorted(counts, key=lambda key: (len(key[0]), key)):
        counted = counts[end, tag]
        before = answers[end[1:], tag] if end else NOTHING
        best = _first(counted)
        if best != before and counted[best] - counted[before] >= settings.cutoff:
            rules[end, tag] = best
        answers[end, tag] = rules.get((end, tag), before)
    return rules


def _first(counts: Counter) -> Any:
    """Return what is counted most, of equals the first in order, and None last."""
    return min(counts, key=lambda edit: (-counts[edit], edit is None, edit))


def _capitals(words: Sequence[LemmatizedWord]) -> tuple[tuple[str, ...], list[_Key]]:
    """Return the tags whose words mostly keep their capitals, and the words that do otherwise."""
    kept: dict[_Key, int] = defaultdict(int)
    for word, tag, lemma in words:
        if word != word.lower():
            kept[folded(word), tag] += 1 if lemma != lemma.lower() else -1
    by_tag: dict[str, int] = defaultdict(int)
    for (_, tag), balance in kept.items():
        by_tag[tag] += 1 if balance > 0 else -1
    cased = {tag for tag, balance in by_tag.items() if balance > 0}
    others = [key for key, balance in kept.items() if (balance > 0) != (key[1] in cased)]
    return tuple(sorted(cased)), others


def _model(
    rules: _Edits, words: _Edits, cased: tuple[str, ...], recased: list[_Key], letters: int
) -> LemmaModel:
    """Return a model in which strings are hashes, but for those of the edits."""
    edits = sorted({*rules.values(), *words.values()})
    numbers = {edit: number for number, edit in enumerate(edits)}

    def table(chosen: _Edits) -> tuple[np.ndarray, np.ndarray]:
        hashes, first = np.unique(_keys(list(chosen)), return_index=True)
        return hashes, np.array([numbers[edit] for edit in chosen.values()], np.uint16)[first]

    return LemmaModel(
        tuple(edits), cased, letters, *table(rules), *table(words), np.unique(_keys(recased))
    )


def _keys(pairs: list[_Key]) -> np.ndarray:
    return keys([word for word, _ in pairs], [tag for _, tag in pairs])
