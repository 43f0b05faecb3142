"""Runs on Ray, ``ray_cases*.py``, in processes of their own, one cluster after the other.

Ray ends the process whose cluster is lost, and may wait for ever for one that does not come up.
"""

import os
import re
import signal
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

pytestmark = [pytest.mark.ray, pytest.mark.timeout(1200), pytest.mark.filterwarnings("default")]

CASES = sorted(path.name for path in Path(__file__).parent.glob("ray_cases*.py"))
A_TASK = """
import ray
ray.init(address="local", num_cpus=1, include_dashboard=False, _node_ip_address="127.0.0.1")
assert ray.get(ray.remote(lambda number: number + 1).remote(2)) == 3
"""
SUMMARY = re.compile(r"\d+ (passed|failed|error|skipped)")
SECONDS = 400  # a file of cases takes some 30, and ten times that on a busy machine


def run(*arguments):
    """Status and output of Python; None for the status of one that did not end."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return None, process.communicate()[0]
    return process.returncode, output


@pytest.fixture(scope="module", autouse=True)
def ray_runs():
    """Skips where Ray is not installed, or can do no task of its own."""
    pytest.importorskip("ray", exc_type=ImportError)
    status, output = run("-c", A_TASK)
    if status != 0:
        pytest.skip(f"Ray does not run here (status {status}): {output[-500:]}")


@pytest.mark.parametrize("cases", CASES)
def test_runs_on_ray(cases):
    command = [
        "-m",
        "pytest",
        "-qs",  # what Ray says before it ends the process would be lost
        "-m",
        "",
        "-p",
        "no:cacheprovider",
        Path(__file__).parent / cases,
    ]
    status, output = run(*command)
    if not SUMMARY.search(output):  # Ray ended the process, some times with status 1, or hung
        warnings.warn(f"{cases} ended with status {status}: {output}", stacklevel=1)
        status, output = run(*command)
    assert status == 0, output
    assert " skipped" not in output
