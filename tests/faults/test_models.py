"""Models and pipelines that were damaged on the way: refused with the file's name, never believed.

Whatever happens to a file of the pipeline that ships, nobody gets other results than it gives.
"""

import json
import pickle
import random
import shutil
import struct
from functools import lru_cache
from hashlib import sha256

import pytest
import spacy
from cli_files import write
from contract_cases import CASES
from faults import DAMAGE, NOTHING_DONE, bit_flipped, refused, run

import spacy_citalign
from spacy_citalign.components.base import shipped
from spacy_citalign.errors import CitalignError, ModelFileError

WITH_MODEL = sorted(name for name, case in CASES.items() if case.settings)
HEAD = struct.Struct("<8sI32s")  # magic, version, checksum
FOREIGN = {
    "one byte": b"C",
    "magic alone": b"CITALIGN",
    "almost unfitted": b"CITALIGN unfitted",
    "text": b"CITALIGN is a package\n" * 10,
    "JSON": b'{"kind": "gene_model"}',
    "pickle": pickle.dumps({"weights": [1.0, 2.0]}),
    "zip": b"PK\x03\x04" + bytes(2000),
    "head without model": HEAD.pack(b"CITALIGN", 1, bytes(32)),
}
SHIPPED = shipped.shipped_folder()
FILES = sorted(json.loads((SHIPPED / shipped.CHECKSUMS).read_text()))


model = lru_cache(shipped.shipped_model)  # by factory
SMALL = ["column_tagger", "sentence_aligner", "sentence_boundary_detector"]  # read in no time


@lru_cache
def component(factory: str):
    """A component that tests share; it need not have a model."""
    return spacy.blank("en").add_pipe(factory)


def refuses(pipe, data: bytes, match: str | None = None) -> None:
    """Check that a component refuses a model, and stays as it was."""
    fitted = pipe.fitted
    with pytest.raises(ModelFileError, match=match):
        pipe.from_bytes(data)
    assert pipe.fitted == fitted


# --- models of single components -------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("factory", WITH_MODEL)
def test_damaged_models_are_refused(factory):
    pipe, data = component(factory), model(factory)
    for change in DAMAGE.values():
        refuses(pipe, change(data))
    for size in (*range(1, HEAD.size + 2), *range(HEAD.size, len(data), len(data) // 20)):
        refuses(pipe, data[:size])
    for foreign in FOREIGN.values():
        refuses(pipe, foreign)


@pytest.mark.parametrize("factory", WITH_MODEL)
def test_a_model_of_another_version_says_both(factory):
    pipe, data = component(factory), model(factory)
    magic, version, digest = HEAD.unpack_from(data)
    for other in (0, version - 1, version + 1, 2**32 - 1):
        if other != version:
            head = HEAD.pack(magic, other, digest)
            message = f"format version {other}, this release reads {version}; train it anew"
            refuses(pipe, head + data[HEAD.size :], message)


@pytest.mark.parametrize("factory", WITH_MODEL)
def test_a_model_of_another_component_is_refused(factory):
    pipe = component(factory)
    for other in SMALL:
        if other != factory:
            refuses(pipe, model(other), "is a '.*', but '.*' was expected|format version")


@pytest.mark.slow
@pytest.mark.parametrize("factory", WITH_MODEL)
def test_a_trained_component_keeps_its_model_where_another_is_refused(factory):
    pipe, data = component(factory), model(factory)
    pipe.from_bytes(data)
    before = pipe.to_bytes()  # other versions of zlib pack otherwise than what ships
    refuses(pipe, data[:-1])
    assert pipe.to_bytes() == before


@pytest.mark.parametrize("fault", ["no file", "no folder", "folder for file", "file for folder"])
@pytest.mark.parametrize("factory", WITH_MODEL)
def test_a_model_that_cannot_be_read_is_named(factory, fault, tmp_path):
    folder = tmp_path / factory
    file = folder / "model"
    if fault in ("no file", "folder for file"):
        folder.mkdir()
    if fault == "folder for file":
        file.mkdir()
    if fault == "file for folder":
        folder.write_bytes(model(factory))
    with pytest.raises(ModelFileError, match=f"{file}: .*save the pipeline again"):
        component(factory).from_disk(folder)


def test_any_bit_of_a_model_counts():
    data = model("sentence_aligner")
    pipe = component("sentence_aligner")
    for bit in range(len(data) * 8):
        with pytest.raises(ModelFileError):
            pipe.from_bytes(bit_flipped(data, bit))


@pytest.mark.parametrize("factory", WITH_MODEL)
def test_bits_of_the_models_that_ship_count(factory):
    pipe, data = component(factory), model(factory)
    places = random.Random(factory)
    for _ in range(60 if len(data) < 1_000_000 else 20):
        refuses(pipe, bit_flipped(data, places.randrange(len(data) * 8)))


# --- the pipeline that ships -----------------------------------------------------------------


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of the pipeline that ships."""
    return shutil.copytree(SHIPPED, tmp_path_factory.mktemp("shipped") / "pipeline")


@pytest.fixture
def folder(copied, monkeypatch):
    """The copy in place of the pipeline that ships; it is whole again afterwards."""
    monkeypatch.setattr(shipped, "shipped_folder", lambda: copied)
    yield copied
    for name in (*FILES, shipped.CHECKSUMS):
        file = copied / name
        if file.is_dir():
            file.rmdir()
        if not file.is_file() or file.stat().st_mtime_ns != (SHIPPED / name).stat().st_mtime_ns:
            shutil.copy2(SHIPPED / name, file)


def others(name: str) -> list[str]:
    """The components that a file is not of."""
    return [factory for factory in WITH_MODEL if not name.startswith(f"{factory}/")]


def test_the_list_has_all_files_and_their_checksums():
    checksums = {name: sha256((SHIPPED / name).read_bytes()).hexdigest() for name in FILES}
    assert json.loads((SHIPPED / shipped.CHECKSUMS).read_text()) == checksums
    found = {path.relative_to(SHIPPED).as_posix() for path in SHIPPED.rglob("*") if path.is_file()}
    assert {*FILES, shipped.CHECKSUMS, "README.md"} == found


@pytest.mark.parametrize("name", FILES)
def test_each_file_of_the_pipeline_is_checked(folder, name):
    file = folder / name
    data = file.read_bytes()
    message = f"{file} is not the file of this release.*install the package anew"
    neighbour = (folder / FILES[FILES.index(name) - 1]).read_bytes()
    for content in (neighbour, *(damage(data) for damage in DAMAGE.values())):
        if content != data:  # some of these files are a byte long
            file.write_bytes(content)
            with pytest.raises(ModelFileError, match=message):
                shipped.check_files(folder, exclude=others(name))
    file.unlink()
    with pytest.raises(ModelFileError, match=f"{file} cannot be read.*install the package anew"):
        shipped.check_files(folder, exclude=others(name))
    file.mkdir()
    with pytest.raises(ModelFileError, match=f"{file} cannot be read.*install the package anew"):
        shipped.check_files(folder, exclude=others(name))


@pytest.mark.parametrize(
    "content", [None, b"", b"{", b"[]", b"3", b"\xff", b'{"no": "x"}', b"[" * 100_000]
)
def test_the_list_itself_is_needed(folder, content):
    file = folder / shipped.CHECKSUMS
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ModelFileError, match="install the package anew"):
        shipped.check_files(folder)


LOADERS = {
    "spacy.load": lambda: spacy.load("spacy_citalign"),
    "load": lambda: spacy_citalign.load(),
    "weights": lambda: spacy.blank("en").add_pipe(
        "perceptron_tagger", config={"weights": "shipped"}
    ),
}


@pytest.mark.parametrize("name", ["perceptron_tagger/model", "tokenizer", "config.cfg"])
@pytest.mark.parametrize("loader", LOADERS)
def test_however_it_is_loaded_a_damaged_file_is_named(folder, loader, name):
    file = folder / name
    file.write_bytes(bit_flipped(file.read_bytes(), 4321))
    if loader == "weights" and not name.endswith("model"):
        LOADERS[loader]()  # which reads the model alone
        return
    with pytest.raises(ModelFileError, match=f"{file} is not the file of this release"):
        LOADERS[loader]()


def test_a_model_that_is_not_listed_is_not_believed(folder):
    listed = folder / shipped.CHECKSUMS
    known = json.loads(listed.read_text())
    del known["sentence_aligner/model"]
    listed.write_text(json.dumps(known))
    with pytest.raises(ModelFileError, match="sentence_aligner/model is not the file of this rel"):
        shipped.shipped_model("sentence_aligner")
    with pytest.raises(CitalignError, match="no trained model of 'frog_finder' ships"):
        shipped.shipped_model("frog_finder")


def test_a_model_that_was_lost_is_named(folder):
    (folder / "perceptron_tagger/model").unlink()
    with pytest.raises(ModelFileError, match="perceptron_tagger/model cannot be read"):
        LOADERS["weights"]()


def test_what_is_disabled_is_checked_since_it_can_be_enabled(folder):
    file = folder / "citance_aligner/model"
    file.write_bytes(bit_flipped(file.read_bytes(), 4321))
    with pytest.raises(ModelFileError, match=f"{file} is not the file of this release"):
        spacy.load("spacy_citalign", disable=["citance_aligner"])


def test_what_is_left_out_need_not_be_there(folder):
    shutil.rmtree(folder / "citance_aligner")
    left_out = [factory for factory in WITH_MODEL if factory != "sentence_boundary_detector"]
    nlp = spacy_citalign.load(exclude=left_out)
    assert nlp.pipe_names == ["sentence_boundary_detector"]
    assert spacy_citalign.load(exclude="citance_aligner").pipe_names
    (folder / "citance_aligner").mkdir()


COMMANDS = {
    "annotate": ["annotate", "{dir}/a.jsonl", "-o", "{dir}/out.jsonl"],
    "align": ["align", "{dir}/a.jsonl", "-o", "{dir}/out.jsonl"],
    "citances": ["citances", "{dir}/a.txt", "-o", "{dir}/out.jsonl"],
    "columns": ["columns", "{dir}/a.txt"],
    "convert": ["convert", "{dir}/a.txt", "{dir}/o.spacy", "--reader", "citalign.BC2GM.v1"],
    "demo": ["demo", "-o", "{dir}/demo"],
    "evaluate": ["evaluate", "spacy_citalign", "{dir}/a.txt", "--reader", "citalign.BC2GM.v1"],
    "report": ["report", "{dir}/a.txt", "-o", "{dir}/out.html"],
    "sentences": ["sentences", "{dir}/a.txt", "{dir}/b.txt"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_name_the_damaged_file(folder, command, tmp_path):
    write(tmp_path / "a.jsonl", {"text": "p53 binds."})
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("Frogs hop [3].")
    before = sorted(tmp_path.iterdir())
    file = folder / "vocab/strings.json"
    file.write_bytes(bit_flipped(file.read_bytes(), 4321))
    said = refused(*(arg.format(dir=tmp_path) for arg in COMMANDS[command]))
    assert said.startswith("error: the pipeline 'spacy_citalign' does not load: ")
    assert f"{file} is not the file of this release" in said
    assert "install the package anew" in said
    assert sorted(tmp_path.iterdir()) == before


# --- pipelines that a user saved -------------------------------------------------------------


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    nlp = spacy.blank("xx")
    nlp.add_pipe("sentence_aligner").from_bytes(model("sentence_aligner"))
    folder = tmp_path_factory.mktemp("saved") / "pipeline"
    nlp.to_disk(folder)
    return folder


@pytest.mark.parametrize("damage", ["empty", "half", "zeros", "middle bit", "missing", "folder"])
@pytest.mark.parametrize("name", ["config.cfg", "meta.json", "tokenizer", "vocab/strings.json"])
def test_a_saved_pipeline_loads_or_the_command_says_why(saved, tmp_path, name, damage):
    source = write(tmp_path / "a.jsonl", {"text": "Frogs hop."})
    out = tmp_path / "out.jsonl"
    file = saved / name
    data = file.read_bytes()
    file.unlink()
    if damage == "folder":
        file.mkdir()
    elif damage != "missing":
        file.write_bytes(DAMAGE[damage](data))
    try:
        result = run("annotate", source, "-o", out, "--pipeline", saved)
    finally:
        if file.is_dir():
            file.rmdir()
        file.write_bytes(data)
    if result.exit_code == NOTHING_DONE:
        assert f"error: the pipeline '{saved}' does not load: " in result.stderr
    else:
        assert "1 records read, 1 annotated, 0 failed" in result.stderr
    assert out.exists() == (result.exit_code != NOTHING_DONE)
