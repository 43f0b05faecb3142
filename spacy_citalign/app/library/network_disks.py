"""Whether a path is on a disk of a network."""

import re
import sys
from pathlib import Path

_NETWORK = frozenset(
    "afs afpfs beegfs ceph cifs davfs fuse.ceph fuse.davfs fuse.gcsfuse fuse.glusterfs "
    "fuse.juicefs fuse.rclone fuse.s3fs fuse.sshfs gfs2 glusterfs gpfs lustre ncpfs nfs nfs4 ocfs2 "
    "orangefs panfs smb2 smb3 smbfs webdav".split()
)
MOUNTS = Path("/proc/self/mountinfo")


def network_disk(path: Path) -> str:
    """Return the kind of the network disk that a path is on; "" for a disk of this machine.

    On systems that do not say it (macOS), every disk counts as one of this machine.
    """
    whole = path.resolve()
    if sys.platform == "win32":
        return "a share" if str(whole).startswith("\\\\") else ""
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ""
    kinds: dict[Path, str] = {}
    for line in lines:
        before, _, after = line.partition(" - ")
        fields = before.split(" ")
        if len(fields) >= 5 and after:
            kinds[Path(_unescaped(fields[4]))] = after.split(" ")[0]  # the last hides others
    kind = next((kinds[place] for place in (whole, *whole.parents) if place in kinds), "")
    return kind if kind in _NETWORK else ""


def _unescaped(text: str) -> str:
    r"""Return a path of the list of mounts as it is.

    >>> _unescaped(r"/my\040disk")
    '/my disk'
    """
    return re.sub(r"\\(040|011|012|134)", lambda match: chr(int(match[1], 8)), text)
