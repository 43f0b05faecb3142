"""Outputs of a run: rows of JSON or of tables, files and folders that are there whole or go on.

`batches.py` and `tables.py` make rows of what `components/results.py` finds on a Doc; `batches.py`
and `resume.py` write them into one file, `parts.py` and `output_folder.py` into a folder.
`fingerprint.py` and `manifest.py` say whose rows these are, `locking.py` who writes.
"""
