r"""Marks of citation in LaTeX: ``\citep[see][p. 3]{zork, lake}``, ``\textcites{zork}[9]{lake}``."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from .latex_sources import LOST
from .latex_words import commands

_SPACE = re.compile(rf"[ \t{LOST}]{{0,200}}(?:\n[ \t{LOST}]{{0,200}})?")
_KEY = re.compile(rf"[^,\s{LOST}{{}}](?:[^,{{}}]{{0,300}}[^,\s{LOST}{{}}])?")
_NOTE = re.compile(r"(?P<open>[\[{(])|(?P<close>[\]})])|\\.", re.DOTALL)
_NO_CITES = ("nocite", "citestyle", "setcitestyle", "citename", "citedefalias", "bibcite")
_ANY_CITE = re.compile(
    r"\\(?P<name>[A-Za-z]{0,30}[Cc]ite[A-Za-z]{0,30})\*?\s{0,3}(?:\[[^\[\]]{0,300}\]\s{0,3}){0,2}"
    r"\{(?P<keys>[^{}]{1,2000})\}"
)
_MAX_NOTE = 1_000  # characters of "[see p. 3]"
_MAX_GROUPS = 50  # of \cites


class Key(NamedTuple):
    """A key, and its first character."""

    key: str
    offset: int


class Group(NamedTuple):
    """The keys of one pair of braces, with half-open characters of what is said around them."""

    before: tuple[int, int] | None
    after: tuple[int, int] | None
    keys: list[Key]


class CiteCommand(NamedTuple):
    """A mark of citation: how it reads, its groups, and the character behind it."""

    form: str
    groups: list[Group]
    end: int


def cite_form(name: str) -> str:
    r"""Return how a command of citation reads, "" for one that is none.

    What is not known and has "cite" in its name is someone's own, and reads as ``\cite`` does.

    >>> cite_form("citet"), cite_form("mycite"), cite_form("nocite"), cite_form("emph")
    ('narrative', 'round', '', '')
    """
    known = commands()
    if (form := known.cites.get(name)) is not None:
        return form
    if "cite" not in name.lower() or name in known.dropped or name in _NO_CITES:
        return ""
    return "narrative" if name.lower().startswith("text") else "round"


def read_cite(text: str, start: int, name: str, partners: Mapping[int, int]) -> CiteCommand | None:
    """Return a mark of which the name ends at a character; None where no keys follow.

    Args:
        text: the LaTeX.
        start: the character behind the name and its star.
        name: of the command.
        partners: the closing brace of each opening one.
    """
    groups: list[Group] = []
    is_many = name.endswith("cites")
    end = start
    while len(groups) < (_MAX_GROUPS if is_many else 1):
        notes: list[tuple[int, int]] = []
        place = _SPACE.match(text, end).end()  # type: ignore[union-attr]
        while text[place : place + 1] in ("[", "(") and len(notes) < 4:
            if text[place] == "(" and not is_many:
                break
            close = _closing(text, place)
            if close is None:
                break
            if text[place] == "[":
                notes.append((place + 1, close))
            place = _SPACE.match(text, close + 1).end()  # type: ignore[union-attr]
        brace_end = partners.get(place) if text[place : place + 1] == "{" else None
        if brace_end is None:
            break
        keys = [Key(one[0], one.start()) for one in _KEY.finditer(text, place + 1, brace_end)]
        before = notes[0] if len(notes) > 1 else None
        groups.append(Group(before, notes[-1] if notes else None, keys))
        end = brace_end + 1
    return CiteCommand(cite_form(name), groups, end) if groups else None


def count_keys(text: str, start: int, end: int) -> int:
    r"""Return how many keys are cited between two characters.

    >>> text = r"\caption{Frogs \cite[3]{zork, lake} and \nocite{toads}}"
    >>> count_keys(text, 0, len(text))
    2
    """
    found = _ANY_CITE.finditer(text, start, end)
    return sum(len(_KEY.findall(one["keys"])) for one in found if cite_form(one["name"]))


def _closing(text: str, start: int) -> int | None:
    """Return the bracket that closes the one at a character, if it is near."""
    depth = 0
    for match in _NOTE.finditer(text, start, start + _MAX_NOTE):
        if match["open"]:
            depth += 1
        elif match["close"]:
            depth -= 1
            if depth == 0:
                return match.start()
    return None
