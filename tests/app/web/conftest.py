"""A library that all tests here read, and its server."""

from importlib.util import find_spec

import pytest
from report_runs import forget

# They need the extra [serve].
collect_ignore_glob = [] if find_spec("fastapi") and find_spec("uvicorn") else ["test_*.py"]


@pytest.fixture(scope="package")
def library_path(tmp_path_factory, report_pipeline):
    """The library of three articles."""
    from tests.app.web.served import make_library

    forget()
    return make_library(tmp_path_factory.mktemp("served"), report_pipeline)


@pytest.fixture(scope="package")
def site(library_path, report_pipeline):
    """The application of that library, at a free port."""
    from tests.app.web.served import served

    with served(library_path, report_pipeline) as server:
        yield server
