"""What the common exceptions of Python mean in a function that works on lists, sets and numbers."""

from grader.query_result import Trouble

_BY_MESSAGE = (
    ("'NoneType'", "One of the values is None there: which call gave it back without a return?"),
    ("unhashable", "A list, set or dict can't stand in a set or be a key: make a tuple of it."),
    ("not subscriptable", "Only lists, tuples, texts and dicts have places to pick with [ ]."),
    ("not iterable", "A loop needs several values to go over, and got a single one."),
    ("not callable", "Round brackets call a function, and what stands before them is none."),
    ("argument", "A function is called there with other arguments than its first line names."),
    ("unsupported operand", "Two kinds of value meet there that this operation can't combine."),
    ("not supported between", "Two kinds of value are compared there that have no order."),
    ("slice indices", "The ends of a slice are whole numbers: use // instead of /."),
    ("indices must be", "A place in a list or text is a whole number: use // instead of /."),
    ("during iteration", "A loop changes what it goes over: let it go over a copy."),
    ("to unpack", "There are more or fewer values than names on the left of the equals sign."),
    ("not in list", "What is looked for is not in the list: ask with `in` first."),
    ("empty", "It was asked of no values at all: say first what is right when there are none."),
    ("math domain", "That number has no such root or logarithm: which input makes it 0 or less?"),
    ("never closed", "A bracket is opened on that line and closed nowhere after it."),
    ("unterminated", "A text begins on that line, and its closing quote is missing."),
    ("expected ':'", "The line that begins a block ends in a colon."),
)
"""The first part of a message that is found decides; it is asked for in the classes below only."""

_WITH_MESSAGES = frozenset(
    {"AttributeError", "RuntimeError", "StatisticsError", "SyntaxError", "TypeError", "ValueError"}
)

_BY_NAME = {
    "AssertionError": "An assert of your own was not true there.",
    "AttributeError": "A value of this kind has nothing of that name: is it the kind you expect?",
    "ImportError": "That module has nothing of this name.",
    "IndentationError": "The spaces at the start of that line don't fit the lines around it.",
    "IndexError": "The list is shorter than that place: a slice never goes past the end.",
    "KeyError": "It is not in the dict or set: ask with `in` first, or use .get().",
    "NameError": "That name means nothing there: is it spelled as where it got its value?",
    "OverflowError": "The number grew too large for this operation.",
    "StatisticsError": "It was asked of no values at all: say first what is right without any.",
    "StopIteration": "next() was asked and nothing was left: give it a second value for that case.",
    "SyntaxError": "Look at that line and at the end of the one before it.",
    "TypeError": "A value there is of another kind than this operation takes.",
    "UnboundLocalError": "On this way through the function the name has not got a value yet.",
    "ValueError": "The kind of value is right, and this one of it is not accepted.",
    "ZeroDivisionError": "It divides by zero there: say first what is right when there is nothing.",
}


def meaning(trouble: Trouble) -> str | None:
    """One sentence for an exception that many learners meet; None for any other."""
    told = trouble.message if trouble.name in _WITH_MESSAGES else ""
    by_message = (sentence for part, sentence in _BY_MESSAGE if part in told)
    return next(by_message, _BY_NAME.get(trouble.name))
