"""Speed and memory of this checkout beside an earlier one: report, large works, start.

    git worktree add --detach BEFORE COMMIT
    python -m benchmarks.speed commands --before BEFORE [--articles 80] [--record]

Both are run by one interpreter, in which the package is not installed or whose editable install is
not looked at, each with its own checkout first on the path; it is an error where parts of the one
are found in the other. Runs take turns, and the least of several is shown: seconds of CPU (user,
with those of child processes) bear a busy machine better than those of the clock. The articles are
the first ones of CRAFT; a large work is pooled from citing sentences of many works of SciSummNet,
of 40 to 500 characters each.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ..common import ONE_THREAD, ROOT, data_folder
from ..recording import Table, add_record_option, publish

IDEA = "speed"
PROBE = Path(__file__).with_name("probe.py")
Figures = dict[str, float]
NAMES = ("before", "now")


def pooled_citances(most: int) -> list[str]:
    """Citing sentences of many works, each text once, in the order of the file."""
    texts: dict[str, None] = {}
    with (data_folder() / "scisumm" / "scisummnet_citances.jsonl").open(encoding="utf-8") as file:
        for line in file:
            for citance in json.loads(line)["citances"]:
                if 40 < len(citance["text"]) < 500:
                    texts[citance["text"]] = None
            if len(texts) >= most:
                break
    return list(texts)[:most]


def run(checkout: Path, python: str, *args: str | Path) -> tuple[str, Figures]:
    """Run Python with a checkout first on its path: what it printed, and what it took."""
    environment = {**os.environ, **ONE_THREAD, "PYTHONPATH": str(checkout)}
    environment["PYTHONDONTWRITEBYTECODE"] = ""  # as an installed package has its bytecode
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    wall = time.perf_counter()
    done = subprocess.run(
        [python, *map(str, args)],
        cwd=checkout,
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    user = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return done.stdout, {"cpu": user, "wall": time.perf_counter() - wall}


def probed(checkout: Path, python: str, *args: str | Path) -> Figures:
    """What the probe measures."""
    printed, _ = run(checkout, python, PROBE, *args)
    found: Figures = json.loads(printed.splitlines()[-1])
    return found


def check_checkout(checkout: Path, python: str) -> None:
    """See that all parts of the package are those of a checkout."""
    code = "import spacy_citalign, spacy_citalign.components as c; print(spacy_citalign.__file__);"
    printed, _ = run(checkout, python, "-c", f"{code} print(list(c.__path__)[0])")
    for path in printed.splitlines():
        if not Path(path).resolve().is_relative_to(checkout.resolve()):
            raise SystemExit(f"{path} is not of {checkout}; use a Python without this package")


def least(
    checkouts: Sequence[Path], runs: int, measure: Callable[[Path], Figures]
) -> list[Figures]:
    """The least of several runs of each checkout, which take turns."""
    found: list[list[Figures]] = [[] for _ in checkouts]
    for _ in range(runs):
        for figures, checkout in zip(found, checkouts, strict=True):
            figures.append(measure(checkout))
            print(checkout.name, figures[-1], file=sys.stderr, flush=True)
    return [{name: min(one[name] for one in own) for name in own[0]} for own in found]


def side_by_side(what: str, figures: Sequence[Figures]) -> list[str]:
    """A row: seconds of both, how many times as fast, and memory where it was measured."""
    before, now = figures
    row = [what, *(f"{own['cpu']:.2f}" for own in figures), f"{before['cpu'] / now['cpu']:.2f}"]
    row += [f"{own['wall']:.1f}" for own in figures]
    return row + [f"{own['peak'] / 1e6:,.0f}" if "peak" in own else "" for own in figures]


def main() -> None:
    """Measure, print, and record if that is wanted."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.speed commands", description=__doc__
    )
    parser.add_argument("--before", type=Path, required=True, help="a checkout of what was before")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that runs both")
    parser.add_argument("--articles", type=int, default=80, help="0 for none")
    parser.add_argument("--works", type=int, nargs="*", default=[200, 500, 1000])
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--runs", type=int, default=2)
    add_record_option(parser)
    options = parser.parse_args()
    checkouts = [options.before.resolve(), ROOT]
    for checkout in checkouts:
        check_checkout(checkout, options.python)
    rows = [
        side_by_side(
            "spacy.load after import spacy",
            least(checkouts, options.runs, lambda own: probed(own, options.python, "start")),
        )
    ]
    with tempfile.TemporaryDirectory() as folder:
        texts = Path(folder) / "texts.json"
        texts.write_text(json.dumps(pooled_citances(max([0, *options.works]))), encoding="utf-8")
        for count in options.works:
            figures = least(
                checkouts,
                options.runs,
                lambda own, count=count: probed(own, options.python, "work", texts, str(count)),
            )
            rows.append(side_by_side(f"one work of {count:,} citances", figures))
        if options.articles:
            rows.append(_report_row(checkouts, options, Path(folder)))
    columns = ["", "CPU s before", "CPU s now", "times", "wall s before", "wall s now"]
    columns += ["MB before", "MB now"]
    notes = [
        "MB are those of the whole process at its peak; seconds of works are without the load."
    ]
    publish(
        IDEA, "side by side", [Table("Before and now", columns, rows, notes)], keep=options.record
    )


def _report_row(checkouts: Sequence[Path], options: argparse.Namespace, folder: Path) -> list[str]:
    articles = folder / "articles"
    articles.mkdir()
    for path in sorted((data_folder() / "craft" / "nxml").glob("*.nxml*"))[: options.articles]:
        (articles / path.name).symlink_to(path.resolve())

    def report(checkout: Path) -> Figures:
        command = ["-m", "spacy_citalign", "report", articles, "-o", folder / "page.html"]
        more = ["--fresh", "--quiet", "--n-process", str(options.processes)]
        return run(checkout, options.python, *command, *more)[1]

    figures = least(checkouts, options.runs, report)
    same = f"citalign report, {options.articles} articles of CRAFT, {options.processes} process(es)"
    return side_by_side(same, figures)
