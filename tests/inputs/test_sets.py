"""Sets of JATS articles: each article, or what is wrong with it."""

import gzip

import pytest
from jats_files import citing, jats, section

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.formats.jats.reader import read_jats
from spacy_citalign.inputs.formats.sets import articles_in_set

ONE = jats(section("Aim", citing("r1", "Frogs hop.")))
TWO = jats(section("Aim", citing("r2", "Toads crawl.")), pmid="901")
BARE = b"<article><body><p>Newts</p></body></article>"
WRONG = b"<article><p>Olms</p></article>"


def in_set(*articles: bytes, root: str = "pmc-articleset") -> bytes:
    return f"<{root}>".encode() + b"\n".join(articles) + f"</{root.split()[0]}>".encode()


def found(content: bytes, **settings):
    return list(articles_in_set(content, name="s.xml", **settings))


@pytest.mark.parametrize("root", ["pmc-articleset", "articles", "x"])
def test_each_article_is_what_it_is_alone(root):
    assert found(in_set(ONE, TWO, root=root)) == [read_jats(ONE), read_jats(TWO)]


def test_an_article_without_identifiers_has_its_number_in_the_set():
    assert [one.id for one in found(in_set(ONE, BARE, BARE))] == ["900", "s.xml:2", "s.xml:3"]
    unnamed = list(articles_in_set(in_set(BARE)))
    assert [one.id for one in unnamed] == [":1"]


def test_the_name_of_a_file(tmp_path):
    path = tmp_path / "set.xml.gz"
    path.write_bytes(gzip.compress(in_set(BARE)))
    for source in (path, str(path)):
        assert [one.id for one in articles_in_set(source)] == ["set.xml.gz:1"]


def test_a_wrong_article_does_not_stop_the_others():
    first, wrong, last = found(in_set(ONE, WRONG, TWO))
    assert isinstance(wrong, InputError)
    assert str(wrong).startswith("s.xml:2 has an <article> without <front> and <body>; give")
    assert (first.pmid, last.pmid) == ("900", "901")


def test_marks_are_resolved_in_their_own_article():
    """All articles of a set use the same ids."""
    other = TWO.replace(b"Toads asleep", b"Toads awake")
    articles = found(in_set(TWO, other))
    titles = [one.works[one.citations[0].work].title for one in articles]
    assert titles == ["Toads asleep", "Toads awake"]


def test_wrappers_and_namespaces():
    space = ONE.replace(
        b"<article>", b'<article xmlns="https://jats.nlm.nih.gov/ns/archiving/1.3/">'
    )
    record = b"<record><header/><metadata>%s</metadata></record>"
    wrapped = in_set(
        b"<ListRecords>", record % space, record % TWO, b"</ListRecords>",
        root='OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"',
    )  # fmt: skip
    first, second = found(wrapped)
    assert first == read_jats(ONE)
    assert isinstance(second, Article)  # in the namespace of the wrapper
    assert second == read_jats(TWO)


def test_one_article_is_a_set_too():
    assert found(ONE) == [read_jats(ONE)]


def test_settings_reach_every_article():
    figure = "<fig><caption><p>A pond.</p></caption></fig><table><tr><td>5</td></tr></table>"
    content = in_set(jats(figure), jats(figure))
    for settings, text in (({}, ""), ({"captions": True}, "A pond."), ({"tables": True}, "5")):
        assert [one.text for one in found(content, **settings)] == [
            "\n".join(filter(None, ("Pond life", text)))
        ] * 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<pmc-articleset/>", "has no <article>, its root is <pmc-articleset>; give a set"),
        (b"<html><body/></html>", "its root is <html>"),
        (b"", "fetch it again"),
        (in_set(ONE, TWO)[:-9], "fetch it again|well-formed"),
        (in_set(ONE, b"<article>"), "well-formed"),
    ],
)
def test_what_is_no_set_is_refused(content, message):
    with pytest.raises(InputError, match=f"^s.xml.*({message})"):
        found(content)


def test_too_large_a_set_is_refused():
    with pytest.raises(InputError, match="more than 99 bytes"):
        found(in_set(ONE), most_bytes=99)
