"""What each address answers: read, ask the rule, do one thing, answer."""
