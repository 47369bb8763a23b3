"""Everything that one serving process holds, opened in the order in which it depends on itself."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from app.assets import Assets
from app.clock import utc_now
from app.content import Content, publish
from app.database import Database
from app.examination import Examination
from app.lesson_page import LessonShown, lesson_shown
from app.migrate import migrate
from app.pages import Pages
from app.passwords import Passwords
from app.queue import EmbeddedQueue, Queue
from app.readiness import Readiness
from app.settings import Settings
from grader import read_courses


@dataclass(frozen=True)
class Site:
    """The parts that routes use."""

    settings: Settings
    database: Database
    content: Content
    lessons: Mapping[str, LessonShown]
    assets: Assets
    pages: Pages
    passwords: Passwords
    readiness: Readiness
    examination: Examination
    queue: Queue


def open_site(settings: Settings) -> Site:
    """Read the content, bring the database up to date and put unfinished work again.

    Raises ContentErrors or SchemaError. Nothing is graded before the queue is started.
    """
    courses = read_courses(settings.content_folders)
    database = Database(settings.database_file)
    migrate(database, now=utc_now())
    database.forget()  # a process that was killed may have left what was to be forgotten
    content = publish(database, courses, now=utc_now())
    examination = Examination()
    readiness = Readiness(examination.prove)
    queue = EmbeddedQueue(database, content, readiness, graders=settings.graders)
    queue.recover()
    assets = Assets()
    return Site(
        settings=settings,
        database=database,
        content=content,
        lessons={
            name: lesson_shown(place, content.live[name], content.places)
            for name, place in content.places.items()
        },
        assets=assets,
        pages=Pages(
            site_name=settings.site_name, assets=assets, public_address=settings.public_address
        ),
        passwords=Passwords(cores=os.cpu_count() or 1),
        readiness=readiness,
        examination=examination,
        queue=queue,
    )
