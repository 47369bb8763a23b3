"""The limits of one run, with the defaults of every lesson and the operator's ceiling."""

from dataclasses import dataclass

SOURCE_BYTES = 64 * 1024
"""The largest source that is accepted, in bytes."""


@dataclass(frozen=True)
class Limits:
    """What one query, one function and one process may use.

    `cpu_seconds` and `wall_seconds` are for one query, `function_wall_seconds` for one function over one
    set, `memory_mib` for the process beyond what the interpreter itself takes, `printed_kib` is how much printed text is kept.
    """

    cpu_seconds: float = 1.0
    wall_seconds: float = 2.0
    function_wall_seconds: float = 10.0
    memory_mib: int = 256
    printed_kib: int = 64
