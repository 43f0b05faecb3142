"""Evidence in cited articles: rankings of sentences on CL-SciSumm."""
