"""Evidence: sentences of a cited article that a citing one speaks of, ranked, with probabilities.

Task 1A of the CL-SciSumm shared tasks (Chandrasekaran et al. 2019, "Overview and results:
CL-SciSumm shared task 2019", BIRNDL), on plain texts:

- ``terms`` takes marks of citation out and makes terms of texts, ``matching`` compares by them, the
  rarer in scientific articles the more;
- ``features`` describes a sentence by itself, and a pair;
- ``model`` weighs features and calibrates, ``training`` learns the weights of both;
- ``ranker`` offers the result, and ``scoring`` counts what is right.
"""
