"""Mutations of XML that leave it well-formed."""

import random
from collections.abc import Callable, Sequence
from copy import deepcopy

from lxml import etree

from tests.fuzzing.mutation import mostly, xml_mutator
from tests.fuzzing.target import Mutator

_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)


def tree_mutator(
    tags: Sequence[str], attributes: Sequence[tuple[str, str]], texts: Sequence[str]
) -> Mutator:
    """Mutate elements, their attributes and their texts; each fourth time the tags as text.

    Args:
        tags: of new elements.
        attributes: names and values that mean something.
        texts: that mean something.
    """
    words = [f"<{tag}>".encode() for tag in tags] + [text.encode() for text in texts]
    as_text = xml_mutator(words)

    def change(data: bytes, rng: random.Random) -> bytes:
        try:
            root = etree.fromstring(data, _PARSER)
        except etree.XMLSyntaxError:
            return data
        if root is None:
            return data
        for _ in range(rng.choice((1, 1, 2, 3))):
            elements = [one for one in root.iter() if isinstance(one.tag, str)]
            one = rng.choice(elements)
            _change_element(one, rng.choice(elements), rng, tags, attributes, texts)
        try:
            return etree.tostring(root)
        except etree.SerialisationError:  # the encoding that it names is none
            return data

    structured = mostly(change)

    def mutate(data: bytes, most: int, seed: int, plain: Callable[[bytes, int], bytes]) -> bytes:
        return (structured if seed % 4 else as_text)(data, most, seed, plain)

    return mutate


def _change_element(
    one: etree._Element,
    other: etree._Element,
    rng: random.Random,
    tags: Sequence[str],
    attributes: Sequence[tuple[str, str]],
    texts: Sequence[str],
) -> None:
    match rng.randrange(9):
        case 0 if one.getparent() is not None:
            one.getparent().remove(one)
        case 1 if one.getparent() is not None:
            other.append(deepcopy(one))
        case 2 if (
            one.getparent() is not None and one not in other.iterancestors() and one is not other
        ):
            other.insert(rng.randrange(len(other) + 1), one)
        case 3:
            one.tag = rng.choice(tags)
        case 4:
            name, value = rng.choice(attributes)
            one.set(name, value)
        case 5:
            one.text = rng.choice(texts)
        case 6:
            one.tail = rng.choice(texts)
        case 7:
            inner = etree.SubElement(one, rng.choice(tags))
            inner.text, one.text = one.text, None
        case _:
            inner = etree.SubElement(one, rng.choice(tags))
            inner.text = rng.choice(texts)
            inner.set(*rng.choice(attributes))
