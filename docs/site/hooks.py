"""Hooks of the site: pages that lie outside of docs/, and links to them.

The same files are read at the forge and in a checkout, where links lead from docs/ to the other
folders. In the site these pages stand beside the rest.
"""

import re
import shutil
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

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
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links to what lies elsewhere in the checkout."""
    name = page.file.src_uri
    sources = {target: source for source, target in PAGES.items()}
    here = PurePosixPath(sources.get(name, f"docs/{name}")).parent

    def turned(match: re.Match[str]) -> str:
        target = normpath(str(here / match["path"]))
        if target in {"docs", "docs/README.md"}:
            target = "README.md"
        inside = PAGES.get(target, target.removeprefix("docs/"))
        if inside == target and target not in PAGES:  # neither a page nor of docs/
            return match[0]
        link = relpath(inside, str(PurePosixPath(name).parent))
        return f"{link}{match['anchor'] or ''}"

    return _LINK.sub(turned, markdown)
