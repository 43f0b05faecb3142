"""The contrast of colours, and their mixtures."""


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours as WCAG 2.1 defines it, from 1 to 21.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def mixed(first: str, second: str, share: float) -> str:
    """Return ``share`` of the first colour (0 to 1) in the second, as CSS mixes them in sRGB.

    >>> mixed("#ff0000", "#0000ff", 0.2)
    '#3300cc'
    """
    parts = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in parts)


def _channels(color: str) -> list[int]:
    return [int(color[i : i + 2], 16) for i in (1, 3, 5)]


def _luminance(color: str) -> float:
    """Return the relative luminance, 0 to 1."""
    shares = [channel / 255 for channel in _channels(color)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
