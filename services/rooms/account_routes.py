"""The routes of people: entering, signing up, in and out, who am I, being erased."""

from services.rooms import forms
from services.rooms.account_requests import AccountRequests
from services.rooms.accounts import Asker
from services.rooms.refusals import (
    BAD_CREDENTIALS,
    BAD_PASSWORD,
    BAD_USERNAME,
    BANNED,
    NOT_SIGNED_IN,
    RATE_LIMITED,
    SESSION_EXPIRED,
    TOO_MANY_ATTEMPTS,
    UNAVAILABLE,
    USERNAME_TAKEN,
    WRONG_PASSWORD,
)
from services.rooms.route import Call, Reply, Route

SESSION = (NOT_SIGNED_IN, SESSION_EXPIRED, BANNED)


def account_routes(accounts: AccountRequests) -> tuple[Route, ...]:
    def signed_in(token: str, asker: Asker, bearer: bool) -> Reply:
        body = accounts.signed_in(token, asker, bearer)
        return Reply(body=body, token=None if bearer else token, guest=asker.guest)

    async def enter_as_guest(call: Call) -> Reply:
        token, asker = await accounts.enter_as_guest(call.form, call.language, call.address)
        return signed_in(token, asker, call.form.bearer)

    async def register(call: Call) -> Reply:
        token, asker = await accounts.register(call.form, call.address)
        return signed_in(token, asker, call.form.bearer)

    async def sign_in(call: Call) -> Reply:
        token, asker = await accounts.sign_in(call.form)
        return signed_in(token, asker, call.form.bearer)

    async def sign_out(call: Call) -> Reply:
        await accounts.sign_out(call.asker)
        return Reply(token="")

    async def me(call: Call) -> Reply:
        return Reply(body=accounts.me(call.asker))

    async def erase_me(call: Call) -> Reply:
        await accounts.erase(call.asker, call.form)
        return Reply(token="")

    return (
        Route(
            method="POST",
            path="/api/guests",
            name="enterAsGuest",
            summary="Enter as a guest",
            handle=enter_as_guest,
            takes=forms.EnterAsGuest,
            gives=forms.SignedIn,
            status=201,
            needs="nothing",
            refuses=(RATE_LIMITED, UNAVAILABLE),
        ),
        Route(
            method="POST",
            path="/api/accounts",
            name="register",
            summary="Sign up, and be signed in",
            handle=register,
            takes=forms.Credentials,
            gives=forms.SignedIn,
            status=201,
            needs="nothing",
            refuses=(BAD_USERNAME, BAD_PASSWORD, USERNAME_TAKEN, RATE_LIMITED, UNAVAILABLE),
        ),
        Route(
            method="POST",
            path="/api/sessions",
            name="signIn",
            summary="Sign in",
            handle=sign_in,
            takes=forms.Credentials,
            gives=forms.SignedIn,
            status=201,
            needs="nothing",
            refuses=(BAD_CREDENTIALS, BANNED, TOO_MANY_ATTEMPTS, RATE_LIMITED, UNAVAILABLE),
        ),
        Route(
            method="DELETE",
            path="/api/sessions/current",
            name="signOut",
            summary="Sign out: this session ends, and its sockets are closed",
            handle=sign_out,
            status=204,
            refuses=SESSION,
        ),
        Route(
            method="GET",
            path="/api/me",
            name="me",
            summary="Who am I, and where do I sit",
            handle=me,
            gives=forms.Me,
            refuses=SESSION,
        ),
        Route(
            method="DELETE",
            path="/api/me",
            name="eraseMe",
            summary="Erase the account or guest that I am, for good; an account says its password again",
            handle=erase_me,
            takes=forms.EraseMe,
            status=204,
            refuses=(*SESSION, WRONG_PASSWORD, TOO_MANY_ATTEMPTS, RATE_LIMITED, UNAVAILABLE),
        ),
    )
