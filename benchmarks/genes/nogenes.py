"""What is no gene: false positives on sentences that were written for it, and in other fields.

    python -m benchmarks.genes nogenes [PIPELINE] [--choose] [--record]

``no_genes.txt`` has sentences with things that look like genes, and sentences with genes that look
the same; a gene counts as found if a mention touches it, since guidelines differ in borders. The
other texts have no genes: of the treebanks GUM (all of it, and its academic and textbook parts) and
EWT, and every twentieth article of those of the ACL Anthology. Each guideline is measured as it
ships and without ``leave_out_non_genes``. With ``--choose`` the texts are those that the rules were
chosen by: the other half of the sentences, GUM dev, EWT dev.
"""

import argparse
import lzma
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import spacy
from spacy.language import Language

from ..common import data_folder, treebank
from ..recording import Table, add_record_option, publish
from .guidelines import NEEDED

FILE = Path(__file__).with_name("no_genes.txt")
COLUMNS = ("texts, guideline", "words", "mentions", "a thousand words", "without the rules")
GENE_COLUMNS = (
    "sentences, guideline",
    "false",
    "a thousand words",
    "without the rules",
    "genes found",
    "without the rules ",
)
_MARK = re.compile(r"(\[\[.*?\]\])")
_EVERY = 20  # of the articles of the ACL Anthology


class WrittenSentence(NamedTuple):
    """A sentence and the half-open characters of its genes."""

    section: str
    text: str
    genes: list[tuple[int, int]]


def written_sentences(*, choose: bool) -> list[WrittenSentence]:
    """Return those to choose by, the first, third, ... of each section, or those to report."""
    section, number, found = "", 0, []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section, number = line[3:], 0
        elif line and not line.startswith("#"):
            number += 1
            if (number % 2 == 1) == choose:
                found.append(read_sentence(section, line))
    return found


def read_sentence(section: str, line: str) -> WrittenSentence:
    """Return a sentence out of a line with its genes in double brackets."""
    text, genes = "", []
    for piece in _MARK.split(line):
        if piece.startswith("[["):
            genes.append((len(text), len(text) + len(piece) - 4))
            piece = piece[2:-2]
        text += piece
    return WrittenSentence(section, text, genes)


def texts(*, choose: bool) -> dict[str, list[str]]:
    """Return texts without genes, by name."""
    split = "dev" if choose else "test"
    gum = list(treebank("gum", split))
    named = {
        f"GUM {split}": [one.text for one in gum],
        f"GUM {split}, academic and textbook": [
            one.text for one in gum if one.id.split("_")[1] in ("academic", "textbook")
        ],
        f"EWT {split}": [one.text for one in treebank("ewt", split)],
    }
    if not choose:
        packed = (data_folder() / "articles_text" / "acl.txt.xz").read_bytes()
        articles = lzma.decompress(packed).decode("utf-8").split("\n\n")
        named[f"ACL, every {_EVERY}th article"] = articles[::_EVERY]
    return named


def mentions_of(nlp: Language, given: list[str]) -> list[list[tuple[int, int]]]:
    """Return the half-open characters of what is marked in each text."""
    docs = nlp.pipe(given, batch_size=16)
    return [[(one["start_char"], one["end_char"]) for one in doc._.gene_mentions] for doc in docs]


def settings_of(nlp: Language) -> Iterator[tuple[str, bool]]:
    """Yield each guideline, with the rules and without them, while the pipeline has these."""
    tagger = nlp.get_pipe("gene_mention_tagger")
    for guideline in tagger.guidelines:
        for rules in (True, False):
            tagger.override_settings(guideline=guideline, leave_out_non_genes=rules)
            yield guideline, rules


def sentence_rows(nlp: Language, *, choose: bool) -> list[list[str]]:
    """Return a row a guideline of what was found in the written sentences."""
    sentences = written_sentences(choose=choose)
    words = sum(len(one.text.split()) for one in sentences)
    genes = sum(len(one.genes) for one in sentences)
    rows: dict[str, list[str]] = {}
    found: dict[str, list[str]] = {}
    for guideline, rules in settings_of(nlp):
        marked = mentions_of(nlp, [one.text for one in sentences])
        false = touched = 0
        for sentence, spans in zip(sentences, marked, strict=True):
            false += sum(not any(touch(span, gene) for gene in sentence.genes) for span in spans)
            touched += sum(any(touch(span, gene) for span in spans) for gene in sentence.genes)
        row = rows.setdefault(guideline, [f"{len(sentences)}, `{guideline}`"])
        row += [str(false)] if rules else []
        row.append(f"{1000 * false / words:.2f}")
        found.setdefault(guideline, []).append(f"{touched} of {genes}")
    return [[*row, *found[guideline]] for guideline, row in rows.items()]


def touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether two spans share a character."""
    return one[0] < other[1] and other[0] < one[1]


def text_rows(nlp: Language, *, choose: bool) -> list[list[str]]:
    """Return a row a corpus and guideline of what was found where there are no genes."""
    rows: dict[tuple[str, str], list[str]] = {}
    given = texts(choose=choose)
    for guideline, rules in settings_of(nlp):
        for name, listed in given.items():
            words = sum(len(text.split()) for text in listed)
            count = sum(map(len, mentions_of(nlp, listed)))
            row = rows.setdefault((name, guideline), [f"{name}, `{guideline}`", f"{words:,}"])
            row += [str(count)] if rules else []
            row.append(f"{1000 * count / words:.2f}")
    return [row for _, row in sorted(rows.items(), key=lambda item: [*given].index(item[0][0]))]


def main() -> None:
    """Mark, count and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pipeline", nargs="?", default="spacy_citalign", help="a name or a folder")
    parser.add_argument("--choose", action="store_true", help="the texts that rules are chosen by")
    add_record_option(parser)
    arguments = parser.parse_args()
    nlp = spacy.load(arguments.pipeline, enable=NEEDED)
    choose = arguments.choose
    title = "Sentences written for it" + (", to choose by" if choose else "")
    tables = [
        Table(title, GENE_COLUMNS, sentence_rows(nlp, choose=choose)),
        Table(
            title.replace("Sentences written for it", "Texts of other fields"),
            COLUMNS,
            text_rows(nlp, choose=choose),
        ),
    ]
    publish("genes", "What is no gene", tables, keep=arguments.record)
