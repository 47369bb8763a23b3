"""Passwords: hashed with Argon2id, on no more cores than there are, alike for unknown accounts."""

import threading
import unicodedata

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

SHORTEST = 8
LONGEST = 1024
"""Characters."""


class Passwords:
    """Hashes and verifies. A flood of sign-ins waits its turn and takes no more memory."""

    def __init__(self, *, cores: int) -> None:
        # OWASP's floor; the library's default takes four times as long on a small machine.
        hasher = Argon2Hasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._hash = PasswordHash((hasher,))
        self._turn = threading.BoundedSemaphore(cores)
        self._nobody = self.hash("nobody has this password")

    def hash(self, password: str) -> str:
        """The hash to store."""
        with self._turn:
            return self._hash.hash(_normal(password))

    def verify(self, password: str, password_hash: str | None) -> tuple[bool, str | None]:
        """Whether it is the password, and a better hash where the stored one is outdated.

        None for the hash of an unknown account: takes as long, and is False.
        """
        with self._turn:
            right, better = self._hash.verify_and_update(
                _normal(password), password_hash or self._nobody
            )
        return right and password_hash is not None, better


def _normal(password: str) -> str:
    # The same letters may be typed as different code points on another machine.
    return unicodedata.normalize("NFKC", password)
