#!/usr/bin/env python3
"""Brings the dashboard of factcheck's result views to an Apache Superset, or makes the file to upload there.

    provision.py URI --superset http://localhost:8088 --username admin    # asks for the password, or SUPERSET_PASSWORD
    provision.py URI --zip factcheck.zip                                  # then: Dashboards, Import

URI is how Superset reaches the database, in SQLAlchemy's form and as a role of level reader:
postgresql+psycopg2://reports_reader@db.example/shop.  It needs no password where the account that runs Superset has one
in its .pgpass.  A second call replaces what the first has made.  Needs nothing but Python 3.9 or later.
"""

from __future__ import annotations

import argparse
import getpass
import io
import json
import os
import re
import sys
import urllib.error
import urllib.request
import uuid
import zipfile
from collections.abc import Mapping
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

BUNDLE = Path(__file__).resolve().parent / "bundle"
_JSON = "application/json"
_URI_LINE = re.compile(r"^sqlalchemy_uri: .*$", re.MULTILINE)
_TYPE_LINE = re.compile(r"^type: .*$", re.MULTILINE)


class ProvisionError(Exception):
    """What kept the dashboard from getting there, in words for the one who called."""


def bundle(uri: str, kind: str) -> bytes:
    """Return the files as a ZIP file.

    Superset's upload takes the kind ``Dashboard``, which leaves existing charts as they are; its API takes ``assets``,
    which replaces them.
    """
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(BUNDLE.rglob("*.yaml")):
            text = path.read_text("utf-8")
            if path.parent.name == "databases":
                text = _URI_LINE.sub(lambda _: f"sqlalchemy_uri: {json.dumps(uri)}", text)
            elif path.name == "metadata.yaml":
                text = _TYPE_LINE.sub(f"type: {kind}", text)
            file.writestr(f"factcheck/{path.relative_to(BUNDLE).as_posix()}", text)
    return memory.getvalue()


class Superset:
    """A session at the API of a Superset."""

    def __init__(self, address: str, username: str, password: str) -> None:
        """Log in.  Raises ``ProvisionError`` where the server is not there or does not know the user."""
        self._address = address.rstrip("/")
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self._headers = {"Referer": self._address}
        login = {"username": username, "password": password, "provider": "db", "refresh": False}
        token = self.call("POST", "/api/v1/security/login", json.dumps(login).encode(), _JSON)["access_token"]
        self._headers["Authorization"] = f"Bearer {token}"
        self._headers["X-CSRFToken"] = str(self.call("GET", "/api/v1/security/csrf_token/")["result"])

    def call(self, method: str, path: str, body: bytes | None = None, content_type: str = "") -> Mapping[str, Any]:
        """Return the answer to a request.  Raises ``ProvisionError`` for an error."""
        headers = {**self._headers, **({"Content-Type": content_type} if content_type else {})}
        return self._answer(
            urllib.request.Request(self._address + path, data=body, headers=headers, method=method)  # noqa: S310
        )

    def provision(self, uri: str) -> None:
        """Make or replace database, datasets, charts and dashboard.  Raises ``ProvisionError`` if they are refused."""
        boundary = uuid.uuid4().hex
        head = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="bundle"; filename="factcheck.zip"\r\n'
            "Content-Type: application/zip\r\n\r\n"
        )
        body = head.encode() + bundle(uri, "assets") + f"\r\n--{boundary}--\r\n".encode()
        self.call("POST", "/api/v1/assets/import/", body, f"multipart/form-data; boundary={boundary}")

    def _answer(self, request: urllib.request.Request) -> Mapping[str, Any]:
        try:
            with self._opener.open(request, timeout=300) as response:
                answer: Mapping[str, Any] = json.load(response)
        except urllib.error.HTTPError as error:
            told = error.read().decode(errors="replace")[:2000]
            raise ProvisionError(f"{request.full_url} answered {error.code}: {told}") from None
        except (OSError, ValueError) as error:
            raise ProvisionError(f"no Superset answers at {self._address}: {error}") from None
        return answer


def main() -> int:
    """Do what the command line asks for; return the exit status."""
    lines = (__doc__ or "").splitlines()
    parser = argparse.ArgumentParser(description=lines[0], epilog="\n".join(lines[1:]), add_help=True)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("uri", metavar="URI", help="the database, as SQLAlchemy writes it")
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("--superset", metavar="ADDRESS", help="address of the Superset, such as http://localhost:8088")
    target.add_argument("--zip", metavar="FILE", type=Path, help="file to write instead")
    parser.add_argument("--username", default="admin", help="administrator of the Superset (default: admin)")
    chosen = parser.parse_args()
    try:
        if chosen.zip:
            chosen.zip.write_bytes(bundle(chosen.uri, "Dashboard"))
            print(chosen.zip)
        else:
            password = os.environ.get("SUPERSET_PASSWORD") or getpass.getpass(f"password of {chosen.username}: ")
            Superset(chosen.superset, chosen.username, password).provision(chosen.uri)
            print(f"{chosen.superset.rstrip('/')}/superset/dashboard/factcheck/")
    except (ProvisionError, OSError) as error:
        print(f"provision.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
