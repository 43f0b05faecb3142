"""The model card and the meta data of the pipeline that ships: complete, agreeing, and as built."""

import json
import re
import subprocess
import sys
from decimal import Decimal
from importlib import metadata
from pathlib import Path

import pytest
import spacy

import spacy_citalign
from spacy_citalign.components.base.shipped import CHECKSUMS, shipped_folder, shipped_model

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "configs" / "build.sh"
RESULTS = ROOT / "benchmarks"
CARD = shipped_folder() / "README.md"
META = json.loads((shipped_folder() / "meta.json").read_bytes())
checkout = pytest.mark.skipif(not BUILD.exists(), reason="the tests run without the checkout")


def card() -> str:
    return CARD.read_text(encoding="utf-8")


def tables() -> dict[str, list[list[str]]]:
    """The rows of each table of the card, by the first cell of its header."""
    found = {}
    for table in re.findall(r"(?:^\|.*\n)+", card(), re.MULTILINE):
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
        found[rows[0][0]] = rows[2:]
    return found


def rows_of_components() -> dict[str, list[str]]:
    return {row[0].strip("`"): row[1:] for row in tables()["component"]}


def test_every_component_is_on_the_card():
    """What it does, what it was trained on, and the licence of that."""
    rows = rows_of_components()
    assert list(rows) == ["tokenizer", *META["pipeline"]]
    assert all(all(cells) for cells in rows.values())
    assert all("-" not in cells for name, cells in rows.items() if name != "tokenizer")


@pytest.mark.parametrize(
    "subject",
    ["Intended use", "Not for", "Limits", "Figures", "Authors of the data", "Rebuild"],
)
def test_card_says_what_readers_look_for(subject):
    said = re.search(rf"^\*\*{subject}\.\*\* (.+?)(?:\n\n|\Z)", card(), re.M | re.S)
    assert said
    assert len(said[1].split()) > 8


def test_card_and_meta_data_agree():
    told = dict(tables()[""])
    size = sum(file.stat().st_size for file in CARD.parent.rglob("*") if file.is_file())
    name = f"`{META['lang']}_{META['name']}`"
    assert told["name, version"] == f"{name}, {META['version']}"
    assert told["works with"].startswith(f"spaCy {META['spacy_version']}, ")
    assert told["size"] == f"{size / 1e6:.0f} MB"
    assert told["licence"].startswith(f"{META['license']};")
    assert told["authors"] == META["author"]
    assert META["vectors"]["vectors"] == 0
    assert META["version"] == spacy_citalign.__version__


def test_licence_of_code_and_pipeline_is_mit():
    distribution = metadata.metadata("spacy-citalign")
    assert META["license"] == "MIT"
    assert "MIT" in (distribution.get("License-Expression"), distribution.get("License"))


def test_meta_data_are_those_of_the_pipeline():
    """The fields of spaCy's packages; "email" and "url" may be empty."""
    nlp = spacy.load("spacy_citalign")
    assert META["pipeline"] == META["components"] == nlp.pipe_names
    assert META["disabled"] == []
    assert META["labels"] == {name: list(own) for name, own in nlp.pipe_labels.items()}
    fields = ("lang", "name", "version", "spacy_version", "description", "author", "license")
    assert all(META[field] for field in (*fields, "sources", "performance", "notes"))
    words = ["words", "sentences", "tags", "columns", "base phrases", "gene", "terms", "citances"]
    assert [word for word in words if word not in META["description"]] == []


def test_sources_of_the_card_and_of_the_meta_data_agree():
    """Each source and its licence are named in the row of each component that learned from it."""
    rows = rows_of_components()
    used = {name for source in META["sources"] for name in source["components"].split(", ")}
    assert used == set(META["pipeline"])
    for source in META["sources"]:
        assert source["name"], source["author"]
        assert source["license"]
        assert source["url"].startswith("https://")
        names = set(re.findall(r"[A-Z]\w*[A-Z]\w*|Mark|\d+ citances", source["name"])) - {"UD"}
        for component in source["components"].split(", "):
            assert any(name in " ".join(rows[component]) for name in names), source["name"]
            licences = re.sub(r" \([^)]*\)", "", source["license"]).split("; ")
            assert [one for one in licences if one not in rows[component][-1]] == []
    learned = " ".join(source["name"] for source in META["sources"])
    assert not any(name in learned for name in ("ACL RD-TEC", "GUM", "BC5CDR"))


def test_figures_of_the_card_are_those_of_the_meta_data():
    told = {re.findall(r"`(\w+)`", what)[0]: float(figure) for what, _, figure in tables()["what"]}
    assert told == META["performance"]


@checkout
def test_figures_of_the_card_are_published_with_their_commands():
    """As shares or in per cent, rounded to the digits of the card."""
    pages = [RESULTS / "RESULTS.md", *(RESULTS / "results").glob("*.md")]
    text = " ".join(page.read_text(encoding="utf-8") for page in pages)
    published = {Decimal(number) for number in re.findall(r"(?<![\w.,])\d*\.\d+", text)}
    published |= {number / 100 for number in published}
    figures = re.findall(
        r"(?<!\w)\.\d+", " ".join(cell for row in tables()["what"] for cell in row)
    )
    assert figures
    for figure in map(Decimal, figures):
        assert any(
            abs(number - figure) <= Decimal(5).scaleb(figure.as_tuple().exponent - 1)
            for number in published
        ), figure


@checkout
def test_meta_data_are_those_that_the_build_writes():
    wanted = json.loads((BUILD.parent / "pipeline_meta.json").read_bytes())
    assert {key: META[key] for key in wanted} == wanted


@pytest.mark.slow
@checkout
def test_what_is_built_is_what_is_there(tmp_path):
    """The last step of configs/build.sh, done on the pipeline that ships, changes nothing."""
    pipe = spacy.blank("en").add_pipe("sentence_aligner", config={"weights": "shipped"})
    if pipe.to_bytes() != shipped_model("sentence_aligner"):
        pytest.skip("this zlib packs otherwise than the one that what ships was packed with")
    script = re.search(r"<<'PYTHON'\n(.*?)^PYTHON$", BUILD.read_text(), re.M | re.S)[1]
    command = [sys.executable, "-", str(CARD.parent), str(tmp_path)]
    subprocess.run(command, input=script, text=True, check=True, cwd=ROOT, capture_output=True)
    found = {
        folder: {
            path.relative_to(folder): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and path.name not in (CARD.name, CHECKSUMS)
        }
        for folder in (CARD.parent, tmp_path)
    }
    assert found[tmp_path] == found[CARD.parent]
