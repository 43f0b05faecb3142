"""Files of many articles in XML, cut where articles begin, so that a broken one costs no other.

Each article is parsed on its own; what stands between them, such as PubMed's list of deleted
citations or the headers of OAI-PMH, is passed over. What is read before each article, its head, is
the XML declaration and what else the markup of the set needs.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ...corpora.io import WIDE, is_wide
from ...errors import InputError, one_line, without_name
from ..containers import byte_ranges
from ..containers.byte_ranges import too_large
from ..records import Record, failed
from .lines import Cut

_SNIFFED = 4096  # bytes that have the root of a set
_DECLARATION = rb"(?:\xef\xbb\xbf)?\s*(<\?xml[^>]*\?>)"


class SetMarkup(NamedTuple):
    """The markup of a kind of sets.

    Attributes:
        begin, end: the first characters of an article, and its last tag.
        longest_begin: bytes that ``begin`` may take.
        root: the tag that begins a whole set; its group 1 is the name.
        may_be_empty: whether a set without an article is one.
        wanted: what is said of a file without an article.
        head: returns what is read before each article, given what stands before the first.
        known_head: finds it again.
        tail: what is read behind each article.
    """

    begin: re.Pattern[bytes]
    end: re.Pattern[bytes]
    longest_begin: int
    root: re.Pattern[bytes]
    may_be_empty: bool
    wanted: str
    head: Callable[[bytes], bytes]
    known_head: re.Pattern[bytes] = re.compile(_DECLARATION)
    tail: bytes = b""


def declaration_of(content: bytes) -> bytes:
    """Return the XML declaration that a content begins with, empty where it has none."""
    match = re.match(_DECLARATION, content)
    return match[1] if match else b""


def cut_set(blocks: Iterable[bytes], most_bytes: int, markup: SetMarkup) -> Iterator[Cut]:
    """Yield articles of about that size; a longer one is a cut of its own.

    Where the blocks end with an InputError, the whole articles before it are there, and then the
    error.
    """
    cutter = _ArticleCutter(most_bytes, markup)
    begin = last = b""
    problem = ""
    try:
        for block in blocks:
            if len(begin) < _SNIFFED:
                begin += block[:_SNIFFED]
                if is_wide(begin):
                    yield Cut(problem=WIDE)
                    return
            yield from cutter.feed(block)
    except InputError as error:
        problem = one_line(error)
        cutter.drop_unfinished()
    for cut in cutter.rest():
        last = cut.content
        yield cut
    problem = problem or _what_is_missing(begin, last, cutter.count, markup)
    if problem:
        yield Cut(problem=problem)


def _what_is_missing(begin: bytes, last: bytes, count: int, markup: SetMarkup) -> str:
    """Return what is wrong with a file of that beginning and last cut, "" if nothing is."""
    root = markup.root.search(begin)
    if not count and not (root and markup.may_be_empty):
        return markup.wanted
    begins = [match.start() for match in markup.begin.finditer(last)]
    unfinished = begins and not markup.end.search(last, begins[-1])  # which is an error of its own
    if root is None or unfinished:
        return ""
    end = b"</" + root[1]
    if last.find(end, begins[-1] if begins else 0) >= 0:
        return ""
    return f"ends without {end.decode(errors='replace')}>, so that it was cut off; fetch it again"


class _ArticleCutter:
    """Cuts blocks where articles begin. What stands before the first one goes with it.

    Attributes:
        count: how many articles have begun.
    """

    def __init__(self, most_bytes: int, markup: SetMarkup) -> None:
        self.count = 0
        self._most, self._markup = most_bytes, markup
        self._head = b""
        self._held = bytearray()
        self._start = 0  # of what is held, in the file
        self._first = 1  # number of the first article that is held
        self._begins: list[int] = []  # of the articles that are held
        self._searched = 0

    def feed(self, block: bytes) -> Iterator[Cut]:
        """Yield what is whole with this block.

        Raises:
            InputError: an article is too large.
        """
        self._held += block
        markup = self._markup
        begins = [match.start() for match in markup.begin.finditer(self._held, self._searched)]
        if begins and not self.count:
            self._head = markup.head(bytes(self._held[: begins[0]]))
        self.count += len(begins)
        self._begins += begins
        # The next tag may have come in part; the last one that was found is not found again.
        known = self._begins[-1] + 1 if self._begins else 0
        self._searched = max(len(self._held) - markup.longest_begin + 1, known)
        while len(self._begins) > 1 and self._begins[-1] > self._most:
            fitting = bisect_right(self._begins, self._most) - 1
            yield self._take(self._begins[max(fitting, 1)])
        if len(self._held) > byte_ranges.MAX_BYTES:
            raise InputError(f"article {self._first} {too_large(len(self._held))}")

    def drop_unfinished(self) -> None:
        """Forget the last article where it has no end, else what follows its end."""
        last = self._begins[-1] if self._begins else 0
        ends = [match.end() for match in self._markup.end.finditer(self._held, last)]
        del self._held[ends[-1] if ends else last :]
        self._begins = [begin for begin in self._begins if begin < len(self._held)]

    def rest(self) -> Iterator[Cut]:
        """Yield all that is left."""
        if self._held:
            yield self._take(len(self._held))

    def _take(self, end: int) -> Cut:
        cut = Cut(bytes(self._held[:end]), end, self._start, self._first, self._head)
        del self._held[:end]
        self._start += end
        self._first += sum(begin < end for begin in self._begins)
        self._begins = [begin - end for begin in self._begins if begin >= end]
        self._searched = max(self._searched - end, 0)
        return cut


def set_records(
    name: str,
    content: bytes,
    first: int,
    markup: SetMarkup,
    read: Callable[[bytes, str, int], Record],
) -> Iterator[Record]:
    """Yield a record for each article of a cut.

    Args:
        name: what the file is called.
        content: the cut with its head.
        first: the number of its first article.
        markup: that of the set.
        read: makes a record of an article as a document of its own, its source and its size, or
            raises InputError.
    """
    match = markup.known_head.match(content)
    head = match[match.lastindex or 0] if match else b""
    begins = [begin.start() for begin in markup.begin.finditer(content)]
    ends = [*begins, len(content)][1:]
    for number, (begin, end) in enumerate(zip(begins, ends, strict=True), first):
        source, size = f"{name}:{number}", end - begin
        try:
            article = _whole_article(content[begin:end], markup)
            yield read(head + article + markup.tail, source, size)
        except InputError as error:
            yield failed(source, without_name(error, source), size)


def _whole_article(content: bytes, markup: SetMarkup) -> bytes:
    """Return an article without what follows it. Raises InputError where it has no end."""
    ends = [match.end() for match in markup.end.finditer(content)]
    if not ends:
        raise InputError("has no end, so that it was cut off; fetch the file again")
    return content[: ends[-1]]


_TAG_PREFIX = rb"(?:[\w.-]{1,40}:)?"
# Of the prefixes that the elements around articles declare.
_DECLARED_PREFIX = re.compile(rb"\sxmlns:([\w.-]+)\s*=\s*(\"[^\"<]*\"|'[^'<]*')")
_JATS_ROOT = b"articles"


def _jats_head(before: bytes) -> bytes:
    """Return an XML declaration, and a root with the prefixes that are declared before articles."""
    spaces = {match[1]: match[2] for match in _DECLARED_PREFIX.finditer(before)}
    declared = b"".join(b" xmlns:%s=%s" % space for space in spaces.items())
    return declaration_of(before) + b"<" + _JATS_ROOT + declared + b">"


JATS_SETS = SetMarkup(
    begin=re.compile(rb"<" + _TAG_PREFIX + rb"article[\s/>]"),
    end=re.compile(rb"</" + _TAG_PREFIX + rb"article\s*>"),
    longest_begin=50,
    root=re.compile(rb"<(" + _TAG_PREFIX + rb"(?:pmc-articleset|articles|OAI-PMH))[\s>]"),
    may_be_empty=False,
    wanted="has no <article>; give an article in JATS, or a set of them",
    head=_jats_head,
    known_head=re.compile(rb"(?:<\?xml[^<>]*\?>)?<" + _JATS_ROOT + rb"(?: [^<>]*)?>"),
    tail=b"</" + _JATS_ROOT + b">",
)


PUBMED_SETS = SetMarkup(
    begin=re.compile(rb"<(Pubmed(?:Book)?Article)[\s>]"),
    end=re.compile(rb"</Pubmed(?:Book)?Article\s*>"),
    longest_begin=len(b"<PubmedBookArticle>"),
    root=re.compile(rb"<(PubmedArticleSet|PubmedBookArticleSet)[\s>]"),
    may_be_empty=True,
    wanted="has no <PubmedArticleSet>; give a file of PubMed",
    head=declaration_of,
)
