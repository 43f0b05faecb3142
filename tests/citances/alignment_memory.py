"""Measure what it takes to align groups of words that are alike: KIND:WORDS ... prints a line each.

A line is JSON: the kind, the words, and for each check of memory on the way [what it lets through,
the peak until the next check or the end], in bytes of the process. Each group is aligned in a
forked process of its own, of the pipeline that ships. For Linux.
"""

import json
import os
import sys
from collections.abc import Callable

from spacy_citalign.app.answers.aligner import AlignerSetup, LoadedAligner
from spacy_citalign.app.answers.batches import Line, align_batch, only_aligning
from spacy_citalign.citances import aligner, large_groups
from spacy_citalign.citances.units import unit_aligner

_WORDS = 10  # of a citance
_STEMS = ("activate", "activates", "activated", "activating", "activation", "activator")
_MEANINGS = ("increase", "rise", "enhance", "elevate", "augment", "boost", "upregulate", "raise")
# The word of each number, of a group of so many words.
KINDS: dict[str, Callable[[int, int], str]] = {
    "one": lambda number, size: "p53",
    "two": lambda number, size: ("p53", "binds")[number % 2],
    "stems": lambda number, size: _STEMS[number % len(_STEMS)],
    "meanings": lambda number, size: _MEANINGS[number % len(_MEANINGS)],
    "numbers": lambda number, size: str(2 + number % 1000),
    "family": lambda number, size: f"Rab{number % (size // 2)}",
    "spelled": lambda number, size: f"phosphorylat{_letters(number, 2)}",
    "different": lambda number, size: f"fr{_letters(number, 4)}",
}


def _letters(number: int, count: int) -> str:
    return "".join(chr(97 + number * 7919 // 26**place % 26) for place in range(count))


def _memory(name: str) -> int:
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) << 10 for line in file if line.startswith(f"{name}:"))


def _measured(loaded: LoadedAligner, kind: str, size: int) -> list[list[float]]:
    """Align a group; the checks on the way."""
    words = [KINDS[kind](number, size) for number in range(size)]
    texts = [" ".join(words[at : at + _WORDS]) + "." for at in range(0, size, _WORDS)]
    line = json.dumps({"cited": {"key": kind}, "citances": texts}).encode()
    checks: list[list[float]] = []

    def check(needed: float, *what: str) -> None:
        if checks:
            checks[-1][1] = _memory("VmHWM")
        allowed = _memory("VmRSS") + needed
        checks.append([max([allowed, *(one[0] for one in checks)]), 0])

    for module in (aligner, unit_aligner, large_groups):
        module.check_memory = check
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")  # the peak begins here
    (result,) = align_batch(loaded, [Line(1, line, len(line))])
    checks[-1][1] = _memory("VmHWM")
    if result.error:
        raise AssertionError(result.error)
    return checks


def main() -> None:
    """Measure the groups of the command line."""
    loaded = AlignerSetup().load()
    with only_aligning(loaded.nlp):
        for wanted in sys.argv[1:]:
            kind, _, size = wanted.partition(":")
            sys.stdout.flush()
            if os.fork():
                os.wait()
                continue
            checks = _measured(loaded, kind, int(size))
            found = {"kind": kind, "words": int(size), "checks": checks}
            sys.stdout.write(json.dumps(found) + "\n")
            sys.stdout.flush()
            os._exit(0)


if __name__ == "__main__":
    main()
