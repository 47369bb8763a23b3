"""Content becomes live at a start, and each new state of it is remembered."""

import json
import shutil
import tarfile
from io import BytesIO
from pathlib import Path

import pytest
from sqlalchemy import func, select

from app.models import EditionRow, LiveQuerySet, QuerySetVersion
from app.settings import SHIPPED_CONTENT, Settings
from app.site import Site, open_site
from grader import ContentErrors, read_courses
from tests.app.people import LESSON


@pytest.fixture
def content(tmp_path: Path) -> Path:
    """Own content, which may be changed."""
    return Path(shutil.copytree(SHIPPED_CONTENT, tmp_path / "content"))


@pytest.fixture
def settings(tmp_path: Path, content: Path) -> Settings:
    return Settings(data_folder=tmp_path / "data", content_folders=(content,), graders=1)


def lesson_in(content: Path) -> Path:
    (folder,) = content.glob(f"*/{LESSON}")
    return folder


def change_hidden_set(content: Path) -> None:
    file = lesson_in(content) / "queries" / "hidden.json"
    document = json.loads(file.read_text("utf-8"))
    document["queries"].pop()
    file.write_text(json.dumps(document), "utf-8")


def restarted(site: Site) -> Site:
    """The site after its process was stopped and started again."""
    site.database.close()
    return open_site(site.settings)


def numbers(site: Site) -> tuple[int, int]:
    """How many editions and how many versions of the hidden set are stored for the lesson."""
    with site.database.reading() as session:
        edition = session.scalar(
            select(func.max(EditionRow.number)).where(EditionRow.lesson == LESSON)
        )
        version = session.scalar(
            select(func.max(QuerySetVersion.number)).where(
                QuerySetVersion.lesson == LESSON, QuerySetVersion.query_set == "hidden"
            )
        )
    return edition or 0, version or 0


def test_wrong_content_stops_the_start_with_every_problem(
    content: Path, settings: Settings
) -> None:
    (lesson_in(content) / "reference.py").unlink()
    (content / "retrieval-evaluation" / "ndcg" / "stub.py").unlink()
    with pytest.raises(ContentErrors) as caught:
        open_site(settings)
    assert "reference.py" in str(caught.value)
    assert "stub.py" in str(caught.value)
    assert not settings.database_file.exists()


def test_a_start_with_the_same_content_makes_nothing_new(site: Site) -> None:
    assert numbers(site) == (1, 1)
    assert numbers(restarted(site)) == (1, 1)


def test_white_space_and_text_make_no_new_edition(site: Site, content: Path) -> None:
    hidden = lesson_in(content) / "queries" / "hidden.json"
    hidden.write_text(json.dumps(json.loads(hidden.read_text("utf-8")), indent=7), "utf-8")
    text = lesson_in(content) / "lesson.md"
    text.write_text(text.read_text("utf-8") + "\nOne more sentence.\n", "utf-8")
    assert numbers(restarted(site)) == (1, 1)


def test_a_changed_set_is_a_new_version_and_a_new_edition(site: Site, content: Path) -> None:
    before = site.content.live[LESSON]
    change_hidden_set(content)
    again = restarted(site)
    after = again.content.live[LESSON]
    assert numbers(again) == (2, 2)
    assert after.seen.number == 2
    assert after.seen.date > before.seen.date
    with again.database.reading() as session:
        live = session.scalars(
            select(QuerySetVersion.number)
            .join(LiveQuerySet, LiveQuerySet.version_id == QuerySetVersion.id)
            .where(LiveQuerySet.lesson == LESSON, LiveQuerySet.query_set == "hidden")
        ).one()
    assert live == 2


def test_going_back_is_the_old_edition_and_no_third_one(site: Site, content: Path) -> None:
    file = lesson_in(content) / "queries" / "hidden.json"
    kept = file.read_text("utf-8")
    change_hidden_set(content)
    site = restarted(site)
    file.write_text(kept, "utf-8")
    again = restarted(site)
    assert again.content.live[LESSON].seen.number == 1
    assert numbers(again) == (2, 2)


def test_a_set_that_is_gone_is_live_no_more_but_remembered(site: Site, content: Path) -> None:
    folder = lesson_in(content) / "queries"
    shutil.copy(folder / "hidden.json", folder / "more.json")
    site = restarted(site)
    (folder / "more.json").unlink()
    again = restarted(site)
    with again.database.reading() as session:
        live = session.scalars(
            select(LiveQuerySet.query_set).where(LiveQuerySet.lesson == LESSON)
        ).all()
        known = session.scalars(
            select(QuerySetVersion.query_set).where(QuerySetVersion.lesson == LESSON)
        ).all()
    assert sorted(live) == ["hidden", "visible"]
    assert sorted(known) == ["hidden", "more", "visible"]


def names_in(content: bytes) -> list[str]:
    with tarfile.open(fileobj=BytesIO(content)) as archive:
        return archive.getnames()


def test_what_else_lies_in_a_lesson_is_not_stored(site: Site, content: Path) -> None:
    (lesson_in(content) / "recording.webm").write_bytes(b"\0" * 1000)
    (lesson_in(content) / "notes").mkdir()
    (lesson_in(content) / "notes" / "answers.json").write_text("{}")
    change_hidden_set(content)
    site = restarted(site)
    with site.database.reading() as session:
        contents = session.scalars(
            select(EditionRow.content).where(EditionRow.lesson == LESSON)
        ).all()
    names = {name for each in contents for name in names_in(each)}
    assert f"{LESSON}/queries/hidden.json" in names
    assert not [name for name in names if "recording" in name or "notes" in name]


def test_an_edition_can_be_read_again_from_what_is_stored(site: Site, tmp_path: Path) -> None:
    with site.database.reading() as session:
        row = session.execute(
            select(EditionRow.digest, EditionRow.content).where(EditionRow.lesson == LESSON)
        ).one()
    course = tmp_path / "again" / "course"
    course.mkdir(parents=True)
    with tarfile.open(fileobj=BytesIO(row.content)) as archive:
        archive.extractall(course)  # our own, and Python 3.11.2 knows no filter yet
    (course / "course.toml").write_text(
        'format = 1\ntitle = "T"\naudience = "A"\nsummary = "S"\n'
        f'[[modules]]\ntitle = "M"\nlessons = ["{LESSON}"]\n'
    )
    text = course / LESSON / "lesson.md"
    text.write_text(text.read_text("utf-8").replace("(lesson:ndcg)", "(https://example.org)"))
    (read,) = read_courses([course.parent])
    assert read.editions[LESSON].digest == row.digest
