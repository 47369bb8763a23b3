"""The grader: judges a source against an exercise, with no HTTP, no database, no environment."""
