"""The reader of arXiv's HTML."""

from spacy_citalign.components.articles.reading import from_article
from spacy_citalign.inputs.formats.latexml.reader import read_latexml
from tests.fuzzing.target import Target, require_article
from tests.fuzzing.vocabulary import LATEXML_TREE, LATEXML_WORDS
from tests.inputs.formats.test_latexml import FIGURES, LEAF, LONG, MARKS
from tests.inputs.formats.test_latexml_references import IN_BLOCKS
from tests.inputs.latexml_files import bibliography, latexml, para, section


def latexml_seeds() -> list[bytes]:
    """Pages of both eras with all kinds of marks, formulas, figures and references."""
    body = section(
        "Methods",
        *(para(markup) for markup, *_ in MARKS),
        para(f"Let {LEAF} be {LONG}", "<ul><li class='ltx_item'>one</li></ul>", "where"),
        FIGURES,
        number="2",
    )
    references = bibliography([(label, blocks) for label, blocks, _ in IN_BLOCKS])
    rich = latexml(body, abstract="Short.", references=references)
    small = latexml(para("Frogs hop <cite>[<1>\u2013<4>]</cite>, <cite><2:Lee> (<2:1999>)</cite>."))
    late = latexml(para("Toads<sup><1></sup> crawl."), era=2, stamp="")
    return [rich, small, late, b"\xff\xfe" + small.decode().encode("utf-16-le")]


def _latexml(data: bytes) -> None:
    for settings in ({}, {"captions": True, "tables": True}):
        found = read_latexml(data, name="a.html", most_bytes=1 << 20, **settings)
        require_article(found)
        from_article(found)


TARGETS = [Target("latexml", _latexml, latexml_seeds, LATEXML_WORDS, LATEXML_TREE, 16384)]
