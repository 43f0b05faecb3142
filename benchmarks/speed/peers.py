"""Other systems on the same texts: a CNN of spaCy, scispaCy's abbreviations, CollateX.

    python -m benchmarks.speed peers --python PEERS/bin/python [--record]

``PEERS`` is an environment with scispacy and collatex; without it only spaCy's CNN is timed, which
needs nothing. All are timed by CPU, on the paragraphs of ``benchmarks.speed pipeline`` in batches
of 128, and on groups of citing sentences; of several rounds, which do not take turns, the least
counts. They do other things than this package, so their figures say what one may expect, no more.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from ..common import ONE_THREAD, ROOT
from ..recording import Table, add_record_option, publish
from .commands import pooled_citances
from .pipeline import Measured, least, texts

PROCESS = Path(__file__).with_name("peer_process.py")
SIZES = (3, 8, 16, 45)
_BEFORE = {  # what a component of ours needs before it
    "tags and sentences": ("tokenizer", "sentence_boundary_detector", "perceptron_tagger"),
    "genes": ("gene_mention_tagger",),
    "terms": ("propositional_term_extractor",),
}


def timed(python: str, system: str, inputs: Any, rounds: int) -> float:
    """Return the milliseconds that a system takes for a text or a group."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "texts.json"
        file.write_text(json.dumps(inputs), encoding="utf-8")
        code = PROCESS.read_text(encoding="utf-8")
        done = subprocess.run(
            [python, "-c", code, system, str(file), str(rounds)],
            cwd=folder,
            env=os.environ | ONE_THREAD,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
    return float(json.loads(done.stdout.splitlines()[-1]))


def groups(size: int, count: int) -> list[list[str]]:
    """Return so many groups of so many citing sentences, each of other ones."""
    sentences = pooled_citances(size * count)
    return [sentences[first * size : (first + 1) * size] for first in range(count)]


def _of_paragraphs(python: str | None, rounds: int) -> Table:
    inputs = texts()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "texts.json"
        file.write_text(json.dumps(inputs), encoding="utf-8")
        measured = Measured(sys.executable, ROOT, file)
        own = least([measured], "pipe paragraphs", rounds)[0]
        measured.close()
    rows = [["this package, the shipped pipeline", own["all"]]]
    rows += [
        [f"this package, {what}", sum(own[name] for name in names)]
        for what, names in _BEFORE.items()
    ]
    paragraphs = inputs["paragraphs"]
    name = "spaCy, a CNN (random weights): tags, sentences, entities"
    rows.append([name, timed(sys.executable, "cnn", paragraphs, rounds)])
    if python is not None:
        name = "scispaCy, abbreviations by rules"
        rows.append([name, timed(python, "abbreviations", paragraphs, rounds)])
    shown = [[what, f"{value:.2f}"] for what, value in rows]
    title = f"ms a paragraph, in batches of 128 ({len(paragraphs)} paragraphs)"
    return Table(title, ["", "ms of CPU"], shown)


def _of_groups(python: str, rounds: int, count: int) -> Table:
    import spacy

    import spacy_citalign

    from .probe import timed as run_timed

    nlp = spacy.load("spacy_citalign")
    nlp(spacy_citalign.join(groups(SIZES[0], 1)[0], nlp=nlp))  # the first one reads the thesaurus
    rows = []
    for size in SIZES:
        works = groups(size, count)
        best = {"annotated and aligned": float("inf"), "aligned": float("inf")}
        for _ in range(rounds):
            docs = [spacy_citalign.join(group, nlp=nlp) for group in works]
            whole = 0.0
            for name, pipe in nlp.pipeline:
                docs, seconds = run_timed(lambda docs=docs, pipe=pipe: list(pipe.pipe(docs)))
                whole += seconds["cpu"]
                if name == "citance_aligner":
                    best["aligned"] = min(best["aligned"], seconds["cpu"])
            best["annotated and aligned"] = min(best["annotated and aligned"], whole)
        own = [f"{seconds / len(works) * 1e3:.0f}" for seconds in best.values()]
        other = timed(python, "collatex", works, rounds)
        rows.append([f"{size} citances", *own, f"{other:.0f}"])
    columns = ["", "this package, annotated and aligned", "of it the aligner", "CollateX"]
    notes = [
        "CollateX aligns the words of versions of one text in reading order, without confidences."
    ]
    return Table(f"ms a group ({count} groups)", columns, rows, notes)


def main() -> None:
    """Measure, print, and record if that is wanted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed peers", description=__doc__)
    parser.add_argument("--python", help="of an environment with scispacy and collatex")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--groups", type=int, default=6, metavar="N", help="of each size; 0: none")
    parser.add_argument("--no-paragraphs", action="store_true", help="groups alone")
    add_record_option(parser)
    options = parser.parse_args()
    os.environ.update(ONE_THREAD)
    tables = [] if options.no_paragraphs else [_of_paragraphs(options.python, options.rounds)]
    if options.python is not None and options.groups:
        tables.append(_of_groups(options.python, options.rounds, options.groups))
    publish("speed", "peers", tables, keep=options.record)


if __name__ == "__main__":
    main()
