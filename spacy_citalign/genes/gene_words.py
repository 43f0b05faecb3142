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
    rf"(?<![\w-]){_SYMBOL}(?=,?\s(?:the\s)?(?:gene|mRNA|locus)\b|\sgenes\b|\s(?:mutations?|promoter)\b"
    rf"|[\s-](?:knock-?outs?|null|deficient)\b|\s?-/-)"
    rf"|\b(?:(?:mutations?|deletions?)\s(?:in|of)|(?:exons?|introns?)\s\d{{1,3}}\s(?:in|of)"
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
