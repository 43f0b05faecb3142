"""So that one large request for memory is a MemoryError, and no trouble for the machine."""

from pathlib import Path

_MEGABYTE = 1 << 20
_PAGES = Path("/proc/self/statm")


def limit_addresses(megabytes: int) -> None:
    """Let this process take so much memory beside what it has; on Linux only."""
    if not _PAGES.exists():
        return
    import resource

    pages = int(_PAGES.read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + megabytes * _MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
