"""Turn marked texts into spaCy's files of Docs, four fifths to train on and a fifth to score.

    python scripts/convert.py TEXTS.jsonl SPANS_KEY FOLDER

A line of TEXTS.jsonl is {"text": "...", "spans": [{"start": 0, "end": 4, "label": "GENE"}]}, as
Prodigy and Doccano write them.
"""

import argparse
import json
from pathlib import Path

import spacy
from spacy.tokens import DocBin

from spacy_citalign.components.tokenizer import scientific_tokenizer

EVERY = 5  # one text of so many is for scoring


def convert(texts: Path, key: str, folder: Path) -> None:
    """Write ``train.spacy`` and ``dev.spacy`` into a folder, the spans in ``doc.spans[key]``."""
    nlp = spacy.blank("en")
    nlp.tokenizer = scientific_tokenizer(nlp.vocab)
    parts = {"train": DocBin(), "dev": DocBin()}
    with texts.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            record = json.loads(line)
            doc = nlp(record["text"])
            doc.spans[key] = [
                doc.char_span(one["start"], one["end"], one["label"], alignment_mode="expand")
                for one in record["spans"]
            ]
            parts["dev" if number % EVERY == 0 else "train"].add(doc)
    folder.mkdir(parents=True, exist_ok=True)
    for name, docs in parts.items():
        docs.to_disk(folder / f"{name}.spacy")
        print(f"{folder / name}.spacy: {len(docs)} texts")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", type=Path)
    parser.add_argument("key")
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    convert(args.texts, args.key, args.folder)
