"""``factcheck serve``: the review page, for a browser of this machine."""

from __future__ import annotations

import socket

import click

from factcheck.commands.session import dsn_option, reports_errors
from factcheck.errors.catalogue.review import host_not_of_this_machine, port_not_free, review_packages_not_installed

_PORT = 8432
_THREADS = 6


@click.command("serve")
@dsn_option
@click.option("--role", help="Role to work as.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address of this machine to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=_PORT, show_default=True, help="0: any that is free.")
@reports_errors
def serve(dsn: str, role: str | None, host: str, port: int) -> None:
    """Serve the review page: check documents, look at their claims, say what is meant.

    The page works with the rights of the connection's role, and is for this machine alone.  Open the address that is
    printed; it holds a key, by which your browser is let in and others are not.
    """
    try:
        import waitress  # type: ignore[import-untyped]  # noqa: PLC0415

        from factcheck.review.app import MOST_BYTES, make_app  # noqa: PLC0415
        from factcheck.review.loopback import is_loopback  # noqa: PLC0415
        from factcheck.review.sessions import Sessions  # noqa: PLC0415
    except ImportError as error:
        raise review_packages_not_installed(str(error)) from None
    if not is_loopback(host):
        raise host_not_of_this_machine(host, port)
    sessions = Sessions(dsn, role)
    sessions.open()
    app, guard = make_app(sessions)
    listening = _listening(host, port)
    try:
        # What is too large for the page is refused by it, in words; what is much larger, before it is read.
        server = waitress.create_server(
            app, sockets=[listening], threads=_THREADS, ident=None, max_request_body_size=2 * MOST_BYTES
        )
        shown = f"[{host}]" if ":" in host else host
        click.echo(f"http://{shown}:{listening.getsockname()[1]}/?key={guard.key}")
        server.run()
    finally:
        sessions.close()


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host.strip("[]"), port))
    except OSError as error:
        listening.close()
        raise port_not_free(host, port, error.strerror or str(error)) from None
    return listening
