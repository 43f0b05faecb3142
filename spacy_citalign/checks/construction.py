"""Rules of making a component: it is found, builds from its settings, and its import is quiet."""

import sys
from contextlib import suppress
from functools import cache

import spacy
from spacy import util

from spacy_citalign.checks.findings import BrokenError, NotApplicableError, Rule
from spacy_citalign.checks.fresh import ImportEffects, factories_found, import_effects
from spacy_citalign.checks.network import watched
from spacy_citalign.checks.plain import difference, plain
from spacy_citalign.checks.subject import Subject, is_clear
from spacy_citalign.runs.messages import described


def is_found(subject: Subject) -> None:
    """Rule ``found``."""
    nlp, factory = subject.nlp, subject.meta.factory
    factories = tuple(sorted({nlp.get_pipe_meta(name).factory for name in nlp.component_names}))
    if not _found(subject.lang, factories)[factory]:
        raise BrokenError(
            f"spacy.blank({subject.lang!r}).add_pipe({factory!r}) knows no such factory (E002) "
            f"before {subject.module} is imported"
        )


@cache
def _found(lang: str, factories: tuple[str, ...]) -> dict[str, bool]:
    return factories_found(lang, list(factories))


def is_built(subject: Subject) -> None:
    """Rule ``built``."""
    name, factory = subject.name, subject.meta.factory
    lacking = ""
    try:
        subject.nlp.create_pipe(factory, name)
    except Exception as error:  # a factory may raise anything
        if not is_clear(error):
            raise BrokenError(
                f"with its default settings the factory raises {described(error)}"
            ) from error
        lacking = described(error)
    nlp = spacy.blank(subject.lang)
    nlp.add_pipe(factory, name=name, config=subject.settings)
    config = nlp.config.from_str(nlp.config.to_str())
    other = util.load_model_from_config(config, auto_fill=True)
    one, two = (made.config["components"][name] for made in (nlp, other))
    found = difference(plain(one), plain(two), f"components.{name}")
    if found:
        raise BrokenError(f"its settings change on the way through a config file: {found}")
    if lacking and subject.made:
        raise NotApplicableError(f"it has no defaults: {lacking}")


def unfitted_is_clear(subject: Subject) -> None:
    """Rule ``unfitted``."""
    nlp = spacy.blank(subject.lang, vocab=subject.nlp.vocab)
    try:
        nlp.add_pipe(subject.meta.factory, name=subject.name)
    except Exception as error:  # rule ``built`` says more
        raise NotApplicableError(f"it has no defaults: {described(error)}") from error
    one, other = (subject.prepared(subject.texts[:1]) for _ in range(2))
    for where, use in (("", lambda: nlp(one[0])), ("in nlp.pipe ", lambda: list(nlp.pipe(other)))):
        try:
            use()
        except Exception as error:  # a component may raise anything
            if not is_clear(error):
                raise BrokenError(
                    f"made with its defaults and not trained, it raises {where}{described(error)}"
                ) from error


def is_quiet(subject: Subject) -> None:
    """Rule ``quiet``."""
    effects = _effects(tuple(subject.modules), tuple(sys.path))[subject.module]
    if effects.error:
        raise BrokenError(f"importing {subject.module} fails: {effects.error}")
    if effects.printed.strip():
        line = effects.printed.strip().splitlines()[0]
        raise BrokenError(f"importing {subject.module} prints {line!r}")
    if effects.reached:
        raise BrokenError(f"importing {subject.module} connects to {effects.reached[0]}")
    with watched() as reached:
        with suppress(NotApplicableError):
            subject.twin()
        if reached:
            raise BrokenError(f"making and loading it connects to {reached[0]}")
        for doc in subject.docs():
            reached.clear()
            subject.nlp(doc)
            if reached:
                raise BrokenError(f"annotating a Doc connects to {reached[0]}")


@cache
def _effects(modules: tuple[str, ...], path: tuple[str, ...]) -> dict[str, ImportEffects]:
    """Of all modules at once; what two of them import both is the doing of the first."""
    return import_effects(list(modules), list(path))


RULES = [
    Rule(
        "found",
        "nlp.add_pipe finds the factory, and nothing needs to be imported before",
        "Advertise the module that registers the factory as an entry point, in pyproject.toml: "
        '[project.entry-points.spacy_factories] NAME = "package.module:function".',
        is_found,
    ),
    Rule(
        "built",
        "the factory builds with its defaults, and its settings survive a config file",
        "Give every argument a value in default_config, of a kind that a config file can hold "
        "(strings, numbers, lists, or registered functions as @misc).",
        is_built,
    ),
    Rule(
        "unfitted",
        "used before it is trained, it says so, or does no harm",
        "Begin __call__ and pipe with a test for the model, and raise an error whose message says "
        "how to get one (nlp.initialize, from_disk).",
        unfitted_is_clear,
    ),
    Rule(
        "quiet",
        "importing it prints nothing, and importing, making, loading and using it need no network",
        "Move what the module does on import into the factory, give messages to the logging "
        "module, and let the user download files beforehand and name them in the config.",
        is_quiet,
    ),
]
