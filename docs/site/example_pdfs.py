"""Makes the PDFs of the quick starts: `python docs/site/example_pdfs.py`, with Chromium on the path.

Three invented articles of two layouts; one is the work that the other two cite.
"""

import html
import subprocess
import tempfile
from pathlib import Path
from shutil import which
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "start" / "files" / "bats"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
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


class Example(NamedTuple):
    """An article: its name, title, authors, journal line, sections, list of references."""

    name: str
    title: str
    authors: str
    about: str
    columns: bool
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    references: tuple[str, ...]


EXAMPLES = (
    Example(
        "harrow2011",
        "Warm roosts lengthen the calls of cave bats",
        "Ida Harrow, Tom Petty",
        "Journal of Invented Caves 2011, 4:12-19. https://doi.org/10.5555/caves.2011.12",
        False,
        (
            (
                "Abstract",
                (
                    "Bats of caves call at dusk. We recorded four colonies for two summers and asked "
                    "whether the temperature of the roost changes their calls.",
                ),
            ),
            (
                "1 Introduction",
                (
                    "Calls of bats differ between colonies [1], and nobody knows why. Some caves are "
                    "warm because springs run through them, others stay cold all summer. A bat that "
                    "wakes in a warm roost has its muscles ready, and may spend more breath on a call.",
                    "Colonies also differ in size. Large ones are noisy, so that a caller may have to "
                    "be loud rather than long to be heard at all [2].",
                ),
            ),
            (
                "2 Methods",
                (
                    "We hung two recorders in each of four caves, from May to September, and took the "
                    "temperature of the roost every ten minutes. Two of the caves have warm springs. "
                    "Calls were cut out by hand, and measured by two people who did not know the "
                    "temperature. Nights with rain were left out, since drops sound like calls.",
                    "All lengths are medians of a night. A night counts if thirty calls or more were "
                    "recorded in it; of 480 nights, 391 do.",
                ),
            ),
            (
                "3 Results",
                (
                    "In warm roosts the calls of bats lasted 42 ms, in cold ones 31 ms. The difference "
                    "was there in both summers, and in each of the four caves when its temperature "
                    "changed. With each degree a call was longer by about 2 ms.",
                    "Loudness did not change with temperature. It rose with the number of bats in the "
                    "roost, and in the largest colony it was twice that of the smallest.",
                    "Young bats, which are told by their higher voices, called as long as old ones.",
                ),
            ),
            (
                "4 Discussion",
                (
                    "Warm roosts lengthen the calls of cave bats. That colonies differ [1] may be due "
                    "to their caves alone. Whether longer calls are of use to the bats remains open.",
                ),
            ),
        ),
        (
            "Petty T, Osei A. Calls of bats differ between colonies. Invented Ecology 2009;2:30-41.",
            "Lund B. Loud colonies: how bats are heard in a crowd. Caves and Sinks 2007;11:5-14.",
            "Moreau C. A recorder for wet caves. Invented Methods 2005;1:1-9.",
        ),
    ),
    Example(
        "lindqvist2015",
        "How bats of two valleys find one another at dusk",
        "Eva Lindqvist, Jon Brandt",
        "Invented Ecology 2015, 8:101-104. https://doi.org/10.5555/eco.2015.101",
        True,
        (
            (
                "Introduction",
                (
                    "Bats that share a valley meet at dusk, and call when they do. The calls of bats "
                    "last longer in warm roosts than in cold ones [1]. Colonies differ in their calls "
                    "[2], and large colonies are louder [3].",
                    "In the two valleys that we know best, one cave is warm and the other is cold. "
                    "Their bats hunt over the same lake. We asked whether they answer one another.",
                ),
            ),
            (
                "Results",
                (
                    "Bats of the warm cave called first on 61 of 80 evenings. Their calls were long, as "
                    "in the roosts that were recorded before [1]. Bats of the cold cave answered "
                    "within a second, or not at all.",
                    "After rain no bat of either cave called at the lake.",
                ),
            ),
            (
                "Discussion",
                (
                    "Long calls carry far over water, so that those who call long are found first. "
                    "Loudness may do the same [3].",
                ),
            ),
        ),
        (
            "Harrow I, Petty T. Warm roosts lengthen the calls of cave bats. Journal of Invented "
            "Caves 2011;4:12-19.",
            "Petty T, Osei A. Calls of bats differ between colonies. Invented Ecology 2009;2:30-41.",
            "Lund B. Loud colonies: how bats are heard in a crowd. Caves and Sinks 2007;11:5-14.",
        ),
    ),
    Example(
        "moreau2018",
        "Springs in caves and the summer of bats: a second look",
        "Claire Moreau",
        "Caves and Sinks 2018, 22:7-10. https://doi.org/10.5555/sinks.2018.7",
        False,
        (
            (
                "Introduction",
                (
                    "Warm springs make some caves good places for bats. In warm roosts bats have "
                    "longer calls (Harrow and Petty, 2011), and colonies differ (Petty and Osei, 2009). "
                    "We went back to the same caves after eight years.",
                ),
            ),
            (
                "Results",
                (
                    "In contrast to Harrow and Petty (2011), we found no difference between the calls "
                    "of warm and of cold roosts. Large colonies were louder than small ones (Lund, "
                    "2007).",
                    "One of the springs had run dry, so that only one warm cave was left.",
                ),
            ),
        ),
        (
            "Harrow, I., & Petty, T. (2011). Warm roosts lengthen the calls of cave bats. Journal of "
            "Invented Caves, 4, 12-19.",
            "Lund, B. (2007). Loud colonies: how bats are heard in a crowd. Caves and Sinks, 11, 5-14.",
            "Petty, T., & Osei, A. (2009). Calls of bats differ between colonies. Invented Ecology, "
            "2, 30-41.",
        ),
    ),
)


def page_of(example: Example) -> str:
    """Return the article as HTML."""
    is_numbered = not example.references[0].endswith("12-19.") or example.columns
    parts = []
    for heading, paragraphs in example.sections:
        parts.append(f"<h2>{html.escape(heading)}</h2>")
        parts += [f"<p>{html.escape(paragraph)}</p>" for paragraph in paragraphs]
    parts.append("<h2>References</h2>")
    tag = "li" if is_numbered else "p class=hanging"
    entries = "".join(f"<{tag}>{html.escape(one)}</{tag[:2]}>" for one in example.references)
    parts.append(f"<ol>{entries}</ol>" if is_numbered else entries.replace("</p ", "</p"))
    columns = ' class="columns"' if example.columns else ""
    return (
        f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{example.title}</title>'
        f"<style>{STYLE}</style><p class=about>{example.about}</p><h1>{example.title}</h1>"
        f"<p class=authors>{example.authors}</p><div{columns}>{''.join(parts)}</div></html>"
    )


def main() -> None:
    """Write the PDFs."""
    browser = next(filter(None, map(which, BROWSERS)))
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for example in EXAMPLES:
            page = Path(folder, f"{example.name}.html")
            page.write_text(page_of(example), encoding="utf-8")
            target = FOLDER / f"{example.name}.pdf"
            options = ["--headless", "--disable-gpu", "--no-sandbox", "--no-pdf-header-footer", "--disable-pdf-tagging"]
            command = [browser, *options, f"--user-data-dir={folder}/profile"]
            subprocess.run([*command, f"--print-to-pdf={target}", page.as_uri()], check=True)


if __name__ == "__main__":
    main()
