"""Makes the PDFs of the quick starts, with Chromium: `python docs/site/example_pdfs.py`.

``example_pdfs.txt`` has their text: three invented articles, one of which the others cite.
"""

import html
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from shutil import which

TEXTS = Path(__file__).with_suffix(".txt")
FOLDER = Path(__file__).parents[1] / "start" / "files" / "bats"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    *("--headless", "--disable-gpu", "--no-sandbox"),
    *("--no-pdf-header-footer", "--disable-pdf-tagging"),
)
# One font, which is the most of such a file.
STYLE = """
@page { size: 148mm 170mm; margin: 16mm 14mm }
body { font: 9pt/1.25 'Liberation Serif', serif; margin: 0; text-align: justify; hyphens: auto }
h1 { font-size: 16pt; line-height: 1.15; margin: 0 0 3mm; text-align: left }
.about { font-size: 7.5pt }
h1, h2 { font-weight: normal }
h2 { font-size: 12pt; margin: 3mm 0 1mm; text-align: left }
p { margin: 0 0 1.2mm } .columns { columns: 2; column-gap: 6mm }
li, .hanging { font-size: 8pt; margin-bottom: .8mm } ol { padding-left: 5mm; margin: 0 }
.hanging { padding-left: 4mm; text-indent: -4mm }
"""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name of each article, and the article as HTML."""
    for article in TEXTS.read_text(encoding="utf-8").removeprefix("= ").split("\n= "):
        look, title, authors, about, *lines = html.escape(article).strip().split("\n")
        parts = [_part(line) for line in lines if not line.startswith("* ")]
        entries = [line[2:] for line in lines if line.startswith("* ")]
        listed = "".join(f"<p class=hanging>{entry}</p>" for entry in entries)
        if look.endswith("numbers"):
            listed = "".join(["<ol>", *(f"<li>{entry}</li>" for entry in entries), "</ol>"])
        columns = " class=columns" if "two columns" in look else ""
        yield (
            look.partition(":")[0],
            f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
            f"<style>{STYLE}</style><p class=about>{about}</p><h1>{title}</h1><p>{authors}</p>"
            f"<div{columns}>{''.join(parts)}<h2>References</h2>{listed}</div></html>",
        )


def _part(line: str) -> str:
    return f"<h2>{line[2:]}</h2>" if line.startswith("# ") else f"<p>{line}</p>"


def main() -> None:
    """Write the PDFs."""
    browser = next(filter(None, map(which, BROWSERS)))
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in pages():
            page = Path(folder, f"{name}.html")
            page.write_text(text, encoding="utf-8")
            command = [browser, *OPTIONS, f"--user-data-dir={folder}/profile"]
            command += [f"--print-to-pdf={FOLDER / name}.pdf", page.as_uri()]
            subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
