# 105. Source text. An unlucky learner.
# Tries: a session with the prompts of an interpreter, pasted.
# Must: a syntax error at its first line.
>>> def reciprocal_rank(retrieved, relevant):
...     return 1.0
...
>>> reciprocal_rank(["a"], {"a"})
1.0
