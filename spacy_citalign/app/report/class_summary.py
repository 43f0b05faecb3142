"""Summaries of classes of words for readers: name, how many say it, whether it is a gene.

The order of classes is by ``df * log2(1 + n / df) * rarity``: df of n articles have the class
(sentences, where articles are not known), and the rarity of its words in scientific text goes from
0 to 1. So what more articles say comes first, each article counts the less the more common the
class is among them, and "studies" is behind "photoreceptor". The script of the page
(class_facts.js) computes the same, at any threshold.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...schema import WorkAnswer

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
_MIN_LETTERS = 2
_PLACES = r"\s+(?:Islands?|State|County|River|Lake|City|Province|Bay|Valley|University)\b"
_GENE_ID = re.compile("[0-9]{1,12}")
_WORD = re.compile(r"[^\W_]+")


class ClassSummary(NamedTuple):
    """What a class is known by.

    Attributes:
        name: its most telling wording: the most frequent, of several the longest; "" where it has
            no words.
        wordings: all its wordings and how often each is there, the most frequent first.
        articles: how many articles have it, None where that is not known.
        citances: how many citances have it.
        genes: its mentions that are of a gene.
        is_gene, is_term: whether its words are mentions of genes, or a term.
        kind: by which it is shown or not: a name that is of a gene is content.
        look: colour and underline of a class of a statement, as classes of HTML; "" of others. The
            script of the page gives them to the words of all sentences.
        weight: by which classes are ordered.
    """

    name: str
    wordings: tuple[tuple[str, int], ...]
    articles: int | None
    citances: int
    genes: list[str]
    is_gene: bool
    is_term: bool
    kind: str
    look: str
    weight: float


def class_summaries(work: WorkAnswer) -> dict[str, ClassSummary]:
    """Return what the classes of a work are known by, by their names in the row."""
    texts = [citance.text for citance in work.citances]
    genes = [gene_names(aligned.genes, texts) for aligned in work.classes]
    all_genes = {name.lower() for names in genes for name in names}
    said = dict.fromkeys(name for statement in work.statements or () for name in statement.classes)
    looks = {name: f"c{number % 12} u{number // 12 % 4}" for number, name in enumerate(said)}
    summaries = {}
    for aligned, names in zip(work.classes, genes, strict=True):
        words = [texts[member.place][member.start : member.end] for member in aligned.members]
        lower = [word.lower() for word in words]
        wordings = sorted(
            Counter(words).items(), key=lambda pair: (-pair[1], -len(pair[0]), pair[0])
        )
        places = {member.place for member in aligned.members}
        articles = len({work.citances[place].article_name for place in places})
        df = len(places) if work.article_count is None else articles
        n = work.article_count or len(texts)
        summaries[aligned.name] = ClassSummary(
            wordings[0][0] if wordings else "",
            tuple(wordings),
            None if work.article_count is None else articles,
            len(places),
            names,
            2 * sum(word in all_genes for word in lower) >= len(words),
            not {term.lower() for term in aligned.terms}.isdisjoint(lower),
            CONTENT if aligned.kind == "name" and aligned.genes else str(aligned.kind),
            looks.get(aligned.name, ""),
            df * math.log2(1 + n / df) * aligned.rarity if df else 0.0,
        )
    return summaries


def gene_names(names: Iterable[str], texts: Sequence[str]) -> list[str]:
    """Return the names that are of a gene: not "the gene", and not Yap where Yap Island is told.

    >>> gene_names(["Zork2", "zork2", "mutant mice", "Yap"], ["On Yap Island Zork2 sleeps."])
    ['Zork2']
    """
    kept: dict[str, str] = {}
    for name in names:
        words = _WORD.findall(name.lower())
        bare = len(name) < _MIN_LETTERS or all(word in _BARE for word in words)
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
