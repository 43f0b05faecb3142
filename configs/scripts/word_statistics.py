"""Learn the word statistics of the citance aligner: word_statistics.py DATA OUTPUT.

Reads articles_text (the computing papers twice, for they are few) and the unlabelled abstracts.
"""

import gzip
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

from spacy_citalign.citances.knowledge.statistics import learn_statistics

ARTICLES = ("acl", "acl", "bmc-1", "bmc-2", "bmc-3", "bmc-4")


def texts(data: Path) -> Iterator[str]:
    """Yield lines of text."""
    for name in ARTICLES:
        with lzma.open(data / "articles_text" / f"{name}.txt.xz", "rt", encoding="utf-8") as lines:
            yield from lines
    abstracts = data / "unlabelled" / "medline_abstracts.txt.gz"
    with gzip.open(abstracts, "rt", encoding="utf-8") as lines:
        yield from lines


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(learn_statistics(texts(Path(sys.argv[1]))).to_bytes())
