"""Tagged references of JATS: their parts, and the pieces of their text as it stands."""

import gzip
import io
import tarfile

from benchmarks.pdf.tagged_references import tagged_lists

ELEMENTS = """
<element-citation publication-type="journal">
 <person-group person-group-type="author"><name><surname>Orlova</surname>
  <given-names>AM</given-names></name><collab>Marsh Group</collab><etal/></person-group>
 <article-title>Salt <italic>glands</italic>.</article-title><source>J. Marsh</source>
 <year>2011</year><volume>3</volume><fpage>1</fpage><lpage>9</lpage>
 <pub-id pub-id-type="doi">10.5555/m.1</pub-id><pub-id pub-id-type="pmid">7</pub-id>
</element-citation>"""
MIXED = """
<mixed-citation publication-type="journal"><name><surname>Orlova</surname>
 <given-names>A. M.</given-names></name><name><surname>Petty</surname> <given-names>B.</given-names>
 </name> <italic>et al.</italic> (<year>2011</year>). <article-title>Salt glands</article-title>.
 <source>J. Marsh</source> <volume>3</volume>, <fpage>1</fpage><lpage>9</lpage>.
 <pub-id pub-id-type="pmid">7</pub-id></mixed-citation>"""
BOOK = """
<mixed-citation publication-type="book"><name><surname>Zork</surname> <given-names>E</given-names>
 </name>. <source>Marshes</source>. <publisher-name>Reed Press</publisher-name>; <year>1999</year>.
</mixed-citation>"""
WORDS = "<mixed-citation>Lee F. (2004). An untagged reference, of words alone.</mixed-citation>"
ARTICLE = (
    "<article><front><journal-title>Marsh Letters</journal-title>"
    '<article-id pub-id-type="pmc">55</article-id></front><back><ref-list>'
    + "".join(f"<ref>{one}</ref>" for one in (ELEMENTS, MIXED, BOOK, WORDS))
    + "</ref-list></back></article>"
)


def read(tmp_path):
    path = tmp_path / "articles.tar.xz"
    with tarfile.open(path, "w:xz") as archive:
        member = tarfile.TarInfo("PMC55.xml")
        member.size = len(ARTICLE.encode())
        archive.addfile(member, io.BytesIO(ARTICLE.encode()))
    return path


def test_parts_of_elements(tmp_path):
    (listed,) = tagged_lists(read(tmp_path))
    assert (listed.journal, listed.ids) == ("Marsh Letters", {"55", "PMC55"})
    article = listed.references[0]
    assert article.authors == (("Orlova", "AM"), ("Marsh Group", ""))
    assert (article.others, article.pieces) == (True, ())
    assert article.parts == {
        "title": "Salt glands.",
        "container": "J. Marsh",
        "year": "2011",
        "volume": "3",
        "pages": "1-9",
        "doi": "10.5555/m.1",
    }


def test_pieces_of_mixed_citations_with_what_a_page_has_between(tmp_path):
    (listed,) = tagged_lists(read(tmp_path))
    _, mixed, book, words = listed.references
    text = "Orlova A. M., Petty B. et al. (2011). Salt glands. J. Marsh 3, 1-9."
    assert "".join(piece for piece, _ in mixed.pieces).strip() == text
    assert ("Petty", "surname") in mixed.pieces
    assert ("Marshes", "title") in book.pieces
    assert words.pieces == ()


def test_articles_are_chosen_by_their_ids(tmp_path):
    path = read(tmp_path)
    assert [*tagged_lists(path, without=["PMC55"])] == []
    assert [*tagged_lists(path, only=["1"])] == []
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "55.nxml.gz").write_bytes(gzip.compress(ARTICLE.encode()))
    assert [*tagged_lists(folder, only=["55"])] == [*tagged_lists(path)]
