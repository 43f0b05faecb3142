"""The commands that a soak runs, their invented inputs, and what they wrote."""

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pyarrow.parquet as pq
from gene_tables import HEADER
from jats_files import cite, citing, jats, section
from libraries import citances

_ANIMALS = "frogs newts toads otters herons beetles p53 Chk1 BRCA1 TNF".split()
_DEEDS = "bind inhibit wake phosphorylate watch eat activate need".split()
_ARTICLES, _TEXTS, _GENES = 10, 160, 3000
OUT = "OUT"  # in arguments: the folder of the outputs


class Command(NamedTuple):
    """A command: its name, its arguments with OUT for the folder, and what it writes there."""

    name: str
    arguments: tuple[str, ...]
    outputs: tuple[str, ...]

    def line(self, folder: Path) -> list[str]:
        """Return the arguments of the program for outputs in a folder."""
        return [self.name, *(argument.replace(OUT, str(folder)) for argument in self.arguments)]

    def __str__(self) -> str:
        return " ".join([self.name, *self.arguments])


def _command(text: str, *outputs: str) -> Command:
    name, *arguments = text.split()
    return Command(name, tuple(arguments), outputs)


COMMANDS = (
    _command("annotate texts.jsonl --n-process 1 -o OUT/out.jsonl", "out.jsonl"),
    _command("align groups.jsonl --n-process 1 -o OUT/out.jsonl", "out.jsonl"),
    _command("report articles -o OUT/out.html", "out.html", "out.jsonl"),
    _command("citances articles --n-process 1 -o OUT/out.jsonl", "out.jsonl"),
    _command("evidence articles --cited cited.xml -o OUT/out.jsonl", "out.jsonl"),
    _command(
        "sentences cited.xml articles/1.xml --html OUT/out.html --jsonl OUT/out.jsonl",
        "out.html",
        "out.jsonl",
    ),
    _command("annotate texts.jsonl --n-process 2 --tokens -o OUT/out.jsonl", "out.jsonl"),
    _command(
        "align groups.jsonl --n-process 2 --method schwartz -o OUT/out.jsonl",
        "out.jsonl",
    ),
    _command("report articles cited.xml --evidence -o OUT/out.html", "out.html", "out.jsonl"),
    _command("columns texts.jsonl --html OUT/out.html", "out.html"),
    _command("export aligned.jsonl -o OUT/out.csv", "out.csv", "out.statements.csv"),
    _command("gene-ids genes.gene_info -o OUT/out.table", "out.table"),
    _command("annotate texts.jsonl --n-process 2 -o OUT/out.parquet", "out.parquet"),
    _command("citances articles --n-process 2 --sentence-before -o OUT/out.jsonl", "out.jsonl"),
    _command("report groups.jsonl --n-process 2 -o OUT/out.html", "out.html", "out.jsonl"),
    _command("export aligned.jsonl -o OUT/out.jsonld", "out.jsonld"),
    _command("convert tags.conllu OUT/out.spacy --reader citalign.CoNLLU.v1", "out.spacy"),
    _command("annotate texts.jsonl --n-process 1 -o OUT/out.spacy", "out.spacy"),
    _command("demo -o OUT/demo", "demo/report.html", "demo/report.jsonl"),
    _command("export annotated.jsonl -o OUT/out.zip", "out.zip"),
    _command("annotate texts.jsonl --shard 2/3 --n-process 1 -o OUT/out.jsonl", "out.jsonl"),
    _command("export aligned.jsonl -o OUT/out.bib", "out.bib"),
    _command("library add OUT/out.calg articles --n-process 2", "out.calg"),
    _command("library add OUT/out.calg groups.jsonl", "out.calg"),
    _command("ask pond.calg pmid:11 --html OUT/out.html", "out.html"),
    _command("verify claims.jsonl -o OUT/out.jsonl --html OUT/out.html", "out.jsonl", "out.html"),
)
# Inputs that other commands make, each with what makes it.
PREPARED = (
    ("groups.jsonl", ("citances", "articles")),
    ("aligned.jsonl", ("align", "groups.jsonl")),
    ("annotated.jsonl", ("annotate", "texts.jsonl")),
    ("pond.calg", ("library", "add", "pond.calg", "articles")),
)


def written(command: Command, folder: Path) -> Mapping[str, bytes]:
    """Return the content of each output that is there; of tables and libraries that of rows."""
    found = {}
    for name in command.outputs:
        path = folder / name
        if path.is_dir():
            parts = sorted(path.glob("*.parquet"))
            found[name] = repr([row for part in parts for row in _rows(part)]).encode()
        elif path.suffix == ".calg" and path.exists():
            found[name] = repr(citances(path)).encode()
        elif path.exists():
            found[name] = path.read_bytes()
    return found


def _rows(part: Path) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = pq.read_table(part).to_pylist()
    return rows


def write_inputs(folder: Path, chance: random.Random) -> None:
    """Write articles that cite each other's works, the cited article, texts, genes and a corpus."""
    folder.mkdir()
    (folder / "articles").mkdir()
    for number in range(_ARTICLES):
        marks = [f"r{1 + place % 3}" for place in range(9)]
        sentences = [citing(mark, _sentence(chance)) for mark in marks]
        sentences.insert(3, f"This was seen before ({cite('r1', 'Yan, 2004')}).")
        body = section("Results", " ".join(sentences[:5]), " ".join(sentences[5:]))
        (folder / "articles" / f"{number}.xml").write_bytes(jats(body, pmid=str(900 + number)))
    cited = jats(
        section("Results", *(_sentence(chance) for _ in range(30))), pmid="11", title="Frogs awake"
    )
    (folder / "cited.xml").write_bytes(cited)
    rows = [" ".join(_sentence(chance) for _ in range(chance.randint(1, 6))) for _ in range(_TEXTS)]
    lines = [f'{{"id": {number}, "text": "{text}"}}\n' for number, text in enumerate(rows)]
    (folder / "texts.jsonl").write_text("".join(lines), encoding="utf-8")
    source = " ".join(rows[:40])
    claims = [{"claim": _sentence(chance), "text": source} for _ in range(_ARTICLES)]
    lines = [f"{json.dumps(claim)}\n" for claim in claims]
    (folder / "claims.jsonl").write_text("".join(lines), encoding="utf-8")
    (folder / "genes.gene_info").write_text(_genes(chance), encoding="utf-8")
    (folder / "tags.conllu").write_text(_tagged(chance), encoding="utf-8")


def _sentence(chance: random.Random) -> str:
    first, second, third = chance.sample(_ANIMALS, 3)
    deed, other = chance.sample(_DEEDS, 2)
    ponds = chance.randint(2, 90)
    return f"We found that {first} {deed} {second} and {other} {third} in {ponds} ponds."


def _genes(chance: random.Random) -> str:
    lines = [HEADER]
    for number in range(1, _GENES + 1):
        symbol = f"Frog{chance.randint(1, 10**6)}"
        lines.append(f"10116\t{number}\t{symbol}\t{symbol}a|Fr{number}\tfrog {number}\tncRNA\t-")
    return "\n".join([*lines, ""])


def _tagged(chance: random.Random) -> str:
    blocks = []
    for _ in range(600):
        words = [(chance.choice(_ANIMALS), "NNS"), (chance.choice(_DEEDS), "VBP"), (".", ".")]
        lines = [
            f"{place}\t{word}\t{word}\tX\t{tag}\t_\t0\troot\t_\t_"
            for place, (word, tag) in enumerate(words, 1)
        ]
        blocks.append("\n".join([*lines, ""]))
    return "\n".join([*blocks, ""])
