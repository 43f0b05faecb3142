"""Rows of `citalign citances` for batches of invented articles, as a cluster writes them.

A batch is the run over its articles: a line for each work that they cite. Articles, citances a
sentence and characters of a line are as many as in the real collection (articles_tulsi).
"""

import json
from collections import defaultdict
from pathlib import Path

import numpy as np

from .invented import drawn_works, record_of, sentences, work

ARTICLES = 1_000
CITANCES = 60  # of an article, on the average
WORKS = 10_000_000  # in all
_REFERENCES = 45  # of an article
_PER_SENTENCE = (1, 1, 1, 1, 2, 2, 3)  # works that a sentence cites, one as likely as the other
_SECTIONS = ("Introduction", "Methods", "Results", "3. Results / 3.1. Growth", "Discussion")
_AROUND = 32  # characters


def write_batch(path: Path, batch: int, articles: int = ARTICLES) -> int:
    """Write the rows of a batch; the number of its citances.

    Args:
        path: JSON Lines.
        batch: its number, from 0.
        articles: how many it has.
    """
    dice = np.random.default_rng([49, batch])
    lines: defaultdict[int, list[str]] = defaultdict(list)
    mean = sum(_PER_SENTENCE) / len(_PER_SENTENCE)
    per_article = round(CITANCES / mean)
    counts = dice.choice(_PER_SENTENCE, size=(articles, per_article)).tolist()
    cited = np.array(drawn_works(dice, articles * _REFERENCES, WORKS)).reshape(articles, -1)
    texts = sentences(dice, articles * per_article)
    gaps = dice.integers(200, 900, size=(articles, per_article)).tolist()
    done = 0
    for number in range(articles):
        article = batch * articles + number
        own = cited[number].tolist()
        name, about = _about(article)
        position = 0
        reference = 0
        for place in range(per_article):
            text = texts[number * per_article + place]
            # Each reference once, then the first ones again.
            chosen = [own[(reference + n) % len(own)] for n in range(counts[number][place])]
            reference += len(chosen)
            position += gaps[number][place]
            section = _SECTIONS[place * len(_SECTIONS) // per_article]
            for key, line in _citances(name, about, section, position, text, chosen, own):
                lines[key].append(line)
                done += 1
            position += len(text) + 30
    with path.open("w", encoding="utf-8") as file:
        for key, citances in lines.items():
            record = record_of(key, batch)
            record["key"] = _key(record)
            file.write(f'{{"cited": {json.dumps(record)}, "citances": [{", ".join(citances)}]}}\n')
    return done


def _citances(
    name: str, about: str, section: str, start: int, text: str, chosen: list[int], own: list[int]
) -> list[tuple[int, str]]:
    """The records of a sentence for each work that it cites."""
    works = list(dict.fromkeys(chosen))
    labels = [str(own.index(key) + 1) for key in works]
    at = len(text) + 2
    marks = []
    for label in labels:
        marks.append((at, at + len(label)))
        at += len(label) + 1
    whole = f"{text} [{','.join(labels)}]."
    head = f'{{"id": "{name}:{start}", "text": "{whole}", "source": "{name}", "section": '
    head += f'"{section}", "start": {start}, "end": {start + len(whole)}, '
    head += f'"prefix": "{text[-_AROUND + 2 :]}. ", "suffix": " {text[: _AROUND - 1]}", '
    made = []
    for number, key in enumerate(works):
        listed = ", ".join(
            f'{{"start": {begin}, "end": {end}, "cites": {"true" if n == number else "false"}}}'
            for n, (begin, end) in enumerate(marks)
        )
        made.append((key, f'{head}"citations": [{listed}], "article": {about}}}'))
    return made


def _about(article: int) -> tuple[str, str]:
    """The name of an article, and what is known of it in JSON."""
    known = work(WORKS + article)
    name = f"PMC{20_000_000 + article}"
    about = {name: known[name] for name in ("title", "first_author", "authors", "initials")}
    about |= {"year": known["year"], "journal": known["source"]}
    about |= {"doi": f"10.5555/art.{article}", "pmcid": name}
    return name, json.dumps(about)


def _key(record: dict[str, str]) -> str:
    for kind in ("doi", "pmid"):
        if kind in record:
            return f"{kind}:{record[kind]}"
    return f"{record['first_author']} {record['year']} {record['title']}".lower()
