"""Scores of all systems on the gold groups, with settings that development groups chose.

"Edit distance" is the paper's baseline; "schwartz" is its CRF (features of section 5, trained on
the first of several targets), sets of highest expected utility (eq. 8-10) and equivalence closure,
trained on the hand-made groups of the first round or on those of CRAFT; "shipped" is the component
of the shipped pipeline on the texts. Settings of the first two are chosen by F on development
groups, with a model of the training groups; the model that is scored has seen both, as in the
paper. With ``dev`` the development groups are scored, by models of the training groups; the shipped
model has learned from those that are made by hand.

CRAFT's gold covers mentions of concepts alone; "annotated words" are those of gold classes: what is
aligned beside them is not looked at.
"""

from functools import cached_property
from typing import NamedTuple

from spacy.language import Language

from spacy_citalign.citances.model import SchwartzModel

from ..recording import Table
from .data import BIOMEDICINE, COMPUTING, Case, read_cases
from .systems import (
    SCORES,
    Classes,
    best,
    component_classes,
    edit_sweep,
    schwartz_model,
    schwartz_sweep,
    score_cells,
    scored,
)

SECOND = ("hand-test", "hand2-test")  # have a second annotator


class Part(NamedTuple):
    """What one table scores: the groups of a data set that have something in their keys."""

    title: str
    key: str = ""
    annotated: bool = False


class System(NamedTuple):
    """What a system says of all words of a data set; ``note`` are its settings."""

    name: str
    classes: Classes
    note: str


class Systems:
    """The systems for data sets of one kind.

    Args:
        nlp: the shipped pipeline.
        train, dev: what the paper's CRF learns from, and what chooses its decoding.
        edit_dev: what chooses the edit distance.
        whole: whether the CRF that is scored has learned from ``dev``, too.
    """

    def __init__(self, nlp: Language, train: str, dev: str, edit_dev: str, *, whole: bool):
        self._nlp, self._whole = nlp, whole
        self._train, self._dev = read_cases(train, nlp), read_cases(dev, nlp)
        self._edit_dev = self._dev if edit_dev == dev else read_cases(edit_dev, nlp)

    @cached_property
    def _model(self) -> SchwartzModel:
        return schwartz_model([*self._train, *self._dev] if self._whole else self._train)

    @cached_property
    def _tried(self) -> dict[tuple[float, float], Classes]:
        model = schwartz_model(self._train) if self._whole else self._model
        return schwartz_sweep(model, self._dev)

    def on(self, cases: list[Case], *, annotated: bool) -> list[System]:
        """Apply all systems, with the settings for all words or for the annotated ones."""
        delta = best(edit_sweep(self._edit_dev), self._edit_dev, annotated=annotated)
        factors = best(self._tried, self._dev, annotated=annotated)
        return [
            System("edit distance", edit_sweep(cases, [delta])[delta], f"delta {delta:g}"),
            System(
                "schwartz",
                schwartz_sweep(self._model, cases, [factors])[factors],
                "gap {:g}, match {:g}".format(*factors),
            ),
            System("shipped", component_classes(cases, self._nlp), "its own"),
        ]


def hand2_parts(name: str) -> list[Part]:
    """The tables of a data set of the second round."""
    return [
        Part(name),
        Part(f"{name}, biomedicine", BIOMEDICINE),
        Part(f"{name}, computing", COMPUTING),
    ]


def craft_parts(name: str) -> list[Part]:
    """The tables of a data set of CRAFT."""
    return [Part(f"{name}, all words"), Part(f"{name}, annotated words", annotated=True)]


def tables_of(name: str, systems: Systems, nlp: Language, parts: list[Part]) -> list[Table]:
    """Return the tables of a data set."""
    cases = read_cases(name, nlp)
    second = []
    if name in SECOND:
        classes = [case.classes for case in read_cases(f"{name}.second", nlp)]
        second = [System("second annotator", classes, "")]
    tables = []
    found = {
        annotated: [*systems.on(cases, annotated=annotated), *second]
        for annotated in {part.annotated for part in parts}
    }
    for part in parts:
        kept = [number for number, case in enumerate(cases) if part.key in case.key]
        chosen = [cases[number] for number in kept]
        rows = []
        for system in found[part.annotated]:
            own = [system.classes[number] for number in kept]
            cells = score_cells(scored(chosen, own, part.annotated))
            rows.append([system.name, *cells, system.note])
        columns = ["system", *SCORES, "settings"]
        tables.append(Table(part.title, columns, rows, [f"Groups: {len(kept)}"]))
    return tables


def groups(nlp: Language, *, dev: bool) -> list[Table]:
    """Score all systems on all data sets; ``nlp`` is the shipped pipeline."""
    split = "dev" if dev else "test"
    whole = not dev
    tables = []
    for name, chooses in ((f"hand2-{split}", "hand2-dev"), (f"hand-{split}", "hand-dev")):
        systems = Systems(nlp, "hand-train", "hand-dev", chooses, whole=whole)
        parts = hand2_parts(name) if name.startswith("hand2") else [Part(name)]
        tables += tables_of(name, systems, nlp, parts)
    systems = Systems(nlp, "craft-train", "craft-dev", "craft-dev", whole=whole)
    tables += tables_of(f"craft-{split}", systems, nlp, craft_parts(f"craft-{split}"))
    if not dev:
        tables += tables_of("craft-test45", systems, nlp, [Part("craft-test45, all words")])
    return tables
