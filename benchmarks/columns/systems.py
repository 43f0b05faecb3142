"""The column models and the chunkers of the benchmark, each trained once.

Column models are trained on train of a treebank. Those of one alignment share the distances between
the seeds, which take most of the time, and all share the CRF of roles. With a folder, models are
kept there under a name that says settings and sentences, but not the code: delete them after a
change.
"""

import hashlib
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

import numpy as np

from spacy_citalign.chunks.model import ChunkModel
from spacy_citalign.chunks.training import PhrasedSentence, train
from spacy_citalign.chunks.training import TrainingSettings as ChunkTrainingSettings
from spacy_citalign.columns import msa, role_tagger, training
from spacy_citalign.columns.model import ColumnModel, ColumnTagger
from spacy_citalign.columns.msa import Neighbourhood
from spacy_citalign.columns.training import TrainingSettings
from spacy_citalign.columns.tree_alignment import Align
from spacy_citalign.columns.trees import Node

from .data import GOLD, Ints, Sample, read_sample

Model = TypeVar("Model", ColumnModel, ChunkModel)

PAPER_TREE, PAPER_FLAT, OURS = "paper, tree", "paper, flat", "tree, roles (ours)"
COLUMNS: Mapping[str, Mapping[str, Any]] = {
    PAPER_TREE: {"alignment": "tree", "anchoring": "none", "least": 0.0},
    PAPER_FLAT: {"alignment": "flat", "anchoring": "none", "least": 0.0},
    "tree, anchored in training": {"alignment": "tree", "anchoring": "trees"},
    OURS: {"alignment": "tree", "anchoring": "roles"},
    "flat, roles": {"alignment": "flat", "anchoring": "roles"},
    "paper, tree, profile HMM": {"alignment": "tree", "anchoring": "none", "profile": "hmm"},
    "tree, roles, profile HMM": {"alignment": "tree", "anchoring": "roles", "profile": "hmm"},
}
"""Column models, and where their settings are not the defaults."""

PERCEPTRON = ChunkTrainingSettings(
    features="tags",
    encodings=("iob2",),
    cutoff=1,
    algorithm="ap",
    crf={"max_iterations": 10},
    prune=0.0,
)
"""The paper's: an averaged perceptron on tags. Its labels depend on one before, his on two."""
CRF = ChunkTrainingSettings()
"""What the component has by default."""


class ChunkSystem(NamedTuple):
    """A chunker.

    Attributes:
        title: the row's.
        settings: how it is trained, but for columns.
        columns: the column model whose regions are features, a name in ``COLUMNS``; None for none.
        against: the title of the system that it is compared with; "" for none.
        paper: the paper's F with gold tags and with a tagger's (Table 4).
    """

    title: str
    settings: ChunkTrainingSettings
    columns: str | None = None
    against: str = ""
    paper: tuple[str, str] = ("-", "-")


_BASE, _WORDS = "perceptron, tags (paper)", "CRF, words"
CHUNKERS = (
    ChunkSystem(_BASE, PERCEPTRON, paper=("90.1", "89.2")),
    ChunkSystem(f"{_BASE} + paper's tree columns", PERCEPTRON, PAPER_TREE, _BASE, ("90.4", "89.5")),
    ChunkSystem(f"{_BASE} + paper's flat columns", PERCEPTRON, PAPER_FLAT, _BASE, ("90.0", "89.1")),
    ChunkSystem(f"{_BASE} + our columns", PERCEPTRON, OURS, _BASE),
    ChunkSystem(_WORDS, CRF, None, _BASE),
    ChunkSystem(f"{_WORDS} + our columns", CRF, OURS, _WORDS),
)


@dataclass(frozen=True)
class Setup:
    """What a run was asked for.

    Attributes:
        treebank, part: what to train and test on.
        tagger: the pipeline whose tags are "tagger".
        seeds, iterations: of columns.
        limit: of the sentences of each part, for a try.
        folder: where models are kept, if anywhere.
    """

    treebank: str
    part: str
    tagger: str
    seeds: int
    iterations: int
    limit: int | None
    folder: Path | None


class Bench:
    """Reads a treebank and trains models on it, each once."""

    def __init__(self, setup: Setup):
        self.setup = setup
        self.columns = cache(self._columns)
        self.chunker = cache(self._chunker)
        self._distances: dict[Align, Neighbourhood] = {}
        self._roles: list[Any] = []

    @cached_property
    def train(self) -> Sample:
        """Train, with gold tags only."""
        return read_sample(self.setup.treebank, "train", limit=self.setup.limit)

    @cached_property
    def test(self) -> Sample:
        """The part that is tested on."""
        setup = self.setup
        return read_sample(setup.treebank, setup.part, limit=setup.limit, tagger=setup.tagger)

    def regions(self, name: str, anchors: int | None, sample: Sample, source: str) -> Ints:
        """Return the regions that a column model gives the words of a sample by their tags."""
        return ColumnTagger(self.columns(name), anchors)(
            sample.tags(source), sample.lengths
        ).regions

    def _columns(self, name: str) -> ColumnModel:
        chosen = TrainingSettings(
            seeds=self.setup.seeds, iterations=self.setup.iterations, **COLUMNS[name]
        )

        def fit() -> ColumnModel:
            with (
                patch.object(training, "neighbourhood", self._known_distances),
                patch.object(training, "train_roles", self._known_roles),
            ):
                return training.train(self.train.parsed, chosen)

        seen = _digest([chosen, *self.train.parsed])
        return kept(self.setup.folder, f"columns-{seen}", name, ColumnModel, fit)

    def _known_distances(self, trees: Sequence[Node], align: Align, nearest: int) -> Neighbourhood:
        """Return the neighbourhood of the seeds, which are the same in every training."""
        if align not in self._distances:
            self._distances[align] = msa.neighbourhood(trees, align, nearest)
        return self._distances[align]

    def _known_roles(self, *data: Any, **settings: Any) -> Any:
        """Return the CRF of roles, which is the same in every training."""
        if not self._roles:
            self._roles.append(role_tagger.train_roles(*data, **settings))
        return self._roles[0]

    def _chunker(self, title: str, anchors: int | None) -> ChunkModel:
        system = next(one for one in CHUNKERS if one.title == title)
        regions: list[list[int] | None] = [None] * len(self.train.sentences)
        if system.columns is not None:
            found = self.regions(system.columns, anchors, self.train, GOLD)
            regions = [own.tolist() for own in np.split(found, self.train.firsts[1:])]
        sentences = [
            PhrasedSentence(one.words, one.tags, one.phrases, one.document, own)
            for one, own in zip(self.train.sentences, regions, strict=True)
        ]
        settings = replace(system.settings, columns=system.columns is not None)
        seen = _digest([settings, *sentences])
        shown = title if system.columns is None else f"{title}, anchors: {anchors or 'all'}"
        folder = self.setup.folder
        return kept(folder, f"chunks-{seen}", shown, ChunkModel, lambda: train(sentences, settings))


def kept(
    folder: Path | None, name: str, title: str, kind: type[Model], fit: Callable[[], Model]
) -> Model:
    """Return the model of a folder, or train it, say so on the standard error, and keep it."""
    file = None if folder is None else folder / f"{name}.model"
    if file is not None and file.exists():
        return kind.from_bytes(file.read_bytes())
    begin = time.perf_counter()
    model = fit()
    print(f"trained in {time.perf_counter() - begin:.0f} s: {title}", file=sys.stderr, flush=True)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(model.to_bytes())
    return model


def _digest(items: Sequence[object]) -> str:
    seen = hashlib.md5()
    for item in items:
        seen.update(repr(item).encode())
    return seen.hexdigest()
