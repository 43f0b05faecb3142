"""The default of a large folder: what two articles share is shown, the rest counted; pages end."""

import json
import resource

import pytest
from jats_files import citing, jats, section

import spacy_citalign

ARTICLES, WORKS, SHARED = 1_445, 22_621, 7_986  # as a folder of real ones had
PAGE = 60_000_000  # bytes: browsers open it in some seconds
MEMORY = 2_500_000  # kB, of a process at its peak


def make_folder(folder):
    """Write articles that cite works twice: some of two articles, the others of one."""
    folder.mkdir()
    for number in range(ARTICLES):
        cited = [*range(number, SHARED, ARTICLES), *range(SHARED + number, WORKS, ARTICLES)]
        cited += [(work + 1) % SHARED for work in cited if work < SHARED]
        references, sentences = {}, []
        for place, work in enumerate(cited):
            references[f"r{place}"] = (f"Zork{work}", "2004", f"Pond {work} and its frogs", "")
            times = 1 if work < SHARED else 2
            sentences += [citing(f"r{place}", f"Pond {work} has frogs that sing.")] * times
        content = jats(section("Results", *sentences), pmid=str(number), references=references)
        (folder / f"{number}.xml").write_bytes(content)
    return folder


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_large_folder_has_a_page_that_opens(tmp_path, monkeypatch):
    folder = make_folder(tmp_path / "articles")
    summary = spacy_citalign.report(folder, tmp_path / "page.html", n_process=2)
    assert f"{WORKS:,} works, {SHARED:,} of two articles and more" in summary.source
    assert summary.works == 3_000
    assert summary.page.stat().st_size < PAGE
    with summary.rows.open("rb") as file:
        rows = [json.loads(line) for line in file]
    assert len(rows) == SHARED
    assert {len(row["citances"]) for row in rows} == {2}
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < MEMORY
