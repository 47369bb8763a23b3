"""What holds for every page: headers, nothing from elsewhere, nothing inline, words of ours."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import UndefinedError
from sqlalchemy import text

from app.assets import Assets
from app.main import create_app
from app.pages import TEMPLATES, Pages, plural, points
from app.settings import Settings
from app.site import Site, open_site
from tests.app.people import LESSON, Person, words

PATHS = ["/", f"/lessons/{LESSON}", "/lessons/ndcg", "/sign-in", "/sign-up", "/me", "/nothing"]
PATHS += ["/account", "/account/delete", "/reset", "/invitation"]
ADDRESSES = {"href", "src", "action", "formaction", "poster", "srcset", "data"}


class Parts(HTMLParser):
    """Every tag and attribute of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.mark.parametrize("path", PATHS)
def test_no_page_loads_anything_from_elsewhere_or_holds_script_or_style(
    ada: Person, path: str
) -> None:
    page = ada.get(path)
    for tag, attributes in Parts(page.text).tags:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        assert "style" not in attributes, (tag, attributes)
        assert tag != "style"
        if tag == "script":
            assert attributes.get("src")
        for name in ADDRESSES & set(attributes):
            address = attributes[name] or ""
            outside = re.match(r"^(https?:)?//", address)
            assert not outside or tag == "a", (tag, address)
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "same-origin"
    assert page.headers["cache-control"] == "private, no-cache"


@pytest.mark.parametrize("path", PATHS)
def test_every_page_has_one_title_one_heading_and_no_id_twice(ada: Person, path: str) -> None:
    tags = Parts(ada.get(path).text).tags
    ids = [attributes["id"] or "" for _, attributes in tags if "id" in attributes]
    assert sorted(ids) == sorted(set(ids))
    assert [tag for tag, _ in tags].count("h1") == 1
    assert [tag for tag, _ in tags].count("title") == 1
    links = [attributes.get("href") or "" for tag, attributes in tags if tag == "a"]
    assert links[0] == "#content"
    for link in links:
        if link.startswith("#"):
            assert link[1:] in ids


def test_a_name_that_a_template_does_not_know_is_an_error() -> None:
    pages = Pages(site_name="T", assets=Assets())
    with pytest.raises(UndefinedError):
        pages.answer("error.html", {"viewer": None, "here": "/", "grading": "on", "status": 404})


def test_every_template_says_what_it_is_or_extends_another() -> None:
    for file in TEMPLATES.glob("*.html"):
        first = file.read_text("utf-8").splitlines()[0]
        assert first.startswith(("{#", "{% extends", "<!doctype")), file.name


@pytest.mark.parametrize(("method", "status"), [("put", 405), ("delete", 405)])
def test_other_methods_are_answered_by_a_page_of_ours(
    ada: Person, method: str, status: int
) -> None:
    answer = ada.client.request(method, f"/lessons/{LESSON}")
    assert answer.status_code == status
    assert "Your work is safe." in answer.text


def test_what_breaks_on_our_side_says_so_and_tells_nothing_else(ada: Person, site: Site) -> None:
    with site.database.writing() as session:
        session.execute(text("DROP TABLE grade_documents"))
        session.execute(text("ALTER TABLE works RENAME TO lost"))
    answer = ada.get("/me")
    assert answer.status_code == 500
    assert "Everything that was accepted before is safe." in answer.text
    assert "works" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_while_the_database_is_locked_a_form_is_refused_and_nothing_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.database.BUSY_MILLISECONDS", 50)
    site = open_site(Settings(data_folder=tmp_path, graders=1))
    vera = Person(create_app(site), "Vera", "vera@example.org")
    with site.database.writing() as session:
        session.execute(text("DELETE FROM drafts"))
        answer = vera.sign_up()
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "5"
    assert "nothing was stored" in answer.text
    assert vera.sign_up().status_code == 303
    site.database.close()


def test_assets_are_named_after_their_content_and_kept_for_good(visitor: Person) -> None:
    page = visitor.get("/").text
    (path,) = re.findall(r'href="(/static/site\.[0-9a-f]{12}\.css)"', page)
    answer = visitor.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/css")
    assert "immutable" in answer.headers["cache-control"]
    (font,) = re.findall(r'url\("([^"]+\.woff2)"\)', answer.text)
    assert visitor.get(f"/static/{font}").headers["content-type"] == "font/woff2"
    assert visitor.get(path.replace(".css", "0.css")).status_code == 404
    assert visitor.get("/static/..%2fsettings.py").status_code == 404


def test_a_lesson_page_is_small(visitor: Person) -> None:
    """Page, styles, scripts and font as they are transferred; the editor by itself."""
    gzip = {"accept-encoding": "gzip"}
    page = visitor.get(f"/lessons/{LESSON}", **gzip)
    paths = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text))
    sizes = {path: int(visitor.get(path, **gzip).headers["content-length"]) for path in paths}
    (editor,) = [path for path in paths if path.startswith("/static/editor.")]
    assert sizes.pop(editor) <= 200_000
    assert int(page.headers["content-length"]) + sum(sizes.values()) <= 60 * 1024


def test_the_lesson_is_read_without_an_account(visitor: Person, site: Site) -> None:
    page = words(visitor.get(f"/lessons/{LESSON}").text)
    place, live = site.content.places[LESSON], site.content.live[LESSON]
    lesson, exercise = place.lesson, live.edition.exercise
    assert f"Lesson {place.number} of {len(place.course.lessons)}" in page
    for part in (
        lesson.title,
        lesson.level,
        f"about {lesson.minutes} minutes",
        place.module.title,
        lesson.why.title,
        *(word.meaning for word in lesson.words),
        *(section.title for section in lesson.sections),
        *(check.title for check in exercise.all_checks),
        *(mistake.cure for mistake in exercise.mistakes if mistake.common),
        *(question.question for question in lesson.interview),
        "What counts as right",
        "How this is checked",
        "Common mistakes",
        "Jump to practice",
        "visible data only, no score",
    ):
        assert " ".join(part.replace("`", "").split()) in page.replace(" ,", ","), part


def test_how_it_is_checked_comes_from_the_live_sets(visitor: Person, site: Site) -> None:
    live = site.content.live[LESSON]
    hidden = sum(not query_set.visible for query_set in live.edition.sets)
    page = words(visitor.get(f"/lessons/{LESSON}").text)
    assert f"{len(live.edition.sets)} query sets" in page
    assert f"1 that you can see, and {hidden} hidden" in page


def test_neighbours_lead_to_each_other(visitor: Person) -> None:
    assert 'rel="next" href="/lessons/ndcg"' in visitor.get(f"/lessons/{LESSON}").text
    assert f'rel="prev" href="/lessons/{LESSON}"' in visitor.get("/lessons/ndcg").text


def test_numbers_are_shown_as_people_write_them() -> None:
    assert [points(each) for each in (100.0, 99.99, 3.3, 0.0, None)] == [
        "100",
        "99.99",
        "3.3",
        "0",
        "–",
    ]
    assert [plural(each, "query", "queries") for each in (1, 2)] == ["1 query", "2 queries"]
