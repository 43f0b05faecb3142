"""Write the pairs of texts from which the shipped sentence aligner learns.

    python configs/scripts/verse_pairs.py FOLDER OUTPUT

FOLDER is that of the corpora. A pair a line, as ``spacy_citalign.corpora.text_pairs`` reads them:
drafts of essays (ArgRewrite), but for the fifth of the essays that is held out for testing; and the
gospel of Mark in two translations, in pieces of 40 verses, of which the same verses are linked. The
other gospels are held out.
"""

import csv
import hashlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from spacy_citalign.corpora.json_lines import read_json_lines

DRAFTS = "wiki_manual/argrewrite2.jsonl"
WANTED = "a file of pairs of drafts in JSON Lines"
BOOK, PIECE = "Mark", 40

Verses = dict[tuple[int, int], str]


def held_out(groups: Iterable[str]) -> set[str]:
    """Return the last fifth of the groups by the MD5 of their names: what is tested on."""

    def by_digest(group: str) -> str:
        return hashlib.md5(group.encode(), usedforsecurity=False).hexdigest()

    ordered = sorted(set(groups), key=by_digest)
    return set(ordered[4 * len(ordered) // 5 :])


def draft_pairs(folder: Path) -> list[dict[str, Any]]:
    """Return the pairs of drafts that are not held out, in the order of the file."""
    shape = "a pair of drafts a line"
    pairs = list(read_json_lines(folder / DRAFTS, lambda row, _: row, wanted=WANTED, shape=shape))
    test = held_out(pair["group"] for pair in pairs)
    keys = ("id", "lang", "a", "b", "links")
    return [{key: pair[key] for key in keys} for pair in pairs if pair["group"] not in test]


def read_verses(file: Path) -> dict[str, Verses]:
    """Read the verses of a translation: by book, then by chapter and verse."""
    books: dict[str, Verses] = {}
    with file.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            place = int(row["chapter"]), int(row["verse"])
            books.setdefault(row["book"], {})[place] = row["text"]
    return books


def verse_pairs(folder: Path, book: str = BOOK, size: int = PIECE) -> list[dict[str, Any]]:
    """Return the verses that two translations of a book share, in pieces of so many."""
    names = ("kjv", "web")
    first, second = (read_verses(folder / "gospels" / f"{name}.tsv")[book] for name in names)
    places = [place for place in first if place in second]
    pairs = []
    for start in range(0, len(places), size):
        piece = places[start : start + size]
        pairs.append(
            {
                "id": f"{book.lower()}-{start}",
                "lang": "en",
                "a": [first[place] for place in piece],
                "b": [second[place] for place in piece],
                "links": [[number, number] for number in range(len(piece))],
            }
        )
    return pairs


def main(folder: Path, output: Path) -> None:
    """Write the pairs."""
    pairs = [*draft_pairs(folder), *verse_pairs(folder)]
    output.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(pair, ensure_ascii=False) for pair in pairs)
    output.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(pairs)} pairs of texts in {output}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
