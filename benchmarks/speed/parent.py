"""The parent's own share of the CPU of a report in several processes, beside an earlier checkout.

    python -m benchmarks.speed parent --before BEFORE [--processes 4] [--record]

The more processes, the less the parent may do itself: what it does, all others wait for. The
articles are those of articles_tulsi and CRAFT; both pages have to be the same bytes. CPU is user
and system time of the process that was started, imports and loading included, and of its children.
"""

import argparse
import json
import sys
import tarfile
import tempfile
from pathlib import Path

from ..common import ROOT, data_folder
from ..recording import Table, add_record_option, publish
from .commands import IDEA, NAMES, check_checkout, run

_PROGRAM = """
import json, resource, sys
from spacy_citalign.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(json.dumps([one.ru_utime + one.ru_stime for one in used]))
"""


def main() -> None:
    """Measure, print, and record if that is wanted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed parent", description=__doc__)
    parser.add_argument("--before", type=Path, required=True, help="a checkout of what was before")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that runs both")
    parser.add_argument("--processes", type=int, default=4)
    add_record_option(parser)
    options = parser.parse_args()
    rows, pages = [], []
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(data_folder() / "articles_tulsi" / "articles.tar.xz") as archive:
            archive.extractall(Path(folder, "tulsi"), filter="data")
        inputs = [Path(folder, "tulsi"), data_folder() / "craft" / "nxml"]
        for name, checkout in zip(NAMES, (options.before.resolve(), ROOT), strict=True):
            check_checkout(checkout, options.python)
            page = Path(folder, name, "page.html")
            page.parent.mkdir()
            more = ["--quiet", "--n-process", str(options.processes)]
            command = ["-c", _PROGRAM, "report", *inputs, "-o", page, *more]
            printed, figures = run(checkout, options.python, *command)
            parent, children = json.loads(printed.splitlines()[-1])
            share = parent / (parent + children)
            wall = figures["wall"]
            cells = f"{parent:.1f}", f"{children:.1f}", f"{share:.1%}", f"{wall:.0f}"
            rows.append([name, *cells])
            pages.append(page.read_bytes())
    columns = ["", "parent CPU s", "children CPU s", "parent's share", "wall s"]
    same = "the same bytes" if pages[0] == pages[1] else "not the same bytes"
    notes = [f"{options.processes} processes; the pages are {same}."]
    table = Table("The parent's share of a report", columns, rows, notes)
    publish(IDEA, "parent", [table], keep=options.record)
