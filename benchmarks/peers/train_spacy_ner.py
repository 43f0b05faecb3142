"""Train the peer "spaCy CNN ner" on BC2GM.

    python -m benchmarks.peers.train_spacy_ner DIR

Two runs of ``spacy_cnn_ner.cfg``. The first trains on four fifths of the train split (by the md5 of
the sentence's PubMed id) and is stopped by the remaining fifth; that says how many steps to make.
The second trains on the whole train split, for as many passes over it. The test split is used once,
for the figures. A mention that no spaCy token span can hold is widened to the tokens it touches; of
overlapping mentions the longest is kept.

DIR receives ``model`` (a spaCy pipeline) and ``figures.json``. One core, no GPU.
"""

import argparse
import json
import os
import time
from collections.abc import Iterable, Sequence
from hashlib import md5
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any, NamedTuple

from ..common import (
    ONE_THREAD,
    bytes_on_disk,
    peak_memory,
    read_genes,
    score_genes,
    score_record,
)

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import spacy
from spacy.language import Language
from spacy.tokens import DocBin
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import filter_spans, load_config

from spacy_citalign.corpora.bc2gm import Sentence

CONFIG = Path(__file__).with_name("spacy_cnn_ner.cfg")
LABEL = "GENE"
DEV_FIFTH = 4  # the last of the fifths 0 to 4


class Converted(NamedTuple):
    """What happened to the mentions on their way into ``doc.ents``."""

    mentions: int
    widened: int
    dropped: int


def fifth(sentence_id: str) -> int:
    """The fifth of the train split, 0 to 4, that a sentence's article belongs to.

    >>> fifth("P00000001A0000") == fifth("P00000001T0076")
    True
    """
    return int(md5(sentence_id[:9].encode()).hexdigest(), 16) % 5


def write_docs(sentences: Iterable[Sentence], path: Path, nlp: Language) -> Converted:
    """Write the sentences with their mentions as entities to a ``.spacy`` file."""
    docs = DocBin()
    mentions = widened = kept = 0
    for sentence in sentences:
        doc = nlp.make_doc(sentence.text)
        spans = []
        for start, end in sentence.mentions:
            span = doc.char_span(start, end, LABEL, alignment_mode="expand")
            widened += (span.start_char, span.end_char) != (start, end)
            spans.append(span)
        doc.ents = filter_spans(spans)
        mentions += len(spans)
        kept += len(doc.ents)
        docs.add(doc)
    docs.to_disk(path)
    return Converted(mentions, widened, mentions - kept)


def run(
    output: Path, train_path: Path, dev_path: Path, settings: dict[str, Any]
) -> list[dict[str, Any]]:
    """Train into ``output`` and return the rows of the log, one per evaluation."""
    log = output.with_suffix(".jsonl")
    log.unlink(missing_ok=True)
    output.mkdir(exist_ok=True)
    paths = {"paths.train": str(train_path), "paths.dev": str(dev_path), "paths.log": str(log)}
    config = load_config(CONFIG, overrides=paths | settings, interpolate=True)
    train(init_nlp(config), output, use_gpu=-1)
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def predict(nlp: Language, sentences: Sequence[Sentence]) -> dict[str, list[tuple[int, int]]]:
    """The entities of each sentence as half-open character spans."""
    docs = nlp.pipe(sentence.text for sentence in sentences)
    return {
        sentence.id: [(ent.start_char, ent.end_char) for ent in doc.ents]
        for sentence, doc in zip(sentences, docs, strict=True)
    }


def main() -> None:
    """Train, score, and write the model and its figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output", type=Path, help="folder for the model, made if missing")
    parser.add_argument("--max-steps", type=int, default=6000, help="most steps of the first run")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    work = args.output / "work"
    work.mkdir(parents=True, exist_ok=True)

    sentences = read_genes("train")
    parts: tuple[list[Sentence], list[Sentence]] = ([], [])
    for sentence in sentences:
        parts[fifth(sentence.id) == DEV_FIFTH].append(sentence)
    blank = spacy.blank("en")
    part, dev, whole = work / "part.spacy", work / "dev.spacy", work / "whole.spacy"
    write_docs(parts[0], part, blank)
    write_docs(parts[1], dev, blank)
    converted = write_docs(sentences, whole, blank)

    started = time.perf_counter()
    seed = {"system.seed": args.seed}
    rows = run(work / "select", part, dev, seed | {"training.max_steps": args.max_steps})
    selected = time.perf_counter()
    best = max(rows, key=lambda row: row["score"])
    steps = round(best["step"] * len(sentences) / len(parts[0]))
    # One evaluation, at the end: the dev sentences are trained on now and say nothing.
    every = {"training.max_steps": steps, "training.eval_frequency": steps}
    run(work / "whole", whole, dev, seed | every | {"training.patience": 0})
    finished = time.perf_counter()

    model = args.output / "model"
    rmtree(model, ignore_errors=True)
    copytree(work / "whole" / "model-last", model)
    test = read_genes("test")
    official, strict = score_genes(test, predict(spacy.load(model), test))
    figures = {
        "system": "spaCy CNN ner",
        "config": CONFIG.name,
        "spacy": spacy.__version__,
        "seed": args.seed,
        "train": {"sentences": len(sentences), **converted._asdict()},
        "selection": {
            "train_sentences": len(parts[0]),
            "dev_sentences": len(parts[1]),
            "best_step": best["step"],
            "dev_f_on_tokens": round(100 * best["score"], 2),
            "seconds": round(selected - started),
        },
        "final": {"steps": steps, "seconds": round(finished - selected)},
        "test_official": score_record(official),
        "test_strict": score_record(strict),
        "model_bytes": bytes_on_disk(model),
        "train_peak_bytes": peak_memory(),
    }
    text = json.dumps(figures, indent=2) + "\n"
    (args.output / "figures.json").write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
