"""What a run writes: rows of JSON or of tables, files and folders that are there whole or go on.

`json_rows.py` and `tables.py` make rows of what `components/results.py` finds on a Doc, which
`batches.py` and `resume.py` write into one file, `parts.py` and `output_folder.py` into a
folder. `fingerprint.py` and `manifest.py` say whose rows these are.
"""
