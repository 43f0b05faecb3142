"""Where the bytes of articles and texts are: files, folders, gzip, archives, streams."""
