"""The process that reads PDFs: what comes of it, and what becomes of who asks where it dies."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import zlib
from pathlib import Path

import numpy as np
import pytest
from pdf_files import Text, pdf, pdf_of_streams, pond_pdf

from spacy_citalign.errors import InputError
from spacy_citalign.inputs.formats.pdf import process
from spacy_citalign.inputs.formats.pdf.characters import read_pages
from spacy_citalign.inputs.formats.pdf.process import pdf_pages

FROGS = pdf([Text(60, 60, "Frogs (hop) [1].")], [Text(60, 80, "Toads.")], title="Frog talk")


def text_of(page):
    return "".join(map(chr, page.codes.tolist()))


@pytest.fixture(autouse=True)
def started(monkeypatch):
    """The processes that were started, the last one at the end."""
    made, start = [], subprocess.Popen
    process.end_child()
    monkeypatch.setattr(
        subprocess, "Popen", lambda *args, **how: made.append(start(*args, **how)) or made[-1]
    )
    return made


@pytest.fixture
def stand_in(monkeypatch):
    """Have another process in the place of the one that reads PDFs."""

    def stand(code):
        head = "import os, sys, time, struct; out = sys.stdout.buffer; take = sys.stdin.buffer.read"
        code = f"{head}\n{textwrap.dedent(code)}"
        monkeypatch.setattr(process, "child_command", lambda: [sys.executable, "-c", code])

    process.end_child()
    yield stand
    process.end_child()


READY = "out.write(bytes([0, 0, 0, 1]) + b'R'); out.flush()"


def test_pages_are_those_that_are_read_in_this_process():
    found, metadata = pdf_pages(FROGS)
    pages = []
    known = read_pages(FROGS, 10, pages.append)
    assert [text_of(page) for page in found] == ["Frogs (hop) [1].", "Toads."]
    assert metadata == known
    assert metadata["Title"] == "Frog talk"
    for one, other in zip(found, pages, strict=True):
        for value, expected in zip(one, other, strict=True):
            np.testing.assert_array_equal(value, expected)


def test_one_process_reads_many(started):
    pdf_pages(FROGS)
    pdf_pages(pond_pdf())
    with pytest.raises(InputError, match="damaged"):
        pdf_pages(b"%PDF-1.4")
    pdf_pages(FROGS)
    assert len(started) == 1


def test_after_so_many_there_is_a_new_one(started, monkeypatch):
    pdf_pages(FROGS)
    monkeypatch.setattr(process, "MOST_READ", 1)
    pdf_pages(FROGS)
    assert len(started) == 2


def test_one_that_died_in_between_is_replaced(started):
    pdf_pages(FROGS)
    started[-1].kill()
    assert len(pdf_pages(FROGS).pages) == 2


@pytest.mark.parametrize(
    ("code", "message"),
    [
        # It dies at the document, of a signal or as native code that gives up.
        (f"{READY}; take(20); os.abort()", "ends PDFium at page 1 "),
        # It has no memory left, and says so.
        (f"{READY}; take(20); os._exit(3)", "wants more than 1.1 GB"),
        # A page took too long, so that its own clock ended it.
        (f"{READY}; take(20); os._exit(1)", "takes PDFium more than 20 s for page 1"),
        # It does not start.
        ("pass", "does not start: it ends at once"),
        ("out.write(bytes([0, 0, 0, 5]) + b'Eodd!'); out.flush()", "does not start: odd!"),
    ],
)
def test_where_it_dies_the_reason_is_told(stand_in, code, message):
    stand_in(code)
    with pytest.raises(InputError, match=message):
        pdf_pages(FROGS)


@pytest.mark.parametrize(
    "answer",
    [
        b"\x80\x04\x95",  # a pickle
        b"\xff\xff\xff\xffP",  # of 4 GB
        b"\0\0\0\0",
        b"\0\0\0\1X",
        b"\0\0\0\5P\0\0\0\1",
        b"\0\0\0\7P\0\0\0\2{}",
        b"\0\0\0\3D[]",
    ],
)
def test_what_is_no_page_is_not_believed(stand_in, answer):
    stand_in(f"{READY}; take(20); out.write({answer!r}); out.flush()")
    with pytest.raises(InputError, match="is a PDF that"):
        pdf_pages(FROGS)


def test_what_it_says_of_itself_is_text(stand_in):
    answer = b'D{"Title": "Frog \\ud800", "pages": 0}'
    stand_in(
        f"{READY}; take(20); out.write(struct.pack('>I', {len(answer)}) + {answer!r}); out.flush()"
    )
    assert pdf_pages(FROGS).metadata == {"Title": "Frog ?", "pages": "0"}


def test_what_hangs_is_ended(stand_in, monkeypatch):
    monkeypatch.setattr(process, "SECONDS", 0.3)
    stand_in(f"{READY}; time.sleep(60)")
    start = time.perf_counter()
    with pytest.raises(InputError, match=r"takes PDFium more than 0 s, at page 1; open it"):
        pdf_pages(FROGS)
    assert time.perf_counter() - start < 30


def test_the_next_one_is_read_by_a_new_process(stand_in, monkeypatch):
    stand_in(f"{READY}; take(20); os.abort()")
    with pytest.raises(InputError):
        pdf_pages(FROGS)
    monkeypatch.undo()
    assert len(pdf_pages(FROGS).pages) == 2


def test_an_interrupt_leaves_nothing_in_the_pipe(monkeypatch):
    pdf_pages(FROGS)

    def interrupted(body):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(process, "page_of", interrupted)
        with pytest.raises(KeyboardInterrupt):
            pdf_pages(pond_pdf())
    assert [text_of(page) for page in pdf_pages(FROGS).pages] == ["Frogs (hop) [1].", "Toads."]


@pytest.mark.parametrize(
    ("name", "most", "message"),
    [
        ("MOST_PAGES", 1, "has more than 1 pages; give the pages of one article"),
        ("MOST_CHARACTERS", 5, "has more than 5 characters on 1 pages"),
    ],
)
def test_too_much_is_refused(monkeypatch, name, most, message):
    monkeypatch.setattr(process, name, most)
    with pytest.raises(InputError, match=message):
        pdf_pages(FROGS)


@pytest.mark.slow
def test_a_bomb_costs_itself():
    # 1 GB of drawn letters, packed twice.
    bomb = zlib.compress(zlib.compress(b"BT (A) Tj ET " * 80_000_000, 1), 9)
    assert len(bomb) < 100_000
    with pytest.raises(InputError, match=r"is a PDF that (ends|takes) PDFium"):
        pdf_pages(pdf_of_streams([bomb], b"/Filter[/FlateDecode/FlateDecode]"))
    assert len(pdf_pages(FROGS).pages) == 2


def test_threads_get_their_own_pages():
    texts = [f"Frogs of pond {number}." for number in range(8)]
    found = {}

    def read(text):
        found[text] = [text_of(page) for page in pdf_pages(pdf([Text(60, 60, text)])).pages]

    threads = [threading.Thread(target=read, args=[text]) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {text: [text] for text in texts}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_has_one_of_its_own(started):
    pdf_pages(FROGS)
    forked = os.fork()
    if not forked:
        done = 1
        try:
            done = not (len(pdf_pages(FROGS).pages) == 2 and len(started) == 2)
            process.end_child()
        finally:
            os._exit(done)
    assert os.waitstatus_to_exitcode(os.waitpid(forked, 0)[1]) == 0
    pdf_pages(FROGS)
    assert len(started) == 1


@pytest.mark.slow
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_daemonic_workers_read_pdfs(method):
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert len(pool.apply(pdf_pages, [FROGS]).pages) == 2


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks into /proc")
@pytest.mark.parametrize("how", ["sys.exit()", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_it_ends_with_who_started_it(tmp_path, how):
    path = tmp_path / "a.pdf"
    path.write_bytes(FROGS)
    code = (
        "import os, signal, subprocess, sys\n"
        "from spacy_citalign.inputs.formats.pdf.process import pdf_pages\n"
        "made, start = [], subprocess.Popen\n"
        "subprocess.Popen = lambda *args, **how: made.append(start(*args, **how)) or made[-1]\n"
        "pdf_pages(open(sys.argv[1], 'rb').read())\n"
        f"print(made[-1].pid, flush=True)\n{how}"
    )
    command = [sys.executable, "-c", code, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    status = Path(f"/proc/{int(done.stdout)}/status")
    for _ in range(100):
        if not status.exists() or "State:\tZ" in status.read_text():
            return
        time.sleep(0.1)
    pytest.fail("it is still there")


def test_it_imports_little():
    code = (
        "import sys; import spacy_citalign.inputs.formats.pdf.child as child, io\n"
        "import spacy_citalign.inputs.formats.pdf.characters, pypdfium2.raw\n"
        "print([name for name in ('spacy', 'scipy', 'sklearn', 'lxml') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
