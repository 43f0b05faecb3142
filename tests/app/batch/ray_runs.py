"""Runs on Ray, and the same run without it, over invented lines."""

import signal
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import spacy

from spacy_citalign.app.batch.job import find_sources, shard_splits
from spacy_citalign.app.batch.outputs.batches import PARQUET, OutputFormat
from spacy_citalign.app.batch.outputs.output_folder import open_folder
from spacy_citalign.app.batch.outputs.parts import part_name, rows_of
from spacy_citalign.app.batch.ray.run import annotate_on_ray
from spacy_citalign.app.batch.worker import AnnotationWork, Annotator, Task
from spacy_citalign.components.results import ALL_RESULTS
from spacy_citalign.inputs.records import Reading
from tests.app.batch.ray_pieces import FACTORY, install

A_LINE = 1  # bytes of a split: each line is one
PATIENCE = 120  # seconds; a cluster that hangs does so for ever


@dataclass
class Corpus:
    """Files of lines, and a run over them."""

    folder: Path
    files: list[Path] = field(default_factory=list)
    pipeline: str = ""

    def __post_init__(self) -> None:
        self.folder.mkdir(exist_ok=True)
        nlp = spacy.blank("en")
        nlp.add_pipe(FACTORY, config={"log": str(self.log)})
        nlp.to_disk(self.folder / "pipeline")
        self.pipeline = self.pipeline or str(self.folder / "pipeline")

    @property
    def log(self) -> Path:
        return self.folder / "log"

    @property
    def logged(self) -> list[str]:
        """Process and text of each Doc that was begun."""
        return self.log.read_text().splitlines() if self.log.exists() else []

    def add(self, *texts: str) -> "Corpus":
        """Another file."""
        path = self.folder / f"texts{len(self.files)}.txt"
        path.write_text("".join(f"{text}\n" for text in texts))
        self.files.append(path)
        return self

    @property
    def sources(self) -> list[Any]:
        return find_sources(self.files, Reading(lines=True))

    def tasks(self, done: Collection[str] = ()) -> Iterator[Task]:
        """The lines, but for those whose parts are done."""
        for number, place, split in shard_splits(self.sources, A_LINE):
            name = part_name(number, place)
            if name not in done:
                yield Task(name, split)

    def work(self, output: Path, run: str) -> AnnotationWork:
        path = output.resolve()
        form = OutputFormat(PARQUET)
        return AnnotationWork(
            self.pipeline, form, path, attempts=path / "_tries", run=run, results=ALL_RESULTS
        )

    def on_ray(
        self,
        name: str = "ray.parquet",
        *,
        stop: int | None = None,
        tell: Callable[[int], object] = abs,
        **options: Any,
    ) -> list[dict[str, Any]]:
        """The rows of a run on Ray; it is left after ``stop`` parts, ``tell`` hears of each."""
        output = self.folder / name
        with patience(), open_folder(output, {"test": name}, engine="ray") as folder:
            parts = annotate_on_ray(
                self.sources,
                self.tasks(folder.done),
                self.work(output, folder.run),
                **options,
            )
            names = set(folder.done)
            for number, (part, _) in enumerate(parts, start=1):
                assert part not in names
                names.add(part)
                tell(number)
                if number == stop:
                    parts.close()
                    return list(rows_of(output))
            folder.finish(names)
        return list(rows_of(output))

    def locally(self, name: str = "local.parquet") -> list[dict[str, Any]]:
        """The rows of the same run in this process."""
        output = self.folder / name
        with open_folder(output, {"test": name}) as folder:
            annotator = Annotator(self.work(output, folder.run))
            names = {task.name for task in self.tasks()}
            for task in self.tasks(folder.done):
                annotator.do(task)
            folder.finish(names)
        return list(rows_of(output))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Clusters that start find the component of the tests; skips where there is no Ray."""
    pytest.importorskip("ray", exc_type=ImportError)  # takes seconds, so not when collected
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", install(tmp_path_factory.mktemp("installed")))
        yield


@contextmanager
def patience() -> Iterator[None]:
    """Raises TimeoutError where the block hangs."""

    def give_up(*_: object) -> None:
        raise TimeoutError(f"nothing came to an end for {PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
