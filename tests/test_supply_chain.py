"""What the package reaches for and what it runs: no other machine, no code that stands in data."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from cli_files import rows, write

from tests.package_imports import source_files

ENDED = 77

# Read by each Python process that is started with its folder on PYTHONPATH, workers of workers
# included: a process that does one of EVENTS ends at once. Sockets between processes of one machine
# have paths or no name, and are left alone.
GUARD = """\
import os, sys

def guard(event, args):
    address = args[1] if len(args) > 1 else None
    here = event == "socket.connect" and isinstance(address, (str, bytes))
    if event in {events} and not here:
        os.write(2, f"forbidden: {{event}} {{args}}\\n".encode())
        os._exit({ended})

sys.addaudithook(guard)
"""
NETWORK = {
    "ftplib.connect",
    "http.client.connect",
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostbyaddr",
    "socket.gethostbyname",
    "socket.sendmsg",
    "socket.sendto",
    "urllib.Request",
}
PICKLE = {"pickle.find_class"}
LOADS = """\
import spacy, spacy_citalign
from spacy.tokens import DocBin

nlp = spacy.load("spacy_citalign")
texts = ["TNF kills the tumour cells.", "Tumour cells die by TNF."]
docs = [*nlp.pipe(texts), nlp(spacy_citalign.join(texts, nlp=nlp))]
assert docs[0]._.gene_mentions and docs[2]._.citance_alignment.classes
data = DocBin(docs=docs, store_user_data=True).to_bytes()
assert len(list(DocBin().from_bytes(data).get_docs(nlp.vocab))) == 3
nlp.to_disk("saved")
spacy.load("saved").from_bytes(nlp.to_bytes())
"""
ANNOTATE = ["-m", "spacy", "citalign", "annotate", "in.jsonl", "-o", "out.jsonl"]
COMMANDS = {
    "import": ["-W", "error", "-c", "import spacy_citalign"],
    "load, annotate and save": ["-c", LOADS],
    "articles to the page": ["-m", "spacy", "citalign", "demo", "--output", "demo"],
    "annotate": [*ANNOTATE, "--n-process", "1"],
}


def guarded(folder: Path, events: set[str], *args: str) -> subprocess.CompletedProcess:
    """Run Python in a folder; it and what it starts ends with status 77 at one of the events."""
    (folder / "guard").mkdir()
    text = GUARD.format(events=sorted(events), ended=ENDED)
    (folder / "guard" / "sitecustomize.py").write_text(text)
    path = os.pathsep.join(filter(None, [str(folder / "guard"), os.environ.get("PYTHONPATH")]))
    write(folder / "in.jsonl", {"text": "p53 binds MDM2."}, {"text": "ATM does not."})
    environment = os.environ | {"PYTHONPATH": path}
    command = [sys.executable, *args]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_asks_for_another_machine_or_unpickles_anything(tmp_path, name):
    done = guarded(tmp_path, NETWORK | PICKLE, *COMMANDS[name])
    assert (done.returncode, "forbidden" in done.stderr) == (0, False), done.stderr


@pytest.mark.slow
def test_workers_ask_for_no_other_machine(tmp_path):
    # They get splits from the command, pickled, as processes of Python's own pools do.
    done = guarded(tmp_path, NETWORK, *ANNOTATE, "--n-process", "2")
    assert done.returncode == 0, done.stderr
    assert [row["text"] for row in rows(tmp_path / "out.jsonl")] == [
        "p53 binds MDM2.",
        "ATM does not.",
    ]


@pytest.mark.parametrize(
    ("code", "event"),
    [
        ("import socket; socket.create_connection(('192.0.2.1', 9), .1)", "socket."),
        ("import socket; socket.socket(socket.AF_INET).connect(('192.0.2.1', 9))", "connect"),
        ("import urllib.request; urllib.request.urlopen('http://192.0.2.1')", "urllib.Request"),
        ("import pickle, decimal; pickle.loads(pickle.dumps(decimal.Decimal(1)))", "find_class"),
    ],
)
@pytest.mark.parametrize("deep", [False, True], ids=["itself", "a process of it"])
def test_the_guard_sees_it(tmp_path, code, event, deep):
    inner = f"import subprocess, sys; sys.exit(subprocess.call([sys.executable, '-c', {code!r}]))"
    done = guarded(tmp_path, NETWORK | PICKLE, "-c", inner if deep else code)
    assert done.returncode == ENDED
    assert event in done.stderr


# --- the source ------------------------------------------------------------------------------

RUNS_CODE = {"eval", "exec", "compile", "__import__", "breakpoint"}
RUNS_CODE |= {"joblib.load", "os.popen", "os.system", "srsly.pickle_loads", "torch.load"}
MODULES = {"cloudpickle", "dill", "marshal", "pickle", "shelve", "xml", "yaml"}
MAY_IMPORT = {
    ("pickle", "checks/saving.py"),  # whether Docs survive it, made in the same line
}
ONE_READER_OF_XML = "corpora/xml_files.py"


@cache
def statements() -> list[tuple[str, ast.AST]]:
    """Return the calls and imports of the package, each with its module's path when installed."""
    return [
        ("/".join(name.split(".")[1:]) + ".py", node)
        for name, path in source_files()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call | ast.Import | ast.ImportFrom)
    ]


def calls(names: set[str]) -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls of functions that have one of these dotted names where they are called."""
    ends = {name.rpartition(".")[2] for name in names}
    for path, node in statements():
        if isinstance(node, ast.Call):
            end = getattr(node.func, "attr", getattr(node.func, "id", None))
            if end in ends and ast.unparse(node.func) in names:
                yield path, node


def imported() -> Iterator[tuple[str, str]]:
    """Yield what each module imports by its full name."""
    for path, node in statements():
        if isinstance(node, ast.Import):
            yield from ((path, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from ((path, f"{node.module}.{alias.name}") for alias in node.names)


def test_source_runs_no_code_of_data():
    assert [f"{path}:{call.lineno}" for path, call in calls(RUNS_CODE)] == []
    unpickling = {
        (name.partition(".")[0], path)
        for path, name in imported()
        if name.partition(".")[0] in MODULES
    }
    assert unpickling == MAY_IMPORT


def test_what_ruff_is_told_to_leave_alone_for_safety_has_a_reason():
    """Each ``noqa: S...`` is followed by why it is safe."""
    lines = [
        f"{path.name}:{number}: {line.strip()}"
        for _, path in source_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if re.search(r"# noqa:.*\bS\d{3}", line)
    ]
    assert lines
    assert [line for line in lines if not re.search(r"\bS\d{3}\s+-\s+\w", line)] == []


def test_arrays_are_read_without_pickle():
    keywords = [
        {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
        for _, call in calls({"np.load", "numpy.load"})
    ]
    assert keywords
    assert all(given.get("allow_pickle", "False") == "False" for given in keywords)


def test_xml_is_read_at_one_place():
    readers = {path for path, name in imported() if name.partition(".")[0] == "lxml"}
    assert readers == {ONE_READER_OF_XML}


def test_what_is_installed_needs_what_it_imports():
    requirements = metadata.distribution("spacy-citalign").requires or []
    used = [line for line in requirements if not re.search("extra == .(dev|fuzz)", line)]
    declared = {re.split(r"[^\w-]", line)[0].replace("-", "_") for line in used}
    names = {"scikit_learn": "sklearn", "PyStemmer": "Stemmer"}
    # IPython is imported only where it runs; spaCy brings thinc and srsly, jinja2 markupsafe,
    # pydantic pydantic_core, fastapi starlette and anyio.
    parts = {"IPython", "anyio", "markupsafe", "pydantic_core", "spacy_citalign", "srsly"}
    parts |= {"starlette", "thinc"}
    known = {names.get(name, name) for name in declared} | parts
    ours = {
        name.partition(".")[0]
        for _, name in imported()
        if name.partition(".")[0] not in sys.stdlib_module_names
    }
    assert sorted(ours - known) == []


# --- versions --------------------------------------------------------------------------------

CHECKOUT = Path(__file__).resolve().parents[1]


def test_every_package_that_is_needed_has_a_lowest_version():
    needed = [
        line
        for line in metadata.distribution("spacy-citalign").requires or []
        if "extra ==" not in line
    ]
    assert needed
    assert [line for line in needed if ">=" not in line] == []


@pytest.mark.skipif(not (CHECKOUT / ".ci").exists(), reason="the tests run without the checkout")
def test_the_check_tries_the_lowest_and_the_newest_versions():
    script = (CHECKOUT / ".ci" / "versions.sh").read_text(encoding="utf-8")
    lowest = metadata.metadata("spacy-citalign")["Requires-Python"].removeprefix(">=")
    assert f"python_of {lowest})" in script
    assert "python_of 3.13)" in script
    assert 'install -c "$work/lowest.txt" "$wheel' in script
    assert len(re.findall(r"^ *some_tests$", script, re.M)) == 2
