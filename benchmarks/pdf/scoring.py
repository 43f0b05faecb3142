"""What was found of an article beside gold: references, citing sentences, links of works."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from spacy_citalign.inputs.articles import Article

from .entries import listed_entries, same_entries
from .sentences import CitingSentence, matched, of_article


@dataclass
class Score:
    """Counts, to be added up over articles.

    Attributes:
        references: of gold, and how many of them were ``listed`` with title and year.
        pairs: of citing sentence and cited work: in gold, found, right.
        sentences: matched ones of ``right`` pairs, and how many of them are ``exact``.
        links: works that an article cites: in gold, found, right.
    """

    articles: int = 0
    references: int = 0
    listed: int = 0
    pairs: Counter[str] = field(default_factory=Counter)
    sentences: int = 0
    exact: int = 0
    links: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: "Score") -> "Score":
        return Score(
            self.articles + other.articles,
            self.references + other.references,
            self.listed + other.listed,
            self.pairs + other.pairs,
            self.sentences + other.sentences,
            self.exact + other.exact,
            self.links + other.links,
        )

    def figures(self) -> list[float]:
        """Return the share of references, F of pairs, the share of exact sentences, F of links."""
        return [
            self.listed / max(self.references, 1),
            f_score(self.pairs),
            self.exact / max(self.sentences, 1),
            f_score(self.links),
        ]


@dataclass
class Found:
    """What was found of an article: its citing sentences, works called as gold calls them."""

    sentences: list[CitingSentence]
    listed: set[int]  # entries of gold that have their title and year


def f_score(counts: Mapping[str, int]) -> float:
    """Return F of counts of what is in ``gold``, ``found`` and ``right``."""
    return 2 * counts["right"] / max(counts["gold"] + counts["found"], 1)


def found_of(article: Article, gold: Article) -> Found:
    """Return what an article has, its works called by the entries of gold that they are."""
    same = same_entries(gold.works, article.works)
    names = {str(other): str(number) for other, number in same.items()}
    listed = listed_entries(gold.works, article.works, same)
    return Found(renamed(of_article(article), names), listed)


def renamed(sentences: Iterable[CitingSentence], names: Mapping[str, str]) -> list[CitingSentence]:
    """Return sentences with works under other names, of which those without one bear none."""
    return [
        one._replace(works=frozenset(names.get(work, f"?{work}") for work in one.works))
        for one in sentences
    ]


def score(gold: Article, found: Found) -> Score:
    """Return the score of an article."""
    wanted = of_article(gold)
    result = Score(1, len(gold.works), len(found.listed))
    result.pairs = _counts(_pairs(wanted), _pairs(found.sentences), 0)
    for number, other in matched(wanted, found.sentences):
        right = len(wanted[number].works & found.sentences[other].works)
        result.pairs["right"] += right
        result.sentences += right > 0
        result.exact += right > 0 and wanted[number].text == found.sentences[other].text
    linked = {work for one in wanted for work in one.works}
    links = {work for one in found.sentences for work in one.works}
    result.links = _counts(len(linked), len(links), len(linked & links))
    return result


def _pairs(sentences: Sequence[CitingSentence]) -> int:
    return sum(len(one.works) for one in sentences)


def _counts(gold: int, found: int, right: int) -> Counter[str]:
    return Counter(gold=gold, found=found, right=right)


def misses(gold: Article, article: Article, found: Found) -> Iterable[str]:
    """Yield lines that say what is wrong with an article, and in what."""
    for number, work in enumerate(gold.works):
        if number not in found.listed:
            label = work.label or number + 1
            yield f"REFERENCE {label}: {work.first_author} {work.year} {work.title}"
    same = {number: other for other, number in same_entries(gold.works, article.works).items()}
    for number, other in sorted(same.items()):
        if number not in found.listed:
            work = article.works[other]
            yield f"    read as [{work.label}] {work.year} | {work.title} | {work.text}"
    for other, work in enumerate(article.works):
        if other not in same.values():
            yield f"NO REFERENCE [{work.label}] {work.first_author} {work.year} | {work.text}"
    wanted = of_article(gold)
    pairs = dict(matched(wanted, found.sentences))
    for number, sentence in enumerate(wanted):
        if number not in pairs:
            yield f"SENTENCE {_works(sentence.works)}: {sentence.shown}"
        elif missing := sentence.works - found.sentences[pairs[number]].works:
            yield f"WORKS {_works(missing)}: {found.sentences[pairs[number]].shown}"
        if number in pairs and sentence.text != found.sentences[pairs[number]].text:
            yield f"NOT EXACT: {sentence.text}\n        as: {found.sentences[pairs[number]].text}"
    taken = {other: number for number, other in pairs.items()}
    for other, sentence in enumerate(found.sentences):
        if other not in taken:
            yield f"NO SENTENCE {_works(sentence.works)}: {sentence.shown}"
        elif more := sentence.works - wanted[taken[other]].works:
            yield f"NOT CITED {_works(more)}: {sentence.shown}"
    if article.unresolved:
        yield f"UNRESOLVED {' | '.join(article.unresolved)}"


def _works(works: Iterable[str]) -> str:
    """Return names of works, with the number of the entry from 1."""
    names = (str(int(work) + 1) if work.isdigit() else work for work in works)
    return ", ".join(sorted(names))
