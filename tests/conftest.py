"""How all tests are run: the examples of properties, what is slow, and where the fixtures are."""

import os
import sys

import pytest
from hypothesis import settings

collect_ignore = ["fuzzing", "helpers"]  # no tests
collect_ignore_glob = ["*/killed_*.py"]  # programs

# A run says the same each time. `.ci/run` takes --hypothesis-profile patient; long and
# tests/fuzzing look further.
settings.register_profile("long", deadline=None, max_examples=5000)
settings.register_profile("patient", deadline=None, max_examples=20, derandomize=True)
settings.register_profile("quick", deadline=None, max_examples=10, derandomize=True)
settings.load_profile("quick")

# Threads that wait for one another cost small data more than they give; numpy is not imported yet.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")
# A hundred processes that the tests start would compile the whole package each time.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(items):
    """Mark as slow what starts a Ray cluster or a browser."""
    for item in items:
        if item.get_closest_marker("ray") or item.get_closest_marker("browser"):
            item.add_marker("slow")


def pytest_configure(config):
    """Get the fixtures, which import spaCy, unless other processes run the tests."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        config.pluginmanager.import_plugin("shared_fixtures")
