"""The first page of an article: its title, and where its text begins."""

import re
from collections.abc import Mapping, Sequence

from ....words.data_files import word_lists
from ...marks import SUP
from .blocks import Block, has_ended, text_of
from .headings import Body, look_of, named
from .lines import plain

LISTS = {
    kind: frozenset(word.replace("_", " ") for word in words)
    for kind, words in word_lists(__package__, "front.tsv").items()
}


def _alternatives(kind: str) -> str:
    """Return a pattern of the words of a list, the longest first."""
    return "|".join(map(re.escape, sorted(LISTS[kind], key=lambda word: (-len(word), word))))


PLACE = re.compile(rf"\b(?:{_alternatives('place')})", re.IGNORECASE)
_JOURNAL = re.compile(rf"\b(?:{_alternatives('journal')})\b|\bvol\.? ?\d|@", re.IGNORECASE)
_ASIDE = re.compile(
    rf"(?:[*\u2217\u2020\u2021\u00a7#\u2709]\s{{0,2}}|v\s?c\s)?(?:{_alternatives('aside')})",
    re.IGNORECASE,
)
_LOWER = re.compile(r"doi|https?:|e-?mail|www\.")  # what begins with a small letter all the same
_ABSTRACT = re.compile(
    r"\s{0,3}(?:abstract|summary|a b s t r a c t)(?:\s{0,3}[.:\u2014\u2013-]{1,3}\s{0,3}(?=\S)"
    r"|\s{1,3}(?=(?-i:[A-Z])\S{0,30} [a-z]))",
    re.IGNORECASE,
)
_VOLUME = re.compile(r"\b(?:19|20)\d\d\b.{0,20}\d|\bvol", re.IGNORECASE)
_SENTENCE = re.compile(r"[a-z)]\. [A-Z]")
_TITLE_WORDS = 3  # and more
_SHORTEST, _LONGEST = 15, 400  # characters of a title
_LONGEST_JOURNAL = 50  # letters
_JOURNAL_WORDS = 12  # a title with as many may have "journal" among them
_LARGER = 1.1  # times the size of the text
_SAME_TITLE = 0.7  # points: sizes of the lines of a title
_LEAST_SIZE = 11  # of a title of several blocks
_LAST_FRONT_PAGE = 3
_LONG = 5  # lines: an abstract may end elsewhere, as in the column below it
_SHORTEST_ABSTRACT = 200  # characters of one without a heading


def is_aside(text: str) -> bool:
    """Return whether a text is about people, dates, rights or the place of an article."""
    if not _ASIDE.match(text):
        return False
    return not text[0].islower() or _LOWER.match(text) is not None


def starts_abstract(text: str) -> bool:
    """Return whether a text begins with the heading of an abstract."""
    return _ABSTRACT.match(text) is not None


def without_heading(text: str) -> tuple[str, str]:
    """Return the heading with which an abstract begins, and the rest."""
    match = _ABSTRACT.match(text)
    end = match.end() if match else 0
    return text[:end].strip(" .:\u2014\u2013-"), text[end:]


def title_blocks(
    blocks: Sequence[Block], body: Body, first_lines: Sequence[str], metadata: Mapping[str, str]
) -> range:
    """Return the positions of the blocks that are the title; empty where none is found.

    It is what the file says to be the title, else what stands largest on the first page.

    Args:
        blocks: of the article.
        body: how most of its text is set.
        first_lines: the lines of the first pages.
        metadata: of the file.
    """
    first = blocks[0].lines[0].page if blocks else 1
    end = next((at for at, one in enumerate(blocks) if one.lines[0].page > first), len(blocks))
    written = letters_of(metadata.get("Title", ""))
    best, largest = -1, 0.0
    for index in range(end):
        text = plain(text_of(blocks[index])).strip()
        letters = letters_of(text)
        if len(written) > 20 and len(letters) > 15 and written.startswith(letters[:40]):
            best = index
            break
        size = blocks[index].size + (0.4 if blocks[index].lines[0].bold else 0)
        if size <= largest + 0.3 or not _stands_out(blocks[index], body):
            continue
        if _may_be_title(text) and not _is_journal(letters, first_lines):
            best, largest = index, size
    if best < 0:
        return range(0)
    last = best + 1
    while best > 0 and _goes_on(blocks[best - 1], blocks[best]):
        best -= 1
    while last < end and _goes_on(blocks[last - 1], blocks[last]):
        last += 1
    return range(best, last)


def without_kind(title: Sequence[Block]) -> list[Block]:
    """Return the blocks of a title without first lines that say what kind of article it is."""
    kept: list[Block] = []
    for block in title:
        lines = block.lines
        while lines and not kept and _is_kind(plain(lines[0].text)):
            lines = lines[1:]
        if lines:
            kept.append(block._replace(lines=lines))
    return kept or list(title)


def _stands_out(block: Block, body: Body) -> bool:
    """Return whether a block is set as titles are, unlike the text."""
    look = look_of(block)
    bold = look.bold and not body.bold and look.size > body.size - 0.6
    return look.size > _LARGER * body.size or bold or look.capitals


def _may_be_title(text: str) -> bool:
    """Return whether a text has as many words as a title, and none that titles do not have."""
    words = [word for word in text.split() if word[:1].isalpha()]
    if len(words) < _TITLE_WORDS or not _SHORTEST <= len(text) <= _LONGEST or _is_kind(text):
        return False
    of_journal = _JOURNAL.search(text) is not None and len(words) < _JOURNAL_WORDS
    return not of_journal and not PLACE.search(text)


def _is_kind(text: str) -> bool:
    """Return whether a text says what an article is: "Original Research Article"."""
    return len(text) < 60 and all(word in LISTS["kind"] for word in text.lower().split())


def _is_journal(letters: str, lines: Sequence[str]) -> bool:
    """Return whether a line begins with these letters, and names a year and a volume."""
    return len(letters) < _LONGEST_JOURNAL and any(
        letters_of(line[:100]).startswith(letters) and _VOLUME.search(line) is not None
        for line in lines
    )


def _goes_on(before: Block, block: Block) -> bool:
    """Return whether a title goes on with a block."""
    first, last = block.lines[0], before.lines[-1]
    return (
        abs(block.size - before.size) < _SAME_TITLE
        and first.bold == last.bold
        and first.page == last.page
        and first.size > _LEAST_SIZE
        and 0 < first.baseline - last.baseline < 2.2 * first.size
        and not PLACE.search(text_of(block))
        and not _is_kind(text_of(before))
    )


def text_start(blocks: Sequence[Block], title: range) -> tuple[int, bool]:
    """Return where the text begins, and whether that is an abstract without a heading.

    Args:
        blocks: of the article.
        title: the positions of those that are its title.
    """
    first = len(blocks)
    for index in range(title.stop, len(blocks)):
        text = text_of(blocks[index])
        if named(text, "abstract") or starts_abstract(text):
            return index, False
        if named(text, "main"):
            first = index
            break
        if blocks[index].lines[0].page > _LAST_FRONT_PAGE:
            break
    if not title:
        return 0, False
    for index in range(title.stop, first):
        if _is_prose(blocks[index]):
            return index, first < len(blocks)
    return (first if first < len(blocks) else title.stop), False


def _is_prose(block: Block) -> bool:
    """Return whether a block has sentences, and is neither about people nor about rights."""
    text = plain(text_of(block))
    return (
        len(block.lines) > 2
        and len(text) > _SHORTEST_ABSTRACT
        and (has_ended(text) or len(block.lines) > _LONG)
        and _SENTENCE.search(text) is not None
        and not is_aside(text)
        and not block.lines[0].text.startswith(SUP)
        and len(PLACE.findall(text)) < 3
    )


def letters_of(text: str) -> str:
    """Return the letters and digits of a text, to compare texts by."""
    return "".join(filter(str.isalnum, plain(text).lower()))
