"""One article as JATS, TEI, S2ORC JSON and LaTeXML's HTML: the same citances four times."""

import json

import pytest
import spacy

from spacy_citalign.app.answers.article_citances import collect_article
from spacy_citalign.app.answers.collecting import CitanceCollector
from spacy_citalign.components.articles.docs import SentenceFinder
from spacy_citalign.components.articles.reading import read_articles_of
from spacy_citalign.inputs.article_files import article_files
from spacy_citalign.inputs.records import Reading

WORKS = (("Zork", "2004", "Frogs awake", "10.5555/frogs"), ("Ott", "2001", "Toads", "10.5555/t"))
BEFORE, BETWEEN, BEHIND = "Frogs sing at night [", "]. Toads do not, as Zork found [", "], but eat."

JATS = """<article><front><article-meta><title-group><article-title>Ponds</article-title>
</title-group></article-meta></front><body><sec><title>Results</title><p>{}<xref ref-type="bibr"
rid="r1">1</xref>{}<xref ref-type="bibr" rid="r2">2</xref>{}</p></sec></body><back><ref-list>{}
</ref-list></back></article>"""
JATS_REFERENCE = """<ref id="r{n}"><element-citation publication-type="journal"><person-group>
<name><surname>{author}</surname></name></person-group><year>{year}</year>
<article-title>{title}</article-title><pub-id pub-id-type="doi">{doi}</pub-id>
</element-citation></ref>"""

TEI = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt>
<title level="a" type="main">Ponds</title></titleStmt></fileDesc></teiHeader><text><body><div>
<head>Results</head><p>{}<ref type="bibr" target="#b0">1</ref>{}<ref type="bibr"
target="#b1">2</ref>{}</p></div></body><back><div type="references"><listBibl>{}</listBibl></div>
</back></text></TEI>"""
TEI_REFERENCE = """<biblStruct xml:id="b{index}"><analytic><title level="a" type="main">{title}
</title><author><persName><surname>{author}</surname></persName></author>
<idno type="DOI">{doi}</idno></analytic><monogr><imprint><date type="published" when="{year}"/>
</imprint></monogr></biblStruct>"""

HTML = """<!DOCTYPE html><html><head><title>Ponds</title></head><body>
<article class="ltx_document"><h1 class="ltx_title ltx_title_document">Ponds</h1>
<section class="ltx_section"><h2 class="ltx_title ltx_title_section">Results</h2>
<div class="ltx_para"><p class="ltx_p">{}<cite class="ltx_cite"><a class="ltx_ref"
href="#bib.bib1">1</a></cite>{}<cite class="ltx_cite"><a class="ltx_ref"
href="#bib.bib2">2</a></cite>{}</p></div></section><section class="ltx_bibliography">
<ul class="ltx_biblist">{}</ul></section></article></body></html>"""
HTML_REFERENCE = """<li id="bib.bib{n}" class="ltx_bibitem"><span class="ltx_tag">[{n}]</span>
<span class="ltx_bibblock">{author} ({year})</span><span class="ltx_bibblock">{title}.</span>
<span class="ltx_bibblock"><a href="https://doi.org/{doi}">doi</a></span></li>"""


def references(template):
    return "".join(
        template.format(n=n, index=n - 1, author=author, year=year, title=title, doi=doi)
        for n, (author, year, title, doi) in enumerate(WORKS, start=1)
    )


def s2orc():
    text = f"{BEFORE}1{BETWEEN}2{BEHIND}"
    starts = len(BEFORE), len(BEFORE) + 1 + len(BETWEEN)
    entries = {
        f"BIBREF{n}": {"title": title, "year": int(year), "authors": [{"last": author}]}
        | {"other_ids": {"DOI": [doi]}}
        for n, (author, year, title, doi) in enumerate(WORKS)
    }
    spans = [
        {"start": start, "end": start + 1, "text": str(n + 1), "ref_id": f"BIBREF{n}"}
        for n, start in enumerate(starts)
    ]
    body = [{"text": text, "section": "Results", "cite_spans": spans, "ref_spans": []}]
    metadata = {"title": "Ponds", "authors": []}
    return json.dumps(
        {"paper_id": "ponds", "metadata": metadata, "abstract": [], "body_text": body}
        | {"bib_entries": entries}
    )


# A caption that cites both works, and a cell of a table that cites the second.
FLOATS = {
    "xml": """<fig><caption><p>Pond (<xref ref-type="bibr" rid="r1">1</xref>, <xref ref-type="bibr"
rid="r2">2</xref>).</p></caption></fig><fig><caption><p>Pond.</p></caption></fig><table-wrap><table>
<tr><td>A toad [<xref ref-type="bibr" rid="r2">2</xref>]</td><td>5</td></tr></table></table-wrap>
</sec></body>""",
    "tei.xml": """<figure><figDesc>Pond (<ref type="bibr" target="#b0">1</ref>, <ref type="bibr"
target="#b1">2</ref>).</figDesc></figure><figure><figDesc>Pond.</figDesc></figure><figure
type="table"><table><row><cell>A toad [<ref type="bibr" target="#b1">2</ref>]</cell><cell>5</cell>
</row></table></figure></div></body>""",
    "html": """<figure class="ltx_figure"><figcaption class="ltx_caption">Pond (<cite
class="ltx_cite"><a class="ltx_ref" href="#bib.bib1">1</a></cite>, <cite class="ltx_cite"><a
class="ltx_ref" href="#bib.bib2">2</a></cite>).</figcaption></figure><figure class="ltx_figure">
<figcaption class="ltx_caption">Pond.</figcaption></figure><figure class="ltx_table"><table
class="ltx_tabular"><tr class="ltx_tr"><td class="ltx_td">A toad [<cite class="ltx_cite"><a
class="ltx_ref" href="#bib.bib2">2</a></cite>]</td><td class="ltx_td">5</td></tr></table></figure>
</section><section class="ltx_bibliography">""",
}
FLOAT_ENTRIES = {
    "f1": {"type": "figure", "text": "Pond (1, 2).", "cite_spans": [
        {"start": 6, "end": 7, "text": "1", "ref_id": "BIBREF0"},
        {"start": 9, "end": 10, "text": "2", "ref_id": "BIBREF1"},
    ]},
    "f2": {"type": "figure", "text": "Pond."},
    "t1": {"type": "table", "text": "A toad [2]", "cite_spans": [
        {"start": 8, "end": 9, "text": "2", "ref_id": "BIBREF1"},
    ]},
}  # fmt: skip

ARTICLE = {
    "ponds.xml": JATS.format(BEFORE, BETWEEN, BEHIND, references(JATS_REFERENCE)),
    "ponds.tei.xml": TEI.format(BEFORE, BETWEEN, BEHIND, references(TEI_REFERENCE)),
    "ponds.html": HTML.format(BEFORE, BETWEEN, BEHIND, references(HTML_REFERENCE)),
    "ponds.json": s2orc(),
}


@pytest.mark.parametrize("name", ARTICLE)
def test_citances_are_the_same(name, tmp_path):
    (tmp_path / name).write_text(ARTICLE[name], encoding="utf-8")
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    collector = CitanceCollector()
    for file in article_files([tmp_path / name]):
        for article in read_articles_of(file, Reading(), max_length=nlp.max_length):
            collector.add(collect_article(article, SentenceFinder(nlp)))
    found = [
        [row["cited"][name] for name in ("key", "first_author", "year")]
        + [one["text"], *(text_of(one, mark) for mark in one["citations"]), one["section"]]
        for row in map(json.loads, (group.line for group in collector.collected().groups))
        for one in row["citances"]
    ]
    toads = "Toads do not, as Zork found [2], but eat."
    assert found == [
        ["doi:10.5555/frogs", "Zork", "2004", "Frogs sing at night [1].", "1", "Results"],
        ["doi:10.5555/t", "Ott", "2001", toads, "2", "Results"],
    ]
    assert collector.collected().unresolved == 0


def with_floats(name):
    """The article with figures and a table."""
    whole, suffix = ARTICLE[name], name.partition(".")[2]
    if suffix == "json":
        return json.dumps(json.loads(whole) | {"ref_entries": FLOAT_ENTRIES})
    end = FLOATS[suffix][
        FLOATS[suffix].rindex("</div></body>" if suffix == "tei.xml" else "</sec") :
    ]
    changed = whole.replace(end, FLOATS[suffix])
    assert changed != whole
    return changed


@pytest.mark.parametrize("name", ARTICLE)
def test_citations_that_are_not_read_are_counted(name, tmp_path):
    (tmp_path / name).write_text(with_floats(name), encoding="utf-8")

    def read(**options):
        (file,) = article_files([tmp_path / name])
        (article,) = read_articles_of(file, Reading(**options), max_length=1_000_000)
        return article

    plain, everything = read(), read(captions=True, tables=True)
    assert plain.left_out == (("caption", 2), ("table", 1))
    assert read(captions=True).left_out == (("table", 1),)
    assert read(tables=True).left_out == (("caption", 2),)
    assert everything.left_out == ()
    assert len(everything.marks) == len(plain.marks) + 3
    assert plain.marks == read_plain(name, tmp_path).marks
    assert plain.unresolved == 0
    kinds = [everything.kinds.get(start) for start, _ in everything.sections]
    assert {"caption", "table"} <= set(kinds)


def read_plain(name, tmp_path):
    """The article without figures and tables."""
    path = tmp_path / f"plain-{name}"
    path.write_text(ARTICLE[name], encoding="utf-8")
    (file,) = article_files([path])
    (article,) = read_articles_of(file, Reading(), max_length=1_000_000)
    return article


def text_of(citance, mark):
    return citance["text"][mark["start"] : mark["end"]]
