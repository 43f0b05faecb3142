"""Make groups of sentences with aligned words from the concepts of the CRAFT corpus.

    python configs/scripts/craft_groups.py CRAFT_FOLDER OUTPUT.jsonl --stop-words STOPWORDS.tsv
        [--groups 400] [--size 10] [--seed-words WORD ...] [--without PMID ...]

A group is sentences of several training articles that all mention one concept, its seed; it stands
in for sentences that cite one work. Its words are those of a sentence that are neither stop words
nor single signs; words in mentions of the same concept have the same class. Written is, a group a
line,

    {"group": "craft-000", "seed": "CL:0000775", "source": "CRAFT", "gold": "concepts",
     "citances": [{"id": "craft-PMID-SENTENCE", "text": "...", "words": [[4, 13], ...],
                   "classes": [null, "CL:0000775", ...]}, ...]}

Concepts become seeds in the order of a hash of their ids, one group each, then another each, until
there are enough groups. Of the sentences that mention a seed a group gets those that mention most
of the concepts they have in common, like sentences that cite one work. No sentence is in two
groups. Equal data give equal files.
"""

import argparse
import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from spacy_citalign.corpora.craft import ConceptArticle, read_craft_concepts
from spacy_citalign.corpora.io import read_lines
from spacy_citalign.errors import CitalignError, InputError

# Three articles are not for commercial use, one states no licence.
NOT_TRAINED_ON = ("15917436", "16221973", "16870721", "11597317")
LENGTHS = range(12, 45 + 1)  # of a sentence, in words between blanks
WORDS = 8  # that a sentence has at least, stop words not counted
CONCEPTS = 2  # that it mentions at least
PER_ARTICLE = 3  # sentences of one article in a group at most
WORD = re.compile(r"[0-9A-Za-zÀ-ÿͰ-Ͽ]+(?:[.,]\d+)*")
STOP_COLUMNS = ("snowball", "pubmed")


class Sentence(NamedTuple):
    """A sentence with the classes of its words, as a citance is written; spans are half-open."""

    id: str
    article: str
    text: str
    words: list[tuple[int, int]]
    classes: list[str | None]


def read_stop_words(path: Path) -> frozenset[str]:
    """Read the words, in lower case, that the table has in one of ``STOP_COLUMNS``.

    Raises:
        InputError: the file cannot be read, or lacks a column.
    """
    rows = [line.split("\t") for _, line in read_lines(path, "a table of stop words")]
    header = rows[0] if rows else []
    missing = sorted({"word", *STOP_COLUMNS} - set(header))
    if missing:
        raise InputError(f"{path} has no column {', '.join(missing)}; give a table with a header")
    table = [dict(zip(header, row, strict=False)) for row in rows[1:]]
    return frozenset(
        row["word"].lower()
        for row in table
        if any(row.get(column) == "1" for column in STOP_COLUMNS)
    )


def canonical_words(text: str, stop_words: Collection[str]) -> list[tuple[int, int]]:
    """Return the words of a sentence that have a class or none.

    >>> canonical_words("The p53 is 2 x 1,000.", {"the", "is"})
    [(4, 7), (13, 14), (15, 20)]
    """
    return [
        match.span()
        for match in WORD.finditer(text)
        if match[0].lower() not in stop_words and (len(match[0]) > 1 or match[0].isalpha())
    ]


def sentences_of(article: ConceptArticle, stop_words: Collection[str]) -> Iterator[Sentence]:
    """Yield the sentences of an article that may be in a group.

    A word has the concept of the longest mention that shares a character with it, of several as
    long the first.
    """
    for number, (begin, stop) in enumerate(article.sentences):
        text = article.text[begin:stop]
        if len(text.split()) not in LENGTHS:
            continue
        words = canonical_words(text, stop_words)
        near = [m for m in article.mentions if m.start < stop and begin < m.end]
        near.sort(key=lambda m: m.start - m.end)  # stable: the first of equals stays first
        classes = [
            next((m.concept for m in near if m.start < begin + end and begin + start < m.end), None)
            for start, end in words
        ]
        if len(words) >= WORDS and len(set(classes) - {None}) >= CONCEPTS:
            name = f"craft-{article.id}-{number}"
            yield Sentence(name, article.id, text, words, classes)


def seeds_of(sentences: Sequence[Sentence], seed_words: Collection[str]) -> list[str]:
    """Return the concepts of the sentences, or of these words in them, in the order of a hash."""
    wanted = {word.lower() for word in seed_words}
    found = {
        concept
        for sentence in sentences
        for (start, end), concept in zip(sentence.words, sentence.classes, strict=True)
        if concept is not None and (not wanted or sentence.text[start:end].lower() in wanted)
    }
    return sorted(found, key=_hash)


def choose(seed: str, sentences: Sequence[Sentence], size: int) -> list[Sentence]:
    """Return a group of these sentences, which all mention the seed; [] where they are too few."""
    counts = Counter(concept for sentence in sentences for concept in _concepts(sentence))

    def rank(sentence: Sentence) -> tuple[int, str]:
        common = sum(counts[concept] > 1 for concept in _concepts(sentence))
        return -common, _hash(f"{seed} {sentence.id}")

    chosen: list[Sentence] = []
    articles: Counter[str] = Counter()
    for sentence in sorted(sentences, key=rank):
        if articles[sentence.article] < PER_ARTICLE:
            articles[sentence.article] += 1
            chosen.append(sentence)
    return chosen[:size] if len(chosen) >= size else []


def make_groups(
    sentences: Sequence[Sentence], seeds: Sequence[str], groups: int, size: int
) -> list[tuple[str, list[Sentence]]]:
    """Return groups with their seeds, as many as asked for or as there are."""
    mentioning: dict[str, list[Sentence]] = defaultdict(list)
    for sentence in sentences:
        for concept in _concepts(sentence):
            mentioning[concept].append(sentence)
    made: list[tuple[str, list[Sentence]]] = []
    used: set[str] = set()
    while seeds:
        productive = []
        for seed in seeds:
            left = [sentence for sentence in mentioning[seed] if sentence.id not in used]
            chosen = choose(seed, left, size)
            if chosen:
                made.append((seed, chosen))
                used |= {sentence.id for sentence in chosen}
                productive.append(seed)
            if len(made) == groups:
                return made
        seeds = productive
    return made


def _concepts(sentence: Sentence) -> set[str]:
    return {concept for concept in sentence.classes if concept is not None}


def _hash(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def _line(number: int, seed: str, sentences: Sequence[Sentence]) -> str:
    citances = [
        {"id": each.id, "text": each.text, "words": each.words, "classes": each.classes}
        for each in sentences
    ]
    group = {"group": f"craft-{number:03d}", "seed": seed, "source": "CRAFT", "gold": "concepts"}
    return json.dumps({**group, "citances": citances}, ensure_ascii=False) + "\n"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("craft", type=Path, help="folder of the CRAFT corpus")
    parser.add_argument("output", type=Path, help="file of citance groups to write")
    parser.add_argument("--stop-words", type=Path, required=True, help="table of stop words")
    parser.add_argument("--groups", type=int, default=400, help="groups at most")
    parser.add_argument("--size", type=int, default=10, help="sentences in a group")
    parser.add_argument("--seed-words", nargs="+", default=[], help="seeds are concepts of these")
    parser.add_argument("--without", nargs="*", default=NOT_TRAINED_ON, help="PMIDs to leave out")
    args = parser.parse_args()
    if args.groups < 1 or args.size < 2:
        parser.error(f"--groups {args.groups} --size {args.size}; give at least 1 and 2")
    try:
        stop_words = read_stop_words(args.stop_words)
        sentences = [
            sentence
            for article in read_craft_concepts(args.craft, "train", without=args.without)
            for sentence in sentences_of(article, stop_words)
        ]
    except CitalignError as error:
        parser.exit(1, f"{parser.prog}: {error}\n")
    made = make_groups(sentences, seeds_of(sentences, args.seed_words), args.groups, args.size)
    lines = [_line(number, seed, chosen) for number, (seed, chosen) in enumerate(made)]
    args.output.write_text("".join(lines), encoding="utf-8", newline="\n")
    articles = {sentence.article for _, chosen in made for sentence in chosen}
    print(
        f"{args.output}: {len(made)} groups of {args.size} sentences with "
        f"{len({seed for seed, _ in made})} seeds, from {len(articles)} articles and "
        f"{len(sentences)} sentences that may be in a group"
    )


if __name__ == "__main__":
    main()
