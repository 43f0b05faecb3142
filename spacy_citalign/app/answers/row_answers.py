"""The answer of an aligned group: its statements, those who differ, and self-citations."""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...citations.works.articles import is_self_citation
from ...components.citation_scopes import citing_sentence
from ...genes.told import told_genes
from ...schema import (
    AlignedClass,
    Citance,
    ClassMember,
    Contrary,
    Difference,
    Direction,
    DirectionSide,
    OddCitance,
    Statement,
    WorkAnswer,
)
from ...statements import DIFFERS, FOUND
from ...statements.answer import find_answer
from ...statements.direction_counts import CountedDirection
from ...statements.disagreement import Disagreement
from ...statements.finding import SharedStatement
from ...statements.shared import ClassSpan, SharedClass
from .group_sentences import kind_of, sentence_marks

Scopes = Sequence[Sequence[tuple[int, int]]]
_NAME = re.compile(r"\b[^\W\d_a-z][^\W\d_]{2,}")


def with_answer(
    work: WorkAnswer,
    similarity_within: Callable[[Scopes], NDArray[np.float64]] | None = None,
    min_differs: float = DIFFERS,
) -> WorkAnswer:
    """Return an aligned group with what its citances say of the work.

    Args:
        work: the group; its S citances are told apart by their articles, as far as known.
        similarity_within: returns from the scopes of the citances how much of what two of them say
            is alike, (S, S) in 0..1; None: by their classes.
        min_differs: the least probability of what is told to differ.
    """
    work = work.model_copy()
    for citance in work.citances:
        article = citance.article
        if article is not None and is_self_citation(vars(article), vars(work.cited)):
            citance.self_citation = True
    texts = [citance.text for citance in work.citances]
    sentences = [
        citing_sentence(
            citance.text,
            sentence_marks(citance, work.cited.text_of("first_author")),
            article=citance.article_name or None,
            section=citance.section or "",
        )
        for citance in work.citances
    ]
    for citance, sentence in zip(work.citances, sentences, strict=True):
        if sentence.scope:
            citance.scope = list(sentence.scope)
    similarity = similarity_within and similarity_within([one.scope for one in sentences])
    authors = {name.casefold() for name in work.cited.authors or ()}
    authors.update(name for citance in work.citances for name in _names_in_marks(citance))
    shared = [_shared(aligned, authors) for aligned in work.classes]
    answer = find_answer(
        sentences,
        shared,
        similarity,
        title=work.cited.text_of("title"),
        subjects=work.subjects or (),
        min_differs=min_differs,
        better={
            place: max((one.better for one in citance.fits), default=0.0)
            for place, citance in enumerate(work.citances)
            if citance.fits is not None
        },
    )
    work.articles = answer.articles
    genes = told_genes({name for aligned in work.classes for name in aligned.genes}, texts)
    kind = kind_of(work)
    work.kind, work.kind_probability = kind.kind, round(max(kind.probabilities), 4)
    work.classes = [
        aligned.model_copy(update=_class_update(aligned, authors, genes) | {"articles": articles})
        for aligned, articles in zip(work.classes, answer.class_articles, strict=True)
    ]
    names = [aligned.name for aligned in work.classes]
    if answer.copies:
        work.copies = [list(places) for places in answer.copies]
    work.statements = [_statement(one, names) for one in answer.statements]
    differences = [
        (_difference(texts[place], place, one), one.probability >= min_differs)
        for place, one in answer.differing
    ]
    work.differing = [one for one, differs in differences if differs]
    work.comparing = [one for one, differs in differences if not differs]
    work.min_differs = min_differs
    if min_differs == DIFFERS:
        work.differing_found = FOUND
    if answer.directions:
        work.directions = [_direction(one, answer.articles) for one in answer.directions]
    if answer.odd and work.kind != "method":  # a procedure is cited for many things
        work.odd = [OddCitance(place=place, probability=round(p, 4)) for place, p in answer.odd]
        for odd in work.odd:
            if fits := work.citances[odd.place].fits:
                odd.fits = fits[0]
    return work


def _difference(text: str, place: int, found: Disagreement) -> Difference:
    difference = Difference(
        place=place,
        start=found.start,
        end=found.end,
        cue=text[found.start : found.end],
        probability=round(found.probability, 4),
        who=found.who,
    )
    if found.by is not None:
        difference.by = text[slice(*found.by)]
    return difference


def _direction(found: CountedDirection, articles: int | None) -> Direction:
    sides = [DirectionSide(says=side.says, places=list(side.places)) for side in found.sides]
    for side, counted in zip(sides, found.sides, strict=True) if articles is not None else ():
        side.articles = counted.articles
    return Direction(agent=found.agent, target=found.target, sides=sides)


def _statement(found: SharedStatement, names: Sequence[str]) -> Statement:
    statement = Statement(
        classes=[names[number] for number in found.classes],
        places=list(found.places),
        articles=found.articles,
    )
    if found.contrary:
        statement.contrary = [
            Contrary(
                kind=kind,
                place=said.text,
                start=said.start,
                end=said.end,
                against=ClassMember(place=against.text, start=against.start, end=against.end),
            )
            for kind, said, against in found.contrary
        ]
    return statement


def _is_author(aligned: AlignedClass, authors: Set[str]) -> bool:
    """Return whether the words of a class are the names of authors."""
    wordings = {text.casefold() for text in aligned.wordings}
    return bool(wordings) and wordings <= authors


def _class_update(aligned: AlignedClass, authors: Set[str], told: Set[str]) -> dict[str, Any]:
    """Return what changes of a class: it is the name of authors, or not all its genes are told."""
    if _is_author(aligned, authors):
        return {"kind": "name", "genes": []}
    if told >= {*aligned.genes}:
        return {}
    ids = {name: gene_id for name, gene_id in aligned.gene_ids.items() if name in told}
    return {"genes": [name for name in aligned.genes if name in told], "gene_ids": ids}


def _shared(aligned: AlignedClass, authors: Set[str]) -> SharedClass:
    """Return a class; the name of an author says no more than a reporting word."""
    members = (ClassSpan(one.place, one.start, one.end) for one in aligned.members)
    kind = "reporting" if _is_author(aligned, authors) else aligned.kind
    return SharedClass(tuple(members), kind, aligned.rarity, *aligned.wordings[:1])


def _names_in_marks(citance: Citance) -> Iterator[str]:
    """Yield the names of authors in the marks of a citance: "Zork" of "(Zork and Ott, 2004)"."""
    for mark in citance.citations or ():
        yield from map(str.casefold, _NAME.findall(citance.text, mark.start, mark.end))
