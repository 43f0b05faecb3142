"""The first card: is the sentence that is shown first right, and do statements hold together?

Works read whole, by two readers, in ``answers``: the sentence of a card is right if a reader names
it among the best, or it says the leading claim and does not mislead; wrong if it misleads or says
no claim; else half. Pairs of sentences in one of the first three statements are scored against
pairs that share a claim.
"""

import json
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from spacy.language import Language

from spacy_citalign.app.answers.aligner import FACTORY
from spacy_citalign.app.answers.batches import only_aligning
from spacy_citalign.app.answers.group_docs import group_answer, group_doc
from spacy_citalign.schema import CitanceGroup, WorkAnswer

from ..common import data_folder
from ..recording import Table

FIELDS = {"biology": "answers", "computing": "computing"}
_CARDS = 3  # that are open
RIGHT, HALF, WRONG = "right", "half", "wrong"


class Reading(NamedTuple):
    """What a reader says of a work: ids of sentences.

    Attributes:
        claims: the sentences of each claim.
        lead: the number of the leading claim, from 0.
        best: those to show.
        misleading: those not to show.
    """

    claims: list[set[str]]
    lead: int
    best: set[str]
    misleading: set[str]

    def label(self, citance: str) -> str:
        """Return whether a sentence is right, half or wrong as the one that is shown."""
        if citance in self.best or (
            citance in self.claims[self.lead] and citance not in self.misleading
        ):
            return RIGHT
        told = any(citance in claim for claim in self.claims)
        return WRONG if citance in self.misleading or not told else HALF

    def pairs(self) -> set[tuple[str, str]]:
        """Return the pairs of sentences that share a claim."""
        return {pair for claim in self.claims for pair in combinations(sorted(claim), 2)}


class ReadWork(NamedTuple):
    """A work with its citing sentences, and what two readers say of it."""

    group: CitanceGroup
    readings: tuple[Reading, Reading]


def read_answers(name: str) -> list[ReadWork]:
    """Return the open works of a field."""
    first, second = (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for path in (data_folder() / "answers" / f"{name}{part}.jsonl" for part in ("", ".second"))
    )
    by_key = {row["work"]: row for row in second}
    return [ReadWork(_group(row), (_reading(row), _reading(by_key[row["work"]]))) for row in first]


def _group(row: dict[str, Any]) -> CitanceGroup:
    about = {"key": row["work"], "title": row["title"], "first_author": row["first_author"]}
    fields = ("id", "source", "section", "text", "citations")
    citances = [{name: one[name] for name in fields if name in one} for one in row["citances"]]
    return CitanceGroup.model_validate(
        {"cited": about | {"year": str(row["year"])}, "citances": citances}
    )


def _reading(row: dict[str, Any]) -> Reading:
    claims = [
        {one["id"] if isinstance(one, dict) else one for one in claim["citances"]}
        for claim in row["claims"]
    ]
    return Reading(claims, row["lead"] - 1, {*row["best"]}, {*row["misleading"]})


def first(nlp: Language) -> list[Table]:
    """Return a table of the first cards of each field, and one of each work."""
    works = {field: read_answers(name) for field, name in FIELDS.items()}
    answers = {
        field: [_answer(nlp, work.group) for work in of_field] for field, of_field in works.items()
    }
    systems: dict[str, Callable[[WorkAnswer], list[list[int]]]] = {
        "cards": lambda answer: [one.places for one in answer.statements or ()],
        "first sentence": lambda answer: [[0]],
        "longest sentence": lambda answer: [
            [max(range(len(answer.citances)), key=lambda n: len(answer.citances[n].text))]
        ],
    }
    columns = ["field", "system", "reader", "works", RIGHT, HALF, WRONG, "one of three", "P", "R"]
    lines = [
        [field, system, *_line(of_field, answers[field], cards, reader)]
        for field, of_field in works.items()
        for system, cards in systems.items()
        for reader in (0, 1)
    ]
    each = [
        [field, work.group.key, *_labels(work, answer)]
        for field, of_field in works.items()
        for work, answer in zip(of_field, answers[field], strict=True)
    ]
    return [
        Table("first cards", columns, lines),
        Table("works", ["field", "work", "cards, reader 1", "cards, reader 2"], each),
    ]


def _answer(nlp: Language, group: CitanceGroup) -> WorkAnswer:
    aligner = nlp.get_pipe(FACTORY)
    with only_aligning(nlp):
        return group_answer(nlp(group_doc(nlp, aligner, group)), aligner, group)


def _line(
    works: Sequence[ReadWork],
    answers: Sequence[WorkAnswer],
    cards: Callable[[WorkAnswer], list[list[int]]],
    reader: int,
) -> list[str]:
    counts = dict.fromkeys((RIGHT, HALF, WRONG), 0)
    one_of_three = hits = ours = gold = 0
    for work, answer in zip(works, answers, strict=True):
        reading = work.readings[reader]
        ids = [citance.id for citance in answer.citances]
        shown = cards(answer)[:_CARDS]
        labels = [reading.label(ids[places[0]]) for places in shown] or [WRONG]
        counts[labels[0]] += 1
        one_of_three += RIGHT in labels
        found = {
            pair for places in shown for pair in combinations(sorted(ids[p] for p in places), 2)
        }
        hits += len(found & reading.pairs())
        ours += len(found)
        gold += len(reading.pairs())
    rates = [f"{hits / max(ours, 1):.2f}", f"{hits / max(gold, 1):.2f}"]
    return [str(reader + 1), str(len(works)), *map(str, counts.values()), str(one_of_three), *rates]


def _labels(work: ReadWork, answer: WorkAnswer) -> list[str]:
    shown = [answer.citances[one.places[0]].id for one in (answer.statements or ())[:_CARDS]]
    return [", ".join(map(reading.label, shown)) or "none" for reading in work.readings]
