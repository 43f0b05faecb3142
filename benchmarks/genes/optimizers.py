"""Optimisers of the masked CRF side by side: GIS, CTJPGIS and L-BFGS, and CRFsuite's L-BFGS.

    python -m benchmarks.genes optimizers [--sentences 3000] [--model hmm] [--c2 0.05] [--crfsuite]

Reads the first sentences of BioCreative II train, holds a third out, and prints the penalised
log-likelihood of the others after so many passes over them, with token accuracy and strict F of the
sentences held out (best path of the one model, no bracket repair). The features are those of Hsu et
al. (2008) without part of speech. The test split is not read.

CRFsuite's own objective is of another model (it normalises over O I too); what is printed is the
masked one at its weights, which it does not maximise. About three minutes on one core.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from spacy_citalign.chain.batches import cells, length_batches
from spacy_citalign.chain.crfsuite import train_crf
from spacy_citalign.chain.inference import viterbi
from spacy_citalign.chain.labels import Windows, spans_from_tags
from spacy_citalign.chain.lattice import NEVER, make_lattice
from spacy_citalign.chain.likelihood import Likelihood, Objective, Point, Structure
from spacy_citalign.chain.masked_crf import OPTIMIZERS, maximize
from spacy_citalign.chain.weights import index_corpus
from spacy_citalign.corpora.bc2gm import Sentence
from spacy_citalign.genes.corpus import AnnotatedSentence, read_corpus
from spacy_citalign.genes.features import feature_groups

from ..common import markdown_table, read_genes
from .splits import held_out

FEATURES = "hsu2008"
CUTOFF = 2
MODELS = {"hmm": Windows(0, 0), "forward": Windows(1, 0), "backward": Windows(0, 1)}
MARKS = (10, 25, 50, 100)  # passes


class Part(NamedTuple):
    """Sentences as ``train_masked_crf`` takes them, with tags instead of labels."""

    indptr: NDArray[np.int64]
    attributes: NDArray[np.int32]
    tags: NDArray[np.int64]
    lengths: NDArray[np.int64]

    def labels(self, windows: Windows) -> NDArray[np.int64]:
        """The window of each token."""
        return np.concatenate(
            [windows.encode(tags) for tags in np.split(self.tags, np.cumsum(self.lengths)[:-1])]
        )

    def taken(self, chosen: NDArray[np.bool_]) -> "Part":
        """Some of the sentences; attributes keep their numbers."""
        counts = np.diff(self.indptr)
        tokens = np.repeat(chosen, self.lengths)
        return Part(
            np.concatenate([[0], np.cumsum(counts[tokens])]),
            self.attributes[np.repeat(tokens, counts)],
            self.tags[tokens],
            self.lengths[chosen],
        )


def read(sentences: Sequence[Sentence]) -> tuple[Part, Part]:
    """The sentences to train on and those held out, with their features numbered together."""
    sentences = [sentence for sentence in sentences if sentence.text.strip()]
    texts = [AnnotatedSentence(sentence.text, sentence.mentions) for sentence in sentences]
    corpus = read_corpus(texts, FEATURES)
    groups = feature_groups(FEATURES)
    indexed = index_corpus(
        corpus.features, corpus.padded, groups, corpus.word_ids, corpus.words, cutoff=CUTOFF
    )
    tags = np.concatenate(corpus.tags)
    whole = Part(indexed.indptr, indexed.attributes, tags, corpus.tokens.lengths)
    held = np.array([held_out(sentence) for sentence in sentences])
    return whole.taken(~held), whole.taken(held)


class Model(NamedTuple):
    """Weights by attribute and label, and the transitions, masked."""

    table: NDArray[np.float64]
    transitions: NDArray[np.float64]

    def tag(self, part: Part, windows: Windows) -> NDArray[np.int64]:
        """The tags of the best paths, (N,) int64."""
        shape = (len(part.tags), len(self.table))
        rows = csr_array((np.ones(len(part.attributes)), part.attributes, part.indptr), shape=shape)
        emissions = rows @ self.table
        starts, stops = (np.where(ok, 0.0, NEVER) for ok in (windows.starts, windows.stops))
        firsts = np.cumsum(part.lengths) - part.lengths
        tags = np.empty_like(part.tags)
        for batch in length_batches(part.lengths):
            at = cells(firsts[batch], part.lengths[batch])
            lattice = make_lattice(
                emissions[at],
                self.transitions,
                lengths=part.lengths[batch],
                starts=starts,
                stops=stops,
            )
            inside = np.arange(at.shape[1]) < part.lengths[batch][:, None]
            tags[at[inside]] = windows.centre[viterbi(lattice).labels][inside]
        return tags


def scores(found: NDArray[np.int64], part: Part) -> tuple[float, float]:
    """Token accuracy and strict F of mentions, from 0 to 1."""
    ends = np.cumsum(part.lengths)[:-1]
    given, gold = (
        {
            (number, start, end)
            for number, tags in enumerate(np.split(all_tags, ends))
            for start, end in mention_spans(tags)
        }
        for all_tags in (found, part.tags)
    )
    f = 2 * len(given & gold) / max(1, len(given) + len(gold))
    return float(np.mean(found == part.tags)), f


def mention_spans(tags: NDArray[np.int64]) -> Iterator[tuple[int, int]]:
    """Yield the first token of each mention of a sentence, and the one after its last."""
    spans = spans_from_tags(tags[None], np.array([len(tags)]))
    yield from zip(spans.starts.tolist(), spans.ends.tolist(), strict=True)


class Counted(Likelihood):
    """A likelihood that counts passes over the corpus."""

    passes = 0

    def expectations(self, weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        """As it is, counted."""
        self.passes += 1
        return super().expectations(weights)


class Run(NamedTuple):
    """A line of the table."""

    name: str
    passes: int
    seconds: float
    value: float
    model: Model


def climb(likelihood: Counted, optimizer: str, c2: float, attributes: int) -> Iterator[Run]:
    """One optimiser as it stands after each of ``MARKS``."""
    best: dict[int, tuple[int, float, Point]] = {}
    begin = time.perf_counter()
    likelihood.passes = 0

    def watch(point: Point) -> None:
        seconds = time.perf_counter() - begin
        for mark in MARKS:
            if likelihood.passes <= mark:
                best[mark] = likelihood.passes, seconds, point

    settings = {"c2": c2, "max_iterations": max(MARKS), "tolerance": 0}
    if optimizer == "ctjpgis":  # two passes an iteration
        settings["max_iterations"] = max(MARKS) // 2
    maximize(likelihood, optimizer=optimizer, settings=settings, watch=watch)
    for _, (passes, seconds, point) in sorted(best.items()):
        pairs = len(likelihood.attributes)
        table = np.zeros((attributes, len(likelihood.structure.starts)))
        table[likelihood.attributes, likelihood.labels] = point.weights[:pairs]
        model = Model(table, likelihood.structure.transitions(point.weights[pairs:]))
        yield Run(optimizer, passes, seconds, point.value, model)


def crfsuite(
    part: Part, likelihood: Likelihood, windows: Windows, c2: float, attributes: int
) -> Iterator[Run]:
    """CRFsuite's L-BFGS, trained anew for each of ``MARKS`` iterations."""
    moves = likelihood.structure.weight_numbers
    for mark in MARKS:
        begin = time.perf_counter()
        fitted = train_crf(
            part.indptr,
            part.attributes,
            part.labels(windows),
            part.lengths,
            label_count=len(windows),
            algorithm="lbfgs",
            settings={"c2": c2, "max_iterations": mark, "all_possible_transitions": True},
        )
        seconds = time.perf_counter() - begin
        table = np.zeros((attributes, len(windows)))
        table[fitted.attributes, fitted.labels] = fitted.values
        model = Model(table, np.where(moves >= 0, fitted.transitions, NEVER))
        value = float("nan")
        if windows.size == 1:  # the masked model has a weight for each of its transitions
            own = fitted.transitions.ravel()[np.flatnonzero(moves.ravel() >= 0)]
            pairs = table[likelihood.attributes, likelihood.labels]
            value = Objective(likelihood, c2).at(np.concatenate([pairs, own])).value
        yield Run("CRFsuite lbfgs", mark, seconds, value, model)


def main() -> None:
    """Train and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int, default=3000, help="of the train split")
    parser.add_argument("--model", choices=MODELS, default="hmm")
    parser.add_argument("--c2", type=float, default=0.05, help="penalty, as CRFsuite counts it")
    parser.add_argument("--crfsuite", action="store_true", help="train with CRFsuite too")
    args = parser.parse_args()
    windows = MODELS[args.model]
    part, rest = read(read_genes("train")[: args.sentences])
    attributes = 1 + max(int(part.attributes.max()), int(rest.attributes.max()))
    structure = Structure.of(windows)
    arrays = part.indptr, part.attributes, part.labels(windows), part.lengths
    likelihood = Counted(*arrays, structure)
    runs = [run for name in OPTIMIZERS for run in climb(likelihood, name, args.c2, attributes)]
    if args.crfsuite:
        runs += crfsuite(part, likelihood, windows, args.c2, attributes)
    rows = []
    for run in runs:
        accuracy, f = scores(run.model.tag(rest, windows), rest)
        value = "" if np.isnan(run.value) else f"{run.value:.1f}"
        ratios = f"{100 * accuracy:.2f}", f"{100 * f:.2f}"
        rows.append([run.name, str(run.passes), f"{run.seconds:.1f}", value, *ratios])
    print(
        f"{args.model}, c2 {args.c2}: {len(part.lengths)} sentences to train, {len(part.tags)} "
        f"tokens, {len(likelihood)} weights, at most {likelihood.most_active} features active; "
        f"{len(rest.lengths)} sentences held out\n"
    )
    header = ["optimizer", "passes", "seconds", "penalised log-likelihood", "accuracy", "strict F"]
    print(markdown_table(header, rows))
