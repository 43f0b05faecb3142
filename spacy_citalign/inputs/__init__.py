"""Inputs of users: texts and articles in files, folders and archives, read into records.

``find.py`` gives the sources of what is named, ``article_files.py`` the files of articles and what
is in them: ``containers/`` says where their bytes are, ``content_types.py`` what they are by how
they begin, ``selection.py`` what their names say. ``formats/`` cuts bytes and reads them; Parquet,
which is rows and not bytes, has ``parquet.py``. Container and format meet in
``chunks_of_input.py``, which groups chunks for runs, and nowhere else. ``records.py`` is what comes
out, and ``articles.py`` full texts.
"""
