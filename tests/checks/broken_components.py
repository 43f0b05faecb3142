"""A good component, and others that each break a rule of `citalign check`."""

import os
import pickle
import socket
import time
import warnings
from contextlib import suppress

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc, Span
from spacy.util import minibatch

WORDS = ["the", "kinase", "p53", "DNA", "mice"]
GROUP = "found"
NUMBERS = ("._.", "checked_numbers", 0, 0)
CLOSED = ("127.0.0.1", 9)  # nothing listens there
if not Doc.has_extension("checked_thing"):
    Doc.set_extension("checked_thing", default=None)


class Finder(Pipe):
    """Marks some words."""

    def __init__(self, nlp, name, words):
        self.name, self.words = name, list(words)

    def __call__(self, doc):
        self.mark(doc)
        return doc

    def mark(self, doc):
        words = set(self.words)
        found = [doc[token.i : token.i + 1] for token in doc if token.text in words]
        doc.spans[self.spans_key] = found

    def to_bytes(self, *, exclude=()):
        return "\n".join(self.words).encode()

    def from_bytes(self, data, *, exclude=()):
        self.words = data.decode().split("\n")
        return self

    def to_disk(self, path, *, exclude=()):
        path.write_bytes(self.to_bytes())

    def from_disk(self, path, *, exclude=()):
        return self.from_bytes(path.read_bytes())


def factory(*, words=WORDS, **declared):
    """Registers a class under its own name."""
    declared = {"assigns": ["doc.spans"], **declared}

    def register(kind):
        def make(nlp, name, words, spans_key):
            if not spans_key:
                raise ValueError("spans_key is empty: name a span group")
            made = kind(nlp, name, words)
            made.spans_key = spans_key
            return made

        name, settings = f"check_{kind.__name__.lower()}", {"words": words, "spans_key": GROUP}
        Language.factory(name, default_config=settings, func=make, **declared)
        return kind

    return register


factory()(Finder)


@Language.component("check_function", assigns=["doc.cats"])
def say_long(doc: Doc) -> Doc:
    """Is good, and a function."""
    doc.cats["long"] = float(len(doc) > 10)
    return doc


@factory(words=None)
class Untrained(Finder):
    """Knows no words before it is trained, and does not say so: TypeError."""

    def __init__(self, nlp, name, words):
        self.name, self.words = name, words

    def to_bytes(self, *, exclude=()):
        return super().to_bytes() if self.words else b""


@factory(words=None)
class NoDefault(Finder):
    """Cannot be made with its defaults."""


@factory()
class FirstWord(Finder):
    """Wants a first word."""

    def mark(self, doc):
        if doc[0].text:
            super().mark(doc)


@factory(assigns=["doc.spans", "doc._.checked_thing"])
class Outside(Finder):
    """Counts characters of another text."""

    def mark(self, doc):
        super().mark(doc)
        doc._.checked_thing = [{"start_char": 0, "end_char": len(doc.text) + 1}]


@factory(assigns=["doc.spans", "doc._.checked_thing"])
class Shifted(Finder):
    """Has a text that does not stand where it says."""

    def mark(self, doc):
        super().mark(doc)
        doc._.checked_thing = [{"start_char": 0, "end_char": 2, "text": doc.text[1:3]}]


@factory()
class Secret(Finder):
    """Sets tags, and does not say so."""

    def mark(self, doc):
        super().mark(doc)
        for token in doc:
            token.tag_ = "XX"


@factory(assigns=["doc.spans", "doc.cats"])
class Promising(Finder):
    """Says that it sets categories."""


@factory()
class Needy(Finder):
    """Reads sentences, and does not say so."""

    def mark(self, doc):
        super().mark(doc)
        list(doc.sents)


@factory()
class Chunked(Finder):
    """Reads a parse, and does not say so."""

    def mark(self, doc):
        super().mark(doc)
        doc.spans[GROUP] = list(doc.noun_chunks)


@factory()
class Merging(Finder):
    """Merges tokens, and does not say so."""

    def mark(self, doc):
        if len(doc) > 1:
            with doc.retokenize() as retokenizer:
                retokenizer.merge(doc[0:2])
        super().mark(doc)


@factory(assigns=["doc.spans", "doc.cats"])
class Company(Finder):
    """Gives a Doc what belongs to its batch."""

    def mark(self, doc, size=1):
        super().mark(doc)
        doc.cats = {"size": float(size)}

    def pipe(self, stream, *, batch_size=128):
        for docs in minibatch(stream, size=batch_size):
            for doc in docs:
                try:
                    self(doc)
                    self.mark(doc, len(docs))
                except ValueError as error:
                    self.get_error_handler()(self.name, self, [doc], error)
                else:
                    yield doc


@factory()
class Growing(Finder):
    """Learns while it annotates."""

    def mark(self, doc):
        super().mark(doc)
        if "seen" not in self.words[-1]:
            self.words.append("seen")


@factory()
class Shared(Finder):
    """Keeps a Doc on itself."""

    def mark(self, doc):
        self.words_of_doc = {token.text for token in doc}
        time.sleep(0.002)
        doc.spans[GROUP] = [doc[i : i + 1] for i in range(len(doc)) if doc[i].text in self.here()]

    def here(self):
        return self.words_of_doc & set(self.words)


@factory()
class Homebound(Finder):
    """Works in the process in which it was made only."""

    def __init__(self, nlp, name, words):
        super().__init__(nlp, name, words)
        self.home = os.getpid()

    def mark(self, doc):
        if os.getpid() != self.home:
            raise ValueError("nobody is at home")
        super().mark(doc)


@factory()
class Unpicklable(Finder):
    """Cannot be sent to another process, only inherited."""

    def __init__(self, nlp, name, words):
        super().__init__(nlp, name, words)
        self.known = lambda: self.words


@factory()
class Fragile(Finder):
    """Lets errors through its stream."""

    def pipe(self, stream, *, batch_size=128):
        yield from map(self, stream)


@factory()
class Wasteful(Finder):
    """Throws a whole batch away."""

    def pipe(self, stream, *, batch_size=128):
        for docs in minibatch(stream, size=batch_size):
            try:
                yield from [self(doc) for doc in docs]
            except ValueError as error:
                self.get_error_handler()(self.name, self, docs, error)


@factory(assigns=["doc.spans", "doc._.checked_thing"])
class Objects(Finder):
    """Puts an object on the Doc."""

    def mark(self, doc):
        super().mark(doc)
        doc._.checked_thing = Thing()


class Thing:
    """Something that msgpack does not know."""


def count_rated(doc):
    """What stands in the attrs of the group; None where that is lost."""
    return doc.spans[GROUP].attrs.get("rated") if GROUP in doc.spans else None


def first_number(doc):
    """By the number of a token; raises where there are fewer."""
    return [doc[number].text for number in doc.user_data.get(NUMBERS, ())] or None


class Installing(Finder):
    """Installs its attributes where nobody else has them, with or without a word."""

    def __init__(self, nlp, name, words):
        super().__init__(nlp, name, words)
        self.install("checked_rated", count_rated)

    def install(self, name, getter):
        if not Doc.has_extension(name):
            Doc.set_extension(name, getter=getter)
        elif Doc.get_extension(name)[2] is not getter:
            warnings.warn(f"somebody else has {name}", stacklevel=2)


@factory(assigns=["doc.spans", "doc._.checked_rated"])
class Listed(Installing):
    """Keeps what it knows in lists of the group."""

    def mark(self, doc):
        super().mark(doc)
        doc.spans[GROUP].attrs["rated"] = [1.0] * len(doc.spans[GROUP])


@factory(assigns=["doc.spans", "doc._.checked_number"])
class Numbered(Installing):
    """Keeps numbers of tokens."""

    def __init__(self, nlp, name, words):
        Finder.__init__(self, nlp, name, words)
        self.install("checked_number", first_number)

    def mark(self, doc):
        super().mark(doc)
        doc.user_data[NUMBERS] = [len(doc) - 1] if len(doc) else []


@factory()
class Stale(Finder):
    """Leaves a group of whole texts that nobody asked for."""

    def mark(self, doc):
        super().mark(doc)
        doc.spans["whole"] = [doc[:]] if len(doc) else []


@factory()
class Forgetful(Finder):
    """Has state and saves none of it."""

    to_bytes = property()
    from_bytes = property()
    to_disk = property()
    from_disk = property()


@factory()
class Lossy(Finder):
    """Saves a part of its state."""

    def to_disk(self, path, *, exclude=()):
        path.write_bytes("\n".join(self.words[1:]).encode())


@factory()
class Pickled(Finder):
    """Saves a pickle."""

    def to_bytes(self, *, exclude=()):
        return pickle.dumps(self.words)

    def from_bytes(self, data, *, exclude=()):
        self.words = pickle.loads(data)
        return self


@factory()
class Named(Finder):
    """Says with a name that its file is a pickle."""

    def to_disk(self, path, *, exclude=()):
        path.mkdir()
        (path / "words.joblib").write_bytes(self.to_bytes())

    def from_disk(self, path, *, exclude=()):
        return self.from_bytes((path / "words.joblib").read_bytes())


@factory()
class Calling(Finder):
    """Asks a service about each Doc."""

    def mark(self, doc):
        super().mark(doc)
        with suppress(OSError), socket.create_connection(CLOSED, timeout=0.1):
            pass


@factory()
class Crashing(Finder):
    """Ends the interpreter at a text of one word."""

    def mark(self, doc):
        if doc.text == "p53":
            os._exit(7)
        super().mark(doc)


@factory()
class Hanging(Finder):
    """Never ends at a text of one word."""

    def mark(self, doc):
        while doc.text == "p53":
            time.sleep(0.01)
        super().mark(doc)


@Language.factory("check_deaf", default_config={"least_probability": 0.5}, assigns=["doc.ents"])
class Deaf:
    """Reads its threshold and does nothing with it."""

    def __init__(self, nlp, name, least_probability):
        self._least = least_probability

    def __call__(self, doc):
        doc.set_ents([Span(doc, 0, 1, label="FIRST")] if len(doc) else [], default="outside")
        return doc


@Language.factory("check_changeable", default_config={"limit": 3}, assigns=["doc.ents"])
class Changeable(Deaf):
    """Lets its setting be changed, and saves nothing of it."""

    def __init__(self, nlp, name, limit):
        self.limit = limit


@factory()
class Greedy(Finder):
    """Learns whatever it is given, frozen or not."""

    def initialize(self, get_examples, *, nlp=None):
        if not any(example.reference.ents for example in get_examples()):
            raise ValueError("the examples have no entities to learn from")
