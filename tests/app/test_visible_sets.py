"""The visible queries beside the code: never a hidden one, never an answer, and as they are."""

import json
import re
from dataclasses import replace

import pytest

from app.site import Site
from app.visible_sets import visible_sets
from tests.app.people import LESSON, Person, words

FILE = f"/lessons/{LESSON}/queries.json"
PRINTS_IT = """

if __name__ == "__main__":
    print("FILE", open("queries.json", "rb").read())
"""


@pytest.mark.parametrize("query", ["hidden", "visible.json", "../hidden", "", "nothing"])
def test_a_set_that_is_not_visible_is_not_found(visitor: Person, query: str) -> None:
    answer = visitor.get(f"{FILE}?set={query}")
    assert answer.status_code == (200 if query == "" else 404)


def test_nothing_hidden_and_nothing_stated_is_in_the_file_or_on_the_page(
    visitor: Person, site: Site
) -> None:
    sets = site.content.live[LESSON].edition.sets
    visible = {query.id for each in sets if each.visible for query in each.queries}
    hidden = {query.id for each in sets if not each.visible for query in each.queries}
    file = visitor.get(FILE)
    assert {record["id"] for record in file.json()} == visible
    assert {key for record in file.json() for key in record} <= {"id", "retrieved", "relevant", "k"}
    page = visitor.get(f"/lessons/{LESSON}").text
    shown = set(re.findall(r'<th scope="row"><code>(\w+)</code>', page))
    assert shown == visible
    assert not hidden & shown
    assert file.headers["content-disposition"] == 'attachment; filename="queries.json"'
    assert visitor.get("/lessons/nothing/queries.json").status_code == 404


@pytest.mark.sandbox
@pytest.mark.usefixtures("grading")
def test_the_file_is_what_the_script_reads_to_the_byte(ada: Person, reference: str) -> None:
    page = ada.result(ada.run(reference + PRINTS_IT))
    assert f"FILE {ada.get(FILE).content!r}"[:2000] in words(page)


def test_the_table_shows_what_functions_get(site: Site) -> None:
    (shown,) = visible_sets(site.content.live["ndcg"].edition)
    assert shown.columns == ("retrieved", "graded", "k")
    first = shown.rows[0].values
    assert (first[0] or "").startswith("['")
    assert (first[1] or "").startswith("{'")
    assert json.loads(shown.raw)[0]["graded"][0][0] in (first[1] or "")
    assert shown.count == f"{len(shown.rows)} visible queries"


def test_several_visible_sets_stand_one_after_the_other(site: Site) -> None:
    edition = site.content.live[LESSON].edition
    (visible,) = [each for each in edition.sets if each.visible]
    more = replace(visible, id="more", queries=visible.queries[:2])
    shown = visible_sets(replace(edition, sets=(visible, *edition.sets[1:], more)))
    assert [(each.id, each.address) for each in shown] == [
        ("visible", FILE),
        ("more", f"{FILE}?set=more"),
    ]
    assert [record["id"] for record in json.loads(shown[1].raw)] == ["v01", "v02"]
