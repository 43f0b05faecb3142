"""The Ray cluster of a run: one on this machine that ends with the run, or one that runs already.

Ray says much on the terminal, of itself and for its own developers; only errors of ours are shown
there. All that it says is in its folder of logs (``/tmp/ray/session_latest/logs``) anyway.
"""

import importlib
import logging
import os
import re
import socket
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from types import ModuleType

from ....errors import SettingError, one_line

_OLDEST = (2, 56)  # older ones end this process where a run stops early
_INSTALL = 'pip install "spacy-citalign[ray]"'
_ANSWER_SECONDS = 10.0
_STORE_BYTES = 256 << 20  # for splits that travel: for all, and for each actor
_STORE_BYTES_EACH = 32 << 20


def load_ray() -> ModuleType:
    """Return the module ``ray``, with ``ray.data``.

    Raises:
        SettingError: Ray is not installed, is too old, or lacks what its Data library needs.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is sent to anybody
    try:
        ray = importlib.import_module("ray")
        importlib.import_module("ray.data")
    except ImportError as error:
        raise SettingError(
            f"a run on Ray needs Ray and its Data library ({one_line(error)}); {_INSTALL}"
        ) from error
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
    with _quiet():
        if ray.is_initialized():
            yield
            return
        try:
            if address is None:
                _start(ray, actors)
            else:
                _connect(ray, address)
            yield
        finally:
            with silent():
                ray.shutdown()


def _start(ray: ModuleType, actors: int) -> None:
    """Start a cluster that can be reached from this machine only."""
    with silent():
        ray.init(
            address="local",
            num_cpus=actors,
            object_store_memory=_STORE_BYTES + actors * _STORE_BYTES_EACH,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
            _node_ip_address="127.0.0.1",
        )


def _connect(ray: ModuleType, address: str) -> None:
    if "://" in address:
        raise SettingError(
            f"the address {address} is that of a Ray client server; give host:port of the head "
            "node, or auto, and start the run on a machine of the cluster"
        )
    try:
        _check_answers(_head(address))
        with silent():
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise SettingError(
            f"no run is possible on the Ray cluster at {address}: {one_line(error).rstrip('.')}. "
            "Start it on a machine of the cluster, with the same versions of Python and Ray"
        ) from error


def _head(address: str) -> str:
    """Return the host:port that Ray takes an address for."""
    try:
        services = importlib.import_module("ray._private.services")
        return str(services.canonicalize_bootstrap_address(address) or address)
    except (ImportError, AttributeError):  # of a Ray to come
        return address


def _check_answers(address: str) -> None:
    """Raise OSError where nobody answers at host:port; Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal():
        server = (host.strip("[]"), int(port))
        try:
            socket.create_connection(server, timeout=_ANSWER_SECONDS).close()
        except (OSError, OverflowError) as error:
            raise OSError(f"nobody answers at {address} ({one_line(error)})") from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what Ray Data logs and warns of from the terminal."""
    handlers = [
        handler
        for handler in logging.getLogger("ray.data").handlers
        if isinstance(handler, logging.StreamHandler)
    ]
    levels = [handler.level for handler in handlers]
    for handler in handlers:
        handler.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=r"ray\.")
            yield
    finally:
        for handler, level in zip(handlers, levels, strict=True):
            handler.setLevel(level)


@contextmanager
def silent() -> Iterator[None]:
    """Nothing reaches the terminal.

    Ray's threads print what becomes of processes that are being ended, and its C++ part complains
    of how Ray Data starts actors.
    """
    try:
        kept = os.dup(2)
    except OSError:  # there is none
        yield
        return
    try:
        with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
            os.dup2(nowhere.fileno(), 2)
            yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
