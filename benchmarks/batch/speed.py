"""Speed of several processes beside one, and of Ray beside both, on the same work."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from ..common import ONE_THREAD, markdown_table
from .texts import abstracts, write_json_lines

TEXTS = 4000
ROUNDS = 2
_PIPE = """
import json, sys
import spacy
nlp = spacy.load("spacy_citalign", exclude=["citance_aligner", "sentence_aligner"])
with open(sys.argv[1], encoding="utf-8") as lines:
    texts = [json.loads(line)["text"] for line in lines]
for doc in nlp.pipe(texts, n_process=int(sys.argv[2]), batch_size=128):
    pass
"""


def processes(folder: Path) -> None:
    """Print seconds of one process and of two, ours and spaCy's, of whole commands in turn."""
    texts, few = _inputs(folder)
    pipe = [sys.executable, "-c", _PIPE]
    ways = {
        "`annotate --n-process 1`": [*_annotate(folder), "--n-process", "1"],
        "`annotate --n-process 2`": [*_annotate(folder), "--n-process", "2"],
        "`nlp.pipe(n_process=1)`, nothing written": [*pipe, "{}", "1"],
        "`nlp.pipe(n_process=2)`, nothing written": [*pipe, "{}", "2"],
    }
    times = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, command in ways.items():
            times[name].append(_seconds(command, texts))
    starts = {name: _seconds(command, few) for name, command in ways.items()}
    one = next(iter(ways))
    rows = []
    for name, found in times.items():
        ratios = [first / own for first, own in zip(times[one], found, strict=True)]
        rows.append([name, _shown(found), f"{starts[name]:.1f}", _shown(ratios, digits=2)])
    header = [f"{TEXTS:,} abstracts", "seconds, least to most", "of which start", "times as fast"]
    print(markdown_table(header, rows))


def ray(folder: Path) -> None:
    """Print seconds on Ray and without it, and the difference beyond their starts."""
    texts, few = _inputs(folder)
    ways = {
        "`--n-process 2`": [*_annotate(folder), "--n-process", "2"],
        "`--engine ray --n-process 2`": [*_annotate(folder), "--n-process", "2", "--engine", "ray"],
    }
    rows, works = [], []
    for name, command in ways.items():
        wholes = [_seconds(command, texts) for _ in range(ROUNDS)]
        starts = [_seconds(command, few) for _ in range(ROUNDS)]
        works.append(statistics.median(wholes) - statistics.median(starts))
        rows.append([name, _shown(wholes), _shown(starts), f"{works[-1]:.1f}"])
    print(markdown_table([f"{TEXTS:,} abstracts", "seconds", "start", "beyond it"], rows))
    print(f"Ray costs {100 * (works[1] / works[0] - 1):+.0f} % beyond its start")


def _inputs(folder: Path) -> tuple[Path, Path]:
    """The texts, and a file with one of them, which shows what a start takes."""
    texts, few = folder / "abstracts.jsonl", folder / "one.jsonl"
    write_json_lines(iter(abstracts()[:TEXTS]), texts)
    write_json_lines(iter(abstracts()[:1]), few)
    return texts, few


def _annotate(folder: Path) -> list[str]:
    out = folder / "speed.parquet"
    return [sys.executable, "-m", "spacy", "citalign", "annotate", "{}", "-q", "-o", str(out)]


def _seconds(command: Iterable[str], texts: Path) -> float:
    """How long a command takes whose {} is the file of texts."""
    filled = [str(texts) if part == "{}" else part for part in command]
    output = Path(filled[filled.index("-o") + 1]) if "-o" in filled else None
    if output is not None:
        shutil.rmtree(output, ignore_errors=True)
    start = time.perf_counter()
    subprocess.run(filled, check=True, env=os.environ | ONE_THREAD)
    seconds = time.perf_counter() - start
    if output is not None:
        counts = json.loads((output / "_manifest.json").read_text(encoding="utf-8"))["counts"]
        if counts["failed"]:
            raise SystemExit(f"{counts['failed']} records failed")
    return seconds


def _shown(values: Iterable[float], digits: int = 1) -> str:
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{low:.{digits}f} {middle:.{digits}f} {high:.{digits}f}"
