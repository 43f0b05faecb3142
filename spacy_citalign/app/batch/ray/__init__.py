"""Runs on Ray, `run.py`; `annotator.py` is for a Ray data set of one's own."""
