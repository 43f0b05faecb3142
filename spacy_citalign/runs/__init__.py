"""Runs over corpora: records in, annotated rows out, every record once, whatever interrupts.

`records.py` to `splits.py` read, `stream.py` and `workers.py` annotate, `results.py` to `resume.py`
write. The commands in `cli/` are made of these.
"""
