"""Train the peers "spaCy CNN tagger" and "senter".

    python -m benchmarks.peers.train_spacy_tags DIR

Two runs of ``spacy_cnn_tags.cfg``. The first trains on CRAFT train, without the articles that may
not train what ships, and UD English EWT train, and is stopped by the dev parts of both; that says
how many steps to make. The second trains on train and dev, as the tagger and the boundary detector
that ship do, for as many passes over them. Words are the treebanks', with white-space tokens
between paragraphs; long documents are cut between paragraphs.

DIR receives ``model`` (a spaCy pipeline) and ``figures.json``. One core, no GPU, an hour.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any

from ..common import ONE_THREAD, bytes_on_disk, peak_memory, treebank

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import spacy
from spacy.language import Language
from spacy.tokens import DocBin
from spacy.training import Example
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import load_config

from spacy_citalign.components.readers.gold_docs import treebank_doc, without_annotations
from spacy_citalign.corpora.conllu import TreebankText

CONFIG = Path(__file__).with_name("spacy_cnn_tags.cfg")
WORDS_AT_LEAST = 250  # in a piece of a document, if it has as many


@spacy.registry.readers("citalign_benchmarks.GoldWords.v1")
def gold_words(path: str) -> Callable[[Language], Iterator[Example]]:
    """Read Docs as Examples whose predicted side has the same tokens and nothing else."""

    def read(nlp: Language) -> Iterator[Example]:
        for doc in DocBin().from_disk(path).get_docs(nlp.vocab):
            yield Example(without_annotations(doc), doc)

    return read


def pieces(document: TreebankText) -> Iterator[TreebankText]:
    """Cut a document between paragraphs, or, where one is long, between sentences."""
    part: list[tuple[int, int]] = []
    for first, end in document.sentences:
        if part:
            size = first - part[0][0]
            gap = document.text[document.words[first - 1].end : document.words[first].start]
            if size >= 2 * WORDS_AT_LEAST or (size >= WORDS_AT_LEAST and "\n" in gap):
                yield piece(document, part)
                part = []
        part.append((first, end))
    if part:
        yield piece(document, part)


def piece(document: TreebankText, sentences: list[tuple[int, int]]) -> TreebankText:
    """The given sentences of a document as one."""
    first, end = sentences[0][0], sentences[-1][1]
    start = document.words[first].start
    words = [
        word._replace(start=word.start - start, end=word.end - start)
        for word in document.words[first:end]
    ]
    text = document.text[start : document.words[end - 1].end]
    return TreebankText(document.id, text, words, [(a - first, b - first) for a, b in sentences])


def write_docs(documents: Iterable[TreebankText], path: Path) -> int:
    """Write documents in pieces to a ``.spacy`` file; return their number of words."""
    vocab = spacy.blank("en").vocab
    docs = DocBin(attrs=["ORTH", "SPACY", "TAG", "SENT_START"])
    words = 0
    for document in documents:
        for part in pieces(document):
            docs.add(treebank_doc(vocab, part))
            words += len(part.words)
    docs.to_disk(path)
    return words


def run(work: Path, name: str, settings: dict[str, Any]) -> list[dict[str, Any]]:
    """Train into ``work/name`` and return the rows of the log, one per evaluation."""
    log = work / f"{name}.jsonl"
    log.unlink(missing_ok=True)
    paths = {"paths.train": str(work / f"{name}.spacy"), "paths.dev": str(work / "dev.spacy")}
    overrides = paths | {"paths.log": str(log)} | settings
    output = work / name
    output.mkdir(exist_ok=True)
    train(init_nlp(load_config(CONFIG, overrides=overrides, interpolate=True)), output, use_gpu=-1)
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    """Train, and write the model and what is known of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=Path, help="folder for the model, made if missing")
    parser.add_argument("--max-steps", type=int, default=15000, help="most steps of the first run")
    args = parser.parse_args()
    work = args.output / "work"
    work.mkdir(parents=True, exist_ok=True)
    parts = {s: [*treebank("craft", s), *treebank("ewt", s)] for s in ("train", "dev")}
    parts["whole"] = [document for split in ("train", "dev") for document in parts[split]]
    words = {name: write_docs(part, work / f"{name}.spacy") for name, part in parts.items()}
    started = time.perf_counter()
    rows = run(work, "train", {"training.max_steps": args.max_steps})
    selected = time.perf_counter()
    best = max(rows, key=lambda row: row["score"])
    steps = round(best["step"] * words["whole"] / words["train"])
    # One evaluation, at the end: the dev parts are trained on now and say nothing.
    every = {"training.max_steps": steps, "training.eval_frequency": steps}
    run(work, "whole", every | {"training.patience": 0})
    finished = time.perf_counter()
    model = args.output / "model"
    rmtree(model, ignore_errors=True)
    copytree(work / "whole" / "model-last", model)
    figures = {
        "config": CONFIG.name,
        "spacy": spacy.__version__,
        "words": words,
        "best_step": best["step"],
        "dev_tag_accuracy": round(best["scores"]["tag_acc"], 2),
        "dev_sentence_f": round(best["scores"]["sents_f"], 2),
        "steps": steps,
        "seconds": [round(selected - started), round(finished - selected)],
        "model_bytes": bytes_on_disk(model),
        "train_peak_bytes": peak_memory(),
    }
    text = json.dumps(figures, indent=2) + "\n"
    (args.output / "figures.json").write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
