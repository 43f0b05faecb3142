"""Invented articles and rows of groups are as many, and as varied, as the benchmark says."""

import numpy as np

from benchmarks.library.generated_articles import (
    ARTICLES,
    ASKED,
    ASKED_SENTENCES,
    ASKING,
    article,
)
from benchmarks.library.generated_rows import write_batch
from benchmarks.library.invented import drawn_works, record_of, sentences, word, work
from spacy_citalign.citations.works.work_names import work_names
from spacy_citalign.row_files import iter_groups


def test_one_work_is_cited_by_thirty_articles_in_ninety_nine_sentences():
    author = f"<surname>{work(ASKED)['first_author']}<"
    counts = []
    for number in range(0, ARTICLES, ARTICLES // ASKING):
        text, _ = article(number)
        last = text.count('<ref id="')
        if author in text.rpartition("<ref id=")[2]:
            counts.append(text.count(f'rid="r{last}"'))
    assert len(counts) == ASKING
    assert sum(counts) == sum(ASKED_SENTENCES) * 3 == 99
    assert author not in article(1)[0]


def test_an_article_is_the_same_each_time():
    assert article(7) == article(7) != article(8)


def test_a_batch_has_a_group_a_work(tmp_path):
    path = tmp_path / "rows.jsonl"
    count = write_batch(path, 3, articles=20)
    with path.open() as lines:
        groups = list(iter_groups(lines, path.name))
    assert sum(len(one.citances) for one in groups) == count
    assert abs(count / 20 - 60) < 6
    assert len({one.key for one in groups}) == len(groups)
    for group in groups:
        for citance in group.citances:
            marks = citance.citations or []
            assert sum(mark.cites is True for mark in marks) == 1
            assert all(citance.text[mark.start : mark.end].isdigit() for mark in marks)
            assert citance.end - citance.start == len(citance.text)
    assert path.read_bytes() == again(tmp_path, 3)
    assert path.read_bytes() != again(tmp_path, 4)


def again(folder, batch):
    write_batch(folder / "again.jsonl", batch, articles=20)
    return (folder / "again.jsonl").read_bytes()


def test_words_and_titles_of_works_differ():
    assert len({word(number) for number in range(100_000)}) == 100_000
    titles = {work(number)["title"] for number in [*range(5_000), ASKED, 2 * ASKED]}
    assert len(titles) == 5_002


def test_records_of_a_work_vary_and_share_a_name():
    records = [record_of(5, place) for place in range(40)]
    assert len({str(one) for one in records}) > 3
    for record in records:
        names = work_names(record)
        shared = {f"{kind}:{value}" for kind, value in names.identifiers} | {names.name}
        known = work_names(work(5))
        assert shared & ({f"{kind}:{value}" for kind, value in known.identifiers} | {known.name})


def test_works_are_drawn_by_zipfs_law():
    drawn = drawn_works(np.random.default_rng(1), 10_000, 1_000_000)
    assert max(drawn) < 1_000_000
    first, tenth = (sum(one < limit for one in drawn) for limit in (1_000, 100_000))
    assert 0.2 < first / 10_000 < 0.35
    assert 0.7 < tenth / 10_000 < 0.8


def test_sentences_are_as_long_as_real_ones():
    made = sentences(np.random.default_rng(2), 500)
    assert len(made) == 500
    assert 150 < sum(map(len, made)) / 500 < 220
