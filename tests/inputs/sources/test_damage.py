"""Whatever the bytes of an input: no traceback, and each record has a text or an error."""

import gzip
import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from input_files import pubmed_article, pubmed_file
from jats_files import jats, section

from spacy_citalign.app.batch.job import find_sources
from spacy_citalign.errors import InputError
from spacy_citalign.inputs.records import Reading
from tests.inputs.sources.test_archives import MEMBERS, PACKED

PUBMED = pubmed_file(*(pubmed_article(str(number)) for number in range(8)))
LINES = b'{"text": "Frogs."}\n' * 30
CONTENTS = {
    **{name: pack(MEMBERS) for name, pack in PACKED.items()},
    "a.jsonl": LINES,
    "a.jsonl.gz": gzip.compress(LINES, mtime=0),
    "p.xml": PUBMED,
    "p.xml.gz": gzip.compress(PUBMED, mtime=0),
    "j.xml": jats(section("Results", "Frogs hop.")),
}
CHANGES = st.lists(
    st.tuples(
        st.floats(0, 1, exclude_max=True),
        st.integers(0, 50),
        st.one_of(st.binary(max_size=8), st.sampled_from([b"\xff" * 4, bytes(4), b"PK\x01\x02"])),
    ),
    min_size=1,
    max_size=4,
)


def changed(content: bytes, changes) -> bytes:
    """The content with some bytes at each place, told from 0 to 1, replaced by others."""
    for place, count, others in changes:
        at = int(place * len(content))
        content = content[:at] + others + content[at + count :]
    return content


@pytest.mark.parametrize("name", CONTENTS)
@settings(max_examples=20, deadline=None)
@given(changes=CHANGES, most=st.sampled_from([1, 100, 10**9]))
def test_damage_never_raises(name, changes, most):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(changed(CONTENTS[name], changes))
        try:
            sources = find_sources([path], Reading())
        except InputError:  # it is the only input, and of a kind that is not read: b"Rar!"
            return
        for source in sources:
            for split in source.splits(most):
                for record in split.records():
                    assert (record.text is None) != (record.error is None)


@pytest.fixture(scope="module")
def parquet() -> bytes:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    out = io.BytesIO()
    pq.write_table(pa.table({"text": ["Frogs."] * 300}), out, row_group_size=100)
    return out.getvalue()


@settings(max_examples=40, deadline=None)
@given(changes=CHANGES)
def test_damaged_parquet_never_raises(parquet, changes):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.parquet")
        path.write_bytes(changed(parquet, changes))
        try:
            sources = find_sources([path], Reading())
        except InputError:  # it is the only input
            return
        for source in sources:
            for split in source.splits(500):
                assert all((one.text is None) != (one.error is None) for one in split.records())


def test_parquet_with_any_byte_of_its_end_changed_never_ends_the_process(tmp_path, parquet):
    # pyarrow aborts where it is asked about a single column whose statistics are damaged.
    path = tmp_path / "a.parquet"
    size = int.from_bytes(parquet[-8:-4], "little")
    for place in range(len(parquet) - size - 8, len(parquet) - 8):
        content = bytearray(parquet)
        content[place] ^= 1
        path.write_bytes(content)
        try:
            sources = find_sources([path], Reading())
        except InputError:
            continue
        assert [split for source in sources for split in source.splits(500)]
