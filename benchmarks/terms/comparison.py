"""The extractor on the test parts, beside a second annotator, baselines and other packages.

Models are trained on train; dev chooses. To RD-TEC SciERC's train and dev are joined, without the
documents that RD-TEC has in dev or test: with their terms, of other guidelines, or as texts alone,
for word classes and the background. With SciERC it is common to train on dev too.

Speed is documents a second on one core, from Docs with tags and sentences to characters, in a first
pass; "again" is the median of further ones. Loading a model and its first two documents is
not counted, for any system. A baseline counts in all the documents together.
"""

import statistics
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spacy_citalign.terms.model import TermModel

from ..common import last_core, markdown_table, pin_to
from .data import (
    TITLES,
    Document,
    Spans,
    annotated,
    gold,
    pipeline,
    read_split,
    split_file,
)
from .folds import Bench, Job
from .systems import (
    BASELINES,
    METHODS,
    MORE_BASELINES,
    System,
    both,
    extracting,
    interval,
    percent,
)

FLOORS = {"rd-tec": "68.0 / 86.5, aim 73.0 / 89.5", "scierc": "68.0 / 86.0, aim 71.0 / 88.0"}
"""Exact / imperfect F that this package asks of itself."""
PAPER = "46.2 / 82.6 (its own data, cross-validation)"
PASSES = 5


class Run(NamedTuple):
    """What a system marked, and how fast.

    Attributes:
        name: the row's title.
        spans: characters by document.
        rate: documents a second in the first pass; None if it was not timed.
        again: the same of further passes, None if there were none.
        ours: whether it is a method of this package that is trained.
    """

    name: str
    spans: Spans
    rate: float | None = None
    again: float | None = None
    ours: bool = False


def compare(bench: Bench, corpora: Sequence[str], *, dev: bool, peers: bool) -> None:
    """Print a table for each corpus."""
    models = {corpus: list(our_models(bench, corpus, dev=dev)) for corpus in corpora}
    pin_to(last_core())  # after training, which may use more
    for corpus in corpora:
        split = "dev" if dev else "test"
        documents = annotated(read_split(corpus, split, limit=bench.limit))
        begun = time.perf_counter(), time.process_time()
        runs = [run for model in models[corpus] for run in our_runs(documents, *model)]
        runs += [timed(name, system, documents) for name, system in baselines().items()]
        if peers:
            runs += peer_runs(documents)
        busy = (time.perf_counter() - begun[0]) / (time.process_time() - begun[1])
        print(f"\n{TITLES[corpus]} {split}, {len(documents)} documents\n")
        print(table(documents, runs))
        print(f"\n{busy:.2f} wall seconds for each of the processor, 1 on an idle machine")
        print(f"exact / imperfect F to reach: {FLOORS[corpus]}; the paper: {PAPER}")
        print_margin(documents, runs)
        second_annotator(corpus, split, documents)


def our_models(bench: Bench, corpus: str, *, dev: bool) -> Iterator[tuple[str, TermModel]]:
    """Yield models for a corpus, and what they were trained on."""

    def job(documents: Sequence[Document], texts: Sequence[Document] = ()) -> Job:
        resources = bench.resources(texts=[one.item.text for one in texts])
        return Job([one.item for one in documents], bench.settings, resources)

    own = annotated(read_split(corpus, "train", limit=bench.limit))
    jobs = {"train": job(own)}
    if corpus == "rd-tec":
        held = {one.id for one in read_split(corpus, "dev", "test")}
        other = annotated(read_split("scierc", "train", "dev", without=held, limit=bench.limit))
        jobs |= {"train + SciERC": job([*own, *other]), "train + SciERC's texts": job(own, other)}
    elif not dev:
        more = annotated(read_split(corpus, "dev", limit=bench.limit))
        jobs["train + dev"] = job([*own, *more])
    yield from zip(jobs, bench.train(list(jobs.values())), strict=True)


def our_runs(documents: Sequence[Document], name: str, model: TermModel) -> Iterator[Run]:
    """Run a model with each way to boundaries."""
    for method, boundaries in METHODS.items():
        system = extracting(model, boundaries=boundaries)
        run = timed(f"{method}, {name}", system, documents)
        docs = [one.doc for one in documents]
        again = statistics.median(seconds(system, docs)[0] for _ in range(PASSES))
        yield run._replace(again=len(docs) / again, ours=True)


def baselines() -> dict[str, System]:
    """The baselines of the library."""
    return {**BASELINES, **MORE_BASELINES}


def timed(name: str, system: System, documents: Sequence[Document]) -> Run:
    """Run a system once over all documents; what it does at its first call is not counted."""
    docs = [one.doc for one in documents]
    system(docs[:2])
    spent, found = seconds(system, docs)
    spans = {one.id: own for one, own in zip(documents, found, strict=True)}
    return Run(name, spans, len(docs) / spent)


def seconds(system: System, docs: list) -> tuple[float, list]:
    """Time a call."""
    start = time.perf_counter()
    found = system(docs)
    return time.perf_counter() - start, found


def peer_runs(documents: Sequence[Document]) -> Iterator[Run]:
    """Run the other packages that are installed."""
    from .peers import find, installed

    docs = [one.doc for one in documents]
    for peer, rank in installed(pipeline()):
        found = find(peer, rank, docs)
        spans = {one.id: own for one, own in zip(documents, found.spans, strict=True)}
        yield Run(peer.name, spans, len(docs) / found.seconds)


def table(documents: Sequence[Document], runs: Sequence[Run]) -> str:
    """Scores and speed."""
    header = [
        "system",
        "exact R",
        "P",
        "F",
        "95 % of F",
        "imperfect R",
        "P",
        "F",
        "docs/s",
        "again",
    ]
    rows = []
    for run in runs:
        exact, lenient = both(documents, run.spans)
        low, high = interval(documents, run.spans)
        speeds = ["-" if rate is None else f"{rate:,.0f}" for rate in (run.rate, run.again)]
        shown = f"{100 * low:.1f}-{100 * high:.1f}"
        rows.append([run.name, *percent(exact), shown, *percent(lenient), *speeds])
    return markdown_table(header, rows)


def print_margin(documents: Sequence[Document], runs: Sequence[Run]) -> None:
    """Print how far the best of ours is above the best of all others, by exact F."""

    def best(of: Sequence[Run]) -> tuple[float, str]:
        return max((100 * both(documents, run.spans)[0].f, run.name) for run in of)

    ours = best([run for run in runs if run.ours])
    other = best([run for run in runs if not run.ours])
    print(f"best of ours: {ours[1]}, {ours[0]:.1f}; best other: {other[1]}, {other[0]:.1f}")
    print(f"margin: {ours[0] - other[0]:.1f} points of exact F")


def second_annotator(corpus: str, split: str, documents: Sequence[Document]) -> None:
    """Print how well annotator 2 finds the terms of annotator 1, where both annotated."""
    if not split_file(corpus, f"{split}.second").exists():
        return
    second = {one.id: list(one.terms) for one in read_split(corpus, f"{split}.second")}
    shared = [one for one in documents if one.id in second]
    if shared:
        found = {key: spans for key, spans in second.items() if key in gold(shared)}
        print(f"\nAnnotator 2 against annotator 1, {len(shared)} documents that both have\n")
        print(table(shared, [Run("annotator 2", found)]))
