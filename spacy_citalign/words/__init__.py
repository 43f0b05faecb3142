"""What several ideas need of a word: tokens, hashes, shapes, stems, lexicons."""
