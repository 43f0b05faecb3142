"""Files of PubMed, cut where articles begin, so that a broken one costs no other.

Each article is parsed on its own; what stands between them, such as the list of deleted citations
of an update file, is passed over.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from ...errors import InputError, one_line, without_name
from ..containers import byte_ranges
from ..containers.byte_ranges import too_large
from ..records import Format, Reading, Record, failed
from .cutting import Cut, problem_cut

SNIFFED = 4096  # bytes that tell whether XML is of PubMed
_SET = re.compile(rb"<(?:!DOCTYPE\s+)?Pubmed(?:Book)?Article(?:Set)?[\s>]")
_BEGIN = re.compile(rb"<(Pubmed(?:Book)?Article)[\s>]")
_LONGEST_BEGIN = len(b"<PubmedBookArticle>")
_END = re.compile(rb"</Pubmed(?:Book)?Article\s*>")
_LAST = b"</PubmedArticleSet"
_DECLARATION = re.compile(rb"(?:\xef\xbb\xbf)?\s*(<\?xml[^>]*\?>)")


def is_pubmed(begin: bytes) -> bool:
    """Return whether XML that begins so is of PubMed."""
    return _SET.search(begin[:SNIFFED]) is not None


def cut_pubmed(blocks: Iterable[bytes], most_bytes: int) -> Iterator[Cut]:
    """Yield articles of about that size; a longer one is a cut of its own.

    Where the blocks end with an InputError, the whole articles before it are there, and then the
    error.
    """
    cutter = _ArticleCutter(most_bytes)
    begin = damage = b""
    problem = ""
    try:
        for block in blocks:
            if len(begin) < SNIFFED:
                begin += block[:SNIFFED]
                declaration = _DECLARATION.match(begin)
                cutter.head = declaration[1] if declaration else b""
            yield from cutter.feed(block)
    except InputError as error:
        problem = one_line(error)
        cutter.drop_unfinished()
    for last in cutter.rest():
        damage = last.content
        yield last
    problem = problem or _what_is_missing(begin, damage)
    if problem:
        yield problem_cut(problem)


def _what_is_missing(begin: bytes, last: bytes) -> str:
    """Return what is wrong with a file of that beginning and last cut, "" if nothing is."""
    if not is_pubmed(begin):
        return "has no <PubmedArticleSet>; give a file of PubMed"
    begins = [match.start() for match in _BEGIN.finditer(last)]
    unfinished = begins and not _END.search(last, begins[-1])  # which is an error of its own
    ended = last.find(_LAST, begins[-1] if begins else 0) >= 0
    if b"<PubmedArticleSet" not in begin or ended or unfinished:
        return ""
    return f"ends without {_LAST.decode()}>, so that it was cut off; fetch it again"


class _ArticleCutter:
    """Cuts blocks where articles begin. What stands before the first one goes with it.

    Attributes:
        head: the XML declaration.
    """

    def __init__(self, most_bytes: int) -> None:
        self.head = b""
        self._most = most_bytes
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
        self._begins += [match.start() for match in _BEGIN.finditer(self._held, self._searched)]
        # The next tag may have come in part; the last one that was found is not found again.
        known = self._begins[-1] + 1 if self._begins else 0
        self._searched = max(len(self._held) - _LONGEST_BEGIN + 1, known)
        while len(self._begins) > 1 and self._begins[-1] > self._most:
            fitting = bisect_right(self._begins, self._most) - 1
            yield self._take(self._begins[max(fitting, 1)])
        if len(self._held) > byte_ranges.MOST_BYTES:
            raise InputError(f"article {self._first} {too_large(len(self._held))}")

    def drop_unfinished(self) -> None:
        """Forget the last article where it has no end, else what follows its end."""
        last = self._begins[-1] if self._begins else 0
        ends = [match.end() for match in _END.finditer(self._held, last)]
        del self._held[ends[-1] if ends else last :]
        self._begins = [begin for begin in self._begins if begin < len(self._held)]

    def rest(self) -> Iterator[Cut]:
        """Yield all that is left."""
        if self._held:
            yield self._take(len(self._held))

    def _take(self, end: int) -> Cut:
        cut = Cut(bytes(self._held[:end]), end, self._start, self._first, self.head)
        del self._held[:end]
        self._start += end
        self._first += sum(begin < end for begin in self._begins)
        self._begins = [begin - end for begin in self._begins if begin >= end]
        self._searched = max(self._searched - end, 0)
        return cut


def read_pubmed_set(
    name: str, content: bytes, first: int, format_: Format, reading: Reading
) -> Iterator[Record]:
    """Yield a record for each article; the first one has the number ``first``."""
    from .pubmed import read_pubmed

    declaration = _DECLARATION.match(content)
    head = declaration[1] if declaration else b""
    begins = [match.start() for match in _BEGIN.finditer(content)]
    ends = [*begins, len(content)][1:]
    for number, (begin, end) in enumerate(zip(begins, ends, strict=True), first):
        source, size = f"{name}:{number}", end - begin
        try:
            abstract = read_pubmed(head + _whole_article(content[begin:end]), name=source)
            yield Record(source, abstract.pmid, abstract.text, meta=abstract.about, size=size)
        except InputError as error:
            yield failed(source, without_name(error, source), size)


def _whole_article(content: bytes) -> bytes:
    """Return an article without what follows it. Raises InputError where it has no end."""
    ends = [match.end() for match in _END.finditer(content)]
    if not ends:
        raise InputError("has no end, so that it was cut off; fetch the file again")
    return content[: ends[-1]]
