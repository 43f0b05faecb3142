"""What it is worth to know which sentences belong to a citation.

Annotators of CL-SciSumm gave some citances as several sentences. These are ranked as they are, by
the sentence with the mark of citation alone, which is what is found in articles, and with the
sentence before it where ``citations.extent`` says that it belongs. How often one is taken that does
not belong cannot be told here; ``benchmarks.citations extent`` tells it of other texts.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from spacy_citalign.citations.marks.finder import find_citations
from spacy_citalign.citations.scope.extent import LIKELY, belongs
from spacy_citalign.corpora.cited_articles import CitedArticleRecord

Marked = dict[tuple[str, str], tuple[str, str]]


def marked_sentences(file: Path) -> Marked:
    """Return, by article and text of a citance of several sentences, two of them.

    They are the one before that with its mark, "" where there is none, and that one.
    """
    found = {}
    with file.open(encoding="utf-8") as lines:
        for target in map(json.loads, lines):
            for citance in target["citances"]:
                sentences, marker = citance["sentences"], citance["marker"] or ""
                marked = [n for n, one in enumerate(sentences) if marker and marker in one]
                if len(sentences) > 1:
                    number = (marked or [len(sentences) - 1])[0]
                    before = sentences[number - 1] if number else ""
                    found[target["target"], citance["text"]] = before, sentences[number]
    return found


def with_before(marked: Marked) -> Marked:
    """Return the sentences with marks, each behind the one before where that likely belongs."""
    return {name: ("", _extended(*pair)) for name, pair in marked.items()}


def _extended(before: str, citing: str) -> str:
    if not before or find_citations(before):
        return citing
    marks = [(mark.start, mark.end) for mark in find_citations(citing)]
    return f"{before} {citing}" if belongs(before, citing, marks) >= LIKELY else citing


def shortened(articles: Sequence[CitedArticleRecord], marked: Marked) -> list[CitedArticleRecord]:
    """Return the articles with the marked sentence in place of several."""
    return [
        article._replace(
            citances=tuple(
                citance._replace(text=marked.get((article.id, citance.text), ("", citance.text))[1])
                for citance in article.citances
            )
        )
        for article in articles
    ]
