"""Handing in code: what is refused, what is kept, and who may see it."""

from datetime import timedelta
from urllib.parse import quote_from_bytes

import pytest
from sqlalchemy import func, select, update

from app.main import create_app
from app.models import Draft, Submission, Try, VisitorDraft, Work
from app.settings import Settings
from app.site import Site, open_site
from grader import SOURCE_BYTES
from tests.app.conftest import Clock
from tests.app.people import LESSON, Person, box, data, words

SUBMISSIONS = f"/lessons/{LESSON}/submissions"
TRIES = f"/lessons/{LESSON}/tries"
OWN_PAGES = ["/submissions/1", "/tries/2", "/submissions/1/result", "/tries/2/result"]


def stored(site: Site, model: type[Work] = Work) -> list[bytes]:
    """The sources of all works of this kind, oldest first."""
    with site.database.reading() as session:
        return list(session.scalars(select(model.source).order_by(model.id)))


@pytest.mark.parametrize("path", OWN_PAGES)
def test_nobody_sees_what_somebody_else_handed_in(
    ada: Person, ben: Person, iris: Person, visitor: Person, path: str
) -> None:
    assert ada.submit("# Ada's idea").headers["location"] == "/submissions/1"
    assert ada.run("# Ada's idea").headers["location"] == "/tries/2"
    assert ada.get(path).status_code == 200
    for other in (ben, iris):
        hidden = other.get(path)
        assert hidden.status_code == 404
        assert hidden.text == other.get(path.replace("1", "77").replace("2", "77")).text
    assert visitor.get(path).headers["location"] == f"/sign-in?next={path}"


@pytest.mark.parametrize(
    "path",
    [
        "/submissions/0",
        "/submissions/-1",
        "/submissions/ada",
        f"/submissions/{2**63}",
        "/submissions/2",
        "/tries/1",
        "/lessons/nothing",
        "/nothing",
    ],
)
def test_what_is_not_there_is_a_page_of_ours(ada: Person, path: str) -> None:
    """A try is no submission and a submission no try, whatever their ids."""
    assert ada.submit("# one").headers["location"] == "/submissions/1"
    assert ada.run("# two").headers["location"] == "/tries/2"
    answer = ada.get(path)
    assert answer.status_code == 404
    assert "Your work is safe." in answer.text


@pytest.mark.parametrize("path", [SUBMISSIONS, TRIES])
def test_too_large_code_is_refused_kept_on_the_page_and_not_stored(
    ada: Person, visitor: Person, site: Site, path: str
) -> None:
    source = "#" + "x" * SOURCE_BYTES
    for person in (ada, visitor):
        answer = person.post(path, source=source)
        assert answer.status_code == 413
        assert "65,537 bytes" in words(answer.text)
        assert box(answer.text) == source
    assert stored(site) == []
    with site.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(Draft)) == 0
        assert session.scalar(select(func.count()).select_from(VisitorDraft)) == 0


def test_code_of_just_the_right_size_is_taken_however_its_lines_end(
    ada: Person, site: Site
) -> None:
    source = "#\n" * (SOURCE_BYTES // 2)
    assert ada.submit(source.replace("\n", "\r\n")).status_code == 303
    assert stored(site) == [source.encode()]


def test_a_body_larger_than_any_form_is_refused(ada: Person, site: Site) -> None:
    answer = ada.submit("x" * 1024 * 1024)
    assert answer.status_code == 413
    assert "nothing was stored" in answer.text
    assert stored(site) == []


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"", "application/x-www-form-urlencoded"),
        (b"sauce=1", "application/x-www-form-urlencoded"),
        (b'{"source": "x"}', "application/json"),
        (b"junk", "multipart/form-data; boundary=x"),
        (b"junk", "multipart/form-data"),
        (b"", "multipart/form-data; boundary=x"),
    ],
)
def test_a_body_without_code_is_refused(
    ada: Person, site: Site, body: bytes, content_type: str
) -> None:
    answer = ada.post_bytes(SUBMISSIONS, body, **{"content-type": content_type})
    assert answer.status_code == 422
    assert "Nothing was stored" in answer.text
    assert stored(site) == []


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"\xff\xfe broken",
        b"caf\xe9",
        b"\xed\xa0\x80",
        b"nul\0inside",
        "é ü 李 🙂\n".encode(),
        b"a+b = c&d; %41\n",
    ],
)
def test_code_reaches_the_store_byte_for_byte(ada: Person, site: Site, source: bytes) -> None:
    encoded = b"source=" + quote_from_bytes(source, safe="").encode()
    assert ada.post_bytes(SUBMISSIONS, encoded).status_code == 303
    boundary = b'--x\r\ncontent-disposition: form-data; name="source"'
    for name in (b"", b'; filename="solution.py"'):
        part = boundary + name + b"\r\n\r\n" + source + b"\r\n--x--\r\n"
        kind = {"content-type": "multipart/form-data; boundary=x"}
        assert ada.post_bytes(SUBMISSIONS, part, **kind).status_code == 303
    assert stored(site) == [source] * 3
    for number in (1, 2, 3):
        assert ada.get(f"/submissions/{number}").status_code == 200
    assert ada.get(f"/lessons/{LESSON}").status_code == 200


def test_a_byte_order_mark_and_carriage_returns_go_without_remark(ada: Person, site: Site) -> None:
    ada.post_bytes(SUBMISSIONS, b"source=%EF%BB%BFx = 1%0D%0Ay = 2%0D")
    assert stored(site) == [b"x = 1\ny = 2\n"]


def test_a_double_click_is_one_submission(ada: Person, site: Site) -> None:
    first, second = ada.submit("x = 1", key="k"), ada.submit("x = 1", key="k")
    assert first.headers["location"] == second.headers["location"]
    assert stored(site, Submission) == [b"x = 1"]


def test_other_code_another_page_or_another_button_is_another_request(
    ada: Person, ben: Person, site: Site
) -> None:
    ada.submit("x = 1", key="k")
    ada.submit("x = 2", key="k")
    ada.submit("x = 1", key="l")
    ada.submit("x = 1")
    ada.submit("x = 1")
    ada.post(TRIES, source="x = 1", key="k")
    ben.submit("x = 1", key="k")
    assert stored(site, Submission) == [b"x = 1", b"x = 2", *[b"x = 1"] * 4]
    assert stored(site, Try) == [b"x = 1"]


def test_every_page_has_a_key_of_its_own(ada: Person) -> None:
    pages = [ada.get(f"/lessons/{LESSON}").text for _ in range(2)]
    keys = {page.split('name="key" value="')[1].split('"')[0] for page in pages}
    assert len(keys) == 2


def test_the_sixty_first_submission_of_an_hour_waits_and_keeps_its_code(
    ada: Person, ben: Person, site: Site, clock: Clock
) -> None:
    for number in range(60):
        assert ada.submit(f"x = {number}").status_code == 303
        clock.move(timedelta(seconds=30))
    answer = ada.submit("x = 'one more'")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) == 30 * 60 + 1
    assert "60 submissions an hour" in words(answer.text)
    assert "UTC" in words(answer.text)
    assert box(answer.text) == "x = 'one more'"
    assert len(stored(site)) == 60
    assert box(ada.get(f"/lessons/{LESSON}").text) == "x = 'one more'"
    assert ada.run("x = 1").status_code == 303
    assert ada.post("/lessons/ndcg/submissions", source="x = 1").status_code == 303
    assert ben.submit("x = 1").status_code == 303
    clock.move(timedelta(minutes=30, seconds=1))
    assert ada.submit("x = 'one more'").status_code == 303


def test_what_we_failed_to_grade_does_not_count_against_the_pace(ada: Person, site: Site) -> None:
    for number in range(60):
        ada.submit(f"x = {number}")
    with site.database.writing() as session:
        session.execute(update(Work).where(Work.id == 1).values(state="failed"))
    assert ada.submit("x = 'one more'").status_code == 303


def test_the_pace_can_be_switched_off(settings: Settings) -> None:
    site = open_site(settings.model_copy(update={"submissions_per_hour": 0}))
    ada = Person(create_app(site), "Ada", "ada@example.org")
    ada.sign_up()
    assert {ada.submit(f"x = {number}").status_code for number in range(70)} == {303}
    assert "an hour" not in words(ada.get(f"/lessons/{LESSON}").text)
    site.database.close()


def test_the_page_says_how_often_one_may_submit(visitor: Person) -> None:
    assert "Up to 60 submissions an hour" in words(visitor.get(f"/lessons/{LESSON}").text)


def test_what_waits_says_so_and_looks_again_without_scripts(ada: Person) -> None:
    ada.run("x = 0")
    page = ada.get(ada.submit("x = 1").headers["location"]).text
    assert data(page, "state") == "queued"
    assert "Waiting for a grader" in page
    assert "Place 2 in the queue: 1 submission or try came before" in words(page)
    assert '<noscript><meta http-equiv="refresh"' in page
    assert data(page, "score") == ""
