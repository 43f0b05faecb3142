"""The choices behind the shipped gene model, on training sentences held out.

    python benchmarks/genes_heldout.py [--jobs 2] [--features extended+pos]

Trains with the default settings on two thirds of BioCreative II train, by the md5 of the sentence
ids, and marks the other third with single models, their sums, and several biases. The test split is
not read. About six minutes on two cores.
"""

import argparse
import hashlib
from dataclasses import replace

from common import markdown_table, read_genes, score_genes
from genes_paper import mark, part_of_speech_tags
from spacy_citalign.corpora.bc2gm import Sentence
from spacy_citalign.genes.features import reads_tags
from spacy_citalign.genes.training import AnnotatedText, TrainingSettings, train

PAIR = ("forward", "backward")
ROWS: dict[str, dict[str, object]] = {
    "forward": {"strategy": "forward"},
    "backward": {"strategy": "backward"},
    "HMM-style, without the learned lists": {"strategy": "hmm"},
    "sum of forward and backward": {"models": PAIR},
    "sum of all three": {},
    "sum of all three, no bracket repair": {"repair": False},
    **{f"sum of all three, bias {bias}": {"begin_bias": bias} for bias in (0.2, 0.3, 0.4, 0.5)},
}


def held_out(sentence: Sentence) -> bool:
    """Whether a sentence belongs to the third that is not trained on."""
    return int(hashlib.md5(sentence.id.encode()).hexdigest(), 16) % 3 == 0


def main() -> None:
    """Train and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2, help="models trained at a time")
    parser.add_argument("--features", default=TrainingSettings.features)
    args = parser.parse_args()
    sentences = read_genes("train")
    tags = part_of_speech_tags(sentences) if reads_tags(args.features) else [None] * len(sentences)
    parts = {sentence.id: part for sentence, part in zip(sentences, tags, strict=True)}
    chosen = [sentence for sentence in sentences if not held_out(sentence)]
    texts = [AnnotatedText(s.text, s.mentions, parts[s.id]) for s in chosen]
    settings = replace(TrainingSettings(), jobs=args.jobs, features=args.features)
    model = train(texts, settings)
    rest = [sentence for sentence in sentences if held_out(sentence)]
    rest_parts = [parts[sentence.id] for sentence in rest] if reads_tags(args.features) else None
    rows = []
    for name, strategy in ROWS.items():
        official, strict = score_genes(rest, mark(rest, model, rest_parts, **strategy))
        ratios = (official.precision, official.recall, official.f, strict.f)
        rows.append([name, *(f"{100 * ratio:.2f}" for ratio in ratios)])
    print(f"{len(texts)} sentences to train, {len(rest)} held out\n")
    print(markdown_table(["system", "P", "R", "F", "strict F"], rows))


if __name__ == "__main__":
    main()
