"""Write the scientific text in which the shipped evidence ranker counts its terms.

    python configs/scripts/evidence_texts.py FOLDER OUTPUT

FOLDER is that of the corpora. A sentence a line: articles of computational linguistics, and every
fourth sentence of a part of those of biomedicine. Sentences that share seven words in a row with an
article or a citance that the ranker is evaluated on are left out.
"""

import json
import lzma
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spacy_citalign.corpora.json_lines import read_json_lines

_TEXTS = {"articles_text/acl.txt.xz": 1, "articles_text/bmc-1.txt.xz": 4}
_WORD = re.compile(r"\w+")
_TAG = re.compile(r"<\w+>")
_RUN = 7


def runs(text: str) -> set[tuple[str, ...]]:
    """Return the runs of seven words of a text."""
    words = _WORD.findall(text.lower())
    return {tuple(words[i : i + _RUN]) for i in range(len(words) - _RUN + 1)}


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file in JSON Lines."""
    yield from read_json_lines(path, lambda row, _: row, wanted="JSON Lines", shape="an object")


def evaluated(folder: Path) -> set[tuple[str, ...]]:
    """Return the runs of words of the articles and citances that are evaluated on."""
    found: set[tuple[str, ...]] = set()
    for row in rows(folder / "evidence_bio" / "dev.jsonl"):
        found |= runs(row["text"]).union(*(runs(one["text"]) for one in row["citances"]))
    folder /= "scisumm"
    for row in rows(folder / "references.jsonl"):
        found.update(*(runs(sentence["text"]) for sentence in row["sentences"]))
    for row in rows(folder / "citances.jsonl"):
        found.update(*(runs(citance["text"]) for citance in row["citances"]))
    return found


def main(folder: Path, output: Path) -> None:
    """Write the sentences, and print how many there are and how many were left out."""
    seen = evaluated(folder)
    kept = left_out = 0
    with output.open("w", encoding="utf-8", newline="\n") as file:
        for name, step in _TEXTS.items():
            with lzma.open(folder / name, "rt", encoding="utf-8") as lines:
                for number, line in enumerate(lines):
                    text = _TAG.sub(" ", line).strip()
                    if number % step or not text:
                        continue
                    if runs(text).isdisjoint(seen):
                        file.write(f"{text}\n")
                        kept += 1
                    else:
                        left_out += 1
    print(json.dumps({"sentences": kept, "left_out": left_out}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
