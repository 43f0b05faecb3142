"""Coverage-guided fuzzing of whatever reads bytes of others: `python tests/fuzzing --list`."""
