"""Gene mentions side by side: this package, spaCy's CNN ``ner``, and a plain CRF, in one run.

    python -m benchmarks.genes --spacy-ner DIR/model [--plain-crf FILE] [--output FIGURES.json]
    python -m benchmarks.genes --gate    quality of the shipped pipeline only; fails below a floor

All three were trained on BC2GM train, the shipped one by its guideline `bc2gm`, which is not its
default, and mark the same 5,000 test sentences, each in a process of
its own on one and the same core, taking turns. ``peers/train_spacy_ner.py`` and
``peers/naive_crf.py`` train the other two; a plain CRF that is not given is trained here.

Quality is official (BioCreative II, with alternatives) and strict (exact characters of the gold).
Speed is sentences a second: "cold" is the first pass of a process, "warm" the median of the
following ones over the same sentences. Memory is the largest resident size of a process that loads
the system and marks raw text once.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from spacy_citalign.corpora.bc2gm import Sentence
from spacy_citalign.errors import CitalignError

from ..common import (
    BC2GM,
    ONE_THREAD,
    data_folder,
    last_core,
    load_as_bc2gm,
    read_genes,
    score_genes,
    score_record,
)
from ..recording import Figure, Table, add_record_option, check_floors, publish

FLOOR = 0.885  # above the best ensemble of Hsu et al. (2008), official F
REFERENCE = "spacy-ner"
SECTION = "Gene mentions: this package, spaCy's CNN `ner`, a plain CRF"
TITLES = {"ours": "spacy-citalign", "spacy-ner": "spaCy CNN ner", "plain-crf": "plain CRF"}
MODES = ("raw", "alone")
BUSY = 1.1  # wall seconds over CPU seconds, above which the machine had other work


class Turns:
    """A system in a process of its own."""

    def __init__(self, system: str, mode: str, model: str, limit: int | None) -> None:
        command = [sys.executable, "-m", "benchmarks.genes.systems", system, mode, model]
        for option, value in (("--limit", limit), ("--core", last_core())):
            command += [] if value is None else [option, str(value)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | ONE_THREAD,
        )
        self.loaded = self._answer()

    def ask(self, line: str) -> Any:
        """Send one line and return the answer."""
        assert self.process.stdin is not None
        print(line, file=self.process.stdin, flush=True)
        return self._answer()

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise ChildProcessError(f"exit status {self.process.wait()}; its message is above")
        return json.loads(line)

    def close(self) -> None:
        """Let the process end."""
        self.process.communicate()


class Figures(NamedTuple):
    """What was measured of one system."""

    official: dict[str, float | int]
    strict: dict[str, float | int]
    speed: dict[str, dict[str, float]]
    """By mode, sentences a second: ``cold``, ``warm``, ``slowest`` and ``fastest`` warm pass, and
    ``warm_cpu``, the median by CPU seconds, which other work on the machine hardly changes."""
    busy: float
    """Wall over CPU seconds of all passes: 1 on an idle machine."""
    peak_bytes: int
    model_bytes: int
    load_seconds: float


def measure(models: dict[str, str], sentences: Sequence[Sentence], rounds: int) -> dict[str, Any]:
    """Run all systems in turn and return their figures by name."""
    found: dict[str, Any] = {}
    passes: dict[tuple[str, str], list[dict[str, float]]] = {}
    loaded: dict[str, dict[str, float]] = {}
    for mode in MODES:
        with ExitStack() as stack:
            turns: dict[str, Turns] = {}
            for name, model in models.items():
                if mode != MODES[0] and name not in loaded:
                    continue
                try:
                    turns[name] = Turns(name, mode, model, len(sentences))
                except ChildProcessError as error:
                    print(f"{TITLES[name]} is left out: {error}", file=sys.stderr)
                    continue
                stack.callback(turns[name].close)
                loaded[name] = turns[name].loaded
            for number in range(rounds + 1):
                for name, process in turns.items():
                    passes.setdefault((name, mode), []).append(process.ask("pass"))
                    print(f"{mode}, round {number}: {TITLES[name]}", file=sys.stderr)
            if mode == "raw":
                found = {name: process.ask("mentions") for name, process in turns.items()}
    return {
        name: _figures(
            sentences, mentions, {mode: passes[name, mode] for mode in MODES}, loaded[name]
        )
        for name, mentions in found.items()
    }


def _figures(
    sentences: Sequence[Sentence],
    mentions: Sequence[Any],
    passes: dict[str, list[dict[str, float]]],
    loaded: dict[str, float],
) -> Figures:
    predictions = {s.id: spans for s, spans in zip(sentences, mentions, strict=True)}
    official, strict = score_genes(sentences, predictions)
    speed = {}
    for mode, times in passes.items():
        rates = [len(sentences) / one["wall"] for one in times]
        warm = rates[1:] or rates
        speed[mode] = {
            "cold": rates[0],
            "warm": median(warm),
            "slowest": min(warm),
            "fastest": max(warm),
            "warm_cpu": median(len(sentences) / one["cpu"] for one in times[1:] or times),
        }
    every = [one for times in passes.values() for one in times]
    return Figures(
        score_record(official),
        score_record(strict),
        speed,
        busy=sum(one["wall"] for one in every) / sum(one["cpu"] for one in every),
        peak_bytes=int(passes["raw"][0]["peak"]),
        model_bytes=int(loaded["bytes"]),
        load_seconds=loaded["load"],
    )


def quality_table(title: str, figures: dict[str, Figures]) -> Table:
    """Official and strict scores in percent."""
    header = ["system", *(f"{kind} {x}" for kind in ("official", "strict") for x in "PRF")]
    keys = ("precision", "recall", "f")
    rows = [
        [TITLES[name]] + [f"{score[key]:.2f}" for score in one[:2] for key in keys]
        for name, one in figures.items()
    ]
    return Table(title, header, rows)


def speed_table(figures: dict[str, Figures]) -> Table:
    """Sentences a second with the ratio to the CNN's, memory and size."""
    kinds = [(mode, kind) for mode in ("alone", "raw") for kind in ("cold", "warm")]
    titles = {"alone": "component", "raw": "from text"}
    header = ["system"]
    for mode, kind in kinds:
        header += [f"{titles[mode]}, {kind}", "ratio"]
    header += ["peak MB", "ratio", "model MB", "load s"]
    base = figures.get(REFERENCE)

    def ratio(value: float, other: float | None) -> str:
        return "-" if other is None else f"{value / other:.2f}"

    rows = []
    for name, one in figures.items():
        cells = [TITLES[name]]
        for mode, kind in kinds:
            rate = one.speed[mode][kind]
            cells += [f"{rate:,.0f}", ratio(rate, base and base.speed[mode][kind])]
        cells += [f"{one.peak_bytes / 1e6:.0f}", ratio(one.peak_bytes, base and base.peak_bytes)]
        cells += [f"{one.model_bytes / 1e6:.1f}", f"{one.load_seconds:.1f}"]
        rows.append(cells)
    busy = max(one.busy for one in figures.values())
    notes = [f"The machine was busy: passes took up to {busy:.2f} times their CPU seconds."]
    title = f"Sentences a second; ratios against {TITLES[REFERENCE]}"
    return Table(title, header, rows, notes if busy > BUSY else [])


def gate(pipeline: str, sentences: Sequence[Sentence], floor: float, *, keep: bool) -> None:
    """Score the pipeline; exit with status 1 if its official F is below ``floor``, 0 to 1."""
    try:
        nlp = load_as_bc2gm(pipeline)
    except (OSError, ValueError, CitalignError) as error:
        sys.exit(f"{pipeline} does not load: {error}")
    docs = nlp.pipe(sentence.text for sentence in sentences)
    predictions = {
        sentence.id: [(one["start_char"], one["end_char"]) for one in doc._.gene_mentions]
        for sentence, doc in zip(sentences, docs, strict=True)
    }
    official, strict = score_genes(sentences, predictions)
    test = f"BC2GM test, guideline `{BC2GM}`, {len(sentences):,} sentences"
    figures = [
        Figure(f"{test}, official precision", official.precision),
        Figure(f"{test}, official recall", official.recall),
        Figure(f"{test}, official F", official.f, floor),
        Figure(f"{test}, strict F", strict.f),
    ]
    check_floors("genes", pipeline, figures, keep=keep)


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pipeline", default="spacy_citalign", help="ours: a name or a folder")
    parser.add_argument("--spacy-ner", metavar="DIR", help="what peers/train_spacy_ner.py wrote")
    parser.add_argument("--plain-crf", metavar="FILE", help="what peers/naive_crf.py wrote")
    parser.add_argument("--rounds", type=int, default=5, help="warm passes of each system")
    parser.add_argument("--limit", type=int, help="use that many sentences only, for a try")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the figures as JSON too")
    parser.add_argument("--gate", action="store_true", help="only ours, only quality")
    parser.add_argument("--floor", type=float, default=FLOOR, help="least official F of the gate")
    add_record_option(parser)
    return parser.parse_args()


def main() -> None:
    """Measure and print, or check the floor."""
    args = arguments()
    if not (data_folder() / "bc2gm").is_dir():
        sys.exit(f"no folder bc2gm in {data_folder()}; set CITALIGN_DATA to the corpora's folder")
    os.environ.update(ONE_THREAD)
    sentences = read_genes("test")[: args.limit]
    if args.gate:
        gate(args.pipeline, sentences, args.floor, keep=args.record)
        return
    models = {"ours": args.pipeline}
    if args.spacy_ner is None:
        print(
            "spaCy CNN ner is left out: train it with `python -m benchmarks.peers.train_spacy_ner "
            "DIR` and give --spacy-ner DIR/model",
            file=sys.stderr,
        )
    else:
        models["spacy-ner"] = args.spacy_ner
    with TemporaryDirectory() as folder:
        models["plain-crf"] = args.plain_crf or str(Path(folder) / "plain.crfsuite")
        if args.plain_crf is None:
            trainer = [sys.executable, "-m", "benchmarks.peers.naive_crf", "train"]
            subprocess.run([*trainer, models["plain-crf"]], check=True, stdout=sys.stderr)
        figures = measure(models, sentences, args.rounds)
    if not figures:
        sys.exit("no system could be run; see the messages above")
    title = f"BC2GM test, {len(sentences):,} sentences, {args.rounds} warm passes, one core"
    tables = [quality_table(title, figures), speed_table(figures)]
    publish("genes", SECTION, tables, keep=args.record)
    if args.output:
        measured = {TITLES[name]: one._asdict() for name, one in figures.items()}
        args.output.write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
