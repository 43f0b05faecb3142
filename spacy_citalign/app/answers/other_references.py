"""Sentences that may be out of place, with other references of their article that they fit better.

A list of references is known only while a collection is read: what a sentence would fit is written
beside it then, and only where it may be out of place.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence

from ...components.citations.scopes import citing_sentence
from ...schema import IDENTIFIERS, OtherReference, ReferenceOrder
from ...statements.odd import LEAST_OTHERS, odd_features, odds_alone, odds_with_references
from ...statements.references import CitedWords, Vector, better_references, sentence_vector
from ...statements.sentences import CitingSentence
from .collecting import Citing, Collected, CollectedArticle, CollectedCitance, Reference
from .group_lines import CITANCE_END, GroupLine
from .work_kinds import sentence_marks

_LOOKED_AT = math.log(0.002)  # odds of a sentence without the references, below which none is
_WRITTEN = math.log(0.02)  # odds with or without them, below which nothing is written
_KEPT = 2  # references of a sentence
_SLIP = 1.0  # by how much likelier a slip is that leads to a neighbour of the right reference
_SLIPS = ("next", "previous", "author and year")
_NAMED = ("title", "first_author", "year", *IDENTIFIERS)
_MOST_CITING = 200  # sentences of another work that are looked at


class OtherReferences:
    """The works that the articles of a collection cite.

    Args:
        collected: the collection.
        subjects: stems of words that most of its works are cited with.
    """

    def __init__(self, collected: Collected, subjects: Sequence[str]):
        self._groups = {group.cited.key: group for group in collected.groups}
        self._citing = collected.citing
        self._untold = frozenset(subjects)
        self._homes = {
            (article.identity, citance.reference): key
            for key, items in collected.citing.items()
            for article, citance in items
        }
        self._words: dict[str, CitedWords] = {}

    def with_fits(self, group: GroupLine) -> GroupLine:
        """Return a group whose sentences have ``fits``, as far as they may be out of place."""
        if group.articles <= LEAST_OTHERS or group.cited.key not in self._citing:
            return group
        sentences = citing_sentences(group)
        places, features = odd_features(sentences, group.cited.text_of("title"), self._untold)
        odds = dict(zip(places, odds_alone(features).tolist(), strict=True))
        items = self._citing[group.cited.key]
        fields = {}
        for place, alone in odds.items():
            if alone < _LOOKED_AT or not any(one.position for one in items[place][0].references):
                continue
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
        own = article.references[citance.reference]
        better = better_references(
            sentence_vector(sentence, self._untold),
            sentence.article or "",
            self.words_of_work(key),
            self.others(key, article, citance),
        )
        found = [
            OtherReference(
                **{name: article.references[number].known.get(name) for name in _NAMED},
                label=article.references[number].label,
                why=reference_order(own, article.references[number]),
                better=round(gain, 2),
            )
            for number, gain in better
        ]
        return sorted(found, key=lambda one: -one.better - _SLIP * (one.why in _SLIPS))

    def others(
        self, key: str, article: CollectedArticle, citance: CollectedCitance
    ) -> dict[int, CitedWords]:
        """Return the words of other references that a citance of a work might cite, by number."""
        within = citance.place[1:3]
        cited = {one.reference for one in article.citances if one.place[1:3] == within}
        return {
            number: self._words_of(article, number)
            for number, reference in enumerate(article.references)
            if number not in cited
            and reference.known.get("title")
            and self._homes.get((article.identity, number)) != key
        }

    def _words_of(self, article: CollectedArticle, number: int) -> CitedWords:
        """Return the words of a reference: of its work where others cite it, else of its title."""
        reference = article.references[number]
        key = self._homes.get((article.identity, number), reference.key)
        if key in self._groups:
            return self.words_of_work(key)
        name = f"{article.identity}\0{number}"
        if name not in self._words:
            self._words[name] = CitedWords(reference.known["title"], (), self._untold)
        return self._words[name]

    def words_of_work(self, key: str) -> CitedWords:
        """Return the words of the work of a group."""
        if key not in self._words:
            group = self._groups[key]
            title = group.cited.text_of("title")
            self._words[key] = CitedWords(title, self._vectors(group), self._untold)
        return self._words[key]

    def _vectors(self, group: GroupLine) -> Iterator[tuple[str, Vector]]:
        if group.articles == 1:  # the one whose sentence is looked at
            return
        for sentence in citing_sentences(group)[:_MOST_CITING]:
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
    number = 0
    for part in parts:
        if part == CITANCE_END:
            if number in fields:
                yield b", "
                yield fields[number]
            number += 1
        yield part


def citing_sentences(group: GroupLine) -> list[CitingSentence]:
    """Return the citances of a group."""
    row = group.group()
    author = row.cited.text_of("first_author")
    return [
        citing_sentence(one.text, sentence_marks(one, author), article=one.article_name or None)
        for one in row.citances
    ]
