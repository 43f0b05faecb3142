"""What several ideas need of a word: tokens, hashes, hash tables, shapes, stems."""
