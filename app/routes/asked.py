"""What the address of a lesson's page asks it to show: a snippet's run, or an answer not kept."""

from app.content import Place
from app.own_reading import Asked
from app.quiz import Given, find, read_answer
from app.request import Replies
from grader import Question, QuestionKind


def asked_for(reply: Replies, place: Place) -> Asked:
    """What cannot be read asks for nothing.

    An answer in the address is a visitor's, or one that could not be taken; what somebody who is
    signed in has answered is stored.
    """
    query = reply.request.query_params
    run = query.get("run", "")
    run_id = int(run) if run.isascii() and run.isdecimal() and len(run) < 20 else None
    given = _given(place.lesson.quiz, query.get("question", ""), query.get("answer", ""))
    if given is None or (reply.viewer is not None and given.problem is None):
        return Asked(run=run_id, look="look" in query)
    return Asked(run=run_id, given={given.question: given})


def _given(questions: tuple[Question, ...], question: str, answer: str) -> Given | None:
    asked = find(questions, question)
    if asked is None:
        return None
    return read_answer(asked, [answer] if asked.kind is QuestionKind.NUMBER else answer.split(","))
