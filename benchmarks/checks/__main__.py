"""`citalign check` on public add-ons and on the components of this package, as a Markdown table.

Four add-ons of spaCy that read scientific or medical text, with their default settings, alone on
blank English: scispacy's abbreviation_detector (Schwartz & Hearst 2003), pytextrank's textrank,
pyate's combo_basic and negspacy's negex. Ours: every component of the pipeline that ships. All are
checked with the same texts and limits. An add-on that is not installed is left out, with a line
that says so; `pip install scispacy pytextrank pyate negspacy` installs them.

    python -m benchmarks.checks [--fast]
"""

import argparse
import importlib.util
import sys
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

from spacy_citalign.app.pipelines import SHIPPED
from spacy_citalign.checks.findings import BREAKS, HOLDS, NOT_APPLICABLE, ComponentReport
from spacy_citalign.checks.rules import RULES
from spacy_citalign.checks.run import check_pipeline
from spacy_citalign.checks.texts import SENTENCES
from spacy_citalign.checks.worker import Request
from spacy_citalign.errors import SettingError

from ..common import markdown_table

CELLS = {HOLDS: "ok", BREAKS: "**NO**", NOT_APPLICABLE: "-"}


class AddOn(NamedTuple):
    """A package and what it registers once ``module`` is imported."""

    package: str
    module: str
    factory: str


ADD_ONS = (
    AddOn("scispacy", "scispacy.abbreviation", "abbreviation_detector"),
    AddOn("pytextrank", "pytextrank", "textrank"),
    AddOn("pyate", "pyate", "combo_basic"),
    AddOn("negspacy", "negspacy.negation", "negex"),
)


def add_on_reports(*, fast: bool) -> Iterator[tuple[str, ComponentReport]]:
    """Each add-on that is installed, as package, version and factory, with its findings."""
    for add_on in ADD_ONS:
        if importlib.util.find_spec(add_on.package) is None:
            print(f"{add_on.package} is not installed", file=sys.stderr)
            continue
        name = f"{add_on.package} {metadata.version(add_on.package)} `{add_on.factory}`"
        with tempfile.TemporaryDirectory() as folder:
            code = Path(folder) / "imports_add_on.py"
            code.write_text(f"import {add_on.module}\n", encoding="utf-8")
            request = Request(None, add_on.factory, SENTENCES, code=str(code), fast=fast)
            try:
                (report,) = check_pipeline(request)
            except SettingError as error:
                print(f"{name}: {error}", file=sys.stderr)
                continue
        yield name, report


def main() -> None:
    """Print a table of add-ons and rules, and what breaks."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--fast", action="store_true", help="as of citalign check")
    fast = parser.parse_args().fast
    systems = dict(add_on_reports(fast=fast))
    ours = check_pipeline(Request(SHIPPED, None, SENTENCES, fast=fast))
    reports = systems | {f"ours `{report.name}`": report for report in ours}
    rows = [
        [
            name,
            *(CELLS[finding.status] for finding in report.findings),
            f"{report.count(HOLDS)} of {len(RULES) - report.count(NOT_APPLICABLE)}",
        ]
        for name, report in reports.items()
    ]
    print(markdown_table(["component", *(rule.name for rule in RULES), "hold"], rows) + "\n")
    for rule in RULES:
        print(f"- {rule.name}: {rule.promise}")
    print()
    for name, report in reports.items():
        for finding in report.findings:
            if finding.status != HOLDS:
                print(f"- {name}, {finding.rule}, {finding.status}: {finding.message}")


if __name__ == "__main__":
    main()
