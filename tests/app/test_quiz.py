"""The quiz: what cannot be an answer, what is kept and for whom, and what counts as progress."""

import re
from fractions import Fraction

import pytest
from sqlalchemy import func, select

from app.main import create_app
from app.quiz import Given, digest_of, is_right, number, read_answer
from app.reading_models import QuizAnswer
from app.settings import Settings
from app.site import Site, open_site
from grader import Question, QuestionKind
from tests.app.people import LESSON, Person, words

QUIZ = f"/lessons/{LESSON}/quiz"
NUMBER, ONE, MANY = "precision-of-two", "other-order", "which-are-zero"
RIGHT_ONE = "2"
CHOSEN = ", your answer"
RIGHT_MANY = {"answer-0": "on", "answer-1": "on", "answer-2": "on"}


def kept(site: Site) -> list[tuple[str, str | None, bool]]:
    with site.database.reading() as session:
        rows = session.scalars(select(QuizAnswer).order_by(QuizAnswer.id))
        return [(row.question, row.answer, row.right) for row in rows]


def question(page: str, name: str) -> str:
    """The part of a lesson's page that is about one question."""
    found = re.search(rf'<li id="quiz-{name}".*?\n</li>', page, re.DOTALL)
    assert found, f"there is no question {name}"
    return found[0]


def shown_after(person: Person, name: str, **fields: str) -> str:
    """Answer, and read the question on the page that this leads to."""
    answer = person.post(f"{QUIZ}/{name}", **fields)
    assert answer.status_code == 303
    path, _, anchor = answer.headers["location"].partition("#")
    assert anchor == f"quiz-{name}"
    return question(person.get(path).text, name)


@pytest.mark.parametrize(
    ("name", "fields", "said"),
    [
        (ONE, {}, "Choose an answer first."),
        (ONE, {"answer": "9"}, "Choose an answer first."),
        (ONE, {"answer": "-1"}, "Choose an answer first."),
        (ONE, {"answer": "²"}, "Choose an answer first."),
        (MANY, {}, "Tick at least one answer first."),
        (MANY, {"answer-9": "on"}, "Tick at least one answer first."),
        (NUMBER, {}, "Write a number"),
        (NUMBER, {"answer": "a fifth"}, "Write a number"),
        (NUMBER, {"answer": "1/0"}, "Write a number"),
        (NUMBER, {"answer": "1e999999999"}, "Write a number"),
    ],
)
def test_what_is_no_answer_is_said_at_the_question_and_not_kept(
    ada: Person, visitor: Person, site: Site, name: str, fields: dict[str, str], said: str
) -> None:
    for person in (ada, visitor):
        shown = shown_after(person, name, **fields)
        assert said in shown
        assert "data-outcome" in shown
        assert CHOSEN not in shown
    assert kept(site) == []


def test_what_was_typed_stays_in_the_box(ada: Person) -> None:
    assert 'value="a &lt;fifth&gt;"' in shown_after(ada, NUMBER, answer="a <fifth>")


@pytest.mark.parametrize(
    "path",
    [
        f"{QUIZ}/nothing",
        f"{QUIZ}/nothing/again",
        "/lessons/nothing/quiz",
        f"/lessons/nothing/quiz/{ONE}",
        f"/lessons/ndcg/quiz/{ONE}",
        f"/lessons/ndcg/quiz/{ONE}/again",
    ],
)
def test_a_question_that_is_not_there_is_not_found(ada: Person, site: Site, path: str) -> None:
    assert ada.post(path, answer="0").status_code == 404
    assert kept(site) == []


def test_a_visitor_sees_why_and_nothing_is_kept(visitor: Person, site: Site) -> None:
    shown = words(shown_after(visitor, ONE, answer=RIGHT_ONE))
    assert "Right." in shown
    assert "right, your answer" in shown
    page = words(visitor.get(f"/lessons/{LESSON}").text)
    assert "You are not signed in, so answers are not kept." in page
    assert CHOSEN not in page
    visitor.post(f"{QUIZ}/{ONE}/again")
    visitor.post(QUIZ)
    assert kept(site) == []


def test_an_answer_is_its_owners_alone(ada: Person, ben: Person, visitor: Person) -> None:
    shown_after(ada, ONE, answer=RIGHT_ONE)
    for other in (ben, visitor):
        page = other.get(f"/lessons/{LESSON}").text
        assert CHOSEN not in page
        assert "Right." not in page
    assert "0 of 6 answered right so far" in words(ben.get(f"/lessons/{LESSON}").text)


def test_an_address_cannot_answer_for_somebody_who_is_signed_in(ada: Person, site: Site) -> None:
    page = ada.get(f"/lessons/{LESSON}?question={ONE}&answer={RIGHT_ONE}").text
    assert CHOSEN not in page
    assert kept(site) == []


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        (ONE, {"answer": "0"}, {"answer": RIGHT_ONE}),
        (MANY, {"answer-0": "on"}, RIGHT_MANY),
        (NUMBER, {"answer": "0.5"}, {"answer": "1/5"}),
    ],
)
def test_each_kind_is_judged_and_each_option_explained(
    ada: Person, site: Site, name: str, wrong: dict[str, str], right: dict[str, str]
) -> None:
    asked = next(each for each in site.content.places[LESSON].lesson.quiz if each.id == name)
    for fields, said in ((wrong, "Not right."), (right, "Right.")):
        shown = words(shown_after(ada, name, **fields))
        assert said in shown
        assert " ".join(asked.why.split()) in shown
        for option in asked.options:
            assert " ".join(option.why.split()) in shown
        ada.post(f"{QUIZ}/{name}/again")
    assert [is_right for _, _, is_right in kept(site)] == [False, False, True, False]


def test_a_question_can_be_answered_again_and_right_once_stays_counted(
    ada: Person, site: Site
) -> None:
    shown_after(ada, ONE, answer=RIGHT_ONE)
    ada.post(f"{QUIZ}/{ONE}/again")
    page = ada.get(f"/lessons/{LESSON}").text
    assert CHOSEN not in page
    assert "1 of 6 answered right so far" in words(page)
    assert "Not right." in words(shown_after(ada, ONE, answer="0"))
    assert "1 of 6 answered right so far" in words(ada.get(f"/lessons/{LESSON}").text)
    assert kept(site) == [(ONE, RIGHT_ONE, True), (ONE, None, False), (ONE, "0", False)]


def test_the_whole_quiz_can_be_taken_again(ada: Person, site: Site) -> None:
    shown_after(ada, ONE, answer=RIGHT_ONE)
    shown_after(ada, NUMBER, answer="0,2")
    assert ada.post(QUIZ).headers["location"] == f"/lessons/{LESSON}#quiz"
    page = ada.get(f"/lessons/{LESSON}").text
    assert "data-outcome" not in page
    assert "Take the quiz again" not in page
    assert "2 of 6 answered right so far" in words(page)
    assert len(kept(site)) == 4


def test_the_same_answer_twice_is_kept_once(ada: Person, site: Site) -> None:
    for _ in range(3):
        shown_after(ada, ONE, answer="0")
        ada.post(f"{QUIZ}/{NUMBER}/again")
    assert kept(site) == [(ONE, "0", False)]


def test_the_quiz_counts_in_progress_and_not_in_the_score(ada: Person) -> None:
    shown_after(ada, ONE, answer=RIGHT_ONE)
    page = words(ada.get("/").text)
    assert "Quiz questions right 1 of 13" in page
    assert "quiz 1 of 6" in page
    assert "Points of your best scores 0 of 200" in page


def test_an_answer_to_a_question_that_has_changed_is_not_shown(
    ada: Person, site: Site, settings: Settings
) -> None:
    shown_after(ada, ONE, answer=RIGHT_ONE)
    with site.database.writing() as session:
        session.scalars(select(QuizAnswer)).one().question_digest = "of another one"
    site.database.close()
    again = open_site(settings)
    ada.client.app = create_app(again)
    page = ada.get(f"/lessons/{LESSON}").text
    assert CHOSEN not in page
    again.database.close()


def test_the_address_of_a_form_leads_back_to_its_question(visitor: Person) -> None:
    answer = visitor.get(f"{QUIZ}/{ONE}")
    assert answer.headers["location"] == f"/lessons/{LESSON}#quiz-{ONE}"
    assert visitor.get(f"{QUIZ}/nothing").status_code == 404


def test_answers_go_with_the_account(ada: Person, site: Site) -> None:
    shown_after(ada, ONE, answer=RIGHT_ONE)
    assert '"other-order"' in ada.get("/account/data").text
    ada.post("/account/delete", current="correct horse battery")
    with site.database.reading() as session:
        assert session.scalar(select(func.count()).select_from(QuizAnswer)) == 0


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.25", Fraction(1, 4)),
        ("0,25", Fraction(1, 4)),
        (" 1 / 4 ", Fraction(1, 4)),
        ("25 %", Fraction(1, 4)),
        (".25", Fraction(1, 4)),
        ("−3", Fraction(-3)),
        ("+7.", Fraction(7)),
        ("", None),
        (".", None),
        ("1//4", None),
        ("0x1", None),
        ("nan", None),
        ("\u0661/\u0664", Fraction(1, 4)),
        ("9" * 16, None),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, value: Fraction | None) -> None:
    assert number(text) == value


def test_a_number_is_right_within_its_tolerance() -> None:
    asked = Question("q", QuestionKind.NUMBER, "?", "", answer=0.3333, tolerance=0.005)
    assert [is_right(asked, text) for text in ("1/3", "0.3383", "0.339", "0.328")] == [
        True,
        True,
        False,
        False,
    ]
    assert is_right(Question("q", QuestionKind.NUMBER, "?", "", answer=7.5), "7.50")


def test_a_question_of_one_answer_takes_one() -> None:
    quiz = Question("q", QuestionKind.ONE, "?", "", options=())
    assert read_answer(quiz, ["0"]) == Given("q", problem="Choose an answer first.")


def test_another_reason_why_leaves_the_question_the_same() -> None:
    asked = Question("q", QuestionKind.NUMBER, "?", "because", answer=1.0)
    assert digest_of(asked) == digest_of(Question("q", QuestionKind.NUMBER, "?", "so", answer=1.0))
    assert digest_of(asked) != digest_of(Question("q", QuestionKind.NUMBER, "?", "", answer=2.0))
