"""The works that are asked for: by size, kind, identifier, key, or the name that lists print."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...citations.works.work_names import normal_name, work_names
from ...errors import SettingError
from ...schema import CitedWork, known_fields
from ...statements.kind import KINDS
from ..report.phrases import work_name
from .group_lines import GroupLine
from .group_sentences import kind_of

# What people write before an identifier.
_PREFIX = re.compile(r"https?://(dx\.)?doi\.org/|(doi|pmid|pmcid):\s*", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{3,}")
_MAX_NAMED = 8  # works that fit, in a message
_FIELDS = ("first_author", "year", "title")


class WorkFilter(NamedTuple):
    """The works that are asked for.

    Attributes:
        min_citances: so many citances at least.
        cited: identifiers, keys or words of the names of cited works, () for all works.
        min_articles: citances of so many articles at least; None for two where any work has them,
            since what articles share, one alone does not show.
        kinds: of ``KINDS``, () for all.
    """

    min_citances: int = 1
    cited: tuple[str, ...] = ()
    min_articles: int | None = 1
    kinds: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        min_citances: int = 1,
        cited: Iterable[str] | None = None,
        min_articles: int | None = 1,
        kinds: Iterable[str] | None = None,
    ) -> "WorkFilter":
        """Return the filter that is asked for.

        Raises:
            SettingError: a name is blank, a number below 1, or a kind unknown.
        """
        for name, number in (("min_citances", min_citances), ("min_articles", min_articles)):
            if number is not None and number < 1:
                raise SettingError(f"{name} is {number}; give 1 or more")
        names = tuple(name.strip() for name in cited or ())
        if not all(map(bare_name, names)):
            raise SettingError(
                "--cited is blank; give the DOI, PMID, PMCID or key of a work, or words of its "
                "author, year and title"
            )
        asked = tuple(dict.fromkeys(kinds or ()))
        for kind in asked:
            if kind not in KINDS:
                raise SettingError(f"there is no kind {kind!r} of works; give {', '.join(KINDS)}")
        return cls(min_citances, names, min_articles, asked)

    def is_large(self, citances: int, articles: int) -> bool:
        """Return whether a group of so many citances of so many articles is large enough."""
        return citances >= self.min_citances and articles >= (self.min_articles or 1)

    def settled(self, groups: Iterable[GroupLine]) -> "WorkFilter":
        """Return the filter with a number of articles; works that are named may have any."""
        if self.min_articles is not None:
            return self
        several = not self.cited and any(group.articles > 1 for group in groups)
        return self._replace(min_articles=2 if several else 1)

    def choose(self, groups: Iterable[GroupLine]) -> tuple[list[GroupLine], list[str]]:
        """Return the groups that are asked for, and what was asked for and is not among them.

        An identifier or a key names its work. Anything else is taken for words of author, year and
        title ("Zork 2004", "frogs awake"), which must all be there.

        Raises:
            SettingError: words of a name fit several works, or a DOI is the begin of others.
        """
        large = [group for group in groups if self.is_large(group.citances, group.articles)]
        if not self.cited:
            return self._of_kinds(large), []
        names = [_names_of(group.cited) for group in large]
        words = [_words(group.cited) for group in large]
        chosen: set[int] = set()
        missing = []
        for asked in self.cited:
            spellings = {asked.lower(), bare_name(asked).lower()}
            fitting = [number for number, known in enumerate(names) if known & spellings]
            if not fitting and _DOI.match(bare_name(asked)):
                begun = [group.cited for group in large if _begins(group.cited, asked)]
                if begun:
                    raise SettingError(_cut_short(asked, begun))
            elif not fitting:
                wanted = normal_name(asked).split()
                fitting = [n for n, known in enumerate(words) if wanted and _has(known, wanted)]
                if len(fitting) > 1:
                    raise SettingError(_ambiguous(asked, [large[n].cited for n in fitting]))
            chosen.update(fitting)
            if not fitting:
                missing.append(asked)
        return self._of_kinds(group for n, group in enumerate(large) if n in chosen), missing

    def _of_kinds(self, groups: Iterable[GroupLine]) -> list[GroupLine]:
        return [group for group in groups if not self.kinds or _kind(group) in self.kinds]

    @property
    def at_least(self) -> str:
        """Return how large the group of a work must be, as it is said after "work"; "" for any."""
        parts = [
            f"{number} {name} or more"
            for number, name in ((self.min_citances, "citances"), (self.min_articles, "articles"))
            if (number or 1) > 1
        ]
        if self.kinds:
            parts.append(f"kind {' or '.join(self.kinds)}")
        return " of " + " of ".join(parts) if parts else ""


def bare_name(cited: str) -> str:
    """Return an identifier without what people write before it.

    >>> bare_name("https://doi.org/10.5555/X")
    '10.5555/X'
    """
    return _PREFIX.sub("", cited, count=1)


def _kind(line: GroupLine) -> str:
    """Return the kind that the row of a group has, else the one it will have."""
    group = line.group()
    kind = (group.model_extra or {}).get("kind")
    return kind if kind in KINDS else kind_of(group).kind


def _names_of(work: CitedWork) -> set[str]:
    identifiers = work_names(known_fields(work)).identifiers
    return {work.key.strip().lower(), *(value.lower() for _, value in identifiers)}


def _words(work: CitedWork) -> list[str]:
    return normal_name(" ".join(map(work.text_of, _FIELDS))).split()


def _has(words: Sequence[str], wanted: Iterable[str]) -> bool:
    """Return whether each wanted word is there, or a word begins with it."""
    return all(any(word.startswith(start) for word in words) for start in wanted)


def _begins(work: CitedWork, asked: str) -> bool:
    """Return whether a DOI of a work begins as what is asked for, which is none itself."""
    begin = bare_name(asked).lower()
    return any(name.startswith(begin) for name in map(bare_name, _names_of(work)))


def _cut_short(asked: str, works: Sequence[CitedWork]) -> str:
    """Return what is said of the begin of a DOI."""
    begin = "the DOI of 1 work begins" if len(works) == 1 else f"DOIs of {len(works)} works begin"
    return f"--cited {asked!r} is no whole DOI of a work; {begin} so: {_listed(works)}"


def _ambiguous(asked: str, works: Sequence[CitedWork]) -> str:
    return f"--cited {asked!r} fits {len(works)} works: {_listed(works)}; give a key"


def _listed(works: Sequence[CitedWork]) -> str:
    names = [f"{work.key} ({work_name(work)})" for work in works[:_MAX_NAMED]]
    more = f" and {len(works) - len(names)} more" if len(works) > len(names) else ""
    return f"{'; '.join(names)}{more}"
