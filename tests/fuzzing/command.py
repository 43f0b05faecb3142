"""The command line of the fuzzing, and its table."""

import argparse
import faulthandler
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Sequence
from pathlib import Path

from spacy_citalign.app.report.table import plain_table
from spacy_citalign.errors import SettingError
from tests.fuzzing.findings import repeat_command
from tests.fuzzing.limits import limit_addresses
from tests.fuzzing.runner import Limits, Outcome, fuzz
from tests.fuzzing.target import accepts
from tests.fuzzing.targets import SETS, find_target, names_of, targets_of

_HEAD = ("target", "inputs", "in order", "seconds", "inputs/s", "new", "findings")


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say.

    Returns the exit status: 0 where nothing was found, 1 where something was, 2 where the arguments
    are wrong or a target could not be fuzzed.
    """
    options = _parser().parse_args(arguments)
    try:
        if options.list:
            _list()
            return 0
        names = names_of(options.targets)
        if options.input is not None:
            if len(names) != 1:
                raise SettingError("--input is for one target; name it")
            return repeat(names[0], options.input, options.timeout, options.memory)
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the table is printed all the same
    limits = Limits(options.seconds, options.timeout, options.memory, options.seed)
    folder = options.folder or Path(tempfile.mkdtemp(prefix="fuzzing-"))
    outcomes: list[Outcome] = []
    try:
        for name in names:
            outcomes.append(fuzz(name, folder, limits))
            _say(_line(outcomes[-1]))
    except KeyboardInterrupt:
        _say("interrupted")
    return report(outcomes, folder, keep=options.folder is not None)


def report(outcomes: Sequence[Outcome], folder: Path, *, keep: bool) -> int:
    """Print the table and the findings; the exit status."""
    inputs, seconds = sum(one.inputs for one in outcomes), sum(one.seconds for one in outcomes)
    total = Outcome(
        "all",
        inputs,
        sum(one.accepted for one in outcomes),
        seconds,
        sum(one.new for one in outcomes),
        [path for one in outcomes for path in one.findings],
        "",
    )
    _say("", plain_table(_HEAD, [_cells(one) for one in (*outcomes, total)]))
    for one in outcomes:
        for path in one.findings:
            _say(f"found: {repeat_command(one.target, path)}")
        if one.problem:
            _say(f"{one.target} {one.problem}")
    found, failed = bool(total.findings), any(one.problem for one in outcomes)
    if keep or found or failed:
        _say(f"corpora, findings and logs are in {folder}")
    else:
        shutil.rmtree(folder)
    return 1 if found else 2 if failed else 0


def repeat(name: str, path: Path, timeout: int, memory: int) -> int:
    """Give a target one input, with the same limits, and print what becomes of it."""
    warnings.simplefilter("ignore")
    target = find_target(name)
    for data in target.seeds():  # imports what it needs, which is no part of the time
        accepts(target, data)
    data = path.read_bytes()
    limit_addresses(memory)
    faulthandler.enable()
    faulthandler.dump_traceback_later(timeout, exit=True)  # with status 1
    start = time.perf_counter()
    try:
        good = accepts(target, data)
    except Exception:
        _say(traceback.format_exc())
        return 1
    finally:
        faulthandler.cancel_dump_traceback_later()
    _say(f"{'in order' if good else 'refused'}, {time.perf_counter() - start:.3f} seconds")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python tests/fuzzing",
        description="Fuzz what reads bytes of others, guided by coverage; needs the extra fuzz.",
    )
    sets = ", ".join(SETS)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"target or set: {sets}")
    parser.add_argument("--list", action="store_true", help="print all targets, and stop")
    parser.add_argument("--input", type=Path, help="give the target this one input")
    parser.add_argument("--seconds", type=int, default=20, help="for each target (20)")
    parser.add_argument("--seed", type=int, default=1, help="of the random choices (1)")
    parser.add_argument(
        "--folder", type=Path, help="keeps corpora, and findings until you delete them"
    )
    parser.add_argument("--timeout", type=int, default=10, help="seconds for an input (10)")
    parser.add_argument("--memory", type=int, default=2048, help="megabytes for a target (2048)")
    return parser


def _list() -> None:
    for name in SETS:
        _say(f"{name}: {' '.join(target.name for target in targets_of(name))}")


def _cells(one: Outcome) -> list[str]:
    speed = one.inputs / one.seconds if one.seconds else 0.0
    return [
        one.target,
        f"{one.inputs:,}",
        f"{one.accepted / max(1, one.inputs):.0%}",
        f"{one.seconds:.1f}",
        f"{speed:,.0f}",
        f"{one.new:,}",
        str(len(one.findings)) + (" stopped" if one.problem else ""),
    ]


def _line(one: Outcome) -> str:
    return "  ".join(_cells(one))


def _say(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
