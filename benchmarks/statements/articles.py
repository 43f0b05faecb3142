"""Citing sentences of articles that nobody annotated, each with a mark drawn to be the work's.

``articles_text`` has articles of biomedicine, with stand-ins for citations and numbers, and of
computational linguistics as they are. A sentence is named by the MD5 of its line.
"""

import hashlib
import lzma
import re
from collections.abc import Iterator

from spacy_citalign.citations.marks.finder import find_citations
from spacy_citalign.statements.clause import SentenceMark

from ..common import data_folder
from .marks import Sentence

CITED, NUMBER = "[1]", "7"  # what stands in texts for "<cit>" and "<dig>"
_YEAR = re.compile(r"\b(?:19|20)\d\d")


def citing_sentences(name: str) -> Iterator[tuple[str, Sentence]]:
    """Yield the citing sentences of a file by their names.

    Of several marks one is said to cite the work, drawn by the MD5 of the text.
    """
    with lzma.open(data_folder() / "articles_text" / f"{name}.txt.xz", "rt", encoding="utf-8") as f:
        for line in map(str.rstrip, f):
            if "<cit>" not in line and not (name == "acl" and _YEAR.search(line)):
                continue
            text = line.replace("<cit>", CITED).replace("<dig>", NUMBER)
            if name == "acl":
                spans = [(one.start, one.end) for one in find_citations(text)]
            else:
                spans = [match.span() for match in re.finditer(re.escape(CITED), text)]
            if spans:
                own = int(_md5(text), 16) % len(spans)
                yield (
                    _md5(line),
                    (text, [SentenceMark(*span, n == own) for n, span in enumerate(spans)]),
                )


def _md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()
