"""Articles in few bytes: text, paragraphs and pages come back as they were."""

from dataclasses import replace

from jats_files import citing, jats, section

from spacy_citalign.app.answers.evidence_docs import article_parts
from spacy_citalign.app.packed_articles import packed_article, unpacked_article
from spacy_citalign.components.articles.reading import from_article
from spacy_citalign.inputs.article_files import article_files, read_file
from spacy_citalign.inputs.records import Reading


def read(path):
    (file,) = article_files([path])
    ((_, content),) = read_file(file, Reading())
    return content


def test_what_an_article_says_comes_back(tmp_path):
    path = tmp_path / "frogs.xml"
    body = section("Results: frogs / toads", citing("r1", "Frogs hop."), "They sing, too.")
    path.write_bytes(jats(body, title="Frögs"))
    article = read(path)
    article = replace(article, authors=("Yan", "Lee"), pages=((0, 3), (40, 4)), lost_pages=1)
    again = unpacked_article(packed_article(article), from_article(article).about)
    assert again == replace(article, citations=(), works=(), unresolved=())
    assert article_parts(again, "") == article_parts(article, "")
