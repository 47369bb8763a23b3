"""Refuses forms that another site made a browser send, by what the browser itself says."""

from urllib.parse import urlsplit

from starlette.requests import Request

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


def is_cross_site(request: Request) -> bool:
    """Whether this must be refused.

    Unsafe methods pass when the browser says that they come from here, or else when Origin names
    this host. A client that sends neither header is not a browser: nobody can make it act for them.
    """
    if request.method in SAFE_METHODS:
        return False
    fetch_site = request.headers.get("sec-fetch-site")
    if fetch_site is not None:
        return fetch_site not in {"same-origin", "none"}
    origin = request.headers.get("origin")
    return origin is not None and not _is_here(origin, request)


def _is_here(address: str, request: Request) -> bool:
    """Whether an address names the host that was asked; what is no address names none."""
    try:
        host = urlsplit(address).netloc
    except ValueError:
        return False
    return host != "" and host == request.headers.get("host")


def safe_next(path: str | None) -> str:
    """Where to go after signing in: a path on this site, or the start page for anything else."""
    if path is None or not path.startswith("/") or path.startswith(("//", "/\\")):
        return "/"
    if any(character < " " or character in "\\\x7f" for character in path):
        return "/"
    return path


def page_behind(request: Request) -> str:
    """The page that somebody is at: this one, or the one whose form they sent."""
    if request.method in SAFE_METHODS:
        return request.url.path
    referer = request.headers.get("referer", "")
    return urlsplit(referer).path if _is_here(referer, request) else "/"
