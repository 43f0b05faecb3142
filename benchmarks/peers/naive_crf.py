"""The peer "plain CRF": sklearn-crfsuite with features that Python builds as dictionaries.

``python -m benchmarks.peers.naive_crf train MODEL`` trains it on BC2GM train and writes one file in
CRFsuite's format; ``... test MODEL`` scores one. The features are in the manner of the library's
tutorial: word, lower case, shape, prefixes and suffixes, of the token and of two on either side,
and pairs of neighbouring words. No part-of-speech tags, no lexicon, one model read from left to
right, one core. The pairs and the penalty were chosen on a fifth of the train split.
"""

import argparse
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from spacy_citalign.corpora.bc2gm import Sentence

from ..common import bytes_on_disk, peak_memory, read_genes, score_genes

WINDOW = (-2, -1, 0, 1, 2)
AFFIXES = (1, 2, 3, 4)
L2_PENALTY = 1.0
MAX_ITERATIONS = 150
# Runs of letters and digits, and single other characters: no gold mention of BC2GM begins or ends
# inside one.
_TOKEN = re.compile(r"[A-Za-z0-9]+|[^\sA-Za-z0-9]")
_SHAPES = ((re.compile("[A-Z]"), "A"), (re.compile("[a-z]"), "a"), (re.compile("[0-9]"), "0"))
_RUNS = re.compile(r"(.)\1+")

Features = dict[str, str | bool]


class Tokens(NamedTuple):
    """The words of a sentence and their half-open character spans."""

    words: list[str]
    spans: list[tuple[int, int]]


def tokenize(text: str) -> Tokens:
    """Split a sentence.

    >>> tokenize("the IL-2 gene").words
    ['the', 'IL', '-', '2', 'gene']
    """
    matches = list(_TOKEN.finditer(text))
    return Tokens([match[0] for match in matches], [match.span() for match in matches])


def shape(word: str) -> str:
    """Letters by case, digits as 0.

    >>> shape("p53"), shape("Bcl2")
    ('a00', 'Aaa0')
    """
    for pattern, sign in _SHAPES:
        word = pattern.sub(sign, word)
    return word


def token_features(words: Sequence[str]) -> list[Features]:
    """The features of every token, those of its neighbours included."""
    own: list[Features] = []
    for word in words:
        shaped = shape(word)
        features: Features = {
            "word": word,
            "lower": word.lower(),
            "shape": shaped,
            "runs": _RUNS.sub(r"\1", shaped),
        }
        for size in AFFIXES:
            features[f"prefix{size}"] = word[:size]
            features[f"suffix{size}"] = word[-size:]
        own.append(features)
    result = []
    for position in range(len(words)):
        features = {"bias": True}
        for offset in WINDOW:
            if 0 <= position + offset < len(words):
                for name, value in own[position + offset].items():
                    features[f"{offset}:{name}"] = value
            else:
                features[f"{offset}:none"] = True
        for first in WINDOW[:-1]:
            if 0 <= position + first < len(words) - 1:
                pair = (own[position + first]["lower"], own[position + first + 1]["lower"])
                features[f"{first}:pair"] = "{} {}".format(*pair)
        result.append(features)
    return result


def gold_labels(sentence: Sentence, tokens: Tokens) -> list[str]:
    """B, I and O for the mentions, the longest of overlapping ones."""
    labels = ["O"] * len(tokens.words)
    for start, end in sorted(sentence.mentions, key=lambda span: span[0] - span[1]):
        inside = [
            number for number, span in enumerate(tokens.spans) if span[0] < end and span[1] > start
        ]
        if all(labels[number] == "O" for number in inside):
            for number in inside:
                labels[number] = "B" if number == inside[0] else "I"
    return labels


def mentions(labels: Sequence[str], tokens: Tokens) -> list[tuple[int, int]]:
    """The half-open character spans of labelled tokens.

    >>> mentions(["O", "B", "I", "I", "O"], tokenize("the IL-2 gene"))
    [(4, 8)]
    """
    found: list[tuple[int, int]] = []
    before = "O"
    for label, (start, end) in zip(labels, tokens.spans, strict=True):
        if label == "B" or (label == "I" and before == "O"):
            found.append((start, end))
        elif label == "I":
            found[-1] = (found[-1][0], end)
        before = label
    return found


def train(sentences: Sequence[Sentence], model: Path) -> None:
    """Train on ``sentences`` and write ``model``."""
    from sklearn_crfsuite import CRF

    crf = CRF(
        algorithm="lbfgs",
        c2=L2_PENALTY,
        max_iterations=MAX_ITERATIONS,
        model_filename=str(model),
    )
    tokens = [tokenize(sentence.text) for sentence in sentences]
    # A generator: all dictionaries together would take many gigabytes.
    features = (token_features(one.words) for one in tokens)
    labels = [gold_labels(*both) for both in zip(sentences, tokens, strict=True)]
    crf.fit(features, labels)


def load(model: Path) -> Any:
    """The tagger in a file that ``train`` wrote."""
    from sklearn_crfsuite import CRF

    if not model.exists():
        command = f"python -m benchmarks.peers.naive_crf train {model}"
        sys.exit(f"no model at {model}; write it with: {command}")
    return CRF(model_filename=str(model)).tagger_


def predict(tagger: Any, sentences: Iterable[Tokens]) -> Iterator[list[tuple[int, int]]]:
    """The mentions of each sentence as half-open character spans."""
    for tokens in sentences:
        yield mentions(tagger.tag(token_features(tokens.words)), tokens)


def main() -> None:
    """Train or test."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=["train", "test"])
    parser.add_argument("model", type=Path, help="the CRFsuite file to write or to read")
    args = parser.parse_args()
    if args.action == "train":
        args.model.parent.mkdir(parents=True, exist_ok=True)
        started = time.process_time()
        train(read_genes("train"), args.model)
        print(
            f"trained in {time.process_time() - started:.0f} s of one core, "
            f"{peak_memory() / 1e6:.0f} MB; {bytes_on_disk(args.model) / 1e6:.1f} MB on disk"
        )
    else:
        test = read_genes("test")
        found = predict(load(args.model), (tokenize(sentence.text) for sentence in test))
        scores = score_genes(test, {s.id: spans for s, spans in zip(test, found, strict=True)})
        for name, score in zip(("official", "strict"), scores, strict=True):
            print(
                f"{name}: P {score.precision:.2%} R {score.recall:.2%} F {score.f:.2%} "
                f"(TP {score.tp}, FP {score.fp}, FN {score.fn})"
            )


if __name__ == "__main__":
    main()
