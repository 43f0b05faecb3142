"""Types of arrays, said once."""

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
