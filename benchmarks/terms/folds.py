"""Training for the benchmark of terms: each model once, inside testing and cross-validation.

Cross-validation is by document: parts are of one size but for one document, by the order of the md5
of ids. Models are trained several at a time with ``jobs``; with a folder they are kept there under
a name that says settings and documents, but not the code: delete them after a change.
"""

import hashlib
import multiprocessing
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from spacy_citalign.corpora.io import text_lines
from spacy_citalign.terms.corpus import AnnotatedDocument
from spacy_citalign.terms.lexicons import Lexicons
from spacy_citalign.terms.model import TermModel
from spacy_citalign.terms.texts import TermText
from spacy_citalign.terms.training import Resources, TrainingSettings, train

from .data import Document, Spans, annotated, pipeline, read_split, reading
from .systems import extracting, marks


class Job(NamedTuple):
    """A training."""

    texts: Sequence[AnnotatedDocument]
    settings: TrainingSettings
    resources: Resources


class Fold(NamedTuple):
    """A model, the documents that it was trained on, and those that test it."""

    model: TermModel
    trained_on: list[Document]
    held: list[Document]


def trained(job: Job) -> TermModel:
    """Train a model."""
    return train(*job)


class Bench:
    """Reads corpora and trains models, each once.

    Args:
        folds: of cross-validation.
        jobs: how many models are trained at a time.
        folder: where models are kept, if anywhere.
        limit: of documents of a corpus, for a try.
        texts: files of unlabelled texts, one a line, that training may see.
    """

    def __init__(
        self, folds: int, jobs: int, folder: Path | None, limit: int | None, texts: Sequence[Path]
    ):
        self.folds, self.jobs, self.folder, self.limit = folds, jobs, folder, limit
        self.settings = TrainingSettings()
        self.unlabelled = [reading(doc) for doc in pipeline().pipe(text_lines(texts))]
        self.documents = cache(self._documents)
        self.inside = cache(self._inside)
        self.outside = cache(self._outside)

    def _documents(self, corpus: str) -> list[Document]:
        """Return train and dev of a corpus; its test part is in no cross-validation."""
        return annotated(read_split(corpus, "train", "dev", limit=self.limit))

    def _inside(self, corpus: str) -> list[Fold]:
        """Return the model of default settings that is trained and tested on all."""
        return self.fitted(self.parts(corpus, inside=True), self.settings)

    def _outside(self, corpus: str) -> list[Fold]:
        """Return the models of default settings of the cross-validation."""
        return self.fitted(self.parts(corpus, inside=False), self.settings)

    def parts(self, corpus: str, *, inside: bool) -> list[tuple[list[Document], list[Document]]]:
        """Return the documents to train and to test on, by fold."""
        every = self.documents(corpus)
        if inside:
            return [(every, every)]
        order = sorted(every, key=lambda one: hashlib.md5(one.id.encode()).digest())
        number = {one.id: place % self.folds for place, one in enumerate(order)}
        return [
            (
                [one for one in every if number[one.id] != fold],
                [one for one in every if number[one.id] == fold],
            )
            for fold in range(self.folds)
        ]

    def fitted(
        self,
        parts: Sequence[tuple[list[Document], list[Document]]],
        settings: TrainingSettings,
        lexicons: Lexicons | None = None,
    ) -> list[Fold]:
        """Train on the first documents of each pair."""
        resources = self.resources(lexicons)
        jobs = [Job([one.item for one in learn], settings, resources) for learn, _ in parts]
        models = self.train(jobs)
        return [Fold(model, *part) for model, part in zip(models, parts, strict=True)]

    def resources(
        self, lexicons: Lexicons | None = None, texts: Sequence[TermText] = ()
    ) -> Resources:
        """Return what training may use beside the documents: lists and texts."""
        return Resources(lexicons or Lexicons.of(), [*self.unlabelled, *texts])

    def train(self, jobs: Sequence[Job]) -> list[TermModel]:
        """Train models, or take them from the folder."""
        files = [None if self.folder is None else self.folder / name_of(job) for job in jobs]
        wanted = [
            job for job, file in zip(jobs, files, strict=True) if file is None or not file.exists()
        ]
        fresh = iter(self._train(wanted))
        models = []
        for file in files:
            if file is not None and file.exists():
                models.append(TermModel.from_bytes(file.read_bytes()))
                continue
            models.append(next(fresh))
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(models[-1].to_bytes())
        return models

    def _train(self, jobs: Sequence[Job]) -> list[TermModel]:
        if self.jobs < 2 or len(jobs) < 2:
            return list(map(trained, jobs))
        with multiprocessing.get_context("spawn").Pool(min(self.jobs, len(jobs))) as pool:
            return pool.map(trained, jobs, chunksize=1)


def name_of(job: Job) -> str:
    """Return the name of a model's file: it depends on settings, lists and documents."""
    seen = hashlib.md5(repr(job.settings).encode())
    for keys in job.resources.lexicons:
        seen.update(keys.tobytes())
    for item in job.texts:
        seen.update(repr((list(item.text.words), list(item.terms))).encode())
    for text in job.resources.unlabelled:
        seen.update(repr(list(text.words)).encode())
    return f"{seen.hexdigest()}.model"


def fold_marks(folds: Sequence[Fold], **extraction: object) -> Spans:
    """Return what the models of folds mark in the documents that test them."""
    found: Spans = {}
    for fold in folds:
        found |= marks(extracting(fold.model, **extraction), fold.held)
    return found


def quick(settings: TrainingSettings, **changes: object) -> TrainingSettings:
    """Return settings that train the CRF alone."""
    return replace(settings, rescore=0, **changes)  # type: ignore[arg-type]
