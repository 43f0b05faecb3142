"""PubMed's files: each article on its own, whatever is wrong with another."""

import gzip

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from input_files import pubmed_article, pubmed_file, reading, records_of, splits_of, told, write

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.containers import byte_ranges
from spacy_citalign.inputs.formats.pubmed import read_pubmed
from spacy_citalign.inputs.records import Format, Reading
from spacy_citalign.inputs.sources.chunks_of_input import chunk_records, cut_chunks

IDS = '<ArticleId IdType="doi">10.5555/POND.1</ArticleId><ArticleId IdType="pmc">PMC77</ArticleId>'
DELETED = '<DeleteCitation><PMID Version="1">9</PMID></DeleteCitation>\n'
BOOK = (
    "<PubmedBookArticle><BookDocument><PMID>8</PMID><ArticleIdList/><Book><BookTitle>Ponds"
    "</BookTitle><PubDate><Year>1999</Year></PubDate></Book><ArticleTitle>Efts</ArticleTitle>"
    "<Abstract><AbstractText>Efts walk.</AbstractText></Abstract></BookDocument>"
    "</PubmedBookArticle>"
)


def article(*args, **settings):
    return read_pubmed(pubmed_article(*args, **settings).encode(), name="a")


# --- one article ---------------------------------------------------------------------------------


def test_text_is_title_and_abstract():
    found = article("5", ids=IDS)
    assert found.text == "Newts at night.\nThey sleep."
    assert found.about == {
        "pmid": "5",
        "doi": "10.5555/pond.1",
        "pmcid": "PMC77",
        "journal": "Pond Letters",
        "year": "2011",
        "title": "Newts at night.",
    }


@pytest.mark.parametrize(
    ("abstract", "paragraphs"),
    [
        ("", ()),
        ("<AbstractText/>", ()),
        ("<AbstractText>One.\n  Two.</AbstractText>", ("One. Two.",)),
        (
            '<AbstractText Label="AIM">One.</AbstractText>\n<AbstractText Label="RESULTS &amp; '
            'MORE" NlmCategory="RESULTS">Two.</AbstractText><CopyrightInformation>(c) X'
            "</CopyrightInformation>",
            ("AIM: One.", "RESULTS & MORE: Two."),
        ),
        ('<AbstractText Label="UNLABELLED">One.</AbstractText>', ("One.",)),
        (
            "<AbstractText>10<sup>2</sup> <i>R. <b>frogs</b></i> &lt; &#945;&beta;</AbstractText>",
            ("102 R. frogs < αβ",),
        ),
    ],
)
def test_paragraphs_have_labels_and_no_markup(abstract, paragraphs):
    found = article("5", abstract=abstract)
    assert found.paragraphs == paragraphs
    assert found.text == "\n".join(["Newts at night.", *paragraphs])


def test_title_has_no_markup():
    assert article("5", title="<i>Rana</i>: H<sub>2</sub>O").title == "Rana: H2O"


@pytest.mark.parametrize(
    ("date", "year"),
    [
        ("<MedlineDate>1998 Dec-1999 Jan</MedlineDate>", "1998"),
        ("<MedlineDate>Winter</MedlineDate>", ""),
        ("", ""),
    ],
)
def test_year_may_stand_in_words(date, year):
    content = pubmed_article("5").replace("<Year>2011</Year>", date)
    assert read_pubmed(content.encode(), name="a").year == year


def test_identifiers_of_references_are_not_its_own():
    assert article("5").doi == ""
    place = '<ELocationID EIdType="doi" ValidYN="{}">10.5555/X</ELocationID></Article>'
    for valid, doi in [("Y", "10.5555/x"), ("N", "")]:
        content = pubmed_article("5").replace("</Article>", place.format(valid))
        assert read_pubmed(content.encode(), name="a").doi == doi


def test_book_chapter_is_read():
    found = read_pubmed(BOOK.encode(), name="a")
    assert (found.pmid, found.text, found.journal, found.year) == (
        "8",
        "Efts\nEfts walk.",
        "Ponds",
        "1999",
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<article/>", "a is <article>; give an article of PubMed"),
        ("<PubmedArticle/>", "a has no PMID"),
        ("<PubmedBookArticle/>", "a has no PMID"),
        ("<PubmedArticle>", "a, line 1: "),
        ('<!DOCTYPE P [<!ENTITY x SYSTEM "file:///etc/hostname">]><P>&x;</P>', "a is <P>"),
    ],
)
def test_what_is_no_article_is_refused(content, message):
    with pytest.raises(InputError, match=message):
        read_pubmed(content.encode(), name="a")


# --- files ---------------------------------------------------------------------------------------


def numbered(count: int) -> list[str]:
    return [pubmed_article(str(n), title="Frogs. " * (n % 5 + 1)) for n in range(1, count + 1)]


@pytest.mark.parametrize("most", [1, 2000, 5000, 10**9])
@pytest.mark.parametrize("block", [7, 1 << 20])
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_articles_of_a_file_are_records(tmp_path, monkeypatch, pack, block, most):
    monkeypatch.setattr(byte_ranges, "BLOCK", block)
    content = pubmed_file(*numbered(20), more=DELETED)
    path = write(tmp_path / "pubmed25n0001.xml.gz", pack(content))
    found = records_of(path, most=most)
    assert [one.id for one in found] == [str(n) for n in range(1, 21)]
    assert [one.source for one in found] == [f"{path}:{n}" for n in range(1, 21)]
    assert found[0].text == "Frogs. Frogs.\nThey sleep."
    assert found[0].meta["pmid"] == "1"
    splits = splits_of(path, most=most)
    assert most > 2000 or len(splits) > 5
    if most < len(content):
        assert sum(split.size for split in splits) == len(content)


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 3000), st.integers(1, 500), st.integers(0, 6))
def test_any_cut_gives_the_same_records(most, block, count):
    articles = [*numbered(count), BOOK]
    content = pubmed_file(*articles, more=DELETED)
    blocks = (content[at : at + block] for at in range(0, len(content), block))
    chunks = cut_chunks("a", blocks, Format.pubmed, most)
    found = [one for chunk in chunks for one in chunk_records(chunk, Reading())]
    assert [(one.source, one.id) for one in found] == [
        (f"a:{n}", pmid) for n, pmid in enumerate([*map(str, range(1, count + 1)), "8"], 1)
    ]


@pytest.mark.parametrize("most", [1, 10**9])
def test_broken_article_costs_no_other(tmp_path, most):
    good = numbered(4)
    broken = [
        good[1].replace("</Article>", ""),
        good[1].replace("</PubmedArticle>", ""),
        good[1].replace("sleep", "sl\x01eep"),
        good[1].replace(">2<", "><"),
    ]
    for content in broken:
        path = write(tmp_path / "a.xml", pubmed_file(good[0], content, *good[2:]))
        found = records_of(path, most=most)
        assert [one.id for one in found] == ["1", f"{path}:2", "3", "4"]
        assert found[1].text is None
        assert found[1].error
        assert str(path) not in found[1].error


def test_other_encoding_that_is_named_is_read(tmp_path):
    content = pubmed_file(*numbered(2), pubmed_article("3", title="Grün"))
    content = content.replace(b"utf-8", b"latin1").decode().encode("latin1")
    path = write(tmp_path / "a.xml", content)
    assert records_of(path, most=1)[2].meta["title"] == "Grün"


@pytest.mark.parametrize("most", [1, 10**9])
def test_truncated_gzip_gives_the_articles_before_the_damage(tmp_path, most):
    packed = gzip.compress(pubmed_file(*numbered(2000)))
    path = write(tmp_path / "a.xml.gz", packed[: len(packed) // 2])
    *found, last = records_of(path, most=most)
    assert [one.id for one in found] == [str(n) for n in range(1, len(found) + 1)]
    assert 100 < len(found) < 2000
    assert (last.source, last.text) == (str(path), None)
    assert "cannot be unpacked" in last.error


@pytest.mark.parametrize("most", [1, 10**9])
def test_article_without_an_end_is_told_before_the_damage(tmp_path, most):
    articles = [article.removesuffix("</PubmedArticle>") for article in numbered(20)]
    packed = gzip.compress(pubmed_file(*articles), compresslevel=0)
    found = records_of(write(tmp_path / "a.xml.gz", packed[:-200]), most=most)
    path = tmp_path / "a.xml.gz"
    assert [one.source for one in found] == [*(f"{path}:{n}" for n in range(1, 20)), str(path)]
    assert "has no end" in found[0].error
    assert "cannot be unpacked" in found[-1].error


@pytest.mark.parametrize("most", [1, 10**9])
def test_truncated_file_is_one_error(tmp_path, most):
    content = pubmed_file(*numbered(3))
    between = content.index(b"<PubmedArticle>", content.index(b"</PubmedArticle>"))
    for size in (between, between + 100):
        path = write(tmp_path / "a.xml", content[:size])
        found = records_of(path, most=most)
        assert [one.error is None for one in found] == [True, False]
        assert "cut off" in found[1].error


@pytest.mark.parametrize("most", [1, 10**9])
def test_file_with_articles_after_its_end_was_put_together_wrongly(tmp_path, most):
    content = pubmed_file(pubmed_article("1")) + pubmed_article("2").encode()
    found = records_of(write(tmp_path / "a.xml", content), most=most)
    assert [one.text is not None for one in found] == [True, True, False]
    assert "ends without </PubmedArticleSet>" in found[2].error


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (pubmed_file(more=DELETED), []),
        (pubmed_article("5").encode(), [("a.xml:1", "5", "Newts at night.\nThey sleep.")]),
    ],
)
def test_file_without_a_set_or_without_articles(tmp_path, content, expected):
    path = write(tmp_path / "a.xml", content)
    assert told(records_of(path), tmp_path) == expected


def test_what_is_not_of_pubmed_is_one_error(tmp_path):
    path = write(tmp_path / "a.xml", b"<article><body/></article>")
    assert told(records_of(path, how=reading("pubmed")), tmp_path) == [
        ("a.xml", "a.xml", "has no <PubmedArticleSet>; give a file of PubMed")
    ]


def test_article_that_is_too_large_ends_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(byte_ranges, "MAX_BYTES", 3000)
    monkeypatch.setattr(byte_ranges, "BLOCK", 500)
    long = pubmed_article("2", title="Frogs. " * 1000)
    path = write(tmp_path / "a.xml", pubmed_file(pubmed_article("1"), long, pubmed_article("3")))
    first, second = records_of(path, most=1)
    assert first.id == "1"
    assert "article 2 has" in second.error
    assert "more than 3,000" in second.error
