"""Whether sources have what they are cited for: claims on plain strings, and manuscripts."""
