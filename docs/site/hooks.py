"""Hooks of the site: pages that lie outside of docs/, and links to them.

The same files are read at the forge and in a checkout, where links lead from docs/ to the other
folders. In the site these pages stand beside the rest.
"""

import io
import re
import shutil
import sys
import zipfile
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))
import gallery

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
FILES = "start/files"  # what the quick starts read: a folder in the checkout, here an archive
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
    for script in sorted(gallery.FOLDER.glob("*.py")):
        content = gallery.page_of(
            script.stem, script.read_text(encoding="utf-8"), gallery.kept_of(script.stem)
        )
        files.append(File.generated(config, f"gallery/{script.stem}.md", content=content))
    files.append(File.generated(config, f"{FILES}.zip", content=_packed(ROOT / "docs" / FILES)))
    return files


def _packed(folder: Path) -> bytes:
    """Return an archive of the files of a folder, the same bytes each time."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return written.getvalue()


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
        if inside == FILES:
            inside += ".zip"
        if name == "gallery/index.md":  # elsewhere a script is a script
            inside = re.sub(r"\.py$", ".md", inside)
        if inside == target and target not in PAGES:  # neither a page nor of docs/
            return match[0]
        link = relpath(inside, str(PurePosixPath(name).parent))
        return f"{link}{match['anchor'] or ''}"

    return _LINK.sub(turned, markdown)
