"""Runs on Ray: the splits of a corpus, annotated by the processes of one machine or of many.

This process cuts the input and gives out the splits; a process of the cluster loads the pipeline
once, reads the splits it is given, and writes their parts into the output folder, on a disk that
all nodes see. What dies, a process or a whole node, Ray does again. (Ray Data could do it, too: it
joins splits into blocks of many megabytes, though, so that a small corpus goes to one process.)

An error travels as a result, since one that is raised comes wrapped; it ends the run. What
Ray says is in its folder of logs (``/tmp/ray/session_latest/logs``).
"""

import importlib
import logging
import os
import platform
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import chain, islice
from types import ModuleType
from typing import Any

from ....errors import CitalignError, SettingError, described, one_line
from ....inputs.sources.chunks_of_input import Source
from ...processes import usable_processors
from ..outputs.manifest import MANIFEST, read_manifest
from ..worker import AnnotationWork, Annotator, Task

_MAX_PROBES = 100
_COLORS = re.compile(r"\x1b\[[0-9;]*m")
Result = tuple[str, Any]


def annotate_on_ray(
    sources: Sequence[Source],
    tasks: Iterator[Task],
    work: AnnotationWork,
    *,
    address: str | None = None,
    actors: int | None = None,
) -> Iterator[Result]:
    """Write the parts of all splits; the name and the counts of each part, as they are written.

    Args:
        sources: the input, on a disk that all nodes see.
        tasks: the splits of it.
        work: what is to be done; its folder has the manifest of the run, and all nodes see it.
        address: of a cluster, "host:port" or "auto"; None starts one on this machine.
        actors: processes that annotate, of a processor each; None is as many as there are
            processors.

    Raises:
        SettingError: Ray is not installed, there is no cluster at the address, or a node sees not
            the same disk or has not the pipeline.
        CitalignError, OSError: the run cannot go on; the parts that are written stay.
    """
    ray = load_ray()
    for source in sources:
        if source.size is None:
            raise SettingError(
                f"a Ray cluster cannot read {source.name}; give files that all nodes can see"
            )
    first = list(islice(tasks, actors or usable_processors()))
    stays = ray.is_initialized()
    with cluster(ray, address, actors or max(1, len(first))):
        processors = int(ray.cluster_resources().get("CPU", 1))
        seen = os.getcwd(), tuple(_probes(sources))
        do = ray.remote(num_cpus=1, max_retries=-1)(annotated_split)
        more = ((task, work, *seen) for task in chain(first, tasks))
        yield from _results(ray, do, more, actors or max(1, processors), stays)


def annotated_split(
    task: Task, work: AnnotationWork, folder: str, probes: Sequence[str]
) -> Result | Exception:
    """Return name and counts of the part of a task, in a process of the cluster, or the error.

    Args:
        task: a split.
        work: what is to be done.
        folder: where names of files begin, unless they are whole paths.
        probes: files of the input, which all nodes must see.
    """
    try:
        return task.name, _annotator(work, folder, probes).do(task)
    except Exception as error:
        node = f"on the node {platform.node()}"
        if isinstance(error, OSError):
            reason = f"{error.strerror or one_line(error)} ({node})"
            return OSError(error.errno, reason, error.filename)
        kind = SettingError if isinstance(error, SettingError) else CitalignError
        return kind(f"{node}: {described(error)}")


@lru_cache(maxsize=1)
def _annotator(work: AnnotationWork, folder: str, probes: Sequence[str]) -> Annotator:
    """Return the annotator of this process, if its node sees the input and the output folder."""
    from threadpoolctl import threadpool_limits

    threadpool_limits(1)  # as many processes as processors, and none of them wants more
    try:
        os.chdir(folder)
    except OSError as error:
        raise SettingError(_unseen("working folder", folder)) from error
    for path in probes:
        if not os.path.exists(path):
            raise SettingError(_unseen("input", path))
    manifest = read_manifest(work.folder / MANIFEST)
    if manifest is None or manifest["run"] != work.run:
        raise SettingError(_unseen("output folder", work.folder))
    return Annotator(work)


def _unseen(what: str, path: object) -> str:
    return f"the {what} {path} is not to be seen there; give one on a disk that all nodes share"


def _results(
    ray: ModuleType, do: Any, arguments: Iterator[Any], processes: int, stays: bool
) -> Iterator[Result]:
    """Yield what the processes give, as it comes. Raises what they say, or what became of them.

    What is pending at the end dies with the connection, or is waited for if that one stays. (No
    task is cancelled: if it ends just then, Ray 2.60 finds itself in a state that it does not
    expect, and ends this process with status 1.)
    """
    pending: list[Any] = []
    try:
        while True:
            new = islice(arguments, processes - len(pending))
            pending += [do.remote(*one) for one in new]
            if not pending:
                return
            (ready,), pending = ray.wait(pending)
            try:
                result = ray.get(ready)
            except Exception as error:  # an error of Ray's, or of what it is made of
                raise CitalignError(
                    f"Ray could not go on: {_last_line(error)}. The parts that are written stay"
                ) from error
            if isinstance(result, Exception):
                raise result
            yield result
    finally:
        if pending and stays:
            ray.wait(pending, num_returns=len(pending))


def _last_line(error: Exception) -> str:
    """Return what a traceback from another process ends with."""
    lines = [line.strip() for line in _COLORS.sub("", str(error)).splitlines() if line.strip()]
    last = lines[-1].rstrip(".") if lines else one_line(error)
    missing = "No module named" in last
    return f"{last}; all nodes need the packages that are installed here" if missing else last


def _probes(sources: Sequence[Source]) -> list[str]:
    """Return a file of the input for each of its folders."""
    probes: dict[str, str] = {}
    for source in sources:
        path = getattr(source, "path", None) or next(iter(getattr(source, "files", ())), None)
        if path and len(probes) < _MAX_PROBES:
            probes.setdefault(os.path.dirname(path), path)
    return list(probes.values())


_OLDEST = (2, 56)  # older ones end this process where a run stops early
_INSTALL = 'pip install "spacy-citalign[ray]"'
_ANSWER_SECONDS = 10.0
_STORE_BYTES = 256 << 20  # for splits that travel: for all, and for each actor
_STORE_BYTES_EACH = 32 << 20


def load_ray() -> ModuleType:
    """Return the module ``ray``.

    Raises:
        SettingError: Ray is not installed, or is too old.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent to anybody
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise SettingError(f"a run on Ray needs Ray ({one_line(error)}); {_INSTALL}") from error
    version = [int(part) for part in re.findall(r"\d+", ray.__version__)[:2]]
    if tuple(version) < _OLDEST:
        wanted = ".".join(map(str, _OLDEST))
        raise SettingError(
            f"Ray {ray.__version__} is installed, but {wanted} is needed; {_INSTALL}"
        )
    return ray


@contextmanager
def cluster(ray: ModuleType, address: str | None, actors: int) -> Iterator[None]:
    """Yield a connection to a cluster, which is closed at the end.

    Args:
        ray: the module.
        address: "host:port" of a cluster, or "auto" for the one that this machine belongs to. None
            starts one on this machine, which ends here, too.
        actors: how many processors a cluster of our own says that it has.

    Where this process is connected to a cluster already, that one is used and stays.

    Raises:
        SettingError: there is no cluster at that address, or it does not take this process.
    """
    if ray.is_initialized():
        yield
        return
    if address is not None and "://" in address:
        raise SettingError(
            f"the address {address} is that of a Ray client server; give host:port of the head "
            "node, or auto, and start the run on a machine of the cluster"
        )
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    settings["address"] = address
    if address is None:  # one that can be reached from this machine only
        settings |= {"address": "local", "num_cpus": actors, "include_dashboard": False}
        settings["object_store_memory"] = _STORE_BYTES + actors * _STORE_BYTES_EACH
        settings["_node_ip_address"] = "127.0.0.1"
    try:
        try:
            if address is not None:
                _check_answers(address)
            ray.init(**settings)
        except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
            if address is None:
                raise
            raise SettingError(
                f"no run is possible on the Ray cluster at {address}: "
                f"{one_line(error).rstrip('.')}. Start it on a machine of the cluster, with the "
                "same versions of Python and Ray"
            ) from error
        yield
    finally:
        ray.shutdown()


def _check_answers(address: str) -> None:
    """Raise OSError where nobody answers at the host:port that Ray takes an address for.

    Ray itself would try for minutes.
    """
    with suppress(ImportError, AttributeError):  # of a Ray to come
        services = importlib.import_module("ray._private.services")
        address = str(services.canonicalize_bootstrap_address(address) or address)
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal():
        server = (host.strip("[]"), int(port))
        try:
            socket.create_connection(server, timeout=_ANSWER_SECONDS).close()
        except (OSError, OverflowError) as error:
            raise OSError(f"nobody answers at {address} ({one_line(error)})") from error
