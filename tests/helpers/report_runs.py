"""What tests of `citalign report` share: a pipeline that can be stopped, articles, and runs."""

from align_runs import TEXTS, group
from cli_files import write
from jats_files import citing, jats, section
from spacy.language import Language
from spacy.tokens import Doc
from typer.testing import CliRunner

from spacy_citalign.cli import app

SEEN: list[str] = []  # the first word of each group that was begun; no two groups share it
HALT: set[str] = set()
FAIL: set[str] = set()
COMPONENTS = ["sentencizer", "report_test_watch"]
FIRST = [texts[0].split()[0] for texts in TEXTS[:3]]
NAMES = ["Yan 2004, Frogs awake", "Lee 1999, Toads asleep", "Ott 2001, Newts"]
KEYS = ["pmid:11", "doi:10.5555/t", "ott 2001 newts"]


@Language.component("report_test_watch")
def watch(doc: Doc) -> Doc:
    """Note a group; halt or fail there if told."""
    SEEN.append(doc[0].text)
    if doc[0].text in HALT:
        raise KeyboardInterrupt
    if doc[0].text in FAIL:
        raise ValueError("not <b>\nthis")
    return doc


def forget():
    for names in (SEEN, HALT, FAIL):
        names.clear()


CITED = jats(
    section(
        "Results",
        "Frogs woke before the rain in all ponds. We found that newts of deep ponds sing at night.",
        "Herons were counted, too.",
    ),
    pmid="11",
    title="Frogs awake",
    references={},
)
BACKGROUND = ("Newts of deep ponds sing at night.", "Newts of the deep ponds sang all night.")


def make_articles(folder):
    """Write two articles that cite three works, each in three sentences or four."""
    folder.mkdir()
    works = list(enumerate(TEXTS[:3], start=1))
    for name, part in (("one", slice(2)), ("two", slice(2, None))):
        paragraphs = [
            " ".join(citing(f"r{number}", text) for text in texts[part]) for number, texts in works
        ]
        content = jats(section("Results", *paragraphs), pmid=f"90{name == 'two':d}")
        (folder / f"{name}.xml").write_bytes(content)
    return folder


def make_cited_articles(folder):
    """Write two articles that cite two works, and the article of one of these."""
    folder.mkdir()
    (folder / "cited.xml").write_bytes(CITED)
    for number, text in enumerate(BACKGROUND):
        body = section("Background", citing("r1", text), citing("r2", "Toads sleep."))
        (folder / f"citing{number}.xml").write_bytes(jats(body, pmid=f"90{number}"))
    return folder


def make_groups(path):
    """Write three groups."""
    return write(path, *(group(number) for number in range(3)))


def report(pipeline, *args):
    """Run the command with that pipeline, unless the arguments name another."""
    named = [] if "--pipeline" in args else ["--pipeline", pipeline]
    return CliRunner().invoke(app, ["report", *map(str, args), *named])
