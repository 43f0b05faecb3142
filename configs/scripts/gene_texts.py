"""Write the unlabelled texts from which the shipped gene model learns classes of words.

    python configs/scripts/gene_texts.py FOLDER OUTPUT

FOLDER is that of the corpora. One text a line: MEDLINE abstracts, abstracts of the corpora with
concepts, articles of CRAFT's training part but for four whose licences do not allow it. Left out
are abstracts of the fifth held out for testing (``corpora.gene_gold.in_test_part``).
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from spacy_citalign.corpora.concepts import read_concepts
from spacy_citalign.corpora.craft import read_craft_concepts
from spacy_citalign.corpora.gene_gold import in_test_part
from spacy_citalign.corpora.io import text_lines

CONCEPTS = ("gnormplus", "nlm_gene", "biored", "bc5cdr", "ncbi_disease")
NOT_TRAINED_ON = ("15917436", "16221973", "16870721", "11597317")


def abstracts(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the PMID and the text of every abstract, some of them twice."""
    _, *rows = text_lines([folder / "unlabelled" / "medline_abstracts.ids.tsv"])
    texts = text_lines([folder / "unlabelled" / "medline_abstracts.txt.gz"])
    yield from zip((row.split("\t")[0] for row in rows), texts, strict=True)
    for name in CONCEPTS:
        for document in read_concepts(folder / "concepts" / f"{name}.jsonl"):
            yield document.id, document.text


def main(folder: Path, output: Path) -> None:
    """Write the texts."""
    texts: dict[str, str] = {}
    for pmid, text in abstracts(folder):
        if not in_test_part(pmid):
            texts.setdefault(pmid, text)
    for article in read_craft_concepts(folder / "craft", "train", without=NOT_TRAINED_ON):
        texts[article.id] = article.text
    lines = (" ".join(text.split()) for text in texts.values())
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(texts)} texts in {output}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
