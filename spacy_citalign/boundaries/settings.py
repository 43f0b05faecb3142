"""The one setting of a detector, checked; imports nothing heavy."""

from ..words.settings import check_range

THRESHOLD = 0.5


def check_threshold(threshold: float) -> None:
    """Raise SettingError unless a probability lies in 0..1."""
    check_range("threshold", threshold, 0, 1, advice="give a probability, 0 to 1")
