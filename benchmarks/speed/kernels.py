"""What compiled code could give at most: the share of the pipeline's time in its numeric kernels.

    python -m benchmarks.speed kernels [--rounds 5] [--record]

Kernels are the functions that would be worth writing in C: look-ups in hash tables, sums of rows of
weights, and decoders. Their processor time is taken within the shipped pipeline, on the paragraphs
of ``benchmarks.speed pipeline`` in batches of 128; one within another counts once. With a share s,
kernels that are k times as fast make the whole 1 / (1 - s + s / k) times as fast.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from ..common import ONE_THREAD
from ..recording import Table, add_record_option, publish
from .pipeline import texts

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import spacy

from spacy_citalign.chain import inference, joint, labels, pruning, row_sums
from spacy_citalign.chunks import model as chunk_model
from spacy_citalign.columns import column_search
from spacy_citalign.words import hashing

KERNELS: dict[str, list[tuple[Any, str]]] = {
    "look-ups of hashes": [(hashing.HashTable, "rows")],
    "sums of rows of weights": [(row_sums.RowSums, "_sums")],
    "Viterbi": [(inference, "viterbi")],
    "forward and backward pass": [(inference, "forward_backward")],
    "lattices of joint models": [(joint.JointModel, "lattice")],
    "decoder of phrases": [(chunk_model.JointDecoder, "_best")],
    "search for columns": [(column_search, "_decode"), (column_search, "_decode_few")],
    "decoder of tags": [(pruning.PrunedDecoder, "_decode")],
    "disjoint spans": [(labels, "best_disjoint")],
}
_FASTER = (2, 4, 10)


class Stopwatch:
    """Adds up the processor time of functions, of one within another only the outer one's."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._is_running = False

    def watch(self, name: str, owner: Any, attribute: str) -> None:
        """Replace a function, or method of a class, wherever the package has it."""
        function = getattr(owner, attribute)
        watched = self._watched(name, function)
        for holder in [owner, *sys.modules.values()]:
            if vars(holder).get(attribute) is function:
                setattr(holder, attribute, watched)

    def _watched(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any, **named: Any) -> Any:
            if self._is_running:
                return function(*arguments, **named)
            self._is_running = True
            begin = time.process_time()
            try:
                return function(*arguments, **named)
            finally:
                self.seconds[name] += time.process_time() - begin
                self._is_running = False

        return watched


def shares(rounds: int) -> dict[str, float]:
    """Return the share of each kernel, in the quickest of the rounds after a first one."""
    nlp = spacy.load("spacy_citalign")
    stopwatch = Stopwatch()
    for name, functions in KERNELS.items():
        for owner, attribute in functions:
            stopwatch.watch(name, owner, attribute)
    paragraphs = texts()["paragraphs"]
    best = float("inf")
    found: dict[str, float] = {}
    for number in range(rounds + 1):
        stopwatch.seconds.clear()
        begin = time.process_time()
        for _ in nlp.pipe((f"{text} {number} times." for text in paragraphs), batch_size=128):
            pass
        whole = time.process_time() - begin
        if number and whole < best:
            best = whole
            found = {name: stopwatch.seconds[name] / whole for name in KERNELS}
    return found


def main() -> None:
    """Measure, print, and record if that is wanted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed kernels", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    add_record_option(parser)
    options = parser.parse_args()
    found = shares(options.rounds)
    whole = sum(found.values())
    rows = [[name, f"{share:.1%}"] for name, share in sorted(found.items(), key=lambda x: -x[1])]
    rows.append(["all", f"{whole:.1%}"])
    gains = [[f"{k}", f"{1 / (1 - whole + whole / k):.2f}"] for k in _FASTER]
    publish(
        "speed",
        "kernels",
        [
            Table("Share of the pipeline's time", ["kernel", "share"], rows),
            Table("What faster kernels would give", ["times as fast", "the whole"], gains),
        ],
        keep=options.record,
    )


if __name__ == "__main__":
    main()
