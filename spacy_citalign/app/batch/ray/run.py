"""Runs on Ray: the splits of a corpus, annotated by the processes of one machine or of many.

Ray Data gives out the work: a task a source cuts it into splits, which go, as they come, to a pool
of actors; an actor loads the pipeline, reads the split it is given, and writes its part into the
output folder, on a disk that all nodes see. What dies, an actor or a whole node, is done again.

Three things differ from what Ray Data does by itself.

- It has checkpoints of its own (``CheckpointConfig``). They need a column with ids and a stage that
  filters, which takes a processor from the actors. Parts give the same guarantee, and a run that
  was begun without Ray may go on with it.
- It joins what is small into blocks of many megabytes, so that a small corpus would go to a single
  actor. Here each split is a block.
- Planning takes no processor, so that actors, which keep theirs, cannot starve it: a
  cluster of one processor will do, and more actors may be asked for than it has processors.
"""

import math
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from types import ModuleType
from typing import Any

from ....errors import CitalignError, SettingError, one_line
from ....inputs.chunks_of_input import Source
from ..pool import usable_processors
from ..worker import AnnotationWork
from .cluster import cluster, load_ray, silent
from .work import (
    RESULT,
    SOURCE,
    Disk,
    Result,
    SplitAnnotator,
    packed,
    planned,
    unpacked,
)

_PLANNERS = 2  # sources that are cut at once, at least; more for many actors
_ACTORS_A_PLANNER = 16
_IN_FLIGHT = 2  # splits that an actor has or is sent
_MAX_PROBES = 100
_SETTINGS = {
    "enable_progress_bars": False,
    "target_max_block_size": 1,  # a byte: every row is a block
    "execution_no_progress_timeout_s": -1,  # a split may take as long as it takes
}
_COLORS = re.compile(r"\x1b\[[0-9;]*m")


def annotate_on_ray(
    sources: Sequence[Source],
    work: AnnotationWork,
    *,
    most_bytes: int,
    done: frozenset[str] = frozenset(),
    address: str | None = None,
    actors: int | None = None,
) -> Iterator[Result]:
    """Write the parts of all splits; the name and the counts of each part, as they are written.

    Args:
        sources: the input, on a disk that all nodes see.
        work: what is to be done; its folder has the manifest of the run, and all nodes see it.
        most_bytes: the size of a split.
        done: names of parts that are there.
        address: of a cluster, "host:port" or "auto"; None starts one on this machine.
        actors: processes that annotate, of a processor each; None is as many as there are
            processors, or splits if they are fewer.

    Raises:
        SettingError: Ray is not installed, there is no cluster at the address, or a node sees not
            the same disk or has not the pipeline.
        CitalignError, OSError: the run cannot go on; the parts that are written stay.
    """
    ray = load_ray()
    _check_files(sources)
    disk = Disk(os.getcwd(), tuple(_probes(sources)))
    most = _splits(sources, most_bytes, len(done))
    processors = actors or min(usable_processors(), most)
    with cluster(ray, address, processors):
        count = actors or min(_processors(ray), most)
        with _data_settings(ray.data):
            planners = max(_PLANNERS, count // _ACTORS_A_PLANNER)
            tasks = _tasks(
                ray.data,
                sources,
                planners,
                {"disk": disk, "most_bytes": most_bytes, "done": done},
            )
            results = tasks.map_batches(
                SplitAnnotator,
                fn_constructor_args=(work, disk),
                batch_size=1,
                batch_format="pyarrow",
                num_cpus=1,
                compute=ray.data.ActorPoolStrategy(
                    size=count, max_tasks_in_flight_per_actor=_IN_FLIGHT
                ),
            )
            yield from _results(results)


def _tasks(
    data: ModuleType, sources: Sequence[Source], planners: int, options: dict[str, Any]
) -> Any:
    """Return the data set of all splits that have no part; ``options`` are those of ``planned``."""
    rows = [{SOURCE: packed(SOURCE, item)[SOURCE][0]} for item in enumerate(sources)]
    return data.from_items(rows, override_num_blocks=len(rows)).map_batches(
        planned,
        fn_kwargs=options,
        batch_size=1,
        batch_format="pyarrow",
        num_cpus=0,
        compute=data.TaskPoolStrategy(size=min(planners, len(rows))),
    )


def _results(results: Any) -> Iterator[Result]:
    """Yield what the actors give, as it comes. Raises what they say, or what became of them."""
    batches = iter(
        results.iter_batches(batch_size=None, batch_format="pyarrow", prefetch_batches=0)
    )
    try:
        with silent():  # until all have started
            rows = _next(batches)
        while rows is not None:
            for result in unpacked(rows, RESULT):
                if isinstance(result, Exception):
                    raise result
                yield result
            rows = _next(batches)
    finally:
        with silent():
            batches.close()  # which ends the actors


def _next(batches: Iterator[Any]) -> Any:
    """Return the next batch; None at the end."""
    # Ray prints what becomes of each process; it raises what it has wrapped, errors of its own, and
    # those of what it is made of.
    try:
        with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
            return next(batches, None)
    except Exception as error:
        raise CitalignError(
            f"Ray could not go on: {_last_line(error)}. The parts that are written stay"
        ) from error


def _last_line(error: Exception) -> str:
    """Return what a traceback from another process ends with."""
    lines = [line.strip() for line in _COLORS.sub("", str(error)).splitlines() if line.strip()]
    last = lines[-1].rstrip(".") if lines else one_line(error)
    missing = "No module named" in last
    return f"{last}; all nodes need the packages that are installed here" if missing else last


def _check_files(sources: Sequence[Source]) -> None:
    """Raise SettingError where a source can be read by this process only."""
    for source in sources:
        if source.size is None:
            raise SettingError(
                f"a Ray cluster cannot read {source.name}; give files that all nodes can see"
            )


def _splits(sources: Sequence[Source], most_bytes: int, done: int) -> int:
    """Return how many splits there are to do, at least; one where that cannot be told."""
    sizes = [source.size for source in sources]
    return max(1, sum(max(1, math.ceil((size or 0) / most_bytes)) for size in sizes) - done)


def _processors(ray: ModuleType) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _probes(sources: Sequence[Source]) -> list[str]:
    """Return a file of the input for each of its folders."""
    probes: dict[str, str] = {}
    for source in sources:
        path = getattr(source, "path", None) or next(iter(getattr(source, "files", ())), None)
        if path and len(probes) < _MAX_PROBES:
            probes.setdefault(os.path.dirname(path), path)
    return list(probes.values())


@contextmanager
def _data_settings(data: ModuleType) -> Iterator[None]:
    """Ray Data set for splits, until it is over; a program may have settings of its own."""
    context = data.DataContext.get_current()
    before = {name: getattr(context, name) for name in _SETTINGS if hasattr(context, name)}
    for name in before:
        setattr(context, name, _SETTINGS[name])
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(context, name, value)
