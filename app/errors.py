"""What can go wrong in a request, with what the page says about it.

RequestError
├── SignInFirst        303 to the sign-in page
├── CrossSite          403
├── NotFound           404
├── TooLarge           413
└── Unreadable         422
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """What an error page says: what happened, what is safe and what to do next."""

    title: str
    what: str
    safe: str
    next: str


class RequestError(Exception):
    """The base of all of them."""

    status = 400


class SignInFirst(RequestError):
    """Only somebody who is signed in may do this; `back` is the page to come back to."""

    def __init__(self, back: str) -> None:
        super().__init__(back)
        self.back = back


class CrossSite(RequestError):
    """A form was posted from another site."""

    status = 403


class NotFound(RequestError):
    """There is nothing here, or nothing that this reader may know of."""

    status = 404


class TooLarge(RequestError):
    """The body is larger than any form of ours."""

    status = 413


class Unreadable(RequestError):
    """The body is not a form."""

    status = 422


WORDS = {
    403: Words(
        "This form came from another site",
        "We take forms only from our own pages, so nothing was done.",
        "Your work and your account are untouched.",
        "Open the page here and send the form again.",
    ),
    404: Words(
        "There is nothing here",
        "This address leads to no page, or to one that is not yours to see.",
        "Your work is safe.",
        "Go to the courses and find your lesson from there.",
    ),
    405: Words(
        "That cannot be done here",
        "This address does not take that kind of request.",
        "Your work is safe.",
        "Go back to the page you came from.",
    ),
    409: Words(
        "Somebody was faster",
        "What you wanted to change was changed a moment ago.",
        "Nothing was overwritten.",
        "Load the page again and look at what is there now.",
    ),
    413: Words(
        "That is too large",
        "What was sent is larger than any solution can be, so nothing was stored.",
        "Your code is still in your browser: go back to find it.",
        "Make it smaller, for example by taking out data, and send it again.",
    ),
    422: Words(
        "We could not read that form",
        "Something that belongs in the form was missing or had the wrong shape.",
        "Nothing was stored and nothing was lost.",
        "Go back, load the page again and send the form once more.",
    ),
    429: Words(
        "A little slower, please",
        "There were too many requests in a short time.",
        "Everything that was accepted before is safe.",
        "Wait a while and try again.",
    ),
    500: Words(
        "This is our fault",
        "Something broke on our side while we answered.",
        "Everything that was accepted before is safe.",
        "Try again in a moment. If it keeps happening, tell whoever runs this site.",
    ),
    503: Words(
        "We cannot answer just now",
        "The database is busy, so nothing was stored this time.",
        "Everything that was accepted before is safe.",
        "Try again in a few seconds.",
    ),
}
