"""Whether the wheel works beside other add-ons of spaCy, and with each Python and numpy.

    python -m benchmarks.ecosystem plugins [NAME ...] [--record]
    python -m benchmarks.ecosystem pythons [--record]

Each try has a virtual environment of its own, into which the wheel of the checkout is installed
with the add-on in one step; it takes minutes, and a package index. ``plugins`` runs the scripts of
``plugins.py``. ``pythons`` asks for a version of numpy, annotates and aligns with the pipeline that
ships (`citalign demo`), and runs the contract of all components with pytest.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..common import ROOT
from ..recording import Table, add_record_option, publish
from .plugins import PLUGINS, Plugin

PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
NUMPYS = ("1.26", "2")
PATIENCE = 1800  # seconds an environment may take
CONTRACT = ("tests/components/test_contract.py", "tests/test_spacy_commands.py")


class Environment:
    """A virtual environment in a folder."""

    def __init__(self, folder: Path, python: Sequence[str] = (sys.executable,)) -> None:
        self.python = folder / "bin" / "python"
        subprocess.run([*python, "-m", "venv", folder], check=True, capture_output=True)

    def run(self, *arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run its Python."""
        return subprocess.run(
            [str(self.python), *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            cwd=cwd,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
            check=False,
        )

    def install(self, *requirements: object) -> str:
        """Install, and return why it failed, or nothing."""
        done = self.run("-m", "pip", "install", "-q", "--prefer-binary", *requirements)
        return _last(done.stderr) if done.returncode else ""

    def version(self, name: str) -> str:
        """The version of a distribution that is installed."""
        code = f"from importlib.metadata import version; print(version({name!r}))"
        return self.run("-c", code).stdout.strip()


class Try(NamedTuple):
    """How a try ended: what was installed, whether it worked, and what was printed."""

    versions: str
    works: bool
    said: str

    @property
    def cells(self) -> tuple[str, str, str]:
        """The cells of a table."""
        return self.versions, "yes" if self.works else "**no**", self.said


def _last(text: str) -> str:
    """The last line of what a command said, without what would end a cell."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1].replace("|", "/").replace("`", "'")[:160] if lines else ""


def build_wheel(folder: Path) -> Path:
    """Build the wheel of the checkout."""
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def try_plugin(plugin: Plugin, wheel: Path, folder: Path) -> Try:
    """Install an add-on with the wheel, and run its script."""
    environment = Environment(folder)
    failure = environment.install(wheel, plugin.name, *plugin.needs)
    if failure:
        return Try("", False, f"cannot be installed together: {failure}")
    names = (plugin.name, "spacy", "numpy")
    versions = ", ".join(f"{name} {environment.version(name)}" for name in names)
    done = environment.run("-W", "ignore", "-c", plugin.program, cwd=folder)
    works = done.returncode == 0
    return Try(versions, works, _last(done.stdout if works else done.stderr))


def interpreters() -> Iterator[tuple[str, Sequence[str]]]:
    """Each Python that is on this machine, with the command that runs it."""
    for version in PYTHONS:
        found = shutil.which(f"python{version}")
        kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        for path in filter(None, [found, *map(str, kept)]):
            if subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
                yield version, [path]
                break


def try_python(python: Sequence[str], numpy: str, wheel: Path, folder: Path) -> Try:
    """Install the wheel with a numpy, run the demo and the contract."""
    environment = Environment(folder / "environment", python)
    tests = ("pytest", "pytest-timeout", "hypothesis", "jsonschema")
    failure = environment.install(wheel, f"numpy=={numpy}.*", *tests)
    if failure:
        return Try("", False, f"cannot be installed: {failure}")
    names = ("numpy", "scipy", "scikit-learn", "spacy")
    versions = ", ".join(f"{name} {environment.version(name)}" for name in names)
    shutil.copytree(ROOT / "tests", folder / "tests")
    shutil.copy(ROOT / "pyproject.toml", folder / "settings.toml")
    demo = environment.run("-m", "spacy_citalign", "demo", "--output", "demo", cwd=folder)
    if demo.returncode:
        return Try(versions, False, _last(demo.stderr))
    options = ["-q", "-c", "settings.toml", "--rootdir", folder, "-p", "no:cacheprovider"]
    done = environment.run("-m", "pytest", *options, "-m", "not slow", *CONTRACT, cwd=folder)
    return Try(versions, done.returncode == 0, _last(done.stdout))


def plugins_table(names: Sequence[str], wheel: Path) -> Table:
    """Try the add-ons, all of them unless some are named."""
    rows = []
    for plugin in PLUGINS:
        if names and plugin.name not in names:
            continue
        print(plugin.name, file=sys.stderr)
        with tempfile.TemporaryDirectory() as folder:
            rows.append((plugin.name, *try_plugin(plugin, wheel, Path(folder)).cells))
    return Table("", ("add-on", "installed together", "works", "what it says"), rows)


def pythons_table(wheel: Path) -> Table:
    """Try each Python that is here with each numpy."""
    rows = []
    for version, python in interpreters():
        for numpy in NUMPYS:
            print(version, numpy, file=sys.stderr)
            with tempfile.TemporaryDirectory() as folder:
                outcome = try_python(python, numpy, wheel, Path(folder))
            rows.append((version, f"{numpy}.*", *outcome.cells))
    return Table("", ("Python", "numpy", "installed", "passes", "what it says"), rows)


def main() -> None:
    """Print, and record, the table that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("plugins", "pythons"))
    parser.add_argument("names", nargs="*", help="add-ons to try; all of them if none is named")
    add_record_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheel = build_wheel(Path(folder))
        if arguments.what == "plugins":
            section, table = "Other add-ons of spaCy", plugins_table(arguments.names, wheel)
        else:
            section, table = "Python and numpy", pythons_table(wheel)
    publish("ecosystem", section, [table], keep=arguments.record)


if __name__ == "__main__":
    main()
