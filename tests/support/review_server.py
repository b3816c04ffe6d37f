"""The review page as the command serves it, on a free port of this machine."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from psycopg.conninfo import make_conninfo


@dataclass(frozen=True, slots=True)
class Answer:
    """What the page answered."""

    status: int
    headers: Mapping[str, str]
    text: str


@dataclass(frozen=True, slots=True)
class ReviewServer:
    """A server that runs; ``address`` holds the key."""

    address: str

    @property
    def base(self) -> str:
        return self.address.partition("/?")[0]

    @property
    def host(self) -> str:
        return urlsplit(self.address).netloc

    def request(
        self, method: str, path: str, form: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Ask without any cookie but those of ``headers``; redirects are not followed."""
        connection = http.client.HTTPConnection(self.host, timeout=60)
        body = None if form is None else urlencode(form)
        kind = {} if form is None else {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, body, {**kind, **(headers or {})})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, text)

    def raw(self, path: str, headers: Mapping[str, str]) -> bytes:
        """Get a file as it is."""
        connection = http.client.HTTPConnection(self.host, timeout=60)
        connection.request("GET", path, headers=dict(headers))
        content = connection.getresponse().read()
        connection.close()
        return content

    def cookie(self) -> dict[str, str]:
        """Be let in; returns the header that says so."""
        path = self.address.removeprefix(self.base)
        return {"Cookie": self.request("GET", path).headers["set-cookie"].partition(";")[0]}

    def form_key(self, cookie: Mapping[str, str]) -> str:
        """The token of the forms."""
        found = re.search(r'name="form_key" value="(\w+)"', self.request("GET", "/documents/new", headers=cookie).text)
        assert found is not None
        return unescape(found[1])


@contextmanager
def review_server(dsn: str, user: str, *options: str) -> Iterator[ReviewServer]:
    """Serve the page as a role."""
    command = [
        str(Path(sys.executable).with_name("factcheck")),
        "serve",
        "--dsn",
        make_conninfo(dsn, user=user),
        "--port",
        "0",
    ]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield ReviewServer(server.stdout.readline().strip())
        finally:
            server.terminate()
