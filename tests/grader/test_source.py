"""A source is made uniform before it is measured and named."""

import pytest

from grader.errors import SourceRefused
from grader.limits import SOURCE_BYTES
from grader.source import digest_of, prepared


def test_a_source_over_the_limit_is_refused_in_one_sentence() -> None:
    with pytest.raises(SourceRefused, match="65,537 bytes, and 64 KiB"):
        prepared(b"#" * (SOURCE_BYTES + 1))


def test_the_limit_is_on_what_is_graded_not_on_how_lines_end() -> None:
    assert len(prepared(b"#\r\n" * (SOURCE_BYTES // 2))) == SOURCE_BYTES


@pytest.mark.parametrize("typed", [b"a = 1\r\nb = 2\r\n", b"\xef\xbb\xbfa = 1\rb = 2\r"])
def test_a_byte_order_mark_and_line_ends_change_no_digest(typed: bytes) -> None:
    assert digest_of(prepared(typed)) == digest_of(b"a = 1\nb = 2\n")


def test_nothing_else_is_changed() -> None:
    odd = b"\xff\xfe\x00 \t\x0c\n\n"
    assert prepared(odd) == odd
