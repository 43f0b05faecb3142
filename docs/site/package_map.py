"""docs/package_map.svg, the picture in CONTRIBUTING.md: what stands on what, by the imports.

python docs/site/package_map.py            draws it
python docs/site/package_map.py --check    fails where it is not what the imports say

A part lies one floor above the highest that it imports. An arrow that other arrows imply is left
out. What a part is for is the first line of its docstring.
"""

import ast
import sys
import textwrap
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

import networkx as nx

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from tests.package_imports import PACKAGE, package_imports, source_files

PICTURE = ROOT / "docs" / "package_map.svg"
# Parts that are shown as one: modules of one subject beside the folders.
_TOGETHER = {
    "schema": "rows",
    "article_rows": "rows",
    "schema_checks": "rows",
    "claim_rows": "rows",
    "library_rows": "rows",
    "row_files": "rows",
    "answer_rows": "rows",
    "errors": "errors, atomic, memory",
    "atomic": "errors, atomic, memory",
    "memory": "errors, atomic, memory",
}
_ABOUT = {"rows": "schema", "errors, atomic, memory": "errors"}  # whose docstring speaks for all
_LEFT_OUT = {"", "__main__", "batch"}  # they only pass on
_WIDTH, _GAP, _LINE, _MARGIN = 1180, 10, 15, 30
_CHARACTER = 6.3  # pixels, of the small type, somewhat more than most


class Part(NamedTuple):
    """A box: a folder of the package, or modules beside the folders.

    Attributes:
        name: what stands in it first.
        about: what it is for, from its docstring.
        rooms: the folders in it, each with what it is for.
    """

    name: str
    about: str
    rooms: tuple[tuple[str, str], ...]


def main() -> None:
    """Draw the picture, or compare it."""
    picture = drawn(parts(), arrows())
    if sys.argv[1:] == ["--check"]:
        if PICTURE.read_text(encoding="utf-8") != picture:
            sys.exit(f"{PICTURE.name} is not what the imports say: python docs/site/package_map.py")
    else:
        PICTURE.write_text(picture, encoding="utf-8")
        print(PICTURE)


def ideas() -> set[str]:
    """Return the folders that know words and the engine alone, and that components use."""
    graph = _graph(str)
    engine = {"errors", "atomic", "memory", "words", "chain"}
    return {
        name
        for name in graph
        if set(graph[name]) <= engine and "components" in graph.pred[name] and name not in engine
    } - {"corpora"}


def parts() -> dict[str, Part]:
    """Return the boxes by name."""
    about: dict[str, str] = {}
    rooms: dict[str, list[tuple[str, str]]] = {}
    idea_names = ideas()
    for name, path in source_files():
        inner = name.split(".")[1:]
        part = _part(inner[0], idea_names)
        first = _first_line(path)
        of_part = inner[:-1] if inner[-1] == "__init__" else inner
        is_room = len(of_part) == 2 and (inner[-1] == "__init__" or part == "components")
        if part == "ideas" and len(of_part) == 1:
            rooms.setdefault(part, []).append((inner[0], first))
        elif part != "ideas" and is_room:
            rooms.setdefault(part, []).append((inner[1], first))
        if inner in ([part, "__init__"], [_ABOUT.get(part, "")]):
            about[part] = first
    about["ideas"] = "one folder an idea, numpy in, named results out; no idea imports another"
    return {
        part: Part(part, line, tuple(rooms.get(part, ())))
        for part, line in about.items()
        if part not in _LEFT_OUT
    }


def arrows() -> nx.DiGraph:
    """Return which box imports which, without the arrows that others imply.

    Raises:
        ValueError: boxes import each other in a circle.
    """
    idea_names = ideas()
    graph = _graph(lambda part: _part(part, idea_names))
    graph.remove_nodes_from(_LEFT_OUT)
    if not nx.is_directed_acyclic_graph(graph):
        raise ValueError(f"boxes import each other: {nx.find_cycle(graph)}")
    return nx.transitive_reduction(graph)


def drawn(boxes: dict[str, Part], graph: nx.DiGraph) -> str:
    """Return the picture: the floors, the highest first, each box with what is in it."""
    floors: dict[str, int] = {}
    for name in reversed([*nx.topological_sort(graph)]):
        floors[name] = 1 + max((floors[below] for below in graph[name]), default=0)
    rows = [
        [boxes[name] for name in sorted(boxes) if floors.get(name) == floor]
        for floor in range(max(floors.values()), 0, -1)
    ]
    places: dict[str, tuple[float, float, float, float]] = {}
    shown: list[str] = []
    top = float(_MARGIN)
    for row in (row for row in rows if row):
        width = (_WIDTH - 2 * _MARGIN - _GAP * 2 * (len(row) - 1)) / len(row)
        texts = [[*_lines(part, width)] for part in row]
        height = max(sum(line[0] != "right" for line in lines) for lines in texts) * _LINE + 12
        for number, (part, lines) in enumerate(zip(row, texts, strict=True)):
            left = _MARGIN + number * (width + 2 * _GAP)
            places[part.name] = (left, top, width, height)
            shown += _box(left, top, width, height, lines)
        top += height + 2 * _GAP
    lanes: dict[bool, int] = {False: 0, True: 0}
    lines = []
    for above, below in sorted(graph.edges):
        if floors[above] - floors[below] == 1:
            lines.append(_arrow(places[above], places[below]))
        else:
            on_left = places[below][0] + places[below][2] / 2 < _WIDTH / 2 - 1
            lanes[on_left] += 1
            lines.append(_arrow_beside(places[above], places[below], on_left, lanes[on_left]))
    return _page(top, [*lines, *shown])


def _graph(name_of) -> nx.DiGraph:
    """Return the imports between parts."""
    graph = nx.DiGraph()
    for statement in package_imports():
        if statement.top == PACKAGE and not statement.for_types:
            above, below = name_of(statement.part), name_of(statement.target)
            graph.add_nodes_from((above, below))
            if above != below:
                graph.add_edge(above, below)
    return graph


def _part(name: str, idea_names: set[str]) -> str:
    return "ideas" if name in idea_names else _TOGETHER.get(name, name)


def _first_line(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0].rstrip(".").replace("`", "")


def _lines(part: Part, width: float) -> Iterator[tuple[str, str, str]]:
    """Yield the lines of a box, each its class, a name, and what stands behind it."""
    most = int((width - 20) / _CHARACTER)
    yield "name", part.name, ""
    for line in textwrap.wrap(part.about, most):
        yield "about", "", line
    for number, (name, about) in enumerate(part.rooms):
        kind = "right" if number % 2 else "left"
        yield kind, name, textwrap.shorten(about, most // 2 - 21, placeholder=" ...")


def _box(
    left: float, top: float, width: float, height: float, lines: list[tuple[str, str, str]]
) -> Iterator[str]:
    yield f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="4"/>'
    y = top + 5
    for kind, name, text in lines:
        y += 0 if kind == "right" else _LINE
        x = left + 10 + (width / 2 if kind == "right" else 0)
        indent = 132 if kind in {"left", "right"} else 0
        if name:
            weight = "name" if kind == "name" else "room"
            yield f'<text x="{x:g}" y="{y:g}" class="{weight}">{escape(name)}</text>'
        if text:
            yield f'<text x="{x + indent:g}" y="{y:g}">{escape(text)}</text>'


def _arrow(above: tuple[float, ...], below: tuple[float, ...]) -> str:
    start = (above[0] + above[2] / 2, above[1] + above[3])
    end = (below[0] + below[2] / 2, below[1])
    return f'<path d="M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}" marker-end="url(#end)"/>'


def _arrow_beside(
    above: tuple[float, ...], below: tuple[float, ...], on_left: bool, lane: int
) -> str:
    """Return an arrow past the floors between, in the margin."""
    start_x = above[0] if on_left else above[0] + above[2]
    end_x = below[0] if on_left else below[0] + below[2]
    x = _MARGIN - 8 * lane if on_left else _WIDTH - _MARGIN + 8 * lane
    start_y, end_y = above[1] + above[3] / 2 + 6 * lane, below[1] + below[3] / 2
    return f'<path d="M{start_x:g} {start_y:g}H{x:g}V{end_y:g}H{end_x:g}" marker-end="url(#end)"/>'


def _page(height: float, shapes: list[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:g}" '
            'font-family="system-ui, sans-serif" font-size="12" fill="#222">',
            "<style>rect{fill:#fff;stroke:#777}path{stroke:#777;fill:none}"
            ".name{font-weight:700;font-size:14px}.room{font-weight:600}</style>",
            '<marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
            'orient="auto"><path d="M0 0L8 4L0 8" fill="none"/></marker>',
            f'<rect width="{_WIDTH}" height="{height:g}" style="fill:#f6f6f4;stroke:none"/>',
            *shapes,
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    main()
