"""Evidence: sentences of a cited article that a citing one speaks of, ranked, with probabilities.

Task 1A of the CL-SciSumm shared tasks (Chandrasekaran et al. 2019, "Overview and results:
CL-SciSumm shared task 2019", BIRNDL), on plain texts:

- ``terms`` takes marks of citation out and makes terms of texts, ``frequencies`` says how rare they
  are in scientific articles, ``matching`` compares by them;
- ``sentence_features`` describes a sentence by itself, ``features`` a pair;
- ``model`` weighs features and calibrates, ``training`` learns the weights of both;
- ``ranker`` offers the result, and ``scoring`` counts what is right.
"""
