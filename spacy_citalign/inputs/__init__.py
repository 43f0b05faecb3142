"""What users have: articles in files, folders and archives, in the formats of full texts."""
