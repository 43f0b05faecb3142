"""The paper's gene mention experiments: its features, models and strategies beside its tables.

    python -m benchmarks.genes paper train DIR [--models forward2 hmm] [--algorithm masked_lbfgs]
    python -m benchmarks.genes paper test DIR [DIR ...]
    python -m benchmarks.genes paper train DIR --inside
    python -m benchmarks.genes paper inside DIR [DIR ...]

``train`` fits models of the features of Hsu et al. (2008), Table 1, PartOfSpeech by the shipped
tagger, one after the other, and writes each to a file of its own as soon as it is there; so they
can be trained in several runs and folders (of a model in several folders the last one given
counts). ``test`` marks the 5,000 sentences of BioCreative II test in every way of Tables 3, 4 and 6
that the models allow, and in ours. ``inside`` repeats Table 2: trained on two thirds of train
(``train --inside``; by the md5 of sentence ids, 10,032 of 15,000; the paper drew 10,000 at random),
tested on the rest.
"""

import argparse
import json
import logging
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from spacy_citalign.corpora.bc2gm import Sentence
from spacy_citalign.genes.model import MODELS, GeneModel, check_models
from spacy_citalign.genes.records import PartsOfSpeech

from ..common import data_folder, markdown_table, official_spans, read_genes, score_genes
from .differences import differing
from .merging import merged
from .splits import held_out

FEATURES = "hsu2008+pos"
# What CRF++ does unless told otherwise: L-BFGS, a Gaussian prior of variance 1.
CRFPP: dict[str, Any] = {"algorithm": "lbfgs", "crf": {"c2": 0.5, "max_iterations": 100}}
PAPER_DIFFERENCE = {"tp": 1028, "fp": 477}  # Table 4, Mallet
Predictions = dict[str, list[tuple[int, int]]]


class Row(NamedTuple):
    """A row of a table: how to mark, and the paper's P, R, F in percent where it has them."""

    name: str
    settings: dict[str, Any]
    paper: str = ""
    dictionary: bool = False


PAIR = {"models": ("forward", "backward")}
LINEAR_CHAINS = {"models": ("hmm", "ctjpgis")}
TABLE_2 = [
    Row("forward", {"strategy": "forward"}, "86.60 80.77 83.59"),
    Row("backward", {"strategy": "backward"}, "87.33 81.18 84.14"),
    Row("union", {"strategy": "union", **PAIR}, "83.49 85.78 84.62"),
    Row("intersection", {"strategy": "intersection", **PAIR}, "90.76 71.86 80.21"),
    Row("n_best", {"strategy": "n_best", **PAIR}),
    Row("n_best + dictionary", {"strategy": "n_best", **PAIR}, "87.73 82.63 85.10", True),
]
TABLE_3 = [
    Row("backward", {"strategy": "backward"}, "89.30 83.83 86.48"),
    Row("union", {"strategy": "union", **PAIR}, "86.10 87.08 86.58"),
    Row("intersection", {"strategy": "intersection", **PAIR}),
    Row("n_best", {"strategy": "n_best", **PAIR}),
    Row("n_best + dictionary", {"strategy": "n_best", **PAIR}, "89.30 84.49 86.83", True),
]
TABLE_6 = [
    Row("order 0, forward", {"strategy": "order0"}, "79.98 73.18 76.43"),
    Row("order 0, backward (the same here)", {"strategy": "order0"}, "81.01 75.00 77.89"),
    Row("order 1, forward", {"strategy": "forward"}, "88.79 82.99 85.79"),
    Row("order 1, backward", {"strategy": "backward"}, "88.76 83.72 86.16"),
    Row("order 2, forward", {"strategy": "forward2"}, "87.00 82.58 84.73"),
    Row("order 2, backward", {"strategy": "backward2"}, "88.67 83.65 86.09"),
    Row("order 3, forward", {"strategy": "forward3"}, "85.18 80.08 82.55"),
    Row("order 3, backward", {"strategy": "backward3"}, "87.33 81.68 84.41"),
    Row("CRF++ default (hmm)", {"strategy": "hmm"}, "90.15 84.28 87.12"),
    Row("ctjpgis", {"strategy": "ctjpgis"}, "90.60 82.96 86.61"),
    Row("intersection", {"strategy": "intersection", **LINEAR_CHAINS}, "92.56 77.60 84.42"),
    Row("0+1+2+3", {"strategy": "0+1+2+3"}, "90.06 84.68 87.28"),
    Row("1+2+3", {"strategy": "1+2+3"}, "90.63 84.82 87.63"),
    Row("1+2+3+lc", {"strategy": "1+2+3+lc"}, "88.95 87.65 88.30"),
]
BEYOND = [
    Row("sum of order 1", {"strategy": "sum", **PAIR}),
    Row("sum of all", {"strategy": "sum"}),
    Row("votes of all", {"strategy": "votes"}),
    Row("posteriors of all", {"strategy": "posteriors"}),
    Row("1+2+3 + dictionary", {"strategy": "1+2+3"}, dictionary=True),
    Row("1+2+3+lc + dictionary", {"strategy": "1+2+3+lc"}, dictionary=True),
]


def model_files(folder: Path, *, inside: bool) -> Path:
    """Where the models of a folder are that were trained on all of train, or on two thirds."""
    return folder / ("inside" if inside else "train")


def train(args: argparse.Namespace) -> None:
    """Train the models one by one and write each."""
    from spacy_citalign.genes.corpus import AnnotatedSentence
    from spacy_citalign.genes.training import TrainingSettings
    from spacy_citalign.genes.training import train as fit

    check_models(tuple(args.models))
    sentences = read_genes("train")
    if args.inside:
        sentences = thirds(sentences)[0]
    sentences = sentences[: args.limit]
    parts = part_of_speech_tags(sentences)
    texts = [
        AnnotatedSentence(sentence.text, sentence.mentions, part)
        for sentence, part in zip(sentences, parts, strict=True)
    ]
    folder = model_files(args.dir[0], inside=args.inside)
    folder.mkdir(parents=True, exist_ok=True)
    common = TrainingSettings(
        features=FEATURES, without_evidence=(), cutoff=args.cutoff, prune=args.prune
    )
    for name in args.models:
        own = dict(CRFPP) if name == "hmm" else {}
        if args.algorithm is not None:
            own = {"algorithm": args.algorithm}
        if args.crf is not None:
            own["crf"] = args.crf
        model = fit(texts, replace(common, models=(name,), by_model={name: own}))
        (folder / f"{name}.model").write_bytes(model.to_bytes())
        print(f"{folder / name}.model: {len(texts)} sentences, {own or 'defaults'}")


def thirds(sentences: Sequence[Sentence]) -> tuple[list[Sentence], list[Sentence]]:
    """The sentences that inside tests train on, and the held-out others."""
    kept = [sentence for sentence in sentences if not held_out(sentence)]
    return kept, [sentence for sentence in sentences if held_out(sentence)]


def read_models(folders: Iterable[Path], *, inside: bool) -> GeneModel:
    """All models of the folders as one; of two of a name the later counts."""
    files: dict[str, Path] = {}
    for folder in folders:
        for file in model_files(folder, inside=inside).glob("*.model"):
            files[file.stem] = file
    if not files:
        option = " --inside" if inside else ""
        sys.exit(
            f"no models there; train them with `python -m benchmarks.genes paper train DIR{option}`"
        )
    # In one order, since n_best falls back to the last model where there is no backward one.
    names = [name for name in MODELS if name in files]
    return merged([GeneModel.from_bytes(files[name].read_bytes()) for name in names])


def part_of_speech_tags(sentences: list[Sentence]) -> list[PartsOfSpeech]:
    """The tags that the shipped pipeline gives the sentences."""
    import spacy

    from spacy_citalign.components.base.doc_words import tags_of_pieces

    nlp = spacy.load("spacy_citalign", enable=["perceptron_tagger"])
    docs = nlp.pipe(sentence.text for sentence in sentences)
    return [part for doc in docs for part in tags_of_pieces(doc, [(0, len(doc.text))])]


def mark(
    sentences: list[Sentence],
    model: Any,
    parts: list[PartsOfSpeech] | None = None,
    **settings: Any,
) -> Predictions:
    """Mark the sentences with one strategy; ``parts`` are their tags, if the model reads tags."""
    from spacy_citalign.genes.settings import Integration
    from spacy_citalign.genes.tagger import GeneTagger

    integration = Integration(**{"begin_bias": 0.0, **settings})  # the paper has no bias
    tagger = GeneTagger(model, integration)
    found = tagger([sentence.text for sentence in sentences], parts)
    return {
        sentence.id: [(mention.start_char, mention.end_char) for mention in mentions]
        for sentence, mentions in zip(sentences, found, strict=True)
    }


class Experiment:
    """Sentences to mark and the models that mark them; what was marked once is kept."""

    def __init__(self, sentences: list[Sentence], model: GeneModel, dictionary: Path) -> None:
        from spacy_citalign.components.gene_training import compile_dictionary

        names = compile_dictionary(dictionary) if dictionary.exists() else None
        self.sentences = sentences
        self.plain = replace(model, dictionary=None)
        self.known = None if names is None else replace(model, dictionary=names)
        self.parts = part_of_speech_tags(sentences)
        self._marked: dict[str, Predictions] = {}

    def mark(self, row: Row) -> Predictions | None:
        """Mark as a row says; None where its models or the dictionary are missing."""
        from spacy_citalign.errors import SettingError
        from spacy_citalign.genes.settings import Integration

        model = self.known if row.dictionary else self.plain
        try:
            Integration(**row.settings).names(self.plain.models)
        except SettingError as error:
            print(f"{row.name} is left out: {error}", file=sys.stderr)
            return None
        if model is None:
            print(f"{row.name} is left out: give --dictionary", file=sys.stderr)
            return None
        key = f"{row.settings} {row.dictionary}"
        if key not in self._marked:
            self._marked[key] = mark(self.sentences, model, self.parts, **row.settings)
        return self._marked[key]

    def table(self, rows: Sequence[Row]) -> str:
        """Official and strict scores in percent, the paper's figures beside them."""
        header = ["strategy", *"PRF", "strict F", "alternative TP %", "paper P", "R", "F"]
        lines = []
        for row in rows:
            spans = self.mark(row)
            figures = ["-"] * 5
            if spans is not None:
                official, strict = score_genes(self.sentences, spans)
                share = official.alternative_tp / max(1, official.tp)
                ratios = (official.precision, official.recall, official.f, strict.f, share)
                figures = [f"{100 * ratio:.2f}" for ratio in ratios]
            lines.append([row.name, *figures, *(row.paper or "- - -").split()])
        return markdown_table(header, lines)

    def difference(self, one: Row, other: Row) -> str:
        """How many TPs and FPs only one of two rows has, and by how much the second is better."""
        a, b = self.mark(one), self.mark(other)
        if a is None or b is None:
            return "-"
        different = differing(
            *(
                official_spans(self.sentences, spans)
                for spans in (
                    {one.id: one.mentions for one in self.sentences},
                    {one.id: one.alternatives for one in self.sentences},
                    a,
                    b,
                )
            )
        )
        gain = score_genes(self.sentences, b)[0].f - score_genes(self.sentences, a)[0].f
        return f"TP {different.tp}, FP {different.fp}, F {100 * gain:+.2f}"


def test(args: argparse.Namespace) -> None:
    """Print Tables 3, 4 and 6 with ours beside them, on BioCreative II test."""
    sentences = read_genes("test")[: args.limit]
    experiment = Experiment(sentences, read_models(args.dir, inside=False), args.dictionary)
    print(f"BC2GM test, {len(sentences)} sentences; models: {', '.join(experiment.plain.models)}")
    for title, rows in (("Table 3", TABLE_3), ("Table 6", TABLE_6), ("Beyond the paper", BEYOND)):
        print(f"\n{title}\n\n{experiment.table(rows)}")
    forward, backward = TABLE_6[2:4]
    print("\nForward and backward of order 1 differ in (Table 4; the paper's Mallet in brackets):")
    print(
        f"{experiment.difference(forward, backward)} "
        f"(TP {PAPER_DIFFERENCE['tp']}, FP {PAPER_DIFFERENCE['fp']}, F +0.47)"
    )


def inside(args: argparse.Namespace) -> None:
    """Print Table 2 with ours beside it, on the third of train that was held out."""
    sentences = thirds(read_genes("train"))[1][: args.limit]
    experiment = Experiment(sentences, read_models(args.dir, inside=True), args.dictionary)
    print(f"BC2GM train, {len(sentences)} sentences held out\n")
    print(f"Table 2\n\n{experiment.table(TABLE_2)}")
    # The paper has no such figures of its other models, but choices are made here.
    print(f"\nThe models of Table 6\n\n{experiment.table(without_paper((*TABLE_6, *BEYOND)))}")


def without_paper(rows: Iterable[Row]) -> list[Row]:
    """The rows without the paper's figures, which are of another test."""
    return [row._replace(paper="") for row in rows]


def main() -> None:
    """Train or test."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("step", choices=["train", "test", "inside"])
    parser.add_argument("dir", type=Path, nargs="+", help="folders of models; train writes to one")
    parser.add_argument("--dictionary", type=Path, default=data_folder() / "hgnc" / "hgnc.tsv")
    parser.add_argument("--limit", type=int, help="use that many sentences only, for a try")
    training = parser.add_argument_group("train")
    training.add_argument("--inside", action="store_true", help="on two thirds of train")
    training.add_argument("--models", nargs="+", default=list(MODELS), metavar="NAME")
    training.add_argument("--algorithm", help="of these models, in place of each one's own")
    training.add_argument(
        "--crf", type=json.loads, metavar="JSON", help="settings of the algorithm"
    )
    training.add_argument("--cutoff", type=int, default=2, help="tokens that must have a feature")
    training.add_argument("--prune", type=float, default=0.0, help="share of weights to drop")
    args = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    if args.step == "train" and len(args.dir) > 1:
        parser.error("train writes to one folder")
    {"train": train, "test": test, "inside": inside}[args.step](args)
