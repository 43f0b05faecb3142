"""What it is worth to know which sentences belong to a citation.

Annotators of CL-SciSumm gave some citances as several sentences. These are ranked as they are, and
by the sentence with the mark of citation alone, which is what is found in articles.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from spacy_citalign.corpora.cited_articles import CitedArticleRecord


def marked_sentences(file: Path) -> dict[tuple[str, str], str]:
    """Return, by article and text of a citance of several sentences, the one with its mark."""
    found = {}
    with file.open(encoding="utf-8") as lines:
        for target in map(json.loads, lines):
            for citance in target["citances"]:
                sentences, marker = citance["sentences"], citance["marker"] or ""
                marked = [one for one in sentences if marker and marker in one]
                if len(sentences) > 1:
                    found[target["target"], citance["text"]] = (marked or sentences[-1:])[0]
    return found


def shortened(
    articles: Sequence[CitedArticleRecord], marked: dict[tuple[str, str], str]
) -> list[CitedArticleRecord]:
    """Return the articles with the marked sentence in place of several."""
    return [
        article._replace(
            citances=tuple(
                citance._replace(text=marked.get((article.id, citance.text), citance.text))
                for citance in article.citances
            )
        )
        for article in articles
    ]
