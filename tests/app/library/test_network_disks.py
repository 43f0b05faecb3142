"""Which disk a path is on, by the list of mounts that Linux gives."""

import sys
from pathlib import Path

import pytest

from spacy_citalign.app.library import network_disks
from spacy_citalign.app.library.network_disks import network_disk

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shares are told by their names")


def disk(monkeypatch, tmp_path, mounts, path):
    """The network disk of a path, with a list of mounts of ours."""
    listed = tmp_path / "mountinfo"
    listed.write_text(mounts)
    monkeypatch.setattr(network_disks, "MOUNTS", listed)
    return network_disk(Path(path))


def mount(place, kind, source="/dev/vda"):
    return f"36 35 98:0 / {place} rw,noatime shared:1 - {kind} {source} rw\n"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/pond/articles.library", ""),
        ("/pond/share/articles.library", "nfs4"),
        ("/pond/share/scratch/articles.library", ""),  # a disk within the share
        ("/pond/my disk/articles.library", "cifs"),
        ("/pond/share2/articles.library", ""),
        ("/pond/share", "nfs4"),
    ],
)
def test_the_innermost_mount_says_it(monkeypatch, tmp_path, path, kind):
    mounts = mount("/", "ext4") + mount("/pond/share", "nfs4", "server:/export")
    mounts += mount("/pond/share/scratch", "xfs") + mount(r"/pond/my\040disk", "cifs", "//one/two")
    assert disk(monkeypatch, tmp_path, mounts, path) == kind


def test_of_two_mounts_on_one_place_the_later_one_counts(monkeypatch, tmp_path):
    mounts = mount("/", "ext4") + mount("/pond", "nfs") + mount("/pond", "tmpfs")
    assert disk(monkeypatch, tmp_path, mounts, "/pond/articles.library") == ""


def test_a_link_is_followed(monkeypatch, tmp_path):
    (tmp_path / "share").mkdir()
    (tmp_path / "here").symlink_to(tmp_path / "share")
    mounts = mount("/", "ext4") + mount(f"{tmp_path.resolve()}/share", "lustre")
    assert disk(monkeypatch, tmp_path, mounts, tmp_path / "here/articles.library") == "lustre"


@pytest.mark.parametrize("mounts", ["", "nothing\n", "1 2 3\n - nfs\n"])
def test_a_list_that_says_nothing_is_of_no_network(monkeypatch, tmp_path, mounts):
    assert disk(monkeypatch, tmp_path, mounts, "/pond/articles.library") == ""


def test_a_system_without_the_list_has_none(monkeypatch, tmp_path):
    monkeypatch.setattr(network_disks, "MOUNTS", tmp_path / "none")
    assert network_disk(tmp_path / "articles.library") == ""
