"""Self-citations: how many flags are right, by the full names of authors.

Any two articles of CRAFT and of ``articles_tulsi`` whose authors all have full names are taken for
a citing article and a cited work, whose given names are cut to initials as reference lists have
them; each pair counts twice, either side being cut. The truth is by full names: an author of the
same surname and given names, where an initial stands for a name that begins with it.

Any two articles that share a name (surname and fitting initials) share a common surname more often
than an article and a work that it cites do. So the pairs are weighted: those that share common
surnames only, those that share another, to the shares that these have in the pairs of an article
and a work that it cites. Halves are by the MD5 of the names of articles.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from spacy_citalign.citations.works.articles import is_self_citation, shared_names

from ..common import data_folder
from ..recording import Table
from ..statements.differing import craft_rows, harvested_rows

_Record = Mapping[str, Any]
_KINDS = ("rare", "common")


class Pair(NamedTuple):
    """An article and a work.

    Attributes:
        kind: "rare" or "common", of the surnames that they share; "" where they share none.
        own: whether they share an author.
        flag: whether that was said.
    """

    kind: str
    own: bool
    flag: bool


def own_works_table() -> Table:
    """Return precision and recall of the flags."""
    articles: dict[str, _Record] = {}
    citing: dict[tuple[str, str], tuple[_Record, _Record]] = {}
    for row in (*craft_rows(), *harvested_rows(data_folder() / "articles_tulsi/articles.tar.xz")):
        for citance in row["citances"]:
            article = articles.setdefault(citance["source"], citance.get("article") or {})
            citing[citance["source"], row["cited"]["key"]] = (article, row["cited"])
    cited = Counter(_kind(*pair) for pair in citing.values())
    flagged = sum(is_self_citation(*pair) for pair in citing.values())
    named = {name: one for name, one in articles.items() if _has_full_names(one)}
    halves = [{n: a for n, a in named.items() if _half(n) == half} for half in (0, 1)]
    rows = [
        [title, str(len(some)), *_scores(list(_pairs(some)), cited)]
        for title, some in (("all", named), ("first half", halves[0]), ("second half", halves[1]))
    ]
    shares = " and ".join(f"{cited[kind]:,} {kind}" for kind in _KINDS)
    notes = [
        f"Pairs of an article and a work that it cites: {len(citing):,}; names are shared by "
        f"{shares} ones, and {flagged:,} are flagged."
    ]
    columns = ["articles", "number", "pairs", "of them own", "flags", "P", "R"]
    columns += ["P weighted", "R weighted"]
    return Table("Self-citations", columns, rows, notes)


def _pairs(articles: Mapping[str, _Record]) -> Iterator[Pair]:
    for one, other in combinations(articles.values(), 2):
        own = any(name.known == "full" for name in shared_names(one, other))
        for pair in ((one, _cut(other)), (_cut(one), other)):
            yield Pair(_kind(*pair), own, is_self_citation(*pair))


def _kind(article: _Record, cited: _Record) -> str:
    names = [one for one in shared_names(article, cited) if one.known != "surname"]
    return "" if not names else "common" if all(one.common for one in names) else "rare"


def _cut(article: _Record) -> _Record:
    return {field: value for field, value in article.items() if field != "given_names"}


def _has_full_names(article: _Record) -> bool:
    given = article.get("given_names") or ()
    initials = article.get("initials") or [""] * len(given)
    return any(given) and all(name or not one for name, one in zip(given, initials, strict=True))


def _scores(pairs: list[Pair], cited: Counter[str]) -> list[str]:
    sharing = Counter(pair.kind for pair in pairs)
    weights = {kind: cited[kind] / max(sharing[kind], 1) for kind in _KINDS}
    own, flags = (sum(one[field] for one in pairs) for field in (1, 2))
    plain = _shares(pairs, dict.fromkeys(_KINDS, 1.0))
    return [str(len(pairs)), str(own), str(flags), *plain, *_shares(pairs, weights)]


def _shares(pairs: Iterable[Pair], weights: Mapping[str, float]) -> list[str]:
    """Return precision and recall; a pair without a shared name is neither own nor flagged."""
    sums: Counter[tuple[bool, bool]] = Counter()
    for pair in pairs:
        sums[pair.own, pair.flag] += weights.get(pair.kind, 1.0)
    right = sums[True, True]
    totals = (right + sums[False, True], right + sums[True, False])
    return [f"{right / total:.3f}" if total else "" for total in totals]


def _half(name: str) -> int:
    return int(hashlib.md5(name.encode(), usedforsecurity=False).hexdigest()[0], 16) // 8
