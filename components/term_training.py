"""Training of the term extractor: gold of Examples, lists and texts that a user names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from ..corpora.io import text_lines
from ..corpora.word_lists import read_term_list
from ..errors import InputError, SettingError
from ..terms.corpus import AnnotatedDocument
from ..terms.domains import TermModels
from ..terms.extractor import check_boundaries
from ..terms.lexicons import Lexicons
from ..terms.training import Resources, TrainingSettings, count_background, train_domains
from .base.names import KEYWORDS, TERM_DOMAIN, TERM_LABEL, TERM_PARTIAL, TERMS, TITLE, NounPhrases
from .base.spans import get_character_spans
from .base.trained import ModelPipe
from .base.training import run_earlier
from .readers.gold_docs import with_gold
from .term_texts import term_text, word_spans

if TYPE_CHECKING:
    from ..terms.texts import TermText


def train(
    pipe: ModelPipe,
    get_examples: Callable[[], Iterable[Example]],
    nlp: Language | None,
    settings: TrainingSettings,
    lexicons: Mapping[str, Any] | None,
    unlabelled: Sequence[Path] | None,
) -> TermModels:
    """Return a model for each domain, trained on the gold terms of the references.

    Raises:
        InputError: the examples have no terms, or a file cannot be read.
        SettingError: a setting of the component does not fit what is trained.
    """
    check_boundaries(pipe.settings, learned=settings.rescore > 0)  # before, not after, training
    lists = read_lexicons(lexicons)
    noun_phrases = pipe.settings.noun_phrases
    texts = unlabelled_documents(unlabelled, nlp, pipe.name, noun_phrases)
    earlier = partial(run_earlier, nlp, pipe.name)
    examples = with_gold(
        get_examples(), TERMS, "terms", label=TERM_LABEL, gold_labels=pipe.settings.gold_labels
    )
    documents = annotated_documents(examples, earlier, noun_phrases)
    check_domain(pipe.settings.domain, documents)
    return train_domains(documents, settings, Resources(lists, texts))


def with_background(models: TermModels, texts: Sequence["TermText"]) -> TermModels:
    """Return the models with texts counted into their background."""
    if not texts:
        return models
    more = count_background(texts)
    extended = (replace(model, background=model.background.merged(more)) for model in models.models)
    return replace(models, models=tuple(extended))


def annotated_documents(
    examples: Sequence[Example],
    tagged: Callable[[Iterable[Doc]], Iterable[Doc]],
    noun_phrases: NounPhrases = "tags",
) -> list[AnnotatedDocument]:
    """Return references with gold terms, marked or not, as the component reads them.

    Args:
        examples: with the terms in their references, and there or in ``predicted`` the title,
            keywords, domain, and whether terms are marked in part, if these are known.
        tagged: annotates Docs as the components before this one do.
        noun_phrases: see ``term_text``.

    Raises:
        InputError: tags are missing, or a domain is no name.
    """
    texts = []
    for example, doc in zip(examples, tagged(eg.predicted for eg in examples), strict=True):
        for name in (TITLE, KEYWORDS, TERM_DOMAIN, TERM_PARTIAL):
            if name not in doc.user_data and name in example.reference.user_data:
                doc.user_data[name] = example.reference.user_data[name]
        text, words = term_text(doc, noun_phrases)
        gold = word_spans(doc, words, get_character_spans(example.reference, TERMS) or [])
        domain = doc.user_data.get(TERM_DOMAIN)
        if not isinstance(domain, str | None):
            raise InputError(
                f'the Doc {doc[:6].text!r}... has doc.user_data["{TERM_DOMAIN}"] = {domain!r}; '
                "give a name, or leave it out"
            )
        partial = bool(doc.user_data.get(TERM_PARTIAL))
        texts.append(AnnotatedDocument(text, gold, domain or "", partial))
    return texts


def unlabelled_documents(
    files: Sequence[Path] | None, nlp: Language | None, before: str, noun_phrases: NounPhrases
) -> list["TermText"]:
    """Return the lines of files as documents, annotated as the components before would.

    Raises:
        InputError: there is no pipeline to read them with, or a file cannot be read.
        SettingError: ``files`` is no list of paths.
    """
    if files is None:
        return []
    _check_paths("unlabelled", files)
    if not files:
        return []
    if nlp is None:
        raise InputError("unlabelled texts need a pipeline to be read with; call nlp.initialize")
    docs = run_earlier(nlp, before, map(nlp.make_doc, text_lines(files)))
    return [term_text(doc, noun_phrases)[0] for doc in docs]


def read_lexicons(files: Mapping[str, Path | Sequence[Path]] | None) -> Lexicons:
    """Compile the lists that a user names, one file or several a list.

    Raises:
        InputError: a file cannot be read.
        SettingError: a name is unknown, or what it names is no path or list of paths.
    """
    if not isinstance(files, Mapping | None):
        raise SettingError(f"lexicons is {files!r}; give files by the name of their list")
    Lexicons.of(dict.fromkeys(files or {}, ()))  # names are checked before files are read
    entries: dict[str, list[str]] = {}
    for name, paths in (files or {}).items():
        several = [paths] if isinstance(paths, str | Path) else paths
        _check_paths(f"lexicons.{name}", several)
        for path in several:
            entries.setdefault(name, []).extend(read_term_list(path, name))
    return Lexicons.of(entries)


def _check_paths(name: str, paths: Any) -> None:
    """Raise SettingError for what is no list of paths; of a string each character would be one."""
    if not isinstance(paths, list | tuple) or not all(isinstance(p, str | Path) for p in paths):
        raise SettingError(f"{name} is {paths!r}; give a list of paths")


def check_domain(domain: str | None, documents: Iterable[AnnotatedDocument]) -> None:
    """Raise SettingError, before training, where no document is of the domain to be read."""
    known = sorted({document.domain for document in documents})
    if domain is not None and domain not in known:
        raise SettingError(
            f"domain is {domain!r}; the training documents have {', '.join(map(repr, known))}"
        )
