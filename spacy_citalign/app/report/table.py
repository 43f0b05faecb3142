"""Plain tables for a terminal, and the scores of a pipeline arranged in them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_MEASURES = ("p", "r", "f")


def plain_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return columns two spaces apart, the first flush left, the others flush right.

    >>> print(plain_table(["score", "F"], [["strict", "80.00"], ["official", "86.83"]]))
    score         F
    --------  -----
    strict    80.00
    official  86.83
    """
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    return "\n".join(
        "  ".join([first.ljust(widths[0]), *map(str.rjust, others, widths[1:])]).rstrip()
        for first, *others in [head, ["-" * width for width in widths], *rows]
    )


def score_tables(scores: Mapping[str, Any]) -> str:
    """Return all numeric scores as text: precision, recall and F in per cent, then the others.

    Keys are those of ``nlp.evaluate``: ``x_p``, ``x_r``, ``x_f`` (each in [0, 1]) make one row x,
    scores by label are rows of their own, everything that is no number is left out.
    """
    triples: dict[str, dict[str, str]] = {}
    others: list[list[str]] = []
    for key, value in _numbers(scores):
        name, _, measure = key.rpartition("_")
        if name and measure in _MEASURES:
            cells = triples.setdefault(name, dict.fromkeys(_MEASURES, "-"))
            cells[measure] = "-" if value is None else f"{100 * value:.2f}"
        elif value is not None:
            others.append([key, _figure(value)])
    tables = []
    if triples:
        rows = [[name, *cells.values()] for name, cells in triples.items()]
        tables.append(plain_table(["score", "P", "R", "F"], rows))
    if others:
        tables.append(plain_table(["score", "value"], others))
    return "\n\n".join(tables)


def _numbers(scores: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, float | None]]:
    """Yield (key, number) of a nest of dictionaries; ``per_type: {GENE: {p: ...}}`` has GENE_p."""
    for key, value in scores.items():
        if isinstance(value, Mapping):
            for name, number in _numbers(value, f"{prefix}{key} "):
                head, _, last = name.rpartition(" ")
                yield (f"{head}_{last}" if last in _MEASURES else name), number
        elif value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
            yield f"{prefix}{key}", None if value is None else float(value)


def _figure(value: float) -> str:
    """Return a count without decimals, large measures with one, anything else with four."""
    if value.is_integer():
        return str(int(value))
    return f"{value:.1f}" if abs(value) >= 1000 else f"{value:.4f}"
