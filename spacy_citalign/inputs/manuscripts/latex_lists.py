r"""Lists of references in LaTeX: ``\bibitem[Zork(2004)]{zork} A. Zork. Frogs. 2004.``."""

import re
from collections.abc import Iterator, Sequence

from ...citations.references.fields import read_references
from ..articles import CitedWork
from ..listed_references import work_of_entry
from .latex_words import plain_latex

_ITEM = re.compile(
    r"\\(?:bibitem|harvarditem|bibitemdeclare)\s{0,3}(?:\[(?:[^\[\]{}]|\{[^{}]{0,300}\}){0,500}\])?"
    r"\s{0,3}\{([^{}]{1,300})\}"
)
_LINK = re.compile(r"\\href(?:@noop)?\s{0,3}\{([^{}]{0,1000})\}|\\doi\s{0,3}\{([^{}]{0,300})\}")
_FIELD = re.compile(r"\\bib(?:info|field)\s{0,3}\{[^{}]{0,100}\}|\\(?:natexlab|enquote)\b")
_LONGEST = 4_000  # characters of an entry


def read_item_list(lists: Sequence[str]) -> list[CitedWork]:
    r"""Return the works of lists, ``id`` of each its key.

    >>> [work] = read_item_list([r"{9} \bibitem{zork} A. Zork. \emph{Calls of frogs}. 2004."])
    >>> work.id, work.first_author, work.year
    ('zork', 'Zork', '2004')
    """
    items = [item for text in lists for item in _items(text)]
    texts = [text for _, text in items]
    works = []
    for number, ((key, _), read) in enumerate(zip(items, read_references(texts), strict=True), 1):
        works.append(work_of_entry(number, "", read)._replace(id=key))
    return works


def _items(text: str) -> Iterator[tuple[str, str]]:
    """Yield the key and the words of each entry."""
    matches = [*_ITEM.finditer(text)]
    for number, match in enumerate(matches):
        end = matches[number + 1].start() if number + 1 < len(matches) else len(text)
        words = _LINK.sub(_written_link, text[match.end() : min(end, match.end() + _LONGEST)])
        words = plain_latex(_FIELD.sub("", words))
        if words:
            yield match[1].strip(), words


def _written_link(match: re.Match[str]) -> str:
    return f" doi: {match[2]} " if match[2] else f" {match[1]} "
