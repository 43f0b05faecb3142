"""What users have: texts and articles in files, folders and archives, read into records.

``find.py`` gives the sources of what is named: ``containers/`` says where their bytes are,
``selection.py`` which of them are read. ``formats/`` cuts bytes and reads them; Parquet, which is
rows and not bytes, has ``parquet.py``. Container and format meet in ``pieces.py``; ``splits.py``
groups pieces, ``records.py`` is what comes out, and ``articles.py`` full texts.
"""
