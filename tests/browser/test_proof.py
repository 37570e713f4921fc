"""A game that is over: checked by the page itself, taken home as a file, and played on from a move."""

import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.async_api import FilePayload, expect

from libs.events.wire import pack, unpack_plain
from tests.browser.accessibility import violations
from tests.browser.catalogues import LANGUAGES
from tests.browser.conftest import Meet
from tests.browser.fetih import resign, sit_down
from tests.browser.marks import BROWSER
from tests.browser.person import QUICK, Person, in_turn, play, seat_two

pytestmark = BROWSER

FIRST_WINS = (0, 3, 1, 4, 2)


async def played(ada: Person, bedri: Person) -> str:
    """A game of tic-tac-toe to its end, which Ada looks at; the room's code."""
    code = await seat_two(ada, bedri)
    await play(*await in_turn(ada, bedri), FIRST_WINS)
    await ada.sees("tictactoe.ending.line")
    return code


async def check_at_table(person: Person) -> None:
    await person.text("fair.title").click()
    await person.button("proof.check").click()


async def downloaded(person: Person) -> bytes:
    async with person.page.expect_download() as waiting:
        await person.page.get_by_role("link", name=person.t("proof.download"), exact=True).click()
    download = await waiting.value
    assert download.suggested_filename.endswith(".divan")
    return content_of(await download.path())


def content_of(path: Path) -> bytes:
    return path.read_bytes()


async def give(person: Person, content: bytes, name: str = "game.divan") -> None:
    """A file to check, on the page for it."""
    file = FilePayload(name=name, mimeType="application/octet-stream", buffer=content)
    await person.page.locator("input[type=file]").set_input_files([file])


def rewritten(content: bytes, seq: int) -> bytes:
    """The entry of that number has another time, and all hashes from there on fit again."""
    first, *rest = (json.loads(line) for line in content.splitlines())
    former = bytes(32)
    for line in rest:
        body = b64decode(line["entry"])
        if line["seq"] == seq:
            body = pack(unpack_plain(body) | {"at": 1})
        former = sha256(former + body).digest()
        line |= {"entry": b64encode(body).decode(), "hash": former.hex()}
    first["head"] = former.hex()
    return b"".join(json.dumps(line).encode() + b"\n" for line in (first, *rest))


async def test_a_game_is_checked_at_the_table_against_all_that_the_browser_remembers(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri", language="tr")
    await played(ada, bedri)
    await check_at_table(ada)
    await ada.sees("proof.holds")
    # Hashes that the browser was given, and events that it was told.
    await expect(ada.page.get_by_role("listitem").filter(has_text="all stand in the log")).to_have_count(2)
    await ada.sees("proof.seed_used")
    await ada.sees("proof.unseen")
    await ada.photo("proof-table-desktop")
    assert await violations(ada.page) == []

    content = await downloaded(ada)
    await ada.open("/verify")
    await give(ada, content)
    await ada.sees("proof.holds")
    # The browser knows its own game again by the seed that it gave.
    await ada.sees("proof.seed_used")


async def test_what_was_tampered_with_is_named_to_somebody_who_is_nobody(meet: Meet) -> None:
    ada, bedri, stranger = await meet("ada"), await meet("bedri"), await meet("stranger")
    await played(ada, bedri)
    await ada.text("fair.title").click()
    content = await downloaded(ada)

    await stranger.open("/verify")
    await give(stranger, content)
    await stranger.sees("proof.holds")
    await stranger.sees("proof.no_heads")
    lines = content.splitlines(keepends=True)
    for forged, entry, check in (
        (b"".join([*lines[:3], *lines[4:]]), 3, "order"),
        (content.replace(b'"hash":"', b'"hash":"0000', 1), 1, "form"),
        (rewritten(content, 4), 4, "order"),
    ):
        await give(stranger, forged)
        await stranger.sees("proof.fails")
        await expect(stranger.page.get_by_text(stranger.t("proof.at", entry=entry))).to_be_visible()
        await expect(stranger.page.get_by_text(stranger.t(f"proof.{check}"))).to_be_visible()
    await give(stranger, b"hello")
    await stranger.sees("proof.unknown")
    await expect(stranger.page.get_by_text(stranger.t("proof.no_header"))).to_be_visible()


async def test_a_game_is_played_on_from_a_move_in_a_new_room(meet: Meet) -> None:
    ada, bedri = await meet("ada"), await meet("bedri")
    code = await played(ada, bedri)
    await ada.open(f"/replay/{code}?at=6")
    await ada.button("proof.fork").click()
    await ada.sees("proof.fork_over")
    await ada.page.keyboard.press("Escape")

    await ada.open(f"/replay/{code}?at=4&seat=1")
    await ada.button("proof.fork").click()
    await ada.sees("proof.fork_what", number=4)
    await ada.photo("proof-fork-desktop")
    await ada.button("proof.fork_open").click()
    await ada.sees("waiting.invite")
    await expect(ada.page).not_to_have_url(re.compile(code), timeout=QUICK)
    forked = ada.page.url.rpartition("/")[2]
    room = await ada.ask("GET", f"/api/rooms/{forked}")
    assert (room["game"], room["status"], room["seat"]) == ("tictactoe", "waiting", 1)
    await bedri.join(forked)
    await ada.start()
    await expect(ada.page.locator("[data-cell] svg:not(.ghost svg)")).to_have_count(3, timeout=QUICK)


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_checking_reads_well_in_every_language(meet: Meet, language: str, phone: bool) -> None:
    size = "phone" if phone else "desktop"
    ada, bedri = await meet("ada", language=language, phone=phone), await meet("bedri", language=language)
    code = await played(ada, bedri)
    await ada.open(f"/replay/{code}?at=3")
    # A phone has one button for all that is offered after the game.
    await ada.button("proof.ways" if phone else "proof.check").click()
    dialog = ada.page.get_by_role("dialog")
    await dialog.get_by_role("button", name=ada.t("proof.check"), exact=True).click()
    await ada.sees("proof.holds")
    await ada.photo(f"proof-replay-{language}-{size}")
    assert await ada.over_the_edge() == {"scrolls": 0, "cut": []}
    assert await violations(ada.page) == []
    content = await downloaded(ada)
    await dialog.get_by_role("link", name=ada.t("proof.file"), exact=True).click()
    await give(ada, rewritten(content, 4))
    await ada.sees("proof.fails")
    await ada.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    await ada.photo(f"proof-file-{language}-{size}")
    assert await ada.over_the_edge() == {"scrolls": 0, "cut": []}
    assert await violations(ada.page) == []


async def test_a_game_with_dice_and_bots_holds_against_what_the_browser_saw_of_it(meet: Meet) -> None:
    ada = await meet("ada", language="tr")
    await sit_down(ada, bots=1)
    code = ada.page.url.rpartition("/")[2]
    await resign(ada)
    await expect(ada.page.locator("[data-guide=over]")).to_be_attached(timeout=QUICK)
    await ada.open(f"/tekrar/{code}")
    await ada.button("proof.check").click()
    await ada.page.get_by_role("dialog").get_by_role("button", name=ada.t("proof.check"), exact=True).click()
    await ada.sees("proof.holds")
    await expect(ada.text("proof.no_heads")).to_have_count(0)
