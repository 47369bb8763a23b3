"""How frames are laid out on the connection between the trusted side and one process.

Runs on both sides: the standard library only. A frame to the process is a length and a body whose
first byte is its kind; a frame from it is two lengths, a JSON head and the JSON of the arguments
afterwards, or its digest where that is shorter.
"""

import hashlib
import struct

SOURCE = b"S"
QUERY = b"Q"
SCRIPT = b"R"

SCRIPT_ASKED = [0, 0]
"""How the answer to a script begins; queries are numbered from 1."""

LENGTH = struct.Struct("<I")
LENGTHS = struct.Struct("<II")

VALUE_BYTES = 64 * 1024
FRAME_BYTES = 256 * 1024
DEPTH = 20
ITEMS = 10_000
# Python reads no longer integer from text (sys.int_info.default_max_str_digits), so a longer one
# can't travel.
INT_BITS = 14_280
# As many digits as an integer may have, with a sign, a point and an exponent: exact arithmetic on a
# Decimal of many more takes the trusted side minutes.
DECIMAL_TEXT = 4_320

THREADS = 256
"""Threads of one process: each takes memory of the kernel's and a process number of the machine's,
which its own limits don't count. Ordinary ones meet the memory limit long before.
"""

NAME_TEXT = 100
MESSAGE_TEXT = 2_000
LINE_TEXT = 200
NAMES = 50
FRAMES = 20

SOURCE_NAME = "solution.py"
# High, so that no descriptor of ours or of a sensible learner stands there.
QUERIES_FD = 60
QUERIES_NAME = "queries.json"

_BRIEF = 1024


def brief(text: bytes) -> bytes:
    """A text as it is compared: large arguments needn't travel back to be seen to be the same."""
    return text if len(text) <= _BRIEF else hashlib.sha256(text).hexdigest().encode("ascii")
