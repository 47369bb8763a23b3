"""The roles that somebody can have on the whole site; roles in a class are the class's own."""

from enum import StrEnum


class Role(StrEnum):
    """What a person may do here. Everybody is a learner; the others come by invitation."""

    LEARNER = "learner"
    TUTOR = "tutor"
    INSTRUCTOR = "instructor"
    OPERATOR = "operator"


Roles = frozenset[Role]
"""All roles of one person."""
