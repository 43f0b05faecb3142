"""A component that does what its text says, for tests on Ray; its processes find it installed."""

import os
import signal
import time
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc

FACTORY = "ray_test_pieces"


@Language.factory(FACTORY, default_config={"log": ""})
def make(nlp: Language, name: str, log: str):
    """``log``: a file that gets process and text of each Doc."""

    def do(doc: Doc) -> Doc:
        word, _, rest = doc.text.partition(" ")
        with Path(log).open("a") as handle:
            handle.write(f"{os.getpid()} {doc.text}\n")
        if word == "sleep":
            time.sleep(float(rest.split()[0]))
        elif word == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        elif word == "fail":
            raise ValueError(rest)
        return doc

    return do


def install(folder: Path) -> str:
    """The PYTHONPATH under which spaCy finds the component in a process that starts."""
    about = folder / "ray_test_pieces-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: ray-test-pieces\nVersion: 1\n")
    module = Path(__file__).stem
    (about / "entry_points.txt").write_text(f"[spacy_factories]\n{FACTORY} = {module}:make\n")
    here = str(Path(__file__).parent)
    return os.pathsep.join([here, str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
