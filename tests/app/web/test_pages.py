"""The pages of a library: what they say and where they lead; nothing of others is HTML there."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest

from spacy_citalign.app.web import pages
from spacy_citalign.app.web.service import Found
from spacy_citalign.library_rows import WorkEntry
from spacy_citalign.schema import CitedWork

EVERY = (
    "/",
    "/works",
    "/works/doi:10.5555/f",
    "/works/doi:10.5555%2Fa%2F%2Fb",
    "/articles",
    "/articles/902",
    "/search?q=frogs",
    "/search?q=nothing",
    "/api",
    "/nowhere",
    "/works/a",
)


def said(answer):
    """What is read, without styles, scripts and markup."""
    html = re.sub(r"(?s)<(script|style).*?</\1>", "", answer.text)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


class Elements(HTMLParser):
    """The names of the elements of a page, and of their attributes."""

    def __init__(self, html):
        super().__init__()
        self.names, self.attributes = set(), set()
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}


def links(answer):
    return [unescape(href) for href in re.findall(r'<a [^>]*?href="([^"]*)"', answer.text)]


@pytest.mark.parametrize("path", EVERY)
def test_a_page_has_one_policy_in_header_and_text_and_loads_nothing(site, path):
    answer = site.get(path)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    (written,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', answer.text)
    policy = answer.headers["content-security-policy"]
    assert policy == f"{written}; frame-ancestors 'none'"
    assert "form-action 'self'" in policy
    elements = Elements(answer.text)
    assert not elements.names & {"img", "iframe", "object", "embed", "base"}
    assert not [name for name in elements.attributes if re.match("src|style|on", name)]


@pytest.mark.parametrize("path", [*EVERY, "/search?q=%3Cscript%3Ewindow.hacked"])
def test_nothing_of_others_is_html(site, path):
    html = site.get(path).text
    assert "<script>window" not in html
    assert "<img" not in html


def test_links_lead_to_pages_that_are_there(site):
    asked, wanted = set(), ["/"]
    while wanted:
        path = wanted.pop().partition("#")[0]
        if path in asked or not path.startswith("/") or path.endswith("?evidence=true"):
            continue
        asked.add(path)
        answer = site.get(path)
        assert answer.status == 200, path
        if answer.headers["content-type"].startswith("text/html"):
            wanted += links(answer)
    kinds = [path.split("/")[1] for path in asked]
    assert kinds.count("works") == 1 + 5  # and the list
    assert kinds.count("articles") == 1 + 3


def test_the_first_page_says_what_there_is(site):
    text = said(site.get("/"))
    assert "3 articles · 5 works that they cite · 14 citances" in text
    assert text.index("Frogs awake Yan 2004 · 3 articles, 5 sentences") < text.index("Newts")


def test_an_identifier_leads_to_the_work(site):
    answer = site.get("/search?q=https%3A%2F%2Fdoi.org%2F10.5555%2FF")
    assert (answer.status, answer.headers["location"]) == (303, "/works/doi:10.5555/f")


def test_words_find_works_and_sentences_with_links_to_both(site):
    answer = site.get("/search?q=odd")
    assert "/works/doi:10.5555%2Fa%2F%2Fb" in links(answer)
    (sentence,) = [link for link in links(answer) if link.startswith("/articles/902#")]
    assert f'id="{sentence.partition("#")[2]}"' in site.get("/articles/902").text
    assert 'value="odd"' in answer.text
    nothing = site.get("/search?q=%3Cb%3Enothing")
    assert nothing.status == 200
    assert "No work and no citing sentence fits <b>nothing ." in said(nothing)
    assert "Write an identifier" in said(site.get("/search?q=+"))


def test_a_work_is_as_a_report_has_it_with_links_to_its_articles(site):
    answer = site.get("/works/doi:10.5555/f")
    text = said(answer)
    assert "5 sentences of 3 articles cite it" in text
    assert "What it is cited for" in text
    assert "The sentences that cite it" in text
    assert {"/articles/900", "/articles/901", "/articles/902"} <= {*links(answer)}
    assert "The article itself" not in text
    for kind in ("works", "csl", "bibtex"):
        assert f"/api/{kind}/doi:10.5555/f" in links(answer)


def test_a_work_that_is_in_and_its_article_lead_to_each_other(site):
    assert "/articles/900" in links(site.get("/works/pmid:900"))
    article = site.get("/articles/900")
    assert "/works/pmid:900" in links(article)
    assert "1 article, 1 sentence: what it is cited for" in said(article)
    assert "No article of this library cites it in a sentence." in said(site.get("/articles/901"))


def test_an_article_has_what_it_cites_with_its_sentences(site):
    text = said(site.get("/articles/900"))
    assert "What it cites: 3 works" in text
    assert text.index("Frogs awake") < text.index("Toads asleep") < text.index("Tavin binds")


def test_other_names_lead_to_the_page(site):
    for asked, page in (
        ("/works/PMID:11", "/works/doi:10.5555/f"),
        ("/articles/pmid:901", "/articles/901"),
    ):
        answer = site.get(asked)
        assert (answer.status, answer.headers["location"]) == (307, page)


@pytest.mark.parametrize(
    ("path", "status", "part"),
    [
        ("/works/10.5555/frog", 404, "no work '10.5555/frog' is cited in this library"),
        ("/works/a", 409, "'a' fits several works; give the key of one"),
        ("/works/", 404, "no work ''"),
        ("/articles/nobody", 404, "no article 'nobody' is in this library"),
        ("/nowhere", 404, "there is nothing at this address"),
        ("/../../etc/passwd", 404, "there is nothing at this address"),
        ("/works/../../../etc/passwd", 404, "no work"),
        ("/works?start=frog", 422, "start: "),
        (f"/search?q={'a' * 501}", 422, "q: String should have at most 500 characters"),
    ],
)
def test_what_is_wrong_is_told_on_a_page(site, path, status, part):
    answer = site.get(path)
    assert answer.status == status
    assert part in said(answer)


def test_near_works_are_links(site):
    assert "/works/doi:10.5555/f" in links(site.get("/works/10.5555/frog"))
    assert {"/works/doi:10.5555/f", "/works/doi:10.5555/t"} <= {*links(site.get("/works/a"))}


def test_what_programs_get_is_described(site):
    text = said(site.get("/api"))
    calls = re.findall(r"GET (/api/\S+)", text)
    assert calls == [*site.get("/openapi.json").json()["paths"]]
    assert f'curl "{site.address}/api/search?q=wound+healing"' in text


def test_what_was_asked_for_is_set_off_and_its_works_are_counted(site):
    answer = site.get("/search?q=phosphorylate+Drelin")
    hits = [f'<mark class="hit">{word}</mark>' for word in ("phosphorylates", "Drelin")]
    assert " ".join(hits) in answer.text
    text = said(answer)
    assert "Cited most in such sentences Toads asleep Lee 1999 · cited in 4 of the" in text


def test_where_nothing_fits_near_works_are_shown(site):
    text = said(site.get("/search?q=Yann+2004"))
    assert text.endswith("fits Yann 2004 . Near it Frogs awake Yan 2004 · 3 articles, 5 sentences")


def test_many_works_are_folded_and_notices_are_text():
    notice = {"nature": "<b>Concern</b>", "date": "2011"}
    works = [
        WorkEntry(
            cited=CitedWork.model_validate({"key": f"pmid:{n}", "retracted": notice}),
            articles=1,
            citances=1,
        )
        for n in range(7)
    ]
    steps = pages.paging("/search", 0, 20, 0, q="a")
    found = Found.model_construct(works=works, often_cited=[], citances=[])
    html = pages.search_page(pages.Site("x", "a"), found, [], steps).body.decode()
    assert "<summary>2 more</summary>" in html
    assert html.count('<span class="badge">&lt;b&gt;Concern&lt;/b&gt; 2011</span>') == 7


def test_the_head_of_a_page_has_its_data_and_its_reference(site):
    """Which Zotero's button in the browser, and programs, read."""
    work = site.get("/works/doi:10.5555/f").text.partition("<body")[0]
    data = '<link rel="alternate" type="application/json" href="/api/works/doi:10.5555/f">'
    assert re.findall(r"<link[^>]*>", work) == [data]
    assert re.findall(r'<meta name="citation_(\w+)" content="([^"]*)">', work) == [
        ("title", "Frogs awake"),
        ("publication_date", "2004"),
        ("doi", "10.5555/f"),
        ("pmid", "11"),
        ("author", "Yan"),
    ]
    article = site.get("/articles/902").text.partition("<body")[0]
    assert 'content="&lt;script&gt;' in article
    assert 'href="/api/articles/902"' in article
