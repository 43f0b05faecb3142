"""Programs of this folder that tests run as processes of their own."""

from pathlib import Path


def program(name: str) -> Path:
    """The path of a program, such as ``killed_runs.py``."""
    return Path(__file__).with_name(name)
