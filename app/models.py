"""The tables. What is append-only refers to people by a random id, never by name or address."""

from datetime import datetime

from sqlalchemy import Float, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.attempt import Kind, State
from app.columns import Base


class Person(Base):
    """Somebody whose work is stored, under a random id that outlives the account."""

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    created_at: Mapped[datetime]
    erased_at: Mapped[datetime | None]


class Account(Base):
    """How a person signs in and is called; deleting it erases who the person was."""

    __tablename__ = "accounts"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    email: Mapped[str] = mapped_column(String(254), unique=True)
    name: Mapped[str] = mapped_column(String(200))
    password_hash: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime]


class SignedIn(Base):
    """One browser that is signed in, known by the SHA-256 of its token only."""

    __tablename__ = "sessions"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    person_id: Mapped[str] = mapped_column(
        ForeignKey("accounts.person_id", ondelete="CASCADE"), index=True
    )
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    last_seen_at: Mapped[datetime]
    browser: Mapped[str] = mapped_column(String(40))


class SignInFailure(Base):
    """One wrong password, kept for an hour; address and e-mail are hashed together and apart."""

    __tablename__ = "sign_in_failures"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_hash: Mapped[str] = mapped_column(String(64), index=True)
    pair_hash: Mapped[str] = mapped_column(String(64), index=True)
    at: Mapped[datetime] = mapped_column(index=True)


class Class(Base):
    """Learners who are graded on the same sets; people in no class work in the open one."""

    __tablename__ = "classes"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    is_open: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime]


class QuerySetVersion(Base):
    """One state of a query set, append-only; `class_id` is None for a set of the folder."""

    __tablename__ = "query_set_versions"
    __table_args__ = (
        UniqueConstraint("lesson", "query_set", "class_id", "number"),
        Index(
            "ix_query_set_versions_of_the_folder",
            "lesson",
            "query_set",
            "number",
            unique=True,
            sqlite_where=text("class_id IS NULL"),
            postgresql_where=text("class_id IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    lesson: Mapped[str] = mapped_column(String(100))
    class_id: Mapped[int | None] = mapped_column(ForeignKey("classes.id"))
    query_set: Mapped[str] = mapped_column(String(100))
    number: Mapped[int]
    visible: Mapped[bool]
    digest: Mapped[str] = mapped_column(String(64))
    content: Mapped[bytes]
    created_at: Mapped[datetime]


class LiveQuerySet(Base):
    """Which version of a set counts now, in one class."""

    __tablename__ = "live_query_sets"

    class_id: Mapped[int] = mapped_column(ForeignKey("classes.id"), primary_key=True)
    lesson: Mapped[str] = mapped_column(String(100), primary_key=True)
    query_set: Mapped[str] = mapped_column(String(100), primary_key=True)
    version_id: Mapped[int] = mapped_column(ForeignKey("query_set_versions.id"))


class EditionRow(Base):
    """What could change a grade at one moment, numbered per class and lesson, append-only."""

    __tablename__ = "editions"
    __table_args__ = (
        UniqueConstraint("class_id", "lesson", "number"),
        UniqueConstraint("class_id", "lesson", "digest"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("classes.id"))
    lesson: Mapped[str] = mapped_column(String(100))
    number: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64))
    content: Mapped[bytes] = mapped_column(deferred=True)
    created_at: Mapped[datetime]


class Work(Base):
    """One source to be graded: a submission or a try. Only state and claim ever change."""

    __tablename__ = "works"
    __table_args__ = (
        UniqueConstraint("person_id", "request_key"),
        Index("ix_works_person_id_lesson_kind", "person_id", "lesson", "kind"),
    )
    __mapper_args__ = {"polymorphic_on": "kind"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"))
    class_id: Mapped[int] = mapped_column(ForeignKey("classes.id"))
    lesson: Mapped[str] = mapped_column(String(100))
    source: Mapped[bytes] = mapped_column(deferred=True)
    request_key: Mapped[str] = mapped_column(String(64))
    state: Mapped[str] = mapped_column(String(20), default=State.QUEUED, index=True)
    claim: Mapped[str | None] = mapped_column(String(32))
    claimed_at: Mapped[datetime | None]
    failures: Mapped[int] = mapped_column(default=0)
    not_before: Mapped[datetime | None]
    created_at: Mapped[datetime]


class Submission(Work):
    """One source, handed in once; a query for it never finds a try."""

    __mapper_args__ = {"polymorphic_identity": Kind.SUBMISSION}  # noqa: RUF012


class Try(Work):
    """One source on visible data; earns nothing and is no attempt."""

    __mapper_args__ = {"polymorphic_identity": Kind.TRY}  # noqa: RUF012


class GradeRow(Base):
    """One result of one work on one edition, append-only but for which one is current.

    `score` is the exact fraction as text and `points` the same for sorting; both None for a try.
    """

    __tablename__ = "grades"
    __table_args__ = (
        UniqueConstraint("work_id", "edition_id", "regrade"),
        Index(
            "ix_grades_one_current",
            "work_id",
            unique=True,
            sqlite_where=text("current = 1"),
            postgresql_where=text("current"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    work_id: Mapped[int] = mapped_column(ForeignKey("works.id"), index=True)
    edition_id: Mapped[int] = mapped_column(ForeignKey("editions.id"), index=True)
    regrade: Mapped[int] = mapped_column(default=0)
    current: Mapped[bool] = mapped_column(default=True)
    verdict: Mapped[str] = mapped_column(String(30))
    score: Mapped[str | None] = mapped_column(Text)
    points: Mapped[float | None] = mapped_column(Float(53))
    created_at: Mapped[datetime]
    edition: Mapped[EditionRow] = relationship(lazy="raise")


class GradeDocument(Base):
    """The grader's whole document of a grade; it quotes the source, so it goes with the account."""

    __tablename__ = "grade_documents"

    grade_id: Mapped[int] = mapped_column(ForeignKey("grades.id"), primary_key=True)
    document: Mapped[bytes]


class Draft(Base):
    """One state of what somebody typed, the newest with the highest revision; the last few stay.

    `aside` says why another text took its place, as long as that is to be offered back.
    """

    __tablename__ = "drafts"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    class_id: Mapped[int] = mapped_column(ForeignKey("classes.id"), primary_key=True)
    lesson: Mapped[str] = mapped_column(String(100), primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True)
    source: Mapped[bytes]
    page: Mapped[str] = mapped_column(String(64))
    begun_at: Mapped[datetime]
    saved_at: Mapped[datetime]
    aside: Mapped[str | None] = mapped_column(String(20))


class VisitorDraft(Base):
    """Code that was typed without being signed in, kept for a day under the hash of a cookie.

    `owner` marks the person whose session had run out, and `over` is the revision of theirs that
    it was typed over.
    """

    __tablename__ = "visitor_drafts"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    lesson: Mapped[str] = mapped_column(String(100), primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(String(64), index=True)
    page: Mapped[str] = mapped_column(String(64))
    over: Mapped[int | None]
    source: Mapped[bytes]
    saved_at: Mapped[datetime] = mapped_column(index=True)
