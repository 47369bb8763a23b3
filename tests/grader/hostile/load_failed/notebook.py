# 105. Source text. An unlucky learner.
# Tries: the JSON of a notebook in the place of its code.
# Must: a plain sentence with what Python makes of it.
# expects: trouble = "NameError"
# expects: says = ["null"]
{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [],
   "source": ["def recall_at_k(retrieved, relevant, k):\n", "    return 0.0\n"]
  }
 ],
 "metadata": {"language_info": {"name": "python"}},
 "nbformat": 4,
 "nbformat_minor": 5
}
