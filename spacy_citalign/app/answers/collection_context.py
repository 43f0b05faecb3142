"""Sentences that may be out of place, with other references of their article that they fit better.

A list of references is known only while a collection is read: what a sentence would fit is written
beside it then, and only where it may be out of place.
"""

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Protocol, TypeVar

from ...schema import IDENTIFIERS, OtherReference, ReferenceOrder
from ...statements.references import CitedWords, Vector, better_references, sentence_vector
from ...statements.sentences import CitingSentence
from ...words.english import content_stems
from .collecting import Citing, CollectedArticle, CollectedCitance, Reference
from .group_lines import CITANCE_END, GroupLine
from .group_sentences import sentences_of_group

T = TypeVar("T")
_LEAST = 20  # works of a collection that has a subject
_MAX_WORKS, _MAX_SENTENCES = 200, 12  # that are looked at, of a work
_SHARE = 0.45  # of the works that are cited with a word
_LOOKED_AT = math.log(0.002)  # odds of a sentence without the references, below which none is
_WRITTEN = math.log(0.02)  # odds with or without them, below which nothing is written
_KEPT = 2  # references of a sentence
_SLIP = 1.0  # by how much likelier a slip is that leads to a neighbour of the right reference
_SLIPS = ("next", "previous", "author and year")
_NAMED = ("title", "first_author", "year", *IDENTIFIERS)
_MOST_CITING = 40  # sentences of another work that are looked at
MAX_READ = 2_000  # sentences of other works that are looked at for those of one


def subject_stems(groups: Sequence[GroupLine]) -> list[str]:
    """Return the stems of the words that most works of a collection are cited with, sorted.

    Of large collections some works are looked at, of a work some sentences, spread over all.

    Args:
        groups: of the works; fewer than twenty have no subject.
    """
    if len(groups) < _LEAST:
        return []
    chosen = _spread(groups, _MAX_WORKS)
    works: Counter[str] = Counter()
    for group in chosen:
        citances = _spread(json.loads(group.line)["citances"], _MAX_SENTENCES)
        works.update({stem for one in citances for stem in content_stems(one["text"])})
    return sorted(stem for stem, times in works.items() if times > _SHARE * len(chosen))


def with_subjects(group: GroupLine, subjects: Sequence[str]) -> GroupLine:
    """Return the line of a group with the subject of its collection."""
    if not subjects:
        return group
    ending = f', "subjects": {json.dumps(subjects)}}}\n'.encode()
    *parts, last = group.parts
    return group._replace(parts=[*parts, last.rstrip()[:-1], ending])


def _spread(items: Sequence[T], most: int) -> Sequence[T]:
    """Return so many items at most, from the first to the last at equal distances."""
    most = min(most, len(items))
    return [items[number * len(items) // most] for number in range(most)]


class CitedWorks(Protocol):
    """The works of a collection whose groups are large enough, and what cites them."""

    def size_of(self, key: str) -> tuple[int, int] | None:
        """Return of how many articles and citances the group of a work is, None without one."""

    def title_of(self, key: str) -> str:
        """Return the title of the work of a group, "" where it is not known."""

    def sentences_of(self, key: str, most: int) -> list[CitingSentence]:
        """Return the first citances of a group, so many at most."""

    def citing_of(self, key: str) -> Citing:
        """Return the article and the citance of each citance of a group."""

    def home_of(self, article: CollectedArticle, reference: int) -> str | None:
        """Return the key of the work of a reference, None where it has no group."""


class OtherReferences:
    """The works that the articles of a collection cite.

    Args:
        works: of the collection.
        subjects: stems of words that most of its works are cited with.
    """

    def __init__(self, works: CitedWorks, subjects: Sequence[str]):
        self._works = works
        self._untold = frozenset(subjects)
        self._words: dict[str, CitedWords] = {}

    def with_fits(self, group: GroupLine) -> GroupLine:
        """Return a group whose sentences have ``fits``, as far as they may be out of place."""
        from ...statements.odd import LEAST_OTHERS, odd_features, odds_alone, odds_with_references

        if group.articles <= LEAST_OTHERS or self._works.size_of(group.cited.key) is None:
            return group
        sentences = sentences_of_group(group.group())
        places, features = odd_features(sentences, group.cited.text_of("title"), self._untold)
        odds = dict(zip(places, odds_alone(features).tolist(), strict=True))
        items = self._works.citing_of(group.cited.key)
        fields: dict[int, bytes] = {}
        read: dict[str, int] = {}
        for place, alone in sorted(odds.items(), key=lambda one: (-one[1], one[0])):
            if alone < _LOOKED_AT or not any(one.position for one in items[place][0].references):
                continue
            needed = self._needed(group.cited.key, *items[place])
            if read and sum((read | needed).values()) > MAX_READ:
                break
            read |= needed
            fits = self._fits(group.cited.key, sentences[place], items, place)
            better = max((one.better for one in fits[:_KEPT]), default=0.0)
            if max(alone, odds_with_references(alone, better)) >= _WRITTEN:
                rows = [one.model_dump(exclude_none=True) for one in fits[:_KEPT]]
                fields[place] = f'"fits": {json.dumps(rows)}'.encode()
        return group._replace(parts=[*_with_fields(group.parts, fields)]) if fields else group

    def _fits(
        self, key: str, sentence: CitingSentence, items: Citing, place: int
    ) -> list[OtherReference]:
        """Return the references that a sentence fits better than its work, the likeliest first."""
        article, citance = items[place]
        better = better_references(
            sentence_vector(sentence, self._untold),
            sentence.article or "",
            self.words_of_work(key),
            self.others(key, article, citance),
        )
        found = []
        for number, gain in better:
            other = article.references[number]
            known = {name: other.known.get(name) for name in _NAMED}
            why = reference_order(article.references[citance.reference], other)
            found.append(OtherReference(**known, label=other.label, why=why, better=round(gain, 2)))
        return sorted(found, key=lambda one: -one.better - _SLIP * (one.why in _SLIPS))

    def others(
        self, key: str, article: CollectedArticle, citance: CollectedCitance
    ) -> dict[int, CitedWords]:
        """Return the words of other references that a citance of a work might cite, by number."""
        others = self._keys_of_others(key, article, citance)
        return {number: self._words_of(article, number, home) for number, home in others.items()}

    def _keys_of_others(
        self, key: str, article: CollectedArticle, citance: CollectedCitance
    ) -> dict[int, str]:
        """Return the keys of the works of these references, "" where one has no group."""
        within = citance.place[1:3]
        cited = {one.reference for one in article.citances if one.place[1:3] == within}
        keys = {}
        for number, reference in enumerate(article.references):
            home = self._works.home_of(article, number)
            if number not in cited and reference.known.get("title") and home != key:
                home = home or reference.key
                keys[number] = home if self._works.size_of(home) is not None else ""
        return keys

    def _needed(
        self, key: str, article: CollectedArticle, citance: CollectedCitance
    ) -> dict[str, int]:
        """Return how many sentences of other works are looked at for a citance, by their keys."""
        sizes = {}
        for home in self._keys_of_others(key, article, citance).values():
            articles, citances = self._works.size_of(home) or (0, 0)
            sizes[home] = min(citances, _MOST_CITING) if articles > 1 else 0
        return sizes

    def _words_of(self, article: CollectedArticle, number: int, home: str) -> CitedWords:
        """Return the words of a reference: of its work where others cite it, else of its title."""
        if home:
            return self.words_of_work(home)
        name = f"{article.identity}\0{number}"
        if name not in self._words:
            title = article.references[number].known["title"]
            self._words[name] = CitedWords(title, (), self._untold)
        return self._words[name]

    def words_of_work(self, key: str) -> CitedWords:
        """Return the words of the work of a group."""
        if key not in self._words:
            title = self._works.title_of(key)
            self._words[key] = CitedWords(title, self._vectors(key), self._untold)
        return self._words[key]

    def _vectors(self, key: str) -> Iterator[tuple[str, Vector]]:
        articles, _ = self._works.size_of(key) or (1, 1)
        if articles == 1:  # the one whose sentence is looked at
            return
        for sentence in self._works.sentences_of(key, _MOST_CITING):
            yield sentence.article or "", sentence_vector(sentence, self._untold)


def reference_order(own: Reference, other: Reference) -> ReferenceOrder:
    """Return what another reference of a list has to do with the one that is cited."""
    author, year = ((own.known.get(name) or "").casefold() for name in ("first_author", "year"))
    same = bool(author) and author == (other.known.get("first_author") or "").casefold()
    if same and year and year == (other.known.get("year") or "").casefold():
        return "author and year"
    if own.position and other.position == own.position + 1:
        return "next"
    if other.position and other.position == own.position - 1:
        return "previous"
    return "author" if same else "other"


def _with_fields(parts: Sequence[bytes], fields: Mapping[int, bytes]) -> Iterator[bytes]:
    """Yield the parts of a line with more fields of its citances, by their numbers."""
    numbers = count()
    for part in parts:
        if part == CITANCE_END and (field := fields.get(next(numbers))):
            yield from (b", ", field)
        yield part
