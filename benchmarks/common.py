"""Shared by all benchmarks: corpora, scoring, one-core processes, memory, Markdown tables.

Benchmarks are run from the checkout's root as ``python -m benchmarks.IDEA`` with the package
installed editable (``pip install -e .``). Corpora are read from the folder that the environment
variable CITALIGN_DATA names (default: ``../shared/data`` beside the checkout) and nothing of them
is written anywhere but to the folders that a command is given.

Nothing heavy is imported at the top: measured processes import this file too.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from spacy_citalign.corpora.bc2gm import Sentence, bc2gm_files, read_bc2gm, to_official

if TYPE_CHECKING:
    from spacy.language import Language

    from spacy_citalign.corpora.conllu import TreebankText
    from spacy_citalign.genes.scoring import Score

Spans = Mapping[str, Iterable[tuple[int, int]]]

BC2GM = "bc2gm"  # the guideline of the corpus of that name, which is not the default
# Articles of CRAFT: three are not for commercial use, one states no licence.
NOT_TRAINED_ON = ("15917436", "16221973", "16870721", "11597317")
ROOT = Path(__file__).resolve().parents[1]
DATA_VARIABLE = "CITALIGN_DATA"
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "BLIS_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
}


def data_folder() -> Path:
    """The folder of the corpora; it need not exist."""
    return Path(os.environ.get(DATA_VARIABLE) or ROOT.parent / "shared" / "data")


def read_genes(split: str) -> list[Sentence]:
    """The sentences of a BC2GM split, ``train`` or ``test``, with mentions and alternatives."""
    return list(read_bc2gm(*bc2gm_files(data_folder() / "bc2gm" / split)))


def treebank(corpus: str, split: str) -> Iterator["TreebankText"]:
    """The documents of a treebank: ``craft``, ``ewt`` or ``gum``; ``train``, ``dev`` or ``test``.

    Of CRAFT train, the articles that may not train what ships are left out.
    """
    from spacy_citalign.corpora.conllu import read_conllu
    from spacy_citalign.corpora.craft import read_craft

    if corpus == "craft":
        return read_craft(data_folder() / corpus, split, without=NOT_TRAINED_ON)
    file = data_folder() / "ud" / f"en_{corpus}-ud-{split}.conllu"
    return read_conllu(file if file.exists() else file.with_name(f"{file.name}.gz"))


def load_as_bc2gm(pipeline: str) -> "Language":
    """Load a pipeline whose gene tagger marks what BC2GM does, if that has such a guideline."""
    import spacy

    nlp = spacy.load(pipeline)
    if BC2GM in getattr(nlp.get_pipe("gene_mention_tagger"), "guidelines", ()):
        nlp.get_pipe("gene_mention_tagger").override_settings(guideline=BC2GM)
    return nlp


def score_genes(sentences: Sequence[Sentence], predictions: Spans) -> tuple["Score", "Score"]:
    """The official and the strict score of half-open character spans by sentence id."""
    from spacy_citalign.genes.scoring import official_score, strict_score

    gold = official_spans(sentences, {one.id: one.mentions for one in sentences})
    others = official_spans(sentences, {one.id: one.alternatives for one in sentences})
    given = official_spans(sentences, predictions)
    return official_score(gold, others, given), strict_score(gold, given)


def official_spans(sentences: Sequence[Sentence], spans: Spans) -> dict[str, list[tuple[int, int]]]:
    """Half-open character spans by sentence id, as the official files number them."""
    texts = {sentence.id: sentence.text for sentence in sentences}
    return {
        key: [to_official(texts[key], start, end) for start, end in listed]
        for key, listed in spans.items()
    }


def score_record(score: "Score") -> dict[str, float | int]:
    """Ratios in percent with two decimals, and counts, for a JSON file."""
    ratios = {name: round(100 * getattr(score, name), 2) for name in ("precision", "recall", "f")}
    return ratios | {"tp": score.tp, "fp": score.fp, "fn": score.fn}


def last_core() -> int | None:
    """The number of a core that this process may use; None where the system does not say."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    return max(os.sched_getaffinity(0))


def pin_to(core: int | None) -> None:
    """Keep this process on ``core``; None leaves it free."""
    if core is not None:
        os.sched_setaffinity(0, {core})


def peak_memory() -> int:
    """The largest resident size that this process has had, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():
        # Not ru_maxrss, which on Linux begins with the size of the process that started this one.
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def bytes_on_disk(path: Path) -> int:
    """The size of a file, or of all files below a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table: the first column to the left, the others to the right.

    >>> print(markdown_table(["system", "F"], [["ours", "87.1"]]))
    | system |    F |
    | :----- | ---: |
    | ours   | 87.1 |
    """
    table = [list(header), *(list(row) for row in rows)]
    widths = [max(3, *map(len, column)) for column in zip(*table, strict=True)]

    def line(cells: Sequence[str]) -> str:
        padded = [cells[0].ljust(widths[0])]
        padded += [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True)]
        return f"| {' | '.join(padded)} |"

    rule = [":" + "-" * (widths[0] - 1), *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join([line(table[0]), f"| {' | '.join(rule)} |", *map(line, table[1:])])
