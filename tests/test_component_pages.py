"""A page a component: what it says of settings, attributes, span groups and figures is so."""

import json
import re
from importlib import metadata
from pathlib import Path

import pytest
from blank_english import NLP
from spacy.tokens import Doc, Span, Token

import spacy_citalign

SPECIAL_CASES = True  # all of English, see shared_fixtures.py

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "components"
figures = pytest.importorskip("figures", reason="the tests run without the checkout")
reference = pytest.importorskip("reference", reason="the tests run without the checkout")
FACTORIES = sorted(
    entry.name
    for entry in metadata.distribution("spacy-citalign").entry_points
    if entry.group == "spacy_factories"
)
SECTIONS = ["Settings", "The paper", "Figures", "Limits"]
KINDS = {"doc": Doc, "span": Span, "token": Token}
DRAWN = re.compile(r"^\[[^\]]*\]\(([^)]*)\)<!-- (\w+): (.*) -->$", re.MULTILINE)
every_factory = pytest.mark.parametrize("factory", FACTORIES)


def page(name: str) -> str:
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def what_it(verb: str, name: str) -> str:
    """The item of the list that says what a component reads, or what it sets."""
    (item,) = re.findall(rf"^- \*\*{verb}\*\* (.*?)(?=^- |^$)", page(name), re.M | re.S)
    return item


@pytest.fixture(scope="module")
def annotated() -> Doc:
    """A Doc that all components have something to say of, and the shipped pipeline's names."""
    nlp = spacy_citalign.load()
    nlp.add_pipe("citance_finder", before="citance_aligner", config={"overwrite": False})
    doc = spacy_citalign.join(["p53 binds DNA [3].", "DNA is bound by p53 [4]."], nlp=nlp)
    doc.spans["texts"] = doc.spans["cited_text"] = list(doc.spans["citances"])
    return nlp(doc)


def test_each_factory_has_a_page_and_so_has_the_tokenizer():
    assert sorted(path.stem for path in PAGES.glob("*.md")) == sorted(
        [*FACTORIES, "tokenizer", "index"]
    )
    assert set(re.findall(r"^\| \[`?(\w+)`?\]\((\w+)\.md\)", page("index"), re.M)) == {
        (name, name) for name in [*FACTORIES, "tokenizer"]
    }
    assert list(reference.factories()) == FACTORIES


@every_factory
def test_a_page_has_its_sections_in_their_order(factory):
    assert re.findall(r"^## (.*)$", page(factory), re.MULTILINE) == SECTIONS
    assert page(factory).startswith(f"# `{factory}`\n")


@every_factory
def test_all_settings_are_drawn_with_the_defaults_of_the_factory(factory):
    (link,) = [match for match in DRAWN.findall(page(factory)) if match[1] == "settings"]
    assert link[2] == factory
    assert (PAGES / link[0]).is_file()
    defaults = dict(NLP.get_factory_meta(factory).default_config)
    del defaults["scorer"]
    settings = reference.settings_of(factory)
    assert {one.name: one.default for one in settings} == json.loads(json.dumps(defaults))
    assert [one.name for one in settings if not (one.type and one.meaning.endswith("."))] == []
    table = reference.table_of(factory)
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [one.name for one in settings]


@every_factory
def test_what_a_factory_says_that_it_assigns_stands_on_its_page(factory):
    said = what_it("Sets", factory)
    for name in NLP.get_factory_meta(factory).assigns:
        wanted = 'doc.spans["' if name == "doc.spans" else name
        assert wanted in said, name


@every_factory
def test_attributes_and_span_groups_of_the_page_are_there(factory, annotated):
    said = what_it("Sets", factory)
    attributes = re.findall(r"`(doc|span|token)\._\.(\w+)", said)
    groups = re.findall(r'`doc\.spans\["(\w+)"\]`', said)
    for kind, name in attributes:
        assert KINDS[kind].has_extension(name), name
    for key in groups:
        assert key in annotated.spans, key
    assert attributes or groups or re.search(r"`token\.\w+`", said)


def test_the_table_of_the_readme_leads_to_the_pages_and_says_what_they_say():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.partition("| component | what it does |")[2].partition("\n\n")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    assert sorted(row[0] for row in rows) == sorted(
        f"[`{factory}`](docs/components/{factory}.md)" for factory in FACTORIES
    )
    for name, _, results, _ in rows:
        said = what_it("Sets", name.split("`")[1])
        for result in re.findall(r"`([^`]*)`", results):
            assert result in said, result


def test_records_have_the_fields_that_are_listed(annotated):
    text = (ROOT / "docs" / "genes_and_terms.md").read_text(encoding="utf-8")
    said = re.findall(r"`doc\._\.(\w+)` is a list of ((?:`\w+`,?\s(?:and\s)?)+(?:`\w+`)?)", text)
    assert [name for name, _ in said] == ["gene_mentions", "propositional_terms"]
    for name, fields in said:
        records = getattr(annotated._, name)
        assert list(records[0]) == re.findall(r"`(\w+)`", fields)


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.name)
def test_what_pages_ask_for_can_be_drawn(path):
    for link, kind, request in DRAWN.findall(path.read_text(encoding="utf-8")):
        if kind == "settings":
            assert reference.table_of(request)
        else:
            idea = Path(link).stem
            assert link.endswith(f"benchmarks/results/{idea}.md")
            assert getattr(figures, kind)(idea, request, link)
