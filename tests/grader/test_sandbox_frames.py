"""Frames are read strictly and believed only as the answer to what was just asked."""

import json
import struct
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.limits import Limits
from grader.sandbox import Sandbox, wire
from grader.sandbox.decode import Garbled, decode, parse
from grader.sandbox.outcome import Kind, Load
from grader.sandbox.process import Answer
from grader.sandbox.reply import read_load, read_outcome
from tests.grader.by_hand import call, calls, kinds, observe, plan

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=15,
)
TAGS = "none bool int float str list tuple set dict fraction decimal other".split()
TAGGED = st.recursive(
    st.tuples(st.sampled_from(TAGS), JSON).map(list),
    lambda inner: st.tuples(st.sampled_from(TAGS), st.lists(inner, max_size=4)).map(list),
    max_leaves=10,
)
WORDS = st.sampled_from(["loaded", "syntax_error", "load_failed", "value", "raised", "too_large"])
HEADS = st.lists(WORDS | TAGGED | JSON | st.just(1) | st.just(0), max_size=7)

ASKED = [3, 1]
VISIBLE, HIDDEN = (plan("", calls("one two", 1), visible=visible) for visible in (True, False))
TOLD = {"name": "ValueError", "message": "why", "frames": [[3, "one"]]}


def answer(head: object, arguments: bytes = b"[]") -> Answer:
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    return Answer(text, arguments, 0.1, 0.1)


def read(head: object, *, visible: bool = True) -> Any:
    shown = (lambda _: "printed") if visible else (lambda _: None)
    return read_outcome(answer(head), ASKED, b"[]", shown)


# Whatever is sent, reading it comes to a value or to Garbled


@given(st.binary(max_size=80))
def test_any_bytes_are_a_value_or_garbled(text: bytes) -> None:
    for reader in (
        lambda: parse(text),
        lambda: read_load(answer(text), VISIBLE),
        lambda: read(text),
    ):
        try:
            reader()
        except Garbled:
            continue


@given(JSON | TAGGED)
def test_any_json_is_a_value_or_garbled(tagged: object) -> None:
    try:
        decode(tagged)
    except Garbled:
        return


@given(HEADS)
def test_any_head_is_an_outcome_or_garbled(head: list[Any]) -> None:
    for told in (head, [*ASKED, *head], [*ASKED, 0, *head]):
        try:
            outcome = read(told)
        except Garbled:
            continue
        assert isinstance(outcome.kind, Kind)
        assert told[:2] == ASKED


@given(HEADS)
def test_any_head_is_a_load_or_garbled(head: list[Any]) -> None:
    try:
        loaded = read_load(answer(head), HIDDEN)
    except Garbled:
        return
    assert isinstance(loaded.load, Load)
    assert loaded.trouble is None
    assert loaded.missing <= {"one", "two"}


DEEP = b"[" * 100_000


@pytest.mark.parametrize(
    "head",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'"loaded"',
        b"[NaN]",
        b'[3,1,0,"value",["float",NaN]]',
        b'[3,1,0,"value",["float",Infinity]]',
        b"\xff\xfe",
        b'[3,1,0,"value",["int",' + b"9" * 5000 + b"]]",
        DEEP,
        b'[3,1,0,"value",["list",' + DEEP + b"]]",
        [3, 1, 0, "value"],
        [3, 1, 0, "value", ["int", 1], None],
        [3, 1, None, "value", ["int", 1]],
        [3, 1, True, "value", ["int", 1]],
        [3, 1, 0, "passed", ["int", 1]],
        [3, 1, 0, "raised", "ValueError"],
        [3, 1, 0, "raised", None, None],
        [3, 1, 0, "raised", ["ValueError"], None],
        [3, 1, 0, "raised", "MyOwnError", None],
        [3, 1, 0, "raised", "the query was h01", None],
        [3, 1, 0, "raised", "ValueError", {"name": 1, "message": "", "frames": []}],
        [3, 1, 0, "raised", "ValueError", {"name": "", "message": "", "frames": [[1]]}],
        [3, 1, 0, "raised", "ValueError", {"name": "", "message": "", "frames": [["1", ""]]}],
        [3, 1, 0, "raised", "ValueError", "text"],
    ],
)
def test_what_the_harness_never_sends_is_garbled(head: object) -> None:
    with pytest.raises(Garbled):
        read(head)


@pytest.mark.parametrize("asked", [[3, 0], [2, 1], [4, 1], ["3", 1], [3, 1.5], [[3], 1], [None, 1]])
def test_an_answer_to_anything_but_what_was_asked_is_garbled(asked: list[Any]) -> None:
    with pytest.raises(Garbled):
        read([*asked, 0, "value", ["int", 1]])


def test_text_is_taken_from_visible_runs_only() -> None:
    head = [3, 1, 0, "raised", "ValueError", TOLD]
    assert read(head).trouble.message == "why"
    hidden = read(head, visible=False)
    assert (hidden.trouble, hidden.printed) == (None, None)
    assert (hidden.kind, hidden.exception) == (Kind.RAISED, "ValueError")
    for how in ("syntax_error", "load_failed", "memory_limit"):
        told = read_load(answer([how, TOLD]), VISIBLE)
        assert told.trouble is not None
        assert read_load(answer([how, TOLD]), HIDDEN).trouble is None


def test_text_is_bounded_and_is_text() -> None:
    told = {"name": "n" * 999, "message": "\ud800" + "m" * 9999, "frames": [[1, "f" * 999]] * 99}
    trouble = read(
        [3, 1, 0, "raised", "ValueError", told | {"line": 10**9, "text": "t" * 999}]
    ).trouble
    assert len(trouble.name) <= wire.NAME_TEXT
    assert len(trouble.message) <= wire.MESSAGE_TEXT
    assert trouble.message.startswith("?m")
    assert len(trouble.frames) <= wire.FRAMES
    assert len(trouble.frames[0].function) <= wire.NAME_TEXT
    assert len(trouble.text) <= wire.LINE_TEXT
    assert trouble.line is None


def test_names_that_a_source_defines_are_bounded() -> None:
    loaded = read_load(answer(["loaded", ["one", "nonsense"], ["x" * 999] * 999]), VISIBLE)
    assert loaded.missing == {"one"}
    assert len(loaded.defined) == wire.NAMES
    assert len(loaded.defined[0]) == wire.NAME_TEXT


# The same from a real process

FORGES = """
import json, os, struct, threading, time

def frame(head, arguments=b"[]"):
    text = json.dumps(head).encode()
    return struct.pack("<II", len(text), len(arguments)) + text + arguments
"""


@pytest.mark.sandbox
def test_a_process_that_never_reads_is_given_up(sandbox: Sandbox) -> None:
    # It answers the first query from a thread, and the second one does not fit into its pipe.
    source = (
        FORGES
        + """
def answers(text):
    os.write(3, frame([1, 0, 0, "value", ["int", 7]]))
    os.write(4, b"!")
    time.sleep(60)
"""
    )
    large = "x" * 1024 * 1024
    asked = [call(0, "answers", ("plain", "")), call(1, "answers", ("plain", large))]
    observation = observe(sandbox, source, *asked, repeats=False)
    assert kinds(observation.outcomes) == [Kind.VALUE, Kind.TIME_LIMIT]


@pytest.mark.sandbox
def test_large_arguments_and_large_answers_travel(sandbox: Sandbox) -> None:
    source = "def size(text): return len(text)\ndef part(text): return text[:65_000]\n"
    large = "x" * 4 * 1024 * 1024
    asked = [call(query, name, ("plain", large)) for query in range(2) for name in ("size", "part")]
    outcomes = observe(sandbox, source, *asked, limits=Limits()).outcomes
    assert [outcome.value for outcome in outcomes] == [len(large), large[:65_000]] * 2


@pytest.mark.sandbox
@pytest.mark.parametrize("head", [wire.FRAME_BYTES + 1, 2**31, 2**32 - 1])
@pytest.mark.parametrize("place", [0, 1])
def test_a_frame_that_says_it_is_too_long_is_not_waited_for(
    head: int, place: int, sandbox: Sandbox
) -> None:
    lengths = [8, 8]
    lengths[place] = head
    frame = struct.pack("<II", *lengths)
    source = f"import os, time\ndef f():\n    os.write(3, {frame!r})\n    time.sleep(60)\n"
    (outcome,) = observe(sandbox, source, call(0, "f"), limits=Limits(wall_seconds=20.0)).outcomes
    assert outcome.kind is Kind.CRASHED


@pytest.mark.sandbox
def test_a_forged_verdict_is_no_verdict(sandbox: Sandbox) -> None:
    source = (
        FORGES
        + """
def f():
    os.write(3, frame(["passed", 100]))
    os.write(3, frame([1, 0, 0, "passed", 100]))
    return 0
"""
    )
    (outcome,) = observe(sandbox, source, call(0, "f")).outcomes
    assert (outcome.kind, outcome.value) == (Kind.CRASHED, None)


@pytest.mark.sandbox
@pytest.mark.parametrize("visible", [True, False])
def test_a_query_never_comes_out_as_the_text_of_a_load_error(
    visible: bool, sandbox: Sandbox
) -> None:
    source = (
        FORGES
        + """
os.write(3, frame(["loaded", [], []]))
os.write(4, b"!")
query = os.read(3, 65_536).decode("latin-1")
os.write(3, frame(["load_failed", {"name": query, "message": query, "frames": []}]))
os.write(4, b"!")
raise ImportError(query)
"""
    )
    secret = "the-secret-query"
    observation = observe(sandbox, source, call(0, "f", ("plain", secret)), visible=visible)
    assert secret not in repr(observation)
    assert kinds(observation.outcomes) == [Kind.CRASHED]


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "lie",
    [
        "[1, 0, -10**9, 'value', ['int', 1]]",
        "[1, 0, 10**18, 'value', ['int', 1]]",
        "[1, 0, 10**4000, 'value', ['int', 1]]",
    ],
)
def test_a_lie_about_how_much_was_printed_does_no_harm(lie: str, sandbox: Sandbox) -> None:
    source = (
        FORGES
        + f"""
def lies():
    print("printed")
    os.write(3, frame({lie}))
    os.write(4, b"!")
    time.sleep(60)
def honest():
    print("honest")
    return 2
"""
    )
    asked = [call(0, "lies"), call(1, "honest")]
    lied, honest = observe(sandbox, source, *asked, repeats=False).outcomes
    assert (lied.kind, lied.value) == (Kind.VALUE, 1)
    assert honest.kind is Kind.TIME_LIMIT  # the liar never reads the next query


@pytest.mark.sandbox
def test_an_answer_may_come_in_pieces(sandbox: Sandbox) -> None:
    source = (
        FORGES
        + """
def f():
    for byte in frame([1, 0, 0, "value", ["int", 5]]):
        os.write(3, bytes([byte]))
        time.sleep(0.001)
    os.write(4, b"!")
    time.sleep(60)
"""
    )
    (outcome,) = observe(sandbox, source, call(0, "f")).outcomes
    assert (outcome.kind, outcome.value) == (Kind.VALUE, 5)
