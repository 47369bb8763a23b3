"""What each address answers: read, ask the rule, do one thing, answer."""

from starlette.convertors import IntegerConvertor, register_url_convertor


class _Number(IntegerConvertor):
    """A number that the database can be asked for; a longer one leads nowhere."""

    regex = "[0-9]{1,18}"


# Before any route is made: Python reads no number of thousands of digits, and says so by raising.
register_url_convertor("int", _Number())
