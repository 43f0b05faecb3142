"""The page and the lines of `citalign verify`: what is set off, what is told, what is harmless."""

import re
from html import unescape

import pytest
from report_rows import HOSTILE

from spacy_citalign.app.report.verification_views import verification_page, verification_text
from spacy_citalign.app.verification.results import Verification, WantedWork
from spacy_citalign.claim_rows import CitedClaim, SourcedClaim
from spacy_citalign.schema import CitedWork

CLAIM = "Frogs sing more (Zork 2004), newts call (Lake 2009)."


def row(**changes):
    """A citation with all that a row may have."""
    values = {
        "claim": CLAIM,
        "key": "zork",
        "cited": {"key": "zork", "first_author": "Zork", "year": "2004", "doi": "10.5555/zork"},
        "file": "paper.md",
        "line": 12,
        "column": 5,
        "citations": [
            {"start": 17, "end": 26, "cites": True},
            {"start": 41, "end": 50, "cites": False},
        ],
        "scope": [[0, 27]],
        "support": {
            "probability": 0.25,
            "coverage": 0.5,
            "telling": 3,
            "missing": [[0, 5]],
            "sentences": 90,
            "reasons": ["1 of its 3 telling words is not in the article: Frogs"],
        },
        "evidence": [
            {
                "probability": 0.5,
                "section": "Results",
                "page": 3,
                "text": "Toads sing less.",
                "matches": [{"citance": [6, 10], "sentence": [6, 10]}],
                "opposite": [{"claim": [11, 15], "place": [11, 15], "kind": "direction"}],
            }
        ],
        "fits": {"key": "lake", "cited": {"key": "lake", "title": "Calls"}, "words": [[0, 5]]},
        "quotations": [
            {
                "text": "frogs sing all night",
                "verbatim": False,
                "nearest": {"text": "Toads sing all night.", "start": 0, "end": 21},
                "differs": [[0, 5]],
            }
        ],
    }
    return CitedClaim.model_validate(values | changes)


def page_of(*rows, **found):
    return "".join(verification_page(Verification(list(rows), **found)))


def said(html):
    html = re.sub(r"(?s)<style.*?</style>", "", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def test_lines_begin_with_the_place_and_tell_all():
    assert [*verification_text([row()], width=200)] == [
        "paper.md:12:5: Zork 2004; support 0.25",
        '    "Frogs sing more (Zork 2004)"',
        "    not in it: Frogs",
        '    opposite words (direction): "more", there "less"',
        "    another source has more of it: lake, Calls (Frogs)",
        '    not verbatim: "frogs sing all night"',
        '    nearest: "Toads sing all night."',
        '    0.50 Results, page 3: "Toads sing less."',
    ]


def test_a_source_that_is_not_there_is_told():
    missing = row(state="missing", support=None, evidence=None, quotations=[], fits=None)
    first, second = verification_text([missing], width=200)
    assert first == "paper.md:12:5: Zork 2004; source not among the files"
    assert second.startswith('    "Frogs')


def test_the_page_sets_words_off():
    html = page_of(row())
    for piece in (
        '<span class="opposite">more</span>',
        '<span class="opposite">less</span>',
        '<span class="absent" title="not in the source">Frogs</span>',
        '<span class="mark own">Zork 2004</span>',
        '<span class="mark">Lake 2009</span>',
        '<span class="aside">, newts call (</span>',
        '<span class="matched">sing</span>',
        '<span class="opposite">frogs</span> sing all night',
        'href="https://doi.org/10.5555/zork"',
    ):
        assert piece in html


def test_the_page_tells_what_to_get_and_what_was_wrong():
    work = WantedWork(CitedWork(key="lake", doi="10.5555/lake"), "missing", 3)
    html = page_of(row(), wanted=[work], faults=["refs.bib:4: broken"], problems=["a.pdf: scan"])
    text = said(html)
    assert "Sources to get: 1 lake (doi:10.5555/lake): not among the files, 3 citations" in text
    assert "2 problems of the inputs" in text
    assert "refs.bib:4: broken" in text


def test_only_rows_that_ask_for_a_reader_are_listed_first():
    quiet = row(
        evidence=[{"probability": 0.5, "text": "Frogs sing."}],
        support={"probability": 0.9, "coverage": 1.0, "telling": 1, "sentences": 90},
        quotations=[],
        fits=None,
    )
    html = page_of(quiet, row())
    assert re.findall(r'href="#(c\d+)"', html) == ["c2"]
    assert "first" not in page_of(quiet).partition("</style>")[2].partition("<main>")[2][:200]


def test_claims_have_pages_and_lines_as_well():
    claim = SourcedClaim(claim="Frogs sing.", source="a.xml", evidence=[])
    assert "a.xml" in said(page_of(claim))
    assert [*verification_text([claim])] == [
        "a.xml",
        '    "Frogs sing."',
        "    not found in the text given",
    ]


def test_a_page_without_rows_says_so():
    assert "There is no citation to show." in said(page_of())


@pytest.mark.parametrize("text", [one.replace("\ud800", "") for one in HOSTILE])
def test_hostile_text_stays_text(text):
    hostile = row(
        claim=text,
        citations=[],
        scope=[],
        file=text,
        cited={"key": text, "title": text, "doi": text},
        state="unread",
        reason=text,
        quotations=[{"text": text, "verbatim": False}],
        support=None,
        evidence=[{"probability": 0.5, "text": text, "section": text}],
        fits=None,
    )
    html = page_of(hostile, wanted=[WantedWork(hostile.cited, "unread", 1, text)])
    body = html.partition("</style>")[2]
    assert "<script" not in body
    assert "javascript:" not in re.sub(r">[^<]*<", "><", body)
    assert all("\x1b" not in line for line in verification_text([hostile]))


@pytest.mark.browser
def test_the_page_fits_a_narrow_window(chromium, tmp_path):
    path = tmp_path / "page.html"
    long = row(cited={"key": "zork", "title": "Frogs" * 60}, file="a" * 200)
    path.write_text(page_of(row(), long, row(state="missing")), encoding="utf-8")
    chromium.size(420, 900)
    chromium.open(path)
    assert chromium.evaluate("document.documentElement.scrollWidth") == 420
    assert not chromium.problems
    assert not chromium.requests
