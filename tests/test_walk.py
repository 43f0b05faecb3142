"""The walk of a parameter: of small packages, and of the one that `citalign report` takes."""

from pathlib import Path

import pytest
from parameter_walk import Walk, height, path, table, walk

ROOT = Path(__file__).resolve().parents[1]

# How often the inputs of `citalign report` enter a file, at most.
REPORT = "spacy_citalign/cli/report.py:report:inputs"
MAX_VISITS = 3
# What every reader and every Doc needs, and where a file is told from another.
MORE_VISITS = {
    "components/spans.py": 5,
    "spacy_citalign/app/answers/harvesting.py": 4,
    "spacy_citalign/errors.py": 4,
    "spacy_citalign/inputs/chunks_of_input.py": 4,
    "spacy_citalign/inputs/containers/byte_ranges.py": 6,
    "spacy_citalign/inputs/content_types.py": 5,
    "spacy_citalign/inputs/selection.py": 4,
    "spacy_citalign/schema.py": 5,
}


@pytest.fixture
def walked(tmp_path):
    """Return the walk from ``p/start.py:f:x`` through a package of files; ``a__b`` is ``a/b``."""

    def of(where: str = "p/start.py:f:x", /, **sources: str) -> Walk:
        for name, source in sources.items():
            file = (tmp_path / "p" / name.replace("__", "/")).with_suffix(".py")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(source)
            (file.parent / "__init__.py").touch()
        return walk(where, tmp_path, "p")

    return of


def called(way: Walk) -> list[str]:
    """Return the calls after the start, each with what has the value."""
    return [f"{call.name}({', '.join(call.carrying)})" for call in way.calls[1:]]


TO_G = "from .other import g\n"
OTHER = "def g(y): return y\ndef h(z): return z\n"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("    a = x\n    g(a)", id="assignment"),
        pytest.param("    a = ''\n    a += x\n    g(a)", id="added to"),
        pytest.param("    a, b = x, 1\n    g(a)", id="tuple"),
        pytest.param("    a, *b = x\n    g(b)", id="the rest of a tuple"),
        pytest.param("    g(x.name)", id="attribute"),
        pytest.param("    g(x[0])", id="item"),
        pytest.param("    g(f'{x}!')", id="in a string"),
        pytest.param("    g(str(x).strip())", id="through a library"),
        pytest.param("    for a in x: g(a)", id="loop"),
        pytest.param("    for n, a in enumerate(x): g(a)", id="numbered loop"),
        pytest.param("    for a, b in zip(x, [1]): g(a)", id="two in a loop"),
        pytest.param("    return [g(a) for a in x if a]", id="list"),
        pytest.param("    return {k: g(v) for k, v in x.items()}", id="dict"),
        pytest.param("    return list(map(g, x))", id="map"),
        pytest.param("    return sorted(x, key=g)", id="key"),
        pytest.param("    with open(x) as file:\n        g(file)", id="with"),
        pytest.param("    if (a := x): g(a)", id="walrus"),
        pytest.param("    a = []\n    a.append(x)\n    g(a)", id="put into a list"),
        pytest.param("    a = {}\n    a['k'] = x\n    g(a)", id="put into a dict"),
        pytest.param("    match x:\n        case [a, *b]: g(b)", id="match"),
        pytest.param("    a = [1] if x else x\n    for b in a: g(b)", id="one of two"),
        pytest.param("    g(y=x)", id="by name"),
        pytest.param("    g(*x)", id="starred"),
        pytest.param("    def inner(): g(x)\n    inner()", id="closure"),
        pytest.param("    a = lambda: g(x)\n    a()", id="lambda"),
        pytest.param("    from functools import partial\n    partial(g, x)()", id="partial"),
    ],
)
def test_value_is_followed_through(walked, body):
    way = walked(start=f"{TO_G}def f(x):\n{body}\n", other=OTHER)
    assert called(way)[-1] == "g(y)"
    assert way.visits == {"p/start.py": 1, "p/other.py": 1}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("    g(1)", id="another value"),
        pytest.param("    a, b = x, 1\n    g(b)", id="the other of a tuple"),
        pytest.param("    for a, b in zip(x, [1]): g(b)", id="the other of a loop"),
        pytest.param("    g(x == 1)", id="a comparison"),
        pytest.param("    g(len(x))", id="a length"),
        pytest.param("    g(not x)", id="a truth value"),
        pytest.param("    lambda: g(x)", id="a lambda that nobody calls"),
        pytest.param("    return g", id="a function that nobody calls"),
    ],
)
def test_other_values_are_not(walked, body):
    assert called(walked(start=f"{TO_G}def f(x):\n{body}\n", other=OTHER)) == []


@pytest.mark.parametrize(
    ("imports", "call"),
    [
        ("from .other import g", "g(x)"),
        ("from .other import g as k", "k(x)"),
        ("from . import other", "other.g(x)"),
        ("from . import other as o", "o.g(x)"),
        ("import p.other", "p.other.g(x)"),
        ("import p.other as o", "o.g(x)"),
        ("from p.other import g", "g(x)"),
        ("from .face import g", "g(x)"),
    ],
)
@pytest.mark.parametrize("late", [False, True])
def test_imports_are_resolved(walked, imports, call, late):
    body = f"def f(x):\n    {imports}\n    {call}" if late else f"{imports}\ndef f(x): {call}"
    way = walked(start=body, other=OTHER, face="from .other import g\n")
    assert list(way.visits) == ["p/start.py", "p/other.py"]


def test_what_comes_out_of_a_call_is_the_value_again(walked):
    way = walked(
        start="from .other import g, h, none\ndef f(x): h(g(x)); h(none(x))\n",
        other=f"{OTHER}def none(x): return 1\n",
    )
    assert called(way) == ["g(y)", "h(z)", "none(x)"]
    assert (way.visits["p/other.py"], way.stays["p/other.py"], way.returns) == (3, 1, 2)


def test_each_of_what_a_call_returns_is_known(walked):
    way = walked(
        start="from .other import pair, g\ndef f(x):\n    a, b = pair(x)\n    g(a)\n    g(b)\n",
        other=f"{OTHER}def pair(x): return 1, x\n",
    )
    assert called(way) == ["pair(x)", "g(y)"]


def test_generators_give_the_value(walked):
    other = f"{OTHER}def each(x):\n    for a in x: yield a, 1\ndef all_of(x): yield from each(x)\n"
    way = walked(
        start="from .other import all_of, g, h\ndef f(x):\n    for a, b in all_of(x): g(a), h(b)\n",
        other=other,
    )
    assert called(way) == ["all_of(x)", "each(x)", "g(y)"]


def test_contexts_give_the_value(walked):
    other = f"{OTHER}@contextmanager\ndef opened(x):\n    yield x\n"
    start = "from .other import g, opened\ndef f(x):\n    with opened(x) as a: g(a)\n"
    way = walked(start=start, other=other)
    assert called(way) == ["opened(x)", "g(y)"]


def test_methods_reach_the_value_through_self(walked):
    other = (
        "from .third import g\n"
        "class C:\n"
        "    def __init__(self, x): self._x = x\n"
        "    def go(self): self._on()\n"
        "    def _on(self): g(self._x)\n"
        "    def idle(self): return 1\n"
        "    @property\n"
        "    def size(self): return self._x.size\n"
    )
    start = "from .other import C\ndef f(x):\n    c = C(x)\n    c.idle()\n    c.go()\n    c.size\n"
    way = walked(start=start, other=other, third=OTHER)
    assert called(way) == [
        "C.__init__(x)",
        "C.go(self._x)",
        "C._on(self._x)",
        "g(y)",
        "C.size(self._x)",
    ]
    assert way.visits == {"p/start.py": 1, "p/other.py": 3, "p/third.py": 1}


def test_objects_without_the_value_are_not_entered(walked):
    other = "class C:\n    def __init__(self, x): self.x = x\n    def go(self): return self.x\n"
    start = "from .other import C\ndef f(x):\n    C(x)\n    C(1).go()\n"
    assert called(walked(start=start, other=other)) == ["C.__init__(x)"]


def test_methods_that_put_the_value_into_their_object(walked):
    other = (
        "class C:\n"
        "    def __init__(self): self.all = []\n"
        "    def add(self, y): self.all.append(y)\n"
        "    def rows(self): return self.all\n"
    )
    body = "    c = C()\n    c.rows()\n    c.add(x)\n    c.rows()\n"
    way = walked(start=f"from .other import C\ndef f(x):\n{body}", other=other)
    assert called(way) == ["C.add(y)", "C.rows(self.all)"]


@pytest.mark.parametrize("kind", ["(NamedTuple)", ""])
def test_records_hold_the_value_in_their_fields(walked, kind):
    other = f"{OTHER}@dataclass\nclass R{kind}:\n    a: str\n    b: int\n"
    way = walked(
        start="from .other import R, g, h\ndef f(x):\n    r = R(x, 1)\n    g(r.b)\n    h(r.a)\n",
        other=other,
    )
    assert called(way) == ["R(a)", "h(z)"]
    assert [call.record for call in way.calls] == [False, True, False]


@pytest.mark.parametrize(
    "annotation",
    ["C", '"C"', "C | None", "Optional[C]", 'Annotated[C, "its"]', "Mine"],
)
def test_types_tell_whose_method_it_is(walked, annotation):
    start = (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .other import C, Mine\n"
        f"def f(x, c: {annotation}, d): c.go(x); d.go(x)\n"
    )
    way = walked(start=start, other="class C:\n    def go(self, x): return x\nMine = C\n")
    assert called(way) == ["C.go(x)"]


def test_types_of_elements_and_attributes_are_known(walked):
    start = (
        "from .other import D\n"
        "def f(x, ds: dict[str, list[D]]):\n"
        "    for name, values in ds.items():\n"
        "        for d in values: d.c.go(x)\n"
    )
    other = (
        "class B:\n    def go(self, x): return x\n"
        "class C(B): pass\n"
        "class D:\n    def __init__(self): self.c = C()\n"
    )
    assert called(walked(start=start, other=other)) == ["B.go(x)"]


def test_super_is_the_class_above(walked):
    other = (
        "class B:\n    def __init__(self, x): self.x = x\n"
        "class C(B):\n    def __init__(self, x): super().__init__(x)\n"
    )
    way = walked(start="from .other import C\ndef f(x): C(x)\n", other=other)
    assert called(way) == ["C.__init__(x)", "B.__init__(x)"]


def test_function_is_entered_once_with_each_parameter(walked):
    other = "from .third import g\ndef twice(a, b=0): g(a), g(b)\n"
    way = walked(
        start="from .other import twice\ndef f(x): twice(x); twice(x); twice(1, x)\n",
        other=other,
        third=OTHER,
    )
    assert called(way) == ["twice(a)", "g(y)", "twice(a)", "twice(b)", "g(y)"]
    assert [call.again for call in way.calls[1:]] == [False, False, True, False, True]


def test_parameters_that_come_later_are_followed_alone(walked):
    other = "from .third import g, h\ndef both(a, b): g(a); h(b)\n"
    start = "from .other import both\ndef f(x): both(x, 1); both([x], x)\n"
    way = walked(start=start, other=other, third=OTHER)
    assert called(way) == ["both(a)", "g(y)", "both(a, b)", "h(z)"]


def test_recursion_ends(walked):
    way = walked(start="def f(x):\n    if x: return f(x[1:])\n    return x\n")
    assert called(way) == ["f(x)"]
    assert way.visits == {"p/start.py": 1}


def test_functions_in_parameters_are_followed_where_they_are_known(walked):
    start = (
        "from .other import each, g\ndef f(x, known): each(x, g); each(x, known); each(x, known)\n"
    )
    way = walked(start=start, other=f"{OTHER}def each(x, do):\n    for a in x: do(a)\n")
    assert called(way) == ["each(x)", "g(y)", "each(x)", "each(x)"]
    assert way.chosen == ["do in p/other.py"]


@pytest.mark.parametrize("get", ["TABLE[x]", "TABLE.get(x)", "TABLE.get(x, g)"])
def test_functions_in_a_table_are_chosen_as_the_program_runs(walked, get):
    start = f"from .other import g, h\nTABLE = {{1: g, 2: h}}\ndef f(x): {get}(x)\n"
    way = walked(start=start, other=OTHER)
    assert (called(way), way.chosen) == ([], [f"{get} in p/start.py"])


def test_functions_that_are_all_called_are_all_followed(walked):
    start = "from .other import g, h\ndef f(x):\n    for do in (g, h): do(x)\n"
    assert called(walked(start=start, other=OTHER)) == ["g(y)", "h(z)"]


def test_branches_are_followed_one_after_the_other(walked):
    start = "from .other import g, h\ndef f(x): (g if x else h)(x)\n"
    assert called(walked(start=start, other=OTHER)) == ["g(y)", "h(z)"]


def test_abstract_methods_are_chosen_as_the_program_runs(walked):
    other = f"{OTHER}class P(Protocol):\n    def read(self, x) -> str:\n        '''Read.'''\n"
    way = walked(start="from .other import P, g\ndef f(x, p: P): g(p.read(x))\n", other=other)
    assert (called(way), way.chosen) == (["g(y)"], ["P.read in p/start.py"])


def test_climbs_are_calls_of_a_higher_layer(walked):
    way = walked(
        "p/genes/a.py:f:x",
        genes__a="from ..errors import g\nfrom ..cli.b import up\ndef f(x): g(x); up(x)\n",
        cli__b="from ..words import h\ndef up(x): h(x)\n",
        errors=OTHER,
        words=OTHER,
    )
    assert [call.file for call in way.climbs] == ["p/cli/b.py"]
    assert list(way.visits) == ["p/genes/a.py", "p/errors.py", "p/cli/b.py", "p/words.py"]


def test_layers_stand_on_each_other():
    names = (
        "errors memory chain/spans genes/model schema app/report/rows app/answers/all checks/run"
    )
    files = [f"spacy_citalign/{name}.py" for name in names.split()]
    files[5:5] = ["components/base.py"]
    heights = [height(file) for file in [*files, "spacy_citalign/cli/report.py"]]
    assert heights == sorted(set(heights))


def test_returns_are_calls_from_a_file_that_was_left(walked):
    way = walked(
        start="from .a import a\nfrom .b import b\ndef f(x): a(x); b(x)\n",
        a="from .b import b\ndef a(x): b(x)\n",
        b="def b(x): c(x)\ndef c(x): return x\n",
    )
    assert [call.file for call in way.calls] == [f"p/{name}.py" for name in "start a b b b".split()]
    assert (way.visits["p/b.py"], way.returns) == (2, 1)


def test_table_and_path_show_it(walked):
    way = walked(start=f"{TO_G}def f(x): g(x), g(x)\n", other=OTHER)
    assert table(way).splitlines() == [
        "followed visits  stays  again  records  file",
        "       1      1      1      0        0  p/start.py",
        "       1      2      1      1        0  p/other.py",
        "",
        "2 followed of 3 visits of 2 files in 2 stays, 2 calls, 0 climbs, 1 returns, 0 chosen; 0 "
        "files followed more than 3 times",
    ]
    assert path(way).splitlines() == [
        "p/start.py f(x)",
        "  p/other.py g(y)",
        "  p/other.py g(y) (again)",
    ]


@pytest.mark.parametrize("start", ["p/none.py:f:x", "p/start.py:none:x", "p/start.py:f:none"])
def test_start_must_be_there(walked, start):
    with pytest.raises(LookupError):
        walked(start, start="def f(x): pass\n")


def test_inputs_of_a_report_enter_no_file_often():
    way = walk(REPORT, ROOT)
    often = {file: visits for file, visits in way.followed.items() if visits > MAX_VISITS}
    assert all(visits <= MORE_VISITS.get(file, MAX_VISITS) for file, visits in often.items()), often
    assert len(way.visits) > 20, "the walk has lost the way"
