# 105. Source text. An unlucky learner.
# Tries: a file of comments alone.
# Must: every function is missing, and that is said.
# def recall_at_k(retrieved, relevant, k):
#     I will write this tomorrow.
