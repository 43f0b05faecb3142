"""Write the articles that the shipped evidence ranker learns from, of two corpora, as one.

    PYTHONPATH=. python configs/scripts/evidence_articles.py FOLDER SENTENCES OUTPUT

FOLDER is that of the corpora, SENTENCES a pipeline with a sentence_boundary_detector, which divides
the articles of evidence_bio; OUTPUT gets citances.jsonl and references.jsonl.
"""

import json
import sys
from pathlib import Path

import spacy

from benchmarks.evidence.marked_articles import read_marked_articles
from spacy_citalign.corpora.cited_articles import CitedArticleRecord, read_cited_articles


def main(folder: Path, sentences: str, output: Path) -> None:
    """Write the files, and print how many articles and citances there are."""
    nlp = spacy.load(sentences)

    def split(text: str) -> list[tuple[int, int]]:
        return [(one.start_char, one.end_char) for one in nlp(text).sents]

    records = [*read_cited_articles(folder / "scisumm" / "citances.jsonl")]
    marked = read_marked_articles(folder / "evidence_bio" / "dev.jsonl", split)
    records += [article.record() for article in marked]
    output.mkdir(parents=True, exist_ok=True)
    _write(output / "citances.jsonl", [_citances(record) for record in records])
    _write(output / "references.jsonl", [_sentences(record) for record in records])
    count = sum(len(record.citances) for record in records)
    print(json.dumps({"articles": len(records), "citances": count}))


def _write(path: Path, rows: list[dict[str, object]]) -> None:
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def _citances(record: CitedArticleRecord) -> dict[str, object]:
    citances = [
        {"text": one.text, "reference": [{"sids": [number + 1 for number in one.chosen]}]}
        for one in record.citances
    ]
    return {"target": record.id, "citances": citances}


def _sentences(record: CitedArticleRecord) -> dict[str, object]:
    """Return the article; sentence 0, the title, is left out when it is read."""
    sentences = [
        {"sid": number, "section": one.section, "text": one.text}
        for number, one in enumerate(record.sentences, 1)
    ]
    return {"target": record.id, "sentences": sentences}


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
