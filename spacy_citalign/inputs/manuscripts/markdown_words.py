"""The words of a paragraph in Markdown: without its markup, with its marks of citation."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from html import unescape
from itertools import accumulate
from typing import NamedTuple

from .latex_words import plain_latex
from .markdown_blocks import Line
from .traced import TracedText, partners

# A key is words that single signs divide, or stands in braces; no key begins in an e-mail address,
# in a link or in a name with an "@" behind a backslash.
KEY = re.compile(
    r"(?<![\w.+/@\\])(?P<no_author>(?<!\w)-)?@"
    r"(?:\{(?P<braced>[^{}\s]{1,500})\}|(?P<key>\w+(?:(?:[:.#$%&+?<>~/]|--?)\w+)*))"
)
# Figures, tables, equations and sections of the manuscript itself.
_OWN_PARTS = re.compile(r"(?:fig|tbl|tab|eq|sec|lst|thm|lem|cor|prp|def|exm|suppfig)[:-].")


class Item(NamedTuple):
    """A work in a mark.

    Attributes:
        key: of the work.
        form: of the mark: "full"; of "-@key" "year".
        offset: of the "@" in the text.
        before, after: half-open characters of what is said before and behind: "see", "pp. 3-4".
    """

    key: str
    form: str
    offset: int
    before: tuple[int, int]
    after: tuple[int, int]


def key_of(match: re.Match[str]) -> str:
    """Return the key that was found."""
    return match["braced"] or match["key"]


def is_own_part(key: str) -> bool:
    """Return whether a key is that of a figure, table or section of the manuscript.

    >>> is_own_part("fig:ponds"), is_own_part("figueroa2004")
    (True, False)
    """
    return _OWN_PARTS.match(key) is not None


def bracketed_items(text: str, start: int, end: int) -> list[Item]:
    """Return the works of a mark in brackets; none where a part of it names no work.

    Args:
        text: the paragraph.
        start, end: of what is between the brackets.

    >>> text = "[see @zork, pp. 3-4; -@lake]"
    >>> [(one.key, one.form, text[slice(*one.after)]) for one in bracketed_items(text, 1, 27)]
    [('zork', 'full', ', pp. 3-4'), ('lake', 'year', '')]
    >>> bracketed_items("[me@pond.org]", 1, 12), bracketed_items("[@a; and others]", 1, 15)
    ([], [])
    """
    items = []
    part_start = start
    while part_start <= end:
        part_end = text.find(";", part_start, end)
        part_end = end if part_end < 0 else part_end
        match = KEY.search(text, part_start, part_end)
        if match is None:
            return []
        before, after = (part_start, match.start()), (match.end(), part_end)
        at = match.start() + bool(match["no_author"])
        form = "year" if match["no_author"] else "full"
        items.append(Item(key_of(match), form, at, before, after))
        part_start = part_end + 1
    return items


# Nothing here can be long: what is between the signs is bounded.
_TOKEN = re.compile(
    r"(?P<own>\\(?:label|ref|eqref|autoref|cref|pageref)\{[^{}]{0,200}\}"
    r"|\\(?:newpage|clearpage|pagebreak|noindent)\b)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<code>`{1,50})"
    r"|(?P<display>\$\$(?:[^$\\]|\\.){1,2000}\$\$)"
    r"|\$(?=\S)(?P<formula>(?:[^$\\]|\\.){1,400}?)(?<=\S)\$(?!\d)"
    r"|<(?P<link>https?://[^\s<>]{1,1000}|[\w.+-]{1,100}@[\w.-]{1,100})>"
    r"|(?P<tag></?[A-Za-z][^<>]{0,300}>)"
    r"|(?P<entity>&#?\w{1,30};)"
    r"|(?P<address>\bhttps?://[^\s<>\[\]()]{1,1000})"
    r"|(?P<foot>\[\^[^\[\]\s^]{1,100}\](?!:))"
    r"|(?P<open>!?\[|\^\[)|(?P<close>\])"
    r"|(?P<dash>---?(?![-@]))"
    r"|\^(?P<raised>[^\s^\[\]]{1,60})\^|(?<!~)~(?P<lowered>[^\s~]{1,60})~(?!~)"
    r"|(?P<stress>\*{1,3}|~~|(?<![^\W_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![^\W_]))"
    r"|(?P<break>\\?\n)",
    re.DOTALL,
)
_TARGET = re.compile(
    r"\((?:<[^<>\n]{0,1000}>|[^()\s]{0,1000}(?:\([^()\s]{0,200}\)[^()\s]{0,200}){0,3})"
    r"(?:\s{1,9}(?:\"[^\"]{0,300}\"|'[^']{0,300}'))?\s{0,9}\)"
)
_ATTRIBUTES = re.compile(r"\{[^{}]{0,300}\}")
_NAMED = re.compile(r"\[[^\[\]]{0,300}\]")
_LOCATOR = re.compile(r"[ \n]?\[")
_BREAK_TAG = re.compile(r"<br\b", re.IGNORECASE)
_BRACKET = re.compile(r"\\.|[\[\]]", re.DOTALL)


class MarkdownWords:
    """Writes the words of a paragraph.

    Args:
        lines: of the paragraph.
        text: takes what is written.
        file: the number of the file.
        keys: of the bibliography.
    """

    def __init__(
        self, lines: Sequence[Line], text: TracedText, file: int, keys: frozenset[str]
    ) -> None:
        self._raw = "\n".join(line.text for line in lines)
        self._starts = [0, *accumulate(len(line.text) + 1 for line in lines[:-1])]
        self._offsets = [line.offset for line in lines]
        self._text, self._file, self._keys = text, file, keys
        self._partners = partners(self._raw, _BRACKET, "[", "]")
        self._jumps: dict[int, int] = {}  # from the closing bracket of a link behind its address
        self._unclosed: set[str] = set()  # runs of backticks that nothing closes
        self.notes: list[list[Line]] = []
        """Footnotes that stand in the paragraph, which are paragraphs of their own."""

    def write(self) -> None:
        """Write all of it."""
        self._span(0, len(self._raw))

    def _span(self, start: int, end: int) -> None:
        """Write the words between two characters."""
        raw, done = self._raw, start
        while done < end:
            token = _TOKEN.search(raw, done, end)
            key = self._next_key(done, token.start() if token else end)
            if key is not None:
                done = self._narrative(done, key)
            elif token is None:
                self._plain(done, end)
                return
            else:
                self._plain(done, token.start())
                done = self._token(token, end)

    def _next_key(self, start: int, end: int) -> re.Match[str] | None:
        """Return the next key of a work before a token; what may follow it is none of it."""
        at = self._raw.find("@", start, end)
        while at >= 0:
            begin = at - 1 if at > start and self._raw[at - 1] == "-" else at
            match = KEY.match(self._raw, begin) or KEY.match(self._raw, at)
            if match and (key_of(match) in self._keys or not is_own_part(key_of(match))):
                return match
            at = self._raw.find("@", at + 1, end)
        return None

    def _narrative(self, start: int, match: re.Match[str]) -> int:
        """Write a mark that is a part of the sentence, and return the character behind it."""
        self._plain(start, match.start())
        at = match.start() + bool(match["no_author"])
        form = "year" if match["no_author"] else "narrative"
        self._text.write_mark(key_of(match), form, self._file, self._offset(at))
        if locator := _LOCATOR.match(self._raw, match.end()):
            bracket = locator.end() - 1
            close = self._partners.get(bracket)
            if close and self._raw[close + 1 : close + 2] not in ("(", "[", "{"):
                first = self._raw.find(";", bracket, close)
                rest = bracketed_items(self._raw, first + 1, close) if first >= 0 else []
                whole = bracketed_items(self._raw, bracket + 1, close)
                if whole or rest or "@" not in self._raw[bracket:close]:
                    if items := whole or rest:  # the other works: "@zork [p. 3; @lake]"
                        self._instead(" ", close)
                        self._plain_group(items, close)
                    return close + 1
        return match.end()

    def _token(self, token: re.Match[str], end: int) -> int:
        """Write what a token is, and return the character from which on to go."""
        start, kind = token.start(), token.lastgroup
        match kind:
            case "code":
                return self._code(token, end)
            case "open":
                return self._bracket(token)
            case "close" if start in self._jumps:
                return self._jumps[start]
            case "escaped" | "link" | "raised" | "lowered":
                self._text.write(token[kind], self._file, self._offset(start) + 1)
            case "address" | "break" | "close":
                self._text.write(
                    "\n" if kind == "break" else token[0], self._file, self._offset(start)
                )
            case "tag" if _BREAK_TAG.match(token[0]):
                self._instead(" ", start)
            case "formula":
                self._instead(plain_latex(token[kind]), start)
            case "entity":
                self._instead(unescape(token[0]), start)
            case "dash":
                self._instead("\u2013" if len(token[0]) == 2 else "\u2014", start)
        return token.end()  # stress, other tags, signs of footnotes

    def _code(self, token: re.Match[str], end: int) -> int:
        """Write code as it stands: it is a name in the sentence."""
        ticks = token[0]
        close = -1 if ticks in self._unclosed else self._raw.find(ticks, token.end(), end)
        while close >= 0 and self._raw[close + len(ticks) : close + len(ticks) + 1] == "`":
            run = close
            while self._raw[run : run + 1] == "`":
                run += 1
            close = self._raw.find(ticks, run, end)
        if close < 0:
            self._unclosed.add(ticks)
            return token.end()
        self._plain(token.end(), close)
        behind = close + len(ticks)
        attributes = _ATTRIBUTES.match(self._raw, behind)
        return attributes.end() if attributes else behind

    def _bracket(self, token: re.Match[str]) -> int:
        """Write a mark, or see to a link, an image or a footnote."""
        raw, bracket = self._raw, token.end() - 1
        close = self._partners.get(bracket)
        if close is None:
            self._plain(token.start(), token.end())
            return token.end()
        if token[0] == "^[":
            self.notes.append(self._lines(bracket + 1, close))
            return close + 1
        follows = raw[close + 1 : close + 2]
        pattern = {"(": _TARGET, "[": _NAMED, "{": _ATTRIBUTES}.get(follows)
        behind = pattern.match(raw, close + 1) if pattern else None
        if behind is None or (follows == "[" and "@" in behind[0]):
            items = [] if token[0] == "![" else bracketed_items(raw, bracket + 1, close)
            if any(one.key in self._keys or not is_own_part(one.key) for one in items):
                self._plain_group(items, close)
                return close + 1
            if token[0] == "[":
                self._plain(bracket, bracket + 1)
                return bracket + 1
        end = behind.end() if behind else close + 1
        attributes = _ATTRIBUTES.match(raw, end)
        self._jumps[close] = attributes.end() if attributes else end
        return bracket + 1

    def _plain_group(self, items: Sequence[Item], close: int) -> None:
        """Write a mark in brackets, which are round for readers."""
        self._instead(" (", items[0].before[0] - 1)
        for number, item in enumerate(items):
            if number:
                self._instead("; ", item.before[0])
            self._plain(*item.before)
            self._text.write_mark(item.key, item.form, self._file, self._offset(item.offset))
            self._plain(*item.after)
        self._instead(")", close)

    def _instead(self, words: str, character: int) -> None:
        """Write words for what stands at a character."""
        self._text.write_instead(words, self._file, self._offset(character))

    def _plain(self, start: int, end: int) -> None:
        """Write characters as they stand."""
        while start < end:
            line = bisect_right(self._starts, start) - 1
            next_start = self._starts[line + 1] if line + 1 < len(self._starts) else end
            stop = min(end, next_start)
            self._text.write(self._raw[start:stop], self._file, self._offset(start))
            start = stop

    def _offset(self, character: int) -> int:
        """Return where in the file a character of the paragraph stands."""
        line = bisect_right(self._starts, character) - 1
        return self._offsets[line] + character - self._starts[line]

    def _lines(self, start: int, end: int) -> list[Line]:
        """Return characters of the paragraph as lines."""
        lines = []
        for piece in self._raw[start:end].split("\n"):
            lines.append(Line(self._offset(start), piece))
            start += len(piece) + 1
        return lines
