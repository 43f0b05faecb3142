"""Containers of the bytes of articles and texts: files, packed too, folders, archives, streams."""
