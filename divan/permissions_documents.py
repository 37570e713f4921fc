"""The users' rights told to people (docs/permissions.md) and to the server (deploy/nats/users.conf)."""

from collections.abc import Iterator

from libs.events.permissions import User, users

USERS_CONF = """\
# The users of the NATS server and what each may do. Included by server.conf and cluster.conf.
# Made from libs/events/permissions.py by `make docs`: change it there. For people: docs/permissions.md.
#
# The passwords come from the server's environment. One that is not set stops the server; an empty one
# would be a password like any other, so let nothing start the server with one. The server reads them as
# it reads this file: let each begin with a letter, and have letters and digits only.

authorization {
  users: [
%s
  ]
}
"""

ANSWERING = '    allow_responses: { max: 1, expires: "1m" }'
"""An edge waits ten seconds at most for an answer; what comes later goes to nobody."""


def users_conf() -> str:
    """deploy/nats/users.conf."""
    return USERS_CONF % "\n".join(f"    {line}" for user in users() for line in _block(user))


def _block(user: User) -> Iterator[str]:
    yield from (f"# {user.purpose}", "{", f"  user: {user.name}", f"  password: ${user.password}")
    yield "  permissions: {"
    for what, allowed in (("publish", user.publish), ("subscribe", user.subscribe)):
        yield from (f"    {what}: {{ allow: [", *(f'      "{subject}"' for subject in allowed), "    ] }")
    if user.answers:
        yield ANSWERING
    yield from ("  }", "}")


def rights() -> Iterator[str]:
    """The tables of docs/permissions.md, a section a user."""
    for user in users():
        yield from ("", f"### `{user.name}`: {user.purpose}", "")
        yield f"Password: `{user.password}`. Answers come to `{user.inbox}.>`."
        if user.answers:
            yield "It may also answer, once, each request that reached it."
        yield from ("", "| may | publish | subscribe |", "| --- | --- | --- |")
        for right in user.rights:
            yield f"| {right.what} | {_cell(right.publish)} | {_cell(right.subscribe)} |"
    yield ""


def _cell(subjects: tuple[str, ...]) -> str:
    return "<br>".join(f"`{subject}`" for subject in subjects)
