"""Requests about people: entering as a guest, signing up, in and out, who am I, being erased."""

from collections.abc import Awaitable, Callable

from services.rooms.accounts import Accounts, Asker
from services.rooms.directory import Directory
from services.rooms.faces import Faces
from services.rooms.forms import Credentials, EnterAsGuest, EraseMe, Me, MyRoom, SignedIn
from services.rooms.limits import Buckets
from services.rooms.refusals import RATE_LIMITED, Denied


class AccountRequests:
    def __init__(
        self,
        *,
        accounts: Accounts,
        directory: Directory,
        faces: Faces,
        newcomers: Buckets,
        session_ended: Callable[[str], None],
        erase: Callable[[str], Awaitable[None]],
    ) -> None:
        self._accounts = accounts
        self._directory = directory
        self._faces = faces
        self._newcomers = newcomers
        self._session_ended = session_ended
        self._erase = erase

    async def enter_as_guest(self, asked: EnterAsGuest, language: str, address: str) -> tuple[str, Asker]:
        self._limit(address)
        return await self._accounts.guest(language)

    async def register(self, asked: Credentials, address: str) -> tuple[str, Asker]:
        self._limit(address)
        return await self._accounts.register(asked.username, asked.password)

    async def sign_in(self, asked: Credentials) -> tuple[str, Asker]:
        return await self._accounts.sign_in(asked.username, asked.password)

    async def sign_out(self, asker: Asker) -> None:
        await self._accounts.sign_out(asker)
        self._session_ended(asker.session)

    async def erase(self, asker: Asker, asked: EraseMe) -> None:
        """The asker is no more: nothing said on this session or another counts from here on."""
        await self._accounts.prove(asker, asked.password)
        await self._erase(asker.id)

    def _limit(self, address: str) -> None:
        wait = self._newcomers.take(address)
        if wait:
            raise Denied(RATE_LIMITED, retry_after_ms=round(wait * 1000) + 1)

    def signed_in(self, token: str, asker: Asker, bearer: bool) -> SignedIn:
        return SignedIn(me=self.me(asker), token=token if bearer else None)

    def me(self, asker: Asker) -> Me:
        rooms = self._directory.of_person(asker.id)
        return Me(
            name=asker.name,
            guest=asker.guest,
            rooms=tuple(
                MyRoom(code=room.code, game=room.game, status=self._faces.status(room), seat=seat)
                for room in sorted(rooms, key=lambda room: -room.opened_at)
                if (seat := room.place_of(asker.id)) is not None
            ),
        )
