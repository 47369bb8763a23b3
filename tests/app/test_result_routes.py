"""What can be asked of a result beside its page, by whom, and that no byte of it is hidden data."""

import io
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx2 import Response
from sqlalchemy import update
from typer.testing import CliRunner

from app.main import create_app
from app.models import Work
from app.settings import SHIPPED_CONTENT, Settings
from app.site import Site, open_site
from app.store import grades
from grader.__main__ import command
from tests.app.people import LESSON, Person, data, words
from tests.app.test_results import LEAKS

PARTS = ["", "/result", "/grade.json", "/solution.py"]
ARCHIVE = "/archive.zip"
CANARY = "canary"


def address(answer: Response) -> str:
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


@pytest.mark.parametrize("part", [*PARTS, ARCHIVE])
def test_nobody_else_gets_any_part_of_a_result(
    ada: Person, ben: Person, iris: Person, visitor: Person, part: str
) -> None:
    for path in (address(ada.submit("# Ada's idea")), address(ada.run("# Ada's idea"))):
        for other in (ben, iris):
            answer = other.get(path + part)
            assert answer.status_code == 404
            assert "idea" not in answer.text
        if path.startswith("/tries") and part == ARCHIVE:
            assert visitor.get(path + part).status_code == 404
        else:
            assert visitor.get(path + part).headers["location"].startswith("/sign-in?next=/")


@pytest.mark.parametrize("part", ["/grade.json", ARCHIVE])
def test_what_is_not_graded_has_no_grade_to_give(ada: Person, part: str) -> None:
    assert ada.get(address(ada.submit("x = 1")) + part).status_code == 404
    assert ada.get(address(ada.run("x = 1")) + part).status_code == 404


def test_a_try_has_no_submissions_parts_and_the_other_way_round(ada: Person) -> None:
    ada.submit("# one")
    ada.run("# two")
    for part in PARTS:
        assert ada.get(f"/tries/1{part}").status_code == 404
        assert ada.get(f"/submissions/2{part}").status_code == 404


def test_the_code_comes_back_byte_for_byte(ada: Person) -> None:
    handed_in = ada.post_bytes(f"/lessons/{LESSON}/submissions", b"source=a%FF%00%C3%A9")
    answer = ada.get(f"{address(handed_in)}/solution.py")
    assert answer.content == b"a\xff\0\xc3\xa9"
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="solution.py"'
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_page_that_waits_asks_for_its_parts(ada: Person) -> None:
    ada.run("# first in the queue")
    path = address(ada.submit("x = 1"))
    page = ada.get(path).text
    assert data(page, "poll") == f"{path}/result"
    assert data(page, "announce") == "Waiting for a grader, place 2 in the queue"
    fragment = ada.get(f"{path}/result", **{"Twofold-State": "queued"})
    assert fragment.status_code == 200
    assert "<html" not in fragment.text
    assert '<div class="text" id="result"' in fragment.text
    assert data(fragment.text, "poll") == f"{path}/result"
    ids = re.findall(r' id="([\w-]+)" data-live', fragment.text)
    assert ids == ["result-facts", "scores", "result-more"]
    assert all(f' id="{each}" data-live' in page for each in ids)


def test_while_it_is_graded_there_is_nothing_new_to_send(ada: Person, site: Site) -> None:
    path = address(ada.submit("x = 1"))
    with site.database.writing() as session:
        session.execute(update(Work).values(state="grading"))
    assert ada.get(f"{path}/result", **{"Twofold-State": "grading"}).status_code == 204
    first = ada.get(f"{path}/result", **{"Twofold-State": "queued"})
    assert data(first.text, "announce") == "Being graded now"


def test_what_we_failed_to_grade_says_that_it_is_our_fault(ada: Person, site: Site) -> None:
    path = address(ada.submit("x = 1"))
    with site.database.writing() as session:
        session.execute(update(Work).values(state="failed"))
    for part in ("", "/result"):
        text = ada.get(path + part).text
        assert data(text, "poll") is None
        assert (data(text, "announce") or "").startswith("This is our fault; your work is safe")


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_the_parts_of_a_graded_result_end_the_wait(ada: Person, reference: str) -> None:
    broken = reference.replace("return len(relevant", "return missing_name(relevant", 1)
    path = address(ada.submit(broken))
    page = ada.result(path)
    fragment = ada.get(f"{path}/result").text
    assert data(fragment, "poll") is None
    assert data(fragment, "state") == "graded"
    assert (data(fragment, "announce") or "").startswith("Graded: ")
    assert data(fragment, "error-for") == "source"
    assert data(fragment, "error-line") == data(page, "error-line")
    assert (data(fragment, "error-text") or "").startswith("NameError: ")
    assert re.search(r"<title>[\d.]+ of 100: Attempt 1, ", fragment)


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
@pytest.mark.parametrize("kind", ["submit", "run"])
def test_the_document_is_the_one_that_the_command_line_prints(
    ada: Person, lesson_folder: Path, tmp_path: Path, mistake: str, kind: str
) -> None:
    path = address(ada.submit(mistake) if kind == "submit" else ada.run(mistake))
    page = words(ada.result(path))
    answer = ada.get(f"{path}/grade.json")
    assert answer.headers["content-type"] == "application/json"
    assert "edition-1.json" in answer.headers["content-disposition"]
    file = tmp_path / "solution.py"
    file.write_bytes(ada.get(f"{path}/solution.py").content)
    arguments = ["grade", str(lesson_folder), str(file), "--json"]
    only = ["--visible-only"] if kind == "run" else []
    printed = CliRunner().invoke(command, [*arguments, *only])
    assert printed.exit_code == 0
    assert without_times(answer.text) == without_times(printed.stdout)
    assert f"python -m grader grade exercises/retrieval-evaluation/{LESSON} solution.py" in page
    assert "against edition 1 of" in page


def without_times(document: str) -> str:
    """The text of a document; only the seconds of a query differ from run to run."""
    return re.sub(r'("seconds": )[\d.]+', r"\1…", document)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Person]:
    """Ada on a site whose hidden queries all hold a word and a right answer found nowhere else."""
    content = Path(shutil.copytree(SHIPPED_CONTENT, tmp_path / "content"))
    (file,) = content.glob(f"*/{LESSON}/queries/hidden.json")
    document = json.loads(file.read_text("utf-8"))
    document["name"] = f"{CANARY} set"
    for number, query in enumerate(document["queries"]):
        query["id"], query["note"] = f"{CANARY}-{number}", f"{CANARY} note"
        for name in ("retrieved", "relevant"):
            query[name] = [
                f"{CANARY}-{each}" if isinstance(each, str) else each for each in query[name]
            ]
    one_of_seven = [f"{CANARY}-{letter}" for letter in "abcdefg"]
    document["queries"].append(
        {
            "id": f"{CANARY}-seven",
            "check": "more-relevant-than-k",
            "retrieved": ["x", "y", one_of_seven[0]],
            "relevant": one_of_seven,
        }
    )
    file.write_text(json.dumps(document), "utf-8")
    site = open_site(Settings(data_folder=tmp_path / "data", content_folders=(content,), graders=1))
    app = create_app(site)
    person = Person(app, "Ada", "ada@example.org")
    person.sign_up()
    with person.client:  # its graders work meanwhile
        yield person


def everything(person: Person, path: str) -> bytes:
    """Every byte that can be had of a result; the zip also unpacked."""
    found = [person.get(path + part).content for part in PARTS]
    archive = person.get(path + ARCHIVE)
    if archive.status_code == 200:
        with zipfile.ZipFile(io.BytesIO(archive.content)) as files:
            found += [archive.content, *(files.read(name) for name in files.namelist())]
    return b"\n".join(found)


def stored_grade(person: Person, path: str) -> str:
    """All that is kept of a grade, hidden queries included."""
    site: Site = person.app.state.site
    with site.database.reading() as session:
        graded = grades.current(session, int(path.rpartition("/")[2]))
    assert graded is not None
    return graded.grade.model_dump_json()


@pytest.mark.sandbox
def test_no_byte_of_a_result_comes_from_hidden_data(
    watched: Person, reference: str, mistake: str
) -> None:
    empty, loop = "    if not relevant:\n", "    for query in queries:\n"
    prints = reference.replace(empty, f"    print(retrieved)\n{empty}", 1)
    prints = prints.replace(loop, f"{loop}        print(query)\n")
    raises = reference.replace("    for rank", "    raise ValueError(retrieved)\n    for rank", 1)
    sources = [reference, mistake, reference + LEAKS, prints, raises, "x = 1", "x = ("]
    paths = [address(watched.submit(source)) for source in sources]
    paths += [address(watched.run(source)) for source in sources]
    for path in paths:
        watched.result(path)
    for path in paths:
        content = everything(watched, path)
        assert CANARY.encode() not in content, path
        assert b"0.14285714285714285" not in content, path
        assert b"several-hits" in content, path
    assert CANARY in stored_grade(watched, paths[0])  # so there is something to give away
    for path in (f"/lessons/{LESSON}", "/me", "/"):
        assert CANARY not in watched.get(path).text
    assert zipfile.is_zipfile(io.BytesIO(watched.get(paths[0] + ARCHIVE).content))
