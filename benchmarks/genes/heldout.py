"""The choices behind the shipped gene model, on training sentences held out.

    python -m benchmarks.genes heldout FOLDER/texts.txt [--features extended] [--calibrate 0.33]

Trains with the settings of configs/gene_mention_tagger.cfg on two thirds of BioCreative II train,
by the md5 of the sentence ids, and marks the other third with single models, their sums, other
strategies, and several biases. The held-out sentences are in no list and no class of words; the
test split is not read. ``texts.txt`` is what configs/scripts/gene_texts.py writes. Ten minutes on
two cores, two thirds more with ``--calibrate``, which ``stacking`` needs.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spacy_citalign.errors import CitalignError
from spacy_citalign.genes.corpus import AnnotatedSentence
from spacy_citalign.genes.features import uses
from spacy_citalign.genes.settings import Integration
from spacy_citalign.genes.training import TrainingSettings, train

from ..common import ROOT, data_folder, markdown_table, read_genes, score_genes
from .paper import mark, part_of_speech_tags
from .splits import held_out

RELATED = ("gnormplus", "nlm_gene", "biored")
PAIR = ("forward", "backward")
BIAS = 0.4
ROWS: dict[str, dict[str, Any]] = {
    "forward": {"strategy": "forward"},
    "backward": {"strategy": "backward"},
    "HMM-style, without the learned lists": {"strategy": "hmm"},
    "sum of forward and backward": {"models": PAIR},
    "sum of all three": {},
    "sum of all three, no bracket repair": {"repair_brackets": False},
    **{f"sum of all three, bias {bias}": {"begin_bias": bias} for bias in (0.2, 0.3, BIAS, 0.5)},
    "votes": {"strategy": "votes"},
    "posteriors above .4": {"strategy": "posteriors", "min_probability": 0.4},
    "stacking above .5": {"strategy": "stacking"},
}


def shipped_settings(**changed: Any) -> TrainingSettings:
    """The training settings of the shipped model, some of them changed."""
    from spacy.util import load_config

    from spacy_citalign.components.base.settings import build

    config = load_config(ROOT / "configs" / "gene_mention_tagger.cfg")
    given = config["initialize"]["components"]["gene_mention_tagger"]
    return build(TrainingSettings, given | changed)


def related_texts() -> Iterator[AnnotatedSentence]:
    """The annotated sentences of other corpora, but for the abstracts held out for testing."""
    import spacy

    from spacy_citalign.components.gene_training import annotated_texts
    from spacy_citalign.components.readers.gene_corpora import make_gene_concepts_reader

    files = [data_folder() / "concepts" / f"{name}.jsonl" for name in RELATED]
    yield from annotated_texts(make_gene_concepts_reader(files, part="train")(spacy.blank("en")))


def main() -> None:
    """Train and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", type=Path, help="unlabelled texts, one a line")
    parser.add_argument("--jobs", type=int, default=2, help="models trained at a time")
    parser.add_argument("--features", default=shipped_settings().features)
    parser.add_argument("--calibrate", type=float, default=0.0)
    args = parser.parse_args()
    sentences = read_genes("train")
    tags = part_of_speech_tags(sentences) if uses(args.features, "pos") else [None] * len(sentences)
    parts = {sentence.id: part for sentence, part in zip(sentences, tags, strict=True)}
    chosen = [sentence for sentence in sentences if not held_out(sentence)]
    settings = shipped_settings(jobs=args.jobs, features=args.features, calibrate=args.calibrate)
    model = train(
        [AnnotatedSentence(s.text, s.mentions, parts[s.id], s.alternatives) for s in chosen],
        settings,
        related=list(related_texts()),
        unlabelled=args.texts.read_text(encoding="utf-8").splitlines(),
        integration=Integration(begin_bias=BIAS),
    )
    rest = [sentence for sentence in sentences if held_out(sentence)]
    rest_parts = [parts[sentence.id] for sentence in rest] if uses(args.features, "pos") else None
    rows = []
    for name, strategy in ROWS.items():
        try:
            found = mark(rest, model, rest_parts, **strategy)
        except CitalignError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        official, strict = score_genes(rest, found)
        ratios = (official.precision, official.recall, official.f, strict.f)
        rows.append([name, *(f"{100 * ratio:.2f}" for ratio in ratios)])
    print(f"{args.features}: {len(chosen)} sentences to train, {len(rest)} held out\n")
    print(markdown_table(["system", "P", "R", "F", "strict F"], rows))
