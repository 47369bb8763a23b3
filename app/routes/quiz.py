"""Answer a quiz question, look at the explanation, and open it again."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from urllib.parse import quote, urlencode

from fastapi import APIRouter
from starlette.responses import RedirectResponse, Response

from app.errors import NotFound
from app.form import Form
from app.quiz import Given, digest_of, find, is_right, read_answer
from app.quiz_page import anchor_of
from app.request import Now, Posted, Replies, Reply, Writing
from app.routes.lessons import place_of
from app.store import quiz
from app.store.quiz import KeptAnswer
from grader import Question, QuestionKind

router = APIRouter()


@router.post("/lessons/{lesson}/quiz/{question}")
def answer(
    lesson: str, question: str, reply: Reply, posted: Posted, writing: Writing, now: Now
) -> Response:
    """Take the answer of somebody who is signed in, and explain it to everybody."""
    asked = _question(reply, lesson, question)
    given = read_answer(asked, _values(asked, posted))
    if reply.viewer is None or given.answer is None:
        return _show(reply, lesson, given)
    kept = _kept(lesson, asked, given.answer, now=now)
    quiz.add(writing, reply.viewer.person_id, kept)
    return _back(reply, lesson, question)


@router.get("/lessons/{lesson}/quiz/{question}")
def question_page(lesson: str, question: str, reply: Reply) -> RedirectResponse:
    """Where the question stands, for somebody who comes back to the address of its form."""
    return _back(reply, lesson, _question(reply, lesson, question).id)


@router.post("/lessons/{lesson}/quiz/{question}/again")
def again(lesson: str, question: str, reply: Reply, writing: Writing, now: Now) -> RedirectResponse:
    """Open a question again; what was right once stays counted."""
    _open_again(reply, writing, lesson, [_question(reply, lesson, question)], now=now)
    return _back(reply, lesson, question)


@router.post("/lessons/{lesson}/quiz")
def all_again(lesson: str, reply: Reply, writing: Writing, now: Now) -> RedirectResponse:
    """Open every question again."""
    questions = place_of(reply.site, lesson).lesson.quiz
    _open_again(reply, writing, lesson, questions, now=now)
    return reply.go(f"/lessons/{lesson}#quiz")


def _question(reply: Replies, lesson: str, question: str) -> Question:
    found = find(place_of(reply.site, lesson).lesson.quiz, question)
    if found is None:
        raise NotFound
    return found


def _values(asked: Question, posted: Form) -> Iterator[str]:
    """What the form says: one field, or one for each box that is ticked."""
    if posted.has("answer"):
        yield posted.text("answer")
    if asked.kind is QuestionKind.MANY:
        for place in range(len(asked.options)):
            if posted.has(f"answer-{place}"):
                yield str(place)


def _show(reply: Replies, lesson: str, given: Given) -> RedirectResponse:
    """To the question, with the answer in the address: nothing of it is kept."""
    said = urlencode({"question": given.question, "answer": given.answer or given.typed})
    return reply.go(f"/lessons/{lesson}?{said}#{quote(anchor_of(given.question))}")


def _back(reply: Replies, lesson: str, question: str) -> RedirectResponse:
    return reply.go(f"/lessons/{lesson}#{quote(anchor_of(question))}")


def _open_again(
    reply: Replies, writing: Writing, lesson: str, questions: Iterable[Question], *, now: datetime
) -> None:
    if reply.viewer is None:
        return
    person_id = reply.viewer.person_id
    answered = quiz.newest(writing, person_id=person_id, lesson=lesson)
    for question in questions:
        if question.id in answered:
            quiz.add(writing, person_id, _kept(lesson, question, None, now=now))


def _kept(lesson: str, question: Question, said: str | None, *, now: datetime) -> KeptAnswer:
    return KeptAnswer(
        lesson=lesson,
        question=question.id,
        question_digest=digest_of(question),
        answer=said,
        right=said is not None and is_right(question, said),
        at=now,
    )
