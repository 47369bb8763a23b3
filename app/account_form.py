"""What somebody typed to make an account or to sign in, checked field by field."""

import unicodedata
from dataclasses import dataclass, field

from app.form import Form
from app.passwords import LONGEST, SHORTEST

LONGEST_EMAIL = 254
LONGEST_NAME = 100


@dataclass(frozen=True)
class AccountForm:
    """The fields, tidied, and one sentence for each that cannot be taken, by its name."""

    email: str
    name: str
    password: str = field(repr=False)
    problems: dict[str, str]


def read_sign_up(form: Form) -> AccountForm:
    """The form of a new account, with every problem at once."""
    email, name, password = _fields(form)
    problems = {
        "email": _email_problem(email),
        "name": _name_problem(name),
        "password": _password_problem(password, email),
    }
    found = {field_name: problem for field_name, problem in problems.items() if problem}
    return AccountForm(email, name, password, found)


def read_sign_in(form: Form) -> AccountForm:
    """The form of somebody who has an account; any password may be tried."""
    email, name, password = _fields(form)
    return AccountForm(email, name, password[: LONGEST + 1], {})


def _fields(form: Form) -> tuple[str, str, str]:
    email = unicodedata.normalize("NFKC", form.text("email")).strip().casefold()
    name = " ".join(unicodedata.normalize("NFC", form.text("name")).split())
    return email, name, form.text("password")


def _email_problem(email: str) -> str | None:
    local, _, host = email.rpartition("@")
    plain = email.isprintable() and " " not in email and "\ufffd" not in email
    if not ((local and "." in host.strip(".")) or host == "localhost") or not plain:
        return "Write an e-mail address, like ada@example.org."
    if len(email) > LONGEST_EMAIL:
        return f"An address has at most {LONGEST_EMAIL} characters."
    return None


def _name_problem(name: str) -> str | None:
    if not name or not all(_is_visible(character) for character in name):
        return "Write the name that you want to be called by."
    if len(name) > LONGEST_NAME:
        return f"Use at most {LONGEST_NAME} characters."
    return None


def _is_visible(character: str) -> bool:
    # Joiners belong to names in several scripts; controls and direction overrides do not.
    return character in "\u200c\u200d" or unicodedata.category(character) not in {"Cc", "Cf", "Cs"}


def _password_problem(password: str, email: str) -> str | None:
    if len(password) < SHORTEST:
        return f"Use at least {SHORTEST} characters. A few words in a row are easy to remember."
    if len(password) > LONGEST:
        return f"Use at most {LONGEST} characters."
    if password.casefold() == email:
        return "Use something other than your e-mail address."
    return None
