"""Manuscripts in LaTeX as text: macros as words, without formulas, tables and figures."""

import re
from collections.abc import Callable, Sequence

from ..articles import Kind
from .latex_sources import LatexSources
from .latex_words import (
    LOST,
    TOKEN,
    Group,
    cite_form,
    commands,
    count_keys,
    letter_at,
    plain_latex,
    read_cite,
)
from .records import Quotation
from .traced import TracedText

_TOKEN = re.compile(rf"(?P<par>\n[ \t{LOST}]{{0,500}}\n[\s{LOST}]*)|" + TOKEN.pattern, re.DOTALL)
_ENVIRONMENT = re.compile(r"\s{0,3}\{([A-Za-z]{1,40})\*?\}")
_LEFT_OUT = frozenset(
    "figure wrapfigure table wraptable longtable sidewaystable sidewaysfigure tabular tabularx "
    "tabulary array algorithm algorithmic tikzpicture pgfpicture picture thebibliography "
    "equation align alignat aligned gather gathered multline eqnarray displaymath math flalign "
    "subequations dmath CCSXML titlepage keywords biblist".split()
)
_QUOTED = frozenset({"quote", "quotation", "displayquote", "quoting"})
_PARTED = _QUOTED | {"abstract", "itemize", "enumerate", "description"}
_SIZED = frozenset({"minipage", "multicols", "adjustbox", "adjustwidth", "parbox"})
_NOTES = frozenset({"footnote", "footnotetext", "endnote", "sidenote", "marginnote"})
_SPACED = frozenset({"SI", "qty", "SIrange", "qtyrange", "texorpdfstring"})
_OPTION = re.compile(rf"[ \t{LOST}]{{0,50}}\[[^\[\]\n]{{0,300}}\]")
_INLINE = re.compile(r"((?:[^$\\]|\\.){0,1500})\$", re.DOTALL)
_KEPT_RUN = re.compile(f"[^{LOST}]+")
_SPACES = re.compile(rf"[ \t\n{LOST}]{{0,300}}")
_MAX_FORMULA = 1_500


def write_latex(sources: LatexSources, text: TracedText) -> None:
    """Write the text of a manuscript.

    Args:
        sources: its files.
        text: takes what is written.
    """
    for name, content in sources.files:
        text.add_file(name, content)
    _Writer(sources, text).write()


class _Writer:
    """Goes through the LaTeX from its first character to its last."""

    def __init__(self, sources: LatexSources, text: TracedText) -> None:
        self._sources, self._latex, self._text = sources, sources.text, text
        self._partners = sources.partners
        self._at_brace: dict[int, Callable[[], object]] = {}  # what ends with a closing brace
        self._path: list[tuple[int, str]] = []
        self._kind: Kind = "text"
        self._notes: list[tuple[int, int]] = []
        self._quoted_from = -1
        self._no_end: set[str] = set()  # of what nothing ends

    def write(self) -> None:
        """Write all of it."""
        self._span(self._sources.start, self._sources.end)
        self._end_paragraph()

    def _span(self, start: int, end: int) -> None:
        done = start
        while match := _TOKEN.search(self._latex, done, end):
            self._plain(done, match.start())
            done = max(self._token(match), match.start() + 1)
        self._plain(min(done, end), end)

    def _end_paragraph(self, kind: Kind | None = None) -> None:
        """End the paragraph; its footnotes follow as paragraphs of their own."""
        self._text.end_paragraph(kind or self._kind, tuple(title for _, title in self._path))
        while kind != "note" and self._notes:
            waiting, self._notes = self._notes, []
            for start, end in waiting:
                self._span(start, end)
                self._end_paragraph("note")

    def _token(self, match: re.Match[str]) -> int:
        """Write what a token is, and return the character from which on to go."""
        start, name = match.start(), match["name"]
        if match["par"]:
            self._end_paragraph()
        elif name:
            return self._command(match, name)
        elif match["other"] == "}":
            if action := self._at_brace.pop(start, None):
                action()
        elif match["other"] == "$":
            return self._dollar(start)
        elif match["sign"] in ("(", "["):
            return self._formula(match.end(), "\\)" if match["sign"] == "(" else "\\]")
        elif letter := letter_at(self._latex, match):
            self._instead(letter.text, start)
            if match["sign"] == "\\":
                return self._behind_options(letter.end)
            return letter.end
        return match.end()

    def _command(self, match: re.Match[str], name: str) -> int:
        """Write what a command is, and return the character from which on to go."""
        known, end = commands(), match.end()
        if name in ("begin", "end"):
            return self._environment(match, is_begin=name == "begin")
        if name in self._sources.macros and "cite" not in name:
            self._instead(self._sources.macros[name], match.start())
        elif name in known.sections:
            return self._heading(known.sections[name], end)
        elif form := cite_form(name):
            groups, end = read_cite(self._latex, end, name, self._partners)
            if groups:
                self._cite(form, groups, match.start(), end)
        elif name in _NOTES:
            brace = self._behind_options(end)
            if (close := self._argument(brace)) is not None:
                self._notes.append((brace + 1, close))
                return close + 1
        elif name in ("enquote", "textquote") and (close := self._argument(end)) is not None:
            self._instead("\u201c", match.start())
            self._write_at(close, "\u201d")
            return end
        elif name in _SPACED and (close := self._argument(end)) is not None:
            self._write_at(close, " ")
        elif name in ("item", "par", "newline", "linebreak"):
            if name in ("item", "par"):
                self._end_paragraph()
            return self._behind_options(end)
        elif name in known.dropped:
            return self._behind_arguments(end, known.dropped[name])
        elif letter := letter_at(self._latex, match):
            self._instead(letter.text, match.start())
            return letter.end
        else:
            return self._unknown(match)
        return end

    def _unknown(self, match: re.Match[str]) -> int:
        """Pass over a command of which the arguments are words, with its options."""
        end = match.start() + len(match["name"]) + 1
        if self._latex[match.end() : match.end() + 1] == "[":
            return self._behind_options(match.end())
        if match.end() > end and self._latex[match.end() : match.end() + 1] != "{":
            self._instead(" ", match.start())
        return match.end()

    def _heading(self, level: int, end: int) -> int:
        """Begin a section, of which the title is written next."""
        brace = self._skip_spaces(self._behind_options(end))
        close = self._argument(brace)
        self._end_paragraph()
        self._kind = "text"
        self._path = [one for one in self._path if one[0] < level]
        if close is None:
            return end

        def ended() -> None:
            if self._text.end_paragraph("title", tuple(title for _, title in self._path)):
                self._path.append((level, self._text.last_paragraph()))

        self._at_brace[close] = ended
        return brace + 1

    def _environment(self, match: re.Match[str], *, is_begin: bool) -> int:
        """Begin or end an environment; of figures, tables and formulas return the end."""
        named = _ENVIRONMENT.match(self._latex, match.end())
        if named is None:
            return match.end()
        name, end = named[1], named.end()
        if name in _LEFT_OUT and is_begin:
            behind = self._behind_environment(name, end)
            kind: Kind = "caption" if "figure" in name else "table"
            self._text.left_out[kind] += count_keys(self._latex, end, behind)
            return behind
        if name in _PARTED:
            self._end_paragraph()
        if name in _QUOTED:
            if is_begin:
                self._quoted_from = self._text.length
            elif 0 <= self._quoted_from < self._text.length - 1:
                quotation = Quotation(self._quoted_from, self._text.length - 1)
                self._text.quotations.append(quotation)
                self._quoted_from = -1
        elif name == "abstract":
            self._kind = "abstract" if is_begin else "text"
        if is_begin:
            return self._behind_arguments(end, 1 if name in _SIZED else 0)
        return end

    def _behind_environment(self, name: str, start: int) -> int:
        """Return the character behind the end of an environment, which may have others in it.

        What nothing ends is passed over up to the first end of its name, if there is one.
        """
        depth, first = 1, start
        if f"end {name}" in self._no_end:
            return start
        for match in re.compile(rf"\\(begin|end)\{{{name}\*?\}}").finditer(self._latex, start):
            depth += 1 if match[1] == "begin" else -1
            if match[1] == "end" and first == start:
                first = match.end()
            # Where one is not ended, it would be looked for again and again.
            if depth == 0 or (first > start and name in self._no_end):
                return match.end()
        self._no_end.update([name] if first > start else [name, f"end {name}"])
        return first

    def _cite(self, form: str, groups: Sequence[Group], start: int, end: int) -> None:
        """Write a mark of citation, which stands between two characters, as readers see it."""
        is_round = form.startswith("round")
        self._instead(" (" if is_round else "", start)
        mark_form = {"round": "full", "bare": "full", "round-year": "year"}.get(form, form)
        separator = ""
        for group in groups:
            self._note(group.before, "{} ")
            for key, offset in group.keys:
                self._instead(separator, offset)
                separator = "; " if mark_form == "full" else ", "
                self._text.write_mark(key, mark_form, *self._sources.place(offset))
            self._note(group.after, ", {}")
        self._instead(")" if is_round else "", end - 1)

    def _note(self, span: tuple[int, int] | None, shown: str) -> None:
        """Write what is said before or behind the works of a mark."""
        if span and (words := plain_latex(self._latex[slice(*span)].replace(LOST, ""))):
            self._instead(shown.format(words), span[0])

    def _dollar(self, start: int) -> int:
        """Write a formula in a sentence, pass over one that is set off."""
        if self._latex.startswith("$$", start):
            return self._formula(start + 2, "$$")
        formula = _INLINE.match(self._latex, start + 1)
        if formula is None:
            return start + 1
        self._instead(plain_latex(formula[1].replace(LOST, "")), start)
        return formula.end()

    def _formula(self, start: int, closing: str) -> int:
        """Pass over a formula, or write it where it stands in a sentence."""
        close = self._latex.find(closing, start, start + 10 * _MAX_FORMULA)
        if close < 0:
            return start
        if closing == "\\)":
            self._instead(plain_latex(self._latex[start:close].replace(LOST, "")), start)
        return close + len(closing)

    def _argument(self, brace: int) -> int | None:
        """Return the brace that closes an argument, None where none opens at a character."""
        return self._partners.get(brace) if self._latex[brace : brace + 1] == "{" else None

    def _behind_options(self, start: int) -> int:
        while option := _OPTION.match(self._latex, start):
            start = option.end()
        return start

    def _behind_arguments(self, start: int, count: int) -> int:
        """Return the character behind options and so many arguments."""
        start = self._behind_options(start)
        for _ in range(count):
            close = self._argument(self._skip_spaces(start))
            if close is None:
                break
            start = self._behind_options(close + 1)
        return start

    def _skip_spaces(self, start: int) -> int:
        match = _SPACES.match(self._latex, start)
        return match.end() if match else start

    def _write_at(self, brace: int, words: str) -> None:
        self._at_brace[brace] = lambda: self._instead(words, brace)

    def _instead(self, words: str, character: int) -> None:
        file, offset = self._sources.place(character)
        self._text.write_instead(words, file, offset)

    def _plain(self, start: int, end: int) -> None:
        """Write characters as they stand."""
        for begin, stop, file, offset in self._sources.runs(start, end):
            piece = self._latex[begin:stop]
            for words in _KEPT_RUN.finditer(piece):
                self._text.write(words[0], file, offset + words.start())
