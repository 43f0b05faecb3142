"""Tokens from text: agreement with the words of treebanks, and speed, beside other tokenizers.

    python -m benchmarks.tokens [--split dev] [--rounds 7] [--record]

Every tokenizer gets the text of whole documents. A token counts if exactly its characters are a
gold word; white space is left out. "Sentences" are those whose tokens are all right, with no others
between. "Cold" is the first pass over the texts with an empty vocabulary, "warm" the second: gold
words a second on one core, medians of rounds in which the tokenizers take turns, with the median of
the ratios to spaCy's English in the same round. The others: that tokenizer without its rule for
hyphens between letters, the change that spaCy's documentation shows; one rule, runs of letters and
digits or else single signs; scispaCy's, where it is installed.
"""

import argparse
import os
import re
import statistics
import time
import warnings
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

from ..common import ONE_THREAD, last_core, pin_to, treebank
from ..recording import Table, add_record_option, publish

os.environ.update(ONE_THREAD)  # read by the numeric libraries when spaCy imports them

import spacy
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.util import compile_infix_regex

from spacy_citalign.components.tokenizer import scientific_tokenizer
from spacy_citalign.corpora.conllu import TreebankText

CORPORA = {"craft": "CRAFT", "ewt": "EWT"}
SPACY = "spaCy English"


def hyphens_kept(nlp: Language) -> Tokenizer:
    """The tokenizer of spaCy's English without its rule for hyphens between letters."""
    tokenizer = nlp.tokenizer
    rules = [rule for rule in nlp.Defaults.infixes if "(?:-|" not in rule]
    assert len(rules) == len(nlp.Defaults.infixes) - 1
    tokenizer.infix_finditer = compile_infix_regex(rules).finditer
    return tokenizer


def scispacy_tokenizer(nlp: Language) -> Tokenizer:
    """The tokenizer of scispaCy's pipelines."""
    from scispacy.custom_tokenizer import combined_rule_tokenizer

    return combined_rule_tokenizer(nlp)


SYSTEMS: dict[str, Callable[[Language], Tokenizer]] = {
    "spacy-citalign": lambda nlp: scientific_tokenizer(nlp.vocab),
    SPACY: lambda nlp: nlp.tokenizer,
    "spaCy English, hyphens kept": hyphens_kept,
    "runs of letters, single signs": lambda nlp: Tokenizer(
        nlp.vocab, infix_finditer=re.compile(r"\w+|\S").finditer
    ),
    "scispaCy combined rules": scispacy_tokenizer,
}


def make(name: str) -> Tokenizer:
    """A tokenizer with a vocabulary of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # scispaCy's expressions have nested sets
        return SYSTEMS[name](spacy.blank("en"))


def installed_systems() -> list[str]:
    """The systems, without scispaCy's where that is missing."""
    try:
        import scispacy.custom_tokenizer  # noqa: F401
    except ImportError as error:
        print(f"scispaCy is left out: {error}\n")
        return [name for name in SYSTEMS if not name.startswith("scispaCy")]
    return list(SYSTEMS)


def agreement(tokenizer: Tokenizer, documents: Iterable[TreebankText]) -> list[float]:
    """Precision, recall and F of tokens, and the share of sentences that are right; percent."""
    right = given = wanted = sentences = perfect = 0
    for document in documents:
        tokens = [token for token in tokenizer(document.text) if not token.is_space]
        found = [(token.idx, token.idx + len(token)) for token in tokens]
        gold = [(word.start, word.end) for word in document.words]
        right += len(set(found) & set(gold))
        given += len(found)
        wanted += len(gold)
        ends = [end for _, end in found]
        starts = [start for start, _ in found]
        for first, last in document.sentences:
            sentences += 1
            # The tokens that share a character with the sentence.
            begin = bisect_left(ends, gold[first][0] + 1)
            perfect += found[begin : bisect_left(starts, gold[last - 1][1])] == gold[first:last]
    ratios = (right / given, right / wanted, 2 * right / (given + wanted), perfect / sentences)
    return [100 * ratio for ratio in ratios]


def passes(tokenizer: Tokenizer, texts: Iterable[str]) -> tuple[float, float]:
    """The processor time of a first and of a second pass, in seconds."""
    times = []
    for _ in range(2):
        start = time.process_time()
        for text in texts:
            tokenizer(text)
        times.append(time.process_time() - start)
    return times[0], times[1]


def speeds(names: Sequence[str], documents: Sequence[TreebankText], rounds: int) -> list[list[str]]:
    """The speed columns of each system, measured in turn; who begins changes with the round."""
    texts = [document.text for document in documents]
    words = sum(len(document.words) for document in documents)
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in names}
    for number in range(rounds):
        first = number % len(names)
        for name in [*names[first:], *names[:first]]:
            times[name].append(passes(make(name), texts))
    rows = []
    for name in names:
        row = []
        for which in (0, 1):
            own = [both[which] for both in times[name]]
            base = [both[which] for both in times[SPACY]]
            ratio = statistics.median(b / a for a, b in zip(own, base, strict=True))
            row += [f"{words / statistics.median(own):,.0f}", f"{ratio:.2f}"]
        rows.append(row)
    return rows


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--split", default="test", choices=["train", "dev", "test"])
    parser.add_argument("--rounds", type=int, default=7, help="how often speed is measured")
    add_record_option(parser)
    args = parser.parse_args()
    pin_to(last_core())
    names = installed_systems()
    header = ["system", "P", "R", "F", "sentences", "cold", "ratio", "warm", "ratio"]
    tables = []
    for corpus, title in CORPORA.items():
        documents = list(treebank(corpus, args.split))
        words = sum(len(document.words) for document in documents)
        caption = f"{title} {args.split}: {len(documents):,} documents, {words:,} words"
        scores = [
            [f"{percent:.2f}" for percent in agreement(make(name), documents)] for name in names
        ]
        columns = zip(names, scores, speeds(names, documents, args.rounds), strict=True)
        tables.append(
            Table(caption, header, [[name, *own, *speed] for name, own, speed in columns])
        )
    publish("tokens", "Words: agreement with gold tokens", tables, keep=args.record)


if __name__ == "__main__":
    main()
