"""The commands of `python -m grader`, each a thin reader of the grader's own functions."""
