"""The shipped pipeline of this version and of another: one text, batches, memory.

    python -m benchmarks.speed pipeline --against OTHER/bin/python

``OTHER`` is an environment with the other version, such as 0.1.0 from its commit; without one only
this version is measured. Both processes load the pipeline once and then take turns, so that what
else the machine does falls on both; of each figure the least of several rounds counts. Texts are
sentences of some 25 words, and paragraphs, of the CRAFT test articles.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..common import ONE_THREAD, ROOT, treebank
from ..recording import Table, add_record_option, publish

ROUNDS = 6
SENTENCES, PARAGRAPHS = 100, 120
_WORDS = range(21, 30)
_SIZES = range(600, 3000)
Times = dict[str, float]


def texts() -> dict[str, list[str]]:
    """Return the sentences and the paragraphs."""
    sentences: list[str] = []
    paragraphs: list[str] = []
    for document in treebank("craft", "test"):
        parts = [part for part in document.text.split("\n\n") if len(part) in _SIZES]
        paragraphs += parts[: PARAGRAPHS // 6]
        cut = [line for part in parts for line in part.replace(". ", ".\n").split("\n")]
        sentences += [line for line in cut if len(line.split()) in _WORDS][: SENTENCES // 4]
    return {"sentences": sentences[:SENTENCES], "paragraphs": paragraphs[:PARAGRAPHS]}


class Measured:
    """A version's process.

    Args:
        python: that of its environment.
        folder: where it is started.
        file: of the texts.
    """

    def __init__(self, python: str, folder: str | Path, file: Path):
        code = Path(__file__).with_name("process.py").read_text(encoding="utf-8")
        # An installed package has its bytecode; a checkout gets it by being loaded once.
        environment = os.environ | ONE_THREAD | {"PYTHONDONTWRITEBYTECODE": ""}
        load = "import spacy; spacy.load('spacy_citalign')"
        subprocess.run([python, "-c", load], cwd=folder, env=environment, check=True)
        self._process = subprocess.Popen(
            [python, "-c", code, str(file)],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.loaded = self._answer()

    def _answer(self) -> Times:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit("a process that is measured ended; its message stands above")
        return dict(json.loads(line))

    def ask(self, what: str) -> Times:
        """Return the times of ``one NAME`` or ``pipe NAME``, milliseconds a text."""
        assert self._process.stdin is not None
        print(what, file=self._process.stdin, flush=True)
        times = self._answer()
        return {"all": sum(times.values()), **times}

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def least(versions: Sequence[Measured], what: str, rounds: int) -> list[Times]:
    """Return the least times of each version, which take turns; the first round is left out."""
    best: list[Times] = [{} for _ in versions]
    for number in range(rounds + 1):
        for times, version in zip(best, versions, strict=True):
            for name, value in version.ask(what).items():
                if number:
                    times[name] = min(times.get(name, value), value)
    return best


def with_shared(columns: Sequence[Times]) -> list[Times]:
    """Add the sum of the components that all versions have, as the second row."""
    shared = set.intersection(*map(set, columns)) - {"all"}
    if len(columns) == 1:
        return list(columns)
    sums = [sum(column[name] for name in shared) for column in columns]
    return [
        {"all": column["all"], "what both have": whole, **column}
        for column, whole in zip(columns, sums, strict=True)
    ]


def table(title: str, names: Sequence[str], columns: Sequence[Mapping[str, float]]) -> Table:
    """Put figures of this version, and of the other if there is one, side by side."""
    rows = []
    for name in dict.fromkeys(key for column in columns for key in column):
        values = [column.get(name) for column in columns]
        row = [name, *("-" if value is None else f"{value:.2f}" for value in values)]
        if len(columns) > 1:
            other, this = values
            row.append(f"{other / this:.2f}" if other and this else "-")
        rows.append(row)
    ratio = ["times"] if len(columns) > 1 else []
    return Table(title, ["", *names, *ratio], rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed pipeline", description="")
    parser.add_argument("--against", metavar="PYTHON", help="of an environment with another one")
    parser.add_argument("--name", default="0.1.0", help="what the other version is called")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N")
    add_record_option(parser)
    arguments = parser.parse_args()
    inputs = texts()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "texts.json"
        file.write_text(json.dumps(inputs), encoding="utf-8")
        versions, names = [], []
        if arguments.against:
            versions.append(Measured(arguments.against, folder, file))
            names.append(arguments.name)
        versions.append(Measured(sys.executable, ROOT, file))
        names.append("this")
        loaded = [
            {
                "resident after load, MB": version.loaded["resident"],
                "of it after `import spacy`": version.loaded["before"],
                "`spacy.load`, s of CPU": version.loaded["load"],
            }
            for version in versions
        ]
        tables = [table("Memory and start", names, loaded)]
        for what, title in (
            ("one sentences", "ms a sentence, one by one"),
            ("pipe sentences", "ms a sentence, in a batch"),
            ("pipe paragraphs", "ms a paragraph, in batches of 128"),
        ):
            kind = what.split()[1]
            measured = with_shared(least(versions, what, arguments.rounds))
            tables.append(table(f"{title} ({len(inputs[kind])} {kind})", names, measured))
        for version in versions:
            version.close()
    publish("speed", "The shipped pipeline", tables, keep=arguments.record)
