"""A learner's source as bytes: made uniform and measured, never parsed or compiled here."""

import hashlib

from grader.errors import SourceRefused
from grader.limits import SOURCE_BYTES

_BOM = b"\xef\xbb\xbf"


def prepared(source: bytes) -> bytes:
    """The source as it is graded and stored: no byte order mark, and every line ends in LF.

    Raises SourceRefused when it is larger than SOURCE_BYTES after that.
    """
    uniform = source.removeprefix(_BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if len(uniform) > SOURCE_BYTES:
        raise SourceRefused(_too_large(len(uniform)))
    return uniform


def _too_large(size: int) -> str:
    kib = SOURCE_BYTES // 1024
    return (
        f"This file is too large: it has {size:,} bytes, and {kib} KiB ({SOURCE_BYTES:,} bytes) "
        "is the most that is graded. Nothing was stored."
    )


def digest_of(source: bytes) -> str:
    """SHA-256 in hex of a prepared source."""
    return hashlib.sha256(source).hexdigest()
