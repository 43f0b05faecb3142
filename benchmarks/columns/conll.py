"""CoNLL-2000: chunks of the Wall Street Journal, sections 15 to 18 to train, section 20 to test.

Tjong Kim Sang & Buchholz (2000), "Introduction to the CoNLL-2000 shared task: chunking". Scores are
those of its script ``conlleval``: P, R and F of all chunks, in percent, and the share of words with
the right tag of {O, B_X, I_X}. All systems are given the same words and tags, those of the files,
which a tagger set. Speed is sentences a second on one core from lists of words and tags to chunks:
in the first pass of a trained model, and "again", the median of further ones.
"""

import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from spacy_citalign.chunks.model import Chunker
from spacy_citalign.chunks.scoring import Chunk, score_chunks
from spacy_citalign.chunks.training import PhrasedSentence, TrainingSettings, train
from spacy_citalign.corpora.conll import ChunkedSentence, read_conll_chunks
from spacy_citalign.words.hit_counts import HitCounts

from ..common import data_folder, last_core, markdown_table, pin_to
from .accuracy import right_tags
from .chunks import by_sentence, difference_cells, percent, sentence_counts
from .data import Ints
from .systems import CRF, PERCEPTRON
from .tutorial_chunker import NAME, TutorialChunker

System = Callable[[Sequence[ChunkedSentence]], list[list[Chunk]]]
PASSES = 5
OURS = "CRF, words (ours)"
NOTE = """
Published: Sha & Pereira (2003) 94.38, of NP only; Suzuki & Isozaki (2008) 95.15, with unlabelled
news; neural with pretrained vectors: flair, fast 96.22, ACE (Wang et al. 2021) 97.30. The F of ours
to reach is 94.0, the aim 95.15."""


class Run(NamedTuple):
    """What a system found, and how fast.

    Attributes:
        name: the row's title.
        chunks: of each sentence.
        training: seconds, of the clock.
        passes: seconds of each pass over the sentences.
        busy: seconds of the clock for each of the processor, in these passes.
    """

    name: str
    chunks: list[list[Chunk]]
    training: float
    passes: list[float]
    busy: float


def conll(*, fold: bool, limit: int | None, peers: bool) -> None:
    """Train and test the systems; print two tables.

    Args:
        fold: test on the last tenth of train instead, and train on the others.
        limit: so many sentences of either at most, for a try.
        peers: whether to train CRFsuite's own chunker beside.
    """
    learned, tested = _parts(fold)
    learned, tested = learned[:limit], tested[:limit]
    makers: dict[str, Callable[[], System]] = {
        OURS: lambda: trained(learned, CRF),
        "perceptron, tags (Roark's)": lambda: trained(learned, PERCEPTRON),
    }
    if peers:
        makers[NAME] = lambda: TutorialChunker(learned)
    pin_to(last_core())
    runs = [run(name, make, tested) for name, make in makers.items()]
    part = "last tenth of train" if fold else "test"
    print(f"\nCoNLL-2000, {part}: {len(tested):,} sentences; trained on {len(learned):,}\n")
    print(table(tested, runs))
    print(f"\nF by type\n\n{by_type(tested, runs)}")
    print(NOTE)
    busy = max(one.busy for one in runs)
    print(f"\nat most {busy:.2f} wall seconds for each of the processor, 1 on an idle machine")


def trained(sentences: Sequence[ChunkedSentence], settings: TrainingSettings) -> System:
    """Train one of ours; return it as a system."""
    phrased = [
        PhrasedSentence(one.words, one.tags, one.chunks, number)
        for number, one in enumerate(sentences)
    ]
    model = train(phrased, settings)
    chunker = Chunker(model)

    def find(given: Sequence[ChunkedSentence]) -> list[list[Chunk]]:
        lengths = np.array([len(one.words) for one in given])
        words = [word for one in given for word in one.words]
        tags = [tag for one in given for tag in one.tags]
        found = chunker(words, tags, lengths)
        return by_sentence(found, np.cumsum(lengths) - lengths, model.types)

    return find


def run(name: str, make: Callable[[], System], tested: Sequence[ChunkedSentence]) -> Run:
    """Train and run a system."""
    begin = time.perf_counter()
    system = make()
    training = time.perf_counter() - begin
    print(f"trained in {training:.0f} s: {name}", file=sys.stderr, flush=True)
    passes = []
    begun = time.process_time()
    for _ in range(1 + PASSES):
        begin = time.perf_counter()
        found = system(tested)
        passes.append(time.perf_counter() - begin)
    return Run(name, found, training, passes, sum(passes) / (time.process_time() - begun))


def table(tested: Sequence[ChunkedSentence], runs: Sequence[Run]) -> str:
    """Write scores and speed; differences of F are of the first system to each."""
    header = ["system", "P", "R", "F", "NP F", "words", "ours is higher", "95 %", "p"]
    header += ["training s", "sentences/s", "again"]
    gold = [one.chunks for one in tested]
    size = sum(len(one.words) for one in tested)
    rows = []
    first = counts(gold, runs[0])
    for one in runs:
        scores = score_chunks(zip(gold, one.chunks, strict=True))
        right = sum(
            right_tags(sentence.chunks, own, len(sentence.words))
            for sentence, own in zip(tested, one.chunks, strict=True)
        )
        cells = [*percent(scores.all), f"{100 * noun_f(scores.by_type):.2f}"]
        cells.append(f"{100 * right / size:.2f}")
        if one is runs[0]:
            cells += ["-", "-", "-"]
        else:
            cells += difference_cells(first, counts(gold, one))
        speeds = [len(tested) / s for s in (one.passes[0], statistics.median(one.passes[1:]))]
        rows.append([one.name, *cells, *(f"{x:,.0f}" for x in (one.training, *speeds))])
    return markdown_table(header, rows)


def counts(gold: Sequence[Sequence[Chunk]], one: Run) -> Ints:
    """Return gold, found and right chunks of each sentence: (C, 3) int64."""
    return sentence_counts(gold, one.chunks)


def noun_f(by_type: Mapping[str, HitCounts]) -> float:
    """Return the F of noun phrases."""
    return by_type["NP"].f if "NP" in by_type else 0.0


def by_type(tested: Sequence[ChunkedSentence], runs: Sequence[Run]) -> str:
    """Write the F of each type of chunk, the most frequent first."""
    gold = [one.chunks for one in tested]
    scores = [score_chunks(zip(gold, one.chunks, strict=True)).by_type for one in runs]
    names = sorted(set().union(*scores), key=lambda name: (-sizes_of(scores, name), name))
    rows = []
    for name in names:
        cells = [f"{100 * own[name].f:.2f}" if name in own else "-" for own in scores]
        rows.append([name, f"{sizes_of(scores, name):,}", *cells])
    return markdown_table(["type", "gold", *(one.name for one in runs)], rows)


def sizes_of(scores: Sequence[Mapping[str, HitCounts]], name: str) -> int:
    """Return how many gold chunks of a type there are; a score has them if a system found any."""
    return max(own[name].gold for own in scores if name in own)


def _parts(fold: bool) -> tuple[list[ChunkedSentence], list[ChunkedSentence]]:
    """Return what to train and what to test on; the test file is not opened for a fold."""
    folder = data_folder() / "conll2000"
    learned = list(read_conll_chunks(folder / "train.txt"))
    if fold:
        cut = len(learned) * 9 // 10
        return learned[:cut], learned[cut:]
    return learned, list(read_conll_chunks(folder / "test.txt"))
