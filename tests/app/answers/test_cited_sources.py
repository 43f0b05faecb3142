"""The sources of cited works among files: by what they are found, and why they are not."""

import time
from pathlib import Path
from tempfile import mkdtemp

import pytest
from jats_files import jats, section
from pdf_files import pdf

from spacy_citalign.app.answers.cited_sources import find_sources
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.articles import CitedWork

BODY = section("Results", "The frogs of the pond were calling for most of the night in spring.")
TITLE = "Frogs that call from the northern ponds at night"


def work(key: str, **known: str) -> CitedWork:
    fields = dict.fromkeys(
        (
            "label",
            "doi",
            "pmid",
            "pmcid",
            "arxiv",
            "first_author",
            "year",
            "title",
            "source",
            "text",
        ),
        "",
    )
    return CitedWork(id=key, number=1, **fields | known)


def article(
    title: str = TITLE, *, author: str = "Zork", year: str = "2004", ids: str = "", body: str = BODY
) -> bytes:
    """An article in JATS."""
    return (
        f"<article><front><article-meta>{ids}<title-group><article-title>{title}</article-title>"
        '</title-group><contrib-group><contrib contrib-type="author"><name>'
        f"<surname>{author}</surname></name></contrib></contrib-group><pub-date><year>{year}</year>"
        f"</pub-date></article-meta></front>{f'<body>{body}</body>' if body else ''}</article>"
    ).encode()


def sources(folder: Path, works: list[CitedWork], **files: bytes | str):
    """Return what is found in a folder; ``a_xml`` is the file a.xml."""
    for name, content in files.items():
        stem, _, suffix = name.rpartition("_")
        path = folder / f"{stem}.{suffix}"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return find_sources(works, [folder])


def test_each_identifier_finds_its_article(tmp_path):
    ids = {
        "doi": '<article-id pub-id-type="doi">10.5555/ZK.1</article-id>',
        "pmid": '<article-id pub-id-type="pmid">77</article-id>',
        "pmcid": '<article-id pub-id-type="pmc">PMC5</article-id>',
        "arxiv": '<article-id pub-id-type="arxiv">2304.01234</article-id>',
    }
    works = [
        work("a", doi="10.5555/zk.1"),
        work("b", pmid="77"),
        work("c", pmcid="PMC5"),
        work("d", arxiv="2304.01234"),
        work("e", doi="10.5555/zk.2"),
    ]
    files = {f"{kind}_xml": article(f"{kind} of frogs", ids=one) for kind, one in ids.items()}
    found = sources(tmp_path, works, **files)
    assert [one.state for one in found.of_works] == ["full text"] * 4 + ["missing"]
    assert [Path(one.file).name for one in found.of_works[:4]] == [
        "doi.xml",
        "pmid.xml",
        "pmcid.xml",
        "arxiv.xml",
    ]
    assert {one.found_by for one in found.of_works[:4]} == {"identifier"}


@pytest.mark.parametrize(
    ("known", "state"),
    [
        ({"title": TITLE, "first_author": "Zork", "year": "2004"}, "full text"),
        # Another year of print, letters lost and signs.
        ({"title": TITLE, "first_author": "Zork", "year": "2005"}, "full text"),
        (
            {"title": "Frogs that call from the nothern ponds at night.", "first_author": "Zork"},
            "full text",
        ),
        ({"title": TITLE, "first_author": "Zork", "year": "2009"}, "missing"),
        ({"title": TITLE, "first_author": "Lake", "year": "2004"}, "missing"),
        (
            {"title": "Toads that call from the southern lakes at noon", "first_author": "Zork"},
            "missing",
        ),
        # One DOI, and another title: one of them is wrong.
        ({"title": TITLE, "first_author": "Zork", "year": "2004", "doi": "10.5555/q"}, "full text"),
    ],
)
def test_titles_find_with_author_and_year(tmp_path, known, state):
    [found] = sources(tmp_path, [work("a", **known)], other_xml=article()).of_works
    assert found.state == state
    assert found.found_by == ("title" if state == "full text" else "")


def test_a_file_named_as_the_key_is_the_source(tmp_path):
    files = {"zork2004_txt": "The frogs were calling. " * 20, "other_txt": "Toads. " * 20}
    [found] = sources(tmp_path, [work("Zork:2004")], **files).of_works
    assert (found.state, found.found_by, Path(found.file).name) == (
        "full text",
        "file name",
        "zork2004.txt",
    )


def test_a_text_has_the_title_in_its_first_lines(tmp_path):
    lines = TITLE.replace(" ponds", "\nponds")
    text = f"Ponds 3 (2004)\n\n{lines}\n\nA. Zork\n\nThe frogs were calling.\n"
    [found] = sources(tmp_path, [work("a", title=TITLE)], text_txt=text).of_works
    assert (found.state, found.found_by) == ("full text", "title")
    assert found.article is not None
    assert "The frogs were calling." in found.article.text


def test_of_versions_the_full_text_is_taken(tmp_path):
    ids = '<article-id pub-id-type="doi">10.5555/zk.1</article-id>'
    abstract = article(ids=ids, body="").replace(
        b"</article-meta>", b"<abstract><p>The frogs were calling.</p></abstract></article-meta>"
    )
    works = [work("a", doi="10.5555/zk.1")]
    [alone] = sources(tmp_path, works, a_xml=abstract).of_works
    assert alone.state == "abstract"
    [both] = sources(tmp_path, works, b_xml=article(ids=ids)).of_works
    assert (both.state, Path(both.file).name) == ("full text", "b.xml")


def test_abstracts_of_pubmed_are_abstracts(tmp_path):
    text = (
        "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>77</PMID><Article><ArticleTitle>"
        "Frogs</ArticleTitle><Abstract><AbstractText>They call.</AbstractText></Abstract></Article>"
        "</MedlineCitation></PubmedArticle></PubmedArticleSet>"
    )
    [found] = sources(tmp_path, [work("a", pmid="77")], p_xml=text).of_works
    assert found.state == "abstract"
    assert found.article is not None
    assert found.article.text == "Frogs\nThey call."


def test_another_language_is_told(tmp_path):
    body = section("Ergebnisse", "Die Kröten riefen die ganze Nacht lang über dem Teich. " * 10)
    found = sources(tmp_path, [work("a")], a_xml=article(body=body))
    assert [one.state for one in found.of_works] == ["other language"]


def test_a_file_that_cannot_be_read_is_told_once_and_linked_by_its_name(tmp_path):
    works = [
        work("zork2004"),
        work("x", first_author="Lake", year="2005"),
        work("y", first_author="Ott", year="2001"),
    ]
    files = {"zork2004_xml": "<article", "Lake 2005 Ponds_pdf": b"%PDF-1.4 broken", "c_xml": "<a"}
    found = sources(tmp_path, works, **files)
    assert [one.state for one in found.of_works] == ["unread", "unread", "missing"]
    assert len(found.problems) == 3
    assert all(one.reason in found.problems for one in found.of_works[:2])


def test_an_encrypted_pdf_is_told_with_what_to_do(tmp_path):
    files = {"Zork 2004_pdf": pdf([], user="secret")}
    found = sources(tmp_path, [work("a", first_author="Zork", year="2004")], **files)
    [source] = found.of_works
    assert source.state == "unread"
    assert "password" in source.reason
    assert found.problems == [source.reason]


def test_what_is_no_article_is_no_problem(tmp_path):
    found = sources(tmp_path, [work("a")], refs_bib="@misc{a, title={A}}", n_md="# Notes")
    assert found.problems == []


def test_articles_that_nobody_cites_are_not_kept(tmp_path):
    found = sources(tmp_path, [work("z", pmid="78")], a_xml=jats(BODY), b_xml=article())
    assert found.files == 2
    assert [one.state for one in found.of_works] == ["missing"]


def test_a_folder_that_is_not_there_is_bad_input(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        find_sources([work("a")], [tmp_path / "gone"])


@pytest.mark.slow
def test_time_grows_with_the_files(tmp_path):
    def seconds(count: int) -> float:
        folder = Path(mkdtemp(dir=tmp_path))
        works = []
        for n in range(count):
            title = f"Frogs number {n} that call from the ponds of spring {n}"
            (folder / f"f{n}.xml").write_bytes(article(title))
            works.append(work(f"k{n}", title=title, first_author="Zork", year="2004"))
        start = time.process_time()
        found = find_sources(works, [folder])
        assert {one.state for one in found.of_works} == {"full text"}
        return time.process_time() - start

    # The better of two, since a collection of all garbage of the process may fall into one.
    assert min(seconds(800), seconds(800)) < 10 * min(seconds(200), seconds(200))
