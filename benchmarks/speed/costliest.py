"""Where the time of each component goes: the functions that cost the most by themselves.

    python -m benchmarks.speed profile [--rounds 3] [--functions 6] [--record]

By Python's profiler, on the paragraphs of ``benchmarks.speed pipeline`` in batches of 128, and on a
work of 200 citances for ``citance_aligner``. The profiler makes calls dearer than they are, so that
shares count, not seconds. What is built into Python, numpy and scipy counts as the function of this
package that called it.
"""

import argparse
import cProfile
import os
import pstats
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..common import ONE_THREAD, ROOT
from ..recording import Table, add_record_option, publish
from .commands import pooled_citances
from .pipeline import texts

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import spacy
from spacy.tokens import Doc

import spacy_citalign

CITANCES = 200
_ALIGNER = "citance_aligner"
_LEAST = 0.02  # share of its component of a function that is shown
Function = tuple[str, int, str]


def profiles(nlp: Any, rounds: int) -> dict[str, pstats.Stats]:
    """Return the profile of each component, all after one warm round."""
    found = {name: cProfile.Profile() for name in nlp.pipe_names}
    paragraphs = texts()["paragraphs"]
    for number in range(rounds + 1):
        docs: Iterable[Doc] = [nlp.make_doc(f"{text} {number} times.") for text in paragraphs]
        for name, pipe in nlp.pipeline:
            with found[name] if number and name != _ALIGNER else cProfile.Profile():
                docs = list(pipe.pipe(docs, batch_size=128))
    work = spacy_citalign.join(pooled_citances(CITANCES), nlp=nlp)
    for name, pipe in nlp.pipeline:
        with found[name] if name == _ALIGNER else cProfile.Profile():
            work = pipe(work)
    return {name: pstats.Stats(profile) for name, profile in found.items()}


def own_times(stats: pstats.Stats) -> dict[Function, float]:
    """Return the seconds of each function of this package, with those of others it called.

    A function of others hands its own time on to its callers, by what each of them caused.
    """
    entries: dict[Function, Any] = stats.stats  # type: ignore[attr-defined]
    times: Counter[Function] = Counter()

    def add(function: Function, seconds: float, depth: int) -> None:
        callers = entries[function][4] if function in entries else {}
        caused = sum(of_caller[3] for of_caller in callers.values())
        if _is_own(function) or depth == 0 or not caused:
            times[function] += seconds
            return
        for caller, of_caller in callers.items():
            add(caller, seconds * of_caller[3] / caused, depth - 1)

    for function, entry in entries.items():
        add(function, entry[2], 4)
    return dict(times)


def _is_own(function: Function) -> bool:
    return Path(function[0]).is_relative_to(ROOT)


def _shown(function: Function) -> str:
    file, _, name = function
    own = Path(file).relative_to(ROOT).with_suffix("").as_posix().removeprefix("spacy_citalign/")
    return f"`{own}`: `{name}`"


def rows(name: str, stats: pstats.Stats, most: int) -> list[list[str]]:
    """Return the rows of a component: function, share of the component's time, calls."""
    entries = stats.stats  # type: ignore[attr-defined]
    times = own_times(stats)
    total = sum(times.values())
    own = [function for function in times if _is_own(function)]
    costly = sorted(own, key=lambda function: -times[function])[:most]
    return [
        [name, _shown(one), f"{times[one] / total:.0%}", f"{entries[one][1]:,}"]
        for one in costly
        if times[one] >= _LEAST * total
    ]


def main() -> None:
    """Profile, print, and record if that is wanted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed profile", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--functions", type=int, default=6, metavar="N", help="of a component")
    add_record_option(parser)
    options = parser.parse_args()
    nlp = spacy.load("spacy_citalign")
    found = profiles(nlp, options.rounds)
    shown = [row for name, stats in found.items() for row in rows(name, stats, options.functions)]
    columns = ["component", "function", "share", "calls"]
    publish(
        "speed", "profile", [Table("The costliest functions", columns, shown)], keep=options.record
    )


if __name__ == "__main__":
    main()
