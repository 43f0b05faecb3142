"""Inputs of users: texts and articles in files, folders and archives, read into records.

From the top: ``manuscripts`` reads what somebody writes, with its bibliography. ``article_files``
gives the files of articles and what is in them, ``sources`` whatever is given to a run:
``sources_of`` finds it, and a source is cut into chunks and read. ``formats`` cuts bytes and reads
them: ``all_formats`` is the table of it, and says how a new format is added. ``file_types`` alone
says what a file is, by its name and how it begins. ``containers`` are where bytes are. Parquet,
which is rows and not bytes, has ``parquet``. All readers of articles are made of
``article_parts``; ``records`` is what comes out, and ``articles`` full texts.
"""
