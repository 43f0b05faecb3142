"""Peak memory of the commands by the size of their input, each in a process of its own.

    python -m benchmarks.speed memory [--words 10000 100000 1000000] [--record]

Texts are the citing sentences of SciSummNet, one after the other and again; groups are of so many
of them; articles are the first ones of CRAFT. The peak is of the whole process, of which the
package and its pipeline take the part that the first row shows. Linux only.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

from ..common import ONE_THREAD, data_folder
from ..recording import Table, add_record_option, publish
from .commands import pooled_citances

_MOST = 1_000


def peak(arguments: Sequence[str | Path]) -> float:
    """Run the command, and return the most memory that its process had, in MB (10^6 bytes)."""
    line = [sys.executable, "-m", "spacy_citalign", *map(str, arguments)]
    process = os.posix_spawn(sys.executable, line, os.environ | ONE_THREAD)
    _, status, usage = os.wait4(process, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"{' '.join(line)} ended with status {status}")
    return usage.ru_maxrss * 1024 / 1e6


def text_of(sentences: Sequence[str], words: int) -> str:
    """Return a text of that many words, in paragraphs of a sentence."""
    of_all = (f"{word}" for one in cycle(sentences) for word in [*one.split(), "\n"])
    return " ".join(islice(of_all, words)).replace(" \n ", "\n")


def main() -> None:
    """Measure, print, and record if that is wanted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed memory", description=__doc__)
    parser.add_argument("--words", type=int, nargs="*", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--citances", type=int, nargs="*", default=[50, 200, 1_000])
    parser.add_argument("--articles", type=int, nargs="*", default=[5, 20, 80])
    add_record_option(parser)
    options = parser.parse_args()
    sentences = pooled_citances(_MOST)
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one = ["--n-process", "1", "--fresh", "--quiet", "--max-memory", "off"]
        source, out = folder / "in.jsonl", folder / "out.jsonl"
        source.write_text('{"text": "Frogs sleep."}\n', encoding="utf-8")
        rows.append(["annotate, two words", peak(["annotate", source, "-o", out, *one])])
        for words in options.words:
            pieces = [text_of(sentences, min(words, 140_000))] * max(1, words // 140_000)
            source.write_text(
                "".join(json.dumps({"text": text}) + "\n" for text in pieces), encoding="utf-8"
            )
            texts = "a text" if len(pieces) == 1 else f"{len(pieces)} texts"
            found = peak(["annotate", source, "-o", out, *one])
            rows.append([f"annotate, {texts} of {words:,} words in all", found])
        for count in options.citances:
            group = {"cited": {"key": "one"}, "citances": sentences[:count]}
            source.write_text(json.dumps(group) + "\n", encoding="utf-8")
            found = peak(["align", source, "-o", out, *one])
            rows.append([f"align, a group of {count:,} citances", found])
        paths = sorted((data_folder() / "craft" / "nxml").glob("*.nxml*"))
        for count in options.articles:
            found = peak(["report", *paths[:count], "-o", folder / "page.html", *one])
            rows.append([f"report, {count} articles", found])
    shown = [[what, f"{size:,.0f}"] for what, size in rows]
    publish("speed", "memory", [Table("Peak memory", ["", "MB"], shown, [])], keep=options.record)


if __name__ == "__main__":
    main()
