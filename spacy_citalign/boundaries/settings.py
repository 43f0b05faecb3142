"""The one setting of a detector, checked; imports nothing heavy."""

from ..errors import SettingError
from ..words.settings import finite_number

THRESHOLD = 0.5


def check_threshold(threshold: float) -> None:
    """Raise SettingError unless a probability lies in 0..1."""
    if not 0 <= finite_number(threshold) <= 1:
        raise SettingError(f"threshold is {threshold}; give a probability, 0 to 1")
