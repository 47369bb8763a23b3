"""Reading: all that belongs on a lesson's page, steps that tick, and how far one has come."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from app.main import create_app
from app.reading_models import PassedCheck
from app.settings import Settings
from app.site import Site, open_site
from app.steps import is_done
from app.store.progress import Happened
from grader import Done, Step
from tests.app.conftest import Clock
from tests.app.people import LESSON, Person, words
from tests.app.test_pages import Parts

STEPS = ["Implement the three functions", "Run them", "Handle the query that", "Submit"]


def ticked(person: Person, lesson: str = LESSON) -> list[bool]:
    """Which steps of a lesson are shown as done, in order."""
    page = person.get(f"/lessons/{lesson}").text
    steps = re.search(r'<ol class="steps".*?</ol>', page, re.DOTALL)
    assert steps
    return [item.startswith(' class="done"') for item in steps[0].split("<li")[1:]]


def ids(page: str) -> set[str]:
    return {attributes.get("id") or "" for _, attributes in Parts(page).tags}


def test_nothing_is_ticked_for_a_visitor_or_before_anything_happened(
    visitor: Person, ada: Person
) -> None:
    for person in (visitor, ada):
        assert ticked(person) == [False] * 4
    assert "Steps tick themselves" not in visitor.get(f"/lessons/{LESSON}").text
    assert "Steps tick themselves" in ada.get(f"/lessons/{LESSON}").text


def test_what_waits_ticks_nothing(ada: Person, reference: str) -> None:
    ada.run(reference)
    ada.submit(reference)
    assert ticked(ada) == [False] * 4


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_steps_tick_themselves_from_what_happened_and_stay_so(
    ada: Person, ben: Person, reference: str
) -> None:
    ada.result(ada.run("raise ValueError"))
    assert ticked(ada) == [False, True, False, False]
    ada.result(ada.run(reference))
    assert ticked(ada) == [True, True, False, False]
    ada.result(ada.submit(reference))
    assert ticked(ada) == [True] * 4
    ada.result(ada.submit("x = 1"))
    assert ticked(ada) == [True] * 4
    assert ticked(ben) == [False] * 4
    assert ticked(ada, "ndcg") == [False] * 6


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_a_check_is_passed_when_every_function_passed_it_hidden_data_included(
    ada: Person, site: Site, mistake: str
) -> None:
    ada.result(ada.submit(mistake))
    with site.database.reading() as session:
        passed = set(session.scalars(select(PassedCheck.check_id)))
    assert {"several-hits", "nothing-returned", "script"} <= passed
    assert not {"fewer-than-k", "any-k", "script-all"} & passed


@pytest.mark.parametrize(
    ("step", "happened", "has_every_point", "done"),
    [
        (Step("s", "", Done.RAN), Happened(), True, False),
        (Step("s", "", Done.RAN), Happened(tried=True), False, True),
        (Step("s", "", Done.RAN), Happened(submitted=True), False, True),
        (Step("s", "", Done.SUBMITTED), Happened(tried=True), True, False),
        (Step("s", "", Done.SUBMITTED), Happened(submitted=True), False, True),
        (Step("s", "", Done.PASSED), Happened(tried=True, submitted=True), False, False),
        (Step("s", "", Done.PASSED), Happened(), True, True),
        (Step("s", "", Done.CHECK, "ids"), Happened(checks=frozenset({"any-k"})), True, False),
        (Step("s", "", Done.CHECK, "ids"), Happened(checks=frozenset({"ids"})), False, True),
    ],
)
def test_each_kind_of_step_has_its_own_event(
    step: Step, happened: Happened, has_every_point: bool, done: bool
) -> None:
    assert is_done(step, happened, has_every_point=has_every_point) is done


@pytest.mark.parametrize("lesson", [LESSON, "ndcg"])
def test_every_part_has_an_anchor_and_every_link_on_the_page_leads_somewhere(
    visitor: Person, site: Site, lesson: str
) -> None:
    page = visitor.get(f"/lessons/{lesson}").text
    read, found = site.content.places[lesson].lesson, ids(page)
    exercise = site.content.live[lesson].edition.exercise
    assert {section.id for section in read.sections} <= found
    assert {f"check-{check.id}" for check in exercise.all_checks} <= found
    assert {f"quiz-{question.id}" for question in read.quiz} <= found
    assert {"words", "steps", "practice", "how-checked", "common-mistakes", "interview"} <= found
    links = [attributes for tag, attributes in Parts(page).tags if tag == "a"]
    for link in links:
        href = link.get("href") or ""
        assert not href.startswith("#") or href[1:] in found, href
        if described := link.get("aria-describedby"):
            assert described in found
    anchors = [link["href"] for link in links if link.get("class") == "anchor"]
    assert len(anchors) >= len(read.sections) + 5


def test_common_mistakes_lead_to_the_checks_that_find_them(visitor: Person, site: Site) -> None:
    page = visitor.get(f"/lessons/{LESSON}").text
    shown = words(page)
    assert "Found by: divides precision by k when fewer came back ; works for any k" in shown
    for mistake in site.lessons[LESSON].mistakes:
        assert mistake.found_by
        for check in mistake.found_by:
            assert f'<a href="#{check.id}">' in page
    ndcg = words(visitor.get("/lessons/ndcg").text)
    assert re.search(r"; and \d+ more checks", ndcg)


def test_the_page_says_what_it_contains_from_what_is_there(visitor: Person, site: Site) -> None:
    page = words(visitor.get(f"/lessons/{LESSON}").text)
    lesson = site.content.places[LESSON].lesson
    assert "3 functions to write" in page
    assert f"{len(site.lessons[LESSON].snippets)} snippets that run" in page
    assert f"{len(lesson.quiz)} quiz questions" in page
    assert f"{len(lesson.interview)} interview questions" in page


def test_the_roadmap_stands_beside_the_module_where_there_is_one(visitor: Person) -> None:
    trail = re.compile(r'<p class="trail">.*?</p>')
    with_one = trail.search(visitor.get("/lessons/ndcg").text)
    without = trail.search(visitor.get(f"/lessons/{LESSON}").text)
    assert with_one
    assert without
    assert words(with_one[0]).endswith("Testing RAG and hallucination Week 11, day 6")
    assert words(without[0]).endswith("Testing RAG and hallucination")


def test_trail_and_courses_lead_to_each_other(visitor: Person) -> None:
    courses = ids(visitor.get("/").text)
    for path in re.findall(r'href="/#([^"]+)"', visitor.get("/lessons/ndcg").text):
        assert path in courses


def test_the_page_tells_search_engines_what_it_is(settings: Settings, visitor: Person) -> None:
    page = visitor.get("/lessons/ndcg?run=1").text
    assert '<link rel="canonical" href="/lessons/ndcg">' in page
    assert '<meta property="og:title" content="nDCG@k by hand">' in page
    assert '<meta property="og:description" content="Score a ranking' in page
    assert "og:url" not in page
    assert "<title>nDCG@k by hand · Twofold</title>" in page
    site = open_site(replace_address(settings))
    known = Person(create_app(site), "V", "v@example.org").get("/lessons/ndcg").text
    assert '<link rel="canonical" href="https://learn.example.org/lessons/ndcg">' in known
    assert '<meta property="og:url" content="https://learn.example.org/lessons/ndcg">' in known
    site.database.close()


def replace_address(settings: Settings) -> Settings:
    return settings.model_copy(update={"public_address": "https://learn.example.org"})


def test_a_visitor_reads_courses_without_progress(visitor: Person) -> None:
    page = words(visitor.get("/").text)
    assert "Reading needs no account." in page
    assert "Go on where you were" not in page
    assert "Lessons done" not in page
    assert "quiz 0 of" not in page


def test_one_goes_on_where_one_was(ada: Person, ben: Person, clock: Clock) -> None:
    assert "Go on where you were" not in ada.get("/").text
    ada.run("x = 1")
    assert 'href="/lessons/recall-precision-mrr#practice"' in ada.get("/").text
    clock.move(timedelta(minutes=1))
    ada.post("/lessons/ndcg/quiz/above-one", answer="0")
    assert 'href="/lessons/ndcg#quiz"' in ada.get("/").text
    clock.move(timedelta(minutes=1))
    ada.post("/lessons/recall-precision-mrr/snippets/mrr-run-1")
    assert 'href="/lessons/recall-precision-mrr#practice"' in ada.get("/").text
    assert "Go on where you were" not in ben.get("/").text


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_progress_counts_lessons_done_points_and_quiz(
    ada: Person, reference: str, mistake: str
) -> None:
    ada.result(ada.submit(mistake))
    before = words(ada.get("/").text)
    assert "Lessons done 0 of 2" in before
    ada.result(ada.submit(reference))
    ada.post("/lessons/ndcg/quiz/above-one", answer="0")
    after = words(ada.get("/").text)
    assert "Lessons done 1 of 2" in after
    assert "Points of your best scores 100 of 200" in after
    assert "Quiz questions right 1 of 13" in after
    assert "done 100 quiz 0 of 6" in after
