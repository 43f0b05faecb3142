"""Hooks of the site: a page of each script of the gallery, the files of the quick starts packed.

At the forge and in a checkout the list of the gallery leads to scripts, and the quick starts to a
folder; in the site it is to pages and to an archive.
"""

import io
import re
import sys
import zipfile
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))
import gallery

EXAMPLES = Path(__file__).parents[1] / "start" / "files"
_SCRIPT = re.compile(r"(?<=\]\()(\w+)\.py(?=\))")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the style of what the gallery shows."""
    config.extra_css.append("gallery/gallery.css")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the gallery, and the archive."""
    for script in sorted(gallery.FOLDER.glob("*.py")):
        text = script.read_text(encoding="utf-8")
        content = gallery.page_of(script.stem, text, gallery.kept_of(script.stem))
        files.append(File.generated(config, f"gallery/{script.stem}.md", content=content))
    files.append(File.generated(config, "start/files.zip", content=packed(EXAMPLES)))
    return files


def packed(folder: Path) -> bytes:
    """Return an archive of the files of a folder, the same bytes each time."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return written.getvalue()


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links to scripts and to the folder."""
    name = page.file.src_uri
    if name == "gallery/index.md":
        return _SCRIPT.sub(r"\1.md", markdown)
    return markdown.replace("](files)", "](files.zip)") if name == "start/index.md" else markdown
