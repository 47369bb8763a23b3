"""The limits of one run, with the defaults of every lesson and the operator's ceiling."""

from dataclasses import dataclass, fields

SOURCE_BYTES = 64 * 1024
"""The largest source that is accepted, in bytes."""


@dataclass(frozen=True)
class Limits:
    """What one query, one function and one process may use.

    `cpu_seconds` and `wall_seconds` are for one query, `function_wall_seconds` for one function
    over one set, `memory_mib` for the process beyond what the interpreter itself takes,
    `printed_kib` is how much printed text is kept.
    """

    cpu_seconds: float = 1.0
    wall_seconds: float = 2.0
    function_wall_seconds: float = 10.0
    memory_mib: int = 256
    printed_kib: int = 64

    def above(self, ceiling: "Limits") -> tuple[str, ...]:
        """The names of the limits that ask for more than `ceiling` allows."""
        names = (field.name for field in fields(self))
        return tuple(name for name in names if getattr(self, name) > getattr(ceiling, name))


CEILING = Limits(
    cpu_seconds=10.0,
    wall_seconds=20.0,
    function_wall_seconds=60.0,
    memory_mib=1024,
    printed_kib=256,
)
"""The most that a lesson may ask for, unless the operator says otherwise."""
