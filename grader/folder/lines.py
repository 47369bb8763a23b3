"""Where each key and value of a TOML or JSON text stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Loc: TypeAlias = tuple[str | int, ...]
"""The keys and indexes that lead from the top of a document to a value."""


@dataclass(frozen=True)
class Lines:
    """The line of each value that was recorded; deeper ones are on the line of what holds them."""

    known: Mapping[Loc, int] = field(default_factory=dict)

    def at(self, loc: Loc) -> int:
        """The line of `loc`, or of the nearest thing around it; 1 for the document itself."""
        for length in range(len(loc), 0, -1):
            if loc[:length] in self.known:
                return self.known[loc[:length]]
        return 1
