"""Templates of the report's pages: every value is escaped, none may be missing."""

import re
from importlib.resources import files

import pytest
from jinja2 import UndefinedError
from report_rows import HOSTILE

from spacy_citalign.app.report.page_frame import filled
from spacy_citalign.app.report.safe_html import plain

TEMPLATES = files("spacy_citalign.app.report").joinpath("templates")
OWN_HTML = {
    "article",
    "content",
    "data",
    "early",
    "script",
    "style",
    "views",
}  # made by the package


@pytest.mark.parametrize("text", HOSTILE)
def test_a_value_is_escaped_and_harmless(text):
    html = "".join(filled("failures.html.j2", messages=[text]))
    assert f"<li><bdi>{plain(text)}</bdi></li>" in html


def test_a_missing_value_is_refused():
    with pytest.raises(UndefinedError, match="messages"):
        "".join(filled("failures.html.j2"))


def test_values_are_asked_for_when_the_page_has_come_to_them():
    read = []

    def articles():
        for article in ("<p>first</p>\n", "<p>second</p>\n"):
            read.append(article)
            yield "work", article

    values = {"title": "A", "introduction": "", "note": "", "style": "", "script": ""}
    values |= {"early": "", "policy": ""}
    lists = {"entries": [], "failures": [], "problems": []}
    values |= {"sections": lambda entries: [], "sizes": str}
    pieces = filled("alignment_page.html.j2", articles=articles(), **values, **lists)
    assert next(piece for piece in pieces if "first" in piece) == "<p>first</p>\n"
    assert read == ["<p>first</p>\n"]


@pytest.mark.parametrize("name", sorted(path.name for path in TEMPLATES.iterdir()))
def test_only_html_of_the_package_is_not_escaped(name):
    text = TEMPLATES.joinpath(name).read_text(encoding="utf-8")
    unescaped = re.findall(r"(\w+)\s*\|\s*safe", text)
    assert text.count("safe") == len(unescaped)
    assert {*unescaped} <= OWN_HTML
    assert not re.search(r"autoescape|\|\s*(xmlattr|tojson)", text)
