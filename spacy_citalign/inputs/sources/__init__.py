"""Sources of texts and articles: files, folders, archives and streams, in chunks and records."""
