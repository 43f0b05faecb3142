"""The words of a paragraph in Markdown: without its markup, with its marks of citation."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from html import unescape

from .latex_words import plain_latex
from .markdown_blocks import Line
from .markdown_marks import KEY, Item, bracketed_items, is_own_part, key_of
from .traced import TracedText, WrittenMark

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
        self._starts = [0]
        for line in lines[:-1]:
            self._starts.append(self._starts[-1] + len(line.text) + 1)
        self._offsets = [line.offset for line in lines]
        self._text, self._file, self._keys = text, file, keys
        self._partners = _partners(self._raw)
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
        self._text.write_mark(WrittenMark(key_of(match), form, self._offset(at)), self._file)
        if locator := _LOCATOR.match(self._raw, match.end()):
            bracket = locator.end() - 1
            close = self._partners.get(bracket)
            if close and self._raw[close + 1 : close + 2] not in ("(", "[", "{"):
                first = self._raw.find(";", bracket, close)
                rest = bracketed_items(self._raw, first + 1, close) if first >= 0 else []
                whole = bracketed_items(self._raw, bracket + 1, close)
                if whole or rest or "@" not in self._raw[bracket:close]:
                    self._group(whole or rest, close)
                    return close + 1
        return match.end()

    def _token(self, token: re.Match[str], end: int) -> int:
        """Write what a token is, and return the character from which on to go."""
        text, start = self._text, token.start()
        offset, kind = self._offset(start), token.lastgroup
        match kind:
            case "escaped":
                text.write(token[kind], self._file, offset + 1)
            case "code":
                return self._code(token, end)
            case "formula":
                text.write_instead(plain_latex(token[kind]), self._file, offset)
            case "link" | "raised" | "lowered":
                text.write(token[kind], self._file, offset + 1)
            case "address":
                text.write(token[kind], self._file, offset)
            case "tag" if _BREAK_TAG.match(token[0]):
                text.write(" ", self._file, offset)
            case "entity":
                text.write_instead(unescape(token[0]), self._file, offset)
            case "dash":
                text.write_instead("\u2013" if len(token[0]) == 2 else "\u2014", self._file, offset)
            case "break":
                text.write("\n", self._file, offset)
            case "open":
                return self._bracket(token)
            case "close":
                if start not in self._jumps:
                    text.write("]", self._file, offset)
                return self._jumps.get(start, token.end())
            case _:
                pass  # stress, tags, signs of footnotes
        return token.end()

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
        first = items[0].before[0]
        self._text.write_instead(" (", self._file, self._offset(first - 1))
        for number, item in enumerate(items):
            if number:
                self._text.write_instead("; ", self._file, self._offset(item.before[0]))
            self._plain(*item.before)
            form = "full" if item.has_author else "year"
            mark = WrittenMark(item.key, form, self._offset(item.offset))
            self._text.write_mark(mark, self._file)
            self._plain(*item.after)
        self._text.write_instead(")", self._file, self._offset(close))

    def _group(self, items: Sequence[Item], close: int) -> None:
        """Write the other works of a mark that begins in the sentence: "@zork [p. 3; @lake]"."""
        if items:
            self._text.write(" ", self._file, self._offset(close))
            self._plain_group(items, close)

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


def _partners(text: str) -> dict[int, int]:
    """Return the closing bracket of each opening one."""
    stack: list[int] = []
    partners: dict[int, int] = {}
    for match in _BRACKET.finditer(text):
        if match[0] == "[":
            stack.append(match.start())
        elif match[0] == "]" and stack:
            partners[stack.pop()] = match.start()
    return partners
