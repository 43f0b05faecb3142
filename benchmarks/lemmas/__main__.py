"""Lemmas: the lemmatizer that ships beside the lower-cased word and WordNet's morphy.

    python -m benchmarks.lemmas

Words and tags are the treebank's; in the last column the tags are those of the tagger that ships,
on the same words. EWT and GUM are compared with capitals ("case") and without. CRAFT's lemmas were
made by a converter that lower-cases, writes digits as 0 and numerals as #crd#: capitals do not
count there, and words with digits and numerals are left out. "Unknown" are words, with their tags,
that the training treebank does not have. spaCy's own rule lemmatizer is measured where the package
spacy-lookups-data, which has its tables, is installed.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from typing import NamedTuple

from ..common import ONE_THREAD, data_folder, last_core, pin_to, treebank
from ..recording import Table, add_record_option, publish

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from spacy_citalign.components.base.shipped import shipped_model
from spacy_citalign.components.readers.gold_docs import treebank_doc, without_annotations
from spacy_citalign.lemmas.edits import folded
from spacy_citalign.lemmas.model import Lemmatizer
from spacy_citalign.tags.model import TagModel
from spacy_citalign.tags.universal import UNIVERSAL, UniversalTagger
from spacy_citalign.words.hashing import Strings
from spacy_citalign.words.shape import shapes

from .morphy import Morphy

CORPORA = {"ewt": "EWT", "gum": "GUM", "craft": "CRAFT"}
OURS = "suffix_lemmatizer"
PASSES = 5
Lemmatize = Callable[[Sequence[str], Sequence[str]], list[str]]


class GoldWord(NamedTuple):
    """A word, its Penn tag, the tag that the tagger gives it, and its lemma."""

    word: str
    tag: str
    own_tag: str
    lemma: str


class Counts(NamedTuple):
    """Right lemmas: with and without capitals, of unknown words, and with the tagger's tags."""

    words: int
    cased: int
    right: int
    unknown: int
    unknown_right: int
    own_tags: int


def gold_words(corpus: str, split: str, tagger: Language) -> list[GoldWord]:
    """The words of a corpus that have lemmas to compare with."""
    words = []
    for document in treebank(corpus, split):
        gold = treebank_doc(tagger.vocab, document)
        tagged = tagger(without_annotations(gold, sentences=True))
        for token, own in zip(gold, tagged, strict=True):
            if token.lemma_ and not token.is_space and (corpus != "craft" or is_kept(token)):
                words.append(GoldWord(token.text, token.tag_, own.tag_, token.lemma_))
    return words


def is_kept(token: spacy.tokens.Token) -> bool:
    """Whether the converter of CRAFT left a word's letters as they are."""
    digits = any(map(str.isdigit, token.text))
    return not digits and token.tag_ != "CD" and "#" not in token.lemma_


def count(words: Sequence[GoldWord], lemmatize: Lemmatize, known: set[tuple[str, str]]) -> Counts:
    """Count right lemmas."""
    forms = [word.word for word in words]
    found = lemmatize(forms, [word.tag for word in words])
    own = lemmatize(forms, [word.own_tag for word in words])
    rows = [
        (
            lemma == word.lemma,
            lemma.lower() == word.lemma.lower(),
            (folded(word.word), word.tag) not in known,
            other.lower() == word.lemma.lower(),
        )
        for word, lemma, other in zip(words, found, own, strict=True)
    ]
    return Counts(
        len(rows),
        sum(cased for cased, *_ in rows),
        sum(right for _, right, *_ in rows),
        sum(new for _, _, new, _ in rows),
        sum(right and new for _, right, new, _ in rows),
        sum(other for *_, other in rows),
    )


def lower_cased(words: Sequence[str], tags: Sequence[str]) -> list[str]:
    """The word in small letters; proper nouns as they are."""
    return [
        word if tag.startswith("NNP") else word.lower()
        for word, tag in zip(words, tags, strict=True)
    ]


def spacy_rules() -> Lemmatize:
    """spaCy's rule lemmatizer with the tables of spacy-lookups-data, on universal tags of ours."""
    nlp = spacy.blank("en")
    lemmatizer = nlp.add_pipe("lemmatizer", config={"mode": "rule"})
    lemmatizer.initialize()
    model = TagModel.from_bytes(shipped_model("perceptron_tagger"))
    numbers = {tag: number for number, tag in enumerate(model.tags)}
    universal = UniversalTagger(model.universal)

    def lemmatize(words: Sequence[str], tags: Sequence[str]) -> list[str]:
        lower = shapes(Strings(words)).lower
        pos = universal(lower, np.array([numbers.get(tag, 0) for tag in tags]))
        names = [UNIVERSAL[code] for code in pos.tolist()]
        doc = Doc(nlp.vocab, words=list(words), tags=list(tags), pos=names)
        return [token.lemma_ for token in lemmatizer(doc)]

    return lemmatize


def systems(nlp: Language) -> Iterator[tuple[str, Lemmatize]]:
    """What is compared, with names."""
    yield OURS, Lemmatizer(nlp.get_pipe(OURS).fitted_model())
    yield "lower-cased word", lower_cased
    yield "morphy, WordNet", Morphy(data_folder() / "wordnet" / "senses.tsv")
    if find_spec("spacy_lookups_data"):
        yield "spaCy's rules", spacy_rules()


def share(part: int, whole: int) -> str:
    """A percentage with two decimals."""
    return f"{100 * part / max(whole, 1):.2f}"


def accuracies(nlp: Language, split: str) -> Table:
    """The table of accuracies."""
    known = {
        (folded(document.text[word.start : word.end]), word.tag)
        for part in ("train", "dev" if split == "test" else "train")
        for document in treebank("ewt", part)
        for word in document.words
    }
    rows = []
    for corpus, title in CORPORA.items():
        words = gold_words(corpus, split, nlp)
        for name, lemmatize in systems(nlp):
            counts = count(words, lemmatize, known)
            rows.append(
                [
                    f"{title} {split}, {name}",
                    f"{counts.words:,}",
                    "-" if corpus == "craft" else share(counts.cased, counts.words),
                    share(counts.right, counts.words),
                    f"{counts.unknown:,}",
                    share(counts.unknown_right, counts.unknown),
                    share(counts.own_tags, counts.words),
                ]
            )
    columns = ["corpus, system", "words", "case", "no case", "unknown", "no case", "own tags"]
    return Table("Right lemmas, per cent", columns, rows)


def speed(nlp: Language) -> Table:
    """The table of speeds, of the component on tagged Docs of CRAFT test, one core."""
    docs = []
    for document in treebank("craft", "test"):
        docs.append(without_annotations(treebank_doc(nlp.vocab, document), tags=True))
    size = sum(map(len, docs))
    component = nlp.get_pipe(OURS)
    seconds = []
    for _ in range(1 + PASSES):
        copies = [doc.copy() for doc in docs]
        start = time.perf_counter()
        for _ in component.pipe(copies):
            pass
        seconds.append(time.perf_counter() - start)
    warm = statistics.median(seconds[1:])
    row = [OURS, f"{size / seconds[0]:,.0f}", f"{size / warm:,.0f}"]
    bytes_ = len(component.to_bytes())
    notes = [f"Its model has {bytes_:,} bytes."]
    return Table("Speed", ["system", "tokens/s, cold", "warm"], [row], notes)


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--split", choices=["dev", "test"], default="test")
    add_record_option(parser)
    args = parser.parse_args()
    pin_to(last_core())
    nlp = spacy.load("spacy_citalign", enable=["perceptron_tagger", OURS])
    tables = [speed(nlp), accuracies(nlp, args.split)]  # speed first, while the process is cold
    publish("lemmas", "The lemmatizer that ships", tables, keep=args.record)


if __name__ == "__main__":
    main()
