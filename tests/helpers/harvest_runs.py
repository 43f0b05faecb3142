"""What tests of `citalign citances` share: a pipeline, articles, and runs."""

import gzip

import spacy
from jats_files import REFERENCES, citing, jats, section
from spacy.language import Language
from spacy.tokens import Doc
from typer.testing import CliRunner

from spacy_citalign.cli import app

FAIL = "Fail"


@Language.component("citances_test_watch")
def watch(doc: Doc) -> Doc:
    """Fail at an article that has the word."""
    if FAIL in doc.text:
        raise RuntimeError("not\nthis one")
    return doc


# The same work by its PMID in one article and by DOI and PMID in the other.
BOTH = REFERENCES | {
    "r1": (
        "Yan",
        "2004",
        "Frogs awake",
        '<pub-id pub-id-type="doi">10.5555/F</pub-id><pub-id pub-id-type="pmid">11</pub-id>',
    ),
}
TEXT = "Toads snore [7]. Newts swim (Ott, 2001). Toads are loud [7]."
FIGURE = f"<fig><caption><p>{citing('r1', 'Frogs in a picture.')}</p></caption></fig>"
CELL = citing("r1", "Frogs in a cell.")
TABLE = f"<table-wrap><table><tr><td>{CELL}</td></tr></table></table-wrap>"


def save_pipeline(path):
    """Save a pipeline that finds sentences."""
    nlp = spacy.blank("en")
    nlp.add_pipe("citances_test_watch")
    nlp.add_pipe("sentencizer")
    nlp.to_disk(path)
    return str(path)


def make_articles(folder):
    """Write two articles, one of them gzipped, and a text."""
    (folder / "more").mkdir(parents=True)
    one = section("Results", f"{citing('r1', 'Frogs hop.')} {citing('r2', 'Toads sleep.')}")
    two = section("Results", citing("r1", "In May frogs sing.")) + FIGURE + TABLE
    (folder / "one.xml").write_bytes(jats(one))
    (folder / "more/two.nxml.gz").write_bytes(gzip.compress(jats(two, pmid="901", references=BOTH)))
    (folder / "pond.txt").write_text(TEXT)
    return folder


def citances(pipeline, *args, stdin=None):
    """Run the command with that pipeline, unless the arguments name another."""
    named = [] if "--pipeline" in args else ["--pipeline", pipeline]
    return CliRunner().invoke(app, ["citances", *map(str, args), *named], input=stdin)
