"""Size of the page of aligned citances, and times until it can be used in headless Chromium.

The texts are generated: works of random words, of which some are close to others of their citance
group, with five statements each. Times are wall-clock seconds as the driver of the browser sees
them, the median of some runs: from the navigation until the words of the first work are painted,
from a click in the list until the next work is, from a move of the threshold until it is drawn,
from a letter in the search until the list is.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..common import ROOT, markdown_table

sys.path.insert(0, str(ROOT / "tests" / "helpers"))

from browser import Browser, find_browser
from report_rows import row_of, work

from spacy_citalign.app.report.alignment_page import render_work, write_alignment_page
from spacy_citalign.citances.closure import average_link

RUNS = 5
STATEMENTS = 5
SYLLABLES = "ba ce di fo gu la me ni po ru sa te vi zo ka mu".split()
PAINTED = (
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done({}))))"
)
SHOWN = "document.querySelectorAll('.work.open .w').length"
OPEN = "((all) => all[%d %% all.length].click())(document.querySelectorAll('.works a'))"
SLIDE = """((slider) => { slider.value = %s; slider.dispatchEvent(new Event('input')); })
(document.querySelector('.work.open [name=threshold]'))"""
SEARCH = """((field) => { field.value = 'ba'; field.dispatchEvent(new Event('input')); })
(document.querySelector('[name=search]'))"""


def generated_rows(works: int, citances: int, words: int) -> Iterator[dict[str, Any]]:
    """Groups of random words; the more frequent a word, the more citances have it."""
    for number in range(works):
        rng = np.random.default_rng(number)
        vocabulary = ["".join(rng.choice(SYLLABLES, size=4)) for _ in range(15 * words)]
        weights = 1 / np.arange(1, len(vocabulary) + 1)
        size = (citances, words)
        drawn = rng.choice(len(vocabulary), size=size, p=weights / weights.sum())
        names, owners = drawn.ravel(), np.repeat(np.arange(citances), words)
        same = np.equal.outer(names, names) * (0.6 + 0.4 * rng.random((len(names), len(names))))
        near = np.equal.outer(names // 3, names // 3) * 0.3
        similarity = np.maximum((same + same.T) / 2, near)
        units = np.arange(citances * words).reshape(size).tolist()
        texts = [" ".join(vocabulary[i] for i in own) for own in drawn]
        merges = average_link(similarity, owners)
        genes = vocabulary[:5]
        row = row_of(f"work {number}", texts, units, merges, 0.4, genes, title=vocabulary[0])
        yield row | {"statements": [_statement(one) for one in row["classes"][:STATEMENTS]]}


def _statement(aligned: dict[str, Any]) -> dict[str, Any]:
    """A statement of one class."""
    places = sorted({member["place"] for member in aligned["members"]})
    return {"classes": [aligned["class"]], "places": places, "articles": None}


def seconds(browser: Browser, action: Callable[[], object]) -> float:
    """Time of an action until what it changed is painted."""
    start = time.perf_counter()
    action()
    browser.evaluate(PAINTED.format(SHOWN))
    return time.perf_counter() - start


def measure(path: Path, folder: Path, executable: str) -> dict[str, float]:
    """The median times of the page in a fresh browser."""
    found: dict[str, list[float]] = {}
    with Browser(executable, folder / "profile") as browser:
        browser.size(1280, 900)
        for run in range(RUNS):
            steps = {
                "open": lambda: browser.open(path),
                "next work": lambda work=run: browser.evaluate(OPEN % (work + 1)),
                "threshold": lambda: browser.evaluate(SLIDE % 0.2),
                "search": lambda: browser.evaluate(SEARCH),
            }
            for name, action in steps.items():
                found.setdefault(name, []).append(seconds(browser, action))
                if browser.problems or not browser.evaluate(SHOWN):
                    sys.exit(f"{name}: nothing is shown; {browser.problems}")
    return {name: statistics.median(times) for name, times in found.items()}


def main() -> None:
    """Make the page, measure it and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--works", type=int, default=100)
    parser.add_argument("--citances", type=int, default=20)
    parser.add_argument("--words", type=int, default=30, help="of a citance")
    args = parser.parse_args()
    executable = find_browser()
    if executable is None:
        sys.exit("there is no headless browser on the path; install chromium")
    rows = list(generated_rows(args.works, args.citances, args.words))
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "page.html"
        start = time.perf_counter()
        with path.open("w", encoding="utf-8", newline="\n") as handle:
            write_alignment_page((render_work(work(row)) for row in rows), handle)
        written = time.perf_counter() - start
        times = measure(path, Path(name), executable)
        size = path.stat().st_size / 1e6
    print(f"{args.works} works of {args.citances} citances of {args.words} words, {size:.2f} MB\n")
    lines = [[step, f"{value:.3f}"] for step, value in {"write": written, **times}.items()]
    print(markdown_table(["step", "seconds"], lines))


if __name__ == "__main__":
    main()
