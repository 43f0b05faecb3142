"""Containers of the bytes of articles and texts: files, folders, gzip, archives, streams."""
