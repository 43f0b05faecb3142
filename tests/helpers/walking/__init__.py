"""Follows a value through the source of a package: see `parameter_walk.py` beside this folder."""
