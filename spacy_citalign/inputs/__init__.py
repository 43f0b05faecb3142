"""What users have: texts and articles in files, folders and archives, read into records.

``find.py`` gives the sources of what is named, ``article_files.py`` the files of articles:
``containers/`` says where their bytes are, ``kinds.py`` what they are by how they begin,
``selection.py`` what their names say. ``formats/`` cuts bytes and reads them; Parquet, which is
rows and not bytes, has ``parquet.py``. Container and format meet in ``pieces.py``, and nowhere
else; ``splits.py`` groups pieces for runs, ``reading.py`` gives what citances are read from.
``records.py`` is what comes out, and ``articles.py`` full texts.
"""
