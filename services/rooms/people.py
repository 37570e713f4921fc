"""Persons as they are stored: a pseudonym, a name, whether a guest, the hash of a password."""

import secrets
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from pydantic import StrictBool, StrictInt, StrictStr

from libs.events.ports import Conflict, KeyValue
from libs.events.wire import pack, unpack

NAMES_AT_HAND = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One account or guest (bucket `accounts`, by pseudonym). `session` is a guest's one session."""

    v: StrictInt = 1
    name: StrictStr
    guest: StrictBool
    created: StrictInt
    password: StrictStr | None = None
    session: StrictStr | None = None


def new_person_id() -> str:
    """A pseudonym: it says nothing of the person, and no name stands in a log."""
    return f"p{secrets.token_hex(8)}"


class People:
    """The persons, and their names at hand for those rooms that show them."""

    def __init__(self, accounts: KeyValue) -> None:
        self._accounts = accounts
        self._names: OrderedDict[str, str] = OrderedDict()
        self._erased: set[str] = set()

    async def add(self, id: str, person: Person) -> None:
        await self._accounts.create(id, pack(person))
        self._remember(id, person.name)

    async def get(self, id: str) -> Person | None:
        kept = await self._accounts.get(id)
        if kept is None:
            return None
        person = unpack(Person, kept.value)
        self._remember(id, person.name)
        return person

    async def remove(self, id: str) -> None:
        await self._accounts.delete(id)
        self._names.pop(id, None)

    async def lock_out(self, id: str) -> None:
        """Take away the password of a person who is there: nobody can sign in as them any more."""
        while (kept := await self._accounts.get(id)) is not None:
            person = unpack(Person, kept.value)
            if person.password is None:
                return
            try:
                await self._accounts.update(id, pack(replace(person, password=None)), kept.revision)
            except Conflict:
                continue

    async def erase(self, id: str) -> None:
        await self._accounts.erase(id)

    def forget(self, id: str) -> None:
        """Show no name for that person any more, whatever is read of them later."""
        self._erased.add(id)
        self._names.pop(id, None)

    async def learn(self, ids: Iterable[str]) -> None:
        """Bring the names of these persons to hand. A person who is gone has an empty one."""
        for id in ids:
            if id not in self._names and await self.get(id) is None:
                self._remember(id, "")

    def name(self, id: str) -> str:
        """The name of a person, as far as it is at hand; empty for one who is gone."""
        return self._names.get(id, "")

    def _remember(self, id: str, name: str) -> None:
        self._names.pop(id, None)
        self._names[id] = "" if id in self._erased else name
        if len(self._names) > NAMES_AT_HAND:
            self._names.popitem(last=False)
