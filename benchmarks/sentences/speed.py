"""Time and memory of sentence alignment: two gospels, and texts of growing length.

Each row is a process of its own on one core. "First" is the first alignment, for which stems are
new; "again" is the median of those after it. Memory is the largest of the process, "before" of it
what Python, the libraries, model and texts had taken. Words are given but for the row that makes
the Doc.

Long texts are all four gospels, King James Version against World English Bible, again and again;
in each repetition a third of the words of both give way to others, so that few sentences stand
twice. "Dense" keeps the whole matrix of probabilities; the other rows go through it in blocks.
"""

import multiprocessing
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from spacy_citalign.components.readers.sentence_corpora import pair_doc
from spacy_citalign.sentences.calibration import Matrix
from spacy_citalign.sentences.methods import by_alignment
from spacy_citalign.sentences.model import SentenceAligner, SentenceModel
from spacy_citalign.sentences.similarity import cosines, tfidf_vectors
from spacy_citalign.sentences.terms import Normalizer
from spacy_citalign.sentences.training import TrainingSettings

from ..common import last_core, markdown_table, peak_memory, pin_to
from .data import ENGLISH, Words, blank, gospels, verses
from .training import shipped_recipe, trained

SIZES = (250, 500, 1_000, 2_000, 5_000, 10_000, 20_000)
AGAIN = 5
MOST_DENSE = 10_000
NOISE = 1 / 3
CONTEXT, ALIGNMENT, TFIDF = METHODS = ("context", "alignment", "tfidf")
DENSE = "alignment, dense"
TITLES: Mapping[str, str] = {
    CONTEXT: "ours",
    TFIDF: "paper: TF*IDF",
    ALIGNMENT: "paper: TF*IDF + align",
    DENSE: "paper: TF*IDF + align, dense",
}
VERSIONS = ("kjv", "web")
GOSPELS = (("kjv", "Matthew"), ("kjv", "Luke"))


class Measured(NamedTuple):
    """Seconds of each run, processor seconds of all, bytes before and at most, links found."""

    seconds: list[float]
    processor: float
    before: int
    peak: int
    links: int


def speed(folder: Path | None, sizes: Sequence[int] | None) -> None:
    """Print a table of the gospels and one by length.

    Args:
        folder: where models are kept.
        sizes: lengths of both texts.
    """
    recipe = "ours, shipped recipe"
    model = trained(recipe, shipped_recipe(), TrainingSettings(), folder).to_bytes()
    every = []
    rows = []
    for title, task in gospel_tasks(model).items():
        own = apart(task)
        every.append(own)
        again = statistics.median(own.seconds[1:])
        rows.append([title, f"{own.seconds[0]:.2f}", f"{again:.2f}", *memory(own)])
    one = gospels(*GOSPELS)
    print(f"\nMatthew ({len(one.first):,} verses) against Luke ({len(one.second):,})\n")
    head = ["first, s", "again, s", "before, MB", "peak, MB"]
    print(markdown_table(["", *head], rows), flush=True)
    rows = []
    for size in sizes or SIZES:
        for method, title in TITLES.items():
            if method == DENSE and size > MOST_DENSE:
                continue
            own = apart(partial(measure_long, model, method, size))
            every.append(own)
            shown = f"{size:,} x {size:,}: {title}"
            rows.append([shown, f"{own.seconds[0]:.2f}", *memory(own), f"{own.links:,}"])
    print("\nBy length\n")
    print(markdown_table(["", "first, s", "before, MB", "peak, MB", "links"], rows))
    busy = sum(sum(own.seconds) for own in every) / sum(own.processor for own in every)
    print(f"\n{busy:.2f} wall seconds for each of the processor, 1 on an idle machine")


def memory(own: Measured) -> list[str]:
    """Write memory before and at most."""
    return [f"{own.before / 1e6:.0f}", f"{own.peak / 1e6:.0f}"]


def apart(task: Callable[[], Measured]) -> Measured:
    """Run a task in a fresh process."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(task)


def gospel_tasks(model: bytes) -> dict[str, Callable[[], Measured]]:
    """Return what is measured on two gospels."""
    tasks: dict[str, Callable[[], Measured]] = {
        f"{title}, library": partial(measure_gospels, model, method)
        for method, title in TITLES.items()
    }
    tasks[f"{TITLES[CONTEXT]}, component, on a Doc"] = partial(measure_component, model)
    tasks["making the Doc: tokens, texts, sentences"] = measure_doc
    return tasks


def measure_gospels(model: bytes, method: str) -> Measured:
    """Align two gospels by the library."""
    one = gospels(*GOSPELS)
    align = aligned_by(model, method)
    return measured(lambda: len(align(one.first, one.second)), AGAIN)


def measure_component(model: bytes) -> Measured:
    """Align two gospels by the component, on copies of a Doc."""
    nlp = blank(ENGLISH)
    pipe = nlp.add_pipe("sentence_aligner")
    pipe.from_bytes(model)  # type: ignore[attr-defined]
    doc = pair_doc(nlp, gospels(*GOSPELS).texts)
    docs = iter([doc.copy() for _ in range(1 + AGAIN)])
    return measured(lambda: len(pipe(next(docs))._.sentence_alignment), AGAIN)


def measure_doc() -> Measured:
    """Make the Doc of two gospels."""
    texts = gospels(*GOSPELS).texts
    nlp = blank(ENGLISH)
    return measured(lambda: len(pair_doc(nlp, texts)), AGAIN)


def measure_long(model: bytes, method: str, size: int) -> Measured:
    """Align long texts once."""
    first, second = long_texts(size)
    align = aligned_by(model, method)
    return measured(lambda: len(align(first, second)), 0)


def aligned_by(model: bytes, method: str) -> Callable[[Words, Words], list[int]]:
    """Return what aligns two texts by a method and gives the first sentences of the links."""
    known = SentenceModel.from_bytes(model)
    aligner = SentenceAligner(known)

    def dense(first: Words, second: Words) -> list[int]:
        normalizer = Normalizer(known.language, spelling=known.spelling)
        terms = (normalizer.terms(text) for text in (first, second))
        probabilities = known.calibration.sigmoid(cosines(tfidf_vectors(*terms)))
        return by_alignment(Matrix(probabilities)).first.tolist()

    def blocked(first: Words, second: Words) -> list[int]:
        return aligner(first, second, method=method).first.tolist()  # type: ignore[arg-type]

    return dense if method == DENSE else blocked


def long_texts(size: int) -> list[Words]:
    """Return two texts of so many sentences: the gospels, and then again with other words."""
    versions = [
        [words for book in verses(name) for words in book_words(name, book)] for name in VERSIONS
    ]
    vocabulary = sorted({word for text in versions for words in text for word in words})
    texts: list[Words] = [[] for _ in versions]
    random = np.random.default_rng(0)
    while min(map(len, texts)) < size:
        others = random.permutation(vocabulary).tolist()
        change = (random.random(len(vocabulary)) < NOISE) & (len(texts[0]) > 0)
        substitutes = dict(zip(vocabulary, vocabulary, strict=True))
        substitutes |= {vocabulary[n]: others[n] for n in np.flatnonzero(change).tolist()}
        for text, version in zip(texts, versions, strict=True):
            text += [[substitutes[word] for word in words] for words in version]
    return [text[:size] for text in texts]


def book_words(version: str, book: str) -> Words:
    """Return the verses of a gospel as words."""
    return gospels((version, book), (version, book)).first


def measured(run: Callable[[], int], again: int) -> Measured:
    """Run once and again."""
    pin_to(last_core())
    before, begin = peak_memory(), time.process_time()
    seconds, found = [], 0
    for _ in range(1 + again):
        start = time.perf_counter()
        found = run()
        seconds.append(time.perf_counter() - start)
    return Measured(seconds, time.process_time() - begin, before, peak_memory(), found)
