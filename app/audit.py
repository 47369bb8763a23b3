"""What is kept in the record of who did what, and how a page says it."""

from enum import StrEnum


class Event(StrEnum):
    """Something done to an account, a role or a way in."""

    FIRST_OPERATOR = "first_operator"
    INVITATION_MADE = "invitation_made"
    INVITATION_TAKEN = "invitation_taken"
    LINK_WITHDRAWN = "link_withdrawn"
    RESET_LINK_MADE = "reset_link_made"
    PASSWORD_RESET = "password_reset"  # noqa: S105
    PASSWORD_CHANGED = "password_changed"  # noqa: S105
    ACCOUNT_DELETED = "account_deleted"


WORDS = {
    Event.FIRST_OPERATOR: "became the first operator",
    Event.INVITATION_MADE: "made an invitation",
    Event.INVITATION_TAKEN: "took an invitation",
    Event.LINK_WITHDRAWN: "withdrew a link",
    Event.RESET_LINK_MADE: "made a reset link",
    Event.PASSWORD_RESET: "chose a new password through a reset link",
    Event.PASSWORD_CHANGED: "changed the password",
    Event.ACCOUNT_DELETED: "deleted the account",
}
