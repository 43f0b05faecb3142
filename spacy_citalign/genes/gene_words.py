"""Names that the words beside them say are genes: "the hERG gene", "mutations in Zork2".

The models see such words, too, and yet miss names of a form that they seldom saw. Only what is
written as a symbol is, with a capital or a digit behind its first letter, counts.
"""

import re
from collections.abc import Sequence

from .marked import Marked
from .records import GeneMention

TOLD = 0.9  # least confidence: nine in ten such names of annotated abstracts are genes
_SYMBOL = (
    r"([A-Za-z][A-Za-z]{0,4}[A-Z0-9][A-Za-z0-9-]{0,6})(?![\w+])(?!-(?!deficient|null|knock|/-))"
)
_BESIDE = re.compile(
    rf"(?<![\w-]){_SYMBOL}(?:(?=,?\s(?:the\s)?(?:gene|mRNA|locus)\b)|(?=\s(?:genes|mutations?|promoter|"
    rf"siRNAs?|shRNAs?|knock-?downs?|over-?expression)\b)|(?=[\s-](?:knock-?outs?|null|deficient)\b)"
    rf"|(?=\s?-/-)|(?=\s(?:is|was|are|were)\s(?:(?:over|co)-?)?(?:express|secret|encod|transcrib|"
    rf"phosphorylat)ed\b))"
    rf"|(?:\b(?:[Mm]utations?|[Dd]eletions?|[Ll]oss|[Ii]nactivation|[Dd]epletion|[Kk]nock-?down|[Ss]ilencing|"
    rf"[Oo]ver-?expression)"
    rf"\s(?:in|of)|\b(?:[Ee]xons?|[Ii]ntrons?)\s\d{{1,3}}\s(?:in|of)|\black(?:s|ing)?|\boverexpress(?:es|ing)?"
    rf"|\btranscription\sfactor|\boncogene|\bhomolog(?:ue)?|\bortholog(?:ue)?"
    rf"|(?<=[a-z]\s)genes?|\bgene(?=\s\())\s(?:the\s|human\s|\(){{0,2}}{_SYMBOL}(?!\sgenes)"
)
# Numerals, acids, bases, cells, generations, transgenes, accession numbers and the like.
_OTHER = re.compile(
    r"[IVX]+|[ACGTU]{1,3}|.*[DR]NAs?|SNPs?|(?:HIV|HBV|HCV|EBV|HPV|CMV).*|[a-z]*PCR|GWAS|HLA|MHC|LOH"
    r"|[XY1-9]\w?[pq]\d*|\w*-$|(?:UTR|ORF|CDS|CNV|STR|QTL|NCBI|HUGO|OMIM|WT|KO|TA|TATA|CpG)s?"
    r"|(?:wild|Wild|WILD).*|r?tTA|Cre(?:ERT?2?)?|[A-Z]{1,2}\d{5,6}|ENS.*|[FGP][0-2]|Ca2|PubMed"
    r"|T(?:h|H|c|reg)\d*|GenBank|[O]?MIM.*|N[MPCTRG]"
)


def with_told(text: str, mentions: Sequence[GeneMention]) -> list[GeneMention]:
    """Return the mentions, surer where such words stand beside them, and names that were missed.

    >>> text = "A mutation in hERG and the U50 gene"
    >>> told = with_told(text, [GeneMention(14, 18, 0.6, 2)])
    >>> [(text[one.start_char : one.end_char], one.confidence, one.votes) for one in told]
    [('hERG', 0.9, 2), ('U50', 0.9, 0)]

    Args:
        text: of the whole document.
        mentions: ascending, none overlapping.
    """
    marked = Marked(mentions)
    told: dict[tuple[int, int], GeneMention] = {}
    for match in _BESIDE.finditer(text):
        start, end = match.span(1 if match[1] else 2)
        if _OTHER.fullmatch(text, start, end):
            continue
        near = marked.within(start, end) or [GeneMention(start, end, 0.0)]
        if (near[0].start_char, near[0].end_char) == (start, end):
            told[start, end] = near[0]._replace(confidence=max(near[0].confidence, TOLD))
    others = (one for one in mentions if (one.start_char, one.end_char) not in told)
    return sorted([*told.values(), *others])
