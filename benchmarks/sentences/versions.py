"""The King James Version against the World English Bible: a gospel a pair of texts.

Verses are sentences; those of one reference are linked. The paper's methods are calibrated on Mark,
of which the shipped recipe has seen the pieces too. For development Mark is tested by halves, each
half with what has learned from the other.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from spacy_citalign.sentences.training import TextPair, TrainingSettings
from spacy_citalign.words.hit_counts import HitCounts, count_hits

from ..common import markdown_table
from .data import ENGLISH, Case, gospels, splits
from .paper import link_systems
from .systems import Found, System, other_systems, ours, pairs_of, run
from .training import shipped_recipe, text_pair, trained, verse_pieces

TRAINED_ON = "Mark"
TESTED_ON = ("Matthew", "Luke", "John")
OURS = "ours, shipped recipe"


class Trial(NamedTuple):
    """What is learned from, by the paper's methods and by ours, and what is tested on."""

    calibration: list[TextPair]
    recipe: list[TextPair]
    cases: list[Case]


def version_table(folder: Path | None, *, dev: bool) -> None:
    """Print F of each text, and precision, recall and F of all links.

    Args:
        folder: where models are kept.
        dev: test on halves of Mark.
    """
    scores: dict[str, list[HitCounts]] = {}
    names = []
    for trial in halves() if dev else [whole()]:
        names += [case.id for case in trial.cases]
        for system in systems(trial, folder):
            scores.setdefault(system.title, []).extend(map(score, run(system, trial.cases)))
    print(f"\nKJV against WEB: F of {', '.join(names)}; P, R and F of all\n")
    rows = []
    for title, own in scores.items():
        total = HitCounts(*map(sum, zip(*own, strict=True)))
        figures = [one.f for one in own] + [total.precision, total.recall, total.f]
        rows.append([title, *(f"{figure:.4f}" for figure in figures)])
    print(markdown_table(["system", *names, "P", "R", "F"], rows), flush=True)


def translations(book: str) -> Case:
    """Return a gospel in both translations."""
    return gospels(("kjv", book), ("web", book))._replace(id=book)


def whole() -> Trial:
    """Return the test: learned from Mark, tested on the others."""
    calibration = [text_pair(translations(TRAINED_ON))]
    return Trial(calibration, shipped_recipe(), list(map(translations, TESTED_ON)))


def halves() -> list[Trial]:
    """Return the halves of Mark, each to be tested with what has learned from the other."""
    mark = translations(TRAINED_ON)
    middle = len(mark.first) // 2
    before = mark.links[mark.links.max(axis=1) < middle]
    after = mark.links[mark.links.min(axis=1) >= middle] - middle
    parts = [
        mark._replace(first=mark.first[:middle], second=mark.second[:middle], links=before),
        mark._replace(first=mark.first[middle:], second=mark.second[middle:], links=after),
    ]
    pieces = verse_pieces()
    near = len(pieces) // 2  # the piece in the middle has verses of both halves
    learned = [pieces[near + 1 :], pieces[:near]]
    return [
        Trial(
            [text_pair(other)],
            [*map(text_pair, splits(dev=False)[0].train[ENGLISH]), *own],
            [part._replace(id=f"{TRAINED_ON}, {name} half")],
        )
        for part, other, own, name in zip(
            parts, parts[::-1], learned, ("first", "second"), strict=True
        )
    ]


def systems(trial: Trial, folder: Path | None) -> Sequence[System]:
    """Return the systems, each having learned."""
    model = trained(OURS, trial.recipe, TrainingSettings(), folder)
    by_method = [ours(OURS, model), ours(f"{OURS}, versions", model, method="versions")]
    return [*link_systems(trial.calibration), *other_systems(), *by_method]


def score(found: Found) -> HitCounts:
    """Score what a system takes."""
    return count_hits([(map(tuple, found.case.links.tolist()), pairs_of(found.taken))])
