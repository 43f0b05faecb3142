"""The way of one parameter through the package, followed in its source; nothing is run.

    python tests/helpers/parameter_walk.py spacy_citalign/cli/report.py:report:inputs --path

The walk begins in the named function and goes with the value of the named parameter into whatever
is called with it, in the order in which the source has the calls, depth first. Assignments,
attributes, unpacking, loops, comprehensions, `with`, partials, closures, records and what comes
out of calls hand the value on; truth values and lengths do not. A name that had it once keeps it.
Branches are followed one after the other. A function is entered once with each of its parameters.
What the program writes to a file and reads again is another value.

Terms, by which `Walk` counts:

- call: a call of a function of the package that takes the value, as an argument or in its object;
  or the construction of an object that holds it. A call of what was entered before with the same
  parameters counts, but is not followed again.
- visit: an entry into a file from another, by a call or by construction. The way back is none, so
  that a helper that is called and returns is one visit, of the helper's file. The start is one.
- stay: visits of a file that follow each other, with nothing but their caller between, are one.
- again: those of the visits that call what was entered before.
- record: those of the visits that construct an object of a class without code of its own.
- followed: those of the visits that are neither; there the way goes on in the file.
- climb: a call into a file on a higher layer than the caller's, see `LAYERS`.
- return: going on in a file that was visited before: the next call is made from another file
  than that in which the way was last. Coming back only to go back further is none.
- chosen: a call whose function is chosen as the program runs: an abstract method, a function in a
  parameter or a table. The walk goes on with what comes out of it.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from walking.calls import Call, Walker
from walking.code_parts import ClassCode, FunctionCode, parameters
from walking.package_code import COMPONENTS, PACKAGE, Code

IDEAS = (
    "boundaries chunks citances citations columns evidence gene_ids genes lemmas sentences "
    "statements tags terms"
)
# From the lowest; the application's folders stood beside the others once.
LAYERS = (
    "errors",
    "words memory atomic locks",
    "chain",
    IDEAS,
    "corpora inputs schema row_problems row_files answer_rows",
    "components",
    "app batch report runs demo",
    "app/answers answers",
    "checks",
    "cli",
)
_HEIGHTS = {name: height for height, names in enumerate(LAYERS) for name in names.split()}
MANY = 3  # visits that are followed; what a file has more is worth a look


class Walk(NamedTuple):
    """The way of a parameter.

    Attributes:
        calls: all calls in their order; the first is the start.
        chosen: the calls that could not be followed, each with the file that has it.
    """

    calls: list[Call]
    chosen: list[str]

    @property
    def entries(self) -> list[Call]:
        """The calls from one file into another, and the start."""
        return [call for call in self.calls if call.caller != call.file]

    @property
    def visits(self) -> Counter[str]:
        """How often each file is visited, in the order of the first visits."""
        return Counter(call.file for call in self.entries)

    @property
    def followed(self) -> Counter[str]:
        """How often the way goes on in each file, entered from another one."""
        return Counter(call.file for call in self.entries if not (call.again or call.record))

    @property
    def stays(self) -> Counter[str]:
        """How often each file is visited, visits that follow each other counted once."""
        starts = [""] + [call.file for call in self.calls]
        pairs = zip(starts, self.calls, strict=False)
        return Counter(call.file for last, call in pairs if call.file not in {last, call.caller})

    @property
    def climbs(self) -> list[Call]:
        """The calls into a higher layer."""
        return [call for call in self.entries[1:] if height(call.file) > height(call.caller)]

    @property
    def returns(self) -> int:
        """How often the way goes on in a file that it had left."""
        pairs = zip(self.calls, self.calls[1:], strict=False)
        return sum(before.file != after.caller for before, after in pairs)


def height(file: str) -> int:
    """Return the layer of a file, from 0; what belongs to none stands on top.

    >>> height("spacy_citalign/errors.py") < height("spacy_citalign/genes/model.py")
    True
    >>> height("components/base.py") < height("spacy_citalign/app/answers/find.py")
    True
    """
    names = [name.removesuffix(".py") for name in file.split("/")]
    if names[0] != COMPONENTS:
        names = names[1:]
    deep = _HEIGHTS.get("/".join(names[:2]))
    return deep if deep is not None else _HEIGHTS.get(names[0], len(LAYERS))


def walk(start: str, root: Path, package: str = PACKAGE) -> Walk:
    """Follow a parameter.

    Args:
        start: FILE:FUNCTION:PARAMETER; the function may be CLASS.METHOD.
        root: the checkout.
        package: the folder of the package in it.

    Raises:
        LookupError: there is no such file, function or parameter.
    """
    file, name, parameter = start.split(":")
    code = Code(root, package)
    owner, _, method = name.rpartition(".")
    function = code.files[file].symbols[owner or name]
    if owner and isinstance(function, ClassCode):
        function = function.methods[method]
    if not isinstance(function, FunctionCode) or parameter not in parameters(function.node):
        raise LookupError(f"{file} has no function {name} with a parameter {parameter}")
    walker = Walker(code)
    walker.start(function, parameter)
    return Walk(walker.calls, walker.chosen)


def table(way: Walk) -> str:
    """Return the files in the order of their first visits, and the sums."""
    again = Counter(call.file for call in way.entries if call.again)
    records = Counter(call.file for call in way.entries if call.record)
    stays = way.stays
    followed = way.followed
    rows = [
        f"{followed[file]:8} {visits:6} {stays[file]:6} {again[file]:6} {records[file]:8}  {file}"
        for file, visits in way.visits.items()
    ]
    often = sum(visits > MANY for visits in followed.values())
    sums = (
        f"{followed.total()} followed of {way.visits.total()} visits of {len(way.visits)} files "
        f"in {stays.total()} stays, "
        f"{len(way.calls) - 1} calls, "
        f"{len(way.climbs)} climbs, {way.returns} returns, {len(way.chosen)} chosen; "
        f"{often} files followed more than {MANY} times"
    )
    return "\n".join(["followed visits  stays  again  records  file", *rows, "", sums])


def path(way: Walk) -> str:
    """Return all calls, each below its caller."""
    marks = {(True, False): " (again)", (False, True): " (record)", (True, True): " (record)"}
    return "\n".join(
        f"{'  ' * call.depth}{call.file} {call.name}({', '.join(call.carrying)})"
        f"{marks.get((call.again, call.record), '')}"
        for call in way.calls
    )


def main() -> None:
    """Print the way of the parameter that the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("start", help="FILE:FUNCTION:PARAMETER; the function may be CLASS.METHOD")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    parser.add_argument("--path", action="store_true", help="the calls as well, in their order")
    arguments = parser.parse_args()
    folder = arguments.start.partition("/")[0]
    way = walk(arguments.start, arguments.root, PACKAGE if folder == COMPONENTS else folder)
    sys.stdout.write(f"{path(way)}\n\n" if arguments.path else "")
    sys.stdout.write(f"{table(way)}\n")
    sys.stdout.write("".join(f"chosen: {call}\n" for call in way.chosen if arguments.path))


if __name__ == "__main__":
    main()
