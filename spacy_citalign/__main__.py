"""`python -m spacy_citalign` is `citalign`."""

from .cli import main

if __name__ == "__main__":
    main()
