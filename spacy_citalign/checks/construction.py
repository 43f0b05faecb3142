"""Rules of making a component: it is found, builds from its settings, and its import is quiet."""

import sys
from contextlib import suppress

import spacy
from spacy import util

from ..errors import described
from .findings import BrokenError, NotApplicableError, errors_as, rule
from .fresh import factories_found, import_effects, watched
from .plain import difference, plain
from .under_test import ComponentUnderTest, is_clear


@rule(
    "found",
    "nlp.add_pipe finds the factory, and nothing needs to be imported before",
    "Advertise the module that registers the factory as an entry point, in pyproject.toml: "
    '[project.entry-points.spacy_factories] NAME = "package.module:function".',
)
def is_found(tested: ComponentUnderTest) -> None:
    """Check rule ``found``."""
    nlp, factory = tested.nlp, tested.meta.factory
    factories = tuple(sorted({nlp.get_pipe_meta(name).factory for name in nlp.component_names}))
    if not factories_found(tested.lang, factories)[factory]:
        raise BrokenError(
            f"spacy.blank({tested.lang!r}).add_pipe({factory!r}) knows no such factory (E002) "
            f"before {tested.module} is imported"
        )


@rule(
    "built",
    "the factory builds with its defaults, and its settings survive a config file",
    "Give every argument a value in default_config, of a kind that a config file can hold "
    "(strings, numbers, lists, or registered functions as @misc).",
)
def is_built(tested: ComponentUnderTest) -> None:
    """Check rule ``built``."""
    name, factory = tested.name, tested.meta.factory
    lacking = ""
    try:
        tested.nlp.create_pipe(factory, name)
    except Exception as error:  # a factory may raise anything
        if not is_clear(error):
            raise BrokenError(
                f"with its default settings the factory raises {described(error)}"
            ) from error
        lacking = described(error)
    nlp = spacy.blank(tested.lang)
    nlp.add_pipe(factory, name=name, config=tested.settings)
    config = nlp.config.from_str(nlp.config.to_str())
    loaded = util.load_model_from_config(config, auto_fill=True)
    before, after = (pipeline.config["components"][name] for pipeline in (nlp, loaded))
    changed = difference(plain(before), plain(after), f"components.{name}")
    if changed:
        raise BrokenError(f"its settings change on the way through a config file: {changed}")
    if lacking and tested.from_factory:
        raise NotApplicableError(f"it has no defaults: {lacking}")


@rule(
    "unfitted",
    "used before it is trained, it says so, or does no harm",
    "Begin __call__ and pipe with a test for the model, and raise an error whose message says "
    "how to get one (nlp.initialize, from_disk).",
)
def unfitted_is_clear(tested: ComponentUnderTest) -> None:
    """Check rule ``unfitted``."""
    nlp = spacy.blank(tested.lang, vocab=tested.nlp.vocab)
    with errors_as(NotApplicableError, "it has no defaults:"):  # rule ``built`` says more
        nlp.add_pipe(tested.meta.factory, name=tested.name)
    (doc,), stream = (tested.prepared(tested.texts[:1]) for _ in range(2))
    for where, use in (("", lambda: nlp(doc)), ("in nlp.pipe ", lambda: list(nlp.pipe(stream)))):
        try:
            use()
        except Exception as error:  # a component may raise anything
            if not is_clear(error):
                raise BrokenError(
                    f"made with its defaults and not trained, it raises {where}{described(error)}"
                ) from error


@rule(
    "quiet",
    "importing it prints nothing, and importing, making, loading and using it need no network",
    "Move what the module does on import into the factory, give messages to the logging "
    "module, and let the user download files beforehand and name them in the config.",
)
def is_quiet(tested: ComponentUnderTest) -> None:
    """Check rule ``quiet``."""
    effects = import_effects(tuple(tested.modules), tuple(sys.path))[tested.module]
    error, printed = effects["error"], effects["printed"].strip()
    if error:
        raise BrokenError(f"importing {tested.module} fails: {error}")
    if printed:
        raise BrokenError(f"importing {tested.module} prints {printed.splitlines()[0]!r}")
    if effects["reached"]:
        raise BrokenError(f"importing {tested.module} connects to {effects['reached'][0]}")
    with watched() as reached:
        with suppress(NotApplicableError):
            tested.copied()
        if reached:
            raise BrokenError(f"making and loading it connects to {reached[0]}")
        for doc in tested.docs():
            reached.clear()
            tested.nlp(doc)
            if reached:
                raise BrokenError(f"annotating a Doc connects to {reached[0]}")
