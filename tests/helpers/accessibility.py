"""What axe-core finds wrong with the page that a browser shows."""

from importlib.util import find_spec
from pathlib import Path

import pytest

FINDINGS = """axe.run(document, {resultTypes: ['violations']}).then((found) => found.violations
  .filter(({impact}) => impact === 'serious' || impact === 'critical')
  .map(({id, nodes}) => [id, nodes.slice(0, 3).map((node) => node.html.slice(0, 200))]))"""


def axe_or_skip() -> str:
    """The script of axe-core, which the package axe-core-python brings."""
    found = find_spec("axe_core_python")
    if found is None or found.origin is None:
        pytest.skip("axe-core-python is not installed (extra [dev])")
    return Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8")


def serious(page, axe):
    """What is serious or critical on the page."""
    page.evaluate(f"{axe};0")
    return page.evaluate(FINDINGS)
