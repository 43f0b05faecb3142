"""The reader of GROBID's TEI, and of OpenAlex' file beside it."""

import json

from tei_files import div, ref, tei

from spacy_citalign.components.articles.reading import from_article
from spacy_citalign.inputs.articles import Article
from spacy_citalign.inputs.formats.tei.reader import read_tei
from tests.fuzzing.target import (
    NEXT_FILE,
    Target,
    require_article,
    scratch_file,
    several,
)
from tests.fuzzing.vocabulary import JSON_WORDS, TEI_TREE, TEI_WORDS
from tests.inputs.formats.test_tei import FIGURES, MARKS
from tests.inputs.formats.test_tei_files import WORK


def tei_seeds() -> list[bytes]:
    """Full texts with all kinds of marks, sections and references."""
    note = f'<note place="foot">By the lake {ref(2, "[2]")}.</note>'
    rich = tei(
        div("Methods", *(markup for markup, *_ in MARKS), number="2"),
        div("Frogs", f"Frogs{note} hop.<list><item>one</item></list>", number="2.1."),
        FIGURES,
        abstract="<div><p>Short.</p></div>",
        back=div("", "Thanks.", kind="acknowledgement"),
    )
    small = tei(div("Aim", f"Frogs hop {ref(1, '[1]')}-{ref(4, '[4]')} toads{ref(2, '2')}."))
    bare = small.replace(b' xmlns="http://www.tei-c.org/ns/1.0"', b"", 1)
    wide = b"\xff\xfe" + small.decode().replace("UTF-8", "UTF-16").encode("utf-16-le")
    return [rich, small, bare, wide]


def beside_seeds() -> list[bytes]:
    """OpenAlex' file, and a full text that lacks what it says."""
    text = tei(div("", "Frogs."), about="<monogr/>", title="", references=())
    return [json.dumps(WORK).encode() + NEXT_FILE + text]


def _check(found: Article) -> None:
    require_article(found)
    from_article(found)


def _tei(data: bytes) -> None:
    for settings in ({}, {"captions": True, "tables": True}):
        _check(read_tei(data, name="a.xml", most_bytes=1 << 20, **settings))


def _beside(data: bytes) -> None:
    record, text = several(data, 2)
    scratch_file("W5.json", record)
    _check(read_tei(scratch_file("W5.tei.xml", text), most_bytes=1 << 20))


TARGETS = [
    Target("tei", _tei, tei_seeds, TEI_WORDS, TEI_TREE, 16384),
    Target("tei_beside", _beside, beside_seeds, (*JSON_WORDS, *TEI_WORDS)),
]
