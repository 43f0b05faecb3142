"""docs/gallery/: what is kept fits the scripts. `.ci/run` runs them and compares."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "gallery"
SCRIPTS = sorted(FOLDER.glob("*.py"))
if not SCRIPTS:
    pytest.skip("the tests run without the checkout", allow_module_level=True)
sys.path.append(str(ROOT / "docs" / "site"))
import gallery  # noqa: E402

every_script = pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
SCRIPT = """# %% [markdown]
# # A title
#
# Text.

# %%
print("printed")
number = 2

# %%
number + 1

# %%
"<b>bold</b>"
"""


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@every_script
def test_it_begins_with_a_title_and_ends_with_something_to_look_at(path):
    cells = gallery.cells_of(read(path))
    assert gallery.title_of(read(path))
    kept = gallery.kept_of(path.stem)
    numbers = {int(name.partition(".")[0]) for name in kept}
    assert max(numbers) == max(cell.number for cell in cells if cell.number)
    assert {name.partition(".")[2] for name in kept} <= {"html", "svg", "txt"}


@every_script
def test_it_is_in_the_list_and_in_the_navigation(path):
    assert f"]({path.name})" in read(FOLDER / "index.md")
    assert f"- gallery/{path.stem}.md\n" in read(ROOT / "mkdocs.yml")


@every_script
def test_its_page_asks_no_other_server(path):
    for name, content in gallery.kept_of(path.stem).items():
        assert not re.search(r"<(script|link|img)[^>]*(src|href)=.https?:", content), name


def test_nothing_is_kept_of_scripts_that_are_gone():
    assert {path.name for path in gallery.OUTPUT.iterdir()} == {path.stem for path in SCRIPTS}


def test_cells_are_run_as_in_a_notebook():
    shown = dict(gallery.run(SCRIPT))
    assert shown["1.txt"] == "printed\n"
    assert shown["2.txt"] == "3\n"
    assert shown["3.html"].startswith("<!DOCTYPE html>")
    assert "<b>bold</b>" in shown["3.html"]


def test_a_page_has_text_code_and_what_it_shows():
    page = gallery.page_of("one", SCRIPT, dict(gallery.run(SCRIPT)))
    assert page.startswith("# A title\n")
    assert 'print("printed")\nnumber = 2\n```\n\n```text\nprinted\n```' in page
    assert '<iframe src="output/one/3.html"' in page


def test_differences_are_those_of_texts_and_not_of_decimals_in_html():
    kept = {"1.txt": "a\n", "2.html": "<b>0.51</b>", "3.svg": "<svg/>"}
    assert gallery.differences(kept, kept | {"2.html": "<b>0.52</b>", "3.svg": "<svg></svg>"}) == ""
    assert "+b" in gallery.differences(kept, kept | {"1.txt": "b\n"})
    assert "4.txt" in gallery.differences(kept, kept | {"4.txt": "new\n"})
