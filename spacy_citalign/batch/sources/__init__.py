"""Sources, one kind a file: what they are cut into, and how a worker reads their splits.

`files.py` chooses the source of a file, `file_set.py` gathers many small files, `listing.py` and
`selection.py` say which files of a folder are read. `failures.py` is what cannot be read,
`stretches.py` the bytes of a split.

`line_file.py` and `line_records.py` read JSON Lines and texts a line, `pubmed_file.py` files of
PubMed, `parquet_file.py` with `parquet_columns.py` and `parquet_rows.py` Parquet, `contents.py`
whole files, that is texts and JATS, `archives.py` with `zip_members.py` and `tar_members.py`
archives, `streams.py` standard input.
"""
