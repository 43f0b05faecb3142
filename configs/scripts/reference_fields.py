"""Train the reader of references that ships.

    PYTHONPATH=. python configs/scripts/reference_fields.py FOLDER OUTPUT

FOLDER is that of the corpora: the tagged references of articles on a plant and of CRAFT's train and
dev are rendered in styles and read as they stand. Left out are the articles that PDFs are evaluated
on, and those of CRAFT whose licences do not allow it.
"""

import json
import sys
from pathlib import Path

from benchmarks.pdf.reference_examples import examples
from benchmarks.pdf.reference_training import TrainingSettings, train
from benchmarks.pdf.tagged_references import tagged_lists
from spacy_citalign.corpora.craft import craft_articles

_LICENCES = ["15917436", "16221973", "16870721", "11597317"]
_COPIES = 1


def main(folder: Path, output: Path) -> None:
    """Write the file, and print how much it was trained on."""
    without = [*(folder / "pdf_pairs" / "leave_out.txt").read_text().split(), *_LICENCES]
    splits = folder / "craft" / "splits.json"
    craft = [*craft_articles(splits, "train"), *craft_articles(splits, "dev")]
    lists = [
        *tagged_lists(folder / "articles_tulsi" / "articles.tar.xz", without=without),
        *tagged_lists(folder / "craft" / "nxml", only=craft, without=without),
    ]
    references = [reference for listed in lists for reference in listed.references]
    texts = examples(references, copies=_COPIES, seed=1)
    output.write_bytes(train(texts, TrainingSettings()).to_bytes())
    counts = {"articles": len(lists), "references": len(references), "texts": len(texts)}
    print(json.dumps(counts | {"bytes": output.stat().st_size}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
