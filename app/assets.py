"""Styles, scripts and fonts: read once, named after their content, and so cached for good."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "static"
PATH = "/static/"
SERVED = {".css", ".js", ".svg", ".woff2"}
STYLES = "site.css"
"""The files of `styles/` in the order of their names, as one."""

REFERENCE = re.compile(r'url\("([^":]+)"\)')
INDENTATION = re.compile(rb"\n\s+")
COMMENTS = {
    ".css": re.compile(rb"/\*.*?\*/", re.DOTALL),
    ".js": re.compile(rb"^[ \t]*(?://.*|/\*\*.*\*/)$", re.MULTILINE),
}
"""What people read and browsers need not fetch: comments, in scripts those that fill a line."""


@dataclass(frozen=True)
class Asset:
    """One file as it is sent; `packed` is its gzip where that is smaller."""

    name: str
    media_type: str
    content: bytes
    packed: bytes | None


class Assets:
    """All assets, by the name that templates use and by the name in the address."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._named: dict[str, Asset] = {}
        for name, content in _files(folder):
            own_script = "/" not in name and name.endswith(".js")
            self._named[name] = _asset(name, _tight(content, ".js") if own_script else content)
        styles = b"\n".join(file.read_bytes() for file in sorted((folder / "styles").glob("*.css")))
        self._named[STYLES] = _asset(STYLES, _resolved(_tight(styles, ".css"), self._named))
        self._served = {asset.name: asset for asset in self._named.values()}

    def path(self, name: str) -> str:
        """The address of the asset; KeyError for a name that is none."""
        return PATH + self._named[name].name

    def served(self, name: str) -> Asset | None:
        """The asset that is served under this last part of the address."""
        return self._served.get(name)


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for file in sorted(folder.rglob("*")):
        if file.suffix in SERVED and file.parent.name != "styles":
            yield file.relative_to(folder).as_posix(), file.read_bytes()


def _asset(name: str, content: bytes) -> Asset:
    file = Path(name)
    digest = hashlib.sha256(content).hexdigest()[:12]
    media_type = "font/woff2" if file.suffix == ".woff2" else mimetypes.guess_type(name)[0]
    packed = gzip.compress(content, mtime=0)
    return Asset(
        name=f"{file.stem}.{digest}{file.suffix}",
        media_type=media_type or "application/octet-stream",
        content=content,
        packed=packed if len(packed) < len(content) else None,
    )


def _tight(content: bytes, kind: str) -> bytes:
    """A file of ours without what only its readers need; what a build made is left alone."""
    return INDENTATION.sub(b"\n", COMMENTS[kind].sub(b"", content))


def _resolved(styles: bytes, named: Mapping[str, Asset]) -> bytes:
    text = REFERENCE.sub(lambda found: f'url("{named[found[1]].name}")', styles.decode())
    return text.encode()
