"""Erasing people leaves none of their bytes in the file, whatever they did before."""

import random
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.attempt import State
from app.database import Database
from app.draft import Typed, Whose, owner_mark
from app.migrate import migrate
from app.models import EditionRow, GradeDocument, GradeRow, Work
from app.store import (
    drafts,
    editions,
    erasure,
    people,
    quiz,
    sign_in_failures,
    snippets,
    submissions,
    visitor_drafts,
)
from app.store.quiz import KeptAnswer
from app.store.snippets import Asked
from app.store.submissions import Order
from grader import SnippetRun, Verdict

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Written:
    """Somebody of whom every stored text holds a mark that is theirs alone."""

    def __init__(self, database: Database, chance: random.Random) -> None:
        self.database = database
        self.chance = chance
        self.mark = f"mark{chance.getrandbits(64):016x}"
        self.email = f"{self.mark}@example.org"
        with database.writing() as session:
            person_id = people.add_account(
                session, email=self.email, name=f"N {self.mark}", password_hash="h", now=NOON
            )
        assert person_id is not None
        self.person_id = person_id

    def text(self) -> bytes:
        """Up to 64 KiB with the mark on every line."""
        lines = self.chance.choice([1, 3, 40, 400, 2500])
        return "".join(f"# {self.mark} {number}\n" for number in range(lines)).encode()

    def do_something(self) -> None:
        """One of the things that leave texts behind."""
        with self.database.writing() as session:
            self.chance.choice(self._deeds)(session)

    @property
    def _deeds(self) -> list[Callable[[Session], None]]:
        return [
            self._draft,
            self._leave_behind,
            self._rename,
            self._fail,
            self._hand_in,
            self._run_snippet,
            self._answer,
        ]

    def _draft(self, session: Session) -> None:
        source = self.text()
        whose = Whose(self.person_id, editions.open_class(session), "l")
        drafts.hand_over(session, whose, Typed(source, page="", over=None), now=NOON)

    def _leave_behind(self, session: Session) -> None:
        """Send code from a page after the session had ended, and never come back to it."""
        typed, owner = Typed(self.text(), page="", over=None), owner_mark(self.person_id)
        visitor_drafts.keep(session, self.mark, "l", typed, now=NOON, owner=owner)

    def _run_snippet(self, session: Session) -> None:
        class_id = editions.open_class(session)
        asked = Asked(self.person_id, class_id, "l", snippet="s", source=self.text())
        work_id = snippets.add(session, asked, now=NOON)
        if self.chance.random() < 0.7:
            session.execute(update(Work).values(state=State.GRADED).where(Work.id == work_id))
            run = SnippetRun(verdict=Verdict.PASSED, printed=self.text().decode())
            snippets.record(session, work_id, run)

    def _answer(self, session: Session) -> None:
        said = f"{self.mark} {self.chance.random()}"
        kept = KeptAnswer("l", "q", question_digest="d", answer=said, right=False, at=NOON)
        quiz.add(session, self.person_id, kept)

    def _rename(self, session: Session) -> None:
        people.rename(session, self.person_id, f"{'long ' * self.chance.randrange(9)}{self.mark}")

    def _fail(self, session: Session) -> None:
        sign_in_failures.add(session, email=self.email, address="a", now=NOON)

    def _hand_in(self, session: Session) -> None:
        class_id = editions.open_class(session)
        order = Order(self.person_id, class_id, "l", self.text(), uuid.uuid4().hex)
        kind = self.chance.choice(list(submissions.MODELS))
        work_id = submissions.add(session, kind, order, now=NOON)
        edition = session.scalar(select(EditionRow))
        if edition is None:
            edition = EditionRow(
                class_id=class_id, lesson="l", number=1, digest="d", content=b"", created_at=NOON
            )
            session.add(edition)
            session.flush()
        if self.chance.random() < 0.7:
            grade = GradeRow(
                work_id=work_id, edition_id=edition.id, verdict="v", score="1", created_at=NOON
            )
            session.add(grade)
            session.flush()
            session.add(GradeDocument(grade_id=grade.id, document=self.text()))


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


@pytest.mark.slow
@given(seed=st.integers(0, 2**32))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_byte_of_the_erased_is_left_in_the_file_and_none_of_the_others_is_lost(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    folder = tmp_path_factory.mktemp("erased")
    database = Database(folder / "twofold.sqlite3")
    migrate(database, now=NOON)
    chance = random.Random(seed)
    everybody = [Written(database, chance) for _ in range(12)]
    for _ in range(60):
        chance.choice(everybody).do_something()
    gone = chance.sample(everybody, 3)
    before = bytes_of(folder)
    for person in everybody:
        assert person.mark.encode() in before
    for person in gone:
        with database.writing() as session:
            erasure.erase(session, person.person_id, email=person.email, now=NOON)
    assert database.forget()
    after = bytes_of(folder)
    for person in everybody:
        assert (person.mark.encode() in after) == (person not in gone)
        assert person.person_id.encode() in after, "the random id stays"
    database.close()
