"""The results that a pipeline can set: the columns of its tables, whatever a single text holds."""

from typing import TYPE_CHECKING

from .results import BASE_PHRASES, COLUMNS, FIELDS

if TYPE_CHECKING:
    from spacy.language import Language

ALL_RESULTS = (*FIELDS, BASE_PHRASES, COLUMNS)
_CITING = ("citations", "citances", "cited_works")
_OURS = {
    "base_phrase_chunker": (BASE_PHRASES,),
    "citance_finder": _CITING,
    "column_tagger": (COLUMNS,),
    "gene_mention_tagger": ("gene_mentions",),
    "propositional_term_extractor": ("propositional_terms",),
}
_ENTITY = {"doc.ents", "token.ent_id", "token.ent_iob", "token.ent_kb_id", "token.ent_type"}
_ATTRIBUTE = "doc._."


def result_names(nlp: "Language", *, articles: bool = False) -> tuple[str, ...]:
    """Return the names of the results that ``nlp`` can set, in the order of ``ALL_RESULTS``.

    What a component sets is what its factory declares as ``assigns``; spaCy's own are known, and
    one of others that declares nothing may set any of our results. Attributes that are no results
    of ours are not written.

    Args:
        nlp: its active components count.
        articles: whether texts are articles, which have citations and citances when they are read.
    """
    settable = set(_CITING) if articles else set()
    for name, component in nlp.pipeline:
        settable |= _set_by(nlp, name, component)
    return tuple(name for name in ALL_RESULTS if name in settable)


def _set_by(nlp: "Language", name: str, component: object) -> set[str]:
    """Return the results that a component can set."""
    meta = nlp.get_pipe_meta(name)
    if meta.factory in _OURS:
        return set(_OURS[meta.factory])
    package = str(getattr(component, "__module__", "")).partition(".")[0]
    assigned = set(meta.assigns)
    if not assigned and package != "spacy":
        return set(ALL_RESULTS)
    results = {name.removeprefix(_ATTRIBUTE) for name in assigned if name.startswith(_ATTRIBUTE)}
    if assigned & _ENTITY:
        results.add("entities")
    if package == "spacy":
        settings = nlp.get_pipe_config(name)
        results.add(str(settings.get("spans_key")))  # of spancat and the like
        if settings.get("annotate_ents"):
            results.add("entities")
    elif package != "spacy_citalign" and "doc.spans" in assigned:
        results |= set(ALL_RESULTS) - {"entities"}
    return results & set(ALL_RESULTS)
