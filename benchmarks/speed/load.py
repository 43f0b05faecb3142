"""What starting takes, beside a pipeline of spaCy's own components.

    python -m benchmarks.speed load [--rounds N] [--record]

The peer has the components of spaCy's small English models (tok2vec, tagger, parser, senter,
attribute_ruler, ner) in their standard architectures and 80,000 strings, with random weights.
Processes of both take turns; the least of several rounds counts, in seconds of CPU after ``import
spacy`` and a blank pipeline, and megabytes (10^6 bytes) of the process; of Linux.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from ..common import ONE_THREAD
from ..recording import Table, add_record_option, publish

_LABELS = {"tagger": 50, "parser": 45, "ner": 18}
_STRINGS = 80_000
_START = """
import json, resource, sys, time
def spent(run):
    start = time.process_time()
    run()
    return time.process_time() - start
own = spent(lambda: __import__("spacy_citalign"))
spent(lambda: __import__("spacy"))
import spacy
blank = spent(lambda: spacy.blank("en"))
modules = sum(name.startswith("spacy_citalign") for name in sys.modules)
def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6
before, kept = resident(), []
load = spent(lambda: kept.append(spacy.load(sys.argv[1])))
print(json.dumps([own, blank, modules, load, resident() - before]))
"""


def make_peer(folder: Path) -> None:
    """Save a pipeline of the components of spaCy's small models, with random weights."""
    import spacy

    nlp = spacy.blank("en")
    for name in ("tok2vec", "tagger", "parser", "senter", "attribute_ruler", "ner"):
        nlp.add_pipe(name)
    for name, count in _LABELS.items():
        for number in range(count):
            nlp.get_pipe(name).add_label(f"L{number}")
    nlp.initialize()
    for number in range(_STRINGS):
        nlp.vocab.strings.add(f"word{number}")
    nlp.to_disk(folder)


def started(pipeline: str) -> list[float]:
    """Return what it takes to import this package, to make a blank pipeline, and to load one.

    Returns:
        Seconds of the import, of the blank pipeline, modules of ours that this imports, seconds
        and MB of loading.
    """
    done = subprocess.run(
        [sys.executable, "-c", _START, pipeline],
        env=os.environ | ONE_THREAD,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return list(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    """Measure, print, and record if that is wanted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed load", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, metavar="N")
    add_record_option(parser)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        make_peer(Path(folder, "peer"))
        pipelines = ["spacy_citalign", str(Path(folder, "peer"))]
        rounds = [[started(pipeline) for pipeline in pipelines] for _ in range(options.rounds)]
    (own, blank, modules, load, memory), (*_, of_peer, memory_of_peer) = (
        [min(values) for values in zip(*one, strict=True)] for one in zip(*rounds, strict=True)
    )
    rows = [
        ["spacy.load, s of CPU", f"{load:.2f}", f"{of_peer:.2f}", f"{load / of_peer:.2f}"],
        ["MB more", f"{memory:.0f}", f"{memory_of_peer:.0f}", f"{memory / memory_of_peer:.2f}"],
    ]
    notes = [
        f'`spacy.blank("en")` imports {modules:.0f} modules of this package and takes '
        f"{blank * 1e3:.0f} ms in all; `import spacy_citalign` takes {own * 1e3:.0f} ms.",
        "Models are unpacked when they are first used, which is not in these figures.",
    ]
    table = Table("Start", ["", "this package", "spaCy's components", "ratio"], rows, notes)
    publish("speed", "load", [table], keep=options.record)


if __name__ == "__main__":
    main()
