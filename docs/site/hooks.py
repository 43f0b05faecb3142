"""Hooks of the site: pages that lie outside of docs/, links to them, and what is drawn of sources.

The same files are read at the forge and in a checkout, where links lead from docs/ to the other
folders. In the site these pages stand beside the rest. A link with a comment behind it, alone on
its line, is a link there, and in the site the table or drawing that the comment asks for::

    [Its settings](../../components/genes.py)<!-- settings: gene_mention_tagger -->
    [All figures](../../benchmarks/results/genes.md)<!-- table: Floors | columns: value -->
"""

import re
import shutil
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

import figures
import reference
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "build" / "api"  # where mkdocs.yml says that the sources are
# What is taken in: its path in the checkout, and in the site.
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "spacy_citalign/pipeline/README.md": "model_card.md",
    "benchmarks/RESULTS.md": "benchmarks/index.md",
    **{
        f"benchmarks/results/{path.name}": f"benchmarks/{path.name}"
        for path in sorted((ROOT / "benchmarks" / "results").glob("*.md"))
    },
}
FILES = "files"  # the folder of the site for lists and tables that are no pages
_DRAWN = re.compile(
    r"^\[[^\]]*\]\((?P<link>[^)]*)\)<!-- (?P<kind>\w+): (?P<request>.*) -->$", re.MULTILINE
)
_LINK = re.compile(r"(?<=\]\()(?!\w+:|#)(?P<path>[^)#\s]+)(?P<anchor>#[^)\s]*)?(?=\))")


def on_startup(command: str, dirty: bool) -> None:
    """Put the sources of the API together as they are installed: components are a part of it."""
    shutil.rmtree(SOURCES, ignore_errors=True)
    for folder, target in (("spacy_citalign", "."), ("components", "components")):
        for path in (ROOT / folder).rglob("*.py"):
            copy = SOURCES / "spacy_citalign" / target / path.relative_to(ROOT / folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from elsewhere; the list of docs/README.md is the navigation of the site."""
    readme = files.get_file_from_path("README.md")
    if readme is not None:
        files.remove(readme)
    for path in sorted((ROOT / "benchmarks" / "results").glob("*.json")):
        content = path.read_text(encoding="utf-8")
        files.append(File.generated(config, f"benchmarks/{path.name}", content=content))
    for source, name in PAGES.items():
        content = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=content))
    for path in sorted(_other_files()):
        content = path.read_text(encoding="utf-8")
        files.append(File.generated(config, f"{FILES}/{_in_checkout(path)}", content=content))
    return files


@cache
def _other_files() -> set[Path]:
    """Return the lists and tables of the package that pages lead to."""
    found = set()
    for page in (*(ROOT / "docs").rglob("*.md"), *(ROOT / source for source in PAGES)):
        for match in _LINK.finditer(page.read_text(encoding="utf-8")):
            path = page.parent / match["path"]
            if path.suffix in {".cff", ".cfg", ".tsv", ".txt"} and path.is_file():
                found.add(path.resolve())
    return found


def _in_checkout(path: Path) -> str:
    return path.relative_to(ROOT.resolve()).as_posix()


def drawn(markdown: str) -> str:
    """Put tables and drawings in the place of the links with comments that ask for them."""

    def draw(match: re.Match[str]) -> str:
        kind, request, link = match["kind"], match["request"], match["link"]
        if kind == "settings":
            return f'<div class="settings" markdown>\n\n{reference.table_of(request)}\n\n</div>'
        draws = {
            "table": figures.table,
            "bars": figures.bars,
            "lines": figures.lines,
            "command": figures.command,
        }
        return draws[kind](PurePosixPath(link).stem, request, link)

    return _DRAWN.sub(draw, markdown)


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Draw what a page asks for, and turn links to what lies elsewhere in the checkout."""
    markdown = drawn(markdown)
    name = page.file.src_uri
    sources = {target: source for source, target in PAGES.items()}
    here = PurePosixPath(sources.get(name, f"docs/{name}")).parent

    def turned(match: re.Match[str]) -> str:
        target = normpath(str(here / match["path"]))
        if target in {"docs", "docs/README.md"}:
            target = "README.md"
        inside = PAGES.get(target, target.removeprefix("docs/"))
        if inside == target and target not in PAGES:  # neither a page nor of docs/
            if (ROOT / target).resolve() not in _other_files():
                return match[0]
            inside = f"{FILES}/{target}"
        link = relpath(inside, str(PurePosixPath(name).parent))
        return f"{link}{match['anchor'] or ''}"

    return _LINK.sub(turned, markdown)
