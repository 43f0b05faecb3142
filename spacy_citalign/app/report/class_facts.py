"""What a reader is told of a class of words: its name, how many say it, whether it is a gene.

The order of classes is by ``df * log2(1 + n / df) * rarity``: df of n articles have the class
(sentences, where articles are not known), and the rarity of its words in scientific text goes from
0 to 1. So what more articles say comes first, each article counts the less the more common the
class is among them, and "studies" is behind "photoreceptor". The script of the page
(class_facts.js) computes the same, at any threshold.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ...schema import AlignedClass, WorkAnswer

CONTENT = "content"
# A mention of these words alone is of no gene in particular.
_BARE = frozenset(
    """
    gene genes protein proteins mrna mrnas rna dna cdna transcript transcripts promoter enhancer
    receptor receptors ligand kinase kinases enzyme enzymes antibody antibodies antigen domain
    domains factor factors transcription homeobox homolog homologs ortholog orthologs family
    subunit complex peptide allele alleles locus loci mutant mutants mutation mutations knockout
    wild type null mouse mice murine rat rats human humans yeast drosophila zebrafish chicken animal
    animals cell cells the a an of and jan feb mar apr may jun jul aug sep sept oct nov dec
    """.split()
)
_LEAST_LETTERS = 2
_PLACES = r"\s+(?:Islands?|State|County|River|Lake|City|Province|Bay|Valley|University)\b"
_GENE_ID = re.compile("[0-9]{1,12}")
_WORD = re.compile(r"[^\W_]+")


class ClassFacts(NamedTuple):
    """What a class is known by.

    Attributes:
        name: its most telling wording: the most frequent, of several the longest.
        wordings: all its wordings and how often each is there, the most frequent first.
        articles: how many articles have it, None where that is not known.
        citances: how many citances have it.
        is_gene, is_term: whether its words are mentions of genes, or a term.
        weight: by which classes are ordered.
    """

    name: str
    wordings: tuple[tuple[str, int], ...]
    articles: int | None
    citances: int
    is_gene: bool
    is_term: bool
    weight: float


def class_facts(
    work: WorkAnswer, aligned: AlignedClass, genes: frozenset[str]
) -> ClassFacts | None:
    """Return what a class is known by; None where it has no words.

    Args:
        work: the work, with the texts of the words.
        aligned: a class of it.
        genes: all its genes by ``gene_names``, in lower case.
    """
    texts = [
        work.citances[member.place].text[member.start : member.end] for member in aligned.members
    ]
    if not texts:
        return None
    wordings = sorted(Counter(texts).items(), key=lambda pair: (-pair[1], -len(pair[0]), pair[0]))
    places = {member.place for member in aligned.members}
    articles = len({work.citances[place].article_name for place in places})
    known = work.article_count is not None
    terms = {term.lower() for term in aligned.terms}
    return ClassFacts(
        wordings[0][0],
        tuple(wordings),
        articles if known else None,
        len(places),
        2 * sum(text.lower() in genes for text in texts) >= len(texts),
        any(text.lower() in terms for text in texts),
        _weight(
            articles if known else len(places),
            work.article_count or len(work.citances),
            aligned.rarity,
        ),
    )


def gene_names(names: Iterable[str], texts: Sequence[str]) -> list[str]:
    """Return the names that are of a gene: not "the gene", and not Yap where Yap Island is told.

    >>> gene_names(["Zork2", "zork2", "mutant mice", "Yap"], ["On Yap Island Zork2 sleeps."])
    ['Zork2']
    """
    kept: dict[str, str] = {}
    for name in names:
        words = _WORD.findall(name.lower())
        bare = len(name) < _LEAST_LETTERS or all(word in _BARE for word in words)
        if bare or name.lower() in kept:
            continue
        if not any(re.search(re.escape(name) + _PLACES, text) for text in texts if name in text):
            kept[name.lower()] = name
    return list(kept.values())


def gene_ids(work: WorkAnswer) -> dict[str, str]:
    """Return ids of NCBI Gene by names in small letters: of each name the most frequent.

    Mentions of several genes have several ids, and are left out.
    """
    counts: dict[str, Counter[str]] = {}
    for aligned in work.classes:
        for name, gene_id in aligned.gene_ids.items():
            if _GENE_ID.fullmatch(gene_id):
                counts.setdefault(name.lower(), Counter())[gene_id] += 1
    return {name: ids.most_common(1)[0][0] for name, ids in counts.items()}


def shown_kind(aligned: AlignedClass) -> str:
    """Return the kind by which a class is shown or not: a name that is of a gene is content."""
    return CONTENT if aligned.kind == "name" and aligned.genes else str(aligned.kind)


def statement_looks(work: WorkAnswer) -> Mapping[str, str]:
    """Return the colour and underline of each class of a statement, as classes of HTML.

    The script of the page gives them to the words of all sentences.
    """
    names = dict.fromkeys(name for statement in work.statements or () for name in statement.classes)
    return {name: f"c{number % 12} u{number // 12 % 4}" for number, name in enumerate(names)}


def _weight(df: int, n: int, rarity: float) -> float:
    return df * math.log2(1 + n / df) * rarity
