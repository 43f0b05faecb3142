"""Part-of-speech tags: the pipeline that ships beside spaCy's CNN tagger, same training words.

    python -m benchmarks.peers.train_spacy_tags training/spacy_tags    # once, an hour
    python -m benchmarks.tags --spacy-tags training/spacy_tags/model

"Gold words" gives both taggers the treebank's words and sentences and counts Penn tags that are
right. "Own words" gives them the text: each pipeline makes its own tokens (and ours its sentences);
a token counts if exactly its characters are a gold word with that tag, and F is of precision and
recall. "Unknown" are words, as they are written, that the training treebanks do not have. Speed is
that of the component on Docs with gold words, one core, both in turn, medians; "cold" is the first
pass of a process.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ..common import ONE_THREAD, last_core, pin_to, treebank
from ..recording import Table, add_record_option, publish

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.components.readers.gold_docs import treebank_doc
from spacy_citalign.corpora.conllu import TreebankText

CORPORA = {"craft": "CRAFT", "ewt": "EWT", "gum": "GUM"}
OURS, CNN = "spacy-citalign", "spaCy CNN tagger"
TAGGERS = {OURS: ["perceptron_tagger"], CNN: ["tok2vec", "tagger"]}
PASSES = 5
SOME = 100_000  # words that the speed is measured on


class Counts(NamedTuple):
    """Right tags of all words, and of unknown ones."""

    words: int
    right: int
    unknown: int
    unknown_right: int


def known_words() -> frozenset[str]:
    """The words of the training treebanks."""
    return frozenset(
        document.text[word.start : word.end]
        for corpus in ("craft", "ewt")
        for split in ("train", "dev")
        for document in treebank(corpus, split)
        for word in document.words
    )


def without_annotations(nlp: Language, document: TreebankText) -> Doc:
    """A Doc with the gold words and sentence starts."""
    gold = treebank_doc(nlp.vocab, document)
    words = [token.text for token in gold]
    spaces = [bool(token.whitespace_) for token in gold]
    starts = [bool(token.is_sent_start) for token in gold]
    return Doc(nlp.vocab, words=words, spaces=spaces, sent_starts=starts)


def on_gold_words(
    nlp: Language, documents: Sequence[TreebankText], known: frozenset[str]
) -> Counts:
    """Count right tags on gold words."""
    words = right = unknown = unknown_right = 0
    docs = nlp.pipe((without_annotations(nlp, document) for document in documents), batch_size=32)
    for document, doc in zip(documents, docs, strict=True):
        tokens = [token for token in doc if not token.is_space]
        for token, word in zip(tokens, document.words, strict=True):
            good = token.tag_ == word.tag
            new = token.text not in known
            words, right = words + 1, right + good
            unknown, unknown_right = unknown + new, unknown_right + (new and good)
    return Counts(words, right, unknown, unknown_right)


def on_own_words(nlp: Language, documents: Sequence[TreebankText]) -> float:
    """F of tagged tokens that the pipeline finds in the texts."""
    given = found = both = 0
    docs = nlp.pipe((document.text for document in documents), batch_size=32)
    for document, doc in zip(documents, docs, strict=True):
        gold = {(word.start, word.end, word.tag) for word in document.words}
        own = {(t.idx, t.idx + len(t.text), t.tag_) for t in doc if not t.is_space}
        given, found, both = given + len(own), found + len(gold), both + len(gold & own)
    return 2 * both / (given + found)


def timed(nlp: Language, make: Callable[[], Iterable[Doc]]) -> float:
    """Seconds that the pipeline's components take on new Docs."""
    docs = list(make())
    start = time.perf_counter()
    for _ in nlp.pipe(docs, batch_size=256):
        pass
    return time.perf_counter() - start


def speeds(pipelines: dict[str, Language]) -> dict[str, tuple[float, float]]:
    """Tokens a second of each system, cold and warm."""
    documents = []
    size = 0
    for document in treebank("craft", "test"):
        documents.append(document)
        size += len(document.words)
        if size > SOME:
            break
    seconds: dict[str, list[float]] = {name: [] for name in pipelines}
    for _ in range(1 + PASSES):
        for name, nlp in pipelines.items():
            seconds[name].append(
                timed(nlp, lambda nlp=nlp: (without_annotations(nlp, d) for d in documents))
            )
    return {name: (size / s[0], size / statistics.median(s[1:])) for name, s in seconds.items()}


def tagging_only(name: str, pipeline: str) -> Language:
    """The pipeline with nothing but what tags."""
    nlp = spacy.load(pipeline)
    for other in [other for other in nlp.pipe_names if other not in TAGGERS[name]]:
        nlp.remove_pipe(other)
    return nlp


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pipeline", default="spacy_citalign")
    parser.add_argument("--spacy-tags", type=Path, help="what train_spacy_tags.py wrote")
    add_record_option(parser)
    args = parser.parse_args()
    pin_to(last_core())
    paths = {OURS: args.pipeline}
    if args.spacy_tags:
        paths[CNN] = str(args.spacy_tags)
    pipelines = {name: tagging_only(name, path) for name, path in paths.items()}
    speed = speeds(pipelines)  # first, while the processes are cold
    known = known_words()
    rows = []
    for corpus, title in CORPORA.items():
        documents = list(treebank(corpus, "test"))
        for name, nlp in pipelines.items():
            counts = on_gold_words(nlp, documents, known)
            own = on_own_words(spacy.load(paths[name], exclude=["gene_mention_tagger"]), documents)
            rows.append(
                [
                    f"{title}, {name}",
                    f"{counts.words:,}",
                    f"{100 * counts.right / counts.words:.2f}",
                    f"{counts.unknown:,}",
                    f"{100 * counts.unknown_right / max(1, counts.unknown):.2f}",
                    f"{100 * own:.2f}",
                ]
            )
    header = ["corpus, system", "words", "accuracy", "unknown", "accuracy", "own words F"]
    quality = Table("Right tags", header, rows)
    base = speed.get(CNN)
    rows = [
        [name, f"{cold:,.0f}", f"{warm:,.0f}", f"{warm / base[1]:.1f}" if base else "-"]
        for name, (cold, warm) in speed.items()
    ]
    fast = Table("Speed", ["system", "tokens/s, cold", "warm", "ratio"], rows)
    title = "Part-of-speech tags: this package, spaCy's CNN `tagger`"
    publish("tags", title, [quality, fast], keep=args.record)


if __name__ == "__main__":
    main()
