"""The paper's gene mention experiments: its features and strategies beside its Tables 2 to 4.

    python benchmarks/genes_paper.py train DIR [--dictionary hgnc.tsv]
    python benchmarks/genes_paper.py test DIR/model-last

``train`` runs the package's own training config with the features of Hsu et al. (2008), Table 1,
PartOfSpeech by the shipped tagger; all weights are kept. ``test`` marks the
5,000 sentences of BioCreative II test with each strategy of section 2.3. The paper's inside test
(Table 2: 10,000 sentences to train, 5,000 to test, drawn at random) is not repeated here.
"""

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Any

from common import ROOT, data_folder, markdown_table, read_genes, score_genes
from spacy_citalign.corpora.bc2gm import Sentence, to_official
from spacy_citalign.genes.parts_of_speech import PartsOfSpeech
from spacy_citalign.genes.scoring import Score, differing

# Official P, R, F in percent as printed in the paper: Table 3, and Table 6 for single models.
PAPER = {
    "forward": "88.79 82.99 85.79",
    "backward": "88.76 83.72 86.16",
    "union": "86.10 87.08 86.58",
    "intersection": "",
    "n_best": "",
    "n_best + dictionary": "89.30 84.49 86.83",
    "sum": "",
}
PAPER_DIFFERENCE = {"tp": 1028, "fp": 477}  # Table 4, Mallet
Predictions = dict[str, list[tuple[int, int]]]


def train(folder: Path, dictionary: Path) -> None:
    """Train forward, backward and HMM-style models of the paper's features on BC2GM train."""
    from spacy.util import load_config

    corpus = data_folder() / "bc2gm"
    config = load_config(ROOT / "configs" / "gene_mention_tagger.cfg")
    config["nlp"]["pipeline"] = ["perceptron_tagger", "gene_mention_tagger"]
    config["components"]["perceptron_tagger"] = {
        "factory": "perceptron_tagger",
        "weights": "shipped",
    }
    config["initialize"]["before_init"] = {"@callbacks": "citalign.ScientificTokenizer.v1"}
    settings = {"features": "hsu2008+pos", "without_evidence": [], "prune": 0.0}
    config["initialize"]["components"]["gene_mention_tagger"].update(settings)
    folder.mkdir(parents=True, exist_ok=True)
    config.to_disk(folder / "train.cfg")
    command = [
        *(sys.executable, "-m", "spacy", "train", str(folder / "train.cfg")),
        *("--output", str(folder)),
        *("--paths.train", str(corpus / "train.in"), "--paths.dev", str(corpus / "test.in")),
        *("--paths.dictionary", str(dictionary)),
    ]
    subprocess.run(command, check=True)


def part_of_speech_tags(sentences: list[Sentence]) -> list[PartsOfSpeech]:
    """The tags that the shipped pipeline gives the sentences."""
    import spacy

    from spacy_citalign.components.words import parts_of_speech

    nlp = spacy.load("spacy_citalign", enable=["perceptron_tagger"])
    docs = nlp.pipe(sentence.text for sentence in sentences)
    return [part for doc in docs for part in parts_of_speech(doc, [(0, len(doc.text))])]


def mark(
    sentences: list[Sentence],
    model: Any,
    parts: list[PartsOfSpeech] | None = None,
    **settings: Any,
) -> Predictions:
    """Mark the sentences with one strategy; ``parts`` are their tags, if the model reads tags."""
    from spacy_citalign.genes.tagger import GeneTagger, Integration

    tagger = GeneTagger(model, Integration(**settings))
    found = tagger([sentence.text for sentence in sentences], parts)
    return {
        sentence.id: [(mention.start_char, mention.end_char) for mention in mentions]
        for sentence, mentions in zip(sentences, found, strict=True)
    }


def strategies(sentences: list[Sentence], model: Any) -> dict[str, Predictions]:
    """Mark with every row of the table; all but ``sum`` are the paper's."""
    from dataclasses import replace

    pair = ("forward", "backward")
    plain = replace(model, dictionary=None)
    parts = part_of_speech_tags(sentences)
    found = {name: mark(sentences, plain, parts, strategy=name) for name in pair}
    for name in ("union", "intersection", "n_best"):
        found[name] = mark(sentences, plain, parts, strategy=name, models=pair)
    if model.dictionary is not None:
        found["n_best + dictionary"] = mark(sentences, model, parts, strategy="n_best", models=pair)
    found["sum"] = mark(sentences, plain, parts, strategy="sum", models=pair)
    found["hmm"] = mark(sentences, plain, parts, strategy="hmm")
    found["sum with hmm"] = mark(sentences, plain, parts, strategy="sum")
    return found


def table(scores: dict[str, tuple[Score, Score]]) -> str:
    """Official and strict scores in percent, the paper's figures beside them."""
    header = ["strategy", "P", "R", "F", "strict F", "alternative TP %", "paper P", "R", "F"]
    rows = []
    for name, (official, strict) in scores.items():
        ratios = [official.precision, official.recall, official.f, strict.f]
        share = official.alternative_tp / max(1, official.tp)
        paper = (PAPER.get(name) or "- - -").split()
        rows.append([name, *(f"{100 * x:.2f}" for x in (*ratios, share)), *paper])
    return markdown_table(header, rows)


def test(folder: Path) -> None:
    """Print the tables."""
    model_file = folder / "gene_mention_tagger" / "model"
    if not model_file.exists():
        sys.exit(f"no model in {folder}; train it with `{Path(sys.argv[0])} train DIR`")
    from spacy_citalign.genes.model import GeneModel

    sentences = read_genes("test")
    found = strategies(sentences, GeneModel.from_bytes(model_file.read_bytes()))
    scores = {name: score_genes(sentences, spans) for name, spans in found.items()}
    print(table(scores))
    texts = {sentence.id: sentence.text for sentence in sentences}

    def official(spans: Predictions) -> Predictions:
        return {
            key: [to_official(texts[key], *one) for one in listed] for key, listed in spans.items()
        }

    different = differing(
        official({s.id: s.mentions for s in sentences}),
        official({s.id: s.alternatives for s in sentences}),
        official(found["forward"]),
        official(found["backward"]),
    )
    gain = 100 * (scores["backward"][0].f - scores["forward"][0].f)
    print("\nForward and backward differ in (Table 4; the paper's Mallet models in brackets):")
    print(
        f"TP {different.tp} ({PAPER_DIFFERENCE['tp']}), FP {different.fp} "
        f"({PAPER_DIFFERENCE['fp']}), F {gain:+.2f} (+0.47)"
    )


def main() -> None:
    """Train or test."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("step", choices=["train", "test"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dictionary", type=Path, default=data_folder() / "hgnc" / "hgnc.tsv")
    args = parser.parse_args()
    train(args.folder, args.dictionary) if args.step == "train" else test(args.folder)


if __name__ == "__main__":
    main()
