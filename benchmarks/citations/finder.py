"""Marks of citation in CRAFT articles: which are found, and what sentences are around them.

Gold are the tagged cross-references to the reference list, in the article's text without tables.
A citation counts if its characters and its key are right: the number, or the first author's surname
without accents and the year as it is written.

"numbered" and "author-year" are articles as they are, each scored on all that is found in it. In
"superscript" the groups of numbered articles in square brackets are rewritten: "cells [3,4]."
becomes "cells3,4." ("before" punctuation) or "cells.3,4" ("after" it). Two things are as journals
print them: after "et al." no second full stop is put; and a group that no word bears, as in "([3]
and this work)", stays in its brackets and is no gold, since there they write "ref. 3".

"Citing sentences" are pairs of key and sentence: those of gold citations in gold sentences, and
those of found ones in the sentences that the shipped detector finds in the masked text. The task
``sentences`` tells for how many gold citations that detector gives exactly the gold sentence, white
space trimmed, in the text as it is and with gold citations masked.
"""

import csv
import re
import time
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from spacy_citalign.citations.marks.finder import find_citations
from spacy_citalign.citations.marks.masking import mask_citations

from ..common import data_folder

Span = tuple[int, int]
Key = tuple[int, int, str]
Finder = Callable[[str], list[Span]]
NUMBER_LIST = re.compile(
    r"\[[\d\s,;\-\u2010-\u2014\u2212]+\](?:\s?[,;\-\u2010-\u2014\u2212]\s?\[[\d\s,;\-\u2010-\u2014\u2212]+\])*"
)
YEAR = re.compile(r"\d{4}[a-z]?")
BORNE_BY_NONE = re.compile(r"(?:[(\[{,;:]|\b(?:e\.g|refs?)\.)\s*$")
MARKS = tuple(".,;:")
PASSES = 5


class Article(NamedTuple):
    """A text with its gold citations, those outside of tables, and gold sentences."""

    pmid: str
    text: str
    citations: list[Key]
    sentences: list[Span]
    kind: str


class Counts(NamedTuple):
    """Citations that are right, found, and gold."""

    right: int
    found: int
    gold: int

    def cells(self) -> list[str]:
        """Precision, recall and F in percent, and the counts."""
        shares = (
            self.right / max(self.found, 1),
            self.right / max(self.gold, 1),
            2 * self.right / max(self.found + self.gold, 1),
        )
        return [*(f"{100 * share:.2f}" for share in shares), *map(str, self)]


def plain(key: str) -> str:
    """A key without accents and capitals."""
    key = key.replace("\u0131", "i").replace("\u2019", "'")
    letters = unicodedata.normalize("NFKD", key)
    return "".join(c for c in letters if not unicodedata.combining(c)).casefold()


def gold_key(row: dict[str, str], kind: str) -> str:
    """The key of a row."""
    if kind == "author-year":
        year = YEAR.search(row["marker"])
        return plain(f"{row['first_author']} {year[0] if year else row['year']}")
    return row["ref_no"] if row["kind"] == "range" else row["marker"].strip(" []")


def read_article(pmid: str) -> Article:
    """Read an article of CRAFT."""
    folder = data_folder() / "craft"
    text = (folder / "txt" / f"{pmid}.txt").read_bytes().decode()

    def table(name: str) -> list[dict[str, str]]:
        with (folder / name / f"{pmid}.tsv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))

    rows = [row for row in table("citations") if row["txt_start"]]
    numeric = sum(row["marker"].strip(" []").isdigit() for row in rows if row["kind"] == "xref")
    kind = "author-year" if 2 * numeric < len(rows) else "numbered"
    if kind == "numbered":
        opened = sum(text[int(row["txt_start"]) - 1] == "(" for row in rows)
        kind = "numbered, round" if 3 * opened > len(rows) else kind
    citations = [
        (*within_brackets(text, int(row["txt_start"]), int(row["txt_end"])), gold_key(row, kind))
        for row in rows
    ]
    sentences = {
        int(row["sent"]): trimmed(text, int(row["start"]), int(row["end"]))
        for row in table("sentences")
    }
    return Article(
        pmid,
        text,
        citations,
        [sentences[int(row["sent"])] for row in rows],
        kind,
    )


def within_brackets(text: str, start: int, end: int) -> Span:
    """A span without the brackets around it, which a few tags hold."""
    return (start + 1, end - 1) if text[start] == "[" and text[end - 1] == "]" else (start, end)


def trimmed(text: str, start: int, end: int) -> Span:
    """A span without the white space at its ends."""
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), start + len(part.rstrip())


def glued(article: Article, after: bool) -> Article:
    """An article whose numbers in square brackets stand like superscripts in flattened text."""
    text, parts, size, done = article.text, [], 0, 0
    places: dict[int, int] = {}
    gold = {start for start, _, _ in article.citations}
    left: set[int] = set()

    def put(start: int, end: int) -> None:
        nonlocal size
        for place in range(start, end):
            places[place] = size + place - start
        parts.append(text[start:end])
        size += end - start

    for group in NUMBER_LIST.finditer(text):
        if not gold & set(range(*group.span())):
            continue
        start, end = group.span()
        if BORNE_BY_NONE.search(text, max(start - 10, 0), start):
            left |= set(range(start, end))
            continue
        before = text[done:start].rstrip()
        put(done, done + len(before))
        done = end
        if after and text[end : end + 1] in MARKS:
            if not (before.endswith(".") and text[end] == "."):
                put(end, end + 1)
            done = end + 1
        for place in range(start, end):
            if text[place] not in "[]" and not text[place].isspace():
                put(place, place + 1)
    put(done, len(text))
    citations = [
        (places[start], places[end - 1] + 1, key)
        for start, end, key in article.citations
        if start in places and start not in left
    ]
    return article._replace(text="".join(parts), citations=citations, kind="superscript")


def compare(article: Article, show: bool) -> Counts:
    """Score what is found in an article."""
    found = {(mark.start, mark.end, plain(mark.key)) for mark in find_citations(article.text)}
    gold = set(article.citations)
    if show:
        for name, wrong in (("extra", found - gold), ("missed", gold - found)):
            for start, end, key in sorted(wrong):
                around = article.text[max(start - 50, 0) : start]
                inside = f"{around}<<{article.text[start:end]}>>{article.text[end : end + 30]}"
                print(f"{article.kind} {article.pmid} {name}: {key!r} {inside!r}")
    return Counts(len(found & gold), len(found), len(gold))


def sentence_finder() -> Finder:
    """The shipped detector, as a function from a text to its trimmed sentences."""
    import spacy

    nlp = spacy.load("spacy_citalign")
    detector = nlp.get_pipe("sentence_boundary_detector")

    def find(text: str) -> list[Span]:
        doc = detector(nlp.make_doc(text))
        starts = [token.idx for token in doc if token.is_sent_start]
        return [(a, b) for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]

    return find


def sentences_of(text: str, masked: str, spans: Sequence[Span], find: Finder) -> list[Span]:
    """The sentence that each span is in, trimmed, of those found in a masked text."""
    found = find(masked)
    starts = [start for start, _ in found]
    return [trimmed(text, *found[max(bisect_right(starts, a) - 1, 0)]) for a, _ in spans]


def pairs(article: Article, find: Finder) -> Counts:
    """Score the citing sentences of an article."""
    gold = {
        (key, span) for (_, _, key), span in zip(article.citations, article.sentences, strict=True)
    }
    marks = find_citations(article.text)
    spans = [(mark.start, mark.end) for mark in marks]
    masked = mask_citations(article.text, spans)
    around = sentences_of(article.text, masked, spans, find)
    found = {(plain(mark.key), span) for mark, span in zip(marks, around, strict=True)}
    return Counts(len(gold & found), len(found), len(gold))


def total(counts: Sequence[Counts]) -> Counts:
    """Add counts up."""
    return Counts(*map(sum, zip(*counts, strict=True))) if counts else Counts(0, 0, 0)


def citation_rows(articles: Sequence[Article], show: bool) -> Iterator[list[str]]:
    """Yield rows of the table of citations, and of citing sentences."""
    kinds = sorted({article.kind for article in articles}, reverse=True)
    for kind in kinds:
        here = [article for article in articles if article.kind == kind]
        yield [f"{kind}, {len(here)} articles", *total([compare(a, show) for a in here]).cells()]
    square = [article for article in articles if article.kind == "numbered"]
    for name, after in (("before", False), ("after", True)):
        counts = [compare(glued(article, after), show) for article in square]
        yield [f"superscript {name}, {len(square)} articles", *total(counts).cells()]
    find = sentence_finder()
    for kind in kinds:
        counts = [pairs(article, find) for article in articles if article.kind == kind]
        yield [f"citing sentences, {kind}", *total(counts).cells()]


def speed(articles: Sequence[Article]) -> float:
    """Characters a second, the best of some passes."""
    size = sum(len(article.text) for article in articles)
    seconds = []
    for _ in range(PASSES):
        start = time.perf_counter()
        for article in articles:
            find_citations(article.text)
        seconds.append(time.perf_counter() - start)
    return size / min(seconds)


def sentence_rows(articles: Sequence[Article], show: bool) -> Iterator[list[str]]:
    """Yield rows of the table of sentences."""
    find = sentence_finder()
    for kind in sorted({article.kind for article in articles}, reverse=True):
        right = {"as it is": 0, "masked": 0}
        size = 0
        for article in articles:
            if article.kind != kind:
                continue
            spans = [(start, end) for start, end, _ in article.citations]
            texts = {"as it is": article.text, "masked": mask_citations(article.text, spans)}
            size += len(spans)
            for name, text in texts.items():
                found = sentences_of(article.text, text, spans, find)
                gold = article.sentences
                right[name] += sum(map(tuple.__eq__, found, gold))
                if show:
                    show_sentences(article, name, text, found)
        yield [kind, str(size), *(f"{100 * count / size:.2f}" for count in right.values())]


def show_sentences(article: Article, name: str, text: str, found: Sequence[Span]) -> None:
    """Print the sentences that are wrong, each once."""
    wrong = {pair for pair in zip(found, article.sentences, strict=True) if pair[0] != pair[1]}
    for here, gold in sorted(wrong):
        for place, other in zip(here, gold, strict=True):
            if place != other:
                longer = "found" if abs(here[1] - here[0]) > abs(gold[1] - gold[0]) else "gold"
                at = other if longer == "found" else place
                around = text[max(at - 40, 0) : at] + "|" + text[at : at + 40]
                print(f"{article.pmid} {name}, {longer} is longer: {around!r}")
