"""Sentences about genes and fields of study that do not exist, written for these tests.

They stand in tests/texts/, marked:

- gene_sentences: bars around mentions;
- tagged_sentences: words, Penn tags, universal tags; the same sentences with brackets around
  phrases, as in CoNLL-2000 (phrased_sentences), and constituents, as in the Penn treebank
  (parsed_sentences);
- divided_texts: a text a line, bars before sentences other than the first;
- citance_groups: a citance a line, groups apart by empty lines, braces around aligned units, which
  begin with the number of their class;
- text_pairs: a sentence a line; before those of the second text stand the numbers of the sentences
  of the first that say the same;
- term_documents: three sentences with bars around terms, and below each the Penn tags of its words.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

_TEXTS = Path(__file__).parents[1] / "texts"


@cache
def _text(name: str) -> str:
    return (_TEXTS / f"{name}.txt").read_text(encoding="utf-8")


def gene_sentences() -> list[tuple[str, list[tuple[int, int]]]]:
    """Return each sentence with the half-open character spans of its genes."""
    sentences = []
    for line in _text("gene_sentences").splitlines():
        text, spans = "", []
        for number, part in enumerate(line.split("|")):
            if number % 2:
                spans.append((len(text), len(text) + len(part)))
            text += part
        sentences.append((text, spans))
    return sentences


def tagged_sentences() -> list[tuple[list[str], list[str], list[str]]]:
    """Return the words, Penn tags and universal tags of each sentence; blanks divide its words."""
    sentences = []
    for block in _text("tagged_sentences").split("\n\n"):
        words, tags, pos = (line.split() for line in block.splitlines())
        sentences.append((words, tags, pos))
    return sentences


def phrased_sentences() -> list[tuple[list[str], list[str], list[tuple[str, int, int]]]]:
    """Return the words, Penn tags and phrases (type, first word, end) of each tagged sentence."""
    sentences = []
    for line, (words, tags, _) in zip(
        _text("phrased_sentences").splitlines(), tagged_sentences(), strict=True
    ):
        phrases = []
        place, start, kind = 0, 0, ""
        for token in line.split():
            if token.startswith("["):
                kind, start = token[1:], place
            elif token == "]":
                phrases.append((kind, start, place))
            elif token == words[place]:
                place += 1
            else:
                raise ValueError(f"{token!r} is not {words[place]!r}")
        sentences.append((words, tags, phrases))
    return sentences


def parsed_sentences() -> list[tuple[list[str], list[str], list[tuple[str, int, int]]]]:
    """Return the words, Penn tags and constituents, in pre-order, of each tagged sentence."""
    sentences = []
    for line, (words, tags, _) in zip(
        _text("parsed_sentences").splitlines(), tagged_sentences(), strict=True
    ):
        constituents: list[tuple[str, int, int]] = []
        places: list[int] = []  # of the open brackets
        word = 0
        for token in line.split():
            if token.startswith("("):
                places.append(len(constituents))
                constituents.append((token[1:], word, word))
            elif token.startswith(")"):
                for _ in token:
                    label, start, _ = constituents[places[-1]]
                    constituents[places.pop()] = (label, start, word)
            elif token == words[word]:
                word += 1
            else:
                raise ValueError(f"{token!r} is not {words[word]!r}")
        sentences.append((words, tags, constituents))
    return sentences


def divided_texts() -> list[tuple[str, list[int]]]:
    """Return each text with the characters at which its sentences begin."""
    texts = []
    for line in _text("divided_texts").splitlines():
        sentences = line.split("|")
        starts = [len("".join(sentences[:number])) for number in range(len(sentences))]
        texts.append(("".join(sentences), starts))
    return texts


def citance_groups() -> list[list[tuple[str, list[tuple[int, int, str]]]]]:
    """Return groups of citances, each with its aligned units: start, end, class."""
    groups = []
    for block in _text("citance_groups").split("\n\n"):
        citances = []
        for line in block.splitlines():
            text, units = "", []
            for part in re.split("[{}]", line):
                number, _, words = part.partition(" ")
                if number.isdigit():
                    units.append((len(text), len(text) + len(words), number))
                    part = words
                text += part
            citances.append((text, units))
        groups.append(citances)
    return groups


class TextPair(NamedTuple):
    """Two texts as sentences, and which sentence of the one says what which of the other says."""

    first: list[str]
    second: list[str]
    links: list[tuple[int, int]]


def text_pairs() -> list[TextPair]:
    """Return the invented pairs of texts."""
    pairs = []
    for block in _text("text_pairs").split("\n\n"):
        first, second = (text.strip().splitlines() for text in block.split("--\n"))
        numbers, sentences = zip(*(line.split("| ") for line in second), strict=True)
        links = [
            (int(number), place)
            for place, own in enumerate(numbers)
            for number in own.split(",")
            if number
        ]
        pairs.append(TextPair(first, list(sentences), sorted(links)))
    return pairs


class TermDocument(NamedTuple):
    """An abstract; its terms are ``words[a:b]`` of each (a, b) in ``terms``."""

    text: str
    words: list[str]
    tags: list[str]  # Penn
    spaces: list[bool]  # whether a blank follows each word
    lengths: list[int]  # words of each sentence
    terms: list[tuple[int, int]]
    offsets: list[tuple[int, int]]  # the terms by characters of the text


def term_documents() -> list[TermDocument]:
    """Return 30 abstracts of three sentences, with Penn tags and terms."""
    return [
        _term_document(lines[::2], " ".join(lines[1::2]).split())
        for lines in map(str.splitlines, _text("term_documents").split("\n\n"))
    ]


def _term_document(marked: list[str], tags: list[str]) -> TermDocument:
    """Read sentences with bars around terms."""
    document = TermDocument(" ".join(marked).replace("|", ""), [], tags, [], [], [], [])
    starts: dict[int, int] = {}  # by character
    ends: dict[int, int] = {}
    for match in re.finditer(r"\w+|[^\w\s]", document.text):
        starts[match.start()], ends[match.end()] = len(document.words), len(document.words) + 1
        document.words.append(match[0])
        document.spaces.append(document.text[match.end() : match.end() + 1] == " ")
    end = 0
    for sentence in marked:
        place = end
        for part_number, part in enumerate(sentence.split("|")):
            if part_number % 2:
                document.offsets.append((place, place + len(part)))
                document.terms.append((starts[place], ends[place + len(part)]))
            place += len(part)
        document.lengths.append(ends[place] - sum(document.lengths))
        end = place + 1
    return document
