"""Read files of more than 200 MB at every door, and print what is said and the peak of memory.

FOLDER PIPELINE: where the files are written, and what `citalign report` loads. They say the
same again and again, so that they are packed and unpacked quickly.
"""

import gzip
import json
import sys
from pathlib import Path

import report_runs  # noqa: F401  components of the pipeline
import spacy
from input_files import pubmed_article
from typer.testing import CliRunner

from spacy_citalign.app.batch.job import find_sources
from spacy_citalign.cli import app
from spacy_citalign.components.articles.docs import read_articles
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.formats.jats.reader import read_jats
from spacy_citalign.inputs.records import Reading

SIZE = 210_000_000
ROOM = b"frog " * 20_000


def write(path: Path, begin: bytes, record: bytes, end: bytes = b"") -> int:
    """Write a record again and again, gzipped if the name says so; how many."""
    count = SIZE // len(record) + 1
    packed = path.suffix == ".gz"
    with gzip.open(path, "wb", compresslevel=1) if packed else path.open("wb") as file:
        file.write(begin)
        for _ in range(count):
            file.write(record)
        file.write(end)
    return count


def peak() -> int:
    """Most bytes of memory that this process had."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def refused(path: Path) -> str:
    try:
        read_jats(path)
    except InputError as error:
        return str(error)
    return "is read"


def skipped(path: Path) -> str:
    nlp = spacy.blank("xx")
    nlp.add_pipe("sentencizer")
    found: list[str] = []
    docs = list(read_articles(path, nlp=nlp, on_error=lambda _, error: found.append(str(error))))
    return found[0] if not docs else "is read"


def streamed(path: Path) -> int:
    """How many records of a file have a text."""
    (source,) = find_sources([path], Reading())
    records = (one for split in source.splits(1 << 20) for one in split.records())
    return sum(one.error is None for one in records)


def said(*args: object) -> str:
    return CliRunner().invoke(app, [str(arg) for arg in args]).stderr


if __name__ == "__main__":
    folder, pipeline = Path(sys.argv[1]), sys.argv[2]
    spoken: dict[str, dict[str, str]] = {}
    for kind in ("xml", "xml.gz"):
        file = folder / f"large.{kind}"
        write(file, b"<article><body>", b"<p>" + ROOM + b"</p>", b"</body></article>")
        out = folder / "out"
        annotate = ["annotate", file, "-o", f"{out}.jsonl", "--pipeline", "blank:xx"]
        doors = {
            "read_jats": refused(file),
            "read_articles": skipped(file),
            "annotate": said(*annotate, "--fresh"),
            "report": said("report", file, "-o", f"{out}-page.html", "--pipeline", pipeline),
        }
        for door, words in doors.items():
            spoken.setdefault(door, {})[kind] = words
        file.unlink()
    abstract = f"<AbstractText>A{ROOM.decode()}</AbstractText>"
    article = pubmed_article("7", abstract=abstract).encode()
    line = b'{"text": "Frogs.", "more": "' + ROOM + b'"}\n'
    given = {
        "pubmed.xml.gz": write(folder / "pubmed.xml.gz", b"<PubmedArticleSet>", article),
        "lines.jsonl.gz": write(folder / "lines.jsonl.gz", b"", line),
        "lines.jsonl": write(folder / "lines.jsonl", b"", line),
    }
    found = {}
    for name in given:
        found[name] = streamed(folder / name)
        (folder / name).unlink()
    sys.stdout.write(json.dumps(spoken | {"given": given, "records": found, "peak": peak()}))
