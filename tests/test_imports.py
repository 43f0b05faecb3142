"""No circle of imports in the package, and the reader of imports that finds them."""

import pytest

from tests.package_imports import PACKAGE, circles, imports_of, package_imports, source_files


@pytest.mark.parametrize(
    ("name", "line", "module", "target"),
    [
        ("spacy_citalign.genes.model", "from ..errors import InputError", None, "errors"),
        ("spacy_citalign.genes.model", "from .. import words", None, "words"),
        ("spacy_citalign.genes.__init__", "from .model import X", None, "genes"),
        (
            "spacy_citalign.__init__",
            "from .components.base.shipped import load",
            None,
            "components",
        ),
        ("spacy_citalign.cli.x", "from spacy_citalign import chain", None, "chain"),
        ("spacy_citalign.cli.x", "import spacy_citalign", "spacy_citalign", ""),
        ("spacy_citalign.cli.x", "from spacy_citalign import load", None, ""),
        ("spacy_citalign.words.x", "import spacy.tokens", "spacy.tokens", None),
        ("spacy_citalign.words.x", "from spacy import util", "spacy", None),
    ],
)
def test_imports_are_resolved(name, line, module, target):
    for source, late in ((line, False), (f"def f():\n    {line}", True)):
        (statement,) = imports_of(name, source)
        assert statement.late is late
        assert module is None or statement.module == module
        assert target is None or (statement.top, statement.target) == (PACKAGE, target)


def test_imports_for_types_are_told_from_those_that_run():
    source = "if TYPE_CHECKING:\n    import a\nelse:\n    import b\nif x:\n    import c\n"
    read = {each.module: each.for_types for each in imports_of("spacy_citalign.words.x", source)}
    assert read == {"a": True, "b": False, "c": False}


def circles_of(**sources: str) -> list[list[str]]:
    """Return the circles of a package ``p``; its own module is called ``init`` here."""
    named = {
        "p." + name.replace("init", "__init__").replace("_in_", "."): source
        for name, source in sources.items()
    }
    statements = [each for name, source in named.items() for each in imports_of(name, source)]
    return circles(named, statements)


@pytest.mark.parametrize(
    "back",
    [
        "from .a import x",
        "from . import a",
        "import p.a",
        "from p import a",
        "def f():\n    from .a import x",
        "try:\n    import p.a\nexcept ImportError:\n    pass",
    ],
)
def test_circle_of_two_is_found_wherever_the_import_stands(back):
    assert circles_of(init="", a="from .b import y", b=back) == [["p.a", "p.b"]]


def test_circles_over_others_are_found_each():
    ring = {"a": "from . import b", "b": "from .c import z", "c": "import p.a"}
    pair = {"d": "from .e import x\nfrom .a import x", "e": "from .d import x"}
    assert circles_of(init="", **ring, **pair) == [["p.a", "p.b", "p.c"], ["p.d", "p.e"]]


def test_module_that_imports_itself_is_a_circle():
    assert circles_of(init="", a="def f():\n    from .a import x") == [["p.a"]]


def test_import_for_types_closes_no_circle():
    back = "if TYPE_CHECKING:\n    from .a import x"
    assert circles_of(init="", a="from .b import y", b=back) == []


def test_submodule_is_imported_without_its_package():
    """What the package's ``__init__`` imports is a circle only for who takes a name from it."""
    reexport = "from .a import x"
    assert circles_of(init=reexport, a="from .b import y\nimport p.b\nfrom . import b", b="") == []
    assert circles_of(init=reexport, a="from . import other") == [["p", "p.a"]]


def test_no_circle_in_the_package():
    assert circles((name for name, _ in source_files()), package_imports()) == []
