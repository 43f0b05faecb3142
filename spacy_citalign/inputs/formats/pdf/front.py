"""The first page of an article: title, authors, year, identifiers, where the text begins."""

import re
from collections.abc import Mapping, Sequence

from ....words.data_files import word_lists
from ....words.identifiers import identifiers_in_text
from ...article_parts.assembly import About
from ...article_parts.marks import SUP, SUP_END
from ...article_parts.people import Authors, Person, authors_of, person_of
from .blocks import Block, has_ended, text_of
from .headings import SENTENCE_END, Body, look_of, named
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
    return bool(_ASIDE.match(text) and (not text[0].islower() or _LOWER.match(text)))


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
    of_journal = len(words) < _JOURNAL_WORDS and _JOURNAL.search(text)
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
        and SENTENCE_END.search(text) is not None
        and not is_aside(text)
        and not block.lines[0].text.startswith(SUP)
        and len(PLACE.findall(text)) < 3
    )


def letters_of(text: str) -> str:
    """Return the letters and digits of a text, to compare texts by."""
    return "".join(filter(str.isalnum, plain(text).lower()))


_RAISED = re.compile(f"{SUP}[^{SUP_END}]{{0,80}}{SUP_END}")
_SIGNS = re.compile(r"[*\u2217\u2020\u2021\u00a7\u00b6#\u2709\d|]|\(\w{1,3}\)")
_BETWEEN = re.compile(
    r"\s{0,3}[,;]\s{0,3}(?:and\s|&\s)?|\s(?:and|&)\s|\s{0,2}[\u00b7\u2022]\s{0,2}"
)
_NAME = re.compile(r"[^\W\d_][\w'\u2019.\u2010-]{0,30}(?:\s[^\W\d_][\w'\u2019.\u2010-]{0,30}){1,5}")
_INITIALS = re.compile(r"(?:[A-Z]\.?[ -]?){1,4}")
_PARTICLE = re.compile(
    r"van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ten|ter", re.IGNORECASE
)
_SMALLER = 0.6  # points: what is smaller than the names are are their affiliations
_MOST_CHARACTERS = 4_000  # of the names
_FOUR = r"\b((?:19|20)\d\d)\b"
_OF_VOLUME = r"\bvol(?:ume)?\.?\s?\d{1,4}"
# By what stands beside a year, the surest first.
_YEARS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_FOUR}[,;:.]?\s{{0,2}}(?:vol(?:ume)?\.?\s?)?\d{{1,4}}\s?(?:\(\d{{1,4}}\)|[:,]\s?\w?\d)",
        r"\b\d{1,4}\s{0,2}\(((?:19|20)\d\d)\)[,:]?\s{0,2}[A-Za-z]?\d{1,6}\s?[\u2013-]\s?[A-Za-z]?\d",
        rf"{_OF_VOLUME}[^\n]{{0,30}}?{_FOUR}",
        rf"{_FOUR}[^\n]{{0,30}}?{_OF_VOLUME}",
        rf"\bpublished(?:\sonline)?\b[^\n]{{0,40}}?{_FOUR}",
        rf"(?:\u00a9|\(c\)|copyright)[^\n]{{0,60}}?{_FOUR}",
        rf"\baccepted\b[^\n]{{0,40}}?{_FOUR}",
    )
]
_DATE = re.compile(r"D:((?:19|20)\d\d)")
_BARE_DOI = re.compile(r"(?<![\w/.])10\.\d{4,9}/[^\s,;\"<>]{3,100}")
_NO_TITLE = re.compile(
    r"microsoft word|untitled|\.(?:docx?|dvi|fm|qxd|indd|pdf|tex)\b|\d\.\.\d", re.IGNORECASE
)


def about_article(
    title: str, following: Sequence[Block], first_lines: Sequence[str], metadata: Mapping[str, str]
) -> tuple[About, dict[str, str]]:
    """Return what an article is, and its identifiers.

    Args:
        title: as its first page has it, else "".
        following: the blocks between the title and the text.
        first_lines: the lines of the first pages, those beside the text too.
        metadata: of the file.
    """
    written = " ".join(metadata.get("Title", "").split())
    if not title and len(written.split()) > 3 and not _NO_TITLE.search(written):
        title = written
    text = "\n".join(first_lines)
    about = About(title, year=_year(text, metadata), authors=_authors(following, metadata))
    return about, _identifiers(text, metadata)


def _identifiers(text: str, metadata: Mapping[str, str]) -> dict[str, str]:
    """Return the identifiers of an article; the DOI is that of the file where it has one."""
    found = identifiers_in_text(text)
    bare = _BARE_DOI.search(text)
    written = [f"doi: {metadata.get('doi', '')}"]
    if "doi" not in found:
        written += [metadata.get("Subject", ""), f"doi: {bare[0]}" if bare else ""]
    dois = (identifiers_in_text(text).get("doi") for text in written)
    if doi := next(filter(None, dois), None):
        found["doi"] = doi
    return found


def _year(text: str, metadata: Mapping[str, str]) -> str:
    """Return the year in which an article was published."""
    for pattern in _YEARS:
        if match := pattern.search(text):
            return match[1]
    match = _DATE.match(metadata.get("CreationDate", ""))
    return match[1] if match else ""


def _authors(following: Sequence[Block], metadata: Mapping[str, str]) -> Authors:
    """Return the people who are named behind a title; those of the file where it names more."""
    people = _people(_name_lines(following))
    written = [name for name in metadata.get("Author", "").split(";") if name.strip()]
    if len(written) > max(1, len(people)):
        people = [_person(name.strip()) for name in written]
    return authors_of(people)


def _name_lines(following: Sequence[Block]) -> str:
    """Return the lines behind a title up to the first affiliation."""
    pieces: list[str] = []
    size = 0.0
    for block in following:
        if pieces and block.size < size - _SMALLER:
            break
        lines: list[str] = []
        for line in block.lines:
            place = PLACE.search(line.text)
            begun = bool(pieces or lines)
            if (place and (begun or place.start() < 25)) or (line.text[0] == SUP and begun):
                break
            lines.append(line.text)
        if lines:
            pieces.append(" ".join(lines))
            size = block.size
        if len(lines) < len(block.lines) or sum(map(len, pieces)) > _MOST_CHARACTERS:
            break
    return "; ".join(pieces)[:_MOST_CHARACTERS]


def _people(text: str) -> list[Person]:
    """Return the people whom a text names, up to what is no name."""
    people: list[Person] = []
    for part in _BETWEEN.split(_SIGNS.sub(" ", _RAISED.sub(", ", text))):
        name = " ".join(part.split()).strip(" .,")
        if not name or _is_degree(name):
            continue
        is_name = _NAME.fullmatch(name) and not PLACE.search(name)
        if is_name and sum(word[0].islower() for word in name.split()) <= 2:
            people.append(_person(name))
        elif people and len(name) > 2:
            break
    return people


def _is_degree(word: str) -> bool:
    return word.replace(".", "").replace(" ", "").lower() in LISTS["degree"]


def _person(name: str) -> Person:
    """Return the author of a name: "Ada B. Frog", "Frog AB" or "Frog, Ada B."."""
    surname, comma, given = name.partition(",")
    if comma:
        return person_of(surname.strip(), given.strip())
    words = name.split()
    while len(words) > 2 and _is_degree(words[-1]):
        words.pop()
    last = words[-1].strip(".")
    if len(words) > 1 and len(last) < 4 and last.isupper() and not _INITIALS.fullmatch(words[0]):
        return person_of(" ".join(words[:-1]), words[-1])
    first = len(words) - 1
    while first > 1 and _PARTICLE.fullmatch(words[first - 1]):
        first -= 1
    surname = " ".join(words[first:])
    if surname.isupper() and len(surname) > 3:
        surname = surname.title()
    return person_of(surname, " ".join(words[:first]))
