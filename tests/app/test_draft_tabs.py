"""Whatever several tabs type, save, send and reload: no text that was seen or sent is lost."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from sqlalchemy import create_engine, select
from sqlalchemy.orm import Session

from app.columns import Base
from app.draft import MOST_DROPPED, STATE_LASTS, Typed, Whose, goes_on
from app.models import Class, Draft, Person
from app.store import drafts
from app.store.drafts import STATES_KEPT

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ADA = Whose("ada", 1, "lesson")
TABS = st.integers(0, 2)
TEXTS = st.sampled_from([b"", b"a", b"ab", b"b" * 90, b"b" * 100, b"c" * 300, b"c" * 299 + b"d"])


class Tabs(RuleBasedStateMachine):
    """Three tabs, each with its text and the revision that it knows of."""

    def __init__(self) -> None:
        super().__init__()
        engine = create_engine("sqlite://")
        Base.metadata.create_all(engine)
        self.session = Session(engine)
        self.now = NOON
        self.seen: list[int] = []
        self.text: list[bytes] = []
        self.pages: list[str] = []
        self.loads = 0

    def teardown(self) -> None:
        self.session.close()

    @initialize()
    def begin(self) -> None:
        self.session.add(Person(id="ada", created_at=NOON))
        self.session.add(Class(id=1, name="Open class", is_open=True, created_at=NOON))
        self.session.flush()
        self.seen, self.text, self.pages = [0] * 3, [b""] * 3, ["0", "1", "2"]

    @rule(tab=TABS, text=TEXTS)
    def type(self, tab: int, text: bytes) -> None:
        self.text[tab] = text

    @rule(seconds=st.integers(1, int(STATE_LASTS.total_seconds())))
    def wait(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)

    @rule(tab=TABS)
    def reload(self, tab: int) -> None:
        newest = drafts.newest(self.session, ADA)
        self.loads += 1
        self.pages[tab] = f"load {self.loads}"
        self.seen[tab] = newest.revision if newest else 0
        self.text[tab] = newest.source if newest else b""

    @rule(tab=TABS)
    def save(self, tab: int) -> None:
        before = drafts.newest(self.session, ADA)
        typed = Typed(self.text[tab], self.pages[tab], self.seen[tab])
        saved, now = drafts.save(self.session, ADA, typed, now=self.now)
        unseen = before is not None and before.revision != self.seen[tab]
        if unseen and before is not None and before.source != typed.source:
            assert not saved, "something unseen was overwritten"
            assert now == before
        else:
            assert saved
            assert now.source == typed.source
            self.seen[tab] = now.revision

    @rule(tab=TABS)
    def send(self, tab: int) -> None:
        before = drafts.newest(self.session, ADA)
        typed = Typed(self.text[tab], self.pages[tab], self.seen[tab])
        now = drafts.hand_over(self.session, ADA, typed, now=self.now)
        assert now.source == typed.source, "what was sent is what comes back"
        self.seen[tab] = now.revision
        if before is None or before.source == typed.source:
            return
        by_another = before.page != typed.page
        if by_another and typed.over != before.revision:
            offered = drafts.offered(self.session, ADA)
            assert offered is not None, "the other tab's version is not offered"
            assert offered.source == before.source

    @rule()
    def look_at_what_is_offered(self) -> None:
        offered = drafts.offered(self.session, ADA)
        if offered is not None:
            drafts.settle(self.session, ADA, offered.revision)

    @invariant()
    def revisions_grow_and_are_not_too_many(self) -> None:
        rows = list(drafts.kept(self.session, ADA))
        assert len(rows) <= STATES_KEPT
        assert sorted({row.revision for row in rows}, reverse=True) == [r.revision for r in rows]
        newest = drafts.newest(self.session, ADA)
        assert newest is None or newest.aside is None


Tabs.TestCase.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
TestTabs = Tabs.TestCase


@pytest.fixture
def session() -> Iterator[Session]:
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        yield session


@pytest.mark.parametrize(
    ("after", "kept"),
    [
        (b"x" * 200 + b"and more", False),
        (b"x" * (200 - MOST_DROPPED), False),
        (b"x" * (200 - MOST_DROPPED - 1), True),
        (b"y" * MOST_DROPPED + b"x" * (200 - MOST_DROPPED), False),
        (b"", True),
    ],
)
def test_a_state_stays_when_one_save_takes_much_away(
    session: Session, after: bytes, kept: bool
) -> None:
    typed = Typed(b"x" * 200, page="p", over=0)
    drafts.save(session, ADA, typed, now=NOON)
    drafts.save(session, ADA, Typed(after, page="p", over=1), now=NOON)
    sources = session.scalars(select(Draft.source).order_by(Draft.revision)).all()
    assert sources == ([typed.source, after] if kept else [after])


def test_a_state_stays_after_a_while_and_where_it_is_offered(session: Session) -> None:
    typed = Typed(b"one", page="p", over=0)
    drafts.save(session, ADA, typed, now=NOON)
    state = drafts.newest(session, ADA)
    assert state is not None
    more = Typed(b"one, two", page="p", over=1)
    assert goes_on(more, state, now=NOON + STATE_LASTS - timedelta(seconds=1))
    assert not goes_on(more, state, now=NOON + STATE_LASTS)
