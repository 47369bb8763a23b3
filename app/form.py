"""A posted form as bytes: code must reach the grader exactly as it was sent, decodable or not."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from app.errors import TooLarge, Unreadable

LARGEST_BODY = 1024 * 1024
"""Bytes; 64 KiB of code are at most 192 KiB in a form, and somewhat more is worth a kind answer."""

MOST_FIELDS = 20


@dataclass(frozen=True)
class Form:
    """The fields of a form; one that was not sent is empty."""

    fields: Mapping[str, bytes]

    def has(self, name: str) -> bool:
        """Whether the field was sent at all."""
        return name in self.fields

    def raw(self, name: str) -> bytes:
        """The bytes of a field."""
        return self.fields.get(name, b"")

    def text(self, name: str) -> str:
        """A field as text; what is not UTF-8 becomes a replacement character."""
        return self.raw(name).decode("utf-8", "replace")


async def read_form(request: Request) -> Form:
    """The form in the body; TooLarge or Unreadable when there is none that we take."""
    body = await _read_body(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return Form(await _multipart(request, body))
    if kind in {"application/x-www-form-urlencoded", ""}:
        return Form(_urlencoded(body))
    raise Unreadable


async def _read_body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise TooLarge
    return bytes(body)


def _urlencoded(body: bytes) -> dict[str, bytes]:
    pairs = body.split(b"&", MOST_FIELDS)[:MOST_FIELDS]
    fields: dict[str, bytes] = {}
    for pair in pairs:
        name, _, value = pair.partition(b"=")
        fields.setdefault(_unquoted(name).decode("utf-8", "replace"), _unquoted(value))
    return fields


def _unquoted(text: bytes) -> bytes:
    return unquote_to_bytes(text.replace(b"+", b" "))


async def _multipart(request: Request, body: bytes) -> dict[str, bytes]:
    async def once() -> AsyncGenerator[bytes, None]:
        yield body

    # Decoded as Latin-1 a field keeps every byte; the parser's own way loses some.
    content_type = request.headers["content-type"] + "; charset=latin-1"
    parser = MultiPartParser(
        Headers({"content-type": content_type}),
        once(),
        max_files=MOST_FIELDS,
        max_fields=MOST_FIELDS,
        max_part_size=LARGEST_BODY,
    )
    try:
        form = await parser.parse()
    except (MultiPartException, KeyError):
        raise Unreadable from None
    fields: dict[str, bytes] = {}
    for name, value in form.multi_items():
        content = await value.read() if isinstance(value, UploadFile) else value.encode("latin-1")
        fields.setdefault(name, content)
    await form.close()
    return fields
