"""What somebody typed to make an account or to sign in, checked field by field."""

import unicodedata
from dataclasses import dataclass, field

from app.form import Form
from app.passwords import LONGEST, SHORTEST

LONGEST_EMAIL = 254
LONGEST_NAME = 100
JOINERS = "\u200c\u200d"
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols by their category that show as nothing."""


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
    return AccountForm(email, name, password, {})


def read_name(form: Form, *, email: str) -> AccountForm:
    """The form of somebody who wants to be called otherwise."""
    name = _name(form)
    problem = _name_problem(name)
    return AccountForm(email, name, "", {"name": problem} if problem else {})


def read_new_password(form: Form, *, email: str, name: str) -> AccountForm:
    """The form of somebody who chooses a new password."""
    password = form.text("password")
    problem = _password_problem(password, email)
    return AccountForm(email, name, password, {"password": problem} if problem else {})


def tidy_email(text: str) -> str:
    """An address as it is stored: one way to write it, whatever the keyboard and its capitals."""
    return unicodedata.normalize("NFKC", text).strip().lower()


def _fields(form: Form) -> tuple[str, str, str]:
    return tidy_email(form.text("email")), _name(form), form.text("password")


def _name(form: Form) -> str:
    """The name without what cannot be seen; white space of any kind becomes one space."""
    words = unicodedata.normalize("NFC", form.text("name")).split()
    seen = "".join(character for character in " ".join(words) if not _is_control(character))
    return " ".join(seen.split())


def _is_control(character: str) -> bool:
    # Joiners shape the letters of several scripts and emoji; direction overrides only deceive.
    return character not in JOINERS and unicodedata.category(character) in {"Cc", "Cf", "Cs"}


def _email_problem(email: str) -> str | None:
    local, _, host = email.rpartition("@")
    plain = email.isprintable() and not {" ", "\ufffd", "@"} & set(local + host)
    if not ((local and "." in host.strip(".")) or host == "localhost") or not plain:
        return "Write an e-mail address, like ada@example.org."
    if len(email) > LONGEST_EMAIL:
        return f"An address has at most {LONGEST_EMAIL} characters."
    return None


def _name_problem(name: str) -> str | None:
    if not any(_is_visible(character) for character in name):
        return "Write the name that you want to be called by."
    if len(name) > LONGEST_NAME:
        return f"Use at most {LONGEST_NAME} characters."
    return None


def _is_visible(character: str) -> bool:
    return character not in BLANKS and unicodedata.category(character)[0] in "LNPS"


def _password_problem(password: str, email: str) -> str | None:
    if len(password) < SHORTEST:
        return f"Use at least {SHORTEST} characters. A few words in a row are easy to remember."
    if len(password) > LONGEST:
        return f"Use at most {LONGEST} characters."
    if password.casefold() == email:
        return "Use something other than your e-mail address."
    return None
