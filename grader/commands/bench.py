"""`bench`: prints how fast grading is, as ratios of one run."""

from dataclasses import asdict
from pathlib import Path

from grader.bench import (
    Comparison,
    Memory,
    Size,
    Spread,
    compare_with_bare,
    second_warden,
    sizes,
    soak,
)
from grader.commands.output import reported, say, say_json
from grader.commands.prove import prove
from grader.folder import read_edition


def bench(folder: Path, *, rounds: int, grades: int, queries: int, as_json: bool) -> None:
    """Measure on the lesson in `folder`; `grades` and `queries` of 0 leave those parts out."""
    with reported():
        edition = read_edition(folder)
        prove()
        compared = compare_with_bare(edition, rounds=rounds)
        second = second_warden(edition)
        memory = soak(edition, grades) if grades else []
        size = sizes(edition, queries) if queries else []
    if as_json:
        say_json(_document(compared, second, memory, size))
    else:
        say("\n".join([*_lines(compared, second), *_memory_lines(memory), *_size_lines(size)]))


def _document(
    compared: Comparison, second: float, memory: list[Memory], size: list[Size]
) -> dict[str, object]:
    return {
        "format": 1,
        **asdict(compared),
        "ratio_to_bare": compared.ratio_to_bare,
        "ratio_to_bwrap": compared.ratio_to_bwrap,
        "second_warden": second,
        "soak": [asdict(each) for each in memory],
        "size": [asdict(each) for each in size],
    }


def _lines(compared: Comparison, second: float) -> list[str]:
    lines = [
        f"{compared.rounds} interleaved rounds, {compared.calls} calls a submission:",
        _line("Python's start alone", compared.start),
        _line("the calls in a bare Python", compared.bare),
    ]
    if compared.wrapped:
        lines.append(_line("the same in a fresh bubblewrap", compared.wrapped))
    lines.append(_line("one whole graded submission", compared.grade))
    lines.append(f"ratio_to_bare   {compared.ratio_to_bare:.3f}")
    if compared.ratio_to_bwrap is not None:
        lines.append(f"ratio_to_bwrap  {compared.ratio_to_bwrap:.3f}")
    lines.append(f"second_warden   {second:.2f} times the grades per second of one")
    return lines


def _line(title: str, spread: Spread) -> str:
    low, median, high = (1000 * each for each in (spread.low, spread.median, spread.high))
    return f"  {title:32} {median:7.2f} ms  ({low:.2f} to {high:.2f})"


def _memory_lines(memory: list[Memory]) -> list[str]:
    return [
        f"after {each.grades:6} grades: warden {each.warden} KiB, trusted side {each.trusted} KiB"
        for each in memory
    ]


def _size_lines(size: list[Size]) -> list[str]:
    return [
        f"{each.queries:6} queries in all: {1e6 * each.per_query:7.1f} µs a query" for each in size
    ]
