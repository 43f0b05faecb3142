"""Runs on Ray: `run.py` gives out the work, `work.py` does it, `cluster.py` starts and finds Ray.

`annotator.py` is for a Ray data set of one's own.
"""
