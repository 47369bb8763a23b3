"""A tiny site with one page, the policy of the real one, and what the scripts ask a server for."""

import html
import json
import re
import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs

from app.assets import Assets
from app.headers import HEADERS

PAGE = Path(__file__).parent / "page.html"
ASSET = re.compile(r'"asset:([^"]+)"')
SOURCE = """\
def recall_at_k(retrieved, relevant, k):
    \"\"\"Share of the relevant documents among the first k.\"\"\"
    found = [each for each in retrieved[:k] if each in relevant]
    return len(found) / len(relevant)  # what if nothing is relevant?


def precision_at_k(retrieved, relevant, k):
    return 0.0
"""
ATTEMPT = "# attempt 1\n"
NEVER = datetime(2026, 11, 30, 10, 42, tzinfo=UTC)


@dataclass
class Posted:
    """One form that arrived."""

    path: str
    fields: dict[str, str]


@dataclass
class Draft:
    """The newest revision, and the statuses that the next saves are answered with instead."""

    revision: int = 3
    source: str = SOURCE
    saved_at: datetime = NEVER
    refuse: list[int] = field(default_factory=list)


@dataclass
class Site:
    """What is served, and what came in; tests change the one and read the other."""

    assets: Assets
    attributes: str = ""
    source: str = SOURCE
    result: str = ""
    answers: list[tuple[int, str]] = field(default_factory=list)
    draft: Draft = field(default_factory=Draft)
    posted: list[Posted] = field(default_factory=list)
    polls: list[dict[str, str]] = field(default_factory=list)
    origin: str = ""

    def page(self) -> str:
        """The page with the draft as it was when the page was asked for."""
        text = PAGE.read_text("utf-8")
        text = ASSET.sub(lambda found: f'"{self.assets.path(found[1])}"', text)
        values = {
            "title": "Practice",
            "result": self.result,
            "attributes": self.attributes.format(revision=self.draft.revision),
            "source": html.escape(self.source),
        }
        for name, value in values.items():
            text = text.replace("{{" + name + "}}", value)
        return text

    def save(self, fields: dict[str, str]) -> tuple[int, str]:
        """As the contract in frontend/README.md says."""
        if self.draft.refuse:
            return self.draft.refuse.pop(0), "{}"
        newest = self.draft
        if fields["source"] != newest.source and int(fields["revision"]) != newest.revision:
            answer = {"revision": newest.revision, "source": newest.source}
            return 409, json.dumps(answer | {"saved_at": newest.saved_at.isoformat()})
        if fields["source"] != newest.source:
            self.draft = Draft(newest.revision + 1, fields["source"], datetime.now(UTC))
        saved = {"revision": self.draft.revision, "saved_at": self.draft.saved_at.isoformat()}
        return 200, json.dumps(saved)


class Server(ThreadingHTTPServer):
    """Serves the site on a free port of this machine."""

    daemon_threads = True

    def __init__(self, site: Site) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.site = site
        site.origin = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()


class Handler(BaseHTTPRequestHandler):
    """Answers with the headers of the real site."""

    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        site = self.server.site
        if self.path == "/":
            self.reply(200, site.page())
        elif self.path == "/result":
            site.polls.append({name.lower(): value for name, value in self.headers.items()})
            self.reply(*(site.answers.pop(0) if len(site.answers) > 1 else site.answers[0]))
        elif self.path == "/attempts/1/source":
            self.reply(200, ATTEMPT, "text/plain")
        elif asset := site.assets.served(self.path.removeprefix("/static/")):
            self.reply(200, asset.content, asset.media_type)
        else:
            self.reply(404, "")

    def do_POST(self) -> None:
        site = self.server.site
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        parsed = parse_qs(body, keep_blank_values=True, strict_parsing=True)
        fields = {name: values[0] for name, values in parsed.items()}
        site.posted.append(Posted(self.path, fields))
        if self.path == "/draft":
            status, answer = site.save(fields)
            self.reply(status, answer, "application/json")
        else:
            self.reply(200, f"<!doctype html><title>Posted</title><h1>{self.path}</h1>")

    def reply(self, status: int, content: str | bytes, media_type: str = "text/html") -> None:
        body = content.encode() if isinstance(content, str) else content
        self.send_response(HTTPStatus(status))
        for name, value in HEADERS.items():
            self.send_header(name, value)
        if status in (302, 303):
            self.send_header("Location", "/sign-in")
        self.send_header("Content-Type", f"{media_type}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Says nothing."""
