"""The analyses of Hsu et al. (2008): information gain, tag bigrams, symmetry, significance.

    python -m benchmarks.genes analysis information
    python -m benchmarks.genes analysis bigrams MODEL
    python -m benchmarks.genes analysis symmetry MODEL
    python -m benchmarks.genes analysis significance [NAME=]MODEL ... [--reference RUN]

``information`` is section 3.3 on BioCreative II train. The others mark BioCreative II test with a
trained model (``.../gene_mention_tagger/model``): ``bigrams`` is Table 5, ``symmetry`` Table 4, and
``significance`` gives each strategy that the model has the CRFs for an interval, and tests it
against one run by the paired bootstrap of section 3.4. They report; nothing is chosen by them.

``evaluate`` and ``significance_table`` take predictions of any origin: half-open character spans by
sentence id.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from spacy_citalign.corpora.bc2gm import Sentence
from spacy_citalign.genes.scoring import Score

from ..bootstrap import Interval
from ..common import Spans, markdown_table, official_spans, read_genes, score_genes
from .bigrams import (
    BIGRAMS,
    Attached,
    BigramTable,
    Edges,
    bigram_counts,
    bootstrap_gains,
    confusion,
    information_gains,
)
from .differences import differing
from .paper import PAPER_DIFFERENCE, Predictions, mark, part_of_speech_tags
from .significance import (
    Intervals,
    compare,
    score_intervals,
    sentence_counts,
)

if TYPE_CHECKING:
    from spacy_citalign.genes.model import GeneModel

PAPER_GAINS = ("0.1650", "0.1667", "0.00012", "1.0000")  # D^F, D^B, sd of D^B - D^F, D^B > D^F
PAPER_BIGRAM_F = {  # Table 5, F in percent
    "forward": "20.69 78.36 79.42 18.18 73.86 78.57 83.33 0 97.81",
    "backward": "45.71 79.03 80.61 22.22 74.71 79.31 83.80 0 97.82",
}
PAPER_SYMMETRY = {  # Tables 4 and 6: F of forward, of backward; Table 4 gives TP and FP
    "forward / backward": ("86.14", "86.61", str(PAPER_DIFFERENCE["tp"]), "477"),
    "forward2 / backward2": ("84.73", "86.09", "", ""),
    "forward3 / backward3": ("82.55", "84.41", "", ""),
}
EDGES = {"own": "tag of their own", "outside": "O", "none": "not counted"}


class Evaluation(NamedTuple):
    """One run: both scores, its official counts by sentence, and intervals of their ratios."""

    official: Score
    strict: Score
    counts: NDArray[np.int64]
    intervals: Intervals


def evaluate(sentences: Sequence[Sentence], predictions: Spans) -> Evaluation:
    """Score half-open character spans by sentence id; the intervals hold 95 of 100 draws."""
    official, strict = score_genes(sentences, predictions)
    counts = sentence_counts(
        official_spans(sentences, {one.id: one.mentions for one in sentences}),
        official_spans(sentences, {one.id: one.alternatives for one in sentences}),
        official_spans(sentences, predictions),
        [one.id for one in sentences],
    )
    return Evaluation(official, strict, counts, score_intervals(counts))


def significance_table(
    sentences: Sequence[Sentence], runs: Mapping[str, Spans], reference: str
) -> str:
    """Scores of the runs with intervals, and the test whether each is better than ``reference``."""
    results = {name: evaluate(sentences, spans) for name, spans in runs.items()}
    first = results[reference].counts
    header = ["run", "P", "R", "F", "interval of F", "strict F"]
    header += [f"F less {reference}", "interval", "p"]
    rows = []
    for name, run in results.items():
        test = compare(first, run.counts)
        ratios = (run.official.precision, run.official.recall, run.official.f)
        cells = [*map(percent, ratios), between(run.intervals.f), percent(run.strict.f)]
        against = [f"{100 * test.difference:+.2f}", between(test.interval), f"{test.p:.4f}"]
        rows.append([name, *cells, *(["", "", ""] if name == reference else against)])
    return markdown_table(header, rows)


def percent(share: float) -> str:
    """A share in percent; a dash where it is undefined."""
    return "-" if np.isnan(share) else f"{100 * share:.2f}"


def between(interval: Interval) -> str:
    """An interval in percent."""
    return f"{100 * interval.low:.2f} to {100 * interval.high:.2f}"


def token_tags(sentences: Sequence[Sentence], spans: Spans) -> list[NDArray[np.int64]]:
    """The BIO tags of the fine tokens, as in training."""
    from spacy_citalign.genes.corpus import gold_tags
    from spacy_citalign.words.tokens import split_fine

    tokens = split_fine([one.text for one in sentences])
    ends = np.cumsum(tokens.lengths)
    tags = []
    for one, end, size in zip(sentences, ends.tolist(), tokens.lengths.tolist(), strict=True):
        here = slice(end - size, end)
        tags.append(gold_tags(tokens.words[here], tokens.starts[here], list(spans.get(one.id, ()))))
    return tags


def strategies(model: "GeneModel") -> list[str]:
    """The strategies whose CRFs the model has."""
    from spacy_citalign.genes.strategies import STRATEGIES

    trained = set(model.models)
    return [name for name, one in STRATEGIES.items() if trained.issuperset(one.models)]


def run(
    sentences: list[Sentence], model: "GeneModel", names: Sequence[str]
) -> dict[str, Predictions]:
    """Mark with some strategies, the model's dictionary included."""
    from spacy_citalign.genes.features import uses

    parts = part_of_speech_tags(sentences) if uses(model.features, "pos") else None
    return {name: mark(sentences, model, parts, strategy=name) for name in names}


def information() -> str:
    """Section 3.3: D^F and D^B on BioCreative II train, and in 10,000 draws of 5,000 sentences."""
    sentences = read_genes("train")
    counts = bigram_counts(token_tags(sentences, {one.id: one.mentions for one in sentences}))
    header = ["heads and tails", "D^F", "D^B", "mean D^F", "mean D^B", "sd of D^B - D^F"]
    rows = []
    for edges in get_args(Edges):
        gains = information_gains(counts.sum(axis=0), edges=edges)
        drawn = bootstrap_gains(counts, edges=edges)
        nats = (float(gains.forward), float(gains.backward), drawn.forward, drawn.backward)
        cells = [f"{value:.4f}" for value in nats]
        cells += [f"{drawn.difference_sd:.5f}", f"{drawn.backward_share:.4f}"]
        rows.append([EDGES[edges], *cells])
    rows.append(["paper: not said", *PAPER_GAINS[:2], *PAPER_GAINS])
    return markdown_table([*header, "share D^B > D^F"], rows)


def bigrams(model: "GeneModel") -> str:
    """Table 5: confusion matrices of the forward and the backward model, F beside the paper's."""
    sentences = read_genes("test")
    gold = token_tags(sentences, {one.id: one.mentions for one in sentences})
    sections = []
    for name, spans in run(sentences, model, list(PAPER_BIGRAM_F)).items():
        attached: Attached = "head" if name == "forward" else "tail"
        table = confusion(gold, token_tags(sentences, spans), attached=attached)
        sections.append(bigram_section(name, table))
    return "\n\n".join(sections)


def bigram_section(name: str, table: BigramTable) -> str:
    """One of the two matrices of Table 5."""
    rows = [
        [bigram, *map(str, counts), percent(recall)]
        for bigram, counts, recall in zip(BIGRAMS, table.counts.tolist(), table.recall, strict=True)
    ]
    rows.append(["p", *map(percent, table.precision), ""])
    rows.append(["F", *map(percent, table.f), ""])
    rows.append(["F of the paper", *PAPER_BIGRAM_F[name].split(), ""])
    return f"{name}: gold in rows, predicted in columns\n\n" + markdown_table(
        ["bigram", *BIGRAMS, "r"], rows
    )


def symmetry(model: "GeneModel") -> str:
    """Table 4: how much forward and backward models of each order differ."""
    sentences = read_genes("test")
    gold = official_spans(sentences, {one.id: one.mentions for one in sentences})
    others = official_spans(sentences, {one.id: one.alternatives for one in sentences})
    header = ["models", "F forward", "F backward", "other TP", "other FP", "F gained"]
    header += ["paper: F", "F", "TP", "FP"]
    rows = []
    for pair, paper in PAPER_SYMMETRY.items():
        names = pair.split(" / ")
        if not set(names) <= set(model.models):
            continue
        found = list(run(sentences, model, names).values())
        different = differing(gold, others, *(official_spans(sentences, one) for one in found))
        forward, backward = (score_genes(sentences, one)[0].f for one in found)
        counts = [str(different.tp), str(different.fp), f"{100 * (backward - forward):+.2f}"]
        rows.append([pair, percent(forward), percent(backward), *counts, *paper])
    return markdown_table(header, rows)


def significance(files: Mapping[str, "GeneModel"], reference: str) -> str:
    """Section 3.4: intervals of every strategy of every model, and the paired tests."""
    labels = {
        (file, name): f"{file} {name}".strip() for file in files for name in strategies(files[file])
    }
    if reference not in labels.values():
        raise SystemExit(
            f"no run is called {reference!r}; choose from {', '.join(labels.values())}"
        )
    sentences = read_genes("test")
    runs: dict[str, Predictions] = {}
    for file, model in files.items():
        found = run(sentences, model, strategies(model))
        runs |= {labels[file, name]: spans for name, spans in found.items()}
    return significance_table(sentences, runs, reference)


def read_models(arguments: Sequence[str]) -> dict[str, "GeneModel"]:
    """Read model files given as PATH or NAME=PATH."""
    from spacy_citalign.genes.model import GeneModel

    models = {}
    for argument in arguments:
        name, _, path = argument.rpartition("=")
        if name in models:
            raise SystemExit(f"two models are called {name!r}; write NAME=PATH")
        models[name] = GeneModel.from_bytes(Path(path).read_bytes())
    return models


def main() -> None:
    """Print one analysis."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    steps = parser.add_subparsers(dest="step", required=True)
    steps.add_parser("information")
    for step in ("bigrams", "symmetry"):
        steps.add_parser(step).add_argument("model")
    tests = steps.add_parser("significance")
    tests.add_argument("model", nargs="+", help="PATH or NAME=PATH")
    tests.add_argument("--reference", default="forward", help="a strategy, or 'NAME STRATEGY'")
    args = parser.parse_args()
    if args.step == "information":
        print(information())
    elif args.step == "significance":
        print(significance(read_models(args.model), args.reference))
    else:
        (model,) = read_models([args.model]).values()
        print(bigrams(model) if args.step == "bigrams" else symmetry(model))
