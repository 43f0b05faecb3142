"""What is asked of a library: works, sentences, answers, reports."""
