"""Sets of JATS articles: each article is a record of its own, and so is what is wrong with one."""

import gzip

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from input_files import records_of, splits_of, told, write
from jats_files import citing, jats, section

from spacy_citalign.inputs.article_files import article_files, read_file
from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.containers import byte_ranges
from spacy_citalign.inputs.formats.jats.reader import read_jats
from spacy_citalign.inputs.records import Format, Reading
from spacy_citalign.inputs.sources.chunks_of_input import chunk_records, cut_chunks

ONE = jats(section("Aim", citing("r1", "Frogs hop.")))
TWO = jats(section("Aim", citing("r2", "Toads crawl.")), pmid="901")
BARE = b"<article><body><p>Newts</p></body></article>"
WRONG = b"<article><p>Olms</p></article>"
SIZES = pytest.mark.parametrize("most", [1, 300, 10**9])


def in_set(*articles: bytes, root: str = "pmc-articleset") -> bytes:
    return f"<{root}>".encode() + b"\n".join(articles) + f"</{root.split()[0]}>".encode()


def found(content: bytes, most: int = 10**9, block: int = 10**9, **reading) -> list:
    """The articles of a content, or in their place the error with its source."""
    blocks = [content[at : at + block] for at in range(0, len(content), block)]
    chunks = cut_chunks("s.xml", blocks, Format.jats_set, most)
    records = [one for chunk in chunks for one in chunk_records(chunk, Reading(**reading))]
    return [one.article or f"{one.source} {one.error}" for one in records]


@SIZES
@pytest.mark.parametrize("root", ["pmc-articleset", "articles", "OAI-PMH"])
def test_each_article_is_what_it_is_alone(root, most):
    assert found(in_set(ONE, TWO, root=root), most) == [read_jats(ONE), read_jats(TWO)]


def test_an_article_without_identifiers_has_its_number_in_the_set():
    assert [one.id for one in found(in_set(ONE, BARE, BARE))] == ["900", "s.xml:2", "s.xml:3"]


@SIZES
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (WRONG, "s.xml:2 has an <article> without <front> and <body>; give"),
        (b"<article><body><p>Olms</body></article>", "s.xml:2 line 1: Opening and ending tag"),
        (b"<article><body>", "s.xml:2 has no end, so that it was cut off"),
        (b"<article/>", "s.xml:2 has no end, so that it was cut off"),
        (b"<article><body><p>\xff</p></body></article>", "s.xml:2 line 1: "),
    ],
)
def test_a_wrong_article_costs_no_other(wrong, message, most):
    first, error, last = found(in_set(ONE, wrong, TWO), most)
    assert error.startswith(message)
    assert [first, last] == [read_jats(ONE), read_jats(TWO)]


def test_marks_are_resolved_in_their_own_article():
    """All articles of a set use the same ids."""
    other = TWO.replace(b"Toads asleep", b"Toads awake")
    articles = found(in_set(TWO, other))
    titles = [one.works[one.citations[0].work].title for one in articles]
    assert titles == ["Toads asleep", "Toads awake"]


@SIZES
def test_wrappers_and_namespaces(most):
    space = ONE.replace(
        b"<article>", b'<article xmlns="https://jats.nlm.nih.gov/ns/archiving/1.3/">'
    )
    prefixed = TWO.replace(b"<", b"<j:").replace(b"<j:/", b"</j:")
    record = b"<record><header/><metadata xmlns:j='urn:j'>%s</metadata></record>"
    linked = TWO.replace(b"<body>", b'<body x:href="#">')
    wrapped = in_set(
        b"<ListRecords>", record % space, record % TWO, record % linked, record % prefixed,
        b"</ListRecords>",
        root='OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:x="urn:x"',
    )  # fmt: skip
    assert found(wrapped, most) == [read_jats(ONE)] + 3 * [read_jats(TWO)]


def test_other_encoding_that_is_named_is_read():
    content = b'<?xml version="1.0" encoding="iso-8859-1"?>' + in_set(
        ONE, BARE.replace(b"Newts", "Fr\xf6sche".encode("latin-1"))
    )
    assert [one.text for one in found(content, 1)] == [read_jats(ONE).text, "Fr\xf6sche"]


def test_settings_reach_every_article():
    figure = "<fig><caption><p>A pond.</p></caption></fig><table><tr><td>5</td></tr></table>"
    content = in_set(jats(figure), jats(figure))
    for how, text in (({}, ""), ({"captions": True}, "A pond."), ({"tables": True}, "5")):
        assert [one.text for one in found(content, **how)] == [
            "\n".join(filter(None, ("Pond life", text)))
        ] * 2


@SIZES
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<pmc-articleset/>", "has no <article>; give an article in JATS, or a set of them"),
        (b"<OAI-PMH><error code='noRecordsMatch'/></OAI-PMH>", "has no <article>"),
        (b"", "has no <article>"),
        ("<articles>".encode("utf-16"), "is in UTF-16"),
    ],
)
def test_what_is_no_set_is_one_error(content, message, most):
    (error,) = found(content, most)
    assert error.startswith(f"s.xml {message}")


@SIZES
def test_a_set_that_was_cut_off_has_its_whole_articles(most):
    content = in_set(ONE, TWO)
    middle, between = content.index(TWO) + 30, content.index(TWO)
    first, error = found(content[:middle], most)
    assert first == read_jats(ONE)
    assert error == "s.xml:2 has no end, so that it was cut off; fetch the file again"
    first, error = found(content[:between], most)
    assert first == read_jats(ONE)
    assert error.startswith("s.xml ends without </pmc-articleset>, so that it was cut off")


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 3000), st.integers(1, 500), st.integers(1, 6))
def test_any_cut_gives_the_same_records(most, block, count):
    content = in_set(*[ONE, TWO, WRONG][:count] * 2)
    assert found(content, most, block) == found(content)


def test_too_large_an_article_ends_the_set(monkeypatch):
    monkeypatch.setattr(byte_ranges, "MAX_BYTES", len(ONE) + 500)
    first, error = found(in_set(ONE, TWO.replace(b"crawl", b"crawl" * 2000), ONE), 1, 200)
    assert first == read_jats(ONE)
    assert "article 2 has" in error


# --- at both doors ---------------------------------------------------------------------------


@SIZES
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_runs_read_the_articles_of_a_set(tmp_path, pack, most):
    path = write(tmp_path / "set.xml", pack(in_set(ONE, WRONG, BARE)))
    one, wrong, bare = told(records_of(tmp_path, most=most), tmp_path)
    assert one == ("set.xml:1", "900", read_jats(ONE).text)
    assert wrong[:2] == ("set.xml:2", "set.xml:2")
    assert bare == ("set.xml:3", "set.xml:3", "Newts")
    assert len(splits_of(path, most=1)) == (3 if most == 1 else len(splits_of(path, most=1)))


def test_citances_are_read_from_the_articles_of_a_set(tmp_path):
    write(tmp_path / "a" / "set.xml", in_set(ONE, WRONG, BARE))
    (file,) = article_files([tmp_path])
    one, wrong, bare = read_file(file, Reading())
    assert one == ("a/set.xml:1", read_jats(ONE))
    message = f"{tmp_path}/a/set.xml:2 has an <article> without <front> and <body>; give"
    assert str(wrong.content).startswith(message)
    assert bare.name == "a/set.xml:3"
    assert isinstance(bare.content, Article)
