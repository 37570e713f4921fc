"""Signing up, in and out; guests (F97 to F99a)."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from libs.events.ports import Conflict, Kept, KeyValue
from services.rooms.attempts import FailedAttempts
from services.rooms.bans import Bans, denied
from services.rooms.erasures import Erasures
from services.rooms.guest_numbers import LONG, LONGEST, SHORT, GuestNumbers
from services.rooms.names import (
    folded,
    guest_name,
    is_guest_name,
    is_password,
    is_username,
    name_key,
    normal,
)
from services.rooms.passwords import Passwords
from services.rooms.people import People, Person, new_person_id
from services.rooms.refusals import (
    BAD_CREDENTIALS,
    BAD_PASSWORD,
    BAD_USERNAME,
    NOT_SIGNED_IN,
    UNAVAILABLE,
    USERNAME_TAKEN,
    WRONG_PASSWORD,
    Denied,
)
from services.rooms.sessions import Sessions, new_token

SHORT_DRAWS, LONG_DRAWS, LONGEST_DRAWS = 20, 20, 5
"""How many numbers of each length are drawn for a guest before longer ones are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who makes a request: the pseudonym, the name, and the session that it came with."""

    id: str
    name: str
    guest: bool
    session: str


class Accounts:
    """`pick` gives an integer below its argument, for the numbers of guests."""

    def __init__(
        self,
        *,
        people: People,
        names: KeyValue,
        sessions: Sessions,
        passwords: Passwords,
        failures: FailedAttempts,
        erasures: Erasures,
        bans: Bans,
        now: Callable[[], int],
        pick: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        self._people = people
        self._names = names
        self._sessions = sessions
        self._passwords = passwords
        self._failures = failures
        self._erasures = erasures
        self._bans = bans
        self._now = now
        self._pick = pick
        self._numbers = GuestNumbers()

    async def register(self, username: str, password: str) -> tuple[str, Asker]:
        """A new account, signed in: its token. Raises Denied."""
        name = normal(username)
        if not is_username(name):
            raise Denied(BAD_USERNAME)
        if not is_password(password):
            raise Denied(BAD_PASSWORD)
        if is_guest_name(name) or await self._names.get(name_key(name)) is not None:
            raise Denied(USERNAME_TAKEN)
        hashed = await self._passwords.hash(password)
        id = new_person_id()
        # The person before the name: a name that leads nowhere would be lost for ever.
        await self._people.add(id, Person(name=name, guest=False, created=self._now(), password=hashed))
        try:
            await self._names.create(name_key(name), id.encode())
        except Conflict:
            await self._people.remove(id)
            raise Denied(USERNAME_TAKEN) from None
        return await self._sign_in(id, name)

    async def sign_in(self, username: str, password: str) -> tuple[str, Asker]:
        """Raises Denied; whether the name or the password was wrong is not told."""
        key = folded(username)
        attempt = await self._failures.begin(key)
        kept = await self._names.get(name_key(username)) if is_username(normal(username)) else None
        id = None if kept is None else kept.value.decode()
        person = None if id is None else await self._people.get(id)
        stored = None if person is None else person.password
        fits = await self._fits(key, attempt, password, stored)
        if not fits or id is None or person is None:
            raise Denied(BAD_CREDENTIALS)
        await self._failures.succeeded(key)
        await self._refuse_banned(id)
        token, asker = await self._sign_in(id, person.name)
        if await self._erasures.of(id) is not None:
            # Erased while the password was looked at: who closed the sessions may not have seen this one.
            await self._sessions.close(asker.session)
            raise Denied(BAD_CREDENTIALS)
        try:
            # As with erasures.
            await self._refuse_banned(id)
        except Denied:
            await self._sessions.close(asker.session)
            raise
        return token, asker

    async def _refuse_banned(self, person: str) -> None:
        ban = await self._bans.learn(person)
        if ban is not None:
            raise denied(ban)

    async def prove(self, asker: Asker, password: str) -> None:
        """Have who has an account say its password once more; a guest has none. Raises Denied."""
        person = await self._people.get(asker.id)
        if person is None:
            raise Denied(NOT_SIGNED_IN)
        if person.guest:
            return
        key = folded(person.name)
        attempt = await self._failures.begin(key)
        if not await self._fits(key, attempt, password, person.password):
            raise Denied(WRONG_PASSWORD)
        await self._failures.succeeded(key)

    async def _fits(self, key: str, attempt: int, password: str, stored: str | None) -> bool:
        try:
            return await self._passwords.fits(password[:1024], stored)
        except Denied:
            await self._failures.withdraw(key, attempt)
            raise

    async def guest(self, language: str) -> tuple[str, Asker]:
        """A new guest with a name that no living guest has. Raises Denied."""
        token, id = new_token(), new_person_id()
        # Session and person before the name: a name whose person is missing or signed out is free.
        session = await self._sessions.open(id, guest=True, token=token)
        for digits in await self._digits(language):
            name = guest_name(language, self._pick(10**digits), digits)
            await self._people.add(id, Person(name=name, guest=True, created=self._now(), session=session))
            claimed = await self._claim(name, id)
            if digits == SHORT:
                self._numbers.drew(language, taken=not claimed)
            if claimed:
                return token, Asker(id=id, name=name, guest=True, session=session)
            await self._people.remove(id)
        raise Denied(UNAVAILABLE)

    async def _digits(self, language: str) -> tuple[int, ...]:
        """How many digits the number has in each try."""
        longer = (LONG,) * LONG_DRAWS + (LONGEST,) * LONGEST_DRAWS
        if not self._numbers.are_short_taken(language):
            return (SHORT,) * SHORT_DRAWS + longer
        # One look at a short number each time, to see when there is room among them again.
        kept = await self._names.get(name_key(guest_name(language, self._pick(10**SHORT), SHORT)))
        self._numbers.drew(language, taken=kept is not None and await self._is_living(kept))
        return longer

    async def _claim(self, name: str, id: str) -> bool:
        """Take the name, also from a guest whose session is over."""
        key = name_key(name)
        try:
            await self._names.create(key, id.encode())
        except Conflict:
            kept = await self._names.get(key)
            return kept is not None and await self._inherit(key, kept, id)
        return True

    async def _inherit(self, key: str, kept: Kept, id: str) -> bool:
        if await self._is_living(kept):
            return False
        try:
            await self._names.update(key, id.encode(), kept.revision)
        except Conflict:
            return False
        await self._people.remove(kept.value.decode())
        return True

    async def _is_living(self, kept: Kept) -> bool:
        """Whether the person of a taken name is still somebody: an account, or a guest signed in."""
        former = await self._people.get(kept.value.decode())
        if former is None:
            return False
        return former.session is None or await self._sessions.is_living(former.session)

    async def _sign_in(self, id: str, name: str) -> tuple[str, Asker]:
        token = new_token()
        session = await self._sessions.open(id, guest=False, token=token)
        return token, Asker(id=id, name=name, guest=False, session=session)

    async def asker(self, token: str) -> Asker:
        """Who holds this token. Raises Denied."""
        key, session = await self._sessions.of_token(token)
        self._bans.refuse(session.person)
        await self._people.learn([session.person])
        name = self._people.name(session.person)
        if not name:
            # The person is no more; the session has not been found and closed yet.
            raise Denied(NOT_SIGNED_IN)
        return Asker(id=session.person, name=name, guest=session.guest, session=key)

    async def sign_out(self, asker: Asker) -> None:
        await self._sessions.close(asker.session)
