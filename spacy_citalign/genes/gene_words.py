"""Names that the words beside them say are genes: "the hERG gene", "mutations in Zork2".

The models see such words, too, and yet miss names of a form that they seldom saw. Only what is
written as a symbol is, with a capital or a digit behind its first letter, counts.
"""

import re
from collections.abc import Iterator, Sequence

from .records import GeneMention

TOLD = (
    0.9  # confidence: of what such words stand beside in annotated abstracts nine in ten are genes
)
_SYMBOL = r"([A-Za-z][A-Za-z]{0,4}[A-Z0-9][A-Za-z0-9-]{0,6})(?![\w-])"
_BESIDE = re.compile(
    rf"(?<![\w-]){_SYMBOL}(?:(?=,?\s(?:the\s)?(?:gene|mRNA|locus)\b)|(?=\s(?:genes|mutations?|promoter|"
    rf"siRNAs?|shRNAs?|knock-?downs?|over-?expression)\b)|(?=[\s-](?:knock-?outs?|null|deficient)\b)"
    rf"|(?=\s?-/-)|(?=\s(?:is|was|are|were)\s(?:(?:over|co)-?)?(?:express|secret|encod|transcrib|"
    rf"phosphorylat)ed\b))"
    rf"|(?:\b(?:mutations?|deletions?|loss|inactivation|depletion|knock-?down|silencing|over-?expression)"
    rf"\s(?:in|of)|\b(?:exons?|introns?)\s\d{{1,3}}\s(?:in|of)|\black(?:s|ing)?|\boverexpress(?:es|ing)?"
    rf"|\btranscription\sfactor|\boncogene|\bhomolog(?:ue)?|\bortholog(?:ue)?"
    rf"|(?<=[a-z]\s)genes?|\bgene(?=\s\())\s(?:the\s|human\s|\(){{0,2}}{_SYMBOL}(?!\sgenes)"
)
# Numerals, acids, bases, cells and the like.
_OTHER = re.compile(
    r"[IVX]+|[ACGTU]{1,3}|.*[DR]NAs?|SNPs?|(?:HIV|HBV|HCV|EBV|HPV|CMV).*|[a-z]*PCR|GWAS|HLA|MHC|LOH"
    r"|[XY1-9]\w?[pq]\d*|\w*-$|(?:UTR|ORF|CDS|CNV|STR|QTL|NCBI|HUGO|OMIM|WT|KO|TA|TATA|CpG)s?"
    r"|(?:wild|Wild|WILD).*|T(?:h|H|c|reg)\d*|GenBank|[O]?MIM.*|N[MPCTRG]"
)


def names_told(text: str, taken: Sequence[tuple[int, int]]) -> Iterator[GeneMention]:
    """Yield the names that stand beside words of genes, but for places that are taken.

    >>> text = "A mutation in hERG and the U50 gene"
    >>> [text[one.start_char : one.end_char] for one in names_told(text, [])]
    ['hERG', 'U50']

    Args:
        text: of the whole document.
        taken: half-open characters, ascending, none overlapping.
    """
    places = iter([*taken, (len(text), len(text))])
    low, high = next(places)
    for match in _BESIDE.finditer(text):
        start, end = match.span(1 if match[1] else 2)
        while high <= start and low < len(text):
            low, high = next(places)
        if end <= low and not _OTHER.fullmatch(text, start, end):
            yield GeneMention(start, end, TOLD)
