"""The users' rights told to people (docs/permissions.md) and to the server (deploy/nats/users.conf)."""

from collections.abc import Iterator

from libs.events.permissions import ACCOUNT, User, open_calls, users
from libs.events.seals import API

USERS_CONF = """\
# The users of the NATS server and what each may do. Included by server.conf and cluster.conf.
# Made from libs/events/permissions.py by `make docs`: change it there. For people: docs/permissions.md.
#
# The passwords come from the server's environment. One that is not set stops the server; an empty one
# would be a password like any other, so let nothing start the server with one. The server reads them as
# it reads this file: let each begin with a letter, and have letters and digits only.
#
# So do the seals: where a user has the calls that take something away (docs/permissions.md, "Sealed calls").
# deploy/make-secrets.sh makes passwords and seals.

system_account: SYS

accounts {
  # The server's own: JetStream's API is there, and nothing at all at `nowhere`. Nobody signs in to it.
  SYS { exports: [{ service: "$JS.API.>" }, { service: "nowhere.>" }] }

  %s {
    jetstream: enabled
    imports: [
      # It takes the place of the whole of JetStream's API, which each account has otherwise.
      { service: { account: SYS, subject: "nowhere.>" }, to: "$JS.API.>" }
%s
    ]
    users: [
%s
    ]
  }
}
"""


def users_conf() -> str:
    """deploy/nats/users.conf."""
    imports = (*map(_import, open_calls()), *(line for user in users() for line in _seals(user)))
    blocks = (line for user in users() for line in _block(user))
    return USERS_CONF % (
        ACCOUNT,
        *("\n".join(f"      {line}" for line in lines) for lines in (imports, blocks)),
    )


def _import(subject: str) -> str:
    return f'{{ service: {{ account: SYS, subject: "{subject}" }} }}'


def _seals(user: User) -> Iterator[str]:
    for call in user.calls:
        yield f'{{ service: {{ account: SYS, subject: "{API}.{call}" }}, to: ${user.variable(call)} }}'


def _block(user: User) -> Iterator[str]:
    yield from (f"# {user.purpose}", "{", f"  user: {user.name}", f"  password: ${user.password}")
    yield "  permissions: {"
    for what, allowed in (("publish", user.publish), ("subscribe", user.subscribe)):
        yield from (f"    {what}: {{ allow: [", *(f'      "{subject}"' for subject in allowed), "    ] }")
    yield from ("  }", "}")


def rights() -> Iterator[str]:
    """The tables of docs/permissions.md, a section a user."""
    for user in users():
        yield from ("", f"### `{user.name}`: {user.purpose}", "")
        yield f"Password: `{user.password}`. Answers come to `{user.inbox}.>`."
        yield from ("", "| may | publish | subscribe |", "| --- | --- | --- |")
        for right in user.rights:
            yield f"| {right.what} | {_cell(right.publishes)} | {_cell(right.subscribe)} |"
    yield ""


def _cell(subjects: tuple[str, ...]) -> str:
    return "<br>".join(f"`{subject}`" for subject in subjects)
