"""What inputs are made of: tags, marks, odd characters."""

from tests.fuzzing.xml_mutation import tree_mutator


def _words(listed: str) -> tuple[bytes, ...]:
    """What stands between bars, as bytes."""
    return tuple(word.encode() for word in listed.split("|"))


_BLOCKS = (
    "article front body back sec title p sup sub italic xref ref-list ref label mixed-citation "
    "element-citation citation name surname year person-group article-title source pub-id "
    "table-wrap table td tr fig caption list list-item disp-formula inline-formula tex-math "
    "abstract article-id pub-date supplementary-material ext-link fn ack"
).split()
_PUBMED = (
    "PubmedArticle MedlineCitation PMID Article ArticleTitle Abstract AbstractText "
    "PubmedBookArticle BookDocument ArticleId Year sup"
).split()
_TEI = (
    "TEI teiHeader fileDesc titleStmt title sourceDesc biblStruct analytic monogr author persName "
    "surname orgName imprint date idno biblScope note ptr label profileDesc abstract text body "
    "back div head p s ref hi lb list item formula figure figDesc table row cell quote listBibl"
).split()
_HTML = (
    "html body article section div p span h1 h2 h6 a cite sup math mi mo mrow annotation figure "
    "figcaption table tr td ul li dl dt br header nav base"
).split()
_XML = _words(
    '<!--|-->|<![CDATA[|]]>|<?pi?>|<!DOCTYPE article [|<!ENTITY a "b">|]>|&a;|&alpha;|&#0;'
)
_ATTRIBUTES = (
    *(("rid", "B1"), ("rid", "B3 B5"), ("rid", "B99"), ("rid", ""), ("id", "B2"), ("id", "")),
    *(("ref-type", "bibr"), ("ref-type", "fig"), ("pub-id-type", "pmid"), ("pub-id-type", "doi")),
    *(("pub-type", "ppub"), ("contrib-type", "author"), ("specific-use", "x"), ("rid", "B1 B2")),
)
_LABELS = (("Label", "AIM"), ("Label", "UNLABELLED"), ("Label", ""), ("IdType", "doi"))
_TEI_ATTRIBUTES = (
    *(("target", "#b1"), ("target", "#b0 #b3"), ("target", "b2"), ("target", "#b99")),
    *(("target", ""), ("target", "#"), ("target", "https://doi.org/10.5555/a")),
    *(("type", "bibr"), ("type", "figure"), ("type", "table"), ("type", "references")),
    *(("type", "acknowledgement"), ("type", "raw_reference"), ("type", "DOI"), ("type", "arXiv")),
    *(("level", "a"), ("level", "j"), ("level", "m"), ("when", "2004-05"), ("when", "")),
    *(("n", "2"), ("n", "2.1."), ("n", "..."), ("rend", "superscript"), ("unit", "page")),
    *(("{http://www.w3.org/XML/1998/namespace}id", "b2"), ("from", "7"), ("to", "9")),
)
_CLASSES = (
    "ltx_document ltx_title_document ltx_abstract ltx_section ltx_theorem ltx_title ltx_tag ltx_p "
    "ltx_para ltx_cite ltx_missing_citation ltx_note ltx_role_footnote ltx_note_mark ltx_equation "
    "ltx_equationgroup ltx_figure ltx_table ltx_tabular ltx_td ltx_item ltx_ERROR ltx_bibliography "
    "ltx_bibitem ltx_tag_bibitem ltx_bibblock ltx_bib_author ltx_bib_year ltx_bib_title "
    "ltx_bib_journal ltx_bib_cited ltx_personname ltx_dates ltx_acknowledgements ltx_page_main"
).split()
_HTML_ATTRIBUTES = (
    *(("class", name) for name in _CLASSES),
    *(("href", "#bib.bib1"), ("href", "#bib.bib99"), ("href", "#"), ("href", "/html/2001.01234")),
    *(
        ("href", "https://doi.org/10.5555/a"),
        ("href", "https://arxiv.org/html/2001.01234#bib.bib2"),
    ),
    *(("id", "bib.bib1"), ("id", ""), ("id", "watermark-tr"), ("alttext", "x^{2}")),
    *(("alttext", "\\cite"), ("charset", "latin1"), ("rel", "canonical")),
)
_TEXTS = (
    "|-|\u2013|, |[|]|(|)|1|3-7|5\u20138|12a|\xa0|et al. |2004|999999|Frogs.|\u03b2|\U0001f438|"
    "10.5555/a|PMC7|\n|et|1,2|1998 Dec-1999 Jan"
).split("|")

JATS_WORDS = (
    *(f"<{name}>".encode() for name in _BLOCKS),
    *(f"</{name}>".encode() for name in _BLOCKS),
    *_words('<xref ref-type="bibr" rid="B1">|rid="B1 B2"|<pub-id pub-id-type="doi">'),
    *_XML,
    *_words("-|\u2013|,|[|]|&amp;|&#8211;|xmlns=''|encoding=\"latin-1\""),
)
PUBMED_WORDS = (
    *(f"<{name}>".encode() for name in _PUBMED),
    *(f"</{name}>".encode() for name in _PUBMED),
    *_words('<PubmedArticleSet>|</PubmedArticleSet>|<DeleteCitation>|<AbstractText Label="AIM">'),
    *_XML,
)
TEI_WORDS = (
    *(f"<{name}>".encode() for name in _TEI),
    *(f"</{name}>".encode() for name in _TEI),
    *_words('<ref type="bibr" target="#b1">|target="#b0 #b2"|xml:id="b1"|<idno type="DOI">'),
    *_XML,
    *_words("-|\u2013|,|[|]|(|)|12|1,2|[1,|3]|. |&amp;|&#8211;|xmlns=''|encoding=\"latin-1\""),
)
LATEXML_WORDS = (
    *(f"<{name}>".encode() for name in _HTML),
    *(f"</{name}>".encode() for name in _HTML),
    *(f'class="{name}"'.encode() for name in _CLASSES),
    *_words('<a class="ltx_ref" href="#bib.bib1">|<cite class="ltx_cite">|alttext="x"|<!--|-->'),
    *_words("&#1;|&#x02|&#8211;|&nbsp;|&lt;|<br/>|<script>|</article>|</html>|<![CDATA[|<?pi"),
    *_words(
        'charset="utf-16"|encoding="latin1"|\u201c|\u201d|arXiv:2001.01234|(2004)|, |. |\u2013'
    ),
)
TEXT_WORDS = _words(
    " et al.|(2004)|(Lee, 1999)|[1]|[1-3]|1,2|\u2013|; |refs. |a,b|and |&|p53|\u00b9\u00b2|\r\n|"
    "\u2028|\ufeff|de la |M\u00fcller|e.g."
)
# What stands in texts that components read.
WORDS = _words(
    "Zork2|p53|IL-1\u03b2|(|)|[3,5-7]| et al. (2004)|\n|\r\n|\t| |\u2028|\u00a0|\u200d|\U0001f438|"
    "e\u0301|\x00|\x85|\ufeff|\u202e|....|--|i.e.|0.05|10,000|\u212a|the|which|DNA damage|"
    "heat shock|A/B|'s|\"|``|\u0130|\ud7ff|\uffff|aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
)
JSON_WORDS = (
    *_words(
        '"|{|}|[|]|,|:|null|true|NaN|1e999|-0|\\u|\\ud800|\\udc00|\\u0000|99999999999999999999'
    ),
    *_words("\U0001f438|\u0085"),
)
JATS_TREE = tree_mutator(_BLOCKS, _ATTRIBUTES, _TEXTS)
PUBMED_TREE = tree_mutator(_PUBMED, _LABELS, _TEXTS)
_PRINTED = ("A. Lee and B. Ott.", "\u201cFrogs,\u201d", "Lee (2004)", "[7]", "arXiv:2001.01234v2")
LATEXML_TREE = tree_mutator(_HTML, _HTML_ATTRIBUTES, (*_TEXTS, *_PRINTED))
TEI_TREE = tree_mutator(_TEI, _TEI_ATTRIBUTES, (*_TEXTS, "[1,", "12.", "hop", "W5", "[7] Lee."))
