"""The import path that ``RayAnnotator`` is promised under."""

from ...batch.ray.annotator import RayAnnotator

__all__ = ["RayAnnotator"]
