"""Outputs of a run: rows of JSON or of tables, files and folders that are there whole or go on.

`batches.py` and `tables.py` make rows of what `components/results.py` finds on a Doc; `batches.py`
and `resume.py` write them into one file, `parts.py` and `output_folder.py` into a folder.
`manifest.py` says whose rows these are.
"""
