"""Script and markup in every text that reaches a page: it is shown, and nothing obeys it.

A page of hostile texts has the elements and the attributes of the same page of plain texts, one for
one; so none of them came from a text.
"""

import re
from html import escape
from html.parser import HTMLParser
from itertools import chain

import pytest
import spacy
from faults import run, save_pipeline
from jats_files import citing, jats, section
from report_rows import work, works
from sentence_texts import pair_of
from spacy import displacy

import spacy_citalign
from spacy_citalign.app.report.alignment_page import alignment_page, group_html
from spacy_citalign.app.report.column_page import column_page
from spacy_citalign.app.report.column_rows import ColumnRow
from spacy_citalign.app.report.safe_html import harmless
from spacy_citalign.app.report.sentence_page import sentence_page, sentences_html

HOSTILE = {
    "script": "<script>window.hacked=1</script>",
    "end of script": "</script><script>window.hacked=2</script>",
    "image": "<img src=x onerror=window.hacked=3>",
    "end of attribute": '"><svg onload="window.hacked=4">',
    "attribute": "' onmouseover='window.hacked=5' x='",
    "attribute of double quotes": '" autofocus onfocus="window.hacked=6" x="',
    "address": "javascript:window.hacked=7",
    "link": "<a href='javascript:window.hacked=8'>x</a>",
    "comment": "<!-- x --!> <!--",
    "verbatim": "]]><![CDATA[ <b>x</b>",
    "end of title": "</title></style></textarea><script>window.hacked=9</script>",
    "entity": "&lt;script&gt; &#60;b&#62; &amp;lt;",
    "template": "${window.hacked=10} `x` {{x}} <%= x %>",
    "half a tag": "<b title='",
    "frame": "<iframe srcdoc='<script>parent.hacked=11</script>'></iframe>",
    "base": "<base href='https://example.org/'><form action=x>",
    "style": "x;background:url(https://example.org/x)</style>",
    "details": "<details open ontoggle=window.hacked=12>x",
    "formula": "<math><mtext></table><mglyph><style><img src=x onerror=window.hacked=13>",
    "marquee": "<marquee onstart=window.hacked=14>",
    "refresh": "<meta http-equiv=refresh content='0;url=javascript:window.hacked=15'>",
    "data": "data:text/html,<script>parent.hacked=16</script>",
    "end of noscript": "</noscript><img src onerror=window.hacked=17>",
    "escaped JSON": "\\u003c/script\\u003e<script>window.hacked=18</script>",
    "object": "<object data=javascript:window.hacked=19>",
    "input": "<input autofocus onfocus=window.hacked=20>",
    "prototype": '{"__proto__": {"hacked": 21}} constructor.prototype',
    "controls": "\x00<\x00script>\x1b[2J\u202e\u2028\u2029\ud800 x",
}
PLAIN = "Frogs in a pond"
HREF = re.compile(r"#[\w%.:-]*|https://(doi\.org|(pubmed|pmc)\.ncbi\.nlm\.nih\.gov)/[^\s\"'<>]+")
URLS = {"href", "src", "action", "formaction", "data", "srcset", "srcdoc", "poster", "background"}


class Outline(HTMLParser):
    """The elements of a page with the names of their attributes, the addresses, and the text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.addresses: list[str] = []
        self.texts: list[str] = []
        self.values: list[str] = []
        self._script = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, tuple(name for name, _ in attrs)))
        self.addresses += [value for name, value in attrs if name in URLS]
        self.values += [value for _, value in attrs if value]
        self._script = tag in {"script", "style"}

    def handle_endtag(self, tag):
        self._script = False

    def handle_data(self, data):
        if not self._script:
            self.texts.append(data)

    def handle_comment(self, data):
        self.elements.append(("comment", (data,)))


def row(text: str) -> dict:
    """A group that says the same thing wherever it can say one."""
    citances = []
    for place in range(2):
        full = f"{text} p53 {place}"
        start = full.index("p53", len(text))
        citance = {"id": text, "text": full, "words": [[start, start + 3]], "classes": ["1"]}
        citance |= {"source": text, "section": text}
        citance["article"] = {"title": text, "year": text, "doi": text, "pmid": text, "pmcid": text}
        citance["citations"] = [{"start": 0, "end": 1, "cites": bool(place)}]
        citances.append(citance)
    members = [
        {"citance": text, "place": place, "start": one["words"][0][0], "end": one["words"][0][1]}
        | {"text": "p53", "confidence": 0.9}
        for place, one in enumerate(citances)
    ]
    found = {"class": "1", "confidence": 0.9, "wordings": ["p53", text], "members": members}
    cited = dict.fromkeys(
        ("key", "title", "first_author", "year", "source", "doi", "pmid", "pmcid", "text"), text
    )
    return {
        "cited": cited,
        "citances": citances,
        "classes": [found | {"genes": [text], "terms": [text]}],
        "threshold": 0.5,
        "expected_ama": 0.5,
    }


def error(text: str) -> dict:
    return {"line": 3, "error": text, "cited": {"key": text}}


def column_rows(text: str) -> list[ColumnRow]:
    words = [text, "binds", text]
    return [
        ColumnRow(words, [0, 1, None], [text, "VBZ", text], title=text),
        ColumnRow(words, [None] * 3, title=text),
    ]


def pair(text: str):
    sentences = [f"{text} hop.", text]
    return pair_of(sentences, sentences, [(0, 1, 0.5), (1, 1, 0.9)], [text] * 2, language=text)


PAGES = {
    "works": lambda text: alignment_page(
        works([row(text), row(text), error(text)]),
        title=text,
        introduction=text,
        note=text,
        problems=[text, text],
    ),
    "fragment of a work": lambda text: group_html(work(row(text))),
    "small fragment of a work": lambda text: group_html(work(row(text)), minify=True),
    "sentences": lambda text: sentence_page([pair(text), pair(text)]),
    "fragments of sentences": lambda text: sentences_html([pair(text)]),
    "columns": lambda text: column_page(column_rows(text), anchors={0: text, 1: text}, unit=text),
}


@pytest.mark.parametrize("page", PAGES)
def test_a_hostile_text_adds_no_element_and_no_attribute(page):
    usual = Outline(PAGES[page](PLAIN))
    for name in HOSTILE:
        hostile = Outline(PAGES[page](HOSTILE[name]))
        assert hostile.elements == usual.elements, name
        assert all(HREF.fullmatch(address) for address in hostile.addresses), hostile.addresses
        said = "\n".join(hostile.texts + hostile.values)
        assert harmless(HOSTILE[name]).strip() in said, name


@pytest.mark.parametrize("page", PAGES)
def test_pages_have_no_events_no_foreign_addresses_and_a_policy(page):
    html = PAGES[page](PLAIN)
    for tag, attributes in Outline(html).elements:
        assert not [name for name in attributes if name.startswith("on")]
        assert tag not in {"iframe", "object", "embed", "base", "form", "link", "svg", "img"}
    if html.lower().startswith("<!doctype"):
        assert "default-src 'none'" in html


@pytest.mark.parametrize("kind", ["doi", "pmid", "pmcid"])
def test_no_hostile_identifier_becomes_an_address(kind):
    valid = {"doi": "10.1000/x", "pmid": "7", "pmcid": "PMC7"}[kind]
    values = [(text, valid + text, f"{valid}\n{text}") for text in HOSTILE.values()]
    for value in chain.from_iterable(values):
        group = row(PLAIN)
        group["cited"] = {"key": "k", kind: value}
        for address in Outline(group_html(work(group))).addresses:
            assert HREF.fullmatch(address), address
            assert "javascript" not in address.partition("://")[0]


# --- what the commands make of files ---------------------------------------------------------

NAMES = [HOSTILE[name].replace("/", "\u2215") for name in HOSTILE if name != "controls"]


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    return save_pipeline(tmp_path_factory.mktemp("pipeline"))


def article(text: str) -> bytes:
    """An article that says the same thing wherever it can say one."""
    said = escape(harmless(text).replace("\ufffd", "?"))
    ids = f'<pub-id pub-id-type="doi">10.5555/{said}</pub-id>'
    references = {"r1": (said, "2004", said, ids)}
    cited = [citing("r1", f"Frogs {said} hop{n}.") for n in range(3)]
    content = jats(section(said, *cited), pmid=said, references=references)
    return content.replace(b"Pond life", said.encode())


def reported(folder, texts, names, pipeline) -> str:
    """The page of articles of these texts, and of bad files of these names."""
    articles = folder / "articles"
    articles.mkdir(parents=True)
    for number, text in enumerate(texts):
        (articles / f"{number:02}.xml").write_bytes(article(text))
    for name in names:
        (articles / f"{name}.xml").write_bytes(b"<article>")
    page = folder / "page.html"
    title = texts[0]
    assert run(
        *("report", articles, "-o", page, "--title", title, "--pipeline", pipeline)
    ).exit_code == bool(names)
    return page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made(pipeline, tmp_path_factory):
    """The pages of each command, of hostile files and of plain ones: name to both."""
    hostile, usual = (tmp_path_factory.mktemp(name) for name in ("hostile", "usual"))
    texts = [HOSTILE[name] for name in HOSTILE]
    pages = {
        "report": (
            reported(hostile, texts, NAMES, pipeline),
            reported(usual, [f"{PLAIN} {n}" for n in range(3)], ["pond"], pipeline),
        )
    }
    for folder, names in ((hostile, NAMES), (usual, ["pond", "lake"])):
        for name in names:
            said = name if folder == hostile else PLAIN
            (folder / f"{name}.txt").write_text(f"Cells {said} divide. {said} was dividing.")
    both = {"columns": [], "sentences": []}
    for folder in (hostile, usual):
        files = sorted(folder.glob("*.txt"))
        for command in both:
            page = folder / f"{command}.html"
            chosen = files if command == "columns" else files[:6]
            limit = ["--limit", 1000] if command == "columns" else []
            assert not run(
                command, *chosen, *limit, "--html", page, "--pipeline", pipeline
            ).exit_code
            both[command].append(page.read_text(encoding="utf-8"))
    return hostile, pages | both


@pytest.mark.slow
@pytest.mark.parametrize("command", ["report", "columns", "sentences"])
def test_pages_of_hostile_files_have_the_elements_of_plain_ones(made, command):
    hostile, usual = map(Outline, made[1][command])
    page = PAGES["works" if command == "report" else command](PLAIN)
    assert {*hostile.elements} <= {*usual.elements, *Outline(page).elements}
    scripts = [tag for tag, _ in hostile.elements].count("script")
    extra = 0
    if command == "report":  # a script of data for each work
        works = [tag for tag, _ in hostile.elements].count("article")
        extra = works - [tag for tag, _ in usual.elements].count("article")
    assert scripts - extra <= [tag for tag, _ in usual.elements].count("script")
    assert all(HREF.fullmatch(address) for address in hostile.addresses)
    said = "".join(hostile.texts + hostile.values)
    end = "xml" if command == "report" else "txt"
    shown = {"sentences": 6, "report": 20}.get(command)  # files, problems
    for name in sorted(f"{name}.{end}" for name in NAMES)[:shown]:
        assert harmless(name) in said, name


@pytest.mark.browser
@pytest.mark.parametrize("command", ["report", "columns", "sentences"])
def test_no_script_of_a_file_runs(made, chromium, command):
    chromium.away()
    chromium.open(made[0] / ("page.html" if command == "report" else f"{command}.html"))
    assert chromium.evaluate("window.hacked === undefined")
    assert chromium.evaluate("document.querySelectorAll('img, svg.x, iframe, base').length") == 0
    assert chromium.problems == []
    assert chromium.requests == []


# --- notebooks -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("page", [False, True])
def test_a_rendered_doc_obeys_no_text(pipeline, page):
    nlp = spacy.load(pipeline)

    def outline(text, names):
        texts = [f"{text} p53 binds.", f"p53 binds {text}."]
        joined = spacy_citalign.join(texts, nlp=nlp, labels=names)
        return Outline(spacy_citalign.render(nlp(joined), page=page))

    usual = {tag for tag, _ in outline(PLAIN, PLAIN).elements} | {"small"}  # counts of wordings
    for text in HOSTILE.values():
        said = text.replace("\ud800", "")
        found = outline(said, said)
        assert {tag for tag, _ in found.elements} <= usual
        assert not [a for _, own in found.elements for a in own if a.startswith("on")]
        assert all(HREF.fullmatch(address) for address in found.addresses)


def test_displacy_shows_classes_of_hostile_texts(pipeline):
    nlp = spacy.load(pipeline)
    for text in HOSTILE.values():
        said = text.replace("\ud800", "")
        texts = [f"{said} p53 binds.", f"p53 binds {said}."]
        doc = nlp(spacy_citalign.join(texts, nlp=nlp, labels=said))
        html = displacy.render(doc, style="span", options={"spans_key": "homologs"}, jupyter=False)
        assert {tag for tag, _ in Outline(html).elements} <= {"div", "span", "br"}
